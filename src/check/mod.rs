//! Checking: a record with all findings about it ([`Checked`]), the settings that choose which
//! findings are reported ([`Config`]), and the expectations of a record (`[%expect …]`), updated to
//! its findings ([`bless()`]).

mod bless;
mod check_all;
mod checked;
mod claims;
mod config;
mod puzzle_findings;
mod without_game;

pub use bless::{Blessed, bless};
pub use check_all::{check_bytes, check_reader, check_str};
pub use checked::{Checked, FilePlace};
pub use config::{BookSettings, Config, ConfigError, Selection, family};
pub(crate) use puzzle_findings::is_of_puzzles;
pub use puzzle_findings::{has_unread_tests, tests_nothing};
