//! The tree of the turns of a record with the places of all its parts in the text, so that a page
//! can show it, and change it by changing the text.

use pipscribe::draw::Lang;
use pipscribe::figures::puzzles;
use pipscribe::notation::{Comment, Item, TurnNode, VariationMark};
use pipscribe::text::{SourceText, Span};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::board::{place, replayed};
use crate::decks::DeckTexts;
use crate::given::{At, Given, Page};
use crate::json::{line, value};
use crate::refused::Refused;
use crate::utf16_units::Units;

/// The options of `turnTree`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    page: Option<Page>,
    at: At,
    decks: Option<DeckTexts>,
}

/// Returns the turns in the order of the text, each with its line, its parts and what is attached
/// to it.
pub(crate) fn turns(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let number = options.at.record_number();
    let timeline = replayed(given, options.page, number, &options.decks)?;
    let record = timeline.record();
    let units = Units::new(given);
    let places = Places {
        source: record.source(),
        units: &units,
    };
    let mut turns = Vec::new();
    for (line, node) in record.turns() {
        let frame = timeline.frame(node.id);
        let [start, _] = places.numbered(node);
        let [text_start, text_end] = places.ends(node.text);
        // The items before a line belong to its first turn.
        let is_first = node.id.index == 0;
        // For each level, a path has two numbers: the turn that is replaced and the variation.
        let depth = line.path.len() / 2;
        turns.push(json!({
            "at": place(number, &value(&node.id)?),
            "line": node.id.line,
            "depth": depth,
            "number": node.number,
            "text": record.turn_text(node),
            "played": frame.is_some(),
            "refused": node.expects_refusal(),
            "start": start,
            "textStart": text_start,
            "textEnd": text_end,
            "suffix": node.suffix.map(|suffix| places.span(suffix)),
            "glyphs": node.glyphs,
            "before": if is_first { places.items(&line.opening) } else { Vec::new() },
            "items": places.items(&node.after),
        }));
    }

    let result = record.result.as_ref().map(|(_, span)| places.span(*span));
    let tags: Vec<Value> = record
        .tags
        .iter()
        .map(|tag| {
            json!({
                "name": tag.name.as_str(),
                "span": places.span(tag.span),
                "value": places.span(tag.value_span),
            })
        })
        .collect();
    let puzzles = puzzles(&timeline)
        .into_iter()
        .map(|puzzle| {
            let node = timeline.node(puzzle.frame);
            let after = puzzle.frame.turn.map(|turn| value(&turn)).transpose()?;
            Ok(json!({
                "after": after,
                "end": node.map(|node| places.ends(node.text)[1]),
                "task": puzzle.task(Lang::En),
            }))
        })
        .collect::<Result<Vec<Value>, Refused>>()?;
    line(&json!({"turns": turns, "result": result, "tags": tags, "puzzles": puzzles}))
}

/// Converts parts of a record to objects with their places in the text.
struct Places<'a> {
    source: &'a SourceText,
    units: &'a Units<'a>,
}

impl Places<'_> {
    /// Returns the start and the end of a span in the text.
    fn ends(&self, span: Span) -> [u64; 2] {
        self.units.of_span(self.source, span)
    }

    /// Returns the start and the end of a span in the text as an object.
    fn span(&self, span: Span) -> Value {
        let [start, end] = self.ends(span);
        json!({"start": start, "end": end})
    }

    fn comment(&self, comment: &Comment) -> Value {
        let [start, end] = self.ends(comment.span);
        let commands: Vec<Value> = comment
            .commands
            .iter()
            .map(|command| self.span(command.span))
            .collect();
        json!({"kind": "comment", "start": start, "end": end, "commands": commands})
    }

    fn item(&self, item: &Item) -> Value {
        match item {
            Item::Comment(comment) => self.comment(comment),
            Item::Variation(variation) => {
                let [start, end] = self.ends(variation.span);
                let line = variation.line.turns.first().map(|first| first.id.line);
                let mark = variation.mark().map(|mark| match mark {
                    VariationMark::Solution => "solution",
                    VariationMark::Refuted => "refuted",
                });
                json!({"kind": "variation", "start": start, "end": end, "line": line, "mark": mark})
            }
            Item::Hash(hash) => {
                let [start, end] = self.ends(*hash);
                json!({"kind": "hash", "start": start, "end": end})
            }
        }
    }

    fn items(&self, items: &[Item]) -> Vec<Value> {
        items.iter().map(|item| self.item(item)).collect()
    }

    /// Returns the start and the end of a turn, its number included.
    fn numbered(&self, node: &TurnNode) -> [u64; 2] {
        self.ends(node.numbered_text())
    }
}
