//! Judging a turn (Z3, Z4): all its stones at once, the first fault in the order of the sheet.

use super::Pippinzip;
use super::board::Point;
use super::codes;
use super::fault::Kind;
use super::position::{Colour, Decision, FirstOfPair, Phase, Position};
use super::setup::{Setup, Variant};
use super::turn::{Name, Turn};
use crate::findings::Code;
use crate::games::{self, Fault, Part, Played, Verdict};
use crate::notation::{Points, Standing};

type Judge<'a> = games::Judge<'a, Pippinzip, Notes>;
type Judged<T = ()> = games::Judged<Pippinzip, T>;

/// What the seat to move has to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// One to three stones of the auction's colour, unless it takes (Z3.1).
    Auction(Colour),
    /// One stone (Z4.2).
    One(Colour),
    /// Pip's two (Z4.3).
    Pair,
    /// The stone of the team's first seat, or of its second (Z4.6).
    Team {
        /// Which of them.
        second: bool,
    },
}

impl Duty {
    /// That of the seat to move.
    pub(super) fn of(setup: &Setup, position: &Position) -> Self {
        let Phase::Taken(taker) = position.phase else { return Self::Auction(setup.variant.auction_colour()) };
        let colour = setup.colour_of(position.to_move, taker);
        match (colour, setup.seats, setup.variant) {
            (Colour::White, _, _) | (Colour::Black, _, Variant::Pipeline) => Self::One(colour),
            (Colour::Black, 3, _) => Self::Team { second: setup.second_of_team(taker) == Some(position.to_move) },
            (Colour::Black, _, _) => Self::Pair,
        }
    }

    /// The colour of its stones.
    pub(super) fn colour(self) -> Colour {
        match self {
            Self::Auction(colour) | Self::One(colour) => colour,
            Self::Pair | Self::Team { .. } => Colour::Black,
        }
    }

    /// The fewest stones and the most.
    pub(super) fn stones(self) -> (usize, usize) {
        match self {
            Self::Auction(_) => (1, 3),
            Self::One(_) | Self::Team { .. } => (1, 1),
            Self::Pair => (2, 2),
        }
    }

    /// The rule that says how many.
    fn rule(self) -> &'static str {
        match self {
            Self::Auction(_) => "Z3.1",
            Self::One(_) => "Z4.2",
            Self::Pair => "Z4.3",
            Self::Team { .. } => "Z4.6",
        }
    }
}

/// How the rules ended the game (Z3.3, Z5).
pub(super) fn verdict(setup: &Setup, position: &Position) -> Option<Verdict> {
    let Decision { colour, seat } = position.decided?;
    let (standing, rule, reason) = match (position.phase, colour) {
        (Phase::Auction, Colour::Black) => {
            let reason = "black stones connect two opposite sides, and the seat that completed that wins the auction";
            (Standing::win_for(seat, setup.seats), "Z3.3", reason)
        }
        (Phase::Auction, Colour::White) => {
            let reason = "white stones connect all four sides, and the seat that completed that wins the auction";
            (Standing::win_for(seat, setup.seats), "Z3.3", reason)
        }
        (Phase::Taken(taker), Colour::Black) => {
            (win_of(setup, taker, colour), "Z5.1", "Pip's stones connect two opposite sides")
        }
        (Phase::Taken(taker), Colour::White) => {
            (win_of(setup, taker, colour), "Z5.2", "Zip's stones connect all four sides")
        }
    };
    let marks = position.decisive(colour).iter().map(|point| point.to_string()).collect();
    Some(Verdict { standing, rule, reason, marks })
}

/// Every seat of a colour wins (Z5.4).
fn win_of(setup: &Setup, taker: u8, winner: Colour) -> Standing {
    let points = |seat| if setup.colour_of(seat, taker) == winner { Points::Win } else { Points::Loss };
    Standing((1..=setup.seats).map(points).collect())
}

/// What each seat gets when the seat to move resigns (Z5.4).
pub(super) fn resignation(setup: &Setup, position: &Position) -> Standing {
    match position.phase {
        Phase::Taken(taker) => win_of(setup, taker, setup.colour_of(position.to_move, taker).other()),
        Phase::Auction => {
            let points = |seat| if seat == position.to_move { Points::Loss } else { Points::Win };
            Standing((1..=setup.seats).map(points).collect())
        }
    }
}

/// What this game notes of a turn while it is judged.
struct Notes {
    duty: Duty,
}

/// Judges a turn against an undecided position.
pub(super) fn judge(setup: &Setup, position: &Position, turn: &Turn, let_stand: &[Code]) -> Judged<Played<Pippinzip>> {
    let judge = Judge::new(setup, position, let_stand, Notes { duty: Duty::of(setup, position) });
    match turn {
        Turn::Stones(names) => judge.stones(names),
        Turn::Take => judge.take(),
        Turn::Pass => judge.pass(),
    }
}

impl Judge<'_> {
    // ---- Z3

    fn take(mut self) -> Judged<Played<Pippinzip>> {
        if let Phase::Taken(taker) = self.position.phase {
            return Err(self.refuse(
                &codes::TAKE_OUTSIDE_AUCTION,
                "Z3.1",
                Part::whole(0),
                Kind::NotInAuction { taker },
            ));
        }
        self.position.text.phase = Phase::Taken(self.position.to_move);
        Ok(self.finish(Turn::Take, None))
    }

    // ---- Z4.6

    fn pass(mut self) -> Judged<Played<Pippinzip>> {
        let rule = match self.notes.duty {
            Duty::Auction(_) => "Z3.1",
            Duty::Team { second: true } if self.setup.variant == Variant::Zipline => "Z4.6",
            _ => "Z4.1",
        };
        let forfeited = self.first_of_team().is_some_and(|first| self.position.stones.only_beside(first));
        if !forfeited {
            self.let_stand_or(
                &codes::PASS_NOT_ALLOWED,
                rule,
                Part::whole(0),
                Kind::MayNotPass { duty: self.notes.duty },
            )?;
        }
        Ok(self.finish(Turn::Pass, None))
    }

    /// The stone beside which the second seat of a team may not place its own.
    fn first_of_team(&self) -> Option<Point> {
        let binds = self.notes.duty == Duty::Team { second: true } && self.setup.variant == Variant::Zipline;
        self.position.pair.stone().filter(|_| binds)?.point(self.position.stones.size())
    }

    // ---- Z3.1, Z4.2 to Z4.6

    fn stones(mut self, names: &[Name]) -> Judged<Played<Pippinzip>> {
        let points = self.points(names)?;
        let colour = self.notes.duty.colour();
        let mut first_wins = false;
        for (at, &point) in points.iter().enumerate() {
            if let Some(stone) = self.position.stones.at(point) {
                let twice = points.iter().take(at).any(|&before| before == point);
                let kind = if twice { Kind::NamedTwice { point } } else { Kind::Occupied { point, stone } };
                return Err(self.refuse(&codes::OCCUPIED, "Z1.3", Part::whole(at), kind));
            }
            self.position.place(point, colour);
            first_wins |= at == 0 && self.wins(colour);
        }
        self.count_and_ban(&points, first_wins)?;

        if self.wins(colour) {
            self.position.decided = Some(Decision { colour, seat: self.position.to_move });
        }
        let turn = Turn::Stones(names.to_vec()).in_order(self.position.phase);
        Ok(self.finish(turn, names.first().copied()))
    }

    fn points(&self, names: &[Name]) -> Judged<Vec<Point>> {
        let point = |(at, name): (usize, &Name)| {
            let off_board = || self.refuse(&codes::OFF_BOARD, "Z1.1", Part::whole(at), Kind::OffBoard);
            name.point(self.position.stones.size()).ok_or_else(off_board)
        };
        names.iter().enumerate().map(point).collect()
    }

    /// How many stones a turn has, and that Pip's two do not stand beside each other.
    fn count_and_ban(&mut self, points: &[Point], first_wins: bool) -> Judged {
        let adjacent = self.adjacent(points);
        let mut refused = None;
        // A fault behind the one that is named counts too: the record may let it stand.
        for found in [self.too_many(points), self.too_few(points, first_wins), adjacent].into_iter().flatten() {
            let Fault { code, rule, part, kind } = found;
            refused = refused.or(self.let_stand_or(code, rule, part, kind).err());
        }
        let Some(mut refusal) = refused else { return Ok(()) };
        refusal.passed = self.passed_codes();
        Err(refusal)
    }

    fn too_many(&self, points: &[Point]) -> Option<Fault<Kind>> {
        let duty = self.notes.duty;
        let (_, most) = duty.stones();
        let kind = Kind::TooMany { duty, most };
        let found = Fault { code: &codes::TOO_MANY_STONES, rule: duty.rule(), part: Part::whole(most), kind };
        (points.len() > most).then_some(found)
    }

    /// The first stone that stands beside the one that it may not stand beside.
    fn adjacent(&self, points: &[Point]) -> Option<Fault<Kind>> {
        let zipline = self.setup.variant == Variant::Zipline;
        // Of stones too many the ban is for Pip's second, but for all of a team's second seat.
        let (first, bound, rule) = match self.first_of_team() {
            Some(first) => (first, 0..points.len(), "Z4.6"),
            None if self.notes.duty == Duty::Pair && zipline => (*points.first()?, 1..points.len().min(2), "Z4.3"),
            None => return None,
        };
        let beside =
            |at: usize| points.get(at).copied().filter(|second| second.is_beside(first)).map(|second| (at, second));
        let (at, second) = bound.into_iter().find_map(beside)?;
        Some(Fault { code: &codes::ADJACENT_PAIR, rule, part: Part::whole(at), kind: Kind::Adjacent { first, second } })
    }

    fn too_few(&self, points: &[Point], first_wins: bool) -> Option<Fault<Kind>> {
        let (least, _) = self.notes.duty.stones();
        let zipline = self.setup.variant == Variant::Zipline;
        let forfeited = zipline && points.first().is_some_and(|&first| self.position.stones.only_beside(first));
        let (part, kind) = (Part::whole(points.len()), Kind::TooFew { least });
        let found = Fault { code: &codes::TOO_FEW_STONES, rule: self.notes.duty.rule(), part, kind };
        (points.len() < least && !(first_wins || forfeited)).then_some(found)
    }

    fn wins(&self, colour: Colour) -> bool {
        !self.position.decisive(colour).is_empty()
    }

    /// The turn goes to the next seat (Z3.4), which the first stone may bind (Z4.6).
    fn finish(mut self, turn: Turn, first: Option<Name>) -> Played<Pippinzip> {
        self.position.text.pair = match (self.notes.duty, first) {
            (Duty::Team { second: false }, Some(stone)) => FirstOfPair::Stone(stone),
            (Duty::Team { second: false }, None) => FirstOfPair::Nothing,
            _ => FirstOfPair::Absent,
        };
        self.position.text.to_move = self.setup.next(self.position.to_move);
        self.played(turn)
    }
}
