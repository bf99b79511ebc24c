//! Checking: a record with all findings about it ([`Checked`]), the settings that choose which
//! findings are reported ([`Config`]), and the expectations of a record, updated to its findings
//! ([`bless()`]).

mod bless;
mod checked;
mod claims;
mod config;
mod files;
mod without_game;

pub use bless::{Blessed, bless};
pub use checked::{Checked, FilePlace};
pub(crate) use claims::is_of_puzzles;
pub use claims::tests_nothing;
pub use config::{BookSettings, Config, ConfigError, Selection, family};
pub use files::{check_bytes, check_reader, check_str};
