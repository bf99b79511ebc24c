//! Pipscribe: a portable notation, a checker and a diagram maker for the records of four abstract
//! games, GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game.
//!
//! A [`notation::Record`] is parsed from text and replayed through its [`games::Game`] into a
//! [`replay::Timeline`]. The replay produces [`findings::Finding`]s and [`reports`] about them,
//! figures ([`draw::Scene`]) and other formats ([`formats`]). Each layer depends only on the layers
//! below it.
//!
//! # Check a file
//!
//! ```
//! let records = pipscribe::check_str("[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-d4 *\n");
//! let finding = &records[0].report.findings[0];
//! assert_eq!((finding.code.id, finding.turn), ("gipf/not-in-line", 2));
//! assert_eq!(records[0].place(finding).column, 13);
//! ```
//!
//! [`check_reader`] does the same for a stream that is larger than memory.
//!
//! # Play a game
//!
//! ```
//! use pipscribe::prelude::*;
//!
//! let mut game = LiveGame::start("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n")?;
//! game.play("c3")?;
//! game.play("take")?;
//! let position = game.position();
//! assert_eq!((position.to_move(), position.text().as_str()), (1, "5/5/2w2/5/5 1 taker=2 -"));
//! assert!(position.legal_turns().contains(&"a1,b2".to_owned()));
//! # Ok::<(), Box<Finding>>(())
//! ```
//!
//! # Replay and draw a record
//!
//! ```
//! use pipscribe::prelude::*;
//!
//! let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. Ga2-c4 *\n");
//! let timeline = Timeline::new(record, &Context::default())?;
//! let last = &timeline.after(None)?.position;
//! assert_eq!(last.text(), "1B2/2W2/6/7/6/5/4 w 16,16 0,0 wb -");
//! let annotations = Annotations {
//!     marks: vec![(Mark::Circle, "c4".into())],
//!     ..Annotations::default()
//! };
//! let figure = Figure::new(last.scene(), &annotations, &View::default())?;
//! assert!(write_figure(&figure, &Theme::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it costs
//!
//! The table shows the number of instructions for checking one turn of a valid record, including
//! parsing, as counted by callgrind over random games in a build without link-time optimization.
//! The first row is for comparison: one ply of chess, parsed and replayed with pgn-reader and
//! shakmaty.
//!
//! | | a turn |
//! |---|---|
//! | chess | 940 |
//! | GIPF, basic | 1,230 |
//! | Pippinzip, 13 × 13, `pipeline` | 800 |
//! | Pip•Pip | 1,800 |
//! | The Pipe Game, `both` | 5,700 |
//!
//! Valid records in their usual forms are checked while they are parsed: no tree is built, and
//! nothing is computed that only findings need. Any other record is parsed into a tree and replayed
//! in full, which takes about twice as long; with an illegal turn, and the search for the nearest
//! legal ones, three to thirteen times as long. For GIPF, two fifths of the instructions per turn
//! go into parsing the record, a tenth into parsing the turn, a quarter into the rules, and the
//! rest into tags and other costs per record. The cost of a turn does not depend on the size of the
//! board. `cargo bench --bench instructions` counts records by part. `benches/peers` compares the
//! speed of all games with that of chess, in one run.
//!
//! # Features
//!
//! No feature is on by default. `png` and `pdf` draw figures in these formats, and `outlines` draws
//! SVG with text as outlines. `human` writes findings for people. `encodings` reads texts from
//! other programs that are not UTF-8, and `markdown` finds records in Markdown documents. Without
//! these features the library parses, checks, converts and draws text and SVG, and builds for
//! wasm32.
//!
//! The command-line program is the package `pipscribe-cli`, and the language server the package
//! `pipscribe-lsp`.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod check;
pub mod collection;
pub mod decks;
pub mod draw;
pub mod figures;
pub mod findings;
pub mod fixes;
pub mod formats;
mod game_list;
pub mod games;
pub mod notation;
pub mod publish;
pub mod replay;
pub mod reports;
pub mod solve;
#[cfg(test)]
mod testing;
pub mod text;

pub use check::{Checked, FilePlace, check_bytes, check_reader, check_str};
pub use replay::LiveGame;

/// The items that most programs need.
pub mod prelude {
    pub use crate::draw::{
        Annotations, Figure, Mark, Scene, Theme, View, write_figure, write_svg, write_text,
    };
    pub use crate::findings::{Finding, Severity};
    pub use crate::games::{Context, GameId};
    pub use crate::notation::Record;
    pub use crate::replay::{Position, Timeline, Turn};
    pub use crate::{Checked, LiveGame, check_bytes, check_reader, check_str};
}
