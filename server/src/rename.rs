//! Rename: a player in all records of the document, or a card in one record.

use lsp_types::{
    PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};

use super::cards_outside_turns::{cards_outside_turns, number_of, renumbering_edits};
use super::cursor::{RecordPart, part_at};
use super::edits::{in_document, of_document};
use super::references::name_at;
use super::session::{Answer, DocumentRequest, Fault, Replayed};
use super::turn_places::{is_card, names_in_turn};
use pipscribe::notation::{Record, Tag, quoted};
use pipscribe::text::Span;

/// Name to change.
enum RenameTarget {
    Player(String),
    Card(String),
}

/// Returns true if a tag names a player.
fn is_player(tag: &Tag) -> bool {
    number_of(tag, "Player").is_some()
}

fn target_at(replayed: &Replayed, offset: u32) -> Option<(RenameTarget, Span)> {
    let record = replayed.record();
    match part_at(record, offset)? {
        RecordPart::Value(tag) if is_player(tag) => {
            Some((RenameTarget::Player(tag.value.to_string()), tag.value_span))
        }
        part => {
            let card = name_at(replayed, offset).filter(|name| is_card(record.game(), name))?;
            let mut spans: Vec<Span> = cards_outside_turns(record)
                .into_iter()
                .map(|(span, _)| span)
                .collect();
            if let RecordPart::Turn(node) = part {
                spans.extend(
                    names_in_turn(record, node)
                        .into_iter()
                        .filter(|(_, name)| *name == card)
                        .map(|(span, _)| span),
                );
            }
            let span = spans.into_iter().find(|span| span.touches(offset))?;
            Some((RenameTarget::Card(card), span))
        }
    }
}

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

/// Returns the edits of all tags that name the player.
fn player_edits(request: &DocumentRequest, player: &str, new: &str) -> Answer<Vec<TextEdit>> {
    if new.chars().any(char::is_control) {
        return Err(Fault::failed("a name must fit on one line"));
    }
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

/// Returns the edits of all places in a record that name the card.
fn card_edits(
    request: &DocumentRequest,
    replayed: &Replayed,
    card: &str,
    new: &str,
) -> Answer<Vec<TextEdit>> {
    let is_number = new == "0"
        || (!new.is_empty()
            && !new.starts_with('0')
            && new.bytes().all(|byte| byte.is_ascii_digit()));
    if !is_number {
        return Err(Fault::failed("a card is named by a number"));
    }

    let record = replayed.record();
    let in_turns = |card: &str| {
        let named = record
            .turns()
            .flat_map(|(_, node)| names_in_turn(record, node));
        named
            .filter(|(_, name)| name == card)
            .map(|(span, _)| span)
            .collect::<Vec<Span>>()
    };
    let is_known = !in_turns(new).is_empty()
        || cards_outside_turns(record)
            .iter()
            .any(|(_, name)| *name == new);
    if new != card && is_known {
        return Err(Fault::failed(format!(
            "the record already contains card {new}"
        )));
    }

    let mut edits = renumbering_edits(record, card, new);
    edits.extend(
        in_turns(card)
            .into_iter()
            .map(|span| (span, new.to_owned())),
    );
    Ok(edits
        .iter()
        .map(|edit| in_document(&request.document, &replayed.entry, edit))
        .collect())
}
