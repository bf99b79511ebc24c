//! `pipscribe mdbook`: the preprocessor that mdBook runs. `plugin_blocks.rs` has the hidden
//! subcommand `blocks`.

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::Path;

use clap::{Args, Subcommand};

use super::deck_lookup::DeckArguments;
use super::output::{Output, stderr_line};
use super::plugin_blocks;
use super::render::theme_of_file;
use super::{Failure, Status};
use pipscribe::publish::book::{MdbookError, preprocessed};

/// Arguments of `pipscribe mdbook`.
#[derive(Debug, Args)]
pub(crate) struct MdbookCommand {
    #[command(subcommand)]
    subcommand: Option<MdbookSubcommand>,
    #[command(flatten)]
    decks: DeckArguments,
}

#[derive(Debug, Subcommand)]
enum MdbookSubcommand {
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
        if let Some(MdbookSubcommand::Supports { renderer }) = &self.subcommand {
            // Figures are SVG in HTML.
            return Ok(Status::findings_if(renderer != "html"));
        }

        let mut input = String::new();
        io::stdin()
            .lock()
            .read_to_string(&mut input)
            .map_err(|error| Failure::reading("-", error))?;
        let decks = self.decks.load()?;
        if let Some(MdbookSubcommand::Blocks) = &self.subcommand {
            Output::write_data(None, plugin_blocks::draw_blocks(&input, &decks)?)?;
            return Ok(Status::Well);
        }

        // The library calls these closures for each chapter. They cannot return a failure, so the
        // first one is kept and stops the build.
        let failed = RefCell::new(None);
        let theme = |file: &Path| {
            ok_or_keep(theme_of_file(None, existing(file)), &failed)
                .flatten()
                .unwrap_or_default()
        };
        let context = |file: &Path| {
            ok_or_keep(decks.context_for(existing(file)), &failed).unwrap_or_default()
        };
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
fn ok_or_keep<T>(result: Result<T, Failure>, failed: &RefCell<Option<Failure>>) -> Option<T> {
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
