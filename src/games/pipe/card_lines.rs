//! Where the pipes of a card run: their centre lines, with heading E, from the middle of the card.
//!
//! Every line leaves its entry at a right angle to the rim, so that it goes on into the card beside.
//! A section is a curve of its own for each pair of entries. A splitter's arms meet in a hub, for
//! which there are many places: the best is where pipes cross no more than they have to and keep
//! clear of each other.

use std::sync::{Arc, Mutex, PoisonError};

use crate::draw::{Place, UNIT};
use crate::text::{Order, SortedMap};

use super::layout::RIM;

const HALF: i32 = UNIT / 2;
/// Into how many straight parts a curve is cut: an odd number, so that curves which meet in their
/// middles do not meet in a corner.
const PARTS: i64 = 9;
/// How far an end cap reaches into the card.
const CAP: i32 = UNIT * 17 / 100;
/// How far centre lines that do not cross should keep apart.
const CLEAR: i64 = UNIT as i64 * 23 / 100;
/// Lines that are nearer to each other meet, whether they cross or not: as bad as many crossings.
const TOUCHING: i64 = UNIT as i64 * 12 / 100;
const MANY: usize = 100;
/// How far apart crossings should lie.
const CROSSINGS_APART: i64 = UNIT as i64 * 45 / 100;
/// How far from the hub arms should have parted, and how far.
const PARTED: i64 = UNIT as i64 * 23 / 100;
const ARMS_APART: i64 = UNIT as i64 * 15 / 100;

/// The entries with heading E, and the way into the card at each.
pub(super) const ENTRIES: [(Place, Place); RIM as usize] = [
    (Place { x: -HALF, y: -HALF }, Place { x: 0, y: 1 }),
    (Place { x: HALF, y: -HALF }, Place { x: 0, y: 1 }),
    (Place { x: UNIT, y: 0 }, Place { x: -1, y: 0 }),
    (Place { x: HALF, y: HALF }, Place { x: 0, y: -1 }),
    (Place { x: -HALF, y: HALF }, Place { x: 0, y: -1 }),
    (Place { x: -UNIT, y: 0 }, Place { x: 1, y: 0 }),
];

/// A cubic Bézier curve.
pub(super) type Curve = [Place; 4];

/// Curves one after the other: from an entry to another one, to the hub, or to the end of a cap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strand {
    pub(super) curves: Vec<Curve>,
}

/// The centre lines of a pipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Course {
    /// One for an end cap or a section, one for each arm of a splitter.
    pub(super) strands: Vec<Strand>,
    /// Where the arms of a splitter meet.
    pub(super) hub: Option<Place>,
}

fn entry(number: u8) -> (Place, Place) {
    ENTRIES[usize::from(number.clamp(1, RIM)) - 1]
}

/// A place, and so far on in a direction.
fn along(at: Place, way: Place, length: i32) -> Place {
    Place { x: at.x + way.x * length, y: at.y + way.y * length }
}

impl Plan {
    /// Whether its pipes cross more often than those of another.
    pub(super) fn crosses_more_than(&self, other: &Self) -> bool {
        self.worth.0 > other.worth.0
    }
}

impl Strand {
    fn one(curve: Curve) -> Self {
        Self { curves: vec![curve] }
    }

    /// It in straight parts.
    pub(super) fn flattened(&self) -> Vec<Place> {
        let mut places: Vec<Place> = self.curves.first().map(|curve| curve[0]).into_iter().collect();
        for curve in &self.curves {
            places.extend((1..=PARTS).map(|part| on_curve(curve, part)));
        }
        places
    }
}

/// The place after `part` of [`PARTS`] parts of a curve.
fn on_curve(curve: &Curve, part: i64) -> Place {
    let rest = PARTS - part;
    let weights = [rest * rest * rest, 3 * rest * rest * part, 3 * rest * part * part, part * part * part];
    let mixed = |read: fn(&Place) -> i32| {
        let sum: i64 = curve.iter().zip(weights).map(|(at, weight)| i64::from(read(at)) * weight).sum();
        i32::try_from(sum / (PARTS * PARTS * PARTS)).unwrap_or(0)
    };
    Place { x: mixed(|at| at.x), y: mixed(|at| at.y) }
}

/// The end cap at an entry.
fn cap(number: u8) -> Strand {
    let (at, inward) = entry(number);
    Strand::one([at, along(at, inward, CAP / 3), along(at, inward, CAP * 2 / 3), along(at, inward, CAP)])
}

/// The ways that a section from one entry to another can take.
fn sections(one: u8, other: u8) -> Vec<Strand> {
    let ((from, out), (to, back)) = (entry(one.min(other)), entry(one.max(other)));
    // How far it goes straight on at either end, in a sense.
    let (first, last) = match (one.min(other), one.max(other)) {
        (1, 2) | (4, 5) => (3_500, 3_500),
        (1, 4) | (2, 5) => (5_000, 5_000),
        (1, 5) | (2, 4) => (3_300, 3_300),
        (1 | 5, 6) | (2, 3) | (3, 4) => (3_400, 3_400),
        (1, 3) | (2 | 4, 6) => (3_700, 7_000),
        (3, 5) => (7_000, 3_700),
        _ => (6_600, 6_600),
    };
    let straight = Strand::one([from, along(from, out, first), along(to, back, last), to]);
    if (one.min(other), one.max(other)) != (3, 6) {
        return vec![straight];
    }
    // Two others can cross it where they cross each other: then it makes a bend.
    let bent = |aside: i32| {
        let middle = Place { x: 0, y: aside };
        let (before, behind) = (Place { x: 4_200, y: aside }, Place { x: -4_200, y: aside });
        let curves =
            vec![[from, along(from, out, 4_200), before, middle], [middle, behind, along(to, back, 4_200), to]];
        Strand { curves }
    };
    vec![straight, bent(-3_000), bent(3_000)]
}

/// How an arm comes to its hub.
#[derive(Clone, Copy)]
enum Bend {
    /// Along the side that its entry is on.
    Elbow,
    /// Slanting.
    Slant,
}

fn arm(number: u8, hub: Place, bend: Bend) -> Strand {
    let (at, inward) = entry(number);
    let way = hub.minus(at);
    let depth = way.x * inward.x + way.y * inward.y;
    let aside = way.minus(along(Place::default(), inward, depth));
    let sideways = aside.length();
    let (one, two) = if sideways == 0 || depth >= 2 * sideways {
        (along(at, inward, depth / 2), along(hub, inward, -depth / 2))
    } else {
        match bend {
            Bend::Elbow => (along(at, inward, depth * 55 / 100), hub.minus(aside.at_length(sideways * 55 / 100))),
            Bend::Slant => {
                let one = along(at, inward, (depth * 30 / 100).max(2_200));
                (one, Place { x: one.x.midpoint(hub.x), y: one.y.midpoint(hub.y) })
            }
        }
    };
    Strand::one([at, one, two, hub])
}

/// The ways that a pipe can take.
fn courses(entries: &[u8]) -> Vec<Course> {
    let lone = |strand: Strand| Course { strands: vec![strand], hub: None };
    match *entries {
        [] => Vec::new(),
        [only] => vec![lone(cap(only))],
        [one, other] => sections(one, other).into_iter().map(lone).collect(),
        _ => {
            let xs = [0, -2_500, 2_500, -5_000, 5_000];
            let hubs = xs.into_iter().flat_map(|x| [0, -1_200, 1_200, -2_400, 2_400].map(|y| Place { x, y }));
            let bends = [Bend::Elbow, Bend::Slant];
            let all = hubs.flat_map(|hub| bends.map(|bend| (hub, bend)));
            all.map(|(hub, bend)| Course {
                strands: entries.iter().map(|&number| arm(number, hub, bend)).collect(),
                hub: Some(hub),
            })
            .collect()
        }
    }
}

/// A way for each pipe, and how good they are together: the less the better.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) courses: Vec<Course>,
    worth: Worth,
}

/// Crossings, then what is too narrow, then how long the lines are.
type Worth = (usize, i64, i64);

/// How many ways are kept of those that the pipes of a card can take.
const KEPT: usize = 200;

/// Plans by the entries of the pipes.
type Known = SortedMap<Vec<Vec<u8>>, Arc<[Plan]>>;

/// What was found for cards: there are 203 ways to share six entries among pipes.
static KNOWN: Mutex<Known> = Mutex::new(SortedMap::new());

/// The best ways that the pipes of a card can take, the best first; pipes by their first entry,
/// entries rising.
pub(super) fn plans(pipes: Vec<Vec<u8>>) -> Arc<[Plan]> {
    // What is there is whole, whatever became of who put it there.
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(plans) = known().get(&pipes) {
        return Arc::clone(plans);
    }
    let found: Arc<[Plan]> = search(&pipes).into();
    known().insert(pipes, Arc::clone(&found));
    found
}

fn search(pipes: &[Vec<u8>]) -> Vec<Plan> {
    let mut plans: Vec<Vec<Course>> = vec![Vec::new()];
    for entries in pipes {
        let courses = courses(entries);
        plans = plans
            .iter()
            .flat_map(|plan| courses.iter().map(move |course| plan.iter().chain([course]).cloned().collect()))
            .collect();
    }
    let mut plans: Vec<Plan> = plans.into_iter().map(|courses| Plan { worth: worth(&courses), courses }).collect();
    plans.order_by_key(|plan| plan.worth);
    plans.truncate(KEPT);
    plans
}

fn worth(courses: &[Course]) -> Worth {
    let lines: Vec<Vec<Vec<Place>>> =
        courses.iter().map(|course| course.strands.iter().map(Strand::flattened).collect()).collect();
    let (mut crossings, mut narrow, mut length) = (0, 0, 0);
    let mut places: Vec<Place> = Vec::new();
    for (at, own) in lines.iter().enumerate() {
        for (index, line) in own.iter().enumerate() {
            length += line.windows(2).map(|pair| distance(pair[0], pair[1])).sum::<i64>();
            for other in &own[index + 1..] {
                crossings += crossings_of(line, other).len();
                let hub = courses[at].hub.unwrap_or_default();
                let far = line.iter().filter(|place| distance(**place, hub) > PARTED);
                let least = far.flat_map(|place| other.iter().map(move |other| distance(*place, *other))).min();
                narrow += (ARMS_APART - least.unwrap_or(ARMS_APART)).max(0);
            }
            for other in lines[at + 1..].iter().flatten() {
                let met = crossings_of(line, other);
                crossings += met.len();
                if met.is_empty() {
                    let pairs = line.iter().flat_map(|place| other.iter().map(move |other| distance(*place, *other)));
                    let least = pairs.min().unwrap_or(CLEAR);
                    narrow += (CLEAR - least).max(0);
                    crossings += if least < TOUCHING { MANY } else { 0 };
                }
                places.extend(met.into_iter().map(|(.., at)| at));
            }
        }
    }
    for (at, place) in places.iter().enumerate() {
        let least = places[at + 1..].iter().map(|other| distance(*place, *other)).min();
        narrow += (CROSSINGS_APART - least.unwrap_or(CROSSINGS_APART)).max(0);
    }
    // A hub near the rim makes its arms bend sharply.
    let outer = courses.iter().filter(|course| course.hub.is_some_and(|hub| hub.y.abs() > HALF / 3));
    narrow += outer.count() as i64 * 400;
    // What can hardly be seen counts for nothing.
    (crossings, narrow / 200, length)
}

fn distance(one: Place, other: Place) -> i64 {
    i64::from(one.minus(other).length())
}

/// On which side of a line from `one` to `other` a place lies; what is on it counts as left.
fn is_left(one: Place, other: Place, at: Place) -> bool {
    let (way, to) = (other.minus(one), at.minus(one));
    i64::from(way.x) * i64::from(to.y) - i64::from(way.y) * i64::from(to.x) >= 0
}

/// Where two lines cross: the part of each, and the place.
pub(super) fn crossings_of(one: &[Place], other: &[Place]) -> Vec<(usize, usize, Place)> {
    let mut found = Vec::new();
    for (at, own) in one.windows(2).enumerate() {
        for (index, its) in other.windows(2).enumerate() {
            let ([a, b], [c, d]) = ([own[0], own[1]], [its[0], its[1]]);
            if is_left(c, d, a) != is_left(c, d, b) && is_left(a, b, c) != is_left(a, b, d) {
                found.push((at, index, meeting(a, b, c, d)));
            }
        }
    }
    found
}

/// Where the lines through `a`, `b` and through `c`, `d` meet.
fn meeting(a: Place, b: Place, c: Place, d: Place) -> Place {
    let (own, its, to) = (b.minus(a), d.minus(c), c.minus(a));
    let product =
        |one: Place, other: Place| i64::from(one.x) * i64::from(other.y) - i64::from(one.y) * i64::from(other.x);
    let whole = match product(own, its) {
        0 => return a,
        whole => whole,
    };
    let part = product(to, its);
    let moved = |from: i32, by: i32| from + i32::try_from(i64::from(by) * part / whole).unwrap_or(0);
    Place { x: moved(a.x, own.x), y: moved(a.y, own.y) }
}
