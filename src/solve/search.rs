//! Depth-first AND/OR search for an event that one side forces, with a transposition table.
//!
//! The attacker forces the event; the defender avoids it. If the seat of the puzzle reaches a goal,
//! it is the attacker; if it saves itself, the other seats attack. Dice always fall against the
//! seat of the puzzle. `left` is the number of turns that this seat still has; the turns of the
//! others do not count.
//!
//! A position is searched at a *stage* of a turn ([`Stage`]): before a choice or before a roll. Of
//! its *steps*, each leads to the next position. Turns that were decisive in similar positions, the
//! *killers*, are tried first, then the most forcing ones ([`Solving::urgency`]).
//!
//! The search keeps its own stack. For each position on the stack it keeps the turns, but not the
//! positions after them. If a position has more turns than fit in memory, they are generated again
//! in parts, which takes more steps. The other half of [`Engine`] is in `expand.rs`: it generates
//! these turns. `goal_proof.rs`, `turn_outcomes.rs` and `chance.rs` search with the engine.

use std::cmp::{Ordering, Reverse};

use rustc_hash::FxHashMap;

use super::Budget;
use super::deciding_event::{Answer, Bounds, BudgetSpent, Event};
use super::expand::{Expanded, Frame, NextPosition};
use super::transposition_table::{Table, TableKey};
use crate::games::{NoObserver, Solving, Stage};
use crate::notation::{Points, Standing};

/// The maximum number of positions in a line of play that is searched.
const MAX_DEPTH: usize = 4_000;
/// The number of turns beyond which each further turn costs a step, even if nothing has to be
/// searched for it.
const FREE_TURNS: u32 = 1_000;

/// A search for one event.
pub(super) struct Engine<'a, G: Solving> {
    pub(super) setup: &'a G::Setup,
    /// The seat of the puzzle.
    pub(super) seat: u8,
    pub(super) event: Event,
    /// The number of steps that are left.
    pub(super) steps: u64,
    /// The number of positions whose turns were generated.
    pub(super) positions: u64,
    /// The number of bytes that all tables may take.
    pub(super) memory: u64,
    /// The bytes of the turns that wait on the stack.
    pub(super) waiting_bytes: usize,
    table: Option<Table<Bounds>>,
    /// The turns that last decided a position.
    pub(super) killers: FxHashMap<KillerKey, G::Turn>,
}

/// The positions that share a killer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct KillerKey {
    /// The number of turns that are left.
    pub(super) left: u32,
    /// True if the attacker chooses the next step.
    pub(super) attacker_chooses: bool,
}

/// A turn with its rank among the turns of a position.
struct RankedTurn<G: Solving> {
    /// The minimum number of turns in which the event is forced after it; `u32::MAX` if it is not.
    turns: u32,
    urgency: u32,
    turn: G::Turn,
}

/// A position that the search has reached.
enum Reached<G: Solving> {
    /// Its answer is known.
    Answered(Answer),
    /// Its steps have to be searched.
    Open(Frame<G>),
}

impl<'a, G: Solving> Engine<'a, G> {
    pub(super) fn new(setup: &'a G::Setup, seat: u8, event: Event, budget: Budget) -> Self {
        Self {
            setup,
            seat,
            event,
            steps: budget.steps,
            positions: 0,
            memory: budget.memory,
            waiting_bytes: 0,
            table: None,
            killers: FxHashMap::default(),
        }
    }

    /// Returns true if the event has occurred in a decided position; `None` if the game continues.
    pub(super) fn event_at_end(&self, state: &G::State) -> Option<bool> {
        let standing = G::standing(self.setup, state)?;
        Some(self.has_event(state, &standing))
    }

    /// Returns the points of the seat in a result.
    pub(super) fn points(&self, standing: &Standing) -> Points {
        let index = usize::from(self.seat).checked_sub(1);
        index
            .and_then(|index| standing.points().get(index).copied())
            .unwrap_or(Points::Loss)
    }

    /// Returns true if the event has occurred in a game that ended in this position with this
    /// result.
    pub(super) fn has_event(&self, state: &G::State, standing: &Standing) -> bool {
        let points = self.points(standing);
        match self.event {
            Event::Win => points == Points::Win,
            Event::Draw => points != Points::Loss,
            Event::Loss => points == Points::Loss,
            Event::Score(min_score) => {
                let index = usize::from(self.seat).checked_sub(1);
                let score =
                    index.and_then(|index| G::score(self.setup, state)?.get(index).copied());
                score.is_some_and(|score| score >= min_score)
            }
        }
    }

    /// Returns true if the seat of the puzzle is to move.
    pub(super) fn is_seat_to_move(&self, state: &G::State) -> bool {
        G::to_move(self.setup, state) == self.seat
    }

    /// Returns true if the attacker chooses the next step: a turn or the roll of a die. Allies act
    /// as one side. A roll falls against the seat of the puzzle, so it belongs to its opponents,
    /// who attack only if the event is the loss.
    pub(super) fn attacker_chooses(&self, state: &G::State, stage: Stage) -> bool {
        let seat_attacks = self.event != Event::Loss;
        let to_move = G::to_move(self.setup, state);
        let side_of = |seat: u8| {
            let sides = G::sides(self.setup, state)?;
            sides.get(usize::from(seat).checked_sub(1)?).copied()
        };
        let is_ally = to_move == self.seat
            || side_of(to_move).is_some_and(|side| side_of(self.seat) == Some(side));
        if stage == Stage::Roll {
            !seat_attacks
        } else {
            is_ally == seat_attacks
        }
    }

    /// Returns false if the event cannot occur within the turns that are left.
    fn is_in_reach(&self, state: &G::State, left: u32) -> bool {
        let seats = u32::from(G::seats(self.setup));
        // The other seats may move before the first turn of the seat.
        let turns_before_seat = if self.is_seat_to_move(state) {
            0
        } else {
            seats.saturating_sub(1)
        };
        let turns_of_all_seats = left.saturating_mul(seats).saturating_add(turns_before_seat);
        if G::turns_to_end(self.setup, state, self.seat).is_some_and(|turns| turns > left) {
            return false;
        }
        match self.event {
            Event::Win => G::may_win(self.setup, state, self.seat, turns_of_all_seats),
            Event::Loss if seats == 2 => {
                // The numbers of the two seats, 1 and 2, add up to 3.
                let opponent = 3_u8.saturating_sub(self.seat);
                G::may_win(self.setup, state, opponent, turns_of_all_seats)
            }
            Event::Draw | Event::Score(_) | Event::Loss => {
                G::may_end(self.setup, state, turns_of_all_seats)
            }
        }
    }

    /// Returns the answer without a search, if that is possible.
    pub(super) fn answer_without_search(
        &self,
        state: &G::State,
        stage: Stage,
        left: u32,
    ) -> Option<Answer> {
        if stage == Stage::Choice
            && let Some(has_event) = self.event_at_end(state)
        {
            return Some(if has_event {
                Answer::FORCED
            } else {
                Answer::AVOIDED
            });
        }
        let has_no_turn_left = left == 0 && self.is_seat_to_move(state);
        if has_no_turn_left || !self.is_in_reach(state, left) {
            return Some(Answer::TOO_LATE);
        }
        None
    }

    /// Returns the position after a legal turn.
    pub(super) fn position_after(
        &self,
        state: &G::State,
        turn: &G::Turn,
    ) -> Result<G::State, BudgetSpent> {
        let mut after = state.clone();
        // A legal turn cannot fail. If it did, the search would end without an answer.
        G::play(self.setup, &mut after, turn, &mut NoObserver).map_err(|_| BudgetSpent)?;
        Ok(after)
    }

    /// Returns true if the attacker forces the event while the seat takes at most `left` more
    /// turns.
    pub(super) fn search_within(
        &mut self,
        state: &G::State,
        stage: Stage,
        left: u32,
    ) -> Result<Answer, BudgetSpent> {
        if let Some(answer) = self.answer_without_search(state, stage, left) {
            return Ok(answer);
        }
        match self.look_up_or_expand(state.clone(), stage, left)? {
            Reached::Answered(answer) => Ok(answer),
            Reached::Open(frame) => {
                let answer = self.search_stack(vec![frame]);
                self.waiting_bytes = 0;
                answer
            }
        }
    }

    /// Searches the positions on the stack, and returns the answer for the first one.
    fn search_stack(&mut self, mut stack: Vec<Frame<G>>) -> Result<Answer, BudgetSpent> {
        while let Some(frame) = stack.last_mut() {
            let mut settled = match self.next_position(frame)? {
                None => Some(frame.otherwise),
                Some(NextPosition { state, stage, left }) => {
                    match self.look_up_or_expand(state, stage, left)? {
                        Reached::Answered(answer) => frame.settled_by(answer),
                        Reached::Open(_) if stack.len() >= MAX_DEPTH => return Err(BudgetSpent),
                        Reached::Open(frame) => {
                            stack.push(frame);
                            None
                        }
                    }
                }
            };
            // The answer for a position may settle the positions below it on the stack.
            while let Some(answer) = settled {
                let Some(frame) = stack.pop() else { break };
                self.finish_frame(frame, answer);
                let Some(outer) = stack.last_mut() else {
                    return Ok(answer);
                };
                settled = outer.settled_by(answer);
            }
        }
        Err(BudgetSpent)
    }

    /// Finds the answer for a position in the table or from one of its turns. Otherwise, its turns
    /// have to be searched.
    fn look_up_or_expand(
        &mut self,
        state: G::State,
        stage: Stage,
        left: u32,
    ) -> Result<Reached<G>, BudgetSpent> {
        let key = TableKey {
            position: G::search_key(self.setup, &state),
            stage,
            // `Bounds` holds the answers for all numbers of turns.
            left: 0,
        };
        let known = self
            .table
            .as_ref()
            .and_then(|table| table.get(&key))
            .copied()
            .unwrap_or_default();
        if let Some(answer) = known.answer(left) {
            return Ok(Reached::Answered(answer));
        }

        self.positions += 1;
        let steps_before = self.steps;
        let attacker_chooses = self.attacker_chooses(&state, stage);
        match self.expand(&state, stage, left, attacker_chooses)? {
            Expanded::Decided(answer) => {
                self.store_answer(key, answer, left, steps_before);
                Ok(Reached::Answered(answer))
            }
            Expanded::Open(part, otherwise) => {
                self.waiting_bytes += part.bytes;
                Ok(Reached::Open(Frame {
                    key,
                    state,
                    stage,
                    left,
                    attacker_chooses,
                    otherwise,
                    part,
                    turn: None,
                    steps_before,
                }))
            }
        }
    }

    /// Keeps the answer for a position whose turns were searched.
    fn finish_frame(&mut self, frame: Frame<G>, answer: Answer) {
        self.waiting_bytes = self.waiting_bytes.saturating_sub(frame.part.bytes);
        self.store_answer(frame.key, answer, frame.left, frame.steps_before);
        if let Some(turn) = frame.turn {
            let key = KillerKey {
                left: frame.left,
                attacker_chooses: frame.attacker_chooses,
            };
            self.killers.insert(key, turn);
        }
    }

    /// Stores in the table that a position has this answer for `left` turns.
    fn store_answer(&mut self, key: TableKey, answer: Answer, left: u32, steps_before: u64) {
        // While the table grows, it needs half of its size in addition. The last quarter of the
        // memory is for the turns that wait on the stack.
        let table = self
            .table
            .get_or_insert_with(|| Table::new(self.memory / 2, &key.position));
        let bounds = table
            .get(&key)
            .copied()
            .unwrap_or_default()
            .with(answer, left);
        table.insert(key, bounds, steps_before.saturating_sub(self.steps));
    }

    /// Frees the memory for the results of the search.
    pub(super) fn forget(&mut self) {
        self.table = None;
    }

    /// Iterative deepening: searches with more and more turns, up to `max_turns`, so that no search
    /// goes deeper than the budget allows. Returns the last answer, and its number of turns.
    pub(super) fn deepen(
        &mut self,
        state: &G::State,
        stage: Stage,
        max_turns: u32,
    ) -> Result<(Answer, u32), BudgetSpent> {
        let mut turns = 0;
        loop {
            let answer = self.search_iteration(state, stage, turns)?;
            if answer.is_forced || answer.is_final || turns == max_turns {
                return Ok((answer, turns));
            }
            turns += 1;
        }
    }

    /// One iteration of an iterative deepening: like [`Engine::search_within`], but a large number
    /// of turns costs a step.
    pub(super) fn search_iteration(
        &mut self,
        state: &G::State,
        stage: Stage,
        turns: u32,
    ) -> Result<Answer, BudgetSpent> {
        if turns > FREE_TURNS {
            self.steps = self.steps.checked_sub(1).ok_or(BudgetSpent)?;
        }
        self.search_within(state, stage, turns)
    }

    /// Returns the minimum number of turns, up to `max_turns`, in which the event is forced.
    fn min_turns(
        &mut self,
        state: &G::State,
        stage: Stage,
        max_turns: u32,
    ) -> Result<Option<u32>, BudgetSpent> {
        let (answer, turns) = self.deepen(state, stage, max_turns)?;
        Ok(answer.is_forced.then_some(turns))
    }

    /// Returns the main line from a position: the attacker takes the shortest way, the defender
    /// resists as long as possible. The line ends early if the budget is used up.
    pub(super) fn main_line(&mut self, state: &G::State, left: u32) -> Vec<String> {
        /// Longer lines do not help a reader.
        const MAX_LENGTH: usize = 200;
        let mut state = state.clone();
        let mut left = left;
        let mut line = Vec::new();
        while line.len() < MAX_LENGTH && self.event_at_end(&state).is_none() {
            if left == 0 && self.is_seat_to_move(&state) {
                break;
            }
            let Ok(Some(turn)) = self.best_turn(&state, left) else {
                break;
            };
            let Ok(after) = self.position_after(&state, &turn) else {
                break;
            };
            line.push(turn.to_string());
            left = self.left_after(&state, left);
            state = after;
        }
        line
    }

    /// Returns the number of turns that are left after a turn from a position.
    pub(super) fn left_after(&self, state: &G::State, left: u32) -> u32 {
        if self.is_seat_to_move(state) {
            left.saturating_sub(1)
        } else {
            left
        }
    }

    /// Returns the best turn of the seat to move.
    fn best_turn(&mut self, state: &G::State, left: u32) -> Result<Option<G::Turn>, BudgetSpent> {
        let attacker_chooses = self.attacker_chooses(state, Stage::Choice);
        let left_after = self.left_after(state, left);
        let mut best: Option<RankedTurn<G>> = None;
        let mut next_part = Some(0);
        while let Some(first) = next_part {
            let mut part = self.generate_turns(state, first)?;
            next_part = part.next;
            part.turns.sort_by_key(|(urgency, _)| Reverse(*urgency));
            for (urgency, turn) in part.turns {
                let after = self.position_after(state, &turn)?;
                let turns = self
                    .min_turns(&after, Stage::Choice, left_after)?
                    .unwrap_or(u32::MAX);
                let candidate = RankedTurn {
                    turns,
                    urgency,
                    turn,
                };
                if best
                    .as_ref()
                    .is_none_or(|best| candidate.is_better_than(best, attacker_chooses))
                {
                    best = Some(candidate);
                }
            }
        }
        Ok(best.map(|best| best.turn))
    }
}

impl<G: Solving> RankedTurn<G> {
    /// Returns true if the side that chooses prefers this turn: the attacker forces the event soon,
    /// the defender late or never.
    fn is_better_than(&self, other: &Self, attacker_chooses: bool) -> bool {
        match self.turns.cmp(&other.turns) {
            Ordering::Less => attacker_chooses,
            Ordering::Equal => self.urgency > other.urgency,
            Ordering::Greater => !attacker_chooses,
        }
    }
}
