//! Judging a turn (G3 to G6): its pushes and its end. Removals are in `removal_rules.rs`.
//!
//! A push `a2-c4` names the dot on which a piece enters and the spot that the last moved piece
//! reaches. `b3` alone is a push into an empty spot next to a dot. `G` before a push introduces a
//! GIPF piece, two stacked pieces.
//!
//! Actions are judged from left to right. Within an action, faults are tested in the order of the
//! table in G8, so that the first one found is the one to report.

use super::Gipf;
use super::board::{Point, PushLine, Spot};
use super::codes;
use super::end::decided_between_turns;
use super::fault::{Kind, PointKind};
use super::narration;
use super::pieces::{Colour, Piece, PieceKind};
use super::position::{Decision, Position};
use super::rows::rows;
use super::setup::{Setup, Variant};
use super::turn::{Action, Name, Push, Turn};
use crate::games::{self, Detail, Observer, Part};

/// State kept while a turn is judged.
pub(super) struct Notes {
    /// The colour of the seat that moves.
    pub(super) colour: Colour,
    /// The spot on which this turn introduced a piece, even if the piece has left the board since.
    pub(super) introduced: Option<Spot>,
    /// True once a row left on the board has been waived. It counts as one fault, however often it
    /// is tested again.
    is_row_waived: bool,
    /// The actions so far, in canonical form. `None` if the observer reports nothing.
    actions: Option<Vec<Action>>,
}

/// State of judging a turn of this game.
pub(super) type Judge<'a, W> = games::Judge<'a, Gipf, W, Notes>;
/// Result of one step of judging.
pub(super) type Judged<W, T = ()> = games::Judged<Gipf, W, T>;

/// Plays a turn in an undecided position.
#[inline]
pub(super) fn play<W: Observer<Gipf>>(
    setup: &Setup,
    position: &mut Position,
    turn: &Turn,
    observer: &mut W,
) -> Judged<W> {
    let notes = Notes {
        colour: position.text.to_move,
        introduced: None,
        is_row_waived: false,
        actions: W::REPORTS.then(|| Vec::with_capacity(turn.actions.len())),
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
                let before = index.checked_sub(1).and_then(|last| turn.actions.get(last));
                if W::NARRATES && matches!(before, Some(Action::Remove(_))) {
                    judge.keeps("G4.5");
                }
                judge.remove(index, items, bare_removals_from(turn, index))?;
            }
        }
    }
    judge.finish(turn.actions.len())?;
    if let Some(actions) = judge.notes.actions {
        judge.observer.canonical(|| Turn { actions });
    }
    Ok(())
}

/// Returns the number of bare `x` from an action on, without another action between them.
fn bare_removals_from(turn: &Turn, index: usize) -> usize {
    let is_bare = |action: &&Action| matches!(action, Action::Remove(items) if items.is_empty());
    turn.actions.iter().skip(index).take_while(is_bare).count()
}

impl<W: Observer<Gipf>> Judge<'_, W> {
    #[inline]
    fn reserve(&self) -> u32 {
        self.position.text.reserve[self.notes.colour.index()]
    }

    /// Adds an action to the canonical form of the turn, if the observer wants it.
    #[inline]
    pub(super) fn record_action(&mut self, action: impl FnOnce(&Self) -> Action) {
        if !W::REPORTS {
            return;
        }
        let recorded = action(self);
        if let Some(actions) = &mut self.notes.actions {
            actions.push(recorded);
        }
    }

    #[inline]
    fn push(&mut self, action_index: usize, push: &Push) -> Judged<W> {
        let (line, landing) = self.line_of_push(action_index, push)?;
        self.check_reserve(action_index, push.kind)?;
        self.check_kind(action_index, push.kind)?;
        self.check_rows_are_cleared(action_index)?;

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
        self.record_action(|_| {
            let from = (line.edge() != landing).then(|| line.dot.into());
            Action::Push(Push {
                kind: push.kind,
                from,
                to: landing.into(),
            })
        });
    }

    /// Returns the line that a push takes and the spot that its last piece reaches.
    #[inline]
    fn line_of_push(&mut self, index: usize, push: &Push) -> Judged<W, (PushLine, Spot)> {
        let Some((line, to)) = self.legal_line(push) else {
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

    /// Returns the line of a push and the spot that the push names, if the push ends there.
    #[inline]
    fn legal_line(&self, push: &Push) -> Option<(PushLine, Spot)> {
        let to = push.to.spot()?;
        let line = PushLine::named(push.from.as_ref(), to)?;
        // The last piece moves into the first gap. It may be the pushed piece itself.
        let ends_there = line.ends_at(to, self.position.text.pieces.all());
        ends_there.then_some((line, to))
    }

    /// Returns the refusal of a push for which `line_of_push` found no legal line.
    fn no_push(&mut self, index: usize, push: &Push) -> W::Refusal {
        let part = |detail| Part {
            action: index,
            detail,
        };
        let dot = push.from.and_then(Name::dot);
        if let Some(name) = push.from
            && dot.is_none()
        {
            return self.off_board(name, part(Detail::From), PointKind::Dot);
        }
        let Some(to) = push.to.spot() else {
            return self.off_board(push.to, part(Detail::To), PointKind::Spot);
        };
        self.keeps("G1.1");
        self.keeps("G1.2");
        let Some(dot) = dot else {
            return self.refuse(
                &codes::WRONG_LANDING,
                "G7.1",
                part(Detail::To),
                Kind::NoFreeEdge { spot: to },
            );
        };
        let Some(line) = PushLine::named(push.from.as_ref(), to) else {
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
        let mut before_gap = line.path().take_while(|&spot| spot != landing);
        let is_passed = before_gap.any(|spot| spot == to);
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
    pub(super) fn off_board(&self, name: Name, part: Part, needed: PointKind) -> W::Refusal {
        let rule = if name.point().is_none() {
            "G1.1"
        } else {
            "G1.2"
        };
        self.refuse(
            &codes::OFF_BOARD,
            rule,
            part,
            Kind::OffBoard { name, needed },
        )
    }

    fn first_gap(&self, line: PushLine) -> Option<Spot> {
        line.first_gap(self.position.text.pieces.all())
    }

    /// Checks that no row that must be removed is left on the board before an action, or at the end
    /// of the turn (G3, G4.4).
    #[inline]
    fn check_rows_are_cleared(&mut self, action_index: usize) -> Judged<W> {
        if self.notes.is_row_waived {
            return Ok(());
        }
        // Fast exit: most turns leave no row.
        let own = self.position.text.pieces.of_colour(self.notes.colour);
        if !own.has_fours() {
            self.keeps("G4.4");
            return Ok(());
        }
        self.check_each_row(action_index)
    }

    /// Continues the check if there is a row.
    #[cold]
    fn check_each_row(&mut self, action_index: usize) -> Judged<W> {
        let remaining_row =
            rows(self.position, self.notes.colour).find(|row| row.must_go(self.position));
        let Some(row) = remaining_row else {
            self.keeps("G4.4");
            return Ok(());
        };
        self.waive_or_refuse(
            &codes::ROW_NOT_REMOVED,
            "G4.4",
            Part::whole(action_index),
            Kind::RowStands { row: row.own },
        )?;
        self.notes.is_row_waived = true;
        Ok(())
    }

    /// Judges the end of the turn: a push that is missing, and the decision of the game. `end` is
    /// the number of actions.
    #[inline]
    fn finish(&mut self, end: usize) -> Judged<W> {
        if self.position.decided.is_none() {
            self.check_rows_are_cleared(end)?;
            self.check_push_is_there(end)?;
        }
        self.position.text.to_move = self.notes.colour.other();
        if self.position.decided.is_none()
            && let Some(decision) = self.decision_at_end()
        {
            self.position.decided = Some(decision);
        }
        Ok(())
    }

    /// Checks that the turn has a push, unless the reserve is empty (G3, G6.2).
    #[inline]
    fn check_push_is_there(&mut self, end: usize) -> Judged<W> {
        if self.notes.introduced.is_some() {
            self.keeps("G3");
            return Ok(());
        }
        if self.reserve() == 0 {
            return Ok(());
        }
        self.waive_or_refuse(
            &codes::PUSH_MISSING,
            "G3",
            Part::whole(end),
            Kind::PushMissing,
        )
    }

    /// Returns the decision of the game at the end of the turn, when the other seat is to move.
    #[inline]
    fn decision_at_end(&self) -> Option<Decision> {
        if self.notes.introduced.is_none() && self.reserve() == 0 {
            return Some(Decision {
                winner: self.notes.colour.other(),
                rule: "G6.2",
                reason: "a seat had nothing in reserve after clearing its rows",
            });
        }
        decided_between_turns(self.setup, self.position)
    }
}

/// Returns the notation of a push from a dot over a spot.
pub(super) fn push_text(dot: Point, spot: Spot) -> String {
    format!("{dot}-{spot}")
}
