#![doc = include_str!("page.md")]

mod read;
mod words;
mod write;

use super::json::{Json, JsonLines, object_line};
use super::{Assumptions, Cut, ExportError, Exported, FileWrapper, Format, Imported};
use crate::checked::Checked;
use crate::formats::KeptGames;
use crate::games::GameId;
use crate::text::SourceText;
use crate::text::tree::json;

/// Header keys with the tags that they correspond to.
const PLAIN: [(&str, &str); 5] = [
    ("event", "Event"),
    ("round", "Round"),
    ("date-start", "DateStart"),
    ("date-end", "DateEnd"),
    ("date-generated", "DateGenerated"),
];
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

fn records(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    let mut games = KeptGames::default();
    for document in json::read(source.text()) {
        games.push(match document {
            Ok(record) => read::game(source, &record, assumptions),
            Err(fault) => Imported::refused(vec![crate::formats::syntax_finding(fault)]),
        });
    }
    games.into_games()
}

impl Format for AbstractPlay {
    fn name(&self) -> &'static str {
        "abstractplay"
    }

    fn page(&self) -> &'static str {
        include_str!("page.md")
    }

    fn about(&self) -> &'static str {
        "game records of AbstractPlay, JSON"
    }

    fn games(&self) -> &'static [GameId] {
        &[GameId::Pippinzip]
    }

    fn recognises(&self, text: &str) -> bool {
        text.trim_start().starts_with(['{', '[']) && has_keys(text)
    }

    fn cut(&self) -> Cut {
        Cut::Objects
    }

    fn is_empty_file(&self, text: &str) -> bool {
        Json.is_empty_file(text)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        records(source, assumptions)
    }

    fn frame(&self) -> FileWrapper {
        FileWrapper { head: "[\n", between: ",\n", tail: "\n]\n" }
    }

    fn wraps_single(&self) -> bool {
        false
    }

    fn form_for(&self, ending: &str) -> Option<&'static dyn Format> {
        JsonLines.endings().contains(&ending).then_some(&AbstractPlayLines)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        write::write(self, checked, serde_json::to_string_pretty)
    }
}

impl Format for AbstractPlayLines {
    fn name(&self) -> &'static str {
        "abstractplay-jsonl"
    }

    fn page(&self) -> &'static str {
        include_str!("page.md")
    }

    fn about(&self) -> &'static str {
        "the same, one record per line"
    }

    fn games(&self) -> &'static [GameId] {
        AbstractPlay.games()
    }

    fn recognises(&self, text: &str) -> bool {
        object_line(text).is_some_and(has_keys)
    }

    fn cut(&self) -> Cut {
        Cut::Lines
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        records(source, assumptions)
    }

    fn frame(&self) -> FileWrapper {
        FileWrapper::PLAIN
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        write::write(self, checked, |value| Ok(serde_json::to_string(value)? + "\n"))
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
