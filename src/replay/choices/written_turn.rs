//! Inserts a turn that was played into its record, as small edits of the text.
//!
//! [`written`] plays the turn and looks for it in the record (`find_existing`). If it is new, it is
//! inserted as a variation (`insert_variation`) or at the end of its line (`insert_at_end`). Then
//! the edited record is parsed, because the text around the turn may make it something else
//! (`find_inserted`).

use crate::findings::Finding;
use crate::notation::{
    Item, Line, MOVETEXT_WIDTH, Outcome, Record, TurnId, TurnNode, is_resignation, quoted,
    score_text,
};
use crate::replay::{Frame, Position, Timeline};
use crate::text::{Span, TextEdit, edited, sort_edits};

/// Result of writing a turn into a record.
#[derive(Clone, Debug)]
pub struct Written {
    /// Edits of the record's text, in order; empty if the turn exists already.
    pub edits: Vec<TextEdit>,
    /// The turn in canonical form.
    pub played: String,
    /// Id of the turn in the edited record.
    pub turn: TurnId,
    /// Range of the turn in the edited text, without its number.
    pub span: Span,
    /// Index of the edit that inserts the turn, and the offset of the turn in the text of that
    /// edit; `None` if the turn existed already.
    pub brought: Option<(usize, usize)>,
    /// Position after the turn.
    pub position: Position,
}

/// Reason why a turn cannot be written into a record.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotWritten {
    /// The turn to continue from does not exist or was not played.
    #[error("nothing can be played there: an earlier turn is illegal, or the tags are invalid")]
    Nowhere,
    /// The turn is illegal.
    #[error("{}", .0.message)]
    Refused(Box<Finding>),
    /// The surrounding text prevents it from being parsed: an unclosed comment, or variations
    /// nested too deeply.
    #[error("the turn cannot be added: the text there is invalid, or too deep or too long")]
    NoRoom,
}

/// Writes a turn into a record, after the turn `after`, or as the first turn.
///
/// After the last turn of a line, it extends the line. If the line continues with the same turn, or
/// has a variation that begins with it, nothing changes. Otherwise it becomes a variation of the
/// next turn of the line. A turn that ends the game in the main line closes an open result, with
/// the score if there is one.
///
/// ```
/// use pipscribe::replay::choices::written;
/// use pipscribe::prelude::*;
/// use pipscribe::text::edited;
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 *\n";
/// let timeline = Timeline::new(Record::parse_str(text), &Context::default())?;
/// let first = timeline.frames()[1].turn;
/// let done = written(&timeline, first, "a5-c5")?;
/// let expected = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 (2. a5-c5) *\n";
/// assert_eq!(edited(text, &done.edits).as_deref(), Some(expected));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the turn is illegal, or there is no place for it.
pub fn written(
    timeline: &Timeline,
    after: Option<TurnId>,
    turn: &str,
) -> Result<Written, NotWritten> {
    let record = timeline.record();
    let (before, line, next) = match after {
        None => (timeline.start(), &record.moves, 0),
        // The line continues after the turn.
        Some(id) => {
            let (line, _) = record
                .turns()
                .find(|(_, node)| node.id == id)
                .ok_or(NotWritten::Nowhere)?;
            (timeline.frame(id), line, id.index as usize + 1)
        }
    };

    let before = &before.ok_or(NotWritten::Nowhere)?.position;
    let position = before.play(turn).map_err(NotWritten::Refused)?;
    let played = position.turn().ok_or(NotWritten::Nowhere)?;
    let following = line.turns.get(next..).unwrap_or_default();
    if let Some(node) = find_existing(timeline, following, &played) {
        return Ok(Written {
            edits: Vec::new(),
            played,
            turn: node.id,
            span: node.text,
            brought: None,
            position,
        });
    }

    let replaced = following.iter().find(|node| !node.expects_refusal());
    let levels_added = if replaced.is_some() {
        LEVELS_OF_VARIATION
    } else {
        0
    };
    let (insertion, mut edits) = match replaced {
        Some(node) => (insert_variation(record, node, &played), Vec::new()),
        None => {
            let closing = Closing::new(record, &position, line);
            (
                insert_at_end(record, line, &played, &closing),
                closing.edits,
            )
        }
    };

    edits.push(insertion.edit.clone());
    sort_edits(&mut edits);
    let text = edited(record.text(), &edits).ok_or(NotWritten::NoRoom)?;
    let turn_at = insertion.turn_at;
    let span = span_in_edited_text(&insertion, &edits, &played);
    let turn_id = find_inserted(&text, span, line, levels_added).ok_or(NotWritten::NoRoom)?;
    let brought = edits
        .iter()
        .position(|edit| *edit == insertion.edit)
        .map(|edit| (edit, turn_at));
    Ok(Written {
        edits,
        played,
        turn: turn_id,
        span,
        brought,
        position,
    })
}

/// The numbers that a variation adds to the path of its line: the turn and the variation.
const LEVELS_OF_VARIATION: usize = 2;

/// Returns the place of an inserted turn in the text after all edits.
fn span_in_edited_text(insertion: &Insertion, edits: &[TextEdit], played: &str) -> Span {
    let offset = insertion.edit.0.start as usize;
    let earlier = edits
        .iter()
        .filter(|(span, _)| (span.start as usize) < offset);
    let start = earlier.fold(offset + insertion.turn_at, |place, (span, now)| {
        (place + now.len()).saturating_sub(span.len())
    });
    Span::new(start, start + played.len())
}

/// Returns the id of the inserted turn in the edited text; `None` if the text around it prevents it
/// from being parsed as a turn in its place.
fn find_inserted(text: &str, span: Span, line: &Line, levels_added: usize) -> Option<TurnId> {
    let after = Record::parse_str(text);
    let (found_in, node) = after.turns().find(|(_, node)| node.text == span)?;
    // An unclosed comment or variation swallows the text after it.
    let is_there = found_in.path.starts_with(&line.path)
        && found_in.path.len() == line.path.len() + levels_added;
    is_there.then_some(node.id)
}

/// Returns the turn if it exists already among the following ones: as the next of its line, or
/// first in a variation of it.
fn find_existing<'r>(
    timeline: &Timeline,
    following: &'r [TurnNode],
    played: &str,
) -> Option<&'r TurnNode> {
    let is_it = |node: &&TurnNode| {
        let frame = timeline.frame(node.id);
        frame
            .and_then(Frame::canonical_turn)
            .is_some_and(|turn| turn == played)
    };
    for node in following {
        let first = |line: &'r Line| line.turns.iter().find(|node| !node.expects_refusal());
        let firsts = node
            .variations()
            .filter_map(|variation| first(&variation.line));
        if let Some(found) = std::iter::once(node).chain(firsts).find(is_it) {
            return Some(found);
        }
        // A turn that is expected to be illegal is not played, so the next turn starts from the
        // same position.
        if !node.expects_refusal() {
            break;
        }
    }
    None
}

/// Turn inserted into a text.
struct Insertion {
    edit: TextEdit,
    /// Offset of the turn in the text of the edit.
    turn_at: usize,
}

/// Separator between a turn and the text before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Blank,
    Line,
    Paragraph,
}

/// Text around an inserted turn.
struct Around<'a> {
    before: Before,
    /// Text before the turn itself: its number.
    opening: &'a str,
    /// Text directly after the turn.
    closing: &'a str,
    /// Number of characters that other edits add to the rest of the line.
    more: usize,
}

/// Rest of the line after an inserted turn.
struct RestOfLine<'t> {
    /// Closing parentheses of variations at its start. They stay with the turn.
    parentheses: &'t str,
    /// Number of blanks after the parentheses.
    blanks: usize,
    /// True if nothing else is on the line.
    is_empty: bool,
    /// Number of characters, with those that other edits add.
    length: usize,
}

impl<'t> RestOfLine<'t> {
    /// Reads the rest of a line from the text after the place of the turn. Other edits add `more`
    /// characters to it.
    fn new(text: &'t str, more: usize) -> Self {
        let line = text.lines().next().unwrap_or_default();
        let after_parentheses = line.trim_start_matches(')');
        let next = after_parentheses.trim_start_matches([' ', '\t']);
        Self {
            parentheses: line.strip_suffix(after_parentheses).unwrap_or_default(),
            blanks: after_parentheses.len() - next.len(),
            is_empty: next.is_empty(),
            length: line.chars().count() + more,
        }
    }
}

/// Inserts a turn at a byte of a record. A line within the width limit of the notation stays within
/// it.
fn insert(record: &Record, offset: usize, played: &str, around: &Around<'_>) -> Insertion {
    let text = record.text();
    let newline = record.line_end();
    let (head, rest) = text.split_at_checked(offset).unwrap_or((text, ""));
    let column = head.rsplit('\n').next().unwrap_or_default().chars().count();
    let piece = format!("{}{played}{}", around.opening, around.closing);
    let length = piece.chars().count();

    let is_full =
        around.before == Before::Blank && column > 0 && column + 1 + length > MOVETEXT_WIDTH;
    let before = match around.before {
        Before::Paragraph => [newline, newline].concat(),
        Before::Line => newline.to_owned(),
        Before::Blank if column == 0 => String::new(),
        Before::Blank if is_full => newline.to_owned(),
        Before::Blank => " ".to_owned(),
    };
    let end_column = if before.ends_with('\n') {
        length
    } else {
        column + before.len() + length
    };
    let turn_at = before.len() + around.opening.len();

    let RestOfLine {
        parentheses,
        blanks,
        is_empty,
        length: length_of_rest,
    } = RestOfLine::new(rest, around.more);
    let inserted = before + &piece;
    let (end, inserted) = if around.before == Before::Paragraph && rest.trim().is_empty() {
        // The record ends after its tags. The turn replaces its blank end.
        (text.len(), inserted + newline)
    } else if is_empty || (!parentheses.is_empty() && blanks == 0) {
        // Nothing follows the turn on its line, or text follows directly after a closing
        // parenthesis. If the line was full, the result moves to the new line.
        let can_move = |span: &Span| end_column + 1 + span.len() + around.more <= MOVETEXT_WIDTH;
        match result_after(record, offset)
            .filter(|span| is_full && parentheses.is_empty() && can_move(span))
        {
            Some(result) => (result.start as usize, inserted + " "),
            None => (offset, inserted),
        }
    } else if end_column + length_of_rest > MOVETEXT_WIDTH
        && column + length_of_rest <= MOVETEXT_WIDTH
    {
        // The rest of the line fitted before, but not after the turn, so it moves to the next line.
        (
            offset + parentheses.len() + blanks,
            format!("{inserted}{parentheses}{newline}"),
        )
    } else {
        // The rest of the line stays on it, after a blank.
        (offset, inserted + if blanks == 0 { " " } else { "" })
    };
    Insertion {
        edit: (Span::new(offset, end), inserted),
        turn_at,
    }
}

/// Returns the result after the movetext if only white space is between it and byte `offset`.
fn result_after(record: &Record, offset: usize) -> Option<Span> {
    let (_, span) = record.result.as_ref()?;
    let between = record
        .text()
        .get(offset..span.start as usize)
        .unwrap_or_default();
    between.trim().is_empty().then_some(*span)
}

/// Inserts a variation after everything that belongs to a turn; a `#` comment stays before the next
/// turn.
fn insert_variation(record: &Record, node: &TurnNode, played: &str) -> Insertion {
    let items = node
        .after
        .iter()
        .rev()
        .skip_while(|item| matches!(item, Item::Hash(_)))
        .count();
    let items = node.after.get(..items).unwrap_or_default();
    let offset = items.last().map_or_else(
        || record.end_of_turn(node),
        |item| record.end_of_glyphs(item.end()),
    );
    let opening = format!("({}. ", node.number);
    insert(
        record,
        offset as usize,
        played,
        &Around {
            before: Before::Blank,
            opening: &opening,
            closing: ")",
            more: 0,
        },
    )
}

/// Inserts a turn after the last of its line.
fn insert_at_end(record: &Record, line: &Line, played: &str, closing: &Closing) -> Insertion {
    let number = line
        .turns
        .last()
        .map_or(1, |last| last.number + u32::from(!last.expects_refusal()));
    let is_numbered = |(_, node): (&Line, &TurnNode)| node.number_span.is_some();
    let numbered = record.moves.turns.is_empty() || record.turns().any(is_numbered);
    let opening = if numbered {
        format!("{number}. ")
    } else {
        String::new()
    };
    let items = line.turns.last().map_or(&line.opening, |last| &last.after);
    let (before, place) = match (items.last(), line.turns.last()) {
        (Some(item @ Item::Hash(_)), _) => (Before::Line, item.end()),
        (Some(item), _) => (Before::Blank, record.end_of_glyphs(item.end())),
        (None, Some(last)) => (Before::Blank, record.end_of_turn(last)),
        (None, None) => match (&record.result, record.tags.last()) {
            (Some((_, span)), _) => (Before::Blank, span.start),
            (None, Some(last)) => (Before::Paragraph, last.span.end),
            (None, None) => (Before::Blank, record.source().end().start),
        },
    };
    let result = closing
        .token
        .as_ref()
        .map_or_else(String::new, |result| format!(" {result}"));
    insert(
        record,
        place as usize,
        played,
        &Around {
            before,
            opening: &opening,
            closing: &result,
            more: closing.more,
        },
    )
}

/// Changes to an open result by a turn that ends the game.
#[derive(Default)]
struct Closing {
    edits: Vec<TextEdit>,
    /// Result to insert after the turn, if there is none yet.
    token: Option<String>,
    /// Number of characters that the result after the movetext grows.
    more: usize,
}

impl Closing {
    fn new(record: &Record, position: &Position, line: &Line) -> Self {
        let tag = record.tag("Result");
        let is_open = tag.is_none_or(|tag| tag.value == "*")
            && record
                .result
                .as_ref()
                .is_none_or(|(outcome, _)| *outcome == Outcome::Open)
            && !record.result_unclear;
        let is_main_line = line.path.is_empty();
        if !is_open || !is_main_line {
            return Self::default();
        }
        let Some(standing) = position.result() else {
            return Self::default();
        };
        let mut closing = Self::default();
        let result = standing.to_string();
        if let Some(tag) = tag {
            closing.edits.push((tag.value_span, result.clone()));
            let end = tag.span.end as usize;
            if let (Some(points), None) = (position.score(), record.tag("Score")) {
                let tag = format!(
                    "{}[Score {}]",
                    record.line_end(),
                    quoted(&score_text(&points))
                );
                closing.edits.push((Span::new(end, end), tag));
            }
        }
        if let Some((_, span)) = &record.result {
            closing.edits.push((*span, result.clone()));
            closing.more = result.len() - "*".len();
        } else if tag.is_none() {
            closing.token = Some(result);
        }
        let resigned = position.turn().is_some_and(|turn| is_resignation(&turn));
        let ended_by = if resigned { "resignation" } else { "rules" };
        // A finished game is not `unfinished`, and a resignation is not an end by the rules.
        let is_wrong = |value: &str| value == "unfinished" || (resigned && value == "rules");
        let termination = record.tag("Termination").filter(|tag| is_wrong(&tag.value));
        closing
            .edits
            .extend(termination.map(|tag| (tag.value_span, ended_by.to_owned())));
        closing
    }
}
