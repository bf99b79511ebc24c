//! Reading and writing records.

mod bare;
mod decorated;
mod markdown;
mod records;
mod unusual;
