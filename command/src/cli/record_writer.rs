//! Writes records unchanged, one after the other, for `grep`, `sort`, `merge`, `dedupe` and
//! `sample`.

use super::output::{Output, stderr_line};
use super::record_separator::separator;
use super::{Failure, Status};
use pipscribe::text::{BYTE_ORDER_MARK, MAX_RECORD_BYTES, TOO_LONG};

/// Output of records. Comments and records that cannot be written without changing how they are
/// parsed are left out with a message.
pub(super) struct RecordWriter {
    out: Output,
    /// The last record written, which decides how the next one is separated from it.
    last: Vec<u8>,
    /// The place of the last record, for messages.
    last_place: String,
    /// Comments to write before the next record.
    comments: Vec<u8>,
    /// The number of records written.
    pub(super) count: u64,
    /// The number of records left out because they could not be separated from the previous record.
    pub(super) left_out: u64,
}

impl RecordWriter {
    /// Writes to an output. A file that another program saves in the meantime is not replaced,
    /// because it may be one of the input files.
    pub(super) fn to(out: Output) -> Self {
        let out = out.unless_changed();
        Self {
            out,
            last: Vec::new(),
            last_place: String::new(),
            comments: Vec::new(),
            count: 0,
            left_out: 0,
        }
    }

    /// Keeps comments to write before the next record; `place` is their file and line.
    pub(super) fn push_comments(&mut self, place: &str, bytes: &[u8]) {
        if self.comments.len() + bytes.len() > MAX_RECORD_BYTES {
            self.left_out += 1;
            stderr_line!("{place}: comments before the first record are left out: {TOO_LONG}");
            return;
        }
        self.comments
            .extend_from_slice(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes));
    }

    /// Writes a record with the comments before it; `place` is its file and line. A record that
    /// does not begin with `[Game "` must be the first of a file, or follow a result.
    pub(super) fn push(&mut self, place: &str, bytes: &[u8]) -> Result<(), Failure> {
        if bytes.len() > MAX_RECORD_BYTES {
            self.left_out += 1;
            stderr_line!("{place}: left out: {TOO_LONG}");
            return Ok(());
        }

        let next = [&self.comments, bytes].concat();
        let Some(separator) = separator(&self.last, &next) else {
            self.left_out += 1;
            stderr_line!(
                "{place}: left out: it does not begin with `[Game \"`, and would be parsed as part of the record \
                    before it"
            );
            return Ok(());
        };
        if !separator.keeps_comments {
            stderr_line!(
                "{place}: the `#` comments before it are now read as part of {}, which does not end with a result",
                self.last_place
            );
        }

        // At the end of its file, the last record may have no line break.
        if self.last.last().is_some_and(|&last| last != b'\n') {
            self.out.write("\n")?;
        }
        self.out.write(separator.text)?;
        self.out.write_bytes(&next)?;
        self.last = next;
        self.comments.clear();
        place.clone_into(&mut self.last_place);
        self.count += 1;
        Ok(())
    }

    /// Flushes the output. Returns the status, which is `Findings` if a record was left out.
    pub(super) fn finish(mut self) -> Result<Status, Failure> {
        let status = Status::findings_if(self.left_out > 0);
        self.out.write_bytes(&self.comments)?;
        self.out.finish()?;
        Ok(status)
    }
}
