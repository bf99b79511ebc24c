//! Games that are played by random actions, as programs that learn play them.

use pipscribe::LiveGame;
use pipscribe::replay::actions::State;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::Tags;

/// Games with their names.
pub(crate) const SETUPS: [(&str, Tags); 4] = [
    (
        "gipf tournament",
        &[("Game", "gipf"), ("Variant", "tournament")],
    ),
    (
        "pippinzip zipline 9",
        &[("Game", "pippinzip"), ("Variant", "zipline"), ("Size", "9")],
    ),
    ("pippip", &[("Game", "pippip")]),
    (
        "pipe both",
        &[
            ("Game", "pipe"),
            ("Variant", "both"),
            ("Deck", "twin-works"),
        ],
    ),
];

/// Separates the records of a corpus.
pub(crate) const SEPARATOR: &str = "\u{c}";

/// An action takes longer than the turn of a record, so these corpora are smaller by this factor.
pub(crate) const SLOWDOWN: u64 = 10;

/// Plays a game from the start of each record to its end. Returns the number of actions, which
/// changes if anything about the legal actions does.
pub(crate) fn play(text: &str) -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut actions = 0;
    for tags in text.split(SEPARATOR) {
        let mut state = State::new(LiveGame::start(tags).expect("a start"));
        loop {
            let count = state.legal_actions().len() as u64;
            if count == 0 {
                break;
            }
            let index = usize::try_from(random.next_u64() % count).unwrap_or(0);
            let action = state.legal_actions().nth(index);
            let action = action.expect("a legal action");
            state.apply(action).expect("a legal action");
            actions += 1;
        }
    }
    actions
}
