//! Turns that a reader can try in a puzzle: the choices that the board offers in each position in
//! which the solver is to move, and what the record says about the turns that it contains there.

use std::collections::HashMap;

use serde::Serialize;

use crate::draw::{Area, Areas, Figure, Lang};
use crate::figures::puzzle::puzzles;
use crate::notation::{Line, TurnId, TurnNode, Variation, VariationMark};
use crate::replay::choices::{Step, choices};
use crate::replay::{Position, Timeline};

/// Maximum number of choices at one position that a page contains. With more, the reader can only
/// see the solution.
const MAX_CHOICES: usize = 4_000;

/// Maximum number of positions of one puzzle that can be played.
const MAX_POSITIONS: u32 = 16;

/// What the record says about a turn in a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TryKind {
    /// The turn reaches the goal.
    Solution,
    /// The turns that follow refute the turn.
    Refuted,
    /// The record does not say.
    Open,
}

impl TryKind {
    /// Returns the name of a variation that begins with such a turn. The line itself is the
    /// solution.
    pub(super) fn english(self) -> &'static str {
        match self {
            Self::Solution => "Another solution",
            Self::Refuted => "Wrong try",
            Self::Open => "Not judged",
        }
    }
}

/// Choices at a position.
#[derive(Debug, Serialize)]
pub(super) struct Tries {
    /// Places on the board that can be chosen.
    areas: Vec<Area>,
    choices: Vec<Try>,
}

/// Choice: its label, its places among the areas, the turn if it may end with it, and the choices
/// that follow.
#[derive(Debug, Serialize)]
struct Try(String, Vec<usize>, Option<String>, Vec<Self>);

/// Positions of the puzzles of a record at which the solver is to move.
#[derive(Debug, Default)]
pub(super) struct SolverPositions {
    /// Turn before each position; `None` for the start.
    after: Vec<Option<TurnId>>,
    /// What the record says about the turns that it contains there.
    pub(super) kinds: HashMap<TurnId, TryKind>,
}

impl SolverPositions {
    pub(super) fn from_timeline(timeline: &Timeline) -> Self {
        let mut all = Self::default();
        let main = &timeline.record().moves;
        for puzzle in puzzles(timeline) {
            let after = puzzle.frame.turn;
            let index = after.and_then(|id| main.turns.iter().position(|node| node.id == id));
            let next = index.map_or(0, |index| index + 1);
            let turns_left = match puzzle.puzzle.turns {
                None | Some(0) => MAX_POSITIONS,
                Some(turns) => turns.min(MAX_POSITIONS),
            };
            all.add(main, next, after, turns_left);
        }
        all
    }

    pub(super) fn contains(&self, after: Option<TurnId>) -> bool {
        self.after.contains(&after)
    }

    /// Adds the position before a turn of a line, and those after each solution and its answer.
    /// `turns_left` is the number of turns that the solver still has.
    fn add(&mut self, line: &Line, next: usize, after: Option<TurnId>, turns_left: u32) {
        if turns_left == 0 {
            return;
        }
        let Some(node) = line.turns.get(next) else {
            return;
        };

        if !self.after.contains(&after) {
            self.after.push(after);
        }
        let mut solutions = vec![(line, next)];
        self.kinds.insert(node.id, TryKind::Solution);
        for variation in node.variations() {
            let Some(first) = first_of(variation) else {
                continue;
            };
            let kind = match variation.mark() {
                Some(VariationMark::Solution) => TryKind::Solution,
                Some(VariationMark::Refuted) => TryKind::Refuted,
                None => TryKind::Open,
            };
            self.kinds.insert(first.id, kind);
            if kind == TryKind::Solution {
                solutions.push((&variation.line, 0));
            }
        }

        for (line, index) in solutions {
            if let Some(answer) = line.turns.get(index + 1) {
                self.add(line, index + 2, Some(answer.id), turns_left - 1);
            }
        }
    }
}

fn first_of(variation: &Variation) -> Option<&TurnNode> {
    variation.line.turns.first()
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
    let first = choices(position, &[], lang).ok()?;
    let choices = collector.after(&first)?;
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
    chosen: Vec<String>,
    /// Places that can be chosen.
    names: Vec<String>,
    /// Number of choices that still fit.
    room_left: usize,
}

impl TryCollector<'_> {
    /// Returns the choices of a step, each with those that follow it.
    fn after(&mut self, step: &Step) -> Option<Vec<Try>> {
        self.room_left = self.room_left.checked_sub(step.choices.len())?;
        let mut tries = Vec::with_capacity(step.choices.len());
        for choice in &step.choices {
            let places: Vec<usize> = choice
                .places
                .iter()
                .filter_map(|name| self.area(name))
                .collect();
            self.chosen.push(choice.key.clone());
            let next = choices(self.position, &self.chosen, self.lang).ok()?;
            let following = self.after(&next)?;
            self.chosen.pop();
            tries.push(Try(choice.label.clone(), places, next.turn, following));
        }
        Some(tries)
    }

    /// Returns the index of a place that the figure shows.
    fn area(&mut self, name: &str) -> Option<usize> {
        self.areas.get(name)?;
        let known = self.names.iter().position(|other| other == name);
        Some(known.unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        }))
    }
}
