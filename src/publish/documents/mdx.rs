//! MDX: Markdown in which `{…}` is JavaScript and `<Tag>` is JSX. Neither is read as Markdown.
//!
//! [`jsx_parts`] finds these parts with a [`JsxScanner`]; [`without_jsx`] blanks them, so that the
//! parser for CommonMark reads the rest (see `markdown.rs`).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use super::page_block::margin_length;
use crate::text::LineRanges;

/// Returns a text of the same length without expressions, tags, imports and exports. Constructs on
/// separate lines become blank lines, so that the Markdown between tags is parsed; within a
/// paragraph, they become letters.
pub(super) fn without_jsx(text: Cow<'_, str>) -> Cow<'_, str> {
    let parts = jsx_parts(&text);
    if parts.is_empty() {
        return text;
    }

    let mut bytes = text.into_owned().into_bytes();
    let mut is_jsx = vec![false; bytes.len()];
    for part in parts {
        is_jsx[part].fill(true);
    }

    let lines: Vec<Range<usize>> = LineRanges::new(&bytes).collect();
    for line in lines {
        let is_alone = line
            .clone()
            .all(|offset| is_jsx[offset] || b" \t>\r\n".contains(&bytes[offset]));
        let filler = if is_alone { b' ' } else { b'x' };
        for offset in line.filter(|&offset| is_jsx[offset]) {
            if !b"\r\n".contains(&bytes[offset]) {
                bytes[offset] = filler;
            }
        }
    }
    // Only whole characters are replaced, and the replacements are ASCII.
    Cow::Owned(String::from_utf8(bytes).unwrap_or_default())
}

/// Returns the expressions, tags, imports and exports of a document, in order. Code is left out.
pub(super) fn jsx_parts(text: &str) -> Vec<Range<usize>> {
    if !text.contains(['{', '<']) && !text.contains("import") && !text.contains("export") {
        return Vec::new();
    }
    JsxScanner::new(text.as_bytes()).find_parts()
}

/// Scanner for the parts of a document that are JavaScript or JSX.
struct JsxScanner<'t> {
    bytes: &'t [u8],
    /// The places of the runs of backticks, by their length.
    ticks: BTreeMap<usize, Vec<usize>>,
    /// The starts of blank lines, at which paragraphs end.
    blank_lines: Vec<usize>,
    /// False after a brace or a tag that nothing closes. MDX rejects such a document.
    is_balanced: bool,
    parts: Vec<Range<usize>>,
}

impl<'t> JsxScanner<'t> {
    fn new(bytes: &'t [u8]) -> Self {
        let mut ticks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut offset = 0;
        while let Some(step) = memchr::memchr(b'`', &bytes[offset..]) {
            offset += step;
            let length = run_length(&bytes[offset..], b'`');
            ticks.entry(length).or_default().push(offset);
            offset += length;
        }
        let blank_lines = LineRanges::new(bytes)
            .filter(|line| is_blank(&bytes[line.clone()]))
            .map(|line| line.start);
        Self {
            bytes,
            ticks,
            blank_lines: blank_lines.collect(),
            is_balanced: true,
            parts: Vec::new(),
        }
    }

    fn find_parts(mut self) -> Vec<Range<usize>> {
        // The end of the text read so far, which may be several lines ahead.
        let mut read_up_to = 0;
        let mut after_blank = true;
        for line in LineRanges::new(self.bytes) {
            if line.end <= read_up_to {
                continue;
            }
            let is_whole_line = read_up_to <= line.start;
            if is_whole_line && let Some(end) = self.end_of_code_block(&line) {
                read_up_to = end;
            } else if is_whole_line && after_blank && self.is_module_code(&line) {
                read_up_to = self.end_of_module_code(line.start);
                self.parts.push(line.start..read_up_to);
            } else {
                read_up_to = self.read_inline(read_up_to.max(line.start), line.end);
            }
            after_blank = is_blank(&self.bytes[line]);
        }
        self.parts
    }

    /// Returns the end of the code block that a line opens.
    fn end_of_code_block(&self, line: &Range<usize>) -> Option<usize> {
        let text = &self.bytes[line.clone()];
        let margin = margin_length(text);
        let sign = *text.get(margin)?;
        let length = run_length(&text[margin..], sign);
        let is_fence = match sign {
            b'`' => !text[margin + length..].contains(&b'`'),
            b'~' => true,
            _ => false,
        };
        // In Markdown, a fence has at least three signs.
        if !is_fence || length < 3 {
            return None;
        }

        let is_quoted = text[..margin].contains(&b'>');
        for inner in LineRanges::of_part(self.bytes, line.end..self.bytes.len()) {
            let text = &self.bytes[inner.clone()];
            let inner_margin = text
                .iter()
                .take_while(|&byte| b" \t>".contains(byte))
                .count();
            if is_quoted && !text[..inner_margin].contains(&b'>') {
                return Some(inner.start);
            }
            let closing = run_length(&text[inner_margin..], sign);
            if closing >= length && is_blank(&text[inner_margin + closing..]) {
                return Some(inner.end);
            }
        }
        Some(self.bytes.len())
    }

    /// Reads text up to `end`. Returns the end of the last part, which may be later.
    fn read_inline(&mut self, start: usize, end: usize) -> usize {
        let mut offset = start;
        while offset < end {
            let rest = &self.bytes[offset..];
            let part = match rest[0] {
                b'{' => self.end_of_braces(offset),
                b'<' => self.end_of_tag(offset),
                _ => None,
            };
            offset = match (part, rest[0]) {
                (Some(end), _) => {
                    self.parts.push(offset..end);
                    end
                }
                (None, b'`') => self.code_span(offset),
                (None, b'\\') => offset + 2,
                _ => offset + 1,
            };
        }
        offset
    }

    /// Returns the end of the code span that begins with a run of backticks, or the end of the run
    /// if nothing closes the span.
    fn code_span(&self, start: usize) -> usize {
        let length = run_length(&self.bytes[start..], b'`');
        let paragraph_end = first_after(&self.blank_lines, start);
        let runs = self.ticks.get(&length).map(Vec::as_slice);
        let closing = first_after(runs.unwrap_or_default(), start);
        match closing {
            Some(run) if paragraph_end.is_none_or(|end| run < end) => run + length,
            _ => start + length,
        }
    }

    /// Returns the end of an expression in braces.
    fn end_of_braces(&mut self, start: usize) -> Option<usize> {
        if !self.is_balanced {
            return None;
        }
        let end = end_of_script(self.bytes, start, |depth, _| depth == 0);
        self.is_balanced = end.is_some();
        end
    }

    /// Returns the end of a tag.
    fn end_of_tag(&mut self, start: usize) -> Option<usize> {
        let begins_name = |byte: u8| byte.is_ascii_alphabetic() || b"/>_$".contains(&byte);
        if !self.is_balanced || !self.bytes.get(start + 1).copied().is_some_and(begins_name) {
            return None;
        }
        let mut offset = start + 1;
        while let Some(&byte) = self.bytes.get(offset) {
            offset = match byte {
                b'>' => return Some(offset + 1),
                b'"' | b'\'' => match memchr::memchr(byte, &self.bytes[offset + 1..]) {
                    Some(length) => offset + length + 2,
                    None => break,
                },
                b'{' => match self.end_of_braces(offset) {
                    Some(end) => end,
                    None => break,
                },
                _ => offset + 1,
            };
        }
        self.is_balanced = false;
        None
    }

    /// Returns true for a line that begins an import or export.
    fn is_module_code(&self, line: &Range<usize>) -> bool {
        let text = &self.bytes[line.clone()];
        let rest = [&b"import"[..], b"export"]
            .iter()
            .find_map(|word| text.strip_prefix(*word));
        rest.and_then(<[u8]>::first)
            .is_some_and(|byte| b" \t{*\"'".contains(byte))
    }

    /// Returns the end of imports and exports: the next blank line outside of brackets.
    fn end_of_module_code(&self, start: usize) -> usize {
        let bytes = self.bytes;
        let ends = |depth: usize, offset: usize| {
            depth == 0 && bytes[offset] == b'\n' && begins_with_blank_line(&bytes[offset + 1..])
        };
        end_of_script(bytes, start, ends)
            .or_else(|| first_after(&self.blank_lines, start))
            .unwrap_or(bytes.len())
    }
}

/// Returns the end of JavaScript code, after the first byte for which `ends` returns true, or
/// `None` if there is no such byte. `ends` receives the number of open brackets after the byte, and
/// the place of the byte. Brackets in strings and comments do not count.
fn end_of_script(bytes: &[u8], start: usize, ends: impl Fn(usize, usize) -> bool) -> Option<usize> {
    let mut depth = 0_usize;
    let mut offset = start;
    while let Some(&byte) = bytes.get(offset) {
        let rest = &bytes[offset..];
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            b'"' | b'\'' => {
                // A string ends on its line. An apostrophe in the text of an element is not a
                // string.
                let after_quote = &rest[1..];
                let line_length = memchr::memchr(b'\n', after_quote).unwrap_or(after_quote.len());
                offset += string_end(&after_quote[..line_length], byte).unwrap_or(0);
            }
            b'`' => offset += string_end(&rest[1..], byte)?,
            b'/' if rest.starts_with(b"/*") => {
                let text_length = memchr::memmem::find(&rest[2..], b"*/")?;
                // To the last byte of the comment, as for strings.
                offset += "/*".len() + text_length + "*/".len() - 1;
            }
            _ => {}
        }
        if ends(depth, offset) {
            return Some(offset + 1);
        }
        offset += 1;
    }
    None
}

/// Returns the length of a string including its closing quote.
fn string_end(text: &[u8], sign: u8) -> Option<usize> {
    let mut offset = 0;
    while let Some(&byte) = text.get(offset) {
        match byte {
            b'\\' => offset += 2,
            _ if byte == sign => return Some(offset + 1),
            _ => offset += 1,
        }
    }
    None
}

/// Returns the first of the places, which are in ascending order, that comes after `start`.
fn first_after(places: &[usize], start: usize) -> Option<usize> {
    let index = places.partition_point(|&place| place <= start);
    places.get(index).copied()
}

/// Returns the number of times that a byte is repeated at the start of a text.
fn run_length(bytes: &[u8], sign: u8) -> usize {
    bytes.iter().take_while(|&&byte| byte == sign).count()
}

fn is_blank(line: &[u8]) -> bool {
    line.trim_ascii().is_empty()
}

/// Returns true if the first line of a text is blank or missing.
fn begins_with_blank_line(text: &[u8]) -> bool {
    LineRanges::new(text)
        .next()
        .is_none_or(|line| is_blank(&text[line]))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        jsx_parts(text)
            .into_iter()
            .map(|part| &text[part])
            .collect()
    }

    #[test]
    fn expressions_and_tags_are_found_outside_code() {
        assert_eq!(
            parts("a {b} <C d=\"}\" e={'>'}>f</C> \\{g\\} `{h}` <>i</>"),
            ["{b}", "<C d=\"}\" e={'>'}>", "</C>", "<>", "</>"]
        );
        assert_eq!(
            parts("{/* } ` */}\n```\n{a}\n```\n> ~~~\n> {b}\n{c}\n"),
            ["{/* } ` */}", "{c}"]
        );
        assert_eq!(parts("- ````md\n  ```\n  {a}\n  ````\n{b}"), ["{b}"]);
        assert_eq!(
            parts("{'a}'}{\"\\\"}\"}{`}`}{{}}"),
            ["{'a}'}", "{\"\\\"}\"}", "{`}`}", "{{}}"]
        );
        assert_eq!(
            parts("<p>{x && <b>don't</b>}</p>"),
            ["<p>", "{x && <b>don't</b>}", "</p>"]
        );
        assert_eq!(parts("`` ` {a} `` ``{b}\n\n``{c}"), ["{b}", "{c}"]);
        assert_eq!(parts("1 < 2 {never"), [""; 0]);
    }

    #[test]
    fn imports_and_exports_end_with_a_blank_line() {
        assert_eq!(
            parts("import A from 'a'\nimport B from 'b'\n\na {b}"),
            ["import A from 'a'\nimport B from 'b'\n", "{b}"]
        );
        assert_eq!(
            parts("export const a = {\n\n  b: '![](pip:W)'\n}\n\nc"),
            ["export const a = {\n\n  b: '![](pip:W)'\n}\n"]
        );
        assert_eq!(parts("export (\n\n{a}"), ["export (\n", "{a}"]);
        assert_eq!(parts("important\n\n{a}"), ["{a}"]);
    }

    #[test]
    fn what_is_on_its_own_lines_becomes_blank() {
        let view = |text: &'static str| without_jsx(text.into()).into_owned();
        assert_eq!(view("<A\n  b>\n\n> {é}\n"), "  \n    \n\n>     \n");
        assert_eq!(view("- <A>\n  x {b} <C/>"), "- xxx\n  x xxx xxxx");
        assert_eq!(view("nothing"), "nothing");
    }

    proptest! {
        #[test]
        fn any_page_keeps_its_length(
            text in "(\\{|\\}|<|>|a|é|\"|'|`|```|\\\\|\n|\r\n|/\\*|\\*/|import | |> |- |\\(){0,30}",
        ) {
            let view = without_jsx(text.as_str().into()).into_owned();
            prop_assert_eq!(view.len(), text.len());
            let ends = |text: &str| text.match_indices('\n').map(|(offset, _)| offset).collect::<Vec<_>>();
            prop_assert_eq!(ends(&view), ends(&text));
        }
    }
}
