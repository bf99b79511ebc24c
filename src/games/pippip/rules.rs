//! Judging a turn (P3, P4), action by action. The first fault in the order of the rule sheet is
//! reported. `end.rs` has the end of the game.
//!
//! In `5s;*6@b3/2;xb2,c3`, a rolled 5 is put aside into the store of the seat; a 6 is pulled from
//! the store (`*`) and placed on b3, with the number 2 to the north; and the dice on b2 and c3 are
//! converted, which means that they take the colour of the placed die.

use super::Pippip;
use super::board::{Square, SquareSet};
use super::codes;
use super::dice::{Colour, Die};
use super::facing_dice::{Facing, converted, facings};
use super::fault::Kind;
use super::narration;
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::store::Store;
use super::turn::{Name, Placement, Turn, names_of};
use crate::games::{self, Detail, Observer, Part};

type Judge<'a, W> = games::Judge<'a, Pippip, W, Notes>;
type Judged<W, T = ()> = games::Judged<Pippip, W, T>;

/// State kept while a turn is judged.
struct Notes {
    mover: Colour,
    /// The placements that the mover has left, including this turn's (P3.4).
    placements: u32,
}

/// Use of a rolled die.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DieUse {
    /// It is placed on the board.
    Placed,
    /// It goes into the store.
    PutAside,
}

/// Plays a turn in an undecided position.
#[inline]
pub(super) fn play<W: Observer<Pippip>>(
    setup: &Setup,
    position: &mut PositionText,
    turn: &Turn,
    observer: &mut W,
) -> Judged<W> {
    let mover = position.to_move;
    let notes = Notes {
        mover,
        placements: position.placements_left(mover),
    };
    Judge {
        setup,
        position,
        observer,
        notes,
    }
    .turn(turn)
}

impl<W: Observer<Pippip>> Judge<'_, W> {
    #[inline]
    fn turn(mut self, turn: &Turn) -> Judged<W> {
        for (index, &value) in turn.put_aside.iter().enumerate() {
            self.put_aside(index, value)?;
        }
        let index = turn.put_aside.len();
        let (square, die) = self.place(index, &turn.placement)?;
        let converted = self.convert(index + 1, square, die, &turn.converted)?;
        self.position.to_move = self.notes.mover.other();
        self.observer.canonical(|| {
            // The written names may be waived ones, so they are kept.
            let converted = if turn.converted.is_empty() {
                names_of(converted)
            } else {
                let mut names = turn.converted.clone();
                names.sort_unstable();
                names
            };
            Turn {
                put_aside: turn.put_aside.clone(),
                placement: turn.placement,
                converted,
            }
        });
        Ok(())
    }

    #[inline]
    fn store(&mut self) -> &mut Store {
        &mut self.position.stores[self.notes.mover.index()]
    }

    // ---- P3

    fn put_aside(&mut self, index: usize, value: u8) -> Judged<W> {
        if !(1..=6).contains(&value) {
            let part = Part {
                action: index,
                detail: Detail::What,
            };
            return Err(self.refuse(
                &codes::IMPOSSIBLE_FACE,
                "P2.1",
                part,
                Kind::NoFace { value },
            ));
        }
        self.keeps("P2.1");
        if index > 0 {
            self.keeps("P3.3");
        }
        let stored = self.store().len();
        if stored >= u32::from(self.setup.cap) {
            self.waive_or_refuse(
                &codes::STORE_FULL,
                "P3.2",
                Part::whole(index),
                Kind::StoreFull,
            )?;
        } else {
            self.keeps("P3.2");
        }
        // This also covers the condition of the roll itself, under either value of `store`.
        let max_stored = match self.setup.store {
            StoreRule::Turn => self.notes.placements,
            StoreRule::Roll => self.notes.placements.saturating_sub(1),
        };
        let can_be_emptied = stored < max_stored;
        self.check_ending(index, can_be_emptied, DieUse::PutAside)?;
        self.store().put(value);
        self.keeps("P3.1");
        let setup = self.setup;
        self.record_effect(|after| narration::put_aside(setup, after, value));
        Ok(())
    }

    /// Reports a store that a rolled die makes impossible to empty by the end of the game (P3.4).
    #[inline]
    fn check_ending(&mut self, index: usize, can_be_emptied: bool, die_use: DieUse) -> Judged<W> {
        if can_be_emptied {
            self.keeps("P3.4");
            return Ok(());
        }
        let kind = Kind::RollBreaksEnding {
            placements: self.notes.placements,
            put_aside: die_use == DieUse::PutAside,
        };
        self.waive_or_refuse(&codes::STORE_MUST_EMPTY, "P3.4", Part::whole(index), kind)
    }

    #[inline]
    fn place(&mut self, action_index: usize, placement: &Placement) -> Judged<W, (Square, Die)> {
        let part = |detail| Part {
            action: action_index,
            detail,
        };
        let &Placement {
            from_store,
            top,
            square: name,
            north,
        } = placement;
        let Some(square) = name.square() else {
            return Err(self.refuse(
                &codes::OFF_BOARD,
                "P1.1",
                part(Detail::To),
                Kind::OffBoard { name },
            ));
        };
        self.keeps("P1.1");
        if let Some(die) = self.position.at(square) {
            return Err(self.refuse(
                &codes::OCCUPIED,
                "P3.1",
                part(Detail::To),
                Kind::Occupied { square, die },
            ));
        }
        let Some(die) = Die::new(self.notes.mover, top, north) else {
            return Err(self.impossible_die(action_index, top, north));
        };
        self.keeps("P2.1");
        if from_store {
            self.pull(action_index, top)?;
        } else {
            self.check_roll(action_index)?;
        }
        self.position.dice[square.index()] = Some(die);
        self.keeps("P3.1");
        self.keeps("P2.3");
        let setup = self.setup;
        self.record_effect(|after| narration::place(setup, after, from_store, square, die));
        Ok((square, die))
    }

    /// Refuses a die that does not exist: its top, or else its north face is wrong (P2.1).
    fn impossible_die(&self, action_index: usize, top: u8, north: u8) -> W::Refusal {
        let (detail, kind) = if (1..=6).contains(&top) {
            (Detail::Facing, Kind::NoSuchDie { top, north })
        } else {
            (Detail::What, Kind::NoFace { value: top })
        };
        let part = Part {
            action: action_index,
            detail,
        };
        self.refuse(&codes::IMPOSSIBLE_FACE, "P2.1", part, kind)
    }

    /// Takes a die from the store (P3.1, P3.3). If the action is not the first, a die was put aside
    /// before.
    #[inline]
    fn pull(&mut self, action_index: usize, value: u8) -> Judged<W> {
        let part = |detail| Part {
            action: action_index,
            detail,
        };
        if self.store().count(value) == 0 {
            return Err(self.refuse(
                &codes::NOT_IN_STORE,
                "P3.1",
                part(Detail::What),
                Kind::NotInStore { value },
            ));
        }
        if action_index > 0 {
            match self.setup.store {
                StoreRule::Roll => self.waive_or_refuse(
                    &codes::ROLL_REQUIRED,
                    "P3.3",
                    part(Detail::From),
                    Kind::RollRequired,
                )?,
                StoreRule::Turn => self.keeps("P3.3"),
            }
        }
        self.store().take(value);
        Ok(())
    }

    /// Checks that a die may be rolled and placed (P3.3, P3.4).
    #[inline]
    fn check_roll(&mut self, action_index: usize) -> Judged<W> {
        if action_index > 0 {
            self.keeps("P3.3");
        }
        let can_be_emptied = self.store().len() < self.notes.placements;
        self.check_ending(action_index, can_be_emptied, DieUse::Placed)
    }

    // ---- P4

    /// Converts the listed dice, or the dice that the rules require if there is no list. Returns
    /// the converted squares. `placed` is the square of the placed die.
    #[inline]
    fn convert(
        &mut self,
        action_index: usize,
        placed: Square,
        die: Die,
        listed: &[Name],
    ) -> Judged<W, SquareSet> {
        let due = converted(self.setup, self.position, placed, die);
        let squares = if listed.is_empty() {
            due
        } else {
            let named: SquareSet = listed.iter().filter_map(|name| name.square()).collect();
            // Fast exit for most lists: they name each due die once.
            if named != due || named.len() != listed.len() {
                self.check_list(action_index, placed, listed, due)?;
            }
            named
        };
        let compared: Vec<Facing> = if W::NARRATES {
            facings(self.setup, self.position, placed).collect()
        } else {
            Vec::new()
        };
        for square in squares.iter() {
            let die = self.position.at(square).map(Die::converted);
            self.position.dice[square.index()] = die;
        }
        if !compared.is_empty() {
            self.keeps("P2.2");
        }
        self.keeps("P4.1");
        self.keeps("P4.2");
        if !listed.is_empty() {
            self.keeps("P6.2");
        }
        self.record_effect(|after| narration::convert(after, placed, &compared, squares, listed));
        Ok(squares)
    }

    /// Checks that a list names the dice that are due to be converted.
    fn check_list(
        &mut self,
        action_index: usize,
        placed: Square,
        listed: &[Name],
        due: SquareSet,
    ) -> Judged<W> {
        let Some(ListFault { detail, rule, kind }) = list_fault(placed, listed, due) else {
            return Ok(());
        };
        let part = Part {
            action: action_index,
            detail,
        };
        if !self.names_dice(placed, listed) {
            return Err(self.refuse(&codes::CONVERSION_WRONG, rule, part, kind));
        }
        self.waive_or_refuse(&codes::CONVERSION_WRONG, rule, part, kind)
    }

    /// Returns true if a wrong list can still be applied: it names dice on the board, each once,
    /// and not the one just placed.
    fn names_dice(&self, placed: Square, listed: &[Name]) -> bool {
        listed.iter().enumerate().all(|(index, name)| {
            let is_other_die = name
                .square()
                .is_some_and(|square| square != placed && self.position.at(square).is_some());
            is_other_die && !listed[..index].contains(name)
        })
    }
}

/// Fault in a list of converted dice.
struct ListFault {
    detail: Detail,
    rule: &'static str,
    kind: Kind,
}

/// Returns the first fault in a list of converted dice: a wrong item, or else a missing one. `due`
/// are the squares that the rules convert.
fn list_fault(placed: Square, listed: &[Name], due: SquareSet) -> Option<ListFault> {
    let mut seen = SquareSet::default();
    for (index, &name) in listed.iter().enumerate() {
        let found = match name.square() {
            None => Some(("P6.2", Kind::ListedOffBoard { placed, name })),
            Some(square) if seen.contains(square) => {
                Some(("P6.2", Kind::ListedTwice { placed, square }))
            }
            Some(square) if square == placed => {
                Some(("P4.2", Kind::ListedWrongly { placed, square }))
            }
            Some(square) if !due.contains(square) => {
                Some(("P4.1", Kind::ListedWrongly { placed, square }))
            }
            Some(square) => {
                seen.insert(square);
                None
            }
        };
        if let Some((rule, kind)) = found {
            let detail = Detail::Item(index);
            return Some(ListFault { detail, rule, kind });
        }
    }
    // Report the first missing square in the order of the list.
    let square = due
        .without(seen)
        .iter()
        .min_by_key(|&square| Name::from(square))?;
    Some(ListFault {
        detail: Detail::Whole,
        rule: "P4.1",
        kind: Kind::LeftOut { placed, square },
    })
}
