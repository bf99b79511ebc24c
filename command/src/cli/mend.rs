//! `pipscribe mend`: lists the fixes of invalid records and applies them. The library searches for
//! them ([`pipscribe::fixes::mend`]); `record_replacer.rs` writes the file.

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};

use super::bulk::{BulkStep, InputOptions};
use super::output::{Output, counted, json};
use super::paths::Paths;
use super::record_diff::unified_hunks;
use super::record_replacer::{RecordReplacer, Replaced};
use super::search_budget::{MAX_STEPS_OF_FIXES, SearchBudget};
use super::source::Source;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::check::Checked;
use pipscribe::findings::Finding;
use pipscribe::fixes::mend::{Answer, MAX_QUICK_WORK, MAX_WORK, Mend, Mends, mends_json};
use pipscribe::formats::{Recognised, recognise};
use pipscribe::games::Context;
use pipscribe::notation::{LineAddress, Record, split_text};
use pipscribe::replay::Report;
use pipscribe::text::{RawRecord, one_line};

/// Arguments of `pipscribe mend`.
#[derive(Debug, Args)]
pub(crate) struct MendCommand {
    #[command(flatten)]
    paths: Paths,
    /// Set the format of the list
    #[arg(long, value_enum, default_value_t = MendFormat::Human)]
    format: MendFormat,
    /// Apply a fix if it is the only likely one
    ///
    /// All other bytes stay the same. A comment after the fix keeps the original text: `{[%mended
    /// "a2-d4"]}`.
    #[arg(long)]
    write: bool,
    /// Apply the N-th fix of the list, even if there are others
    #[arg(long, value_name = "N")]
    pick: Option<usize>,
    /// State a turn that is certain, as an answer to the question at the end of the list; may be
    /// repeated
    ///
    /// For two turns: `--answer 27=h8,b9 --answer 31=c4`. Without a text, as in `--answer 32=`, the
    /// game ends before the turn.
    #[arg(long, value_name = "TURN=TEXT")]
    answer: Vec<Answer>,
    /// Do not keep the original text in a `[%mended "…"]` comment
    #[arg(long)]
    no_trace: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum MendFormat {
    /// Diff and evidence
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object per record
    Json,
}

/// A record with its suggested fixes.
pub(super) struct Mended {
    checked: Checked,
    mends: Option<Mends>,
    /// The new lines of the file with the chosen fix.
    replaced: Option<Result<Replaced, UnexpectedResult>>,
    /// True if the record is valid with the chosen fix. A picked fix may leave other errors.
    is_valid_after: bool,
    /// The index of the chosen fix.
    chosen: Option<usize>,
    /// The new lines of the file with the first fix, for the diff.
    preview: Option<Replaced>,
}

/// The fix to choose, and how to write it.
#[derive(Clone, Copy)]
pub(super) struct MendOptions<'a> {
    pub(super) pick: Option<usize>,
    pub(super) answers: &'a [Answer],
    pub(super) trace: bool,
    pub(super) write: bool,
    /// True while the budget of the run is not used up.
    pub(super) searches: bool,
}

impl Mended {
    pub(super) fn new(raw: RawRecord, context: &Context, options: MendOptions<'_>) -> Self {
        let checked = Checked::from_record(Record::parse(raw.clone()), context);
        let mends = if options.searches {
            Mends::search_with_answers(
                checked.record(),
                &checked.report,
                context,
                MAX_WORK,
                options.answers,
            )
        } else {
            Mends::unsearched(checked.record(), &checked.report)
        };
        let chosen = mends.as_ref().and_then(|mends| match options.pick {
            Some(pick) => pick
                .checked_sub(1)
                .filter(|&index| index < mends.mends.len()),
            None => mends.sole().map(|_| 0),
        });
        let mend_at = |index: usize| mends.as_ref().and_then(|mends| mends.mends.get(index));
        let shown = chosen.unwrap_or(0);
        let preview = mend_at(shown)
            .and_then(|mend| Some(Replaced::new(&raw, &edited(&raw, &checked, mend, false)?)));
        let mend = if options.write {
            chosen.and_then(mend_at)
        } else {
            None
        };
        let replaced = mend.map(|mend| {
            checked_fix(&raw, &checked, mend, options.trace, context).map(|(_, replaced)| replaced)
        });
        let is_valid_after = mend.is_some_and(|mend| mend.complete && mend.result_agrees);
        Self {
            checked,
            mends,
            replaced,
            is_valid_after,
            chosen,
            preview,
        }
    }

    fn work(&self) -> u64 {
        self.mends.as_ref().map_or(0, |mends| mends.work)
    }

    /// Drops the fixes found, because the run has no budget left.
    fn unsearched(self) -> Self {
        let mends = Mends::unsearched(self.checked.record(), &self.checked.report);
        Self {
            mends,
            replaced: None,
            is_valid_after: false,
            chosen: None,
            preview: None,
            ..self
        }
    }
}

/// A fix that is not written because its result differs from the prediction.
pub(super) struct UnexpectedResult;

/// Returns the record with a fix.
fn edited(raw: &RawRecord, checked: &Checked, mend: &Mend, trace: bool) -> Option<RawRecord> {
    Some(raw.edited(mend.in_text(checked.record(), trace)?))
}

/// Returns the record with a fix and the new lines of the file, after checking that the result
/// matches the prediction.
fn checked_fix(
    raw: &RawRecord,
    checked: &Checked,
    mend: &Mend,
    trace: bool,
    context: &Context,
) -> Result<(RawRecord, Replaced), UnexpectedResult> {
    let edited = edited(raw, checked, mend, trace).ok_or(UnexpectedResult)?;
    if mend.leaves_only_comments() && !split_text(&edited.bytes).iter().any(RawRecord::is_record) {
        let replaced = Replaced::new(raw, &edited);
        return Ok((edited, replaced));
    }
    // A fix may separate records that were one text.
    let mut parts = split_text(&edited.bytes);
    parts.retain(RawRecord::is_record);
    if parts.len() < 2 {
        parts = vec![edited.clone()];
    }
    let reports: Vec<Report> = parts
        .into_iter()
        .map(|part| Checked::from_record(Record::parse(part), context).report)
        .collect();
    let has_turns = reports
        .first()
        .is_some_and(|report| report.turns == mend.legal_turns);
    let is_valid = reports.iter().all(Report::is_valid);
    let is_as_predicted = has_turns && (is_valid || !(mend.complete && mend.result_agrees));
    let replaced = Replaced::separated(raw, &edited, reports.len());
    is_as_predicted
        .then_some((edited, replaced))
        .ok_or(UnexpectedResult)
}

/// Returns a checked record with its only fix and the new lines of the file; `None` if it has no
/// unambiguous fix. Adds the work of the search to `work`.
pub(super) fn with_sole_mend(
    raw: &RawRecord,
    checked: &Checked,
    context: &Context,
    work: &mut u64,
) -> Option<Result<(RawRecord, Replaced), UnexpectedResult>> {
    let mends = Mends::search(checked.record(), &checked.report, context, MAX_QUICK_WORK)?;
    *work += mends.work;
    mends
        .sole()
        .map(|mend| checked_fix(raw, checked, mend, true, context))
}

#[derive(Default)]
struct MendTally {
    records: u64,
    mended: u64,
    /// Records with an unambiguous fix.
    mendable: u64,
    /// Invalid records, including those whose fix leaves other errors.
    invalid: u64,
    /// Records of the current file whose fix leaves other errors.
    still_invalid_in_file: u64,
}

/// State of a run.
struct MendRun<'a> {
    command: &'a MendCommand,
    out: Output,
    replacer: RecordReplacer,
    budget: &'a SearchBudget,
    tally: MendTally,
}

impl MendRun<'_> {
    fn step(&mut self, source: &Source, step: BulkStep<Mended>) -> Result<(), Failure> {
        match step {
            BulkStep::Begin => {
                self.tally.still_invalid_in_file = 0;
                self.replacer.begin_file();
            }
            BulkStep::Page(..) => {}
            BulkStep::Record(number, mended) => self.record(source, number, mended)?,
            BulkStep::End(well) => {
                let unwritten = self.replacer.end_file(source, well);
                self.tally.mended -= unwritten;
                // Those that would still be invalid are counted already.
                let counted = self.tally.still_invalid_in_file;
                self.tally.invalid += unwritten.saturating_sub(counted);
            }
        }
        Ok(())
    }

    fn record(&mut self, source: &Source, number: u64, mut mended: Mended) -> Result<(), Failure> {
        let line = mended.checked.source().first_line();
        if !self.budget.spend(mended.work()) && !mended.checked.report.is_valid() {
            mended = mended.unsearched();
            self.budget.pass_over(&source.name, line);
        }
        self.write_list(source, number, &mended)?;
        self.tally.count(&mended);
        match &mended.replaced {
            Some(Ok(replaced)) => match self.replacer.replace(source, line, replaced) {
                Some(_) => {
                    self.tally.mended += 1;
                    let still_invalid = u64::from(!mended.is_valid_after);
                    self.tally.invalid += still_invalid;
                    self.tally.still_invalid_in_file += still_invalid;
                }
                None => self.tally.invalid += 1,
            },
            Some(Err(UnexpectedResult)) => self.replacer.refuse(source, line),
            None => {}
        }
        Ok(())
    }

    /// Writes the fixes of a record.
    fn write_list(&mut self, source: &Source, number: u64, mended: &Mended) -> Result<(), Failure> {
        let Mended { checked, mends, .. } = mended;
        let first = checked.report.first_error();
        match (self.command.format, first) {
            (MendFormat::Json, first) => self.out.write(&json(&mends_json(
                &source.name,
                number,
                first,
                mends.as_ref(),
            ))?),
            (MendFormat::Human, Some(first)) => {
                self.out
                    .write(&describe(&source.name, first, mended, self.command.pick))
            }
            (MendFormat::Human, None) => Ok(()),
        }
    }
}

impl MendCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let writes = self.write || self.pick.is_some();
        if writes {
            self.paths
                .must_be_files(if self.write { "--write" } else { "--pick" })?;
        }

        if self.pick == Some(0) {
            let message = "invalid value `0` for `--pick`: write a number of 1 or more";
            return Err(Failure::Usage(message.into()));
        }

        let budget = SearchBudget::new(MAX_STEPS_OF_FIXES);
        let out = Output::standard();
        let replacer = RecordReplacer::default();
        let tally = MendTally::default();
        let mut run = MendRun {
            command: self,
            out,
            replacer,
            budget: &budget,
            tally,
        };
        let status = self.paths.in_bulk(
            InputOptions {
                in_place: writes,
                ..InputOptions::default()
            },
            |raw, context| {
                let searches = !budget.is_used_up();
                Mended::new(
                    raw,
                    context,
                    MendOptions {
                        pick: self.pick,
                        answers: &self.answer,
                        trace: !self.no_trace,
                        write: writes,
                        searches,
                    },
                )
            },
            |source, step| run.step(source, step).map(ControlFlow::Continue),
        )?;
        let MendRun {
            out,
            replacer,
            tally,
            ..
        } = run;
        out.finish()?;
        budget.finish();
        note!("{}", tally.summary(writes));
        Ok(status
            .max(replacer.trouble)
            .max(Status::findings_if(tally.invalid > 0)))
    }
}

/// Describes the game of a record without a game of this notation, with the evidence: `this is
/// chess, as the move `Nf3` shows`.
pub(super) fn other_game(record: &Record) -> Option<String> {
    match recognise(record.text(), None)? {
        Recognised::OtherGame(other) => {
            let evidence = one_line(&other.evidence).into_owned();
            Some(format!("this is {}, as {evidence} shows", other.game))
        }
        _ => None,
    }
}

/// Describes an invalid record and its fixes for people. `pick` is the number of the fix to apply.
fn describe(path: &str, first: &Finding, mended: &Mended, pick: Option<usize>) -> String {
    let Mended {
        checked,
        mends,
        chosen,
        preview,
        ..
    } = mended;
    let place = checked.place(first);
    let turn = LineAddress::of_finding(first)
        .map_or_else(String::new, |address| format!(" turn {address}:"));
    let mut text = format!(
        "{}:{}:{}: {}{turn} {}\n",
        one_line(path),
        place.line,
        place.column,
        first.code.id,
        first.message
    );
    let Some(mends) = mends else {
        let reason = reason_without_search(checked.record(), first);
        text.push_str(&format!("  {reason}\n\n"));
        return text;
    };

    text.push_str(&fix_list(checked.record(), mends, *chosen));
    text.extend(mends.remark().map(|remark| format!("  ({remark})\n")));
    if let Some(pick) = pick.filter(|&pick| pick > mends.mends.len()) {
        let count = mends.mends.len();
        text.push_str(&format!(
            "  (there is no fix {pick}; the list ends with {count})\n"
        ));
    }
    text.extend(
        mends
            .rejected
            .iter()
            .map(|rejected| format!("  {rejected}\n")),
    );
    if let Some(question) = mends.open_question() {
        let turn = question.turn;
        text.push_str(&format!(
            "  {question} Answer with `--answer {turn}=TURN`.\n"
        ));
    }

    if let Some(Replaced { before, after, .. }) = preview {
        let line = checked.source().first_line();
        let diff = unified_hunks(before, after, line, line);
        for line in diff.lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }

    text.push('\n');
    text
}

/// Returns the reason why no fix was searched for in a record.
fn reason_without_search(record: &Record, first: &Finding) -> String {
    match other_game(record) {
        Some(other) => format!("{other}, so no fix was searched for"),
        None if first.code.id == "syntax/encoding" => "no fix was searched for".to_owned(),
        None => "the record does not name a game of this notation, so no fix was searched for; \
                 `pipscribe infer` detects the game"
            .to_owned(),
    }
}

/// Returns the numbered list of fixes, which includes the chosen one.
fn fix_list(record: &Record, mends: &Mends, chosen: Option<usize>) -> String {
    let mut text = String::new();
    let picked = chosen.map_or(0, |index| index + 1);
    let listed = mends.listed().len().max(picked);
    for (index, mend) in mends.mends.iter().enumerate().take(listed) {
        let mark = if chosen == Some(index) && !mend.sole {
            "picked: ".to_owned()
        } else {
            mends.mark(index)
        };
        text.push_str(&format!(
            "  {}. {mark}{}\n",
            index + 1,
            mend.in_words(record)
        ));
    }
    text
}

impl MendTally {
    fn count(&mut self, mended: &Mended) {
        self.records += 1;
        if mended.checked.report.is_valid() {
            return;
        }
        self.mendable += u64::from(
            mended
                .mends
                .as_ref()
                .is_some_and(|mends| mends.sole().is_some()),
        );
        self.invalid += u64::from(!matches!(mended.replaced, Some(Ok(_))));
    }

    fn summary(&self, writes: bool) -> String {
        let Self {
            records,
            mended,
            mendable,
            invalid,
            still_invalid_in_file: _,
        } = self;
        let records = counted(*records, "record");
        if writes {
            format!("{records} checked: {mended} fixed, {invalid} invalid")
        } else {
            format!("{records} checked: {invalid} invalid, {mendable} with an unambiguous fix")
        }
    }
}
