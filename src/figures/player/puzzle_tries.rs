//! Turns that a reader can try in a puzzle: the choices that the board offers in a position in
//! which the solver is to move ([`SolverPositions`]).
//!
//! A turn is built click by click ([`choices`]), so [`tries`] returns a tree: each choice contains
//! the choices that may follow it.
//!
//! [`SolverPositions`]: super::solver_positions::SolverPositions

use serde::{Serialize, Serializer};

use crate::draw::{Area, Areas, Figure, Lang};
use crate::replay::Position;
use crate::replay::choices::{Step, choices};

/// Maximum number of choices at one position that a page contains. With more, the reader can only
/// see the solution.
const MAX_CHOICES: usize = 4_000;

/// Choices at a position.
#[derive(Debug, Serialize)]
pub(super) struct Tries {
    /// Places on the board that can be chosen.
    areas: Vec<Area>,
    choices: Vec<Try>,
}

/// Choice that a reader can click.
#[derive(Debug)]
struct Try {
    label: String,
    /// Indices of its places in [`Tries::areas`].
    areas: Vec<usize>,
    /// The turn, if it may end with this choice.
    turn: Option<String>,
    /// Choices that may follow.
    following: Vec<Self>,
}

/// As an array without names, because a page may contain thousands of choices.
impl Serialize for Try {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.label, &self.areas, &self.turn, &self.following).serialize(serializer)
    }
}

/// Returns the choices of a position as a figure shows it; `None` if there are too many.
pub(super) fn tries(position: &Position, figure: &Figure, lang: Lang) -> Option<Tries> {
    let mut collector = TryCollector {
        position,
        areas: Areas::of_board(figure),
        lang,
        chosen: Vec::new(),
        names: Vec::new(),
        room_left: MAX_CHOICES,
    };
    let first_step = choices(position, &[], lang).ok()?;
    let choices = collector.collect_choices(&first_step)?;
    let TryCollector { areas, names, .. } = collector;
    Some(Tries {
        areas: names.iter().filter_map(|name| areas.get(name)).collect(),
        choices,
    })
}

/// Collects the choices of a position, with the places that they name.
struct TryCollector<'a> {
    position: &'a Position,
    areas: Areas<'a>,
    lang: Lang,
    /// Keys of the choices made so far.
    chosen: Vec<String>,
    /// Places that can be chosen.
    names: Vec<String>,
    /// Number of choices that still fit.
    room_left: usize,
}

impl TryCollector<'_> {
    /// Returns the choices of a step, each with those that follow it; `None` if there are too many.
    fn collect_choices(&mut self, step: &Step) -> Option<Vec<Try>> {
        self.room_left = self.room_left.checked_sub(step.choices.len())?;
        let mut tries = Vec::with_capacity(step.choices.len());
        for choice in &step.choices {
            let areas: Vec<usize> = choice
                .places
                .iter()
                .filter_map(|name| self.area_index(name))
                .collect();

            self.chosen.push(choice.key.clone());
            let next_step = choices(self.position, &self.chosen, self.lang).ok()?;
            let following = self.collect_choices(&next_step)?;
            self.chosen.pop();

            tries.push(Try {
                label: choice.label.clone(),
                areas,
                turn: next_step.turn,
                following,
            });
        }
        Some(tries)
    }

    /// Returns the index of a place that the figure shows.
    fn area_index(&mut self, name: &str) -> Option<usize> {
        self.areas.get(name)?;
        let known = self.names.iter().position(|other| other == name);
        Some(known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }))
    }
}
