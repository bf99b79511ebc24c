//! `pipscribe why`: explains what a turn did and which rules applied.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::deck_lookup::DeckArguments;
use super::hint_text::error_text;
use super::one_record::{SelectedRecord, record_of, started_timeline};
use super::output::{Output, json};
use super::{Failure, Status};
use pipscribe::notation::LineAddress;
use pipscribe::replay::{NoWhy, Why};
use pipscribe::reports::write_why;

/// Arguments of `pipscribe why`.
#[derive(Debug, Args)]
pub(crate) struct WhyCommand {
    /// A file or folder with a record, or `-` for standard input. In a document (`.md`, `.tex`,
    /// `.typ`): the code blocks marked `pips`
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    /// Explain turn N of the main line [default: the first illegal turn, else the last turn]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    turn: Option<u32>,
    /// Explain the turn with this address, such as `7.1/3` or `7 b3 c4`; `pipscribe replay --tree`
    /// shows the addresses
    #[arg(long, value_name = "ADDRESS", conflicts_with = "turn")]
    line: Option<LineAddress>,
    /// Read the N-th record of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    record: u64,
    /// Set the format
    #[arg(long, value_enum, default_value_t = WhyFormat::Human)]
    format: WhyFormat,
    #[command(flatten)]
    decks: DeckArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum WhyFormat {
    /// Text, with a board after each step
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object
    Json,
}

impl WhyCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let SelectedRecord {
            name,
            record,
            context,
            ..
        } = record_of(&self.path, self.record, &self.decks.load()?)?;
        let timeline = started_timeline(&name, record, &context)?;
        let why = match &self.line {
            Some(address) => Why::at(&timeline, address),
            None => Why::explain(&timeline, self.turn),
        }
        .map_err(|error: NoWhy| Failure::Usage(format!("{name}: {}", error_text(&error))))?;
        let mut out = Output::standard();
        match self.format {
            WhyFormat::Human => out.write(&write_why(&why))?,
            WhyFormat::Json => out.write(&json(&why.json(&name, self.record))?)?,
        }
        out.finish()?;
        Ok(Status::findings_if(!why.is_legal()))
    }
}
