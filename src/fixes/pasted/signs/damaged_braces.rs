//! Comments whose braces are damaged: a brace is missing, or another bracket is in its place.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{
    begins_with_number, is_number, is_readable, is_result, start_of_movetext, without_number,
};
use super::super::words::is_keyword;
use crate::games::GameId;
use crate::text::Span;

/// The maximum number of unclosed braces that are closed, or examined without success.
const MAX_UNCLOSED: usize = 20;

/// Closes unclosed braces, each before the number of the next turn. A comment without its brace
/// swallows the one after it, so the first one is closed first.
pub(in super::super) fn peel_unclosed(
    text: &MappedText,
    game: GameId,
) -> Option<(MappedText, String)> {
    let source = text.text();
    let mut cuts: Vec<Cut> = Vec::new();
    let mut from = source.rfind('}').map_or(0, |close| close + 1);
    for _ in 0..MAX_UNCLOSED {
        let Some(length) = source[from..].find('{') else {
            break;
        };
        let open = from + length;
        from = open + 1;
        if is_in_line_comment(source, open) {
            continue;
        }
        if let Some(cut) = closing_brace(source, open, game) {
            from = from.max(cut.span.end as usize);
            cuts.push(cut);
        }
    }
    let name = if cuts.len() > 1 {
        "comments without a closing brace"
    } else {
        "a comment without a closing brace"
    };
    (!cuts.is_empty()).then(|| (text.cut(&cuts), name.to_owned()))
}

/// Returns the cut that closes the comment which begins at a brace: before the next number, at the
/// end of its line if the turns have no numbers, or at the end of the text if no turn follows.
fn closing_brace(source: &str, open: usize, game: GameId) -> Option<Cut> {
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
            return Some(Cut::new(start, end, "}", Peel::Sign));
        }
        place += word.len();
    }

    let is_of_turn = |word: &str| is_number(word) || is_readable(game, word);
    let has_turns = |text: &str| text.split_whitespace().any(is_of_turn);
    let inside = &source[open + 1..];
    // A record that breaks off in a comment has no turn after it.
    if !has_turns(inside) {
        let end = source.trim_end().len();
        return (end > open + 1).then(|| Cut::new(end, end, "}", Peel::Sign));
    }
    let (line, rest) = inside.split_once('\n')?;
    let next = rest.split_whitespace().next();
    let is_before_turn = next.is_some_and(|word| is_readable(game, word));
    let is_talk = !line.trim().is_empty() && !has_turns(line);
    let end = open + 1 + line.trim_end().len();
    (last == 0 && is_talk && is_before_turn).then(|| Cut::new(end, end, "}", Peel::Sign))
}

/// Closes comments that end with another bracket than a brace, `{only move]`, and opens those that
/// end with a brace but begin with another bracket, or with none.
pub(in super::super) fn peel_wrong_closers(
    text: &MappedText,
    game: GameId,
) -> Option<(MappedText, String)> {
    let source = text.text();
    if source.matches('{').count() == source.matches('}').count() {
        return None;
    }
    let from = start_of_movetext(source);
    let mut cuts = Vec::new();
    let mut lacks_brackets = false;
    let mut is_open = false;
    // The end of the last comment.
    let mut end_of_comment = from;
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
                end_of_comment = place + 1;
            }
            '}' => {
                if let Some((open, _)) = brackets.pop() {
                    cuts.push(Cut::new(open, open + 1, "{", Peel::Sign));
                } else if let Some(first) = start_of_talk(source, end_of_comment, place, game) {
                    cuts.push(Cut::new(first, first, "{", Peel::Sign));
                    lacks_brackets = true;
                }
                brackets.clear();
                end_of_comment = place + 1;
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
                    end_of_comment = place + 1;
                }
            }
            _ => {}
        }
    }

    let name = if lacks_brackets {
        "comments without an opening brace"
    } else {
        "comments with other brackets"
    };
    (!cuts.is_empty()).then(|| (text.cut(&cuts), name.to_owned()))
}

/// Returns the start of the words that end at a brace which nothing opens: they begin after the
/// turns of the last number, or after the last turn if turns have no numbers. `None` if there are
/// no such words.
fn start_of_talk(source: &str, from: usize, close: usize, game: GameId) -> Option<usize> {
    let mut words: Vec<Span> = Vec::new();
    let mut place = from;
    for word in source[from..close].split_whitespace() {
        place += source[place..].find(word)?;
        words.push(Span::new(place, place + word.len()));
        place += word.len();
    }
    let is_turn = |span: &Span| {
        let word = span.slice(source);
        is_readable(game, without_number(word)) || is_keyword(game, word) || is_result(word)
    };
    let has_number = |span: &Span| {
        let word = span.slice(source);
        is_number(word) || begins_with_number(word)
    };
    let first = if let Some(number) = words.iter().rposition(has_number) {
        let is_joined = !is_number(words[number].slice(source));
        let after = number + usize::from(!is_joined);
        let turns = words[after..].iter().take_while(|span| is_turn(span));
        after + turns.count().max(1)
    } else {
        words.iter().rposition(is_turn).map_or(0, |turn| turn + 1)
    };
    words.get(first).map(|span| span.start as usize)
}

/// Returns true if the line that contains a byte begins as a comment.
fn is_in_line_comment(text: &str, offset: usize) -> bool {
    let before = &text[..offset];
    let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
    line.trim_start().starts_with('#')
}
