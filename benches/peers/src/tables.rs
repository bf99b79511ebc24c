//! Tables of the Pipe Game of any size. A record has a deck of at most 4,000 cards, so the turns
//! are parsed and played here one after the other without a record.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use pipscribe::decks::{Deck, Decks, ShippedDecks};
use pipscribe::games::pipe::board::{Heading, Square};
use pipscribe::games::pipe::{Id, Pipe, Placement, RecycleRule, Setup, State, Turn, Variant};
use pipscribe::games::{Language as _, NoObserver, Rules, TurnText};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Numbers of cards on a table at the end of its game.
pub(crate) const SIZES: [usize; 3] = [48, 1_000, 10_000];

/// Number of cards in the deck, more than the largest game plays.
const DECK: Id = 40_000;

/// The cards of the bundled deck, repeated.
static SETUP: LazyLock<Setup> = LazyLock::new(|| {
    let shipped = ShippedDecks.deck("twin-works").expect("the bundled deck");
    let mut deck = Deck::named("large");
    let layouts: Vec<_> = shipped.cards().map(|(_, layout)| layout).collect();
    for (id, &layout) in (1..=DECK).zip(layouts.iter().cycle()) {
        deck.insert(id, layout.clone());
    }
    Setup {
        variant: Variant::Both,
        seats: 2,
        recycle: RecycleRule::No,
        table_size: None,
        teams: None,
        deck: Arc::new(deck),
        deal: None,
    }
});

fn start(setup: &Setup) -> State {
    let text = Pipe::parse_position("- 1 black,light 0,0").expect("a position");
    Pipe::position(setup, &text).expect("a sound position")
}

/// Returns games with the given total number of turns, one turn per line, with an empty line after
/// each game. Each game continues until the given number of cards is on its table.
pub(crate) fn games(cards: usize, turns: u64) -> String {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut below = |limit: u64| random.next_u64() % limit;
    let (mut text, mut left) = (String::new(), turns);
    while left > 0 {
        let mut state = start(&SETUP);
        let mut placed = vec![Square { x: 0, y: 0 }];
        let mut card = 1;
        while state.table.len() < cards && left > 0 && card < DECK {
            // The card goes next to one that was placed earlier, in most cases one of the last.
            let back = if below(4) == 0 {
                below(placed.len() as u64)
            } else {
                below(12.min(placed.len() as u64))
            };
            let near = placed[placed.len() - 1 - usize::try_from(back).unwrap_or(0)];
            let shift = |number: u64| i32::try_from(number).unwrap_or(0) - 2;
            let square = Square {
                x: near.x + shift(below(5)),
                y: near.y + shift(below(5)),
            };
            let heading = Heading::ALL[usize::try_from(below(4)).unwrap_or(0)];
            let turn = Placement {
                card,
                square,
                heading,
            }
            .to_string();
            let Ok(played) = Pipe::judge(
                &SETUP,
                &state,
                &Pipe::parse_turn(&turn).expect("a turn"),
                &[],
            ) else {
                continue;
            };
            state = played.state;
            writeln!(text, "{}", played.turn).expect("a string");
            placed.push(square);
            card += 1;
            left -= 1;
        }
        text.push('\n');
    }
    text
}

/// Plays the games. Returns the number of turns.
pub(crate) fn play(text: &str) -> u64 {
    let (mut state, mut turn) = (start(&SETUP), Turn::default());
    let mut turns = 0;
    for line in text.as_bytes().split(|&byte| byte == b'\n') {
        if line.is_empty() {
            state = start(&SETUP);
            continue;
        }
        assert!(Turn::fast_parse(line, &mut turn).is_some());
        assert!(Pipe::play(&SETUP, &mut state, &turn, &mut NoObserver).is_ok());
        turns += 1;
    }
    turns
}
