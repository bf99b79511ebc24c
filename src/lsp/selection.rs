//! Expanding selections: a part of a turn, the turn, its line, the record.

use lsp_types::{SelectionRange, SelectionRangeParams};

use super::cursor::touches;
use super::session::{Answer, Ask, Studied};
use crate::notation::{Item, Line, Record, TurnNode};
use crate::text::Span;

pub(super) fn ranges(ask: &Ask, params: SelectionRangeParams) -> Answer<Option<Vec<SelectionRange>>> {
    let mut all = Vec::new();
    for position in params.positions {
        ask.go_on()?;
        let byte = ask.document.byte_of(position);
        let whole = 0..ask.document.text.len_bytes();
        let mut selection = SelectionRange { range: ask.document.places_of(&whole), parent: None };
        if let Some(studied) = ask.record_at(byte) {
            for span in spans(&studied, studied.at(byte)) {
                let range = ask.document.places_in(&studied.entry, span);
                if range != selection.range {
                    selection = SelectionRange { range, parent: Some(Box::new(selection)) };
                }
            }
        } else {
            let range = ask.document.places_of(&(byte..byte));
            selection = SelectionRange { range, parent: Some(Box::new(selection)) };
        }
        all.push(selection);
    }
    Ok(Some(all))
}

/// Returns the spans that contain a byte, from the outermost to the innermost.
fn spans(studied: &Studied, at: u32) -> Vec<Span> {
    let record = studied.record();
    let mut spans = vec![Span::new(0, record.text().len())];
    spans.push(Span::new(0, record.source().end().end.max(at) as usize));
    if let Some(tag) = record.tags.iter().find(|tag| touches(tag.span, at)) {
        if let (Some(first), Some(last)) = (record.tags.first(), record.tags.last()) {
            spans.push(Span::new(first.span.start as usize, last.span.end as usize));
        }
        spans.push(tag.span);
        spans.extend([tag.value_span, tag.name_span].into_iter().find(|span| touches(*span, at)));
    } else {
        in_line(record, &record.moves, at, &mut spans);
    }
    // Editors reject ranges that are not nested.
    let mut nested: Vec<Span> = Vec::new();
    for span in spans {
        let is_within = nested.last().is_none_or(|outer| outer.start <= span.start && span.end <= outer.end);
        if is_within && touches(span, at) {
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

fn in_line(record: &Record, line: &Line, at: u32, spans: &mut Vec<Span>) {
    if let (Some(first), Some(last)) = (line.turns.first(), line.turns.last()) {
        spans.push(Span::new(first.start() as usize, end_of(last) as usize));
    }
    let behind = line.turns.partition_point(|node| node.start() <= at);
    let node = behind.checked_sub(1).and_then(|before| line.turns.get(before));
    let items = node.map_or(line.opening.as_slice(), |node| node.after.as_slice());
    if let Some(node) = node {
        spans.push(Span::new(node.start() as usize, end_of(node) as usize));
        if touches(Span::new(node.start() as usize, node.text.end as usize), at) {
            spans.push(Span::new(node.start() as usize, node.text.end as usize));
            spans.push(node.text);
            let parts = record.game().map(|game| game.turn_parts(record.text_of(node.text))).unwrap_or_default();
            let mut parts: Vec<Span> = parts.into_iter().map(|(_, part)| node.text.within(&part)).collect();
            parts.retain(|part| touches(*part, at));
            parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
            spans.extend(parts);
            return;
        }
    }
    for item in items {
        match item {
            Item::Comment(comment) if touches(comment.span, at) => {
                spans.push(comment.span);
                spans.extend(comment.commands.iter().map(|command| command.span).find(|span| touches(*span, at)));
            }
            Item::Variation(variation) if touches(variation.span, at) => {
                spans.push(variation.span);
                in_line(record, &variation.line, at, spans);
            }
            Item::Comment(_) | Item::Variation(_) | Item::Hash(_) => {}
        }
    }
}
