//! Symmetries of the table: quarter turns and shifts. The table has no middle (V1.1); if it has a
//! size, the size rotates with it (V5.3). Cards have no mirror image (V1.2).

use super::board::Square;
use super::turn::{Id, Placement, Play};
use super::{Pipe, PositionText, Setup, Turn};
use crate::games::pipe::board::Heading;
use crate::games::{Language as _, Placed, Symmetric, Symmetry, TurnedOption};

/// The number of digits of the deck's hash that identify a deck.
const DECK_DIGITS: usize = 16;

fn turned_placement(placement: Placement, by: Symmetry) -> Option<Placement> {
    let (x, y) = by.of_square((placement.square.x, placement.square.y))?;
    let heading = placement.heading.turned(by.quarters());
    Some(Placement {
        card: placement.card,
        square: Square { x, y },
        heading,
    })
}

/// Returns the symmetry that moves a card to the origin, with half B to the east.
fn normalising_symmetry(placement: Placement) -> Symmetry {
    let quarters = u16::from(Heading::East.quarters_from(placement.heading));
    let turned = Symmetry::turned(quarters * 90);
    let (x, y) = turned
        .of_square((placement.square.x, placement.square.y))
        .unwrap_or_default();
    Symmetry {
        shift: (x.saturating_neg(), y.saturating_neg()),
        ..turned
    }
}

fn placed_card(placement: Placement) -> Placed {
    Placed {
        place: (placement.square.x, placement.square.y),
        piece: u64::from(placement.card) << 2 | placement.heading as u64,
    }
}

impl Symmetric for Pipe {
    fn symmetries() -> Vec<Symmetry> {
        (0..4)
            .map(|quarters| Symmetry::turned(quarters * 90))
            .collect()
    }

    fn normalising_symmetry<'t>(
        start: &PositionText,
        turns: impl IntoIterator<Item = &'t Turn>,
    ) -> Option<Symmetry> {
        let played = turns.into_iter().find_map(|turn| match turn {
            Turn::Play(play) => Some(play.placement),
            Turn::SetUp { .. } => None,
        });
        let anchor = start.table.first().copied().or(played);
        Some(anchor.map_or(Symmetry::IDENTITY, normalising_symmetry))
    }

    fn turned_turn(_setup: &Setup, turn: &Turn, by: Symmetry) -> Option<Turn> {
        Some(match turn {
            Turn::SetUp { .. } => turn.clone(),
            Turn::Play(play) => Turn::Play(Play {
                placement: turned_placement(play.placement, by)?,
                ..play.clone()
            }),
        })
    }

    fn turned_position(
        _setup: &Setup,
        position: &PositionText,
        by: Symmetry,
    ) -> Option<PositionText> {
        let table = position
            .table
            .iter()
            .map(|placement| turned_placement(*placement, by))
            .collect::<Option<_>>()?;
        Some(PositionText {
            table,
            ..position.clone()
        })
    }

    fn push_placed(position: &PositionText, placed: &mut Vec<Placed>) {
        placed.extend(position.table.iter().copied().map(placed_card));
    }

    fn turned_placed(_setup: &Setup, card: Placed, by: Symmetry) -> Option<Placed> {
        let (x, y) = card.place;
        let placement = Placement {
            card: Id::try_from(card.piece >> 2).ok()?,
            square: Square { x, y },
            heading: Heading::ALL[(card.piece & 3) as usize],
        };
        turned_placement(placement, by).map(placed_card)
    }

    fn beside_board(position: &PositionText) -> Vec<u64> {
        let colours = position.colours.iter();
        let colours = colours.map(|colour| colour.map_or(0, |colour| 1 + colour.index() as u64));
        [
            position.to_move.into(),
            position.in_part.into(),
            position.colours.len() as u64,
        ]
        .into_iter()
        .chain(colours)
        .chain(position.scores.iter().map(|&score| score.into()))
        .collect()
    }

    fn turned_place(_setup: &Setup, place: &str, by: Symmetry) -> Option<String> {
        let sign = place.get(1..)?.find(['+', '-'])? + 1;
        let (x, y) = place.split_at_checked(sign)?;
        let (x, y) = by.of_square((x.parse().ok()?, y.parse().ok()?))?;
        Some(Square { x, y }.to_string())
    }

    fn turned_option(setup: &Setup, by: Symmetry) -> Option<TurnedOption> {
        let size = setup.table_size?;
        let turned = if by.quarters().is_multiple_of(2) {
            size
        } else {
            size.turned()
        };
        Some(TurnedOption {
            key: "table",
            value: Some(turned.to_string()),
        })
    }

    fn key_prefix(setup: &Setup, _by: Symmetry) -> String {
        // Card numbers have a meaning only within a deck.
        let hash = setup.deck.hash();
        format!(
            "{} {}",
            Self::NAME,
            hash.get(..DECK_DIGITS).unwrap_or(&hash)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_card_are_rotated_together() {
        let by = Symmetry {
            shift: (4, -9),
            ..Symmetry::turned(270)
        };
        for heading in Heading::ALL {
            let placement = Placement {
                card: 7,
                square: Square { x: 3, y: -2 },
                heading,
            };
            let turned = turned_placement(placement, by).unwrap();
            let other = |placement: Placement| placement.square.beside(placement.heading).unwrap();
            let half = other(placement);
            let there = by.of_square((half.x, half.y)).unwrap();
            assert_eq!(
                other(turned),
                Square {
                    x: there.0,
                    y: there.1
                }
            );
            let settled = turned_placement(placement, normalising_symmetry(placement)).unwrap();
            assert_eq!(settled.to_string(), "7@+0+0/E");
        }
    }
}
