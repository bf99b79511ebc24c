//! A drawing of a card as an image of its faces: pipes are chords and stars in a circle. It shares
//! no code with the derivation from sectors.

use pipscribe::decks::card::Pipe;

const SIDE: i32 = 360;
const RADIUS: i32 = 176;
/// Half the width of a pipe.
const HALF: i32 = 2;

type Point = (i32, i32);

/// The centre of the circle and six points on it, a little irregular so that no three chords meet
/// in one point.
const MIDDLE: Point = (SIDE / 2, SIDE / 2);
const ENTRIES: [Point; 6] = [
    (200, 5),
    (330, 86),
    (326, 278),
    (200, 355),
    (30, 270),
    (26, 98),
];

/// The faces found in an image.
pub(super) struct Faces {
    /// The face of each arc.
    pub(super) of_arcs: [usize; 6],
    /// Number of points of each face; a few faces are slivers at the rim.
    pub(super) sizes: Vec<u32>,
    /// Faces that a single piece of pipe separates.
    pub(super) neighbours: Vec<(usize, usize)>,
}

fn squared(from: Point, to: Point) -> i64 {
    let (x, y) = (i64::from(from.0 - to.0), i64::from(from.1 - to.1));
    x * x + y * y
}

/// Returns true if a point is nearer than `reach` to a segment.
fn is_near(at: Point, (from, to): (Point, Point), reach: i32) -> bool {
    let along = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    let offset = (i64::from(at.0 - from.0), i64::from(at.1 - from.1));
    let length = along.0 * along.0 + along.1 * along.1;
    let dot = along.0 * offset.0 + along.1 * offset.1;
    let reach = i64::from(reach);
    if dot <= 0 {
        return squared(at, from) <= reach * reach;
    }
    if dot >= length {
        return squared(at, to) <= reach * reach;
    }
    let across = along.0 * offset.1 - along.1 * offset.0;
    across * across <= reach * reach * length
}

/// The segments of a pipe that cuts the card.
fn stretches(pipe: &Pipe) -> Vec<(Point, Point)> {
    let points: Vec<Point> = pipe
        .entries
        .iter()
        .map(|&entry| ENTRIES[usize::from(entry) - 1])
        .collect();
    match points.as_slice() {
        [] | [_] => Vec::new(),
        [from, to] => vec![(*from, *to)],
        legs => {
            // The legs of a pipe with four entries meet nearer to the first leg, away from the
            // chord that two entries span.
            let heavy = if legs.len() == 4 {
                vec![legs[0]; 2]
            } else {
                Vec::new()
            };
            let count = i32::try_from(legs.len() + heavy.len()).unwrap();
            let sum = legs
                .iter()
                .chain(&heavy)
                .fold((0, 0), |sum, leg| (sum.0 + leg.0, sum.1 + leg.1));
            let hub = (sum.0 / count, sum.1 / count);
            legs.iter().map(|&leg| (hub, leg)).collect()
        }
    }
}

fn points() -> impl Iterator<Item = Point> {
    (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)))
}

fn index((x, y): Point) -> usize {
    usize::try_from(y * SIDE + x).unwrap()
}

/// One bit per pipe for each point, set if the pipe is nearer than `reach`; only points near a
/// segment are tested.
fn touching(drawn: &[Vec<(Point, Point)>], reach: i32) -> Vec<u8> {
    let mut near = vec![0; points().count()];
    let round =
        |from: i32, to: i32| (from.min(to) - reach).max(0)..=(from.max(to) + reach).min(SIDE - 1);
    for (pipe, lines) in drawn.iter().enumerate() {
        for &(from, to) in lines {
            for at in round(from.1, to.1).flat_map(|y| round(from.0, to.0).map(move |x| (x, y))) {
                if is_near(at, (from, to), reach) {
                    near[index(at)] |= 1 << pipe;
                }
            }
        }
    }
    near
}

pub(super) fn faces(pipes: &[Pipe]) -> Faces {
    let drawn: Vec<Vec<(Point, Point)>> = pipes.iter().map(stretches).collect();
    let [on, half, far] = [1, HALF, 4 * HALF].map(|reach| touching(&drawn, reach));
    let inside = |at: Point| squared(at, MIDDLE) < i64::from(RADIUS * RADIUS);
    let free: Vec<bool> = points()
        .map(|at| half[index(at)] == 0 && inside(at))
        .collect();
    let mut face = vec![usize::MAX; free.len()];
    let mut sizes = Vec::new();
    for start in points().filter(|&at| free[index(at)]) {
        if face[index(start)] != usize::MAX {
            continue;
        }
        let mut open = vec![start];
        face[index(start)] = sizes.len();
        let mut size = 0;
        while let Some((x, y)) = open.pop() {
            size += 1;
            for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
                if free[index(next)] && face[index(next)] == usize::MAX {
                    face[index(next)] = sizes.len();
                    open.push(next);
                }
            }
        }
        sizes.push(size);
    }
    let mut of_arcs = [0; 6];
    for (arc, slot) in of_arcs.iter_mut().enumerate() {
        let (from, to) = (ENTRIES[arc], ENTRIES[(arc + 1) % 6]);
        // A point just inside the rim, half way between two entries.
        let chord = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        let out = (chord.0 - MIDDLE.0, chord.1 - MIDDLE.1);
        let at = (MIDDLE.0 + out.0 * 110 / 100, MIDDLE.1 + out.1 * 110 / 100);
        *slot = face[index(at)];
    }
    // A point on one pipe only, far from hubs and crossings, has a face on either side.
    let mut neighbours = Vec::new();
    let lonely = |at: Point| {
        let is_one = |near: &[u8]| near[index(at)].count_ones() == 1;
        is_one(&on) && is_one(&far) && inside(at)
    };
    for at in points().filter(|&at| lonely(at)) {
        let hubs = drawn
            .iter()
            .filter(|lines| lines.len() > 2)
            .any(|lines| squared(lines[0].0, at) < 144);
        if hubs {
            continue;
        }
        let around = points_around(at).filter(|&near| free.get(index(near)) == Some(&true));
        let mut faces: Vec<usize> = around.map(|near| face[index(near)]).collect();
        faces.sort_unstable();
        faces.dedup();
        if let [left, right] = faces.as_slice() {
            neighbours.push((*left, *right));
        }
    }
    neighbours.sort_unstable();
    neighbours.dedup();
    Faces {
        of_arcs,
        sizes,
        neighbours,
    }
}

fn points_around((x, y): Point) -> impl Iterator<Item = Point> {
    let reach = HALF + 2;
    let square = (-reach..=reach)
        .flat_map(move |right| (-reach..=reach).map(move |down| (x + right, y + down)));
    square.filter(|&(x, y)| (0..SIDE).contains(&x) && (0..SIDE).contains(&y))
}
