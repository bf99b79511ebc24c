//! Searches for curves that the pipes of a card can take together: they cross no more than they
//! have to and keep clear of each other. The result is committed as
//! `src/games/pipe/card_plans.txt`.
//!
//! A *course* is the centre line of a pipe: a *strand* for each of its arms, which meet at a *hub*
//! in a splitter. A [`Route`] is a course with its flaws, an [`Encounter`] the flaws of two routes
//! together, and a *plan* a route for each pipe of a card. The flaws of routes and encounters are
//! computed once, however many plans they are part of.

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
/// Distance below which lines touch without crossing.
const TOUCHING: i32 = UNIT * 12 / 100;
/// Number of crossings that two touching lines count as.
const CROSSINGS_OF_TOUCHING: usize = 100;
/// Minimum distance between crossings.
const CROSSINGS_APART: i32 = UNIT * 45 / 100;
/// Distance from the hub at which arms should have parted.
const PARTED: i32 = UNIT * 23 / 100;
/// Minimum distance between arms that have parted.
const ARMS_APART: i32 = UNIT * 15 / 100;
/// Distance of a hub from the middle of the card above which its arms bend sharply.
const OUTER: i32 = HALF / 3;
/// Width of the narrow gap that sharply bent arms count as.
const BENT: i32 = 400;
/// Difference between narrow gaps that is not visible.
const INVISIBLE: i64 = 200;
/// Number of plans per arrangement that are examined, the best first.
const PLANS_EXAMINED: usize = 200;

/// Cost of a plan. Of two plans with equally many crossings, the one with fewer narrow gaps is
/// better, then the one with shorter lines.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost {
    crossings: usize,
    /// The narrow gaps, in units of what is visible.
    narrow: i64,
    length: i64,
}

/// Flaws of lines.
#[derive(Clone, Copy, Default)]
struct Flaws {
    crossings: usize,
    /// The amounts by which distances are too small, added up.
    narrow: i64,
    /// The length of the lines.
    length: i64,
}

impl Flaws {
    fn add(&mut self, other: Self) {
        self.crossings += other.crossings;
        self.narrow += other.narrow;
        self.length += other.length;
    }

    /// Adds the amount by which a distance is smaller than `minimum`. There is no distance if there
    /// is nothing else.
    fn add_gap(&mut self, distance: Option<i32>, minimum: i32) {
        let missing = minimum - distance.unwrap_or(minimum);
        self.narrow += i64::from(missing.max(0));
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
                flaws.add_gap(least_between(&far, &other.places), ARMS_APART);
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

/// What two routes do to each other.
struct Encounter {
    flaws: Flaws,
    crossings: Vec<CrossingOnRoute>,
}

/// A crossing of two routes.
struct CrossingOnRoute {
    /// The index of the line in the first route.
    line: usize,
    place: Place,
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

    /// Adds what two lines do to each other. `line` is the index of `one` in its route.
    fn add(&mut self, line: usize, one: &Line, other: &Line) {
        // Routes that are far apart need no closer test.
        if !one.around.widened(CLEAR).meets(other.around) {
            return;
        }
        let met = crossings_of(&one.places, &other.places);
        self.flaws.crossings += met.len();
        if met.is_empty() {
            let least = least_between(&one.places, &other.places);
            self.flaws.add_gap(least, CLEAR);
            self.flaws.crossings += if least.is_some_and(|least| least < TOUCHING) {
                CROSSINGS_OF_TOUCHING
            } else {
                0
            };
        }
        self.crossings
            .extend(met.into_iter().map(|crossing| CrossingOnRoute {
                line,
                place: crossing.place,
            }));
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

/// The routes of all pipes of a card, and the encounters of those of different pipes.
struct Routes {
    of_pipes: Vec<Vec<Route>>,
    /// For each pipe and each later pipe, the encounters of every pair of their routes. Those of
    /// the first route come first.
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

    /// Returns all choices: the index of a route for each pipe.
    fn choices(&self) -> Vec<Vec<usize>> {
        let mut choices = vec![Vec::new()];
        for routes in &self.of_pipes {
            let mut longer = Vec::with_capacity(choices.len() * routes.len());
            for choice in &choices {
                for index in 0..routes.len() {
                    longer.push([choice.as_slice(), &[index]].concat());
                }
            }
            choices = longer;
        }
        choices
    }

    /// Returns the cost of a choice.
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
                    let crossings = encounter.crossings.iter();
                    let on_line = crossings.filter(|crossing| crossing.line == line);
                    places.extend(on_line.map(|crossing| crossing.place));
                }
            }
        }
        for (index, place) in places.iter().enumerate() {
            flaws.add_gap(
                least_between(&[*place], &places[index + 1..]),
                CROSSINGS_APART,
            );
        }
        Cost {
            crossings: flaws.crossings,
            narrow: flaws.narrow / INVISIBLE,
            length: flaws.length,
        }
    }
}

/// A plan that may be written into the file.
struct Candidate {
    crossings: usize,
    /// The index of the route of each pipe.
    routes: Vec<usize>,
    /// The areas between the pipes.
    faces: Vec<Face>,
}

/// Returns the plans of an arrangement with which a card may be drawn, the best first.
///
/// Which fields a plan can show depends on the arcs and the neighbours of its faces. Of plans that
/// are alike in these, only one is needed: that with the fewest crossings or, if these are equal,
/// the one whose faces inside the card are most visible.
fn search(pipes: &[Vec<u8>]) -> Vec<Candidate> {
    let routes = Routes::from_pipes(pipes);
    let mut all: Vec<(Cost, Vec<usize>)> = routes
        .choices()
        .into_iter()
        .map(|choice| (routes.cost(&choice), choice))
        .collect();
    all.sort_by_key(|(cost, _)| *cost);
    all.truncate(PLANS_EXAMINED);
    let mut found: Vec<Candidate> = Vec::new();
    for (Cost { crossings, .. }, choice) in all {
        let course = |(routes, index): (&Vec<Route>, &usize)| routes[*index].course.clone();
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
        // The first plan is also drawn if no plan shows the fields of a card.
        if found.is_empty() || (is_drawn && !is_beaten) {
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
    let mut arrangements: Vec<Vec<Vec<u8>>> = vec![Vec::new()];
    for entry in 1..=RIM {
        let mut longer = Vec::new();
        for pipes in arrangements {
            // The entry joins one of the pipes, or begins a new one.
            for index in 0..pipes.len() {
                let mut joined = pipes.clone();
                joined[index].push(entry);
                longer.push(joined);
            }
            longer.push([pipes, vec![vec![entry]]].concat());
        }
        arrangements = longer;
    }
    arrangements
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
