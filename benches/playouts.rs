//! Compares random playouts through the public interface, with [`pipscribe::replay::Turn`], with
//! the same playouts on the hidden types of the games.
//!
//! `cargo bench --bench playouts` prints playouts per second of both, and their ratio, for each
//! game. It fails if the public interface is less than a third as fast.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark may fail where it likes"
)]

#[path = "clock/mod.rs"]
mod clock;
#[path = "../examples/random_playouts.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod example;

use std::hint::black_box;
use std::ops::ControlFlow;

use clock::time;
use example::{MAX_TURNS, Random, SETUPS, playout, start};
use pipscribe::LiveGame;
use pipscribe::games::gipf::Gipf;
use pipscribe::games::pipe::Pipe;
use pipscribe::games::pippinzip::Pippinzip;
use pipscribe::games::pippip::Pippip;
use pipscribe::games::{Context, Game, GameId, NoObserver, SetupTags};
use pipscribe::notation::Record;

const PLAYOUTS: u32 = 40;
const ROUNDS: u32 = 5;

fn main() {
    for (id, tags) in SETUPS {
        let tags = start(id, tags).expect("tags of a game");
        let ratio = match id {
            GameId::Gipf => compared::<Gipf>(&tags),
            GameId::Pippinzip => compared::<Pippinzip>(&tags),
            GameId::Pippip => compared::<Pippip>(&tags),
            GameId::Pipe => compared::<Pipe>(&tags),
            _ => continue,
        };
        assert!(ratio > 1.0 / 3.0, "{id}: {ratio:.2}");
    }
}

/// Prints the playouts per second of both programs, and returns their ratio.
fn compared<G: Game>(tags: &str) -> f64 {
    let game = LiveGame::start(tags).expect("a game");
    let public = time(ROUNDS, || {
        let mut random = Random(1);
        for _ in 0..PLAYOUTS {
            black_box(playout(game.position(), &mut random).expect("legal turns"));
        }
    });

    let record = Record::parse_str(tags);
    let context = Context::default();
    let setup = G::setup(&mut SetupTags::new::<G>(&record, &context)).expect("a set-up");
    let begin = G::start(&setup);
    let hidden = time(ROUNDS, || {
        let mut random = Random(1);
        for _ in 0..PLAYOUTS {
            black_box(hidden_playout::<G>(&setup, &begin, &mut random));
        }
    });

    let rate = |seconds: f64| f64::from(PLAYOUTS) / seconds;
    let ratio = hidden.as_secs_f64() / public.as_secs_f64();
    println!(
        "{:10} {:8.0} public/s {:8.0} hidden/s {ratio:5.2}",
        G::ID,
        rate(public.as_secs_f64()),
        rate(hidden.as_secs_f64()),
    );
    ratio
}

/// Runs the playout of the example on the hidden types, which changes the state in place.
fn hidden_playout<G: Game>(setup: &G::Setup, begin: &G::State, random: &mut Random) -> G::State {
    let mut state = begin.clone();
    for _ in 0..MAX_TURNS {
        if G::standing(setup, &state).is_some() {
            break;
        }
        let mut turns = Vec::new();
        let _ = G::legal_turns(setup, &state, &mut |turn, _| {
            turns.push(turn.clone());
            ControlFlow::Continue(())
        });
        if turns.is_empty() {
            break;
        }
        let turn = turns.swap_remove(random.below(turns.len()));
        G::play(setup, &mut state, &turn, &mut NoObserver).expect("a legal turn");
    }
    state
}
