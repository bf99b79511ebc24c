//! Collections: rotated boards, tables, and the commands for many records.

mod commands;
mod index;
mod symmetry;
mod tables;
