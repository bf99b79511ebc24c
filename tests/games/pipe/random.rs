//! Cards, decks, set-ups, positions and turns from a seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use pipscribe::decks::{Card, Deck, Layout};
use pipscribe::games::pipe::board::{Heading, Square};
use pipscribe::games::pipe::{Deal, Id, Pipe, RecycleRule, Setup, State, TableSize, Turn, Variant};
use pipscribe::games::{Played, RandomPlay, Rules};

/// Numbers from a seed.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// A random card: pipes, arcs and fields may be any valid ones.
fn random_card(numbers: &mut Numbers) -> Layout {
    let mut pipes: BTreeMap<usize, String> = BTreeMap::new();
    for entry in 1..=6 {
        pipes
            .entry(numbers.below(4))
            .or_default()
            .push_str(&entry.to_string());
    }
    let mut fields: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let mut arcs = String::new();
    for arc in 1..=6 {
        let colour = numbers.below(2);
        arcs.push(['L', 'D'][colour]);
        fields
            .entry((colour, numbers.below(2)))
            .or_default()
            .push_str(&arc.to_string());
    }
    let mut text: Vec<String> = pipes
        .into_values()
        .map(|pipe| format!("{}{pipe}", ["B", "W"][numbers.below(2)]))
        .collect();
    text.push(arcs);
    text.extend(
        fields
            .into_iter()
            .map(|((colour, _), arcs)| format!("{}{arcs}", ["L", "D"][colour])),
    );
    if numbers.below(12) == 0 {
        text.push(["L", "D"][numbers.below(2)].to_owned());
    }
    Layout::from_card(&Card::parse(&text.join(" ")).unwrap()).unwrap()
}

fn random_deck(numbers: &mut Numbers, cards: u32) -> Arc<Deck> {
    let mut deck = Deck::named("random");
    (1..=cards).for_each(|id| drop(deck.insert(id, random_card(numbers))));
    Arc::new(deck)
}

pub(super) fn random_setup(numbers: &mut Numbers, known: bool) -> Setup {
    let variant = Variant::ALL[numbers.below(3)];
    let seats = if variant == Variant::Both {
        u8::try_from(2 + numbers.below(3)).unwrap()
    } else {
        2
    };
    let cards = u32::from(seats) * 9 + u32::try_from(numbers.below(10)).unwrap();
    let deck = random_deck(numbers, cards);
    let mut ids: Vec<Id> = deck.cards().map(|(id, _)| id).collect();
    for index in (1..ids.len()).rev() {
        let other = numbers.below(index + 1);
        ids.swap(index, other);
    }
    let (hands, stock) = ids.split_at(usize::from(seats) * 9);
    let deal = Deal {
        hands: hands.chunks(9).map(<[Id]>::to_vec).collect(),
        stock: stock.to_vec(),
    };
    let recycle = [RecycleRule::No, RecycleRule::InOrder, RecycleRule::Shuffled][numbers.below(3)];
    let side = |numbers: &mut Numbers| u8::try_from(2 + numbers.below(8)).unwrap();
    let table_size = (numbers.below(2) == 0).then(|| TableSize {
        width: side(numbers),
        height: side(numbers),
    });
    Setup {
        variant,
        seats,
        recycle,
        table_size,
        teams: None,
        deck,
        deal: known.then(|| Arc::new(deal)),
    }
}

pub(super) fn judge(setup: &Setup, state: &State, turn: &Turn) -> Option<Played<Pipe>> {
    Pipe::judge(setup, state, turn, &[]).ok()
}

/// A position in the middle of a random game.
pub(super) fn random_state(numbers: &mut Numbers, setup: &Setup) -> State {
    let mut state = Pipe::start(setup);
    for _ in 0..numbers.below(30) {
        let Some(turn) = Pipe::random_turn(setup, &state, &mut |limit| {
            u64::try_from(numbers.below(usize::try_from(limit).unwrap())).unwrap()
        }) else {
            break;
        };
        state = judge(setup, &state, &turn).unwrap().state;
    }
    state
}

/// A text that is nearly a turn: cards that may be held, squares near the others, any lists.
pub(super) fn random_text(numbers: &mut Numbers, setup: &Setup, state: &State) -> String {
    let most = setup.deck.len() + 2;
    let held = state.hands.known_cards(state.to_move);
    let card = |numbers: &mut Numbers| match numbers.below(3) {
        0 if !held.is_empty() => held[numbers.below(held.len())].to_string(),
        _ => numbers.below(most).to_string(),
    };
    let words = ["black", "white", "light", "dark", "puce"];
    let list = |numbers: &mut Numbers, most: usize| {
        let count = 1 + numbers.below(most);
        (0..count)
            .map(|_| card(numbers))
            .collect::<Vec<_>>()
            .join(",")
    };
    if numbers.below(5) == 0 {
        let cards = list(numbers, 5);
        let discard = ["hidden", cards.as_str()][numbers.below(2)];
        return format!("discard:{discard};claim:{}", words[numbers.below(5)]);
    }
    let covered: Vec<Square> = state.table.covered().collect();
    let near = covered
        .get(numbers.below(covered.len() + 1))
        .copied()
        .unwrap_or(Square { x: 0, y: 0 });
    let shift = |numbers: &mut Numbers| i32::try_from(numbers.below(5)).unwrap() - 2;
    let square = Square {
        x: near.x + shift(numbers),
        y: near.y + shift(numbers),
    };
    let mut text = format!(
        "{}@{square}/{}",
        list(numbers, 1),
        Heading::ALL[numbers.below(4)].letter()
    );
    for _ in 0..numbers.below(3) {
        let seat = ["", "1:", "2:", "3:", "9:"][numbers.below(5)];
        text.push_str(&format!(";x{seat}{}", list(numbers, 3)));
    }
    match numbers.below(8) {
        0 => text.push_str(";swap"),
        1 => text.push_str(";keep"),
        2 => {
            let claim: Vec<_> = (0..1 + numbers.below(4))
                .map(|_| words[numbers.below(5)])
                .collect();
            text.push_str(&format!(";claim:{}", claim.join(",")));
        }
        _ => {}
    }
    if numbers.below(4) == 0 {
        text.push_str(&format!(";draw:{}", list(numbers, 1)));
    }
    text
}

/// The tags of a random deck.
pub(super) fn deck_tags(numbers: &mut Numbers, cards: u32) -> Vec<(String, String)> {
    let deck = random_deck(numbers, cards);
    let mut tags = vec![("Deck".to_owned(), "random".to_owned())];
    tags.extend(
        deck.cards()
            .map(|(id, layout)| (format!("Card{id}"), layout.card().to_string())),
    );
    tags
}
