//! The path to a position: the turns that led to it, back to the start of its game. A pickled
//! position is its path.

use std::collections::BTreeMap;

use pipscribe::notation::Record as Notated;
use pipscribe::replay::{self, LiveGame, Timeline};
use pyo3::prelude::*;

use crate::deck_context::DeckContext;
use crate::errors::refused;
use crate::position::{Position, refusal};

/// Position with the path to it: a game, and the hops from there if no record of the game leads to it.
#[derive(Debug)]
pub(crate) struct PlacedPosition {
    /// The game, up to the first position within a turn.
    pub(crate) game: LiveGame,
    pub(crate) deck_context: DeckContext,
    /// The path from the game, if the position is within a turn or follows such a position.
    pub(crate) unrecorded: Option<UnrecordedPath>,
}

/// Path from a game to a position to which no record of the game leads.
#[derive(Debug)]
pub(crate) struct UnrecordedPath {
    pub(crate) hops: Vec<Hop>,
    pub(crate) position: replay::Position,
}

/// Turn from one position to another. With a number, the hop ends at this step of the turn, as
/// `why` explains it.
pub(crate) type Hop = (String, Option<usize>);

/// Arguments from which [`position_of`] finds a position again: the text of a record that leads to it, the decks, and
/// further turns that no record can have.
pub(crate) type Path = (String, Option<BTreeMap<String, String>>, Vec<Hop>);

impl PlacedPosition {
    /// Returns the position.
    pub(crate) fn position(&self) -> &replay::Position {
        match &self.unrecorded {
            Some(unrecorded) => &unrecorded.position,
            None => self.game.position(),
        }
    }

    /// Returns the hops from the game to the position, and a further one.
    fn hops_with(&self, hop: Hop) -> Vec<Hop> {
        let hops = self
            .unrecorded
            .iter()
            .flat_map(|unrecorded| &unrecorded.hops);
        hops.cloned().chain([hop]).collect()
    }

    /// Returns the position after a turn, which led to `position`, with its path.
    pub(crate) fn followed(&self, position: replay::Position) -> Self {
        if self.unrecorded.is_some() {
            let turn = position.turn().unwrap_or_default();
            return self.with_path(self.hops_with((turn, None)), position);
        }
        let mut game = self.game.clone();
        // The turn is legal, so it has no errors to waive.
        let waived: &[&str] = &[];
        game.follow(position, waived);
        Self {
            game,
            deck_context: self.deck_context.clone(),
            unrecorded: None,
        }
    }

    /// Returns the position after a step within a turn, with its path.
    pub(crate) fn within(&self, position: replay::Position, turn: &str, step: usize) -> Self {
        self.with_path(self.hops_with((turn.to_owned(), Some(step))), position)
    }

    /// Returns the position to which hops from the same game lead, with its path.
    fn with_path(&self, hops: Vec<Hop>, position: replay::Position) -> Self {
        Self {
            game: self.game.clone(),
            deck_context: self.deck_context.clone(),
            unrecorded: Some(UnrecordedPath { hops, position }),
        }
    }

    /// Returns the path to the position.
    pub(crate) fn path(&self) -> Path {
        let hops = self
            .unrecorded
            .as_ref()
            .map(|unrecorded| unrecorded.hops.clone());
        (
            self.game.record_as_played(),
            self.deck_context.decks(),
            hops.unwrap_or_default(),
        )
    }
}

/// Restores a pickled position.
#[pyfunction]
#[pyo3(signature = (text, decks, hops))]
pub(crate) fn position_of(
    text: &str,
    decks: Option<BTreeMap<String, String>>,
    hops: Vec<Hop>,
) -> PyResult<Position> {
    let deck_context = DeckContext::new(decks)?;
    let game = game_at_end(text, &deck_context)?;
    let mut here = Position::of_game(game, &deck_context);
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

/// Returns the exception for a pickled position that cannot be restored.
fn lost() -> PyErr {
    refused("the position cannot be reached in this version of pipscribe")
}

/// Returns the game after the main line of a record.
pub(crate) fn game_at_end(text: &str, deck_context: &DeckContext) -> PyResult<LiveGame> {
    let timeline =
        Timeline::new(Notated::parse_str(text), &deck_context.context).map_err(|_| lost())?;
    let last = timeline.after(None).map_err(|_| lost())?.turn;
    let games = LiveGame::at_frames(&timeline);
    let mut reached = timeline.frames().iter().zip(games);
    let found = reached.find(|(frame, _)| frame.turn == last);
    found.map(|(_, game)| game).ok_or_else(lost)
}

/// Returns the positions of a timeline, one per frame, each with the line that led to it.
pub(crate) fn positions(timeline: &Timeline, deck_context: &DeckContext) -> Vec<Position> {
    let games = LiveGame::at_frames(timeline).into_iter();
    games
        .map(|game| Position::of_game(game, deck_context))
        .collect()
}
