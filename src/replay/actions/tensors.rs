//! Tensors: the view and the knowledge of a seat as numbers.

use super::{State, turns};
use crate::games::{Encode as _, Game, with_game};
use crate::replay::{LiveGame, Position};

impl State {
    /// Returns the view of a seat (from 1) as numbers: the position from its point of view, then
    /// the choices of the current turn. [`Numbering::observation`](super::Numbering::observation)
    /// has the parts.
    ///
    /// In the Pipe Game a seat sees its own hand only, and an unfinished turn only if it is its
    /// own.
    pub fn observation(&self, seat: u8) -> Vec<f32> {
        let position = self.game.position();
        let mut out = Vec::with_capacity(
            self.numbering
                .observation()
                .iter()
                .map(super::TensorPart::size)
                .sum(),
        );
        let hides = with_game!(position.game(), G => G::HIDES);
        let sees_turn = !hides || position.to_move() == seat;
        let chosen = if sees_turn {
            self.chosen.as_slice()
        } else {
            &[]
        };
        match &self.partial_turn {
            Some(partial_turn) if !chosen.is_empty() => partial_turn.encode(seat, &mut out),
            _ => with_game!(position.game(), G => encode::<G>(position, seat, &mut out)),
        }

        let first = out.len();
        out.resize(
            first + self.numbering.actions() + self.numbering.outcomes(),
            0.0,
        );
        // The latest choice has the value 1, the previous one 1/2, and so on. A choice that was
        // made several times keeps the value of the latest.
        for (age, chosen) in (1_u8..).zip(chosen.iter().rev()) {
            if let Some(value) = out
                .get_mut(first + chosen.tensor_index)
                .filter(|value| **value == 0.0)
            {
                *value = 1.0 / f32::from(age);
            }
        }
        out
    }

    /// Returns the knowledge of a seat (from 1) as numbers: [`State::observation`], and in the Pipe
    /// Game the cards that were discarded or picked up by each seat. In the other games, everything
    /// is visible. The order of the turns is not included.
    pub fn information(&self, seat: u8) -> Vec<f32> {
        let mut out = self.observation(seat);
        let position = self.game.position();
        with_game!(position.game(), G => encode_known::<G>(&self.game, seat, &mut out));
        out
    }
}

/// Appends the knowledge of a seat beyond the position.
fn encode_known<G: Game>(game: &LiveGame, seat: u8, out: &mut Vec<f32>) {
    if let Some(position) = game.position().of_game::<G>()
        && G::HIDES
    {
        G::encode_known(&position.setup, &turns(game), seat, out);
    }
}

/// Appends a position as a seat sees it.
fn encode<G: Game>(position: &Position, seat: u8, out: &mut Vec<f32>) {
    if let Some(position) = position.of_game::<G>() {
        G::encode(&position.setup, position.state(), seat, out);
    }
}
