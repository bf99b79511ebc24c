//! Text that an email quotes: every line begins with `> `, at any depth.

use super::{Margins, Span, lines_with_starts};

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
    let marks = lines_with_starts(text).filter_map(|(start, line)| {
        let rest = without_mark(line);
        (rest.len() < line.len()).then(|| Span::new(start, start + line.len() - rest.len()))
    });
    marks.collect()
}

/// Returns true if every line that is not blank begins with a mark.
pub(crate) fn is_quoted(text: &str) -> bool {
    let mut written = text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.is_empty())
        .peekable();
    written.peek().is_some() && written.all(|line| line.starts_with(['>', '|']))
}

/// Returns a line without its mark.
pub(crate) fn without_mark(line: &str) -> &str {
    line.trim_start_matches(['>', '|', ' ', '\t'])
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
    fn margins_are_the_marks() {
        let quoted = "> a\n>> b\n";
        let unquoted = Unquoted::from_quoted(quoted);
        let restored =
            unquoted.map(|Unquoted { text, margins }| margins.with_text(text.as_bytes()));
        assert_eq!(restored.as_deref(), Some(quoted.as_bytes()));
    }
}
