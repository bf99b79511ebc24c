//! The turns that are one mistake away from a token.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::reading::Reading;
use super::{Decoder, cost};
use crate::games::{Game, TurnText};
use crate::notation::Board;

/// A turn that a token may mean.
pub(super) struct IntendedTurn<G: Game> {
    /// The cost of the mistakes that make the token of it.
    pub(super) cost: u32,
    pub(super) turn: G::Turn,
}

/// Turns that a token may mean.
pub(super) type IntendedTurns<G> = Rc<[IntendedTurn<G>]>;

/// A text that a token may mean, and the cost of the mistake. Texts are sorted by their bytes,
/// then by their costs.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct IntendedText {
    bytes: Vec<u8>,
    cost: u32,
}

impl<G: Game> Decoder<'_, G> {
    /// Returns the least cost of a likely mistake in a token that is legal as written.
    pub(super) fn least_in_legal_token(&mut self, reading: usize, token: usize) -> u32 {
        let text = |token: usize| {
            self.readings[reading]
                .tokens
                .get(token)
                .map(|token| &token.text)
        };
        let is_twice = token > 0 && text(token - 1) == text(token);
        // A legal token may also be surplus, or in the wrong order.
        let cost_of_place = if is_twice { cost::TWICE } else { cost::SWAPPED };
        let intended = self.intended_turns(reading, token);
        let least = intended.first().map_or(cost_of_place, |turn| turn.cost);
        least.min(cost_of_place)
    }

    /// Returns the turns that a token may mean, with the costs of one mistake, the cheapest first.
    pub(super) fn intended_turns(&mut self, reading: usize, token: usize) -> IntendedTurns<G> {
        if let Some(intended) = &self.readings[reading].tokens[token].intended {
            return Rc::clone(intended);
        }

        let text = self.readings[reading].tokens[token].text.clone();
        let mut turn = G::Turn::default();
        let mut found: Vec<IntendedTurn<G>> = Vec::new();
        for IntendedText { bytes, cost } in self.intended_texts(&text) {
            if G::Turn::fast_parse(&bytes, &mut turn).is_some() {
                let text = String::from_utf8_lossy(&bytes);
                // Only on the table of the Pipe Game, which has no borders, may a turn be far away.
                let is_far = G::FACTS.board == Board::Table && self.is_far(&text);
                found.push(IntendedTurn {
                    cost: if is_far { cost + cost::FAR } else { cost },
                    turn: turn.clone(),
                });
            }
        }
        found.sort_by_key(|intended| intended.cost);
        let intended: IntendedTurns<G> = found.into();
        self.readings[reading].tokens[token].intended = Some(Rc::clone(&intended));
        intended
    }

    /// Returns the texts of turns that are one mistake away from a text, each once.
    fn intended_texts(&mut self, written: &str) -> Vec<IntendedText> {
        let channel = self.channel;
        let mut turn = G::Turn::default();
        let mut found: Vec<IntendedText> = Vec::new();
        // The search breaks if the budget is used up.
        let _ = channel.texts(written, &mut |intended, cost| {
            self.take_text();
            if G::Turn::fast_parse(intended, &mut turn).is_some() {
                found.push(IntendedText {
                    bytes: intended.to_vec(),
                    cost,
                });
            }
            if self.stopped {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        // Of several ways to one text, the likeliest counts.
        found.sort();
        found.dedup_by(|later, first| later.bytes == first.bytes);
        found
    }

    /// Returns true if a turn places a card far from all others of the record.
    fn is_far(&self, turn: &str) -> bool {
        distance_from_centre(turn) > self.usual_distance.saturating_add(1)
    }
}

/// Returns the second greatest distance of a card from the centre. The greatest may be a mistake.
pub(super) fn second_greatest_distance<G: Game>(reading: &Reading<G>) -> u64 {
    let mut all: Vec<u64> = reading
        .tokens
        .iter()
        .map(|token| distance_from_centre(&token.text))
        .collect();
    all.sort_unstable();
    all.iter().rev().nth(1).copied().unwrap_or(0)
}

/// Returns the distance from the centre at which a turn places a card: the larger absolute
/// coordinate, 50 for `2@-50+7/N`.
pub(super) fn distance_from_centre(text: &str) -> u64 {
    let place = text.split('@').nth(1).unwrap_or_default();
    let square = place.split('/').next().unwrap_or_default();
    square
        .split(['+', '-'])
        .filter_map(|number| number.parse().ok())
        .max()
        .unwrap_or(0)
}
