//! What is known of a record of a document, for as long as its bytes stay as they are.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crate::Checked;
use crate::findings::Finding;
use crate::games::Context;
use crate::text::RawRecord;

/// How many findings of one record are kept for an editor.
const MOST_KEPT: usize = 200;
/// How many findings of a document are kept at a time; of what comes behind them, their number.
const MOST_IN_A_DOCUMENT: usize = 20_000;

/// How many findings a document holds.
#[derive(Debug, Default)]
pub(super) struct Held(AtomicUsize);

/// A record, and what was found out about it so far.
#[derive(Debug)]
pub(super) struct Cell {
    judged: OnceLock<Judged>,
    /// The record turn by turn, as long as somebody holds it.
    studied: Mutex<Weak<Checked>>,
    held: Arc<Held>,
}

/// The verdict on a record.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// What is wrong with it, with spans that count from its start.
    pub(super) findings: Box<[Finding]>,
    /// How many more findings there are.
    pub(super) more: usize,
}

impl Judged {
    /// Whether there is nothing to tell.
    pub(super) fn is_silent(&self) -> bool {
        self.findings.is_empty() && self.more == 0
    }
}

impl Cell {
    pub(super) fn new(held: &Arc<Held>) -> Arc<Self> {
        Arc::new(Self { judged: OnceLock::new(), studied: Mutex::default(), held: Arc::clone(held) })
    }

    /// The verdict, if it is known.
    pub(super) fn known(&self) -> Option<&Judged> {
        self.judged.get()
    }

    /// The verdict; `raw` gives the record where it has to be judged.
    pub(super) fn judged(&self, raw: impl FnOnce() -> RawRecord, context: &Context) -> &Judged {
        self.judged.get_or_init(|| {
            let mut findings = Checked::read(raw(), context).report.findings;
            let total = findings.len();
            let room = MOST_IN_A_DOCUMENT.saturating_sub(self.held.0.load(Ordering::Relaxed));
            findings.truncate(MOST_KEPT.min(room));
            self.held.0.fetch_add(findings.len(), Ordering::Relaxed);
            Judged { more: total - findings.len(), findings: findings.into() }
        })
    }

    /// The record turn by turn, if somebody has asked for it lately.
    pub(super) fn studied(&self) -> Option<Arc<Checked>> {
        self.studied.lock().unwrap_or_else(PoisonError::into_inner).upgrade()
    }

    /// Keeps the record turn by turn for as long as somebody else does.
    pub(super) fn keep(&self, checked: &Arc<Checked>) {
        *self.studied.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(checked);
    }
}

impl Drop for Cell {
    fn drop(&mut self) {
        if let Some(judged) = self.judged.get() {
            self.held.0.fetch_sub(judged.findings.len(), Ordering::Relaxed);
        }
    }
}
