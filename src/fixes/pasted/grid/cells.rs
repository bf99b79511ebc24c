//! Cells: the parts of a line between separators, and what each of them contains.

use super::super::movetext::{
    ClockTime, has_place, is_count, is_number, is_readable, is_result, start_of_movetext,
    to_notation,
};
use crate::games::GameId;
use crate::text::Span;

/// The maximum number of digits of a turn number.
const DIGITS_OF_NUMBER: usize = 4;
/// Signs around a result.
pub(super) const SIGNS_OF_RESULT: [char; 4] = ['*', '_', '"', '`'];

/// What separates the cells of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Sign(char),
    /// Two blanks or more.
    Blanks,
}

/// The separators, in the order in which they are tried.
pub(super) const SEPARATORS: [Separator; 7] = [
    Separator::Sign('\t'),
    Separator::Sign('|'),
    Separator::Sign(';'),
    Separator::Sign(','),
    Separator::Sign('&'),
    Separator::Sign('/'),
    Separator::Blanks,
];

impl Separator {
    /// Returns true if the sign joins the parts of turns, as the comma in `a5,c3`: what it
    /// separates could be cells only in rows that begin with a number and the sign, or that have
    /// quotes around a cell that contains the sign, as in a file with commas.
    pub(super) fn is_within_turns(self, text: &str, game: GameId) -> bool {
        let Self::Sign(sign) = self else {
            return false;
        };
        let movetext = text.get(start_of_movetext(text)..).unwrap_or_default();
        let is_turn = |word: &str| word.contains(sign) && is_readable(game, word);
        let lines = || movetext.lines().filter(|line| line.contains(sign));
        let has_quotes =
            |line: &str| line.contains(&format!("{sign}\"")) || line.contains(&format!("\"{sign}"));
        if lines().any(has_quotes) {
            return false;
        }

        let joined = lines().filter(|line| line.split_whitespace().any(is_turn));
        let is_row = |line: &&str| {
            let first = line.split(sign).next().unwrap_or_default();
            let number = first.trim_matches(['"', ' ']);
            !number.is_empty() && is_count(number)
        };
        joined.count() > 0 && lines().filter(is_row).count() * 2 < lines().count()
    }
}

/// What a cell contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Empty,
    /// A number, alone or with a sign after it.
    Number(u32),
    Turn,
    Time,
    Result,
    Text,
}

/// A cell: its places in the text, more than one if it goes on in further rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) spans: Vec<Span>,
}

/// A line of the text.
pub(super) struct Row {
    pub(super) line: Span,
    pub(super) cells: Vec<Cell>,
}

/// Returns what the text of a cell is. With `joins_words`, its words may be the parts of one turn.
pub(super) fn kind_of(text: &str, game: GameId, joins_words: bool) -> Kind {
    let inside = text.trim();
    if !inside.contains(|sign: char| sign.is_alphanumeric() || sign == '*') {
        return Kind::Empty;
    }
    // Spreadsheets write the number 12 as `12,00` or `12.0`.
    let number = inside
        .trim_end_matches(['.', ')', ':'])
        .trim_start_matches(['#', '('])
        .trim_end_matches(",00")
        .trim_end_matches(".0");
    if number.len() <= DIGITS_OF_NUMBER
        && let Ok(number) = number.parse()
    {
        return Kind::Number(number);
    }
    if ClockTime::parse(inside).is_some() {
        return Kind::Time;
    }
    if turn_in(inside, game, joins_words).is_some() {
        return Kind::Turn;
    }
    let core = inside.trim_matches(SIGNS_OF_RESULT);
    if is_result(if core.is_empty() { inside } else { core }) {
        return Kind::Result;
    }
    // A turn and a remark, or several turns.
    let (_, rest) = number_before(inside);
    let mut words = rest.split_whitespace();
    let first = words.next().unwrap_or_default();
    // A text with turn numbers is no cell.
    let is_numbered = words.any(is_number);
    if has_place(first) && to_notation(game, first).is_some() && !is_numbered {
        return Kind::Turn;
    }
    // A result after its name: `Result: *1-0*`.
    let is_short = inside.split_whitespace().count() <= 3;
    let last = inside.split_whitespace().next_back().unwrap_or_default();
    let before = &inside[..inside.len() - last.len()];
    if is_short
        && is_result(last.trim_matches(SIGNS_OF_RESULT))
        && !before.contains(|sign: char| sign.is_ascii_digit())
    {
        return Kind::Result;
    }
    Kind::Text
}

/// Returns the turn that a whole cell is, in the notation. With `joins_words`, its words may be the
/// parts of one turn.
pub(super) fn turn_in(text: &str, game: GameId, joins_words: bool) -> Option<String> {
    let (_, rest) = number_before(text.trim());
    let core = rest.trim_end_matches(['!', '?']);
    let joined = || {
        let is_several = joins_words && core.contains(' ');
        if is_several {
            to_notation(game, &joined_words(core))
        } else {
            None
        }
    };
    to_notation(game, core).or_else(joined)
}

/// Splits a text into the number at its start, with its sign, and the rest: `12. d6`, `12 d6`.
pub(super) fn number_before(text: &str) -> (&str, &str) {
    let digits = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let rest = digits.trim_start_matches(['.', ')', ':']);
    let number = &text[..text.len() - rest.len()];
    let is_apart = rest.starts_with(' ') || rest.len() < digits.len();
    let is_number = digits.len() < text.len() && is_count(number) && is_apart;
    if is_number && rest.contains(char::is_alphanumeric) {
        let rest = rest.trim_start();
        (&text[..text.len() - rest.len()], rest)
    } else {
        ("", text)
    }
}

/// Joins words to one turn: `d5 e1` is `d5,e1`.
pub(super) fn joined_words(text: &str) -> String {
    let words: Vec<&str> = text
        .split([' ', ','])
        .filter(|word| !word.is_empty())
        .collect();
    words.join(",")
}

/// Splits a line into cells without the blanks and quotes around them.
pub(super) fn cells(text: &str, start: usize, end: usize, separator: Separator) -> Vec<Cell> {
    let line = text.get(start..end).unwrap_or_default();
    let mut borders: Vec<(usize, usize)> = Vec::new();
    match separator {
        Separator::Blanks => {
            let mut offset = 0;
            while let Some(found) = line[offset..].find("  ") {
                let from = offset + found;
                let rest = &line[from..];
                let length = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                borders.push((from, from + length));
                offset = from + length;
            }
            // Blanks before the first cell do not separate it.
            borders.retain(|(from, _)| *from > 0);
        }
        Separator::Sign(sign) => {
            let mut in_quotes = false;
            let mut in_comment = false;
            let mut at_start = true;
            for (offset, found) in line.char_indices() {
                match found {
                    '"' if in_quotes || at_start => in_quotes = !in_quotes,
                    '{' => in_comment = true,
                    '}' => in_comment = false,
                    _ if found == sign && !in_quotes && !in_comment => {
                        // `||` separates cells as `|` does.
                        let is_double = sign == '|'
                            && borders
                                .last()
                                .is_some_and(|(_, last)| *last == offset && offset > 0);
                        if is_double {
                            if let Some(last) = borders.last_mut() {
                                last.1 = offset + 1;
                            }
                        } else {
                            borders.push((offset, offset + found.len_utf8()));
                        }
                    }
                    _ => {}
                }
                at_start = found == sign || (at_start && found.is_whitespace());
            }
        }
    }

    let mut found = Vec::new();
    let mut from = 0;
    let ends = borders.iter().map(|border| border.0).chain([line.len()]);
    let starts = borders.iter().map(|border| border.1);
    for (cell_end, next) in ends.zip(starts.chain([line.len()])) {
        let inside = line.get(from..cell_end).unwrap_or_default();
        let trimmed = inside.trim_matches([' ', '\t', '"', '`', '\\']);
        let offset = inside.find(trimmed).unwrap_or(0);
        let cell_start = start + from + offset;
        found.push(Cell {
            spans: vec![Span::new(cell_start, cell_start + trimmed.len())],
        });
        from = next;
    }
    found
}
