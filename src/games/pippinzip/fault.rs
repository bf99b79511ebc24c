//! Faults of a turn ([`Kind`]), and their explanations in words: a message, help, marks for the
//! figure, and the earlier turn that caused the fault.

use super::Pippinzip;
use super::board::Point;
use super::duty::Duty;
use super::position::Position;
use super::setup::{Setup, Variant};
use super::stones::Colour;
use super::turn::Turn;
use crate::games::{CauseFinder, Explanation, PastTurn, Refusal};

/// Details of a fault.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A name that is not a point of the board.
    OffBoard,
    /// A point that had a stone before the turn.
    Occupied {
        /// The point.
        point: Point,
        /// The stone.
        stone: Colour,
    },
    /// The turn names a point twice.
    NamedTwice {
        /// The point.
        point: Point,
    },
    /// The turn has too many stones.
    TooMany {
        /// The stones that the seat has to place.
        duty: Duty,
        /// The maximum number.
        most: usize,
    },
    /// The turn has too few stones.
    TooFew {
        /// The minimum number.
        least: usize,
    },
    /// Pip's second stone is beside the first.
    Adjacent {
        /// The first stone.
        first: Point,
        /// The second stone.
        second: Point,
    },
    /// The auction is over.
    NotInAuction {
        /// The seat that took.
        taker: u8,
    },
    /// A pass although a stone can be placed.
    MayNotPass {
        /// The stones that the seat has to place.
        duty: Duty,
    },
}

/// Explains a fault in words.
pub(super) fn explain(
    setup: &Setup,
    refusal: &Refusal<Pippinzip>,
    written: &str,
) -> Explanation<Pippinzip> {
    let position = &refusal.at;
    let mut explanation = Explanation::default();
    match refusal.fault.kind {
        Kind::OffBoard => {
            let size = position.text.stones.size();
            explanation.message =
                format!("{written} is not a point on a board of {size} by {size}.");
            let last = Point::new(size - 1, size - 1, size)
                .map_or_else(String::new, |corner| corner.to_string());
            explanation.help = Some(format!("Its points are a1 to {last}."));
        }
        Kind::Occupied { point, stone } => {
            explanation.message =
                format!("{point} is already occupied by a {} stone.", stone.name());
            explanation.marks = vec![point.to_string()];
            explanation.culprit = placed_on(point, position.text.stones.size(), "put it there");
        }
        Kind::NamedTwice { point } => {
            explanation.message = format!("{point} is listed twice in this turn.");
            explanation.marks = vec![point.to_string()];
        }
        Kind::TooMany { duty, most } => too_many(&mut explanation, setup, duty, most),
        Kind::TooFew { least: 2 } => {
            let forfeit = match setup.variant {
                Variant::Zipline => ", or if every empty point is next to it",
                Variant::Pipeline | Variant::Freestyle => "",
            };
            explanation.message =
                "Pip must place two stones per turn; this turn has one.".to_owned();
            explanation.help = Some(format!("One stone is enough only if it wins{forfeit}."));
        }
        Kind::TooFew { .. } => explanation.message = "This turn places no stone.".to_owned(),
        Kind::Adjacent { first, second } => {
            adjacent(&mut explanation, setup, position, first, second);
        }
        Kind::NotInAuction { taker } => {
            explanation.message = format!("The auction is over: seat {taker} has taken.");
            explanation.culprit = Some(Box::new(|past: &PastTurn<'_, Pippinzip>| {
                (*past.written == Turn::Take).then(|| "it was taken here".to_owned())
            }));
        }
        Kind::MayNotPass { duty } => may_not_pass(&mut explanation, setup, position, duty),
    }
    explanation
}

/// Explains how many stones the duty of the seat allows.
fn too_many(explanation: &mut Explanation<Pippinzip>, setup: &Setup, duty: Duty, most: usize) {
    explanation.message = match duty {
        Duty::Auction(_) => format!("A turn of the auction places at most {most} stones."),
        Duty::One(colour) if setup.variant == Variant::Pipeline => {
            format!(
                "In `pipeline`, {} places one stone per turn.",
                colour.role()
            )
        }
        Duty::One(colour) => format!("{} places one stone per turn.", colour.role()),
        Duty::Pair => "Pip places two stones per turn.".to_owned(),
        Duty::Team { .. } => "Each seat of Pip's team places one stone in its turn.".to_owned(),
    };
}

/// Explains a violation of the ban on neighbours (Z4.3, Z4.6).
fn adjacent(
    explanation: &mut Explanation<Pippinzip>,
    setup: &Setup,
    position: &Position,
    first: Point,
    second: Point,
) {
    let by_team = setup.seats == 3;
    let others = if by_team {
        ", the stone of the other seat of its team"
    } else {
        ""
    };
    explanation.message = format!(
        "{second} is next to {first}{others}: in `zipline`, Pip's two stones must not be orthogonal neighbours."
    );
    // The second stone is already on the board here. It does not matter, because it was beside the
    // first as well.
    explanation.help = Some(match (position.text.stones.only_beside(first), by_team) {
        (true, true) => format!("Every empty point is next to {first}: write `pass`."),
        (true, false) => {
            format!("Every empty point is next to {first}: leave the second stone out.")
        }
        (false, _) => "Diagonal neighbours are allowed.".to_owned(),
    });
    explanation.marks = vec![first.to_string(), second.to_string()];
    explanation.culprit = if by_team {
        placed_on(
            first,
            position.text.stones.size(),
            "placed the first of the two",
        )
    } else {
        None
    };
}

/// Explains that a seat cannot pass. Only the second seat of a team in `zipline` sometimes can.
fn may_not_pass(
    explanation: &mut Explanation<Pippinzip>,
    setup: &Setup,
    position: &Position,
    duty: Duty,
) {
    let is_bound = duty == (Duty::Team { second: true }) && setup.variant == Variant::Zipline;
    // The stone beside which the seat may not place its own.
    let first = if is_bound {
        position.text.pair.stone()
    } else {
        None
    };
    explanation.message = match (duty, first) {
        (Duty::Auction(_), _) => {
            "A seat cannot pass in the auction: a turn places stones or takes.".to_owned()
        }
        (_, Some(first)) => {
            format!("A point that is not next to {first} is empty, so this seat cannot pass.")
        }
        _ => format!("{} cannot pass.", duty.colour().role()),
    };
    explanation.marks = first.iter().map(ToString::to_string).collect();
}

/// Finds the turn that put a stone on a point.
fn placed_on(point: Point, size: u8, words: &'static str) -> Option<CauseFinder<Pippinzip>> {
    Some(Box::new(move |past: &PastTurn<'_, Pippinzip>| {
        // Stones never move (Z1.3).
        past.written
            .places(point, size)
            .then(|| format!("`{}` {words}", past.turn()))
    }))
}
