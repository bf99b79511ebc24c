//! Adapter between a finding and miette, which lays out reports for people.
//!
//! miette reads a [`MietteFinding`] in two ways: as a [`Diagnostic`] it gives the code, the help
//! and the labels, which are underlined parts of the text; as [`SourceCode`] it gives the lines of
//! a snippet. Both are limited in length: the invalid part of a record, or one of its lines, can be
//! as long as the record itself.

use std::borrow::Cow;
use std::fmt;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents,
};

use crate::findings::{BookAddress, Finding, HintText, Related, Severity};
use crate::notation::LineAddress;
use crate::text::{SourceText, Span, one_line};

/// Lines longer than this are shown in part.
const MAX_LINE_LENGTH: usize = 160;
/// Bytes of a long line that are shown on either side of a label.
const SHOWN_AROUND_LABEL: usize = 60;
/// Maximum length of a label in bytes. The invalid part of a record can be as long as the record
/// itself.
const MAX_LABEL_LENGTH: usize = 400;
/// Maximum distance in bytes between two labels of one snippet.
const FARTHEST_LABEL: usize = 2_000;

/// Adapter that lets miette read a finding.
pub(super) struct MietteFinding<'a> {
    pub(super) path: &'a str,
    /// The text in which the finding has its places.
    pub(super) source: &'a SourceText,
    /// The same text without terminal control sequences, of the same length.
    pub(super) text: &'a str,
    /// Book that codes and rules link to.
    pub(super) links: Option<BookAddress<'a>>,
    pub(super) hint_text: HintText,
    pub(super) finding: &'a Finding,
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
        let links = self.links;
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
        let mut sentences: Vec<String> = Vec::new();
        sentences.extend(self.finding.advice(self.hint_text));
        let related = self.finding.related.iter();
        for related in related.filter(|related| self.is_far(related)) {
            let place = self.source.place(related.span.start);
            sentences.push(format!(
                "On the same line in column {}: {}.",
                place.column,
                label_of(related)
            ));
        }
        if sentences.is_empty() {
            return None;
        }
        Some(Box::new(sentences.join(" ")))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let turn = LineAddress::of_finding(self.finding).map(|address| format!("turn {address}"));
        let span = source_span(self.source, self.finding.span);
        let primary = LabeledSpan::new_primary_with_span(turn, span);
        let near = self
            .finding
            .related
            .iter()
            .filter(|related| !self.is_far(related));
        let related = near.map(|related| {
            LabeledSpan::new_with_span(
                Some(label_of(related)),
                source_span(self.source, related.span),
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
        let lines = self.source.lines();
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
        one_line(self.path).into_owned()
    }

    /// Returns the text of a label with its place. The header of a snippet shows where its label
    /// begins.
    fn label_contents(&self, span: &SourceSpan) -> MietteSpanContents<'_> {
        let text = self.text;
        let place = self
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

    /// Returns the lines of a snippet with their place.
    fn snippet_contents(
        &self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> MietteSpanContents<'_> {
        let snippet = self.snippet(span, lines_before, lines_after);
        let contents = self
            .text
            .as_bytes()
            .get(snippet.start..snippet.end)
            .unwrap_or_default();
        let length = snippet.end.saturating_sub(snippet.start);
        let lines_before_record = usize::try_from(self.source.first_line()).unwrap_or(1) - 1;
        MietteSpanContents::new_named(
            self.source_name(),
            contents,
            (snippet.start, length).into(),
            lines_before_record + snippet.line,
            snippet.column,
            1,
        )
    }

    /// Returns the part of the record with the lines of a span and the lines around them. If one of
    /// these lines is too long, returns only the part around the span.
    fn snippet(&self, span: &SourceSpan, lines_before: usize, lines_after: usize) -> Snippet {
        let index = self.source.lines();
        let line_of = |offset: usize| index.line_of(u32::try_from(offset).unwrap_or(u32::MAX));
        let start_of = |line: usize| index.start_of(line, self.text);
        let end = span.offset() + span.len();
        let last_byte = if span.is_empty() {
            end
        } else {
            end.saturating_sub(1)
        };
        let first_line = line_of(span.offset());
        let last_line = line_of(last_byte);

        let top = first_line.saturating_sub(lines_before);
        let bottom = last_line + lines_after;
        let is_long = |line: usize| start_of(line + 1) - start_of(line) > MAX_LINE_LENGTH;
        if !(top..=bottom).any(is_long) {
            return Snippet {
                start: start_of(top),
                end: start_of(bottom + 1),
                line: top,
                column: 0,
            };
        }

        let first_byte = span
            .offset()
            .saturating_sub(SHOWN_AROUND_LABEL)
            .max(start_of(first_line));
        let start = floor_boundary(self.text, first_byte);
        let end = (last_byte + SHOWN_AROUND_LABEL).min(start_of(last_line + 1));
        Snippet {
            start,
            end: floor_boundary(self.text, end),
            line: first_line,
            column: start - start_of(first_line),
        }
    }
}

/// Part of a record that is shown.
struct Snippet {
    /// The first byte.
    start: usize,
    /// The byte after the last one.
    end: usize,
    /// The line of the first byte, from 0.
    line: usize,
    /// The column of the first byte, from 0.
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
