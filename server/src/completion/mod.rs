//! Completion at the cursor. This file decides what is being typed ([`Typed`]); each module
//! completes one kind of text. A client gets the candidates with little text; when the user selects
//! one, it asks for the rest ([`resolve`]).

mod commands;
mod tags;
mod turns;

use std::ops::Range;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionResponse,
    CompletionTextEdit, Documentation, InsertTextFormat, TextEdit, Uri,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::descriptions;
use super::session::{Answer, DocumentRequest};
use super::snapshot::Entry;
use pipscribe::notation::{GLYPH_SIGNS, Typed, typed_at_end};
use pipscribe::text::{Span, utf8_or_marks};

/// Characters, other than letters, that trigger completion.
pub(super) const TRIGGERS: [&str; 15] = [
    "$", "#", "[", "%", "\"", ".", "-", "@", "/", ";", ",", "=", ":", " ", "*",
];
/// Maximum number of items offered.
const MAX_OFFERED: usize = 80;

/// Cursor of a completion request, in its record.
struct Cursor<'a> {
    request: &'a DocumentRequest,
    entry: Entry,
    /// Text of the record.
    text: String,
    /// Byte of the text.
    offset: usize,
}

/// Completion candidate.
struct Offer {
    label: String,
    /// Text to insert; by default the label.
    insert: Option<String>,
    kind: CompletionItemKind,
    detail: Option<String>,
    documentation: Option<String>,
    /// True if the text is a snippet with placeholders.
    snippet: bool,
    /// Data from which details are resolved later.
    data: Option<Value>,
}

impl Offer {
    fn new(label: impl Into<String>, kind: CompletionItemKind) -> Self {
        let label = label.into();
        Self {
            label,
            insert: None,
            kind,
            detail: None,
            documentation: None,
            snippet: false,
            data: None,
        }
    }

    fn with_documentation(self, documentation: impl Into<String>) -> Self {
        Self {
            documentation: Some(documentation.into()),
            ..self
        }
    }
}

pub(super) fn completion(
    request: &DocumentRequest,
    params: CompletionParams,
) -> Answer<Option<CompletionResponse>> {
    let byte = request
        .document
        .byte_of(params.text_document_position.position);
    let Some(cursor) = cursor_at(request, byte) else {
        return Ok(None);
    };

    let typed = cursor
        .text
        .get(..cursor.offset)
        .map_or(Typed::Words, typed_at_end);
    let (items, is_incomplete) = match typed {
        Typed::Turn {
            start,
            typed,
            first,
        } => {
            let mut items = Vec::new();
            // Before the first turn, a tag may follow instead.
            if first {
                items.extend(tags::whole_tags(&cursor, start, typed));
            }
            let turns = turns::turns(&cursor, start, typed)?;
            items.extend(turns.items);
            (items, turns.is_incomplete)
        }
        Typed::TagName { start, typed } => (tags::names(&cursor, start, typed), false),
        Typed::TagValue { name, start, typed } => {
            (tags::values(&cursor, name, start, typed), false)
        }
        Typed::Command { start, .. } => (commands::names(&cursor, start), false),
        Typed::Arguments { name, start, typed } => {
            (commands::arguments(&cursor, name, start, typed), false)
        }
        Typed::Glyph { start, typed } => (glyphs(&cursor, start, typed), false),
        Typed::Hash { start, typed } => (tags::header(&cursor, start, typed), false),
        Typed::Words => (Vec::new(), false),
    };
    Ok(Some(CompletionResponse::List(CompletionList {
        is_incomplete,
        items,
    })))
}

/// Returns the cursor at a byte of the document. A text without records counts as one record.
fn cursor_at(request: &DocumentRequest, byte: usize) -> Option<Cursor<'_>> {
    let entry = request.document.entry_at(byte)?;
    let raw = request.document.raw(&entry);
    let text = utf8_or_marks(&raw.bytes).into_owned();
    let offset = entry.in_record(byte).min(text.len());
    Some(Cursor {
        request,
        entry,
        text,
        offset,
    })
}

/// Completes glyphs after a turn: numbers that judge it, as in PGN.
fn glyphs(cursor: &Cursor<'_>, start: usize, typed: &str) -> Vec<CompletionItem> {
    let offers = GLYPH_SIGNS.iter().enumerate().map(|(index, sign)| {
        // `$1` is written for the sign `!`.
        let offer = Offer::new(format!("${}", index + 1), CompletionItemKind::OPERATOR);
        Offer {
            detail: descriptions::of_sign(sign).map(|means| format!("{sign}, {means}")),
            ..offer
        }
    });
    cursor.items(offers.collect(), start..start + typed.len())
}

/// Returns the end of the word that contains the cursor. A completion replaces the word up to this
/// end.
fn end_of_word(text: &str, cursor: usize, is_part: impl Fn(char) -> bool) -> usize {
    let rest = text.get(cursor..).unwrap_or_default();
    cursor + rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())
}

/// Returns the document of an item to resolve.
pub(super) fn document_of(item: &CompletionItem) -> Option<Uri> {
    Some(turn_data(item)?.uri)
}

/// Adds the effect of an offered turn to its item.
pub(super) fn resolve(
    request: &DocumentRequest,
    mut item: CompletionItem,
) -> Answer<CompletionItem> {
    // If the document was edited since, the position is no longer known.
    if let Some(data) = turn_data(&item)
        && data.version == request.document.version
        && let Some(cursor) = cursor_at(request, data.byte)
    {
        item.documentation = turns::described(&cursor, &data.turn)
            .map(|page| markdown(request, page))
            .or(item.documentation);
    }
    Ok(item)
}

fn turn_data(item: &CompletionItem) -> Option<TurnData> {
    TurnData::deserialize(item.data.as_ref()?).ok()
}

/// Data that identifies an offered turn.
#[derive(Debug, Deserialize, Serialize)]
struct TurnData {
    uri: Uri,
    version: Option<i32>,
    /// Place of the turn, as a byte of the document.
    byte: usize,
    turn: String,
}

impl Cursor<'_> {
    /// Returns the place of the cursor in the record.
    fn place(&self) -> u32 {
        u32::try_from(self.offset).unwrap_or(u32::MAX)
    }

    /// Converts offers to items that replace a range of the record, in the order of the offers.
    fn items(&self, offers: Vec<Offer>, replaced: Range<usize>) -> Vec<CompletionItem> {
        let range = self
            .request
            .document
            .range_in(&self.entry, Span::new(replaced.start, replaced.end));
        let offers = offers.into_iter().take(MAX_OFFERED).enumerate();
        let items = offers.map(|(rank, offer)| CompletionItem {
            kind: Some(offer.kind),
            detail: offer.detail,
            documentation: offer
                .documentation
                .map(|value| markdown(self.request, value)),
            // Clients sort the items by this text.
            sort_text: Some(format!("{rank:04}")),
            text_edit: Some(CompletionTextEdit::Edit(TextEdit {
                range,
                new_text: offer.insert.unwrap_or_else(|| offer.label.clone()),
            })),
            insert_text_format: offer.snippet.then_some(InsertTextFormat::SNIPPET),
            label: offer.label,
            data: offer.data,
            ..CompletionItem::default()
        });
        items.collect()
    }
}

/// Returns documentation in Markdown, or in plain text for a client that does not read Markdown.
fn markdown(request: &DocumentRequest, value: String) -> Documentation {
    Documentation::MarkupContent(request.markup(value))
}
