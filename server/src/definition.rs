//! Go to definition: the earlier turn that explains a fault, a deck file, or the page of a rule.

use lsp_types::{GotoDefinitionParams, GotoDefinitionResponse, Location, Range};

use super::book_pages;
use super::cursor::{RecordPart, part_at, word_at};
use super::places_in_turns::place_at;
use super::session::{Answer, DocumentRequest, Replayed};
use super::uri::uri_of;
use pipscribe::decks::is_deck_name;
use pipscribe::notation::{Record, TurnNode};

pub(super) fn definition(
    request: &DocumentRequest,
    params: GotoDefinitionParams,
) -> Answer<Option<GotoDefinitionResponse>> {
    let byte = request
        .document
        .byte_of(params.text_document_position_params.position);
    if let Some((_, comments, offset)) = request.preamble_at(byte) {
        return Ok(page_named_at(request, &comments, offset)
            .map(|page| GotoDefinitionResponse::Array(vec![page])));
    }
    let Some(replayed) = request.record_at(byte) else {
        return Ok(None);
    };

    let offset = replayed.offset_at(byte);
    let found = match part_at(replayed.record(), offset) {
        Some(RecordPart::Value(tag)) if tag.name == "Deck" => {
            deck(request, &tag.value).into_iter().collect()
        }
        Some(RecordPart::Turn(node)) => {
            let mut places = related_places(request, &replayed, node);
            if places.is_empty() {
                let other = turn_that_placed(request, &replayed, node, offset)
                    .or_else(|| page_of_finding(request, &replayed, node));
                places.extend(other);
            }
            places
        }
        Some(RecordPart::Command(_) | RecordPart::Comment) => {
            page_named_at(request, replayed.record(), offset)
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    };
    Ok((!found.is_empty()).then_some(GotoDefinitionResponse::Array(found)))
}

/// Returns the file of a deck.
fn deck(request: &DocumentRequest, name: &str) -> Option<Location> {
    // Other names could escape the folder.
    if !is_deck_name(name) {
        return None;
    }
    let file = request
        .session
        .environment
        .deck_file(request.document.path.as_deref()?, name)?;
    Some(Location {
        uri: uri_of(&file)?,
        range: Range::default(),
    })
}

/// Returns the related places of the findings on a turn.
fn related_places(
    request: &DocumentRequest,
    replayed: &Replayed,
    node: &TurnNode,
) -> Vec<Location> {
    let on_turn = replayed
        .findings()
        .iter()
        .filter(|finding| node.text.touches(finding.span.start));
    let related = on_turn.flat_map(|finding| &finding.related);
    related
        .map(|related| request.document.location(&replayed.entry, related.span))
        .collect()
}

/// Returns the turn that brought the piece at the cursor to its place.
fn turn_that_placed(
    request: &DocumentRequest,
    replayed: &Replayed,
    node: &TurnNode,
    offset: u32,
) -> Option<Location> {
    let (_, name) = place_at(replayed.record(), node, offset)?;
    let timeline = replayed.timeline()?;
    // A path names a variation within a variation: the path of a line begins with the paths of the
    // lines from which it branches.
    let path_of_turn = timeline.frame(node.id).map(|frame| &frame.path);
    let is_before_turn = |path: &[u32]| {
        path.is_empty() || path_of_turn.is_some_and(|of_turn| of_turn.starts_with(path))
    };
    let places_piece = |other: &TurnNode| {
        timeline.frame(other.id).is_some_and(|frame| {
            let effects = frame.position.effects();
            effects.placed.contains(&name) || effects.moved.iter().any(|(_, to)| *to == name)
        })
    };

    let mut last = None;
    for (line, other) in replayed.record().turns() {
        if other.id == node.id {
            break;
        }
        if is_before_turn(&line.path) && places_piece(other) {
            last = Some(other.text);
        }
    }
    Some(request.document.location(&replayed.entry, last?))
}

/// Returns the page of the code of the first finding on a turn.
fn page_of_finding(
    request: &DocumentRequest,
    replayed: &Replayed,
    node: &TurnNode,
) -> Option<Location> {
    let finding = replayed
        .findings()
        .iter()
        .find(|finding| node.text.touches(finding.span.start))?;
    page(request, finding.code.id)
}

/// Returns the page of the code or rule named at a byte.
fn page_named_at(request: &DocumentRequest, record: &Record, offset: u32) -> Option<Location> {
    word_at(record.text(), offset as usize).and_then(|(_, word)| page(request, word))
}

/// Returns the page of a code or rule.
fn page(request: &DocumentRequest, name: &str) -> Option<Location> {
    let name = book_pages::code_or_rule(name)?;
    let environment = &request.session.environment;
    let file = environment.page(name, &environment.explanation(name)?)?;
    Some(Location {
        uri: uri_of(&file)?,
        range: Range::default(),
    })
}
