//! The sink of `pipscribe convert`: records go to an output, findings and notes to standard error.
//! The library's [`Converter`](pipscribe::formats::converter::Converter) calls the methods of
//! [`ConversionSink`], which are implemented here.

use super::table::{Table, TableWriter};
use crate::cli::hint_text::{error_text, hint_text};
use crate::cli::look::look;
use crate::cli::output::{Output, counted, stderr_line, write_stderr};
use crate::cli::verbosity::note;
use crate::cli::{Failure, Status};
use pipscribe::check::Checked;
use pipscribe::findings::Finding;
use pipscribe::formats::converter::{ConversionSink, NoteKind};
use pipscribe::formats::{ExportError, Imported};
use pipscribe::games::Context;
use pipscribe::replay::Report;
use pipscribe::reports::{ForeignText, HumanWriter, Look};
use pipscribe::text::{MAX_FINDINGS, RawRecord, SourceText};

/// Writes records to an output; reports findings and notes on standard error, with the name of
/// their file.
pub(super) struct CliSink<'a> {
    destination: Destination<'a>,
    /// The file that is read.
    pub(super) name: String,
    /// The context of its records.
    pub(super) context: Context,
    pub(super) status: Status,
    /// The number of findings of the file that may still be listed.
    listable: usize,
    /// The number of findings of the file that were not listed.
    unlisted: usize,
}

/// Destination of the records.
enum Destination<'a> {
    /// Writes texts, one after the other.
    Texts(&'a mut Output),
    /// Writes rows.
    Table(TableWriter<'a>),
}

impl<'a> CliSink<'a> {
    pub(super) fn new(table: Option<Table>, out: &'a mut Output) -> Result<Self, Failure> {
        let destination = match table {
            Some(table) => Destination::Table(TableWriter::new(table, out)?),
            None => Destination::Texts(out),
        };
        let name = String::new();
        let context = Context::default();
        let status = Status::Well;
        Ok(Self {
            destination,
            name,
            context,
            status,
            listable: 0,
            unlisted: 0,
        })
    }

    pub(super) fn begin_file(&mut self, name: &str, context: Context) {
        self.name = name.to_owned();
        self.context = context;
        // An import has at most one finding more: the one that says that there are others.
        self.listable = MAX_FINDINGS + 1;
        self.unlisted = 0;
    }

    pub(super) fn end_file(&self) {
        if self.unlisted > 0 {
            stderr_line!(
                "{}: and {}",
                self.name,
                counted(self.unlisted, "more finding")
            );
        }
    }

    /// Returns true if the records become rows of a table.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.destination, Destination::Table(_))
    }

    pub(super) fn report_fault(&mut self, message: &str) {
        stderr_line!("{}: {message}", self.name);
        self.status = self.status.max(Status::Findings);
    }

    pub(super) fn finish(self) -> Result<Status, Failure> {
        if let Destination::Table(table) = self.destination {
            table.finish()?;
        }
        Ok(self.status)
    }

    fn report(&mut self, human: &HumanWriter<'_>, findings: &[Finding], dropped: usize) {
        for finding in findings {
            write_stderr(&human.write(finding));
        }
        if dropped > 0 {
            stderr_line!("and {}", counted(dropped, "more finding"));
        }
        if findings.iter().any(Finding::is_error) || dropped > 0 {
            self.status = self.status.max(Status::Findings);
        }
    }
}

/// Findings are reported without colours and links.
fn plain_look() -> Look<'static> {
    Look {
        colours: false,
        links: None,
        ..look(None)
    }
}

impl ConversionSink for CliSink<'_> {
    type Error = Failure;

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match &mut self.destination {
            Destination::Texts(out) => out.write_bytes(bytes),
            Destination::Table(_) => Ok(()),
        }
    }

    fn row(&mut self, raw: RawRecord) -> Result<(), Failure> {
        match &mut self.destination {
            Destination::Texts(_) => Ok(()),
            Destination::Table(table) => table.push(&self.name, raw, &self.context),
        }
    }

    fn note(&mut self, line: Option<u64>, message: &str, kind: NoteKind) {
        let place = line.map_or_else(|| self.name.clone(), |line| format!("{}:{line}", self.name));
        match kind {
            NoteKind::Assumption => note!("{place}: {message}"),
            NoteKind::Fault => {
                stderr_line!("{place}: {message}");
                self.status = self.status.max(Status::Findings);
            }
            NoteKind::Failure => {
                stderr_line!("{place}: {message}");
                self.status = Status::Failed;
            }
        }
    }

    fn not_written(&mut self, line: u64, error: &ExportError) {
        self.note(Some(line), &error_text(error), NoteKind::Failure);
    }

    fn findings_of_record(&mut self, checked: &Checked) {
        let report = &checked.report;
        let name = self.name.clone();
        let human = HumanWriter::new(&name, checked.record(), report, plain_look())
            .with_hint_text(hint_text);
        self.report(&human, &report.findings, report.findings_dropped);
    }

    fn findings_of_text(&mut self, text: &SourceText, games: &[Imported]) {
        let shown = ForeignText::new(text);
        let name = self.name.clone();
        let no_report = Report::default();
        for game in games {
            let findings = &game.findings;
            let report = game
                .checked
                .as_ref()
                .map_or(&no_report, |checked| &checked.report);
            let human = HumanWriter::of_foreign_text(&name, &shown, report, plain_look())
                .with_hint_text(hint_text);
            let (listed, others) = findings.split_at(findings.len().min(self.listable));
            self.report(&human, listed, report.findings_dropped);
            self.listable -= listed.len();
            self.unlisted += others.len();
            if others.iter().any(Finding::is_error) {
                self.status = self.status.max(Status::Findings);
            }
        }
    }
}
