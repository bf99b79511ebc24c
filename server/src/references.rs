//! Find references: all turns that touch a place or a card, or all records of a player.

use lsp_types::{Location, ReferenceParams};

use super::cards_outside_turns::cards_outside_turns;
use super::cursor::{RecordPart, part_at, word_at};
use super::places_in_turns::{place_at, touching_spans};
use super::session::{Answer, DocumentRequest, Replayed};
use pipscribe::text::Span;

pub(super) fn references(
    request: &DocumentRequest,
    params: ReferenceParams,
) -> Answer<Option<Vec<Location>>> {
    let byte = request
        .document
        .byte_of(params.text_document_position.position);
    let Some(replayed) = request.record_at(byte) else {
        return Ok(None);
    };
    let spans = spans_of_name_at(&replayed, replayed.offset_at(byte));
    let location = |span| request.document.location(&replayed.entry, span);
    Ok(spans.map(|spans| spans.into_iter().map(location).collect()))
}

/// Returns all spans of a record that touch the place or card at a byte.
pub(super) fn spans_of_name_at(replayed: &Replayed, offset: u32) -> Option<Vec<Span>> {
    let record = replayed.record();
    let name = name_at(replayed, offset)?;
    let mut spans: Vec<Span> = cards_outside_turns(record)
        .into_iter()
        .filter(|(_, card)| *card == name)
        .map(|(span, _)| span)
        .collect();
    let timeline = replayed.timeline();
    spans.extend(
        record
            .turns()
            .flat_map(|(_, node)| touching_spans(record, timeline, node, &name)),
    );
    spans.sort_unstable();
    Some(spans)
}

/// Returns the name of the place or card at a byte.
pub(super) fn name_at(replayed: &Replayed, offset: u32) -> Option<String> {
    let record = replayed.record();
    if let Some((_, card)) = cards_outside_turns(record)
        .into_iter()
        .find(|(span, _)| span.touches(offset))
    {
        return Some(card.to_owned());
    }
    match part_at(record, offset)? {
        RecordPart::Turn(node) => place_at(record, node, offset).map(|(_, name)| name),
        RecordPart::Command(command) => {
            if !command.arguments.touches(offset) {
                return None;
            }
            // Marks also name places, and lines and views a first and a last place: `a1..b3`.
            let (_, word) = word_at(record.text(), offset as usize)?;
            let name = word.split("..").next()?;
            let scene = replayed.timeline()?.start()?.position.scene();
            scene.place_of(name).map(|_| name.to_owned())
        }
        RecordPart::Tag(_) | RecordPart::Value(_) | RecordPart::Comment | RecordPart::Result(_) => {
            None
        }
    }
}
