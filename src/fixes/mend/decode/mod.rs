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
//!
//! [`decode`] reads the tokens of the record in one or more conventions (`reading.rs`), begins with
//! the tags as written (`start.rs`), and takes one stage of one hypothesis after the other from the
//! queue (`queue.rs`). `expand.rs` makes the changes of this stage, `walk.rs` reads on with each,
//! `end.rs` compares the end with the claims, and `new_hypotheses.rs` keeps what is better. At the
//! end, `decoding.rs` turns the explanations into likely games.

mod cost;
mod decoding;
mod end;
mod expand;
mod legal_turns;
mod new_hypotheses;
mod not_turns;
mod question;
mod queue;
mod reading;
mod repairs;
mod separators;
mod start;
mod twin_hypotheses;
mod walk;

pub(super) use decoding::{Decoding, Explanation};

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

use super::Answer;
use super::edit::Edit;
use crate::games::{Context, Game};
use crate::notation::Record;
use crate::notation::likeness::Channel;
use crate::replay::Move;
use end::{EndKey, Ending};
use queue::Queued;
use reading::{IntendedTurns, Reading};
use repairs::Refusals;
use start::Start;
use twin_hypotheses::Twin;
use walk::Walk;

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

/// The tags and the reading under which the tokens of a hypothesis are played. They are the same
/// for everything that is made from it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Premises {
    /// Index in [`Decoder::starts`].
    start: usize,
    /// Index in [`Decoder::readings`].
    reading: usize,
}

/// How a hypothesis was made.
struct Step<G: Game> {
    /// The hypothesis that was expanded; `None` for the first one with its premises.
    parent: Option<usize>,
    premises: Premises,
    /// The change that was made to it.
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
    /// The rest of the budget, in judged turns.
    budget_left: u64,
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
            budget_left: budget,
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
        match self.budget_left.checked_sub(turns) {
            Some(left) => self.budget_left = left,
            None => {
                self.budget_left = 0;
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
