//! The JSON schemas of the outputs.

/// Defines a function that returns the schema with a given name from its file in `corpus/schema`.
macro_rules! schemas {
    ($($name:literal)+) => {
        /// Returns the JSON schema of an output or an input, by the name that `pipscribe schema`
        /// lists: `check`, `record`.
        pub fn schema(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(include_str!(concat!("../../../corpus/schema/", $name, ".json"))),)+
                _ => None,
            }
        }
    };
}

schemas! {
    "check" "config" "conform" "conformance" "coverage" "dedupe" "example" "infer" "list" "mend"
    "record" "replay" "solve" "stats" "why"
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;

    use super::*;
    use crate::check::Config;
    use crate::fixes::infer::SettingsJson;
    use crate::fixes::mend::MendsJson;
    use crate::replay::{EndJson, TreeJson, TurnJson, WhyJson};
    use crate::reports::RecordJson;
    use crate::solve::SolvedJson;
    use crate::testing::assert_committed;
    use crate::testing::schema::{Direction, schema_text};

    /// A line of the output is one or the other.
    #[derive(serde::Serialize, JsonSchema)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only its schema is of interest")]
    enum Line {
        Turn(TurnJson),
        End(EndJson),
    }

    /// Returns the name of an output, and the schema of its type.
    fn output<T: JsonSchema>(name: &'static str) -> (&'static str, String) {
        (name, schema_text::<T>(name, Direction::Output))
    }

    /// The schema of a record is tested beside its type; the schemas of the program are tested in
    /// its package.
    #[test]
    fn the_schemas_are_those_of_the_types() {
        let schemas = [
            output::<RecordJson<'_>>("check"),
            ("config", schema_text::<Config>("config", Direction::Input)),
            output::<SettingsJson<'_>>("infer"),
            output::<TreeJson>("list"),
            output::<MendsJson<'_>>("mend"),
            output::<Line>("replay"),
            output::<SolvedJson<'_>>("solve"),
            output::<WhyJson<'_>>("why"),
        ];
        for (name, text) in schemas {
            assert_committed(&format!("corpus/schema/{name}.json"), &text);
            assert_eq!(schema(name), Some(text.as_str()));
        }
    }
}
