//! `pipscribe explain --examples`: writes the examples of a rule or a code. [`crate::example`]
//! finds them.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::known_names::no_such_code_or_rule;
use super::output::{Output, json};
use super::overwrite_protection::must_not_have_records;
use super::{Failure, Status};
use crate::example::{Example, ExampleJson, Subject};
use crate::reports::{example_figures, write_example};
use pipscribe::draw::{Theme, write_page};

/// Options of `pipscribe explain --examples`.
#[derive(Debug, Args)]
#[command(next_help_heading = "With --examples")]
pub(crate) struct ExampleArguments {
    /// Show only one of the two examples
    #[arg(long, value_enum, requires = "examples")]
    only: Option<Only>,
    /// Search random games for other examples; the same seed finds the same examples
    #[arg(long, value_name = "N", requires = "examples")]
    seed: Option<u64>,
    /// Set the format [default: text]
    #[arg(long, value_enum, requires = "examples")]
    format: Option<ExampleFormat>,
    /// Write to PATH [default: standard output]
    #[arg(short, long, value_name = "PATH", requires = "examples")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Legal: follows the rule, or does not trigger the code
    Kept,
    /// Illegal: violates the rule, or triggers the code
    Broken,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExampleFormat {
    /// Text, with records and boards
    #[value(name = "text", alias = "ascii")]
    Ascii,
    /// Boards side by side, as scalable vector graphics
    Svg,
    /// Records only
    Pips,
    /// One JSON object
    Json,
}

impl ExampleArguments {
    /// Writes the examples of a rule or a code.
    pub(super) fn write(&self, name: &str) -> Result<Status, Failure> {
        let subject = Subject::named(name).ok_or_else(|| no_such_code_or_rule(name))?;
        let mut example = match self.seed {
            Some(seed) => Example::search(subject, seed),
            None => Example::new(subject),
        };
        // The legal record keeps the rule, the illegal one breaks it.
        match self.only {
            Some(Only::Kept) => example.broken = None,
            Some(Only::Broken) => example.kept = None,
            None => {}
        }
        if example.kept.is_none() && example.broken.is_none() {
            return Err(Failure::Usage(format!(
                "there is no such example of {}",
                subject.name()
            )));
        }
        must_not_have_records(self.output.as_deref())?;
        let text = self.text_of(&example)?;
        Output::write_whole(self.output.as_deref(), &text)?;
        Ok(Status::Well)
    }

    /// Returns an example in the requested format.
    fn text_of(&self, example: &Example) -> Result<String, Failure> {
        Ok(match self.format.unwrap_or(ExampleFormat::Ascii) {
            ExampleFormat::Ascii => write_example(example),
            ExampleFormat::Json => json(&ExampleJson::new(example))?,
            ExampleFormat::Pips => {
                let records = [&example.kept, &example.broken].into_iter().flatten();
                let texts: Vec<&str> = records.map(|record| record.text.as_str()).collect();
                texts.join("\n")
            }
            ExampleFormat::Svg => {
                let figures = example_figures(example);
                if figures.is_empty() {
                    let name = example.subject.name();
                    return Err(Failure::Usage(format!(
                        "the example of {name} has no position, so there is no figure"
                    )));
                }
                // The boards are side by side, in one row.
                let columns = figures.len();
                write_page(&figures, columns, &Theme::default())
            }
        })
    }
}
