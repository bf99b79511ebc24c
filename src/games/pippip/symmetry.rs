//! Symmetries of the board that keep the colour of every square, which determines the score (P5.1):
//! the half turn and the reflections in the diagonals. A reflection reverses the handedness of the
//! dice, so it changes the option `dice` (P2.2).

use super::board::{SIDE, Side, Square};
use super::dice::{Die, Handedness};
use super::position::PositionText;
use super::turn::{Name, Names, Placement};
use super::{Colour, Pippip, Setup, Turn};
use crate::games::{Language as _, Placed, Symmetric, Symmetry, TurnedOption};

fn turned_square(square: Square, by: Symmetry) -> Option<Square> {
    let (column, rank) = by.on_board((square.column(), square.rank()), SIDE);
    Square::new(column, rank)
}

fn turned_name(name: Name, by: Symmetry) -> Option<Name> {
    turned_square(name.square()?, by).map(Name::from)
}

/// Returns the side that points north after a symmetry, as it is before.
fn north_before(by: Symmetry) -> Side {
    let before = Side::North.turned(4 - by.quarters());
    match before {
        Side::East | Side::West if by.mirrored => before.opposite(),
        side => side,
    }
}

fn turned_die(die: Die, by: Symmetry, handedness: Handedness) -> Option<Die> {
    Die::new(
        die.colour(),
        die.top(),
        die.side(handedness, north_before(by)),
    )
}

fn turned_handedness(handedness: Handedness, by: Symmetry) -> Handedness {
    if by.mirrored {
        handedness.other()
    } else {
        handedness
    }
}

fn placed_at(square: Square, die: Die) -> Placed {
    let colour = die.colour().index() as u64;
    Placed {
        place: (square.column().into(), square.rank().into()),
        piece: colour << 16 | u64::from(die.top()) << 8 | u64::from(die.north()),
    }
}

impl Symmetric for Pippip {
    fn symmetries() -> Vec<Symmetry> {
        vec![
            Symmetry::IDENTITY,
            Symmetry::turned(180),
            Symmetry::mirrored(90),
            Symmetry::mirrored(270),
        ]
    }

    fn turned_turn(setup: &Setup, turn: &Turn, by: Symmetry) -> Option<Turn> {
        let placement = turn.placement;
        // The colour does not matter here.
        let die = Die::new(Colour::Light, placement.top, placement.north)?;
        let north = turned_die(die, by, setup.handedness)?.north();
        let placement = Placement {
            square: turned_name(placement.square, by)?,
            north,
            ..placement
        };
        let mut converted: Names = turn
            .converted
            .iter()
            .map(|name| turned_name(*name, by))
            .collect::<Option<_>>()?;
        converted.sort_unstable();
        Some(Turn {
            put_aside: turn.put_aside.clone(),
            placement,
            converted,
        })
    }

    fn turned_position(
        setup: &Setup,
        position: &PositionText,
        by: Symmetry,
    ) -> Option<PositionText> {
        let mut turned = PositionText {
            dice: Default::default(),
            ..*position
        };
        for square in Square::all() {
            let Some(die) = position.dice.get(square.index()).copied().flatten() else {
                continue;
            };
            let place = turned.dice.get_mut(turned_square(square, by)?.index())?;
            *place = Some(turned_die(die, by, setup.handedness)?);
        }
        Some(turned)
    }

    fn push_placed(position: &PositionText, placed: &mut Vec<Placed>) {
        let placed_on = |square| Some(placed_at(square, position.at(square)?));
        placed.extend(Square::all().filter_map(placed_on));
    }

    fn turned_placed(setup: &Setup, placed: Placed, by: Symmetry) -> Option<Placed> {
        let (column, rank) = placed.place;
        let square = Square::new(u8::try_from(column).ok()?, u8::try_from(rank).ok()?)?;
        let [.., colour, top, north] = placed.piece.to_be_bytes();
        let colour = *Colour::BOTH.get(usize::from(colour))?;
        let die = turned_die(Die::new(colour, top, north)?, by, setup.handedness)?;
        Some(placed_at(turned_square(square, by)?, die))
    }

    fn beside_board(position: &PositionText) -> Vec<u64> {
        let stores = position.stores.iter();
        let counts = stores.flat_map(|store| (1..=6).map(|value| store.count(value).into()));
        [position.to_move.index() as u64]
            .into_iter()
            .chain(counts)
            .collect()
    }

    fn turned_place(_setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        let square = Square::all().find(|square| square.name() == place)?;
        turned_square(square, by).map(|square| square.to_string())
    }

    fn turned_option(setup: &Setup, by: Symmetry) -> Option<TurnedOption> {
        if !by.mirrored {
            return None;
        }
        let value = match turned_handedness(setup.handedness, by) {
            // The default.
            Handedness::Counterclockwise => None,
            Handedness::Clockwise => Some("cw".to_owned()),
        };
        Some(TurnedOption { key: "dice", value })
    }

    fn key_prefix(setup: &Setup, by: Symmetry) -> String {
        format!(
            "{} {}",
            Self::NAME,
            turned_handedness(setup.handedness, by).option()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_keep_their_colour_and_dice_their_sides() {
        let sides = [
            (Side::North, (0, 1)),
            (Side::East, (1, 0)),
            (Side::South, (0, -1)),
            (Side::West, (-1, 0)),
        ];
        let side_at = |step| {
            sides
                .into_iter()
                .find(|(_, known)| *known == step)
                .map(|(side, _)| side)
                .unwrap()
        };
        for by in Pippip::symmetries() {
            for square in Square::all() {
                let image = turned_square(square, by).unwrap();
                assert_eq!(square.is_dark(), image.is_dark(), "{by} {square}");
            }
            for handedness in [Handedness::Counterclockwise, Handedness::Clockwise] {
                let die = Die::new(Colour::Dark, 5, 3).unwrap();
                let turned = turned_die(die, by, handedness).unwrap();
                for (side, step) in sides {
                    let there = side_at(by.of_square(step).unwrap());
                    let seen = turned.side(turned_handedness(handedness, by), there);
                    assert_eq!(seen, die.side(handedness, side), "{by} {side:?}");
                }
            }
        }
    }
}
