//! Finds turns swallowed by a comment whose `}` is missing. The finding on the next `{` names them.
//! A swallowed turn that is misspelt leaves only its number as a trace.

use std::ops::Range;

use crate::findings::{Finding, code, sort_by_place};
use crate::games::GameId;
use crate::notation::{Comment, Item, Record, braces_in, is_resignation, shorten};
use crate::text::Span;

/// The maximum number of braces per comment that are examined.
const MAX_BRACES: usize = 50;
/// The maximum number of words before each brace that are examined.
const MAX_WORDS: usize = 30;

/// Adds the turns before a `{` in a comment to the finding on it.
pub(super) fn name_turns(record: &Record, game: GameId, findings: &mut [Finding]) {
    if findings
        .iter()
        .any(|finding| finding.code == &code::BRACE_IN_COMMENT)
    {
        for comment in record.comments() {
            name_turns_in_comment(record, game, comment, findings);
        }
        sort_by_place(findings);
    }
}

fn name_turns_in_comment(
    record: &Record,
    game: GameId,
    comment: &Comment,
    findings: &mut [Finding],
) {
    let first = findings.partition_point(|finding| finding.span.start < comment.span.start);
    let mut inside = findings[first..]
        .iter_mut()
        .take_while(|finding| finding.span.start < comment.span.end);
    let Some(finding) = inside.find(|finding| finding.code == &code::BRACE_IN_COMMENT) else {
        return;
    };
    let Some((brace, turns)) = turns_before_brace(record, game, comment) else {
        return;
    };
    let written = record.text_of(turns).trim_end();
    finding.span = brace;
    finding.message = format!(
        "This comment contains `{}`, which looks like turns.",
        shorten(written)
    )
    .into();
    let in_command = comment
        .commands
        .iter()
        .any(|command| command.span.range().contains(&(brace.start as usize)));
    finding.help = Some(help(record, comment.span, turns, in_command).into());
}

/// Returns the first turn number that the turns of a record skip, and that is in a comment where it
/// is missing: 2 in `1. d4 {my first 2. takee {oops} 3. a1,b2`.
pub(super) fn skipped_number_in_comment(record: &Record) -> Option<u32> {
    record.turns().find_map(|(line, node)| {
        let skipped = record
            .skipped_numbers(node)
            .filter(|skipped| *skipped > 0)?;
        let index = line
            .turns
            .partition_point(|other| other.start() < node.start());
        let before = index.checked_sub(1).and_then(|index| line.turns.get(index));
        let (last, items) = match before {
            Some(before) => {
                let skipped_before = record.skipped_numbers(before).unwrap_or(0);
                (before.number.saturating_add(skipped_before), &before.after)
            }
            None => (node.number.saturating_sub(1), &line.opening),
        };
        let missing = last.saturating_add(1)..node.number.saturating_add(skipped);
        items.iter().find_map(|item| match item {
            Item::Comment(comment) => number_in_text(record.text_of(comment.span), &missing),
            Item::Variation(_) | Item::Hash(_) => None,
        })
    })
}

/// Returns the first turn number in a text that is within a range, such as 2 in `my 2. takee`. A
/// decimal number, `2.5`, is not one.
fn number_in_text(text: &str, range: &Range<u32>) -> Option<u32> {
    let is_border = |sign: char| sign.is_whitespace() || "{}()[],;".contains(sign);
    text.split(is_border).find_map(|word| {
        let after = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let digits = word.strip_suffix(after)?;
        let number: u32 = digits.parse().ok()?;
        let turn = after.strip_prefix('.')?;
        let is_decimal = !turn.is_empty() && turn.bytes().all(|byte| byte.is_ascii_digit());
        (!is_decimal && range.contains(&number)).then_some(number)
    })
}

/// Returns the first `{` in a comment that has turns before it, and the span of the turns.
fn turns_before_brace(record: &Record, game: GameId, comment: &Comment) -> Option<(Span, Span)> {
    let braces = braces_in(record.text(), comment.span, &comment.commands);
    braces.iter().take(MAX_BRACES).find_map(|brace| {
        let before = Span::new(brace.from as usize, brace.span.start as usize);
        Some((brace.span, turns_at_end(record, game, before)?))
    })
}

/// Returns the place of the `}` that a comment lacks before the turns that it swallowed: the
/// bracket that was typed instead, or an empty span after the last word of the comment. `None` if
/// the comment swallowed no turns.
pub(crate) fn place_of_missing_brace(
    record: &Record,
    game: GameId,
    comment: &Comment,
) -> Option<Span> {
    let (_, turns) = turns_before_brace(record, game, comment)?;
    place_before_turns(record, comment.span, turns)
}

/// Returns the place of the `}` of a comment before the turns that it swallowed; `None` if a
/// literal brace, `\}`, is there.
fn place_before_turns(record: &Record, comment: Span, turns: Span) -> Option<Span> {
    let before = Span::new(comment.start as usize, turns.start as usize);
    let before = record.text_of(before).trim_end();
    let end = comment.start as usize + before.len();
    match before.chars().next_back() {
        _ if before.ends_with("\\}") => None,
        Some(')' | ']' | '>') => Some(Span::new(end - 1, end)),
        _ => Some(Span::new(end, end)),
    }
}

/// Returns advice that depends on the text between the start of the comment and the swallowed
/// turns.
fn help(record: &Record, comment: Span, turns: Span, in_command: bool) -> String {
    let first = record
        .text_of(turns)
        .split_whitespace()
        .next()
        .unwrap_or_default();
    let close = match place_before_turns(record, comment, turns) {
        None => "`\\}` is a literal brace and does not end the comment: write `\\\\}`.".to_owned(),
        Some(place) if place.is_empty() => format!(
            "Write `}}` before `{}` if the comment ends there.",
            shorten(first)
        ),
        Some(place) => format!(
            "Write `}}` for `{}` if the comment ends there.",
            record.text_of(place)
        ),
    };
    if in_command {
        close
    } else {
        format!("{close} Otherwise write `\\{{` for a literal brace.")
    }
}

/// Returns the span of the turns and turn numbers at the end of a text, up to the last other word.
fn turns_at_end(record: &Record, game: GameId, text: Span) -> Option<Span> {
    let written = record.text_of(text);
    let mut start = written.len();
    for _ in 0..MAX_WORDS {
        let before = written.get(..start)?.trim_end();
        let word = before.get(
            before
                .rfind(char::is_whitespace)
                .map_or(0, |blank| blank + 1)..,
        )?;
        if word.is_empty()
            || !(is_of_movetext(word, game) || (start < written.len() && is_glyph(word)))
        {
            break;
        }
        start = before.len() - word.len();
    }
    (start < written.len()).then(|| text.within(&(start..written.len())))
}

fn is_glyph(word: &str) -> bool {
    word.strip_prefix('$')
        .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Returns true if a word is a turn of the game or a turn number.
fn is_of_movetext(word: &str, game: GameId) -> bool {
    let word = word.trim_matches(['(', ')']);
    let after_digits = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let turn = match after_digits.strip_prefix('.') {
        Some(turn) if after_digits.len() < word.len() => turn,
        _ => word,
    };
    let turn = turn.trim_end_matches(['!', '?']);
    let is_number = turn.is_empty() && word.ends_with('.');
    is_number || is_resignation(turn) || game.canonical_turn_text(turn).is_some()
}
