//! Records in LaTeX: the contents of `\begin{pips}` … `\end{pips}`, or of comments that are
//! fenced as `pips`.
//!
//! ````text
//! % pips: turn=12
//! \begin{pips}
//! …
//! \end{pips}
//!
//! %```pips turn=12
//! % …
//! %```
//! ````
//!
//! The *attributes* of a block, here `turn=12`, select its figure. In the text, `\pip{W}` shows a
//! piece.

use std::ops::Range;

use super::PageBlock;
use super::page_block::{indent_length, push_dedented};
use super::piece_mark::PieceMark;
use crate::text::{Claim, LineRanges, RawRecord, utf8_or_marks};

const BEGIN: &[u8] = b"\\begin{pips}";
const END: &[u8] = b"\\end{pips}";
/// Environments with verbatim or hidden text, in which no block can begin.
pub(super) const VERBATIM: [&str; 5] =
    ["verbatim", "verbatim*", "Verbatim", "lstlisting", "comment"];

/// Returns the blocks of a LaTeX source. The block attributes are in a comment on the line before
/// the block, `% pips: turn=12`. A block in comments has its attributes after the fence, ` %```pips
/// turn=12 `. A block that is not closed is ignored.
pub(crate) fn latex_blocks(bytes: &[u8]) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    let mut lines = LineCursor::new(bytes);
    let mut attributes: Option<Range<usize>> = None;
    while let Some(line) = lines.next() {
        let attributes_above = attributes.take();
        let text = lines.text(&line);
        if let Some(name) = opened_environment(text).filter(|name| VERBATIM.contains(name)) {
            lines.skip_environment(name);
        } else if text.strip_prefix(BEGIN).is_some_and(may_follow_begin) {
            blocks.extend(read_environment(bytes, &mut lines, &line, attributes_above));
        } else if let Some(comment) = comment_text(text) {
            if let Some(info) = comment.strip_prefix(b"```").filter(|info| is_pips(info)) {
                let info = end_of_line(bytes, &line, info.trim_ascii().len());
                blocks.extend(read_comments(bytes, &mut lines, &line, info));
            } else if comment.starts_with(b"pips:") {
                attributes = Some(end_of_line(bytes, &line, comment.len()));
            }
        }
    }
    blocks
}

/// Returns the `\pip{NAME}` of a LaTeX source, outside comments, verbatim text and records.
pub(super) fn latex_pieces(bytes: &[u8]) -> Vec<PieceMark> {
    let mut marks = Vec::new();
    let mut lines = LineCursor::new(bytes);
    while let Some(line) = lines.next() {
        let text = lines.text(&line);
        if let Some(name) =
            opened_environment(text).filter(|name| *name == "pips" || VERBATIM.contains(name))
        {
            lines.skip_environment(name);
            continue;
        }
        find_pieces_in_line(bytes, line, &mut marks);
    }

    marks
}

/// Adds the `\pip{NAME}` of a line, outside comments and verbatim text.
fn find_pieces_in_line(bytes: &[u8], line: Range<usize>, marks: &mut Vec<PieceMark>) {
    const MACRO: &[u8] = b"\\pip{";
    let mut offset = line.start;
    while offset < line.end {
        let rest = &bytes[offset..line.end];
        offset += match rest {
            [b'%', ..] => rest.len(),
            _ if rest.starts_with(MACRO) => {
                let close = rest.iter().position(|&byte| byte == b'}');
                if let Some(length) = close {
                    marks.push(PieceMark {
                        range: offset..offset + length + 1,
                        name: offset + MACRO.len()..offset + length,
                        alternative: String::new(),
                        opens_block: false,
                    });
                }
                close.unwrap_or(rest.len())
            }
            _ if rest.starts_with(b"\\verb") => verb_length(rest),
            [b'\\', ..] => 2,
            _ => 1,
        };
    }
}

/// Returns the length of the `\verb|…|` or `\verb*|…|` with which a text begins. It ends with
/// the delimiter with which it begins; without one, only the command is skipped.
pub(super) fn verb_length(rest: &[u8]) -> usize {
    let plain_length = b"\\verb".len();
    let has_star = rest.get(plain_length) == Some(&b'*');
    let command_length = plain_length + usize::from(has_star);
    let (_, after) = rest.split_at(command_length);
    let Some((delimiter, verbatim)) = after.split_first() else {
        return command_length;
    };
    if delimiter.is_ascii_alphabetic() {
        return command_length;
    }
    match verbatim.iter().position(|byte| byte == delimiter) {
        Some(length) => command_length + 1 + length + 1,
        None => command_length,
    }
}

/// Returns true for text that may follow `\begin{pips}` on its line: nothing, a comment, options
/// for LaTeX, or the first tag.
fn may_follow_begin(after: &[u8]) -> bool {
    let after = after.trim_ascii();
    after.is_empty()
        || after.starts_with(b"%")
        || (after.starts_with(b"[") && after.ends_with(b"]"))
}

/// Reads an environment `pips` after its first line; `None` if it is not closed. The common
/// indentation of its lines and `\end{pips}` is not part of the text.
fn read_environment(
    bytes: &[u8],
    lines: &mut LineCursor<'_>,
    begin: &Range<usize>,
    attributes: Option<Range<usize>>,
) -> Option<PageBlock> {
    let start = begin.end - bytes[begin.clone()].trim_ascii_start().len();
    let after_begin = start + BEGIN.len();
    let mut text = RawRecord {
        offset: begin.end as u64,
        line: lines.number + 1,
        ..RawRecord::default()
    };
    // A tag contains a quote; options do not.
    let first = bytes[after_begin..begin.end].trim_ascii_start();
    if first.starts_with(b"[") && first.contains(&b'"') {
        text.offset = (begin.end - first.len()) as u64;
        text.line = lines.number;
        text.bytes.extend_from_slice(first);
    }

    let mut inside = Vec::new();
    let end = loop {
        let line = lines.next()?;
        if lines.text(&line) == END {
            break line;
        }
        inside.push(line);
    };

    // The line of `\end{pips}` counts too.
    let mut margin = indent_length(&bytes[end.clone()]);
    for line in &inside {
        let line = &bytes[line.clone()];
        if !line.trim_ascii().is_empty() {
            margin = margin.min(indent_length(line));
        }
    }
    for line in inside {
        push_dedented(&mut text, bytes, line, margin);
    }
    let info = attributes.unwrap_or(start..start);
    text.claim = Some(claim_of(&bytes[info.clone()]));
    Some(PageBlock {
        range: start..trimmed_line(bytes, &end).end,
        info,
        options: Vec::new(),
        text,
    })
}

/// Reads a block whose lines are comments; `None` if another line comes before its end.
fn read_comments(
    bytes: &[u8],
    lines: &mut LineCursor<'_>,
    fence: &Range<usize>,
    info: Range<usize>,
) -> Option<PageBlock> {
    let claim = Some(claim_of(&bytes[info.clone()]));
    let mut text = RawRecord {
        offset: lines.lines.position() as u64,
        line: lines.number + 1,
        claim,
        ..RawRecord::default()
    };
    loop {
        // A line that is not a comment ends the block too early.
        let line = lines.peek()?;
        let comment = comment_text(lines.text(&line))?;
        lines.next();
        if comment == b"```" {
            return Some(PageBlock {
                range: comment_sign(bytes, fence)..trimmed_line(bytes, &line).end,
                info,
                options: Vec::new(),
                text,
            });
        }

        let after_sign = comment_sign(bytes, &line) + 1;
        let start = after_sign + usize::from(bytes.get(after_sign) == Some(&b' '));
        if text.bytes.is_empty() {
            text.offset = start as u64;
        }
        text.margins
            .push(text.bytes.len(), &bytes[line.start..start]);
        text.bytes.extend_from_slice(&bytes[start..line.end]);
    }
}

/// Returns the place of the `%` in a line that is a comment as a whole.
fn comment_sign(bytes: &[u8], line: &Range<usize>) -> usize {
    let before = bytes[line.clone()].iter().position(|&byte| byte == b'%');
    line.start + before.unwrap_or(0)
}

/// Returns the text of a line that is a comment as a whole, after the `%`, trimmed.
fn comment_text(text: &[u8]) -> Option<&[u8]> {
    text.strip_prefix(b"%").map(<[u8]>::trim_ascii)
}

/// Returns what the attributes of a block announce about its record.
fn claim_of(info: &[u8]) -> Claim {
    Claim::of_info(&utf8_or_marks(info))
}

/// Returns true if the first word after a fence is `pips`.
fn is_pips(info: &[u8]) -> bool {
    info.split(|byte| b" \t,{".contains(byte)).next() == Some(b"pips")
}

/// Returns the environment that a line opens.
fn opened_environment(text: &[u8]) -> Option<&str> {
    let rest = text.strip_prefix(b"\\begin{")?;
    let end = rest.iter().position(|&byte| byte == b'}')?;
    std::str::from_utf8(&rest[..end]).ok()
}

/// Returns a line without trailing white space.
fn trimmed_line(bytes: &[u8], line: &Range<usize>) -> Range<usize> {
    line.start..line.start + bytes[line.clone()].trim_ascii_end().len()
}

/// Returns the last `length` bytes of a line, apart from trailing white space.
fn end_of_line(bytes: &[u8], line: &Range<usize>, length: usize) -> Range<usize> {
    let end = trimmed_line(bytes, line).end;
    end - length..end
}

/// Cursor over the lines of a file.
struct LineCursor<'b> {
    bytes: &'b [u8],
    lines: LineRanges<'b>,
    /// The number of the last line, from 1.
    number: u64,
}

impl<'b> LineCursor<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            lines: LineRanges::new(bytes),
            number: 0,
        }
    }

    /// Returns the next line, including its line end.
    fn peek(&self) -> Option<Range<usize>> {
        self.lines.peek()
    }

    fn next(&mut self) -> Option<Range<usize>> {
        let line = self.lines.next()?;
        self.number += 1;
        Some(line)
    }

    /// Skips the lines up to the end of an environment.
    fn skip_environment(&mut self, name: &str) {
        let end = format!("\\end{{{name}}}");
        while let Some(inside) = self.next() {
            if self.text(&inside).starts_with(end.as_bytes()) {
                break;
            }
        }
    }

    /// Returns a line, trimmed.
    fn text(&self, line: &Range<usize>) -> &'b [u8] {
        self.bytes[line.clone()].trim_ascii()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the attributes of each block, its text, and the line and byte at which the text
    /// begins.
    fn blocks(page: &str) -> Vec<(&str, String, u64, usize)> {
        let read = latex_blocks(page.as_bytes()).into_iter().map(|block| {
            let (start, lines) = block.text.lines();
            let start = usize::try_from(start).unwrap();
            assert_eq!(
                &page.as_bytes()[start..start + lines.len()],
                lines,
                "{page}"
            );
            let text = String::from_utf8(block.text.bytes).unwrap();
            (
                &page[block.info],
                text,
                block.text.line,
                usize::try_from(block.text.offset).unwrap(),
            )
        });
        read.collect()
    }

    #[test]
    fn blocks_are_found_in_environments_and_comments() {
        assert_eq!(
            blocks("a\n  \\begin{pips} \n[x]\nb\n\\end{pips}\n"),
            [("", "[x]\nb\n".to_owned(), 3, 18)]
        );
        assert_eq!(
            blocks("% pips: turn=2, legend\r\n\\begin{pips}\r\n[x]\r\n\\end{pips}"),
            [("pips: turn=2, legend", "[x]\r\n".to_owned(), 3, 38)]
        );
        assert_eq!(
            blocks("% pips: turn=2\n\n\\begin{pips}\n\\end{pips}\n")[0].0,
            "",
            "a blank line is between"
        );
        for (page, text, line, offset) in [
            (
                "  \\begin{pips}\n  [x]\n\n    b\n  \\end{pips}\n",
                "[x]\n\n  b\n",
                2,
                17,
            ),
            (
                "\\begin{pips}[frame=single]\n[x]\n\\end{pips}\n",
                "[x]\n",
                2,
                27,
            ),
            ("\\begin{pips} % shown\n[x]\n\\end{pips}\n", "[x]\n", 2, 21),
            (
                "a\n\\begin{pips} [Game \"gipf\"]\n[x]\n\\end{pips}\n",
                "[Game \"gipf\"]\n[x]\n",
                2,
                15,
            ),
        ] {
            assert_eq!(
                blocks(page),
                [("", text.to_owned(), line, offset)],
                "{page}"
            );
        }

        assert_eq!(
            blocks("  %```pips turn=2 \n  % [x]\n%\n%b\n%   c\n  % ```\nx"),
            [("pips turn=2", "[x]\n\nb\n  c\n".to_owned(), 2, 23)]
        );
        assert_eq!(blocks("%```pips\n%a\n%```\n%```pips\n%b\n%```").len(), 2);
        assert_eq!(
            blocks("x\n%```pips\n%```\n"),
            [("pips", String::new(), 3, 11)],
            "an empty one has its place too"
        );
    }

    #[test]
    fn pieces_are_found_outside_comments_and_verbatim_text() {
        let page = "\\pip{W}, \\pip{L53} % \\pip{x}\n\\verb|\\pip{x}| 5\\% \\pip{33}\\\\pip{no}\n\\begin{pips}\n\
                    \\pip{x}\n\\end{pips}\n\\begin{verbatim}\n\\pip{x}\n\\end{verbatim}\n\\pip{b\n\\pip{}";
        let marks = latex_pieces(page.as_bytes());
        let read: Vec<_> = marks
            .iter()
            .map(|mark| (&page[mark.range.clone()], &page[mark.name.clone()]))
            .collect();
        assert_eq!(
            read,
            [
                ("\\pip{W}", "W"),
                ("\\pip{L53}", "L53"),
                ("\\pip{33}", "33"),
                ("\\pip{}", "")
            ],
            "a macro ends on its line"
        );
    }

    #[test]
    fn verbatim_text_contains_no_blocks() {
        for page in [
            "\\begin{verbatim}\n\\begin{pips}\n\\end{pips}\n\\end{verbatim}\n",
            "\\begin{lstlisting}[x]\n%```pips\n%```\n",
            "\\begin{pips}\n[x]\n",
            "%```pips\n[x]\n%```\n",
            "%```pipscribe\n%```\n",
            "x \\begin{pips}\n\\end{pips}\n",
        ] {
            assert_eq!(blocks(page), [], "{page}");
        }
    }
}
