#![doc = include_str!("page.md")]

mod fates;
mod grammar;
mod notes;
mod read;
mod turns;

use super::sgf::{games, simple};
use super::{Assumptions, Cut, Format, Imported};
use crate::games::GameId;
use crate::text::SourceText;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Boardspace;

impl Format for Boardspace {
    fn name(&self) -> &'static str {
        "boardspace"
    }

    fn page(&self) -> &'static str {
        include_str!("page.md")
    }

    fn about(&self) -> &'static str {
        "games of GIPF as Boardspace saves them"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Gipf]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sgf"]
    }

    fn writes(&self) -> bool {
        false
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with('(') && text.to_ascii_lowercase().contains("gm[gipf")
    }

    fn cut(&self) -> Cut {
        Cut::Trees
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        games(source, |tree| read::import(source, tree, assumptions))
    }
}
