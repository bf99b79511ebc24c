//! Positions and their text (G7.4): the pieces on the board, the seat to move, the reserves, the
//! lost pieces, and who may or must still introduce GIPF pieces, as in
//! `B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -`.

use std::fmt;

use pest::iterators::Pair;

use super::board::{BoardLine, Spot};
use super::grammar::{Grammar, Rule};
use super::pieces::{Colour, Piece, PieceKind, Pieces};
use crate::games::{
    PositionError, PositionField, PositionGrammar, Verdict, WriteNotation, impl_display, range_of,
    write_places,
};
use crate::notation::Standing;

/// The number of pieces that an unknown reserve is assumed to have: enough for any push.
const ASSUMED_RESERVE: u32 = 2;

/// The text of a position as typed values (G7.4). The default is an empty board with empty
/// reserves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionText {
    /// The pieces on the board.
    pub pieces: Pieces,
    /// The seat to move.
    pub to_move: Colour,
    /// The pieces in reserve, White's first. A GIPF piece counts as two. An unknown reserve has as
    /// many as a push may take.
    pub reserve: [u32; 2],
    /// True for each seat whose reserve is unknown, written `?`.
    pub is_unknown: [bool; 2],
    /// The pieces lost for good, by the seat that lost them.
    pub lost: [u32; 2],
    /// True for each seat that may still introduce GIPF pieces (G5.2).
    pub may_introduce: [bool; 2],
    /// True for each seat that must still introduce its first GIPF piece (G5.1).
    pub owes_first: [bool; 2],
}

impl PositionText {
    /// Returns the pieces in reserve of a seat as in position strings, `?` if they are unknown.
    pub(crate) fn reserve_text(&self, colour: Colour) -> String {
        let seat = colour.index();
        if self.is_unknown[seat] {
            "?".to_owned()
        } else {
            self.reserve[seat].to_string()
        }
    }

    /// Returns which reserve is unknown, and how to fill it in; `None` if both are known.
    pub(super) fn missing(&self) -> Option<&'static str> {
        match self.is_unknown {
            [false, false] => None,
            [true, false] => Some(
                "the reserve of White is `?`: write its number in the third field of the position",
            ),
            [false, true] => Some(
                "the reserve of Black is `?`: write its number in the third field of the position",
            ),
            [true, true] => Some(
                "both reserves are `?`: write their numbers in the third field of the position",
            ),
        }
    }
}

/// A position, and the decision of the game if it has ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// The values of the position's text.
    pub text: PositionText,
    /// The end of the game by the last turn. Not part of the text.
    pub decided: Option<Decision>,
}

/// The way in which a game of GIPF ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The winner.
    pub winner: Colour,
    /// The number of the rule, G6.1 to G6.3.
    pub rule: &'static str,
    /// The reason, in one sentence.
    pub reason: &'static str,
}

impl Decision {
    /// Returns the result of each seat.
    pub(super) fn standing(self) -> Standing {
        Standing::win_for(self.winner.seat(), 2)
    }

    /// Converts to the form that all games share.
    pub(crate) fn verdict(self) -> Verdict {
        Verdict {
            standing: self.standing(),
            rule: self.rule,
            reason: self.reason,
            marks: Vec::new(),
        }
    }
}

/// Parses the board of a position; the other fields are taken from an example.
pub(super) fn parse_board(text: &str) -> Option<PositionText> {
    parse(&POSITION.with_board(text)?).ok()
}

/// Parses a position.
pub(super) fn parse(text: &str) -> Result<PositionText, PositionError> {
    let parts = POSITION.pairs::<Grammar>(text)?;
    let mut position = PositionText::default();
    let mut seats_seen = 0;
    for pair in parts {
        match pair.as_rule() {
            Rule::columns => {
                for (spots, column) in columns().zip(pair.into_inner()) {
                    read_column(&mut position.pieces, spots, column)?;
                }
            }
            Rule::to_move if pair.as_str() == "b" => position.to_move = Colour::Black,
            Rule::reserves => read_reserves(&mut position, pair),
            Rule::pair => position.lost = parse_counts(pair),
            Rule::seats => {
                let flags = if seats_seen == 0 {
                    &mut position.may_introduce
                } else {
                    &mut position.owes_first
                };
                *flags = parse_seats(pair.as_str());
                seats_seen += 1;
            }
            _ => {}
        }
    }
    Ok(position)
}

/// Returns the columns of spots, b to h, each from the bottom up. They are the first lines of the
/// table, because its first axis runs up the columns.
fn columns() -> impl Iterator<Item = &'static [Spot]> {
    BoardLine::all()[..7].iter().map(BoardLine::spots)
}

/// Returns the seats in a field such as `wb`, White first.
fn parse_seats(text: &str) -> [bool; 2] {
    [text.contains('w'), text.contains('b')]
}

/// Returns the two numbers of a field such as `0,3`.
fn parse_counts(pair: Pair<'_, Rule>) -> [u32; 2] {
    let mut numbers = pair
        .into_inner()
        .map(|count| count.as_str().parse().unwrap_or(0));
    [numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)]
}

/// Reads the reserves; those that are unknown get the assumed number of pieces.
fn read_reserves(position: &mut PositionText, reserves: Pair<'_, Rule>) {
    for (index, reserve) in reserves.into_inner().take(2).enumerate() {
        position.is_unknown[index] = reserve.as_rule() == Rule::unknown;
        position.reserve[index] = reserve.as_str().parse().unwrap_or(ASSUMED_RESERVE);
    }
}

/// Puts the pieces of one column onto its spots.
fn read_column(
    pieces: &mut Pieces,
    spots: &[Spot],
    column: Pair<'_, Rule>,
) -> Result<(), PositionError> {
    let span = range_of(&column);
    // The index of the next spot, which may be beyond the column.
    let mut next = 0;
    for part in column.into_inner() {
        let text = part.as_str();
        if let Ok(empty_spots) = text.parse::<usize>() {
            next += empty_spots;
            continue;
        }
        let colour = if text.eq_ignore_ascii_case("w") {
            Colour::White
        } else {
            Colour::Black
        };
        let kind = PieceKind::new(text.chars().all(|letter| letter.is_ascii_uppercase()));
        if let Some(&spot) = spots.get(next) {
            pieces.set(spot, Some(Piece { colour, kind }));
        }
        next += 1;
    }
    if next == spots.len() {
        return Ok(());
    }
    let name = spots
        .first()
        .map(|spot| char::from(b'a' + spot.point().column()))
        .unwrap_or_default();
    Err(PositionError::malformed(
        format!("Column {name} has {} spots, not {next}.", spots.len()),
        span,
    ))
}

/// The position strings.
const POSITION: PositionGrammar<Rule> = PositionGrammar {
    whole: Rule::position_only,
    fields: &[
        PositionField {
            name: "the seven columns b to h",
            form: "are joined by `/`, each from its lowest spot up, such as `4/5/6/7/6/5/4` or `b2w/5/6/w5b/6/5/b2w`",
            example: "4/5/6/7/6/5/4",
        },
        PositionField {
            name: "the seat to move",
            form: "is `w` or `b`",
            example: "w",
        },
        PositionField {
            name: "the reserves",
            form: "are White's and Black's numbers, or `?`, such as `12,12` or `?,3`",
            example: "12,12",
        },
        PositionField {
            name: "the pieces lost for good",
            form: "are White's and Black's numbers, such as `0,0`",
            example: "0,0",
        },
        PositionField {
            name: "the seats that may introduce GIPF pieces",
            form: "are `wb`, `w`, `b` or `-`",
            example: "-",
        },
        PositionField {
            name: "the seats that owe a first GIPF piece",
            form: "are `wb`, `w`, `b` or `-`",
            example: "-",
        },
    ],
    part_in_words,
};

/// Returns the display name of a part of a field.
fn part_in_words(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::piece => Some("a piece `w`, `b`, `W` or `B`"),
        Rule::empties => Some("a number of empty spots"),
        Rule::count => Some("a number without leading zeros"),
        Rule::unknown => Some("`?`"),
        _ => None,
    }
}

impl_display!(PositionText);

impl WriteNotation for PositionText {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        for (index, spots) in columns().enumerate() {
            if index > 0 {
                out.write_str("/")?;
            }
            let letter = |spot: &Spot| self.pieces.at(*spot).map(Piece::letter);
            write_places(out, spots.iter().map(letter))?;
        }
        out.write_str(match self.to_move {
            Colour::White => " w",
            Colour::Black => " b",
        })?;
        write_counts(out, self.reserve, self.is_unknown)?;
        write_counts(out, self.lost, [false; 2])?;
        write_seats(out, self.may_introduce)?;
        write_seats(out, self.owes_first)
    }
}

/// Writes a field with the number of each seat, `?` for one that is unknown: ` 12,?`.
fn write_counts(out: &mut impl fmt::Write, counts: [u32; 2], is_unknown: [bool; 2]) -> fmt::Result {
    for (index, separator) in [' ', ','].into_iter().enumerate() {
        out.write_char(separator)?;
        if is_unknown[index] {
            out.write_char('?')?;
        } else {
            counts[index].write_to(out)?;
        }
    }
    Ok(())
}

/// Writes a field with the seats for which a flag is true: ` wb`.
fn write_seats(out: &mut impl fmt::Write, [white, black]: [bool; 2]) -> fmt::Result {
    out.write_str(match (white, black) {
        (true, true) => " wb",
        (true, false) => " w",
        (false, true) => " b",
        (false, false) => " -",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_round_trip() {
        for text in [
            "B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -",
            "4/5/6/7/6/5/4 w 18,18 0,0 wb wb",
            "wbWB/1w1b1/6/7/6/5/w3 b 3,0 10,2 w b",
            "b2w/5/6/w5b/6/5/b2w w ?,? 0,0 - -",
            "b2w/5/6/w5b/6/5/b2w w ?,3 1,0 - -",
            "b2w/5/6/w5b/6/5/b2w w 3,? 1,0 - -",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        assert_eq!(
            parse("4/5/6/43/6/5/4 w 1,1 0,0 - -").unwrap().to_string(),
            "4/5/6/7/6/5/4 w 1,1 0,0 - -"
        );
    }

    #[test]
    fn malformed_positions_say_where() {
        let cases = [
            ("", 0..0),
            ("4/5/6/7/6/5/4", 13..13),
            ("4/5/6/7/6/5/4 x 1,1 0,0 - -", 14..15),
            ("4/5/6/7/6/5/3 w 1,1 0,0 - -", 12..13),
            ("4/5/6/8/6/5/4 w 1,1 0,0 - -", 6..7),
            ("4/5/6/7/6/5/4 w 01,1 0,0 - -", 16..17),
            ("4/5/6/7/6/5/4 w 1,1 0,0 - - ", 27..28),
            ("4/5/6/7/6/5/4 w 1? 0,0 - -", 16..17),
            ("4/5/6/7/6/5/4 w ?,? ?,0 - -", 20..21),
        ];
        for (text, span) in cases {
            assert_eq!(parse(text).map_err(|error| error.span), Err(span), "{text}");
        }
    }
}
