//! Updates the expectations of a record, `[%expect gipf/line-full]`, to the results of checking it.
//!
//! Only `[%expect …]` commands are changed; every other byte stays. An unmet expectation is
//! replaced with one that is met. An error that no comment expects gets an expectation: at its
//! turn, or before the first turn if it belongs to no turn. A turn that is expected to be illegal
//! is not played, so the turns after it are checked again. Their numbers may then be wrong (a
//! warning, which `fmt` fixes). Errors that arise because the turn was not played are expected too.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use crate::check::{Checked, is_of_puzzles};
use crate::findings::{Finding, code};
use crate::notation::{Comment, Item, Record, TurnNode, comments_of};
use crate::text::{RawRecord, Span, TextEdit, sha256};

/// The maximum number of passes. Each illegal turn of a line takes one pass.
const MAX_PASSES: usize = 200;

/// A record after its expectations were updated.
#[derive(Debug)]
#[non_exhaustive]
pub struct Blessed {
    /// The record with the updated expectations, as text.
    pub raw: RawRecord,
    /// The result of checking that text.
    pub checked: Checked,
}

/// Updates the expectations of a record to the results of `check`.
///
/// # Errors
/// Returns an error if there are findings that cannot be expected. In this case, the record must
/// not be changed.
pub fn bless(
    raw: &RawRecord,
    check: impl Fn(RawRecord) -> Checked,
) -> Result<Blessed, Vec<Finding>> {
    let mut raw = raw.clone();
    let mut checked = check(raw.clone());
    let mut seen = HashSet::new();
    // Edits that only undo each other would go on forever.
    while seen.len() < MAX_PASSES && seen.insert(sha256(checked.source().text())) {
        if checked.report.is_valid() {
            return Ok(Blessed { raw, checked });
        }
        let edits = edits_of_pass(&checked);
        if edits.is_empty() {
            break;
        }
        raw = raw.edited(edits);
        checked = check(raw.clone());
    }
    if checked.report.is_valid() {
        return Ok(Blessed { raw, checked });
    }
    let mut remaining_errors = checked.report.findings;
    remaining_errors.retain(Finding::is_error);
    Err(remaining_errors)
}

/// A place whose comments all refer to the same turn, or to the record.
struct CommentPlace<'a> {
    comments: Vec<&'a Comment>,
    /// The turn before the comments; `None` before the first turn and after the result.
    node: Option<&'a TurnNode>,
}

/// A command `[%expect …]`.
struct Expect<'a> {
    comment: &'a Comment,
    span: Span,
    arguments: &'a str,
}

impl<'a> CommentPlace<'a> {
    fn new(items: &'a [Item], node: Option<&'a TurnNode>) -> Self {
        Self {
            comments: comments_of(items).collect(),
            node,
        }
    }

    /// Returns the commands `[%expect …]` in the comments.
    fn expectations(&self, record: &'a Record) -> Vec<Expect<'a>> {
        let mut expectations = Vec::new();
        for &comment in &self.comments {
            for command in &comment.commands {
                if record.text_of(command.name) == "expect" {
                    expectations.push(Expect {
                        comment,
                        span: command.span,
                        arguments: record.text_of(command.arguments).trim(),
                    });
                }
            }
        }
        expectations
    }
}

/// The index of the start of the main line among all places.
const PLACE_OF_START: usize = 0;
/// The index of the end of the record.
const PLACE_OF_END: usize = 1;

/// Returns all places: first the start of the main line, then the end of the record, then the
/// others.
fn all_places(record: &Record) -> Vec<CommentPlace<'_>> {
    let words = record.words_of_first_line();
    let mut start = CommentPlace::new(&record.moves.opening, None);
    start
        .comments
        .extend(words.iter().flat_map(TurnNode::comments));
    let mut places = vec![start, CommentPlace::new(&record.closing, None)];
    let turns = record.moves.turns.get(words.len()..);
    push_places_of_turns(turns.unwrap_or_default(), &mut places);
    places
}

/// Appends the places after the turns of a line, and those of its variations.
fn push_places_of_turns<'a>(turns: &'a [TurnNode], places: &mut Vec<CommentPlace<'a>>) {
    for node in turns {
        places.push(CommentPlace::new(&node.after, Some(node)));
        for variation in node.variations() {
            places.push(CommentPlace::new(&variation.line.opening, None));
            push_places_of_turns(&variation.line.turns, places);
        }
    }
}

/// What a pass has to change, from the errors of a check.
struct Changes<'a> {
    /// The arguments that would hold, by the start of the unmet command.
    correct_arguments: HashMap<u32, &'a str>,
    /// For each place, the codes that its comments do not expect, each once.
    unexpected: Vec<Vec<&'a str>>,
}

/// Returns the edits that bring the expectations closer to the findings.
fn edits_of_pass(checked: &Checked) -> Vec<TextEdit> {
    let record = checked.record();
    let places = all_places(record);
    let Changes {
        correct_arguments,
        unexpected,
    } = changes_of_pass(checked, &places);
    let mut edits = Vec::new();
    for (place, unexpected) in places.iter().zip(unexpected) {
        bless_place(record, place, &correct_arguments, unexpected, &mut edits);
    }
    edits
}

/// Sorts the errors of a check by the places whose comments expect them.
fn changes_of_pass<'a>(checked: &'a Checked, places: &[CommentPlace<'a>]) -> Changes<'a> {
    let place_for_record = place_for_record(checked.record(), places);
    // The text of each turn, with the index of the place after it.
    let mut by_turn: Vec<(Span, usize)> = places
        .iter()
        .enumerate()
        .filter_map(|(index, place)| Some((place.node?.text, index)))
        .collect();
    by_turn.sort_unstable();

    let mut changes = Changes {
        correct_arguments: HashMap::new(),
        unexpected: vec![Vec::new(); places.len()],
    };
    for finding in &checked.report.findings {
        // Only a search finds the errors of puzzles, so a check never meets an expectation of such
        // an error.
        if !finding.is_error() || is_of_puzzles(finding.code.id) {
            continue;
        }
        if finding.code.id == code::UNMET.id {
            if let Some(holds) = finding.holds.as_deref() {
                changes.correct_arguments.insert(finding.span.start, holds);
            }
            continue;
        }
        let index = place_of_turn(checked, finding, &by_turn).unwrap_or(place_for_record);
        if let Some(codes) = changes.unexpected.get_mut(index)
            && !codes.contains(&finding.code.id)
        {
            codes.push(finding.code.id);
        }
    }
    changes
}

/// Returns the index of the place for expectations about the whole record: before the first turn,
/// unless all commands so far are in comments after the result.
fn place_for_record(record: &Record, places: &[CommentPlace<'_>]) -> usize {
    let has_commands = |index: usize| {
        places
            .get(index)
            .is_some_and(|place| !place.expectations(record).is_empty())
    };
    if !has_commands(PLACE_OF_START) && has_commands(PLACE_OF_END) {
        PLACE_OF_END
    } else {
        PLACE_OF_START
    }
}

/// Returns the place of the turn that a finding rejects; `None` if the finding belongs to the
/// record.
fn place_of_turn(checked: &Checked, finding: &Finding, by_turn: &[(Span, usize)]) -> Option<usize> {
    let is_same = |other: &Finding| other.code.id == finding.code.id && other.span == finding.span;
    // Without rules no turn is judged, and findings on the text belong to the record.
    if checked.game.is_none() || checked.record().findings.iter().any(is_same) {
        return None;
    }
    let turns_begun = by_turn.partition_point(|(span, _)| span.start <= finding.span.start);
    let (text, place) = by_turn.get(turns_begun.checked_sub(1)?)?;
    (finding.span.start < text.end && finding.span.end <= text.end).then_some(*place)
}

/// Updates the expectations of one place: replaces unmet ones, removes those that become redundant,
/// and adds the `unexpected` codes. `correct_arguments` has the arguments that would hold, by the
/// start of the unmet command.
fn bless_place(
    record: &Record,
    place: &CommentPlace<'_>,
    correct_arguments: &HashMap<u32, &str>,
    unexpected: Vec<&str>,
    edits: &mut Vec<TextEdit>,
) {
    let commands = place.expectations(record);
    let is_met = |command: &&Expect<'_>| !correct_arguments.contains_key(&command.span.start);
    let mut expected: BTreeSet<&str> = commands
        .iter()
        .filter(is_met)
        .map(|command| command.arguments)
        .collect();
    let mut unexpected: VecDeque<&str> = unexpected
        .into_iter()
        .filter(|code| !expected.contains(code))
        .collect();
    let first_unexpected = unexpected.front().copied();

    // An unclosed command extends to the end of the record, so it is left unchanged.
    let is_closed = |command: &&Expect<'_>| record.text_of(command.span).ends_with(']');
    // A command whose new arguments are already expected is removed.
    let mut last_kept = None;
    for command in commands.iter().filter(is_closed) {
        let correct = correct_arguments.get(&command.span.start).copied();
        let expects_legal = correct.unwrap_or(command.arguments) == "legal";
        // `None` if the command stays as it is.
        let new_arguments = if expects_legal {
            // Neither a record nor a turn can be `legal` and have an error, so `legal` becomes one
            // of the unexpected codes. With more `legal` than codes, the others become the first
            // code and are removed as repeated.
            unexpected.pop_front().or(first_unexpected).or(correct)
        } else {
            correct
        };
        match new_arguments {
            Some(arguments) if expected.insert(arguments) => {
                edits.push((command.span, format!("[%expect {arguments}]")));
                last_kept = Some(command);
            }
            Some(_) => edits.push((span_to_remove(record, command), String::new())),
            None => last_kept = Some(command),
        }
    }

    let missing: Vec<_> = unexpected
        .into_iter()
        .filter(|code| !expected.contains(code))
        .map(|code| format!("[%expect {code}]"))
        .collect();
    if !missing.is_empty() {
        edits.push(added_commands(record, place, last_kept, &missing.join(" ")));
    }
}

/// Adds new commands to a place: after the last command that is kept, or else in a new comment.
fn added_commands(
    record: &Record,
    place: &CommentPlace<'_>,
    last_kept: Option<&Expect<'_>>,
    new_commands: &str,
) -> TextEdit {
    match last_kept {
        Some(command) => (
            Span {
                start: command.span.end,
                end: command.span.end,
            },
            format!(" {new_commands}"),
        ),
        None => new_comment(record, place, new_commands),
    }
}

/// Returns the span to remove with a redundant command: its comment, if nothing else is in it, and
/// the blanks before or else after it.
fn span_to_remove(record: &Record, command: &Expect<'_>) -> Span {
    let text = record.text();
    let inner = record
        .text_of(command.comment.span)
        .trim_start_matches('{')
        .trim_end_matches('}')
        .trim();
    let is_whole_comment = inner == record.text_of(command.span);
    let Span { mut start, mut end } = if is_whole_comment {
        command.comment.span
    } else {
        command.span
    };
    let is_blank = |offset: u32| {
        text.as_bytes()
            .get(offset as usize)
            .is_some_and(|&byte| byte == b' ' || byte == b'\t')
    };
    let before = start;
    while start > 0 && is_blank(start - 1) {
        start -= 1;
    }
    if start == before {
        while is_blank(end) {
            end += 1;
        }
    }
    Span { start, end }
}

/// Creates a comment at a place that has no expectation yet.
fn new_comment(record: &Record, place: &CommentPlace<'_>, commands: &str) -> TextEdit {
    let empty_span = |offset: u32| Span {
        start: offset,
        end: offset,
    };
    if let Some(node) = place.node {
        return (
            empty_span(record.end_of_turn(node)),
            format!(" {{{commands}}}"),
        );
    }
    let comment = place.comments.first().map(|comment| comment.span.start);
    let turn = record.moves.turns.first().map(TurnNode::start);
    let result = record.result.as_ref().map(|(_, span)| span.start);
    match comment.or(turn).or(result) {
        Some(offset) => (empty_span(offset), format!("{{{commands}}} ")),
        None => (
            empty_span(record.source().end().start),
            format!("{0}{0}{{{commands}}}", record.line_end()),
        ),
    }
}
