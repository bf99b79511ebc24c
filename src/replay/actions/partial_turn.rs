//! Partial turns: the choices of a turn so far, in a game of any kind.

use std::fmt;
use std::sync::Arc;

use crate::games::{ChoiceNumber, Choosing, Game, NumberedChoices, with_game};
use crate::replay::{Move, Position, Turn};

/// The choices of a turn so far. A further choice changes it, so that no choice is made twice.
pub(super) struct PartialTurn(Box<dyn AnyPartialTurn>);

/// A partial turn whose game is known only at run time.
trait AnyPartialTurn: Send + Sync {
    fn choose(&mut self, key: &str) -> bool;
    fn numbered(&self) -> NumberedChoices;
    fn key_of(&self, number: ChoiceNumber) -> Option<String>;
    fn turn(&self) -> Option<Turn>;
    fn encode(&self, seat: u8, out: &mut Vec<f32>);
    fn copy(&self) -> Box<dyn AnyPartialTurn>;
}

/// [`PartialTurn`] with the types of its game.
struct TypedPartialTurn<G: Game> {
    setup: Arc<G::Setup>,
    choosing: Box<dyn Choosing<G>>,
}

impl<G: Game> AnyPartialTurn for TypedPartialTurn<G> {
    fn choose(&mut self, key: &str) -> bool {
        self.choosing.choose(key)
    }

    fn numbered(&self) -> NumberedChoices {
        self.choosing.numbered()
    }

    fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        self.choosing.key_of(number)
    }

    fn turn(&self) -> Option<Turn> {
        let turn = self.choosing.turn()?;
        Some(Turn::new::<G>(Move::Turn(turn)))
    }

    fn encode(&self, seat: u8, out: &mut Vec<f32>) {
        G::encode(&self.setup, &self.choosing.shown_position(), seat, out);
    }

    fn copy(&self) -> Box<dyn AnyPartialTurn> {
        Box::new(Self {
            setup: Arc::clone(&self.setup),
            choosing: self.choosing.copy(),
        })
    }
}

impl PartialTurn {
    /// Starts a turn in an undecided position.
    pub(super) fn new(position: &Position) -> Option<Self> {
        with_game!(position.game(), G => Self::in_game::<G>(position))
    }

    fn in_game<G: Game>(position: &Position) -> Option<Self> {
        let position = position.of_game::<G>()?;
        let typed = TypedPartialTurn::<G> {
            setup: Arc::clone(&position.setup),
            choosing: G::choosing(&position.setup, position.state()),
        };
        Some(Self(Box::new(typed)))
    }

    /// Makes a choice. Returns false, and changes nothing, if `key` is not a valid choice here.
    pub(super) fn choose(&mut self, key: &str) -> bool {
        self.0.choose(key)
    }

    /// Returns the numbers of the next choices.
    pub(super) fn numbered(&self) -> NumberedChoices {
        self.0.numbered()
    }

    /// Returns the key of one of the next choices.
    pub(super) fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        self.0.key_of(number)
    }

    /// Returns the turn, or `None` if it may not end here.
    pub(super) fn turn(&self) -> Option<Turn> {
        self.0.turn()
    }

    /// Appends the position after the choices so far, as a seat sees it.
    pub(super) fn encode(&self, seat: u8, out: &mut Vec<f32>) {
        self.0.encode(seat, out);
    }
}

impl Clone for PartialTurn {
    fn clone(&self) -> Self {
        Self(self.0.copy())
    }
}

impl fmt::Debug for PartialTurn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("PartialTurn").finish_non_exhaustive()
    }
}
