//! The format `yaml`. The data model is in `model/`. The reference page follows.
//!
#![doc = include_str!("yaml.md")]

use super::model::{ModelReader, NumberAsText, export};
use super::{
    Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported, codes,
};
use crate::check::Checked;
use crate::findings::Finding;
use crate::text::tree::yaml::read;
use crate::text::tree::{Document, Node, Value};
use crate::text::{SourceText, Span};

/// The format `yaml`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yaml;

impl Format for Yaml {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "yaml",
            about: "complete records as YAML",
            page: include_str!("yaml.md"),
            endings: &["yaml", "yml"],
            cut: Cut::Documents,
            frame: FileWrapper {
                head: "",
                between: "---\n",
                tail: "",
            },
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let key = |line: &str| line.trim_start_matches(['-', ' ']).starts_with("tags:");
        text.lines().any(key)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        let documents = read(source.text());
        let left_out = comments_left_out(&comments(source.text(), &documents));
        let mut games =
            ModelReader::new(source, assumptions, NumberAsText::Accepted).read_documents(documents);

        // The finding on comments is about the whole text; the first game carries it.
        if let Some(finding) = left_out {
            match games.first_mut() {
                Some(game) => game.findings.insert(0, finding),
                None => games.push(Imported::refused(vec![finding])),
            }
        }
        games
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        export(checked.record(), serde_yaml::to_string)
    }
}

/// Returns the finding on the comments of a text, at the first one; `None` without comments.
fn comments_left_out(comments: &[Span]) -> Option<Finding> {
    let first = *comments.first()?;
    let times = if comments.len() == 1 {
        String::new()
    } else {
        format!(", {} times", comments.len())
    };
    let message =
        format!("A `#` comment of YAML is left out{times}: a record has no place for it.");
    let finding = Finding::new(&codes::LEFT_OUT, first, message)
        .with_help("A comment of the record is a `comment` or a `hash` after its turn.");
    Some(finding)
}

/// Returns the comments in documents: the text after a `#` outside values. Returns none for text
/// that is not valid YAML.
fn comments(text: &str, documents: &[Document]) -> Vec<Span> {
    let mut values = Vec::new();
    for document in documents {
        let Ok(node) = document else {
            return Vec::new();
        };
        add_values(node, &mut values);
    }
    values.sort_by_key(|span| span.start);

    let mut comments = Vec::new();
    let mut values = values.into_iter().peekable();
    // End of the values and comments so far: a `#` before it is part of one of them.
    let mut end = 0;
    for (offset, _) in text.match_indices('#') {
        while let Some(value) = values.next_if(|value| value.start as usize <= offset) {
            end = end.max(value.end as usize);
        }
        let follows_space = offset == 0 || text[..offset].ends_with(char::is_whitespace);
        if offset < end || !follows_space {
            continue;
        }

        end = text[offset..]
            .find('\n')
            .map_or(text.len(), |length| offset + length);
        comments.push(Span::new(offset, text[..end].trim_end().len()));
    }
    comments
}

/// Adds the places of the keys and values of a tree.
fn add_values(node: &Node, values: &mut Vec<Span>) {
    match &node.value {
        Value::List(items) => {
            for item in items {
                add_values(item, values);
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                add_values(key, values);
                add_values(value, values);
            }
        }
        Value::Text(_) | Value::Number(_) | Value::Other(_) => values.push(node.span),
    }
}
