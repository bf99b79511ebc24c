//! How many figures a second: the position after half of the turns of a seeded random game, drawn
//! as a scene, written as text, as SVG and as PNG.
//!
//! `cargo bench --bench figures` prints the time of each and, of SVG, how many a second.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark may fail where it likes")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use pipscribe::draw::{Figure, Theme, write_figure, write_text};
use pipscribe::games::GameId;
use pipscribe::notation::Record;

mod setups;
use setups::{SETUPS, corpus};

mod clock;
use clock::time;

const ROUNDS: u32 = 200;

fn main() {
    println!(
        "{:<16} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "", "scene", "text", "svg", "a second", "bytes", "png"
    );
    let theme = Theme::default();
    for (name, tags) in SETUPS {
        let record = Record::parse_str(&corpus(tags, 1));
        let rules = GameId::named(tags[0].1).map(GameId::rules).expect("a game with rules");
        let replayed = rules.replay(&record);
        let half = &replayed.turns[replayed.turns.len() / 2].position;
        let scene = rules.scene_of(&record, half).expect("a position of the record");
        // Reading the position's text is a part of it.
        let drawn = time(ROUNDS, || drop(black_box(rules.scene_of(&record, black_box(half)))));
        let text = time(ROUNDS, || drop(black_box(write_text(black_box(&scene)))));
        let write = || write_figure(&Figure::plain(black_box(&scene).clone()), &theme);
        let svg = time(ROUNDS, || drop(black_box(write())));
        let bytes = write().len();
        let a_second = Duration::from_secs(1).as_nanos() / (drawn + svg).as_nanos().max(1);
        let png = png(&write());
        println!("{name:<16} {drawn:>10.1?} {text:>10.1?} {svg:>10.1?} {a_second:>10} {bytes:>10} {png:>10}");
    }
}

#[cfg(feature = "png")]
fn png(svg: &str) -> String {
    let start = Instant::now();
    black_box(pipscribe::draw::write_png(svg, 2.0)).expect("a figure that can be drawn");
    format!("{:.1?}", start.elapsed())
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> String {
    "-".to_owned()
}
