//! Removes markup around a whole record: quoted mail, Markdown, HTML, JSON, cells of a spreadsheet.

use super::{Change, change};
use crate::text::{lines_with_starts, quote_marks};

/// HTML entities and their characters.
const ENTITIES: &[(&str, &str)] = &[
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&gt;", ">"),
    ("&lt;", "<"),
    ("&nbsp;", " "),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

/// Returns the changes that remove the markup; empty if there is none. A record has markup of one
/// kind.
pub(super) fn changes(text: &str) -> Vec<Change> {
    let kinds = [
        quoted_mail,
        cell_changes,
        json_changes,
        markdown_changes,
        html_changes,
        line_breaks,
    ];
    for changes_of_kind in kinds {
        let changes = changes_of_kind(text);
        if !changes.is_empty() {
            return changes;
        }
    }
    Vec::new()
}

/// Removes `> ` or `| ` before every line.
fn quoted_mail(text: &str) -> Vec<Change> {
    let marks = quote_marks(text).into_iter();
    marks
        .map(|mark| change(text, mark.start as usize, mark.end as usize, ""))
        .collect()
}

/// Removes the quotes around a cell of a spreadsheet, and doubled quotes in it:
/// `"[Game ""gipf""]"`.
fn cell_changes(text: &str) -> Vec<Change> {
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len();
    if !text[start..].starts_with("\"[Game \"\"") {
        return Vec::new();
    }

    let mut changes = vec![change(text, start, start + 1, "")];
    let has_closing_quote = text[..end].ends_with('"');
    let end_of_content = end - usize::from(has_closing_quote);
    let content_start = start + 1;
    let content = text.get(content_start..end_of_content).unwrap_or_default();
    for (offset, _) in content.match_indices("\"\"") {
        let doubled = content_start + offset;
        changes.push(change(text, doubled, doubled + 2, "\""));
    }
    if has_closing_quote {
        changes.push(change(text, end_of_content, end, ""));
    }
    changes
}

/// Decodes a JSON string: `\"` for quotes, `\n` for line ends.
fn json_changes(text: &str) -> Vec<Change> {
    if !text.contains("[Game \\\"") {
        return Vec::new();
    }
    let escapes = text.match_indices('\\').filter_map(|(offset, _)| {
        let now = match text.as_bytes().get(offset + 1)? {
            b'"' => "\"",
            b'n' => "\n",
            b't' => "\t",
            b'r' => "",
            _ => return None,
        };
        Some(change(text, offset, offset + 2, now))
    });
    let mut changes: Vec<Change> = escapes.collect();
    let start = text.len() - text.trim_start().len();
    if text[start..].starts_with('"') {
        changes.insert(0, change(text, start, start + 1, ""));
        let trimmed = text.trim_end();
        let has_closing_quote = trimmed.ends_with('"') && !trimmed.ends_with("\\\"");
        if has_closing_quote {
            changes.push(change(text, trimmed.len() - 1, trimmed.len(), ""));
        }
    }
    changes
}

/// Removes backslashes before signs, and fences around the record. A fence with attributes, such as
/// the caption of the next block, becomes a comment.
fn markdown_changes(text: &str) -> Vec<Change> {
    let is_escaped = lines_with_starts(text).any(|(_, line)| line.trim_start().starts_with("\\["));
    let mut changes = Vec::new();
    // The number of open comments.
    let mut depth = 0_u32;
    for (start, line) in lines_with_starts(text) {
        if is_fence(line) && depth == 0 {
            changes.push(fence_change(text, start, line));
            continue;
        }
        let mut characters = line.char_indices().peekable();
        while let Some((offset, character)) = characters.next() {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                '\\' if depth == 0 && is_escaped => {
                    let escaped = characters.next_if(|(_, next)| next.is_ascii_punctuation());
                    if escaped.is_some() {
                        changes.push(change(text, start + offset, start + offset + 1, ""));
                    }
                }
                _ => {}
            }
        }
    }
    changes
}

fn is_fence(line: &str) -> bool {
    let trimmed = line.trim_start();
    trimmed.starts_with("```") || trimmed.starts_with("~~~")
}

/// Removes the line of a fence, or makes a comment of it if it has attributes.
fn fence_change(text: &str, start: usize, line: &str) -> Change {
    let fence = line.split_whitespace().next().unwrap_or_default();
    let has_attributes = line.trim() != fence;
    if has_attributes {
        let fence_start = start + line.len() - line.trim_start().len();
        let fence_end = fence_start + fence.len();
        change(text, fence_start, fence_end, format!("# {fence}"))
    } else {
        change(text, start, start + line.len(), "")
    }
}

/// Decodes HTML entities for quotes and brackets, and line breaks.
fn html_changes(text: &str) -> Vec<Change> {
    // Entities that occur only in comments were meant literally.
    if !text.contains("[Game &quot;") && !text.contains("[Game &#34;") {
        return Vec::new();
    }
    let found = text.match_indices(['&', '<']).filter_map(|(offset, _)| {
        if let Some(line_break) = ["<br>", "<br/>", "<br />"]
            .iter()
            .find(|tag| text[offset..].starts_with(**tag))
        {
            return Some(change(text, offset, offset + line_break.len(), ""));
        }
        let (entity, character) = ENTITIES
            .iter()
            .find(|(entity, _)| text[offset..].starts_with(entity))?;
        Some(change(text, offset, offset + entity.len(), *character))
    });
    found.collect()
}

/// Removes the line breaks of HTML at the ends of lines.
fn line_breaks(text: &str) -> Vec<Change> {
    const BREAKS: [&str; 4] = ["<br>", "<br/>", "<br />", "</p>"];
    let break_of = |line: &str| {
        BREAKS
            .into_iter()
            .find(|tag| line.trim_end().ends_with(tag))
    };
    if !lines_with_starts(text).any(|(_, line)| line.starts_with('[') && break_of(line).is_some()) {
        return Vec::new();
    }
    let found = lines_with_starts(text).filter_map(|(start, line)| {
        let tag = break_of(line)?;
        let end = start + line.trim_end().len();
        Some(change(text, end - tag.len(), end, ""))
    });
    found.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixes::mend::correction::with_changes;

    #[test]
    fn markup_around_a_record_is_removed() {
        let plain = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. xd5*;c6 *\n";
        let quoted: String = plain.lines().map(|line| format!("> {line}\n")).collect();
        let cases = [
            quoted,
            format!("\"{}\"\n", plain.trim_end().replace('"', "\"\"")),
            plain.trim_end().replace('"', "\\\"").replace('\n', "\\n") + "\n",
            plain
                .replace('[', "\\[")
                .replace(']', "\\]")
                .replace('.', "\\.")
                .replace('*', "\\*"),
            plain.replace('"', "&quot;"),
            format!("```pips\n{plain}```\n"),
            plain.replace("]\n", "]<br>\n").replace("*\n", "*<br/>\n"),
        ];
        for text in cases {
            assert_eq!(
                with_changes(&text, &changes(&text)).as_deref(),
                Some(plain),
                "{text}"
            );
        }
        assert_eq!(changes(plain), []);
        // The caption belongs to the next record.
        let text = format!("{plain}```\n\n```pips caption=\"Next\" #lab\n");
        let kept = format!("{plain}\n# ```pips caption=\"Next\" #lab\n");
        assert_eq!(with_changes(&text, &changes(&text)), Some(kept));
    }
}
