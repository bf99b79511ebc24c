//! Parsing and writing records.

mod bare;
mod brackets;
mod decorated;
mod markdown;
mod pasted;
mod records;
mod unmet;
mod untouched;
mod unusual;
