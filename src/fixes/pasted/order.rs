//! The order of numbered turns: two columns side by side, or pages in the wrong order. If each
//! number from 1 on occurs exactly once, the turns are sorted by their numbers.

use super::layered::Layered;
use super::movetext::{begins_with_number, is_count, is_number, lines};
use crate::text::Span;

/// The minimum number of numbered turns for them to be sorted.
const MIN_NUMBERS: usize = 4;

/// Sorts numbered turns by their numbers.
pub(super) fn peel(text: &Layered) -> Option<(Layered, String)> {
    let source = text.text();
    let numbered = numbered(source);
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

    let first = numbered.first()?.1.start;
    let mut parts = vec![Span::new(0, first as usize)];
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
    Some((text.rearranged(&parts), "turns in another order".to_owned()))
}

/// Returns the turn numbers, each with the span up to the next number.
fn numbered(text: &str) -> Vec<(u32, Span)> {
    let lines = lines(text);
    let words = lines.iter().flat_map(|line| &line.words);
    let found = words.filter_map(|span| {
        let word = span.slice(text);
        let is_cell = is_count(word) && is_alone_in_cell(text, *span);
        let is_start = is_number(word) || begins_with_number(word) || is_cell;
        let digits = word.trim_start_matches(['(', '[']);
        let end = digits.find(|sign: char| !sign.is_ascii_digit());
        let number = digits[..end.unwrap_or(digits.len())].parse().ok()?;
        is_start.then_some((number, span.start as usize))
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
        Some(peel(&Layered::new(text))?.0.text().to_owned())
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
        for text in [
            "1. a1 2. b2 3. c3 4. d4 *",
            "1. a1 (1. b1) 2. b2 3. c3 *",
            "2. a1 1. b2 *",
            "1. a1 3. b2 5. c3 4. d4 *",
        ] {
            assert_eq!(peeled(text), None, "{text}");
        }
    }
}
