//! Parsing of turns (V8): common forms with a cursor, all others with the grammar.

use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::board::{Heading, Square};
use super::grammar::{Grammar, Rule};
use super::turn::{ColourChange, ColourWord, Discard, Id, PickUp, Placement, Play, Turn};
use crate::games::{
    Detail, Part, TurnCursor, TurnSyntaxError, TurnText, spans_by_action, turn_pairs,
};

impl TurnText for Turn {
    fn fast_parse(text: &[u8], turn: &mut Self) -> Option<()> {
        let mut cursor = TurnCursor::new(text);
        if cursor.skip(b"discard:") {
            *turn = fast_set_up(&mut cursor)?;
        } else {
            fast_play(&mut cursor, turn)?;
        }
        cursor.is_at_end().then_some(())
    }

    fn parse_by_grammar(text: &str) -> Result<Self, TurnSyntaxError> {
        let mut actions = actions(text)?;
        let first = actions.next().ok_or(TurnSyntaxError { at: 0 })?;
        if first.as_rule() == Rule::discard {
            let claim = actions.next().and_then(|claim| words(claim).next());
            return Ok(Turn::SetUp {
                discard: parse_discard(first),
                claim,
            });
        }
        let mut play = Play {
            placement: parse_placement(first),
            pick_ups: Vec::new(),
            colours: None,
            draw: None,
        };
        for pair in actions {
            match pair.as_rule() {
                Rule::pick_up => play.pick_ups.push(parse_pick_up(pair)),
                Rule::swap => play.colours = Some(ColourChange::Swap),
                Rule::keep => play.colours = Some(ColourChange::Keep),
                Rule::claim => play.colours = Some(ColourChange::Claim(words(pair).collect())),
                Rule::draw => play.draw = pair.into_inner().next().map(parse_id),
                _ => {}
            }
        }
        Ok(Turn::Play(play))
    }

    fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
        let detail = |rule, items| match rule {
            Rule::item | Rule::colour_word => Some(Detail::Item(items)),
            Rule::what => Some(Detail::What),
            Rule::to | Rule::seat => Some(Detail::To),
            Rule::facing => Some(Detail::Facing),
            _ => None,
        };
        actions(text)
            .map(|actions| spans_by_action(actions, detail))
            .unwrap_or_default()
    }

    /// Returns true if the text is one action of a turn, in the set-up or later.
    fn is_action(text: &str) -> bool {
        Grammar::parse(Rule::action_only, text).is_ok()
    }
}

/// Parses a list of numbers of at most nine digits. Returns `None` if the grammar has to decide.
pub(super) fn fast_numbers(text: &[u8]) -> Option<Vec<Id>> {
    let mut cursor = TurnCursor::new(text);
    // Each number has a digit, and a comma before the next.
    let capacity = text.len() / 2 + 1;
    fast_number_list(&mut cursor, capacity).filter(|_| cursor.is_at_end())
}

/// Parses the first turn of a seat.
fn fast_set_up(cursor: &mut TurnCursor<'_>) -> Option<Turn> {
    let discard = if cursor.skip(b"hidden") {
        Discard::Hidden
    } else {
        Discard::Cards(fast_number_list(cursor, USUAL_NUMBERS)?)
    };
    let claim = if cursor.skip(b";claim:") {
        Some(fast_colour_word(cursor)?)
    } else {
        None
    };
    Some(Turn::SetUp { discard, claim })
}

/// Parses a later turn into `turn`.
fn fast_play(cursor: &mut TurnCursor<'_>, turn: &mut Turn) -> Option<()> {
    let placement = fast_placement(cursor)?;
    let mut pick_ups = match turn {
        Turn::Play(last) => std::mem::take(&mut last.pick_ups),
        Turn::SetUp { .. } => Vec::new(),
    };
    pick_ups.clear();
    while cursor.skip(b";x") {
        pick_ups.push(fast_pick_up(cursor)?);
    }

    let mut colours = None;
    let mut draws = cursor.skip(b";draw:");
    // Most turns change no colours, so the draw is tried first.
    if !draws && !cursor.is_at_end() {
        colours = Some(fast_colour_change(cursor)?);
        draws = cursor.skip(b";draw:");
    }
    let draw = if draws { Some(cursor.number()?) } else { None };

    *turn = Turn::Play(Play {
        placement,
        pick_ups,
        colours,
        draw,
    });
    Some(())
}

fn fast_colour_change(cursor: &mut TurnCursor<'_>) -> Option<ColourChange> {
    if cursor.skip(b";swap") {
        Some(ColourChange::Swap)
    } else if cursor.skip(b";keep") {
        Some(ColourChange::Keep)
    } else if cursor.skip(b";claim:") {
        fast_colour_words(cursor).map(ColourChange::Claim)
    } else {
        None
    }
}

fn fast_placement(cursor: &mut TurnCursor<'_>) -> Option<Placement> {
    let card = cursor.number()?;
    cursor.skip(b"@").then_some(())?;
    let square = Square {
        x: fast_coordinate(cursor)?,
        y: fast_coordinate(cursor)?,
    };
    let heading = fast_heading(cursor)?;
    Some(Placement {
        card,
        square,
        heading,
    })
}

fn fast_heading(cursor: &mut TurnCursor<'_>) -> Option<Heading> {
    if cursor.skip(b"/N") {
        Some(Heading::North)
    } else if cursor.skip(b"/E") {
        Some(Heading::East)
    } else if cursor.skip(b"/S") {
        Some(Heading::South)
    } else if cursor.skip(b"/W") {
        Some(Heading::West)
    } else {
        None
    }
}

fn fast_coordinate(cursor: &mut TurnCursor<'_>) -> Option<i32> {
    let is_positive = cursor.skip(b"+");
    if !is_positive {
        cursor.skip(b"-").then_some(())?;
    }
    let value = cursor.number()?.cast_signed();
    if is_positive {
        Some(value)
    } else {
        Some(-value).filter(|value| *value < 0)
    }
}

/// The length up to which a list of numbers in a turn grows without another allocation.
const USUAL_NUMBERS: usize = 4;

/// Parses numbers separated by commas, into a list that has room for the given number of them.
fn fast_number_list(cursor: &mut TurnCursor<'_>, capacity: usize) -> Option<Vec<Id>> {
    let first = cursor.number()?;
    let mut numbers = Vec::with_capacity(capacity);
    numbers.push(first);
    while cursor.skip(b",") {
        numbers.push(cursor.number()?);
    }
    Some(numbers)
}

fn fast_colour_word(cursor: &mut TurnCursor<'_>) -> Option<ColourWord> {
    let word = std::str::from_utf8(cursor.word()).ok();
    word.filter(|word| !word.is_empty()).map(ColourWord::read)
}

fn fast_pick_up(cursor: &mut TurnCursor<'_>) -> Option<PickUp> {
    let seat = cursor.digit_before(b':');
    Some(PickUp {
        seat,
        cards: fast_number_list(cursor, USUAL_NUMBERS)?,
    })
}

fn fast_colour_words(cursor: &mut TurnCursor<'_>) -> Option<Vec<ColourWord>> {
    let mut words = vec![fast_colour_word(cursor)?];
    while cursor.skip(b",") {
        words.push(fast_colour_word(cursor)?);
    }
    Some(words)
}

pub(super) fn parse_id(pair: Pair<'_, Rule>) -> Id {
    // Saturates: no deck has a card with the largest number.
    pair.as_str().parse().unwrap_or(Id::MAX)
}

fn parse_square(pair: Pair<'_, Rule>) -> Square {
    let mut square = Square { x: 0, y: 0 };
    for part in pair.into_inner() {
        let number = part.as_str().parse().unwrap_or(0);
        match part.as_rule() {
            Rule::x => square.x = number,
            Rule::y => square.y = number,
            _ => {}
        }
    }
    square
}

fn parse_heading(letter: &str) -> Heading {
    match letter {
        "N" => Heading::North,
        "S" => Heading::South,
        "W" => Heading::West,
        _ => Heading::East,
    }
}

pub(super) fn parse_placement(pair: Pair<'_, Rule>) -> Placement {
    let mut placement = Placement {
        card: 0,
        square: Square { x: 0, y: 0 },
        heading: Heading::East,
    };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::what => placement.card = parse_id(part),
            Rule::to => placement.square = parse_square(part),
            Rule::facing => placement.heading = parse_heading(part.as_str()),
            _ => {}
        }
    }
    placement
}

fn parse_pick_up(pair: Pair<'_, Rule>) -> PickUp {
    let mut pick_up = PickUp {
        seat: None,
        cards: Vec::new(),
    };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::seat => pick_up.seat = part.as_str().parse().ok(),
            Rule::item => pick_up.cards.push(parse_id(part)),
            _ => {}
        }
    }
    pick_up
}

fn parse_discard(pair: Pair<'_, Rule>) -> Discard {
    let mut cards = Vec::new();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::hidden => return Discard::Hidden,
            _ => cards.push(parse_id(part)),
        }
    }
    Discard::Cards(cards)
}

fn words(pair: Pair<'_, Rule>) -> impl Iterator<Item = ColourWord> {
    pair.into_inner()
        .map(|word| ColourWord::read(word.as_str()))
}

fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| pair.as_rule() != Rule::EOI))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::Colour;
    use crate::games::Language;
    use crate::games::pipe::Pipe;
    use proptest::prelude::*;

    #[test]
    fn turns_are_read_and_written() {
        for text in [
            "discard:3,9,12,40;claim:black",
            "discard:3,9,12,40",
            "discard:7,7",
            "discard:hidden",
            "discard:hidden;claim:puce",
            "17@+3-2/E",
            "17@+0+0/N;x3,4",
            "17@-10+999999999/W;x4,3;x2:7,9;x9:1;x3",
            "17@+3-2/S;swap",
            "17@+3-2/E;x3;keep;draw:23",
            "17@+3-2/E;claim:light,black,mauve",
            "17@+3-2/E;draw:23",
            "0@+3-2/E;x0:0,1234567890",
        ] {
            assert_eq!(Pipe::parse_turn(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn invalid_turns_are_reported_at_their_place() {
        let cases = [
            ("", 0),
            ("17", 2),
            ("017@+3-2/E", 1),
            ("17@3-2/E", 3),
            ("17@+3/E", 5),
            ("17@-0+0/E", 3),
            ("17@+0-0/E", 5),
            ("17@+03-2/E", 5),
            ("17@++3-2/E", 3),
            ("17@+1234567890-2/E", 13),
            ("17@+3-2", 7),
            ("17@+3-2/", 8),
            ("17@+3-2/e", 8),
            ("17@+3-2/E;", 10),
            ("17@+3-2/E;x", 11),
            ("17@+3-2/E;x2:", 13),
            ("17@+3-2/E;x3,", 13),
            ("17@+3-2/E;x12:3", 13),
            ("17@+3-2/E;swap;keep", 15),
            ("17@+3-2/E;swap;x3", 15),
            ("17@+3-2/E;claim:", 16),
            ("17@+3-2/E;claim:Black", 16),
            ("17@+3-2/E;draw:", 15),
            ("17@+3-2/E;draw:3;x3", 16),
            ("discard:", 8),
            ("discard:3,", 10),
            ("discard:hidden,3", 14),
            ("discard:3;claim:black,white", 21),
            ("discard:3;17@+3-2/E", 10),
            ("claim:black", 0),
            ("１7@+3-2/E", 0),
        ];
        for (text, offset) in cases {
            assert_eq!(
                Pipe::parse_turn(text),
                Err(TurnSyntaxError { at: offset }),
                "{text}"
            );
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let span = |text, action, detail| {
            let found = Turn::parts(text)
                .into_iter()
                .find(|(part, _)| *part == Part { action, detail });
            found.unwrap().1
        };
        let text = "17@+3-2/E;x3,14;x2:7;claim:light,black;draw:23";
        assert_eq!(span(text, 0, Detail::Whole), 0..9);
        assert_eq!(span(text, 0, Detail::What), 0..2);
        assert_eq!(span(text, 0, Detail::To), 3..7);
        assert_eq!(span(text, 0, Detail::Facing), 8..9);
        assert_eq!(span(text, 1, Detail::Whole), 10..15);
        assert_eq!(span(text, 1, Detail::Item(1)), 13..15);
        assert_eq!(span(text, 2, Detail::To), 17..18);
        assert_eq!(span(text, 2, Detail::Item(0)), 19..20);
        assert_eq!(span(text, 3, Detail::Item(1)), 33..38);
        assert_eq!(span(text, 4, Detail::Whole), 39..46);
        assert_eq!(span(text, 4, Detail::What), 44..46);
        let text = "discard:3,9;claim:black";
        assert_eq!(span(text, 0, Detail::Item(1)), 10..11);
        assert_eq!(span(text, 1, Detail::Whole), 12..23);
        assert_eq!(span(text, 1, Detail::Item(0)), 18..23);
        assert_eq!(span("17@+3-2/E;swap", 1, Detail::Whole), 10..14);
    }

    #[test]
    fn actions_are_known() {
        for text in [
            "17@+3-2/E",
            "x3,4",
            "x2:7",
            "swap",
            "keep",
            "claim:black",
            "claim:light,black",
            "draw:23",
            "discard:3,9",
            "discard:hidden",
        ] {
            assert!(Turn::is_action(text), "{text}");
        }
        for text in [
            "",
            "x",
            "xb3",
            "take",
            "swap;keep",
            "5s",
            "6@b3/2",
            "discard",
            "claim:",
        ] {
            assert!(!Turn::is_action(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_not_truncated() {
        let Ok(Turn::Play(play)) = Pipe::parse_turn("170@+31-20/W") else {
            panic!("a turn")
        };
        assert_eq!(
            play.placement,
            Placement {
                card: 170,
                square: Square { x: 31, y: -20 },
                heading: Heading::West
            }
        );
        let Ok(Turn::SetUp { claim, .. }) = Pipe::parse_turn("discard:hidden;claim:dark") else {
            panic!("a turn")
        };
        assert_eq!(claim.and_then(|word| word.colour()), Some(Colour::Dark));
    }

    proptest! {
        #[test]
        fn parsed_text_is_written_back_unchanged(
            text in "([0-2]{1,2}@[+-][0-2]{1,2}[+-][0-2]{1,2}/[NESWX]|discard:[0-3,]{1,4})(;(x([1-5]:)?[0-4,]{1,3}|swap|keep|claim:[a-c,]{1,3}|draw:[0-3])){0,3}.?"
        ) {
            if let Ok(turn) = Pipe::parse_turn(&text) {
                prop_assert_eq!(turn.to_string(), text);
            }
        }
    }
}
