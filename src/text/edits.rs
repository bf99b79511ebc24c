//! Edits of a text.

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
    for (span, now) in edits {
        out.push_str(text.get(done..span.start as usize)?);
        out.push_str(now);
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
    let mut made = Vec::new();
    let mut first = first.iter().peekable();
    let mut second = second.iter().peekable();
    // The difference in length between `between` and the original text up to the current place.
    let mut ahead = 0_i64;
    loop {
        // The next span of `between` that edits touch, extended by all edits that overlap it.
        let of_first = |(span, now): &TextEdit, ahead: i64| {
            let start = usize::try_from(i64::from(span.start) + ahead).unwrap_or(0);
            (start, start + now.len())
        };
        let of_second = |(span, _): &TextEdit| (span.start as usize, span.end as usize);
        let next = match (first.peek(), second.peek()) {
            (None, None) => return Some(made),
            (Some(one), None) => of_first(one, ahead),
            (None, Some(other)) => of_second(other),
            (Some(one), Some(other)) => of_first(one, ahead).min(of_second(other)),
        };
        let (start, mut end) = next;
        let original = i64::try_from(start).ok()? - ahead;
        let mut edits = Vec::new();
        loop {
            if let Some(one) = first.next_if(|one| of_first(one, ahead).0 <= end) {
                end = end.max(of_first(one, ahead).1);
                let grown = i64::try_from(one.1.len()).ok()? - i64::from(one.0.end - one.0.start);
                ahead += grown;
            } else if let Some(other) = second.next_if(|other| of_second(other).0 <= end) {
                end = end.max(of_second(other).1);
                let within =
                    Span::new(other.0.start as usize - start, other.0.end as usize - start);
                edits.push((within, other.1.clone()));
            } else {
                break;
            }
        }
        let now = edited(between.get(start..end)?, &edits)?;
        let original_end = i64::try_from(end).ok()? - ahead;
        let span = Span::new(
            usize::try_from(original).ok()?,
            usize::try_from(original_end).ok()?,
        );
        made.push((span, now));
    }
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
