//! The notation of a game: its turns, positions, tags and options, without rules. A game implements
//! [`TurnText`] for its turns and [`Language`] for the rest.
//!
//! The functions at the end convert the pairs of a game's pest grammar. Position strings, which
//! need more detailed errors, are in `position_grammar.rs`.

use std::fmt;
use std::ops::Range;

use pest::iterators::Pair;
use pest::{Parser, RuleType};

use super::fault::{Detail, Part};
use super::{Context, GameId, Material, WriteNotation, push_notation};
use crate::notation::{GameFacts, error_at};

/// Initial capacity for the text of a position, in bytes.
const POSITION_CAPACITY: usize = 128;

/// Error for a text that is not a turn of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a turn of this game: it cannot be parsed from byte {at} on")]
pub struct TurnSyntaxError {
    /// The byte offset at which parsing failed.
    pub at: usize,
}

/// Kind of error in the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionErrorKind {
    /// The text does not have the form that the rule sheet gives: `tag/unknown-value`.
    Malformed,
    /// The position contradicts the other tags or the rules: `tag/inconsistent`.
    Inconsistent,
}

/// Error in the text of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct PositionError {
    /// The kind of error.
    pub kind: PositionErrorKind,
    /// The error, in one sentence.
    pub message: String,
    /// The invalid part of the text, in bytes.
    pub span: Range<usize>,
}

impl PositionError {
    /// Creates the error for a position that does not have the form of the rule sheet at `span`.
    pub(crate) fn malformed(message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            kind: PositionErrorKind::Malformed,
            message: message.into(),
            span,
        }
    }

    /// Creates the error for a position that contradicts the tags or the rules. The span covers the
    /// whole text.
    pub(crate) fn inconsistent(message: impl Into<String>) -> Self {
        Self {
            kind: PositionErrorKind::Inconsistent,
            message: message.into(),
            span: 0..usize::MAX,
        }
    }
}

/// A turn as it was written, without spans, and with no rule applied. Its `Display` is canonical as
/// far as possible without rules.
pub trait TurnText:
    WriteNotation + Clone + Default + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static
{
    /// Parses a turn.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    fn parse(text: &str) -> Result<Self, TurnSyntaxError> {
        // The grammar defines what a turn is and where a text fails, but takes many times as long
        // for the common forms.
        let mut turn = Self::default();
        match Self::fast_parse(text.as_bytes(), &mut turn) {
            Some(()) => Ok(turn),
            None => Self::parse_by_grammar(text),
        }
    }

    /// Parses a turn of a common form into `turn`, whose memory is reused. Returns `None` if the
    /// grammar has to decide; in this case, `turn` must not be used.
    fn fast_parse(text: &[u8], turn: &mut Self) -> Option<()>;

    /// Parses a turn with the game's grammar.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    fn parse_by_grammar(text: &str) -> Result<Self, TurnSyntaxError>;

    /// Returns the parts of a turn and their byte ranges in `text`. The list is empty if `text` is
    /// not a turn.
    fn parts(text: &str) -> Vec<(Part, Range<usize>)>;

    /// Returns true if `text` is one action of a turn of this game.
    fn is_action(text: &str) -> bool;
}

/// The notation of a game: turns and positions as typed values, tags and options.
pub trait Language: 'static {
    /// The game's identifier.
    const ID: GameId;
    /// The game's name in records.
    const NAME: &'static str = Self::ID.name();
    /// The game's display name.
    const TITLE: &'static str = Self::ID.title();
    /// The facts about the game that are data.
    const FACTS: &'static GameFacts = Self::ID.facts();

    /// The counts of what each side has in a position.
    const MATERIALS: &'static [Material<Self::PositionText>];

    /// A turn of the game.
    type Turn: TurnText;
    /// The text of a position as typed values. Its `Display` is canonical.
    type PositionText: WriteNotation
        + Clone
        + PartialEq
        + fmt::Debug
        + fmt::Display
        + Send
        + Sync
        + 'static;

    /// Parses a turn.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    fn parse_turn(text: &str) -> Result<Self::Turn, TurnSyntaxError> {
        Self::Turn::parse(text)
    }

    /// Appends a turn to `text`.
    fn write_turn(turn: &Self::Turn, text: &mut String) {
        push_notation(text, turn);
    }

    /// Returns the parts of a turn and their byte ranges in `text` ([`TurnText::parts`]).
    fn turn_parts(text: &str) -> Vec<(Part, Range<usize>)> {
        Self::Turn::parts(text)
    }

    /// Returns true if `text` is one action of a turn of this game.
    fn is_action(text: &str) -> bool {
        Self::Turn::is_action(text)
    }

    /// Parses a position.
    ///
    /// # Errors
    /// If the text does not have the form of the rule sheet ([`PositionErrorKind::Malformed`]).
    fn parse_position(text: &str) -> Result<Self::PositionText, PositionError>;

    /// Parses the board of a position: the first field of its text, without the others. The rest of
    /// the position is taken from an example. Returns `None` if the text is not a board.
    fn parse_board(text: &str) -> Option<Self::PositionText>;

    /// Returns a position with the board of another one.
    fn with_board(position: &Self::PositionText, board: &Self::PositionText) -> Self::PositionText;

    /// Appends a position to `text`.
    fn write_position(position: &Self::PositionText, text: &mut String) {
        push_notation(text, position);
    }

    /// Returns the text of a position.
    fn position_string(position: &Self::PositionText) -> String {
        let mut text = String::with_capacity(POSITION_CAPACITY);
        Self::write_position(position, &mut text);
        text
    }

    /// Returns the names of Black's and of White's pieces on the board, for formats that know two
    /// colours; `None` if the game has others.
    fn pieces_of_colours(_position: &Self::PositionText) -> Option<[Vec<String>; 2]> {
        None
    }

    /// Returns the name of the colour to move, if the text of a position gives it.
    fn colour_to_move(_position: &Self::PositionText) -> Option<&'static str> {
        None
    }

    /// Returns the tags of every set-up in which a position could occur, the likeliest first. The
    /// position may be invalid: it is only text here.
    fn setups_of_position(_position: &str, _context: &Context) -> Vec<Vec<(&'static str, String)>> {
        match Self::FACTS.variants {
            [] | [_] => vec![Vec::new()],
            variants => variants
                .iter()
                .map(|&variant| vec![variant_tag(variant)])
                .collect(),
        }
    }

    /// Returns the canonical form of a tag's value, or `None` if the value has only one form.
    fn canonical_value(_tag: &str, _value: &str) -> Option<String> {
        None
    }
}

/// Returns the tag of a variant.
pub(crate) fn variant_tag(variant: &str) -> (&'static str, String) {
    ("Variant", variant.to_owned())
}

/// Returns variants, the likely ones first.
pub(crate) fn likely_first(
    variants: &[&'static str],
    is_likely: impl Fn(&str) -> bool,
) -> Vec<&'static str> {
    let (likely, others): (Vec<_>, Vec<_>) = variants
        .iter()
        .copied()
        .partition(|variant| is_likely(variant));
    [likely, others].concat()
}

/// Parses the text of a turn by the grammar rule `whole` and returns the pairs inside it.
pub(crate) fn turn_pairs<G: Parser<R>, R: RuleType>(
    whole: R,
    text: &str,
) -> Result<impl Iterator<Item = Pair<'_, R>>, TurnSyntaxError> {
    let pairs = G::parse(whole, text).map_err(|error| TurnSyntaxError {
        at: error_at(&error),
    })?;
    Ok(pairs.flat_map(Pair::into_inner))
}

/// Parses the value of a tag or an option by the grammar rule `whole`. Returns the first pair
/// inside it, or `None` if the text does not match.
pub(crate) fn value_pair<G: Parser<R>, R: RuleType>(whole: R, text: &str) -> Option<Pair<'_, R>> {
    G::parse(whole, text)
        .ok()?
        .flat_map(Pair::into_inner)
        .next()
}

/// Returns the byte range of a pair.
pub(crate) fn range_of<R: RuleType>(pair: &Pair<'_, R>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

/// Returns the spans of a turn's actions and of the parts of each action.
///
/// `detail_of` returns the part that a grammar rule means, given the number of items before it
/// in the action; `None` for a rule that is not a part.
pub(crate) fn spans_by_action<'t, R: RuleType>(
    actions: impl Iterator<Item = Pair<'t, R>>,
    detail_of: impl Fn(R, usize) -> Option<Detail>,
) -> Vec<(Part, Range<usize>)> {
    let mut spans = Vec::new();
    for (action, pair) in actions.enumerate() {
        spans.push((Part::whole(action), range_of(&pair)));

        let mut items_before = 0;
        for inner in pair.into_inner() {
            let Some(detail) = detail_of(inner.as_rule(), items_before) else {
                continue;
            };
            if matches!(detail, Detail::Item(_)) {
                items_before += 1;
            }
            spans.push((Part { action, detail }, range_of(&inner)));
        }
    }
    spans
}
