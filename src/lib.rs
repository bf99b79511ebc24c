//! Pipscribe: a portable notation, a checker and a diagram maker for the records of four abstract
//! games, GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game.
//!
//! Text becomes a [`notation::Record`], a record is replayed through its [`games::Game`] into a [`replay::Timeline`], and
//! from that come [`findings::Finding`]s and [`reports`] of them, figures ([`draw::Scene`]) and
//! other formats ([`formats`]). Each floor knows only the floors below.
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
//! assert_eq!((game.to_move(), game.position().as_str()), (1, "5/5/2w2/5/5 1 taker=2 -"));
//! assert!(game.legal_turns().contains(&"a1,b2".to_owned()));
//! # Ok::<(), Box<Finding>>(())
//! ```
//!
//! # Replay and draw a record
//!
//! ```
//! use pipscribe::prelude::*;
//!
//! let record = Record::parse_str("[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb3 2. Ga2-c4 *\n");
//! let timeline = Timeline::of(record, &Context::default()).ok_or("the record does not say its game")?;
//! let last = &timeline.after(None)?.position;
//! assert_eq!(last.text(), "1B2/2W2/6/7/6/5/4 w 16,16 0,0 wb -");
//! let figure = last.scene().mark(Mark::Circle, "c4").figure()?;
//! assert!(write_figure(&figure, &Theme::default()).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What it costs
//!
//! Instructions that checking a turn of a sound record takes, reading it included, as callgrind counts them for the
//! command over random games; before them what a chess ply takes that pgn-reader and shakmaty read and replay.
//!
//! | | a turn |
//! |---|---|
//! | chess | 880 |
//! | GIPF, basic | 1,200 |
//! | Pippinzip, 13 × 13, `pipeline` | 800 |
//! | Pip•Pip | 1,900 |
//! | The Pipe Game, `both` | 16,200 |
//!
//! Sound records in their usual forms are judged while they are read from their bytes, without anything that a finding would
//! need, and without a tree; any other is read by the grammar and replayed as a whole, which takes some twenty times as long.
//! Of GIPF's turn a sixth goes into the text of the record, a sixth into that of the turn, a third into the rules, and as much
//! into tags and whatever a record costs once. A turn costs the same on a large board as on a small one.
//! `cargo bench --bench instructions` counts records by part; `benches/peers` holds the rates of all games against that of
//! chess, in one run.
//!
//! # Features
//!
//! All but `parquet` are on by default. `cli` is the command with what it shows on a terminal, and `lsp` serves editors; `png`
//! and `pdf` draw figures in these formats, `outlines` SVG whose words are outlines; `human` writes findings as people see them; `encodings` reads texts of other
//! programs that are no UTF-8, `markdown` the records in pages of Markdown.
//! `parquet` writes tables as Parquet, and takes minutes to build. Without them the library reads, judges, converts and draws
//! text and SVG, and builds for wasm32.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod bless;
pub mod book;
pub mod checked;
pub mod choices;
#[cfg(feature = "cli")]
pub mod cli;
pub mod collection;
pub mod conform;
pub mod coverage;
pub mod draw;
pub mod example;
pub mod figures;
pub mod findings;
pub mod formats;
pub mod games;
pub mod infer;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod mend;
pub mod notation;
pub mod replay;
pub mod reports;
pub mod shrink;
pub mod snapshot;
#[cfg(test)]
mod testing;
pub mod text;

pub use checked::{Checked, FilePlace, check_bytes, check_reader, check_str};
pub use replay::LiveGame;

/// The decks of the Pipe Game: where they are found, read and checked.
pub mod decks {
    pub use crate::games::pipe::{
        Card, Deck, DeckFile, DeckStatistics, Decks, GivenDecks, MAX_DECK_BYTES, NoDeck, ShippedDecks, deck_scenes,
    };
}

/// What most programs need.
pub mod prelude {
    pub use crate::draw::{Figure, Mark, Scene, Theme, View, write_figure, write_svg, write_text};
    pub use crate::findings::{Finding, Severity};
    pub use crate::games::{Context, GameId};
    pub use crate::notation::Record;
    pub use crate::replay::{Position, Timeline};
    pub use crate::{Checked, LiveGame, check_bytes, check_reader, check_str};
}
