//! `pipscribe infer`: lists the settings under which records are legal, and writes their tags. A
//! *setting* is a game with the tags that affect play, such as `[Variant "basic"]` or `[Size "7"]`.
//!
//! Some records are legal only under another *convention*, for example if their rows are counted
//! from the other side. Tags cannot express a convention: `mend` rewrites the turns.

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
use pipscribe::fixes::infer::{MAX_JUDGED, Setting, Settings};
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

impl Infer {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.write {
            self.paths.must_be_files("--write")?;
        }
        let budget = SearchBudget::new(MAX_STEPS_OF_SETTINGS);
        let mut run = InferRun {
            infer: self,
            out: Output::standard(),
            replacer: RecordReplacer::default(),
            budget: &budget,
            tally: InferTally::default(),
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
        let to_write = settings
            .sole()
            .filter(|sole| self.write && !sole.as_written);
        let replaced = to_write.map(|setting| self.replaced(raw, &record, setting));
        Inferred {
            record,
            settings,
            replaced,
        }
    }

    /// Returns the new lines of the file, with the tags of a setting.
    fn replaced(&self, raw: &RawRecord, record: &Record, setting: &Setting) -> Replaced {
        let edits = if self.no_trace {
            setting.edits(record)
        } else {
            setting.edits_with_traces(record)
        };
        Replaced::new(raw, &raw.edited(edits))
    }
}

/// A record and its settings.
struct Inferred {
    record: Record,
    settings: Settings,
    /// The new lines of the file, if tags are to be written.
    replaced: Option<Replaced>,
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
            BulkStep::Document { .. } => {}
            BulkStep::Record(number, inferred) => self.add_record(source, number, inferred)?,
            BulkStep::End { read_to_end } => {
                let unwritten = self.replacer.end_file(source, read_to_end);
                self.tally.written -= unwritten;
            }
        }
        Ok(())
    }

    /// Lists the settings of the next record, and writes the tags of the chosen one.
    fn add_record(
        &mut self,
        source: &Source,
        number: u64,
        inferred: Inferred,
    ) -> Result<(), Failure> {
        let Inferred {
            record,
            mut settings,
            mut replaced,
        } = inferred;
        let line = record.source().first_line();
        if !self.budget.spend(settings.work) {
            settings = Settings::unsearched(&record);
            replaced = None;
            self.budget.pass_over(&source.name, line);
        }

        let is_explained = settings
            .settings
            .iter()
            .any(|setting| setting.complete && setting.result_agrees);
        let listed = match self.infer.format {
            InferFormat::Human => {
                let other_game = if is_explained {
                    None
                } else {
                    other_game(&record)
                };
                match other_game {
                    Some(other) => format!("{}:{line}: {other}\n", one_line(&source.name)),
                    None => table(&source.name, line, &settings),
                }
            }
            InferFormat::Json => json(&settings.json(&source.name, number))?,
        };
        self.out.write(&listed)?;
        if self.infer.write {
            report_convention(source, line, &settings);
        }

        self.tally.records += 1;
        self.tally.explained += u64::from(is_explained);
        if let Some(replaced) = &replaced {
            let diff = self.replacer.replace(source, line, replaced);
            self.tally.written += u64::from(diff.is_some());
        }
        Ok(())
    }
}

/// Reports that nothing is written for a record that is legal only under another convention.
fn report_convention(source: &Source, line: u64, settings: &Settings) {
    if let Some(reading) = settings.conventions.first() {
        let path = one_line(&source.name);
        let explanation = reading.explanation;
        let how = how_to_rewrite(&reading.setting);
        stderr_line!("pipscribe: {path}:{line}: nothing is written: {explanation}: {how}");
    }
}

#[derive(Default)]
struct InferTally {
    records: u64,
    /// Records whose tags were written.
    written: u64,
    /// Records that are legal as a whole under some setting.
    explained: u64,
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

    let more = count.saturating_sub(MAX_SHOWN);
    if more > 0 {
        text.push_str(&format!("  (and {more} more that are equally good)\n"));
    }

    for reading in conventions {
        let explanation = reading.explanation;
        let how = how_to_rewrite(&reading.setting);
        text.push_str(&format!(
            "  {}  all legal if {explanation}: {how}\n",
            one_line(&reading.setting.in_tags())
        ));
    }

    if !exhaustive {
        text.push_str("  (not everything was tried)\n");
    }
    text
}
