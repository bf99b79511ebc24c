//! The order of numbered turns: two columns side by side, or pages in the wrong order. If each
//! number from 1 on occurs exactly once, the turns are sorted by their numbers.

use std::collections::BTreeMap;

use super::mapped_text::{Cut, MappedText, Peel};
use super::movetext::{begins_with_number, is_count, is_number, is_result, lines};
use crate::notation::foreign_words;
use crate::text::Span;

/// The minimum number of numbered turns for them to be sorted.
const MIN_NUMBERS: usize = 4;

/// Sorts numbered turns by their numbers, after turns that are written twice became comments.
pub(super) fn peel(text: &MappedText) -> Option<(MappedText, String)> {
    let single = without_repeated(text);
    let sorted = sorted_by_number(single.as_ref().unwrap_or(text));
    match (single, sorted) {
        (_, Some(next)) => Some((next, "turns in another order".to_owned())),
        (Some(next), None) => Some((next, "turns written twice".to_owned())),
        (None, None) => None,
    }
}

/// Converts turns that occur again with the same number to comments: pages that overlap, quoted
/// mails. The last full text of a turn counts.
fn without_repeated(text: &MappedText) -> Option<MappedText> {
    let source = text.text();
    let numbered = numbered_turns(source);
    let turn_of = |span: &Span| {
        let written = span.slice(source);
        let rest = written
            .trim_start_matches(|sign: char| sign.is_ascii_digit() || "([".contains(sign))
            .trim_start_matches(['.', ')', ']', ':', '…', '-']);
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let turn = rest[blanks..]
            .split(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let start = span.start as usize + written.len() - rest.len() + blanks;
        (turn, start + turn.len())
    };
    let mut cuts = Vec::new();
    let mut next_by_number: BTreeMap<u32, &str> = BTreeMap::new();
    for (number, span) in numbered.iter().rev() {
        let (turn, end) = turn_of(span);
        let Some(next) = next_by_number.insert(*number, turn) else {
            continue;
        };
        // What begins the next turn with this number also begins all that come after it, because
        // each begins the one after it.
        let core = turn.trim_end_matches(['…', '.', ',', ';']);
        let was = &source[span.start as usize..end];
        if !next.starts_with(core) || was.contains(['{', '}']) {
            return None;
        }
        let now = format!("{{{was}}}");
        cuts.push(Cut::new(span.start as usize, end, now, Peel::Talk));
    }
    cuts.reverse();
    (!cuts.is_empty()).then(|| text.cut(&cuts))
}

/// Sorts turns if each number from 1 on occurs exactly once.
fn sorted_by_number(text: &MappedText) -> Option<MappedText> {
    let source = text.text();
    let numbered = numbered_turns(source);
    let mut order: Vec<usize> = (0..numbered.len()).collect();
    order.sort_by_key(|index| numbered[*index].0);
    let is_each_once = order
        .iter()
        .zip(1..)
        .all(|(index, due)| numbered[*index].0 == due);
    let is_sorted = order.is_sorted();
    if order.len() < MIN_NUMBERS || !is_each_once || is_sorted {
        return None;
    }

    let first = numbered.first()?.1.start as usize;
    // In a log with the newest turn first, the result comes before the turns.
    let before = source[..first].trim_end();
    let word = before.split_whitespace().next_back().unwrap_or_default();
    let from_end = before.len() - word.len();
    let is_first_line = is_result(word) && source[..from_end].ends_with('\n');
    let border = if is_first_line { from_end } else { first };
    let mut parts = vec![Span::new(0, border)];
    for index in order {
        let part = numbered[index].1;
        let is_balanced = |open: char, close: char| {
            let inside = part.slice(source);
            inside.matches(open).count() == inside.matches(close).count()
        };
        if !is_balanced('{', '}') || !is_balanced('(', ')') {
            return None;
        }
        parts.push(part);
    }
    if is_first_line {
        parts.push(Span::new(border, first));
    }
    Some(text.rearranged(&parts))
}

/// Returns the turn numbers, each with the span up to the next number.
fn numbered_turns(text: &str) -> Vec<(u32, Span)> {
    let lines = lines(text);
    let words: Vec<&Span> = lines.iter().flat_map(|line| &line.words).collect();
    let found = words.iter().enumerate().filter_map(|(index, span)| {
        let word = span.slice(text);
        let is_cell = is_count(word) && is_alone_in_cell(text, **span);
        let is_start = is_number(word) || begins_with_number(word) || is_cell;
        let digits = word.trim_start_matches(['(', '[']);
        let end = digits.find(|sign: char| !sign.is_ascii_digit());
        let number: u32 = digits[..end.unwrap_or(digits.len())].parse().ok()?;
        // `Seat 1:` is the name of a seat.
        let before = index.checked_sub(1).map(|before| words[before].slice(text));
        let seat = format!("{}{number}", before.unwrap_or_default().to_lowercase());
        let is_of_seat = foreign_words::SEATS.iter().any(|(name, _)| *name == seat);
        (is_start && !is_of_seat).then_some((number, span.start as usize))
    });
    let starts: Vec<(u32, usize)> = found.collect();
    let ends = starts
        .iter()
        .skip(1)
        .map(|(_, start)| *start)
        .chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|((number, start), end)| (*number, Span::new(*start, end)))
        .collect()
}

/// Returns true if a word is the only text between two tabs, or before the first tab of a line.
fn is_alone_in_cell(text: &str, span: Span) -> bool {
    let before = text[..span.start as usize].trim_end_matches(' ');
    let after = text[span.end as usize..].trim_start_matches(' ');
    (before.is_empty() || before.ends_with(['\n', '\t'])) && after.starts_with('\t')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peeled(text: &str) -> Option<String> {
        Some(peel(&MappedText::new(text))?.0.text().to_owned())
    }

    #[test]
    fn turns_follow_their_numbers() {
        assert_eq!(
            peeled("1. a1  4. d4\n2. b2  5. e5\n3. c3  6. f6 {end} 1-0").as_deref(),
            Some("1. a1\n2. b2\n3. c3\n4. d4\n5. e5\n6. f6 {end} 1-0")
        );
        assert_eq!(
            peeled("Nr\tWhite\n1\ta1\t3\tc3\n2\tb2\t4\td4").as_deref(),
            Some("Nr\tWhite\n1\ta1\n2\tb2\n3\tc3\n4\td4")
        );
        assert_eq!(
            peeled("\n1-0\n4. d4\n3. c3\n2. b2\n1. a1\n").as_deref(),
            Some("1. a1\n2. b2\n3. c3\n4. d4\n1-0")
        );
        for text in [
            "1. a1 2. b2 3. c3 4. d4 *",
            "1. a1 (1. b1) 2. b2 3. c3 *",
            "2. a1 1. b2 *",
            "1. a1 3. b2 5. c3 4. d4 *",
        ] {
            assert_eq!(peeled(text), None, "{text}");
        }
    }

    #[test]
    fn turns_written_twice_count_once() {
        assert_eq!(
            peeled("1. a1 2. b2 3. c3 4. d…\n3. c3 4. d4 5. e5 *").as_deref(),
            Some("1. a1 2. b2 {3. c3} {4. d…}\n3. c3 4. d4 5. e5 *")
        );
        assert_eq!(peeled("1. a1 2. b2 2. c3 3. d4 *"), None);
        // These are no numbers of turns.
        assert_eq!(peeled("Seat 1:\na1\nSeat 2:\nb2\nSeat 1:\nc3\n"), None);
    }
}
