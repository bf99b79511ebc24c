//! `pipscribe conform`: tests another program against a suite, which is a list of records with
//! their known results ([`Case`]). [`crate::conform`] runs the program and compares its answers.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::known_names::games;
use super::limited_files::{MAX_SUITE_BYTES, read_limited_text};
use super::output::{Output, json, stderr_line};
use super::paths::path_name;
use super::{Failure, Status};
use crate::conform::{Case, ConformJson, Program, embedded_suite, read_suite};
use crate::reports::write_conformance;
use pipscribe::games::GameId;

/// Arguments of `pipscribe conform`.
#[derive(Debug, Args)]
pub(crate) struct ConformCommand {
    /// Read the suite from FILE, JSON lines as in corpus/conformance.jsonl [default: the examples
    /// of the rules]
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Run only the records of this game; may be repeated
    #[arg(long, value_name = "GAME", value_parser = games())]
    game: Vec<GameId>,
    /// Set the time limit per answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    timeout: f64,
    /// Set the format of the report
    #[arg(long, value_enum, default_value_t = ConformFormat::Human)]
    format: ConformFormat,
    /// The program to test, and its arguments
    #[arg(
        value_name = "CMD",
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ConformFormat {
    /// Table of the rules with wrong answers, and the answers
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object
    Json,
}

/// Parses a time limit in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse::<f64>()
        .ok()
        .filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "write a number of seconds from 0.01 to 86400".to_owned())
}

impl ConformCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let cases = self.cases()?;
        let program = Program {
            command: self.command.clone(),
            timeout: Duration::from_secs_f64(self.timeout),
        };
        let conformance = program
            .run(&cases)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let text = match self.format {
            ConformFormat::Human => write_conformance(&conformance),
            ConformFormat::Json => json(&ConformJson::new(&conformance))?,
        };
        Output::write_whole(None, &text)?;
        let counts = conformance.counts();
        if counts.unsupported == cases.len() as u64 {
            stderr_line!(
                "pipscribe: the program supports none of the {} records",
                cases.len()
            );
        }
        Ok(Status::findings_if(!counts.conforms()))
    }

    fn cases(&self) -> Result<Vec<Case>, Failure> {
        let mut cases = match &self.suite {
            None => embedded_suite(),
            Some(path) => {
                let failure = |error| Failure::reading(path_name(path), error);
                let text = read_limited_text(path, MAX_SUITE_BYTES).map_err(failure)?;
                read_suite(&text)
                    .map_err(|error| Failure::Usage(format!("{}: {error}", path_name(path))))?
            }
        };
        cases.retain(|case| self.game.is_empty() || self.game.iter().any(|game| case.is_of(*game)));
        if cases.is_empty() {
            Err(Failure::Usage(
                "the suite has no record of that game".into(),
            ))
        } else {
            Ok(cases)
        }
    }
}
