//! Faults of a turn ([`Kind`]), and their explanations in words: a message, help, marks for the
//! figure, and the earlier turn that caused the fault.
//!
//! [`explain`] has an arm for each kind; the longer arms are functions after it.

use super::Pippip;
use super::board::Square;
use super::dice::{Colour, Die, norths};
use super::facing_dice::{Facing, facings};
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::turn::{Name, names_of};
use crate::games::{CauseFinder, Explanation, PastTurn, Refusal, or};

/// Details of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A name that is not a square of the board.
    OffBoard {
        /// The name as written.
        name: Name,
    },
    /// A square that already has a die.
    Occupied {
        /// The square.
        square: Square,
        /// The die.
        die: Die,
    },
    /// A value that no die has.
    NoFace {
        /// The value.
        value: u8,
    },
    /// A top and a north face that no die has together.
    NoSuchDie {
        /// The top.
        top: u8,
        /// The north face as written.
        north: u8,
    },
    /// The store has no die of this value.
    NotInStore {
        /// The value.
        value: u8,
    },
    /// The store has reached its cap.
    StoreFull,
    /// A roll, or a die put aside, that would make it impossible to empty every store by the end of
    /// the game.
    RollBreaksEnding {
        /// The placements left, including this turn's.
        placements: u32,
        /// True if the rolled die is put aside.
        put_aside: bool,
    },
    /// A pull after a die was put aside.
    RollRequired,
    /// The list of converted dice names something that is not a square of the board.
    ListedOffBoard {
        /// The square of the placed die.
        placed: Square,
        /// The name as written.
        name: Name,
    },
    /// The list of converted dice names a square twice.
    ListedTwice {
        /// The square of the placed die.
        placed: Square,
        /// The square.
        square: Square,
    },
    /// The list of converted dice names a die that is not converted.
    ListedWrongly {
        /// The square of the placed die.
        placed: Square,
        /// The square.
        square: Square,
    },
    /// A converted die is missing from the list.
    LeftOut {
        /// The square of the placed die.
        placed: Square,
        /// The first missing square.
        square: Square,
    },
}

impl Kind {
    /// Returns true if the turn may be legal under another reading of the record, which is another
    /// value of the option `dice` or `store` (P2.2, P3.3). These options change neither the dice on
    /// the board nor those in store.
    pub(super) fn depends_on_reading(self) -> bool {
        match self {
            Self::RollBreaksEnding { .. }
            | Self::RollRequired
            | Self::ListedWrongly { .. }
            | Self::LeftOut { .. } => true,
            Self::OffBoard { .. }
            | Self::Occupied { .. }
            | Self::NoFace { .. }
            | Self::NoSuchDie { .. }
            | Self::NotInStore { .. }
            | Self::StoreFull
            | Self::ListedOffBoard { .. }
            | Self::ListedTwice { .. } => false,
        }
    }
}

/// Explains a fault in words.
pub(super) fn explain(
    setup: &Setup,
    refusal: &Refusal<Pippip>,
    _written: &str,
) -> Explanation<Pippip> {
    let position = &refusal.at;
    let colour = position.to_move;
    let name = colour.name();
    let store = position.stores[colour.index()];
    // Every earlier action of this turn put a die aside.
    let stored_before = store
        .len()
        .saturating_sub(u32::try_from(refusal.fault.part.action).unwrap_or(0));
    let mut explanation = Explanation::default();
    match refusal.fault.kind {
        Kind::OffBoard { name } => {
            explanation.message = format!("`{name}` is not a square on the board.");
            explanation.help = Some("The squares are a1 to d4.".into());
        }
        Kind::Occupied { square, die } => {
            let owner = die.colour().name().to_ascii_lowercase();
            explanation.message = format!("{square} is occupied by a {owner} {}.", die.top());
            explanation.marks = vec![square.to_string()];
            explanation.culprit = turn_that_placed(square);
        }
        Kind::NoFace { value } => {
            explanation.message = format!("No die has the value {value}.");
            explanation.help = Some("The faces of a die are 1 to 6.".into());
        }
        Kind::NoSuchDie { top, north } => no_such_die(&mut explanation, top, north),
        Kind::NotInStore { value } => not_in_store(&mut explanation, position, value),
        Kind::StoreFull => {
            store_full(&mut explanation, setup, position);
            // An earlier turn is the cause only if the store was full before this one.
            explanation.culprit = if stored_before >= u32::from(setup.cap) {
                last_put_aside(colour)
            } else {
                None
            };
        }
        Kind::RollBreaksEnding {
            placements,
            put_aside,
        } => {
            breaks_ending(&mut explanation, setup, position, put_aside, placements);
            explanation.culprit = if stored_before > 0 {
                last_put_aside(colour)
            } else {
                None
            };
        }
        Kind::RollRequired => {
            explanation.message =
                format!("{name} put a die aside in this turn and must roll, not pull.");
            explanation.help =
                Some("Under `store=roll` a pull is the only action of its turn.".into());
        }
        kind @ (Kind::ListedOffBoard { .. }
        | Kind::ListedTwice { .. }
        | Kind::ListedWrongly { .. }
        | Kind::LeftOut { .. }) => wrong_list(&mut explanation, setup, position, kind),
    }
    explanation
}

/// Explains that no die has this top and this north face together.
fn no_such_die(explanation: &mut Explanation<Pippip>, top: u8, north: u8) {
    explanation.message = if north == top {
        format!("{top} is on top, so it cannot be to the north too.")
    } else if north + top == 7 {
        format!("{north} is opposite {top}: with {top} on top it is below.")
    } else {
        format!("No die has a face {north}.")
    };
    explanation.help = Some(format!(
        "With {top} on top the north face can be {}.",
        or(norths(top))
    ));
}

/// Explains that the store has no die of a value that the turn pulls.
fn not_in_store(explanation: &mut Explanation<Pippip>, position: &PositionText, value: u8) {
    let colour = position.to_move;
    let store = position.stores[colour.index()];
    explanation.message = format!("{}'s store holds no {value}.", colour.name());
    explanation.help = Some(if store.is_empty() {
        "The store is empty: only a roll is possible.".into()
    } else {
        let dice: Vec<_> = store.values().map(|value| value.to_string()).collect();
        format!("It holds {}.", dice.join(", "))
    });
    explanation.culprit = last_pull(colour, value);
}

/// Explains a fault in the list of converted dice.
fn wrong_list(
    explanation: &mut Explanation<Pippip>,
    setup: &Setup,
    position: &PositionText,
    kind: Kind,
) {
    match kind {
        Kind::ListedOffBoard { placed, name } => {
            explain_list(explanation, setup, position, placed, None);
            explanation.message = format!("`{name}` is not a square on the board.");
        }
        Kind::ListedTwice { placed, square } => {
            explain_list(explanation, setup, position, placed, Some(square));
            explanation.message = format!("{square} is listed twice.");
        }
        Kind::ListedWrongly { placed, square } => {
            listed_wrongly(explanation, setup, position, placed, square);
            explanation.culprit = if square == placed {
                None
            } else {
                last_change(square)
            };
        }
        Kind::LeftOut { placed, square } => {
            let facing = explain_list(explanation, setup, position, placed, Some(square));
            let numbers = facing
                .map(|facing| format!(": {} is above {}", facing.own_number, facing.facing_number));
            explanation.message = format!(
                "The die on {square} is converted{}.",
                numbers.unwrap_or_default()
            );
            explanation.culprit = last_change(square);
        }
        _ => {}
    }
}

/// Finds the turn that placed the die on a square.
fn turn_that_placed(square: Square) -> Option<CauseFinder<Pippip>> {
    Some(Box::new(move |past: &PastTurn<'_, Pippip>| {
        // Dice never move (P3.1).
        let placed = past.written.placement.square.square() == Some(square);
        placed.then(|| format!("`{}` placed the die on {square}", past.turn()))
    }))
}

/// Explains why no die can be put aside.
fn store_full(explanation: &mut Explanation<Pippip>, setup: &Setup, position: &PositionText) {
    let colour = position.to_move;
    let name = colour.name();
    let store = position.stores[colour.index()];
    explanation.message = match setup.cap {
        0 => "With the option `cap=0` no die can be put aside.".to_owned(),
        cap => format!(
            "{name}'s store holds {}; its cap is {cap}.",
            dice_in_words(store.len())
        ),
    };
    explanation.help = Some(match pulls(position, colour) {
        Some(pulls) if store.len() >= position.placements_left(colour) => {
            format!("A roll could not leave the store empty at the end: pull {pulls}.")
        }
        _ => "The rolled die must be placed.".into(),
    });
}

/// Explains why the die on a listed square is not converted.
fn listed_wrongly(
    explanation: &mut Explanation<Pippip>,
    setup: &Setup,
    position: &PositionText,
    placed: Square,
    square: Square,
) {
    let facing = explain_list(explanation, setup, position, placed, Some(square));
    let mover = position.to_move;
    explanation.message = match (facing, position.at(square)) {
        (Some(facing), Some(die)) if die.colour() == mover => {
            format!(
                "The die on {} is already {}.",
                facing.square,
                mover.name().to_ascii_lowercase()
            )
        }
        (Some(facing), _) => {
            let compared = if facing.own_number == facing.facing_number {
                "equals"
            } else {
                "is below"
            };
            format!(
                "{} {compared} {}, so {square} is not converted.",
                facing.own_number, facing.facing_number
            )
        }
        (None, _) if square == placed => "The placed die is never converted.".to_owned(),
        (None, Some(_)) => {
            format!("{square} is not next to {placed}, and converted dice do not convert others.")
        }
        (None, None) => format!("{square} is empty."),
    };
}

/// Explains how many placements and stored dice are left, and what follows from that (P3.4).
fn breaks_ending(
    explanation: &mut Explanation<Pippip>,
    setup: &Setup,
    position: &PositionText,
    put_aside: bool,
    placements: u32,
) {
    let colour = position.to_move;
    let stored = position.stores[colour.index()].len();
    let counts = format!(
        "{} has {}, and {} in store",
        colour.name(),
        placements_in_words(placements),
        dice_in_words(stored)
    );
    let may_roll = stored < placements;
    explanation.message = match (put_aside, may_roll) {
        (_, false) => format!("{counts}: after a roll its store could not be empty at the end."),
        (true, true) if setup.store == StoreRule::Roll => {
            format!(
                "{counts}: the die put aside and the roll that must follow leave too few placements for its store."
            )
        }
        (true, true) => {
            format!("{counts}: with another die put aside its store could not be empty at the end.")
        }
        (false, true) => format!("{counts}: its store could not be empty at the end."),
    };
    explanation.help = if may_roll {
        Some("The rolled die must be placed.".into())
    } else {
        pulls(position, colour).map(|pulls| format!("Pull {pulls}."))
    };
}

/// Describes both facing numbers for every neighbour of a placed die.
pub(super) fn comparisons(mover: Colour, placed: Square, all: &[Facing]) -> String {
    let compared: Vec<String> = all
        .iter()
        .map(|facing| {
            let outcome = match (facing.is_converted, facing.die.colour() == mover) {
                (true, _) => "converted",
                (false, true) => "the same colour",
                (false, false) => "not converted",
            };
            let Facing {
                side,
                own_number,
                square,
                facing_number,
                ..
            } = facing;
            format!(
                "{} {own_number} against {facing_number} on {square}, {outcome}",
                side.name()
            )
        })
        .collect();
    match compared.as_slice() {
        [] => format!("No die is next to {placed}."),
        compared => format!("From {placed}: {}.", compared.join("; ")),
    }
}

/// Sets the help and the marks for a wrong list: both facing numbers for every neighbour, and the
/// correct list. Returns the comparison with the die on `named_square`.
fn explain_list(
    explanation: &mut Explanation<Pippip>,
    setup: &Setup,
    position: &PositionText,
    placed: Square,
    named_square: Option<Square>,
) -> Option<Facing> {
    let all: Vec<Facing> = facings(setup, position, placed).collect();
    let sides = comparisons(position.to_move, placed, &all);
    let converted = all
        .iter()
        .filter(|facing| facing.is_converted)
        .map(|facing| facing.square)
        .collect();
    let names: Vec<String> = names_of(converted)
        .iter()
        .map(ToString::to_string)
        .collect();
    let list = match names.as_slice() {
        [] => "Nothing is converted: leave the list out.".to_owned(),
        names => format!("The list is `x{}`.", names.join(",")),
    };
    explanation.help = Some(format!("{sides} {list}"));
    explanation.marks = std::iter::once(placed)
        .chain(named_square.filter(|&named_square| named_square != placed))
        .map(|square| square.to_string())
        .collect();
    named_square
        .and_then(|named_square| all.into_iter().find(|facing| facing.square == named_square))
}

/// Returns a number of dice in words: `1 die`, `2 dice`.
fn dice_in_words(count: u32) -> String {
    match count {
        1 => "1 die".to_owned(),
        count => format!("{count} dice"),
    }
}

/// Returns a number of remaining turns in words.
fn placements_in_words(count: u32) -> String {
    match count {
        1 => "1 placement left, this one".to_owned(),
        count => format!("{count} placements left, this one included"),
    }
}

/// Lists the pulls that a seat can make.
fn pulls(position: &PositionText, colour: Colour) -> Option<String> {
    let store = position.stores[colour.index()];
    let values: Vec<_> = (1..=6)
        .filter(|&value| store.count(value) > 0)
        .map(|value| format!("`*{value}`"))
        .collect();
    (!values.is_empty()).then(|| values.join(" or "))
}

/// Finds the last turn that changed a square.
fn last_change(square: Square) -> Option<CauseFinder<Pippip>> {
    Some(Box::new(move |past: &PastTurn<'_, Pippip>| {
        let before = past.before().at(square);
        let after = past.after().at(square)?;
        match before {
            None => Some(format!("`{}` placed the die on {square}", past.turn())),
            Some(before) if before != after => Some(format!(
                "`{}` made the die on {square} {}",
                past.turn(),
                after.colour().name().to_ascii_lowercase()
            )),
            Some(_) => None,
        }
    }))
}

/// Finds the last turn that took a value out of a store.
fn last_pull(colour: Colour, value: u8) -> Option<CauseFinder<Pippip>> {
    Some(Box::new(move |past: &PastTurn<'_, Pippip>| {
        let count = |position: &PositionText| position.stores[colour.index()].count(value);
        let pulled = count(past.before()) > count(past.after());
        pulled.then(|| format!("`{}` pulled {}'s last {value}", past.turn(), colour.name()))
    }))
}

/// Finds the last turn that put a die into a store.
fn last_put_aside(colour: Colour) -> Option<CauseFinder<Pippip>> {
    Some(Box::new(move |past: &PastTurn<'_, Pippip>| {
        let stored = |position: &PositionText| position.stores[colour.index()].len();
        let before = stored(past.before());
        let after = stored(past.after());
        let name = colour.name();
        (after > before).then(|| {
            format!(
                "with `{}` {name}'s store came to hold {}",
                past.turn(),
                dice_in_words(after)
            )
        })
    }))
}
