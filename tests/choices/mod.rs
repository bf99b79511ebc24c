//! Turns built from choices, and written into their records.

mod browser;
mod paths;
mod places;
mod writing;
