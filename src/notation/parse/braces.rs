//! Finds an unescaped `{` in a comment. The `}` of an earlier comment may be missing, so that turns
//! are hidden in it.

use super::RecordParser;
use crate::findings::{Finding, Related, code};
use crate::notation::command::Command;
use crate::text::Span;

impl RecordParser<'_> {
    /// Reports the first unescaped `{` in a comment that is closed.
    pub(super) fn report_brace_in_comment(&mut self, comment: Span, commands: &[Command]) {
        let Some(brace) = braces_in(self.text, comment, commands).into_iter().next() else {
            return;
        };
        let finding = Finding::new(
            &code::BRACE_IN_COMMENT,
            brace.span,
            "This comment contains another `{`.",
        );
        let open = Span::new(comment.start as usize, comment.start as usize + 1);
        let related = Related {
            message: "where the comment begins".into(),
            span: open,
            turn: 0,
        };
        self.report_here(finding.with_help(
            "Comments do not nest. Write `}` where the comment before it ends, or `\\{` for a brace in its text.",
        ).with_related([related]));
    }
}

/// An unescaped `{` in a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Brace {
    /// The span of the brace.
    pub(crate) span: Span,
    /// The start of the text before it: the start of the comment, the previous `{`, or the `}` of a
    /// command.
    pub(crate) from: u32,
}

/// Finds unescaped `{` in the text of a comment. In a command, a brace counts only after a `}` and
/// what may be a turn, because captions may contain any braces.
pub(crate) fn braces_in(text: &str, comment: Span, commands: &[Command]) -> Vec<Brace> {
    let mut braces = Vec::new();
    let mut offset = comment.start as usize + 1;
    let mut from = offset;
    for command in commands {
        in_text(
            text,
            offset..command.span.start as usize,
            &mut from,
            &mut braces,
        );
        braces.extend(in_command(text, command));
        offset = command.span.end as usize;
        from = from.max(offset);
    }
    in_text(text, offset..comment.end as usize, &mut from, &mut braces);
    braces
}

fn in_text(text: &str, range: std::ops::Range<usize>, from: &mut usize, braces: &mut Vec<Brace>) {
    let bytes = text.as_bytes();
    let mut offset = range.start;
    while offset < range.end {
        match bytes.get(offset) {
            Some(b'\\') if matches!(bytes.get(offset + 1), Some(b'{' | b'}' | b'[' | b'\\')) => {
                offset += 1;
            }
            Some(b'{') => {
                braces.push(Brace {
                    span: Span::new(offset, offset + 1),
                    from: Span::new(*from, offset).start,
                });
                *from = offset + 1;
            }
            _ => {}
        }
        offset += 1;
    }
}

/// Returns the first `{` in a command that may open a comment: a `}` precedes it, with possible
/// turns between them.
fn in_command(text: &str, command: &Command) -> Option<Brace> {
    let arguments = text.get(command.arguments.range())?;
    let close = arguments.find('}')? + 1;
    let open = close + arguments.get(close..)?.find('{')?;
    let may_be_turn = |word: &str| {
        let digits = word.bytes().any(|byte| byte.is_ascii_digit());
        digits && (word.ends_with('.') || word.bytes().any(|byte| byte.is_ascii_lowercase()))
    };
    let start = command.arguments.start as usize;
    let is_found = arguments
        .get(close..open)?
        .split_whitespace()
        .any(may_be_turn);
    let span = Span::new(start + open, start + open + 1);
    is_found.then(|| Brace {
        span,
        from: Span::new(start + close, start + open).start,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Record, comments_of};

    #[test]
    fn braces_count_unless_they_are_escaped_or_text_of_a_command() {
        for (comment, expected) in [
            ("{a {b}", &[3][..]),
            ("{ {{ }", &[2, 3]),
            ("{a \\{b}", &[]),
            ("{a \\\\{b}", &[5]),
            ("{C:\\dir\\} 2. b3 {x}", &[16]),
            ("{[%diagram \"a {b} c\"] d}", &[]),
            ("{[%diagram \"\\frac{1}{2}\"]}", &[]),
            ("{[%diagram \"a} 2. b3 {b\"] {}", &[21, 26]),
            ("{see [%diagram} 2. b3 {good] ok}", &[22]),
        ] {
            let record = Record::parse_str(&format!("[Game \"gipf\"]\n\n{comment} 1. b3 *"));
            let found = comments_of(&record.moves.opening).next().unwrap();
            let braces = braces_in(record.text(), found.span, &found.commands);
            let places: Vec<_> = braces
                .iter()
                .map(|brace| brace.span.start - found.span.start)
                .collect();
            assert_eq!(places, expected, "{comment}");
        }
    }
}
