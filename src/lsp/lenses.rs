//! What stands above a record: play it, show its board, how its expectations fare.

use lsp_types::{CodeLens, CodeLensParams, Command, Position, Uri};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::commands;
use super::session::{Answer, Ask, Fault, read};
use crate::findings::code;
use crate::notation::{Meaning, Record};
use crate::text::Span;

/// Over how many records something stands.
const MOST_LENSES: usize = 1_000;

/// Of which record the expectations are counted.
#[derive(Debug, Deserialize, Serialize)]
struct LensData {
    uri: Uri,
    position: Position,
}

pub(super) fn lenses(ask: &Ask, _params: CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
    let mut lenses = Vec::new();
    let document = &ask.document;
    for entry in document.all_entries().filter(|entry| !entry.preamble).take(MOST_LENSES) {
        ask.go_on()?;
        let text = document.text_of(entry.range.clone());
        let begun = text.find('[').unwrap_or(0);
        let range = document.places_in(&entry, Span::new(begun, begun));
        let at = json!({ "uri": document.uri, "position": range.start });
        let lens = |title: &str, name: &str| CodeLens {
            range,
            command: Some(Command::new(title.to_owned(), name.to_owned(), Some(vec![at.clone()]))),
            data: None,
        };
        lenses.push(lens("Play this record", commands::PLAY));
        lenses.push(lens("Show the board", commands::BOARD));
        if text.contains("[%expect") {
            let data = LensData { uri: document.uri.clone(), position: range.start };
            lenses.push(CodeLens { range, command: None, data: serde_json::to_value(data).ok() });
        }
    }
    Ok(Some(lenses))
}

pub(super) fn document_of(lens: &CodeLens) -> Option<Uri> {
    read::<LensData>(lens.data.clone()?).ok().map(|data| data.uri)
}

/// How many expectations a record has.
fn expectations(record: &Record) -> usize {
    let behind = record.turns().flat_map(|(_, node)| &node.after);
    let items = record.moves.opening.iter().chain(behind).chain(&record.closing);
    let comments = items.filter_map(|item| match item {
        crate::notation::Item::Comment(comment) => Some(comment),
        _ => None,
    });
    comments
        .flat_map(|comment| &comment.commands)
        .filter(|command| matches!(command.meaning, Meaning::Expect(_)))
        .count()
}

/// Counts the expectations of a record.
pub(super) fn resolve(ask: &Ask, lens: CodeLens) -> Answer<CodeLens> {
    let data: LensData = read(lens.data.clone().unwrap_or_default())?;
    let studied = ask.record_at(ask.document.byte_of(data.position));
    let studied = studied.ok_or_else(|| Fault::failed("there is no record any more"))?;
    let count = expectations(studied.record());
    let unmet = studied.findings().iter().filter(|finding| finding.code.id == code::UNMET.id).count();
    let plural = if count == 1 { "" } else { "s" };
    let title = match unmet {
        0 if count == 1 => "1 expectation holds".to_owned(),
        0 => format!("{count} expectations hold"),
        unmet => format!("{unmet} of {count} expectation{plural} unmet"),
    };
    let command = Some(Command::new(title, String::new(), None));
    Ok(CodeLens { command, ..lens })
}
