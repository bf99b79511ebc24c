//! Collections: rotated boards, tables, and the commands for many records.

mod commands;
mod index;
mod outputs;
mod streams;
mod symmetry;
mod tables;
