//! Breaking of text into lines of a limited width.
//!
//! All text below a board is broken by one rule: of all breaks that fit, those are taken that leave
//! the fewest lines with a single word, then those with the fewest lines, then those whose first
//! lines are fullest.

use std::borrow::Cow;

use super::text_width;

/// Number of letters that are too few for the last line of a broken word.
const FEW: usize = 3;

/// Room for a text that may begin on a line with other content.
#[derive(Clone, Copy)]
pub(super) struct TextRoom {
    /// Width that is left on the first line, and width of the other lines.
    pub(super) first: i32,
    pub(super) others: i32,
    /// True if the first line has other content, so that the text may also begin on the next line.
    pub(super) is_begun: bool,
    /// Width of what follows the text on its last line, if anything does.
    pub(super) after: Option<i32>,
}

impl TextRoom {
    /// Creates the room of a text by itself.
    fn of_lines(width: i32) -> Self {
        Self {
            first: width,
            others: width,
            is_begun: false,
            after: None,
        }
    }
}

/// Cost of breaks; the lowest one is best.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cost {
    lines_of_one_word: usize,
    lines: usize,
}

impl Cost {
    fn plus(self, other: Self) -> Self {
        Self {
            lines_of_one_word: self.lines_of_one_word + other.lines_of_one_word,
            lines: self.lines + other.lines,
        }
    }
}

/// Breaks a caption into lines no wider than `width`. A number before a colon stays with the word
/// before it: "After turn 10:".
pub(super) fn broken_caption(caption: &str, width: i32, font_size: i32) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in caption.split_whitespace() {
        match words.last_mut() {
            // In French, a space precedes the colon.
            Some(last) if word == ":" => last.push_str("\u{A0}:"),
            _ => words.push(word.to_owned()),
        }
        join_number_before_colon(&mut words);
    }
    let lines = broken(words.iter().map(String::as_str), width, font_size);
    lines
        .into_iter()
        .map(|line| line.replace('\u{A0}', " "))
        .collect()
}

/// Joins the last word to the word before it if it is a number with a colon.
fn join_number_before_colon(words: &mut Vec<String>) {
    let [.., _, last] = words.as_slice() else {
        return;
    };
    let Some(number) = last.strip_suffix(':') else {
        return;
    };
    let digits = number.trim_end_matches('\u{A0}');
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number
        && let Some(number) = words.pop()
        && let Some(before) = words.last_mut()
    {
        before.push('\u{A0}');
        before.push_str(&number);
    }
}

/// Breaks words into lines no wider than `width`.
fn broken<'a>(words: impl Iterator<Item = &'a str>, width: i32, font_size: i32) -> Vec<String> {
    let spaced = words.map(|word| format!("{word} "));
    let pieces: Vec<String> = spaced
        .flat_map(|word| pieces_of_word(Cow::Owned(word), width, font_size))
        .collect();
    lines_of(&pieces, TextRoom::of_lines(width), font_size)
        .into_iter()
        .map(|line| line.concat().trim_end().to_owned())
        .collect()
}

/// Divides pieces of text, between which a line may break, into lines. The first line is empty if
/// the text begins on the next one.
pub(super) fn lines_of(pieces: &[String], room: TextRoom, font_size: i32) -> Vec<&[String]> {
    let breaks = Breaks::new(pieces, room, font_size);
    let first_end = breaks.first_line().end;
    let mut lines = vec![&pieces[..first_end]];
    let mut start = first_end;
    while start < pieces.len() {
        let end = breaks.best_lines[start].end;
        lines.push(&pieces[start..end]);
        start = end;
    }
    lines
}

/// Width of a piece of text.
struct PieceWidth {
    /// With its trailing space.
    with_space: i32,
    /// At the end of a line, where the space is left out.
    at_end: i32,
}

/// The best line that begins with a piece.
#[derive(Clone, Copy)]
struct BestLine {
    /// Cost of this line and of the best lines after it.
    cost: Cost,
    /// Index of the piece after the line.
    end: usize,
}

/// Best breaks of a text, found from its end: what is best from a piece on does not depend on the
/// lines before it.
struct Breaks<'a> {
    pieces: &'a [String],
    room: TextRoom,
    /// Width of each piece.
    widths: Vec<PieceWidth>,
    /// Best line that begins with each piece, other than the first line of the text. The last entry
    /// is for the end of the text.
    best_lines: Vec<BestLine>,
}

impl<'a> Breaks<'a> {
    fn new(pieces: &'a [String], room: TextRoom, font_size: i32) -> Self {
        let width = |text: &str| text_width::width(text, font_size);
        let widths = pieces.iter().map(|piece| PieceWidth {
            with_space: width(piece),
            at_end: width(piece.trim_end()),
        });
        let end_of_text = BestLine {
            cost: Cost::default(),
            end: pieces.len(),
        };
        let mut breaks = Self {
            pieces,
            room,
            widths: widths.collect(),
            best_lines: vec![end_of_text; pieces.len() + 1],
        };
        for start in (0..pieces.len()).rev() {
            breaks.best_lines[start] = breaks.best_line(start, room.others, false);
        }
        breaks
    }

    /// Returns the best first line of the text.
    fn first_line(&self) -> BestLine {
        self.best_line(0, self.room.first, self.room.is_begun)
    }

    /// Returns the best line that begins with a piece. `width` is the width of the line, and
    /// `is_begun` is true if it has other content, so that it may also end before the piece.
    fn best_line(&self, start: usize, width: i32, is_begun: bool) -> BestLine {
        let mut best = is_begun.then(|| BestLine {
            cost: self.best_lines[start].cost,
            end: start,
        });
        let mut width_before = 0_i32;
        for end in start + 1..=self.pieces.len() {
            let last = &self.widths[end - 1];
            let fits = width_before.saturating_add(last.at_end) <= width;
            // A piece that is too wide for a line has one to itself.
            let is_forced = end == start + 1 && !is_begun;
            if !fits && !is_forced {
                break;
            }
            width_before = width_before.saturating_add(last.with_space);
            let is_one_word = !is_begun && self.is_one_word(start, end, width_before);
            let line = Cost {
                lines_of_one_word: usize::from(is_one_word),
                lines: 1,
            };
            let cost = line.plus(self.best_lines[end].cost);
            // Of equal costs, the longest first line is best.
            if best.is_none_or(|lowest| cost <= lowest.cost) {
                best = Some(BestLine { cost, end });
            }
        }
        best.unwrap_or(BestLine {
            cost: Cost::default(),
            end: start,
        })
    }

    /// Returns true if a line of pieces has only one word. `width` is the width of the pieces.
    fn is_one_word(&self, start: usize, end: usize, width: i32) -> bool {
        let is_last = end == self.pieces.len();
        let is_followed = is_last
            && self
                .room
                .after
                .is_some_and(|after| width.saturating_add(after) <= self.room.others);
        let is_gap = |letter: char| letter == '\u{A0}' || letter == ' ';
        end == start + 1 && !is_followed && !self.pieces[start].trim_end().contains(is_gap)
    }
}

/// Returns a word as one piece, or, if it is wider than `width`, as its parts between spaces,
/// commas and semicolons. A part that is still wider is broken between letters.
pub(super) fn pieces_of_word(word: Cow<'_, str>, width: i32, font_size: i32) -> Vec<String> {
    let fits = |text: &str| text_width::width(text.trim_end(), font_size) <= width;
    if fits(&word) {
        return vec![word.into_owned()];
    }
    word.split_inclusive(['\u{A0}', ',', ';', ' '])
        .flat_map(|part| broken_between_letters(part, fits))
        .collect()
}

/// Breaks a text between letters into parts that fit.
fn broken_between_letters(word: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut rest = word;
    let mut parts = Vec::new();
    while !fits(rest) {
        let ends: Vec<usize> = rest
            .char_indices()
            .map(|(offset, letter)| offset + letter.len_utf8())
            .collect();
        let fitting = ends
            .iter()
            .take_while(|end| fits(rest.get(..**end).unwrap_or(rest)))
            .count();
        // A few letters by themselves would look like another word.
        let count = if fitting > 2 * FEW {
            fitting.min(ends.len() - FEW)
        } else {
            fitting
        };
        // At least one letter, even if it does not fit.
        let Some(&end) = ends.get(count.saturating_sub(1)) else {
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
    use proptest::prelude::*;

    use super::*;

    /// The width of a digit at a font size of 1000, and of a space.
    const DIGIT: i32 = 572;
    const SPACE: i32 = 260;

    #[test]
    fn wide_words_are_broken() {
        let parts = |word, digits| pieces_of_word(Cow::Borrowed(word), digits * DIGIT, 1000);
        assert_eq!(parts("12345", 5), ["12345"]);
        assert_eq!(parts("1234567", 3), ["123", "456", "7"]);
        assert_eq!(parts("12;345,67", 5), ["12;", "345,", "67"]);
        assert_eq!(
            parts("12\u{A0}34\u{A0}56 ", 5),
            ["12\u{A0}", "34\u{A0}", "56 "]
        );
        assert_eq!(parts("12", 0), ["1", "2"]);
        assert_eq!(parts("", 0), [""]);
        assert_eq!(parts("123456789", 8), ["123456", "789"]);
        assert_eq!(
            broken("1 23456 7".split(' '), 3 * DIGIT, 1000),
            ["1", "234", "56", "7"]
        );
        assert_eq!(
            broken_caption("12 34 56 78", 5_000, 1000),
            ["12 34", "56 78"]
        );
        assert!(broken_caption("", 5_000, 1000).concat().is_empty());
    }

    #[test]
    fn a_line_of_one_word_is_avoided() {
        let lines = |words: &str| broken_caption(words, 9 * DIGIT, 1000);
        assert_eq!(lines("11 22 33 44444"), ["11 22", "33 44444"]);
        // Words before the last line move too.
        assert_eq!(
            lines("11 22 3 4444 5555 6666"),
            ["11 22", "3 4444", "5555 6666"]
        );
        // Each word needs a line.
        assert_eq!(lines("1111111 2222222"), ["1111111", "2222222"]);
    }

    #[test]
    fn a_number_before_a_colon_stays_with_its_word() {
        let lines = |words: &str| broken_caption(words, 15 * DIGIT, 1000);
        assert_eq!(
            lines("After turn 10: 11111111111111"),
            ["After turn 10:", "11111111111111"]
        );
        assert_eq!(
            lines("le coup 10 : 11111111111111"),
            ["le coup 10 :", "11111111111111"]
        );
        assert_eq!(lines("10: 11"), ["10: 11"]);
    }

    /// Returns the least number of lines with one word, and of lines, over all ways to break words
    /// of these lengths that fit.
    fn least(lengths: &[usize], width: i32) -> (usize, usize) {
        let gaps = lengths.len() - 1;
        // A bit of a choice is set if the line breaks at the gap with its number.
        let of_choice = |choice: u32| {
            let mut lines = vec![vec![lengths[0]]];
            for (gap, length) in lengths[1..].iter().enumerate() {
                let is_break = choice >> gap & 1 == 1;
                if is_break {
                    lines.push(Vec::new());
                }
                lines.last_mut().unwrap().push(*length);
            }
            let wide = |line: &Vec<usize>| {
                let digits = i32::try_from(line.iter().sum::<usize>()).unwrap();
                let spaces = i32::try_from(line.len()).unwrap() - 1;
                digits * DIGIT + spaces * SPACE > width
            };
            let alone = lines.iter().filter(|line| line.len() == 1).count();
            (!lines.iter().any(wide)).then_some((alone, lines.len()))
        };
        (0..1_u32 << gaps).filter_map(of_choice).min().unwrap()
    }

    proptest! {
        #[test]
        fn no_other_breaks_leave_fewer_lines_of_one_word(
            lengths in prop::collection::vec(1_usize..7, 1..11),
            digits in 6_i32..16,
        ) {
            let width = digits * DIGIT;
            let words: Vec<String> = lengths.iter().map(|length| "1".repeat(*length)).collect();
            let lines = broken_caption(&words.join(" "), width, 1000);
            prop_assert_eq!(lines.join(" "), words.join(" "));
            let alone = lines.iter().filter(|line| !line.contains(' ')).count();
            prop_assert_eq!((alone, lines.len()), least(&lengths, width));
        }
    }
}
