//! Judging a turn (G3 to G6).
//!
//! Actions are judged from left to right. Within an action, faults are tested in the order of the
//! table in G8, so that the first one found is the one to report.

use super::board::{Point, PushLine, Spot, SpotSet};
use super::codes;
use super::end::{decided_between_turns, decided_by_removal};
use super::fault::Kind;
use super::narration::{self, RemovalNotation};
use super::position::{Colour, Decision, Piece, PieceKind, Position};
use super::removal::{self, FoundOrder, Listed};
use super::rows::{rows, take_off};
use super::setup::{Setup, Variant};
use super::turn::{Action, Item, Name, Push, Turn};
use crate::findings::Code;
use crate::games::{self, Detail, Observer, Part};

use super::Gipf;

/// State kept while a turn is judged.
struct Notes {
    colour: Colour,
    /// The spot on which this turn introduced a piece, even if the piece has left the board since.
    introduced: Option<Spot>,
    /// True once a row left on the board has been waived. It counts as one fault, however often it
    /// is tested again.
    is_row_waived: bool,
    /// The actions so far, in canonical form.
    actions: Vec<Action>,
}

type Judge<'a, W> = games::Judge<'a, Gipf, W, Notes>;
type Judged<W, T = ()> = games::Judged<Gipf, W, T>;

/// Plays a turn in an undecided position.
#[inline]
pub(super) fn play<W: Observer<Gipf>>(
    setup: &Setup,
    position: &mut Position,
    turn: &Turn,
    observer: &mut W,
) -> Judged<W> {
    let actions = Vec::with_capacity(if W::REPORTS { turn.actions.len() } else { 0 });
    let notes = Notes {
        colour: position.text.to_move,
        introduced: None,
        is_row_waived: false,
        actions,
    };
    let mut judge = Judge {
        setup,
        position,
        observer,
        notes,
    };
    for (index, action) in turn.actions.iter().enumerate() {
        if let Some(decision) = judge.position.decided {
            return Err(judge.refuse(
                &crate::findings::code::AFTER_END,
                decision.rule,
                Part::whole(index),
                Kind::Ended(decision),
            ));
        }
        match action {
            Action::Push(push) => judge.push(index, push)?,
            Action::Remove(items) => {
                if W::NARRATES
                    && index > 0
                    && matches!(turn.actions.get(index - 1), Some(Action::Remove(_)))
                {
                    judge.keeps("G4.5");
                }
                let bare =
                    |action: &&Action| matches!(action, Action::Remove(items) if items.is_empty());
                let consecutive = turn.actions.iter().skip(index).take_while(bare).count();
                judge.remove(index, items, consecutive)?;
            }
        }
    }
    judge.finish(turn.actions.len())?;
    let actions = judge.notes.actions;
    judge.observer.canonical(|| Turn { actions });
    Ok(())
}

impl<W: Observer<Gipf>> Judge<'_, W> {
    fn reserve(&self) -> u32 {
        self.position.text.reserve[self.notes.colour.index()]
    }

    // ---- G3.1 to G3.5, G5

    #[inline]
    fn push(&mut self, action_index: usize, push: &Push) -> Judged<W> {
        let (line, landing) = self.line_of_push(action_index, push)?;
        self.check_reserve(action_index, push.kind)?;
        self.check_kind(action_index, push.kind)?;
        self.check_rows_are_cleared(Part::whole(action_index))?;

        let colour = self.notes.colour.index();
        let ends_right =
            W::NARRATES && !push.kind.is_gipf() && self.position.text.may_introduce[colour];
        if ends_right && !self.position.text.owes_first[colour] {
            self.keeps("G5.2");
        }
        self.introduce_piece(push, line, landing);
        self.record_effect(|after| narration::push(after, push, line, landing, ends_right));
        Ok(())
    }

    /// Checks that the reserve has enough pieces (G3.1, G5.3).
    #[inline]
    fn check_reserve(&mut self, action_index: usize, kind: PieceKind) -> Judged<W> {
        if self.reserve() < kind.weight() {
            let rule = if self.reserve() == 1 { "G5.3" } else { "G3.1" };
            let detail = if kind.is_gipf() {
                Detail::What
            } else {
                Detail::Whole
            };
            return Err(self.refuse(
                &codes::RESERVE_EMPTY,
                rule,
                Part {
                    action: action_index,
                    detail,
                },
                Kind::ReserveEmpty(kind),
            ));
        }
        if kind.is_gipf() {
            self.keeps("G2.2");
            self.keeps("G5.3");
        }
        Ok(())
    }

    /// Checks that the seat may introduce a piece of this kind (G5.1, G5.2).
    #[inline]
    fn check_kind(&mut self, action_index: usize, kind: PieceKind) -> Judged<W> {
        let colour = self.notes.colour.index();
        if kind.is_gipf() && !self.position.text.may_introduce[colour] {
            let rule = if self.setup.variant == Variant::Tournament {
                "G5.2"
            } else {
                "G2"
            };
            self.waive_or_refuse(
                &codes::GIPF_NOT_ALLOWED,
                rule,
                Part {
                    action: action_index,
                    detail: Detail::What,
                },
                Kind::GipfNotAllowed,
            )?;
        } else if kind.is_gipf() {
            self.keeps(if self.position.text.owes_first[colour] {
                "G5.1"
            } else {
                "G5.2"
            });
        }
        if !kind.is_gipf() && self.position.text.owes_first[colour] {
            self.waive_or_refuse(
                &codes::GIPF_REQUIRED,
                "G5.1",
                Part::whole(action_index),
                Kind::GipfRequired,
            )?;
        }
        Ok(())
    }

    /// Takes a piece from the reserve and pushes it onto the board.
    #[inline]
    fn introduce_piece(&mut self, push: &Push, line: PushLine, landing: Spot) {
        let colour = self.notes.colour.index();
        self.position.text.reserve[colour] -= push.kind.weight();
        self.position.text.owes_first[colour] = false;
        self.position.text.may_introduce[colour] &= push.kind.is_gipf();
        let piece = Piece {
            colour: self.notes.colour,
            kind: push.kind,
        };
        self.position
            .text
            .pieces
            .push(line.moved(landing), line.edge(), piece);
        self.notes.introduced = Some(line.edge());
        if W::REPORTS {
            let from = (line.edge() != landing).then(|| line.dot.into());
            self.notes.actions.push(Action::Push(Push {
                kind: push.kind,
                from,
                to: landing.into(),
            }));
        }
    }

    /// Returns the line that a push takes and the spot that its last piece reaches.
    #[inline]
    fn line_of_push(&mut self, index: usize, push: &Push) -> Judged<W, (PushLine, Spot)> {
        let named = push
            .to
            .spot()
            .and_then(|to| Some((PushLine::named(push.from, to)?, to)));
        // The last piece moves into the first gap. It may be the pushed piece itself.
        let Some((line, to)) = named.filter(|&(line, to)| self.first_gap(line) == Some(to)) else {
            return Err(self.no_push(index, push));
        };
        self.keeps("G1.1");
        self.keeps("G1.2");
        if push.from.is_none() {
            self.keeps("G7.1");
            self.keeps("G3.1");
        } else {
            self.keeps("G3.1");
            self.keeps("G3.4");
            if to != line.edge() {
                self.keeps("G3.2");
            }
        }
        self.keeps("G3.3");
        Ok((line, to))
    }

    /// Returns the refusal of a push for which `line_of_push` found no legal line.
    fn no_push(&mut self, index: usize, push: &Push) -> W::Refusal {
        let part = |detail| Part {
            action: index,
            detail,
        };
        let dot = push
            .from
            .map(|name| name.point().filter(|point| point.is_dot()).ok_or(name));
        if let Some(Err(name)) = dot {
            return self.off_board(name, part(Detail::From), true);
        }
        let Some(to) = push.to.spot() else {
            return self.off_board(push.to, part(Detail::To), false);
        };
        self.keeps("G1.1");
        self.keeps("G1.2");
        let Some(Ok(dot)) = dot else {
            return self.refuse(
                &codes::WRONG_LANDING,
                "G7.1",
                part(Detail::To),
                Kind::NoFreeEdge { spot: to },
            );
        };
        let Some(line) = PushLine::named(push.from, to) else {
            return self.refuse(
                &codes::NOT_IN_LINE,
                "G3.1",
                part(Detail::To),
                Kind::NotInLine { dot, spot: to },
            );
        };
        self.keeps("G3.1");
        let Some(landing) = self.first_gap(line) else {
            return self.refuse(
                &codes::LINE_FULL,
                "G3.4",
                part(Detail::Whole),
                Kind::LineFull { line },
            );
        };
        self.keeps("G3.4");
        // Beyond the gap nothing moves (G3.3); before it the pieces move on (G3.2).
        let is_passed = line
            .path()
            .take_while(|&spot| spot != landing)
            .any(|spot| spot == to);
        let rule = if is_passed { "G3.2" } else { "G3.3" };
        self.refuse(
            &codes::WRONG_LANDING,
            rule,
            part(Detail::To),
            Kind::WrongLanding {
                line,
                landing,
                named: to,
            },
        )
    }

    /// Refuses a name that is not a point (G1.1), or that is a dot in place of a spot or the
    /// reverse (G1.2).
    fn off_board(&self, name: Name, part: Part, needs_dot: bool) -> W::Refusal {
        let rule = if name.point().is_none() {
            "G1.1"
        } else {
            "G1.2"
        };
        self.refuse(
            &codes::OFF_BOARD,
            rule,
            part,
            Kind::OffBoard { name, needs_dot },
        )
    }

    fn first_gap(&self, line: PushLine) -> Option<Spot> {
        line.first_gap(self.position.text.pieces.all())
    }

    /// Checks that no row that must be removed is left on the board (G3, G4.4).
    #[inline]
    fn check_rows_are_cleared(&mut self, part: Part) -> Judged<W> {
        let own = self.position.text.pieces.of_colour(self.notes.colour);
        // Fast exit: most turns leave no row.
        if self.notes.is_row_waived {
            return Ok(());
        }
        if !own.has_fours() {
            self.keeps("G4.4");
            return Ok(());
        }
        self.check_each_row(part)
    }

    /// Continues the check if there is a row.
    fn check_each_row(&mut self, part: Part) -> Judged<W> {
        let remaining_row =
            rows(self.position, self.notes.colour).find(|row| row.must_go(self.position));
        let Some(row) = remaining_row else {
            self.keeps("G4.4");
            return Ok(());
        };
        self.waive_or_refuse(
            &codes::ROW_NOT_REMOVED,
            "G4.4",
            part,
            Kind::RowStands { row: row.own },
        )?;
        self.notes.is_row_waived = true;
        Ok(())
    }

    // ---- G4

    /// Judges a removal. `consecutive` is the number of bare `x` from this action
    /// on, without another action between them.
    fn remove(&mut self, action_index: usize, items: &[Item], consecutive: usize) -> Judged<W> {
        let listed = match Listed::from_items(items) {
            Ok(listed) => listed,
            Err((index, name)) => {
                return Err(self.off_board(
                    name,
                    Part {
                        action: action_index,
                        detail: Detail::Item(index),
                    },
                    false,
                ));
            }
        };
        let named = listed.spots();
        let is_one_row = removal::is_one_row(self.position, self.notes.colour, named);
        let touched =
            |colour| rows(self.position, colour).any(|row| !row.segment.and(named).is_empty());
        let has_row =
            || items.is_empty() && rows(self.position, self.notes.colour).next().is_some();
        if !is_one_row && !touched(self.notes.colour) && !has_row() {
            let others = touched(self.notes.colour.other());
            let rule = if others { "G4.6" } else { "G4.1" };
            return self.remove_as_listed(
                items,
                named,
                &codes::NO_ROW,
                rule,
                Part::whole(action_index),
                Kind::NoRow { others },
            );
        }
        self.keeps("G4.1");
        self.keeps("G4.6");
        if items.is_empty() {
            return self.remove_bare(action_index, consecutive);
        }
        let is_wrong = !listed.matches_board(&self.position.text.pieces, self.notes.colour);
        if let Some((detail, kind)) = is_wrong.then(|| self.wrong_item(items)).flatten() {
            return self.remove_wrong(action_index, items, named, detail, kind);
        }
        if is_one_row {
            self.remove_set(named, RemovalNotation::Row);
            return Ok(());
        }
        self.remove_several_rows(action_index, items, named)
    }

    /// Judges a list with the pieces of several rows, which are removed one after the other (G7.3).
    fn remove_several_rows(
        &mut self,
        action_index: usize,
        items: &[Item],
        named: SpotSet,
    ) -> Judged<W> {
        let budget = if W::IS_TRIAL {
            removal::FEW_POSITIONS
        } else {
            self.setup.most_orders
        };
        match removal::find_order(self.setup, self.position, self.notes.colour, named, budget) {
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
                let (detail, kind) = self.why_not_rows(items, named);
                self.remove_wrong(action_index, items, named, detail, kind)
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
        if W::REPORTS {
            let items = removal::items(self.position, self.notes.colour, spots);
            self.notes.actions.push(Action::Remove(items));
        }
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
        index: usize,
        items: &[Item],
        named: SpotSet,
        detail: Detail,
        kind: Kind,
    ) -> Judged<W> {
        self.remove_as_listed(
            items,
            named,
            &codes::REMOVAL_WRONG,
            "G4.3",
            Part {
                action: index,
                detail,
            },
            kind,
        )
    }

    /// Removes the listed pieces although no rule allows it, if the record waives the fault.
    ///
    /// The list must still make sense on the board: each piece exists and is listed once, and none
    /// was introduced in this turn.
    fn remove_as_listed(
        &mut self,
        items: &[Item],
        named: SpotSet,
        code: Code,
        rule: &'static str,
        part: Part,
        kind: Kind,
    ) -> Judged<W> {
        let introduced = self
            .notes
            .introduced
            .is_some_and(|spot| named.contains(spot));
        if named.len() as usize != items.len()
            || !named.is_within(self.position.text.pieces.all())
            || introduced
        {
            return Err(self.refuse(code, rule, part, kind));
        }
        self.waive_or_refuse(code, rule, part, kind)?;
        if W::REPORTS {
            self.notes.actions.push(Action::Remove(items.into()));
        }
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
                self.remove_set(
                    intended,
                    if is_only {
                        RemovalNotation::Bare
                    } else {
                        RemovalNotation::BareInAnyOrder
                    },
                );
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
    fn wrong_item(&self, items: &[Item]) -> Option<(Detail, Kind)> {
        let mut seen = SpotSet::EMPTY;
        items.iter().enumerate().find_map(|(index, item)| {
            let spot = item.spot.spot()?;
            let twice = seen.contains(spot);
            seen.insert(spot);
            let kind = match self.position.text.pieces.at(spot) {
                _ if twice => Kind::NamedTwice { spot },
                None => Kind::NamedEmpty { spot },
                Some(piece)
                    if piece.kind != item.kind
                        || (piece.colour != self.notes.colour) != item.other_seat =>
                {
                    Kind::NamedWrongly { spot, piece }
                }
                Some(_) => return None,
            };
            Some((Detail::Item(index), kind))
        })
    }

    /// Returns the reason why no sequence of legal removals takes exactly the named pieces.
    fn why_not_rows(&self, items: &[Item], named: SpotSet) -> (Detail, Kind) {
        let own = || rows(self.position, self.notes.colour);
        let in_rows = own().fold(SpotSet::EMPTY, |all, row| all.or(row.segment));
        let outside = items
            .iter()
            .position(|item| item.spot.spot().is_some_and(|spot| !in_rows.contains(spot)));
        if let Some(index) = outside {
            let spot = items[index].spot.spot();
            return (Detail::Item(index), Kind::Outside { spot });
        }
        let left_out = own()
            .filter(|row| !row.segment.and(named).is_empty())
            .map(|row| row.singles(self.position).without(named))
            .filter(|left| !left.is_empty())
            .min_by_key(|left| left.len());
        match left_out {
            Some(spots) => (Detail::Whole, Kind::LeftOut { spots }),
            None => (Detail::Whole, Kind::NoOrder),
        }
    }

    // ---- the end of the turn

    #[inline]
    fn finish(&mut self, end: usize) -> Judged<W> {
        if self.position.decided.is_none() {
            self.check_rows_are_cleared(Part::whole(end))?;
            if self.notes.introduced.is_none() && self.reserve() > 0 {
                self.waive_or_refuse(
                    &codes::PUSH_MISSING,
                    "G3",
                    Part::whole(end),
                    Kind::PushMissing,
                )?;
            } else if self.notes.introduced.is_some() {
                self.keeps("G3");
            }
        }
        self.position.text.to_move = self.notes.colour.other();
        if self.position.decided.is_none() {
            if self.notes.introduced.is_none() && self.reserve() == 0 {
                let reason = "a seat had nothing in reserve after clearing its rows";
                let winner = self.notes.colour.other();
                self.position.decided = Some(Decision {
                    winner,
                    rule: "G6.2",
                    reason,
                });
            } else if let Some(decision) = decided_between_turns(self.setup, self.position) {
                self.position.decided = Some(decision);
            }
        }
        Ok(())
    }
}

/// Returns the notation of a push from a dot over a spot.
pub(super) fn push_text(dot: Point, spot: Spot) -> String {
    format!("{dot}-{spot}")
}
