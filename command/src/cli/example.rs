//! `pipscribe example`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::names::{Names, no_such_code_or_rule};
use super::output::{Output, json};
use super::paths::must_not_have_records;
use super::{Failure, Status};
use crate::example::{Example, ExampleJson, Subject};
use crate::reports::{example_figures, write_example};
use pipscribe::draw::{Theme, write_page};

/// Arguments of `pipscribe example`.
#[derive(Debug, Args)]
pub(crate) struct ExampleCommand {
    /// The number of a rule, such as G3.4 or "notation 5", or a code, such as gipf/line-full
    #[arg(value_name = "RULE|CODE", value_parser = Names::codes_and_rules(), hide_possible_values = true)]
    named: String,
    /// Show only one of the two examples
    #[arg(long, value_enum)]
    only: Option<Only>,
    /// Search random games of this seed for other examples; the same seed finds the same ones
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Set the format
    #[arg(long, value_enum, default_value_t = ExampleFormat::Ascii)]
    format: ExampleFormat,
    /// Write to PATH [default: standard output]
    #[arg(short, long, value_name = "PATH")]
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
    /// Text, records, and boards in ASCII
    Ascii,
    /// Boards side by side, as scalable vector graphics
    Svg,
    /// Records only
    Pips,
    /// One JSON object
    Json,
}

impl ExampleCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let subject =
            Subject::named(&self.named).ok_or_else(|| no_such_code_or_rule(&self.named))?;
        let mut example = match self.seed {
            Some(seed) => Example::search(subject, seed),
            None => Example::new(subject),
        };
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
        let text = self.written(&example)?;
        Output::write_whole(self.output.as_deref(), &text)?;
        Ok(Status::Well)
    }

    fn written(&self, example: &Example) -> Result<String, Failure> {
        Ok(match self.format {
            ExampleFormat::Ascii => write_example(example),
            ExampleFormat::Json => json(&ExampleJson::new(example))?,
            ExampleFormat::Pips => {
                let records = [&example.kept, &example.broken].into_iter().flatten();
                records
                    .map(|shows| shows.text.as_str())
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            ExampleFormat::Svg => {
                let figures = example_figures(example);
                if figures.is_empty() {
                    let name = example.subject.name();
                    return Err(Failure::Usage(format!(
                        "the example of {name} has no position, so there is no figure"
                    )));
                }
                write_page(&figures, figures.len(), &Theme::default())
            }
        })
    }
}
