//! The formats `abstractplay` and `abstractplay-jsonl`: records of the site AbstractPlay, on which
//! Pippinzip is the only game of this notation. `read.rs` imports, `write.rs` exports, and
//! `words.rs` has the vocabulary of the site. The reference page follows.
//!
#![doc = include_str!("page.md")]

mod read;
mod words;
mod write;

use super::json::{Json, JsonLines, object_line};
use super::{Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported};
use crate::check::Checked;
use crate::formats::KeptGames;
use crate::games::GameId;
use crate::text::SourceText;
use crate::text::tree::json;

/// Keys of the header of a record (`"header": {"event": …}`), with the corresponding tags.
const HEADER_TAGS: [(&str, &str); 5] = [
    ("event", "Event"),
    ("round", "Round"),
    ("date-start", "DateStart"),
    ("date-end", "DateEnd"),
    ("date-generated", "DateGenerated"),
];
/// Placeholder for an unknown date.
const NO_DATE: &str = "1970-01-01T00:00:00Z";

/// The format `abstractplay`.
#[derive(Clone, Copy, Debug)]
pub(super) struct AbstractPlay;

/// The format `abstractplay-jsonl`.
#[derive(Clone, Copy, Debug)]
pub(super) struct AbstractPlayLines;

/// Returns true if a text has the keys of a record.
fn has_keys(text: &str) -> bool {
    text.contains("\"header\"") && text.contains("\"moves\"")
}

/// Reads all records of a text.
fn records(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let mut games = KeptGames::default();
    for document in json::read(source.text()) {
        games.push(match document {
            Ok(record) => read::read_game(source, &record, assumptions),
            Err(fault) => Imported::refused(vec![crate::formats::syntax_finding(fault)]),
        });
    }
    games.into_games()
}

impl Format for AbstractPlay {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "abstractplay",
            about: "AbstractPlay game records as JSON",
            page: include_str!("page.md"),
            games: &[GameId::Pippinzip],
            cut: Cut::Objects,
            frame: FileWrapper {
                head: "[\n",
                between: ",\n",
                tail: "\n]\n",
            },
            wraps_single: false,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with(['{', '[']) && has_keys(text)
    }

    fn is_empty_file(&self, text: &str) -> bool {
        Json.is_empty_file(text)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        records(source, assumptions)
    }

    fn form_for(&self, ending: &str) -> Option<&'static dyn Format> {
        JsonLines
            .info()
            .endings
            .contains(&ending)
            .then_some(&AbstractPlayLines)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        write::write(self, checked, serde_json::to_string_pretty)
    }
}

impl Format for AbstractPlayLines {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "abstractplay-jsonl",
            about: "AbstractPlay game records, one per line",
            page: include_str!("page.md"),
            games: &[GameId::Pippinzip],
            cut: Cut::Lines,
            frame: FileWrapper::PLAIN,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        object_line(text).is_some_and(has_keys)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        records(source, assumptions)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        write::write(self, checked, |value| {
            Ok(serde_json::to_string(value)? + "\n")
        })
    }
}

/// Returns true if the writer uses this value as a placeholder for unknown data.
fn is_placeholder(tag: &str, value: &str) -> bool {
    match tag {
        "Player1" | "Player2" | "Site" => value == "?",
        "DateStart" | "DateEnd" | "DateGenerated" => value == NO_DATE,
        _ => false,
    }
}
