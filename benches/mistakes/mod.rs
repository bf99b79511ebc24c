//! Mistakes that people make when they write records.
//!
//! Each kind has a name and a function from a game and dice to a mistaken text. The dice are a
//! seeded random generator, so that a mistake can be made again.

mod characters;
mod game;
mod noise;
mod numbers;
mod results;
mod several;
mod tags;
mod typing;
mod whole;
mod words;

pub(crate) use game::{Ending, Game, Sheet};
pub(crate) use typing::{Dice, Typo, mistyped};

/// A record with one mistake.
pub(crate) struct Wrong {
    pub(crate) text: String,
    /// The turn with the mistake, from 0; `None` if it is elsewhere, or everywhere.
    pub(crate) turn: Option<usize>,
    /// The text that a finding must name: the correct text at the place of the mistake; `None` if
    /// there is no single correct text.
    pub(crate) right: Option<String>,
}

/// A kind of mistake.
pub(crate) struct Kind {
    /// The name for selecting and listing the kind.
    pub(crate) name: &'static str,
    /// Makes the mistake somewhere in a game; `None` if this game has no place for it.
    pub(crate) make: fn(&Game, &mut Dice) -> Option<Wrong>,
    /// True if the record still determines the original game. Otherwise, only losses are checked.
    pub(crate) knowable: bool,
}

/// Creates a kind after which the record still determines the original game.
const fn kind(name: &'static str, make: fn(&Game, &mut Dice) -> Option<Wrong>) -> Kind {
    Kind {
        name,
        make,
        knowable: true,
    }
}

/// Every kind, in groups.
pub(crate) const KINDS: &[&[Kind]] = &[
    noise::KINDS,
    results::KINDS,
    numbers::KINDS,
    words::KINDS,
    characters::KINDS,
    tags::KINDS,
    whole::KINDS,
    several::KINDS,
];
