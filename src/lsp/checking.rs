//! Checking a document: what was edited first, then whatever nobody has looked at yet.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lsp_types::Diagnostic;

use super::cancel::Cancel;
use super::diagnostics::known;
use super::sections::{Block, Sections};
use super::snapshot::{Records, Snapshot};

/// How often what was found so far is told, where checking takes long.
const BETWEEN: Duration = Duration::from_millis(500);

/// Judges the records of a block.
fn judge(document: &Snapshot, block: &Block, start: usize, cancel: &Cancel) {
    if block.told.get().is_some() {
        return;
    }
    let mut told = Vec::new();
    for (number, entry) in (0..).zip(Snapshot::entries_of(block, start)) {
        if cancel.is_cancelled() {
            return;
        }
        if !entry.preamble && !document.judged(&entry).is_silent() {
            told.push(number);
        }
    }
    let _ = block.told.set(told.into());
}

/// Judges what of a document is not judged yet, what stands at `near` first; `tell` is told what is known when that is done,
/// and in between. `None` where it is cancelled.
pub(super) fn check(
    document: &Snapshot,
    near: usize,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Vec<Diagnostic>),
) -> Option<Vec<Diagnostic>> {
    match &document.records {
        Records::Page(_) => {
            for entry in document.all_entries() {
                if cancel.is_cancelled() {
                    return None;
                }
                document.judged(&entry);
            }
        }
        Records::Notation(sections) => {
            if let Some(place) = sections.holding(near) {
                let beside = sections.block_starts().nth(place.block);
                beside.iter().for_each(|(start, block)| judge(document, block, *start, cancel));
            }
            if sections.blocks().iter().any(|block| block.told.get().is_none()) {
                if !cancel.is_cancelled() {
                    tell(known(document, near));
                }
                judge_all(document, sections, near, cancel, tell);
            }
        }
    }
    (!cancel.is_cancelled()).then(|| known(document, near))
}

/// Judges all blocks with all the machine's cores.
fn judge_all(
    document: &Snapshot,
    sections: &Sections,
    near: usize,
    cancel: &Cancel,
    tell: &mut dyn FnMut(Vec<Diagnostic>),
) {
    let blocks: Vec<_> = sections.block_starts().filter(|(_, block)| block.told.get().is_none()).collect();
    let next = AtomicUsize::new(0);
    let work = |between: &mut dyn FnMut()| {
        while let Some((start, block)) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            if cancel.is_cancelled() {
                return;
            }
            judge(document, block, *start, cancel);
            between();
        }
    };
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get).min(blocks.len());
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(|| work(&mut || {}));
        }
        let mut last = Instant::now();
        work(&mut || {
            if last.elapsed() > BETWEEN && !cancel.is_cancelled() {
                tell(known(document, near));
                last = Instant::now();
            }
        });
    });
}
