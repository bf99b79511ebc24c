//! Characters used to draw a table of cards, and how to recognise such lines. The northern side of
//! half a card, for example, is `...B1###`: a light arc, an entry of a black pipe, a dark arc.

use crate::decks::card::{FieldColour, PipeColour};

use super::super::drawn_board::DrawnLine;
use super::super::grammar::Rule;

/// Width of a square in columns, and its height in lines.
pub(super) const SQUARE_WIDTH: usize = 8;
pub(super) const SQUARE_HEIGHT: usize = 4;

/// Sign of a pipe at one of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    pub(super) colour: PipeColour,
    pub(super) joint: Joint,
}

/// Way in which a sign identifies the other entries of its pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joint {
    /// `bb`: there are none.
    Cap,
    /// `BB`: the entries of that colour.
    Only,
    /// `B1`: the entries with the same number.
    Numbered(char),
}

impl Sign {
    /// Reads the two characters of an entry.
    pub(super) fn read(signs: [char; 2]) -> Option<Self> {
        let (joint, letter) = match signs {
            ['b', 'b'] | ['w', 'w'] => (Joint::Cap, signs[0].to_ascii_uppercase()),
            ['B', 'B'] | ['W', 'W'] => (Joint::Only, signs[0]),
            ['B' | 'W', number @ '1'..='9'] => (Joint::Numbered(number), signs[0]),
            _ => return None,
        };
        let colour = if letter == 'B' {
            PipeColour::Black
        } else {
            PipeColour::White
        };
        Some(Self { colour, joint })
    }
}

/// Returns the colour of an arc drawn with this character.
pub(super) fn shade(sign: char) -> Option<FieldColour> {
    match sign {
        '.' => Some(FieldColour::Light),
        '#' => Some(FieldColour::Dark),
        _ => None,
    }
}

/// Returns true if an empty square may have this character in its centre.
pub(super) fn is_spot(sign: char) -> bool {
    matches!(sign, '.' | '·' | '_' | '+' | '-')
}

/// Returns true if the character surrounds a marked place.
pub(super) fn is_mark(sign: char) -> bool {
    "()[]{}<>|".contains(sign)
}

/// Returns true if three characters are one arc: `...` or `###`.
fn is_arc(signs: &[char]) -> bool {
    match *signs {
        [first, second, third] => shade(first).is_some() && first == second && second == third,
        _ => false,
    }
}

/// Returns true if eight characters are the northern or southern side of half a card: `...B1###`.
pub(super) fn is_side(signs: &[char]) -> bool {
    match *signs {
        [_, _, _, first, second, _, _, _] => {
            let has_entry = Sign::read([first, second]).is_some();
            has_entry && is_arc(&signs[..3]) && is_arc(&signs[5..])
        }
        _ => false,
    }
}

/// Returns true if a word is the name of a column or row: `+3`.
pub(super) fn is_name(word: &str) -> bool {
    let digits = word.strip_prefix(['+', '-']).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Part of a table of cards that a paragraph can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum TablePart {
    /// Has cards.
    Cards,
    /// Has only names, and spots: the dots in the middle of empty squares.
    Spots,
}

/// Returns the part of a table of cards that some lines are; `None` if they are not part of one.
pub(in super::super) fn part_of_table(lines: &[DrawnLine<'_>]) -> Option<TablePart> {
    // Stones without spaces between them can look like the rim of a card.
    let is_stones =
        |line: &DrawnLine<'_>| line.is_row_of_stones() || line.parse(Rule::column_names).is_some();
    let has_side = lines.iter().any(|line| shows_side(line.text));
    if has_side && !lines.iter().all(is_stones) {
        return Some(TablePart::Cards);
    }

    let are_spots = lines.iter().all(|line| has_only_spots(line.text));
    (!lines.is_empty() && are_spots).then_some(TablePart::Spots)
}

/// Returns true if a line shows most of a side: an arc beside the sign of a pipe.
fn shows_side(text: &str) -> bool {
    let signs: Vec<char> = text.chars().collect();
    signs.windows(5).any(|signs| match *signs {
        // `...B1`
        [_, _, _, first, second] if is_arc(&signs[..3]) => Sign::read([first, second]).is_some(),
        // `B1...`
        [first, second, ..] if is_arc(&signs[2..]) => Sign::read([first, second]).is_some(),
        _ => false,
    })
}

/// Returns true if a line has only names and spots, spaced by whole squares.
fn has_only_spots(text: &str) -> bool {
    let mut last_spot: Option<usize> = None;
    let mut column = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let word = part.trim_end();
        let is_one_spot = word.chars().count() == 1 && word.chars().all(is_spot);
        if is_one_spot {
            let distance = column - last_spot.unwrap_or(column);
            if !distance.is_multiple_of(SQUARE_WIDTH) {
                return false;
            }
            last_spot = Some(column);
        } else if !word.is_empty() && !is_name(word) {
            return false;
        }
        column += part.chars().count();
    }
    true
}

/// Returns true if a line has only names.
pub(in super::super) fn is_names(text: &str) -> bool {
    text.split_whitespace().all(is_name)
}
