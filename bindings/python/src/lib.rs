//! Native half of the Python package: records, games, figures, conversions, and batches of them in Arrow arrays.
//!
//! Doc comments of items visible to Python become their docstrings, and a test runs the examples in them. The types are
//! declared in `python/pipscribe/_native.pyi`, which a test compares with this module.

mod actions;
mod arguments;
mod arrow;
mod batch;
mod check_and_read;
mod check_batch_columns;
mod cli;
mod codes;
mod convert;
mod deck_context;
mod errors;
mod finding;
mod fixes;
mod frame;
mod game;
mod hint;
mod hint_text;
mod html;
mod pickling;
mod position;
mod position_path;
mod record;
mod record_reader;
mod render;
mod signals;
mod solve;
mod table;
mod tag_errors;
mod text_arrays;
mod tree_parts;
mod why;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::actions::ActionState;
    #[pymodule_export]
    use super::arrow::RecordBatch;
    #[pymodule_export]
    use super::batch::{
        check_batch, check_columns, feature_columns, features_batch, replay_batch, replay_columns,
        table_columns,
    };
    #[pymodule_export]
    use super::check_and_read::{RecordIterator, check, read, record_of};
    #[pymodule_export]
    use super::cli::run_command;
    #[pymodule_export]
    use super::codes::{CodeInfo, codes, explain};
    #[pymodule_export]
    use super::convert::{convert_text, formats};
    #[pymodule_export]
    use super::finding::{Finding, Fix, Related};
    #[pymodule_export]
    use super::fixes::{Mend, Mends, Question, Setting};
    #[pymodule_export]
    use super::frame::Frame;
    #[pymodule_export]
    use super::game::{Game, game_of, random_game};
    #[pymodule_export]
    use super::hint::Hint;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::position_path::position_of;
    #[pymodule_export]
    use super::record::Record;
    #[pymodule_export]
    use super::record_reader::RecordReader;
    #[pymodule_export]
    use super::solve::Solved;
    #[pymodule_export]
    use super::tree_parts::comment_parts;
    #[pymodule_export]
    use super::why::{Step, Why};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        let games = pipscribe::games::GameId::ALL.map(|game| game.name());
        module.add("GAMES", PyTuple::new(module.py(), games)?)
    }
}
