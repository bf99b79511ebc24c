//! The command as it is typed.

mod bless;
mod colour;
mod commands;
mod examples;
mod faults;
mod links;
mod markdown;
mod names;
mod new;
mod pages;
mod select;
mod shells;
mod texts;
mod walk;
