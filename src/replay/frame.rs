//! A position that a replay comes by, where the game's types are not known.

use super::Step;
use crate::draw::Scene;
use crate::games::{Effects, Game};
use crate::notation::TurnNode;

/// A position of a record, and the turn that led to it.
pub trait Frame {
    /// The line of the turn: empty for the main line, else for each level the turn that is replaced
    /// and which of its variations this is.
    fn path(&self) -> &[u32];

    /// The number of the turn; 0 for the start.
    fn number(&self) -> u32;

    /// The turn as it stands in the record; `None` for the start.
    fn node(&self) -> Option<&TurnNode>;

    /// The seat that took the turn, from 1; `None` for the start.
    fn seat(&self) -> Option<u8>;

    /// The name of that seat for people.
    fn seat_name(&self) -> Option<String>;

    /// The turn in canonical form; `None` for the start.
    fn turn(&self) -> Option<String>;

    /// What the turn did on the board.
    fn effects(&self) -> Effects;

    /// The position as a string.
    fn position(&self) -> String;

    /// The position as a drawing.
    fn scene(&self) -> Scene;

    /// A drawing that shows by itself what the turn did; `None` where effects on the position do.
    fn scene_of_turn(&self) -> Option<Scene>;
}

/// The position before the first turn.
pub(super) struct Start<'a, G: Game> {
    pub(super) setup: &'a G::Setup,
    pub(super) state: &'a G::State,
}

impl<G: Game> Frame for Start<'_, G> {
    fn path(&self) -> &[u32] {
        &[]
    }

    fn number(&self) -> u32 {
        0
    }

    fn node(&self) -> Option<&TurnNode> {
        None
    }

    fn seat(&self) -> Option<u8> {
        None
    }

    fn seat_name(&self) -> Option<String> {
        None
    }

    fn turn(&self) -> Option<String> {
        None
    }

    fn effects(&self) -> Effects {
        Effects::default()
    }

    fn position(&self) -> String {
        G::position_text(self.setup, self.state).to_string()
    }

    fn scene(&self) -> Scene {
        G::scene(self.setup, self.state)
    }

    fn scene_of_turn(&self) -> Option<Scene> {
        None
    }
}

/// The position after a turn.
pub(super) struct Taken<'a, 'b, G: Game> {
    pub(super) setup: &'a G::Setup,
    pub(super) step: &'a Step<'b, G>,
}

impl<G: Game> Frame for Taken<'_, '_, G> {
    fn path(&self) -> &[u32] {
        self.step.path
    }

    fn number(&self) -> u32 {
        self.step.node.number
    }

    fn node(&self) -> Option<&TurnNode> {
        Some(self.step.node)
    }

    fn seat(&self) -> Option<u8> {
        Some(G::to_move(self.setup, self.step.before))
    }

    fn seat_name(&self) -> Option<String> {
        self.seat().map(|seat| G::seat_name(self.setup, seat))
    }

    fn turn(&self) -> Option<String> {
        Some(self.step.turn.map_or_else(|| "resign".to_owned(), ToString::to_string))
    }

    fn effects(&self) -> Effects {
        let turn = self.step.turn;
        turn.map(|turn| G::effects(self.setup, self.step.before, turn, self.step.after)).unwrap_or_default()
    }

    fn position(&self) -> String {
        G::position_text(self.setup, self.step.after).to_string()
    }

    fn scene(&self) -> Scene {
        G::scene(self.setup, self.step.after)
    }

    fn scene_of_turn(&self) -> Option<Scene> {
        let turn = self.step.turn?;
        G::scene_of_turn(self.setup, self.step.before, turn, self.step.after)
    }
}
