//! `pipscribe schema`

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

use super::output::Output;
use super::{Failure, Status};

/// Arguments of `pipscribe schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaCommand {
    /// The schema to print, which is that of one object; the list says how many an output has
    /// [default: list all schemas]
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
    "record", "convert --to jsonl, one object per line; --to json, an array of these objects";
    "replay", "replay --format json, one object per line";
    "solve", "solve --format json, one object per puzzle";
    "stats", "stats --format json, one object";
    "why", "why --format json, one object";
};

fn names() -> impl Iterator<Item = PossibleValue> {
    SCHEMAS
        .iter()
        .map(|schema| PossibleValue::new(schema.name).help(schema.about))
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

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use schemars::generate::SchemaSettings;

    use super::*;
    use crate::cli::dedupe::DroppedJson;
    use crate::cli::stats::StatsOutput;
    use crate::config::Config;
    use crate::conform::{Case, ConformJson};
    use crate::coverage::CoverageJson;
    use crate::example::ExampleJson;
    use crate::formats::model::RecordModel;
    use crate::infer::SettingsJson;
    use crate::mend::MendsJson;
    use crate::replay::{EndJson, TreeJson, TurnJson, WhyJson};
    use crate::reports::RecordJson;
    use crate::solve::SolvedJson;
    use crate::testing::assert_committed;

    /// Begin of the ids of the schemas: `urn:pipscribe:0.2.0:schema/check.json`. They are names,
    /// not addresses.
    const ID: &str = concat!("urn:pipscribe:", env!("CARGO_PKG_VERSION"), ":schema/");

    /// A line of the output is one or the other.
    #[derive(serde::Serialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only its schema is of interest")]
    enum Line {
        Turn(TurnJson),
        End(EndJson),
    }

    /// Returns the name of a schema, and its text by the type of the output, or of the input, that
    /// it is for.
    fn schema<T: JsonSchema>(name: &'static str) -> (&'static str, String) {
        let settings = SchemaSettings::draft2020_12();
        let settings = if name == "config" {
            settings.for_deserialize()
        } else {
            settings.for_serialize()
        };
        let mut schema = settings.into_generator().into_root_schema_for::<T>();
        schema.insert("$id".to_owned(), format!("{ID}{name}.json").into());
        (name, serde_json::to_string_pretty(&schema).unwrap() + "\n")
    }

    #[test]
    fn the_schemas_are_those_of_the_types() {
        let schemas = [
            schema::<RecordJson<'_>>("check"),
            schema::<Config>("config"),
            schema::<ConformJson<'_>>("conform"),
            schema::<Case>("conformance"),
            schema::<CoverageJson<'_>>("coverage"),
            schema::<DroppedJson<'_>>("dedupe"),
            schema::<ExampleJson<'_>>("example"),
            schema::<SettingsJson<'_>>("infer"),
            schema::<TreeJson>("list"),
            schema::<MendsJson<'_>>("mend"),
            schema::<RecordModel>("record"),
            schema::<Line>("replay"),
            schema::<SolvedJson<'_>>("solve"),
            schema::<StatsOutput<'_>>("stats"),
            schema::<WhyJson<'_>>("why"),
        ];
        assert!(
            schemas
                .iter()
                .map(|(name, _)| *name)
                .eq(SCHEMAS.iter().map(|schema| schema.name))
        );
        for (name, text) in schemas {
            assert_committed(&format!("corpus/schema/{name}.json"), &text);
        }
    }
}
