//! Records that a command holds in memory because it needs all of them before it writes the first.

use super::Failure;
use super::record_writer::RecordWriter;
use super::source::Source;
use pipscribe::text::RawRecord;

/// Maximum number of bytes of text that a command holds.
const MAX_HELD_BYTES: u64 = 2 << 30;

/// A record with its text.
pub(super) struct HeldRecord {
    /// File and line of the record, for messages.
    place: String,
    bytes: Vec<u8>,
}

/// Number of bytes that may still be held.
pub(super) struct HeldBytes {
    left: u64,
}

impl Default for HeldBytes {
    fn default() -> Self {
        Self {
            left: MAX_HELD_BYTES,
        }
    }
}

impl HeldBytes {
    /// Holds a record.
    ///
    /// # Errors
    /// Returns an error if the texts of all held records together are too long.
    pub(super) fn hold(&mut self, source: &Source, raw: RawRecord) -> Result<HeldRecord, Failure> {
        self.count(&raw)?;
        Ok(HeldRecord {
            place: source.place_of(&raw),
            bytes: raw.bytes,
        })
    }

    /// Counts a record that the caller holds.
    ///
    /// # Errors
    /// Returns the same error as [`HeldBytes::hold`].
    pub(super) fn count(&mut self, raw: &RawRecord) -> Result<(), Failure> {
        let length = raw.bytes.len() as u64;
        self.left = self.left.checked_sub(length).ok_or_else(|| {
            Failure::Usage(format!(
                "the records are longer than {} GiB, the most that this command holds in memory: split the files, or \
                 use DuckDB with Parquet (`pipscribe convert --to parquet`) or Spark",
                MAX_HELD_BYTES >> 30
            ))
        })?;
        Ok(())
    }

    /// Drops a record, which makes room for others.
    pub(super) fn release(&mut self, record: &HeldRecord) {
        self.left += record.bytes.len() as u64;
    }
}

impl RecordWriter {
    /// Writes a held record.
    pub(super) fn push_held(&mut self, record: &HeldRecord) -> Result<(), Failure> {
        self.push(&record.place, &record.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record_of(length: usize) -> RawRecord {
        RawRecord {
            bytes: vec![b'x'; length],
            ..RawRecord::default()
        }
    }

    #[test]
    fn records_beyond_the_limit_are_an_error_that_names_other_tools() {
        let source = Source::new("a.pips".to_owned(), None);
        let mut held = HeldBytes { left: 10 };
        let first = held.hold(&source, record_of(6)).unwrap();
        let failure = held.hold(&source, record_of(5)).err().unwrap().to_string();
        assert!(
            failure.contains("longer than 2 GiB") && failure.contains("split the files"),
            "{failure}"
        );
        assert!(
            failure.contains("DuckDB") && failure.contains("Spark"),
            "{failure}"
        );

        held.release(&first);
        assert!(held.hold(&source, record_of(10)).is_ok());
    }
}
