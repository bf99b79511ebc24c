//! Comments whose braces are damaged: a brace is missing, or another bracket is in its place.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{is_number, is_readable, is_result, start_of_movetext};
use crate::games::GameId;

/// Closes an unclosed brace before the number of the next turn.
pub(in super::super) fn peel_unclosed(
    text: &MappedText,
    game: GameId,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let open = source
        .rfind('{')
        .filter(|open| !source[*open..].contains('}'))
        .filter(|open| !is_in_line_comment(source, *open))?;
    let before = source[..open].split_whitespace().rev();
    let number = |word: &str| word.trim_end_matches(['.', ')']).parse::<u32>().ok();
    let last = before
        .filter(|word| is_number(word))
        .find_map(number)
        .unwrap_or(0);
    let mut place = open;
    for word in source[open..].split_whitespace() {
        place += source[place..].find(word)?;
        if is_number(word) && number(word) == last.checked_add(1) {
            let inside = source[open..place].trim_end();
            let end = open + inside.len();
            let is_wrong = inside.ends_with([')', ']', '>']);
            let start = if is_wrong { end - 1 } else { end };
            let cut = Cut::new(start, end, "}", Peel::Sign);
            return Some((
                text.cut(&[cut]),
                "a comment without a closing brace".to_owned(),
            ));
        }
        place += word.len();
    }
    // A record that breaks off in a comment has no turn after it.
    let is_of_turn = |word: &str| is_number(word) || is_readable(game, word);
    let has_turns = source[open + 1..].split_whitespace().any(is_of_turn);
    let end = source.trim_end().len();
    let cut = Cut::new(end, end, "}", Peel::Sign);
    let name = "a comment without a closing brace".to_owned();
    (!has_turns && end > open + 1).then(|| (text.cut(&[cut]), name))
}

/// Closes comments that end with another bracket than a brace, `{only move]`, and opens those that
/// end with a brace but begin with another bracket.
pub(in super::super) fn peel_wrong_closers(text: &MappedText) -> Option<(MappedText, String)> {
    let source = text.text();
    if source.matches('{').count() == source.matches('}').count() {
        return None;
    }
    let from = start_of_movetext(source);
    let mut cuts = Vec::new();
    let mut is_open = false;
    // The brackets since the last comment that are not closed.
    let mut brackets: Vec<(usize, char)> = Vec::new();
    for (offset, sign) in source[from..].char_indices() {
        let place = from + offset;
        let other = match sign {
            ')' => '(',
            ']' => '[',
            '>' => '<',
            _ => ' ',
        };
        match sign {
            '{' if !is_open => {
                is_open = true;
                brackets.clear();
            }
            '}' if is_open => {
                is_open = false;
                brackets.clear();
            }
            '}' => {
                let (open, _) = brackets.pop()?;
                cuts.push(Cut::new(open, open + 1, "{", Peel::Sign));
                brackets.clear();
            }
            '(' | '[' | '<' => brackets.push((place, sign)),
            ')' | ']' | '>' => {
                if brackets.last().is_some_and(|(_, open)| *open == other) {
                    brackets.pop();
                    continue;
                }
                let next = source[place + 1..].split_whitespace().next();
                if is_open && next.is_none_or(|next| is_number(next) || is_result(next)) {
                    cuts.push(Cut::new(place, place + 1, "}", Peel::Sign));
                    is_open = false;
                    brackets.clear();
                }
            }
            _ => {}
        }
    }

    (!cuts.is_empty()).then(|| (text.cut(&cuts), "comments with other brackets".to_owned()))
}

/// Returns true if the line that contains a byte begins as a comment.
fn is_in_line_comment(text: &str, offset: usize) -> bool {
    let before = &text[..offset];
    let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
    line.trim_start().starts_with('#')
}
