//! Checking: a record with all findings about it ([`Checked`]), the settings that choose which
//! findings are reported ([`Config`]), and the expectations of a record, updated to its findings
//! ([`bless()`]).

mod bless;
mod checked;
mod config;

pub use bless::{Blessed, bless};
pub(crate) use checked::is_of_puzzles;
pub use checked::{Checked, FilePlace, check_bytes, check_reader, check_str, tests_nothing};
pub use config::{BookSettings, Config, ConfigError, Selection, family};
