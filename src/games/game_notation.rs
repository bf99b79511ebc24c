//! The notation of a game: its turns, positions, tags and options, without rules.

use std::fmt;
use std::ops::Range;

use pest::error::Error;
use pest::iterators::Pair;
use pest::{Parser, RuleType};

use super::fault::{Detail, Part};
use super::{Context, GameId, Material, WriteNotation, push_notation};
use crate::notation::{GameFacts, error_at};

/// Initial capacity for the text of a position, in bytes.
const USUAL_POSITION: usize = 128;

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
    /// What is data about the game.
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
        let mut text = String::with_capacity(USUAL_POSITION);
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

/// Returns variants, those in `likely` first.
pub(crate) fn likely_first(
    variants: &[&'static str],
    likely: &[(&str, bool)],
) -> Vec<&'static str> {
    let mut sorted = variants.to_vec();
    sorted.sort_by_key(|variant| !likely.contains(&(variant, true)));
    sorted
}

/// A field of a position string. Spaces separate the fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionField {
    /// The name, such as `the seat to move`.
    pub(crate) name: &'static str,
    /// The form, with the verb: `is `w` or `b``.
    pub(crate) form: &'static str,
    /// A value of this form.
    pub(crate) example: &'static str,
}

/// The grammar of a game's position strings.
pub(crate) struct PositionGrammar<R: RuleType> {
    /// The rule of the whole text.
    pub(crate) whole: R,
    /// The fields in their order.
    pub(crate) fields: &'static [PositionField],
    /// Returns the display name of a rule for a part of a field, or `None` for other rules.
    pub(crate) part_in_words: fn(R) -> Option<&'static str>,
}

impl<R: RuleType> PositionGrammar<R> {
    /// Parses the text of a position and returns the pairs inside it.
    pub(crate) fn pairs<'t, G: Parser<R>>(
        &self,
        text: &'t str,
    ) -> Result<impl Iterator<Item = Pair<'t, R>> + use<'t, R, G>, PositionError> {
        let pairs = G::parse(self.whole, text).map_err(|error| self.error::<G>(&error, text))?;
        Ok(pairs.flat_map(Pair::into_inner))
    }

    /// Returns the text of a position with this board and the examples of the other fields; `None`
    /// if the text has more than one field.
    pub(crate) fn with_board(&self, board: &str) -> Option<String> {
        if board.contains(' ') {
            return None;
        }

        let others = self.fields.iter().skip(1).map(|field| field.example);
        let fields: Vec<&str> = std::iter::once(board).chain(others).collect();
        Some(fields.join(" "))
    }

    /// Returns the error for a malformed position. It names the first invalid field.
    fn error<G: Parser<R>>(&self, error: &Error<R>, text: &str) -> PositionError {
        let mut read = String::new();
        let mut written = text.split(' ');
        for index in 0..self.fields.len() {
            let value = written.next();
            if index > 0 {
                read.push(' ');
            }
            let start = read.len();
            let Some(value) = value else {
                let message = format!("This position ends before {}.", self.field_in_words(index));
                return PositionError::malformed(message, text.len()..text.len());
            };
            read.push_str(value);
            let end = read.len();
            // The fields after this one are valid, so that an error can only be in this one.
            let others: String = self.fields[index + 1..]
                .iter()
                .map(|other| format!(" {}", other.example))
                .collect();
            if let Err(error) = G::parse(self.whole, &format!("{read}{others}")) {
                return self.error_in_field(&error, text, index, start..end);
            }
        }
        let count = self.fields.len();
        let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
        let message = format!(
            "This position has text after its {count} fields, which are {}.",
            names.join(", ")
        );
        let offset = read.len().min(error_at(error));
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        PositionError::malformed(message, offset..offset + found.map_or(0, char::len_utf8))
    }

    /// Returns the error for a malformed field. `range` is its place in the text.
    fn error_in_field(
        &self,
        error: &Error<R>,
        text: &str,
        index: usize,
        range: Range<usize>,
    ) -> PositionError {
        let offset = error_at(error).clamp(range.start, range.end);
        let found = text.get(offset..).and_then(|rest| rest.chars().next());
        let span = offset..offset + found.map_or(0, char::len_utf8);
        let here = match found {
            _ if range.is_empty() => "where a field is empty".to_owned(),
            Some(character) if offset < range.end => format!("at `{character}`"),
            _ => "at the end of a field".to_owned(),
        };
        let character = text
            .get(..offset)
            .map_or(0, |before| before.chars().count())
            + 1;
        let expected = match self.expected_parts(error).as_slice() {
            [] => String::new(),
            parts => format!(": expected {}", parts.join(" or ")),
        };
        let field = self.field_in_words(index);
        let message = format!(
            "This position cannot be read {here} (character {character}), in {field}{expected}."
        );
        PositionError::malformed(message, span)
    }

    /// Returns the display names of the parts that the grammar allows at an error.
    fn expected_parts(&self, error: &Error<R>) -> Vec<&'static str> {
        let pest::error::ErrorVariant::ParsingError { positives, .. } = &error.variant else {
            return Vec::new();
        };
        let mut parts: Vec<_> = positives
            .iter()
            .filter_map(|&rule| (self.part_in_words)(rule))
            .collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Names a field and describes its form.
    fn field_in_words(&self, index: usize) -> String {
        let count = self.fields.len();
        let Some(PositionField { name, form, .. }) = self.fields.get(index) else {
            return String::new();
        };
        format!("field {} of {count}, {name}, which {form}", index + 1)
    }
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

/// Returns the spans of a turn's actions, and of the parts that `detail` recognises in each of
/// them.
pub(crate) fn spans_by_action<'t, R: RuleType>(
    actions: impl Iterator<Item = Pair<'t, R>>,
    detail: impl Fn(R, usize) -> Option<Detail>,
) -> Vec<(Part, Range<usize>)> {
    let mut parts = Vec::new();
    for (action, pair) in actions.enumerate() {
        parts.push((
            Part {
                action,
                detail: Detail::Whole,
            },
            range_of(&pair),
        ));
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

/// Writes one line of a board: a letter for each piece, and a number for each run of empty places.
pub(crate) fn write_places(
    out: &mut impl fmt::Write,
    places: impl IntoIterator<Item = Option<char>>,
) -> fmt::Result {
    let mut empty = 0_u32;
    for place in places {
        let Some(letter) = place else {
            empty += 1;
            continue;
        };
        if empty > 0 {
            empty.write_to(out)?;
            empty = 0;
        }
        out.write_char(letter)?;
    }
    (empty > 0).then_some(empty).write_to(out)
}
