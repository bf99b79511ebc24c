//! Find references: all turns that touch a place or a card, or all records of a player.

use lsp_types::{Location, ReferenceParams};

use super::cards::cards_named;
use super::cursor::{Spot, spot_at, touches};
use super::places::{place_at, touched};
use super::session::{Answer, Ask, Studied};
use crate::text::Span;

pub(super) fn references(ask: &Ask, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let byte = ask.document.byte_of(params.text_document_position.position);
    let Some(studied) = ask.record_at(byte) else { return Ok(None) };
    let spans = spans(&studied, studied.at(byte));
    let location = |span| ask.document.location(&studied.entry, span);
    Ok(spans.map(|spans| spans.into_iter().map(location).collect()))
}

/// Returns all spans of a record that touch the place or card at a byte.
pub(super) fn spans(studied: &Studied, at: u32) -> Option<Vec<Span>> {
    let record = studied.record();
    let name = name_at(studied, at)?;
    let mut spans: Vec<Span> =
        cards_named(record).into_iter().filter(|(_, card)| *card == name).map(|(span, _)| span).collect();
    let timeline = studied.timeline();
    spans.extend(record.turns().flat_map(|(_, node)| touched(record, timeline, node, &name)));
    spans.sort_unstable();
    Some(spans)
}

/// Returns the name of the place or card at a byte.
pub(super) fn name_at(studied: &Studied, at: u32) -> Option<String> {
    let record = studied.record();
    if let Some((_, card)) = cards_named(record).into_iter().find(|(span, _)| touches(*span, at)) {
        return Some(card.to_owned());
    }
    match spot_at(record, at)? {
        Spot::Turn(node) => place_at(record, node, at).map(|(_, name)| name),
        Spot::Command(command) => {
            // Marks name places too.
            let (_, word) = super::cursor::word_at(record.text(), at as usize)?;
            let is_argument = command.arguments.start <= at && at <= command.arguments.end;
            let name = word.split("..").next().filter(|_| is_argument)?;
            let scene = studied.timeline()?.start()?.position.scene();
            scene.place_of(name).map(|_| name.to_owned())
        }
        Spot::Tag(_) | Spot::Value(_) | Spot::Comment | Spot::Result(_) => None,
    }
}
