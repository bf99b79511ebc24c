//! Breaking of text into lines of a limited width.

use std::borrow::Cow;

use super::metrics;

/// Number of letters that are too few for the last line of a broken word.
const FEW: usize = 3;

/// Breaks text into lines no wider than `width`.
pub(super) fn broken(words: &str, width: i32, letters: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.split_whitespace() {
        let mut gap = " ";
        for part in parts_of_wide(Cow::Borrowed(word), width, letters) {
            let Some(line) = lines.last_mut() else { break };
            let longer = if line.is_empty() {
                part.clone()
            } else {
                format!("{line}{gap}{part}")
            };
            if line.is_empty() || metrics::width(&longer, letters) <= width {
                *line = longer;
            } else {
                lines.push(part);
            }
            // The parts of one word follow each other without a space.
            gap = "";
        }
    }
    fill_last(&mut lines, width, letters);
    lines
}

/// Moves a word to the last line if that has only one.
fn fill_last(lines: &mut [String], width: i32, letters: i32) {
    let [.., before, last] = lines else { return };
    let has_many = before.split(' ').count() > 2;
    if !has_many {
        return;
    }
    let Some((rest, word)) = before.rsplit_once(' ') else {
        return;
    };

    let longer = format!("{word} {last}");
    if !last.contains(' ') && metrics::width(&longer, letters) <= width {
        *last = longer;
        *before = rest.to_owned();
    }
}

/// Returns a word as one part, or, if it is wider than `width`, as parts that fit, broken after
/// spaces, commas and semicolons where possible.
pub(super) fn parts_of_wide(word: Cow<'_, str>, width: i32, letters: i32) -> Vec<String> {
    let fits = |text: &str| metrics::width(text.trim_end(), letters) <= width;
    let mut rest = word.as_ref();
    let mut parts = Vec::new();
    while !fits(rest) {
        let ends = rest
            .char_indices()
            .map(|(offset, letter)| (offset + letter.len_utf8(), letter));
        let fitting = || {
            ends.clone()
                .take_while(|(end, _)| fits(rest.get(..*end).unwrap_or(rest)))
        };
        let is_gap = |letter: char| matches!(letter, '\u{A0}' | ',' | ';');
        let after_gap = fitting().filter(|(_, letter)| is_gap(*letter)).last();
        // A few letters by themselves would look like another word.
        let few = |end: &usize| rest.get(*end..).unwrap_or_default().chars().count() < FEW;
        let is_long = fitting().count() > 2 * FEW;
        let before_end = if is_long {
            fitting().filter(|(end, _)| !few(end)).last()
        } else {
            None
        };
        let Some((end, _)) = after_gap
            .or(before_end)
            .or_else(|| fitting().last())
            .or_else(|| ends.clone().next())
        else {
            break;
        };
        let (part, after) = rest.split_at(end);
        parts.push(part.to_owned());
        rest = after;
    }

    if !rest.is_empty() || parts.is_empty() {
        parts.push(rest.to_owned());
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_words_are_broken() {
        // A digit is 572 wide at this size.
        let parts = |word, digits| parts_of_wide(Cow::Borrowed(word), digits * 572, 1000);
        assert_eq!(parts("12345", 5), ["12345"]);
        assert_eq!(parts("1234567", 3), ["123", "456", "7"]);
        assert_eq!(parts("12;345,67", 5), ["12;", "345,", "67"]);
        assert_eq!(parts("12\u{A0}34\u{A0}56 ", 5), ["12\u{A0}34\u{A0}", "56 "]);
        assert_eq!(parts("12", 0), ["1", "2"]);
        assert_eq!(parts("", 0), [""]);
        assert_eq!(parts("123456789", 8), ["123456", "789"]);
        assert_eq!(broken("1 23456 7", 3 * 572, 1000), ["1", "234", "56", "7"]);
        assert_eq!(broken("12 34 56 78", 5_000, 1000), ["12 34", "56 78"]);
    }
}
