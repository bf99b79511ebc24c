//! Decodes a record: searches for the games that its scorer may have intended, the likeliest first.
//!
//! A record is the output of a noisy channel: somebody intended a game, and mistakes changed its
//! text. Each mistake has a cost; the likelier the mistake, the lower the cost ([`Channel`]). Costs
//! are negative logarithms of probabilities, in thousandths (`cost.rs`), so the costs of several
//! mistakes add up. The turns of the record are the *tokens* of the search. A token may also be a
//! text that is not a turn. A *move* is what is played for a token: a turn or a resignation.
//!
//! A *hypothesis* is a list of changes to the tokens: in `1. a2-b3 2. h1-h3 3. a2-c44`, one says
//! that token 3 should be `a2-c4`. Its tokens are read as written, at no cost, until the rules
//! refuse one, a number says that a turn is missing, or the end contradicts the claims of the
//! record. Only then is the hypothesis expanded: each mistake in the tokens up to the refused one
//! makes a new hypothesis with one more change. So work is spent only where something is wrong, and
//! a mistake that shows late is found as well as one that shows at once.
//!
//! A hypothesis is kept if it leads farther than the one that it was made from. The next mistake
//! may be in the tokens after the last change, or before it, where it did not show yet. Both are
//! searched for separately, because the first needs less work. A change that has helped against a
//! refusal is a *repair*, which is tried first for other hypotheses with the same refusal.
//! Hypotheses that have come to the same position before the same token are merged.
//!
//! A hypothesis is expanded in *stages*, with likely mistakes first. Each stage has a lower bound
//! on the cost of its results: the cost so far, the minimum cost of one more mistake, and the cost
//! of later texts that are not turns. The search therefore knows up to which cost it is complete.
//!
//! [`decode`] reads the tokens of the record in one or more conventions (`reading.rs`), begins with
//! the tags as written (`start.rs`), and takes one stage of one hypothesis after the other from the
//! queue (`queue.rs`). `expand.rs` makes the changes of this stage, `walk.rs` reads on with each,
//! `claimed_end.rs` compares the end with the claims, and `new_hypotheses.rs` keeps what is better.
//! At the end, `decoding.rs` turns the explanations into likely games.

mod claimed_end;
mod claims;
mod cost;
mod decoding;
mod expand;
mod hypothesis;
mod intended_turns;
mod joined_words;
mod legal_turns;
mod new_hypotheses;
mod not_turns;
mod proposals;
mod question_to_user;
mod queue;
mod reading;
mod repairs;
mod separators;
mod start;
mod token_changes;
mod twin_hypotheses;
mod walk;

pub(super) use decoding::{Decoding, Explanation};

use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

use super::Answer;
use super::edit::Edit;
use crate::games::{Context, Game};
use crate::notation::Record;
use crate::notation::likeness::Channel;
use crate::replay::Move;
use claimed_end::{EndKey, Ending};
use hypothesis::{Change, Complete, Node, Step};
use intended_turns::IntendedTurns;
use queue::Queued;
use reading::Reading;
use repairs::Refusals;
use start::Start;

/// The least cost of one more mistake. It is a lower bound on the way to an explanation.
const LEAST: u32 = 4_000;
/// Mistakes that cost more than this are tried in a later stage.
const CHEAP: u32 = 7_200;
/// Mistakes that cost more than this are tried in the last stage. Turns that are nothing like the
/// written text cost more: there are many, so they wait until everything likelier was tried.
const DEAR: u32 = 10_500;
/// Hypotheses that cost more than the best explanation by this are dropped: e⁻⁸ = 0.03 %.
const MARGIN: u32 = 8_000;
/// A game may be called the likeliest if everything up to this above its cost was searched: e⁻⁵ =
/// 0.7 %.
const PROOF: u32 = 5_000;
/// Hypotheses that cost more than this explain nothing: they have more than about five mistakes.
const MAX_COST: u32 = 40_000;
/// Where more turns than this are legal, a missing turn is searched for in a later stage.
const FEW_TURNS: usize = 500;
/// The maximum number of hypotheses that are kept. Each keeps a position.
const MAX_NODES: usize = 40_000;
/// The maximum number of explanations that are kept.
const MAX_EXPLANATIONS: usize = 20_000;

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
        match KnownMove::from_answer(answer) {
            Some(known) => {
                decoder.known_moves.insert(answer.turn, known);
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
    KnownMove::<G>::from_answer(answer).is_some()
}

/// An answer of the user about one move of the game, which is certain.
enum KnownMove<G: Game> {
    Move(Move<G>),
    /// The game ends before it.
    NoMove,
}

impl<G: Game> KnownMove<G> {
    /// Reads an answer; `None` if it is not a turn of the game.
    fn from_answer(answer: &Answer) -> Option<Self> {
        if answer.text.is_empty() {
            return Some(Self::NoMove);
        }
        Move::parse(&answer.text).ok().map(Self::Move)
    }
}

/// The state of a search.
pub(super) struct Decoder<'a, G: Game> {
    record: &'a Record,
    context: &'a Context,
    channel: Channel,
    /// The tags as written, then other tags that lead farther.
    starts: Vec<Start<'a, G>>,
    /// The tokens as written, then in other conventions.
    readings: Vec<Reading<G>>,
    /// The hypotheses that wait for their next change.
    nodes: Vec<Node<G>>,
    /// The hypotheses that explain the record.
    complete: Vec<Complete<G>>,
    /// The stages of `nodes` that were not searched yet.
    queue: BinaryHeap<Queued>,
    /// The ends that were compared with the claims of the record.
    endings: HashMap<EndKey, Vec<Ending>>,
    /// The cost of the best explanation.
    best: u32,
    /// True once something explains the record.
    is_explained: bool,
    /// The second greatest distance of a card from the centre. The greatest may be a mistake.
    usual_distance: u64,
    /// The rest of the budget, in judged turns.
    budget_left: u64,
    /// True if not everything was tried, because of the budget or another limit.
    stopped: bool,
    /// Texts that were shown since the budget was charged for them.
    texts: u64,
    /// The sets of changes of the hypotheses that are kept. Two changes may be found in either
    /// order.
    known_changes: HashSet<String>,
    /// The hypotheses by their places, for merging.
    places: HashMap<String, usize>,
    /// Repairs that have helped against each refusal.
    refusals: Refusals<G>,
    /// Legal turns in place of the refused tokens of some hypotheses.
    listed_turns: HashMap<usize, IntendedTurns<G>>,
    /// Known moves of the game, by their numbers from 1.
    known_moves: BTreeMap<u32, KnownMove<G>>,
}

impl<'a, G: Game> Decoder<'a, G> {
    fn new(record: &'a Record, context: &'a Context, budget: u64) -> Self {
        let tag = |name: &str| record.tag_value(name).map(str::to_owned);
        let columns = G::FACTS.board.side(&tag);
        let readings = reading::readings::<G>(record, columns);
        Self {
            record,
            context,
            channel: Channel::new(G::ID, columns),
            starts: Vec::new(),
            usual_distance: intended_turns::second_greatest_distance(&readings[0]),
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
            known_changes: HashSet::new(),
            places: HashMap::new(),
            refusals: Refusals::new(),
            listed_turns: HashMap::new(),
            known_moves: BTreeMap::new(),
        }
    }

    /// Expands hypotheses until nothing in the queue matters, or the budget is used up.
    fn run(&mut self) {
        self.begin();
        loop {
            if !self.is_explained && !self.complete.is_empty() {
                self.postpone_unlikely_stages();
            }
            let Some(queued) = self.queue.pop() else {
                return;
            };
            if queued.bound > self.highest_cost() {
                continue;
            }
            // The best explanation may be better than when the stage came into the queue.
            if self.is_explained && queued.must_wait(self.likely_cost()) {
                let postponed = queued.postponed_above(self.likely_cost());
                self.queue.push(postponed);
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
    fn highest_cost(&self) -> u32 {
        (self.best + MARGIN).min(MAX_COST)
    }

    /// Returns the highest cost of a game that is about as likely as the best explanation.
    fn likely_cost(&self) -> u32 {
        self.best + PROOF
    }

    /// From now on, stages that could be about as likely as the best explanation come first.
    fn postpone_unlikely_stages(&mut self) {
        self.is_explained = true;
        let likely_cost = self.likely_cost();
        let queue = std::mem::take(&mut self.queue).into_iter();
        self.queue = queue
            .map(|queued| queued.postponed_above(likely_cost))
            .collect();
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

    /// Returns the index of the turn of the record at which a token of a reading begins.
    fn turn_index(&self, reading: usize, token: usize) -> usize {
        self.readings[reading].first_turn(self.record, token)
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
