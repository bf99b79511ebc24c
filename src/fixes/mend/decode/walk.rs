//! Reads the tokens of a hypothesis, move by move. [`super`] explains hypotheses and readings.
//!
//! [`Decoder::read_on`] takes one token after the other ([`Decoder::advance`]): the token as
//! written, or the changes of the hypothesis at its place. It stops at the first token that is
//! refused. The position and the counters are in a [`Walk`].
//!
//! The written turn numbers are evidence. [`Counts::ahead`] compares them with the turns so far. If
//! a number skips one, as in `1. b3 3. c2`, a turn may be missing there (a *gap*), so reading
//! stops. If a number falls behind, as in `1. b3 1. c2`, the cost rises
//! ([`Decoder::charge_number`]).

use std::cmp::Ordering;
use std::rc::Rc;

use super::hypothesis::{Change, Premises};
use super::{Decoder, KnownMove, cost};
use crate::games::Game;
use crate::replay::{Move, Progress};

/// The state of reading at one token.
pub(super) struct Walk<G: Game> {
    pub(super) progress: Progress<G>,
    pub(super) counts: Counts,
}

/// Counters while tokens are read.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts {
    /// The number of moves so far.
    pub(super) moves: u32,
    /// Turns that changes have put into the record so far, minus those that they took out.
    pub(super) added: i64,
    /// The last written number minus the number that it should have had: 2 after `1. b3 4. c2`, as
    /// `c2` is turn 2 of the record.
    pub(super) ahead: i64,
    pub(super) cost: u32,
}

impl<G: Game> Clone for Walk<G> {
    fn clone(&self) -> Self {
        Self {
            progress: self.progress.clone(),
            ..*self
        }
    }
}

/// How far a hypothesis can be read.
pub(super) struct ReadUpTo<G: Game> {
    /// The state before the refused token. Its position is only valid if nothing is refused, or if
    /// a turn is missing.
    pub(super) walk: Walk<G>,
    /// The refused token; the number of tokens if all are legal.
    pub(super) refused: usize,
    /// True if all tokens are read.
    pub(super) is_whole: bool,
    /// True if the number before the refused token says that a turn is missing.
    pub(super) is_gap: bool,
}

impl<G: Game> Decoder<'_, G> {
    /// Reads tokens from `first_token` on, with changes, until one is refused, or until a number
    /// indicates that a turn is missing. `None` if the budget is used up.
    pub(super) fn read_on(
        &mut self,
        premises: Premises,
        mut walk: Walk<G>,
        first_token: usize,
        changes: &[Rc<Change<G>>],
    ) -> Option<ReadUpTo<G>> {
        let tokens = self.readings[premises.reading].tokens.len();
        let mut token = first_token;
        let mut is_gap = false;
        let mut is_legal = true;
        while token < tokens && is_legal {
            is_gap = self.number_shows_gap(premises.reading, &walk, token, changes);
            if is_gap {
                break;
            }
            // The position after an illegal turn is not needed, so only the counters are copied.
            let counts_before = walk.counts;
            match self.advance(premises, changes, &mut walk, token) {
                Some(next) => token = next,
                None => {
                    walk.counts = counts_before;
                    is_legal = false;
                }
            }
            if self.stopped {
                return None;
            }
        }
        // Turns that are inserted at the end.
        if token == tokens {
            for change in changes.iter().filter(|change| change.token == tokens) {
                is_legal &= self.play_change(premises, &mut walk, change);
            }
        }
        Some(ReadUpTo {
            walk,
            refused: token,
            is_whole: token == tokens && is_legal,
            is_gap,
        })
    }

    /// Reads a token, or its replacement. Returns the next token; `None` if one is refused. In this
    /// case, the walk must not be used.
    pub(super) fn advance(
        &mut self,
        premises: Premises,
        changes: &[Rc<Change<G>>],
        walk: &mut Walk<G>,
        token: usize,
    ) -> Option<usize> {
        for change in changes.iter().filter(|change| change.token == token) {
            if !self.play_change(premises, walk, change) {
                return None;
            }
            if !change.is_insertion() {
                return Some(change.end());
            }
        }
        self.step(premises, walk, token).then_some(token + 1)
    }

    /// Plays the moves of a change; false if one is illegal. The cost is not added.
    pub(super) fn play_change(
        &mut self,
        premises: Premises,
        walk: &mut Walk<G>,
        change: &Change<G>,
    ) -> bool {
        let Premises { start, reading } = premises;
        if change.is_of_number() {
            if let Some(ahead) = self.ahead_before(reading, walk, change.token) {
                walk.counts.ahead = ahead;
            }
            return true;
        }
        if !change.is_insertion() {
            self.charge_number(reading, walk, change.token);
        }
        for played in &change.moves {
            if !self.play(start, walk, played) {
                return false;
            }
        }
        let tokens = &self.readings[reading].tokens[change.token..change.end()];
        let covered: usize = tokens.iter().map(|token| token.turns.len()).sum();
        let signed = |count: usize| i64::try_from(count).unwrap_or(0);
        walk.counts.added += signed(change.moves.len()) - signed(covered);
        true
    }

    /// Returns true if the number before a token indicates that a turn is missing there.
    fn number_shows_gap(
        &self,
        reading: usize,
        walk: &Walk<G>,
        token: usize,
        changes: &[Rc<Change<G>>],
    ) -> bool {
        let Some(ahead) = self.ahead_before(reading, walk, token) else {
            return false;
        };
        let missing = ahead - walk.counts.ahead;
        if missing <= 0 {
            return false;
        }

        // Turns that changes insert here may fill the gap, or only the number may be wrong.
        let mut inserted = 0;
        for change in changes {
            if change.token == token && change.is_insertion() {
                if change.is_of_number() {
                    return false;
                }
                inserted += i64::try_from(change.moves.len()).unwrap_or(0);
            }
        }
        missing > inserted
    }

    /// Returns how far the number before a token is ahead, with the changes so far; `None` without
    /// a number.
    fn ahead_before(&self, reading: usize, walk: &Walk<G>, token: usize) -> Option<i64> {
        let ahead = self.readings[reading].tokens[token].ahead?;
        Some(ahead - walk.counts.added)
    }

    /// Plays a move; false if it is illegal. In this case, the walk must not be used.
    pub(super) fn play(&mut self, start: usize, walk: &mut Walk<G>, played: &Move<G>) -> bool {
        self.spend(1);
        if self.contradicts_answer(walk, played) {
            return false;
        }
        let is_legal = self.starts[start]
            .trial
            .play_move(&mut walk.progress, played);
        walk.counts.moves += u32::from(is_legal);
        is_legal
    }

    /// Reads a token as it is written; false if it is refused. In this case, the walk must not be
    /// used.
    fn step(&mut self, premises: Premises, walk: &mut Walk<G>, token: usize) -> bool {
        let Premises { start, reading } = premises;
        self.charge_number(reading, walk, token);
        self.spend(1);
        let read = &self.readings[reading].tokens[token];
        // A turn that is expected to be illegal changes nothing.
        if read.recorded.is_not_played() {
            return true;
        }
        let played = read.recorded.played();
        if played.is_some_and(|played| self.contradicts_answer(walk, played)) {
            return false;
        }
        let is_legal = self.starts[start]
            .trial
            .play(&mut walk.progress, &read.recorded);
        walk.counts.moves += u32::from(is_legal);
        walk.counts.added += 1 - i64::try_from(read.turns.len()).unwrap_or(1);
        is_legal
    }

    /// Returns true if the user has answered that the next move of the game is another one, or that
    /// the game has ended before it.
    fn contradicts_answer(&self, walk: &Walk<G>, played: &Move<G>) -> bool {
        match self.known_moves.get(&(walk.counts.moves + 1)) {
            Some(KnownMove::Move(known)) => known.game_turn() != played.game_turn(),
            Some(KnownMove::NoMove) => true,
            None => false,
        }
    }

    /// Adds the cost of the number before a token, if it is not the one that follows.
    pub(super) fn charge_number(&self, reading: usize, walk: &mut Walk<G>, token: usize) {
        let Some(ahead) = self.ahead_before(reading, walk, token) else {
            return;
        };
        walk.counts.cost += match ahead.cmp(&walk.counts.ahead) {
            Ordering::Less => cost::NUMBER,
            Ordering::Equal => 0,
            Ordering::Greater => cost::SKIPPED,
        };
        walk.counts.ahead = ahead;
    }
}
