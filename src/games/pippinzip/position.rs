//! Positions and their text (Z6.2): the stones, the seat to move, the phase of the game, and the
//! first stone of a team's pair, as in `5/5/2w2/1b3/5 2 taker=1 -`.

use std::fmt;

use pest::iterators::Pair;

use super::board::{MAX_SIZE, MIN_SIZE, Point, PointSet};
use super::chains::Chains;
use super::grammar::{Grammar, Rule};
use super::stones::{Colour, Stones};
use super::turn::Name;
use crate::games::{
    PositionError, PositionField, PositionGrammar, WriteNotation, impl_display, range_of,
};

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The auction (Z3).
    Auction,
    /// Play, after this seat has taken (Z4). The number is not checked here.
    Taken(u8),
}

/// The stone of the first seat of a team, if the second is to move (Z4.6). In `zipline`, the second
/// seat may not place its own stone beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FirstOfPair {
    /// The second seat of a team is not to move: `-`.
    Absent,
    /// Nothing, after a waived pass: `pair=-`.
    Nothing,
    /// This stone: `pair=c3`.
    Stone(Name),
}

impl FirstOfPair {
    /// Returns the stone, if there is one.
    pub(crate) fn stone(self) -> Option<Name> {
        match self {
            Self::Stone(name) => Some(name),
            Self::Absent | Self::Nothing => None,
        }
    }
}

/// The text of a position as typed values (Z6.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The stones on the board, and the size of the board.
    pub stones: Stones,
    /// The seat to move, from 1. The number is not checked here.
    pub to_move: u8,
    /// The phase: auction or play.
    pub phase: Phase,
    /// The first stone of a team's pair (Z4.6).
    pub pair: FirstOfPair,
}

/// The end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The colour whose goal is reached (Z5.1, Z5.2).
    pub colour: Colour,
    /// The seat that placed the last stone. In the auction, it is the only winner (Z3.3).
    pub seat: u8,
}

/// A position: its text, and data derived from it that would take a scan of all stones to compute.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The values of the text. Stones are added with [`Position::place`].
    pub(super) text: PositionText,
    /// The end of the game.
    pub decided: Option<Decision>,
    /// The chains of both colours, kept in step with the stones on the board.
    chains: Chains,
}

// The chains follow from the stones, so they need not be compared.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.decided == other.decided
    }
}

impl Eq for Position {}

impl Position {
    /// Creates an undecided position from its text.
    pub(crate) fn new(text: &PositionText) -> Self {
        Self {
            text: *text,
            decided: None,
            chains: Chains::from_stones(&text.stones),
        }
    }

    /// Creates an undecided position from its text, and returns the first colour that has reached
    /// its goal.
    pub(super) fn with_winner(text: &PositionText) -> (Self, Option<Colour>) {
        let (chains, winner) = Chains::with_winner(&text.stones);
        (
            Self {
                text: *text,
                decided: None,
                chains,
            },
            winner,
        )
    }

    /// Puts a stone on an empty point. Returns true if its chain reaches the goal of its colour.
    #[inline]
    pub(crate) fn place(&mut self, point: Point, colour: Colour) -> bool {
        let stones = &mut self.text.stones;
        let wins = self
            .chains
            .add(stones.size(), colour, stones.of_colour(colour), point);
        stones.put(point, colour);
        wins
    }

    /// Puts a trial stone on an empty point, without updating the chains.
    #[inline]
    pub(super) fn place_trial(&mut self, point: Point, colour: Colour) {
        self.text.stones.put(point, colour);
    }

    /// Returns true if a trial stone on an empty point would reach the goal of its colour.
    pub(super) fn trial_wins(&self, point: Point, colour: Colour) -> bool {
        let stones = &self.text.stones;
        self.chains
            .would_reach_goal(stones.size(), colour, stones.of_colour(colour), point)
    }

    /// Restores the position after a trial turn. `before` is the position before it.
    #[inline]
    pub(super) fn undo_trial(&mut self, before: &Self) {
        (self.text, self.decided) = (before.text, before.decided);
    }

    /// Returns the values of the text.
    pub fn text(&self) -> &PositionText {
        &self.text
    }

    /// Returns the chains of a colour that reach its goal (Z5.1, Z5.2).
    pub(crate) fn decisive(&self, colour: Colour) -> PointSet {
        self.chains.decisive(&self.text.stones, colour)
    }
}

/// Parses the board of a position; the other fields are those of an example.
pub(super) fn parse_board(text: &str) -> Option<PositionText> {
    parse(&POSITION.with_board(text)?).ok()
}

/// Parses a position.
pub(super) fn parse(text: &str) -> Result<PositionText, PositionError> {
    let parts = POSITION.pairs::<Grammar>(text)?;
    let mut position = PositionText {
        stones: Stones::empty(MIN_SIZE),
        to_move: 1,
        phase: Phase::Auction,
        pair: FirstOfPair::Absent,
    };
    for pair in parts {
        match pair.as_rule() {
            Rule::rows => position.stones = read_stones(pair)?,
            Rule::to_move => position.to_move = parse_seat(pair.as_str()),
            Rule::taker => {
                let taker = pair.into_inner().next();
                position.phase = Phase::Taken(taker.map_or(1, |taker| parse_seat(taker.as_str())));
            }
            Rule::pair => {
                let stone = pair.into_inner().find(|part| part.as_rule() == Rule::stone);
                position.pair = stone.map_or(FirstOfPair::Nothing, |stone| {
                    FirstOfPair::Stone(Name::read(stone.as_str()))
                });
            }
            _ => {}
        }
    }
    Ok(position)
}

/// Reads the rows of the board, from the top.
fn read_stones(rows: Pair<'_, Rule>) -> Result<Stones, PositionError> {
    let span = range_of(&rows);
    let count = rows.clone().into_inner().count();
    let size = u8::try_from(count)
        .ok()
        .filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
    let Some(size) = size else {
        return Err(PositionError::malformed(
            format!("A board has {MIN_SIZE} to {MAX_SIZE} rows, not {count}."),
            span,
        ));
    };
    let mut stones = Stones::empty(size);
    for (row, text) in (0..size).rev().zip(rows.into_inner()) {
        read_row(&mut stones, row, text)?;
    }
    Ok(stones)
}

/// Puts the stones of one row, such as `2w2`, onto their points.
fn read_row(stones: &mut Stones, row: u8, text: Pair<'_, Rule>) -> Result<(), PositionError> {
    let span = range_of(&text);
    let mut column = 0_usize;
    for part in text.into_inner() {
        let colour = match part.as_rule() {
            Rule::black => Colour::Black,
            Rule::white => Colour::White,
            _ => {
                column += part.as_str().parse().unwrap_or(0);
                continue;
            }
        };
        let point = u8::try_from(column)
            .ok()
            .and_then(|column| Point::new(column, row, stones.size()));
        if let Some(point) = point {
            stones.set(point, Some(colour));
        }
        column += 1;
    }
    let size = stones.size();
    if column == usize::from(size) {
        return Ok(());
    }
    Err(PositionError::malformed(
        format!(
            "Row {} has {column} points, but there are {size} rows.",
            row + 1
        ),
        span,
    ))
}

fn parse_seat(text: &str) -> u8 {
    text.parse().unwrap_or(1)
}

/// The position strings.
const POSITION: PositionGrammar<Rule> = PositionGrammar {
    whole: Rule::position_only,
    fields: &[
        PositionField {
            name: "the rows from the top",
            form: "are joined by `/`, such as `5/5/2w2/1b3/5`",
            example: "5/5/5/5/5",
        },
        PositionField {
            name: "the seat to move",
            form: "is its number, such as `1`",
            example: "1",
        },
        PositionField {
            name: "the taker",
            form: "is `auction` until somebody takes, then the number of the seat, such as `taker=1`",
            example: "auction",
        },
        PositionField {
            name: "the first stone of a pair",
            form: "is `-`, or for the second seat of a team `pair=c3` or `pair=-`",
            example: "-",
        },
    ],
    part_in_words,
};

/// Returns the display name of a part of a field.
fn part_in_words(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::black | Rule::white => Some("a stone `b` or `w`"),
        Rule::empties => Some("a number of empty points"),
        Rule::taker_seat => Some("the number of the seat that took"),
        Rule::stone => Some("a point such as `c3`"),
        _ => None,
    }
}

impl_display!(PositionText);

impl WriteNotation for PositionText {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        (self.stones, ' ', self.to_move).write_to(out)?;
        match self.phase {
            Phase::Auction => out.write_str(" auction")?,
            Phase::Taken(seat) => (" taker=", seat).write_to(out)?,
        }
        match self.pair {
            FirstOfPair::Absent => out.write_str(" -"),
            FirstOfPair::Nothing => out.write_str(" pair=-"),
            FirstOfPair::Stone(stone) => (" pair=", stone).write_to(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_round_trip() {
        for text in [
            "5/5/5/5/5 1 auction -",
            "bwb/1w1/2b 2 taker=1 pair=a3",
            "3/3/3 9 taker=9 pair=z999",
            "13/b12/12w/13/13/6b6/13/13/13/13/13/13/w11w 2 taker=2 -",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
        let widest = format!("{} 1 auction -", ["26"; 26].join("/"));
        assert_eq!(parse(&widest).unwrap().to_string(), widest);
    }

    #[test]
    fn rows_are_written_from_the_top() {
        let stones = parse("b2/3/2w 1 auction -").unwrap().stones;
        let at =
            |column, row| Point::new(column, row, stones.size()).and_then(|point| stones.at(point));
        assert_eq!(at(0, 2), Some(Colour::Black));
        assert_eq!(at(2, 0), Some(Colour::White));
        assert_eq!(at(0, 0), None);
    }

    #[test]
    fn malformed_positions_say_where() {
        let cases = [
            ("", 0..0),
            ("3/3/3", 5..5),
            ("3/3/x 1 auction -", 4..5),
            ("3/3/4 1 auction -", 4..5),
            ("3/b1/3 1 auction -", 2..4),
            ("3//3 1 auction -", 2..2),
            ("2/2 1 auction -", 0..3),
            ("3/03/3 1 auction -", 2..3),
            ("3/3/123 1 auction -", 4..5),
            ("3/3/3 0 auction -", 6..7),
            ("3/3/3 12 auction -", 7..8),
            ("3/3/3 1 taken=1 -", 8..9),
            ("3/3/3 1 taker=0 -", 14..15),
            ("3/3/3 1 taker=1 c3", 16..17),
            ("3/3/3 1 taker=1 pair=c03", 21..22),
            ("3/3/3 1 auction", 15..15),
            ("3/3/3 1 auction - ", 17..18),
            ("3/3/3 1 auction -é", 17..19),
        ];
        for (text, span) in cases {
            assert_eq!(parse(text).map_err(|error| error.span), Err(span), "{text}");
        }
        let tall = format!("{} 1 auction -", ["27"; 27].join("/"));
        assert!(parse(&tall).is_err());
    }

    #[test]
    fn expected_text_is_named() {
        let error = parse("3/3/3 1 bidding -").unwrap_err();
        assert_eq!(
            error.message,
            "This position cannot be read at `b` (character 9), in field 3 of 4, the taker, which is `auction` until \
             somebody takes, then the number of the seat, such as `taker=1`."
        );
        assert_eq!(
            parse("3/3/4 1 auction -").unwrap_err().message,
            "Row 1 has 4 points, but there are 3 rows."
        );
    }

    proptest! {
        #[test]
        fn written_positions_are_read_back(
            text in "[bw0-9/ ]{0,12}( [0-4])?( auction| taker=[0-4])?( -| pair=[a-c][0-4])?.?",
        ) {
            if let Ok(position) = parse(&text) {
                let written = position.to_string();
                prop_assert_eq!(parse(&written), Ok(position));
            }
        }
    }
}
