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

use super::page_block::{indent_length, push_dedented};
use super::piece_mark::PieceMark;
use super::unread_block::{UNCLOSED, is_pips_in_wrong_case, wrong_case};
use super::{PageBlock, UnreadBlock};
use crate::text::{Claim, LineRanges, RawRecord, utf8_or_marks};

const BEGIN: &[u8] = b"\\begin{pips}";
const END: &[u8] = b"\\end{pips}";
/// Environments with verbatim or hidden text, in which no block can begin.
pub(super) const VERBATIM: [&str; 5] =
    ["verbatim", "verbatim*", "Verbatim", "lstlisting", "comment"];

/// Marks of generated output and of hidden records, which a run of `figures` may remove.
const REMOVABLE: [&[u8]; 2] = [b"\\iffalse % pipscribe: hidden", b"\\fi % pipscribe: shown"];
/// Attributes without a value, by which a comment is recognised as block attributes.
const SWITCHES: [&[u8]; 11] = [
    b"ascii",
    b"finding",
    b"hidden",
    b"illegal",
    b"legend",
    b"number",
    b"player",
    b"solution",
    b"solutions",
    b"table",
    b"unicode",
];

/// Returns the blocks of a LaTeX source. The block attributes are in a comment on the line before
/// the block, `% pips: turn=12`. A block in comments has its attributes after the fence, ` %```pips
/// turn=12 `. A block that is not closed is not read.
pub(crate) fn latex_blocks(bytes: &[u8]) -> Vec<PageBlock> {
    LatexReader::new(bytes).read().0
}

/// Returns the places of a LaTeX source that look like blocks, or like block attributes, and are
/// not read.
pub(super) fn unread_latex_blocks(bytes: &[u8]) -> Vec<UnreadBlock> {
    LatexReader::new(bytes).read().1
}

/// Reader of the blocks of a LaTeX source.
struct LatexReader<'b> {
    bytes: &'b [u8],
    lines: LineCursor<'b>,
    blocks: Vec<PageBlock>,
    unread: Vec<UnreadBlock>,
    /// Block attributes on the line before.
    attributes: Option<UnreadBlock>,
    /// The last block attributes that belong to no block, unless text has followed them.
    stray_attributes: Option<UnreadBlock>,
    /// True between the marks of generated output.
    is_generated: bool,
}

impl<'b> LatexReader<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes,
            lines: LineCursor::new(bytes),
            blocks: Vec::new(),
            unread: Vec::new(),
            attributes: None,
            stray_attributes: None,
            is_generated: false,
        }
    }

    /// Returns the blocks, and the places that are not read.
    fn read(mut self) -> (Vec<PageBlock>, Vec<UnreadBlock>) {
        while let Some(line) = self.lines.next() {
            let text = self.lines.text(&line);
            if text.starts_with(BEGIN) {
                self.read_begin(&line, text);
                continue;
            }

            if let Some(not_above_block) = self.attributes.take() {
                self.stray_attributes = Some(not_above_block);
            }
            if let Some(comment) = comment_text(text) {
                self.read_comment(&line, comment);
            } else if !text.is_empty() {
                if !self.is_generated && !REMOVABLE.contains(&text) {
                    self.stray_attributes = None;
                }
                self.read_text(&line, text);
            }
        }
        (self.blocks, self.unread)
    }

    /// Reads a line that begins with `\begin{pips}`.
    fn read_begin(&mut self, line: &Range<usize>, text: &[u8]) {
        let attributes = self.attributes.take();
        self.unread.extend(self.stray_attributes.take());
        let number = self.lines.number;
        let start = line.end - self.bytes[line.clone()].trim_ascii_start().len();
        if !may_follow_begin(&text[BEGIN.len()..]) {
            let message =
                "this block is not read: only options or the first tag may follow `\\begin{pips}`";
            self.unread
                .push(UnreadBlock::on_line(start, number, message));
            return;
        }

        let info =
            attributes.map(|attributes| trimmed_line(self.bytes, &(attributes.offset..line.start)));
        match read_environment(self.bytes, &mut self.lines, line, info) {
            Ok(block) => self.blocks.push(block),
            Err(message) => self
                .unread
                .push(UnreadBlock::on_line(start, number, message)),
        }
    }

    /// Reads a line that is a comment as a whole.
    fn read_comment(&mut self, line: &Range<usize>, comment: &[u8]) {
        let number = self.lines.number;
        let place = comment_sign(self.bytes, line);
        match comment {
            b"pipscribe: figures" => self.is_generated = true,
            b"pipscribe: end" => self.is_generated = false,
            _ => {}
        }
        if let Some(info) = comment.strip_prefix(b"```") {
            self.stray_attributes = None;
            if is_pips(info) {
                let info = end_of_line(self.bytes, line, info.trim_ascii().len());
                match read_comments(self.bytes, &mut self.lines, line, info) {
                    Some(block) => self.blocks.push(block),
                    None => self
                        .unread
                        .push(UnreadBlock::on_line(place, number, UNCLOSED)),
                }
            } else if is_pips_in_wrong_case(first_word(info)) {
                let message = wrong_case(&utf8_or_marks(first_word(info)));
                self.unread
                    .push(UnreadBlock::on_line(place, number, message));
            }
        } else if comment.starts_with(b"pips:") {
            let info = end_of_line(self.bytes, line, comment.len());
            let message =
                "no block has these attributes: write them on the line before `\\begin{pips}`";
            self.attributes = Some(UnreadBlock::on_line(info.start, number, message));
        } else if is_like_attributes(comment) {
            let message = "these attributes are not read: write `% pips:` before them";
            self.stray_attributes = Some(UnreadBlock::on_line(place, number, message));
        }
    }

    /// Reads a line of text, which may open an environment.
    fn read_text(&mut self, line: &Range<usize>, text: &[u8]) {
        let start = line.end - self.bytes[line.clone()].trim_ascii_start().len();
        let number = self.lines.number;
        let environment = opened_environment(text);
        if let Some(name) = environment.filter(|name| VERBATIM.contains(name)) {
            self.lines.skip_environment(name);
        } else if let Some(name) = environment.filter(|name| is_pips_in_wrong_case(name.as_bytes()))
        {
            self.unread
                .push(UnreadBlock::on_line(start, number, wrong_case(name)));
        } else if let Some(offset) = begin_after_text(text) {
            let message =
                "this block is not read: `\\begin{pips}` must be at the start of its line";
            self.unread
                .push(UnreadBlock::on_line(start + offset, number, message));
        }
    }
}

/// Returns the place of a `\begin{pips}` that other text precedes on its line, outside comments.
fn begin_after_text(text: &[u8]) -> Option<usize> {
    let offset = memchr::memmem::find(text, BEGIN)?;
    let (before, begin) = text.split_at(offset);
    let mut is_escaped = false;
    for byte in before {
        if *byte == b'%' && !is_escaped {
            return None;
        }
        is_escaped = *byte == b'\\' && !is_escaped;
    }
    // A macro may show the text `\begin{pips}`: `\verb|\begin{pips}|`, `\string\begin{pips}`.
    let is_shown = before.ends_with(b"\\string") || !may_follow_begin(&begin[BEGIN.len()..]);
    (!is_shown).then_some(offset)
}

/// Returns true for a comment that is meant as block attributes: `pips turn=2`, `Pips: turn=2`.
fn is_like_attributes(comment: &[u8]) -> bool {
    let length = comment
        .iter()
        .take_while(|byte| byte.is_ascii_alphabetic())
        .count();
    let (word, rest) = comment.split_at(length);
    let is_pips = word.eq_ignore_ascii_case(b"pips") || word.eq_ignore_ascii_case(b"pip");
    let rest = rest.trim_ascii_start();
    if !is_pips || rest.starts_with(b":") {
        return is_pips;
    }
    let mut words = rest
        .split(|byte| b" \t,".contains(byte))
        .filter(|word| !word.is_empty());
    words
        .next()
        .is_some_and(|first| first.contains(&b'=') || SWITCHES.contains(&first))
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
            // A backslash escapes the next character, such as `\%`.
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

/// Reads an environment `pips` after its first line. The common indentation of its lines and
/// `\end{pips}` is not part of the text. Returns a message if it is not closed.
fn read_environment(
    bytes: &[u8],
    lines: &mut LineCursor<'_>,
    begin: &Range<usize>,
    attributes: Option<Range<usize>>,
) -> Result<PageBlock, &'static str> {
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
        let next_line = lines.peek().ok_or(UNCLOSED)?;
        let written = lines.text(&next_line);
        if written.starts_with(BEGIN) {
            return Err(UNCLOSED);
        }
        lines.next();
        if is_end(written) {
            break next_line;
        }
        if memchr::memmem::find(written, END).is_some() {
            return Err("this block is not read: `\\end{pips}` must be alone on its line");
        }
        inside.push(next_line);
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
    Ok(PageBlock {
        range: start..trimmed_line(bytes, &end).end,
        info,
        options: Vec::new(),
        text,
    })
}

/// Returns true for a line that closes the environment `pips`. A comment may follow.
fn is_end(text: &[u8]) -> bool {
    text.strip_prefix(END).is_some_and(|after| {
        let after = after.trim_ascii_start();
        after.is_empty() || after.starts_with(b"%")
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
    first_word(info) == b"pips"
}

/// Returns the first word after a fence.
fn first_word(info: &[u8]) -> &[u8] {
    info.trim_ascii_start()
        .split(|byte| b" \t,{".contains(byte))
        .next()
        .unwrap_or_default()
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

    /// Returns the line and the message of each place that is not read.
    fn unread(page: &str) -> Vec<(u64, String)> {
        let unread = unread_latex_blocks(page.as_bytes());
        unread
            .into_iter()
            .map(|unread| (unread.line, unread.message))
            .collect()
    }

    #[test]
    fn blocks_that_are_not_read_are_reported() {
        let block = "\\begin{pips}\n[x]\n\\end{pips}\n";
        for (page, line, message) in [
            ("\\begin{pips}\n[x]\n".to_owned(), 1, UNCLOSED),
            (format!("\\begin{{pips}}\n[x]\n\n{block}"), 1, UNCLOSED),
            ("a\n%```pips\n[x]\n%```\n".to_owned(), 2, UNCLOSED),
            (
                "\\begin{pips}\n[x]\n\\end{pips} more\n".to_owned(),
                1,
                "must be alone",
            ),
            (
                "\\begin{pips}\n[x] *\\end{pips}\n".to_owned(),
                1,
                "must be alone",
            ),
            (format!("text {block}"), 1, "at the start of its line"),
            (
                "\\begin{pips} [x\n\\end{pips}\n".to_owned(),
                1,
                "only options",
            ),
            ("\n\\begin{Pips}\n".to_owned(), 2, "instead of `Pips`"),
            ("%```PIPS\n%```\n".to_owned(), 1, "instead of `PIPS`"),
            (format!("% pips turn=0\n{block}"), 1, "write `% pips:`"),
            (format!("% pips hidden\n{block}"), 1, "write `% pips:`"),
            (format!("% pip: turn=0\n{block}"), 1, "write `% pips:`"),
            (format!("% Pips: turn=0\n{block}"), 1, "write `% pips:`"),
            (
                format!("% pips: turn=0\n\n{block}"),
                1,
                "no block has these attributes",
            ),
            (
                format!("% pips: a\n% pips: turn=0\n{block}"),
                1,
                "no block has these attributes",
            ),
        ] {
            let unread = unread(&page);
            assert_eq!(unread.len(), 1, "{page}: {unread:?}");
            assert_eq!(unread[0].0, line, "{page}: {unread:?}");
            assert!(unread[0].1.contains(message), "{page}: {unread:?}");
        }
        for page in [
            format!("% pips: turn=0\n{block}"),
            format!("% pips below are shown\n{block}"),
            format!("% pips: turn=0\ntext\n{block}"),
            "% pips: about this file\n".to_owned(),
            "\\begin{pips}\n[x]\n\\end{pips} % a\n".to_owned(),
            "% \\begin{pips}\n% text \\begin{pips}\na % \\begin{pips}\n".to_owned(),
            "The \\verb|\\begin{pips}| environment\n".to_owned(),
            format!("\\begin{{verbatim}}\ntext {block}\\end{{verbatim}}\n"),
        ] {
            assert_eq!(unread(&page), [], "{page}");
        }
    }

    #[test]
    fn a_block_after_an_unclosed_one_is_read() {
        assert_eq!(
            blocks("\\begin{pips}\n[x]\n\\begin{pips}\n[y]\n\\end{pips}\n"),
            [("", "[y]\n".to_owned(), 4, 30)]
        );
        assert_eq!(
            blocks("\\begin{pips}\n[x]\n\\end{pips} % a\n")[0].1,
            "[x]\n"
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
