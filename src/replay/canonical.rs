//! The canonical and the bare form of a record that was replayed.

use std::collections::HashMap;

use super::start_of;
use super::timeline::Timeline;
use crate::findings::Finding;
use crate::games::{Game, with_game};
use crate::notation::{Record, RecordWriter, canonical_tag_order, parse_options, quoted};

impl Timeline {
    /// The canonical form; `None` where an error of syntax or tags leaves it as it is.
    pub fn canonical(&self) -> Option<String> {
        let writer = with_game!(self.game(), G => writer::<G>(self))?;
        Some(writer.write())
    }

    /// The bare form, which two records of the same game share (notation 4); `None` where an error of syntax or tags
    /// leaves it unknown.
    pub fn bare(&self) -> Option<String> {
        with_game!(self.game(), G => {
            let mut writer = writer::<G>(self)?;
            // It has no variations that could be at fault.
            writer.keep_from = self.main_fault;
            let tags = bare_tags::<G>(self, &writer);
            Some(writer.write_bare(&tags))
        })
    }
}

/// Whether a finding leaves the record's form unknown: an error of syntax or tags.
fn hinders_formatting(finding: &Finding) -> bool {
    finding.is_error() && ["syntax/", "limit/", "tag/"].iter().any(|family| finding.code.id.starts_with(family))
}

/// A writer with everything filled in that the rules give.
fn writer<G: Game>(timeline: &Timeline) -> Option<RecordWriter<'_>> {
    let record = timeline.record();
    if record.has_syntax_errors() || timeline.report.findings.iter().any(hinders_formatting) {
        return None;
    }
    // Tags that comments expect to be at fault are not in the findings.
    let setup = &timeline.start()?.position.of_game::<G>()?.setup;
    let turns = timeline.frames().iter().filter_map(|frame| Some((frame.turn?, frame.canonical_turn()?)));
    let mut values = HashMap::new();
    if let Some(mut pairs) = record.tag("Options").and_then(|tag| parse_options(&tag.value)) {
        pairs.sort_by_key(|pair| G::OPTIONS.iter().position(|&key| key == pair.key));
        let text: Vec<_> = pairs.iter().map(|pair| format!("{}={}", pair.key, pair.value)).collect();
        values.insert("Options".to_owned(), text.join(" "));
    }
    for tag in &record.tags {
        if let Some(value) = G::canonical_value(&tag.name, &tag.value) {
            values.insert(tag.name.clone(), value);
        }
    }
    if let Some(Ok(text)) = record.tag("Position").map(|tag| G::parse_position(&tag.value))
        && let Ok(state) = G::position(setup, &text)
    {
        values.insert("Position".to_owned(), G::position_text(setup, &state).to_string());
    }
    Some(RecordWriter { record, own_tags: G::TAGS, values, turns: turns.collect(), keep_from: timeline.first_fault })
}

/// The tags that bear on play, defaults left out, in canonical order; `Termination` too where the verdict on
/// the result hangs on it.
fn bare_tags<'r, G: Game>(timeline: &'r Timeline, writer: &RecordWriter<'_>) -> Vec<(&'r str, String)> {
    let record = timeline.record();
    let value = |name: &str| writer.values.get(name).cloned().or_else(|| record.tag(name).map(|tag| tag.value.clone()));
    let mut tags: Vec<(&str, String)> = Vec::new();
    tags.push(("Game", G::NAME.to_owned()));
    if G::VARIANTS.len() > 1 {
        tags.push(("Variant", value("Variant").unwrap_or_default()));
    }
    let options = value("Options").and_then(|text| parse_options(&text)).unwrap_or_default();
    let unusual: Vec<_> = options
        .iter()
        .filter(|pair| !G::is_usual_option(&value, &pair.key, &pair.value))
        .map(|pair| format!("{}={}", pair.key, pair.value))
        .collect();
    if !unusual.is_empty() {
        tags.push(("Options", unusual.join(" ")));
    }
    let result = writer.result();
    if result != "*" {
        tags.push(("Result", result));
    }
    if timeline.report.result.is_none()
        && let Some(termination) = value("Termination")
    {
        tags.push(("Termination", termination));
    }
    let mut own: Vec<(&str, String)> = Vec::new();
    for at in canonical_tag_order(record, G::TAGS) {
        let name = record.tags[at].name.as_str();
        if name == "Surface" || !G::TAGS.iter().any(|spec| spec.covers(name)) {
            continue;
        }
        let unusual = value(name).filter(|value| G::default_value(name) != Some(value.as_str()));
        own.extend(unusual.map(|value| (name, value)));
    }
    if let Some(position) = value("Position") {
        let others = tags.iter().chain(&own).map(|(name, value)| format!("[{name} {}]\n", quoted(value)));
        let without = Record::parse_str(&others.collect::<String>());
        let usual = start_of::<G>(&without, timeline.context(), &mut Vec::new());
        let usual = usual.map(|start| G::position_text(&start.setup, &start.state).to_string());
        if usual.as_deref() != Some(position.as_str()) {
            tags.push(("Position", position));
        }
    }
    tags.extend(own);
    tags
}
