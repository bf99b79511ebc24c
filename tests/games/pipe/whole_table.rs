//! A third derivation of what a card closes: from the whole table each time, by places on the rims
//! of the cards.

use std::collections::{BTreeMap, BTreeSet};

use pipscribe::decks::Deck;
use pipscribe::games::Rules;
use pipscribe::games::pipe::board::{Heading, Square};
use pipscribe::games::pipe::{Colour, Id, Pipe, Placement, Setup, State, Turn};

/// The three places of each entry, in quarters of a square: before the entry, at it, and after it.
fn rim(placement: &Placement) -> [[(i64, i64); 3]; 6] {
    let east = [
        [(-1, 2), (0, 2), (1, 2)],
        [(3, 2), (4, 2), (5, 2)],
        [(6, 1), (6, 0), (6, -1)],
        [(5, -2), (4, -2), (3, -2)],
        [(1, -2), (0, -2), (-1, -2)],
        [(-2, -1), (-2, 0), (-2, 1)],
    ];
    let Square { x, y } = placement.square;
    east.map(|places| {
        places.map(|(east, north)| {
            let (east, north) = match placement.heading {
                Heading::East => (east, north),
                Heading::North => (-north, east),
                Heading::West => (-east, -north),
                Heading::South => (north, -east),
            };
            (i64::from(x) * 4 + east, i64::from(y) * 4 + north)
        })
    })
}

/// The cards of closed sets by colour, from the whole table: places on the rim that two cards share
/// are joined; a place of one card only is open unless it borders a pillar.
fn closed_sets(deck: &Deck, table: &[Placement]) -> BTreeMap<Colour, BTreeSet<Id>> {
    type Part = (Id, bool, usize);
    let covered: BTreeSet<Square> = table
        .iter()
        .flat_map(|placement| placement.squares().unwrap())
        .collect();
    let pillar = |square: Square| {
        let around = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let around = around.map(|(x, y)| Square {
            x: square.x + x,
            y: square.y + y,
        });
        !covered.contains(&square) && around.iter().all(|square| covered.contains(square))
    };
    let mut places: BTreeMap<(i64, i64), Vec<Part>> = BTreeMap::new();
    let mut colours: BTreeMap<Part, (Colour, bool)> = BTreeMap::new();
    for placement in table {
        let (id, layout) = (placement.card, deck.card(placement.card).unwrap());
        for (index, pipe) in layout.card().pipes.iter().enumerate() {
            colours.insert(
                (id, true, index),
                (pipe.colour.into(), pipe.entries.len() > 1),
            );
        }
        for (index, field) in layout.fields().iter().enumerate() {
            colours.insert((id, false, index), (field.colour.into(), true));
        }
        for (entry, spots) in (1..=6).zip(rim(placement)) {
            let before = layout.field_of(if entry == 1 { 6 } else { entry - 1 });
            let parts = [
                (id, false, before),
                (id, true, layout.pipe_of(entry)),
                (id, false, layout.field_of(entry)),
            ];
            for (spot, part) in spots.into_iter().zip(parts) {
                places.entry(spot).or_default().push(part);
            }
        }
    }
    // A part is open if one of its places is.
    let mut open: BTreeSet<Part> = BTreeSet::new();
    for placement in table {
        for (entry, spots) in (1..=6).zip(rim(placement)) {
            for spot in spots {
                let parts = &places[&spot];
                if parts.len() == 1 && !pillar(placement.before(entry).unwrap()) {
                    open.insert(parts[0]);
                }
            }
        }
    }
    let mut closed: BTreeMap<Colour, BTreeSet<Id>> = BTreeMap::new();
    let mut label: BTreeMap<Part, usize> = colours.keys().copied().zip(0..).collect();
    // Labels are lowered until nothing changes.
    loop {
        let mut changed = false;
        for parts in places.values().filter(|parts| parts.len() == 2) {
            let (one, two) = (parts[0], parts[1]);
            if colours[&one].0 == colours[&two].0 && label[&one] != label[&two] {
                let least = label[&one].min(label[&two]);
                label.insert(one, least);
                label.insert(two, least);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let sets: BTreeSet<usize> = label.values().copied().collect();
    for set in sets {
        let parts: Vec<Part> = label
            .iter()
            .filter(|&(_, &other)| other == set)
            .map(|(&part, _)| part)
            .collect();
        if parts.iter().any(|part| colours[part].1) && !parts.iter().any(|part| open.contains(part))
        {
            closed
                .entry(colours[&parts[0]].0)
                .or_default()
                .extend(parts.iter().map(|part| part.0));
        }
    }
    closed
}

/// Returns the cards that a turn picks up, by seat.
pub(super) fn picked_up(turn: &Turn, mover: u8) -> Vec<(u8, Vec<Id>)> {
    let Turn::Play(play) = turn else {
        return Vec::new();
    };
    play.pick_ups
        .iter()
        .map(|list| (list.seat.unwrap_or(mover), list.cards.clone()))
        .collect()
}

/// Returns the cards that are picked up according to the third derivation.
pub(super) fn due(setup: &Setup, state: &State, placement: Placement) -> Vec<(u8, Vec<Id>)> {
    let mut table = Pipe::position_text(setup, state).table;
    table.push(placement);
    let closed = closed_sets(&setup.deck, &table);
    let mut gone = BTreeSet::new();
    let mut due = Vec::new();
    for step in 0..setup.seats {
        let seat = (state.to_move - 1 + step) % setup.seats + 1;
        let own = state
            .colour(seat)
            .and_then(|colour| closed.get(&colour))
            .into_iter()
            .flatten();
        let cards: Vec<Id> = own.copied().filter(|&card| gone.insert(card)).collect();
        if !cards.is_empty() {
            due.push((seat, cards));
        }
    }
    due
}
