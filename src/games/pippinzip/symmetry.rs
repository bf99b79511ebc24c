//! Symmetries of the square board. Pip's goal is either pair of opposite sides, and Zip's goal is
//! all four (Z5), so all eight preserve the rules.

use std::cmp::Ordering;

use super::board::Point;
use super::position::{FirstOfPair, PositionText, Stones};
use super::turn::Name;
use super::{Pippinzip, Setup, Turn};
use crate::games::{Language as _, Symmetric, Symmetry};

fn turned_point(point: Point, by: Symmetry, size: u8) -> Option<Point> {
    let (column, row) = by.on_board((point.column(), point.row()), size);
    Point::new(column, row, size)
}

fn turned_name(name: Name, by: Symmetry, size: u8) -> Option<Name> {
    turned_point(name.point(size)?, by, size).map(Name::from)
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

    /// The order of the stones is kept. [`crate::games::Suggest::in_order`] sorts the stones of an
    /// auction turn.
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

    fn compare_images(one: &PositionText, other: &PositionText) -> Ordering {
        (&one.stones, one.pair).cmp(&(&other.stones, other.pair))
    }

    fn turned_place(setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        let point = Point::all(setup.size).find(|point| point.name() == place)?;
        turned_point(point, by, setup.size).map(|point| point.to_string())
    }

    fn key_prefix(_setup: &Setup, _by: Symmetry) -> String {
        Self::NAME.to_owned()
    }
}
