//! Tags directly above the first line of the next record, as in PGN.
//!
//! The splitter gives such tags to the next record only after a result. Without one, they are in
//! the record before, out of place, but probably still belong to the next one.

use super::Record;
use crate::text::Span;

/// Returns the lines at the end of a record that are only tags and blank lines, if they come after
/// the movetext and directly before another record.
pub(crate) fn tags_of_next_record(record: &Record) -> Option<Span> {
    if !record.source().is_followed() {
        return None;
    }
    let text = record.text();
    let mut rest = text;
    let mut start = None;
    let mut has_movetext = false;
    while let Some(line) = rest.split_inclusive('\n').next_back() {
        let before = rest.len() - line.len();
        let written = line.trim();
        if is_tag_line(written) {
            start = Some(before);
        } else if !written.is_empty() {
            has_movetext = true;
            break;
        }
        rest = &rest[..before];
    }
    let start = start.filter(|_| has_movetext)?;
    // Tags before the movetext are in their place.
    let is_tag_of_record = record
        .tags
        .last()
        .is_some_and(|tag| tag.span.start as usize >= start);
    (!is_tag_of_record).then(|| Span::new(start, text.len()))
}

/// Returns true for a line that is only a tag: `[Event "Club"]`.
fn is_tag_line(line: &str) -> bool {
    let name = line.strip_prefix('[').unwrap_or_default();
    name.starts_with(|first: char| first.is_ascii_uppercase()) && line.ends_with("\"]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::split_text;

    const NEXT: &str = "[Game \"gipf\"]\n\n1. b3 *\n";

    /// Returns the tags at the end of the first record of a text.
    fn found(text: &str) -> Option<String> {
        let first = split_text(text.as_bytes()).into_iter().next().unwrap();
        let record = Record::parse(first);
        tags_of_next_record(&record).map(|span| record.text_of(span).to_owned())
    }

    #[test]
    fn tags_above_the_next_record_are_found() {
        for end in [
            "1. b3",
            "1. b3 * {open",
            "1. b3 2. resigns",
            "1. b3 White wins",
        ] {
            let tags = "[Event \"x\"]\n\n[Site \"y\"]\n\n";
            let text = format!("[Game \"gipf\"]\n\n{end}\n\n{tags}");
            assert_eq!(found(&format!("{text}{NEXT}")).as_deref(), Some(tags));
            assert_eq!(found(&text), None, "no record follows");
        }
    }

    #[test]
    fn other_tags_are_not() {
        for text in [
            "[Game \"gipf\"]\n[Event \"x\"]\n",
            "[Game \"gipf\"]\n# a\n[Event \"x\"]\n",
            "[Game \"gipf\"]\n\n1. b3 *\n\n[Event \"x\"]\n",
            "[Game \"gipf\"]\n\n1. b3\n\n[Event \"x\"]\n2. c2\n",
            "[Game \"gipf\"]\n\n1. b3\n\n[12:30]\n",
        ] {
            assert_eq!(found(&format!("{text}{NEXT}")), None, "{text}");
        }
    }
}
