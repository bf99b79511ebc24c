//! Findings for people, laid out by miette: a caret under the exact part, the earlier turn that it
//! conflicts with, and the board at that point.
//!
//! [`HumanWriter::write`] gives each finding to miette as a [`MietteFinding`].

use std::borrow::Cow;
use std::io::{self, Write};

use miette::{GraphicalReportHandler, GraphicalTheme};
use textwrap::{WordSeparator, WordSplitter};

use super::miette_finding::MietteFinding;
use super::{Emitter, Entry, board_of_finding, indented, write_short};
use crate::findings::{BookAddress, Finding, Hint, HintText};
use crate::notation::Record;
use crate::replay::Report;
use crate::text::{SourceText, lines, masked};

/// Layout of findings.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// True for colours, as on a terminal.
    pub colours: bool,
    /// Width in characters.
    pub width: usize,
    /// Book that codes and rules link to, for a terminal that supports hyperlinks.
    pub links: Option<BookAddress<'a>>,
}

/// Emitter of findings with the source text, the rule and the board.
#[derive(Clone, Copy, Debug)]
pub struct Human<'a> {
    look: Look<'a>,
}

impl<'a> Human<'a> {
    /// Creates a report with this layout.
    pub fn new(look: Look<'a>) -> Self {
        Self { look }
    }
}

impl Emitter for Human<'_> {
    fn record(&mut self, entry: &Entry<'_>, out: &mut dyn Write) -> io::Result<()> {
        let report = &entry.checked.report;
        if report.findings.is_empty() {
            return Ok(());
        }
        let writer = HumanWriter::new(entry.path, entry.checked.record(), report, self.look)
            .with_hint_text(entry.hint_text);
        report
            .findings
            .iter()
            .try_for_each(|finding| out.write_all(writer.write(finding).as_bytes()))?;
        match entry.notes {
            "" => Ok(()),
            notes => writeln!(out, "{notes}"),
        }
    }
}

/// Text in a foreign format, prepared for display. It may hold many records.
pub struct ForeignText<'a> {
    source: &'a SourceText,
    masked: Cow<'a, str>,
}

impl<'a> ForeignText<'a> {
    /// Prepares a text for display. Reads all of it once.
    pub fn new(source: &'a SourceText) -> Self {
        Self {
            source,
            masked: masked(source.text()),
        }
    }
}

/// Writer of the findings of one record.
pub struct HumanWriter<'a> {
    path: &'a str,
    source: &'a SourceText,
    /// Report of the record; it holds the boards.
    report: &'a Report,
    look: Look<'a>,
    hint_text: HintText,
    /// Source text without terminal control sequences.
    text: Cow<'a, str>,
}

impl<'a> HumanWriter<'a> {
    /// Creates a writer for the findings of a record in the file `path`.
    pub fn new(path: &'a str, record: &'a Record, report: &'a Report, look: Look<'a>) -> Self {
        Self {
            path,
            source: record.source(),
            report,
            look,
            hint_text: Hint::neutral_text,
            text: masked(record.source().text()),
        }
    }

    /// Creates a writer for findings in a foreign text. `report` is the report on the record that
    /// was made from it.
    pub fn of_foreign_text(
        path: &'a str,
        text: &'a ForeignText<'a>,
        report: &'a Report,
        look: Look<'a>,
    ) -> Self {
        Self {
            path,
            source: text.source,
            report,
            look,
            hint_text: Hint::neutral_text,
            text: Cow::Borrowed(&text.masked),
        }
    }

    /// Sets the function that words the hints of findings.
    #[must_use]
    pub fn with_hint_text(self, hint_text: HintText) -> Self {
        Self { hint_text, ..self }
    }

    /// Returns a finding as text, followed by an empty line.
    pub fn write(&self, finding: &Finding) -> String {
        let theme = if self.look.colours {
            GraphicalTheme::unicode()
        } else {
            GraphicalTheme::unicode_nocolor()
        };
        let handler = GraphicalReportHandler::new_themed(theme)
            .with_links(false)
            .with_width(self.look.width)
            // A turn such as `a2-c4` or `3@+5-2/W` must not be broken across lines.
            .with_word_separator(WordSeparator::AsciiSpace)
            .with_word_splitter(WordSplitter::NoHyphenation)
            .without_syntax_highlighting();
        let shown = MietteFinding {
            path: self.path,
            source: self.source,
            text: &self.text,
            links: self.look.links,
            hint_text: self.hint_text,
            finding,
        };
        let mut text = String::new();
        if handler.render_report(&mut text, &shown).is_err() {
            // If miette fails, fall back to a plain line.
            text = write_short(self.path, self.source, finding);
        }
        if let Some(board) = self.board_text(finding) {
            text.push('\n');
            text.push_str(&indented(&board, "      "));
        }
        text.push('\n');
        text
    }

    /// Returns the board of a finding as text, if it has one.
    fn board_text(&self, finding: &Finding) -> Option<String> {
        let scene = self.report.board(finding.exhibit.as_ref()?)?.scene();
        Some(lines(&board_of_finding(scene, finding)?).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;
    use crate::findings::all_codes;

    const LOOK: Look<'static> = Look {
        colours: false,
        width: 80,
        links: None,
    };

    /// Returns the longest report of a finding in a record.
    fn longest(text: &str) -> (usize, String) {
        let checked = Checked::from_text(text);
        let writer = HumanWriter::new("-", checked.record(), &checked.report, LOOK);
        let written = checked
            .report
            .findings
            .iter()
            .map(|finding| writer.write(finding));
        written
            .map(|text| (text.len(), text))
            .max()
            .unwrap_or_default()
    }

    #[test]
    fn source_excerpts_are_limited() {
        const HEAD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n";
        let (length, text) = longest(&format!(
            "{HEAD}\n1. b3 {{[%irregular {}é]}} *\n",
            "gipf/no-row ".repeat(1_000)
        ));
        assert!((500..8_000).contains(&length), "{length}\n{text}");
        let tags = "[Event \"x\"] ".repeat(600);
        let (length, text) = longest(&format!("{HEAD}{tags}\n\n1. b3 *\n"));
        assert!((200..8_000).contains(&length), "{length}\n{text}");
        let (_, text) = longest(&format!(
            "{HEAD}[Event \"x\"] [Site \"{}\"] [Event \"x\"]\n",
            "é".repeat(3_000)
        ));
        assert!(
            text.contains("On the same line in column 1: the first one."),
            "{text}"
        );
    }

    #[test]
    fn a_turn_is_shown_on_one_line() {
        let tags = "[Game \"pippip\"]\n[Position \"4/4/4/4 l 3,3,3,3,3,3 3,3,3,3,3,3\"]";
        let checked = Checked::from_text(&format!("{tags}\n\n1. 7@a1/7 *\n"));
        let finding = checked
            .report
            .findings
            .first()
            .unwrap()
            .clone()
            .with_help(format!("One, `{}`.", "3@c4/2`, `".repeat(9)));
        for width in 40..70 {
            let look = Look { width, ..LOOK };
            let text =
                HumanWriter::new("-", checked.record(), &checked.report, look).write(&finding);
            assert_eq!(text.matches("`3@c4/2`").count(), 9, "{width}\n{text}");
        }
    }

    #[test]
    fn boards_are_indented_line_by_line() {
        let mut has_empty_line = false;
        for code in all_codes() {
            let checked = Checked::from_text(code.failing());
            let writer = HumanWriter::new("-", checked.record(), &checked.report, LOOK);
            for finding in &checked.report.findings {
                let Some(board) = writer.board_text(finding) else {
                    continue;
                };
                has_empty_line |= board.lines().any(|line| line.trim().is_empty());
                let lines = board
                    .lines()
                    .map(|line| format!("{}\n", format!("      {line}").trim_end()));
                let indented: String = lines.collect();
                assert!(
                    writer.write(finding).ends_with(&format!("\n{indented}\n")),
                    "{code}"
                );
            }
        }
        assert!(has_empty_line);
    }
}
