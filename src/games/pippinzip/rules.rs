//! Judging a turn (Z3, Z4): `take`, `pass`, or stones such as `c3,d5`. All stones of a turn are
//! judged together. The first fault in the order of the rule sheet is reported. `duty.rs` has the
//! number of stones, `end.rs` the end of the game.
//!
//! Pip places two stones, a *pair*; in `zipline`, the second may not be next to the first. With
//! three seats, the two seats of a team place one stone of the pair each.

use super::Pippinzip;
use super::board::Point;
use super::codes;
use super::duty::Duty;
use super::fault::Kind;
use super::narration;
use super::position::{Decision, FirstOfPair, Phase, Position};
use super::setup::{Setup, Variant};
use super::stones::Colour;
use super::turn::{Name, Turn};
use crate::findings::Code;
use crate::games::{self, Fault, Observer, Part};

type Judge<'a, W> = games::Judge<'a, Pippinzip, W, Notes>;
type Judged<W, T = ()> = games::Judged<Pippinzip, W, T>;

/// State kept while a turn is judged.
struct Notes {
    duty: Duty,
    /// The colour of the turn's stones.
    colour: Colour,
}

/// A stone beside the first stone of its pair, where `zipline` bans it (Z4.3, Z4.6).
struct BannedStone {
    /// The index of the stone in the turn.
    index: usize,
    /// The point of the first stone of the pair.
    first: Point,
    /// The point of the banned stone.
    point: Point,
}

impl BannedStone {
    fn kind(&self) -> Kind {
        Kind::Adjacent {
            first: self.first,
            second: self.point,
        }
    }
}

/// The stones of a turn that reach the goal of their colour. In a trial, only `by_first` is set.
#[derive(Default)]
struct Reached {
    /// True if the first stone does.
    by_first: bool,
    /// True if one of the stones does.
    by_any: bool,
}

/// Plays a turn in an undecided position.
#[inline]
pub(super) fn play<W: Observer<Pippinzip>>(
    setup: &Setup,
    position: &mut Position,
    turn: &Turn,
    observer: &mut W,
) -> Judged<W> {
    let duty = Duty::new(setup, position);
    let notes = Notes {
        duty,
        colour: duty.colour(),
    };
    let judge = Judge {
        setup,
        position,
        observer,
        notes,
    };
    match turn {
        Turn::Stones(names) => judge.stones(names),
        Turn::Take => judge.take(),
        Turn::Pass => judge.pass(),
    }
}

impl<W: Observer<Pippinzip>> Judge<'_, W> {
    // ---- Z3

    fn take(mut self) -> Judged<W> {
        if let Phase::Taken(taker) = self.position.text.phase {
            return Err(self.refuse(
                &codes::TAKE_OUTSIDE_AUCTION,
                "Z3.1",
                Part::whole(0),
                Kind::NotInAuction { taker },
            ));
        }
        self.keeps("Z3.1");
        self.keeps("Z3.2");
        self.keeps("Z3.4");
        self.position.text.phase = Phase::Taken(self.position.text.to_move);
        let setup = self.setup;
        self.record_effect(|after| narration::take(setup, after));
        self.finish(None);
        Ok(())
    }

    // ---- Z4.6

    fn pass(mut self) -> Judged<W> {
        let rule = match self.notes.duty {
            Duty::Auction(_) => "Z3.1",
            Duty::Team { second: true } if self.setup.variant == Variant::Zipline => "Z4.6",
            _ => "Z4.1",
        };
        let forfeited = self
            .first_of_team()
            .is_some_and(|first| self.position.text.stones.only_beside(first));
        if forfeited {
            self.keeps("Z4.4");
            self.keeps("Z4.6");
        } else {
            let kind = Kind::MayNotPass {
                duty: self.notes.duty,
            };
            self.waive_or_refuse(&codes::PASS_NOT_ALLOWED, rule, Part::whole(0), kind)?;
        }
        let banned_beside = if forfeited {
            self.first_of_team()
        } else {
            None
        };
        self.record_effect(|after| narration::pass(after, banned_beside));
        self.finish(None);
        Ok(())
    }

    /// Returns the stone that the second seat of a team may not place its own beside.
    fn first_of_team(&self) -> Option<Point> {
        let is_bound = self.notes.duty == Duty::Team { second: true }
            && self.setup.variant == Variant::Zipline;
        if !is_bound {
            return None;
        }
        let first = self.position.text.pair.stone()?;
        first.point(self.position.text.stones.size())
    }

    // ---- Z3.1, Z4.2 to Z4.6

    #[inline]
    fn stones(mut self, names: &[Name]) -> Judged<W> {
        self.check_before_placing(names)?;
        self.keeps("Z1.1");
        let Reached { by_first, by_any } = self.place_stones(names)?;
        self.keeps("Z1.3");
        if !matches!(self.notes.duty, Duty::Auction(_)) {
            self.keeps("Z4.1");
        }
        self.check_count_and_neighbours(names, by_first)?;
        let duty = self.notes.duty;
        self.record_effect(|after| narration::stones(after, duty, names, by_first));

        if by_any {
            self.position.decided = Some(Decision {
                colour: self.notes.colour,
                seat: self.position.text.to_move,
            });
        }
        let phase = self.position.text.phase;
        self.observer
            .canonical(|| Turn::Stones(names.to_vec()).in_order(phase));
        self.keeps("Z5.3");
        self.finish(names.first().copied());
        Ok(())
    }

    /// Checks what can be checked before a stone is placed, so that a fault leaves the position
    /// unchanged.
    #[inline]
    fn check_before_placing(&self, names: &[Name]) -> Judged<W> {
        if W::REPORTS {
            // For reports, faults off the board come before all others.
            let size = self.position.text.stones.size();
            let first_off_board = names.iter().position(|name| name.point(size).is_none());
            return match first_off_board {
                Some(index) => Err(self.off_board(index)),
                None => Ok(()),
            };
        }
        // Without reports, the order of the faults does not matter.
        if self.setup.variant == Variant::Zipline
            && let Some(banned) = self.banned_stone(names)
        {
            let part = Part::whole(banned.index);
            return Err(self.refuse(&codes::ADJACENT_PAIR, "Z4.3", part, banned.kind()));
        }
        Ok(())
    }

    /// Places the stones on their points. Refuses the first point that is off the board or occupied
    /// (Z1.1, Z1.3).
    #[inline]
    fn place_stones(&mut self, names: &[Name]) -> Judged<W, Reached> {
        let size = self.position.text.stones.size();
        let colour = self.notes.colour;
        let mut reached = Reached::default();
        for (index, name) in names.iter().enumerate() {
            let Some(point) = name.point(size) else {
                return Err(self.off_board(index));
            };
            if let Some(stone) = self.position.text.stones.at(point) {
                return Err(self.occupied(names, index, point, stone));
            }
            // A trial only needs to know whether the first stone wins if the turn is otherwise too
            // short.
            if W::IS_TRIAL {
                reached.by_first = names.len() == 1
                    && self.notes.duty == Duty::Pair
                    && self.position.trial_wins(point, colour);
                self.position.place_trial(point, colour);
                continue;
            }
            reached.by_any |= self.position.place(point, colour);
            if index == 0 {
                reached.by_first = reached.by_any;
            }
        }
        Ok(reached)
    }

    /// Refuses a name that is not a point of the board (Z1.1).
    fn off_board(&self, index: usize) -> W::Refusal {
        self.refuse(
            &codes::OFF_BOARD,
            "Z1.1",
            Part::whole(index),
            Kind::OffBoard,
        )
    }

    /// Refuses a stone on an occupied point: by a stone of an earlier turn, or of this turn (Z1.3).
    fn occupied(&self, names: &[Name], index: usize, point: Point, stone: Colour) -> W::Refusal {
        let size = self.position.text.stones.size();
        let is_named_twice = names
            .iter()
            .take(index)
            .any(|before| before.point(size) == Some(point));
        let kind = if is_named_twice {
            Kind::NamedTwice { point }
        } else {
            Kind::Occupied { point, stone }
        };
        self.refuse(&codes::OCCUPIED, "Z1.3", Part::whole(index), kind)
    }

    /// Checks the number of stones, and that Pip's two stones are not neighbours.
    #[inline]
    fn check_count_and_neighbours(&mut self, names: &[Name], first_wins: bool) -> Judged<W> {
        let (least, most) = self.notes.duty.stones().into_inner();
        // Continue after the first fault, so that a later fault that the record waives is still
        // found: its waiver is then needed.
        let mut refused = None;
        if names.len() > most {
            let kind = Kind::TooMany {
                duty: self.notes.duty,
                most,
            };
            let fault = self.miscount(&codes::TOO_MANY_STONES, most, kind);
            self.waive_or_store(fault, &mut refused)?;
        } else if names.len() >= least {
            self.keeps(self.notes.duty.rule());
        } else if first_wins {
            self.keeps("Z4.5");
        } else if self.is_forfeited(names) {
            self.keeps("Z4.4");
        } else {
            let kind = Kind::TooFew { least };
            let fault = self.miscount(&codes::TOO_FEW_STONES, names.len(), kind);
            self.waive_or_store(fault, &mut refused)?;
        }
        if W::REPORTS
            && self.setup.variant == Variant::Zipline
            && let Some(banned) = self.banned_stone(names)
        {
            let is_of_team = self.first_of_team().is_some();
            let fault = Fault {
                code: &codes::ADJACENT_PAIR,
                rule: if is_of_team { "Z4.6" } else { "Z4.3" },
                part: Part::whole(banned.index),
                kind: banned.kind(),
            };
            self.waive_or_store(fault, &mut refused)?;
        } else if W::NARRATES && refused.is_none() && self.first_of_team().is_some() {
            self.keeps("Z4.6");
        }
        match refused {
            Some(Fault {
                code,
                rule,
                part,
                kind,
            }) => Err(self.refuse(code, rule, part, kind)),
            None => Ok(()),
        }
    }

    /// Waives a fault if the record does. Otherwise stores it, unless an earlier one is stored.
    fn waive_or_store(
        &mut self,
        fault: Fault<Kind>,
        refused: &mut Option<Fault<Kind>>,
    ) -> Judged<W> {
        if self.is_waived(fault.code) {
            return self.waive_or_refuse(fault.code, fault.rule, fault.part, fault.kind);
        }
        refused.get_or_insert(fault);
        Ok(())
    }

    /// Returns the fault of a turn with too many or too few stones.
    fn miscount(&self, code: Code, index: usize, kind: Kind) -> Fault<Kind> {
        Fault {
            code,
            rule: self.notes.duty.rule(),
            part: Part::whole(index),
            kind,
        }
    }

    /// Returns the first stone that violates the ban on neighbours in `zipline`.
    fn banned_stone(&self, names: &[Name]) -> Option<BannedStone> {
        let point_of = |index: usize| names.get(index)?.point(self.position.text.stones.size());
        // The ban applies to Pip's second stone, but to every stone of a team's second seat.
        let (first, restricted) = match self.notes.duty {
            Duty::Pair => (point_of(0)?, 1..names.len().min(2)),
            Duty::Team { .. } => (self.first_of_team()?, 0..names.len()),
            Duty::Auction(_) | Duty::One(_) => return None,
        };
        restricted.into_iter().find_map(|index| {
            let point = point_of(index).filter(|point| point.is_beside(first))?;
            Some(BannedStone {
                index,
                first,
                point,
            })
        })
    }

    /// Returns true if no point is left for Pip's second stone (Z4.3).
    fn is_forfeited(&self, names: &[Name]) -> bool {
        let first = names
            .first()
            .and_then(|first| first.point(self.position.text.stones.size()));
        self.setup.variant == Variant::Zipline
            && first.is_some_and(|first| self.position.text.stones.only_beside(first))
    }

    /// Passes the turn to the next seat (Z3.4), which the first stone may restrict (Z4.6).
    #[inline]
    fn finish(mut self, first: Option<Name>) {
        if W::NARRATES && self.position.decided.is_none() {
            match self.notes.duty {
                Duty::Auction(_) => self.keeps("Z3.4"),
                Duty::Team { .. } => self.keeps("Z4.6"),
                Duty::One(_) | Duty::Pair => {}
            }
        }
        self.position.text.pair = match self.notes.duty {
            Duty::Team { second: false } => first.map_or(FirstOfPair::Nothing, FirstOfPair::Stone),
            _ => FirstOfPair::Absent,
        };
        self.position.text.to_move = self.setup.next(self.position.text.to_move);
    }
}
