//! Legal turns that somebody may have meant.

use std::ops::ControlFlow;

use super::Language;
use super::rules::Rules;
use super::seek::TurnFilter;

/// Is shown legal turns, one after the other; may stop.
pub type VisitLike<'a, G> = &'a mut dyn FnMut(&<G as Language>::Turn) -> ControlFlow<()>;

/// Suggestions of legal turns in place of a turn that is not.
pub trait Suggest: Rules {
    /// A turn that need not be legal, its parts in canonical order as far as that can be told.
    fn in_order(_setup: &Self::Setup, _state: &Self::State, turn: &Self::Turn) -> Self::Turn {
        turn.clone()
    }

    /// Whether turns of that kind are played there at all. Where they are not, no slip of the hand made one of a legal turn.
    fn fits_phase(_state: &Self::State, _turn: &Self::Turn) -> bool {
        true
    }

    /// Shows legal turns, in canonical form, that somebody who wrote `like`, which is none, may have meant (`None`
    /// where what was written cannot even be read). The likeliest come first, as only so many are
    /// looked at; it need not be all.
    fn turns_like(
        setup: &Self::Setup,
        state: &Self::State,
        like: Option<&Self::Turn>,
        seeker: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()>;

    /// Shows legal turns, in canonical form, that are `like` but for what the rules fix anyway and people forget: what leaves
    /// the board, what is converted, picked up or drawn. They are few.
    fn completions(
        _setup: &Self::Setup,
        _state: &Self::State,
        _like: &Self::Turn,
        _visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// The same set-up under other options, each named, which a record may have been played with
    /// and left out, and under which its first fault may be none.
    fn other_readings(_setup: &Self::Setup, _fault: &Self::Fault) -> Vec<(String, Self::Setup)> {
        Vec::new()
    }
}
