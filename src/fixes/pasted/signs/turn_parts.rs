//! Parts of a movetext, one for each turn, and which of them are damaged.

use super::super::movetext::{
    begins_with_number, is_number, is_readable, is_result, is_turn, lines,
};
use crate::games::GameId;
use crate::text::Span;

/// The maximum length of a part between two numbers, in bytes.
const MAX_PART: usize = 200;

/// Returns the parts of a movetext between numbers, comments and results. Each part is one turn, or
/// the turns of a round.
pub(super) fn turn_parts(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let all = lines(text);
    let has_numbers = has_numbers(text);
    let mut open: Option<Span> = None;
    for span in all.iter().flat_map(|line| &line.words) {
        let word = span.slice(text);
        let gap = open.map_or("", |open| {
            text.get(open.end as usize..span.start as usize)
                .unwrap_or_default()
        });
        let is_apart = !gap.trim().is_empty() || (!has_numbers && gap.contains('\n'));
        if is_apart {
            found.extend(open.take());
        }
        if is_number(word) || is_result(word) || word.starts_with('$') {
            found.extend(open.take());
            continue;
        }
        let mut start = span.start as usize;
        if begins_with_number(word) {
            found.extend(open.take());
            let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
            start += word.len() - digits.trim_start_matches(['.', ')']).len();
        }
        open = match open {
            Some(open) if has_numbers || !is_turn_like(open.slice(text)) => Some(Span {
                start: open.start,
                end: span.end,
            }),
            Some(open) => {
                found.push(open);
                Some(Span::new(start, span.end as usize))
            }
            None => Some(Span::new(start, span.end as usize)),
        };
    }

    found.extend(open);
    found.retain(|part| part.len() <= MAX_PART);
    found
}

/// Returns true if the turns of a movetext are numbered.
pub(super) fn has_numbers(text: &str) -> bool {
    lines(text)
        .iter()
        .flat_map(|line| &line.words)
        .any(|word| is_number(word.slice(text)) || begins_with_number(word.slice(text)))
}

/// Returns true if a text ends like a turn, so that the next word is another turn.
fn is_turn_like(text: &str) -> bool {
    text.ends_with(|sign: char| sign.is_ascii_digit() || sign == '*') || text.contains(['/', '@'])
}

/// Returns the parts that are not turns.
pub(super) fn damaged_parts(parts: &[Span], text: &str, game: GameId) -> Vec<Span> {
    let is_damaged = |part: &&Span| !is_fine(part.slice(text), game);
    parts.iter().filter(is_damaged).copied().collect()
}

/// Returns true if a part is a turn, or several turns separated by spaces.
fn is_fine(part: &str, game: GameId) -> bool {
    // Text in parentheses is a variation in the notation, and text after `#` is a comment.
    if part.contains(['(', ')', '<', '>', ']', '#']) {
        return false;
    }
    // An arrow or another picture has a meaning.
    if part.contains(|sign| matches!(sign, '\u{2190}'..='\u{21FF}' | '\u{25A0}'..='\u{25FF}')) {
        return false;
    }
    is_turn(game, part)
        || part.split_whitespace().all(|word| is_readable(game, word))
        || is_readable(game, part)
}

/// Returns true if a part is a turn in the notation, or several turns separated by spaces.
pub(super) fn is_written(part: &str, game: GameId) -> bool {
    is_turn(game, part) || part.split_whitespace().all(|word| is_turn(game, word))
}
