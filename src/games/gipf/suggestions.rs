//! Suggestions of legal turns in place of an illegal one ([`Suggest`]), from a [`Walk`] with a
//! budget.

use std::ops::ControlFlow;

use super::Gipf;
use super::moves::{RequiredPush, Walk};
use super::position::Position;
use super::setup::Setup;
use super::turn::{Action, Turn};
use crate::games::{Suggest, TurnFilter, TurnSink, VisitLike};

/// Budget of removals and pushes for completing a turn.
const MAX_TRIED: u64 = 2_000;
/// Budget of removals and pushes for finding turns similar to a text.
const MAX_WALKED: u64 = 10_000;

impl Suggest for Gipf {
    // The walk goes through all turns, whatever the illegal turn is. It asks `filter` after each
    // removal and push, and goes on only if turns that begin like this are of interest.
    fn turns_like(
        setup: &Setup,
        position: &Position,
        _like: Option<&Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()> {
        if position.decided.is_some() {
            return ControlFlow::Continue(());
        }
        let mut walk = Walk {
            steps: MAX_WALKED,
            ..Walk::new(setup, position, TurnSink::Filter(filter))
        };
        walk.walk_before_push(*position)
    }

    // The same push, whatever it removes. If there is none, the pushes from its dot and those that
    // land on its spot.
    fn completions(
        setup: &Setup,
        position: &Position,
        like: &Turn,
        visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        let push = like.actions.iter().find_map(|action| match action {
            Action::Push(push) => Some(*push),
            Action::Remove(_) => None,
        });
        let Some(push) = push.filter(|_| position.decided.is_none()) else {
            return ControlFlow::Continue(());
        };
        let mut is_any_shown = false;
        let mut steps = MAX_TRIED;
        // First the same push, then the loose ones: from the same dot, or to the same spot.
        for is_loose in [false, true] {
            let mut show = |turn: &Turn, _: &Position| {
                is_any_shown = true;
                visit(turn)
            };
            let mut walk = Walk {
                required_push: Some(RequiredPush { push, is_loose }),
                steps,
                ..Walk::new(setup, position, TurnSink::All(&mut show))
            };
            let walked = walk.walk_before_push(*position);
            steps = walk.steps;
            if is_any_shown || steps == 0 {
                return walked;
            }
        }
        ControlFlow::Continue(())
    }
}
