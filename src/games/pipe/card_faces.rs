//! The faces of a card: the areas between the centre lines of its pipes.
//!
//! The rim and the centre lines form a planar graph of knots and threads. Each face is traced by always taking
//! the rightmost thread. No rule is used: [`fields`] returns what the drawing shows, to be compared with the
//! rules V2.4 and V2.5.

use crate::draw::{Place, UNIT};

use super::card_lines::{Course, ENTRIES, Strand, crossings_of};
use crate::decks::RIM;

/// A face of a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Face {
    /// The closed outline, clockwise.
    pub(super) corners: Vec<Place>,
    /// The arcs on the face, from 1.
    pub(super) arcs: Vec<u8>,
    /// The neighbouring faces, each across a piece of pipe.
    pub(super) beside: Vec<usize>,
}

/// An edge between two knots.
struct Thread {
    knots: [usize; 2],
    places: Vec<Place>,
    arc: Option<u8>,
}

/// The corner that each arc passes with heading E. Arcs 1 and 4 pass none.
const CORNERS: [Option<Place>; RIM as usize] = [
    None,
    Some(Place { x: UNIT, y: -UNIT / 2 }),
    Some(Place { x: UNIT, y: UNIT / 2 }),
    None,
    Some(Place { x: -UNIT, y: UNIT / 2 }),
    Some(Place { x: -UNIT, y: -UNIT / 2 }),
];

/// Returns the corners of a card, clockwise.
pub(super) fn card_corners() -> impl Iterator<Item = Place> {
    CORNERS.into_iter().flatten()
}

#[derive(Default)]
struct Net {
    knots: Vec<Place>,
    threads: Vec<Thread>,
}

impl Net {
    fn knot(&mut self, at: Place) -> usize {
        let known = self.knots.iter().position(|knot| *knot == at);
        known.unwrap_or_else(|| {
            self.knots.push(at);
            self.knots.len() - 1
        })
    }

    fn of(courses: &[Course]) -> Self {
        let mut net = Self::default();
        for (at, arc) in (0..usize::from(RIM)).zip(1..) {
            let (from, to) = (ENTRIES[at].0, ENTRIES[(at + 1) % usize::from(RIM)].0);
            let knots = [net.knot(from), net.knot(to)];
            let places = [Some(from), CORNERS[at], Some(to)].into_iter().flatten().collect();
            net.threads.push(Thread { knots, places, arc: Some(arc) });
        }
        // End caps do not divide faces.
        let cutting = courses.iter().filter(|course| course.hub.is_some() || ends_on_rim(course));
        let strands = cutting.enumerate().flat_map(|(pipe, course)| course.strands.iter().map(move |s| (pipe, s)));
        let lines: Vec<(usize, Vec<Place>)> = strands.map(|(pipe, strand)| (pipe, strand.flattened())).collect();
        for (pipe, line) in &lines {
            let others = lines.iter().filter(|(other, _)| other != pipe);
            let met = others.flat_map(|(_, other)| crossings_of_both(line, other));
            let mut cuts: Vec<(usize, Place)> = met.collect();
            cuts.sort_by_key(|&(part, at)| (part, at.minus(line[part]).length()));
            net.lay(line, &cuts);
        }
        net
    }

    /// Adds a line, with a knot wherever another line crosses it.
    fn lay(&mut self, line: &[Place], cuts: &[(usize, Place)]) {
        let mut places: Vec<Place> = Vec::new();
        let mut cuts = cuts.iter().peekable();
        for (part, &at) in line.iter().enumerate() {
            places.push(at);
            while let Some((_, cut)) = cuts.next_if(|(on, _)| *on == part) {
                places.push(*cut);
                self.tie(std::mem::replace(&mut places, vec![*cut]));
            }
        }
        self.tie(places);
    }

    fn tie(&mut self, places: Vec<Place>) {
        if let (Some(&from), Some(&to)) = (places.first(), places.last()) {
            let knots = [self.knot(from), self.knot(to)];
            self.threads.push(Thread { knots, places, arc: None });
        }
    }

    /// Returns the place next to the knot at which a half thread starts.
    fn next_place(&self, half: usize) -> Place {
        let places = &self.threads[half / 2].places;
        let distinct = |from: Place, mut rest: Box<dyn Iterator<Item = &Place> + '_>| {
            rest.find(|place| **place != from).copied().unwrap_or(from)
        };
        match half % 2 {
            0 => distinct(places[0], Box::new(places.iter())),
            _ => distinct(places[places.len() - 1], Box::new(places.iter().rev())),
        }
    }

    fn start(&self, half: usize) -> usize {
        self.threads[half / 2].knots[half % 2]
    }

    /// Returns the half thread that continues the face to the right of `half`.
    fn after(&self, half: usize) -> usize {
        let back = half ^ 1;
        let knot = self.start(back);
        let mut halves: Vec<usize> = (0..self.threads.len() * 2).filter(|&other| self.start(other) == knot).collect();
        let way = |half: usize| self.next_place(half).minus(self.knots[knot]);
        halves.sort_by(|&one, &other| by_angle(way(one), way(other)));
        let at = halves.iter().position(|&other| other == back).unwrap_or(0);
        halves[(at + halves.len() - 1) % halves.len()]
    }
}

/// Returns the crossings of two lines: the segment of the first line, and the place. The place does not depend
/// on the order of the lines.
fn crossings_of_both(line: &[Place], other: &[Place]) -> Vec<(usize, Place)> {
    if line <= other {
        crossings_of(line, other).into_iter().map(|(part, _, at)| (part, at)).collect()
    } else {
        crossings_of(other, line).into_iter().map(|(_, part, at)| (part, at)).collect()
    }
}

fn ends_on_rim(course: &Course) -> bool {
    let end = |strand: &Strand| strand.curves.last().map(|curve| curve[3]);
    course.strands.iter().any(|strand| ENTRIES.iter().any(|(at, _)| end(strand) == Some(*at)))
}

/// Orders directions clockwise from the east; y points down.
fn by_angle(one: Place, other: Place) -> std::cmp::Ordering {
    let upper = |way: Place| way.y < 0 || (way.y == 0 && way.x < 0);
    let product = i64::from(one.x) * i64::from(other.y) - i64::from(one.y) * i64::from(other.x);
    upper(one).cmp(&upper(other)).then(0.cmp(&product))
}

/// Returns the faces between the centre lines. Those with arcs come first, by their first arc.
pub(super) fn faces(courses: &[Course]) -> Vec<Face> {
    let net = Net::of(courses);
    let halves = net.threads.len() * 2;
    let mut face_of: Vec<Option<usize>> = vec![None; halves];
    let mut faces: Vec<Face> = Vec::new();
    // Counterclockwise along the rim is the outside of the card, which is not a face.
    let is_outside = |half: usize| half % 2 == 1 && net.threads[half / 2].arc.is_some();
    for first in 0..halves {
        if face_of[first].is_some() || is_outside(first) {
            continue;
        }
        let mut face = Face::default();
        let mut half = first;
        while face_of[half].is_none() {
            face_of[half] = Some(faces.len());
            let thread = &net.threads[half / 2];
            let mut places = thread.places.clone();
            if half % 2 == 1 {
                places.reverse();
            }
            places.pop();
            face.corners.extend(places);
            face.arcs.extend(thread.arc);
            half = net.after(half);
        }
        face.arcs.sort_unstable();
        faces.push(face);
    }
    for half in (0..halves).filter(|&half| net.threads[half / 2].arc.is_none()) {
        if let (Some(one), Some(other)) = (face_of[half], face_of[half ^ 1]) {
            faces[one].beside.push(other);
        }
    }
    faces
}

/// Returns the connected fields of coloured faces, by their arcs. Those without arcs come last.
pub(super) fn fields<C: Copy + PartialEq>(faces: &[Face], colours: &[C]) -> Vec<(C, Vec<u8>)> {
    let mut fields = Vec::new();
    let mut seen = vec![false; faces.len()];
    for first in 0..faces.len() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let (mut arcs, mut queue) = (Vec::new(), vec![first]);
        while let Some(face) = queue.pop() {
            arcs.extend(&faces[face].arcs);
            for &beside in &faces[face].beside {
                if colours[beside] == colours[first] && !std::mem::replace(&mut seen[beside], true) {
                    queue.push(beside);
                }
            }
        }
        arcs.sort_unstable();
        fields.push((colours[first], arcs));
    }
    fields.sort_by_key(|(_, arcs)| arcs.first().copied().unwrap_or(u8::MAX));
    fields
}
