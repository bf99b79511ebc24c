//! Text that an email quotes: every line begins with `> `, at any depth.
//!
//! In a comment, only the marks that all lines have belong to the mail. More of them, and white
//! space after them, are text that a person wrote.

use super::{Margins, Span, lines_with_starts};

/// The signs of the marks.
const SIGNS: [char; 2] = ['>', '|'];

/// A quoted text without its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unquoted {
    pub(crate) text: String,
    /// The marks before its lines.
    pub(crate) margins: Margins,
}

impl Unquoted {
    /// Removes the marks. Returns `None` if a line of the text has no mark.
    pub(crate) fn from_quoted(quoted: &str) -> Option<Self> {
        let marks = quote_marks(quoted);
        if marks.is_empty() {
            return None;
        }
        let mut unquoted = Self {
            text: String::with_capacity(quoted.len()),
            margins: Margins::default(),
        };
        let mut end = 0;
        for mark in marks {
            unquoted
                .text
                .push_str(quoted.get(end..mark.start as usize).unwrap_or_default());
            unquoted
                .margins
                .push(unquoted.text.len(), mark.slice(quoted).as_bytes());
            end = mark.end as usize;
        }
        unquoted
            .text
            .push_str(quoted.get(end..).unwrap_or_default());
        Some(unquoted)
    }
}

/// Returns the marks before the lines of a quoted text, `> ` or `| `; empty if a non-blank line has
/// no mark.
pub(crate) fn quote_marks(text: &str) -> Vec<Span> {
    if !is_quoted(text) {
        return Vec::new();
    }
    let mut marks = QuoteMarks::new(&SIGNS, text.lines());
    let spans = lines_with_starts(text).filter_map(|(start, line)| {
        let length = marks.length_in_next(line);
        (length > 0).then(|| Span::new(start, start + length))
    });
    spans.collect()
}

/// The marks before the lines of a quoted text, line by line.
#[derive(Clone, Debug)]
pub(crate) struct QuoteMarks<'s> {
    /// The signs of a mark.
    signs: &'s [char],
    /// The number of signs that every quoted line has.
    depth: usize,
    /// True if the next line begins in a comment.
    is_in_comment: bool,
}

impl<'s> QuoteMarks<'s> {
    /// Creates the marks for a text with these lines, which consist of these signs.
    pub(crate) fn new<'t>(signs: &'s [char], lines: impl Iterator<Item = &'t str>) -> Self {
        let quoted = lines.filter_map(|line| {
            let rest = line.trim_start_matches(|sign: char| is_of_mark(sign, signs));
            let mark = &line[..line.len() - rest.len()];
            let depth = mark.chars().filter(|sign| signs.contains(sign)).count();
            (depth > 0 && !rest.trim().is_empty()).then_some(depth)
        });
        Self {
            signs,
            // 1 if no line has text after a mark.
            depth: quoted.min().unwrap_or(1),
            is_in_comment: false,
        }
    }

    /// Returns the length of the mark before the next line of the text; 0 if it has none.
    pub(crate) fn length_in_next(&mut self, line: &str) -> usize {
        let rest = if self.is_in_comment {
            self.without_common_mark(line)
        } else {
            line.trim_start_matches(|sign: char| is_of_mark(sign, self.signs))
        };
        self.is_in_comment = ends_in_comment(rest, self.is_in_comment);
        line.len() - rest.len()
    }

    /// Returns a line without the signs that every quoted line has, and the space after them.
    fn without_common_mark<'t>(&self, line: &'t str) -> &'t str {
        let is_sign = |sign: char| self.signs.contains(&sign);
        let mut rest = line;
        for _ in 0..self.depth {
            match rest.trim_start_matches([' ', '\t']).strip_prefix(is_sign) {
                Some(after) => rest = after,
                None => break,
            }
        }
        if rest.len() < line.len() {
            rest.strip_prefix(' ').unwrap_or(rest)
        } else {
            rest
        }
    }
}

fn is_of_mark(sign: char, signs: &[char]) -> bool {
    matches!(sign, ' ' | '\t') || signs.contains(&sign)
}

/// Returns true if a line without its mark ends in a comment, given whether it begins in one.
fn ends_in_comment(line: &str, begins_in_comment: bool) -> bool {
    let mut is_in_comment = begins_in_comment && !line.starts_with("[Game \"");
    let mut is_in_string = false;
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if is_in_comment || is_in_string => {
                characters.next();
            }
            '"' if !is_in_comment => is_in_string = !is_in_string,
            '#' if !is_in_comment && !is_in_string => break,
            '{' if !is_in_string => is_in_comment = true,
            '}' => is_in_comment = false,
            _ => {}
        }
    }
    is_in_comment
}

/// Returns true if every line that is not blank begins with a mark.
pub(crate) fn is_quoted(text: &str) -> bool {
    let mut written = text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty())
        .peekable();
    written.peek().is_some() && written.all(|line| line.starts_with(SIGNS))
}

/// Returns a line without its mark.
pub(crate) fn without_mark(line: &str) -> &str {
    line.trim_start_matches(|sign: char| is_of_mark(sign, &SIGNS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_removed_at_any_depth() {
        let unquoted = |text: &str| Unquoted::from_quoted(text).map(|unquoted| unquoted.text);
        assert_eq!(
            unquoted("> a\n>\n> > b\n>>c\n").as_deref(),
            Some("a\n\nb\nc\n")
        );
        assert_eq!(unquoted("> a\r\n> \r\n> b").as_deref(), Some("a\r\n\r\nb"));
        assert_eq!(unquoted("| a\n\n| b\n").as_deref(), Some("a\n\nb\n"));
        for text in ["", "\n", "> a\nb\n", "a"] {
            assert_eq!(unquoted(text), None, "{text:?}");
        }
    }

    #[test]
    fn marks_in_a_comment_belong_to_it() {
        let unquoted = |text: &str| Unquoted::from_quoted(text).map(|unquoted| unquoted.text);
        for (quoted, text) in [
            ("> > {a\n> > > b} c\n> > d\n", "{a\n> b} c\nd\n"),
            (
                "> {a\n> > b\n>\n>> c\n>   d} e\n",
                "{a\n> b\n\n> c\n  d} e\n",
            ),
            // Outside comments, marks have no meaning.
            ("> {a}\n> > b {c\n> > d}\n> > e\n", "{a}\nb {c\n> d}\ne\n"),
            ("> {a \\} b\n> > c}\n> > d\n", "{a \\} b\n> c}\nd\n"),
            // Braces in strings and line comments open nothing.
            ("> [A \"{\"]\n> > b # {\n> > c\n", "[A \"{\"]\nb # {\nc\n"),
            // An open comment ends at the next record.
            ("> {a\n> [Game \"x\"]\n> > b\n", "{a\n[Game \"x\"]\nb\n"),
        ] {
            assert_eq!(unquoted(quoted).as_deref(), Some(text), "{quoted}");
        }
    }

    #[test]
    fn margins_are_the_marks() {
        let quoted = "> a\n>> b\n";
        let unquoted = Unquoted::from_quoted(quoted);
        let restored =
            unquoted.map(|Unquoted { text, margins }| margins.with_text(text.as_bytes()));
        assert_eq!(restored.as_deref(), Some(quoted.as_bytes()));
    }
}
