//! Depth-first AND/OR search for an event that one side forces, with a transposition table.
//!
//! The attacker forces the event; the defender avoids it. If the seat of the puzzle reaches a goal, it is the attacker;
//! if it saves itself, the others attack. Dice always fall against the seat of the puzzle. The number of turns that are
//! left counts the turns of that seat.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::games::{Search, SearchKey, SearchStep, Stage};
use crate::notation::{Goal, Points, Standing};

/// The event that the attacker forces, as the seat of the puzzle sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The seat wins.
    Win,
    /// The game ends, and the seat has not lost.
    Draw,
    /// The game ends, and the seat has at least this many points.
    Score(u32),
    /// The seat loses. Its opponents are the attacker.
    Loss,
}

impl Event {
    /// Returns the event that decides whether a seat reaches a goal. `save` and `only` are about avoiding it.
    pub(super) fn of_goal(goal: Goal) -> Self {
        match goal {
            Goal::Win => Self::Win,
            Goal::Draw => Self::Draw,
            Goal::Score(points) => Self::Score(points),
            Goal::Save | Goal::Only => Self::Loss,
        }
    }
}

/// The budget of steps is used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent;

/// The answer for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// True if the attacker forces the event.
    pub(super) is_forced: bool,
    /// True if more turns would not change the answer.
    pub(super) is_final: bool,
}

const FORCED: Answer = Answer { is_forced: true, is_final: true };
const AVOIDED: Answer = Answer { is_forced: false, is_final: true };
const TOO_LATE: Answer = Answer { is_forced: false, is_final: false };

/// What is known about a position.
#[derive(Clone, Copy, Debug, Default)]
struct Bounds {
    /// The least number of turns in which the event is known to be forced.
    forced: Option<u32>,
    /// The greatest number of turns in which it is known to be avoided.
    avoided: Option<u32>,
}

/// A position that a step leads to.
pub(super) struct Child<G: Search> {
    /// The turn, if the step completes one.
    pub(super) turn: Option<G::Turn>,
    pub(super) state: G::State,
    pub(super) stage: Stage,
    /// The turns left after the step.
    pub(super) left: u32,
}

/// A search for one event.
pub(super) struct Engine<'a, G: Search> {
    pub(super) setup: &'a G::Setup,
    /// The seat of the puzzle.
    pub(super) seat: u8,
    pub(super) event: Event,
    /// The steps that are left.
    pub(super) steps: u64,
    table: FxHashMap<(SearchKey, Stage), Bounds>,
    /// For each number of turns and each side, the turn that last decided a position.
    killers: FxHashMap<(u32, bool), G::Turn>,
}

/// Result of visiting the steps from a position.
enum Expanded<G: Search> {
    Decided(Answer),
    Open(Vec<Child<G>>, Answer),
}

impl<'a, G: Search> Engine<'a, G> {
    pub(super) fn new(setup: &'a G::Setup, seat: u8, event: Event, steps: u64) -> Self {
        Self { setup, seat, event, steps, table: FxHashMap::default(), killers: FxHashMap::default() }
    }

    /// Returns true if a decided position has the event; `None` if the game goes on.
    pub(super) fn outcome(&self, state: &G::State) -> Option<bool> {
        let standing = G::standing(self.setup, state)?;
        Some(self.has_event(state, &standing))
    }

    /// Returns the points of the seat in a result.
    pub(super) fn points(&self, standing: &Standing) -> Points {
        let at = usize::from(self.seat).checked_sub(1);
        at.and_then(|at| standing.points().get(at).copied()).unwrap_or(Points::Loss)
    }

    /// Returns true if a game that ended in this position, with this result, has the event.
    pub(super) fn has_event(&self, state: &G::State, standing: &Standing) -> bool {
        let points = self.points(standing);
        match self.event {
            Event::Win => points == Points::Win,
            Event::Draw => points != Points::Loss,
            Event::Loss => points == Points::Loss,
            Event::Score(least) => {
                let at = usize::from(self.seat).checked_sub(1);
                let score = at.and_then(|at| G::score(self.setup, state)?.get(at).copied());
                score.is_some_and(|own| own >= least)
            }
        }
    }

    /// Returns true if the seat of the puzzle is to move.
    pub(super) fn is_own(&self, state: &G::State) -> bool {
        G::to_move(self.setup, state) == self.seat
    }

    /// Returns true if the attacker chooses the next step.
    pub(super) fn attacks(&self, state: &G::State, stage: Stage) -> bool {
        let seat_attacks = self.event != Event::Loss;
        let to_move = G::to_move(self.setup, state);
        let side = |seat: u8| {
            let sides = G::sides(self.setup, state)?;
            sides.get(usize::from(seat).checked_sub(1)?).copied()
        };
        let is_ally = to_move == self.seat || side(to_move).is_some_and(|own| side(self.seat) == Some(own));
        if stage == Stage::Roll { !seat_attacks } else { is_ally == seat_attacks }
    }

    /// Returns false if the event cannot occur within the turns that are left.
    fn is_in_reach(&self, state: &G::State, left: u32) -> bool {
        let seats = u32::from(G::seats(self.setup));
        let others = if self.is_own(state) { 0 } else { seats.saturating_sub(1) };
        let turns = left.saturating_mul(seats).saturating_add(others);
        if G::turns_to_end(self.setup, state, self.seat).is_some_and(|own| own > left) {
            return false;
        }
        match self.event {
            Event::Win => G::may_win(self.setup, state, self.seat, turns),
            Event::Loss if seats == 2 => G::may_win(self.setup, state, 3_u8.saturating_sub(self.seat), turns),
            Event::Draw | Event::Score(_) | Event::Loss => G::may_end(self.setup, state, turns),
        }
    }

    /// Answers without a search, if that is possible.
    pub(super) fn at_once(&self, state: &G::State, stage: Stage, left: u32) -> Option<Answer> {
        if stage == Stage::Choice
            && let Some(has_event) = self.outcome(state)
        {
            return Some(if has_event { FORCED } else { AVOIDED });
        }
        let is_late = left == 0 && self.is_own(state) || !self.is_in_reach(state, left);
        is_late.then_some(TOO_LATE)
    }

    /// Returns true if the attacker forces the event while the seat takes at most `left` more turns.
    pub(super) fn force(&mut self, state: &G::State, stage: Stage, left: u32) -> Result<Answer, Spent> {
        if let Some(answer) = self.at_once(state, stage, left) {
            return Ok(answer);
        }
        let key = (G::search_key(self.setup, state), stage);
        let known = self.table.get(&key).copied().unwrap_or_default();
        if known.forced.is_some_and(|turns| turns <= left) {
            return Ok(FORCED);
        }
        if known.avoided.is_some_and(|turns| turns >= left) {
            return Ok(Answer { is_forced: false, is_final: known.avoided == Some(u32::MAX) });
        }
        let answer = self.searched(state, stage, left)?;
        let bounds = self.table.entry(key).or_default();
        if answer.is_forced {
            bounds.forced = Some(left);
        } else {
            let turns = if answer.is_final { u32::MAX } else { left };
            bounds.avoided = bounds.avoided.max(Some(turns));
        }
        Ok(answer)
    }

    fn searched(&mut self, state: &G::State, stage: Stage, left: u32) -> Result<Answer, Spent> {
        let attacks = self.attacks(state, stage);
        let (mut children, mut answer) = match self.expanded(state, stage, left, attacks)? {
            Expanded::Decided(answer) => return Ok(answer),
            Expanded::Open(children, answer) => (children, answer),
        };
        let killer = self.killers.get(&(left, attacks)).cloned();
        let is_killer = |child: &Child<G>| killer.is_some() && child.turn == killer;
        children.sort_by_cached_key(|child| (!is_killer(child), Reverse(G::urgency(state, &child.state))));
        for child in children {
            let found = self.force(&child.state, child.stage, child.left)?;
            if found.is_forced == attacks {
                if let Some(turn) = child.turn {
                    self.killers.insert((left, attacks), turn);
                }
                return Ok(found);
            }
            answer.is_final &= found.is_final;
        }
        Ok(answer)
    }

    /// Visits the steps from a position. Answers as soon as one of them decides; otherwise returns the positions that
    /// have to be searched, and the answer if none of them decides.
    fn expanded(&mut self, state: &G::State, stage: Stage, left: u32, attacks: bool) -> Result<Expanded<G>, Spent> {
        let own = self.is_own(state);
        let (mut children, mut decided) = (Vec::new(), None);
        let mut otherwise = Answer { is_forced: !attacks, is_final: true };
        let (mut visited, mut is_spent) = (false, false);
        let setup = self.setup;
        let walked = G::steps(setup, state, stage, &mut |step| {
            visited = true;
            match self.steps.checked_sub(1) {
                Some(steps) => self.steps = steps,
                None => {
                    is_spent = true;
                    return ControlFlow::Break(());
                }
            }
            let (turn, after, stage, left) = match step {
                SearchStep::Turn(turn, after) => {
                    (Some(turn), after, Stage::Choice, if own { left.saturating_sub(1) } else { left })
                }
                SearchStep::Within(stage, after) => (None, after, stage, left),
            };
            match self.at_once(after, stage, left) {
                Some(answer) if answer.is_forced == attacks => {
                    decided = Some(answer);
                    return ControlFlow::Break(());
                }
                Some(answer) => otherwise.is_final &= answer.is_final,
                None => children.push(Child { turn: turn.cloned(), state: after.clone(), stage, left }),
            }
            ControlFlow::Continue(())
        });
        match decided {
            Some(answer) => Ok(Expanded::Decided(answer)),
            // The game's own generator gave up, so turns are missing.
            None if is_spent || walked.is_break() => Err(Spent),
            // Nobody can move, so the event never occurs.
            None if !visited => Ok(Expanded::Decided(AVOIDED)),
            None => Ok(Expanded::Open(children, otherwise)),
        }
    }

    /// Returns the positions after each legal turn, with the turns left. Turns that put dice aside are left out.
    pub(super) fn turns(&mut self, state: &G::State, left: u32) -> Result<Vec<Child<G>>, Spent> {
        let left = if self.is_own(state) { left.saturating_sub(1) } else { left };
        let (mut children, mut is_spent) = (Vec::new(), false);
        let walked = G::legal_turns(self.setup, state, &mut |turn, after| {
            let Some(steps) = self.steps.checked_sub(1) else {
                is_spent = true;
                return ControlFlow::Break(());
            };
            self.steps = steps;
            children.push(Child { turn: Some(turn.clone()), state: after.clone(), stage: Stage::Choice, left });
            ControlFlow::Continue(())
        });
        if is_spent || walked.is_break() { Err(Spent) } else { Ok(children) }
    }

    /// Searches with more and more turns, up to `most`, so that no search goes deeper than the budget allows. Returns
    /// the last answer, and the number of turns that it is for.
    pub(super) fn deepened(&mut self, state: &G::State, stage: Stage, most: u32) -> Result<(Answer, u32), Spent> {
        let mut turns = 0;
        loop {
            let answer = self.force(state, stage, turns)?;
            if answer.is_forced || answer.is_final || turns == most {
                return Ok((answer, turns));
            }
            turns += 1;
        }
    }

    /// Returns the least number of turns, up to `most`, in which the event is forced.
    fn least(&mut self, state: &G::State, stage: Stage, most: u32) -> Result<Option<u32>, Spent> {
        let (answer, turns) = self.deepened(state, stage, most)?;
        Ok(answer.is_forced.then_some(turns))
    }

    /// Returns the main line from a position: the attacker takes the shortest way, the defender resists as long as
    /// possible. It ends early if the budget does.
    pub(super) fn line(&mut self, state: &G::State, left: u32) -> Vec<String> {
        /// Longer lines are of no use to a reader.
        const LONGEST: usize = 200;
        let (mut state, mut left) = (state.clone(), left);
        let mut line = Vec::new();
        while line.len() < LONGEST && self.outcome(&state).is_none() && !(left == 0 && self.is_own(&state)) {
            let Ok(Some(next)) = self.best(&state, left) else { break };
            line.extend(next.turn.iter().map(ToString::to_string));
            (state, left) = (next.state, next.left);
        }
        line
    }

    /// Returns the position after the best turn of the seat to move.
    fn best(&mut self, state: &G::State, left: u32) -> Result<Option<Child<G>>, Spent> {
        let attacks = self.attacks(state, Stage::Choice);
        let mut children = self.turns(state, left)?;
        children.sort_by_cached_key(|child| Reverse(G::urgency(state, &child.state)));
        let mut best: Option<(u32, Child<G>)> = None;
        for child in children {
            // The defender prefers to avoid the event, the attacker to force it soon.
            let turns = self.least(&child.state, Stage::Choice, child.left)?.unwrap_or(u32::MAX);
            let is_better = |least: u32| if attacks { turns < least } else { turns > least };
            if best.as_ref().is_none_or(|(least, _)| is_better(*least)) {
                best = Some((turns, child));
            }
        }
        Ok(best.map(|(_, child)| child))
    }
}
