//! Sizes that are the same in all positions of a set-up.

use std::sync::Arc;

use super::{FIRST, TensorPart};
use crate::games::{Game, with_game};
use crate::replay::Position;

/// Numbering of actions, and shapes of tensors: the same for all games with the same game, variant,
/// options, size, seats and deck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbering(Arc<Sizes>);

#[derive(Debug, PartialEq, Eq)]
struct Sizes {
    /// The number of distinct actions.
    actions: usize,
    /// The number of distinct outcomes of chance.
    outcomes: usize,
    /// The maximum number of actions in a game.
    longest: usize,
    /// The parts of what a seat sees.
    observation: Vec<TensorPart>,
    /// The parts of what a seat knows beyond that.
    knowledge: Vec<TensorPart>,
}

impl Numbering {
    /// Returns the numbering for the set-up of a position.
    pub(crate) fn from_position(position: &Position) -> Self {
        with_game!(position.game(), G => Self(Arc::new(sizes::<G>(position))))
    }

    /// Returns the number of distinct actions; all numbers are below it.
    pub fn actions(&self) -> usize {
        self.0.actions
    }

    /// Returns the number of distinct outcomes of chance, which are numbered by themselves.
    pub fn outcomes(&self) -> usize {
        self.0.outcomes
    }

    /// Returns the maximum number of actions in a game, without outcomes of chance. The rules of
    /// GIPF set no limit: there it is 3,000, and a program has to stop the game itself.
    pub fn longest_game(&self) -> usize {
        self.0.longest
    }

    /// Returns the parts of [`State::observation`](super::State::observation).
    pub fn observation(&self) -> &[TensorPart] {
        &self.0.observation
    }

    /// Returns the parts of [`State::information`](super::State::information).
    pub fn information(&self) -> impl Iterator<Item = &TensorPart> {
        self.0.observation.iter().chain(&self.0.knowledge)
    }
}

fn sizes<G: Game>(position: &Position) -> Sizes {
    let Some(position) = position.of_game::<G>() else {
        return Sizes {
            actions: 0,
            outcomes: 0,
            longest: 0,
            observation: Vec::new(),
            knowledge: Vec::new(),
        };
    };
    let setup = &position.setup;
    let actions = FIRST as usize + G::choice_count(setup);
    let outcomes = G::outcome_count(setup);
    let mut observation = G::tensor_parts(setup);
    observation.push(TensorPart::new("turn", [actions + outcomes]));
    Sizes {
        actions,
        outcomes,
        longest: G::max_choices_per_game(setup),
        observation,
        knowledge: G::known_tensor_parts(setup),
    }
}
