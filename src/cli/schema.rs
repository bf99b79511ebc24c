//! `pipscribe schema`

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::output::Output;
use super::{Failure, Status};

/// Arguments of `pipscribe schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaCommand {
    /// The schema to print [default: list all schemas]
    #[arg(value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    name: Option<String>,
}

/// JSON schema of an output.
struct Schema {
    name: &'static str,
    /// What follows the schema.
    about: &'static str,
    text: &'static str,
}

/// Defines the schemas, each with the file of its name in `corpus/schema`.
macro_rules! schemas {
    ($($name:literal, $about:literal;)+) => {
        &[$(Schema {
            name: $name,
            about: $about,
            text: include_str!(concat!("../../corpus/schema/", $name, ".json")),
        }),+]
    };
}

const SCHEMAS: &[Schema] = schemas! {
    "check", "check --format json, one object per record";
    "config", "pipscribe.toml, as TOML";
    "conform", "conform --format json, one object";
    "conformance", "A line of the suite that conform runs";
    "coverage", "test --coverage --format json, one object";
    "dedupe", "dedupe --format json, one object per record";
    "example", "example --format json, one object";
    "infer", "infer --format json, one object per record";
    "list", "list --format json, one object per record";
    "mend", "mend --format json, one object per record";
    "record", "convert --to json and --to jsonl, a whole record";
    "replay", "replay --format json, one object per line";
    "solve", "solve --format json, one object per puzzle";
    "stats", "stats --format json, one object";
    "why", "why --format json, one object";
};

fn names() -> impl Iterator<Item = PossibleValue> {
    SCHEMAS.iter().map(|schema| PossibleValue::new(schema.name).help(schema.about))
}

impl SchemaCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        for schema in SCHEMAS {
            match &self.name {
                None => out.write(&format!("{:<12} {}\n", schema.name, schema.about))?,
                Some(name) if name == schema.name => out.write(schema.text)?,
                Some(_) => {}
            }
        }
        out.finish()?;
        Ok(Status::Well)
    }
}
