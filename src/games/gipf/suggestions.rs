//! Suggestions of legal turns in place of an illegal one ([`Suggest`]), from a [`Walk`] with a
//! budget.

use std::ops::ControlFlow;

use super::Gipf;
use super::lines::PushLine;
use super::moves::{RequiredPush, Walk};
use super::position::Position;
use super::setup::Setup;
use super::turn::{Action, Push, Turn};
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
        let walk = Walk::new(setup, position, TurnSink::Filter(filter));
        Walk {
            steps: MAX_WALKED,
            ..walk
        }
        .walk_before_push(*position)
    }

    // The same push, whatever it removes. If there is none, the pushes from its dot, those that
    // land on its spot, and without a dot those that enter there.
    fn completions(
        setup: &Setup,
        position: &Position,
        like: &Turn,
        visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        let Some(push) = push_of(like).filter(|_| position.decided.is_none()) else {
            return ControlFlow::Continue(());
        };
        let mut is_any_shown = false;
        let mut steps = MAX_TRIED;
        // The loose pushes have the same dot or the same spot.
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

    // `b5` names the spot on which the piece enters or the one that the last piece reaches (G7.1).
    fn leaves_out_a_part_of(like: &Turn, turn: &Turn) -> bool {
        let (Some(written), Some(push)) = (push_of(like), push_of(turn)) else {
            return false;
        };
        let edge = push.to.spot().and_then(|to| PushLine::named(push.from, to));
        let enters = edge.is_some_and(|line| written.to == line.edge().into());
        written.from.is_none() && push.from.is_some() && (enters || written.to == push.to)
    }
}

/// Returns the push of a turn.
fn push_of(turn: &Turn) -> Option<Push> {
    turn.actions.iter().find_map(|action| match action {
        Action::Push(push) => Some(*push),
        Action::Remove(_) => None,
    })
}
