//! Every turn that touches a place or a card; every record of a player.

use lsp_types::{Location, ReferenceParams};

use super::here::{Spot, spot_at};
use super::places::{card_in_tags, is_card, place_at, touched};
use super::session::{Answer, Ask, Studied};
use crate::text::Span;

pub(super) fn references(ask: &Ask, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
    let byte = ask.document.byte_of(params.text_document_position.position);
    let Some(studied) = ask.record_at(byte) else { return Ok(None) };
    let spans = spans(&studied, studied.at(byte));
    let locations = spans.map(|spans| {
        let locations = spans.into_iter().map(|span| Location {
            uri: ask.document.uri.clone(),
            range: ask.document.places_in(&studied.entry, span),
        });
        locations.collect()
    });
    Ok(locations)
}

/// What of a record touches the same place or card as what stands at a byte.
pub(super) fn spans(studied: &Studied, at: u32) -> Option<Vec<Span>> {
    let record = studied.record();
    let name = name_at(studied, at)?;
    let mut spans = if is_card(record.game(), &name) { card_in_tags(record, &name) } else { Vec::new() };
    let timeline = studied.timeline();
    spans.extend(record.turns().flat_map(|(_, node)| touched(record, timeline, node, &name)));
    Some(spans)
}

/// The place or card that is named at a byte.
pub(super) fn name_at(studied: &Studied, at: u32) -> Option<String> {
    let record = studied.record();
    match spot_at(record, at)? {
        Spot::Turn(node) => place_at(record, node, at).map(|(_, name)| name),
        Spot::Value(tag) if tag.name == "Stock" || tag.name.starts_with("Hand") => {
            let value = record.text_of(tag.value_span);
            let inside = (at - tag.value_span.start) as usize;
            let start = value.get(..inside)?.rfind(',').map_or(0, |comma| comma + 1);
            let end = value.get(inside..)?.find(',').map_or(value.len(), |comma| inside + comma);
            value.get(start..end).filter(|card| is_card(record.game(), card) && !card.is_empty()).map(str::to_owned)
        }
        Spot::Command(command) => {
            // A mark names places too.
            let (_, word) = super::here::word_at(record.text(), at as usize)?;
            let is_argument = command.arguments.start <= at && at <= command.arguments.end;
            let name = word.split("..").next().filter(|_| is_argument)?;
            let scene = studied.timeline()?.start()?.position.scene();
            scene.place_of(name).map(|_| name.to_owned())
        }
        Spot::Tag(_) | Spot::Value(_) | Spot::Comment | Spot::Result(_) => None,
    }
}
