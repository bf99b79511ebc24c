//! Text of a record before it is parsed: its bytes are decoded, and binary, too long or wrongly
//! encoded ones are reported.
//!
//! [`UnparsedRecord::new`] decodes the bytes; [`UnparsedRecord::parser`] gives the parser of the
//! text. [`Record::parse`] does both.

use super::{RecordParser, binary, encoding_guess};
use crate::findings::{Finding, Hint, code};
use crate::notation::record::{Line, Record};
use crate::text::{MAX_RECORD_BYTES, RawRecord, SourceText, Span};

/// Replacement in the text for a byte that is not valid UTF-8.
const NOT_UTF8: u8 = 0x1A;

/// The decoded text of a record that has not been parsed yet.
#[derive(Debug)]
pub(crate) struct UnparsedRecord {
    source: SourceText,
    /// Findings on the encoding.
    findings: Vec<Finding>,
    /// The number of bytes beyond the limit, which were dropped.
    dropped: u64,
    /// True if the bytes are not text.
    is_binary: bool,
}

impl UnparsedRecord {
    /// Decodes a record.
    pub(crate) fn new(raw: RawRecord) -> Self {
        let raw = raw.capped();
        let is_binary = binary::is_binary(&raw.bytes);
        let mut findings: Vec<_> = report_filler(&raw.bytes).into_iter().collect();
        let text = decode(raw.bytes, &mut findings);
        if is_binary {
            findings = vec![binary::finding(&text)];
        }
        let source = SourceText::new(text, raw.offset, raw.line)
            .with_margins(raw.margins)
            .with_claim(raw.claim)
            .with_next(raw.is_followed)
            .in_block(raw.is_block_open);
        Self {
            source,
            findings,
            dropped: raw.dropped,
            is_binary,
        }
    }

    pub(crate) fn source(&self) -> &SourceText {
        &self.source
    }

    /// Returns a parser of the record; `None` if it is too long or not text.
    pub(crate) fn parser(&self) -> Option<RecordParser<'_>> {
        (self.dropped == 0 && !self.is_binary)
            .then(|| RecordParser::new(self.source.text(), self.findings.clone()))
    }

    /// Adds the text to a record that a parser of it has read.
    pub(crate) fn into_record(self, parsed: Record) -> Record {
        Record {
            source: self.source,
            ..parsed
        }
    }

    /// Parses the record.
    pub(crate) fn parse(self) -> Record {
        match self.parser() {
            Some(parser) => {
                let parsed = parser.into_record();
                self.into_record(parsed)
            }
            None if self.is_binary => Record {
                source: self.source,
                findings: self.findings,
                ..Record::unread()
            },
            None => self.too_long(),
        }
    }

    /// Returns the record of a text that is longer than the limit: only a finding.
    fn too_long(self) -> Record {
        let size = MAX_RECORD_BYTES as u64 + self.dropped;
        let end = self.source.text().len();
        let message = format!("This record has {size} bytes; the limit is {MAX_RECORD_BYTES}.");
        let finding = Finding::new(&code::RECORD_SIZE, Span::new(end, end), message)
            .with_help("A record begins at a line that starts with `[Game \"`: is one missing?");
        let findings = self.findings.into_iter().chain([finding]).collect();
        Record {
            source: self.source,
            findings,
            ..Record::unread()
        }
    }
}

impl Record {
    /// Parses one record. Accepts any bytes; errors are reported in its findings.
    pub fn parse(raw: RawRecord) -> Self {
        UnparsedRecord::new(raw).parse()
    }

    /// Parses the first record of a text.
    pub fn parse_str(text: &str) -> Self {
        Self::parse(first_record(text))
    }

    /// Parses only the tags of a record.
    pub fn parse_tags(raw: RawRecord) -> Self {
        let unparsed = UnparsedRecord::new(raw);
        let Some(mut parser) = unparsed.parser() else {
            return unparsed.parse();
        };
        parser.read_tags();
        let parsed = parser.record;
        unparsed.into_record(parsed)
    }

    /// Parses the movetext of a record whose tags were parsed.
    pub(crate) fn with_movetext(&self) -> Self {
        let parsed = RecordParser::new(self.source.text(), Vec::new()).into_record();
        Self {
            source: self.source.clone(),
            ..parsed
        }
    }

    /// Returns a record whose text was not parsed.
    fn unread() -> Self {
        Self {
            is_unread: true,
            ..Self::empty()
        }
    }

    /// Returns an empty record.
    pub(super) fn empty() -> Self {
        Self {
            source: SourceText::new(String::new(), 0, 1),
            tags: Vec::new(),
            malformed_tags: Vec::new(),
            moves: Line::default(),
            result: None,
            result_unclear: false,
            closing: Vec::new(),
            findings: Vec::new(),
            findings_dropped: 0,
            is_unread: false,
            last_number: None,
            wrapped: Vec::new(),
        }
    }
}

/// Returns the first record of a text.
pub(crate) fn first_record(text: &str) -> RawRecord {
    let mut records = crate::notation::split_text(text.as_bytes()).into_iter();
    records.find(RawRecord::is_record).unwrap_or(RawRecord {
        line: 1,
        ..RawRecord::default()
    })
}

/// Returns the filler at the end of a text: NUL and U+001A bytes, as DOS and careless programs
/// write, and white space.
pub(super) fn filler_at_end(bytes: &[u8]) -> &[u8] {
    let is_filler = |byte: &u8| byte.is_ascii_whitespace() || matches!(*byte, 0 | NOT_UTF8);
    let end = bytes
        .iter()
        .rposition(|byte| !is_filler(byte))
        .map_or(bytes.len(), |last| last + 1);
    &bytes[end..]
}

/// Reports that the filler at the end of a text is read as white space.
fn report_filler(bytes: &[u8]) -> Option<Finding> {
    let filler = filler_at_end(bytes);
    let index = filler.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let first = bytes.len() - filler.len() + index;
    let message = format!(
        "The character U+{:04X} at the end is read as a space.",
        filler[index]
    );
    let finding = Finding::new(&code::UNUSUAL, Span::new(first, first + 1), message);
    Some(finding.with_hint(Hint::DropCharacters))
}

/// Decodes UTF-8. Invalid bytes become U+001A, so that offsets refer to the file. They are reported
/// in one finding.
fn decode(bytes: Vec<u8>, findings: &mut Vec<Finding>) -> String {
    let mut bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let likely_encoding = encoding_guess::guess_encoding(&bytes);
    let mut strays = 0_usize;
    let mut first = Span::default();
    let mut from = 0;
    while let Err(error) = std::str::from_utf8(&bytes[from..]) {
        let start = from + error.valid_up_to();
        let end = error
            .error_len()
            .map_or(bytes.len(), |length| start + length);
        bytes[start..end].fill(NOT_UTF8);
        match strays {
            0 => first = Span::new(start, end),
            _ if first.end as usize == start => first.end = u32::try_from(end).unwrap_or(u32::MAX),
            _ => {}
        }
        strays += end - start;
        from = end;
    }
    let others = strays - first.len();
    let more = match others {
        0 => String::new(),
        1 => ", and one byte more".to_owned(),
        _ => format!(", and {others} bytes more"),
    };
    let finding = Finding::new(&code::ENCODING, first, format!("This is not UTF-8{more}."));
    findings.push(finding.with_help(match likely_encoding {
        Some(name) => {
            format!("The record looks like {name}: save the file as UTF-8, or `iconv -f {name} -t UTF-8 FILE > NEW`.")
        }
        None => "Save the file as UTF-8.".to_owned(),
    }));
    String::from_utf8(bytes).unwrap_or_default()
}
