#![doc = include_str!("yaml.md")]

use super::model::{ModelReader, export};
use super::{Assumptions, Cut, ExportError, Exported, FileWrapper, Format, FormatInfo, Imported};
use crate::checked::Checked;
use crate::text::SourceText;
use crate::text::tree::yaml::read;

/// The format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Yaml;

impl Format for Yaml {
    fn info(&self) -> FormatInfo {
        FormatInfo {
            name: "yaml",
            about: "complete records as YAML",
            page: include_str!("yaml.md"),
            endings: &["yaml", "yml"],
            cut: Cut::Documents,
            frame: FileWrapper { head: "", between: "---\n", tail: "" },
            ..FormatInfo::USUAL
        }
    }

    fn recognises(&self, text: &str) -> bool {
        let key = |line: &str| line.trim_start_matches(['-', ' ']).starts_with("tags:");
        text.lines().any(key)
    }

    fn read(&self, source: &SourceText, assumptions: &Assumptions) -> Vec<Imported> {
        ModelReader::new(source, assumptions, true).documents(read(source.text()))
    }

    fn write(&self, checked: &Checked) -> Result<Exported, ExportError> {
        export(checked.record(), serde_yaml::to_string)
    }
}
