//! Parsing and writing records.

mod bare;
mod decorated;
mod markdown;
mod pasted;
mod records;
mod unmet;
mod untouched;
mod unusual;
