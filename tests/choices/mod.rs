//! Turns put together by choices, and written into their records.

mod paths;
mod places;
mod writing;
