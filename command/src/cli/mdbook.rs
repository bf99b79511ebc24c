//! `pipscribe mdbook`

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::Path;

use clap::{Args, Subcommand};

use super::blocks;
use super::deck_lookup::DeckArguments;
use super::output::{Output, stderr_line};
use super::render::theme_of_file;
use super::{Failure, Status};
use pipscribe::publish::book::{MdbookError, preprocessed};

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
            // Figures are SVG in HTML.
            return Ok(Status::findings_if(renderer != "html"));
        }

        let mut input = String::new();
        io::stdin()
            .lock()
            .read_to_string(&mut input)
            .map_err(|error| Failure::reading("-", error))?;
        let decks = self.decks.load()?;
        if let Some(Asked::Blocks) = &self.asked {
            Output::write_data(None, blocks::drawn(&input, &decks)?)?;
            return Ok(Status::Well);
        }
        // The first file with invalid settings stops the build.
        let failed = RefCell::new(None);
        let theme = |file: &Path| {
            kept(theme_of_file(None, existing(file)), &failed)
                .flatten()
                .unwrap_or_default()
        };
        let context =
            |file: &Path| kept(decks.of_file(existing(file)), &failed).unwrap_or_default();
        let book = preprocessed(&input, &theme, &context);
        if let Some(failure) = failed.into_inner() {
            return Err(failure);
        }

        match book {
            Ok(book) => {
                Output::write_data(None, book)?;
                Ok(Status::Well)
            }
            Err(MdbookError::Blocks(faults)) => {
                for fault in faults {
                    stderr_line!("pipscribe: {fault}");
                }
                Ok(Status::Findings)
            }
            Err(error) => Err(Failure::Usage(error.to_string())),
        }
    }
}

/// Returns the value, or keeps the failure if it is the first one.
fn kept<T>(result: Result<T, Failure>, failed: &RefCell<Option<Failure>>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(failure) => {
            failed.borrow_mut().get_or_insert(failure);
            None
        }
    }
}

/// Returns the file of a chapter. If the book is elsewhere, such as in a container, a chapter
/// counts as a text in the current folder, in which mdBook runs its preprocessors.
fn existing(file: &Path) -> Option<&Path> {
    Some(file).filter(|file| file.parent().is_some_and(Path::exists))
}
