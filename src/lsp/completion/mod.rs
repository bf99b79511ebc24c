//! What can be put in where somebody is typing.

mod commands;
mod tags;
mod turns;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse, CompletionTextEdit,
    Documentation, MarkupContent, MarkupKind, TextEdit, Uri,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::incomplete_text::{Typed, typed_at_end};
use super::session::{Answer, Ask};
use super::snapshot::Entry;
use crate::text::{Span, utf8_or_marks};

/// The characters behind which something can be put in, besides letters.
pub(super) const TRIGGERS: [&str; 13] = ["[", "%", "\"", ".", "-", "@", "/", ";", ",", "=", ":", " ", "*"];
/// How many things are offered at a time.
const MOST_OFFERED: usize = 80;

/// Where something is being typed.
struct Here<'a> {
    ask: &'a Ask,
    entry: Entry,
    /// The text of the record.
    text: String,
    /// The cursor, as a byte of it.
    at: usize,
}

/// Something that is offered.
struct Offer {
    label: String,
    /// What is put in; the label where it is not given.
    insert: Option<String>,
    kind: CompletionItemKind,
    detail: Option<String>,
    documentation: Option<String>,
    /// It is a text with places to fill in.
    snippet: bool,
    /// What tells what it is, when somebody asks for more.
    data: Option<Value>,
}

impl Offer {
    fn new(label: impl Into<String>, kind: CompletionItemKind) -> Self {
        let label = label.into();
        Self { label, insert: None, kind, detail: None, documentation: None, snippet: false, data: None }
    }

    fn told(self, documentation: impl Into<String>) -> Self {
        Self { documentation: Some(documentation.into()), ..self }
    }
}

/// What is known of a turn that was offered.
#[derive(Debug, Deserialize, Serialize)]
struct TurnData {
    uri: Uri,
    version: i32,
    /// Where the turn would stand, as a byte of the document.
    byte: usize,
    turn: String,
}

impl Here<'_> {
    /// The items of some offers, which replace what stands from `start` to `end` of the record, the first one first. Of turns
    /// that are not typed as they begin, editors would think that they do not fit.
    fn items(&self, offers: Vec<Offer>, start: usize, end: usize, fit_all: bool) -> Vec<CompletionItem> {
        let document = &self.ask.document;
        let range = document.places_in(&self.entry, Span::new(start, end));
        let typed = self.text.get(start..self.at).unwrap_or_default();
        let offers = offers.into_iter().take(MOST_OFFERED).enumerate();
        let items = offers.map(|(rank, offer)| CompletionItem {
            kind: Some(offer.kind),
            detail: offer.detail,
            documentation: offer.documentation.map(|value| markdown(self.ask, value)),
            sort_text: Some(format!("{rank:04}")),
            filter_text: (fit_all && !typed.is_empty()).then(|| typed.to_owned()),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: offer.insert.unwrap_or_else(|| offer.label.clone()),
            })),
            insert_text_format: offer.snippet.then_some(lsp_types::InsertTextFormat::SNIPPET),
            label: offer.label,
            data: offer.data,
            ..CompletionItem::default()
        });
        items.collect()
    }
}

/// A text of Markdown for a client that may read none.
fn markdown(ask: &Ask, value: String) -> Documentation {
    let kind = if ask.session.client.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
    Documentation::MarkupContent(MarkupContent { kind, value })
}

pub(super) fn completion(ask: &Ask, params: CompletionParams) -> Answer<Option<CompletionResponse>> {
    let byte = ask.document.byte_of(params.text_document_position.position);
    let Some(here) = here_at(ask, byte) else { return Ok(None) };
    let typed = here.text.get(..here.at).map_or(Typed::Words, typed_at_end);
    let (items, is_incomplete) = match typed {
        Typed::Turn { start, typed, first } => {
            let mut items = if first { tags::whole_tags(&here, start, typed) } else { Vec::new() };
            let (turns, cut) = turns::turns(&here, start, typed)?;
            items.extend(turns);
            (items, cut)
        }
        Typed::TagName { start, typed } => (tags::names(&here, start, typed), false),
        Typed::TagValue { name, start, typed } => (tags::values(&here, name, start, typed), false),
        Typed::Command { start, .. } => (commands::names(&here, start), false),
        Typed::Arguments { name, start, typed } => (commands::arguments(&here, name, start, typed), false),
        Typed::Words => (Vec::new(), false),
    };
    Ok(Some(CompletionResponse::List(CompletionList { is_incomplete, items })))
}

/// The record at a byte of the document; in a text that has none yet, that text.
fn here_at(ask: &Ask, byte: usize) -> Option<Here<'_>> {
    let entry = ask.document.entry_at(byte)?;
    let raw = ask.document.raw(&entry);
    let text = utf8_or_marks(&raw.bytes).into_owned();
    let at = entry.in_record(byte).min(text.len());
    Some(Here { ask, entry, text, at })
}

/// The document of an item that is asked about again.
pub(super) fn document_of(item: &CompletionItem) -> Option<Uri> {
    item.data.as_ref().and_then(|data| serde_json::from_value::<TurnData>(data.clone()).ok()).map(|data| data.uri)
}

/// Tells what a turn that is offered would do.
pub(super) fn resolve(ask: &Ask, mut item: CompletionItem) -> Answer<CompletionItem> {
    let data = item.data.as_ref().and_then(|data| serde_json::from_value::<TurnData>(data.clone()).ok());
    // Of a document that was edited since nobody knows the position any more.
    if let Some(data) = data.filter(|data| data.version == ask.document.version)
        && let Some(here) = here_at(ask, data.byte)
    {
        item.documentation = turns::told(&here, &data.turn).map(|told| markdown(ask, told)).or(item.documentation);
    }
    Ok(item)
}
