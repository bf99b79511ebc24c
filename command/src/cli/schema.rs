//! `pipscribe schema`: prints the JSON schemas of the outputs.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::output::Output;
use super::{Failure, Status};
use pipscribe::publish::bundled::schema;

/// Arguments of `pipscribe schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaCommand {
    /// Schema to print; it describes one object, and the list says how many objects an output has
    /// [default: list all schemas]
    #[arg(value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
    name: Option<String>,
}

/// Names of the schemas, each with a description.
const SCHEMAS: [(&str, &str); 15] = [
    ("check", "check --format json, one object per record"),
    ("config", "pipscribe.toml, as TOML"),
    ("conform", "conform --format json, one object"),
    ("conformance", "A line of the suite that conform runs"),
    ("coverage", "test --coverage --format json, one object"),
    ("dedupe", "dedupe --format json, one object per record"),
    ("example", "explain --examples --format json, one object"),
    ("infer", "infer --format json, one object per record"),
    ("list", "replay --tree --format json, one object per record"),
    ("mend", "mend --format json, one object per record"),
    (
        "record",
        "convert --to jsonl, one object per line; --to json, an array of these objects",
    ),
    ("replay", "replay --format json, one object per line"),
    ("solve", "solve --format json, one object per puzzle"),
    ("stats", "stats --format json, one object"),
    ("why", "why --format json, one object"),
];

fn names() -> impl Iterator<Item = PossibleValue> {
    SCHEMAS
        .iter()
        .map(|(name, about)| PossibleValue::new(*name).help(*about))
}

impl SchemaCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        match &self.name {
            Some(name) => out.write(schema(name).unwrap_or_default())?,
            None => {
                for (name, about) in SCHEMAS {
                    out.write(&format!("{name:<12} {about}\n"))?;
                }
            }
        }
        out.finish()?;
        Ok(Status::Well)
    }
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;
    use crate::cli::dedupe::DroppedJson;
    use crate::cli::stats::StatsOutput;
    use crate::conform::{Case, ConformJson};
    use crate::coverage::CoverageJson;
    use crate::example::ExampleJson;
    use crate::testing::assert_committed;
    use crate::testing::schema::{Direction, schema_text};

    /// Returns the name of an output, and the schema of its type.
    fn output<T: JsonSchema>(name: &'static str) -> (&'static str, String) {
        (name, schema_text::<T>(name, Direction::Output))
    }

    /// The types of the other schemas are in the library.
    #[test]
    fn the_schemas_are_those_of_the_types() {
        let schemas = [
            output::<ConformJson<'_>>("conform"),
            output::<Case>("conformance"),
            output::<CoverageJson<'_>>("coverage"),
            output::<DroppedJson<'_>>("dedupe"),
            output::<ExampleJson<'_>>("example"),
            output::<StatsOutput<'_>>("stats"),
        ];
        for (name, text) in schemas {
            assert_committed(&format!("corpus/schema/{name}.json"), &text);
        }
    }

    #[test]
    fn every_listed_schema_is_bundled() {
        for (name, _) in SCHEMAS {
            assert!(schema(name).is_some(), "{name}");
        }
    }
}
