//! `pipscribe test --coverage`: which rules the records follow and violate. [`crate::coverage`]
//! counts them.

use clap::Args;

use super::known_names::games;
use super::output::{Output, json, stderr_line};
use super::{Failure, Status};
use crate::coverage::{Coverage, CoverageJson, GroupShown, RulesShown, TestsJson};
use crate::reports::{percent, write_coverage};
use pipscribe::games::GameId;

/// Maximum number of failed tests that JSON names.
const MAX_FAILURES: usize = 1_000;

/// Arguments for the coverage of rules.
#[derive(Debug, Args)]
pub(super) struct CoverageArguments {
    /// Count, for each rule and code, the records that follow and violate it
    ///
    /// Records without expectations count too. Of the tests, only failures are listed.
    #[arg(long)]
    pub(super) coverage: bool,
    /// Report only the rules and codes of this game; may be repeated
    #[arg(long, value_name = "GAME", requires = "coverage", value_parser = games())]
    game: Vec<GameId>,
    /// Fail if the coverage is below PERCENT
    #[arg(long, value_name = "PERCENT", requires = "coverage", value_parser = clap::value_parser!(u8).range(0..=100))]
    at_least: Option<u8>,
}

/// Coverage counted so far.
#[derive(Default)]
pub(super) struct CoverageTally {
    coverage: Coverage,
    /// Places of failed tests.
    failures: Vec<String>,
}

impl CoverageTally {
    pub(super) fn add(&mut self, shown: &RulesShown, place: &str) {
        self.coverage.add(shown, place);
    }

    pub(super) fn add_failure(&mut self, place: String) {
        if self.failures.len() < MAX_FAILURES {
            self.failures.push(place);
        }
    }

    fn groups(&self, arguments: &CoverageArguments) -> Vec<GroupShown> {
        self.coverage.groups(&arguments.game)
    }

    /// Writes the tables.
    pub(super) fn write(
        &self,
        arguments: &CoverageArguments,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let groups = self.groups(arguments);
        out.write(&format!("\n{}", write_coverage(&groups)))?;
        Ok(arguments.status(&groups))
    }

    /// Writes the coverage as JSON.
    pub(super) fn write_json(
        self,
        arguments: &CoverageArguments,
        tests: TestsJson,
        out: &mut Output,
    ) -> Result<Status, Failure> {
        let groups = self.groups(arguments);
        let tests = TestsJson {
            failures: self.failures,
            ..tests
        };
        out.write(&json(&CoverageJson::new(&groups, tests))?)?;
        Ok(arguments.status(&groups))
    }
}

impl CoverageArguments {
    /// Returns the status of the run, and reports a coverage below `--at-least`.
    fn status(&self, groups: &[GroupShown]) -> Status {
        let mut shown = 0;
        let mut total = 0;
        for group in groups {
            let counts = group.shown_counts();
            shown += counts.shown;
            total += counts.total;
        }
        match self.at_least {
            Some(least) if percent(shown, total) < usize::from(least) => {
                stderr_line!(
                    "pipscribe: the coverage is {} %, below the required {least} %",
                    percent(shown, total)
                );
                Status::Findings
            }
            _ => Status::Well,
        }
    }
}
