//! Searches for curves that the pipes of a card can take together: they cross no more than they
//! have to and keep clear of each other. The result is committed as
//! `src/games/pipe/card_plans.txt`.
//!
//! Flaws of a route by itself, and of two routes together, are found once, however many plans they
//! are part of.

use super::super::card_art::{MAX_INSIDE, least_seen};
use super::super::card_faces::{Face, faces};
use super::super::pipe_centre_lines::{Course, HALF, Strand, courses};
use super::super::polylines::crossings_of;
use super::plans;
use crate::decks::RIM;
use crate::draw::{Place, Rect, UNIT};
use crate::testing::assert_committed;

/// Minimum distance between centre lines that do not cross.
const CLEAR: i32 = UNIT * 23 / 100;
/// Lines that are nearer to each other meet, whether they cross or not: as bad as many crossings.
const TOUCHING: i32 = UNIT * 12 / 100;
const MANY: usize = 100;
/// Minimum distance between crossings.
const CROSSINGS_APART: i32 = UNIT * 45 / 100;
/// Distance from the hub at which arms should have parted, and their distance there.
const PARTED: i32 = UNIT * 23 / 100;
const ARMS_APART: i32 = UNIT * 15 / 100;
/// A hub that lies further from the middle than that makes its arms bend sharply: so bad is it.
const OUTER: i32 = HALF / 3;
const BENT: i32 = 400;
/// Number of plans per arrangement that are examined, the best first.
const KEPT: usize = 200;

/// Cost of a plan: crossings, then narrow gaps, then the length of the lines.
type Cost = (usize, i64, i64);

/// Flaws of lines: crossings, narrow gaps, length.
#[derive(Clone, Copy, Default)]
struct Flaws {
    crossings: usize,
    narrow: i64,
    length: i64,
}

impl Flaws {
    fn add(&mut self, other: Self) {
        self.crossings += other.crossings;
        self.narrow += other.narrow;
        self.length += other.length;
    }

    /// Adds the amount by which a distance is too small.
    fn crowd(&mut self, least: Option<i32>, wanted: i32) {
        self.narrow += i64::from((wanted - least.unwrap_or(wanted)).max(0));
    }
}

/// A centre line in straight parts.
struct Line {
    places: Vec<Place>,
    around: Rect,
}

impl Line {
    fn from_strand(strand: &Strand) -> Self {
        let places = strand.flattened();
        let around = Rect::around(places.iter().copied()).unwrap_or_default();
        Self { places, around }
    }

    fn length(&self) -> i64 {
        self.places
            .windows(2)
            .map(|pair| i64::from(pair[1].minus(pair[0]).length()))
            .sum()
    }
}

/// A way that a pipe can take, and what is wrong with it by itself.
struct Route {
    course: Course,
    lines: Vec<Line>,
    flaws: Flaws,
}

impl Route {
    fn from_course(course: Course) -> Self {
        let lines: Vec<Line> = course.strands.iter().map(Line::from_strand).collect();
        let mut flaws = Flaws::default();
        let hub = course.hub.unwrap_or_default();
        for (index, line) in lines.iter().enumerate() {
            flaws.length += line.length();
            let far: Vec<Place> = line
                .places
                .iter()
                .copied()
                .filter(|place| place.minus(hub).length() > PARTED)
                .collect();
            for other in &lines[index + 1..] {
                flaws.crossings += crossings_of(&line.places, &other.places).len();
                flaws.crowd(least_between(&far, &other.places), ARMS_APART);
            }
        }
        if course.hub.is_some_and(|hub| hub.y.abs() > OUTER) {
            flaws.narrow += i64::from(BENT);
        }
        Self {
            course,
            lines,
            flaws,
        }
    }
}

/// Interaction of two routes.
struct Encounter {
    flaws: Flaws,
    /// Crossings, each with the segment of the first line.
    crossings: Vec<(usize, Place)>,
}

impl Encounter {
    fn new(one: &Route, other: &Route) -> Self {
        let mut encounter = Self {
            flaws: Flaws::default(),
            crossings: Vec::new(),
        };
        for (index, line) in one.lines.iter().enumerate() {
            for its in &other.lines {
                encounter.add(index, line, its);
            }
        }
        encounter
    }

    fn add(&mut self, at: usize, one: &Line, other: &Line) {
        // Routes that are far apart need no closer test.
        if !one.around.widened(CLEAR).meets(other.around) {
            return;
        }
        let met = crossings_of(&one.places, &other.places);
        self.flaws.crossings += met.len();
        if met.is_empty() {
            let least = least_between(&one.places, &other.places);
            self.flaws.crowd(least, CLEAR);
            self.flaws.crossings += if least.is_some_and(|least| least < TOUCHING) {
                MANY
            } else {
                0
            };
        }
        self.crossings
            .extend(met.into_iter().map(|crossing| (at, crossing.place)));
    }
}

/// The least distance between places of two lists.
fn least_between(some: &[Place], others: &[Place]) -> Option<i32> {
    let mut least: Option<Place> = None;
    for one in some {
        for other in others {
            let way = one.minus(*other);
            if least.is_none_or(|least| way.squared_length() < least.squared_length()) {
                least = Some(way);
            }
        }
    }
    least.map(Place::length)
}

/// The routes of all pipes of a card, and what each does to each of another pipe.
struct Routes {
    of_pipes: Vec<Vec<Route>>,
    /// For each pipe and each later pipe, every pair of their routes.
    encounters: Vec<Vec<Vec<Encounter>>>,
}

impl Routes {
    fn from_pipes(pipes: &[Vec<u8>]) -> Self {
        let of_pipes: Vec<Vec<Route>> = pipes
            .iter()
            .map(|entries| {
                courses(entries)
                    .into_iter()
                    .map(Route::from_course)
                    .collect()
            })
            .collect();
        let mut encounters = Vec::new();
        for (index, ones) in of_pipes.iter().enumerate() {
            let mut of_pipe = Vec::new();
            for others in &of_pipes[index + 1..] {
                let mut each = Vec::with_capacity(ones.len() * others.len());
                for one in ones {
                    each.extend(others.iter().map(|other| Encounter::new(one, other)));
                }
                of_pipe.push(each);
            }
            encounters.push(of_pipe);
        }
        Self {
            of_pipes,
            encounters,
        }
    }

    /// A number of a route for each pipe, in every way.
    fn choices(&self) -> Vec<Vec<usize>> {
        let mut choices = vec![Vec::new()];
        for routes in &self.of_pipes {
            let shorter = std::mem::take(&mut choices);
            for choice in shorter {
                choices.extend((0..routes.len()).map(|at| [choice.as_slice(), &[at]].concat()));
            }
        }
        choices
    }

    fn cost(&self, choice: &[usize]) -> Cost {
        let mut flaws = Flaws::default();
        let mut places = Vec::new();
        for (index, (routes, &chosen)) in self.of_pipes.iter().zip(choice).enumerate() {
            let route = &routes[chosen];
            flaws.add(route.flaws);
            let mut met: Vec<&Encounter> = Vec::new();
            for (encounters, other) in self.encounters[index].iter().zip(index + 1..) {
                let encounter = &encounters[chosen * self.of_pipes[other].len() + choice[other]];
                flaws.add(encounter.flaws);
                met.push(encounter);
            }
            // In the order of the lines.
            for line in 0..route.lines.len() {
                for encounter in &met {
                    let crossings = encounter.crossings.iter().filter(|(on, _)| *on == line);
                    places.extend(crossings.map(|(_, place)| *place));
                }
            }
        }
        for (index, place) in places.iter().enumerate() {
            flaws.crowd(
                least_between(&[*place], &places[index + 1..]),
                CROSSINGS_APART,
            );
        }
        // Areas that are hardly visible do not count.
        (flaws.crossings, flaws.narrow / 200, flaws.length)
    }
}

/// A plan by the routes that its pipes take.
struct Candidate {
    crossings: usize,
    routes: Vec<usize>,
    faces: Vec<Face>,
}

/// Returns the plans of an arrangement that a card with some fields can be drawn by, the best
/// first.
///
/// Fields are shown by faces: by the arcs of each and by what is beside it. Of plans that are alike
/// in this the first is drawn, or if they cross equally often, the one that leaves most to see of
/// the faces inside the card.
fn search(pipes: &[Vec<u8>]) -> Vec<Candidate> {
    let routes = Routes::from_pipes(pipes);
    let mut all: Vec<(Cost, Vec<usize>)> = routes
        .choices()
        .into_iter()
        .map(|choice| (routes.cost(&choice), choice))
        .collect();
    all.sort_by_key(|(cost, _)| *cost);
    all.truncate(KEPT);
    let mut found: Vec<Candidate> = Vec::new();
    for ((crossings, ..), choice) in all {
        let course = |(routes, at): (&Vec<Route>, &usize)| routes[*at].course.clone();
        let courses: Vec<Course> = routes.of_pipes.iter().zip(&choice).map(course).collect();
        let candidate = Candidate {
            crossings,
            routes: choice,
            faces: faces(&courses),
        };
        let is_drawn = candidate
            .faces
            .iter()
            .filter(|face| face.arcs.is_empty())
            .count()
            <= MAX_INSIDE as usize;
        let is_better = |earlier: &Candidate| {
            let seen = |candidate: &Candidate| least_seen(&candidate.faces);
            earlier.crossings < crossings || seen(earlier) >= seen(&candidate)
        };
        let is_beaten = found
            .iter()
            .any(|earlier| are_alike(&earlier.faces, &candidate.faces) && is_better(earlier));
        // The first is drawn too if no plan shows the fields.
        if found.is_empty() || is_drawn && !is_beaten {
            found.push(candidate);
        }
    }
    found
}

/// Returns true if faces show the same fields, whatever the colours are.
fn are_alike(some: &[Face], others: &[Face]) -> bool {
    let shown = |faces: &[Face]| -> Vec<(Vec<u8>, Vec<usize>)> {
        let sorted = |mut beside: Vec<usize>| {
            beside.sort_unstable();
            beside.dedup();
            beside
        };
        faces
            .iter()
            .map(|face| (face.arcs.clone(), sorted(face.beside.clone())))
            .collect()
    };
    shown(some) == shown(others)
}

/// Returns all ways to share six entries among pipes: the pipes by their first entry, entries
/// rising.
fn arrangements() -> Vec<Vec<Vec<u8>>> {
    (1..=RIM).fold(vec![Vec::new()], |shorter: Vec<Vec<Vec<u8>>>, entry| {
        let longer = |pipes: Vec<Vec<u8>>| {
            let joined = (0..pipes.len()).map(|at| {
                let mut joined = pipes.clone();
                joined[at].push(entry);
                joined
            });
            let mut longer: Vec<Vec<Vec<u8>>> = joined.collect();
            longer.push([pipes, vec![vec![entry]]].concat());
            longer
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}

fn joined<T: ToString>(items: &[T], between: &str) -> String {
    items
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(between)
}

mod slow {
    use super::*;

    #[test]
    fn plans_are_those_that_the_search_finds() {
        let mut text = String::new();
        for pipes in arrangements() {
            let found = search(&pipes);
            let written = found
                .iter()
                .map(|plan| format!("{}={}", plan.crossings, joined(&plan.routes, ",")));
            let pipes: Vec<String> = pipes.iter().map(|entries| joined(entries, "")).collect();
            text.push_str(&format!(
                "{}: {}\n",
                pipes.join(" "),
                written.collect::<Vec<_>>().join(" ")
            ));
        }
        assert_committed("src/games/pipe/card_plans.txt", &text);
        for pipes in arrangements() {
            let found = search(&pipes);
            let read = plans(&pipes);
            assert!(
                found
                    .iter()
                    .map(|plan| plan.crossings)
                    .eq(read.iter().map(|plan| plan.crossings)),
                "{pipes:?}"
            );
            assert!(
                found.iter().map(|plan| &plan.faces).eq(&read
                    .iter()
                    .map(|plan| faces(&plan.courses))
                    .collect::<Vec<_>>()),
                "{pipes:?}"
            );
        }
    }
}
