//! Changes of a text.

use super::Span;

/// A stretch of a text and what is to stand there.
pub type TextEdit = (Span, String);

/// The text with edits that stand in its order; `None` where they overlap or do not belong to it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_made_in_order() {
        let edit = |start, end, now: &str| (Span::new(start, end), now.to_owned());
        let made = |edits: &[TextEdit]| edited("1. b3 é4", edits);
        assert_eq!(made(&[]).as_deref(), Some("1. b3 é4"));
        assert_eq!(made(&[edit(0, 0, "x"), edit(3, 5, ""), edit(9, 9, "!")]).as_deref(), Some("x1.  é4!"));
        let of_another = [&[edit(3, 5, ""), edit(4, 5, "")][..], &[edit(7, 7, "")], &[edit(10, 10, "")]];
        for edits in of_another {
            assert_eq!(made(edits), None, "{edits:?}");
        }
    }
}
