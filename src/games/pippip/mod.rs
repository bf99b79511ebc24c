//! Pip•Pip: two seats, Light and Dark; the tag `Colors` says which is seat 1.
//!
//! # Choices
//!
//! Where the rule sheet leaves room, this is what was chosen.
//!
//! - **The ending (P3.4).** The words are taken as they stand: under `store=turn` a die may be put
//!   aside with as many in store as placements are left, and the same turn then pulls it or
//!   another. Pulls are never refused for it. Where a turn that was let stand has left more in
//!   store than can be placed, nothing is rolled any more.
//! - **Order of faults.** Acts are judged from the left. In one act the store's cap comes before
//!   the ending, the square before the die, and a face that no die has before its north.
//! - **`pippip/conversion-wrong`.** An item that is wrong comes before one that is left out, and is
//!   the part at fault. Let stand, each die that the list names changes its colour; a list
//!   that names the die just placed, an empty square or one twice stays refused. The list is sorted. That
//!   nobody converted anything where something was due cannot be written.
//! - **Canonical form.** Converted squares are ordered by column, then rank. Of equal dice in a
//!   store one is pulled, so `moves` names the pull once; it names no dice put aside, of which there
//!   is no end.
//! - **Scores.** After a resignation the score is that of the board as it stands. Where neither the
//!   rules nor a resignation ended the game a `Score` is at fault.
//! - **Tags.** With options or `Colors` that cannot be read the record is not replayed. In
//!   `Position` either colour may be to move.
//! - **Other readings.** Where a record is at fault and every turn of it is legal under the other
//!   value of `store` or `dice`, the finding names that option.

pub mod board;
mod choices;
mod dice;
mod drawing;
mod fault;
mod grammar;
mod moves;
mod pips;
mod position;
mod rules;
mod setup;
mod symmetry;
mod told;
mod turn;

use std::ops::ControlFlow;

pub use crate::findings::codes::pippip as codes;
pub use fault::Kind;
pub use position::{Colour, Die, PositionText, Store};
pub use setup::{Handedness, Setup, StoreRule, parse_cap, parse_colors};
pub use turn::{Name, Placement, Turn};

use super::{
    Chooser, Effects, Fault, Game, GameId, Language, Origin, SeekTurns, TagSpec, TagValue, Verdict, VisitLike,
    rules_told_by, texts_read_by,
};
use crate::notation::Standing;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Pippip;

impl Language for Pippip {
    const ID: GameId = GameId::Pippip;
    const VARIANTS: &'static [&'static str] = &["standard"];
    const TAGS: &'static [TagSpec] = &[TagSpec::one("Colors")];
    const NOTATION_RULE: &'static str = "P6";
    const TURN_FORM: &'static str = "A turn is a die with its square and the number to the north, after dice that are put \
                                     aside and before those converted: `6@b3/2`, `*5@c1/4`, `5s;2s;6@b3/2;xb2,c3`.";
    const OPTIONS: &'static [&'static str] = &["dice", "cap", "store"];
    const HAS_SCORES: bool = true;

    texts_read_by!(turn, position);

    fn is_usual_option(_tag: TagValue<'_>, key: &str, value: &str) -> bool {
        matches!((key, value), ("dice", "ccw") | ("cap", "3") | ("store", "turn"))
    }

    fn default_value(tag: &str) -> Option<&'static str> {
        (tag == "Colors").then_some("light,dark")
    }
}

impl Game for Pippip {
    type State = PositionText;
    const HAS_DICE: bool = true;

    rules_told_by!(setup, setup, rules, fault, moves, choices, drawing);

    fn seats(_setup: &Setup) -> u8 {
        2
    }

    fn seat_name(setup: &Setup, seat: u8) -> String {
        setup.colour_of(seat).name().to_owned()
    }

    fn position_text(_setup: &Setup, state: &PositionText) -> PositionText {
        *state
    }

    fn to_move(setup: &Setup, state: &PositionText) -> u8 {
        setup.seat_of(state.to_move)
    }

    fn verdict(setup: &Setup, state: &PositionText) -> Option<Verdict> {
        rules::verdict(setup, state)
    }

    fn standing(setup: &Setup, state: &PositionText) -> Option<Standing> {
        rules::standing(setup, state)
    }

    fn is_place(_setup: &Setup, name: &str) -> bool {
        board::Square::all().any(|square| square.name() == name)
    }

    fn effects(_setup: &Setup, before: &PositionText, turn: &Turn, after: &PositionText) -> Effects {
        let colour = |position: &PositionText, square| position.at(square).map(Die::colour);
        let changed = board::Square::all().filter(|&square| {
            let [before, after] = [before, after].map(|position| colour(position, square));
            before.is_some() && before != after
        });
        Effects {
            placed: vec![turn.placement.square.to_string()],
            changed: changed.map(|square| square.to_string()).collect(),
            ..Effects::default()
        }
    }

    fn resignation(setup: &Setup, state: &PositionText) -> Result<Standing, Fault<Kind>> {
        Ok(Standing::win_for(setup.seat_of(state.to_move.other()), 2))
    }

    fn score(setup: &Setup, state: &PositionText) -> Option<Vec<u32>> {
        let points = rules::points(state);
        Some([1, 2].map(|seat| points[setup.colour_of(seat).index()]).to_vec())
    }

    fn turns_like(
        setup: &Setup,
        state: &PositionText,
        like: Option<&Turn>,
        seeker: &mut dyn SeekTurns<Self>,
    ) -> ControlFlow<()> {
        moves::turns_like(setup, state, like, &mut |turn, _| seeker.show(turn))
    }

    fn completions(setup: &Setup, state: &PositionText, like: &Turn, visit: VisitLike<'_, Self>) -> ControlFlow<()> {
        let bare = Turn { converted: Vec::new(), ..like.clone() };
        match Self::judge(setup, state, &bare, &[]) {
            Ok(played) => visit(&played.turn),
            Err(_) => ControlFlow::Continue(()),
        }
    }

    fn other_readings(setup: &Setup, fault: &Kind) -> Vec<(String, Setup)> {
        if fault.depends_on_reading() { setup::other_readings(setup) } else { Vec::new() }
    }

    fn origin(turn: &Turn) -> Option<Origin> {
        let Placement { from_store, top, .. } = turn.placement;
        Some(if from_store { Origin::Pulled(top) } else { Origin::Rolled(top) })
    }

    fn random_turn(setup: &Setup, state: &PositionText, choose: Chooser<'_>) -> Option<Turn> {
        moves::random_turn(setup, state, choose)
    }

    fn state_for_drawing(_setup: &Setup, text: &PositionText) -> PositionText {
        *text
    }
}
