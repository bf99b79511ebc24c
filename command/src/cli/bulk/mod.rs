//! Applies the same work to very many records: on all cores, in the order of the input, and in
//! memory that does not grow with the input.

mod batch;
mod progress;
mod workers;

use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::ScopeFifo;

use self::batch::{Batch, Done, File, Step};
use self::progress::Progress;
use self::workers::{Taken, Workers};
use super::paths::Paths;
use super::source::{Records, Source, report_failure};
use super::{Failure, Status};
use pipscribe::games::Context;
use pipscribe::notation::RecordSplitter;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;

/// A result, in the order of the input.
pub(crate) enum BulkStep<T> {
    /// A file begins.
    Begin,
    /// The result of a record, numbered from 1 in its file; 0 for the text before the first record.
    Record(u64, T),
    /// A whole document all of whose bytes were requested, its format, and the context of its
    /// records.
    Page(Vec<u8>, PageKind, Context),
    /// A file has ended. The flag is true if the file was read to its end.
    End(bool),
}

/// Options for reading the input.
#[derive(Clone, Copy, Default)]
pub(crate) struct InputOptions {
    /// Keep every byte of records that are not too long, and the text before the first record. Of a
    /// document, keep everything.
    pub(crate) keep_all_bytes: bool,
    /// The files are rewritten, so that a file with several names (hard links) is read only under
    /// the first.
    pub(crate) in_place: bool,
}

impl Paths {
    /// Works on each record and emits the results. Files that cannot be read are reported and
    /// skipped.
    pub(crate) fn in_bulk<T: Send>(
        &self,
        options: InputOptions,
        work: impl Fn(RawRecord, &Context) -> T + Sync,
        emit: impl FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Status, Failure> {
        let known = self.decks.load()?;
        let mut status = Status::Well;
        self.check_settings()?;
        let mut sources = self.sources(&mut status);
        sources.retain(|source| !(options.in_place && source.is_other_name));
        let sources = sources.into_iter().map(Arc::new).collect::<Vec<_>>();
        // Settings are read before anything is written, because invalid settings stop the command.
        let contexts: Vec<Context> = sources
            .iter()
            .map(|source| known.context_for(source.path.as_deref()))
            .collect::<Result<_, _>>()?;
        rayon::in_place_scope_fifo(|scope| {
            let progress = Progress::new();
            let mut bulk = Bulk {
                batch: Batch::default(),
                scope,
                workers: None,
                work: &work,
                emit,
                progress,
            };
            for (source, context) in sources.iter().zip(contexts) {
                let file = Arc::new(File {
                    source: Arc::clone(source),
                    context,
                });
                if bulk.read_file(&file, options, &mut status)?.is_break() {
                    return Ok(status);
                }
            }
            let _ = bulk.finish()?;
            bulk.progress.finish();
            Ok(status)
        })
    }
}

/// State of a run: what has been read, what is being processed, and what has been emitted.
struct Bulk<'s, 'scope, T, W, E> {
    /// Steps that were read and not handed over yet.
    batch: Batch,
    scope: &'s ScopeFifo<'scope>,
    /// `None` until the first batch is full.
    workers: Option<Workers<T>>,
    work: &'scope W,
    emit: E,
    progress: Progress,
}

impl<'scope, T, W, E> Bulk<'_, 'scope, T, W, E>
where
    T: Send + 'scope,
    W: Fn(RawRecord, &Context) -> T + Sync,
    E: FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
{
    /// Reads a file and hands over full batches.
    fn read_file(
        &mut self,
        file: &Arc<File>,
        options: InputOptions,
        status: &mut Status,
    ) -> Result<ControlFlow<()>, Failure> {
        let source = &file.source;
        let opened = match (options.keep_all_bytes, source.page_kind()) {
            (true, Some(kind)) => return self.read_document(file, kind, status),
            (true, None) => source
                .open()
                .map(|input| Box::new(RecordSplitter::for_copies(input)) as Records),
            (false, _) => source.records(),
        };
        let splitter = match opened {
            Ok(splitter) => splitter,
            Err(failure) => {
                report_failure(&failure, status);
                return Ok(ControlFlow::Continue(()));
            }
        };

        self.batch.push(Step::Begin(Arc::clone(file)));
        let mut number = 0;
        let mut ended_well = true;
        for raw in splitter {
            let raw = match raw {
                Ok(raw) if !raw.is_record() && !options.keep_all_bytes => continue,
                Ok(raw) => raw,
                Err(error) => {
                    report_failure(&source.failure(error), status);
                    ended_well = false;
                    break;
                }
            };
            number += u64::from(raw.is_record());
            let number_or_0 = if raw.is_record() { number } else { 0 };
            self.batch
                .push_record(Step::Record(Arc::clone(file), number_or_0), raw);
            if self.batch.is_full() && self.flush()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }

        self.batch.push(Step::End(Arc::clone(file), ended_well));
        Ok(ControlFlow::Continue(()))
    }

    /// Reads a document as one step, because all its bytes are requested.
    fn read_document(
        &mut self,
        file: &Arc<File>,
        kind: PageKind,
        status: &mut Status,
    ) -> Result<ControlFlow<()>, Failure> {
        let source = &file.source;
        let mut page = Vec::new();
        let read = source.open().and_then(|mut input| {
            input
                .read_to_end(&mut page)
                .map_err(|error| source.failure(error))
        });
        if let Err(failure) = read {
            report_failure(&failure, status);
            return Ok(ControlFlow::Continue(()));
        }
        self.batch.push(Step::Begin(Arc::clone(file)));
        self.batch.push(Step::Page(Arc::clone(file), page, kind));
        self.batch.push(Step::End(Arc::clone(file), true));
        if self.batch.is_full() {
            self.flush()
        } else {
            Ok(ControlFlow::Continue(()))
        }
    }

    /// Hands over a full batch.
    fn flush(&mut self) -> Result<ControlFlow<()>, Failure> {
        let workers = self.workers.get_or_insert_with(Workers::new);
        workers.hand_over(&mut self.batch, self.scope, self.work);
        self.take_back(false)
    }

    /// Works on the remaining steps and emits all results.
    fn finish(&mut self) -> Result<ControlFlow<()>, Failure> {
        if self.workers.is_some() && self.flush()?.is_break() || self.take_back(true)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.work_off()
    }

    /// Works on the steps that were not handed over, and emits their results.
    fn work_off(&mut self) -> Result<ControlFlow<()>, Failure> {
        let done = self.batch.work_off_on_all_cores(self.work);
        self.emit_results(done)
    }

    /// Emits finished results. If `waits_for_all` is set, waits for all batches, otherwise only if
    /// many are in progress.
    fn take_back(&mut self, waits_for_all: bool) -> Result<ControlFlow<()>, Failure> {
        while let Some(workers) = &mut self.workers {
            let flow = match workers.take_back(waits_for_all) {
                Taken::Nothing => break,
                Taken::Broken => ControlFlow::Break(()),
                Taken::Done(done) => self.emit_results(done)?,
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Emits the results of a batch. The progress bar is hidden, because the results may go to the
    /// terminal.
    fn emit_results(&mut self, done: Done<T>) -> Result<ControlFlow<()>, Failure> {
        let records = done.iter().filter(|(_, done)| done.is_some()).count();
        let emit = &mut self.emit;
        let flow = self.progress.suspend(|| {
            done.into_iter()
                .try_fold(ControlFlow::Continue(()), |flow, (step, done)| {
                    if flow.is_break() {
                        return Ok(flow);
                    }
                    match (step, done) {
                        (Step::Begin(file), _) => emit(&file.source, BulkStep::Begin),
                        (Step::Record(file, number), Some(done)) => {
                            emit(&file.source, BulkStep::Record(number, done))
                        }
                        (Step::Record(..), None) => Ok(flow),
                        (Step::Page(file, page, kind), _) => emit(
                            &file.source,
                            BulkStep::Page(page, kind, file.context.clone()),
                        ),
                        (Step::End(file, well), _) => emit(&file.source, BulkStep::End(well)),
                    }
                })
        })?;
        self.progress.advance(records as u64);
        Ok(flow)
    }
}
