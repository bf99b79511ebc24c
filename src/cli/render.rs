//! `pipscribe render`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::input::One;
use super::moves::sound;
use super::output::Output;
use super::{Failure, Status};
use crate::draw::{write_svg, write_text};

/// Draws a position.
#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    one: One,
    /// After which turn of the main line; 0 for the start; the last where it is not given
    #[arg(long, value_name = "N")]
    turn: Option<u32>,
    /// What is written; by the name of the output file where it is not given, else text
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The file to write; standard output where it is not given
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Letters and dots
    Text,
    /// Scalable vector graphics
    Svg,
    /// The position in words
    Words,
}

impl Render {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let (record, rules) = sound(&self.one)?;
        let scene = rules.scene(&record, self.turn).map_err(|error| Failure::Usage(error.to_string()))?;
        let is_svg = self.output.as_ref().and_then(|path| path.extension()).is_some_and(|ending| ending == "svg");
        let text = match self.format.unwrap_or(if is_svg { Format::Svg } else { Format::Text }) {
            Format::Text => write_text(&scene),
            Format::Svg => write_svg(&scene),
            Format::Words => format!("{}\n", scene.words),
        };
        let mut out = Output::to(self.output.as_deref())?;
        out.write(&text)?;
        out.finish()?;
        Ok(Status::Well)
    }
}
