//! Mistakes that people make when they write records.
//!
//! Each kind has a name and a function from a game and dice to a mistaken text.

mod characters;
mod game;
mod noise;
mod numbers;
mod results;
mod tags;
mod typing;
mod whole;
mod words;

pub(crate) use game::{Ending, Game, Sheet};
pub(crate) use typing::{Dice, Typo, mistyped};

/// A record with one mistake.
pub(crate) struct Wrong {
    pub(crate) text: String,
    /// The turn with the mistake, from 0; `None` where it is elsewhere, or everywhere.
    pub(crate) turn: Option<usize>,
    /// What a finding has to name: the true text of the place with the mistake; `None` where there is no single one.
    pub(crate) right: Option<String>,
}

/// A kind of mistake.
pub(crate) struct Kind {
    /// The name by which it is chosen and listed.
    pub(crate) name: &'static str,
    /// Makes the mistake somewhere in a game; `None` where this game has no place for it.
    pub(crate) make: fn(&Game, &mut Dice) -> Option<Wrong>,
    /// Whether the record still says what the true game is. Where it does not, it only counts that nothing is lost.
    pub(crate) knowable: bool,
}

const fn kind(name: &'static str, make: fn(&Game, &mut Dice) -> Option<Wrong>) -> Kind {
    Kind { name, make, knowable: true }
}

/// Every kind, in groups.
pub(crate) const KINDS: &[&[Kind]] =
    &[noise::KINDS, results::KINDS, numbers::KINDS, words::KINDS, characters::KINDS, tags::KINDS, whole::KINDS];
