//! Reports about a record, for people and for programs.

mod catalogue;
mod formats;
mod printable;
