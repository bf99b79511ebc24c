//! Turns built from choices, and written into their records.

mod actions;
mod browser;
mod paths;
mod places;
mod writing;
