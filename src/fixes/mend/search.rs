//! Searches for fixes: changes of one turn, or of one tag, after which more of a record is legal.
//!
//! The positions before every turn up to the fault are kept, so that a trial can start at the
//! changed turn. The budget counts judged turns and parsed texts, never time: the same record gives
//! the same result on every machine.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::candidate::{Candidate, SEEN_SOON, cost};
use super::edit::Edit;
use crate::games::{Context, Game};
use crate::notation::Record;
use crate::notation::likeness::Reach;
use crate::replay::{Progress, RecordedMove, Trial, fast_parse_turn};

/// The maximum number of legal turns per position that are tried as a missing turn.
pub(super) const MAX_INSERTED: usize = 3_000;
/// The minimum difference in cost between the unambiguous fix and any other.
pub(super) const MARGIN: u32 = 1;
/// The number of turns before the fault that are tried first. Mistakes in earlier turns are less
/// likely by more than the margin.
pub(super) const HORIZON: usize = SEEN_SOON + 4 * MARGIN as usize + 3;

/// Budget of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub(super) left: u64,
    /// True if the budget was exhausted.
    pub(super) stopped: bool,
}

impl Work {
    pub(super) fn take(&mut self, units: u64) -> ControlFlow<()> {
        match self.left.checked_sub(units) {
            Some(left) if !self.stopped => {
                self.left = left;
                ControlFlow::Continue(())
            }
            _ => {
                self.stopped = true;
                ControlFlow::Break(())
            }
        }
    }
}

/// Cost of parsing a text, in units of the budget.
pub(super) const PARSING_COST: u64 = 1;
/// Returns the cost of judging a turn, in units of the budget.
pub(super) fn judging_cost<G: Game>() -> u64 {
    // Judging a card compares it with all adjacent cards.
    if G::UNLISTED_TURNS.is_some() { 60 } else { 4 }
}

pub(super) struct Search<'a, G: Game> {
    pub(super) record: &'a Record,
    /// The tags of the record and its claims about the end, in which changes are tried.
    pub(super) claims: Record,
    pub(super) context: &'a Context,
    pub(super) written: Vec<RecordedMove<G>>,
    pub(super) trial: Option<Rc<Trial<'a, G>>>,
    /// The greatest distance of a card from the centre.
    pub(super) reach: u64,
    /// The progress before each turn, up to and including the illegal one.
    pub(super) reached: Vec<Progress<G>>,
    /// The index of the illegal turn; one past the last turn if only the end is wrong.
    pub(super) fault: usize,
    pub(super) work: Work,
    /// True if all missing and surplus turns were tried.
    pub(super) has_tried_turns: bool,
    /// True if not all missing turns were tried, because of a limit.
    pub(super) hit_limit: bool,
    pub(super) found: Vec<Candidate>,
}

impl<'a, G: Game> Search<'a, G> {
    pub(super) fn new(record: &'a Record, context: &'a Context, work: u64) -> Self {
        let written = RecordedMove::<G>::all(record);
        let trial = Trial::<G>::new(record, context).map(Rc::new);
        let reached = trial
            .as_deref()
            .map_or_else(Vec::new, |trial| progress_along(trial, &written));
        let fault = reached.len().saturating_sub(1);
        let texts = record
            .moves
            .turns
            .iter()
            .map(|node| record.text_of(node.text));
        let mut far: Vec<u64> = texts.map(far_out).collect();
        far.sort_unstable();
        // One card may be misplaced by the mistake itself, so the second farthest counts.
        let reach = far.iter().rev().nth(1).copied().unwrap_or(0);
        let work = Work {
            left: work,
            stopped: false,
        };
        Self {
            record,
            claims: record.without_moves(),
            context,
            written,
            trial,
            reach,
            reached,
            fault,
            work,
            has_tried_turns: false,
            hit_limit: false,
            found: Vec::new(),
        }
    }

    /// Tries changes, the cheapest first, until some explain the record and no remaining one could
    /// be as likely. Expensive changes are tried only if `thorough`.
    pub(super) fn run(&mut self, thorough: bool) {
        if self.nothing_is_wrong() {
            return;
        }
        let _ = self.try_cheap_changes(thorough);
        let _ = self.try_two_typos(thorough);
        if thorough && !self.work.stopped && self.needs_more(&self.found) {
            self.has_tried_turns = self.try_turns().is_continue() && !self.hit_limit;
        }
        // A mistake that was not noticed for long is unlikely, but possible. If one is found, no
        // fix is unambiguous.
        if self.is_explained() || thorough {
            let _ = self.try_typos(Reach::Near, HORIZON + 1..=usize::MAX);
        }
        if thorough && !self.is_explained() {
            let _ = self.try_typos(Reach::Far, 0..=usize::MAX);
        }
    }

    /// Tries two wrong characters: in the illegal turn, in each turn for which one change explains
    /// the record, and, if nothing explains the record, in the turns before.
    fn try_two_typos(&mut self, thorough: bool) -> ControlFlow<()> {
        let explained = |found: &Candidate| match &found.edits[..] {
            [Edit::Replace { turn, .. } | Edit::Delete { turn, .. }, ..] if found.explains() => {
                usize::try_from(*turn).ok()?.checked_sub(1)
            }
            _ => None,
        };
        let mut places: Vec<usize> = self.found.iter().filter_map(explained).collect();
        if !self.only_end_is_wrong() {
            places.push(self.fault);
        }
        if thorough && !self.is_explained() {
            places.extend(self.turns_before_fault().take(HORIZON));
        }
        places.sort_unstable();
        places.dedup();
        places
            .into_iter()
            .rev()
            .take(HORIZON)
            .try_for_each(|at| self.try_two_typos_at(at))
    }

    /// True if the main line and its end are correct, so that the error is elsewhere.
    fn nothing_is_wrong(&self) -> bool {
        let end = if self.only_end_is_wrong() {
            self.reached.get(self.fault)
        } else {
            None
        };
        end.is_some_and(|end| self.trial.as_ref().is_some_and(|trial| trial.agrees(end)))
    }

    fn try_cheap_changes(&mut self, thorough: bool) -> ControlFlow<()> {
        self.try_insertions(true)?;
        self.try_claims()?;
        self.try_typos(Reach::Near, 0..=HORIZON)?;
        self.try_parts()?;
        if !self.is_explained_below(cost::CONVENTION) {
            self.try_conventions()?;
        }
        self.try_order()?;
        // No tag is as likely as a typo that explains the record.
        if !thorough
            && !self.only_end_is_wrong()
            && !G::FACTS.most_turns_are_legal
            && self.is_explained_below(cost::TAG)
        {
            return ControlFlow::Continue(());
        }
        self.try_tags()
    }

    /// True if a candidate explains the record.
    fn is_explained(&self) -> bool {
        self.found.iter().any(Candidate::explains)
    }

    /// True if a candidate explains the record that is likelier than all changes of this cost.
    fn is_explained_below(&self, cost: u32) -> bool {
        self.found
            .iter()
            .any(|found| found.explains() && found.total_cost() + MARGIN < cost)
    }

    /// True if a missing or surplus turn could be as likely as the candidates found.
    pub(super) fn needs_more(&self, found: &[Candidate]) -> bool {
        let best = found
            .iter()
            .filter(|found| found.explains())
            .map(Candidate::total_cost)
            .min();
        self.only_end_is_wrong() || best.is_none_or(|best| best + self.margin() >= cost::TURN)
    }

    /// Returns the minimum difference in cost between the unambiguous fix and any other.
    pub(super) fn margin(&self) -> u32 {
        if self.only_end_is_wrong() || self.ends_early() {
            // If only the end is wrong, or the game ends too early, any turn may be the cause.
            cost::FAR
        } else if G::FACTS.most_turns_are_legal {
            // A legal trial is weak evidence.
            MARGIN + 1
        } else {
            MARGIN
        }
    }

    /// True if all turns are legal, and only the end differs from the claim of the record.
    pub(super) fn only_end_is_wrong(&self) -> bool {
        self.fault >= self.written.len()
    }

    /// True if the game is over before the first illegal turn.
    fn ends_early(&self) -> bool {
        self.reached
            .get(self.fault)
            .is_some_and(|reached| reached.result.is_some())
    }

    /// True if a change loses the drawn card, which is not recorded elsewhere (V8.2).
    fn loses_draw(&self, at: usize, now: &dyn Fn() -> String) -> bool {
        let Some((action, known_by)) = G::FACTS.turns.drawn else {
            return false;
        };
        self.record.tag(known_by).is_none()
            && self.text(at).contains(action)
            && !now().contains(action)
    }

    /// True if a turn with places would replace a word, a score or a result. None of these is a
    /// typo of a place.
    fn loses_words(&self, at: usize, now: &dyn Fn() -> String) -> bool {
        /// Fewer letters may be a place whose digit looks like a letter.
        const MIN_LETTERS: usize = 3;
        if !self.written[at].is_unreadable() {
            return false;
        }
        let has_digit = |text: &str| text.contains(|sign: char| sign.is_ascii_digit());
        let text = self.text(at);
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        let is_word = letters >= MIN_LETTERS && !has_digit(text);
        (is_word || is_score(text)) && has_digit(&now())
    }

    /// Returns the candidates, the best first, without duplicates of the same meaning.
    pub(super) fn distinct(&mut self) -> Vec<Candidate> {
        let mut found = std::mem::take(&mut self.found);
        found.sort_by_key(Candidate::rank);
        let mut known: BTreeSet<String> = BTreeSet::new();
        // If a candidate explains the record, unlikely replacements that do not explain it are no
        // help.
        let is_explained = found.first().is_some_and(Candidate::explains);
        let is_unlikely = |found: &Candidate| {
            matches!(found.edits[..], [Edit::Replace { .. }, ..]) && found.cost >= cost::TWO
        };
        found.retain(|found| !is_explained || found.explains() || !is_unlikely(found));
        found.retain(|found| known.insert(self.meaning(found)));
        found
    }

    /// Returns the meaning of a candidate: the turn in canonical form.
    fn meaning(&self, found: &Candidate) -> String {
        let [Edit::Replace { turn, now, .. }] = &found.edits[..] else {
            return format!("{:?}", found.edits);
        };
        let canonical = || {
            let at = usize::try_from(*turn).ok()?.checked_sub(1)?;
            let state = &self.reached.get(at)?.state;
            let read = fast_parse_turn::<G>(now.as_bytes())?;
            let played = G::judge(self.trial.as_ref()?.setup(), state, &read, &[]).ok()?;
            Some(played.turn.to_string())
        };
        format!("{turn} {}", canonical().unwrap_or_else(|| now.clone()))
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.record
            .moves
            .turns
            .get(at)
            .map_or("", |node| self.record.text_of(node.text))
    }

    /// Returns the indices of the turns up to the fault, the last first, without turns that are not
    /// played.
    pub(super) fn turns_before_fault(&self) -> impl Iterator<Item = usize> + use<G> {
        let end = self.reached.len().min(self.written.len());
        let played: Vec<usize> = (0..end)
            .filter(|&at| !self.written[at].is_not_played())
            .collect();
        played.into_iter().rev()
    }

    /// Plays the turns from index `from` on. Returns the index of the first illegal one; the number
    /// of turns if all are legal.
    pub(super) fn play_on(
        &mut self,
        trial: &Trial<'_, G>,
        reached: &mut Progress<G>,
        from: usize,
    ) -> ControlFlow<(), usize> {
        for index in from..self.written.len() {
            self.work.take(judging_cost::<G>())?;
            if !trial.play(reached, &self.written[index]) {
                return ControlFlow::Continue(index);
            }
        }
        ControlFlow::Continue(self.written.len())
    }

    /// Plays on after a change, and keeps the change if more turns become legal. `more` is the
    /// number of turns that the change adds.
    pub(super) fn consider(
        &mut self,
        mut reached: Progress<G>,
        from: usize,
        more: i64,
        change: TriedChange<'_>,
    ) -> ControlFlow<()> {
        let Some(trial) = self.trial.clone() else {
            return ControlFlow::Continue(());
        };
        let at = self.play_on(&trial, &mut reached, from)?;
        let complete = at == self.written.len();
        let agrees = complete && trial.agrees(&reached);
        let beyond = self.fault.max(from.saturating_sub(1));
        if (at <= beyond || self.only_end_is_wrong()) && !agrees {
            return ControlFlow::Continue(());
        }
        let played = |from: usize| {
            self.written[from.min(at)..at]
                .iter()
                .filter(|turn| !turn.is_not_played())
                .count()
        };
        // A turn that is removed is no progress, nor is one that is not played.
        let progress = if more < 0 {
            played(self.fault.max(from))
        } else {
            played(beyond)
        };
        if progress == 0 && !complete {
            return ControlFlow::Continue(());
        }
        let legal = u32::try_from(i64::try_from(played(0)).unwrap_or(0) + more).unwrap_or(0);
        let edits = vec![(change.edit)()];
        let TriedChange {
            cost,
            turns_to_fault,
            text_distance,
            ..
        } = change;
        self.found.push(Candidate {
            edits,
            explanation: None,
            cost,
            legal,
            complete,
            agrees,
            turns_to_fault,
            text_distance,
        });
        ControlFlow::Continue(())
    }

    /// Returns the number of turns before index `at` that are played.
    pub(super) fn played_before(&self, at: usize) -> u32 {
        let played = self
            .written
            .iter()
            .take(at)
            .filter(|turn| !turn.is_not_played());
        u32::try_from(played.count()).unwrap_or(u32::MAX)
    }

    /// Keeps a change of several turns or tags for one reason, after which the turns before index
    /// `at` are legal.
    pub(super) fn keep_all(
        &mut self,
        edits: Vec<Edit>,
        cost: u32,
        explanation: &'static str,
        at: usize,
        agrees: bool,
    ) {
        if edits.is_empty() {
            return;
        }
        let explanation = Some(explanation);
        let complete = at == self.written.len();
        let legal = self.played_before(at);
        self.found.push(Candidate {
            edits,
            explanation,
            cost,
            legal,
            complete,
            agrees,
            turns_to_fault: 0,
            text_distance: 0,
        });
    }

    /// Tries another turn at index `at`.
    pub(super) fn try_replacement(
        &mut self,
        at: usize,
        turn: G::Turn,
        cost: u32,
        text_distance: u32,
        now: &dyn Fn() -> String,
    ) -> ControlFlow<()> {
        let Some(trial) = self.trial.clone() else {
            return ControlFlow::Continue(());
        };
        self.work.take(judging_cost::<G>())?;
        // A turn that is broken over two lines may be the turns of two players.
        if self.loses_draw(at, now) || self.text(at).contains('\n') || self.loses_words(at, now) {
            return ControlFlow::Continue(());
        }
        let mut reached = self.reached[at].clone();
        if !trial.play(&mut reached, &RecordedMove::turn(turn)) {
            return ControlFlow::Continue(());
        }
        // Another spelling of the same turn changes nothing.
        if self
            .reached
            .get(at + 1)
            .is_some_and(|before| before.state == reached.state)
        {
            return ControlFlow::Continue(());
        }
        // A card far from all others touches nothing, so its legality is weak evidence.
        let is_far = G::UNLISTED_TURNS.is_some() && far_out(&now()) > self.reach + 1;
        let (cost, text_distance) = if is_far {
            (cost + 1, text_distance + 1)
        } else {
            (cost, text_distance)
        };
        let was = self.text(at);
        let edit = || Edit::Replace {
            turn: turn_number(at),
            was: was.to_owned(),
            now: now(),
        };
        let turns_to_fault = self.fault - at;
        self.consider(
            reached,
            at + 1,
            0,
            TriedChange {
                cost,
                turns_to_fault,
                text_distance,
                edit: &edit,
            },
        )
    }
}

/// Returns the progress before each turn up to the first illegal one, and after the last turn if
/// all are legal.
fn progress_along<G: Game>(trial: &Trial<'_, G>, turns: &[RecordedMove<G>]) -> Vec<Progress<G>> {
    let mut progress = trial.start();
    let mut reached = vec![progress.clone()];
    for turn in turns {
        if !trial.play(&mut progress, turn) {
            break;
        }
        reached.push(progress.clone());
    }
    reached
}

/// Returns the distance from the centre at which a turn places a card: the larger absolute
/// coordinate.
fn far_out(text: &str) -> u64 {
    let place = text
        .split('@')
        .nth(1)
        .unwrap_or_default()
        .split('/')
        .next()
        .unwrap_or_default();
    place
        .split(['+', '-'])
        .filter_map(|number| number.parse().ok())
        .max()
        .unwrap_or(0)
}

/// True for numbers that are joined as in a score: `14-12`, `(3:1)`.
pub(super) fn is_score(text: &str) -> bool {
    let numbers: Vec<&str> = text
        .trim_matches(['(', ')', '.'])
        .split(['-', ':', '\u{2013}', '/'])
        .collect();
    let is_number =
        |number: &&str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    numbers.len() > 1 && numbers.iter().all(is_number)
}

/// A change that is being tried.
pub(super) struct TriedChange<'a> {
    pub(super) cost: u32,
    pub(super) turns_to_fault: usize,
    pub(super) text_distance: u32,
    pub(super) edit: &'a dyn Fn() -> Edit,
}

pub(super) fn turn_number(at: usize) -> u32 {
    u32::try_from(at + 1).unwrap_or(u32::MAX)
}
