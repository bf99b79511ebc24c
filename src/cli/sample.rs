//! `pipscribe sample`

use std::collections::BinaryHeap;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::Args;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::collect::{Collected, Comments, Place, Records, Shelf};
use super::output::{Output, counted};
use super::paths::{Paths, must_not_be_read};
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
}

/// A record with its random number; the records with the smallest numbers are chosen.
struct Drawn {
    number: u64,
    at: u64,
    place: Place,
}

impl Ord for Drawn {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.number, self.at).cmp(&(other.number, other.at))
    }
}

impl PartialOrd for Drawn {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Drawn {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Drawn {}

impl Sample {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_be_read(self.output.as_deref(), &self.paths.paths)?;
        let mut generator = ChaCha8Rng::seed_from_u64(self.seed);
        let mut shelf = Shelf::default();
        let mut chosen: BinaryHeap<Drawn> = BinaryHeap::new();
        let mut all = 0;
        let status = self.paths.each_record(
            Comments::WithNextAndFirst,
            |_, _| (),
            |source, Collected { number: its_number, raw, made }| {
                if made.is_none() {
                    return Ok(ControlFlow::Continue(()));
                }
                let number = generator.next_u64();
                all += 1;
                let is_chosen = chosen.len() < self.count || chosen.peek().is_some_and(|last| number < last.number);
                if is_chosen && self.count > 0 {
                    chosen.push(Drawn { number, at: all, place: shelf.put(source, its_number, &raw)? });
                    if chosen.len() > self.count {
                        chosen.pop();
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let mut chosen = chosen.into_vec();
        chosen.sort_by_key(|drawn| drawn.at);
        let mut records = Records::to(Output::to(self.output.as_deref())?.for_records());
        for Drawn { place, .. } in &chosen {
            let bytes = shelf.read(place)?;
            records.push(&shelf.name(place), &bytes)?;
        }
        let count = records.count;
        let found = records.finish()?;
        note!("{} of {all} chosen", counted(count, "record"));
        Ok(status.max(found))
    }
}
