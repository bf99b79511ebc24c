//! Folding of records, their tags, comments and variations.

use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use super::session::{Answer, DocumentRequest};
use super::snapshot::Entry;
use pipscribe::notation::{Item, Line, Record};
use pipscribe::text::Span;

/// Maximum number of records that can be folded.
const MAX_FOLDED: usize = 20_000;
/// Maximum number of records for which parts can also be folded.
const MAX_IN_PARTS: usize = 200;

pub(super) fn ranges(
    request: &DocumentRequest,
    _params: FoldingRangeParams,
) -> Answer<Option<Vec<FoldingRange>>> {
    let records: Vec<Entry> = request
        .document
        .all_entries()
        .filter(|entry| !entry.preamble)
        .take(MAX_FOLDED)
        .collect();
    let in_parts = records.len() <= MAX_IN_PARTS;
    let mut ranges = Vec::new();
    for entry in records {
        request.cancel.check()?;
        if in_parts {
            add_record(request, &entry, &request.written(&entry), &mut ranges);
        } else {
            let end = request
                .document
                .text_of(entry.range.clone())
                .trim_end()
                .len();
            ranges.extend(fold(request, &entry, Span::new(0, end), None));
        }
    }
    Ok(Some(ranges))
}

/// Returns the folding range of a span with more than one line.
fn fold(
    request: &DocumentRequest,
    entry: &Entry,
    span: Span,
    kind: Option<FoldingRangeKind>,
) -> Option<FoldingRange> {
    let range = request.document.range_in(entry, span);
    (range.start.line < range.end.line).then(|| FoldingRange {
        start_line: range.start.line,
        end_line: range.end.line,
        kind,
        ..FoldingRange::default()
    })
}

/// Adds the folding ranges of a record and its parts.
fn add_record(
    request: &DocumentRequest,
    entry: &Entry,
    record: &Record,
    ranges: &mut Vec<FoldingRange>,
) {
    let start = record.tags.first().map_or(0, |tag| tag.span.start);
    let end_of_text = record.source().end();
    let mut own = Vec::new();
    own.extend(fold(
        request,
        entry,
        Span {
            start,
            end: end_of_text.end,
        },
        None,
    ));
    // The protocol has no kind of range for tags. Like imports, they precede the content.
    if let (Some(first), Some(last)) = (record.tags.first(), record.tags.last()) {
        own.extend(fold(
            request,
            entry,
            first.span.to(last.span),
            Some(FoldingRangeKind::Imports),
        ));
    }
    add_line(request, entry, &record.moves, &mut own);
    // The items after the result.
    add_items(request, entry, &record.closing, &mut own);
    // An unclosed part ends with its record.
    let last_line = request.document.range_in(entry, end_of_text).end.line;
    let own = own.into_iter().map(|fold| FoldingRange {
        end_line: fold.end_line.min(last_line),
        ..fold
    });
    ranges.extend(own.filter(|fold| fold.start_line < fold.end_line));
}

/// Adds the folding ranges in a line of play.
fn add_line(request: &DocumentRequest, entry: &Entry, line: &Line, ranges: &mut Vec<FoldingRange>) {
    add_items(request, entry, &line.opening, ranges);
    for node in &line.turns {
        add_items(request, entry, &node.after, ranges);
    }
}

/// Adds the folding ranges of comments and variations.
fn add_items(
    request: &DocumentRequest,
    entry: &Entry,
    items: &[Item],
    ranges: &mut Vec<FoldingRange>,
) {
    for item in items {
        match item {
            Item::Comment(comment) => ranges.extend(fold(
                request,
                entry,
                comment.span,
                Some(FoldingRangeKind::Comment),
            )),
            Item::Variation(variation) => {
                ranges.extend(fold(
                    request,
                    entry,
                    variation.span,
                    Some(FoldingRangeKind::Region),
                ));
                add_line(request, entry, &variation.line, ranges);
            }
            Item::Hash(_) => {}
        }
    }
}
