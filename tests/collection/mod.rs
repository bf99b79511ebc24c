//! Collections: rotated boards, tables, and the commands for many records.

mod commands;
mod index;
mod outputs;
mod symmetry;
mod tables;
