//! Shows that a turn of the Pipe Game costs the same on small tables and on large ones: the search
//! for closed sets starts from the new card. Remaining differences come from the processor's
//! caches. The cost of copying a position depends on its table.
//!
//! `cargo bench --bench pipe` prints the time of a turn on tables of several sizes, played in
//! place.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark may fail where it likes"
)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pipscribe::decks::{Card, Deck, Layout};
use pipscribe::games::pipe::board::{Heading, Square};
use pipscribe::games::pipe::{Id, Pipe, Placement, RecycleRule, Setup, State, Turn, Variant};
use pipscribe::games::{Language, NoObserver, Rules};

/// The cards of the deck, repeated: straight pipes, bends, end caps, fields of both colours. A
/// pipe is a colour and its arcs, `B36`; the last word has the colours of the fields at the arcs.
const CARDS: [&str; 4] = [
    "B36 W14 W2 W5 LLDLLD",
    "B36 B1 B2 B4 B5 LLDDDL",
    "B12 B45 B3 B6 DLLDLL",
    "B1 B2 B3 B4 B5 B6 LLLLLL",
];
/// Number of cards in the deck, more than the largest table holds.
const DECK_SIZE: Id = 11_000;
/// The last of the cards that are played in the measured turns. Later cards are on the tables.
const LAST_PLAYED: Id = 200;
/// Number of measurements of each table.
const ROUNDS: u32 = 40;

fn main() {
    let setup = setup();
    let sizes = [10, 100, 1_000, 10_000];
    let tables = sizes.map(|cards| table(&setup, cards));
    let turns = turns(&setup, &tables);
    let times = tables.each_ref().map(|table| time(&setup, table, &turns));
    println!("{} turns on each table", turns.len());
    for (cards, time) in sizes.into_iter().zip(times) {
        let ratio = time.as_secs_f64() / times[0].as_secs_f64();
        println!("a turn on a table of {cards:>6} cards: {time:>9.3?}, ratio {ratio:.2}");
    }
}

/// Returns a game with the synthetic deck.
fn setup() -> Setup {
    let mut deck = Deck::named("synthetic");
    for id in 1..=DECK_SIZE {
        // The cards of the measured turns have only black pipes, unlike the first card.
        let text = if id <= LAST_PLAYED {
            CARDS[1 + id as usize % 3]
        } else {
            CARDS[id as usize % 2]
        };
        let card = Card::parse(text).expect("a card");
        deck.insert(id, Layout::from_card(&card).expect("a sound card"));
    }
    Setup {
        variant: Variant::Both,
        seats: 2,
        recycle: RecycleRule::InOrder,
        table_size: None,
        teams: None,
        deck: Arc::new(deck),
        deal: None,
    }
}

/// Returns a table with rows of 20 cards, with an empty square between two cards.
fn table(setup: &Setup, cards: usize) -> State {
    let cards = i32::try_from(cards).expect("a small number");
    let placed = (0..cards).zip(LAST_PLAYED + 1..).map(|(index, card)| {
        let square = Square {
            x: index % 20 * 2,
            y: index / 20 * 2,
        };
        Placement {
            card,
            square,
            heading: Heading::East,
        }
    });
    let text: Vec<String> = placed.map(|placement| placement.to_string()).collect();
    let text = format!("{} 1 black,light 0,0", text.join(","));
    Pipe::position(setup, &Pipe::parse_position(&text).expect("a position"))
        .expect("a sound position")
}

/// Returns turns that are legal on all tables: next to the cards that all tables have, and away
/// from them.
fn turns(setup: &Setup, tables: &[State]) -> Vec<Turn> {
    let mut turns = Vec::new();
    for card in 1..=LAST_PLAYED {
        let number = i32::try_from(card).expect("a small number");
        // Row -1 is next to the first row of the tables. Row -3 is away from it.
        let square = Square {
            x: number % 20 - 1,
            y: if number % 5 == 0 { -3 } else { -1 },
        };
        for heading in Heading::ALL {
            let turn = Placement {
                card,
                square,
                heading,
            }
            .to_string();
            let turn = Pipe::parse_turn(&turn).expect("a turn");
            if tables
                .iter()
                .all(|state| Pipe::judge(setup, state, &turn, &[]).is_ok())
            {
                turns.push(turn);
            }
        }
    }
    turns
}

/// Returns the time of one turn: the minimum of many rounds, which other load on the machine
/// affects least.
fn time(setup: &Setup, state: &State, turns: &[Turn]) -> Duration {
    let round = || {
        let mut state = state.clone();
        let start = Instant::now();
        for turn in turns {
            // Some turns are illegal once the cards of the others are on the table. They are the
            // same on all tables.
            let _ = black_box(Pipe::play(
                setup,
                black_box(&mut state),
                turn,
                &mut NoObserver,
            ));
        }
        start.elapsed() / u32::try_from(turns.len()).expect("few turns")
    };
    (0..ROUNDS).map(|_| round()).min().unwrap_or_default()
}
