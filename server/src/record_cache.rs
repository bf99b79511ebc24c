//! Cached verdict on a record of a document. It is valid as long as the bytes of the record stay
//! the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, Weak};

use super::locked;
use super::semantic_tokens::RecordTokens;
use pipscribe::Checked;
use pipscribe::check::Selection;
use pipscribe::findings::Finding;
use pipscribe::games::Context;
use pipscribe::text::{RawRecord, Span};

/// Maximum number of findings kept per record.
const MAX_KEPT: usize = 200;
/// Maximum number of findings kept per document. Further findings are only counted.
const MAX_IN_A_DOCUMENT: usize = 20_000;

/// Number of findings kept for a document.
#[derive(Debug, Default)]
pub(super) struct FindingCount(AtomicUsize);

/// Cache entry of a record.
#[derive(Debug)]
pub(super) struct RecordCache {
    judged: OnceLock<Judged>,
    /// Record replayed turn by turn, while it is in use elsewhere.
    replayed: Mutex<Weak<Checked>>,
    /// Semantic tokens of the whole record.
    tokens: OnceLock<RecordTokens>,
    finding_count: Arc<FindingCount>,
}

/// Verdict on a record.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// Findings, with spans relative to the start of the record.
    pub(super) findings: Box<[Finding]>,
    /// Number of findings that were counted, but not kept.
    pub(super) more: usize,
    /// Turns of the main line to which no rule was applied, because an earlier one is illegal.
    pub(super) unchecked: Option<UncheckedTurns>,
}

/// Turns of the main line after an illegal turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct UncheckedTurns {
    pub(super) span: Span,
    /// Number of the illegal turn.
    pub(super) illegal_turn: u32,
}

impl Judged {
    /// Returns true if there are no findings.
    pub(super) fn is_silent(&self) -> bool {
        self.findings.is_empty() && self.more == 0
    }
}

impl RecordCache {
    pub(super) fn new(finding_count: &Arc<FindingCount>) -> Arc<Self> {
        Arc::new(Self {
            judged: OnceLock::new(),
            replayed: Mutex::default(),
            tokens: OnceLock::new(),
            finding_count: Arc::clone(finding_count),
        })
    }

    /// Returns the verdict if it is known.
    pub(super) fn known(&self) -> Option<&Judged> {
        self.judged.get()
    }

    /// Returns the verdict. If it is not known, judges the record that `raw` returns, and keeps the
    /// selected findings.
    pub(super) fn judged(
        &self,
        raw: impl FnOnce() -> RawRecord,
        context: &Context,
        selection: &Selection,
    ) -> &Judged {
        self.judged.get_or_init(|| {
            let mut checked = Checked::new(raw(), context);
            let unchecked = unchecked_turns(&checked);
            let mut findings = std::mem::take(&mut checked.report.findings);
            selection.apply(&mut findings);
            let total = findings.len();
            let room =
                MAX_IN_A_DOCUMENT.saturating_sub(self.finding_count.0.load(Ordering::Relaxed));
            findings.truncate(MAX_KEPT.min(room));
            self.finding_count
                .0
                .fetch_add(findings.len(), Ordering::Relaxed);
            Judged {
                more: total - findings.len(),
                findings: findings.into(),
                unchecked,
            }
        })
    }

    /// Returns the semantic tokens of the whole record. If they are not known, computes them.
    pub(super) fn tokens(&self, compute: impl FnOnce() -> RecordTokens) -> &RecordTokens {
        self.tokens.get_or_init(compute)
    }

    /// Returns the replayed record if it is still in use.
    pub(super) fn replayed(&self) -> Option<Arc<Checked>> {
        locked(&self.replayed).upgrade()
    }

    /// Keeps a weak reference to the replayed record.
    pub(super) fn remember_replayed(&self, checked: &Arc<Checked>) {
        *locked(&self.replayed) = Arc::downgrade(checked);
    }
}

impl Drop for RecordCache {
    fn drop(&mut self) {
        if let Some(judged) = self.judged.get() {
            self.finding_count
                .0
                .fetch_sub(judged.findings.len(), Ordering::Relaxed);
        }
    }
}

/// Returns the turns of the main line after the first illegal turn.
fn unchecked_turns(checked: &Checked) -> Option<UncheckedTurns> {
    // The report counts the legal turns of the main line, up to the first illegal one.
    let illegal_turn = checked.report.turns + 1;
    let is_fault = |finding: &Finding| {
        finding.is_error() && finding.turn == illegal_turn && finding.variation.is_empty()
    };
    if !checked.report.findings.iter().any(is_fault) {
        return None;
    }

    let turns = &checked.record().moves.turns;
    let first = turns.iter().find(|node| node.number > illegal_turn)?;
    let last = turns.last()?;
    Some(UncheckedTurns {
        span: first.text.to(last.text),
        illegal_turn,
    })
}
