//! A record of `pipscribe test`, judged.

use std::sync::Arc;

use crate::bless::{Blessed, bless};
use crate::checked::Checked;
use crate::findings::Finding;
use crate::games::pipe::Decks;
use crate::notation::Record;
use crate::notation::has_expectations;
use crate::snapshot::snapshot;
use crate::text::RawRecord;

/// A record that may be a test.
pub(super) struct Case {
    pub(super) checked: Checked,
    pub(super) has_expectations: bool,
    /// Where it stood, and its bytes, where they may have to be replaced.
    pub(super) offset: u64,
    pub(super) before: Vec<u8>,
    /// What became of its expectations, if they had to be blessed.
    pub(super) blessed: Option<Result<Vec<u8>, Vec<Finding>>>,
    /// What its snapshot is to be.
    pub(super) pinned: Option<String>,
}

impl Case {
    /// Judges a record, and where that is wanted blesses and pins it.
    pub(super) fn of(raw: RawRecord, decks: &Arc<dyn Decks>, wants_bless: bool, pins: bool) -> Self {
        let check = |raw| Checked::of(Record::parse(raw).with_decks(Arc::clone(decks)));
        let offset = raw.offset;
        let before = wants_bless.then(|| raw.clone());
        let mut checked = check(raw);
        let has_expectations = has_expectations(&checked.record);
        let mut blessed = None;
        if let Some(raw) = before.as_ref().filter(|_| has_expectations && !checked.report.is_valid()) {
            blessed = Some(bless(raw, check).map(|Blessed { bytes, checked: anew }| {
                checked = anew;
                bytes
            }));
        }
        let before = before.filter(|_| blessed.is_some()).map(|raw| raw.bytes).unwrap_or_default();
        let pinned = pins.then(|| snapshot(&checked));
        Self { checked, has_expectations, offset, before, blessed, pinned }
    }
}
