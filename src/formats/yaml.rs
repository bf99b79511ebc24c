#![doc = include_str!("yaml.md")]

use super::model::{ModelReader, RecordModel};
use super::{Assumptions, Cut, ExportError, Exported, FileWrapper, Format, Imported};
use crate::checked::Checked;
use crate::text::SourceText;
use crate::text::tree::yaml::read;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yaml;

impl Format for Yaml {
    fn name(&self) -> &'static str {
        "yaml"
    }

    fn page(&self) -> &'static str {
        include_str!("yaml.md")
    }

    fn about(&self) -> &'static str {
        "complete records as YAML"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["yaml", "yml"]
    }

    fn recognises(&self, text: &str) -> bool {
        let key = |line: &str| line.trim_start_matches(['-', ' ']).starts_with("tags:");
        text.lines().any(key)
    }

    fn cut(&self) -> Cut {
        Cut::Documents
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        ModelReader::new(source, assumptions, true).documents(read(source.text()))
    }

    fn frame(&self) -> FileWrapper {
        FileWrapper { head: "", between: "---\n", tail: "" }
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        let (model, losses) = RecordModel::of(checked.record());
        let text = serde_yaml::to_string(&model).map_err(|error| ExportError::Record(error.to_string()))?;
        Ok(Exported { text, losses })
    }
}
