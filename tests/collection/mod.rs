//! Collections: rotated boards, tables, and the commands for many records.

mod club;
mod commands;
mod duplicates;
mod outputs;
mod queries;
mod streams;
mod symmetry;
mod tables;
