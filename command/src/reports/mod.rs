//! Reports for functions that only the program has: coverage, conformance, examples, statistics,
//! and the lines of `test`.

mod conform;
mod coverage;
mod example;
mod stats;
mod stats_page;
mod test_lines;

pub(crate) use conform::write_conformance;
pub(crate) use coverage::{percent, write_coverage};
pub(crate) use example::{example_figures, write_example};
pub(crate) use stats::write_stats;
pub(crate) use stats_page::StatsPage;
pub use test_lines::TestLines;
