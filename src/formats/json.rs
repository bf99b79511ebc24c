//! The formats `json` and `jsonl`. The data model is in `model/`. The reference page follows.
//!
#![doc = include_str!("json.md")]

use super::model::{ModelReader, NumberAsText, export};
use super::{Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported};
use crate::check::Checked;
use crate::text::SourceText;
use crate::text::tree::json::read;

/// The format `json`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Json;

/// The format `jsonl`.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonLines;

/// Returns the first line of a text if it is a complete object.
pub(super) fn object_line(text: &str) -> Option<&str> {
    let line = text
        .trim_start()
        .lines()
        .next()
        .unwrap_or_default()
        .trim_end();
    (line.starts_with('{') && line.ends_with('}')).then_some(line)
}

fn read_records(source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
    ModelReader::new(source, assumptions, NumberAsText::Refused).read_documents(read(source.text()))
}

impl Format for Json {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "json",
            about: "complete records as JSON",
            page: include_str!("json.md"),
            endings: &["json"],
            cut: Cut::Objects,
            frame: FileWrapper {
                head: "[\n",
                between: ",\n",
                tail: "\n]\n",
            },
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let text = text.trim_start();
        let inner = text.strip_prefix('[').map_or(text, str::trim_start);
        (inner.starts_with('{') && text.contains("\"tags\""))
            || (text.starts_with('[') && inner.starts_with(']'))
    }

    fn is_empty_file(&self, text: &str) -> bool {
        text.split_whitespace().collect::<String>() == "[]"
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        read_records(source, assumptions)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        export(checked.record(), serde_json::to_string_pretty)
    }
}

impl Format for JsonLines {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "jsonl",
            about: "complete records as JSON, one per line",
            page: include_str!("json.md"),
            endings: &["jsonl", "ndjson"],
            cut: Cut::Lines,
            frame: FileWrapper::PLAIN,
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        object_line(text).is_some_and(|line| line.contains("\"tags\""))
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        read_records(source, assumptions)
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        export(checked.record(), |model| {
            serde_json::to_string(model).map(|line| line + "\n")
        })
    }
}
