//! The four games. Each is a folder that looks like the others: `turn` and `position` (text to
//! typed values and back), `board`, `rules`, `moves`, `choices`, `codes` and `drawing`. What all of them do alike stands once, beside the folders.
//!
//! A game is a list of traits: [`Language`] parses and writes turns and positions and knows no rules, [`Rules`] judges them,
//! [`Drawing`], [`Suggest`], [`Choose`] and [`RandomPlay`] build on these; [`Game`] is all of them. [`GameId`] leads to the game
//! where it is known only at run time.
//!
//! The four games' own types are for this project's tests: they are not shown, and change as they must.

mod choices;
mod compass;
mod context;
mod cursor;
mod drawing;
mod fault;
mod judge;
mod language;
mod narration;
mod random_play;
mod respell;
mod rules;
mod seek;
mod setup;
mod suggest;
mod symmetry;
mod write_notation;

#[doc(hidden)]
pub mod gipf;
#[doc(hidden)]
pub mod pipe;
#[doc(hidden)]
pub mod pippinzip;
#[doc(hidden)]
pub mod pippip;

pub use crate::notation::{GameId, TagSpec};
#[doc(hidden)]
pub use choices::{Choice, Choose, Choosing};
#[doc(hidden)]
pub use compass::Compass;
pub use context::Context;
pub(crate) use cursor::TurnCursor;
#[doc(hidden)]
pub use drawing::Drawing;
pub use drawing::Effects;
#[doc(hidden)]
pub use fault::{CauseFinder, Detail, Explanation, Fault, Part, PastTurn, Refusal};
#[doc(hidden)]
pub use judge::{FaultObserver, IllegalTurn, NoObserver, Observer, TrialObserver};
pub(crate) use judge::{Judge, Judged};
#[doc(hidden)]
pub use language::{Language, TagValue, TurnSyntaxError};
pub use language::{PositionError, PositionErrorKind};
pub(crate) use language::{error_at, position_pairs, range_of, spans_by_action, turn_pairs, value_pair, write_places};
#[doc(hidden)]
pub use narration::{Narration, PartTold, StepText};
pub(crate) use narration::{and, narrate, or};
#[doc(hidden)]
pub use random_play::{Chooser, RandomPlay};
pub(crate) use respell::{respelled, without_blanks};
pub use rules::Origin;
pub(crate) use rules::take_step;
#[doc(hidden)]
pub use rules::{Played, Rules, Sides, Verdict, VisitTurns};
pub use seek::TurnFilter;
pub(crate) use seek::TurnSink;
#[doc(hidden)]
pub use setup::SetupTags;
#[doc(hidden)]
pub use suggest::{Suggest, VisitLike};
#[doc(hidden)]
pub use symmetry::Symmetric;
pub use symmetry::Symmetry;
pub(crate) use write_notation::{WriteNotation, impl_display, write_list, write_number};

use crate::findings::Code;

/// One of the four games: its texts, rules, drawings, suggestions, choices and random games.
pub trait Game: Rules + Drawing + Suggest + Choose + RandomPlay {}

impl<G: Rules + Drawing + Suggest + Choose + RandomPlay> Game for G {}

/// Says the same of whichever game `$game` is, whose type is `$G` there: the one place that leads from a name to
/// rules.
macro_rules! with_game {
    ($game:expr, $G:ident => $body:expr) => {
        match $game {
            $crate::notation::GameId::Gipf => {
                type $G = $crate::games::gipf::Gipf;
                $body
            }
            $crate::notation::GameId::Pippinzip => {
                type $G = $crate::games::pippinzip::Pippinzip;
                $body
            }
            $crate::notation::GameId::Pippip => {
                type $G = $crate::games::pippip::Pippip;
                $body
            }
            $crate::notation::GameId::Pipe => {
                type $G = $crate::games::pipe::Pipe;
                $body
            }
        }
    };
}
pub(crate) use with_game;

/// What can be said of a game without a record.
impl GameId {
    /// Its variants; the first is the default where there is only one.
    pub fn variants(self) -> &'static [&'static str] {
        with_game!(self, G => G::VARIANTS)
    }

    /// The tags that are its own, in the order of its sheet.
    pub fn tags(self) -> &'static [TagSpec] {
        with_game!(self, G => G::TAGS)
    }

    /// The keys of its options, in the order of its sheet.
    pub fn options(self) -> &'static [&'static str] {
        with_game!(self, G => G::OPTIONS)
    }

    /// Whether it is played for points.
    pub fn has_scores(self) -> bool {
        with_game!(self, G => G::HAS_SCORES)
    }

    /// Whether the pieces of its turns are rolled, or pulled from a store.
    pub fn has_dice(self) -> bool {
        with_game!(self, G => G::HAS_DICE)
    }

    /// What lists of its legal turns leave out; `None` where they have all.
    pub fn far_turns(self) -> Option<&'static str> {
        with_game!(self, G => G::UNLISTED_TURNS)
    }

    /// How its board can be turned onto itself without touching a rule, the identity first; a table can be shifted besides.
    pub fn symmetries(self) -> Vec<Symmetry> {
        with_game!(self, G => G::symmetries())
    }

    /// The codes that are its own, in the order of its sheet.
    pub fn codes(self) -> &'static [Code] {
        match self {
            Self::Gipf => gipf::codes::ALL,
            Self::Pippip => pippip::codes::ALL,
            Self::Pippinzip => pippinzip::codes::ALL,
            Self::Pipe => pipe::codes::ALL,
        }
    }

    /// The canonical text of a turn, as far as that needs no rules; `None` where it is none.
    pub fn canonical_turn_text(self, text: &str) -> Option<String> {
        with_game!(self, G => G::parse_turn(text).ok().map(|turn| turn.to_string()))
    }

    /// Where the parts of a turn stand, in bytes of its text; empty where it is no turn.
    #[cfg(feature = "lsp")]
    pub(crate) fn turn_parts(self, text: &str) -> Vec<(Part, std::ops::Range<usize>)> {
        with_game!(self, G => G::turn_parts(text))
    }

    /// The canonical text of a position; `None` where it is malformed.
    pub fn canonical_position_text(self, text: &str) -> Option<String> {
        with_game!(self, G => G::parse_position(text).ok().map(|position| position.to_string()))
    }

    /// The canonical form of a tag's value; `None` where it has one form alone.
    pub fn canonical_value(self, tag: &str, value: &str) -> Option<String> {
        with_game!(self, G => G::canonical_value(tag, value))
    }

    /// Whether the text is one action of this game's turns.
    pub fn is_action(self, text: &str) -> bool {
        with_game!(self, G => G::is_action(text))
    }
}
