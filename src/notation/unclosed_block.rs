//! Code blocks of documents that are not closed: the text after a record is then the author's, and
//! not part of the record.

use super::Record;
use crate::findings::{Finding, code};
use crate::text::{Span, lines_with_starts};

/// The beginnings of lines that open a code block.
const OPENINGS: [&str; 3] = ["```", "~~~", "\\begin{pips}"];

/// Returns the finding on the text after a record whose code block is not closed. `findings` are
/// those of the record. `None` outside a document, and if the block is closed.
pub(crate) fn finding_on_unclosed_block<'f>(
    record: &Record,
    findings: &'f mut [Finding],
) -> Option<&'f mut Finding> {
    let source = record.source();
    // Only a code block of a document announces a verdict.
    source.claim()?;
    let opening = line_that_opens_block(record.text());
    let is_about_text = |finding: &&mut Finding| {
        finding.code == &code::AFTER_RESULT || finding.code == &code::TOKEN
    };
    let mut about_text = findings.iter_mut().filter(is_about_text);
    match opening {
        Some(line) => about_text
            .find(|finding| finding.span.start < line.end && finding.span.end >= line.start),
        // A word that is not a turn may be a mistake in the record itself.
        None if source.is_block_open() => {
            about_text.find(|finding| finding.code == &code::AFTER_RESULT)
        }
        None => None,
    }
}

/// Returns true if errors of a record may come from text after it, because its code block is not
/// closed.
pub(crate) fn is_in_unclosed_block(record: &Record, findings: &[Finding]) -> bool {
    let source = record.source();
    if source.claim().is_none() {
        return false;
    }
    let has_words = findings.iter().any(|finding| finding.code == &code::TOKEN);
    let may_have_text = source.is_block_open() && has_words;
    may_have_text || finding_on_unclosed_block(record, &mut findings.to_vec()).is_some()
}

/// Returns the first line that opens a code block.
fn line_that_opens_block(text: &str) -> Option<Span> {
    let mut lines = lines_with_starts(text);
    let (start, line) = lines.find(|(_, line)| {
        let line = line.trim_start();
        OPENINGS.iter().any(|opening| line.starts_with(opening))
    })?;
    Some(Span::new(start, start + line.trim_end().len()))
}
