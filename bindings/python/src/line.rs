//! Positions with the turns that led to them, back to the start of their game.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use pipscribe::games::Context;
use pipscribe::notation::{Record as Notated, TurnId, comments_of, irregular_codes, quoted};
use pipscribe::replay::{self, END_TAGS, LiveGame, Stop, Timeline};
use pyo3::prelude::*;

use crate::decks::Given;
use crate::errors::refused;
use crate::position::{Position, refusal};

/// Start of a game: the record whose tags give it.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) record: Arc<Notated>,
    pub(crate) given: Given,
}

/// Position of a game, with the position before it.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) position: replay::Position,
    pub(crate) came: Came,
}

/// Origin of a position.
#[derive(Debug)]
pub(crate) enum Came {
    /// The position is the start of a game.
    Start(Arc<Start>),
    /// A turn led to it, for which its record waives the codes `irregular`.
    Turn {
        before: Option<Position>,
        irregular: Vec<String>,
    },
    /// It is the position after a step of a turn, as `why` explains it.
    Step {
        before: Option<Position>,
        turn: String,
        step: usize,
    },
}

impl Came {
    fn before(&self) -> Option<&Position> {
        match self {
            Self::Start(_) => None,
            Self::Turn { before, .. } | Self::Step { before, .. } => before.as_ref(),
        }
    }

    fn take_before(&mut self) -> Option<Position> {
        match self {
            Self::Start(_) => None,
            Self::Turn { before, .. } | Self::Step { before, .. } => before.take(),
        }
    }
}

/// Frees a long line without recursion, which would need a level of the call stack for each turn.
impl Drop for Node {
    fn drop(&mut self) {
        let mut before = self.came.take_before();
        while let Some(Position(node)) = before {
            before = Arc::into_inner(node).and_then(|mut node| node.came.take_before());
        }
    }
}

/// Turn from one position to another, or to its step of that number.
type Hop = (String, Option<usize>);

/// Arguments from which [`position_of`] finds a position again: the text of a record that leads to it, the decks, and
/// further turns that no record can have.
pub(crate) type Path = (String, Option<BTreeMap<String, String>>, Vec<Hop>);

impl Position {
    /// Returns the positions from the start to this one.
    pub(crate) fn line(&self) -> Vec<&Self> {
        let mut line = vec![self];
        while let Some(before) = line.last().and_then(|position| position.0.came.before()) {
            line.push(before);
        }
        line.reverse();
        line
    }

    /// Returns the position before this one.
    pub(crate) fn before(&self) -> Option<&Self> {
        self.0.came.before()
    }

    /// Returns the start of its game.
    pub(crate) fn begun(&self) -> Option<&Arc<Start>> {
        match &self.line().first()?.0.came {
            Came::Start(start) => Some(start),
            Came::Turn { .. } | Came::Step { .. } => None,
        }
    }

    /// Returns the game that led to this position.
    pub(crate) fn live_game(&self) -> PyResult<LiveGame> {
        let start = self
            .begun()
            .ok_or_else(|| refused("the start of the game is unknown"))?;
        let mut game = LiveGame::start_of(Arc::clone(&start.record), &start.given.context)
            .map_err(|finding| refusal(&finding, start.record.text()))?;
        for position in self.line() {
            if let Came::Turn { irregular, .. } = &position.0.came {
                game.follow(position.inner().clone(), irregular);
            }
        }
        Ok(game)
    }

    /// Returns the path to this position.
    pub(crate) fn path(&self) -> Path {
        let (mut text, mut decks, mut hops, mut number) = (String::new(), None, Vec::new(), 0);
        for position in self.line() {
            let turn = position.inner().turn().unwrap_or_default();
            match &position.0.came {
                Came::Start(start) => {
                    decks = start.given.decks();
                    let tags = start
                        .record
                        .tags
                        .iter()
                        .filter(|tag| !END_TAGS.contains(&tag.name.as_str()));
                    text.extend(tags.map(|tag| format!("[{} {}]\n", tag.name, quoted(&tag.value))));
                    text.push('\n');
                }
                Came::Turn { irregular, .. } if hops.is_empty() => {
                    number += 1;
                    text.push_str(&format!("{number}. {turn}\n"));
                    text.extend(
                        irregular
                            .iter()
                            .map(|code| format!("{{[%irregular {code}]}}\n")),
                    );
                }
                Came::Turn { .. } => hops.push((turn, None)),
                Came::Step { turn, step, .. } => hops.push((turn.clone(), Some(*step))),
            }
        }
        (text + "*\n", decks, hops)
    }
}

/// Finds a position again that was pickled.
#[pyfunction]
#[pyo3(signature = (text, decks, hops))]
pub(crate) fn position_of(
    text: &str,
    decks: Option<BTreeMap<String, String>>,
    hops: Vec<Hop>,
) -> PyResult<Position> {
    let given = Given::new(decks)?;
    let lost = || refused("the position cannot be reached in this version of pipscribe");
    let mut here = last_of(text, &given).ok_or_else(lost)?;
    for (turn, step) in hops {
        here = match step {
            None => here
                .after(&turn)
                .map_err(|finding| refusal(&finding, &turn))?,
            Some(step) => {
                let why = here.inner().why(&turn);
                let reached = why.steps().get(step).ok_or_else(lost)?;
                here.within(reached.position.clone(), &turn, step)
            }
        };
    }
    Ok(here)
}

/// Returns the last position of the main line of a record.
pub(crate) fn last_of(text: &str, given: &Given) -> Option<Position> {
    let timeline = timeline_of(text, &given.context)?;
    let last = timeline.after(None).ok()?.turn;
    let index = timeline
        .frames()
        .iter()
        .position(|frame| frame.turn == last)?;
    positions(&timeline, given).into_iter().nth(index)
}

fn timeline_of(text: &str, context: &Context) -> Option<Timeline> {
    Timeline::new(Notated::parse_str(text), context).ok()
}

/// Returns the positions of a timeline, one per frame, each with the line that led to it.
pub(crate) fn positions(timeline: &Timeline, given: &Given) -> Vec<Position> {
    let start = Arc::new(Start {
        record: Arc::clone(timeline.record()),
        given: given.clone(),
    });
    let irregular = waivers(timeline);
    // The positions of each line by number.
    let mut lines: BTreeMap<(&[u32], u32), Position> = BTreeMap::new();
    let mut positions = Vec::with_capacity(timeline.frames().len());
    for frame in timeline.frames() {
        let came_from = before(&lines, &frame.path, frame.number);
        let position = match (came_from, frame.turn) {
            (Some(before), Some(turn)) => {
                let codes = irregular.get(&turn).cloned().unwrap_or_default();
                before.followed(frame.position.clone(), codes)
            }
            _ => Position::start(frame.position.clone(), &start),
        };
        lines.insert((&frame.path, frame.number), position.clone());
        positions.push(position);
    }
    positions
}

/// Returns the position before a turn: the last one of its line or, for the first turn of a variation, of the line that
/// it departs from.
fn before(
    lines: &BTreeMap<(&[u32], u32), Position>,
    path: &[u32],
    number: u32,
) -> Option<Position> {
    let (mut path, mut number) = (path, number);
    loop {
        if let Some((_, position)) = lines.range((path, 0)..(path, number)).next_back() {
            return Some(position.clone());
        }
        let [outer @ .., replaced, _] = path else {
            return None;
        };
        (path, number) = (outer, *replaced);
    }
}

/// Returns the codes that a record waives, by turn.
fn waivers(timeline: &Timeline) -> HashMap<TurnId, Vec<String>> {
    let waived = timeline.stops().filter_map(|(stop, items)| {
        let Stop::Position(frame) = stop else {
            return None;
        };
        let codes = irregular_codes(comments_of(items))
            .into_iter()
            .map(|(code, _)| code.to_owned());
        let codes: Vec<String> = codes.collect();
        Some((frame.turn.filter(|_| !codes.is_empty())?, codes))
    });
    waived.collect()
}
