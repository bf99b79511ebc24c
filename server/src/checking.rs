//! Checking of documents: first the part near the last edit, then all records without a verdict.
//!
//! A file of records is checked block by block; a block is a few hundred consecutive records. Its
//! field `with_findings` is set when all of them have verdicts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use lsp_types::Diagnostic;

use super::cancel::Cancel;
use super::diagnostics::known_diagnostics;
use super::sections::{Block, Sections};
use super::snapshot::{DocumentRecords, Snapshot};

/// Judges the rest of a document on all cores, starting near `near`.
///
/// Calls `on_progress` when the records near `near` have been judged, and from time to time after
/// that. Returns `None` if cancelled.
pub(super) fn check(
    document: &Snapshot,
    near: usize,
    cancel: &Cancel,
    on_progress: &mut dyn FnMut(),
) -> Option<Vec<Diagnostic>> {
    judge_near(document, near, &mut || !cancel.is_cancelled());
    if let DocumentRecords::Notation(sections) = &document.records {
        let blocks = open_blocks(sections);
        if !blocks.is_empty() && !cancel.is_cancelled() {
            on_progress();
            judge_all(document, &blocks, cancel, on_progress);
        }
    }
    (!cancel.is_cancelled()).then(|| known_diagnostics(document, near))
}

/// Judges the rest of a document on one thread, while `may_continue` returns true.
///
/// Calls `on_progress` with the number of blocks done. Returns false if another call is needed to
/// finish.
pub(super) fn check_some(
    document: &Snapshot,
    near: usize,
    may_continue: &mut dyn FnMut() -> bool,
    on_progress: &mut dyn FnMut(usize),
) -> bool {
    let mut stopped = false;
    // After the first false, the caller is not asked again.
    let mut may_continue = || {
        stopped = stopped || !may_continue();
        !stopped
    };
    judge_near(document, near, &mut may_continue);
    if let DocumentRecords::Notation(sections) = &document.records {
        let blocks = open_blocks(sections);
        let already_done = sections.blocks().len() - blocks.len();
        for (done, (start, block)) in (already_done..).zip(blocks) {
            on_progress(done);
            judge_block(document, block, start, &mut may_continue);
            if block.with_findings.get().is_none() {
                break;
            }
        }
    }
    !stopped
}

/// Judges the records that the user sees first: those near `near`, or all records of a document
/// with code blocks. Stops when `may_continue` returns false.
fn judge_near(document: &Snapshot, near: usize, may_continue: &mut dyn FnMut() -> bool) {
    match &document.records {
        DocumentRecords::Embedded(_) => {
            for entry in document.all_entries() {
                if entry.cache.known().is_none() && !may_continue() {
                    return;
                }
                document.judged(&entry);
            }
        }
        DocumentRecords::Notation(sections) => {
            if let Some(place) = sections.section_at(near)
                && let Some((start, block)) = sections.block_starts().nth(place.block)
            {
                judge_block(document, block, start, may_continue);
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

/// Judges the records of a block while `may_continue` returns true.
fn judge_block(
    document: &Snapshot,
    block: &Block,
    start: usize,
    may_continue: &mut dyn FnMut() -> bool,
) {
    if block.with_findings.get().is_some() {
        return;
    }
    let mut with_findings = Vec::new();
    for (number, entry) in (0..).zip(Snapshot::entries_of(block, start)) {
        // Known verdicts cost nothing, so repeated calls make progress even if each may do little.
        if entry.cache.known().is_none() && !may_continue() {
            return;
        }
        if !entry.preamble && !document.judged(&entry).is_silent() {
            with_findings.push(number);
        }
    }
    let _ = block.with_findings.set(with_findings.into());
}

/// Judges blocks on all cores.
fn judge_all(
    document: &Snapshot,
    blocks: &[(usize, &Block)],
    cancel: &Cancel,
    on_progress: &mut dyn FnMut(),
) {
    // Index of the next block that no thread has taken.
    let next = AtomicUsize::new(0);
    let work = |on_progress: &mut dyn FnMut()| {
        while let Some((start, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if cancel.is_cancelled() {
                return;
            }
            judge_block(document, block, *start, &mut || !cancel.is_cancelled());
            on_progress();
        }
    };
    let cores = thread::available_parallelism()
        .map_or(1, std::num::NonZero::get)
        .min(blocks.len());
    // Only this thread reports progress, because `on_progress` cannot be shared.
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(|| work(&mut || {}));
        }
        work(on_progress);
    });
}
