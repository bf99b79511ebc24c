//! Centre lines of the pipes of a card, with heading E, relative to the middle of the card.
//!
//! Every line leaves its entry at a right angle to the rim, so that it continues into the next
//! card. Each pair of entries has its own curves for a section. The arms of a splitter meet in a
//! hub, for which several places are possible.
//!
//! [`courses`] returns the possible courses of a pipe. `card_plans.rs` reads from `card_plans.txt`
//! which of them each pipe of a card takes. That file names a course by its index, so a change of
//! [`courses`] needs a new file, which the test in `card_plans/curve_search.rs` generates.

use crate::decks::RIM;
use crate::draw::{Place, UNIT, on_curve};

/// Half the side of a square.
pub(super) const HALF: i32 = UNIT / 2;
/// Number of straight segments per curve. It is odd, so that curves that cross in their middles do
/// not cross at a vertex.
const PARTS: i64 = 9;
/// The length of an end cap.
const CAP: i32 = UNIT * 17 / 100;

/// The entries with heading E, and the direction into the card at each.
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

/// Consecutive curves: from an entry to another entry, to the hub, or to the end of a cap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strand {
    pub(super) curves: Vec<Curve>,
}

/// The centre lines of a pipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// One strand for an end cap or a section, one per arm of a splitter.
    pub(super) strands: Vec<Strand>,
    /// The place where the arms of a splitter meet.
    pub(super) hub: Option<Place>,
}

/// Number of straight segments per curve where a pipe is cut.
const FINE_PARTS: i64 = 36;

impl Course {
    /// Returns the centre lines as fine polylines. Two arms of a splitter are one line through the
    /// hub.
    pub(super) fn lines(&self) -> Vec<Vec<Place>> {
        let mut lines: Vec<Vec<Place>> = self
            .strands
            .iter()
            .map(|strand| strand.in_parts(FINE_PARTS))
            .collect();
        if self.hub.is_some() && lines.len() > 1 {
            let second = lines.remove(1);
            lines[0].extend(second.into_iter().rev().skip(1));
        }
        lines
    }
}

fn entry(number: u8) -> (Place, Place) {
    ENTRIES[usize::from(number.clamp(1, RIM)) - 1]
}

/// Returns the place at a distance in a direction.
fn along(place: Place, way: Place, length: i32) -> Place {
    Place {
        x: place.x + way.x * length,
        y: place.y + way.y * length,
    }
}

impl Strand {
    fn one(curve: Curve) -> Self {
        Self {
            curves: vec![curve],
        }
    }

    /// Returns the strand as a polyline.
    pub(super) fn flattened(&self) -> Vec<Place> {
        self.in_parts(PARTS)
    }

    fn in_parts(&self, parts: i64) -> Vec<Place> {
        let mut places: Vec<Place> = self
            .curves
            .first()
            .map(|curve| curve[0])
            .into_iter()
            .collect();
        for curve in &self.curves {
            places.extend((1..=parts).map(|part| on_curve(*curve, part, parts)));
        }
        places
    }
}

/// Returns the end cap at an entry.
fn cap(number: u8) -> Strand {
    let (place, inward) = entry(number);
    Strand::one([
        place,
        along(place, inward, CAP / 3),
        along(place, inward, CAP * 2 / 3),
        along(place, inward, CAP),
    ])
}

/// Returns the possible curves of a section between two entries.
fn sections(one: u8, other: u8) -> Vec<Strand> {
    let ends = (one.min(other), one.max(other));
    let (from, out) = entry(ends.0);
    let (to, back) = entry(ends.1);
    // The lengths of the control arms at both ends. Pairs of entries that are rotations or mirror
    // images of each other have the same lengths.
    let (first, last) = match ends {
        (1, 2) | (4, 5) => (3_500, 3_500),
        (1, 4) | (2, 5) => (5_000, 5_000),
        (1, 5) | (2, 4) => (3_300, 3_300),
        (1 | 5, 6) | (2, 3) | (3, 4) => (3_400, 3_400),
        (1, 3) | (2 | 4, 6) => (3_700, 7_000),
        (3, 5) => (7_000, 3_700),
        _ => (6_600, 6_600),
    };
    let straight = Strand::one([from, along(from, out, first), along(to, back, last), to]);
    let runs_along_card = ends == (3, 6);
    if !runs_along_card {
        return vec![straight];
    }
    // With a bend, the section avoids the point at which two other pipes cross.
    let bent = |aside: i32| {
        let middle = Place { x: 0, y: aside };
        let before = Place { x: 4_200, y: aside };
        let after = Place {
            x: -4_200,
            y: aside,
        };
        let curves = vec![
            [from, along(from, out, 4_200), before, middle],
            [middle, after, along(to, back, 4_200), to],
        ];
        Strand { curves }
    };
    vec![straight, bent(-3_000), bent(3_000)]
}

/// Shape of an arm between its entry and the hub.
#[derive(Clone, Copy)]
enum Bend {
    /// Along the side of its entry.
    Elbow,
    /// Diagonal.
    Slant,
}

/// Returns the arm of a splitter from an entry to the hub.
fn arm(number: u8, hub: Place, bend: Bend) -> Strand {
    let (place, inward) = entry(number);
    let way = hub.minus(place);
    // How far into the card the hub is, seen from the entry, and how far to the side.
    let depth = way.x * inward.x + way.y * inward.y;
    let aside = way.minus(along(Place::default(), inward, depth));
    let sideways = aside.length();
    // An arm that is nearly straight needs no bend.
    let (first_control, second_control) = if sideways == 0 || depth >= 2 * sideways {
        (
            along(place, inward, depth / 2),
            along(hub, inward, -depth / 2),
        )
    } else {
        match bend {
            Bend::Elbow => (
                along(place, inward, depth * 55 / 100),
                hub.minus(aside.at_length(sideways * 55 / 100)),
            ),
            Bend::Slant => {
                let first_control = along(place, inward, (depth * 30 / 100).max(2_200));
                (
                    first_control,
                    Place {
                        x: first_control.x.midpoint(hub.x),
                        y: first_control.y.midpoint(hub.y),
                    },
                )
            }
        }
    };
    Strand::one([place, first_control, second_control, hub])
}

/// Returns the possible courses of a pipe. Their order is part of the format of `card_plans.txt`,
/// which names a course by its index.
pub(super) fn courses(entries: &[u8]) -> Vec<Course> {
    let lone = |strand: Strand| Course {
        strands: vec![strand],
        hub: None,
    };
    match *entries {
        [] => Vec::new(),
        [only] => vec![lone(cap(only))],
        [one, other] => sections(one, other).into_iter().map(lone).collect(),
        _ => {
            let xs = [0, -2_500, 2_500, -5_000, 5_000];
            let hubs = xs
                .into_iter()
                .flat_map(|x| [0, -1_200, 1_200, -2_400, 2_400].map(|y| Place { x, y }));
            let bends = [Bend::Elbow, Bend::Slant];
            let all = hubs.flat_map(|hub| bends.map(|bend| (hub, bend)));
            all.map(|(hub, bend)| Course {
                strands: entries
                    .iter()
                    .map(|&number| arm(number, hub, bend))
                    .collect(),
                hub: Some(hub),
            })
            .collect()
        }
    }
}
