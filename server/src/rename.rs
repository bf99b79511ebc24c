//! Rename: a player in all records of the document, or a card in one record.

use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};

use super::cards_outside_turns::{cards_outside_turns, number_of, renumbering_edits};
use super::cursor::{RecordPart, part_at};
use super::edits::{in_document, of_document};
use super::places_in_turns::{is_card, names_in_turn};
use super::references::name_at;
use super::session::{Answer, DocumentRequest, Fault, Replayed};
use pipscribe::notation::{Record, Tag, quoted};
use pipscribe::text::Span;

pub(super) fn prepare(
    request: &DocumentRequest,
    params: TextDocumentPositionParams,
) -> Answer<Option<PrepareRenameResponse>> {
    let byte = request.document.byte_of(params.position);
    let found = request.record_at(byte).and_then(|replayed| {
        let (named, span) = target_at(&replayed, replayed.offset_at(byte))?;
        let (RenameTarget::Player(placeholder) | RenameTarget::Card(placeholder)) = named;
        let range = request.document.range_in(&replayed.entry, span);
        Some(PrepareRenameResponse::RangeWithPlaceholder { range, placeholder })
    });
    Ok(found)
}

pub(super) fn rename(
    request: &DocumentRequest,
    params: RenameParams,
) -> Answer<Option<WorkspaceEdit>> {
    let byte = request
        .document
        .byte_of(params.text_document_position.position);
    let Some(replayed) = request.record_at(byte) else {
        return Ok(None);
    };
    let Some((named, _)) = target_at(&replayed, replayed.offset_at(byte)) else {
        return Err(Fault::failed(
            "nothing here can be renamed: only players and cards have names",
        ));
    };
    let edits = match named {
        RenameTarget::Player(player) => player_edits(request, &player, &params.new_name)?,
        RenameTarget::Card(card) => card_edits(request, &replayed, &card, &params.new_name)?,
    };
    Ok(Some(of_document(request, edits)))
}

/// Name to change.
enum RenameTarget {
    /// Name of a player.
    Player(String),
    /// Number of a card of the Pipe Game.
    Card(String),
}

/// Returns the name to change at a byte of a record, with its span.
fn target_at(replayed: &Replayed, offset: u32) -> Option<(RenameTarget, Span)> {
    let record = replayed.record();
    match part_at(record, offset)? {
        RecordPart::Value(tag) if is_player(tag) => {
            Some((RenameTarget::Player(tag.value.to_string()), tag.value_span))
        }
        part => {
            let card = name_at(replayed, offset)?;
            if !is_card(record.game(), &card) {
                return None;
            }
            let mut cards: Vec<Span> = cards_outside_turns(record)
                .into_iter()
                .map(|(span, _)| span)
                .collect();
            if let RecordPart::Turn(node) = part {
                let in_turn = names_in_turn(record, node).into_iter();
                cards.extend(
                    in_turn
                        .filter(|(_, name)| *name == card)
                        .map(|(span, _)| span),
                );
            }
            let span = cards.into_iter().find(|span| span.touches(offset))?;
            Some((RenameTarget::Card(card), span))
        }
    }
}

/// Returns the edits of all tags that name the player.
fn player_edits(request: &DocumentRequest, player: &str, new: &str) -> Answer<Vec<TextEdit>> {
    if new.chars().any(char::is_control) {
        return Err(Fault::failed("a name must fit on one line"));
    }
    // The span of the value is between the quotes, which stay.
    let escaped = quoted(new);
    let inside = escaped.get(1..escaped.len() - 1).unwrap_or_default();
    let mut edits = Vec::new();
    for entry in request.document.all_entries() {
        request.cancel.check()?;
        let record = Record::parse_tags(request.document.raw(&entry));
        let tags = record
            .tags
            .iter()
            .filter(|tag| is_player(tag) && tag.value == player);
        edits.extend(tags.map(|tag| TextEdit {
            range: request.document.range_in(&entry, tag.value_span),
            new_text: inside.to_owned(),
        }));
    }
    Ok(edits)
}

/// Returns true if a tag names a player.
fn is_player(tag: &Tag) -> bool {
    number_of(tag, "Player").is_some()
}

/// Returns the edits of all places in a record that name the card.
fn card_edits(
    request: &DocumentRequest,
    replayed: &Replayed,
    card: &str,
    new: &str,
) -> Answer<Vec<TextEdit>> {
    if !is_card_number(new) {
        return Err(Fault::failed("a card is named by a number"));
    }
    let record = replayed.record();
    let is_known_outside_turns = cards_outside_turns(record)
        .iter()
        .any(|(_, name)| *name == new);
    let is_known = is_known_outside_turns || !spans_in_turns(record, new).is_empty();
    if new != card && is_known {
        return Err(Fault::failed(format!(
            "the record already contains card {new}"
        )));
    }

    let mut edits = renumbering_edits(record, card, new);
    let spans = spans_in_turns(record, card).into_iter();
    edits.extend(spans.map(|span| (span, new.to_owned())));
    Ok(edits
        .iter()
        .map(|edit| in_document(&request.document, &replayed.entry, edit))
        .collect())
}

/// Returns true for a number without leading zeros.
fn is_card_number(text: &str) -> bool {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number && (text == "0" || !text.starts_with('0'))
}

/// Returns the spans in which the turns of a record name a card.
fn spans_in_turns(record: &Record, card: &str) -> Vec<Span> {
    record
        .turns()
        .flat_map(|(_, node)| names_in_turn(record, node))
        .filter(|(_, name)| name == card)
        .map(|(span, _)| span)
        .collect()
}
