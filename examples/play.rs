//! Plays a game to its end: each seat takes the turn that leaves the other the fewest answers.
//!
//! `cargo run --example play` prints the record of a game of GIPF.

use std::ops::ControlFlow;

use pipscribe::games::gipf::Gipf;
use pipscribe::games::{Game, SetupTags};
use pipscribe::notation::Record;

/// No game goes on for ever, though two cautious seats might try.
const MOST_TURNS: usize = 200;

fn main() {
    match play::<Gipf>("[Game \"gipf\"]\n[Variant \"basic\"]\n") {
        Some(record) => print!("{record}"),
        None => eprintln!("the tags are at fault"),
    }
}

/// The record of a game with these tags; `None` where they are at fault.
pub(crate) fn play<G: Game>(tags: &str) -> Option<String> {
    let record = Record::parse_str(tags);
    let setup = G::setup(&mut SetupTags::of::<G>(&record))?;
    let mut state = G::start(&setup);
    let mut turns = Vec::new();
    while turns.len() < MOST_TURNS {
        let Some((turn, after)) = sharpest::<G>(&setup, &state) else { break };
        turns.push(format!("{}. {turn}", turns.len() + 1));
        state = after;
    }
    let result = G::verdict(&setup, &state).map_or("*".to_owned(), |verdict| verdict.standing.to_string());
    Some(format!("{tags}\n{} {result}\n", turns.join(" ")))
}

/// The turn with the fewest answers, and the position after it; `None` where the game is decided.
fn sharpest<G: Game>(setup: &G::Setup, state: &G::State) -> Option<(G::Turn, G::State)> {
    let mut best: Option<(u64, G::Turn, G::State)> = None;
    let _ = G::legal_turns(setup, state, &mut |turn, after| {
        let fewest = best.as_ref().map_or(u64::MAX, |(answers, ..)| *answers);
        // Where there are as many answers as with the best, the turns need not be walked through.
        let answers = fewest.checked_sub(1).and_then(|most| G::count_turns(setup, after, most));
        if let Some(answers) = answers {
            best = Some((answers, turn.clone(), after.clone()));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, turn, after)| (turn, after))
}
