//! `pipscribe infer`: lists the settings under which records are legal, and writes their tags.

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::mend::other_game;
use super::output::{Output, counted, json, stderr_line};
use super::paths::Paths;
use super::record_replacer::{RecordReplacer, Replaced};
use super::search_budget::{MAX_STEPS_OF_SETTINGS, SearchBudget};
use super::source::Source;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::fixes::infer::{MAX_JUDGED, Reading, Setting, Settings};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::text::{RawRecord, one_line};

/// Arguments of `pipscribe infer`.
#[derive(Debug, Args)]
pub(crate) struct Infer {
    #[command(flatten)]
    paths: Paths,
    /// Set the format of the list
    #[arg(long, value_enum, default_value_t = InferFormat::Human)]
    format: InferFormat,
    /// Write the tags into the file if one setting explains the whole record and all others need
    /// more changes
    ///
    /// A comment before the first turn keeps each tag that is replaced or removed: `{[%mended
    /// "[Size \"6\"]"]}`.
    #[arg(long)]
    write: bool,
    /// Do not keep the original tags in `[%mended "…"]` comments
    #[arg(long)]
    no_trace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InferFormat {
    /// Table
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object per record
    Json,
}

/// Maximum number of settings of a record in the output for people.
const MAX_SHOWN: usize = 10;

/// A record and its settings.
struct Inferred {
    record: Record,
    settings: Settings,
    /// The new lines of the file.
    replaced: Option<Replaced>,
}

#[derive(Default)]
struct InferTally {
    records: u64,
    written: u64,
    explained: u64,
}

/// State of a run.
struct InferRun<'a> {
    infer: &'a Infer,
    out: Output,
    replacer: RecordReplacer,
    budget: &'a SearchBudget,
    tally: InferTally,
}

impl InferRun<'_> {
    fn step(&mut self, source: &Source, step: BulkStep<Inferred>) -> Result<(), Failure> {
        match step {
            BulkStep::Begin => self.replacer.begin_file(),
            BulkStep::Page(..) => {}
            BulkStep::Record(number, inferred) => self.record(source, number, inferred)?,
            BulkStep::End(well) => {
                let unwritten = self.replacer.end_file(source, well);
                self.tally.written -= unwritten;
            }
        }
        Ok(())
    }

    fn record(&mut self, source: &Source, number: u64, inferred: Inferred) -> Result<(), Failure> {
        let Inferred {
            record,
            mut settings,
            mut replaced,
        } = inferred;
        let line = record.source().first_line();
        if !self.budget.spend(settings.work) {
            (settings, replaced) = (Settings::unsearched(&record), None);
            self.budget.pass_over(&source.name, line);
        }

        self.out.write(&match self.infer.format {
            InferFormat::Human => {
                let explains = settings.settings.iter().any(Setting::explains);
                match other_game(&record).filter(|_| !explains) {
                    Some(other) => format!("{}:{line}: {other}\n", one_line(&source.name)),
                    None => table(&source.name, line, &settings),
                }
            }
            InferFormat::Json => json(&settings.json(&source.name, number))?,
        })?;
        // The record is legal as a whole only in another convention. `mend` rewrites its turns;
        // tags cannot express the convention.
        if let Some(Reading {
            explanation,
            setting,
        }) = settings.conventions.first()
            && self.infer.write
        {
            let path = one_line(&source.name);
            let how = how_to_rewrite(setting);
            stderr_line!("pipscribe: {path}:{line}: nothing is written: {explanation}: {how}");
        }

        self.tally.records += 1;
        self.tally.explained += u64::from(settings.settings.iter().any(Setting::explains));
        if let Some(replaced) = &replaced {
            self.tally.written +=
                u64::from(self.replacer.replace(source, line, replaced).is_some());
        }
        Ok(())
    }
}

impl Infer {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.write {
            self.paths.must_be_files("--write")?;
        }
        let budget = SearchBudget::new(MAX_STEPS_OF_SETTINGS);
        let out = Output::standard();
        let replacer = RecordReplacer::default();
        let tally = InferTally::default();
        let mut run = InferRun {
            infer: self,
            out,
            replacer,
            budget: &budget,
            tally,
        };
        let status = self.paths.in_bulk(
            InputOptions {
                in_place: self.write,
                ..InputOptions::default()
            },
            |raw, context| self.inferred(&raw, context, &budget),
            |source, step| run.step(source, step).map(ControlFlow::Continue),
        )?;
        let InferRun {
            out,
            replacer,
            tally,
            ..
        } = run;
        out.finish()?;
        budget.finish();
        let InferTally {
            records,
            written,
            explained,
        } = tally;
        let written = if self.write {
            format!(", {written} written")
        } else {
            String::new()
        };
        note!(
            "{}: {explained} legal as a whole under some setting{written}",
            counted(records, "record")
        );
        Ok(status
            .max(replacer.trouble)
            .max(Status::findings_if(explained < records)))
    }

    /// Searches for the settings of a record, unless the budget of the run is used up.
    fn inferred(&self, raw: &RawRecord, context: &Context, budget: &SearchBudget) -> Inferred {
        let record = Record::parse(raw.clone());
        let settings = if budget.is_used_up() {
            Settings::unsearched(&record)
        } else {
            Settings::search(&record, context, MAX_JUDGED)
        };
        let wanted = settings
            .sole()
            .filter(|sole| self.write && !sole.as_written);
        let replaced = wanted.map(|sole| self.replaced(raw, &record, sole));
        Inferred {
            record,
            settings,
            replaced,
        }
    }

    /// Returns the lines of a file with a setting written into the record.
    fn replaced(&self, raw: &RawRecord, record: &Record, setting: &Setting) -> Replaced {
        let edits = if self.no_trace {
            setting.edits(record)
        } else {
            setting.edits_with_traces(record)
        };
        Replaced::new(raw, &raw.edited(edits))
    }
}

/// Returns instructions for rewriting the turns of a record from another convention.
fn how_to_rewrite(setting: &Setting) -> &'static str {
    if setting.as_written {
        "run `pipscribe mend`"
    } else {
        "set these tags and run `pipscribe mend`"
    }
}

/// Returns the settings of a record as a table for people.
fn table(path: &str, line: u64, settings: &Settings) -> String {
    let Settings {
        settings: all,
        turns,
        count,
        exhaustive,
        conventions,
        ..
    } = settings;
    let mut text = format!(
        "{}:{line}: {}\n",
        one_line(path),
        counted(u64::from(*turns), "turn")
    );
    if all.is_empty() && conventions.is_empty() {
        text.push_str("  no setting makes a turn legal\n");
    }
    for setting in all.iter().take(MAX_SHOWN) {
        let legal = match (setting.complete, setting.result_agrees) {
            (true, true) => "all legal".to_owned(),
            (true, false) => "all legal, another result".to_owned(),
            (false, _) => format!("the first {} legal", setting.legal_turns),
        };
        let written = if setting.as_written {
            ", as written"
        } else {
            ""
        };
        text.push_str(&format!(
            "  {}  {legal}{written}\n",
            one_line(&setting.in_tags())
        ));
    }

    match count.saturating_sub(MAX_SHOWN) {
        0 => {}
        more => text.push_str(&format!("  (and {more} more that are equally good)\n")),
    }

    for Reading {
        explanation,
        setting,
    } in conventions
    {
        let how = how_to_rewrite(setting);
        text.push_str(&format!(
            "  {}  all legal if {explanation}: {how}\n",
            one_line(&setting.in_tags())
        ));
    }

    if !exhaustive {
        text.push_str("  (not everything was tried)\n");
    }
    text
}
