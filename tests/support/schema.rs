//! JSON Schema.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

use super::root;

/// A schema against which values are validated.
pub(crate) struct JsonSchema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl JsonSchema {
    pub(crate) fn new(schema: Value) -> Self {
        let mut schemas = Schemas::new();
        let mut compiler = Compiler::new();
        compiler.add_resource("schema.json", schema).unwrap();
        let index = compiler
            .compile("schema.json", &mut schemas)
            .unwrap_or_else(|error| panic!("{error:#}"));
        Self { schemas, index }
    }

    /// The schema of this name that is shipped with the project.
    pub(crate) fn shipped(name: &str) -> Self {
        let schema = std::fs::read(root().join(format!("corpus/schema/{name}.json"))).unwrap();
        Self::new(serde_json::from_slice(&schema).unwrap())
    }

    /// The error of a value, if it does not fit.
    pub(crate) fn complaint(&self, value: &Value) -> Option<String> {
        self.schemas
            .validate(value, self.index)
            .err()
            .map(|error| error.to_string())
    }

    pub(crate) fn fits(&self, value: &Value) -> bool {
        self.complaint(value).is_none()
    }
}
