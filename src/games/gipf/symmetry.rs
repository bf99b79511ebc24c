//! Symmetries of the hexagon. All twelve preserve the rules, as no rule distinguishes directions.

use std::sync::LazyLock;

use super::board::{POINTS, Point, Spot};
use super::turn::{Action, Item, Items, Name, Push};
use super::{Gipf, Pieces, PositionText, Setup, Turn};
use crate::games::{Language as _, Placed, Symmetric, Symmetry};

/// The image of each point under each of the twelve symmetries: the six rotations, then the six
/// reflections.
static TURNED: LazyLock<[[Option<Point>; POINTS]; 12]> = LazyLock::new(|| {
    let mut table = [[None; POINTS]; 12];
    for (index, images) in table.iter_mut().enumerate() {
        let by = Symmetry {
            mirrored: index >= 6,
            ..Symmetry::turned((index % 6) as u16 * 60)
        };
        for (point, image) in Point::all().zip(images) {
            *image = image_of(point, by);
        }
    }
    table
});

fn turned_point(point: Point, by: Symmetry) -> Option<Point> {
    let sixths = usize::from(by.degrees / 60 % 6);
    let index = if by.mirrored { 6 + sixths } else { sixths };
    *TURNED.get(index)?.get(usize::from(point.0))?
}

/// Computes the image of a point, in axial coordinates of the hexagon: `q` counts the columns to
/// the right of the centre, and `r` the points above the line that rises to the right through the
/// centre.
fn image_of(point: Point, by: Symmetry) -> Option<Point> {
    let column = i16::from(point.column()) - 4;
    // Columns start half a point lower for each step towards the centre, so heights above the
    // centre are counted in halves.
    let height = 2 * (i16::from(point.row()) - 1) - (8 - column.abs());
    let mut q = column;
    let mut r = (height - column) / 2;

    if by.mirrored {
        (q, r) = (-q, q + r);
    }
    for _ in 0..by.degrees / 60 % 6 {
        (q, r) = (q + r, -q);
    }

    let height = 2 * r + q;
    let row = (height + 8 - q.abs()) / 2 + 1;
    Point::from_column_and_row(u8::try_from(q + 4).ok()?, u8::try_from(row).ok()?)
}

fn turned_name(name: Name, by: Symmetry) -> Option<Name> {
    turned_point(name.point()?, by).map(Name::from)
}

fn turned_spot(spot: Spot, by: Symmetry) -> Option<Spot> {
    turned_point(spot.point(), by)?.spot()
}

fn turned_items(items: &[Item], by: Symmetry) -> Option<Items> {
    let turned = |item: &Item| {
        Some(Item {
            spot: turned_name(item.spot, by)?,
            ..*item
        })
    };
    let mut items: Items = items.iter().map(turned).collect::<Option<_>>()?;
    // A row is listed from the end with the smaller name (G7.2), and a symmetry may exchange the
    // ends.
    let first = items.first().and_then(|item| item.spot.point());
    let last = items.last().and_then(|item| item.spot.point());
    if first > last {
        items.reverse();
    }
    Some(items)
}

fn placed_at(point: Point, piece: u64) -> Placed {
    Placed {
        place: (point.column().into(), point.row().into()),
        piece,
    }
}

impl Symmetric for Gipf {
    fn symmetries() -> Vec<Symmetry> {
        let turns = (0..6).map(|sixths| sixths * 60);
        turns
            .clone()
            .map(Symmetry::turned)
            .chain(turns.map(Symmetry::mirrored))
            .collect()
    }

    fn turned_turn(_setup: &Setup, turn: &Turn, by: Symmetry) -> Option<Turn> {
        let turned = |action: &Action| {
            Some(match action {
                Action::Push(push) => {
                    let from = match push.from {
                        Some(from) => Some(turned_name(from, by)?),
                        None => None,
                    };
                    Action::Push(Push {
                        kind: push.kind,
                        from,
                        to: turned_name(push.to, by)?,
                    })
                }
                Action::Remove(items) => Action::Remove(turned_items(items, by)?),
            })
        };
        let mut actions = Vec::with_capacity(turn.actions.len());
        for action in &turn.actions {
            actions.push(turned(action)?);
        }
        Some(Turn { actions })
    }

    fn turned_position(
        _setup: &Setup,
        position: &PositionText,
        by: Symmetry,
    ) -> Option<PositionText> {
        let mut turned = PositionText {
            pieces: Pieces::default(),
            ..*position
        };
        for spot in position.pieces.all().iter() {
            turned
                .pieces
                .set(turned_spot(spot, by)?, position.pieces.at(spot));
        }
        Some(turned)
    }

    fn push_placed(position: &PositionText, placed: &mut Vec<Placed>) {
        let placed_on = |spot: Spot| {
            let piece = position.pieces.at(spot)?;
            let number = 2 * piece.colour.index() as u64 + u64::from(piece.kind.is_gipf());
            Some(placed_at(spot.point(), number))
        };
        placed.extend(position.pieces.all().iter().filter_map(placed_on));
    }

    fn turned_placed(_setup: &Setup, placed: Placed, by: Symmetry) -> Option<Placed> {
        let (column, row) = placed.place;
        let point =
            Point::from_column_and_row(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        Some(placed_at(turned_point(point, by)?, placed.piece))
    }

    fn beside_board(position: &PositionText) -> Vec<u64> {
        let reserve = |seat: usize| {
            if position.is_unknown[seat] {
                u64::MAX
            } else {
                position.reserve[seat].into()
            }
        };
        let [may_first, may_second] = position.may_introduce.map(u64::from);
        let [owes_first, owes_second] = position.owes_first.map(u64::from);
        vec![
            position.to_move.index() as u64,
            reserve(0),
            reserve(1),
            position.lost[0].into(),
            position.lost[1].into(),
            may_first + 2 * may_second + 4 * owes_first + 8 * owes_second,
        ]
    }

    fn turned_place(_setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        turned_point(Point::named(place)?, by).map(|point| point.to_string())
    }

    fn key_prefix(_setup: &Setup, _by: Symmetry) -> String {
        Self::NAME.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(name: &str, by: Symmetry) -> String {
        turned_point(Point::named(name).unwrap(), by)
            .unwrap()
            .to_string()
    }

    #[test]
    fn corners_are_ordered_clockwise() {
        let corners = ["e9", "i5", "i1", "e1", "a1", "a5"];
        for (index, corner) in corners.into_iter().enumerate() {
            assert_eq!(
                turned(corner, Symmetry::turned(60)),
                corners[(index + 1) % 6]
            );
        }
        assert_eq!(turned("a1", Symmetry::mirrored(0)), "i1");
        assert_eq!(turned("e2", Symmetry::mirrored(0)), "e2");
        assert_eq!(turned("e5", Symmetry::mirrored(120)), "e5");
    }

    #[test]
    fn every_symmetry_is_a_permutation_of_the_points() {
        for by in Gipf::symmetries() {
            let mut images: Vec<Point> = Point::all()
                .map(|point| turned_point(point, by).unwrap())
                .collect();
            for (point, image) in Point::all().zip(&images) {
                assert_eq!(
                    turned_point(*image, by.inverse().unwrap()),
                    Some(point),
                    "{by}"
                );
                assert_eq!(point.is_dot(), image.is_dot(), "{by}");
            }
            images.sort_unstable();
            images.dedup();
            assert_eq!(images.len(), 61, "{by}");
        }
    }
}
