//! Reading and writing records.

mod bare;
mod markdown;
mod records;
mod unusual;
