//! Converts a record to the data model, and the model to text.

use super::{ItemModel, LineModel, RecordModel, TagModel, TurnModel, VariationModel};
use crate::formats::{ExportError, Exported, Losses, export_losses};
use crate::notation::{Item, Line, Outcome, Record};
use crate::text::Span;

/// Exports a record as its data model; `text_of` serialises the model.
pub(in crate::formats) fn export<E: std::fmt::Display>(
    record: &Record,
    text_of: impl Fn(&RecordModel) -> Result<String, E>,
) -> Result<Exported, ExportError> {
    let (model, losses) = RecordModel::from_record(record);
    let text = text_of(&model).map_err(|error| ExportError::Record(error.to_string()))?;
    Ok(Exported { text, losses })
}

impl RecordModel {
    /// Converts a record. Also counts the parts of its text that are not valid notation.
    fn from_record(record: &Record) -> (Self, Losses) {
        let mut losses = Losses::default();
        export_losses::count_faults(record, &mut losses);

        let hash = |span: &Span| record.text_of(*span).trim_end().to_owned();
        let tags = record
            .tags
            .iter()
            .map(|tag| TagModel {
                hashes: tag.hashes.iter().map(hash).collect(),
                name: tag.name.to_string(),
                value: tag.value.to_string(),
            })
            .collect();

        let mut builder = ModelBuilder {
            record,
            variations: Vec::new(),
        };
        let LineModel { opening, turns } = builder.line(&record.moves);
        let closing = builder.items(&record.closing);
        let result = record.outcome().unwrap_or(Outcome::Open);
        let model = Self {
            tags,
            opening,
            turns,
            variations: builder.variations,
            result: result.to_string(),
            closing,
        };
        (model, losses)
    }
}

/// Converts the lines of a record, and collects its variations.
struct ModelBuilder<'r> {
    record: &'r Record,
    /// Variations that have begun, in the order of their beginnings.
    variations: Vec<LineModel>,
}

impl ModelBuilder<'_> {
    fn line(&mut self, line: &Line) -> LineModel {
        let opening = self.items(&line.opening);
        let turns = line.turns.iter().map(|node| TurnModel {
            text: self.record.turn_text(node).to_owned(),
            suffix: node.suffix.map(|span| self.record.text_of(span).to_owned()),
            glyphs: node.glyphs.clone(),
            after: self.items(&node.after),
        });
        LineModel {
            opening,
            turns: turns.collect(),
        }
    }

    fn items(&mut self, items: &[Item]) -> Vec<ItemModel> {
        let models = items.iter().map(|item| match item {
            Item::Comment(comment) => {
                let text = comment.written(self.record).replace("\r\n", "\n");
                let inner = text.strip_prefix('{').unwrap_or(&text);
                ItemModel::Comment {
                    comment: inner.strip_suffix('}').unwrap_or(inner).to_owned(),
                }
            }
            Item::Hash(span) => ItemModel::Hash {
                hash: self.record.text_of(*span).trim_end().to_owned(),
            },
            Item::Variation(variation) => {
                let place = self.variations.len();
                // The place is reserved first, because the line may contain variations too.
                self.variations.push(LineModel::default());
                let line = self.line(&variation.line);
                if let Some(reserved) = self.variations.get_mut(place) {
                    *reserved = line;
                }
                ItemModel::Variation {
                    variation: VariationModel::Place(place),
                }
            }
        });
        models.collect()
    }
}
