//! Canonical and bare form of a replayed record.
//!
//! The *canonical form* is the one form of a valid record that `fmt` writes: the tags in their
//! order, each turn in its own canonical form. The *bare form* has only what affects play, without
//! values that are the default. It is equal for two records of the same game.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::full_replay::{FindingDetail, Replay, replay};
use super::progress::turn_text;
use super::starting_position::start_of;
use super::timeline::Timeline;
use super::turns_in_comments::skipped_number_in_comment;
use super::{CommonTags, Report};
use crate::findings::Finding;
use crate::games::{Context, Game, with_game};
use crate::notation::{
    Record, RecordWriter, Standing, TurnId, canonical_tag_order, parse_options, tag_lines,
    write_options,
};
use crate::text::counted;

/// Reason why a record has no canonical form and keeps its bytes.
///
/// A record with an error has no canonical form, because its intended turns are unknown. Numbers,
/// order and spaces of its turns may be the only evidence for its repair, so no writer may change
/// them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCanonical {
    /// The record has errors that are neither expected nor waived.
    Invalid {
        /// The first error.
        first: Box<Finding>,
        /// The number of further errors.
        others: usize,
    },
    /// The record does not name its game.
    UnknownGame,
    /// The record expects errors in its text or its tags, so the meaning of that text is unknown.
    ExpectsUnreadable,
    /// The numbers of the turns skip a number that is in the comment before, which may have
    /// swallowed a turn. The canonical form would renumber the turns and remove this trace.
    SkipsNumberInComment {
        /// The number.
        number: u32,
    },
    /// The canonical form would be read as something else.
    ReadDifferently,
}

impl fmt::Display for NotCanonical {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid { first, others } => {
                if first.turn > 0 {
                    write!(out, "turn {}: ", first.turn)?;
                }
                write!(out, "{} ({}", first.message, first.code)?;
                match others {
                    0 => out.write_str(")"),
                    more => write!(out, ", and {})", counted(*more as u64, "more error")),
                }
            }
            Self::UnknownGame => out.write_str("the game is unknown"),
            Self::ExpectsUnreadable => {
                out.write_str("an error in the text or the tags is expected")
            }
            Self::SkipsNumberInComment { number } => write!(
                out,
                "turn {number} is missing, and the comment before the next turn has its number"
            ),
            Self::ReadDifferently => out.write_str("the canonical form would be read differently"),
        }
    }
}

impl std::error::Error for NotCanonical {}

impl NotCanonical {
    /// Decides whether a record may be written in canonical form; returns the reason if not.
    ///
    /// Every writer of whole records asks here: [`canonical`] and [`Timeline::canonical`] are the
    /// only ways to this form.
    fn reason(record: &Record, report: &Report) -> Option<Self> {
        if let Some(invalid) = Self::invalid(&report.findings, report.findings_dropped) {
            return Some(invalid);
        }

        // Errors that comments expect are not among the findings.
        record
            .has_syntax_errors()
            .then_some(Self::ExpectsUnreadable)
    }

    /// Returns the reason for a record that does not name its game.
    fn without_game(record: &Record) -> Self {
        Self::invalid(&record.findings, record.findings_dropped).unwrap_or(Self::UnknownGame)
    }

    fn invalid(findings: &[Finding], dropped: usize) -> Option<Self> {
        let mut errors = findings.iter().filter(|finding| finding.is_error());
        let first = Box::new(errors.next()?.clone());
        Some(Self::Invalid {
            first,
            others: errors.count() + dropped,
        })
    }
}

/// Returns the canonical form of a record. Equals [`Timeline::canonical`], without keeping
/// positions.
///
/// # Errors
/// If the record must keep its bytes.
pub(crate) fn canonical(record: &Record, context: &Context) -> Result<String, NotCanonical> {
    let game = record
        .game()
        .ok_or_else(|| NotCanonical::without_game(record))?;
    with_game!(game, G => ReplayedRecord::<G>::replay(record, context)?.canonical())
}

/// Returns the canonical form of a record whose turns are already legal and canonical, because they
/// were played under its tags. Equals [`canonical`], without a replay. `start` has the set-up and
/// the findings on it, and `result` is the result under the rules.
///
/// # Errors
/// If the tags have errors.
pub(super) fn canonical_of_played<G: Game>(
    record: &Record,
    context: &Context,
    start: (Arc<G::Setup>, Vec<Finding>),
    result: Option<Standing>,
) -> Result<String, NotCanonical> {
    let (setup, mut findings) = start;
    let mut common = CommonTags::check(record, Some(G::ID));
    common.check_seats(record, Some(G::seats(&setup)));
    findings.extend(record.findings.iter().cloned());
    findings.append(&mut common.findings);
    let report = Report {
        result,
        findings,
        ..Report::default()
    };
    let turns = FxHashMap::default();
    ReplayedRecord::<G>::new(record, context, Some(setup), turns, &report, None)?.canonical()
}

/// Returns the bare form of a valid record. Equals [`Timeline::bare`], without keeping positions.
///
/// # Errors
/// If the record must keep its bytes.
pub(crate) fn bare(record: &Record, context: &Context) -> Result<String, NotCanonical> {
    let game = record
        .game()
        .ok_or_else(|| NotCanonical::without_game(record))?;
    with_game!(game, G => {
        let replayed = ReplayedRecord::<G>::replay(record, context)?;
        if let Some(reason) = replayed.not_canonical {
            return Err(reason);
        }
        replayed.bare().ok_or(NotCanonical::ReadDifferently)
    })
}

/// Replays a record without keeping positions. Returns the report, whose findings have only code
/// and place, and the bare form ([`Timeline::bare`]); `None` if the record does not name its game.
pub(crate) fn report_and_bare(
    record: &Record,
    context: &Context,
) -> Option<(Report, Option<String>)> {
    let game = record.game()?;
    with_game!(game, G => {
        let (report, replayed) = ReplayedRecord::<G>::with_report(record, context);
        Some((report, replayed.ok().and_then(ReplayedRecord::bare)))
    })
}

impl Timeline {
    /// Returns the canonical form.
    ///
    /// # Errors
    /// If the record has an error that is neither expected nor waived, or has no canonical form for
    /// another reason.
    pub fn canonical(&self) -> Result<String, NotCanonical> {
        with_game!(self.game(), G => ReplayedRecord::<G>::of_timeline(self)?.canonical())
    }

    /// Returns a record that was read from another format with its turns in canonical form as far
    /// as they are legal; `None` if its text or its tags have errors. A record that a person wrote
    /// in the notation keeps its bytes instead ([`NotCanonical`]).
    pub(crate) fn converted(&self) -> Option<String> {
        with_game!(self.game(), G => ReplayedRecord::<G>::of_timeline(self).ok()?.writer().map(|writer| writer.write()))
    }

    /// Returns the bare form, which is equal for two records of the same game (notation 4); `None`
    /// if an error in syntax or tags leaves it unknown. After an illegal turn it has the text as it
    /// was written.
    pub fn bare(&self) -> Option<String> {
        with_game!(self.game(), G => ReplayedRecord::<G>::of_timeline(self).ok()?.bare())
    }
}

/// The results of a replay that writing the record needs.
pub(super) struct ReplayedRecord<'r, G: Game> {
    record: &'r Record,
    context: &'r Context,
    setup: Arc<G::Setup>,
    /// The played turns in canonical form. Turns that are already written in this form may be
    /// missing.
    turns: FxHashMap<TurnId, String>,
    /// The reason why the record keeps its bytes.
    not_canonical: Option<NotCanonical>,
    /// True if an error in syntax or tags leaves the bare form unknown.
    is_unreadable: bool,
    /// True if the rules or a resignation give the result.
    pub(super) decided: bool,
    /// The start of the first illegal turn of the main line.
    main_fault: Option<u32>,
}

impl<'r, G: Game> ReplayedRecord<'r, G> {
    fn replay(record: &'r Record, context: &'r Context) -> Result<Self, NotCanonical> {
        Self::with_report(record, context).1
    }

    /// Replays a record, and returns the report with it.
    fn with_report(
        record: &'r Record,
        context: &'r Context,
    ) -> (Report, Result<Self, NotCanonical>) {
        let mut turns = FxHashMap::default();
        let replayed = replay::<G>(
            record,
            context,
            Some(&mut |step| {
                if let Some(turn) = step.played.game_turn() {
                    turns.insert(step.node.id, turn_text::<G>(turn));
                }
            }),
            FindingDetail::InBrief,
        );
        let Replay {
            start,
            report,
            main_fault,
            ..
        } = replayed;
        let setup = start.map(|start| start.setup);
        let replayed = Self::new(record, context, setup, turns, &report, main_fault);
        (report, replayed)
    }

    pub(super) fn of_timeline(timeline: &'r Timeline) -> Result<Self, NotCanonical> {
        let mut replayed = Self::as_written(timeline)?;
        let frames = timeline.frames().iter();
        replayed.turns.reserve(frames.len());
        let turns = frames.filter_map(|frame| Some((frame.turn?, frame.canonical_turn()?)));
        replayed.turns.extend(turns);
        Ok(replayed)
    }

    /// Like [`ReplayedRecord::of_timeline`], with all turns as they are written.
    pub(super) fn as_written(timeline: &'r Timeline) -> Result<Self, NotCanonical> {
        let start = timeline
            .start()
            .and_then(|start| start.position.of_game::<G>());
        Self::new(
            timeline.record(),
            timeline.context(),
            start.map(|start| Arc::clone(&start.setup)),
            FxHashMap::default(),
            &timeline.report,
            timeline.main_fault,
        )
    }

    /// Returns an error if the tags do not determine the start.
    pub(super) fn new(
        record: &'r Record,
        context: &'r Context,
        setup: Option<Arc<G::Setup>>,
        turns: FxHashMap<TurnId, String>,
        report: &Report,
        main_fault: Option<u32>,
    ) -> Result<Self, NotCanonical> {
        let not_canonical = NotCanonical::reason(record, report);
        let Some(setup) = setup else {
            return Err(not_canonical.unwrap_or(NotCanonical::ExpectsUnreadable));
        };
        let is_unreadable =
            record.has_syntax_errors() || report.findings.iter().any(leaves_bare_unknown);
        let decided = report.result.is_some();
        Ok(Self {
            record,
            context,
            setup,
            turns,
            not_canonical,
            is_unreadable,
            decided,
            main_fault,
        })
    }

    fn canonical(self) -> Result<String, NotCanonical> {
        if let Some(reason) = self.not_canonical {
            return Err(reason);
        }
        let record = self.record;
        if let Some(number) = skipped_number_in_comment(record) {
            return Err(NotCanonical::SkipsNumberInComment { number });
        }
        let written = self.writer().map(|writer| writer.write());
        let readable = written
            .and_then(|written| if_readable(record, written, |record| record.turns().count()));
        readable.ok_or(NotCanonical::ReadDifferently)
    }

    fn bare(self) -> Option<String> {
        let record = self.record;
        let context = self.context;
        let decided = self.decided;
        let main_fault = self.main_fault;
        let writer = self.writer()?;
        let tags = bare_tags::<G>(record, context, &writer, decided);
        if_readable(record, writer.write_bare(&tags, main_fault), |record| {
            record.moves.turns.len()
        })
    }

    /// Returns a writer with all values that the rules give; `None` if errors in syntax or tags
    /// leave them unknown.
    pub(super) fn writer(self) -> Option<RecordWriter<'r>> {
        let Self {
            record,
            setup,
            turns,
            is_unreadable,
            ..
        } = self;
        if is_unreadable {
            return None;
        }

        let mut values = HashMap::new();
        if let Some(pairs) = record
            .tag("Options")
            .and_then(|tag| parse_options(&tag.value))
        {
            let pairs = pairs
                .into_iter()
                .map(|pair| (pair.key, pair.value))
                .collect();
            values.insert("Options".to_owned(), write_options(pairs, G::FACTS.options));
        }

        for tag in &record.tags {
            if let Some(value) = G::canonical_value(&tag.name, &tag.value) {
                values.insert(tag.name.to_string(), value);
            }
        }

        if let Some(Ok(text)) = record
            .tag("Position")
            .map(|tag| G::parse_position(&tag.value))
            && let Ok(state) = G::shown_position(&setup, &text)
        {
            values.insert(
                "Position".to_owned(),
                G::position_text(&setup, &state).to_string(),
            );
        }

        Some(RecordWriter {
            record,
            own_tags: G::FACTS.tags,
            values,
            turns,
        })
    }
}

/// Returns the written form of a record if it has the same number of turns. An illegal turn of
/// several words, which a comment expects, is written as it is, and a number before it may separate
/// the words.
fn if_readable(record: &Record, written: String, turns: fn(&Record) -> usize) -> Option<String> {
    let has_several_words = record
        .turns()
        .any(|(_, node)| record.text_of(node.text).contains(char::is_whitespace));
    let is_readable = || turns(&Record::parse_str(&written)) == turns(record);
    if !has_several_words || is_readable() {
        Some(written)
    } else {
        None
    }
}

/// Returns true if a finding leaves the bare form unknown: an error in syntax or tags.
fn leaves_bare_unknown(finding: &Finding) -> bool {
    finding.is_error()
        && ["syntax/", "limit/", "tag/"]
            .iter()
            .any(|family| finding.code.id.starts_with(family))
}

/// The tags that affect play, without defaults and without `Position`. Includes `Termination` if
/// the verdict on the result depends on it.
pub(super) struct BareTags<'r> {
    /// Tags before `Position`, in canonical order.
    before: Vec<(&'r str, String)>,
    /// Tags of the game itself, which come after `Position`.
    own: Vec<(&'r str, String)>,
    /// The default position of a record with these tags. Only known if the record gives a position.
    default_position: Option<String>,
}

impl<'r> BareTags<'r> {
    /// Collects the tags. `default_start` is the default position of the record, if it is known
    /// already.
    pub(super) fn new<G: Game>(
        record: &'r Record,
        context: &Context,
        writer: &RecordWriter<'_>,
        decided: bool,
        default_start: Option<String>,
    ) -> Self {
        let value = |name: &str| {
            writer
                .values
                .get(name)
                .cloned()
                .or_else(|| record.tag_value(name).map(str::to_owned))
        };

        let mut tags: Vec<(&str, String)> = Vec::new();
        tags.push(("Game", G::NAME.to_owned()));
        if G::FACTS.variants.len() > 1 {
            tags.push(("Variant", value("Variant").unwrap_or_default()));
        }
        let options = value("Options")
            .and_then(|text| parse_options(&text))
            .unwrap_or_default();
        let not_default: Vec<_> = options
            .iter()
            .filter(|pair| !G::FACTS.is_default_option(&value, &pair.key, &pair.value))
            .map(|pair| format!("{}={}", pair.key, pair.value))
            .collect();
        if !not_default.is_empty() {
            tags.push(("Options", not_default.join(" ")));
        }
        let result = writer.result();
        if result != "*" {
            tags.push(("Result", result));
        }
        if !decided && let Some(termination) = value("Termination") {
            tags.push(("Termination", termination));
        }

        let mut own: Vec<(&str, String)> = Vec::new();
        for index in canonical_tag_order(record, G::FACTS.tags) {
            let name = record.tags[index].name.as_str();
            let Some(spec) = G::FACTS.tag(name).filter(|spec| spec.sets_up) else {
                continue;
            };
            let not_default = value(name).filter(|value| spec.default != Some(value.as_str()));
            own.extend(not_default.map(|value| (name, value)));
        }

        let default_position = default_start.or_else(|| {
            value("Position")?;
            let without_position = Record::parse_str(&tag_lines(tags.iter().chain(&own)));
            let start = start_of::<G>(&without_position, context, &mut Vec::new())?;
            Some(G::position_text(&start.setup, &start.state).to_string())
        });
        Self {
            before: tags,
            own,
            default_position,
        }
    }

    /// Returns all tags in canonical order, with `position` if it is not the default.
    pub(super) fn with(&self, position: Option<String>) -> Vec<(&'r str, String)> {
        let not_default =
            position.filter(|position| self.default_position.as_ref() != Some(position));
        let position = not_default.map(|position| ("Position", position));
        self.before
            .iter()
            .cloned()
            .chain(position)
            .chain(self.own.iter().cloned())
            .collect()
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
    BareTags::new::<G>(record, context, writer, decided, None).with(position)
}
