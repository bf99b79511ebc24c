//! Document symbols: records, their tags and variations.

use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation,
    SymbolKind,
};

use super::session::{Answer, DocumentRequest};
use super::snapshot::Entry;
use pipscribe::notation::{
    Command, FigureCommand, Item, Line, Meaning, Record, Variation, comments_of,
};
use pipscribe::text::{Span, counted};

/// Maximum number of records listed.
const MAX_LISTED: usize = 20_000;
/// Maximum number of records for which parts are also listed.
const MAX_IN_PARTS: usize = 50;

pub(super) fn symbols(
    request: &DocumentRequest,
    _params: DocumentSymbolParams,
) -> Answer<Option<DocumentSymbolResponse>> {
    // The comments before the first record are an entry too, the preamble.
    let records: Vec<Entry> = request
        .document
        .all_entries()
        .filter(|entry| !entry.preamble)
        .take(MAX_LISTED)
        .collect();
    let in_parts = records.len() <= MAX_IN_PARTS;
    let mut symbols = Vec::new();
    for entry in records {
        request.cancel.check()?;
        symbols.push(symbol_of_record(request, entry, in_parts));
    }
    if request.session.client.nested_symbols {
        return Ok(Some(DocumentSymbolResponse::Nested(symbols)));
    }
    let flat = symbols.into_iter().map(|symbol| {
        let location = Location {
            uri: request.document.uri.clone(),
            range: symbol.range,
        };
        record_symbol(symbol.name, symbol.detail, location)
    });
    Ok(Some(DocumentSymbolResponse::Flat(flat.collect())))
}

/// Returns the symbol of a record. Its parts are listed only if there are few records, because a
/// record without parts need not be parsed beyond its tags.
fn symbol_of_record(request: &DocumentRequest, entry: Entry, in_parts: bool) -> DocumentSymbol {
    if in_parts {
        return symbol_with_parts(request, &entry, &request.written(&entry));
    }
    let raw = request.document.raw(&entry);
    let length = raw.bytes.len();
    let record = Record::parse_tags(raw);
    let (name, detail) = name_of(&record);
    let first = Span::new(0, record.source().text().lines().next().map_or(0, str::len));
    DocumentSymbol {
        detail,
        ..symbol(
            request,
            &entry,
            name,
            SymbolKind::CLASS,
            Span::new(0, length),
            first,
        )
    }
}

/// Returns the symbol of a record with the symbols of its tags, variations and figures.
fn symbol_with_parts(request: &DocumentRequest, entry: &Entry, record: &Record) -> DocumentSymbol {
    let (name, detail) = name_of(record);
    let end = record.source().end().end;
    let first = record.tags.first().map_or(Span::new(0, 0), |tag| tag.span);
    let mut children = Vec::new();
    for tag in &record.tags {
        let symbol = symbol(
            request,
            entry,
            tag.name.to_string(),
            SymbolKind::PROPERTY,
            tag.span,
            tag.name_span,
        );
        children.push(DocumentSymbol {
            detail: Some(tag.value.to_string()),
            ..symbol
        });
    }

    add_line(request, entry, record, &record.moves, &mut children);
    let span = Span {
        start: first.start.min(end),
        end,
    };
    let selected = Span {
        start: first.start,
        end: first.end.min(end),
    };
    let symbol = symbol(request, entry, name, SymbolKind::CLASS, span, selected);
    DocumentSymbol {
        detail,
        children: Some(children),
        ..symbol
    }
}

/// Collects the variations and figures of a line.
fn add_line(
    request: &DocumentRequest,
    entry: &Entry,
    record: &Record,
    line: &Line,
    symbols: &mut Vec<DocumentSymbol>,
) {
    // The items before the first turn are at turn 0.
    let mut items_at_turns: Vec<(u32, &[Item])> = vec![(0, &line.opening[..])];
    items_at_turns.extend(line.turns.iter().map(|node| (node.number, &node.after[..])));
    for (number, items) in items_at_turns {
        for command in comments_of(items).flat_map(|comment| &comment.commands) {
            symbols.extend(figure_symbol(request, entry, record, number, command));
        }
        for item in items {
            if let Item::Variation(variation) = item {
                symbols.push(variation_symbol(request, entry, record, number, variation));
            }
        }
    }
}

/// Returns the symbol of the figure that a command requests after a turn; `None` for another
/// command.
fn figure_symbol(
    request: &DocumentRequest,
    entry: &Entry,
    record: &Record,
    turn: u32,
    command: &Command,
) -> Option<DocumentSymbol> {
    let Meaning::Figure(Ok(FigureCommand::Diagram { caption, .. })) = &command.meaning else {
        return None;
    };
    let name = match caption {
        Some(caption) if !caption.is_empty() => caption.clone(),
        _ => format!("figure after turn {turn}"),
    };
    let span = clipped(record, command.span);
    let kind = SymbolKind::OBJECT;
    Some(symbol(request, entry, name, kind, span, command.name))
}

/// Returns the symbol of a variation of a turn, with the symbols of its own parts.
fn variation_symbol(
    request: &DocumentRequest,
    entry: &Entry,
    record: &Record,
    turn: u32,
    variation: &Variation,
) -> DocumentSymbol {
    let span = clipped(record, variation.span);
    let first = variation.line.turns.first().map_or(span, |node| node.text);
    let name = format!("{turn}. {}", record.text_of(first));
    let mut children = Vec::new();
    add_line(request, entry, record, &variation.line, &mut children);
    let detail = format!(
        "variation of {}",
        counted(variation.line.turns.len(), "turn")
    );
    DocumentSymbol {
        detail: Some(detail),
        children: Some(children),
        ..symbol(request, entry, name, SymbolKind::FUNCTION, span, first)
    }
}

/// Clips a span to its record, because an unclosed part ends with the record.
fn clipped(record: &Record, span: Span) -> Span {
    let end = record.source().end().end;
    Span {
        start: span.start.min(end),
        end: span.end.min(end),
    }
}

/// Returns the symbol of a span. An editor that goes to the symbol selects `selected`.
fn symbol(
    request: &DocumentRequest,
    entry: &Entry,
    name: String,
    kind: SymbolKind,
    span: Span,
    selected: Span,
) -> DocumentSymbol {
    #[allow(deprecated, reason = "a field that has to be given")]
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: request.document.range_in(entry, span),
        selection_range: request.document.range_in(entry, selected),
        children: None,
    }
}

/// Returns the name of a record (its game and players) and further details.
pub(super) fn name_of(record: &Record) -> (String, Option<String>) {
    let value = |name: &str| record.tag_value(name).filter(|value| !value.is_empty());
    let players: Vec<&str> = ["Player1", "Player2", "Player3", "Player4"]
        .into_iter()
        .filter_map(value)
        .collect();
    let game = record.game().map_or_else(
        || value("Game").unwrap_or("a record").to_owned(),
        |game| game.title().to_owned(),
    );
    let name = if players.is_empty() {
        game
    } else {
        format!("{game}: {}", players.join(" \u{2013} "))
    };
    let detail: Vec<&str> = ["Variant", "Event", "Date", "Result"]
        .into_iter()
        .filter_map(value)
        .collect();
    (name, (!detail.is_empty()).then(|| detail.join(", ")))
}

/// Returns the symbol of a record, without its parts.
#[allow(deprecated, reason = "a field that has to be given")]
pub(super) fn record_symbol(
    name: String,
    detail: Option<String>,
    location: Location,
) -> SymbolInformation {
    let kind = SymbolKind::CLASS;
    SymbolInformation {
        name,
        kind,
        tags: None,
        deprecated: None,
        location,
        container_name: detail,
    }
}
