//! `pipscribe stats`: statistics of a collection. `collection/stats.rs` counts, and `reports`
//! writes the text and the HTML page.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::each_record::{Headings, InputPiece, check_copy};
use super::output::{Output, json, stderr_line};
use super::overwrite_protection::must_not_have_records;
use super::paths::Paths;
use super::{Failure, Status};
use crate::collection::{OpeningOptions, RecordFacts, Stats, StatsJson};
use crate::coverage::{Coverage, CoverageJson, GroupShown, RulesShown, TestsJson};
use crate::reports::{StatsPage, write_coverage, write_stats};
use pipscribe::collection::Game;

/// Arguments of `pipscribe stats`.
#[derive(Debug, Args)]
pub(crate) struct StatsCommand {
    #[command(flatten)]
    paths: Paths,
    /// Set the format [default: by extension of the output, else text]
    #[arg(long, value_enum)]
    format: Option<StatsFormat>,
    /// Compare openings by their first N turns
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=64))]
    depth: u8,
    /// Count openings as one if they lead to the same position on a rotated or mirrored board
    #[arg(long)]
    symmetric: bool,
    /// Show N continuations per opening; JSON has all of them
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    /// Count variations and their turns
    #[arg(long)]
    variations: bool,
    /// Count, for each rule and code, the records that follow and violate it
    #[arg(long)]
    coverage: bool,
    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum StatsFormat {
    /// Text
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object
    Json,
    /// Web page with plots, in one file without scripts
    Html,
}

/// All counts, as JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "Stats"))]
pub(super) struct StatsOutput<'a> {
    #[serde(flatten)]
    stats: StatsJson,
    /// The coverage of the rules, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageJson<'a>>,
}

/// What a thread finds out about one record.
struct CountedRecord {
    facts: RecordFacts,
    /// The rules that the record follows and violates, if they were requested.
    rules: Option<RulesShown>,
}

impl StatsCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_have_records(self.output.as_deref())?;
        self.paths.must_not_read(self.output.as_deref())?;
        let options = OpeningOptions {
            depth: usize::from(self.depth),
            symmetric: self.symmetric,
        };
        let mut stats = Stats::default();
        let mut coverage = Coverage::default();

        let status = self.paths.each_record(
            Headings::WithRecord,
            |raw, context| {
                let checked = check_copy(raw, context);
                let game = Game::new(&checked);
                let mut facts = RecordFacts::new(&game, options);
                if self.variations {
                    facts = facts.with_variations(&game);
                }
                CountedRecord {
                    facts,
                    rules: self.coverage.then(|| RulesShown::from_checked(&checked)),
                }
            },
            |source, piece| {
                if let InputPiece::Record(record) = piece {
                    let CountedRecord { facts, rules } = record.result;
                    stats.add(&facts);
                    if let Some(rules) = rules {
                        coverage.add(&rules, &source.place_of(&record.raw));
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        self.write(&stats, &coverage)?;
        if stats.openings_cut > 0 {
            stderr_line!(
                "the openings of {} games were not counted, as there are too many: use a smaller --depth",
                stats.openings_cut
            );
        }

        Ok(status)
    }

    fn format(&self) -> StatsFormat {
        if let Some(format) = self.format {
            return format;
        }
        let extension = self
            .output
            .as_ref()
            .and_then(|path| path.extension())
            .and_then(|extension| extension.to_str());
        match extension {
            Some("html" | "htm") => StatsFormat::Html,
            Some("json") => StatsFormat::Json,
            _ => StatsFormat::Human,
        }
    }

    /// Writes the statistics, with the coverage of the rules if it was requested.
    fn write(&self, stats: &Stats, coverage: &Coverage) -> Result<(), Failure> {
        let groups: Vec<GroupShown> = if self.coverage {
            // No list of games: all games that have records.
            coverage.groups(&[])
        } else {
            Vec::new()
        };
        let mut out = Output::to(self.output.as_deref())?;
        match self.format() {
            StatsFormat::Human => {
                out.write(&write_stats(stats, self.top))?;
                if self.coverage {
                    out.write(&format!("\n{}", write_coverage(&groups)))?;
                }
            }
            StatsFormat::Json => {
                let coverage = self
                    .coverage
                    .then(|| CoverageJson::new(&groups, TestsJson::default()));
                let all = StatsOutput {
                    stats: StatsJson::new(stats),
                    coverage,
                };
                out.write(&json(&all)?)?;
            }
            StatsFormat::Html => {
                let page = StatsPage {
                    stats,
                    top: self.top,
                    coverage: &groups,
                };
                out = out.for_data();
                out.write(&page.write())?;
            }
        }
        out.finish()
    }
}
