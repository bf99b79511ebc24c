//! The four games. Each is a folder that looks like the others: `turn` and `position` (text to
//! typed values and back), `board`, `rules`, `moves`, `codes` and `drawing`. What all of them do alike stands once, beside the folders.
//!
//! A game has two faces. Its [`Language`] reads and writes turns and positions and knows no
//! rules. Its [`Game`] judges them. Generic code drives both; [`GameId`] leads to them where the
//! game is known only at run time.
//!
//! The four games' own types are for this project's tests: they are not shown, and change as they must.

mod compass;
mod fault;
mod judge;
mod language;
mod rules;
mod setup;

#[doc(hidden)]
pub mod gipf;
#[doc(hidden)]
pub mod pipe;
#[doc(hidden)]
pub mod pippinzip;
#[doc(hidden)]
pub mod pippip;

pub use crate::notation::TagSpec;
#[doc(hidden)]
pub use compass::Compass;
#[doc(hidden)]
pub use fault::{Culprit, Detail, Explanation, Fault, Moment, Part, Refusal};
pub(crate) use judge::{Judge, Judged};
#[doc(hidden)]
pub use judge::{Refused, Silent, Teller, Witness};
#[doc(hidden)]
pub use language::{Language, TagValue, TurnSyntaxError};
pub use language::{PositionError, PositionErrorKind};
pub(crate) use language::{
    error_at, position_pairs, range_of, spans_by_action, texts_read_by, turn_pairs, value_pair, write_list,
    write_places,
};
#[doc(hidden)]
pub use rules::{Chooser, Game, Played, Verdict, VisitTurns};
pub use rules::{Effects, Origin};
pub(crate) use rules::{rules_told_by, take_step};
#[doc(hidden)]
pub use setup::SetupTags;

use crate::findings::Code;

/// One of the four games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameId {
    /// GIPF.
    Gipf,
    /// Pippinzip.
    Pippinzip,
    /// Pip•Pip.
    Pippip,
    /// The Very Clever Pipe Game.
    Pipe,
}

/// A language without its type, for code that learns the game at run time.
trait AnyLanguage: Sync {
    fn facts(&self) -> Facts;
    fn reads_turn(&self, text: &str) -> Option<String>;
    fn reads_action(&self, text: &str) -> bool;
    fn reads_position(&self, text: &str) -> Option<String>;
    fn canonical_value(&self, tag: &str, value: &str) -> Option<String>;
}

/// What a game's language says of itself.
#[derive(Clone, Copy)]
struct Facts {
    name: &'static str,
    title: &'static str,
    variants: &'static [&'static str],
    tags: &'static [TagSpec],
    options: &'static [&'static str],
    has_scores: bool,
}

struct Of<L>(std::marker::PhantomData<fn() -> L>);

impl<L: Language> AnyLanguage for Of<L> {
    fn facts(&self) -> Facts {
        Facts {
            name: L::NAME,
            title: L::TITLE,
            variants: L::VARIANTS,
            tags: L::TAGS,
            options: L::OPTIONS,
            has_scores: L::HAS_SCORES,
        }
    }

    fn reads_turn(&self, text: &str) -> Option<String> {
        L::parse_turn(text).ok().map(|turn| turn.to_string())
    }

    fn reads_action(&self, text: &str) -> bool {
        L::is_action(text)
    }

    fn reads_position(&self, text: &str) -> Option<String> {
        L::parse_position(text).ok().map(|position| position.to_string())
    }

    fn canonical_value(&self, tag: &str, value: &str) -> Option<String> {
        L::canonical_value(tag, value)
    }
}

impl GameId {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Gipf, Self::Pippinzip, Self::Pippip, Self::Pipe];

    /// The game of that name in a record.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name() == name)
    }

    fn language(self) -> &'static dyn AnyLanguage {
        match self {
            Self::Gipf => &Of::<gipf::Gipf>(std::marker::PhantomData),
            Self::Pippinzip => &Of::<pippinzip::Pippinzip>(std::marker::PhantomData),
            Self::Pippip => &Of::<pippip::Pippip>(std::marker::PhantomData),
            Self::Pipe => &Of::<pipe::Pipe>(std::marker::PhantomData),
        }
    }

    /// Its name in records: `gipf`.
    pub fn name(self) -> &'static str {
        self.language().facts().name
    }

    /// Its name for people: `GIPF`.
    pub fn title(self) -> &'static str {
        self.language().facts().title
    }

    /// Its variants; the first is the default where there is only one.
    pub fn variants(self) -> &'static [&'static str] {
        self.language().facts().variants
    }

    /// The tags that are its own, in the order of its sheet.
    pub fn tags(self) -> &'static [TagSpec] {
        self.language().facts().tags
    }

    /// The keys of its options, in the order of its sheet.
    pub fn options(self) -> &'static [&'static str] {
        self.language().facts().options
    }

    /// Whether it is played for points.
    pub fn has_scores(self) -> bool {
        self.language().facts().has_scores
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
        self.language().reads_turn(text)
    }

    /// The canonical text of a position; `None` where it is malformed.
    pub fn canonical_position_text(self, text: &str) -> Option<String> {
        self.language().reads_position(text)
    }

    /// The canonical form of a tag's value; `None` where it has one form alone.
    pub fn canonical_value(self, tag: &str, value: &str) -> Option<String> {
        self.language().canonical_value(tag, value)
    }

    /// Whether the text is one action of this game's turns.
    pub fn is_action(self, text: &str) -> bool {
        self.language().reads_action(text)
    }
}

impl std::fmt::Display for GameId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.name())
    }
}
