//! Judging a turn (Z3, Z4). All stones of a turn are judged together. The first fault in the order
//! of the rule sheet is reported.

use super::Pippinzip;
use super::board::Point;
use super::codes;
use super::fault::Kind;
use super::narration;
use super::position::{Colour, Decision, FirstOfPair, Phase, Position};
use super::setup::{Setup, Variant};
use super::turn::{Name, Turn};
use crate::findings::Code;
use crate::games::{self, Fault, Observer, Part, Sides, Verdict};
use crate::notation::{Points, Standing};

type Judge<'a, W> = games::Judge<'a, Pippinzip, W, Notes>;
type Judged<W, T = ()> = games::Judged<Pippinzip, W, T>;

/// The stones that the seat to move has to place, for judging. `Task` in `moves.rs` is the same for
/// the generator. The two are separate, so that tests can compare the generator with the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// One to three stones of the auction's colour, or `take` (Z3.1).
    Auction(Colour),
    /// One stone (Z4.2).
    One(Colour),
    /// Pip's two stones (Z4.3).
    Pair,
    /// One stone of a team's first or second seat (Z4.6).
    Team {
        /// True for the second seat.
        second: bool,
    },
}

impl Duty {
    /// Returns the duty of the seat to move.
    #[inline]
    pub(super) fn new(setup: &Setup, position: &Position) -> Self {
        let Phase::Taken(taker) = position.text.phase else {
            return Self::Auction(setup.variant.auction_colour());
        };
        let colour = setup.colour_of(position.text.to_move, taker);
        match (colour, setup.seats, setup.variant) {
            (Colour::White, _, _) | (Colour::Black, _, Variant::Pipeline) => Self::One(colour),
            (Colour::Black, 3, _) => Self::Team {
                second: setup.second_of_team(taker) == Some(position.text.to_move),
            },
            (Colour::Black, _, _) => Self::Pair,
        }
    }

    /// Returns the colour of its stones.
    #[inline]
    pub(super) fn colour(self) -> Colour {
        match self {
            Self::Auction(colour) | Self::One(colour) => colour,
            Self::Pair | Self::Team { .. } => Colour::Black,
        }
    }

    /// Returns the minimum and maximum number of stones.
    #[inline]
    pub(super) fn stones(self) -> (usize, usize) {
        match self {
            Self::Auction(_) => (1, 3),
            Self::One(_) | Self::Team { .. } => (1, 1),
            Self::Pair => (2, 2),
        }
    }

    /// Returns the rule that gives these numbers.
    #[inline]
    fn rule(self) -> &'static str {
        match self {
            Self::Auction(_) => "Z3.1",
            Self::One(_) => "Z4.2",
            Self::Pair => "Z4.3",
            Self::Team { .. } => "Z4.6",
        }
    }
}

/// Returns the result of each seat under the rules (Z3.3, Z5.4).
#[inline]
pub(super) fn standing(setup: &Setup, position: &Position) -> Option<Standing> {
    let Decision { colour, seat } = position.decided?;
    Some(match position.text.phase {
        Phase::Auction => Standing::win_for(seat, setup.seats),
        Phase::Taken(taker) => win_of(setup, taker, colour),
    })
}

/// Returns how the rules ended the game (Z3.3, Z5).
pub(super) fn verdict(setup: &Setup, position: &Position) -> Option<Verdict> {
    let Decision { colour, .. } = position.decided?;
    let standing = standing(setup, position)?;
    let (rule, reason) = match (position.text.phase, colour) {
        (Phase::Auction, Colour::Black) => {
            let reason = "black stones connect two opposite sides, and the seat that completed that wins the auction";
            ("Z3.3", reason)
        }
        (Phase::Auction, Colour::White) => {
            let reason = "white stones connect all four sides, and the seat that completed that wins the auction";
            ("Z3.3", reason)
        }
        (Phase::Taken(_), Colour::Black) => ("Z5.1", "Pip's stones connect two opposite sides"),
        (Phase::Taken(_), Colour::White) => ("Z5.2", "Zip's stones connect all four sides"),
    };
    let marks = position
        .decisive(colour)
        .iter()
        .map(|point| point.to_string())
        .collect();
    Some(Verdict {
        standing,
        rule,
        reason,
        marks,
    })
}

/// Returns a win for every seat of a colour (Z5.4).
fn win_of(setup: &Setup, taker: u8, winner: Colour) -> Standing {
    let points = |seat| {
        if setup.colour_of(seat, taker) == winner {
            Points::Win
        } else {
            Points::Loss
        }
    };
    Standing((1..=setup.seats).map(points).collect())
}

/// Returns the result of each seat if the seat to move resigns (Z5.4).
pub(super) fn resignation(setup: &Setup, position: &Position) -> Standing {
    match position.text.phase {
        Phase::Taken(taker) => win_of(
            setup,
            taker,
            setup.colour_of(position.text.to_move, taker).other(),
        ),
        Phase::Auction => {
            let points = |seat| {
                if seat == position.text.to_move {
                    Points::Loss
                } else {
                    Points::Win
                }
            };
            Standing((1..=setup.seats).map(points).collect())
        }
    }
}

/// Returns the side of each seat (Z4.6). With three seats, the teams are not known before `take`.
pub(super) fn sides(setup: &Setup, position: &Position) -> Option<Sides> {
    let side = |seat| match position.text.phase {
        Phase::Auction if setup.seats > 2 => None,
        Phase::Auction => Some(seat),
        Phase::Taken(taker) => Some(u8::from(seat == taker)),
    };
    (1..=setup.seats).map(side).collect()
}

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
        let first = self.first_of_team();
        self.record_effect(|after| narration::pass(after, first.filter(|_| forfeited)));
        self.finish(None);
        Ok(())
    }

    /// Returns the stone that the second seat of a team may not place its own beside.
    fn first_of_team(&self) -> Option<Point> {
        let binds = self.notes.duty == Duty::Team { second: true }
            && self.setup.variant == Variant::Zipline;
        self.position
            .text
            .pair
            .stone()
            .filter(|_| binds)?
            .point(self.position.text.stones.size())
    }

    // ---- Z3.1, Z4.2 to Z4.6

    #[inline]
    fn stones(mut self, names: &[Name]) -> Judged<W> {
        let size = self.position.text.stones.size();
        let off_board = |judge: &Self, index| {
            judge.refuse(
                &codes::OFF_BOARD,
                "Z1.1",
                Part::whole(index),
                Kind::OffBoard,
            )
        };
        // For reports, faults off the board come before all others.
        if W::REPORTS
            && let Some(index) = names.iter().position(|name| name.point(size).is_none())
        {
            return Err(off_board(&self, index));
        }
        // Without reports, the order does not matter. Testing this first leaves the position
        // unchanged.
        if !W::REPORTS
            && self.setup.variant == Variant::Zipline
            && let Some(BannedStone {
                index,
                first,
                point,
            }) = self.banned_stone(names)
        {
            return Err(self.refuse(
                &codes::ADJACENT_PAIR,
                "Z4.3",
                Part::whole(index),
                Kind::Adjacent {
                    first,
                    second: point,
                },
            ));
        }
        self.keeps("Z1.1");
        let colour = self.notes.colour;
        let mut wins = false;
        let mut first_wins = false;
        for (index, name) in names.iter().enumerate() {
            let Some(point) = name.point(size) else {
                return Err(off_board(&self, index));
            };
            if let Some(stone) = self.position.text.stones.at(point) {
                return Err(self.occupied(names, index, point, stone));
            }
            // A trial only needs to know whether the first stone wins if the turn is otherwise too
            // short.
            if W::IS_TRIAL {
                first_wins = names.len() == 1
                    && self.notes.duty == Duty::Pair
                    && self.position.trial_wins(point, colour);
                self.position.place_trial(point, colour);
                continue;
            }
            wins |= self.position.place(point, colour);
            if index == 0 {
                first_wins = wins;
            }
        }
        self.keeps("Z1.3");
        if !matches!(self.notes.duty, Duty::Auction(_)) {
            self.keeps("Z4.1");
        }
        self.check_count_and_neighbours(names, first_wins)?;
        let duty = self.notes.duty;
        self.record_effect(|after| narration::stones(after, duty, names, first_wins));

        if wins {
            self.position.decided = Some(Decision {
                colour,
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
        let (least, most) = self.notes.duty.stones();
        // Continue after the first fault: a code that the record waives may still occur.
        let mut refused = None;
        if names.len() > most {
            let kind = Kind::TooMany {
                duty: self.notes.duty,
                most,
            };
            self.waive_or_store(
                self.miscount(&codes::TOO_MANY_STONES, most, kind),
                &mut refused,
            )?;
        } else if names.len() >= least {
            self.keeps(self.notes.duty.rule());
        } else if first_wins {
            self.keeps("Z4.5");
        } else if self.is_forfeited(names) {
            self.keeps("Z4.4");
        } else {
            let kind = Kind::TooFew { least };
            self.waive_or_store(
                self.miscount(&codes::TOO_FEW_STONES, names.len(), kind),
                &mut refused,
            )?;
        }
        if W::REPORTS
            && self.setup.variant == Variant::Zipline
            && let Some(BannedStone {
                index,
                first,
                point,
            }) = self.banned_stone(names)
        {
            let rule = if self.first_of_team().is_some() {
                "Z4.6"
            } else {
                "Z4.3"
            };
            let part = Part::whole(index);
            let kind = Kind::Adjacent {
                first,
                second: point,
            };
            self.waive_or_store(
                Fault {
                    code: &codes::ADJACENT_PAIR,
                    rule,
                    part,
                    kind,
                },
                &mut refused,
            )?;
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
        let (first, restricted) = match self.first_of_team() {
            Some(first) => (first, 0..names.len()),
            None if self.notes.duty == Duty::Pair => (point_of(0)?, 1..names.len().min(2)),
            None => return None,
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
