//! Decodes a record: searches for the games that its scorer may have intended, the likeliest first.
//!
//! A record is the output of a noisy channel: somebody intended a game, and mistakes changed its
//! text. Each slip has a cost, which is the less the likelier it is ([`Channel`]). A *hypothesis*
//! is a reading of the tokens up to some place, with the slips so far. From there the tokens are
//! read as written, at no cost, until the rules refuse one, a number says that a turn is missing,
//! or the end contradicts the claims of the record. Only then is the hypothesis expanded: with
//! every slip in the tokens up to the refused one. So work is spent only where something is wrong,
//! and a mistake that shows late is found as well as one that shows at once.
//!
//! A hypothesis is kept if it leads farther than the one that it was made from. The next slip may
//! be in the tokens after the last change, or before it, where it did not show yet. Both are
//! searched for separately, because the first needs less work. A change that has helped against a
//! refusal is tried first for other hypotheses with the same refusal. Hypotheses that have come to
//! the same position before the same token are merged.
//!
//! Each stage of expanding a hypothesis has a lower bound on the cost of its results: the cost so
//! far, the minimum cost of one more slip, and the cost of later texts that are not turns. The
//! search therefore knows up to which cost it is complete.

mod end;
mod expand;
mod legal_turns;
mod merging;
mod not_turns;
mod queue;
mod reading;
mod repairs;
mod start;
mod verdict;
mod walk;

pub(super) use verdict::{Decoding, Explanation};

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

use super::Answer;
use super::edit::Edit;
use crate::games::{Context, Game};
use crate::notation::Record;
use crate::notation::likeness::Channel;
use crate::replay::Move;
use end::{EndKey, Ending};
use merging::Twin;
use queue::{Outlook, Queued, Stage};
use reading::{IntendedTurns, Reading};
use repairs::Refusals;
use start::Start;
use walk::{Counts, ReadUpTo, Walk};

/// Costs of events other than a mistake in one token, in thousandths of a nat.
mod cost {
    /// A whole record follows another convention.
    pub(super) const CONVENTION: u32 = 6_000;
    /// A tag has another value, without the choice of the value.
    pub(super) const TAG: u32 = 7_000;
    /// A tag, or an option, is forgotten, without the choice of its value.
    pub(super) const FORGOTTEN_TAG: u32 = 5_500;
    /// A character of a long tag is wrong.
    pub(super) const LONG_TAG: u32 = 9_000;
    /// A token is not a turn.
    pub(super) const SURPLUS: u32 = 8_000;
    /// Each further part of such a token.
    pub(super) const SURPLUS_PART: u32 = 1_500;
    /// A turn is written twice.
    pub(super) const TWICE: u32 = 5_000;
    /// A word does not look like a turn at all.
    pub(super) const WORD: u32 = 4_500;
    /// A turn is missing, without the choice of the turn.
    pub(super) const MISSING: u32 = 6_000;
    /// Two neighbouring turns are swapped.
    pub(super) const SWAPPED: u32 = 6_500;
    /// One turn is written as two tokens, or two turns as one.
    pub(super) const TORN: u32 = 5_000;
    /// A token is unreadable: any legal turn, without the choice of it.
    pub(super) const UNREADABLE: u32 = 9_000;
    /// A turn is written that is nothing like the right one, without the choice of it.
    pub(super) const UNLIKE: u32 = 11_500;
    /// A card is placed far from all others, where nearly everything is legal.
    pub(super) const FAR: u32 = 2_500;
    /// The turn numbers fall behind.
    pub(super) const NUMBER: u32 = 4_000;
    /// The turn numbers skip one, and no turn is missing.
    pub(super) const SKIPPED: u32 = 9_000;
    /// A claimed result or score is wrong.
    pub(super) const CLAIM: u32 = 6_500;
    /// The record does not say how a game ended that the rules have ended.
    pub(super) const UNSTATED: u32 = 1_500;
    /// A claimed score differs in more than a mistake.
    pub(super) const OTHER_SCORE: u32 = 9_000;
    /// A result is claimed although the rules give none, and nothing states how the game ended.
    pub(super) const UNDECIDED: u32 = 9_500;
    /// A result is claimed for a game that went on.
    pub(super) const MADE_UP: u32 = 10_500;
}

/// The least cost of one more slip. It is a lower bound on the way to an explanation.
const LEAST: u32 = 4_000;
/// Slips that cost more than this are tried in a later stage.
const CHEAP: u32 = 7_200;
/// Slips that cost more than this are tried in the last stage. Turns that are nothing like the
/// written text cost more: there are many, so they wait until everything likelier was tried.
const DEAR: u32 = 10_500;
/// Hypotheses that cost more than the best explanation by this are dropped: e⁻⁸ = 0.03 %.
const MARGIN: u32 = 8_000;
/// A game may be called the likeliest if everything up to this above its cost was searched: e⁻⁵ =
/// 0.7 %.
const PROOF: u32 = 5_000;
/// Hypotheses that cost more than this explain nothing: they have more than about five slips.
const MAX_COST: u32 = 40_000;
/// Up to this number, legal turns are few.
const FEW_TURNS: usize = 500;
/// The maximum number of hypotheses that are kept. Each keeps a position.
const MAX_NODES: usize = 40_000;
/// The maximum number of explanations that are kept.
const MAX_EXPLANATIONS: usize = 20_000;

/// Change to the tokens at one place.
#[derive(Debug)]
struct Change<G: Game> {
    /// The first token.
    token: usize,
    /// The number of tokens that are replaced.
    replaced: usize,
    /// The moves in their place. An empty change states that a number is skipped by mistake.
    moves: Vec<Move<G>>,
    is_swap: bool,
    cost: u32,
}

impl<G: Game> Change<G> {
    /// The token after the change.
    fn end(&self) -> usize {
        self.token + self.replaced
    }

    fn is_insertion(&self) -> bool {
        self.replaced == 0
    }

    /// Returns true if only a number is wrong.
    fn is_of_number(&self) -> bool {
        self.replaced == 0 && self.moves.is_empty()
    }
}

/// Changes in the order of the tokens. Insertions before a token come before its replacement.
type Changes<G> = Rc<[Rc<Change<G>>]>;

/// A hypothesis that does not explain the whole record.
///
/// The next slip may be in the tokens after the last change. It may be before that change as well,
/// if it does not show there: then another node searches for it, which is read from the start.
struct Node<G: Game> {
    step: Step<G>,
    /// The state before token `token`, where the search for the next slip begins.
    walk: Walk<G>,
    token: usize,
    /// The end of the tokens in which the next slip is searched for.
    until: usize,
    /// True if the next slip is searched for before the last change.
    is_back: bool,
    /// The changes from `token` on.
    later: Changes<G>,
    /// All changes.
    changes: Changes<G>,
    /// The cost of the changes, without the cost of odd numbers.
    paid: u32,
    /// The token that is refused; the number of tokens if only the end is wrong.
    refused: usize,
    /// True if the number before the refused token indicates that a turn is missing.
    is_gap: bool,
    /// The number of moves before the refused token.
    legal: u32,
    /// The number of known repairs that were tried.
    tried: usize,
    /// True if known repairs wait to be tried.
    waits: bool,
    /// Other ways to the same place, which cost at least as much.
    twins: Vec<Twin<G>>,
}

/// How a hypothesis was made.
struct Step<G: Game> {
    /// The hypothesis that was expanded.
    parent: Option<usize>,
    start: usize,
    reading: usize,
    change: Option<Rc<Change<G>>>,
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        Self {
            change: self.change.clone(),
            ..*self
        }
    }
}

/// Place that a new hypothesis has reached.
struct Reached<G: Game> {
    walk: Walk<G>,
    /// The next token.
    token: usize,
    /// The changes from there on.
    later: Changes<G>,
    /// All changes.
    changes: Changes<G>,
    /// The cost of the changes.
    paid: u32,
}

/// A hypothesis that explains the record to its end.
struct Complete<G: Game> {
    step: Step<G>,
    ending: Ending,
    cost: u32,
    moves: u32,
    /// How far the written numbers are ahead of the turns at the end.
    ahead: i64,
}

pub(super) struct Decoder<'a, G: Game> {
    record: &'a Record,
    context: &'a Context,
    channel: Channel,
    starts: Vec<Start<'a, G>>,
    readings: Vec<Reading<G>>,
    nodes: Vec<Node<G>>,
    complete: Vec<Complete<G>>,
    queue: BinaryHeap<Queued>,
    /// The ends that were compared with the claims of the record.
    endings: HashMap<EndKey, Vec<Ending>>,
    /// The cost of the best explanation.
    best: u32,
    /// True once something explains the record.
    is_explained: bool,
    /// The second greatest distance of a card from the centre. The greatest may be a mistake.
    reach: u64,
    /// The budget that is left, in judged turns.
    left: u64,
    /// True if not everything was tried, because of the budget or another limit.
    stopped: bool,
    /// Texts that were shown since the budget was charged for them.
    texts: u64,
    /// The sets of changes of the hypotheses that are kept. Two changes may be found in either
    /// order.
    known: HashSet<String>,
    /// The hypotheses by their places, for merging.
    places: HashMap<String, usize>,
    /// Repairs that have helped against each refusal.
    refusals: Refusals<G>,
    /// Legal turns in place of the refused tokens of some hypotheses.
    listed: HashMap<usize, IntendedTurns<G>>,
    /// Moves of the game that are known for certain, by their numbers from 1; `None` if the game
    /// ends before.
    answers: BTreeMap<u32, Option<Move<G>>>,
}

/// Decodes a record. `budget` is the number of turns that may be judged. `answers` are turns of the
/// game that are certain. `asked` is a turn whose likely values are listed.
pub(super) fn decode<G: Game>(
    record: &Record,
    context: &Context,
    budget: u64,
    answers: &[Answer],
    asked: Option<u32>,
) -> Decoding {
    let mut decoder = Decoder::<G>::new(record, context, budget);
    let mut are_turns = true;
    for answer in answers {
        match known_move(answer) {
            Some(known) => {
                decoder.answers.insert(answer.turn, known);
            }
            None => are_turns = false,
        }
    }
    // A text that is not a turn cannot be in any game.
    if are_turns {
        decoder.run();
    }
    decoder.into_decoding(budget, asked)
}

/// Returns true if an answer is a turn of the game, or says that the game ends before.
pub(super) fn is_possible<G: Game>(answer: &Answer) -> bool {
    known_move::<G>(answer).is_some()
}

/// Returns the move of an answer, `Some(None)` if it says that the game ends before, and `None` if
/// it is not a turn of the game.
fn known_move<G: Game>(answer: &Answer) -> Option<Option<Move<G>>> {
    if answer.text.is_empty() {
        return Some(None);
    }
    Move::parse(&answer.text).ok().map(Some)
}

impl<'a, G: Game> Decoder<'a, G> {
    fn new(record: &'a Record, context: &'a Context, budget: u64) -> Self {
        let tag = |name: &str| record.tag_value(name).map(str::to_owned);
        let side = G::FACTS.board.side(&tag);
        let readings = reading::readings::<G>(record, side);
        Self {
            record,
            context,
            channel: Channel::new(G::ID, side),
            starts: Vec::new(),
            reach: reading::second_greatest_distance(&readings[0]),
            readings,
            nodes: Vec::new(),
            complete: Vec::new(),
            queue: BinaryHeap::new(),
            endings: HashMap::new(),
            best: MAX_COST,
            is_explained: false,
            left: budget,
            stopped: false,
            texts: 0,
            known: HashSet::new(),
            places: HashMap::new(),
            refusals: Refusals::new(),
            listed: HashMap::new(),
            answers: BTreeMap::new(),
        }
    }

    fn run(&mut self) {
        self.begin();
        loop {
            if !self.is_explained && !self.complete.is_empty() {
                self.order_by_cost();
            }
            let Some(queued) = self.queue.pop() else {
                return;
            };
            if queued.bound > self.highest() {
                continue;
            }
            if self.is_explained && queued.is_early(self.best + PROOF) {
                let later = queued.needed_up_to(self.best + PROOF);
                self.queue.push(later);
                continue;
            }
            if self.stopped {
                // The remaining stages could be as likely, so they stay in the queue.
                self.queue.push(queued);
                return;
            }

            self.expand(queued.node, queued.stage);
            if self.stopped {
                self.queue.push(queued);
            }
        }
    }

    /// Returns the highest cost that still matters.
    fn highest(&self) -> u32 {
        (self.best + MARGIN).min(MAX_COST)
    }

    /// From now on, stages that could be about as likely as the best explanation come first.
    fn order_by_cost(&mut self) {
        self.is_explained = true;
        let queue = std::mem::take(&mut self.queue).into_iter();
        let needed = self.best + PROOF;
        self.queue = queue.map(|queued| queued.needed_up_to(needed)).collect();
    }

    /// Takes judged turns from the budget.
    fn spend(&mut self, turns: u64) {
        match self.left.checked_sub(turns) {
            Some(left) => self.left = left,
            None => {
                self.left = 0;
                self.stopped = true;
            }
        }
    }

    /// Takes a text that was shown from the budget. Twenty texts take the time of a judged turn.
    fn take_text(&mut self) {
        const TEXTS_A_TURN: u64 = 20;
        self.texts += 1;
        if self.texts == TEXTS_A_TURN {
            self.texts = 0;
            self.spend(1);
        }
    }

    /// Reads on from a walk, and keeps the hypothesis if it explains the record, or leads farther
    /// than its parent. Returns true if it is kept.
    fn reach(&mut self, step: Step<G>, reached: Reached<G>, farther_than: Option<usize>) -> bool {
        let Step { start, reading, .. } = step;
        let from = reached.walk.clone();
        let Some(read) = self.read_on(start, reading, from, reached.token, &reached.later) else {
            return false;
        };

        let mut agrees = false;
        let mut is_kept = false;
        if read.is_whole {
            for ending in self.endings_at(start, &read.walk) {
                agrees |= ending.agrees();
                let cost = read.walk.counts.cost + ending.cost;
                let moves = read.walk.counts.moves;
                let mut known = self.answers.iter();
                let is_short = known.any(|(&turn, known)| known.is_some() && turn > moves);
                let is_full = self.complete.len() >= MAX_EXPLANATIONS;
                if cost > self.highest() || is_short {
                    continue;
                }
                if is_full {
                    self.stopped = true;
                    continue;
                }
                self.best = self.best.min(cost);
                self.complete.push(Complete {
                    step: step.clone(),
                    ending,
                    cost,
                    moves,
                    ahead: read.walk.counts.ahead,
                });
                is_kept = true;
            }
        }
        let place = self.place(reading, read.refused);
        let leads_farther = farther_than.is_none_or(|than| place > than);
        if agrees || !leads_farther {
            return is_kept;
        }
        self.keep(step, reached, &read) || is_kept
    }

    /// Keeps a hypothesis, to search for its next slip. Returns false if it costs too much.
    fn keep(&mut self, step: Step<G>, reached: Reached<G>, read: &ReadUpTo<G>) -> bool {
        let refused = read.refused;
        let tokens = self.readings[step.reading].tokens.len();
        let node = Node {
            walk: reached.walk,
            token: reached.token,
            until: refused + 1,
            is_back: false,
            later: reached.later,
            changes: reached.changes,
            paid: reached.paid,
            refused,
            is_gap: read.is_gap,
            legal: read.walk.counts.moves,
            tried: 0,
            waits: false,
            twins: Vec::new(),
            step,
        };
        let needs = self.readings[node.step.reading].needs_after(refused);
        let least = if read.is_gap { cost::MISSING } else { LEAST };
        if read.walk.counts.cost + least + needs > self.highest() {
            return false;
        }
        if self.nodes.len() + 1 >= MAX_NODES {
            self.stopped = true;
            return false;
        }
        if read.is_gap {
            // The number shows the place of the mistake.
            let node = Node {
                walk: read.walk.clone(),
                token: refused,
                ..node
            };
            let Some(node) = self.merge(node) else {
                return true;
            };
            let bound = read.walk.counts.cost + cost::MISSING + needs;
            let outlook = Outlook {
                left: tokens - refused,
                window: 1,
                is_back: false,
            };
            self.queue(self.nodes.len(), Stage::Gap, bound, outlook);
            self.nodes.push(node);
            return true;
        }

        let back = self.back_of(&node);
        if let Some(node) = self.merge(node) {
            self.push(node, needs, tokens);
        }
        if let Some(back) = back {
            self.push(back, needs, tokens);
        }
        true
    }

    /// Returns the node that searches for a mistake before the last change of another one.
    fn back_of(&self, node: &Node<G>) -> Option<Node<G>> {
        let change = node.step.change.as_ref()?;
        if change.token == 0 {
            return None;
        }
        let Step { start, reading, .. } = node.step;
        let counts = Counts {
            moves: 0,
            added: 0,
            ahead: self.readings[reading].first_ahead(),
            cost: node.paid,
        };
        let progress = self.starts[start].trial.start();
        Some(Node {
            step: node.step.clone(),
            walk: Walk { progress, counts },
            token: 0,
            until: change.token,
            is_back: true,
            later: Rc::clone(&node.changes),
            changes: Rc::clone(&node.changes),
            twins: Vec::new(),
            ..*node
        })
    }

    /// Puts a hypothesis into the queue, for every stage.
    fn push(&mut self, node: Node<G>, needs: u32, tokens: usize) {
        let index = self.nodes.len();
        let outlook = Outlook {
            left: tokens - node.refused,
            window: node.until - node.token,
            is_back: node.is_back,
        };
        let cost = node.walk.counts.cost + needs;
        let cheap = self.least_in(&node);
        let stages = [
            (Stage::Cheap, cheap),
            (Stage::Dear, CHEAP),
            (Stage::Dearest, DEAR),
            (Stage::Missing, cost::MISSING),
            (
                Stage::MissingOfMany,
                cost::MISSING + expand::choice(FEW_TURNS),
            ),
        ];
        self.nodes.push(node);
        for (stage, more) in stages {
            self.queue(index, stage, cost + more, outlook);
        }
        self.wait_for_repairs(index);
    }

    /// Returns the least cost of a likely slip in the tokens of a hypothesis.
    fn least_in(&mut self, node: &Node<G>) -> u32 {
        if node.until > node.refused {
            return LEAST;
        }
        let tokens = node.token..node.until;
        let each = tokens.map(|token| self.least_at(node.step.reading, token));
        each.min().unwrap_or(MAX_COST)
    }

    /// Puts a stage of a hypothesis into the queue.
    fn queue(&mut self, node: usize, stage: Stage, bound: u32, outlook: Outlook) {
        if bound > self.highest() {
            return;
        }
        let queued = Queued::new(node, stage, bound, outlook);
        self.queue.push(if self.is_explained {
            queued.needed_up_to(self.best + PROOF)
        } else {
            queued
        });
    }

    /// Returns the turn of the record at which a token of a reading begins.
    fn place(&self, reading: usize, token: usize) -> usize {
        let tokens = &self.readings[reading].tokens;
        tokens
            .get(token)
            .map_or(self.record.moves.turns.len(), |token| token.turns.start)
    }

    /// Returns the changes of a hypothesis in the order in which they were made.
    fn changes<'s>(&'s self, step: &'s Step<G>) -> Vec<&'s Change<G>> {
        let mut changes = Vec::new();
        let mut step = Some(step);
        while let Some(current) = step {
            changes.extend(current.change.as_deref());
            step = current.parent.map(|node| &self.nodes[node].step);
        }
        changes.reverse();
        changes
    }

    /// Returns the edits that changes of a reading make.
    fn edits(&self, reading: usize, path: &[&Change<G>]) -> Vec<Edit> {
        self.readings[reading].edits(self.record, path)
    }
}
