//! Notation of turns (V8).

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::Pair;

use super::board::{Heading, Square};
use super::grammar::{Grammar, Rule};
pub(super) use super::plain_turn::read_leading;
use crate::decks::Colour;
use crate::games::{
    Detail, Part, TurnSyntaxError, WriteNotation, impl_display, spans_by_action, turn_pairs, write_list, write_number,
};

pub use crate::decks::Id;

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The first turn of a seat (V4.2). Its actions are the discard and the claim.
    SetUp {
        /// The discarded cards.
        discard: Discard,
        /// The claimed colour.
        claim: Option<ColourWord>,
    },
    /// A later turn (V5).
    Play(Play),
}

/// The discarded cards (V4.2, V4.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discard {
    /// Unknown cards.
    Hidden,
    /// The cards in the order of the text, in any number.
    Cards(Vec<Id>),
}

/// A turn after the set-up. Its actions are the fields that are present, in order; each pick-up is one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The played card.
    pub placement: Placement,
    /// The pick-ups, in the order of the text. Empty if the turn does not list them (V8.1).
    pub pick_ups: Vec<PickUp>,
    /// The change of colours (V5.4).
    pub colours: Option<ColourChange>,
    /// The drawn card (V8.2).
    pub draw: Option<Id>,
}

/// A placement: `17@+3-2/E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The card.
    pub card: Id,
    /// The square of half A.
    pub square: Square,
    /// The direction from half A to half B.
    pub heading: Heading,
}

/// A pick-up: `x3,4`, `x2:7,9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickUp {
    /// The seat that picks up, from 1, or `None` for the seat to play. The number is not checked here.
    pub seat: Option<u8>,
    /// The cards in the order of the text.
    pub cards: Vec<Id>,
}

/// The change of colours after the table was cleared (V5.4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourChange {
    /// Both seats exchange their colours.
    Swap,
    /// The colours stay.
    Keep,
    /// The colours are claimed again.
    Claim(Vec<ColourWord>),
}

/// A word in place of a colour, which may be invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColourWord {
    /// A colour of the game.
    Colour(Colour),
    /// Another word of lower-case letters.
    Unknown(String),
}

impl ColourWord {
    pub(super) fn read(text: &str) -> Self {
        Colour::named(text).map_or_else(|| Self::Unknown(text.to_owned()), Self::Colour)
    }

    /// Returns the colour, if the word is one.
    pub fn colour(&self) -> Option<Colour> {
        match self {
            Self::Colour(colour) => Some(*colour),
            Self::Unknown(_) => None,
        }
    }
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
    let mut placement = Placement { card: 0, square: Square { x: 0, y: 0 }, heading: Heading::East };
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
    let mut pick_up = PickUp { seat: None, cards: Vec::new() };
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
    pair.into_inner().map(|word| ColourWord::read(word.as_str()))
}

fn actions(text: &str) -> Result<impl Iterator<Item = Pair<'_, Rule>>, TurnSyntaxError> {
    let pairs = turn_pairs::<Grammar, _>(Rule::turn_only, text)?;
    Ok(pairs.filter(|pair| pair.as_rule() != Rule::EOI))
}

impl Default for Turn {
    fn default() -> Self {
        Self::SetUp { discard: Discard::Hidden, claim: None }
    }
}

/// Parses a turn in its usual form. Returns `None` if the text needs the grammar.
pub(super) fn parse_usual(text: &[u8], turn: &mut Turn) -> Option<()> {
    (read_leading(text, turn)? == text.len()).then_some(())
}

/// Parses a turn with the grammar.
pub(super) fn parse_by_grammar(text: &str) -> Result<Turn, TurnSyntaxError> {
    let mut actions = actions(text)?;
    let first = actions.next().ok_or(TurnSyntaxError { at: 0 })?;
    if first.as_rule() == Rule::discard {
        let claim = actions.next().and_then(|claim| words(claim).next());
        return Ok(Turn::SetUp { discard: parse_discard(first), claim });
    }
    let mut play = Play { placement: parse_placement(first), pick_ups: Vec::new(), colours: None, draw: None };
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

/// Returns the spans of the parts of a turn. The seat of a pick-up is its destination.
pub(super) fn parts(text: &str) -> Vec<(Part, Range<usize>)> {
    let detail = |rule, items| match rule {
        Rule::item | Rule::colour_word => Some(Detail::Item(items)),
        Rule::what => Some(Detail::What),
        Rule::to | Rule::seat => Some(Detail::To),
        Rule::facing => Some(Detail::Facing),
        _ => None,
    };
    actions(text).map(|actions| spans_by_action(actions, detail)).unwrap_or_default()
}

/// Returns true if the text is one action of a turn, in the set-up or later.
pub(super) fn is_action(text: &str) -> bool {
    Grammar::parse(Rule::action_only, text).is_ok()
}

impl_display!(ColourWord, Discard, Placement, PickUp, ColourChange, Play, Turn);

impl WriteNotation for ColourWord {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Colour(colour) => out.write_str(colour.name()),
            Self::Unknown(word) => out.write_str(word),
        }
    }
}

impl WriteNotation for Discard {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("discard:")?;
        match self {
            Self::Hidden => out.write_str("hidden"),
            Self::Cards(cards) => write_list(out, cards),
        }
    }
}

impl WriteNotation for Placement {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        write_number(out, self.card)?;
        out.write_str("@")?;
        self.square.write_to(out)?;
        out.write_str("/")?;
        out.write_char(self.heading.letter())
    }
}

impl WriteNotation for PickUp {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str("x")?;
        if let Some(seat) = self.seat {
            write_number(out, seat)?;
            out.write_str(":")?;
        }
        write_list(out, &self.cards)
    }
}

impl WriteNotation for ColourChange {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::Swap => out.write_str("swap"),
            Self::Keep => out.write_str("keep"),
            Self::Claim(colours) => {
                out.write_str("claim:")?;
                write_list(out, colours)
            }
        }
    }
}

impl WriteNotation for Play {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        self.placement.write_to(out)?;
        for pick_up in &self.pick_ups {
            out.write_str(";")?;
            pick_up.write_to(out)?;
        }
        if let Some(colours) = &self.colours {
            out.write_str(";")?;
            colours.write_to(out)?;
        }
        if let Some(card) = self.draw {
            out.write_str(";draw:")?;
            write_number(out, card)?;
        }
        Ok(())
    }
}

impl WriteNotation for Turn {
    fn write_to(&self, out: &mut impl fmt::Write) -> fmt::Result {
        match self {
            Self::SetUp { discard, claim: None } => discard.write_to(out),
            Self::SetUp { discard, claim: Some(colour) } => {
                discard.write_to(out)?;
                out.write_str(";claim:")?;
                colour.write_to(out)
            }
            Self::Play(play) => play.write_to(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        for (text, at) in cases {
            assert_eq!(Pipe::parse_turn(text), Err(TurnSyntaxError { at }), "{text}");
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let span = |text, action, detail| {
            let found = parts(text).into_iter().find(|(part, _)| *part == Part { action, detail });
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
            assert!(is_action(text), "{text}");
        }
        for text in ["", "x", "xb3", "take", "swap;keep", "5s", "6@b3/2", "discard", "claim:"] {
            assert!(!is_action(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_not_truncated() {
        let Ok(Turn::Play(play)) = Pipe::parse_turn("170@+31-20/W") else { panic!("a turn") };
        assert_eq!(play.placement, Placement { card: 170, square: Square { x: 31, y: -20 }, heading: Heading::West });
        let Ok(Turn::SetUp { claim, .. }) = Pipe::parse_turn("discard:hidden;claim:dark") else { panic!("a turn") };
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
