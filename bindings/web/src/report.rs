//! Reports on files for other programs, such as SARIF.

use std::io;

use pipscribe::Checked;
use pipscribe::reports::{Emitter, Entry, Github, Junit, Sarif, Short};
use serde::Deserialize;
use serde_json::json;

use crate::decks::{DeckTexts, context};
use crate::given::{Given, Page};
use crate::hints::hint_text;
use crate::refused::Refused;

/// The options for a file.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    path: Option<String>,
    page: Option<Page>,
    decks: Option<DeckTexts>,
}

/// Counts of the records and findings of the files so far.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    records: u64,
    invalid: u64,
    errors: u64,
    warnings: u64,
}

/// Report in one form on files that are added one by one.
pub(crate) struct FileReport {
    emitter: Box<dyn Emitter>,
    out: Vec<u8>,
    counts: Counts,
}

impl FileReport {
    /// Begins a report.
    pub(crate) fn new(format: &str) -> Result<Self, Refused> {
        let mut emitter: Box<dyn Emitter> = match format {
            "short" => Box::new(Short),
            "github" => Box::new(Github),
            "junit" => Box::new(Junit::by_file()),
            // Codes do not link to pages, because a caller of this package has no book.
            "sarif" => Box::new(Sarif::new(None, hint_text)),
            _ => {
                return Err(Refused::options(format!(
                    "unknown format `{format}` (use short, sarif, github or junit)"
                )));
            }
        };
        let mut out = Vec::new();
        emitter.head(&mut out).map_err(not_written)?;
        Ok(Self {
            emitter,
            out,
            counts: Counts::default(),
        })
    }

    /// Adds the records of a file.
    pub(crate) fn add(&mut self, given: Given<'_>, options: &Options) -> Result<(), Refused> {
        let context = context(&options.decks)?;
        let path = options.path.as_deref().unwrap_or("-");
        for (number, raw) in given.records(options.page) {
            let checked = Checked::new(raw, &context).with_fix();
            self.count(&checked);
            let entry = Entry {
                hint_text,
                ..Entry::new(path, number, &checked)
            };
            self.emitter
                .record(&entry, &mut self.out)
                .map_err(not_written)?;
        }
        Ok(())
    }

    fn count(&mut self, checked: &Checked) {
        let report = &checked.report;
        let errors = report
            .findings
            .iter()
            .filter(|finding| finding.is_error())
            .count();
        self.counts.records += 1;
        self.counts.invalid += u64::from(!report.is_valid());
        self.counts.errors += errors as u64;
        self.counts.warnings += (report.findings.len() - errors) as u64;
    }

    /// Returns the report with its counts, as JSON.
    pub(crate) fn finish(mut self) -> Result<String, Refused> {
        // These forms have no summary. The counts are returned beside the text.
        let summary = "";
        self.emitter
            .tail(summary, &mut self.out)
            .map_err(not_written)?;
        let Counts {
            records,
            invalid,
            errors,
            warnings,
        } = self.counts;
        let report = json!({
            "text": String::from_utf8_lossy(&self.out),
            "records": records, "invalid": invalid, "errors": errors, "warnings": warnings,
        });
        Ok(report.to_string())
    }
}

fn not_written(error: io::Error) -> Refused {
    Refused::new("internal", error)
}
