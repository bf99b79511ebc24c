//! `pipscribe sample`: picks records at random.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::each_record::{Headings, InputRecord};
use super::held_records::{HeldBytes, HeldRecord};
use super::output::{Output, counted};
use super::overwrite_protection::Overwrite;
use super::paths::Paths;
use super::record_writer::RecordWriter;
use super::{Failure, Status};
use crate::cli::verbosity::note;

/// Arguments of `pipscribe sample`.
#[derive(Debug, Args)]
pub(crate) struct Sample {
    #[command(flatten)]
    paths: Paths,
    /// Pick N records, or all if there are fewer
    #[arg(short = 'n', long, value_name = "N")]
    count: usize,
    /// Set the seed; the same seed picks the same records on every machine
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
}

impl Sample {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.paths.must_not_read(self.output.as_deref())?;
        self.overwrite
            .check(self.output.as_deref(), &self.paths.paths)?;
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        let mut held = HeldBytes::default();
        // The records with the smallest random numbers, by random number and by place in the input.
        let mut chosen: BTreeMap<(u64, u64), HeldRecord> = BTreeMap::new();
        let mut all = 0;
        let status = self.paths.each_record(
            Headings::WithRecord,
            |_, _| (),
            |source, InputRecord { raw, result, .. }| {
                if result.is_none() {
                    return Ok(ControlFlow::Continue(()));
                }
                let number = generator.next_u64();
                all += 1;
                let is_chosen = chosen.len() < self.count
                    || chosen
                        .last_key_value()
                        .is_some_and(|((last, _), _)| number < *last);
                if is_chosen && self.count > 0 {
                    if chosen.len() == self.count
                        && let Some((_, record)) = chosen.pop_last()
                    {
                        held.release(&record);
                    }
                    chosen.insert((number, all), held.hold(source, raw)?);
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let mut chosen: Vec<_> = chosen.into_iter().collect();
        chosen.sort_by_key(|((_, index), _)| *index);
        let mut records = RecordWriter::to(Output::to(self.output.as_deref())?.for_data());
        for (_, record) in &chosen {
            records.push_held(record)?;
        }
        let count = records.count;
        let found = records.finish()?;
        note!("{} of {all} chosen", counted(count, "record"));
        Ok(status.max(found))
    }
}
