//! Notation of cards: pipes, arcs, and fields if they are needed (V2.2, V2.3, V2.6, V2.8).
//!
//! ```text
//! B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D
//! ```
//!
//! The *entries* 1 to 6 are places on the rim of the card. A *pipe* is a colour and the entries
//! that it joins: `B14` is black and runs from entry 1 to entry 4. An *arc* is the part of the rim
//! from one entry to the next, and `LDLDLD` lists the colours of the six arcs, light or dark. A
//! *field* is an area of one colour, written with its arcs: `L1`. The field `D` reaches no arc.
//!
//! A text in this form may still be an invalid card, because entries and arcs may be any digits, in
//! any number. `layout.rs` checks it, and finds the pipe of each entry and the field of each arc.

use std::fmt;
use std::ops::Range;

use pest::Parser;
use pest::iterators::{Pair, Pairs};

use super::card_grammar::{Grammar, Rule};
pub use super::colour::{FieldColour, PipeColour};
use crate::notation::error_at;

/// Number of entries, and of arcs, of a card (V2.1, V2.3).
pub(crate) const RIM: u8 = 6;

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

/// Section of a card's text. The sections follow each other in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// `B13 W26 B4 W5`
    Pipes,
    /// `LLDDDD`
    Arcs,
    /// `L16 D235 L4`
    Fields,
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

/// Returns the number of an entry or arc, which the grammar limits to one digit.
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

/// Parses a text by a rule of the grammar, and returns what the rule consists of, in order.
fn parse_pairs(rule: Rule, text: &str) -> Result<Pairs<'_, Rule>, CardSyntaxError> {
    let mut matched = Grammar::parse(rule, text).map_err(|error| CardSyntaxError {
        at: error_at(&error),
    })?;
    matched
        .next()
        .map(Pair::into_inner)
        .ok_or(CardSyntaxError { at: 0 })
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

impl CardPart {
    /// Returns the range of this part, given the ranges from [`Card::parts`], or `None` if the text
    /// does not have it.
    pub(crate) fn find(self, parts: &[(Self, Range<usize>)]) -> Option<Range<usize>> {
        match self {
            Self::Pipe(_) | Self::Arcs | Self::Field(_) => range_of(self, parts),
            // The letter of the colour precedes the digits of a pipe or field: `B13`, `L16`.
            Self::Entry { pipe, at: index } => {
                character_of(range_of(Self::Pipe(pipe), parts)?, index.checked_add(1)?)
            }
            Self::FieldArc { field, at: index } => {
                character_of(range_of(Self::Field(field), parts)?, index.checked_add(1)?)
            }
            Self::Arc(index) => character_of(range_of(Self::Arcs, parts)?, index),
            Self::Pipes => range_of_all(parts, |part| matches!(part, Self::Pipe(_))),
            Self::Fields => range_of_all(parts, |part| matches!(part, Self::Field(_))),
            Self::Card => range_of_all(parts, |_| true),
        }
    }
}

/// Returns the range of a part that is in the list itself.
fn range_of(part: CardPart, parts: &[(CardPart, Range<usize>)]) -> Option<Range<usize>> {
    let (_, range) = parts.iter().find(|(listed, _)| *listed == part)?;
    Some(range.clone())
}

/// Returns the range from the first to the last of the parts for which `is_wanted` is true.
fn range_of_all(
    parts: &[(CardPart, Range<usize>)],
    is_wanted: impl Fn(CardPart) -> bool,
) -> Option<Range<usize>> {
    let mut wanted = parts.iter().filter(|(part, _)| is_wanted(*part));
    let (_, first) = wanted.next()?;
    let end = wanted.next_back().map_or(first.end, |(_, last)| last.end);
    Some(first.start..end)
}

/// Returns the range of one character of a part. All characters of a card are ASCII.
fn character_of(part: Range<usize>, index: usize) -> Option<Range<usize>> {
    let start = part.start.checked_add(index)?;
    (start < part.end).then(|| start..start + 1)
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
