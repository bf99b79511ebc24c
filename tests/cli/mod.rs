//! The command as it is typed.

mod bless;
mod commands;
mod faults;
mod new;
