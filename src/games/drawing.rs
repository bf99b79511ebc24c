//! Positions and turns as scenes.

use super::rules::Rules;
use crate::draw::{Ghost, Lang, Scene};

/// Drawings of positions and turns.
pub trait Drawing: Rules {
    /// A position to be drawn, from a text that play need not be able to go on from: it may be decided.
    fn state_for_drawing(setup: &Self::Setup, text: &Self::PositionText) -> Self::State;

    /// Whether records can name a place so that marks are put on.
    fn is_place(setup: &Self::Setup, name: &str) -> bool;

    /// What a legal turn did on the board.
    fn effects(setup: &Self::Setup, before: &Self::State, turn: &Self::Turn, after: &Self::State) -> Effects;

    /// Draws a position, told in a language.
    fn scene_in(setup: &Self::Setup, state: &Self::State, lang: Lang) -> Scene;

    /// Draws a position.
    fn scene(setup: &Self::Setup, state: &Self::State) -> Scene {
        Self::scene_in(setup, state, Lang::En)
    }

    /// Draws what a legal turn did, where the position after it cannot be drawn upon: what it took off
    /// the board may have left no place behind.
    fn scene_of_turn(
        _setup: &Self::Setup,
        _before: &Self::State,
        _turn: &Self::Turn,
        _after: &Self::State,
        _lang: Lang,
    ) -> Option<Scene> {
        None
    }
}

/// What a turn did on the board, in the names that records have for places: what figures of a turn
/// show.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// Where the pieces stand, or stood, that the turn brought in.
    pub placed: Vec<String>,
    /// Each piece that it moved, those that it brought in included where they came from a place of
    /// the board: from where, to where. Nothing moves twice.
    pub moved: Vec<(String, String)>,
    /// The piece that it pushed, as it lay where the push began.
    pub pushed: Option<Ghost>,
    /// The pieces that it changed where they stand: dice that took the other colour.
    pub changed: Vec<String>,
    /// What it took off the board before anything moved.
    pub gone_before: Vec<Ghost>,
    /// The same, after everything had moved.
    pub gone: Vec<Ghost>,
    /// The rows that made pieces leave, by their ends.
    pub rows: Vec<(String, String)>,
}
