//! `pipscribe lsp`: starts the language server.

use std::io;
use std::sync::Arc;

use clap::Args;

use super::deck_lookup::DeckArguments;
use super::lsp_environment::FileEnvironment;
use super::output::stderr_line;
use super::{Failure, Status};
use pipscribe_lsp::{Ended, serve_frames};

/// Arguments of `pipscribe lsp`.
#[derive(Debug, Args)]
pub(crate) struct LspCommand {
    /// Use standard input and output, as always; editors may pass this option
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    decks: DeckArguments,
}

impl LspCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let environment = FileEnvironment::new(&self.decks)?;
        match serve_frames(
            io::BufReader::new(io::stdin()),
            io::stdout(),
            Arc::new(environment),
        ) {
            Ok(Ended::Well) => Ok(Status::Well),
            // The client has ended, so nobody would read an answer.
            Ok(_) => Ok(Status::Findings),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                stderr_line!("pipscribe: invalid message from the client: {error}");
                Ok(Status::Findings)
            }
            Err(error) => Err(Failure::output(error)),
        }
    }
}
