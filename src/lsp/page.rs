//! The records of a page: of Markdown, LaTeX or Typst. A page is read as a whole, as a fence anywhere can move all that follows; what is known
//! of a record stays with its bytes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ropey::Rope;

use super::record_cache::{Cell, Held};
use crate::text::{Claim, PageKind, RawRecord};

/// A record of a page.
#[derive(Clone, Debug)]
pub(super) struct PageRecord {
    /// It, with its place in the page.
    pub(super) raw: Arc<RawRecord>,
    /// What is known of it.
    pub(super) cell: Arc<Cell>,
}

/// What a record is judged by: its bytes, and what the fence of its block claims.
fn judged_by(raw: &RawRecord) -> (&[u8], Option<&Claim>) {
    (&raw.bytes, raw.claim.as_ref())
}

/// The records of a page, which are cut when somebody asks first.
#[derive(Debug)]
pub(super) struct Page {
    /// What it is written in.
    pub(super) kind: PageKind,
    records: OnceLock<Box<[PageRecord]>>,
    /// Those of the page before an edit.
    before: Mutex<Option<Arc<Page>>>,
    held: Arc<Held>,
}

impl Page {
    pub(super) fn new(kind: PageKind) -> Self {
        Self { kind, records: OnceLock::new(), before: Mutex::default(), held: Arc::default() }
    }

    /// The page after an edit.
    pub(super) fn after(before: Arc<Self>) -> Self {
        let kind = before.kind;
        // Of pages that nobody asked about nothing is known, but perhaps of one before.
        let before = match before.records.get() {
            Some(_) => Some(before),
            None => before.before.lock().unwrap_or_else(PoisonError::into_inner).take(),
        };
        let held = before.as_ref().map(|before| Arc::clone(&before.held)).unwrap_or_default();
        Self { kind, records: OnceLock::new(), before: Mutex::new(before), held }
    }

    pub(super) fn records(&self, text: &Rope) -> &[PageRecord] {
        self.records.get_or_init(|| self.cut_of(&text.bytes().collect::<Vec<u8>>()))
    }

    /// Cuts the records of bytes that may be no UTF-8, instead of those of the text that is made of them.
    pub(super) fn cut(&self, bytes: &[u8]) {
        self.records.get_or_init(|| self.cut_of(bytes));
    }

    fn cut_of(&self, bytes: &[u8]) -> Box<[PageRecord]> {
        let before = self.before.lock().unwrap_or_else(PoisonError::into_inner).take();
        let known = before.as_ref().and_then(|before| before.records.get()).map(|records| &records[..]);
        let raws: Vec<_> = self.kind.records(bytes).into_iter().map(Arc::new).collect();
        let mut known: HashMap<_, &Arc<Cell>> =
            known.unwrap_or_default().iter().map(|one| (judged_by(&one.raw), &one.cell)).collect();
        let records = raws.iter().map(|raw| {
            let cell = known.remove(&judged_by(raw)).map_or_else(|| Cell::new(&self.held), Arc::clone);
            PageRecord { raw: Arc::clone(raw), cell }
        });
        records.collect()
    }
}
