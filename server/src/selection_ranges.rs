//! Expanding selections: each time the user expands the selection, it grows to the next larger
//! span, such as a part of a turn, the turn, its line of play, the record.

use std::cmp::Reverse;

use lsp_types::{Range, SelectionRange, SelectionRangeParams};

use super::session::{Answer, DocumentRequest, Replayed};
use pipscribe::notation::{Item, Line, Record, TurnNode};
use pipscribe::text::Span;

pub(super) fn ranges(
    request: &DocumentRequest,
    params: SelectionRangeParams,
) -> Answer<Option<Vec<SelectionRange>>> {
    let mut all = Vec::new();
    for position in params.positions {
        request.cancel.check()?;
        let byte = request.document.byte_of(position);
        let whole_document = 0..request.document.text.len();
        let mut selection = SelectionRange {
            range: request.document.range_of(&whole_document),
            parent: None,
        };
        let Some(replayed) = request.record_at(byte) else {
            all.push(nested(selection, request.document.range_of(&(byte..byte))));
            continue;
        };
        for span in enclosing_spans(&replayed, replayed.offset_at(byte)) {
            let range = request.document.range_in(&replayed.entry, span);
            if range != selection.range {
                selection = nested(selection, range);
            }
        }
        all.push(selection);
    }
    Ok(Some(all))
}

/// Returns a range that expands to an outer selection.
fn nested(outer: SelectionRange, range: Range) -> SelectionRange {
    SelectionRange {
        range,
        parent: Some(Box::new(outer)),
    }
}

/// Returns the spans that contain a byte, from the outermost to the innermost.
fn enclosing_spans(replayed: &Replayed, offset: u32) -> Vec<Span> {
    let record = replayed.record();
    // The record with the blank lines after it, and without them unless the byte is there.
    let end_of_text = record.source().end().end;
    let end = end_of_text.max(offset);
    let mut spans = vec![Span::new(0, record.text().len()), Span { start: 0, end }];
    if let Some(tag) = record.tags.iter().find(|tag| tag.span.touches(offset)) {
        if let (Some(first), Some(last)) = (record.tags.first(), record.tags.last()) {
            spans.push(first.span.to(last.span));
        }
        spans.push(tag.span);
        spans.extend(
            [tag.value_span, tag.name_span]
                .into_iter()
                .find(|span| span.touches(offset)),
        );
    } else {
        add_spans_in_line(record, &record.moves, offset, &mut spans);
    }

    // Editors reject ranges that are not nested.
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        let is_within = nested.last().is_none_or(|outer| outer.contains(span));
        if is_within && span.touches(offset) {
            nested.push(span);
        }
    }
    nested
}

/// Adds the spans in a line of play that contain a byte.
fn add_spans_in_line(record: &Record, line: &Line, offset: u32, spans: &mut Vec<Span>) {
    if let (Some(first), Some(last)) = (line.turns.first(), line.turns.last()) {
        spans.push(Span {
            start: first.start(),
            end: end_with_items(last),
        });
    }

    // Only the last turn that starts at or before the byte, or an item after it, can contain it.
    let started = line.turns.partition_point(|node| node.start() <= offset);
    let Some(node) = started.checked_sub(1).and_then(|last| line.turns.get(last)) else {
        add_spans_in_items(record, &line.opening, offset, spans);
        return;
    };
    spans.push(Span {
        start: node.start(),
        end: end_with_items(node),
    });
    if node.numbered_text().touches(offset) {
        spans.extend([node.numbered_text(), node.text]);
        spans.extend(turn_parts_at(record, node, offset));
    } else {
        add_spans_in_items(record, &node.after, offset, spans);
    }
}

/// Returns the end of a turn, including its comments and variations.
fn end_with_items(node: &TurnNode) -> u32 {
    let end = node.end_of_signs();
    node.after.last().map_or(end, |item| item.end().max(end))
}

/// Returns the parts of a turn that contain a byte, the longest first.
fn turn_parts_at(record: &Record, node: &TurnNode, offset: u32) -> Vec<Span> {
    let Some(game) = record.game() else {
        return Vec::new();
    };
    let mut parts: Vec<Span> = game
        .turn_parts(record.text_of(node.text))
        .into_iter()
        .map(|(_, part)| node.text.within(&part))
        .filter(|part| part.touches(offset))
        .collect();
    parts.sort_by_key(|part| Reverse(part.len()));
    parts
}

/// Adds the spans in comments and variations that contain a byte.
fn add_spans_in_items(record: &Record, items: &[Item], offset: u32, spans: &mut Vec<Span>) {
    for item in items {
        match item {
            Item::Comment(comment) if comment.span.touches(offset) => {
                spans.push(comment.span);
                let mut commands = comment.commands.iter().map(|command| command.span);
                spans.extend(commands.find(|span| span.touches(offset)));
            }
            Item::Variation(variation) if variation.span.touches(offset) => {
                spans.push(variation.span);
                add_spans_in_line(record, &variation.line, offset, spans);
            }
            Item::Comment(_) | Item::Variation(_) | Item::Hash(_) => {}
        }
    }
}
