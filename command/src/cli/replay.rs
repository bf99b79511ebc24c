//! `pipscribe replay`

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::hints::error_text;
use super::output::{Output, json, write_stderr};
use super::paths::Paths;
use super::source::report_failure;
use super::turn_tree;
use super::{Failure, Status};
use pipscribe::notation::LineAddress;
use pipscribe::replay::{EndJson, Frame, NoFrame, Timeline, TreeJson, TurnJson};
use pipscribe::reports::write_short;

/// Arguments of `pipscribe replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    #[command(flatten)]
    paths: Paths,
    /// Set the format of the list
    #[arg(long, value_enum, default_value_t = ReplayFormat::Text)]
    format: ReplayFormat,
    /// List the turns of variations too, in the order of the text
    #[arg(long)]
    variations: bool,
    /// List the turns that lead to this address, such as `7.1/3` or `7 b3 c4`, and the result after
    /// it; `--tree` shows the addresses
    #[arg(long, value_name = "ADDRESS", conflicts_with = "variations")]
    line: Option<LineAddress>,
    /// List the turns of all lines without positions, each with its address, also those that cannot
    /// be replayed; as JSON, one object per record
    #[arg(long, conflicts_with_all = ["variations", "line"])]
    tree: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReplayFormat {
    /// One line per turn: address, seat, turn, position
    Text,
    /// One JSON object per turn
    Json,
    /// One YAML document per record
    Yaml,
}

#[derive(Serialize)]
struct Document {
    turns: Vec<TurnJson>,
    #[serde(flatten)]
    end: EndJson,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if self.tree {
            return self.write_trees();
        }
        let mut out = Output::standard();
        let status = self.paths.each_timeline(|path, number, timeline| {
            let mut status = Status::Well;
            let source = timeline.record().source();
            for finding in timeline.report.errors() {
                status = Status::Findings;
                write_stderr(&write_short(path, source, finding));
            }
            match self.frames(timeline) {
                Ok(frames) => self.write(&mut out, path, number, timeline, &frames)?,
                Err(error) => {
                    let error = error_text(&error);
                    let failure =
                        Failure::Usage(format!("{path}:{}: {error}", source.first_line()));
                    report_failure(&failure, &mut status);
                }
            }
            Ok(status)
        })?;
        out.finish()?;
        Ok(status)
    }

    /// Writes the tree of each record.
    fn write_trees(&self) -> Result<Status, Failure> {
        let write = match self.format {
            ReplayFormat::Text => turn_tree::in_text,
            ReplayFormat::Json => turn_tree::as_json,
            ReplayFormat::Yaml => {
                return Err(Failure::Usage(
                    "`--tree` has no YAML format: use `--format text` or `--format json`".into(),
                ));
            }
        };
        let mut out = Output::standard();
        let status = self.paths.each_timeline(|path, number, timeline| {
            let tree = TreeJson::new(path, number, timeline);
            out.write(&write(&tree, timeline)?)?;
            Ok(Status::findings_if(!timeline.report.is_valid()))
        })?;
        out.finish()?;
        Ok(status)
    }

    /// Returns the positions to list.
    fn frames<'t>(&self, timeline: &'t Timeline) -> Result<Vec<&'t Frame>, NoFrame> {
        match &self.line {
            Some(address) => timeline.line(Some(address)),
            None => {
                let frames = timeline.frames().iter();
                Ok(frames
                    .filter(|frame| self.variations || frame.in_main_line())
                    .collect())
            }
        }
    }

    fn write(
        &self,
        out: &mut Output,
        path: &str,
        number: u64,
        timeline: &Timeline,
        frames: &[&Frame],
    ) -> Result<(), Failure> {
        let lines = frames
            .iter()
            .filter_map(|frame| TurnJson::new(number, frame));
        let mut end = EndJson::new(number, timeline);
        if let (Some(_), Some(last)) = (&self.line, frames.last()) {
            end = end.of_line(last);
        }
        match self.format {
            ReplayFormat::Text => {
                for line in lines {
                    out.write(&format!(
                        "{}. {} {} {}\n",
                        line.address, line.seat, line.text, line.position
                    ))?;
                }
                let score = end
                    .score
                    .map(|score| format!(" {score}"))
                    .unwrap_or_default();
                out.write(&format!(
                    "{}{score}\n",
                    end.result.as_deref().unwrap_or("*")
                ))
            }
            ReplayFormat::Json => {
                for mut line in lines {
                    line.path = Some(path.to_owned());
                    out.write(&json(&line)?)?;
                }
                end.path = Some(path.to_owned());
                out.write(&json(&end)?)
            }
            ReplayFormat::Yaml => {
                end.path = Some(path.to_owned());
                let document = Document {
                    turns: lines.collect(),
                    end,
                };
                let text = serde_yaml::to_string(&document)
                    .map_err(|error| Failure::Usage(error.to_string()))?;
                out.write(&format!("---\n{text}"))
            }
        }
    }
}
