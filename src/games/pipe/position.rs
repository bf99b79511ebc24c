//! Positions: the cards on the table, and the colour and score of each seat (V8.3).

use std::fmt;

use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::turn::Placement;
use super::turn_text::parse_placement;
use crate::decks::Colour;
use crate::games::{
    PositionError, PositionField, PositionGrammar, WriteNotation, impl_display, range_of,
    write_list,
};

/// The text of a position as typed values (V8.3). Whether it fits the seats and the deck is not
/// checked here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionText {
    /// The cards on the table, in ascending order; repeats are possible.
    pub table: Vec<Placement>,
    /// The seat to move, from 1.
    pub to_move: u8,
    /// The colour of each seat, or `None` before its claim.
    pub colours: Vec<Option<Colour>>,
    /// The score of each seat.
    pub scores: Vec<u32>,
    /// True if cards on the table are left out, as in the exhibit of a finding.
    pub in_part: bool,
}

fn parse_table(pair: Pair<'_, Rule>) -> Result<Vec<Placement>, PositionError> {
    let mut table: Vec<Placement> = Vec::new();
    for part in pair
        .into_inner()
        .filter(|part| part.as_rule() == Rule::placement)
    {
        let span = range_of(&part);
        let placement = parse_placement(part);
        // A repeated card is left to the rules to report.
        if let Some(last) = table.last().filter(|last| placement.card < last.card) {
            let message = format!(
                "The cards must be in ascending order: {} before {}.",
                placement.card, last.card
            );
            return Err(PositionError::malformed(message, span));
        }
        table.push(placement);
    }
    Ok(table)
}

/// Parses the board of a position; the other fields are those of an example.
pub(super) fn parse_board(text: &str) -> Option<PositionText> {
    parse(&POSITION.with_board(text)?).ok()
}

/// Parses a position.
pub(super) fn parse(text: &str) -> Result<PositionText, PositionError> {
    let parts = POSITION.pairs::<Grammar>(text)?;
    let mut position = PositionText {
        table: Vec::new(),
        to_move: 1,
        colours: Vec::new(),
        scores: Vec::new(),
        in_part: false,
    };
    for pair in parts {
        match pair.as_rule() {
            Rule::table => position.table = parse_table(pair)?,
            Rule::to_move => position.to_move = pair.as_str().parse().unwrap_or(1),
            Rule::colours => {
                position.colours = pair
                    .into_inner()
                    .map(|part| Colour::named(part.as_str()))
                    .collect();
            }
            Rule::scores => {
                position.scores = pair
                    .into_inner()
                    .map(|part| part.as_str().parse().unwrap_or(0))
                    .collect();
            }
            _ => {}
        }
    }
    Ok(position)
}

/// The position strings.
const POSITION: PositionGrammar<Rule> = PositionGrammar {
    whole: Rule::position_only,
    fields: &[
        PositionField {
            name: "the cards on the table",
            form: "are `-`, or cards joined by commas, such as `17@+3-2/E,20@+0+0/N`",
            example: "-",
        },
        PositionField {
            name: "the seat to move",
            form: "is its number, such as `1`",
            example: "1",
        },
        PositionField {
            name: "the colours of the seats",
            form: "are `black`, `white`, `light`, `dark` or `-`, joined by commas, such as `black,-`",
            example: "-,-",
        },
        PositionField {
            name: "the scores of the seats",
            form: "are numbers of at most nine digits, joined by commas, such as `0,12`",
            example: "0,0",
        },
    ],
    part_in_words,
};

/// Returns the display name of a part of a field.
fn part_in_words(rule: Rule) -> Option<&'static str> {
    match rule {
        Rule::placement => Some("a card such as `17@+3-2/E`"),
        Rule::what => Some("the number of a card"),
        Rule::to | Rule::x | Rule::y => Some("a square such as `+3-2`"),
        Rule::facing => Some("`N`, `E`, `S` or `W`"),
        Rule::colour | Rule::no_colour => Some("the colour of a seat, or `-`"),
        Rule::score => Some("the score of a seat"),
        Rule::at => Some("`@`"),
        Rule::slash => Some("`/`"),
        _ => None,
    }
}

impl_display!(PositionText);

impl WriteNotation for PositionText {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        if self.table.is_empty() {
            out.write_str("-")?;
        }
        write_list(out, &self.table)?;
        (' ', self.to_move, ' ').write_to(out)?;
        write_list(
            out,
            self.colours
                .iter()
                .map(|colour| colour.map_or("-", Colour::name)),
        )?;
        out.write_str(" ")?;
        write_list(out, &self.scores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn positions_round_trip() {
        for text in [
            "- 1 -,- 0,0",
            "17@+3-2/E,20@+0+0/N 2 black,white 3,12",
            "- 3 light,-,black 0,0,999999999",
            "7@+0+0/N,7@+0+0/N 9 dark,dark,dark,dark,dark 0",
        ] {
            assert_eq!(parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn malformed_positions_say_where() {
        let cases = [
            ("", 0..0),
            ("-", 1..1),
            ("17@+3-2 1 -,- 0,0", 7..8),
            ("17@3-2/E 1 -,- 0,0", 3..4),
            ("17@+3-0/E 1 -,- 0,0", 5..6),
            ("20@+0+0/N,17@+3-2/E 1 -,- 0,0", 10..19),
            ("20@+0+0/N, 1 -,- 0,0", 10..11),
            ("- 0 -,- 0,0", 2..3),
            ("- 12 -,- 0,0", 3..4),
            ("- 1 -,blue 0,0", 6..7),
            ("- 1 -, 0,0", 6..7),
            ("- 1 -,- 0,-1", 10..11),
            ("- 1 -,- 0,01", 11..12),
            ("- 1 -,- 0,1234567890", 19..20),
            ("- 1 -,-", 7..7),
            ("- 1 -,- 0,0 ", 11..12),
        ];
        for (text, span) in cases {
            assert_eq!(parse(text).map_err(|error| error.span), Err(span), "{text}");
        }
    }

    #[test]
    fn expected_text_is_named() {
        let message = |text| parse(text).unwrap_err().message;
        assert_eq!(
            message("- 1 blue,- 0,0"),
            "This position cannot be read at `b` (character 5), in field 3 of 4, the colours of the seats, which are \
             `black`, `white`, `light`, `dark` or `-`, joined by commas, such as `black,-`."
        );
        assert_eq!(
            message("20@+0+0/N,17@+3-2/E 1 -,- 0,0"),
            "The cards must be in ascending order: 17 before 20."
        );
    }

    proptest! {
        #[test]
        fn parsed_text_is_written_back_unchanged(
            text in "(-|[1-3]@[+-][0-2][+-][0-2]/[NESW](,[1-3]@[+][0-2][+][0-2]/[NESWX])?)( [0-4])?( \
                (-|black|whit)(,(-|light|dark))?)?( [0-9]{1,2},[0-9]{1,2})?.?"
        ) {
            if let Ok(position) = parse(&text) {
                prop_assert_eq!(position.to_string(), text);
            }
        }
    }
}
