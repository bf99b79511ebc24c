//! Compares the end of a hypothesis with what the record claims, and finds the claims that may be
//! wrong instead.
//!
//! [`Decoder::endings_at`] returns one [`Ending`] if the claims agree with the end. Otherwise each
//! proposal (`proposals.rs`) changes some claims, and those after which the end agrees are
//! returned. The claims are the tags `Result`, `Score` and `Termination`, and the result after the
//! turns.

use super::Decoder;
use super::proposals::Proposals;
use super::start::Start;
use super::walk::Walk;
use crate::fixes::mend::edit::Edit;
use crate::games::{Game, Sides};
use crate::notation::{Outcome, Standing, score_text};
use crate::replay::Trial;

/// The properties of an end that the claims may contradict.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct EndKey {
    start: usize,
    result: Option<Standing>,
    resigned: bool,
    score: Option<Vec<u32>>,
    sides: Option<Sides>,
}

impl EndKey {
    /// Returns true for an end of a game with this start.
    pub(super) fn is_of(&self, start: usize) -> bool {
        self.start == start
    }
}

/// An end of the game that agrees with the claims, once those are corrected.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    pub(super) edits: Vec<Edit>,
    /// The common reason for the edits, if there is one.
    pub(super) explanation: Option<&'static str>,
    pub(super) cost: u32,
}

impl Ending {
    /// Returns true if the record claims this end.
    pub(super) fn agrees(&self) -> bool {
        self.edits.is_empty()
    }
}

impl<G: Game> Decoder<'_, G> {
    /// Returns the ways in which the record may claim the end of a walk: as it is written, or with
    /// other claims. Few ends differ, so each is compared once.
    pub(super) fn endings_at(&mut self, start: usize, walk: &Walk<G>) -> Vec<Ending> {
        let progress = &walk.progress;
        let setup = self.starts[start].trial.setup();
        let is_over = progress.result.is_some();
        let key = EndKey {
            start,
            result: progress.result.clone(),
            resigned: progress.resigned,
            score: if is_over {
                G::score(setup, &progress.state)
            } else {
                None
            },
            sides: G::sides(setup, &progress.state),
        };
        if let Some(known) = self.endings.get(&key) {
            return known.clone();
        }

        let found = self.compare_with_claims(start, walk, key.score.as_deref());
        self.endings.insert(key, found.clone());
        found
    }

    /// Returns the ways in which the claims agree with the end of a walk, whose score is `score`.
    fn compare_with_claims(
        &mut self,
        start: usize,
        walk: &Walk<G>,
        score: Option<&[u32]>,
    ) -> Vec<Ending> {
        let Start {
            trial,
            claims,
            claims_end,
            ..
        } = &self.starts[start];
        if *claims_end && trial.agrees(&walk.progress) {
            return vec![Ending {
                edits: Vec::new(),
                explanation: None,
                cost: 0,
            }];
        }

        let claims = claims.clone();
        let result = walk.progress.result.clone();
        let proposals = Proposals {
            record: self.record,
            claims: &claims,
            result: result.map_or(Outcome::Open, Outcome::Decided).to_string(),
            score: score.map(score_text),
            breaks_off: self.breaks_off(),
        };
        let mut found = Vec::new();
        for proposal in proposals.all() {
            self.take_setup(&claims);
            if self.stopped {
                break;
            }
            let corrected = proposal.corrected(&claims);
            let trial = Trial::<G>::new(&corrected, self.context);
            if trial.is_some_and(|trial| trial.agrees(&walk.progress)) {
                found.push(proposal.into_ending(self.record));
            }
        }
        found
    }

    /// Returns true if the last token is refused as written, so that the record may break off in
    /// it.
    fn breaks_off(&self) -> bool {
        self.nodes.first().is_some_and(|as_written| {
            let reading = &self.readings[as_written.step.premises.reading];
            as_written.refused + 1 == reading.tokens.len()
        })
    }
}
