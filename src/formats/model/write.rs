//! A record of the notation as a model.

use super::{ItemModel, LineModel, RecordModel, TagModel, TurnModel};
use crate::formats::{Losses, lost};
use crate::notation::{Item, Line, Outcome, Record};
use crate::text::Span;

impl RecordModel {
    /// All of a record but variations below `depth` levels, and what of its text is no notation; how
    /// many of either.
    pub fn of(record: &Record, depth: usize) -> (Self, Losses) {
        let mut writer = Writer { record, losses: Losses::default() };
        lost::faults(record, &mut writer.losses);
        let hash = |span: &Span| record.text_of(*span).trim_end().to_owned();
        let tags = record.tags.iter().map(|tag| TagModel {
            hashes: tag.hashes.iter().map(hash).collect(),
            name: tag.name.clone(),
            value: tag.value.clone(),
        });
        let tags = tags.collect();
        let LineModel { opening, turns } = writer.line(&record.moves, depth);
        let in_tag = record.tag("Result").and_then(|tag| Outcome::parse(&tag.value));
        let result = record.result.as_ref().map(|(outcome, _)| outcome.clone()).or(in_tag).unwrap_or(Outcome::Open);
        let closing = writer.items(&record.closing, depth);
        (Self { tags, opening, turns, result: result.to_string(), closing }, writer.losses)
    }
}

struct Writer<'r> {
    record: &'r Record,
    losses: Losses,
}

impl Writer<'_> {
    fn line(&mut self, line: &Line, depth: usize) -> LineModel {
        let opening = self.items(&line.opening, depth);
        let turns = line.turns.iter().map(|node| TurnModel {
            text: self.record.text_of(node.text).to_owned(),
            suffix: node.suffix.map(|span| self.record.text_of(span).to_owned()),
            glyphs: node.glyphs.clone(),
            after: self.items(&node.after, depth),
        });
        LineModel { opening, turns: turns.collect() }
    }

    fn items(&mut self, items: &[Item], depth: usize) -> Vec<ItemModel> {
        let mut written = Vec::with_capacity(items.len());
        for item in items {
            written.push(match item {
                Item::Comment(comment) => {
                    let text = self.record.text_of(comment.span).replace("\r\n", "\n");
                    let inner = text.strip_prefix('{').unwrap_or(&text);
                    ItemModel::Comment { comment: inner.strip_suffix('}').unwrap_or(inner).to_owned() }
                }
                Item::Hash(span) => ItemModel::Hash { hash: self.record.text_of(*span).trim_end().to_owned() },
                Item::Variation(_) if depth == 0 => {
                    self.losses.add("variation nested too deep", 1);
                    continue;
                }
                Item::Variation(variation) => ItemModel::Variation { variation: self.line(&variation.line, depth - 1) },
            });
        }
        written
    }
}
