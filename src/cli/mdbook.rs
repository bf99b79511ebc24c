//! `pipscribe mdbook`

use std::io::{self, Read};

use clap::{Args, Subcommand};

use super::blocks;
use super::decks::DeckArguments;
use super::output::{Output, stderr_line};
use super::render::theme_or_projects;
use super::{Failure, Status};
use crate::book::{MdbookError, preprocessed, supports};

/// Arguments of `pipscribe mdbook`.
#[derive(Debug, Args)]
pub(crate) struct MdbookCommand {
    #[command(subcommand)]
    asked: Option<Asked>,
    #[command(flatten)]
    decks: DeckArguments,
}

#[derive(Debug, Subcommand)]
enum Asked {
    /// Exit with 0 if the figures can be put into the output of this renderer
    Supports {
        /// The renderer, such as html
        #[arg(value_name = "RENDERER")]
        renderer: String,
    },
    /// Draw the blocks of one document, given as JSON (run by the plug-ins for Pandoc and Sphinx)
    #[command(hide = true)]
    Blocks,
}

impl MdbookCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        if let Some(Asked::Supports { renderer }) = &self.asked {
            return Ok(Status::findings_if(!supports(renderer)));
        }
        let mut input = String::new();
        io::stdin().lock().read_to_string(&mut input).map_err(|error| Failure::reading("-", error))?;
        let decks = self.decks.load()?;
        if let Some(Asked::Blocks) = &self.asked {
            Output::write_whole(None, blocks::drawn(&input, &decks)?)?;
            return Ok(Status::Well);
        }
        let theme = theme_or_projects(None)?.unwrap_or_default();
        match preprocessed(&input, &theme, &|file| decks.of_file(Some(file))) {
            Ok(book) => {
                Output::write_whole(None, book)?;
                Ok(Status::Well)
            }
            Err(MdbookError::Blocks(faults)) => {
                faults.iter().for_each(|fault| stderr_line!("pipscribe: {fault}"));
                Ok(Status::Findings)
            }
            Err(error) => Err(Failure::Usage(error.to_string())),
        }
    }
}
