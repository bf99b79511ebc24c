//! `pipscribe replay`: the positions of records, or their trees of turns (`turn_tree.rs`). A turn
//! with the position after it is a [`Frame`]. Its address names it: `7` is turn 7 of the main line,
//! and `7.1/3` the third turn of the first variation that replaces turn 7.

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::hint_text::error_text;
use super::output::{Output, json, write_stderr};
use super::paths::Paths;
use super::source::report_failure;
use super::turn_tree;
use super::{Failure, Status};
use pipscribe::notation::{LineAddress, score_text};
use pipscribe::replay::{Frame, NoFrame, Timeline, TreeJson};
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

/// A YAML document: the turns of a record, with its result and score.
#[derive(Serialize)]
struct Document<T, E> {
    turns: Vec<T>,
    #[serde(flatten)]
    end: E,
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
            None => Ok(timeline
                .frames()
                .iter()
                .filter(|frame| self.variations || frame.path.is_empty())
                .collect()),
        }
    }

    /// Writes the positions of a record and its result.
    fn write(
        &self,
        out: &mut Output,
        path: &str,
        number: u64,
        timeline: &Timeline,
        frames: &[&Frame],
    ) -> Result<(), Failure> {
        // With `--line`, the result is that after the last turn of the line.
        let last_of_line = if self.line.is_some() {
            frames.last().copied()
        } else {
            None
        };
        let turns = frames
            .iter()
            .filter_map(|frame| frame.json(Some(path), number));
        let end = timeline.end_json(Some(path), number, last_of_line);
        match self.format {
            ReplayFormat::Text => {
                for frame in frames {
                    if let (Some(seat), Some(turn)) =
                        (frame.position.mover(), frame.position.turn())
                    {
                        out.write(&format!(
                            "{}. {seat} {turn} {}\n",
                            LineAddress::of_position(&frame.path, frame.number),
                            frame.position.text()
                        ))?;
                    }
                }
                out.write(&end_in_text(timeline, last_of_line))
            }
            ReplayFormat::Json => {
                for turn in turns {
                    out.write(&json(&turn)?)?;
                }
                out.write(&json(&end)?)
            }
            ReplayFormat::Yaml => {
                let document = Document {
                    turns: turns.collect(),
                    end,
                };
                let text = serde_yaml::to_string(&document)
                    .map_err(|error| Failure::Usage(error.to_string()))?;
                out.write(&format!("---\n{text}"))
            }
        }
    }
}

/// Returns the result and the score as a line: those after a turn, or those of the record.
fn end_in_text(timeline: &Timeline, last_of_line: Option<&Frame>) -> String {
    let report = &timeline.report;
    let (result, score) = match last_of_line {
        Some(last) => (
            last.position.result().map(ToString::to_string),
            last.position.score(),
        ),
        None => (
            report.result.as_ref().map(ToString::to_string),
            report.score.clone(),
        ),
    };
    let score = score.map_or_else(String::new, |score| format!(" {}", score_text(&score)));
    format!("{}{score}\n", result.as_deref().unwrap_or("*"))
}
