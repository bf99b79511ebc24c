//! Conversion of the edit of a tag to changes of a record's text.

use super::edits_in_text::is_blank;
use super::mended_comment::{Original, trace_before_turns};
use crate::notation::{Record, quoted};
use crate::text::{Span, TextEdit};

/// Returns the changes that give a tag the value `now` in place of `was`; `None` as `now` removes
/// the tag. If `traced` is the original text, a comment preserves what is replaced. Returns `None`
/// if the record does not have the tag that is to be removed.
pub(super) fn tag_changes(
    record: &Record,
    name: &str,
    was: Option<&str>,
    now: Option<&str>,
    traced: Option<Original<'_>>,
) -> Option<Vec<TextEdit>> {
    let mut changes = Vec::new();
    if let Some(now) = now {
        changes.extend(record.tag_edits(name, now));
    } else {
        let tag = record.tag(name)?;
        changes.push((without_tag(record.text(), tag.span)?, String::new()));
    }

    if let Some(original) = traced {
        let text = replaced_text(record, name, was, original);
        changes.push(trace_before_turns(record, &text));
    }
    Some(changes)
}

/// Returns the text that the edit of a tag replaces: `[Name]` for a missing tag. A result is
/// written in the tag, after the turns, or in both places.
fn replaced_text(record: &Record, name: &str, was: Option<&str>, original: Original<'_>) -> String {
    let Some(was) = was else {
        return format!("[{name}]");
    };
    let tag = record.tag(name).filter(|tag| tag.value == was);
    let text_of_tag = match tag {
        Some(tag) => original.part(tag.span).to_owned(),
        None => format!("[{name} {}]", quoted(was)),
    };
    let result_after_turns = if name == "Result" {
        record.result.as_ref()
    } else {
        None
    };
    let Some((outcome, span)) = result_after_turns else {
        return text_of_tag;
    };

    let text_after_turns = original.part(*span);
    let is_after_turns = outcome.to_string() == was;
    match (tag, is_after_turns) {
        (_, false) => format!("{text_of_tag} {text_after_turns}"),
        (Some(_), true) => text_of_tag,
        (None, true) => text_after_turns.to_owned(),
    }
}

/// Returns the span of a tag with its line, or only of the tag if the line has other text.
fn without_tag(text: &str, tag: Span) -> Option<Span> {
    let start = tag.start as usize;
    let end = tag.end as usize;
    let before = text.get(..start)?.trim_end_matches(is_blank);
    let rest = text.get(end..)?;
    let next = rest.trim_start_matches(is_blank);
    let line_end = ["\r\n", "\n"]
        .into_iter()
        .find(|line_end| next.starts_with(line_end));
    let is_first_on_line = before.is_empty() || before.ends_with('\n');
    let is_end_of_text = next.trim_start().is_empty();
    if is_end_of_text {
        return Some(Span::new(before.len(), end));
    }

    let next_start = text.len() - next.len();
    Some(match line_end {
        Some(line_end) if is_first_on_line => Span::new(before.len(), next_start + line_end.len()),
        Some(_) => Span::new(before.len(), end),
        None => Span::new(start, next_start),
    })
}

#[cfg(test)]
mod tests {
    use super::super::edit::Edit;
    use crate::notation::Record;
    use crate::text::edited;

    /// Returns the text of a record after an edit without a trace.
    fn after(text: &str, edit: &Edit) -> String {
        let edits = edit.in_text(&Record::parse_str(text), false).unwrap();
        edited(text, &edits).unwrap()
    }

    #[test]
    fn a_tag_is_removed_with_its_line_only_if_alone_on_it() {
        let edit = Edit::Tag {
            name: "Options".into(),
            was: Some("a".into()),
            now: None,
        };
        let cases = [
            (
                "[Game \"gipf\"]\r\n[Options \"a\"]\r\n\r\nb3\r\n",
                "[Game \"gipf\"]\r\n\r\nb3\r\n",
            ),
            (
                "[Game \"gipf\"] [Options \"a\"]\n\nb3\n",
                "[Game \"gipf\"]\n\nb3\n",
            ),
            (
                "[Game \"gipf\"]\n[Options \"a\"] # why\nb3\n",
                "[Game \"gipf\"]\n# why\nb3\n",
            ),
            ("[Game \"gipf\"]\n[Options \"a\"]\n", "[Game \"gipf\"]\n\n"),
        ];
        for (text, left) in cases {
            assert_eq!(after(text, &edit), left);
        }
        let edit = Edit::Tag {
            name: "Options".into(),
            was: None,
            now: Some("a".into()),
        };
        let added = after("[Game \"gipf\"]\r\n\r\nb3\r\n", &edit);
        assert_eq!(added, "[Game \"gipf\"]\r\n[Options \"a\"]\r\n\r\nb3\r\n");
    }
}
