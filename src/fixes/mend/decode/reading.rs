//! Readings of all tokens of a record: as written, and in other conventions, whose cost is paid
//! once.
//!
//! [`readings`] makes the tokens as written from the turns of the record, and then those of the
//! other conventions: other separators ([`super::separators`]), and other ways to write turns
//! ([`conventions`]). [`Reading::edits`] turns changes of tokens into edits of the record.
//! `Decoder::intended_turns` computes the turns that are one mistake away from a token.

use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use super::separators::{other_separators, turns_from_several_words};
use super::{Change, LEAST, cost};
use crate::fixes::mend::conventions::{self, MIN_TURNS, Rewritten};
use crate::fixes::mend::edit::Edit;
use crate::games::{Game, TurnText};
use crate::notation::{Record, retyped};
use crate::replay::RecordedMove;

/// The maximum number of turns of a record that is read in other conventions.
const MAX_TURNS: usize = 1_000;

/// Turns that a token may mean, with the costs of the slips.
pub(super) type IntendedTurns<G> = Rc<[(u32, <G as crate::games::Language>::Turn)]>;

/// A token of a reading.
pub(super) struct Token<G: Game> {
    /// The text in this reading.
    pub(super) text: String,
    /// The turns of the record, from 0, that the token covers.
    pub(super) turns: Range<usize>,
    /// Amount by which the number before it is too high; `None` without a meaningful number.
    pub(super) ahead: Option<i64>,
    pub(super) recorded: RecordedMove<G>,
    /// The turns one mistake away. Computed when they are needed.
    pub(super) intended: Option<IntendedTurns<G>>,
    /// Where it may not be changed.
    pub(super) fixed: Fixed,
}

/// Content that must not be lost with a token.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fixed {
    /// A word, a score or a result: no typo of a turn with places.
    pub(super) is_words_or_score: bool,
    /// Text on two lines, which may be the turns of two players.
    pub(super) is_on_two_lines: bool,
    /// The token may describe how the game ended, or variations or glyphs would be lost with it.
    pub(super) stays: bool,
}

/// The text of a token and the turns of the record that it covers.
pub(super) type ReadToken = (String, Range<usize>);

/// A reading of all tokens.
pub(super) struct Reading<G: Game> {
    /// The convention in words; `None` for the record as written.
    pub(super) explanation: Option<String>,
    pub(super) cost: u32,
    pub(super) tokens: Vec<Token<G>>,
    /// True if the reading makes more tokens readable, which is evidence enough to try it.
    pub(super) is_readable: bool,
    /// For each token, the least cost of the slips in it and after it that show by themselves.
    later_costs: Vec<u32>,
}

impl<G: Game> Reading<G> {
    /// Returns the edits that changes of this reading make, and those that the reading makes by
    /// itself.
    pub(super) fn edits(&self, record: &Record, path: &[&Change<G>]) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut next = 0;
        for change in path {
            self.add_edits_of_convention(record, next..change.token, &mut edits);
            next = change.token + change.replaced;
            let tokens = &self.tokens[change.token..next];
            let now: Vec<String> = change.moves.iter().map(ToString::to_string).collect();
            edits.push(match (tokens, now.as_slice()) {
                ([], _) => Edit::Insert {
                    turn: turn_number(self.first_turn(record, change.token)),
                    now: now.join(" "),
                },
                ([first, ..], []) => Edit::Delete {
                    turn: turn_number(first.turns.start),
                    was: text_of(record, &first.turns),
                },
                ([first, _], [_, _]) if change.is_swap && self.explanation.is_none() => {
                    Edit::Swap {
                        turn: turn_number(first.turns.start),
                    }
                }
                ([first, ..], now) => {
                    let last = &tokens[tokens.len() - 1];
                    Edit::Replace {
                        turn: turn_number(first.turns.start),
                        was: text_of(record, &(first.turns.start..last.turns.end)),
                        now: now.join(" "),
                    }
                }
            });
        }
        self.add_edits_of_convention(record, next..self.tokens.len(), &mut edits);
        edits
    }

    /// Adds the edits of tokens without a change that this reading reads otherwise than as written.
    fn add_edits_of_convention(
        &self,
        record: &Record,
        tokens: Range<usize>,
        edits: &mut Vec<Edit>,
    ) {
        if self.explanation.is_none() {
            return;
        }
        for token in &self.tokens[tokens] {
            let was = text_of(record, &token.turns);
            if was != token.text {
                edits.push(Edit::Replace {
                    turn: turn_number(token.turns.start),
                    was,
                    now: token.text.clone(),
                });
            }
        }
    }

    /// Returns the amount by which the numbers of a record that counts in order are too high. One
    /// that begins at 2 may lack its first turn; another beginning is a way of counting.
    pub(super) fn first_ahead(&self) -> i64 {
        let first = self.tokens.iter().find_map(|token| token.ahead);
        first.filter(|&ahead| ahead != 1).unwrap_or(0)
    }

    /// Returns the least cost of the slips after a token that show by themselves: texts that are
    /// not turns.
    pub(super) fn least_cost_after(&self, token: usize) -> u32 {
        self.later_costs.get(token + 1).copied().unwrap_or(0)
    }

    /// Returns the index of the first turn that a token covers.
    fn first_turn(&self, record: &Record, token: usize) -> usize {
        self.tokens
            .get(token)
            .map_or(record.moves.turns.len(), |token| token.turns.start)
    }
}

fn turn_number(turn: usize) -> u32 {
    u32::try_from(turn + 1).unwrap_or(u32::MAX)
}

/// Returns the text of turns of a record, from the first to the last.
fn text_of(record: &Record, turns: &Range<usize>) -> String {
    let nodes = record.moves.turns.get(turns.clone()).unwrap_or_default();
    match (nodes.first(), nodes.last()) {
        (Some(first), Some(last)) => {
            let text = record.text();
            let range = first.text.start as usize..last.text.end as usize;
            text.get(range).unwrap_or_default().to_owned()
        }
        _ => String::new(),
    }
}

/// Returns the record as written, and then other readings of it. `side` is the number of columns of
/// the board.
pub(super) fn readings<G: Game>(record: &Record, side: u8) -> Vec<Reading<G>> {
    let mut tokens = tokens_as_written::<G>(record);
    drop_odd_numbers(&mut tokens);
    let texts: Vec<String> = tokens.iter().map(|token| token.text.clone()).collect();
    let written = Reading {
        explanation: None,
        cost: 0,
        later_costs: later_costs(&tokens),
        tokens,
        is_readable: true,
    };
    let mut found = vec![written];
    if texts.len() < MIN_TURNS || texts.len() > MAX_TURNS {
        return found;
    }

    let mut add = |explanation: String, read: Vec<ReadToken>, is_readable: bool| {
        let as_written = &found[0].tokens;
        let is_known = found.iter().any(|known| {
            let known = known.tokens.iter().map(|token| (&token.text, &token.turns));
            known.eq(read.iter().map(|(text, turns)| (text, turns)))
        });
        if is_known {
            return;
        }
        let tokens: Vec<Token<G>> = read
            .into_iter()
            .map(|(text, turns)| {
                let first = &as_written[turns.start];
                Token {
                    recorded: first.recorded.with_text(&text),
                    ahead: first.ahead,
                    fixed: Fixed::default(),
                    intended: None,
                    text,
                    turns,
                }
            })
            .collect();
        found.push(Reading {
            explanation: Some(explanation),
            cost: cost::CONVENTION,
            later_costs: later_costs(&tokens),
            tokens,
            is_readable,
        });
    };
    let one_by_one = |read: Vec<String>| -> Vec<ReadToken> {
        let each = read.into_iter().enumerate();
        each.map(|(index, text)| (text, index..index + 1)).collect()
    };
    for (explanation, read) in other_separators::<G>(&texts) {
        add(explanation, one_by_one(read), true);
    }
    for (explanation, read) in turns_from_several_words::<G>(record, &texts) {
        add(explanation, read, true);
    }
    for Rewritten { explanation, turns } in conventions::readings(&texts, G::ID, side) {
        add(explanation.to_owned(), one_by_one(turns), false);
    }
    found
}

/// Returns one token for each turn of the record.
fn tokens_as_written<G: Game>(record: &Record) -> Vec<Token<G>> {
    let recorded = RecordedMove::<G>::all(record);
    let nodes = &record.moves.turns;
    let names = G::ID.seat_names(Some(record));
    let each = nodes.iter().zip(recorded).enumerate();
    each.map(|(index, (node, recorded))| {
        let written = record.text_of(node.text);
        let is_last = index + 1 == nodes.len();
        let is_unreadable = recorded.is_unreadable();
        let may_be_end = if is_unreadable {
            super::not_turns::may_be_end(written, is_last, &names)
        } else {
            recorded.is_resignation()
        };
        let fixed = Fixed {
            is_words_or_score: is_unreadable && super::not_turns::is_words_or_score(written),
            is_on_two_lines: written.contains('\n'),
            stays: may_be_end || node.variations().next().is_some() || !node.glyphs.is_empty(),
        };
        Token {
            text: retyped(written, G::ID).map_or_else(|| written.to_owned(), |plain| plain.text),
            turns: index..index + 1,
            ahead: record.number_ahead(node),
            recorded,
            intended: None,
            fixed,
        }
    })
    .collect()
}

/// Leaves out the numbers that say nothing about turns that are missing or surplus: a wrong one
/// between two that agree, and all numbers of a record that counts in its own way.
fn drop_odd_numbers<G: Game>(tokens: &mut [Token<G>]) {
    /// The maximum number of times that the numbers of a record may leave the count of its turns.
    const MAX_JUMPS: usize = 4;
    let numbered: Vec<(usize, i64)> = tokens
        .iter()
        .enumerate()
        .filter_map(|(index, token)| Some((index, token.ahead?)))
        .collect();
    let is_odd = |place: usize| {
        let before = place.checked_sub(1).map_or(0, |before| numbered[before].1);
        let after = numbered.get(place + 1).map(|(_, ahead)| *ahead);
        numbered[place].1 != before && after == Some(before)
    };
    let mut jumps = 0;
    let mut before = 0;
    for (place, &(index, ahead)) in numbered.iter().enumerate() {
        if is_odd(place) {
            tokens[index].ahead = None;
        } else if ahead != before {
            jumps += 1;
            before = ahead;
        }
    }
    if jumps > MAX_JUMPS {
        for token in tokens {
            token.ahead = None;
        }
    }
}

/// Returns for each token the least cost of the slips in it and after it that show by themselves.
fn later_costs<G: Game>(tokens: &[Token<G>]) -> Vec<u32> {
    let mut costs = vec![0; tokens.len() + 2];
    for (index, token) in tokens.iter().enumerate().rev() {
        // Two unreadable tokens may be the parts of one turn.
        costs[index] = if token.recorded.is_unreadable() {
            costs[index + 2] + LEAST
        } else {
            costs[index + 1]
        };
    }
    costs
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
/// coordinate.
pub(super) fn distance_from_centre(text: &str) -> u64 {
    let place = text.split('@').nth(1).unwrap_or_default();
    let square = place.split('/').next().unwrap_or_default();
    square
        .split(['+', '-'])
        .filter_map(|number| number.parse().ok())
        .max()
        .unwrap_or(0)
}

impl<G: Game> super::Decoder<'_, G> {
    /// Returns the least cost of a likely slip in a token that is legal as written.
    pub(super) fn least_at(&mut self, reading: usize, token: usize) -> u32 {
        let text = |token: usize| {
            self.readings[reading]
                .tokens
                .get(token)
                .map(|token| &token.text)
        };
        let is_twice = token > 0 && text(token - 1) == text(token);
        let in_order = if is_twice { cost::TWICE } else { cost::SWAPPED };
        let intended = self.intended_turns(reading, token);
        intended
            .first()
            .map_or(in_order, |(least, _)| in_order.min(*least))
    }

    /// Returns the turns that a token may mean, with the costs of one mistake, the cheapest first.
    pub(super) fn intended_turns(&mut self, reading: usize, token: usize) -> IntendedTurns<G> {
        if let Some(intended) = &self.readings[reading].tokens[token].intended {
            return Rc::clone(intended);
        }
        let text = self.readings[reading].tokens[token].text.clone();
        let channel = self.channel;
        let mut turn = G::Turn::default();
        let mut found: Vec<(u32, G::Turn)> = Vec::new();
        let mut keys: Vec<(Vec<u8>, u32)> = Vec::new();
        let _ = channel.texts(&text, &mut |intended, cost| {
            self.take_text();
            if G::Turn::fast_parse(intended, &mut turn).is_some() {
                keys.push((intended.to_vec(), cost));
            }
            if self.stopped {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        // Of several ways to one text, the likeliest counts.
        keys.sort();
        keys.dedup_by(|later, first| later.0 == first.0);
        for (intended, cost) in keys {
            if G::Turn::fast_parse(&intended, &mut turn).is_none() {
                continue;
            }
            let text = String::from_utf8_lossy(&intended);
            let is_far = G::UNLISTED_TURNS.is_some()
                && distance_from_centre(&text) > self.reach.saturating_add(1);
            let cost = if is_far { cost + cost::FAR } else { cost };
            found.push((cost, turn.clone()));
        }
        found.sort_by_key(|(cost, _)| *cost);
        let intended: IntendedTurns<G> = found.into();
        self.readings[reading].tokens[token].intended = Some(Rc::clone(&intended));
        intended
    }
}
