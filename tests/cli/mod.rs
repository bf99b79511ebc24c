//! `pipscribe` on the command line.

mod about;
mod bless;
mod colour;
mod commands;
mod config;
mod control;
mod drawn_positions;
mod examples;
#[cfg(unix)]
mod faults;
mod json;
mod lines;
mod links;
mod markdown;
mod names;
mod new;
mod pages;
mod select;
mod shells;
mod texts;
mod verbosity;
#[cfg(unix)]
mod walk;
mod wrong;
