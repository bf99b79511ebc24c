//! Expanding selections: a part of a turn, the turn, its line, the record.

use lsp_types::{SelectionRange, SelectionRangeParams};

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
        let whole = 0..request.document.text.len();
        let mut selection = SelectionRange {
            range: request.document.range_of(&whole),
            parent: None,
        };
        if let Some(replayed) = request.record_at(byte) {
            for span in enclosing_spans(&replayed, replayed.offset_at(byte)) {
                let range = request.document.range_in(&replayed.entry, span);
                if range != selection.range {
                    selection = SelectionRange {
                        range,
                        parent: Some(Box::new(selection)),
                    };
                }
            }
        } else {
            let range = request.document.range_of(&(byte..byte));
            selection = SelectionRange {
                range,
                parent: Some(Box::new(selection)),
            };
        }
        all.push(selection);
    }
    Ok(Some(all))
}

/// Returns the spans that contain a byte, from the outermost to the innermost.
fn enclosing_spans(replayed: &Replayed, offset: u32) -> Vec<Span> {
    let record = replayed.record();
    let end = record.source().end().end.max(offset);
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
        in_line(record, &record.moves, offset, &mut spans);
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

/// Returns the end of a turn, including its comments and variations.
fn end_of(node: &TurnNode) -> u32 {
    let end = node.end_of_signs();
    node.after.last().map_or(end, |item| item.end().max(end))
}

fn in_line(record: &Record, line: &Line, offset: u32, spans: &mut Vec<Span>) {
    if let (Some(first), Some(last)) = (line.turns.first(), line.turns.last()) {
        spans.push(Span {
            start: first.start(),
            end: end_of(last),
        });
    }

    let started = line.turns.partition_point(|node| node.start() <= offset);
    let node = started.checked_sub(1).and_then(|last| line.turns.get(last));
    let items = node.map_or(line.opening.as_slice(), |node| node.after.as_slice());
    if let Some(node) = node {
        spans.push(Span {
            start: node.start(),
            end: end_of(node),
        });
        if node.numbered_text().touches(offset) {
            spans.extend([node.numbered_text(), node.text]);
            let mut parts: Vec<Span> = record
                .game()
                .map(|game| game.turn_parts(record.text_of(node.text)))
                .unwrap_or_default()
                .into_iter()
                .map(|(_, part)| node.text.within(&part))
                .collect();
            parts.retain(|part| part.touches(offset));
            parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
            spans.extend(parts);
            return;
        }
    }

    for item in items {
        match item {
            Item::Comment(comment) if comment.span.touches(offset) => {
                spans.push(comment.span);
                spans.extend(
                    comment
                        .commands
                        .iter()
                        .map(|command| command.span)
                        .find(|span| span.touches(offset)),
                );
            }
            Item::Variation(variation) if variation.span.touches(offset) => {
                spans.push(variation.span);
                in_line(record, &variation.line, offset, spans);
            }
            Item::Comment(_) | Item::Variation(_) | Item::Hash(_) => {}
        }
    }
}
