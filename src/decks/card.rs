//! Notation of cards: pipes, arcs, and fields if they are needed (V2.2, V2.3, V2.6, V2.8).
//!
//! A text in this form may still be an invalid card, because entries and arcs may be any digits, in
//! any number. `layout.rs` checks it, and finds the pipe of each entry and the field of each arc.

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::card_grammar::{Grammar, Rule};
use super::colour::Colour;
use crate::notation::error_at;

/// Number of entries, and of arcs, of a card (V2.1, V2.3).
pub(crate) const RIM: u8 = 6;

/// The colour of a pipe (V2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PipeColour {
    /// `B`
    Black,
    /// `W`
    White,
}

/// The colour of an arc or of a field (V2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldColour {
    /// `L`
    Light,
    /// `D`
    Dark,
}

/// A pipe of a card, by its entries: `B13`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipe {
    /// The colour of the pipe: `B` or `W` in the text.
    pub colour: PipeColour,
    /// One or more entries, in the order of the text.
    pub entries: Vec<u8>,
}

/// A field of a card, by its arcs: `L16`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The colour of the field: `L` or `D` in the text.
    pub colour: FieldColour,
    /// The arcs, in the order of the text. Empty if the field is entirely inside the card.
    pub arcs: Vec<u8>,
}

/// A card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Card {
    /// The pipes, in the order of the text.
    pub pipes: Vec<Pipe>,
    /// The colours of the arcs, arc 1 first.
    pub arcs: Vec<FieldColour>,
    /// The fields if they are listed. Otherwise empty; they then follow from pipes and arcs (V2.4,
    /// V2.5).
    pub fields: Vec<Field>,
}

/// Error for a text that is not a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a card: it cannot be parsed from byte {at} on")]
pub struct CardSyntaxError {
    /// The byte offset at which parsing failed.
    pub at: usize,
}

/// A part of a card's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardPart {
    /// A pipe, by its index from 0.
    Pipe(usize),
    /// All arcs.
    Arcs,
    /// A field, by its index from 0.
    Field(usize),
    /// An entry of a pipe, by its indices from 0.
    Entry {
        /// The pipe.
        pipe: usize,
        /// The entry.
        at: usize,
    },
    /// An arc, by its index from 0.
    Arc(usize),
    /// An arc of a field, by its indices from 0.
    FieldArc {
        /// The field.
        field: usize,
        /// The arc.
        at: usize,
    },
    /// All pipes.
    Pipes,
    /// All fields.
    Fields,
    /// The whole card.
    Card,
}

impl CardPart {
    /// Returns the range of this part, given the ranges from [`Card::parts`], or `None` if the text
    /// does not have it.
    pub(crate) fn find(self, parts: &[(Self, Range<usize>)]) -> Option<Range<usize>> {
        let range_of = |part: Self| {
            parts
                .iter()
                .find(|(known, _)| *known == part)
                .map(|(_, range)| range.clone())
        };
        let range_of_all = |is_part: fn(Self) -> bool| {
            let mut ranges = parts
                .iter()
                .filter(|(part, _)| is_part(*part))
                .map(|(_, range)| range);
            let first = ranges.next()?;
            Some(first.start..ranges.next_back().map_or(first.end, |last| last.end))
        };
        // Pipes and fields are a letter followed by digits, arcs are letters only.
        let character = |range: Range<usize>, index: usize| {
            let start = range
                .start
                .checked_add(index)
                .filter(|start| *start < range.end)?;
            Some(start..start + 1)
        };
        match self {
            Self::Pipe(_) | Self::Arcs | Self::Field(_) => range_of(self),
            Self::Entry { pipe, at: index } => {
                character(range_of(Self::Pipe(pipe))?, index.checked_add(1)?)
            }
            Self::Arc(index) => character(range_of(Self::Arcs)?, index),
            Self::FieldArc { field, at: index } => {
                character(range_of(Self::Field(field))?, index.checked_add(1)?)
            }
            Self::Pipes => range_of_all(|part| matches!(part, Self::Pipe(_))),
            Self::Fields => range_of_all(|part| matches!(part, Self::Field(_))),
            Self::Card => range_of_all(|_| true),
        }
    }
}

impl PipeColour {
    /// Returns the display name: `black` or `white`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter: `B` or `W`.
    pub(crate) fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl FieldColour {
    /// Returns the display name: `light` or `dark`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Returns the other colour.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }

    /// Returns the letter: `L` or `D`.
    pub fn letter(self) -> char {
        match self {
            Self::Light => 'L',
            Self::Dark => 'D',
        }
    }

    /// Returns the colour of a letter: dark for `D`.
    fn from_letter(letter: &str) -> Self {
        if letter == "D" {
            Self::Dark
        } else {
            Self::Light
        }
    }
}

impl From<PipeColour> for Colour {
    fn from(colour: PipeColour) -> Self {
        match colour {
            PipeColour::Black => Self::Black,
            PipeColour::White => Self::White,
        }
    }
}

impl From<FieldColour> for Colour {
    fn from(colour: FieldColour) -> Self {
        match colour {
            FieldColour::Light => Self::Light,
            FieldColour::Dark => Self::Dark,
        }
    }
}

fn digit(pair: &Pair<'_, Rule>) -> u8 {
    pair.as_str().parse().unwrap_or(0)
}

fn parse_pipe(pair: Pair<'_, Rule>) -> Pipe {
    let mut pipe = Pipe {
        colour: PipeColour::Black,
        entries: Vec::new(),
    };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::pipe_colour if part.as_str() == "W" => pipe.colour = PipeColour::White,
            Rule::entry => pipe.entries.push(digit(&part)),
            _ => {}
        }
    }
    pipe
}

fn parse_field(pair: Pair<'_, Rule>) -> Field {
    let mut field = Field {
        colour: FieldColour::Light,
        arcs: Vec::new(),
    };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::field_colour => field.colour = FieldColour::from_letter(part.as_str()),
            Rule::arc => field.arcs.push(digit(&part)),
            _ => {}
        }
    }
    field
}

/// Section of a card's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// `B13 W26 B4 W5`
    Pipes,
    /// `LLDDDD`
    Arcs,
    /// `L16 D235 L4`
    Fields,
}

/// Returns the pairs of a card's text in order.
fn parse_pairs(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, CardSyntaxError> {
    let mut card = Grammar::parse(rule, text).map_err(|error| CardSyntaxError {
        at: error_at(&error),
    })?;
    card.next()
        .map(Pair::into_inner)
        .ok_or(CardSyntaxError { at: 0 })
}

impl Card {
    /// Parses the text of a card (V2.8).
    ///
    /// # Errors
    /// Returns an error if the text does not have the form of a card.
    pub fn parse(text: &str) -> Result<Self, CardSyntaxError> {
        let mut card = Self::default();
        card.read_by_rule(Rule::card_only, text)?;
        Ok(card)
    }

    /// Returns the parts of a card and their ranges in the text. The list is empty if the text is
    /// not a card.
    pub(crate) fn parts(text: &str) -> Vec<(CardPart, Range<usize>)> {
        Self::default()
            .read_by_rule(Rule::card_only, text)
            .unwrap_or_default()
    }

    /// Reads the text of one section into the card, and returns the parts with their ranges.
    pub(crate) fn read_section(
        &mut self,
        section: Section,
        text: &str,
    ) -> Result<Vec<(CardPart, Range<usize>)>, CardSyntaxError> {
        let rule = match section {
            Section::Pipes => Rule::pipes_only,
            Section::Arcs => Rule::arcs_only,
            Section::Fields => Rule::fields_only,
        };
        self.read_by_rule(rule, text)
    }

    /// Reads a text by a rule of the grammar, and returns the parts with their ranges.
    fn read_by_rule(
        &mut self,
        rule: Rule,
        text: &str,
    ) -> Result<Vec<(CardPart, Range<usize>)>, CardSyntaxError> {
        Ok(parse_pairs(rule, text)?
            .filter_map(|pair| self.add_part(pair))
            .collect())
    }

    /// Adds a pipe, the arcs or a field, and returns the part with its range.
    fn add_part(&mut self, pair: Pair<'_, Rule>) -> Option<(CardPart, Range<usize>)> {
        let span = pair.as_span();
        let part = match pair.as_rule() {
            Rule::pipe => {
                self.pipes.push(parse_pipe(pair));
                CardPart::Pipe(self.pipes.len() - 1)
            }
            Rule::arcs => {
                self.arcs = pair
                    .into_inner()
                    .map(|arc| FieldColour::from_letter(arc.as_str()))
                    .collect();
                CardPart::Arcs
            }
            Rule::field => {
                self.fields.push(parse_field(pair));
                CardPart::Field(self.fields.len() - 1)
            }
            _ => return None,
        };
        Some((part, span.start()..span.end()))
    }
}

fn write_digits(out: &mut fmt::Formatter<'_>, letter: char, digits: &[u8]) -> fmt::Result {
    write!(out, "{letter}")?;
    digits.iter().try_for_each(|digit| write!(out, "{digit}"))
}

impl fmt::Display for Pipe {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(out, self.colour.letter(), &self.entries)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_digits(out, self.colour.letter(), &self.arcs)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pipes: Vec<String> = self.pipes.iter().map(Pipe::to_string).collect();
        out.write_str(&pipes.join(" "))?;
        if !(self.pipes.is_empty() || self.arcs.is_empty()) {
            out.write_str(" ")?;
        }
        for arc in &self.arcs {
            write!(out, "{}", arc.letter())?;
        }
        self.fields
            .iter()
            .try_for_each(|field| write!(out, " {field}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cards_are_read_and_written() {
        for text in [
            "B13 W26 B4 W5 LLDDDD",
            "B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D",
            "B123456 LLLLLL",
            "B13 W26",
            // Faults that only the deck reports.
            "B13 W36 LLDDDD",
            "B11 W79 LLD L99",
            "LLDDDDD D L",
        ] {
            assert_eq!(Card::parse(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn parts_of_cards_are_typed() {
        let card = Card::parse("B13 W4 LD L16 D").unwrap();
        assert_eq!(
            card.pipes[0],
            Pipe {
                colour: PipeColour::Black,
                entries: vec![1, 3]
            }
        );
        assert_eq!(card.pipes[1].colour, PipeColour::White);
        assert_eq!(card.arcs, [FieldColour::Light, FieldColour::Dark]);
        assert_eq!(
            card.fields[0],
            Field {
                colour: FieldColour::Light,
                arcs: vec![1, 6]
            }
        );
        assert_eq!(
            card.fields[1],
            Field {
                colour: FieldColour::Dark,
                arcs: vec![]
            }
        );
    }

    #[test]
    fn invalid_cards_are_reported_at_their_place() {
        let cases = [
            ("", 0),
            ("B", 1),
            ("B13 ", 4),
            ("B13  LLDDDD", 4),
            ("B13 L1 D2", 5),
            ("B13 LLXDDD", 6),
            ("B13 LLDDDD L1x", 13),
            ("B13 LLDDDD B2", 11),
            ("B13 LLDDDD ", 11),
            ("b13 LLDDDD", 0),
            ("B13\u{a0}LLDDDD", 3),
        ];
        for (text, offset) in cases {
            assert_eq!(
                Card::parse(text),
                Err(CardSyntaxError { at: offset }),
                "{text}"
            );
        }
    }

    #[test]
    fn parts_have_their_spans() {
        let parts = Card::parts("B13 W26 LLDDDD L16 D");
        let expected = [
            (CardPart::Pipe(0), 0..3),
            (CardPart::Pipe(1), 4..7),
            (CardPart::Arcs, 8..14),
            (CardPart::Field(0), 15..18),
            (CardPart::Field(1), 19..20),
        ];
        assert_eq!(parts, expected);
        assert_eq!(Card::parts("B"), []);
        let find = |part: CardPart| part.find(&parts);
        assert_eq!(find(CardPart::Entry { pipe: 1, at: 1 }), Some(6..7));
        assert_eq!(find(CardPart::Arc(5)), Some(13..14));
        assert_eq!(find(CardPart::FieldArc { field: 0, at: 0 }), Some(16..17));
        assert_eq!(find(CardPart::Pipes), Some(0..7));
        assert_eq!(find(CardPart::Fields), Some(15..20));
        assert_eq!(find(CardPart::Card), Some(0..20));
        let missing = [
            CardPart::Pipe(2),
            CardPart::Entry { pipe: 0, at: 2 },
            CardPart::Entry {
                pipe: 0,
                at: usize::MAX,
            },
            CardPart::Arc(6),
            CardPart::Arc(usize::MAX),
            CardPart::FieldArc { field: 1, at: 0 },
        ];
        assert!(missing.into_iter().all(|part| find(part).is_none()));
        assert_eq!(CardPart::Pipes.find(&[]), None);
    }

    proptest! {
        #[test]
        fn parsed_text_is_written_back_unchanged(text in "([BW][0-9]{0,3} ){0,3}[LD]{0,6}( [LD][1-6]{0,2}){0,2}.?") {
            if let Ok(card) = Card::parse(&text) {
                prop_assert_eq!(card.to_string(), text);
            }
        }
    }
}
