//! `pipscribe merge`: writes the records of several files into one.

use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;

use super::each_record::{Headings, InputPiece};
use super::output::{Output, counted};
use super::overwrite_protection::Overwrite;
use super::paths::Paths;
use super::record_writer::RecordWriter;
use super::{Failure, Status};
use crate::cli::verbosity::note;

/// Arguments of `pipscribe merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    #[command(flatten)]
    paths: Paths,
    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Merge {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.paths.must_not_find(self.output.as_deref())?;
        self.overwrite
            .check(self.output.as_deref(), &self.paths.paths)?;
        let mut records = RecordWriter::to(Output::to(self.output.as_deref())?.for_data());
        let status = self.paths.each_record(
            Headings::FirstSeparate,
            |_, _| (),
            |source, piece| {
                match piece {
                    InputPiece::Record(record) => {
                        let raw = &record.raw;
                        records.push(&source.place_of(raw), &raw.bytes)?;
                    }
                    // Such as the heading of the first file.
                    InputPiece::Comments(raw) => {
                        records.push_comments(&source.place_of(&raw), &raw.bytes);
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        let count = records.count;
        let status_of_output = records.finish()?;
        note!("{} merged", counted(count, "record"));
        Ok(status.max(status_of_output))
    }
}
