//! Replaces the turn numbers of a whole movetext that are in another form: `Turn 1:`, `1>`,
//! `1st`, `№1`, `**1.**`, `1a.` for the first turn of a round. Also removes the bullets of a list.
//!
//! The first number shows the possible forms: a text before the digits, the unit that they count,
//! and a text after them. One number is no evidence of a form, so a form counts only if it numbers
//! the movetext from 1, at least up to [`MIN_NUMBERED`].

use std::ops::Range;

use super::{Change, change};
use crate::text::written_lines;

/// The number of turns that have to be numbered in one form.
const MIN_NUMBERED: u32 = 3;
/// The number of lines from which the same bullet before all of them is removed.
const MIN_BULLETED: usize = 3;
/// The maximum length of the signs around a number, in characters.
const MAX_LENGTH: usize = 12;

/// Returns the changes that give every turn of a movetext, from byte `from` on, a number of the
/// notation.
pub(super) fn changes(text: &str, from: usize) -> Vec<Change> {
    let start = text.len() - text[from..].trim_start().len();
    for form in possible_forms(&text[start..]) {
        let changes = number_changes(text, start, &form);
        if !changes.is_empty() {
            return changes;
        }
    }
    bullet_changes(text, from)
}

/// Form of the numbers of a movetext.
struct Form<'t> {
    /// The text before the digits.
    before: &'t str,
    count: Count,
    /// The text after the digits and their suffix, without spaces.
    after: &'t str,
}

/// The unit that the digits count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Turns,
    /// Turns, with an ordinal ending: `1st`, `2nd`.
    Ordinals,
    /// Rounds of two turns, `a` and `b`.
    Rounds,
}

impl Count {
    /// Returns the digits and the suffix of a turn's number, in each spelling.
    fn number_texts(self, turn: u32) -> Vec<String> {
        match self {
            Self::Turns => vec![turn.to_string()],
            // Ordinals are often written with one ending.
            Self::Ordinals => vec![
                format!("{turn}{}", ordinal_suffix(turn)),
                format!("{turn}th"),
            ],
            Self::Rounds => {
                let round = turn.div_ceil(2);
                let is_first_of_round = turn % 2 == 1;
                let letter = if is_first_of_round { 'a' } else { 'b' };
                vec![format!("{round}{letter}")]
            }
        }
    }
}

/// Returns the suffix of an ordinal: `st` for 1 and 21, `th` for 11.
fn ordinal_suffix(number: u32) -> &'static str {
    match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

/// Returns the forms that the first number may have. Returns nothing for forms that the parser
/// reads.
fn possible_forms(movetext: &str) -> Vec<Form<'_>> {
    let Some((before, rest)) = movetext.split_once('1') else {
        return Vec::new();
    };
    // A comment, a variation or a tag cannot be in a number, and a letter directly before a digit
    // is of a place.
    let is_of_number = before.chars().count() <= MAX_LENGTH
        && !before.contains(['{', '(', '[', '\n', ';', ',', '@'])
        && !before.contains(|sign: char| sign.is_ascii_digit())
        && !before.ends_with(char::is_alphanumeric);
    if !is_of_number {
        return Vec::new();
    }

    let endings = [
        (Count::Rounds, "a"),
        (Count::Ordinals, "st"),
        (Count::Ordinals, "th"),
        (Count::Turns, ""),
    ];
    let possible = endings.into_iter().filter_map(|(count, ending)| {
        let after = signs_at_start(rest.strip_prefix(ending)?);
        let is_plain_after = after.is_empty() || after.starts_with(['.', ':', ')']);
        let is_read_by_parser = count == Count::Turns && before.is_empty() && is_plain_after;
        if is_read_by_parser || after.chars().count() > MAX_LENGTH {
            return None;
        }
        Some(Form {
            before,
            count,
            after,
        })
    });
    possible.collect()
}

/// Returns the signs after the digits of a number: those up to the next blank, and signs between
/// this blank and another one, as in `1 => b3`.
fn signs_at_start(text: &str) -> &str {
    let is_sign = |sign: char| {
        !sign.is_alphanumeric() && !sign.is_whitespace() && !"{}()[]@;,#".contains(sign)
    };
    let is_blank = |sign: char| matches!(sign, ' ' | '\t');
    let after_signs = text.trim_start_matches(is_sign);
    let next_word = after_signs.trim_start_matches(is_blank);
    let after_next_signs = next_word.trim_start_matches(is_sign);

    let has_blank_before = next_word.len() < after_signs.len();
    let has_signs = after_next_signs.len() < next_word.len();
    let has_blank_after = after_next_signs.starts_with(is_blank);
    let rest = if has_blank_before && has_signs && has_blank_after {
        after_next_signs
    } else {
        after_signs
    };
    &text[..text.len() - rest.len()]
}

/// Returns the changes of all numbers of a form; empty if it does not number the turns from 1 to
/// [`MIN_NUMBERED`] or more.
fn number_changes(text: &str, from: usize, form: &Form<'_>) -> Vec<Change> {
    let mut found = Vec::new();
    let mut index = from;
    for turn in 1.. {
        let Some(number) = next_number(text, index, form, turn) else {
            break;
        };
        let is_blank_missing = !text[number.end..].starts_with(char::is_whitespace);
        let blank = if is_blank_missing { " " } else { "" };
        let now = format!("{turn}.{blank}");
        found.push(change(text, number.start, number.end, now));
        index = number.end;
    }

    let count = u32::try_from(found.len()).unwrap_or(0);
    if count < MIN_NUMBERED {
        Vec::new()
    } else {
        found
    }
}

/// Returns the first place after byte `from` of the number of a turn in a form.
fn next_number(text: &str, from: usize, form: &Form<'_>, turn: u32) -> Option<Range<usize>> {
    let places = form
        .count
        .number_texts(turn)
        .into_iter()
        .filter_map(|number| {
            let mark = format!("{}{number}{}", form.before, form.after);
            let start = place_of_mark(text, from, &mark)?;
            Some(start..start + mark.len())
        });
    places.min_by_key(|place| (place.start, place.end))
}

/// Returns the next place of the text of a number, at the start of a word and with a turn after it.
fn place_of_mark(text: &str, from: usize, mark: &str) -> Option<usize> {
    let mut places = text[from..]
        .match_indices(mark)
        .map(|(offset, _)| from + offset);
    places.find(|&start| {
        let before = &text[..start];
        let is_at_start_of_word =
            start == from || before.ends_with(char::is_whitespace) || before.ends_with('|');

        // The `1` of `12` is not a number, nor the `1st` of another word.
        let after = &text[start + mark.len()..];
        let is_whole =
            !mark.ends_with(char::is_alphanumeric) || after.starts_with(char::is_whitespace);

        let may_begin_turn = |sign: char| sign.is_alphanumeric() || "*_`\"'@|".contains(sign);
        is_at_start_of_word && is_whole && after.trim_start().starts_with(may_begin_turn)
    })
}

/// Removes the same bullet from every line of a movetext.
fn bullet_changes(text: &str, from: usize) -> Vec<Change> {
    const BULLETS: [&str; 6] = ["- ", "* ", "+ ", "\u{2022} ", "\u{2013} ", "\u{2022}"];
    let lines: Vec<(usize, &str)> = written_lines(&text[from..])
        .map(|(start, line)| (from + start, line))
        .collect();
    if lines.len() < MIN_BULLETED {
        return Vec::new();
    }
    // The result may have no bullet.
    let turns: &[(usize, &str)] = match lines.split_last() {
        Some(((_, "*"), before)) => before,
        _ => &lines,
    };

    let is_before_all = |bullet: &&str| turns.iter().all(|(_, line)| line.starts_with(*bullet));
    let Some(bullet) = BULLETS.into_iter().find(is_before_all) else {
        return Vec::new();
    };
    turns
        .iter()
        .map(|&(start, _)| change(text, start, start + bullet.len(), ""))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixes::mend::correction::with_changes;

    fn corrected(text: &str) -> String {
        with_changes(text, &changes(text, 0)).unwrap()
    }

    #[test]
    fn numbers_of_one_form_throughout_become_those_of_the_notation() {
        for text in [
            "Turn 1: b3 Turn 2: c2 Turn 3: b4 *",
            "Move 1. b3 Move 2. c2 Move 3. b4 *",
            "1> b3 2> c2 3> b4 *",
            "1/ b3 2/ c2 3/ b4 *",
            "1 => b3 2 => c2 3 => b4 *",
            "1st b3 2nd c2 3rd b4 *",
            "1th b3 2th c2 3th b4 *",
            "1a. b3 1b. c2 2a. b4 *",
            "1a b3 1b c2 2a b4 *",
            "\u{2116}1 b3 \u{2116}2 c2 \u{2116}3 b4 *",
            "**1.** b3 **2.** c2 **3.** b4 *",
            "#1. b3 #2. c2 #3. b4 *",
            "| 1. | b3 | 2. | c2 | 3. | b4 *",
        ] {
            assert_eq!(
                corrected(text).replace(" | ", " "),
                "1. b3 2. c2 3. b4 *",
                "{text}"
            );
        }
        assert_eq!(corrected("- b3\n- c2\n- b4\n*\n"), "b3\nc2\nb4\n*\n");
        assert_eq!(
            corrected("1>36@+0+0/N 2>3@+0+1/S 3>4@+1+0/N"),
            "1. 36@+0+0/N 2. 3@+0+1/S 3. 4@+1+0/N"
        );
    }

    #[test]
    fn other_texts_stay() {
        for text in [
            "1. b3 2. c2 3. b4 *",
            "1) b3 2) c2 3) b4 *",
            "1.b3 2.c2 3.b4 *",
            "1> b3 2> c2 *",
            "a1 b2 c3 *",
            "b1-b3 b2-b4 b3-b5",
            "{Turn 1: x} 1. b3 2. c2",
            "- b3\nc2\n- b4\n*\n",
            "",
        ] {
            assert_eq!(corrected(text), text);
        }
    }
}
