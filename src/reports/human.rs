//! Findings for people, laid out by miette: a caret under the exact part, the earlier turn that it
//! conflicts with, and the board at that point.
//!
//! [`HumanWriter::write`] gives each finding to miette as a [`MietteFinding`], which adapts it
//! twice: as `Diagnostic` (code, help, labels) and as `SourceCode` (the lines of a snippet, of
//! which long ones are cut).

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError,
    MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};
use textwrap::{WordSeparator, WordSplitter};

use super::{Emitter, Entry, board_of_finding, indented, write_short};
use crate::findings::{BookAddress, Finding, Hint, HintText, Related, Severity};
use crate::notation::{LineAddress, Record};
use crate::replay::Report;
use crate::text::{SourceText, Span, lines, masked, one_line};

/// Lines longer than this are shown in part.
const MAX_LINE_LENGTH: usize = 160;
/// Bytes of a long line that are shown on either side of a label.
const SHOWN_AROUND_LABEL: usize = 60;
/// Maximum length of a label in bytes. The invalid part of a record can be as long as the record
/// itself.
const MAX_LABEL_LENGTH: usize = 400;
/// Maximum distance in bytes between two labels of one snippet.
const FARTHEST_LABEL: usize = 2_000;

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
            writer: self,
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

    fn board_text(&self, finding: &Finding) -> Option<String> {
        let scene = self.report.board(finding.exhibit.as_ref()?)?.scene();
        Some(lines(&board_of_finding(scene, finding)?).into_owned())
    }
}

/// Adapter that lets miette read a finding.
struct MietteFinding<'a> {
    writer: &'a HumanWriter<'a>,
    finding: &'a Finding,
}

impl fmt::Debug for MietteFinding<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.finding.code.id)
    }
}

impl fmt::Display for MietteFinding<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.finding.message)
    }
}

impl std::error::Error for MietteFinding<'_> {}

impl Diagnostic for MietteFinding<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let code = self.finding.code;
        let links = self.writer.look.links;
        let id = linked(code.id, links.map(|book| book.of_code(code)));
        let Some(rule) = self.finding.rule_number() else {
            return Some(Box::new(id));
        };
        let rule = linked(rule, links.and_then(|book| book.of_rule(rule)));
        Some(Box::new(format!("{id} ({rule})")))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.finding.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let far = self
            .finding
            .related
            .iter()
            .filter(|related| self.is_far(related))
            .map(|related| {
                let place = self.writer.source.place(related.span.start);
                format!(
                    "On the same line in column {}: {}.",
                    place.column,
                    label_of(related)
                )
            });
        let parts: Vec<String> = self
            .finding
            .advice(self.writer.hint_text)
            .into_iter()
            .chain(far)
            .collect();
        (!parts.is_empty()).then(|| Box::new(parts.join(" ")) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let place = LineAddress::of_finding(self.finding).map(|address| format!("turn {address}"));
        let primary = LabeledSpan::new_primary_with_span(
            place,
            source_span(self.writer.source, self.finding.span),
        );
        let near = self
            .finding
            .related
            .iter()
            .filter(|related| !self.is_far(related));
        let related = near.map(|related| {
            LabeledSpan::new_with_span(
                Some(label_of(related)),
                source_span(self.writer.source, related.span),
            )
        });
        Some(Box::new(std::iter::once(primary).chain(related)))
    }
}

impl MietteFinding<'_> {
    /// Returns true if a related place is on nearby lines but too many bytes away to share a
    /// snippet with the finding.
    fn is_far(&self, related: &Related) -> bool {
        let first = related.span.min(self.finding.span);
        let second = related.span.max(self.finding.span);
        let lines = self.writer.source.lines();
        let lines_apart = lines
            .line_of(second.start)
            .saturating_sub(lines.line_of(first.start));
        lines_apart <= 1 && (second.start - first.start) as usize > FARTHEST_LABEL
    }
}

/// Wraps a text in a terminal hyperlink (OSC 8).
fn linked<'a>(text: &'a str, address: Option<String>) -> Cow<'a, str> {
    address.map_or(Cow::Borrowed(text), |address| {
        Cow::Owned(format!(
            "\u{1B}]8;;{address}\u{1B}\\{text}\u{1B}]8;;\u{1B}\\"
        ))
    })
}

/// Returns the label of a related place.
fn label_of(related: &Related) -> String {
    match related.turn {
        0 => related.message.to_string(),
        turn => format!("turn {turn}: {}", related.message),
    }
}

/// Converts a span for miette. The result is within the record, limited in length, and not empty if
/// possible.
fn source_span(source: &SourceText, span: Span) -> SourceSpan {
    let length = source.text().len();
    let start = (span.start as usize).min(length);
    let end = floor_boundary(
        source.text(),
        (span.end as usize).clamp(start, start + MAX_LABEL_LENGTH),
    );
    (start, end - start).into()
}

/// Adapter that lets miette read the record: lines are looked up, and long ones are cut.
impl SourceCode for MietteFinding<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        // miette asks for the lines of a snippet, and for a label only to show where it begins.
        let contents = if lines_before == 0 && lines_after == 0 {
            self.label_contents(span)
        } else {
            self.snippet_contents(span, lines_before, lines_after)
        };
        Ok(Box::new(contents))
    }
}

impl MietteFinding<'_> {
    /// Returns the name of the source, on one line.
    fn source_name(&self) -> String {
        one_line(self.writer.path).into_owned()
    }

    /// Returns the text of a label with its place. The header of a snippet shows where its label
    /// begins.
    fn label_contents(&self, span: &SourceSpan) -> MietteSpanContents<'_> {
        let text = self.writer.text.as_ref();
        let place = self
            .writer
            .source
            .place(u32::try_from(span.offset()).unwrap_or(u32::MAX));
        let contents = text
            .get(span.offset()..span.offset() + span.len())
            .unwrap_or_default();
        let line = usize::try_from(place.line).unwrap_or(1) - 1;
        let column = usize::try_from(place.column).unwrap_or(1) - 1;
        MietteSpanContents::new_named(
            self.source_name(),
            contents.as_bytes(),
            *span,
            line,
            column,
            1,
        )
    }

    /// Returns the lines of a snippet. If one of them is too long, returns only the part around the
    /// label.
    fn snippet_contents(
        &self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> MietteSpanContents<'_> {
        let text = self.writer.text.as_ref();
        let index = self.writer.source.lines();
        let line_of = |offset: usize| index.line_of(u32::try_from(offset).unwrap_or(u32::MAX));
        let start_of = |line: usize| index.start_of(line, text);
        let last_byte = (span.offset() + span.len()).saturating_sub(usize::from(!span.is_empty()));
        let first_line = line_of(span.offset());
        let last_line = line_of(last_byte);
        let top = first_line.saturating_sub(lines_before);
        let bottom = last_line + lines_after;
        let is_long = |line: usize| start_of(line + 1) - start_of(line) > MAX_LINE_LENGTH;

        let snippet = if (top..=bottom).any(is_long) {
            let first_byte = span
                .offset()
                .saturating_sub(SHOWN_AROUND_LABEL)
                .max(start_of(first_line));
            let start = floor_boundary(text, first_byte);
            let end = (last_byte + SHOWN_AROUND_LABEL).min(start_of(last_line + 1));
            Snippet {
                start,
                end: floor_boundary(text, end),
                line: first_line,
                column: start - start_of(first_line),
            }
        } else {
            Snippet {
                start: start_of(top),
                end: start_of(bottom + 1),
                line: top,
                column: 0,
            }
        };

        let contents = text
            .as_bytes()
            .get(snippet.start..snippet.end)
            .unwrap_or_default();
        let length = snippet.end.saturating_sub(snippet.start);
        let lines_before_record = usize::try_from(self.writer.source.first_line()).unwrap_or(1) - 1;
        MietteSpanContents::new_named(
            self.source_name(),
            contents,
            (snippet.start, length).into(),
            lines_before_record + snippet.line,
            snippet.column,
            1,
        )
    }
}

/// Part of a record that is shown. Lines and columns count from 0.
struct Snippet {
    start: usize,
    end: usize,
    /// Line and column of the start.
    line: usize,
    column: usize,
}

/// Returns the nearest character boundary at or before a byte.
fn floor_boundary(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
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
