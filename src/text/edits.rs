//! Edits of a text: applied in order, and composed into one set of edits.

use std::ops::Range;

use super::Span;

/// A span of a text and its replacement.
pub type TextEdit = (Span, String);

/// Sorts edits into the order of the text. Edits of the same span keep their order.
pub(crate) fn sort_edits(edits: &mut [TextEdit]) {
    edits.sort_by_key(|(span, _)| *span);
}

/// Applies edits that are in the order of the text. Returns `None` if they overlap or do not fit
/// the text.
pub fn edited(text: &str, edits: &[TextEdit]) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (span, replacement) in edits {
        out.push_str(text.get(done..span.start as usize)?);
        out.push_str(replacement);
        done = span.end as usize;
    }
    out.push_str(text.get(done..)?);
    Some(out)
}

/// Composes two sets of edits into one: `first` turns a text into `between`, and `second` applies
/// to `between`. Both are in the order of their text. Returns `None` if `second` does not fit
/// `between`.
pub(crate) fn composed(
    first: &[TextEdit],
    between: &str,
    second: &[TextEdit],
) -> Option<Vec<TextEdit>> {
    let mut composed = Vec::new();
    let mut first = first.iter().peekable();
    let mut second = second.iter().peekable();
    // The difference in length between `between` and the original text up to the current place.
    let mut shift = 0_i64;
    loop {
        // Edits of both sets that overlap or touch in `between` become one edit. Its range begins
        // with the next edit of either set, and is extended by all edits that overlap it.
        let mut range = match (first.peek(), second.peek()) {
            (None, None) => return Some(composed),
            (Some(edit), None) => written_range(edit, shift),
            (None, Some((span, _))) => span.range(),
            (Some(edit), Some((span, _))) => {
                let written = written_range(edit, shift);
                if span.range().start < written.start {
                    span.range()
                } else {
                    written
                }
            }
        };
        let original_start = i64::try_from(range.start).ok()? - shift;
        // The edits of `second` in this range, counted from its start.
        let mut edits_in_range = Vec::new();
        loop {
            if let Some(edit) = first.next_if(|edit| written_range(edit, shift).start <= range.end)
            {
                range.end = range.end.max(written_range(edit, shift).end);
                let (replaced, replacement) = edit;
                let length = i64::try_from(replacement.len()).ok()?;
                shift += length - i64::from(replaced.end - replaced.start);
            } else if let Some((span, replacement)) =
                second.next_if(|(span, _)| span.range().start <= range.end)
            {
                let Range { start, end } = span.range();
                range.end = range.end.max(end);
                let span_in_range = Span::new(start - range.start, end - range.start);
                edits_in_range.push((span_in_range, replacement.clone()));
            } else {
                break;
            }
        }

        let original_end = i64::try_from(range.end).ok()? - shift;
        let span = Span::new(
            usize::try_from(original_start).ok()?,
            usize::try_from(original_end).ok()?,
        );
        let replacement = edited(between.get(range)?, &edits_in_range)?;
        composed.push((span, replacement));
    }
}

/// Returns the range that the replacement of an edit has in the edited text. `shift` is the
/// difference in length that the edits before it make.
fn written_range((span, replacement): &TextEdit, shift: i64) -> Range<usize> {
    let start = usize::try_from(i64::from(span.start) + shift).unwrap_or(0);
    start..start + replacement.len()
}

/// Returns the span of the original text from which a span of the edited text was made. `edits` are
/// in the order of the original text. A replacement of which the span has a part counts as a whole;
/// what edits removed or inserted beside the span does not count.
pub(crate) fn original_span(edits: &[TextEdit], span: Span) -> Span {
    let span_start = i64::from(span.start);
    let span_end = i64::from(span.end);
    let mut original_start = span_start;
    let mut original_end = span_end;
    // The difference in length between the edited and the original text up to the current place.
    let mut shift = 0_i64;
    for (replaced, replacement) in edits {
        let written_start = i64::from(replaced.start) + shift;
        let length = i64::try_from(replacement.len()).unwrap_or(0);
        let written_end = written_start + length;
        shift += length - i64::from(replaced.end - replaced.start);
        if written_end <= span_start {
            // The edit is before the span.
            original_start = span_start - shift;
            original_end = span_end - shift;
        } else if written_start < span_end {
            // The edit wrote a part of the span.
            if written_start < span_start {
                original_start = i64::from(replaced.start);
            }
            original_end = if written_end > span_end {
                i64::from(replaced.end)
            } else {
                span_end - shift
            };
        }
    }
    let offset = |place: i64| usize::try_from(place).unwrap_or(0);
    Span::new(
        offset(original_start),
        offset(original_end.max(original_start)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn two_sets_of_edits_are_merged(
            text in "[a-e]{0,12}",
            one in proptest::collection::vec((0_usize..13, 0_usize..3, "[x-z]{0,3}"), 0..4),
            other in proptest::collection::vec((0_usize..20, 0_usize..4, "[0-9]{0,3}"), 0..4),
        ) {
            let in_order = |text: &str, edits: &[(usize, usize, String)]| {
                let mut edits: Vec<_> = edits.iter().filter(|(offset, _, _)| *offset <= text.len()).cloned().collect();
                edits.sort();
                let mut done = 0;
                let mut kept: Vec<TextEdit> = Vec::new();
                for (offset, length, now) in edits {
                    if offset >= done {
                        done = (offset + length).min(text.len());
                        kept.push((Span::new(offset, done), now));
                        done += 1;
                    }
                }
                kept
            };
            let first = in_order(&text, &one);
            let between = edited(&text, &first).unwrap();
            let second = in_order(&between, &other);
            let expected = edited(&between, &second).unwrap();
            let all = composed(&first, &between, &second).unwrap();
            prop_assert_eq!(edited(&text, &all), Some(expected), "{:?}", all);
        }
    }

    #[test]
    fn the_origin_of_a_span_has_whole_replacements() {
        let edit = |start, end, now: &str| (Span::new(start, end), now.to_owned());
        // "Ann: hh4 c–2 d5" becomes "h84 c-2 {so}d5".
        let edits = [
            edit(0, 5, ""),
            edit(6, 7, "8"),
            edit(10, 13, "-"),
            edit(15, 15, "{so}"),
        ];
        let original = "Ann: hh4 c–2 d5";
        let now = edited(original, &edits).unwrap();
        assert_eq!(now, "h84 c-2 {so}d5");
        let origin = |part: &str| {
            let start = now.find(part).unwrap();
            original_span(&edits, Span::new(start, start + part.len())).slice(original)
        };
        for (part, expected) in [
            ("h84", "hh4"),
            ("84", "h4"),
            ("c-2", "c–2"),
            ("-", "–"),
            ("d5", "d5"),
            ("84 c", "h4 c"),
        ] {
            assert_eq!(origin(part), expected, "{part}");
        }
    }

    #[test]
    fn edits_are_made_in_order() {
        let edit = |start, end, now: &str| (Span::new(start, end), now.to_owned());
        let made = |edits: &[TextEdit]| edited("1. b3 é4", edits);
        assert_eq!(made(&[]).as_deref(), Some("1. b3 é4"));
        assert_eq!(
            made(&[edit(0, 0, "x"), edit(3, 5, ""), edit(9, 9, "!")]).as_deref(),
            Some("x1.  é4!")
        );
        let of_another = [
            &[edit(3, 5, ""), edit(4, 5, "")][..],
            &[edit(7, 7, "")],
            &[edit(10, 10, "")],
        ];
        for edits in of_another {
            assert_eq!(made(edits), None, "{edits:?}");
        }
    }
}
