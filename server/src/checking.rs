//! Checking of documents: first the part near the last edit, then all records without a verdict.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use lsp_types::Diagnostic;

use super::cancel::Cancel;
use super::diagnostics::known;
use super::sections::{Block, Sections};
use super::snapshot::{DocumentRecords, Snapshot};

/// Judges the records of a block while `go_on` returns true.
fn judge(document: &Snapshot, block: &Block, start: usize, go_on: &mut dyn FnMut() -> bool) {
    if block.with_findings.get().is_some() {
        return;
    }
    let mut with_findings = Vec::new();
    for (number, entry) in (0..).zip(Snapshot::entries_of(block, start)) {
        // Known verdicts cost nothing, so repeated calls make progress.
        if entry.cache.known().is_none() && !go_on() {
            return;
        }
        if !entry.preamble && !document.judged(&entry).is_silent() {
            with_findings.push(number);
        }
    }
    let _ = block.with_findings.set(with_findings.into());
}

/// Judges the records that the user sees first: those near `near`, or all records of a document
/// with blocks. Stops when `go_on` returns false.
fn judge_near(document: &Snapshot, near: usize, go_on: &mut dyn FnMut() -> bool) {
    match &document.records {
        DocumentRecords::Embedded(_) => {
            for entry in document.all_entries() {
                if entry.cache.known().is_none() && !go_on() {
                    return;
                }
                document.judged(&entry);
            }
        }
        DocumentRecords::Notation(sections) => {
            if let Some(place) = sections.holding(near)
                && let Some((start, block)) = sections.block_starts().nth(place.block)
            {
                judge(document, block, start, go_on);
            }
        }
    }
}

/// Returns the blocks that are not fully judged, with their starts.
fn open_blocks(sections: &Sections) -> Vec<(usize, &Block)> {
    let open = sections
        .block_starts()
        .filter(|(_, block)| block.with_findings.get().is_none());
    open.map(|(start, block)| (start, block.as_ref())).collect()
}

/// Judges the rest of a document on all cores, starting near `near`.
///
/// Calls `between` when the records near `near` have been judged, and from time to time after that.
/// Returns `None` if cancelled.
pub(super) fn check(
    document: &Snapshot,
    near: usize,
    cancel: &Cancel,
    between: &mut dyn FnMut(),
) -> Option<Vec<Diagnostic>> {
    judge_near(document, near, &mut || !cancel.is_cancelled());
    if let DocumentRecords::Notation(sections) = &document.records {
        let blocks = open_blocks(sections);
        if !blocks.is_empty() && !cancel.is_cancelled() {
            between();
            judge_all(document, &blocks, cancel, between);
        }
    }
    (!cancel.is_cancelled()).then(|| known(document, near))
}

/// Judges the rest of a document on one thread, while `go_on` returns true.
///
/// Calls `between` with the number of blocks done. Returns false if another call is needed to
/// finish.
pub(super) fn check_some(
    document: &Snapshot,
    near: usize,
    go_on: &mut dyn FnMut() -> bool,
    between: &mut dyn FnMut(usize),
) -> bool {
    let mut stopped = false;
    let mut go_on = || {
        stopped = stopped || !go_on();
        !stopped
    };
    judge_near(document, near, &mut go_on);
    if let DocumentRecords::Notation(sections) = &document.records {
        let all = sections.blocks().len();
        let blocks = open_blocks(sections);
        let first = all - blocks.len();
        for (done, (start, block)) in (first..).zip(blocks) {
            between(done);
            judge(document, block, start, &mut go_on);
            if block.with_findings.get().is_none() {
                break;
            }
        }
    }
    !stopped
}

/// Judges blocks on all cores.
fn judge_all(
    document: &Snapshot,
    blocks: &[(usize, &Block)],
    cancel: &Cancel,
    between: &mut dyn FnMut(),
) {
    let next = AtomicUsize::new(0);
    let work = |between: &mut dyn FnMut()| {
        while let Some((start, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if cancel.is_cancelled() {
                return;
            }
            judge(document, block, *start, &mut || !cancel.is_cancelled());
            between();
        }
    };
    let cores = thread::available_parallelism()
        .map_or(1, std::num::NonZero::get)
        .min(blocks.len());
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(|| work(&mut || {}));
        }
        work(between);
    });
}
