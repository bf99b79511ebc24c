//! Suggestions of legal turns in place of an illegal one. Each game generates candidates; the
//! module `replay::nearest` compares them with the written text.

use std::ops::ControlFlow;

use super::Language;
use super::rules_trait::Rules;
use super::turn_sink::TurnFilter;
use crate::notation::Record;

/// Callback for legal turns. It may stop the walk.
pub type VisitLike<'a, G> = &'a mut dyn FnMut(&<G as Language>::Turn) -> ControlFlow<()>;

/// Suggestions of legal turns in place of a turn that is not.
pub trait Suggest: Rules {
    /// Returns true if the parts of a turn in this position have no order, so that its canonical
    /// form sorts them: in the auction of Pippinzip, `b2,a5` is `a5,b2`.
    fn sorts_parts(_state: &Self::State) -> bool {
        false
    }

    /// Returns a turn with its parts sorted. The turn need not be legal.
    fn with_sorted_parts(turn: Self::Turn) -> Self::Turn {
        turn
    }

    /// Returns a turn with its parts in canonical order, as far as the order can be determined. The
    /// turn need not be legal.
    fn in_order(state: &Self::State, turn: Self::Turn) -> Self::Turn {
        if Self::sorts_parts(state) {
            Self::with_sorted_parts(turn)
        } else {
            turn
        }
    }

    /// Returns true if this kind of turn can occur in the current phase, such as `discard:3,4` only
    /// at the start of the Pipe Game. If false, no suggestion is searched for, because the turn
    /// cannot be a mistyped legal turn.
    fn fits_phase(_state: &Self::State, _turn: &Self::Turn) -> bool {
        true
    }

    /// Returns the pieces that the tags list more than once, so that the record has no valid
    /// starting position. Each piece is given by the tags that list it: `["Hand1", "Stock"]` for a
    /// card of the Pipe Game in both lists. Empty if a game has no such lists.
    fn listed_twice(_tags: &Record) -> Vec<Vec<&str>> {
        Vec::new()
    }

    /// Visits legal turns close to the illegal turn `like`, in canonical form. `like` is `None` if
    /// the written text could not be parsed.
    ///
    /// The likeliest turns come first, as only a limited number is examined. The list may be
    /// incomplete.
    fn turns_like(
        setup: &Self::Setup,
        state: &Self::State,
        like: Option<&Self::Turn>,
        filter: &mut dyn TurnFilter<Self>,
    ) -> ControlFlow<()>;

    /// Returns possible beginnings of the intended turn for a text that is not a turn, or not the
    /// intended one, the likeliest first. [`Self::turns_like`] then visits the turns with each of
    /// these beginnings. Empty if it visits all beginnings.
    fn beginnings(_text: &str) -> Vec<Self::Turn> {
        Vec::new()
    }

    /// Visits the few legal turns, in canonical form, that differ from `like` only in parts that
    /// the rules determine and players forget: the items that are removed, converted, picked up or
    /// drawn.
    fn completions(
        _setup: &Self::Setup,
        _state: &Self::State,
        _like: &Self::Turn,
        _visit: VisitLike<'_, Self>,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Returns the same set-up under other options, each with its name. A record may have been
    /// played with one of them without saying so; its first illegal turn may then be legal.
    fn other_readings(_setup: &Self::Setup, _fault: &Self::Fault) -> Vec<(String, Self::Setup)> {
        Vec::new()
    }
}
