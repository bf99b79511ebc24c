//! Converts a text that an email quotes: every line begins with a mark, such as `> ` or `| `. The
//! marks are removed, and the rest is converted like any text. They are kept as the margins of the
//! lines, so that findings have their place in the mail. `converter.rs` has the rest of the
//! converter.

use std::io::Read;

use super::converter::{ConversionSink, Converter, Input, NoteKind, Stop, TextRead};
use super::{TextStream, decode};
use crate::publish::documents::PageBlock;
use crate::text::{Margins, RawRecord, Unquoted, is_quoted, without_mark};

/// Note on a text whose marks were removed.
const REMOVED: &str = "every line is quoted (`> `), as in a mail: the marks are removed";

/// Returns true if the lines at the beginning of a text, which may end within a line, are quoted.
pub(super) fn begins_quoted(head: &str) -> bool {
    let head = head.trim_start_matches('\u{FEFF}');
    // The last line may be incomplete.
    let whole_lines = head.rsplit_once('\n').map_or(head, |(lines, _)| lines);
    is_quoted(whole_lines) && are_mail_quotes(head)
}

/// Returns true if the marks are the quotation marks of an email. A mark `|` may be the border of a
/// table.
fn are_mail_quotes(text: &str) -> bool {
    text.trim_start().starts_with('>') || has_record(text.lines().map(without_mark))
}

/// Returns true if a line begins a record.
fn has_record<'t>(mut lines: impl Iterator<Item = &'t str>) -> bool {
    lines.any(|line| line.starts_with("[Game \""))
}

/// Returns true if a text quotes a record among lines that are not quoted.
pub(super) fn quotes_record(text: &str) -> bool {
    let quoted_lines = text
        .lines()
        .filter(|line| line.trim_start().starts_with('>'))
        .map(without_mark);
    has_record(quoted_lines)
}

/// Returns the records of a text without the marks before its lines.
pub(super) fn unquoted_records(bytes: Vec<u8>, margins: Margins) -> Vec<RawRecord> {
    let text = RawRecord {
        line: 1,
        bytes,
        margins,
        ..RawRecord::default()
    };
    // `whole_records` reads only the text: the mail is not a block of a document.
    PageBlock {
        range: 0..0,
        info: 0..0,
        options: Vec::new(),
        text,
    }
    .whole_records()
}

impl<S: ConversionSink> Converter<S> {
    /// Converts a text whose first lines are quoted. If other lines are not quoted, the text is
    /// read as it is.
    pub(super) fn convert_quoted<R: Read>(
        &mut self,
        mut stream: TextStream<R>,
        input: &Input<'_>,
    ) -> Result<TextRead, Stop<S::Error>> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).map_err(Stop::Read)?;
        let decoded = decode(&bytes, None);
        let Some(Unquoted { text, margins }) = Unquoted::from_quoted(&decoded.text) else {
            let unchanged = TextStream::new(bytes.as_slice()).map_err(Stop::Read)?;
            return self.convert_unquoted(unchanged, input, None);
        };

        if let Some(assumed) = stream.assumed().or(decoded.assumed.as_deref()) {
            self.sink.note(None, assumed, NoteKind::Assumption);
        }
        self.sink.note(None, REMOVED, NoteKind::Assumption);

        let unquoted = TextStream::new(text.as_bytes()).map_err(Stop::Read)?;
        self.convert_unquoted(unquoted, input, Some(margins))
    }
}
