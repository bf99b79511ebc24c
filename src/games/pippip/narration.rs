//! Effects of the parts of a turn, in words.

use super::board::{Side, Square, SquareSet};
use super::dice::Die;
use super::facing_dice::Facing;
use super::fault::comparisons;
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::turn::{Name, names_of};
use crate::games::{StepText, and};

/// Describes the mover's store.
fn store(after: &PositionText) -> String {
    let store = after.stores[after.to_move.index()];
    if store.is_empty() {
        "Its store is now empty.".to_owned()
    } else {
        format!("Its store now holds {}.", and(store.values()))
    }
}

/// Narrates a rolled die that is put aside.
pub(super) fn put_aside(setup: &Setup, after: &PositionText, value: u8) -> StepText {
    let name = after.to_move.name();
    let next = match setup.store {
        StoreRule::Turn => "It has to roll or pull again.",
        StoreRule::Roll => "It has to roll again.",
    };
    StepText::new(format!(
        "{name} rolls a {value} and puts it aside. {} {next}",
        store(after)
    ))
}

/// Narrates the placing of a die, which was rolled or else pulled from the store.
pub(super) fn place(
    setup: &Setup,
    after: &PositionText,
    from_store: bool,
    square: Square,
    die: Die,
) -> StepText {
    let name = after.to_move.name();
    let top = die.top();
    let north = die.north();
    let effect = if from_store {
        format!(
            "{name} pulls a {top} from its store and places it on {square}, {north} to the north. {}",
            store(after)
        )
    } else {
        format!("{name} rolls a {top} and places it on {square}, {north} to the north.")
    };
    let others = Side::ALL.into_iter().filter(|&side| side != Side::North);
    let sides = others.map(|side| format!("{} {}", side.name(), die.side(setup.handedness, side)));
    StepText::new(effect).with_implicit(Some(format!(
        "The other sides of the die are not written: {}.",
        and(sides)
    )))
}

/// Narrates conversions.
pub(super) fn convert(
    after: &PositionText,
    placed: Square,
    compared: &[Facing],
    converted: SquareSet,
    listed: &[Name],
) -> StepText {
    let mover = after.to_move;
    let names = names_of(converted);
    let outcome = match names.as_slice() {
        [] => "No die changes colour.".to_owned(),
        [one] => format!(
            "The die on {one} becomes {}.",
            mover.name().to_ascii_lowercase()
        ),
        several => format!(
            "The dice on {} become {}.",
            and(several),
            mover.name().to_ascii_lowercase()
        ),
    };
    let is_implicit = listed.is_empty() && !names.is_empty();
    let list: Vec<String> = names.iter().map(ToString::to_string).collect();
    let implicit =
        is_implicit.then(|| format!("The conversions are not written: `x{}`.", list.join(",")));
    StepText::new(format!(
        "{} {outcome}",
        comparisons(mover, placed, compared)
    ))
    .with_implicit(implicit)
}
