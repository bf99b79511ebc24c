//! Drawing positions and turns as scenes ([`Scene`]), and the effects of a turn that diagrams show,
//! such as a [`Ghost`]: the outline of a piece where it was before the turn.

use super::context::Context;
use super::named_piece::{NamedPiece, UnknownPiece};
use super::rules_trait::Rules;
use crate::draw::{Comparison, Ghost, Lang, Scene};

/// Drawings of a game's positions and turns.
pub trait Drawing: Rules {
    /// Builds a position for drawing from its text. Unlike in play, the position may be decided.
    fn state_for_drawing(setup: &Self::Setup, text: &Self::PositionText) -> Self::State;

    /// Returns true if `name` is a place that marks can be put on.
    fn is_place(setup: &Self::Setup, name: &str) -> bool;

    /// Returns true if `name` is a place from which pieces are pushed onto the board.
    fn is_dot(_setup: &Self::Setup, _name: &str) -> bool {
        false
    }

    /// Returns the effects of a legal turn on the board.
    fn effects(
        setup: &Self::Setup,
        before: &Self::State,
        turn: &Self::Turn,
        after: &Self::State,
    ) -> Effects;

    /// Draws a position, with its texts in the given language.
    fn scene_in(setup: &Self::Setup, state: &Self::State, lang: Lang) -> Scene;

    /// Draws a position, with its texts in English.
    fn scene(setup: &Self::Setup, state: &Self::State) -> Scene {
        Self::scene_in(setup, state, Lang::En)
    }

    /// Draws a legal turn in a separate scene, if the position after it cannot serve: pieces that
    /// the turn removed may have left no place to draw on.
    fn scene_of_turn(
        _setup: &Self::Setup,
        _before: &Self::State,
        _turn: &Self::Turn,
        _after: &Self::State,
        _lang: Lang,
    ) -> Option<Scene> {
        None
    }

    /// Draws a piece, die or card for running text, by its name. Returns `None` if the game has no
    /// piece of that name, and an error if the name is that of a card whose deck lacks it.
    fn piece(name: &str, context: &Context) -> Option<Result<NamedPiece, UnknownPiece>>;
}

/// Effects of a turn on the board, for diagrams. Places are named as in records.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// The places where the turn brought in pieces, even if these have moved or left since.
    pub placed: Vec<String>,
    /// The pieces that the turn moved: from where, to where. This includes new pieces that started
    /// on a place of the board. Nothing moves twice.
    pub moved: Vec<(String, String)>,
    /// The pushed piece, where the push began.
    pub pushed: Option<Ghost>,
    /// The pieces that changed in place: dice that took the other colour.
    pub changed: Vec<String>,
    /// Why they changed.
    pub comparisons: Vec<Comparison>,
    /// The pieces removed before anything moved.
    pub gone_before: Vec<Ghost>,
    /// The pieces removed after everything had moved.
    pub gone: Vec<Ghost>,
    /// The rows whose pieces were removed, by their ends.
    pub rows: Vec<(String, String)>,
    /// The seat that owns the rows, which determines their colour.
    pub row_owner: Option<u8>,
    /// The number of the placed card, which may have left the table since.
    pub card: Option<u32>,
}
