//! `pipscribe replay`

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::input::{Paths, rules_of, told};
use super::output::Output;
use super::{Failure, Status};
use crate::findings::{score_text, write_short};
use crate::replay::Replayed;

/// Shows the position after each turn of the main line, then result and score.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    #[command(flatten)]
    paths: Paths,
    /// How turns are written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line a turn: number, seat, turn, position
    Text,
    /// One JSON object a turn
    Json,
    /// One YAML document a record
    Yaml,
}

/// A turn, as JSON has it: a stable contract.
#[derive(Serialize)]
struct TurnLine<'a> {
    record: u64,
    turn: u32,
    seat: u8,
    text: &'a str,
    position: &'a str,
}

/// The end of a record, as JSON has it: a stable contract.
#[derive(Serialize)]
struct EndLine {
    record: u64,
    result: Option<String>,
    score: Option<String>,
}

#[derive(Serialize)]
struct Document<'a> {
    turns: Vec<TurnLine<'a>>,
    #[serde(flatten)]
    end: EndLine,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut found = Status::Well;
        let status = self.paths.each_record(|source, number, record| {
            let rules = match rules_of(&record) {
                Ok(rules) => rules,
                Err(failure) => {
                    let line = record.source().first_line();
                    told(&Failure::Usage(format!("{}:{line}: {failure}", source.name)), &mut found);
                    return Ok(());
                }
            };
            let replayed = rules.replay(&record);
            for finding in replayed.report.findings.iter().filter(|finding| finding.is_error()) {
                found = found.max(Status::Findings);
                anstream::eprint!("{}", write_short(&source.name, record.source(), finding));
            }
            self.write(&mut out, number, &replayed)
        })?;
        out.finish()?;
        Ok(status.max(found))
    }

    fn write(&self, out: &mut Output, number: u64, replayed: &Replayed) -> Result<(), Failure> {
        let lines = replayed.turns.iter().map(|turn| TurnLine {
            record: number,
            turn: turn.number,
            seat: turn.seat,
            text: &turn.text,
            position: &turn.position,
        });
        let report = &replayed.report;
        let end = EndLine {
            record: number,
            result: report.result.as_ref().map(ToString::to_string),
            score: report.score.as_deref().map(score_text),
        };
        match self.format {
            Format::Text => {
                for line in lines {
                    out.write(&format!("{}. {} {} {}\n", line.turn, line.seat, line.text, line.position))?;
                }
                let score = end.score.map(|score| format!(" {score}")).unwrap_or_default();
                out.write(&format!("{}{score}\n", end.result.as_deref().unwrap_or("*")))
            }
            Format::Json => {
                for line in lines {
                    out.write(&json(&line)?)?;
                }
                out.write(&json(&end)?)
            }
            Format::Yaml => {
                let document = Document { turns: lines.collect(), end };
                let text = serde_yaml::to_string(&document).map_err(|error| Failure::Usage(error.to_string()))?;
                out.write(&format!("---\n{text}"))
            }
        }
    }
}

fn json(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(value).map_err(|error| Failure::output(error.into()))?;
    Ok(text + "\n")
}
