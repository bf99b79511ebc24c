//! Collections: rotated boards, tables, and the commands for many records.

mod commands;
mod outputs;
mod streams;
mod symmetry;
mod tables;
