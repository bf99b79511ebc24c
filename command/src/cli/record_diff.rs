//! Changes in a record as a unified diff, with the line numbers of its file.

use std::ops::Range;

use similar::{ChangeTag, TextDiff};

use pipscribe::text::lines;

/// Returns the text of a file for a diff, with control characters escaped.
pub(crate) fn shown(bytes: &[u8]) -> String {
    lines(&String::from_utf8_lossy(bytes)).into_owned()
}

/// Returns a unified diff without a header, for a text that begins on line `line` (from 1) of the
/// old file and on line `new_line` of the new one.
pub(crate) fn unified_hunks(before: &[u8], after: &[u8], line: u64, new_line: u64) -> String {
    let before = shown(before);
    let after = shown(after);
    let diff = TextDiff::from_lines(&before, &after);
    let mut out = String::new();
    for hunk in diff.unified_diff().iter_hunks() {
        let (Some(first), Some(last)) = (hunk.ops().first(), hunk.ops().last()) else {
            continue;
        };
        let old_lines = first.old_range().start..last.old_range().end;
        let new_lines = first.new_range().start..last.new_range().end;
        out.push_str(&format!(
            "@@ -{} +{} @@\n",
            start_and_length(&old_lines, line),
            start_and_length(&new_lines, new_line)
        ));
        for change in hunk.iter_changes() {
            out.push(match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            });
            out.push_str(change.value());
            if change.missing_newline() {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    out
}

/// Returns a range of lines as a hunk names it: `START,LENGTH`. `lines` counts from 0, and its line
/// 0 is the line `first` of the file.
fn start_and_length(lines: &Range<usize>, first: u64) -> String {
    let mut start = lines.start as u64 + first;
    if lines.is_empty() {
        // An empty range is numbered by the line before it.
        start -= 1;
    }
    format!("{start},{}", lines.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_in_diffs_are_escaped() {
        let text = unified_hunks(b"a\r\nb\rc\n\x1b[2J\n", b"a\nb\rc\n\x1b[2J\n", 1, 1);
        assert_eq!(text, "@@ -1,3 +1,3 @@\n-a\\r\n+a\n b\\rc\n \\u{1b}[2J\n");
    }

    #[test]
    fn lines_are_those_of_the_file() {
        let text = unified_hunks(b"a\nb\n", b"a\nc\n", 11, 13);
        assert_eq!(text, "@@ -11,2 +13,2 @@\n a\n-b\n+c\n");
        assert_eq!(
            unified_hunks(b"", b"c", 1, 1),
            "@@ -0,0 +1,1 @@\n+c\n\\ No newline at end of file\n"
        );
    }
}
