//! `pipscribe check`

use clap::{Args, ValueEnum};

use super::input::Paths;
use super::output::{Output, counted, look};
use super::{Failure, Status};
use crate::checked::Checked;
use crate::findings::human::HumanWriter;
use crate::findings::{RecordJson, write_short};

/// Judges records.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    paths: Paths,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the record's text, the rule, the board and the nearest legal turns
    Human,
    /// One line a finding
    Short,
    /// One JSON object a record
    Json,
}

#[derive(Default)]
struct Tally {
    records: u64,
    invalid: u64,
    errors: u64,
    warnings: u64,
    without_rules: u64,
}

impl Tally {
    fn count(&mut self, checked: &Checked) {
        let findings = &checked.report.findings;
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        self.records += 1;
        self.invalid += u64::from(!checked.report.is_valid());
        self.errors += errors as u64;
        self.warnings += (findings.len() - errors) as u64;
        self.without_rules += u64::from(checked.game.is_some() && checked.rules().is_none());
    }

    fn summary(&self) -> String {
        let good = self.records - self.invalid;
        let mut text = format!("{} checked: {good} valid, {} not", counted(self.records, "record"), self.invalid);
        if self.errors + self.warnings > 0 {
            text.push_str(&format!("; {}, {}", counted(self.errors, "error"), counted(self.warnings, "warning")));
        }
        text
    }
}

impl Check {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut tally = Tally::default();
        let look = look();
        let status = self.paths.each_record(|source, number, record| {
            let checked = Checked::of(record);
            tally.count(&checked);
            let Checked { record, game, report } = &checked;
            match self.format {
                Format::Json => {
                    let json = RecordJson::new(&source.name, number, record, *game, report);
                    let line = serde_json::to_string(&json).map_err(|error| Failure::output(error.into()))?;
                    out.write(&line)?;
                    out.write("\n")
                }
                Format::Short => report
                    .findings
                    .iter()
                    .try_for_each(|finding| out.write(&write_short(&source.name, record.source(), finding))),
                Format::Human => {
                    if report.findings.is_empty() {
                        return Ok(());
                    }
                    let writer = HumanWriter::new(&source.name, record, *game, look);
                    report.findings.iter().try_for_each(|finding| out.write(&writer.write(finding)))
                }
            }
        })?;
        out.finish()?;
        anstream::eprintln!("{}", tally.summary());
        if tally.without_rules > 0 {
            let records = counted(tally.without_rules, "record");
            anstream::eprintln!(
                "pipscribe: of {records} only the text was checked: the game's rules are not built in yet"
            );
        }
        let unjudged = if tally.without_rules > 0 { Status::Failed } else { Status::Well };
        let found = if tally.invalid > 0 { Status::Findings } else { Status::Well };
        Ok(status.max(found).max(unjudged))
    }
}
