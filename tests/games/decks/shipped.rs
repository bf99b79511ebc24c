//! The bundled deck.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::decks::card::{Card, Field, Pipe, PipeColour};
use pipscribe::decks::{Deck, Decks, ShippedDecks};

fn shipped() -> std::sync::Arc<Deck> {
    ShippedDecks.deck("twin-works").unwrap()
}

/// A card's text that does not depend on the order of its parts.
fn text(mut card: Card) -> String {
    for pipe in &mut card.pipes {
        pipe.entries.sort_unstable();
    }
    card.pipes.sort_by_key(|pipe| pipe.entries.clone());
    for field in &mut card.fields {
        field.arcs.sort_unstable();
    }
    card.fields
        .sort_by_key(|field| (field.arcs.clone(), field.colour.letter()));
    card.to_string()
}

/// The card with black and white, light and dark exchanged.
fn twin(card: &Card) -> Card {
    Card {
        pipes: card
            .pipes
            .iter()
            .map(|pipe| Pipe {
                colour: pipe.colour.other(),
                ..pipe.clone()
            })
            .collect(),
        arcs: card.arcs.iter().map(|colour| colour.other()).collect(),
        fields: card
            .fields
            .iter()
            .map(|field| Field {
                colour: field.colour.other(),
                ..field.clone()
            })
            .collect(),
    }
}

/// The same card rotated by 180 degrees.
fn turned(card: &Card) -> Card {
    let across = |number: &u8| (number + 2) % 6 + 1;
    let mut arcs = card.arcs.clone();
    arcs.rotate_right(3);
    Card {
        pipes: card
            .pipes
            .iter()
            .map(|pipe| Pipe {
                colour: pipe.colour,
                entries: pipe.entries.iter().map(across).collect(),
            })
            .collect(),
        arcs,
        fields: card
            .fields
            .iter()
            .map(|field| Field {
                colour: field.colour,
                arcs: field.arcs.iter().map(across).collect(),
            })
            .collect(),
    }
}

#[test]
fn every_bundled_card_has_a_twin() {
    let deck = shipped();
    assert!(deck.cards().map(|(id, _)| id).eq(1..=48));
    for id in 1..=24 {
        let [card, other] = [id, id + 24].map(|id| deck.card(id).unwrap().card().clone());
        assert_eq!(text(other), text(twin(&card)), "card {id}");
    }
    // No card appears twice, rotated or not.
    let looks: BTreeSet<_> = deck
        .cards()
        .map(|(_, layout)| text(layout.card().clone()).min(text(turned(layout.card()))))
        .collect();
    assert_eq!(looks.len(), 48);
}

#[test]
fn the_bundled_deck_is_balanced() {
    let deck = shipped();
    let mut pipes: BTreeMap<usize, u32> = BTreeMap::new();
    let mut fields: BTreeMap<usize, u32> = BTreeMap::new();
    let mut entries = [[0_u32; 2]; 6];
    let mut crossings = BTreeSet::new();
    for (_, layout) in deck.cards() {
        crossings.insert(layout.crossings());
        for pipe in &layout.card().pipes {
            *pipes.entry(pipe.entries.len()).or_default() += 1;
            for &entry in &pipe.entries {
                entries[usize::from(entry) - 1][usize::from(pipe.colour == PipeColour::White)] += 1;
            }
        }
        for field in layout.fields() {
            *fields.entry(field.arcs.len()).or_default() += 1;
        }
    }
    // A third of the entries are end caps, a quarter belong to splitters.
    assert_eq!(pipes, BTreeMap::from([(1, 96), (2, 62), (3, 20), (4, 2)]));
    // Fields of every size, some of them wholly inside a card.
    assert_eq!(
        fields.keys().copied().collect::<Vec<_>>(),
        (0..=6).collect::<Vec<_>>()
    );
    assert_eq!(fields[&0], 6);
    assert_eq!(crossings, BTreeSet::from([0, 1, 3]));
    // Black and white are equally frequent at every entry.
    assert_eq!(entries, [[24, 24]; 6]);
}

#[test]
fn the_bundled_deck_describes_itself() {
    let deck = shipped();
    let text = ShippedDecks::text("twin-works").unwrap();
    assert_eq!(ShippedDecks::names().collect::<Vec<_>>(), ["twin-works"]);
    assert!(deck.source.contains("not the published deck"));
    assert!(text.contains("This is not the published deck"));
    // A record with this hash must always mean the same game.
    insta::assert_snapshot!(deck.hash(), @"e039eb40822ffcc05446d75e5879b4e80fe7e4eebb6f5a9790cbb34d918571eb");
}
