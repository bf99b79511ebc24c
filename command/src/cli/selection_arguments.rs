//! Options that select the findings of `check`.

use std::path::Path;

use clap::Args;

use super::known_names::NameParser;
use super::{Failure, project_settings};
use pipscribe::check::Selection;

/// Arguments that select findings.
#[derive(Debug, Default, Args)]
pub(crate) struct SelectionArguments {
    /// Report only these codes or families, such as gipf/line-full or gipf; only their errors set
    /// exit status 1 [default: `pipscribe.toml`, else all]
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = NameParser::codes_and_families())]
    #[arg(hide_possible_values = true)]
    select: Vec<String>,
    /// Ignore these codes or families, even if selected [default: `pipscribe.toml`, else none]
    #[arg(long, value_name = "CODE", value_delimiter = ',', value_parser = NameParser::codes_and_families())]
    #[arg(hide_possible_values = true)]
    ignore: Vec<String>,
}

impl SelectionArguments {
    /// Returns the findings to report in a file. Each option replaces the setting of the project.
    pub(crate) fn selection(&self, path: Option<&Path>) -> Result<Selection, Failure> {
        let of_project = project_settings::of_file(path)?.selection();
        let chosen = |option: &Vec<String>, set: Vec<String>| {
            if option.is_empty() {
                set
            } else {
                option.clone()
            }
        };
        Ok(Selection {
            select: chosen(&self.select, of_project.select),
            ignore: chosen(&self.ignore, of_project.ignore),
            severity: of_project.severity,
        })
    }
}
