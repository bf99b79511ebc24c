//! Which ways the pipes of a card take together: where they cross no more than they have to and keep clear of each other.
//!
//! What is wrong with a way by itself, and with two of them together, is found once, however many plans they are part of.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::card_lines::{Course, HALF, Strand, courses, crossings_of};
use crate::draw::{Place, Rect, UNIT};

/// How far centre lines that do not cross should keep apart.
const CLEAR: i32 = UNIT * 23 / 100;
/// Lines that are nearer to each other meet, whether they cross or not: as bad as many crossings.
const TOUCHING: i32 = UNIT * 12 / 100;
const MANY: usize = 100;
/// How far apart crossings should lie.
const CROSSINGS_APART: i32 = UNIT * 45 / 100;
/// How far from the hub arms should have parted, and how far.
const PARTED: i32 = UNIT * 23 / 100;
const ARMS_APART: i32 = UNIT * 15 / 100;
/// A hub that lies further from the middle than that makes its arms bend sharply: so bad is it.
const OUTER: i32 = HALF / 3;
const BENT: i32 = 400;

/// A way for each pipe, and how good they are together: the less the better.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) courses: Vec<Course>,
    worth: Worth,
}

/// Crossings, then what is too narrow, then how long the lines are.
type Worth = (usize, i64, i64);

impl Plan {
    /// Whether its pipes cross more often than those of another.
    pub(super) fn crosses_more_than(&self, other: &Self) -> bool {
        self.worth.0 > other.worth.0
    }
}

/// How many ways are kept of those that the pipes of a card can take.
const KEPT: usize = 200;

/// Plans by the entries of the pipes.
type Known = BTreeMap<Vec<Vec<u8>>, Arc<[Plan]>>;

/// What was found for cards: there are 203 ways to share six entries among pipes.
static KNOWN: Mutex<Known> = Mutex::new(BTreeMap::new());

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

/// What is wrong with lines: how often they cross, what is too narrow, and how long they are.
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

    /// What is nearer than it should be.
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
    fn of(strand: &Strand) -> Self {
        let places = strand.flattened();
        let around = Rect::around(places.iter().copied()).unwrap_or_default();
        Self { places, around }
    }

    fn length(&self) -> i64 {
        self.places.windows(2).map(|pair| i64::from(pair[1].minus(pair[0]).length())).sum()
    }
}

/// A way that a pipe can take, and what is wrong with it by itself.
struct Route {
    course: Course,
    lines: Vec<Line>,
    flaws: Flaws,
}

impl Route {
    fn of(course: Course) -> Self {
        let lines: Vec<Line> = course.strands.iter().map(Line::of).collect();
        let mut flaws = Flaws::default();
        let hub = course.hub.unwrap_or_default();
        for (at, line) in lines.iter().enumerate() {
            flaws.length += line.length();
            let far: Vec<Place> =
                line.places.iter().copied().filter(|place| place.minus(hub).length() > PARTED).collect();
            for other in &lines[at + 1..] {
                flaws.crossings += crossings_of(&line.places, &other.places).len();
                flaws.crowd(least_between(&far, &other.places), ARMS_APART);
            }
        }
        if course.hub.is_some_and(|hub| hub.y.abs() > OUTER) {
            flaws.narrow += i64::from(BENT);
        }
        Self { course, lines, flaws }
    }
}

/// What two routes do to each other.
struct Encounter {
    flaws: Flaws,
    /// Where they cross, each with the number of the first one's line.
    crossings: Vec<(usize, Place)>,
}

impl Encounter {
    fn of(one: &Route, other: &Route) -> Self {
        let mut encounter = Self { flaws: Flaws::default(), crossings: Vec::new() };
        for (at, line) in one.lines.iter().enumerate() {
            for its in &other.lines {
                encounter.add(at, line, its);
            }
        }
        encounter
    }

    fn add(&mut self, at: usize, one: &Line, other: &Line) {
        // What is clear of the other by far needs no closer look.
        if !one.around.widened(CLEAR).meets(other.around) {
            return;
        }
        let met = crossings_of(&one.places, &other.places);
        self.flaws.crossings += met.len();
        if met.is_empty() {
            let least = least_between(&one.places, &other.places);
            self.flaws.crowd(least, CLEAR);
            self.flaws.crossings += if least.is_some_and(|least| least < TOUCHING) { MANY } else { 0 };
        }
        self.crossings.extend(met.into_iter().map(|(.., place)| (at, place)));
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
    /// Of each pipe with those behind it: every route of the one with every one of the other.
    encounters: Vec<Vec<Vec<Encounter>>>,
}

impl Routes {
    fn of(pipes: &[Vec<u8>]) -> Self {
        let of_pipes: Vec<Vec<Route>> =
            pipes.iter().map(|entries| courses(entries).into_iter().map(Route::of).collect()).collect();
        let mut encounters = Vec::new();
        for (at, ones) in of_pipes.iter().enumerate() {
            let mut of_pipe = Vec::new();
            for others in &of_pipes[at + 1..] {
                let mut each = Vec::with_capacity(ones.len() * others.len());
                for one in ones {
                    each.extend(others.iter().map(|other| Encounter::of(one, other)));
                }
                of_pipe.push(each);
            }
            encounters.push(of_pipe);
        }
        Self { of_pipes, encounters }
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

    fn worth(&self, choice: &[usize]) -> Worth {
        let (mut flaws, mut places) = (Flaws::default(), Vec::new());
        for (at, (routes, &chosen)) in self.of_pipes.iter().zip(choice).enumerate() {
            let route = &routes[chosen];
            flaws.add(route.flaws);
            let mut met: Vec<&Encounter> = Vec::new();
            for (encounters, other) in self.encounters[at].iter().zip(at + 1..) {
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
        for (at, place) in places.iter().enumerate() {
            flaws.crowd(least_between(&[*place], &places[at + 1..]), CROSSINGS_APART);
        }
        // What can hardly be seen counts for nothing.
        (flaws.crossings, flaws.narrow / 200, flaws.length)
    }
}

fn search(pipes: &[Vec<u8>]) -> Vec<Plan> {
    let routes = Routes::of(pipes);
    let mut plans: Vec<(Worth, Vec<usize>)> =
        routes.choices().into_iter().map(|choice| (routes.worth(&choice), choice)).collect();
    plans.sort_by_key(|(worth, _)| *worth);
    plans.truncate(KEPT);
    let course = |(routes, at): (&Vec<Route>, usize)| routes[at].course.clone();
    let plan = |(worth, choice)| Plan { worth, courses: routes.of_pipes.iter().zip(choice).map(course).collect() };
    plans.into_iter().map(plan).collect()
}
