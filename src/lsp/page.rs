//! The records of a page of Markdown. A page is read as a whole, as a fence anywhere can move all that follows; what is known
//! of a record stays with its bytes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ropey::Rope;

use super::cell::{Cell, Held};
use crate::text::{RawRecord, markdown_records};

/// A record of a page.
#[derive(Clone, Debug)]
pub(super) struct PageRecord {
    /// It, with its place in the page.
    pub(super) raw: Arc<RawRecord>,
    /// What is known of it.
    pub(super) cell: Arc<Cell>,
}

/// The records of a page, which are cut when somebody asks first.
#[derive(Debug, Default)]
pub(super) struct Page {
    records: OnceLock<Box<[PageRecord]>>,
    /// Those of the page before an edit.
    before: Mutex<Option<Arc<Page>>>,
    held: Arc<Held>,
}

impl Page {
    /// The page after an edit.
    pub(super) fn after(before: Arc<Self>) -> Self {
        // Of pages that nobody asked about nothing is known, but perhaps of one before.
        let before = match before.records.get() {
            Some(_) => Some(before),
            None => before.before.lock().unwrap_or_else(PoisonError::into_inner).take(),
        };
        let held = before.as_ref().map(|before| Arc::clone(&before.held)).unwrap_or_default();
        Self { records: OnceLock::new(), before: Mutex::new(before), held }
    }

    pub(super) fn records(&self, text: &Rope) -> &[PageRecord] {
        self.records.get_or_init(|| {
            let before = self.before.lock().unwrap_or_else(PoisonError::into_inner).take();
            let known = before.as_ref().and_then(|before| before.records.get()).map(|records| &records[..]);
            let mut known: HashMap<&[u8], &Arc<Cell>> =
                known.unwrap_or_default().iter().map(|one| (one.raw.bytes.as_slice(), &one.cell)).collect();
            let bytes: Vec<u8> = text.bytes().collect();
            let records = markdown_records(&bytes).into_iter().map(|raw| {
                let cell = known.remove(raw.bytes.as_slice()).map_or_else(|| Cell::new(&self.held), Arc::clone);
                PageRecord { raw: Arc::new(raw), cell }
            });
            records.collect()
        })
    }
}
