//! Embedded records: the records in the code blocks of a document in Markdown, LaTeX or Typst.
//!
//! A document is always split as a whole, because a fence anywhere can move everything after it.
//! The verdict on a record is kept as long as its bytes stay the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use super::document_text::Text;
use super::locked;
use super::record_cache::{FindingCount, RecordCache};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::{Claim, RawRecord};

/// Record in a document with code blocks.
#[derive(Clone, Debug)]
pub(super) struct EmbeddedRecord {
    /// Record with its place in the document.
    pub(super) raw: Arc<RawRecord>,
    /// Cached verdict.
    pub(super) cache: Arc<RecordCache>,
}

/// Records of a document, split on first use.
#[derive(Debug)]
pub(super) struct EmbeddedRecords {
    /// Kind of document.
    pub(super) kind: PageKind,
    records: OnceLock<Box<[EmbeddedRecord]>>,
    /// Records before the edit, from which verdicts are reused. Dropped when they have been.
    before: Mutex<Option<Arc<EmbeddedRecords>>>,
    /// Number of findings that the caches of all records keep together.
    finding_count: Arc<FindingCount>,
}

impl EmbeddedRecords {
    pub(super) fn new(kind: PageKind) -> Self {
        Self {
            kind,
            records: OnceLock::new(),
            before: Mutex::default(),
            finding_count: Arc::default(),
        }
    }

    /// Creates the records of the document after an edit of `previous`.
    pub(super) fn after(previous: Arc<Self>) -> Self {
        let kind = previous.kind;
        // If the previous version was never split, it has no verdicts, but a version before it may
        // have some.
        let last_split = match previous.records.get() {
            Some(_) => Some(previous),
            None => locked(&previous.before).take(),
        };
        let finding_count = last_split
            .as_ref()
            .map(|last| Arc::clone(&last.finding_count))
            .unwrap_or_default();
        Self {
            kind,
            records: OnceLock::new(),
            before: Mutex::new(last_split),
            finding_count,
        }
    }

    pub(super) fn records(&self, text: &Text) -> &[EmbeddedRecord] {
        self.records
            .get_or_init(|| self.split_records(text.as_bytes()))
    }

    /// Splits bytes that may not be valid UTF-8. The text of the document has replacement
    /// characters for them.
    pub(super) fn split(&self, bytes: &[u8]) {
        self.records.get_or_init(|| self.split_records(bytes));
    }

    /// Splits a document into records, with the verdicts that are known from before the edit.
    fn split_records(&self, bytes: &[u8]) -> Box<[EmbeddedRecord]> {
        let before = locked(&self.before).take();
        let old_records = before
            .as_ref()
            .and_then(|before| before.records.get())
            .map_or(&[][..], |records| &records[..]);
        let mut known: HashMap<_, &Arc<RecordCache>> = old_records
            .iter()
            .map(|old| (verdict_key(&old.raw), &old.cache))
            .collect();

        let raws: Vec<_> = self.kind.records(bytes).into_iter().map(Arc::new).collect();
        let records = raws.iter().map(|raw| {
            let cache = known
                .remove(&verdict_key(raw))
                .map_or_else(|| RecordCache::new(&self.finding_count), Arc::clone);
            EmbeddedRecord {
                raw: Arc::clone(raw),
                cache,
            }
        });
        records.collect()
    }
}

/// Returns everything that determines the verdict on a record: its bytes, and the claim in the
/// block attributes, such as `illegal` after ```` ```pips ````.
fn verdict_key(raw: &RawRecord) -> (&[u8], Option<&Claim>) {
    (&raw.bytes, raw.claim.as_ref())
}
