//! What is told of a record, to people and to programs.

mod catalogue;
mod formats;
mod printable;
