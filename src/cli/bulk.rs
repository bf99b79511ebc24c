//! The same work over very many records: on all cores, given out in the order of the input, in
//! memory that does not grow with it.

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Read};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;

use super::input::{Paths, Source, told};
use super::{Failure, Status};
use crate::games::Context;
use crate::text::{PageKind, RawRecord, RecordSplitter};

/// How many records, and how many of their bytes, a thread works on at a time: many enough that handing them over costs
/// little, few enough that no thread has much to do when the others have nothing left.
const MOST_RECORDS: usize = 256;
const MOST_BYTES: usize = 1 << 18;
/// How many batches a thread are worked on, or wait for it, while the next is read: enough for the time in which the thread that
/// reads has to wait for a core.
const MOST_A_THREAD: usize = 4;
/// As few as this are worked on where they are; a file's beginning and its end count too.
const FEW: usize = 6;
/// Work that is shorter than this needs no progress bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// What comes of the input, in its order.
pub(crate) enum BulkStep<T> {
    /// A file begins.
    Begin,
    /// What the work made of a record, numbered from 1 in its file; 0 for what stands before the
    /// first.
    Record(u64, T),
    /// A whole page, where every byte is wanted, what it is written in, and what its records are judged with.
    Page(Vec<u8>, PageKind, Context),
    /// A file has ended; whether it was read to its end.
    End(bool),
}

/// How the input is read.
#[derive(Clone, Copy, Default)]
pub(crate) struct InputOptions {
    /// Every byte of every record, and what stands before the first record too; of a page the whole page.
    pub(crate) whole: bool,
    /// Pages in folders too, for the records in their blocks.
    pub(crate) pages: bool,
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
        let sources = self.sources(reading.pages, &mut status).into_iter().map(Arc::new).collect::<Vec<_>>();
        thread::scope(|scope| {
            let progress = Progress::new(reading.quiet);
            let mut batch = Batch { pending: Vec::new(), bytes: 0, scope, workers: None, work: &work, give, progress };
            for source in &sources {
                let context = known.of_file(source.path.as_deref());
                let file = Arc::new(File { source: Arc::clone(source), context });
                if batch.file(&file, reading, &mut status)?.is_break() {
                    return Ok(status);
                }
            }
            let _ = batch.finish()?;
            batch.progress.finish();
            Ok(status)
        })
    }
}

/// A file, and what its records are judged with. Threads that work on them only look at it: to count who shares it, they would
/// wait for each other.
struct File {
    source: Arc<Source>,
    context: Context,
}

enum Pending {
    Begin(Arc<File>),
    Record(Arc<File>, u64),
    Page(Arc<File>, Vec<u8>, PageKind),
    End(Arc<File>, bool),
}

impl Pending {
    fn file(&self) -> &File {
        match self {
            Self::Begin(file) | Self::Record(file, _) | Self::Page(file, ..) | Self::End(file, _) => file,
        }
    }
}

/// The records of a file as they are read.
type Records = Box<dyn Iterator<Item = io::Result<RawRecord>>>;
/// What comes next, records with their bytes.
type Due = Vec<(Pending, Option<RawRecord>)>;
/// The same with what came of them.
type Done<T> = Vec<(Pending, Option<T>)>;

/// Works on a record.
fn one<T>((step, raw): (Pending, Option<RawRecord>), work: &impl Fn(RawRecord, &Context) -> T) -> (Pending, Option<T>) {
    let done = raw.map(|raw| work(raw, &step.file().context));
    (step, done)
}

/// Works on all there is, on all cores.
fn worked<T: Send>(due: Due, work: &(impl Fn(RawRecord, &Context) -> T + Sync)) -> Done<T> {
    // For a record or two other threads are not worth their start.
    match due.len() < FEW {
        true => due.into_iter().map(|step| one(step, work)).collect(),
        false => due.into_par_iter().map(|step| one(step, work)).collect(),
    }
}

/// A batch, and where what comes of it is to go.
type Job<T> = (Due, SyncSender<Done<T>>);

/// Threads that work on a batch each, while the next are read and those before are given out.
struct Workers<T> {
    due: SyncSender<Job<T>>,
    /// What comes of each batch that was handed over and not given out yet, in the order of the input.
    under_way: VecDeque<Receiver<Done<T>>>,
    /// How many batches may be under way.
    most: usize,
}

impl<T: Send> Workers<T> {
    /// `None` where there is no thread to be had.
    fn start<'scope, W>(scope: &'scope Scope<'scope, '_>, work: &'scope W) -> Option<Self>
    where
        T: 'scope,
        W: Fn(RawRecord, &Context) -> T + Sync,
    {
        let threads = rayon::current_num_threads();
        let (due, jobs) = sync_channel::<Job<T>>(threads * MOST_A_THREAD);
        let jobs = Arc::new(Mutex::new(jobs));
        for at in 0..threads {
            let jobs = Arc::clone(&jobs);
            let turn_over = move || {
                while let Some((due, done)) = jobs.lock().ok().and_then(|jobs| jobs.recv().ok()) {
                    // Where the command ends early nobody waits for it.
                    let _ = done.send(due.into_iter().map(|step| one(step, work)).collect());
                }
            };
            if thread::Builder::new().spawn_scoped(scope, turn_over).is_err() && at == 0 {
                return None;
            }
        }
        Some(Self { due, under_way: VecDeque::new(), most: threads * MOST_A_THREAD })
    }

    fn hand_over(&mut self, due: Due) {
        let (done, coming) = sync_channel(1);
        self.under_way.push_back(coming);
        // Whoever worked on batches may have panicked, which ends all in a moment.
        let _ = self.due.send((due, done));
    }
}

struct Batch<'scope, 'env, T, W, G> {
    pending: Due,
    bytes: usize,
    scope: &'scope Scope<'scope, 'env>,
    /// Started with the first full batch.
    workers: Option<Workers<T>>,
    work: &'scope W,
    give: G,
    progress: Progress,
}

impl<'scope, T, W, G> Batch<'scope, '_, T, W, G>
where
    T: Send + 'scope,
    W: Fn(RawRecord, &Context) -> T + Sync,
    G: FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
{
    fn file(
        &mut self,
        file: &Arc<File>,
        reading: InputOptions,
        status: &mut Status,
    ) -> Result<ControlFlow<()>, Failure> {
        let source = &file.source;
        let opened = match (reading.whole, source.page_kind()) {
            (true, Some(kind)) => return self.page(file, kind, status),
            (true, None) => source.open().map(|input| Box::new(RecordSplitter::whole(input)) as Records),
            (false, _) => source.records(),
        };
        let splitter = match opened {
            Ok(splitter) => splitter,
            Err(failure) => {
                told(&failure, status);
                return Ok(ControlFlow::Continue(()));
            }
        };
        self.pending.push((Pending::Begin(Arc::clone(file)), None));
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
            self.pending.push((Pending::Record(Arc::clone(file), its_number), Some(raw)));
            if (self.pending.len() >= MOST_RECORDS || self.bytes >= MOST_BYTES) && self.flush()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.pending.push((Pending::End(Arc::clone(file), ended_well), None));
        Ok(ControlFlow::Continue(()))
    }

    /// A page as it is.
    fn page(&mut self, file: &Arc<File>, kind: PageKind, status: &mut Status) -> Result<ControlFlow<()>, Failure> {
        let source = &file.source;
        let mut page = Vec::new();
        let read =
            source.open().and_then(|mut input| input.read_to_end(&mut page).map_err(|error| source.failure(error)));
        if let Err(failure) = read {
            told(&failure, status);
            return Ok(ControlFlow::Continue(()));
        }
        self.bytes += page.len();
        self.pending.push((Pending::Begin(Arc::clone(file)), None));
        self.pending.push((Pending::Page(Arc::clone(file), page, kind), None));
        self.pending.push((Pending::End(Arc::clone(file), true), None));
        if self.bytes >= MOST_BYTES { self.flush() } else { Ok(ControlFlow::Continue(())) }
    }

    /// Hands a full batch over.
    fn flush(&mut self) -> Result<ControlFlow<()>, Failure> {
        let due = std::mem::take(&mut self.pending);
        self.bytes = 0;
        if self.workers.is_none() {
            self.workers = Workers::start(self.scope, self.work);
        }
        let Some(workers) = &mut self.workers else { return self.give_out(worked(due, self.work)) };
        workers.hand_over(due);
        let most = workers.most;
        self.take_back(most)
    }

    /// Works on what is left, and gives everything out.
    fn finish(&mut self) -> Result<ControlFlow<()>, Failure> {
        if self.workers.is_some() && self.flush()?.is_break() || self.take_back(0)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let due = std::mem::take(&mut self.pending);
        self.give_out(worked(due, self.work))
    }

    /// Gives out what is done, and waits until no more than so many batches are under way.
    fn take_back(&mut self, most: usize) -> Result<ControlFlow<()>, Failure> {
        while let Some(workers) = &mut self.workers {
            let Some(coming) = workers.under_way.front() else { break };
            let done = match workers.under_way.len() > most {
                true => coming.recv().map_err(|_| TryRecvError::Disconnected),
                false => coming.try_recv(),
            };
            let done = match done {
                Ok(done) => done,
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => return Ok(ControlFlow::Break(())),
            };
            workers.under_way.pop_front();
            if self.give_out(done)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn give_out(&mut self, done: Done<T>) -> Result<ControlFlow<()>, Failure> {
        let records = done.iter().filter(|(_, done)| done.is_some()).count();
        let give = &mut self.give;
        let flow = self.progress.aside(|| {
            done.into_iter().try_fold(ControlFlow::Continue(()), |flow, (step, done)| {
                if flow.is_break() {
                    return Ok(flow);
                }
                match (step, done) {
                    (Pending::Begin(file), _) => give(&file.source, BulkStep::Begin),
                    (Pending::Record(file, number), Some(done)) => give(&file.source, BulkStep::Record(number, done)),
                    (Pending::Record(..), None) => Ok(flow),
                    (Pending::Page(file, page, kind), _) => {
                        give(&file.source, BulkStep::Page(page, kind, file.context.clone()))
                    }
                    (Pending::End(file, well), _) => give(&file.source, BulkStep::End(well)),
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
