//! Search for the fixes of a record. [`FixSearch::search`] corrects the text first. Then it chooses
//! one of three searches for mistakes: in the record as each of several games, in the corrected
//! record, or in the record as it is written.

use std::cmp::Reverse;
use std::sync::Arc;

use super::candidate_games::likely_games;
use super::correction::Correction;
use super::decode::{self, Decoding};
use super::edit::Edit;
use super::{Answer, MAX_LISTED, Mend, Mends, checked_correction, correction_of, error_count};
use crate::findings::Finding;
use crate::fixes::pasted::words_for_turns;
use crate::games::{Context, GameId, with_game};
use crate::notation::Record;
use crate::replay::Report;

/// The least number of legal turns of a record whose fix is applied without asking. Fewer may be
/// legal by accident.
const MIN_TURNS: u32 = 6;

/// A corrected record and its report.
pub(super) type Corrected = (Arc<Correction>, Report);

/// Fixes, and the values of the turn that is asked about in the likely games.
type Found = (Mends, Vec<String>);

/// A search for fixes: the record, and the known facts about it.
pub(super) struct FixSearch<'a> {
    pub(super) record: &'a Record,
    pub(super) report: &'a Report,
    pub(super) context: &'a Context,
    /// The first error.
    pub(super) first: &'a Finding,
    /// Turns of the game that are certain.
    pub(super) answers: &'a [Answer],
    /// A turn whose likely values are listed.
    pub(super) asked: Option<u32>,
}

impl FixSearch<'_> {
    /// Searches for fixes, after the correction of the text if there is one. If the record names no
    /// game, or one whose turns it does not have, it is searched as each of the likely games.
    pub(super) fn search(&self, work: u64) -> Option<Found> {
        let corrected = correction_of(self.record, self.report, self.context);
        let read = corrected
            .as_ref()
            .map_or(self.record, |(correction, _)| &correction.record);
        let games = likely_games(read);
        if !games.is_empty() {
            return self.search_in_games(&games, work);
        }
        match corrected {
            Some(corrected) => self.search_after_correction(corrected, work),
            None => self.search_as_written(work),
        }
    }

    /// Searches for mistakes in a record; `None` if it does not name its game.
    fn decode_record(&self, record: &Record, work: u64) -> Option<Decoding> {
        let game = record.game()?;
        Some(with_game!(game, G => {
            decode::decode::<G>(record, self.context, work, self.answers, self.asked)
        }))
    }

    /// Searches for mistakes in the record as it is written.
    fn search_as_written(&self, work: u64) -> Option<Found> {
        let decoding = self.decode_record(self.record, work)?;
        let values = decoding.values.clone();
        let mut found = Mends::of_decoding(decoding, self.record, self.first, self.context, None);
        found.drop_harmful(self.report);
        Some((found, values))
    }

    /// Searches for mistakes in a corrected record.
    fn search_after_correction(&self, corrected: Corrected, work: u64) -> Option<Found> {
        let (correction, corrected) = corrected;
        let alone = Mend::of_correction(&correction, &corrected);
        if corrected.is_valid() && self.answers.is_empty() {
            let only = Mends {
                mends: vec![alone],
                count: 1,
                proved: true,
                ..Mends::none(self.record, self.first)
            };
            return Some((only, Vec::new()));
        }

        let decoding = self.decode_record(&correction.record, work)?;
        let values = decoding.values.clone();
        let mut found = Mends::of_decoding(
            decoding,
            self.record,
            self.first,
            self.context,
            Some(&correction),
        );
        // A corrected result is certain, so fixes that change it are dropped.
        if correction.has_result {
            let before = found.mends.len();
            let changes_result =
                |edit: &Edit| matches!(edit, Edit::Tag { name, .. } if name == "Result");
            found
                .mends
                .retain(|mend| !mend.later_edits.iter().any(changes_result));
            found.count -= before - found.mends.len();
            found
                .elsewhere
                .retain(|mend| !mend.later_edits.iter().any(changes_result));
        }
        found.drop_harmful(self.report);
        if alone.is_helpful(self.report) {
            found.certain_part = Some(Box::new(alone.clone()));
            // Fixes that explain the record come first, then the correction by itself.
            let explaining = found.mends.iter().take_while(|mend| mend.explains());
            let index = explaining.count();
            found.mends.insert(index, alone);
            found.mends.truncate(MAX_LISTED);
            found.count += 1;
        }
        Some((found, values))
    }

    /// Searches for fixes of a record as one of several games. Those in which the whole record is
    /// explained count; otherwise the one in which most turns are legal.
    fn search_in_games(&self, games: &[GameId], work: u64) -> Option<Found> {
        let share = work / games.len().max(1) as u64;
        let mut found: Vec<Found> = games
            .iter()
            .filter_map(|game| {
                let corrected = correct_as(self.record, *game, self.context)?;
                self.search_after_correction(corrected, share)
            })
            .collect();
        let explains = |(mends, _): &Found| mends.mends.first().is_some_and(Mend::explains);
        if found.iter().any(explains) {
            found.retain(explains);
        } else {
            let legal = |(mends, _): &Found| mends.mends.first().map_or(0, |mend| mend.legal_turns);
            let max_legal = found.iter().map(legal).max()?;
            let index = found.iter().position(|found| legal(found) == max_legal)?;
            return Some(found.swap_remove(index));
        }

        let is_one = found.len() == 1;
        let mut values = Vec::new();
        let mut all = Mends::none(self.record, self.first);
        // A game of whose fixes the first costs less is likelier by that.
        let cost = |(mends, _): &Found| mends.mends.first().map_or(0, |mend| mend.cost);
        let min_cost = found.iter().map(cost).min()?;
        let shares: Vec<f64> = found
            .iter()
            .map(|found| (-f64::from(cost(found) - min_cost) / 1_000.0).exp())
            .collect();
        let total: f64 = shares.iter().sum();
        all.proved = is_one;
        for ((mends, of_game), share) in found.into_iter().zip(shares) {
            all.proved &= mends.proved;
            all.exhaustive &= mends.exhaustive;
            all.count += mends.count;
            all.work += mends.work;
            if is_one {
                all.question = mends.question;
                all.elsewhere = mends.elsewhere;
            }
            values.extend(of_game);
            all.mends.extend(mends.mends.into_iter().map(|mend| Mend {
                sole: mend.sole && is_one && mend.legal_turns >= MIN_TURNS,
                weight: super::thousandths(f64::from(mend.weight) / 1_000.0 * share / total),
                ..mend
            }));
        }
        all.mends
            .sort_by_key(|mend| (!mend.explains(), Reverse(mend.weight)));
        all.mends.truncate(MAX_LISTED);
        Some((all, values))
    }
}

/// Returns the better correction of a record as one of a game: as a pasted text, or not.
pub(super) fn correct_as(record: &Record, game: GameId, context: &Context) -> Option<Corrected> {
    let corrected = |as_pasted: bool| {
        let correction = Correction::of_game(record, context, game, as_pasted);
        checked_correction(correction, context)
    };
    let plain = corrected(false);
    let Some(pasted) = corrected(true) else {
        return plain;
    };
    let is_better = plain
        .as_ref()
        .is_none_or(|plain| rank(&pasted, game) > rank(plain, game));
    if is_better { Some(pasted) } else { plain }
}

/// Returns what corrections are compared by: legal turns, then errors, then words that are in the
/// place of turns. If the first turn of a chat is not legal, only these words show that it is one.
fn rank((correction, report): &Corrected, game: GameId) -> (u32, Reverse<usize>, Reverse<usize>) {
    let errors = error_count(report, |_| true);
    let words = words_for_turns(&correction.record, game);
    (report.turns, Reverse(errors), Reverse(words))
}
