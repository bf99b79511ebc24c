//! Symmetries of the square board. Pip's goal is either pair of opposite sides, and Zip's goal is
//! all four (Z5), so all eight preserve the rules.

use super::board::Point;
use super::position::{FirstOfPair, Phase, PositionText};
use super::stones::Stones;
use super::turn::Name;
use super::{Pippinzip, Setup, Turn};
use crate::games::{Language as _, Placed, Symmetric, Symmetry};

fn turned_point(point: Point, by: Symmetry, size: u8) -> Option<Point> {
    let (column, row) = by.on_board((point.column(), point.row()), size);
    Point::new(column, row, size)
}

fn turned_name(name: Name, by: Symmetry, size: u8) -> Option<Name> {
    turned_point(name.point(size)?, by, size).map(Name::from)
}

fn placed_at(point: Point, piece: u64) -> Placed {
    Placed {
        place: (point.column().into(), point.row().into()),
        piece,
    }
}

impl Symmetric for Pippinzip {
    fn symmetries() -> Vec<Symmetry> {
        let turns = (0..4).map(|quarters| quarters * 90);
        turns
            .clone()
            .map(Symmetry::turned)
            .chain(turns.map(Symmetry::mirrored))
            .collect()
    }

    /// The order of the stones is kept. [`crate::games::Suggest::with_sorted_parts`] sorts the
    /// stones of an auction turn.
    fn turned_turn(setup: &Setup, turn: &Turn, by: Symmetry) -> Option<Turn> {
        Some(match turn {
            Turn::Stones(stones) => Turn::Stones(
                stones
                    .iter()
                    .map(|stone| turned_name(*stone, by, setup.size))
                    .collect::<Option<_>>()?,
            ),
            other @ (Turn::Take | Turn::Pass) => other.clone(),
        })
    }

    fn turned_position(
        _setup: &Setup,
        position: &PositionText,
        by: Symmetry,
    ) -> Option<PositionText> {
        let size = position.stones.size();
        let mut stones = Stones::empty(size);
        for point in Point::all(size) {
            if let Some(colour) = position.stones.at(point) {
                stones.set(turned_point(point, by, size)?, Some(colour));
            }
        }
        let pair = match position.pair {
            FirstOfPair::Stone(stone) => FirstOfPair::Stone(turned_name(stone, by, size)?),
            other @ (FirstOfPair::Absent | FirstOfPair::Nothing) => other,
        };
        Some(PositionText {
            stones,
            pair,
            ..*position
        })
    }

    fn push_placed(position: &PositionText, placed: &mut Vec<Placed>) {
        let stones = &position.stones;
        let placed_on = |point| Some(placed_at(point, stones.at(point)?.index() as u64));
        placed.extend(stones.all().iter().filter_map(placed_on));
    }

    fn turned_placed(setup: &Setup, placed: Placed, by: Symmetry) -> Option<Placed> {
        let (column, row) = placed.place;
        let (column, row) = (u8::try_from(column).ok()?, u8::try_from(row).ok()?);
        let point = Point::new(column, row, setup.size)?;
        Some(placed_at(
            turned_point(point, by, setup.size)?,
            placed.piece,
        ))
    }

    fn beside_board(position: &PositionText) -> Vec<u64> {
        let taker = match position.phase {
            Phase::Auction => 0,
            Phase::Taken(seat) => 1 + u64::from(seat),
        };
        // The point of the stone changes with the board (`turned_beside_board`).
        let pair = match position.pair {
            FirstOfPair::Absent => 0,
            FirstOfPair::Nothing => 1,
            FirstOfPair::Stone(_) => 2,
        };
        vec![
            position.stones.size().into(),
            position.to_move.into(),
            taker,
            pair,
        ]
    }

    fn turned_beside_board(setup: &Setup, position: &PositionText, by: Symmetry) -> Option<u64> {
        let stone = position.pair.stone()?.point(setup.size)?;
        let turned = turned_point(stone, by, setup.size)?;
        let column = u64::from(turned.column());
        Some(column << 8 | u64::from(turned.row()))
    }

    fn turned_place(setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        let point = Point::all(setup.size).find(|point| point.name() == place)?;
        turned_point(point, by, setup.size).map(|point| point.to_string())
    }

    fn key_prefix(_setup: &Setup, _by: Symmetry) -> String {
        Self::NAME.to_owned()
    }
}
