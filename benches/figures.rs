//! Figures per second: the position after half of the turns of a seeded random game, drawn as a
//! scene, written as text, as SVG and as PNG.
//!
//! `cargo bench --bench figures` prints the time of each and, for SVG, the number per second.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a benchmark may fail where it likes"
)]

use std::hint::black_box;
use std::time::Duration;

use pipscribe::draw::{Figure, Theme, write_figure, write_text};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::Timeline;

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
        let timeline = Timeline::new(record, &Context::default()).expect("a game of the four");
        let half = &timeline.frames()[timeline.frames().len() / 2].position;
        let scene = half.scene();
        let drawn = time(ROUNDS, || {
            drop(black_box(Figure::plain(black_box(half).scene())));
        });
        let text = time(ROUNDS, || drop(black_box(write_text(black_box(&scene)))));
        let figure = Figure::plain(scene.clone());
        let write = || write_figure(black_box(&figure), &theme);
        let svg = time(ROUNDS, || drop(black_box(write())));
        let bytes = write().len();
        let a_second = Duration::from_secs(1).as_nanos() / (drawn + svg).as_nanos().max(1);
        let png = png(&write());
        println!(
            "{name:<16} {drawn:>10.1?} {text:>10.1?} {svg:>10.1?} {a_second:>10} {bytes:>10} {png:>10}"
        );
    }
}

/// Returns the time of writing one figure as PNG.
#[cfg(feature = "png")]
fn png(svg: &str) -> String {
    let start = std::time::Instant::now();
    black_box(pipscribe::draw::write_svg_as_png(
        svg,
        2.0,
        &pipscribe::draw::Fonts::default(),
    ))
    .expect("a figure that can be drawn");
    format!("{:.1?}", start.elapsed())
}

#[cfg(not(feature = "png"))]
fn png(_svg: &str) -> String {
    "-".to_owned()
}
