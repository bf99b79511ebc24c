//! Checks expectations about turns that the record does not play, and about captured items.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::expectations::Unmet;
use super::{Lines, MAX_COUNTED, MAX_MENDED};
use crate::findings::Exhibit;
use crate::games::{Game, GameId, Refusal, take_step};
use crate::notation::{TurnNode, shorten};
use crate::replay::illegal_turn::{TurnError, explain_refusal};
use crate::replay::nearest::nearest_turns;
use crate::replay::progress::{Move, NotPlayed, Progress};
use crate::replay::starting_position::Start;
use crate::text::Span;

/// The maximum number of legal turns written into a record as an expectation.
const MAX_WRITTEN: usize = 500;
/// The maximum number of missing or surplus turns that a finding names.
const MAX_LISTED: usize = 5;

/// Judges a turn without playing it in the record, and returns its canonical form.
fn judge_aside<G: Game>(
    setup: &G::Setup,
    progress: &Progress<G>,
    text: &str,
) -> Result<String, TurnError<G>> {
    let turn = Move::parse(text).map_err(|error| TurnError::Unreadable(error.at))?;
    match progress.after(setup, &turn, &[]) {
        Ok(played) => Ok(played.canonical.to_string()),
        Err(NotPlayed::Illegal(refusal)) => Err(TurnError::Illegal(refusal)),
        // Expectations of a line with a fault are not checked, so `AfterFault` does not occur.
        Err(NotPlayed::AfterEnd | NotPlayed::AfterFault) => Err(TurnError::AfterEnd),
    }
}

/// Lists the first turns in order, with the number of the others.
fn list_in_words(turns: Vec<String>, is_cut: bool) -> String {
    let turns: BTreeSet<String> = turns.into_iter().collect();
    let named: Vec<String> = turns
        .iter()
        .take(MAX_LISTED)
        .map(|turn| format!("`{}`", shorten(turn)))
        .collect();
    match turns.len().saturating_sub(named.len()) {
        0 => named.join(", "),
        _ if is_cut => format!("{} and many more", named.join(", ")),
        more => format!("{} and {more} more", named.join(", ")),
    }
}

impl<G: Game> Lines<'_, '_, G> {
    /// Returns the board of a refusal, with the illegal places.
    pub(super) fn exhibit_of_refusal(&mut self, refusal: &Refusal<G>) -> Option<Exhibit> {
        let Start { setup, .. } = self.start?;
        if !self.may_explain() {
            return None;
        }
        let (_, explanation) = explain_refusal::<G>(setup, refusal, Span::default(), "");
        Some(self.exhibit(G::exhibit(setup, refusal), explanation.marks))
    }

    /// Checks that a turn is illegal here. An unmet expectation comes with the board of the
    /// refusal, if there is one.
    pub(super) fn check_not_legal(
        &mut self,
        setup: &G::Setup,
        progress: &Progress<G>,
        turn: &str,
        code: &str,
    ) -> Result<(), Unmet> {
        let written = shorten(turn);
        if let Some(unmet) = Unmet::unknown_code(code) {
            return Err(unmet);
        }
        let Err(error) = judge_aside::<G>(setup, progress, turn) else {
            return Err(Unmet::new(format!(
                "`{written}` was expected to be `{code}`; it is legal."
            )));
        };
        let found = error.code(turn).id;
        if found == code {
            return Ok(());
        }
        let exhibit = match &error {
            TurnError::Illegal(refusal) => self.exhibit_of_refusal(refusal),
            TurnError::Unreadable(_) | TurnError::AfterEnd => None,
        };
        let message = format!("`{written}` was expected to be `{code}`; it is `{found}`.");
        Err(
            Unmet::with_correction(message, format!("not-legal {turn} {found}"))
                .with_exhibit(exhibit),
        )
    }

    /// Checks that exactly these turns are legal here.
    pub(super) fn check_exact_turns(
        &mut self,
        setup: &G::Setup,
        progress: &Progress<G>,
        expected: &[String],
    ) -> Result<(), Unmet> {
        if let Some(left_out) = G::UNLISTED_TURNS {
            return Err(Unmet::new(format!(
                "The legal turns of {} cannot be listed: {left_out}.",
                G::TITLE
            )));
        }

        let mut expected_turns = BTreeSet::new();
        let mut refused = Vec::new();
        for turn in expected {
            match judge_aside::<G>(setup, progress, turn) {
                Ok(canonical) => drop(expected_turns.insert(canonical)),
                Err(_) => refused.push(turn.clone()),
            }
        }

        // More turns than this need not be listed: some of them are not expected, and they are too
        // many to write out.
        let max_turns = MAX_WRITTEN.max(expected_turns.len());
        let legal = self.list_turns(setup, progress, max_turns)?;
        let is_cut = legal.len() > max_turns;
        let others: Vec<String> = legal
            .iter()
            .filter(|turn| !expected_turns.contains(*turn))
            .cloned()
            .collect();
        if !is_cut {
            // A turn that is legal but never listed, such as `resign`, counts as refused.
            let legal: BTreeSet<&String> = legal.iter().collect();
            refused.extend(
                expected_turns
                    .into_iter()
                    .filter(|turn| !legal.contains(turn)),
            );
        }

        let mut message = Vec::new();
        if !refused.is_empty() {
            message.push(format!("Not legal: {}.", list_in_words(refused, false)));
        }
        if !others.is_empty() {
            message.push(format!("Legal as well: {}.", list_in_words(others, is_cut)));
        }
        match message.as_slice() {
            [] => Ok(()),
            _ if legal.len() > MAX_WRITTEN => Err(Unmet::new(message.join(" "))),
            _ => Err(Unmet::with_correction(
                message.join(" "),
                format!("moves = {}", legal.join(" ")).trim_end(),
            )),
        }
    }

    /// Returns the legal turns, up to one more than `max_turns`.
    ///
    /// # Errors
    /// If the budget of the record does not suffice.
    fn list_turns(
        &mut self,
        setup: &G::Setup,
        progress: &Progress<G>,
        max_turns: usize,
    ) -> Result<Vec<String>, Unmet> {
        let mut turns = Vec::new();
        if progress.result.is_some() {
            return Ok(turns);
        }
        let too_many = || {
            Unmet::new(format!(
                "More than {MAX_COUNTED} turns in one record are not listed."
            ))
        };
        if self.steps_left == 0 {
            return Err(too_many());
        }
        let walked = G::legal_turns(setup, &progress.state, &mut |turn, _| {
            take_step(&mut self.steps_left)?;
            turns.push(turn.to_string());
            if turns.len() > max_turns {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if walked.is_break() && turns.len() <= max_turns {
            // The budget is used up, also if the search itself gave up.
            self.steps_left = 0;
            return Err(too_many());
        }
        Ok(turns)
    }

    /// Checks that the turn is illegal, and that `expected` is the nearest legal turn.
    pub(super) fn check_mends(
        &mut self,
        setup: &G::Setup,
        progress: &Progress<G>,
        node: Option<&TurnNode>,
        expected: &str,
    ) -> Result<(), Unmet> {
        let Some(node) = node else {
            return Err(Unmet::new("No turn comes before this expectation."));
        };
        if self.played_last(node).is_some() {
            return Err(Unmet::with_correction(
                "This turn is legal: there is nothing to fix.",
                "legal",
            ));
        }
        let Some(left) = self.mends_left.checked_sub(1) else {
            return Err(Unmet::new(format!(
                "Only {MAX_MENDED} turns per record are searched for a fix."
            )));
        };
        self.mends_left = left;
        let nearest = match progress.result {
            Some(_) => None,
            None => nearest_turns::<G>(setup, &progress.state, self.record.turn_text(node)),
        };
        let canonical = |turn: &str| judge_aside::<G>(setup, progress, turn).ok();
        let Some(first) = nearest.as_ref().and_then(|turns| turns.first()) else {
            return Err(Unmet::new("No legal turn is near this one."));
        };
        if canonical(expected).is_some_and(|expected| Some(expected) == canonical(first)) {
            return Ok(());
        }
        Err(Unmet::with_correction(
            format!("The nearest legal turn is `{first}`."),
            format!("mends {first}"),
        ))
    }

    /// Checks the captured items, as listed in the canonical form of the turn.
    pub(super) fn check_captured(
        &self,
        node: Option<&TurnNode>,
        expected: &[String],
    ) -> Result<(), Unmet> {
        let Some(played) = node.and_then(|node| self.played_last(node)) else {
            return Err(Unmet::new("No turn was played before this expectation."));
        };
        let found = taken(G::ID, &played);
        let set = |items: &[String]| items.iter().cloned().collect::<BTreeSet<_>>();
        if set(&found) == set(expected) {
            return Ok(());
        }
        let list = found.join(" ");
        Err(if found.is_empty() {
            Unmet::with_correction("The turn took nothing.", "captured none")
        } else {
            Unmet::with_correction(format!("The turn took {list}."), format!("captured {list}"))
        })
    }

    /// Returns the turn of a node in canonical form, if it was the last to be played; empty for
    /// `resign`.
    fn played_last(&self, node: &TurnNode) -> Option<String> {
        let last = self.played.last().filter(|turn| turn.node.id == node.id)?;
        Some(
            last.canonical
                .game_turn()
                .map(ToString::to_string)
                .unwrap_or_default(),
        )
    }
}

/// Returns the items that a turn in canonical form removes, converts or picks up: the items after
/// `x` in its actions, without the seat that a pick-up may name.
pub(crate) fn taken(game: GameId, turn: &str) -> Vec<String> {
    if !game.facts().turns.lists_removals {
        return Vec::new();
    }
    let lists = turn
        .split(';')
        .filter_map(|action| action.strip_prefix('x'));
    let lists = lists.map(|list| list.split_once(':').map_or(list, |(_, items)| items));
    lists
        .flat_map(|list| list.split(','))
        .filter(|item| !item.is_empty())
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_follow_x() {
        assert_eq!(
            taken(GameId::Gipf, "xb2,Gb3,b4*;c2;xd4"),
            ["b2", "Gb3", "b4*", "d4"]
        );
        assert_eq!(
            taken(GameId::Pipe, "30@-1-3/E;x1:30,40;draw:45"),
            ["30", "40"]
        );
        assert_eq!(taken(GameId::Pippinzip, "x3,y4"), [""; 0]);
    }
}
