//! Canonical and bare form of a replayed record.

use std::collections::HashMap;
use std::sync::Arc;

use super::full::{FindingDetail, Replay, replay};
use super::start::start_of;
use super::timeline::Timeline;
use crate::findings::Finding;
use crate::games::{Context, Game, with_game};
use crate::notation::{Record, RecordWriter, TurnId, canonical_tag_order, parse_options, tag_lines, write_options};

/// Returns the canonical form of a record; `None` if an error in syntax or tags prevents formatting, or if the record
/// does not name its game. Equals [`Timeline::canonical`], without keeping positions.
pub(crate) fn canonical(record: &Record, context: &Context) -> Option<String> {
    with_game!(record.game()?, G => ReplayedRecord::<G>::of(record, context)?.canonical())
}

/// Returns the bare form of a record. Equals [`Timeline::bare`], without keeping positions.
pub(crate) fn bare(record: &Record, context: &Context) -> Option<String> {
    with_game!(record.game()?, G => ReplayedRecord::<G>::of(record, context)?.bare())
}

impl Timeline {
    /// Returns the canonical form; `None` if an error in syntax or tags prevents formatting.
    pub fn canonical(&self) -> Option<String> {
        with_game!(self.game(), G => ReplayedRecord::<G>::of_timeline(self)?.canonical())
    }

    /// Returns the bare form, which is equal for two records of the same game (notation 4); `None` if an error in
    /// syntax or tags leaves it unknown.
    pub fn bare(&self) -> Option<String> {
        with_game!(self.game(), G => ReplayedRecord::<G>::of_timeline(self)?.bare())
    }
}

/// The results of a replay that writing the record needs.
pub(super) struct ReplayedRecord<'r, G: Game> {
    record: &'r Record,
    context: &'r Context,
    setup: Arc<G::Setup>,
    /// The played turns in canonical form. Turns that are already written in this form may be missing.
    turns: HashMap<TurnId, String>,
    /// True if an error in syntax or tags prevents formatting.
    has_errors: bool,
    /// True if the rules or a resignation give the result.
    pub(super) decided: bool,
    first_fault: Option<u32>,
    main_fault: Option<u32>,
}

impl<'r, G: Game> ReplayedRecord<'r, G> {
    fn of(record: &'r Record, context: &'r Context) -> Option<Self> {
        let mut turns = HashMap::new();
        let replayed = replay::<G>(
            record,
            context,
            Some(&mut |step| {
                if let Some(turn) = step.played.game_turn() {
                    turns.insert(step.node.id, turn.to_string());
                }
            }),
            FindingDetail::InBrief,
        );
        let Replay { start, report, first_fault, main_fault, .. } = replayed;
        let (has_errors, decided) = (report.findings.iter().any(prevents_formatting), report.result.is_some());
        Some(Self { record, context, setup: start?.setup, turns, has_errors, decided, first_fault, main_fault })
    }

    pub(super) fn of_timeline(timeline: &'r Timeline) -> Option<Self> {
        let setup = Arc::clone(&timeline.start()?.position.of_game::<G>()?.setup);
        let turns = timeline.frames().iter().filter_map(|frame| Some((frame.turn?, frame.canonical_turn()?)));
        let report = &timeline.report;
        Some(Self {
            record: timeline.record(),
            context: timeline.context(),
            setup,
            turns: turns.collect(),
            has_errors: report.findings.iter().any(prevents_formatting),
            decided: report.result.is_some(),
            first_fault: timeline.first_fault,
            main_fault: timeline.main_fault,
        })
    }

    fn canonical(self) -> Option<String> {
        let record = self.record;
        if_readable(record, self.writer()?.write(), |record| record.turns().count())
    }

    fn bare(self) -> Option<String> {
        let (record, context, decided, main_fault) = (self.record, self.context, self.decided, self.main_fault);
        let mut writer = self.writer()?;
        // The bare form has no variations, so only faults of the main line count.
        writer.keep_from = main_fault;
        let tags = bare_tags::<G>(record, context, &writer, decided);
        if_readable(record, writer.write_bare(&tags), |record| record.moves.turns.len())
    }

    /// Returns a writer with all values that the rules give; `None` if errors prevent formatting.
    pub(super) fn writer(self) -> Option<RecordWriter<'r>> {
        let Self { record, setup, turns, first_fault, .. } = self;
        // Faults in tags that comments expect are not among the findings.
        if record.has_syntax_errors() || self.has_errors {
            return None;
        }
        let mut values = HashMap::new();
        if let Some(pairs) = record.tag("Options").and_then(|tag| parse_options(&tag.value)) {
            let pairs = pairs.into_iter().map(|pair| (pair.key, pair.value)).collect();
            values.insert("Options".to_owned(), write_options(pairs, G::OPTIONS));
        }
        for tag in &record.tags {
            if let Some(value) = G::canonical_value(&tag.name, &tag.value) {
                values.insert(tag.name.to_string(), value);
            }
        }
        if let Some(Ok(text)) = record.tag("Position").map(|tag| G::parse_position(&tag.value))
            && let Ok(state) = G::shown_position(&setup, &text)
        {
            values.insert("Position".to_owned(), G::position_text(&setup, &state).to_string());
        }
        Some(RecordWriter { record, own_tags: G::TAGS, values, turns, keep_from: first_fault })
    }
}

/// Returns the written form of a record if it has the same number of turns. An illegal turn of several words is written
/// as it stands, and a number before it may separate the words.
fn if_readable(record: &Record, written: String, turns: fn(&Record) -> usize) -> Option<String> {
    let has_several_words = record.turns().any(|(_, node)| record.text_of(node.text).contains(char::is_whitespace));
    (!has_several_words || turns(&Record::parse_str(&written)) == turns(record)).then_some(written)
}

/// True if a finding prevents formatting: an error in syntax or tags.
fn prevents_formatting(finding: &Finding) -> bool {
    finding.is_error() && ["syntax/", "limit/", "tag/"].iter().any(|family| finding.code.id.starts_with(family))
}

/// The tags that affect play, without defaults and without `Position`. Includes `Termination` if the verdict on the
/// result depends on it.
pub(super) struct BareTags<'r> {
    /// Tags before `Position`, in canonical order.
    before: Vec<(&'r str, String)>,
    /// Tags of the game itself, which come after `Position`.
    own: Vec<(&'r str, String)>,
    /// The default position of a record with these tags. Only known if the record gives a position.
    usual: Option<String>,
}

impl<'r> BareTags<'r> {
    pub(super) fn of<G: Game>(record: &'r Record, context: &Context, writer: &RecordWriter<'_>, decided: bool) -> Self {
        let value = |name: &str| writer.values.get(name).cloned().or_else(|| record.tag_value(name).map(str::to_owned));
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
        if !decided && let Some(termination) = value("Termination") {
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
        let usual = value("Position").and_then(|_| {
            let without = Record::parse_str(&tag_lines(tags.iter().chain(&own)));
            let usual = start_of::<G>(&without, context, &mut Vec::new());
            usual.map(|start| G::position_text(&start.setup, &start.state).to_string())
        });
        Self { before: tags, own, usual }
    }

    /// Returns all tags in canonical order, with `position` if it is not the default.
    pub(super) fn with(&self, position: Option<String>) -> Vec<(&'r str, String)> {
        let unusual = position.filter(|position| self.usual.as_ref() != Some(position));
        let position = unusual.map(|position| ("Position", position));
        self.before.iter().cloned().chain(position).chain(self.own.iter().cloned()).collect()
    }
}

/// Returns the tags of the bare form, in canonical order.
pub(super) fn bare_tags<'r, G: Game>(
    record: &'r Record,
    context: &Context,
    writer: &RecordWriter<'_>,
    decided: bool,
) -> Vec<(&'r str, String)> {
    let position = writer.values.get("Position").cloned();
    let position = position.or_else(|| record.tag_value("Position").map(str::to_owned));
    BareTags::of::<G>(record, context, writer, decided).with(position)
}
