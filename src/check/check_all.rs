//! Checks of all records of a file or stream.

use std::io::{self, Read};

use super::checked::Checked;
use crate::games::Context;
use crate::notation::{RecordSplitter, split_text};
use crate::text::RawRecord;

/// Parses and checks every record of a file.
///
/// ```
/// let file = "# Two games.\n\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n\n[Game \"gipf\"]\n\n1. b3 *\n";
/// let records = pipscribe::check_str(file);
/// assert_eq!(records.len(), 2);
/// assert!(records[0].report.is_valid());
/// let finding = &records[1].report.findings[0];
/// assert_eq!((finding.code.id, records[1].place(finding).line), ("tag/missing", 8));
/// ```
pub fn check_str(text: &str) -> Vec<Checked> {
    check_bytes(text.as_bytes())
}

/// Like [`check_str`], for bytes. Bytes that are not valid UTF-8 are reported as a finding.
pub fn check_bytes(bytes: &[u8]) -> Vec<Checked> {
    split_text(bytes)
        .into_iter()
        .filter(RawRecord::is_record)
        .map(|raw| Checked::new(raw, &Context::default()))
        .collect()
}

/// Parses and checks the records of a stream one by one. Only one record is in memory at a time,
/// however long the stream is.
///
/// # Errors
/// Returns an error if the stream cannot be read further. Records before the error have been
/// yielded.
pub fn check_reader(input: impl Read) -> impl Iterator<Item = io::Result<Checked>> {
    let records = RecordSplitter::new(input);
    records
        .filter(|raw| match raw {
            Ok(raw) => raw.is_record(),
            // The caller gets the error.
            Err(_) => true,
        })
        .map(|raw| raw.map(|raw| Checked::new(raw, &Context::default())))
}
