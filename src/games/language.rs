//! What a game's texts look like, without its rules.

use std::fmt::{self, Write as _};
use std::ops::Range;

use pest::error::{Error, InputLocation};
use pest::iterators::Pair;
use pest::{Parser, RuleType};

use super::GameId;
use super::fault::{Detail, Part};
use super::write_number;
use crate::notation::TagSpec;

/// A text that is no turn of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no turn of this game, from byte {at} on")]
pub struct TurnSyntaxError {
    /// The byte up to which it could have been one.
    pub at: usize,
}

/// Why a position's text is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionErrorKind {
    /// The text has not the form of the sheet: `tag/unknown-value`.
    Malformed,
    /// It contradicts the other tags or the rules: `tag/inconsistent`.
    Inconsistent,
}

/// A position that is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PositionError {
    /// Why.
    pub kind: PositionErrorKind,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The part of the text, in bytes.
    pub span: Range<usize>,
}

impl PositionError {
    /// A position that has not the form of the sheet in that part of its text.
    pub fn malformed(message: impl Into<String>, span: Range<usize>) -> Self {
        Self { kind: PositionErrorKind::Malformed, message: message.into(), span }
    }

    /// A position that contradicts the tags or the rules; the whole text is at fault.
    pub fn inconsistent(message: impl Into<String>) -> Self {
        Self { kind: PositionErrorKind::Inconsistent, message: message.into(), span: 0..usize::MAX }
    }
}

/// The value of a record's tag by its name.
pub type TagValue<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A game's texts: turns and positions as typed values, tags, options.
pub trait Language: 'static {
    /// Which game it is.
    const ID: GameId;
    /// Its name in records.
    const NAME: &'static str = Self::ID.name();
    /// Its name for people.
    const TITLE: &'static str = Self::ID.title();
    /// Its variants. Where there is more than one the tag is required.
    const VARIANTS: &'static [&'static str];
    /// Its own tags, in the order of its sheet.
    const TAGS: &'static [TagSpec];
    /// The section of its sheet that says how turns are written.
    const NOTATION_RULE: &'static str;
    /// How a turn is written, in a sentence with turns between backticks: what is said of a text that is none.
    const TURN_FORM: &'static str;
    /// The keys of its options, in the order of its sheet.
    const OPTIONS: &'static [&'static str];
    /// Whether it is played for points.
    const HAS_SCORES: bool;

    /// A turn as it was written, with no span and no rule applied; writes itself canonically as
    /// far as that needs no rules.
    type Turn: Clone + Default + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static;
    /// A position's text as typed values; writes itself canonically.
    type PositionText: Clone + PartialEq + fmt::Debug + fmt::Display + Send + Sync + 'static;

    /// Parses a turn.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    fn parse_turn(text: &str) -> Result<Self::Turn, TurnSyntaxError> {
        let mut turn = Self::Turn::default();
        if Self::parse_usual_turn(text.as_bytes(), &mut turn) { Ok(turn) } else { Self::parse_turn_by_grammar(text) }
    }

    /// Parses a turn by the game's grammar, which defines what a turn is.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    fn parse_turn_by_grammar(text: &str) -> Result<Self::Turn, TurnSyntaxError>;

    /// Parses a turn in its usual form into a value whose memory is reused. Returns false if the grammar has to read it; then the
    /// value is of no use.
    fn parse_usual_turn(text: &[u8], turn: &mut Self::Turn) -> bool;

    /// Appends a turn to a text.
    fn write_turn(turn: &Self::Turn, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{turn}");
    }

    /// Where the parts of a turn stand, in bytes of its text; empty where it is no turn.
    fn turn_parts(text: &str) -> Vec<(Part, Range<usize>)>;

    /// Whether the text is one action of a turn of this game.
    fn is_action(text: &str) -> bool;

    /// Reads a position.
    ///
    /// # Errors
    /// Where the text has not the form of the sheet ([`PositionErrorKind::Malformed`]).
    fn parse_position(text: &str) -> Result<Self::PositionText, PositionError>;

    /// Appends a position to a text.
    fn write_position(position: &Self::PositionText, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{position}");
    }

    /// Whether a record with this option, and these other tags, is played like one without it.
    fn is_usual_option(tag: TagValue<'_>, key: &str, value: &str) -> bool;

    /// The canonical form of a tag's value, where the game reads more forms than one.
    fn canonical_value(_tag: &str, _value: &str) -> Option<String> {
        None
    }

    /// The value that one of the game's own tags has where the record does not say it.
    fn default_value(_tag: &str) -> Option<&'static str> {
        None
    }
}

/// The byte at which pest gave up.
pub(crate) fn error_at<R: RuleType>(error: &Error<R>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

/// What pest says of a malformed position, in words that `name` gives for its rules.
fn position_error<R: RuleType>(error: &Error<R>, text: &str, name: impl Fn(R) -> &'static str) -> PositionError {
    let at = error_at(error);
    let mut expected: Vec<&str> = match &error.variant {
        pest::error::ErrorVariant::ParsingError { positives, .. } => positives.iter().map(|&rule| name(rule)).collect(),
        pest::error::ErrorVariant::CustomError { .. } => Vec::new(),
    };
    expected.sort_unstable();
    expected.dedup();
    let found = text.get(at..).and_then(|rest| rest.chars().next());
    let here = found.map_or_else(|| "at its end".to_owned(), |character| format!("at `{character}`"));
    let message = match expected.as_slice() {
        [] => format!("This position cannot be read {here}."),
        names => format!("This position cannot be read {here}: {} should stand there.", names.join(" or ")),
    };
    let end = at + found.map_or(0, char::len_utf8);
    PositionError::malformed(message, at..end)
}

/// The text of a turn, which `whole` describes, taken apart.
pub(crate) fn turn_pairs<G: Parser<R>, R: RuleType>(
    whole: R,
    text: &str,
) -> Result<impl Iterator<Item = Pair<'_, R>>, TurnSyntaxError> {
    let pairs = G::parse(whole, text).map_err(|error| TurnSyntaxError { at: error_at(&error) })?;
    Ok(pairs.flat_map(Pair::into_inner))
}

/// The text of a position, which `whole` describes, taken apart; `name` says the grammar's rules
/// in words.
pub(crate) fn position_pairs<G: Parser<R>, R: RuleType>(
    whole: R,
    text: &str,
    name: fn(R) -> &'static str,
) -> Result<impl Iterator<Item = Pair<'_, R>>, PositionError> {
    let pairs = G::parse(whole, text).map_err(|error| position_error(&error, text, name))?;
    Ok(pairs.flat_map(Pair::into_inner))
}

/// What the value of a tag or an option, which `whole` describes, is; `None` where it is no such
/// value.
pub(crate) fn value_pair<G: Parser<R>, R: RuleType>(whole: R, text: &str) -> Option<Pair<'_, R>> {
    G::parse(whole, text).ok()?.flat_map(Pair::into_inner).next()
}

/// Where a part of a text stands, in bytes.
pub(crate) fn range_of<R: RuleType>(pair: &Pair<'_, R>) -> Range<usize> {
    let span = pair.as_span();
    span.start()..span.end()
}

/// Spans of a turn's actions and of what `detail` finds in each of them.
pub(crate) fn spans_by_action<'t, R: RuleType>(
    actions: impl Iterator<Item = Pair<'t, R>>,
    detail: impl Fn(R, usize) -> Option<Detail>,
) -> Vec<(Part, Range<usize>)> {
    let mut parts = Vec::new();
    for (action, pair) in actions.enumerate() {
        parts.push((Part { action, detail: Detail::Whole }, range_of(&pair)));
        let mut items = 0;
        for inner in pair.into_inner() {
            let found = detail(inner.as_rule(), items);
            if let Some(detail) = found {
                items += usize::from(matches!(detail, Detail::Item(_)));
                parts.push((Part { action, detail }, range_of(&inner)));
            }
        }
    }
    parts
}

/// Writes a line of a board: the letters of its pieces, and how many empty places stand between.
pub(crate) fn write_places(out: &mut impl fmt::Write, places: impl IntoIterator<Item = Option<char>>) -> fmt::Result {
    let mut empty = 0_u32;
    for place in places {
        let Some(letter) = place else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            write_number(out, empty)?;
            empty = 0;
        }
        out.write_char(letter)?;
    }
    if empty > 0 { write_number(out, empty) } else { Ok(()) }
}
