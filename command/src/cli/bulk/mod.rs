//! Applies the same work to very many records: on all cores, in the order of the input, and in
//! memory that does not grow with the input.
//!
//! The calling thread reads the files and collects their records in a [`Batch`]. It hands a full
//! batch over to [`Workers`] and reads on while they work. It passes the results to the command in
//! the order of the input, as [`BulkStep`]s. If too many batches are in progress, it waits for the
//! oldest one.

mod batch;
mod progress;
mod workers;

use std::collections::BTreeSet;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::ScopeFifo;

use self::batch::{Batch, BatchResults, File, Step};
use self::progress::Progress;
use self::workers::{Taken, Waiting, Workers};
use super::paths::Paths;
use super::source::{Records, Source, report_failure};
use super::{Failure, Status, project_settings};
use pipscribe::games::Context;
use pipscribe::notation::RecordSplitter;
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;

/// A step of the run, in the order of the input. Each file gives `Begin`, then its records or its
/// `Document`, then `End`.
pub(crate) enum BulkStep<T> {
    /// A file begins.
    Begin,
    /// The number of a record in its file, from 1, and the result of the work on it. Comments
    /// before a record have the number 0.
    Record(u64, T),
    /// A whole document whose records the command processes itself, because all bytes of the
    /// document were requested ([`InputOptions::keep_all_bytes`]).
    Document {
        bytes: Vec<u8>,
        kind: PageKind,
        /// The context of its records.
        context: Context,
    },
    /// A file has ended.
    End {
        /// False if reading failed before the end of the file.
        read_to_end: bool,
    },
}

/// Options for reading the input.
#[derive(Clone, Copy, Default)]
pub(crate) struct InputOptions {
    /// Keep every byte of records that are not too long, and the comments before them. A document
    /// is kept as a whole.
    pub(crate) keep_all_bytes: bool,
    /// The files are rewritten, so that a file with several names (hard links) is read only under
    /// the first.
    pub(crate) in_place: bool,
}

impl InputOptions {
    /// Returns true for a command that writes the records that it reads. Such a command does not
    /// leave out files, because its output would be incomplete.
    fn writes_records(self) -> bool {
        self.in_place || self.keep_all_bytes
    }
}

/// Settings files that are invalid or cannot be read, each with its first failure. A command that
/// only reads records skips the files of these projects.
#[derive(Default)]
struct InvalidSettings {
    failures: Vec<Failure>,
    /// The messages of the failures, because many files may have the same settings.
    messages: BTreeSet<String>,
}

impl InvalidSettings {
    fn add(&mut self, failure: Failure) {
        if self.messages.insert(failure.to_string()) {
            self.failures.push(failure);
        }
    }

    /// Returns the first failure, if there is one.
    fn stop(&mut self) -> Result<(), Failure> {
        if self.failures.is_empty() {
            return Ok(());
        }
        Err(self.failures.swap_remove(0))
    }

    /// Reports all failures.
    fn report(&self, status: &mut Status) {
        for failure in &self.failures {
            report_failure(failure, status);
        }
    }
}

impl Paths {
    /// Reads the settings of every argument, so that invalid settings are reported even in a folder
    /// without records. Returns the number of arguments with valid settings.
    fn count_valid_settings(&self, invalid_settings: &mut InvalidSettings) -> usize {
        let mut count = 0;
        for path in &self.paths {
            match project_settings::of_argument(Some(path)) {
                Ok(_) => count += 1,
                Err(failure) => invalid_settings.add(failure),
            }
        }
        count
    }

    /// Works on each record and emits the results. Files that cannot be read are reported and
    /// skipped.
    pub(crate) fn in_bulk<T: Send>(
        &self,
        options: InputOptions,
        work: impl Fn(RawRecord, &Context) -> T + Sync,
        emit: impl FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
    ) -> Result<Status, Failure> {
        let known_decks = self.decks.load()?;
        let mut invalid_settings = InvalidSettings::default();
        let valid_arguments = self.count_valid_settings(&mut invalid_settings);
        if valid_arguments == 0 || options.writes_records() {
            invalid_settings.stop()?;
        }

        let mut status = Status::Well;
        let mut sources = self.sources(&mut status);
        sources.retain(|source| !(options.in_place && source.is_other_name));
        // Settings are read before anything is written, because invalid settings stop a command
        // that writes records.
        let mut files: Vec<(Source, Context)> = Vec::with_capacity(sources.len());
        for source in sources {
            match known_decks.context_for(source.path.as_deref()) {
                Ok(context) => files.push((source, context)),
                Err(failure) => invalid_settings.add(failure),
            }
        }
        if files.is_empty() || options.writes_records() {
            invalid_settings.stop()?;
        }
        invalid_settings.report(&mut status);

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
            for (source, context) in files {
                let file = Arc::new(File { source, context });
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
        let opened = if options.keep_all_bytes {
            if let Some(kind) = source.page_kind() {
                return self.read_document(file, kind, status);
            }
            source
                .open()
                .map(|input| Box::new(RecordSplitter::for_copies(input)) as Records)
        } else {
            source.records()
        };
        let records = match opened {
            Ok(records) => records,
            Err(failure) => {
                report_failure(&failure, status);
                return Ok(ControlFlow::Continue(()));
            }
        };

        self.batch.push(Step::Begin(Arc::clone(file)));
        let mut records_so_far = 0;
        let mut read_to_end = true;
        for raw in records {
            let raw = match raw {
                Ok(raw) => raw,
                Err(error) => {
                    report_failure(&source.failure(error), status);
                    read_to_end = false;
                    break;
                }
            };
            let number = if raw.is_record() {
                records_so_far += 1;
                records_so_far
            } else if options.keep_all_bytes {
                0
            } else {
                continue;
            };
            self.batch
                .push_record(Step::Record(Arc::clone(file), number), raw);
            if self.batch.is_full() && self.flush()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }

        self.batch.push(Step::End {
            file: Arc::clone(file),
            read_to_end,
        });
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
        let mut bytes = Vec::new();
        let read = source.open().and_then(|mut input| {
            input
                .read_to_end(&mut bytes)
                .map_err(|error| source.failure(error))
        });
        if let Err(failure) = read {
            report_failure(&failure, status);
            return Ok(ControlFlow::Continue(()));
        }

        source.report_unread_blocks(kind, &bytes);
        self.batch.push(Step::Begin(Arc::clone(file)));
        self.batch.push(Step::Document {
            file: Arc::clone(file),
            bytes,
            kind,
        });
        self.batch.push(Step::End {
            file: Arc::clone(file),
            read_to_end: true,
        });
        if self.batch.is_full() {
            self.flush()
        } else {
            Ok(ControlFlow::Continue(()))
        }
    }

    /// Hands over a full batch, and emits the results that are ready.
    fn flush(&mut self) -> Result<ControlFlow<()>, Failure> {
        let workers = self.workers.get_or_insert_with(Workers::new);
        workers.hand_over(&mut self.batch, self.scope, self.work);
        self.take_back(Waiting::IfTooMany)
    }

    /// Works on the remaining steps and emits all results.
    fn finish(&mut self) -> Result<ControlFlow<()>, Failure> {
        let has_workers = self.workers.is_some();
        if has_workers && self.flush()?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if self.take_back(Waiting::ForAll)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        // A small input never fills a batch, so no batch was handed over.
        let results = self.batch.process_on_all_cores(self.work);
        self.emit_results(results)
    }

    /// Emits the results of finished batches.
    fn take_back(&mut self, waiting: Waiting) -> Result<ControlFlow<()>, Failure> {
        while let Some(workers) = &mut self.workers {
            let flow = match workers.take_back(waiting) {
                Taken::Nothing => break,
                Taken::Broken => ControlFlow::Break(()),
                Taken::Results(results) => self.emit_results(results)?,
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Emits the results of a batch. The progress bar is hidden, because the results may go to the
    /// terminal.
    fn emit_results(&mut self, results: BatchResults<T>) -> Result<ControlFlow<()>, Failure> {
        let records = results.iter().filter(|(_, result)| result.is_some());
        let record_count = records.count() as u64;
        let emit = &mut self.emit;
        let flow = self
            .progress
            .suspend(|| -> Result<ControlFlow<()>, Failure> {
                for (step, result) in results {
                    if emit_step(emit, step, result)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            })?;
        self.progress.advance(record_count);
        Ok(flow)
    }
}

fn emit_step<T>(
    emit: &mut impl FnMut(&Source, BulkStep<T>) -> Result<ControlFlow<()>, Failure>,
    step: Step,
    result: Option<T>,
) -> Result<ControlFlow<()>, Failure> {
    match step {
        Step::Begin(file) => emit(&file.source, BulkStep::Begin),
        Step::Record(file, number) => match result {
            Some(result) => emit(&file.source, BulkStep::Record(number, result)),
            None => Ok(ControlFlow::Continue(())),
        },
        Step::Document { file, bytes, kind } => {
            let context = file.context.clone();
            emit(
                &file.source,
                BulkStep::Document {
                    bytes,
                    kind,
                    context,
                },
            )
        }
        Step::End { file, read_to_end } => emit(&file.source, BulkStep::End { read_to_end }),
    }
}
