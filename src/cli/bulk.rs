//! The same work over very many records: on all cores, given out in the order of the input, in
//! memory that does not grow with it.

use std::io::{self, IsTerminal, Read};
use std::iter;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::input::{Paths, Source, told};
use super::{Failure, Status};
use crate::games::Context;
use crate::text::{RawRecord, RecordSplitter, markdown_records};

/// How many records, and how many of their bytes, are worked on at a time.
const MOST_RECORDS: usize = 512;
const MOST_BYTES: usize = 1 << 20;
/// Work that is shorter than this needs no progress bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// What comes of the input, in its order.
pub(crate) enum BulkStep<T> {
    /// A file begins.
    Begin,
    /// What the work made of a record, numbered from 1 in its file; 0 for what stands before the
    /// first.
    Record(u64, T),
    /// A file has ended; whether it was read to its end.
    End(bool),
}

/// How the input is read.
#[derive(Clone, Copy, Default)]
pub(crate) struct InputOptions {
    /// Every byte of every record, and what stands before the first record too.
    pub(crate) whole: bool,
    /// Markdown in folders too, for the records in its blocks.
    pub(crate) markdown: bool,
    /// No progress bar.
    pub(crate) quiet: bool,
}

impl Paths {
    /// Works on each record and gives out what comes of it. Files that cannot be read are told and
    /// passed over.
    pub(crate) fn in_bulk<T: Send>(
        &self,
        reading: InputOptions,
        work: impl Fn(RawRecord, &Context) -> T + Sync,
        give: impl FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Status, Failure> {
        let known = self.decks.load()?;
        let mut status = Status::Well;
        let sources = self.sources(reading.markdown, &mut status).into_iter().map(Arc::new).collect::<Vec<_>>();
        let mut batch = Batch { pending: Vec::new(), bytes: 0, work, give, progress: Progress::new(reading.quiet) };
        for source in &sources {
            if batch.file(source, &known.of_file(source.path.as_deref()), reading, &mut status)?.is_break() {
                return Ok(status);
            }
        }
        let _ = batch.flush()?;
        batch.progress.finish();
        Ok(status)
    }
}

enum Pending {
    Begin(Arc<Source>),
    Record(Arc<Source>, u64),
    End(Arc<Source>, bool),
}

/// A record as it was cut out, and what it is judged with.
type Unread = (RawRecord, Context);

struct Batch<W, G> {
    /// What comes next, records with their bytes.
    pending: Vec<(Pending, Option<Unread>)>,
    bytes: usize,
    work: W,
    give: G,
    progress: Progress,
}

impl<T, W, G> Batch<W, G>
where
    T: Send,
    W: Fn(RawRecord, &Context) -> T + Sync,
    G: FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
{
    fn file(
        &mut self,
        source: &Arc<Source>,
        context: &Context,
        reading: InputOptions,
        status: &mut Status,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut input = match source.open() {
            Ok(input) => input,
            Err(failure) => {
                told(&failure, status);
                return Ok(ControlFlow::Continue(()));
            }
        };
        self.pending.push((Pending::Begin(Arc::clone(source)), None));
        let splitter: Box<dyn Iterator<Item = io::Result<RawRecord>>> = match reading.whole {
            true => Box::new(RecordSplitter::whole(input)),
            false if source.is_markdown() => {
                let mut bytes = Vec::new();
                match input.read_to_end(&mut bytes) {
                    Ok(_) => Box::new(markdown_records(&bytes).into_iter().map(Ok)),
                    Err(error) => Box::new(iter::once(Err(error))),
                }
            }
            false => Box::new(RecordSplitter::new(input)),
        };
        let mut number = 0;
        let mut ended_well = true;
        for raw in splitter {
            let raw = match raw {
                Ok(raw) if raw.preamble && !reading.whole => continue,
                Ok(raw) => raw,
                Err(error) => {
                    told(&source.failure(error), status);
                    ended_well = false;
                    break;
                }
            };
            number += u64::from(!raw.preamble);
            self.bytes += raw.bytes.len();
            let its_number = if raw.preamble { 0 } else { number };
            self.pending.push((Pending::Record(Arc::clone(source), its_number), Some((raw, context.clone()))));
            if (self.pending.len() >= MOST_RECORDS || self.bytes >= MOST_BYTES) && self.flush()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.pending.push((Pending::End(Arc::clone(source), ended_well), None));
        Ok(ControlFlow::Continue(()))
    }

    fn flush(&mut self) -> Result<ControlFlow<()>, Failure> {
        let pending = std::mem::take(&mut self.pending);
        self.bytes = 0;
        let work = &self.work;
        let done: Vec<(Pending, Option<T>)> = pending
            .into_par_iter()
            .map(|(step, raw)| {
                let done = match (&step, raw) {
                    (Pending::Record(..), Some((raw, context))) => Some(work(raw, &context)),
                    _ => None,
                };
                (step, done)
            })
            .collect();
        let records = done.iter().filter(|(_, done)| done.is_some()).count();
        let give = &mut self.give;
        let flow = self.progress.aside(|| {
            done.into_iter().try_fold(ControlFlow::Continue(()), |flow, (step, done)| {
                if flow.is_break() {
                    return Ok(flow);
                }
                match (step, done) {
                    (Pending::Begin(source), _) => give(&source, BulkStep::Begin),
                    (Pending::Record(source, number), Some(done)) => give(&source, BulkStep::Record(number, done)),
                    (Pending::Record(..), None) => Ok(flow),
                    (Pending::End(source, well), _) => give(&source, BulkStep::End(well)),
                }
            })
        })?;
        self.progress.go_on(records as u64);
        Ok(flow)
    }
}

/// A bar on standard error, if that is a terminal and the work takes long.
struct Progress {
    bar: Option<ProgressBar>,
    since: Instant,
    wanted: bool,
    records: u64,
}

impl Progress {
    fn new(quiet: bool) -> Self {
        let wanted = !quiet && io::stderr().is_terminal();
        Self { bar: None, since: Instant::now(), wanted, records: 0 }
    }

    /// Does what writes to the terminal, the bar out of the way.
    fn aside<O>(&self, write: impl FnOnce() -> O) -> O {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    fn go_on(&mut self, records: u64) {
        self.records += records;
        if !self.wanted || self.since.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::new_spinner();
            if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} records, {per_sec}, {elapsed}") {
                bar.set_style(style);
            }
            bar
        });
        bar.set_position(self.records);
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
