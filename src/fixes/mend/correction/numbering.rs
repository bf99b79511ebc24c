//! Replaces the numbers of a whole movetext that are in another form: `Turn 1:`, `1>`,
//! `1st`, `№1`, `**1.**`, `1a.` for the first turn of a round. Also removes the bullets of a list.
//!
//! One number is no evidence of a form, so a form counts only if it numbers the movetext from 1, at
//! least up to [`MIN_NUMBERED`].

use super::{Change, change};
use crate::text::written_lines;

/// The number of turns that have to be numbered in one form.
const MIN_NUMBERED: u32 = 3;
/// The maximum length of the signs around a number, in characters.
const MAX_LENGTH: usize = 12;

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
    /// Returns the digits and the suffix of a turn's number.
    fn number_text(self, turn: u32) -> String {
        match self {
            Self::Turns => turn.to_string(),
            Self::Ordinals => {
                let ending = match (turn % 100, turn % 10) {
                    (11..=13, _) => "th",
                    (_, 1) => "st",
                    (_, 2) => "nd",
                    (_, 3) => "rd",
                    _ => "th",
                };
                format!("{turn}{ending}")
            }
            Self::Rounds => format!(
                "{}{}",
                turn.div_ceil(2),
                if turn % 2 == 1 { 'a' } else { 'b' }
            ),
        }
    }
}

/// Returns the changes that give every turn of a movetext, from byte `from` on, a number of the
/// notation.
pub(super) fn changes(text: &str, from: usize) -> Vec<Change> {
    let start = text.len() - text[from..].trim_start().len();
    let found = possible_forms(&text[start..])
        .into_iter()
        .map(|form| number_changes(text, start, &form));
    found
        .into_iter()
        .find(|found| !found.is_empty())
        .unwrap_or_else(|| bullet_changes(text, from))
}

/// Returns the forms that the first number may have. Returns nothing for forms that the parser
/// reads.
fn possible_forms(movetext: &str) -> Vec<Form<'_>> {
    let Some(digit) = movetext
        .find('1')
        .filter(|&offset| movetext[..offset].chars().count() <= MAX_LENGTH)
    else {
        return Vec::new();
    };
    let before = &movetext[..digit];
    let rest = &movetext[digit + 1..];
    // A comment, a variation or a tag cannot be in a number, and a letter directly before a digit
    // is of a place.
    if before.contains(['{', '(', '[', '\n', ';', ',', '@'])
        || before.ends_with(char::is_alphanumeric)
        || before.contains(|sign: char| sign.is_ascii_digit())
    {
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
        let is_read = before.is_empty()
            && count == Count::Turns
            && (after.is_empty() || after.starts_with(['.', ':', ')']));
        (!is_read && after.chars().count() <= MAX_LENGTH).then_some(Form {
            before,
            count,
            after,
        })
    });
    possible.collect()
}

/// Returns the signs up to the next blank, and signs of their own after it.
fn signs_at_start(text: &str) -> &str {
    let is_sign = |sign: char| {
        !sign.is_alphanumeric() && !sign.is_whitespace() && !"{}()[]@;,#".contains(sign)
    };
    let length = text.find(|sign| !is_sign(sign)).unwrap_or(text.len());
    let next = &text[length..];
    let blanks = next.len() - next.trim_start_matches([' ', '\t']).len();
    let more = next[blanks..].find(|sign| !is_sign(sign)).unwrap_or(0);
    let is_apart = blanks > 0 && more > 0 && next[blanks + more..].starts_with([' ', '\t']);
    &text[..if is_apart {
        length + blanks + more
    } else {
        length
    }]
}

/// Returns the changes of all numbers of a form; empty if it does not number the turns from 1 to
/// [`MIN_NUMBERED`] or more.
fn number_changes(text: &str, from: usize, form: &Form<'_>) -> Vec<Change> {
    let mut found = Vec::new();
    let mut index = from;
    for turn in 1.. {
        // Ordinals are often written with one ending.
        let texts = match form.count {
            Count::Ordinals => vec![form.count.number_text(turn), format!("{turn}th")],
            _ => vec![form.count.number_text(turn)],
        };
        let marks = texts
            .iter()
            .map(|number| format!("{}{number}{}", form.before, form.after));
        let next = marks
            .filter_map(|mark| Some((place_of(text, index, &mark)?, mark.len())))
            .min();
        let Some((start, length)) = next else { break };
        let end = start + length;
        let blank = if text[end..].starts_with(char::is_whitespace) {
            ""
        } else {
            " "
        };
        found.push(change(text, start, end, format!("{turn}.{blank}")));
        index = end;
    }
    if u32::try_from(found.len()).unwrap_or(0) < MIN_NUMBERED {
        Vec::new()
    } else {
        found
    }
}

/// Returns the next place of a number, at the start of a word and with a turn after it.
fn place_of(text: &str, from: usize, mark: &str) -> Option<usize> {
    text[from..]
        .match_indices(mark)
        .map(|(offset, _)| from + offset)
        .find(|&offset| {
            let is_at_start = offset == from
                || text[..offset].ends_with(char::is_whitespace)
                || text[..offset].ends_with('|');
            let next = text[offset + mark.len()..].trim_start();
            let ends = !mark.ends_with(|sign: char| sign.is_alphanumeric())
                || text[offset + mark.len()..].starts_with(char::is_whitespace);
            is_at_start
                && ends
                && next
                    .starts_with(|sign: char| sign.is_alphanumeric() || "*_`\"'@|".contains(sign))
        })
}

/// Removes the same bullet from every line of a movetext.
fn bullet_changes(text: &str, from: usize) -> Vec<Change> {
    const BULLETS: [&str; 6] = ["- ", "* ", "+ ", "\u{2022} ", "\u{2013} ", "\u{2022}"];
    let lines: Vec<_> = written_lines(&text[from..])
        .map(|(start, line)| (from + start, line))
        .collect();
    // The result may have no bullet.
    let last = lines.len().saturating_sub(1);
    let bullet = BULLETS.into_iter().find(|bullet| {
        let has = |line: &str| line.starts_with(bullet);
        last >= 2
            && lines
                .iter()
                .enumerate()
                .all(|(place, (_, line))| has(line) || (place == last && *line == "*"))
    });
    let Some(bullet) = bullet else {
        return Vec::new();
    };
    let marked = lines.iter().filter(|(_, line)| line.starts_with(bullet));
    marked
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
