//! Judging the removals of a turn (G4, G7.3).
//!
//! A removal lists the pieces of a row that leave the board: `xb3,Gc4*`, where `G` marks a GIPF
//! piece and `*` a piece of the other seat. A bare `x` lists none. A list may also cover several
//! rows. `removal.rs` finds the possible removals, and `removal_order.rs` the order in which the
//! pieces of such a list may have been removed.

use super::Gipf;
use super::board::SpotSet;
use super::codes;
use super::end::decided_by_removal;
use super::fault::{Kind, PointKind};
use super::narration::{self, RemovalNotation};
use super::pieces::{Colour, Piece};
use super::removal::{self, Listed, UnknownSpot};
use super::removal_order::{FEW_POSITIONS, FoundOrder, find_order};
use super::rows::{rows, take_off};
use super::rules::{Judge, Judged};
use super::turn::{Action, Item};
use crate::games::{Detail, Fault, Observer, Part};

/// The first fault of a list about an existing row.
struct ListFault {
    /// The invalid item, or the whole list.
    detail: Detail,
    kind: Kind,
}

impl<W: Observer<Gipf>> Judge<'_, W> {
    /// Judges a removal. `consecutive` is the number of bare `x` from this action on, without
    /// another action between them.
    // Most turns have no removal: a function of its own keeps the code for the others short.
    #[inline(never)]
    pub(super) fn remove(
        &mut self,
        action_index: usize,
        items: &[Item],
        consecutive: usize,
    ) -> Judged<W> {
        let listed = Listed::from_items(items).map_err(|UnknownSpot { index, name }| {
            let part = Part {
                action: action_index,
                detail: Detail::Item(index),
            };
            self.off_board(name, part, PointKind::Spot)
        })?;
        let named = listed.spots();
        let is_one_row = removal::is_one_row(self.position, self.notes.colour, named);
        if !is_one_row && !self.has_row_for(items, named) {
            let others = self.touches_row(self.notes.colour.other(), named);
            let fault = Fault {
                code: &codes::NO_ROW,
                rule: if others { "G4.6" } else { "G4.1" },
                part: Part::whole(action_index),
                kind: Kind::NoRow { others },
            };
            return self.remove_as_listed(items, named, fault);
        }
        self.keeps("G4.1");
        self.keeps("G4.6");

        if items.is_empty() {
            return self.remove_bare(action_index, consecutive);
        }
        if !listed.matches_board(&self.position.text.pieces, self.notes.colour)
            && let Some(fault) = self.wrong_item(items)
        {
            return self.remove_wrong(action_index, items, named, fault);
        }
        if is_one_row {
            self.remove_set(named, RemovalNotation::Row);
            return Ok(());
        }
        self.remove_several_rows(action_index, items, named)
    }

    /// Returns true if a list names a piece of one of the seat's own rows, or if a bare `x` can
    /// mean one.
    fn has_row_for(&self, items: &[Item], named: SpotSet) -> bool {
        let colour = self.notes.colour;
        self.touches_row(colour, named)
            || (items.is_empty() && rows(self.position, colour).next().is_some())
    }

    /// Returns true if a row of a colour contains one of the named pieces.
    fn touches_row(&self, colour: Colour, named: SpotSet) -> bool {
        rows(self.position, colour).any(|row| !row.segment.and(named).is_empty())
    }

    /// Judges a list with the pieces of several rows, which are removed one after the other (G7.3).
    fn remove_several_rows(
        &mut self,
        action_index: usize,
        items: &[Item],
        named: SpotSet,
    ) -> Judged<W> {
        let budget = if W::IS_TRIAL {
            FEW_POSITIONS
        } else {
            self.setup.most_orders
        };
        match find_order(self.setup, self.position, self.notes.colour, named, budget) {
            FoundOrder::Found(steps) => {
                self.keeps("G7.3");
                let count = steps.len();
                for (index, step) in steps.into_iter().enumerate() {
                    if index > 0 {
                        self.keeps("G4.5");
                    }
                    self.remove_set(step, RemovalNotation::Among { count, index });
                }
                Ok(())
            }
            FoundOrder::None => {
                let fault = self.why_not_rows(items, named);
                self.remove_wrong(action_index, items, named, fault)
            }
            FoundOrder::GivenUp => Err(self.refuse(
                &crate::findings::code::SEARCH,
                "notation 1",
                Part::whole(action_index),
                Kind::TooManyOrders,
            )),
        }
    }

    /// Makes one legal removal.
    fn remove_set(&mut self, spots: SpotSet, notation: RemovalNotation) {
        self.keeps("G4.2");
        self.keeps("G4.3");
        self.record_action(|judge| {
            let items = removal::items(judge.position, judge.notes.colour, spots);
            Action::Remove(items)
        });
        self.take_off_and_narrate(spots, notation);
    }

    /// Removes pieces and reports the removal to the observer.
    fn take_off_and_narrate(&mut self, spots: SpotSet, notation: RemovalNotation) {
        let before = *self.position;
        self.take_off(spots);
        self.record_effect(|after| narration::removal(&before, after, spots, notation));
    }

    /// Refuses or waives a list that is wrong about an existing row (G4.3).
    fn remove_wrong(
        &mut self,
        action_index: usize,
        items: &[Item],
        named: SpotSet,
        fault: ListFault,
    ) -> Judged<W> {
        let part = Part {
            action: action_index,
            detail: fault.detail,
        };
        let fault = Fault {
            code: &codes::REMOVAL_WRONG,
            rule: "G4.3",
            part,
            kind: fault.kind,
        };
        self.remove_as_listed(items, named, fault)
    }

    /// Removes the listed pieces although no rule allows it, if the record waives the fault.
    ///
    /// The list must still make sense on the board: each piece exists and is listed once, and none
    /// was introduced in this turn.
    fn remove_as_listed(
        &mut self,
        items: &[Item],
        named: SpotSet,
        fault: Fault<Kind>,
    ) -> Judged<W> {
        let Fault {
            code,
            rule,
            part,
            kind,
        } = fault;
        let introduced = self.notes.introduced;
        let makes_sense = named.len() as usize == items.len()
            && named.is_within(self.position.text.pieces.all())
            && introduced.is_none_or(|spot| !named.contains(spot));
        if !makes_sense {
            return Err(self.refuse(code, rule, part, kind));
        }

        self.waive_or_refuse(code, rule, part, kind)?;
        self.record_action(|_| Action::Remove(items.into()));
        if !named.is_empty() {
            self.take_off_and_narrate(named, RemovalNotation::Irregular);
        }
        Ok(())
    }

    fn take_off(&mut self, spots: SpotSet) {
        take_off(self.position, self.notes.colour, spots);
        self.position.decided = decided_by_removal(self.setup, self.position, self.notes.colour);
    }

    /// Judges a bare `x` (G7.3).
    fn remove_bare(&mut self, index: usize, consecutive: usize) -> Judged<W> {
        match removal::bare_removal(self.setup, self.position, self.notes.colour, consecutive) {
            Ok(intended) => {
                self.keeps("G7.3");
                let is_only = consecutive < 2
                    || removal::possible(self.position, self.notes.colour).len() == 1;
                let notation = if is_only {
                    RemovalNotation::Bare
                } else {
                    RemovalNotation::BareInAnyOrder
                };
                self.remove_set(intended, notation);
                Ok(())
            }
            Err(count) => Err(self.refuse(
                &codes::REMOVAL_AMBIGUOUS,
                "G7.3",
                Part::whole(index),
                Kind::Ambiguous { count },
            )),
        }
    }

    /// Returns the fault of an item that contradicts the board, whichever row is intended.
    fn wrong_item(&self, items: &[Item]) -> Option<ListFault> {
        let mut seen = SpotSet::EMPTY;
        for (index, item) in items.iter().enumerate() {
            let Some(spot) = item.spot.spot() else {
                continue;
            };
            let is_repeated = seen.contains(spot);
            seen.insert(spot);
            let kind = match self.position.text.pieces.at(spot) {
                _ if is_repeated => Kind::NamedTwice { spot },
                None => Kind::NamedEmpty { spot },
                Some(piece) if self.is_wrong(item, piece) => Kind::NamedWrongly { spot, piece },
                Some(_) => continue,
            };
            return Some(ListFault {
                detail: Detail::Item(index),
                kind,
            });
        }
        None
    }

    /// Returns true if an item contradicts the piece on its spot.
    fn is_wrong(&self, item: &Item, piece: Piece) -> bool {
        let is_other_seat = piece.colour != self.notes.colour;
        piece.kind != item.kind || is_other_seat != item.other_seat
    }

    /// Returns the reason why no sequence of legal removals takes exactly the named pieces.
    fn why_not_rows(&self, items: &[Item], named: SpotSet) -> ListFault {
        let own_rows = || rows(self.position, self.notes.colour);
        let in_rows = own_rows().fold(SpotSet::EMPTY, |all, row| all.or(row.segment));
        for (index, item) in items.iter().enumerate() {
            let spot = item.spot.spot();
            if spot.is_some_and(|spot| !in_rows.contains(spot)) {
                return ListFault {
                    detail: Detail::Item(index),
                    kind: Kind::Outside { spot },
                };
            }
        }

        let left_out = own_rows()
            .filter(|row| !row.segment.and(named).is_empty())
            .map(|row| row.singles(self.position).without(named))
            .filter(|left| !left.is_empty())
            .min_by_key(|left| left.len());
        ListFault {
            detail: Detail::Whole,
            kind: match left_out {
                Some(spots) => Kind::LeftOut { spots },
                None => Kind::NoOrder,
            },
        }
    }
}
