//! Cards by name, to be shown in running text.

use super::board::{Heading, Square};
use super::card_on_table::card_alone;
use super::turn::{Id, Placement};
use crate::decks::is_deck_name;
use crate::draw::{Role, Scene, UNIT};
use crate::games::{Context, NamedPiece, UnknownPiece};

/// Returns a card by its number, `33`, or by deck and number, `twin-works/33`. Without a deck, the
/// first known one is taken.
pub(super) fn card_named(
    name: &str,
    context: &Context,
) -> Option<Result<NamedPiece, UnknownPiece>> {
    let (deck, number) = name
        .rsplit_once('/')
        .map_or((None, name), |(deck, number)| (Some(deck), number));
    let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let can_be_deck = deck.is_none_or(is_deck_name);
    if !is_number || !can_be_deck {
        return None;
    }
    let number: Id = number.parse().ok()?;
    Some(card(deck, number, context))
}

/// Returns a card of a deck, or of the first known deck.
fn card(deck: Option<&str>, number: Id, context: &Context) -> Result<NamedPiece, UnknownPiece> {
    let decks = context.decks();
    let known = decks.names();
    let name = deck
        .or(known.first().map(String::as_str))
        .unwrap_or_default();
    let unknown = |_| UnknownPiece::Deck {
        name: name.to_owned(),
        known: known.clone(),
    };
    let found = decks.deck(name).map_err(unknown)?;
    let Some(layout) = found.card(number) else {
        let first = found.ids().next().unwrap_or(0);
        let last = found.ids().last().unwrap_or(0);
        return Err(UnknownPiece::Card {
            deck: name.to_owned(),
            card: number,
            first,
            last,
        });
    };
    let placement = Placement {
        card: number,
        square: Square { x: 0, y: 0 },
        heading: Heading::East,
    };
    let mut scene = Scene {
        title: format!("card {number}"),
        ..card_alone(layout, &placement)
    };
    // Slightly more than half a square, because of the rim.
    scene.margin = UNIT * 45 / 88;
    // There is no room for the number.
    let is_number = |role| {
        matches!(
            role,
            Role::CardNumber | Role::CardNumberAt(_) | Role::CardNumberGround
        )
    };
    scene.elements.retain(|element| !is_number(element.role));
    let of_deck = deck
        .map(|deck| format!("{}-", deck.to_ascii_lowercase()))
        .unwrap_or_default();
    Ok(NamedPiece {
        scene,
        file: format!("card-{of_deck}{number}"),
    })
}
