//! Comments whose braces are damaged: a brace is missing, or another bracket is in its place.

use super::super::mapped_text::{Cut, MappedText, Peel};
use super::super::movetext::{
    begins_with_number, is_number, is_readable, is_result, start_of_movetext, without_number,
};
use super::super::words::is_keyword;
use crate::games::GameId;
use crate::notation::Record;
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
    record: &Record,
    game: GameId,
) -> Option<(MappedText, String)> {
    let source = text.text();
    if source.matches('{').count() == source.matches('}').count() {
        return None;
    }
    let from = start_of_movetext(source);
    let mut comments: Vec<Span> = record.comments().map(|comment| comment.span).collect();
    comments.sort();
    let mut cuts: Vec<Cut> = Vec::new();
    let mut lacks_brackets = false;
    let mut is_open = false;
    // The end of the last comment.
    let mut end_of_comment = from;
    // The brackets since the last comment that are not closed.
    let mut brackets: Vec<(usize, char)> = Vec::new();
    for (offset, sign) in source[from..].char_indices() {
        let place = from + offset;
        let opening = match sign {
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
            // The brace is part of a comment, such as an escaped one or one in a string.
            '}' if is_in_whole_comment(&comments, place, cuts.last()) => {
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
                if brackets.last().is_some_and(|(_, open)| *open == opening) {
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

/// Returns true if a byte is in a comment of the notation that no cut has divided. `comments` are
/// in the order of the text, and `last` is the last cut before the byte.
fn is_in_whole_comment(comments: &[Span], place: usize, last: Option<&Cut>) -> bool {
    let after = comments.partition_point(|comment| (comment.start as usize) < place);
    let before = after.checked_sub(1).and_then(|index| comments.get(index));
    before.is_some_and(|comment| {
        let is_inside = place < comment.end as usize;
        is_inside && last.is_none_or(|cut| cut.span.start <= comment.start)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";

    /// Returns a movetext of GIPF with its comments opened and closed.
    fn repaired(movetext: &str) -> String {
        let source = format!("{TAGS}{movetext}");
        let record = Record::parse_str(&source);
        let mut text = MappedText::new(&source);
        if let Some((next, _)) = peel_wrong_closers(&text, &record, GameId::Gipf) {
            text = next;
        }
        if let Some((next, _)) = peel_unclosed(&text, GameId::Gipf) {
            text = next;
        }
        text.text().trim_start_matches(TAGS).to_owned()
    }

    #[test]
    fn braces_are_written_where_one_is_missing() {
        for (damaged, expected) in [
            ("1. b3 slow} 2. c2 *", "1. b3 {slow} 2. c2 *"),
            ("1. b3 (slow} 2. c2 *", "1. b3 {slow} 2. c2 *"),
            ("1. b3 {slow] 2. c2 *", "1. b3 {slow} 2. c2 *"),
            (
                "1. b3 {slow 2. c2 {slow 3. d2 *",
                "1. b3 {slow} 2. c2 {slow} 3. d2 *",
            ),
            ("1. b3 c2 slow} 2. d2 *", "1. b3 c2 {slow} 2. d2 *"),
        ] {
            assert_eq!(repaired(damaged), expected);
        }
    }

    #[test]
    fn braces_inside_comments_stay() {
        for comment in ["{a \\} b}", "{a \\} (b}", "{[%label c3 \"}\"] so}"] {
            let written = format!("1. b3 {comment} 2. c2 *");
            assert_eq!(repaired(&written), written);
            let damaged = format!("1. b3 {comment} 2. c2 slow}} 3. d2 *");
            let expected = format!("1. b3 {comment} 2. c2 {{slow}} 3. d2 *");
            assert_eq!(repaired(&damaged), expected);
        }
        for written in ["1. b3 {a { b} 2. c2 *", "1. b3 } 2. c2 *"] {
            assert_eq!(repaired(written), written);
        }
    }
}
