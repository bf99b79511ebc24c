//! Readings of all tokens of a record: as written, and in other conventions, whose cost is paid
//! once.
//!
//! [`readings`] makes the tokens as written from the turns of the record, and then those of the
//! other conventions: other separators ([`super::separators`]), several words for one turn
//! ([`super::joined_words`]), and other ways to write turns ([`conventions`]). [`Reading::edits`]
//! turns changes of tokens into edits of the record.

use std::ops::Range;

use super::hypothesis::Change;
use super::intended_turns::IntendedTurns;
use super::joined_words::turns_from_several_words;
use super::separators::other_separators;
use super::{LEAST, cost};
use crate::fixes::mend::conventions::{self, MIN_TURNS};
use crate::fixes::mend::edit::Edit;
use crate::games::Game;
use crate::notation::{Record, retyped};
use crate::replay::RecordedMove;

/// The maximum number of turns of a record that is read in other conventions.
const MAX_TURNS: usize = 1_000;

/// A token of a reading.
pub(super) struct Token<G: Game> {
    /// The text in this reading.
    pub(super) text: String,
    /// The turns of the record, from 0, that the token covers.
    pub(super) turns: Range<usize>,
    /// The amount by which the number before it is too high: 1 for the second token of
    /// `1. b3 3. c2`. `None` without a meaningful number.
    pub(super) ahead: Option<i64>,
    pub(super) recorded: RecordedMove<G>,
    /// The turns one mistake away. Computed when they are needed.
    pub(super) intended: Option<IntendedTurns<G>>,
    /// What must not be lost with it.
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

/// A token in another convention.
pub(super) struct ReadToken {
    pub(super) text: String,
    /// The turns of the record, from 0, that it covers.
    pub(super) turns: Range<usize>,
}

impl ReadToken {
    /// Creates the tokens of a convention in which each token is one turn of the record.
    fn one_for_each_turn(texts: Vec<String>) -> Vec<Self> {
        let each = texts.into_iter().enumerate();
        each.map(|(index, text)| Self {
            text,
            turns: index..index + 1,
        })
        .collect()
    }
}

/// The evidence for a reading before its tokens are played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Evidence {
    /// More tokens are readable as turns than in the record as written, or it is the record as
    /// written. This is enough to keep the reading.
    ReadableTokens,
    /// The reading counts only if it leads farther.
    Missing,
}

/// A reading of all tokens.
pub(super) struct Reading<G: Game> {
    /// The convention in words; `None` for the record as written.
    pub(super) explanation: Option<String>,
    pub(super) cost: u32,
    pub(super) tokens: Vec<Token<G>>,
    pub(super) evidence: Evidence,
    /// For each token, the least cost of the mistakes in it and after it that show by themselves.
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
            edits.push(self.edit_of_change(record, change));
            next = change.end();
        }
        self.add_edits_of_convention(record, next..self.tokens.len(), &mut edits);
        edits
    }

    /// Returns the edit that a change of this reading makes.
    fn edit_of_change(&self, record: &Record, change: &Change<G>) -> Edit {
        let tokens = &self.tokens[change.token..change.end()];
        let now: Vec<String> = change.moves.iter().map(ToString::to_string).collect();
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return Edit::Insert {
                turn: turn_number(self.first_turn(record, change.token)),
                now: now.join(" "),
            };
        };

        let turn = turn_number(first.turns.start);
        let is_one_turn_each = tokens.len() == 2 && now.len() == 2;
        // In another convention, the two turns also get other texts.
        if change.is_swap && is_one_turn_each && self.explanation.is_none() {
            return Edit::Swap { turn };
        }
        if now.is_empty() {
            return Edit::Delete {
                turn,
                was: text_of(record, &first.turns),
            };
        }
        Edit::Replace {
            turn,
            was: text_of(record, &(first.turns.start..last.turns.end)),
            now: now.join(" "),
        }
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

    /// Returns the amount by which the numbers of a record that counts in order are too high. A
    /// record that begins at 2 may lack its first turn, so the amount is 0 there; any other
    /// beginning is a way of counting.
    pub(super) fn first_ahead(&self) -> i64 {
        let first = self.tokens.iter().find_map(|token| token.ahead);
        first.filter(|&ahead| ahead != 1).unwrap_or(0)
    }

    /// Returns the least cost of the mistakes after a token that show by themselves: texts that
    /// are not turns.
    pub(super) fn least_cost_after(&self, token: usize) -> u32 {
        self.later_costs.get(token + 1).copied().unwrap_or(0)
    }

    /// Returns the index of the first turn that a token covers; the number of turns for the end.
    pub(super) fn first_turn(&self, record: &Record, token: usize) -> usize {
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

/// Returns the record as written, and then other readings of it. `columns` is the number of columns
/// of the board.
pub(super) fn readings<G: Game>(record: &Record, columns: u8) -> Vec<Reading<G>> {
    let mut tokens = tokens_as_written::<G>(record);
    drop_odd_numbers(&mut tokens);
    let texts: Vec<String> = tokens.iter().map(|token| token.text.clone()).collect();
    let mut found = vec![Reading {
        explanation: None,
        cost: 0,
        later_costs: later_costs(&tokens),
        tokens,
        evidence: Evidence::ReadableTokens,
    }];
    if texts.len() < MIN_TURNS || texts.len() > MAX_TURNS {
        return found;
    }

    for (explanation, turns) in other_separators::<G>(&texts) {
        let tokens = ReadToken::one_for_each_turn(turns);
        add_reading(&mut found, explanation, tokens, Evidence::ReadableTokens);
    }
    for (explanation, tokens) in turns_from_several_words::<G>(record, &texts) {
        add_reading(&mut found, explanation, tokens, Evidence::ReadableTokens);
    }
    for read in conventions::readings(&texts, G::ID, columns) {
        let tokens = ReadToken::one_for_each_turn(read.turns);
        let explanation = read.explanation.to_owned();
        add_reading(&mut found, explanation, tokens, Evidence::Missing);
    }
    found
}

/// Adds the reading of tokens in another convention, unless there is one with the same tokens. The
/// first reading is the record as written.
fn add_reading<G: Game>(
    found: &mut Vec<Reading<G>>,
    explanation: String,
    read: Vec<ReadToken>,
    evidence: Evidence,
) {
    let is_same = |known: &Reading<G>| {
        let known = known.tokens.iter().map(|token| (&token.text, &token.turns));
        known.eq(read.iter().map(|token| (&token.text, &token.turns)))
    };
    if found.iter().any(is_same) {
        return;
    }

    let as_written = &found[0].tokens;
    let in_convention = |ReadToken { text, turns }: ReadToken| {
        let first = &as_written[turns.start];
        Token {
            recorded: first.recorded.with_text(&text),
            ahead: first.ahead,
            fixed: Fixed::default(),
            intended: None,
            text,
            turns,
        }
    };
    let tokens: Vec<Token<G>> = read.into_iter().map(in_convention).collect();
    found.push(Reading {
        explanation: Some(explanation),
        cost: cost::CONVENTION,
        later_costs: later_costs(&tokens),
        tokens,
        evidence,
    });
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
            // Lookalike characters, such as `а` in Cyrillic, are read as those of the notation.
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

    /// A token with a number.
    struct Numbered {
        token: usize,
        ahead: i64,
    }

    let mut numbered: Vec<Numbered> = Vec::new();
    for (token, read) in tokens.iter().enumerate() {
        numbered.extend(read.ahead.map(|ahead| Numbered { token, ahead }));
    }

    let mut jumps = 0;
    // The amount by which the last number that counts is ahead.
    let mut last_ahead = 0;
    for (index, &Numbered { token, ahead }) in numbered.iter().enumerate() {
        let before = index
            .checked_sub(1)
            .map_or(0, |before| numbered[before].ahead);
        let after = numbered.get(index + 1).map(|after| after.ahead);
        let is_between_two_that_agree = ahead != before && after == Some(before);
        if is_between_two_that_agree {
            tokens[token].ahead = None;
        } else if ahead != last_ahead {
            jumps += 1;
            last_ahead = ahead;
        }
    }
    if jumps > MAX_JUMPS {
        for token in tokens {
            token.ahead = None;
        }
    }
}

/// Returns for each token the least cost of the mistakes in it and after it that show by
/// themselves.
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
