//! Finds the legal turns most similar to an illegal one.
//!
//! Most mistakes are single typos, so the search tries variants of the written text first. It lists
//! legal turns only if this finds nothing.

mod comparison;
mod ranking;

use std::ops::ControlFlow;

use crate::games::{Game, TurnText};
use crate::notation::likeness::{
    Channel, Likeness, MAX_LENGTH, NEAR, Reach, TypoFilter, each_typo,
};
use crate::notation::retyped;
use comparison::{MISSING_LISTS, TurnComparison, USUAL_WORDS, without_lists};
use ranking::{MAX_NAMED, Ranking, TurnForm};

/// The maximum number of texts one typo away that are tried.
const MAX_TRIED: usize = 2_000;

/// Formats the nearest legal turns as a sentence.
pub(super) fn nearest_in_words(nearest: &[String]) -> String {
    let turns = if nearest.len() == 1 { "turn" } else { "turns" };
    format!("Nearest legal {turns}: `{}`.", nearest.join("`, `"))
}

/// Returns the legal turns most similar to an illegal text.
pub(super) fn nearest_turns<G: Game>(
    setup: &G::Setup,
    state: &G::State,
    written: &str,
) -> Option<Vec<String>> {
    // The cost of each trial grows with its length.
    if written.len() > MAX_LENGTH {
        return None;
    }
    let plain = retyped(written, G::ID).map(|retyped| retyped.text);
    let written = plain.as_deref().unwrap_or(written);
    let like = G::parse_turn(written).ok();
    if like
        .as_ref()
        .is_some_and(|turn| !G::fits_phase(state, turn))
    {
        return None;
    }
    let mut nearest = Nearest::<G> {
        setup,
        state,
        scratch: state.clone(),
        ranking: Ranking::default(),
    };
    // The text itself may be legal once its lookalike characters are replaced.
    if plain.is_some() && like.as_ref().is_some_and(|turn| nearest.is_legal(turn)) {
        nearest.ranking.keep(0, written, written, TurnForm::AsTried);
    }
    nearest.try_completions(written, like.as_ref());
    // An unusual typo counts twice as much as a usual one.
    for (reach, cost) in [(Reach::Near, NEAR), (Reach::Far, 2 * NEAR)] {
        if nearest.ranking.near.len() < MAX_NAMED {
            nearest.try_typos(written, reach, cost);
        }
    }
    if nearest.ranking.near.is_empty() {
        nearest.compare_legal_turns(written, like.as_ref());
    }
    nearest.suggestions(written)
}

/// Search for the legal turns most similar to a text.
struct Nearest<'a, G: Game> {
    setup: &'a G::Setup,
    state: &'a G::State,
    /// A copy of the state on which turns are tried.
    scratch: G::State,
    ranking: Ranking,
}

impl<G: Game> Nearest<'_, G> {
    fn is_legal(&mut self, turn: &G::Turn) -> bool {
        G::is_legal(self.setup, self.state, &mut self.scratch, turn)
    }

    /// Tries the same turn with the parts that the rules determine filled in.
    fn try_completions(&mut self, written: &str, like: Option<&G::Turn>) {
        let Some(like) = like else { return };
        let setup = self.setup;
        let state = self.state;
        let core = without_lists(written);
        let mut likeness = None;
        let mut text = String::with_capacity(USUAL_WORDS);
        let _ = G::completions(setup, state, like, &mut |turn| {
            text.clear();
            G::write_turn(turn, &mut text);
            let completed = without_lists(&text);
            let cost = if completed == core {
                Some(0)
            } else {
                likeness
                    .get_or_insert_with(|| Likeness::to(&core))
                    .distance(&completed, self.ranking.max_cost())
            };
            if let Some(cost) = cost {
                self.ranking
                    .keep(cost + MISSING_LISTS, written, &text, TurnForm::Canonical);
            }
            ControlFlow::Continue(())
        });
    }

    /// Tries the texts that are one typo away.
    fn try_typos(&mut self, written: &str, reach: Reach, cost: u32) {
        let mut turn = G::Turn::default();
        let mut tried = 0;
        let _ = each_typo(written, G::ID, reach, TypoFilter::MayBeTurns, &mut |typo| {
            tried += typo.passed_over + 1;
            if tried > MAX_TRIED {
                return ControlFlow::Break(());
            }
            if G::Turn::fast_parse(typo.text, &mut turn).is_some() && self.is_legal(&turn) {
                self.ranking.keep(
                    cost,
                    written,
                    std::str::from_utf8(typo.text).unwrap_or_default(),
                    TurnForm::AsTried,
                );
            }
            ControlFlow::Continue(())
        });
    }

    /// Compares legal turns, within the limit.
    fn compare_legal_turns(&mut self, written: &str, like: Option<&G::Turn>) {
        let setup = self.setup;
        let state = self.state;
        let max_cost = max_similar_cost(written);
        let written = like.map_or_else(
            || written.to_owned(),
            |turn| G::in_order(state, turn.clone()).to_string(),
        );
        let core = without_lists(&written);
        let mut comparison = TurnComparison::new(&mut self.ranking, &written, &core, max_cost);
        // A text that is not a turn may at least begin like one.
        let prefix = if like.is_none() {
            G::beginnings(&written).into_iter().next()
        } else {
            None
        };
        let _ = G::turns_like(setup, state, like.or(prefix.as_ref()), &mut comparison);
    }

    /// Returns the suggestions in canonical form.
    fn suggestions(mut self, written: &str) -> Option<Vec<String>> {
        let min_cost = self.ranking.near.first()?.cost;
        // Candidates that are too different are no help.
        if min_cost > max_similar_cost(written) {
            return None;
        }
        self.ranking
            .near
            .retain(|near| near.cost <= min_cost + NEAR);
        // The size of the board hardly matters: legal turns are on it.
        let channel = Channel::new(G::ID, G::FACTS.board.side(&|_| None));
        self.ranking.sort_by_mistake(&channel, written);
        let mut suggestions: Vec<String> = Vec::new();
        for near in self.ranking.near {
            let text = if near.form == TurnForm::Canonical {
                near.turn
            } else {
                let turn = G::parse_turn(&near.turn).ok()?;
                let Ok(played) = G::judge(self.setup, self.state, &turn, &[]) else {
                    continue;
                };
                let mut text = String::with_capacity(near.turn.len());
                G::write_turn(&played.turn, &mut text);
                text
            };
            if !suggestions.contains(&text) {
                suggestions.push(text);
            }
            if suggestions.len() == MAX_NAMED {
                break;
            }
        }
        Some(suggestions).filter(|suggestions| !suggestions.is_empty())
    }
}

/// Returns the highest cost at which a turn is still considered similar to a text: that of deleting
/// the whole text, which is 1 for each character, or of replacing the only character, which is 2.
fn max_similar_cost(written: &str) -> u32 {
    // Half of the maximum leaves room for additions to the cost.
    u32::try_from(written.len()).unwrap_or(u32::MAX / 2).max(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gipf::Gipf;
    use crate::games::pipe::Pipe;
    use crate::games::pippinzip::Pippinzip;
    use crate::games::pippip::Pippip;
    use crate::games::{Context, GameId, Language};
    use crate::notation::Record;
    use crate::replay::{RandomGame, Timeline};
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    fn nearest(tags: &str, moves: &str, written: &str) -> Vec<String> {
        let record = Record::parse_str(&format!("[Game \"gipf\"]\n{tags}\n\n{moves}"));
        assert_eq!(record.game(), Some(GameId::Gipf));
        let timeline = Timeline::new(record, &Context::default()).unwrap();
        let reached = timeline
            .main_line()
            .next_back()
            .or(timeline.start())
            .unwrap();
        let reached = reached.position.of_game::<Gipf>().unwrap();
        nearest_turns::<Gipf>(&reached.setup, reached.state(), written).unwrap_or_default()
    }

    #[test]
    fn a_swapped_name_comes_first() {
        assert_eq!(nearest("[Variant \"basic\"]", "", "2c")[0], "c2");
        assert_eq!(nearest("[Variant \"tournament\"]", "", "b3")[0], "Gb3");
    }

    #[test]
    fn a_missing_or_wrong_list_is_written_out() {
        let tags = "[Variant \"basic\"]\n[Position \"4/5/6/1wwww2/6/5/4 w 8,12 0,0 - -\"]";
        for written in ["b2", "xe3,e4;b2", "b2;xe3,e4,e5,e6", "b2;x"] {
            assert_eq!(
                nearest(tags, "", written)[0],
                "xe3,e4,e5,e6;b2",
                "{written}"
            );
        }
    }

    /// Headings and colons are part of the notation of the Pipe Game, not lookalikes of letters or
    /// dashes.
    #[test]
    fn another_card_is_suggested_for_the_same_place() {
        let record = Record::parse_str(
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n[Hand1 \"3,14,36,9,47,23,28,21,40\"]\n\
             [Hand2 \"17,25,46,5,39,41,20,4,34\"]\n\
             [Stock \"22,10,43,2,29,35,18,11,26,38,42,45,27,6,16,12,33,1,31,44,8,7,32,19,15,48,13,24,37,30\"]\n\n\
             1. discard:28,36,40,47;claim:white 2. discard:5,25,34,39;claim:black 3. 9@+0+0/N;draw:22",
        );
        let timeline = Timeline::new(record, &Context::default()).unwrap();
        let reached = timeline
            .main_line()
            .next_back()
            .unwrap()
            .position
            .of_game::<Pipe>()
            .unwrap();
        let found =
            nearest_turns::<Pipe>(&reached.setup, reached.state(), "45@+0-1/W;draw:10").unwrap();
        assert_eq!(found, ["46@+0-1/W;draw:10", "4@+0-1/W;draw:10"]);
    }

    /// Checks the suggestions for turns in the positions of a random game.
    fn shows_canonical_turns<G: Game>(
        tags: &[(&str, &str)],
        seed: u64,
    ) -> Result<(), TestCaseError> {
        let game = ("Game".to_owned(), G::ID.to_string());
        let given = tags
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let tags: Vec<_> = std::iter::once(game).chain(given).collect();
        let context = Context::default();
        let text = G::ID
            .random(&RandomGame {
                tags: &tags,
                seed,
                index: 0,
                most_turns: 40,
                context: &context,
            })
            .unwrap();
        let timeline = Timeline::new(Record::parse_str(&text), &context).unwrap();
        let frames = timeline.start().into_iter().chain(timeline.main_line());
        let reached: Vec<_> = frames
            .filter_map(|frame| frame.position.of_game::<G>())
            .collect();
        let mut shown = 0;
        for (frame_index, position) in reached
            .iter()
            .enumerate()
            .filter(|(_, position)| position.progress.result.is_none())
        {
            let setup = &position.setup;
            let state = position.state();
            let by = |frame_index: usize| reached.get(frame_index)?.by.as_ref()?.played.game_turn();
            // The next turn is legal; earlier ones mostly no longer are.
            for like in [by(frame_index + 1), by(frame_index), None] {
                let mut left = 60;
                let mut found = Ok(());
                let mut show = |turn: &G::Turn| {
                    let canonical = G::judge(setup, state, turn, &[]).map(|played| played.turn);
                    if canonical.as_ref().ok() != Some(turn) {
                        found = Err(TestCaseError::fail(format!("{turn} is shown for {like:?}")));
                        return ControlFlow::Break(());
                    }
                    shown += 1;
                    left -= 1;
                    if left > 0 {
                        ControlFlow::Continue(())
                    } else {
                        ControlFlow::Break(())
                    }
                };
                let _ = G::turns_like(setup, state, like, &mut show);
                if let Some(like) = like {
                    let _ = G::completions(setup, state, like, &mut show);
                }
                found?;
            }
        }
        prop_assert!(shown > 100, "{} are shown of {:?}", shown, tags);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn suggested_turns_are_in_canonical_form(seed in any::<u64>()) {
            for variant in Gipf::FACTS.variants {
                shows_canonical_turns::<Gipf>(&[("Variant", variant)], seed)?;
            }
            for (variant, size) in [("pipeline", "5"), ("zipline", "6"), ("freestyle", "9")] {
                shows_canonical_turns::<Pippinzip>(&[("Variant", variant), ("Size", size)], seed)?;
            }
            for options in ["dice=ccw", "dice=cw cap=8 store=roll"] {
                shows_canonical_turns::<Pippip>(&[("Variant", "standard"), ("Options", options)], seed)?;
            }
            for variant in Pipe::FACTS.variants {
                shows_canonical_turns::<Pipe>(&[("Variant", variant), ("Deck", "twin-works")], seed)?;
            }
        }
    }

    proptest! {
        #[test]
        fn text_that_parses_as_a_turn_may_be_suggested(
            gipf in "((x(G?[a-i][0-9]{1,2}\\*?,?){0,3}|G?[a-i][1-9](-[a-i][1-9])?);?){1,3}",
            pippinzip in "([a-z][0-9]{1,3},?){1,3}|take|pass",
            pippip in "([0-9]s;){0,2}\\*?[0-9]@[a-e][0-5]/[0-9](;x([a-d][0-9],?){0,3})?",
            play in "[0-9]{1,3}@[+-][0-9]{1,2}[+-][0-9]{1,2}/[NESW](;x([0-9]:)?[0-9]{1,3}(,[0-9]{1,2}){0,2}){0,2}(;(swap|keep|claim:[a-z,]{1,9}))?(;draw:[0-9]{1,2})?",
            set_up in "discard:(hidden|[0-9]{1,2}(,[0-9]{1,2}){0,4})(;claim:[a-z]{1,6})?",
        ) {
            holds::<Gipf>(&gipf)?;
            holds::<Pippinzip>(&pippinzip)?;
            holds::<Pippip>(&pippip)?;
            holds::<Pipe>(&play)?;
            holds::<Pipe>(&set_up)?;
        }
    }

    /// Returns the texts shown, each with the number of texts shown before it.
    fn shown(text: &str, game: GameId, reach: Reach, which: TypoFilter) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        let mut place = 0;
        let _ = each_typo(text, game, reach, which, &mut |typo| {
            place += typo.passed_over;
            found.push((place, String::from_utf8_lossy(typo.text).into_owned()));
            place += 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Checks that the filter skips no turn among the texts one typo away, nor among the texts one
    /// typo away from such turns.
    fn holds<G: Game>(text: &str) -> Result<(), TestCaseError> {
        let mut turns = vec![text.to_owned()];
        for round in 0..2 {
            for text in std::mem::take(&mut turns) {
                for reach in [Reach::Near, Reach::Far] {
                    let all = shown(&text, G::ID, reach, TypoFilter::All);
                    let mut may_be = shown(&text, G::ID, reach, TypoFilter::MayBeTurns)
                        .into_iter()
                        .peekable();
                    let mut turn = G::Turn::default();
                    for (place, intended) in all {
                        let is_shown = may_be
                            .next_if(|(shown_place, text)| {
                                (*shown_place, text) == (place, &intended)
                            })
                            .is_some();
                        let is_turn = G::Turn::fast_parse(intended.as_bytes(), &mut turn).is_some();
                        prop_assert!(is_shown || !is_turn, "{} of {}", intended, text);
                        if is_turn && round == 0 && turns.len() < 8 {
                            turns.push(intended);
                        }
                    }
                    // The filtered texts are a subset of all texts.
                    prop_assert_eq!(may_be.next(), None, "{}", text);
                }
            }
        }
        Ok(())
    }
}
