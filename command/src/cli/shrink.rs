//! `pipscribe shrink`: writes the smallest record with the same first finding. [`crate::shrink`]
//! searches for it.

use std::path::PathBuf;

use clap::Args;

use super::deck_lookup::DeckArguments;
use super::file_finder::FolderOptions;
use super::one_record::{SelectedRecord, record_of};
use super::output::{Output, stderr_line};
use super::overwrite_protection::{Overwrite, must_not_be_read};
use super::{Failure, Status};
use crate::shrink::shrink;
use pipscribe::findings::codes::common as code;

/// Arguments of `pipscribe shrink`.
#[derive(Debug, Args)]
pub(crate) struct ShrinkCommand {
    /// A file or folder with a record, or `-` for standard input. In a document (`.md`, `.tex`,
    /// `.typ`): the code blocks marked `pips`
    #[arg(value_name = "PATH", default_value = ".")]
    path: PathBuf,
    /// Read the N-th record of the file
    #[arg(long, value_name = "N", default_value_t = 1)]
    record: u64,
    /// Write the smaller record to PATH [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    #[command(flatten)]
    decks: DeckArguments,
}

impl ShrinkCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_be_read(
            self.output.as_deref(),
            std::slice::from_ref(&self.path),
            FolderOptions::default(),
        )?;
        self.overwrite
            .check(self.output.as_deref(), std::slice::from_ref(&self.path))?;
        let SelectedRecord {
            name,
            record,
            context,
            ..
        } = record_of(&self.path, self.record, &self.decks.load()?)?;
        if record
            .findings
            .iter()
            .any(|finding| finding.code == &code::ENCODING)
        {
            let message = "the record is not UTF-8, so the reduced record would differ from it: convert it to UTF-8 first";
            return Err(Failure::Usage(message.into()));
        }

        let Some(shrunk) = shrink(&record, &context) else {
            return Err(Failure::Usage(format!(
                "record {} of {name} has no findings",
                self.record
            )));
        };

        let mut out = Output::to(self.output.as_deref())?.for_data();
        out.write(&shrunk.text)?;
        out.finish()?;
        if !shrunk.exhaustive {
            stderr_line!("pipscribe: not everything was tried; a smaller record may exist");
        }
        Ok(Status::Well)
    }
}
