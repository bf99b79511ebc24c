//! Search for the fixes of a record.
//!
//! [`FixSearch::search`] first tries the fixes that need no search: a text without a record becomes
//! comments, and records that follow each other are separated. Then it corrects the text, and
//! chooses one of three searches for mistakes: in the record as each of several games, in the
//! corrected record, or in the record as it is written.

use std::cmp::Reverse;
use std::sync::Arc;

use super::candidate_games::likely_games;
use super::checked_correction::{CheckedCorrection, error_count};
use super::correction::{Correction, ReadAs};
use super::decode::{self, Decoding};
use super::fix::thousandths;
use super::{Answer, MAX_LISTED, Mend, Mends};
use crate::findings::Finding;
use crate::fixes::pasted::words_for_turns;
use crate::games::{Context, GameId, with_game};
use crate::notation::{Record, is_in_unclosed_block};
use crate::replay::Report;
use crate::text::Claim;

/// The least number of legal turns of a record whose fix is applied without asking although the
/// record does not name its game. Fewer may be legal by accident.
const MIN_LEGAL_TURNS: u32 = 6;

/// The fixes that a search has found.
pub(super) struct SearchResult {
    pub(super) mends: Mends,
    /// The values of the turn that is asked about, in the likely games.
    pub(super) asked_values: Vec<String>,
}

impl SearchResult {
    /// Creates the result of a search for which nothing had to be decoded.
    fn without_values(mends: Mends) -> Self {
        Self {
            mends,
            asked_values: Vec::new(),
        }
    }

    /// Returns the best fix.
    fn first(&self) -> Option<&Mend> {
        self.mends.mends.first()
    }

    /// Returns true if the best fix explains the whole record.
    fn explains(&self) -> bool {
        self.first().is_some_and(Mend::explains)
    }
}

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
    pub(super) fn search(&self, work: u64) -> Option<SearchResult> {
        if let Some(mends) = self.fixes_without_search() {
            return Some(SearchResult::without_values(mends));
        }

        let corrected = CheckedCorrection::best_of(self.record, self.report, self.context);
        let read = corrected
            .as_ref()
            .map_or(self.record, |corrected| &corrected.correction.record);
        let games = likely_games(read);
        if !games.is_empty() {
            return self.search_in_games(&games, work);
        }
        match corrected {
            Some(corrected) => self.search_after_correction(&corrected, work),
            None => self.search_as_written(work),
        }
    }

    /// Returns the fixes that are known without a search for mistakes.
    fn fixes_without_search(&self) -> Option<Mends> {
        if let Some(Claim::Illegal(_)) = self.record.source().claim() {
            // The block claims that the record is illegal, so it must stay illegal.
            return Some(Mends {
                turn: self.first.turn,
                ..Mends::none(self.record, self.first)
            });
        }
        if is_in_unclosed_block(self.record, &self.report.findings) {
            // The text after the record is not part of it.
            return Some(Mends::none(self.record, self.first));
        }
        if self.record.tags.is_empty()
            && let Some(talk) = Correction::of_talk(self.record)
        {
            return Some(self.only(Mend::of_talk(talk)));
        }

        let (separated, first_report) =
            Correction::of_joined_records(self.record, self.report, self.context)?;
        Some(self.only(Mend::of_correction(&Arc::new(separated), &first_report)))
    }

    /// Returns the result that has only one fix.
    fn only(&self, mend: Mend) -> Mends {
        Mends {
            mends: vec![mend],
            count: 1,
            ..Mends::none(self.record, self.first)
        }
    }

    /// Searches for fixes of a record as one of several games. Those in which the whole record is
    /// explained count; otherwise the one in which most turns are legal.
    fn search_in_games(&self, games: &[GameId], work: u64) -> Option<SearchResult> {
        let work_for_each = work / games.len().max(1) as u64;
        let mut found: Vec<SearchResult> = games
            .iter()
            .filter_map(|game| {
                let corrected = correct_as(self.record, *game, self.context)?;
                self.search_after_correction(&corrected, work_for_each)
            })
            .collect();

        if found.iter().any(SearchResult::explains) {
            found.retain(SearchResult::explains);
            self.merge(found)
        } else {
            with_most_legal_turns(found)
        }
    }

    /// Merges the fixes of a record as one of several games into one list.
    fn merge(&self, found: Vec<SearchResult>) -> Option<SearchResult> {
        let is_one = found.len() == 1;
        let relative = relative_probabilities(&found)?;
        let total: f64 = relative.iter().sum();
        let mut all = Mends {
            proved: is_one,
            ..Mends::none(self.record, self.first)
        };
        let mut asked_values = Vec::new();
        for (of_game, relative) in found.into_iter().zip(relative) {
            let mends = of_game.mends;
            all.proved &= mends.proved;
            all.exhaustive &= mends.exhaustive;
            all.count += mends.count;
            all.work += mends.work;
            if is_one {
                all.question = mends.question;
                all.elsewhere = mends.elsewhere;
            }
            asked_values.extend(of_game.asked_values);
            all.mends.extend(mends.mends.into_iter().map(|mend| Mend {
                sole: mend.sole && is_one && mend.legal_turns >= MIN_LEGAL_TURNS,
                weight: thousandths(f64::from(mend.weight) / 1_000.0 * relative / total),
                ..mend
            }));
        }

        all.mends
            .sort_by_key(|mend| (!mend.explains(), Reverse(mend.weight)));
        all.mends.truncate(MAX_LISTED);
        Some(SearchResult {
            mends: all,
            asked_values,
        })
    }

    /// Searches for mistakes in a corrected record.
    fn search_after_correction(
        &self,
        corrected: &CheckedCorrection,
        work: u64,
    ) -> Option<SearchResult> {
        let CheckedCorrection { correction, report } = corrected;
        let only_correction = Mend::of_correction(correction, report);
        if report.is_valid() && self.answers.is_empty() {
            return Some(SearchResult::without_values(Mends {
                proved: true,
                ..self.only(only_correction)
            }));
        }

        let mut found = self.search_for_mistakes(Some(correction), work)?;
        let mends = &mut found.mends;
        // A corrected result is certain.
        if correction.has_result {
            mends.drop_changed_results();
        }
        mends.drop_harmful(self.report);
        if only_correction.is_helpful(self.report) {
            mends.certain_part = Some(Box::new(only_correction.clone()));
            // Fixes that explain the record come first, then the correction by itself.
            let explaining = mends.mends.iter().take_while(|mend| mend.explains());
            let index = explaining.count();
            mends.mends.insert(index, only_correction);
            mends.mends.truncate(MAX_LISTED);
            mends.count += 1;
        }
        Some(found)
    }

    /// Searches for mistakes in the record as it is written.
    fn search_as_written(&self, work: u64) -> Option<SearchResult> {
        let mut found = self.search_for_mistakes(None, work)?;
        found.mends.drop_harmful(self.report);
        Some(found)
    }

    /// Searches for mistakes in the record, or in the record after a correction. `None` if it does
    /// not name its game.
    fn search_for_mistakes(
        &self,
        correction: Option<&Arc<Correction>>,
        work: u64,
    ) -> Option<SearchResult> {
        let read = correction.map_or(self.record, |correction| &correction.record);
        let game = read.game()?;
        let mut decoding: Decoding = with_game!(game, G => {
            decode::decode::<G>(read, self.context, work, self.answers, self.asked)
        });
        let asked_values = std::mem::take(&mut decoding.values);
        Some(SearchResult {
            mends: Mends::of_decoding(decoding, self.record, self.first, self.context, correction),
            asked_values,
        })
    }
}

/// Returns the probability of each game divided by that of the likeliest one, from the costs of
/// their best fixes. `None` without games.
fn relative_probabilities(found: &[SearchResult]) -> Option<Vec<f64>> {
    let cost = |found: &SearchResult| found.first().map_or(0, |mend| mend.cost);
    let min_cost = found.iter().map(cost).min()?;
    // Costs are negative logarithms of probabilities, in thousandths.
    let relative = found
        .iter()
        .map(|found| (-f64::from(cost(found) - min_cost) / 1_000.0).exp());
    Some(relative.collect())
}

/// Returns the result for the game in which the best fix makes most turns legal.
fn with_most_legal_turns(mut found: Vec<SearchResult>) -> Option<SearchResult> {
    let legal = |found: &SearchResult| found.first().map_or(0, |mend| mend.legal_turns);
    let max_legal = found.iter().map(legal).max()?;
    let index = found.iter().position(|found| legal(found) == max_legal)?;
    Some(found.swap_remove(index))
}

/// Returns the better correction of a record as one of a game: as a pasted text, or not.
pub(super) fn correct_as(
    record: &Record,
    game: GameId,
    context: &Context,
) -> Option<CheckedCorrection> {
    let corrected = |read_as: ReadAs| {
        let correction = Correction::of_game(record, context, game, read_as)?;
        CheckedCorrection::new(correction, context)
    };
    let plain = corrected(ReadAs::Record);
    let Some(pasted) = corrected(ReadAs::PastedText) else {
        return plain;
    };

    // More legal turns are better, then fewer errors, then fewer words in the place of turns. If
    // the first turn of a chat is not legal, only these words show that it is one.
    let rank = |corrected: &CheckedCorrection| {
        let errors = error_count(&corrected.report);
        let words = words_for_turns(&corrected.correction.record, game);
        (corrected.report.turns, Reverse(errors), Reverse(words))
    };
    let is_pasted_better = plain
        .as_ref()
        .is_none_or(|plain| rank(&pasted) > rank(plain));
    if is_pasted_better {
        Some(pasted)
    } else {
        plain
    }
}
