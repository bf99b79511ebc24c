//! `pipscribe sample`: picks records at random. Each record gets a random number, and the records
//! with the smallest numbers are kept, so that only the chosen records are in memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::each_record::{Headings, InputPiece};
use super::held_records::{HeldBytes, HeldRecord};
use super::output::{Output, counted};
use super::overwrite_protection::Overwrite;
use super::paths::Paths;
use super::record_writer::RecordWriter;
use super::source::Source;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::text::RawRecord;

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

        let mut sampler = Sampler::new(self.count, self.seed);
        let status = self.paths.each_record(
            Headings::WithRecord,
            |_, _| (),
            |source, piece| {
                if let InputPiece::Record(record) = piece {
                    sampler.add(source, record.raw)?;
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        let total = sampler.record_count;
        let mut records = RecordWriter::to(Output::to(self.output.as_deref())?.for_data());
        for record in sampler.in_input_order() {
            records.push_held(&record)?;
        }
        let count = records.count;
        let status_of_output = records.finish()?;
        note!("{} of {total} chosen", counted(count, "record"));
        Ok(status.max(status_of_output))
    }
}

/// Chooses among the records that were read so far.
struct Sampler {
    /// The number of records to choose.
    count: usize,
    generator: ChaCha8Rng,
    chosen: BTreeMap<SampleKey, HeldRecord>,
    held: HeldBytes,
    /// The number of records that were read.
    record_count: u64,
}

/// Key by which records are chosen, the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct SampleKey {
    random_number: u64,
    /// Place in the input, which distinguishes records with equal random numbers.
    place: u64,
}

impl Sampler {
    fn new(count: usize, seed: u64) -> Self {
        Self {
            count,
            generator: ChaCha8Rng::seed_from_u64(seed),
            chosen: BTreeMap::new(),
            held: HeldBytes::default(),
            record_count: 0,
        }
    }

    /// Chooses the next record, if its key is small enough.
    fn add(&mut self, source: &Source, raw: RawRecord) -> Result<(), Failure> {
        self.record_count += 1;
        let key = SampleKey {
            random_number: self.generator.next_u64(),
            place: self.record_count,
        };
        if self.count == 0 {
            return Ok(());
        }

        if self.chosen.len() == self.count {
            let is_smaller = self
                .chosen
                .last_key_value()
                .is_some_and(|(largest, _)| key.random_number < largest.random_number);
            if !is_smaller {
                return Ok(());
            }
            if let Some((_, record)) = self.chosen.pop_last() {
                self.held.release(&record);
            }
        }
        self.chosen.insert(key, self.held.hold(source, raw)?);
        Ok(())
    }

    fn in_input_order(self) -> impl Iterator<Item = HeldRecord> {
        let mut chosen: Vec<_> = self.chosen.into_iter().collect();
        chosen.sort_by_key(|(key, _)| key.place);
        chosen.into_iter().map(|(_, record)| record)
    }
}
