//! The games and the traits that they implement.
//!
//! All game folders have the same layout. `turn` and `position` convert between text and typed
//! values. `rules` judges turns and `moves` generates the legal ones. The others are `board`,
//! `setup`, `facts`, `codes`, `fault`, `narration`, `choices`, `tensors`, `inspect`, `material`,
//! `symmetry`, `solving` and `drawing`. Code that the games share is in the files beside these
//! folders, most of which have the same names.
//!
//! # Words
//!
//! - A *seat* is the place of one player, numbered from 1.
//! - A *turn* is everything that a seat does until the next seat moves. It consists of *actions*:
//!   the GIPF turn `a2-d4;xb3,c4` is a push and a removal.
//! - The *set-up* is fixed before the first turn: variant, options, number of seats.
//! - The *canonical form* of a turn or a position is the only spelling that Pipscribe writes.
//! - A *fault* is the reason why a turn is illegal. It has a *code*, such as `gipf/no-row`. The
//!   comment `{[%irregular gipf/no-row]}` after the turn *waives* the code: the turn is then played
//!   in spite of the fault.
//! - The *rule sheet* of a game is its chapter in `docs/src/rules`. Comments cite its rules by
//!   number: `G` for GIPF, `P` for Pip•Pip, `V` for the Pipe Game, `Z` for Pippinzip. `G4.3` is the
//!   section 4.3 of the chapter of GIPF.
//!
//! # Traits
//!
//! A game implements several traits. [`Language`] parses and writes turns and positions and knows
//! no rules. [`Rules`] judges turns. [`Drawing`], [`Suggest`], [`Choose`], [`Encode`],
//! [`RandomPlay`] and [`Inspect`] build on these two. [`Game`] combines all of them. `with_game!`
//! dispatches from a [`GameId`] to a game that is known only at run time.
//!
//! The types of each game are public only for the tests of this project. They are hidden from the
//! documentation and may change at any time.

mod choices;
mod compass;
mod context;
mod drawing;
mod fault;
mod game_notation;
mod inspect;
mod judge;
mod material;
mod named_piece;
mod narration;
mod position_grammar;
mod random_play;
mod respell;
mod rules_trait;
mod setup_tags;
mod solving;
mod suggest;
mod symmetry;
mod tensors;
mod turn_cursor;
mod turn_sink;
mod write_notation;

#[doc(hidden)]
pub mod gipf;
#[doc(hidden)]
pub mod pipe;
#[doc(hidden)]
pub mod pippinzip;
#[doc(hidden)]
pub mod pippip;

use crate::notation::{Record, Values, is_common_tag};

pub(crate) use crate::game_list::with_game;
#[doc(hidden)]
pub use crate::notation::GameFacts;
pub use crate::notation::{GameId, OptionSpec, TagSpec};
pub(crate) use crate::text::{and, or};
pub use compass::Compass;
pub use context::Context;
pub use drawing::Effects;
pub use game_notation::TurnSyntaxError;
#[doc(hidden)]
pub use game_notation::{PositionError, PositionErrorKind};
pub(crate) use game_notation::{
    likely_first, range_of, spans_by_action, turn_pairs, value_pair, variant_tag,
};
pub use inspect::{Piece, RemovedPiece, TurnAction, TurnView};
pub(crate) use judge::{Judge, Judged};
pub use named_piece::{NamedPiece, UnknownPiece, named_piece};
pub(crate) use narration::narrate;
pub(crate) use position_grammar::{PositionField, PositionGrammar};
pub(crate) use random_play::pick;
pub(crate) use respell::{in_english, likely_colour, respelled, without_blanks};
pub use rules_trait::Origin;
pub(crate) use rules_trait::take_step;
pub use symmetry::Symmetry;
pub use tensors::TensorPart;
pub(crate) use tensors::{push_flags, push_share, seats_from};
pub(crate) use turn_cursor::TurnCursor;
pub(crate) use turn_sink::{TurnFilter, TurnSink};
pub(crate) use write_notation::{
    WriteNotation, impl_display, push_notation, write_joined, write_list, write_places,
};

/// The traits of games, and their types.
#[doc(hidden)]
pub use self::{
    choices::{Choice, ChoiceNumber, Choose, Choosing, NumberedChoices},
    drawing::Drawing,
    fault::{CauseFinder, Detail, Explanation, Fault, Part, PastTurn, Refusal},
    game_notation::{Language, TurnText},
    inspect::Inspect,
    judge::{FaultObserver, IllegalTurn, NoObserver, Observer, TrialObserver},
    material::Material,
    narration::{NarratedPart, Narration, StepText},
    random_play::{Chooser, RandomPlay},
    rules_trait::{Played, Rules, Sides, Verdict, VisitTurns},
    setup_tags::SetupTags,
    solving::{SearchKey, SearchStep, Solving, Stage, VisitSteps},
    suggest::{Suggest, VisitLike},
    symmetry::{Placed, Symmetric, TurnedOption},
    tensors::Encode,
};

/// The drawings of cards, which need no game.
#[doc(hidden)]
pub use pipe::{card_scene, deck_scenes};

/// One of the games: its notation, rules, drawings, suggestions, choices, numberings, random games
/// and typed views.
pub trait Game: Rules + Drawing + Suggest + Choose + Encode + RandomPlay + Inspect {}

impl<G: Rules + Drawing + Suggest + Choose + Encode + RandomPlay + Inspect> Game for G {}

/// Facts about a game that need no record.
impl GameId {
    /// Returns the game's variants. If there is only one, it is the default.
    pub fn variants(self) -> &'static [&'static str] {
        self.facts().variants
    }

    /// Returns the tags that only this game has, in the order of its rule sheet.
    pub fn tags(self) -> &'static [TagSpec] {
        self.facts().tags
    }

    /// Returns true if a tag is one of this game or one that all games share.
    pub fn knows_tag(self, name: &str) -> bool {
        is_common_tag(name) || self.facts().tag(name).is_some()
    }

    /// Returns the game's options, in the order of its rule sheet.
    pub fn options(self) -> &'static [OptionSpec] {
        self.facts().options
    }

    /// Describes the legal turns that lists leave out. Returns `None` if lists are complete.
    pub fn omitted_turns(self) -> Option<&'static str> {
        with_game!(self, G => G::UNLISTED_TURNS)
    }

    /// Returns the rotations and reflections of the board that preserve the rules, the identity
    /// first. Shifts of a table are not listed.
    pub fn symmetries(self) -> Vec<Symmetry> {
        with_game!(self, G => G::symmetries())
    }

    /// Returns the names of the seats in a record of this game. Without a record, returns names
    /// that fit any record of the game.
    pub(crate) fn seat_names(self, record: Option<&Record>) -> Vec<String> {
        let tag = |name: &str| Some(record?.tag_value(name)?.to_owned());
        self.facts().seat_names(&tag)
    }

    /// Returns the canonical text of a turn, as far as it can be found without applying rules, or
    /// `None` if `text` is not a turn.
    pub(crate) fn canonical_turn_text(self, text: &str) -> Option<String> {
        with_game!(self, G => G::parse_turn(text).ok().map(|turn| turn.to_string()))
    }

    /// Returns the parts of a turn and their byte ranges in `text`. The list is empty if `text` is
    /// not a turn.
    pub fn turn_parts(self, text: &str) -> Vec<(Part, std::ops::Range<usize>)> {
        with_game!(self, G => G::turn_parts(text))
    }

    /// Returns the canonical text of a position, or `None` if `text` is malformed.
    pub fn canonical_position_text(self, text: &str) -> Option<String> {
        with_game!(self, G => G::parse_position(text).ok().map(|position| position.to_string()))
    }

    /// Returns true if `text` is the board of a position: its first field, without the others.
    pub fn is_board(self, text: &str) -> bool {
        with_game!(self, G => G::parse_board(text).is_some())
    }

    /// Returns the canonical form of a tag's value, or `None` if the value has only one form.
    pub fn canonical_value(self, tag: &str, value: &str) -> Option<String> {
        with_game!(self, G => G::canonical_value(tag, value))
    }

    /// Returns the tags that a game of this kind needs, as names with their usual values. The deck
    /// is the first of `context`.
    pub fn suggested_tags(self, context: &Context) -> Vec<(String, String)> {
        let value = |spec: &TagSpec| match spec.values {
            Values::Deck => context.decks().names().into_iter().next(),
            _ => spec.suggested.map(str::to_owned),
        };
        self.tags()
            .iter()
            .filter_map(|spec| Some((spec.name.to_owned(), value(spec)?)))
            .collect()
    }

    /// Returns true if `text` is one action of a turn of this game.
    pub(crate) fn is_action(self, text: &str) -> bool {
        with_game!(self, G => G::is_action(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tag_lines;

    /// Returns the set-up of a game with an option, and its findings.
    fn setup_with<G: Game>(spec: &OptionSpec, value: Option<&str>) -> (Option<G::Setup>, usize) {
        let facts = G::FACTS;
        let context = Context::default();
        let variant = spec.variants.first().or(facts.variants.last());
        let mut tags = vec![
            ("Game", G::NAME.to_owned()),
            ("Variant", variant.copied().unwrap_or_default().to_owned()),
        ];
        tags.extend(value.map(|value| ("Options", format!("{}={value}", spec.key))));
        tags.extend(spec.seats.map(|seats| ("Players", seats.to_string())));
        let game: GameId = G::NAME.parse().unwrap();
        let suggested = game.suggested_tags(&context);
        tags.extend(
            suggested
                .iter()
                .map(|(name, value)| (name.as_str(), value.clone())),
        );
        let record = Record::parse_str(&tag_lines(&tags));
        let mut tags = SetupTags::new::<G>(&record, &context);
        let setup = G::setup(&mut tags);
        (setup, tags.findings.len())
    }

    /// The set-up reads what the facts say: every value is valid, and the default is the default.
    fn check_options<G: Game>() {
        for spec in G::FACTS.options {
            for value in spec.values.shown() {
                let (setup, findings) = setup_with::<G>(spec, Some(&value));
                assert!(setup.is_some() && findings == 0, "{}={value}", spec.key);
            }
            let (invalid, _) = setup_with::<G>(spec, Some("no-value"));
            assert!(invalid.is_none(), "{}", spec.key);
            if let Some(default) = spec.default.value(spec.seats.unwrap_or(2)) {
                let (without, _) = setup_with::<G>(spec, None);
                let (with, _) = setup_with::<G>(spec, Some(default));
                assert_eq!(with, without, "{}", spec.key);
            }
        }
    }

    #[test]
    fn options_are_those_of_the_facts() {
        for game in GameId::ALL {
            with_game!(game, G => check_options::<G>());
        }
    }

    #[test]
    fn every_fact_of_tags_and_options_is_stated() {
        for game in GameId::ALL {
            let is_whole = |spec: &TagSpec| !spec.meaning.is_empty();
            assert!(game.tags().iter().all(is_whole), "{game}");
            let is_explained =
                |spec: &OptionSpec| !spec.meaning.is_empty() && !spec.form.is_empty();
            assert!(game.options().iter().all(is_explained), "{game}");
            for spec in game.tags().iter().filter(|spec| spec.default.is_some()) {
                let default = spec.default.unwrap();
                assert!(spec.values.list().iter().any(|value| value == default));
            }
        }
    }
}
