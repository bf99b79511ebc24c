//! Replays a record turn by turn and collects findings.
//!
//! Two paths lead through this module. `fast_check` checks a record while it is being parsed and keeps none of its
//! turns. If it meets anything unusual, the record is parsed into a tree and `line` replays it in full, with
//! findings.

mod canonical;
mod comments;
mod common_tags;
mod explain;
mod fast_check;
mod foreign_text;
mod json;
mod keys;
mod line;
mod live;
mod nearest;
mod position;
mod progress;
mod random;
mod report;
mod result;
mod rotate;
mod swallowed;
mod timeline;
mod trial;
mod why;

pub(crate) use canonical::{bare, canonical};
pub(crate) use explain::game_of_turn;
pub(crate) use foreign_text::collapse_foreign_text;
pub(crate) use line::expected_codes;

pub(crate) use progress::{Move, Progress};
pub(crate) use trial::{RecordedMove, TagsRead, Trial, parse_usual_turn};

pub use common_tags::CommonTags;
pub use json::{EndJson, TurnJson};
pub use keys::{KeyPrefixes, PositionKeys};
pub(crate) use line::taken;
pub use live::LiveGame;
pub(crate) use position::{GamePosition, LedBy};
pub use position::{Position, ShowTurn};
pub use random::RandomGame;
pub use report::Report;
pub use rotate::RotateError;
pub(crate) use rotate::clock;
pub use timeline::{Frame, NoFrame, Seen, Stop, Timeline};
pub use why::{LetStand, NoWhy, Why, WhyFault, WhyJson, WhyStep};

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use crate::findings::{Finding, code};
use crate::games::{Context, Game, GameId, Part, PositionError, PositionErrorKind, SetupTags, with_game};
use crate::notation::{Record, RecordParser, Standing, Tag, TurnId, TurnNode};
use crate::text::{MAX_FINDINGS, Span};

/// One replayed turn, as passed to the observer of a replay.
pub(crate) struct Step<'a, G: Game> {
    pub(crate) setup: &'a Arc<G::Setup>,
    /// The turn in the parse tree of the record.
    pub(crate) node: &'a TurnNode,
    /// The move in canonical form.
    pub(crate) played: &'a Move<G>,
    /// The position before the turn.
    pub(crate) before: &'a Arc<G::State>,
    /// The progress of the line after the turn.
    pub(crate) after: &'a Progress<G>,
    /// The path of its line, as in [`crate::notation::Line::path`]; empty for the main line.
    pub(crate) path: &'a [u32],
}

/// Set-up and starting position of a record.
pub(crate) struct Start<G: Game> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) state: Arc<G::State>,
}

impl<G: Game> Clone for Start<G> {
    fn clone(&self) -> Self {
        Self { setup: Arc::clone(&self.setup), state: Arc::clone(&self.state) }
    }
}

/// Callback for every turn of a replay.
pub(crate) type Follow<'f, G> = &'f mut dyn FnMut(&Step<'_, G>);

/// Result of replaying a record.
pub(crate) struct Replay<G: Game> {
    /// The set-up and the position before the first turn; `None` if the tags do not determine them.
    pub(crate) start: Option<Start<G>>,
    /// The turns of the main line that were replayed without error.
    pub(crate) turns: u32,
    /// The result by the rules or by a resignation.
    pub(crate) result: Option<Standing>,
    /// The points by the rules, once the game is over.
    pub(crate) score: Option<Vec<u32>>,
    /// The start of the first illegal turn, in bytes.
    pub(crate) first_fault: Option<u32>,
    /// The start of the first illegal turn of the main line.
    pub(crate) main_fault: Option<u32>,
    /// The findings, in the order of the text.
    pub(crate) findings: Vec<Finding>,
    /// The number of findings beyond the limit.
    pub(crate) findings_dropped: usize,
    /// The boards that findings show.
    pub(crate) boards: Boards,
    /// The findings on turns that are expected to be illegal, if a figure is requested and the replay is observed.
    pub(crate) expected: Vec<(TurnId, Finding)>,
}

impl<G: Game> Replay<G> {
    fn report(self) -> Report {
        let Self { turns, result, score, findings, findings_dropped, boards, .. } = self;
        Report { turns, result, score, findings, findings_dropped, boards }
    }
}

/// Boards by position string. Each is parsed on first use.
pub(crate) type Boards = BTreeMap<String, Arc<LazyLock<Position, Box<dyn FnOnce() -> Position + Send + Sync>>>>;

/// Collector of findings, up to the limit, and of what comments expect.
#[derive(Default)]
struct Collector {
    /// Findings on the tags, the text, the result and the score.
    of_record: Vec<Finding>,
    /// Findings on turns.
    of_turns: Vec<Finding>,
    /// The boards that the findings show.
    boards: Boards,
    /// The findings on turns that are expected to be illegal, if a figure is requested.
    expected: Vec<(TurnId, Finding)>,
    dropped: usize,
}

impl Collector {
    fn of_record(&mut self, finding: Finding) {
        self.of_record.push(finding);
    }

    fn of_turn(&mut self, finding: Finding) {
        if self.is_full() {
            self.dropped += 1;
        } else {
            self.of_turns.push(finding);
        }
    }

    /// Removes the finding on a turn number, which repeats an unmet expectation.
    fn forget_number(&mut self, number: Span) {
        self.of_record.retain(|finding| finding.code != &code::NUMBER || finding.span != number);
    }

    /// Returns true if further findings on turns are only counted.
    fn is_full(&self) -> bool {
        self.of_turns.len() >= MAX_FINDINGS
    }

    /// Returns the findings in the order of the text, up to the limit, with the number of those dropped and the
    /// boards.
    fn finish(self, record: &Record) -> (Vec<Finding>, usize, Boards) {
        let mut all = self.of_record;
        all.extend(self.of_turns);
        all.sort_by_key(|finding| finding.span.start);
        let mut dropped = self.dropped + record.findings_dropped;
        if all.len() > MAX_FINDINGS {
            dropped += all.len() - MAX_FINDINGS;
            all.truncate(MAX_FINDINGS);
        }
        if dropped > 0 {
            let message = format!("This record has {dropped} more findings, which are not listed.");
            all.push(Finding::new(&code::RECORD_SIZE, record.source().end(), message));
        }
        (all, dropped, self.boards)
    }
}

/// Parses the set-up and the starting position. Adds errors in them to `findings`.
fn start_of<G: Game>(record: &Record, context: &Context, findings: &mut Vec<Finding>) -> Option<Start<G>> {
    start_by(SetupTags::of::<G>(record, context), record, findings)
}

/// Like [`start_of`], but returns `None` on any error, without findings.
fn sound_start_of<G: Game>(record: &Record, context: &Context) -> Option<Start<G>> {
    let position = record.tag("Position").map(|tag| G::parse_position(&tag.value));
    sound_start_at::<G>(record, position.transpose().ok()?.as_ref(), context)
}

/// Like [`sound_start_of`], for a `Position` tag that has been parsed already.
fn sound_start_at<G: Game>(record: &Record, text: Option<&G::PositionText>, context: &Context) -> Option<Start<G>> {
    let mut tags = SetupTags::quietly::<G>(record, context);
    let setup = G::setup(&mut tags)?;
    if !tags.are_sound(G::TAGS) || !tags.findings.is_empty() {
        return None;
    }
    let state = match text {
        None => G::start(&setup),
        Some(text) => G::position(&setup, text).ok()?,
    };
    Some(Start { setup: Arc::new(setup), state: Arc::new(state) })
}

fn start_by<G: Game>(mut tags: SetupTags<'_>, record: &Record, findings: &mut Vec<Finding>) -> Option<Start<G>> {
    let setup = G::setup(&mut tags);
    let sound = tags.are_sound(G::TAGS);
    findings.append(&mut tags.findings);
    let text = match record.tag("Position") {
        None => None,
        Some(tag) => match G::parse_position(&tag.value) {
            Ok(text) => Some((tag, text)),
            Err(error) => {
                findings.push(position_finding(tag, error));
                return None;
            }
        },
    };
    // A position cannot be judged under an invalid set-up.
    let setup = setup.filter(|_| sound)?;
    let state = match text {
        None => G::start(&setup),
        Some((tag, text)) => {
            G::position(&setup, &text).map_err(|error| findings.push(position_finding(tag, error))).ok()?
        }
    };
    Some(Start { setup: Arc::new(setup), state: Arc::new(state) })
}

/// Returns the position from which a record of a game starts.
fn start_position(game: GameId, record: &Record, context: &Context, findings: &mut Vec<Finding>) -> Option<Position> {
    with_game!(game, G => {
        let start = start_of::<G>(record, context, findings)?;
        Some(Position::new(GamePosition::<G>::start(start)))
    })
}

impl GameId {
    /// Checks the movetext while it is parsed, after the tags. Returns the report of a valid record, or `None` if the
    /// record needs a full replay.
    pub(crate) fn check_fast(self, parser: &mut RecordParser<'_>, text: &str, context: &Context) -> Option<Report> {
        with_game!(self, G => fast_check::check::<G>(parser, text, context))
    }

    /// Returns the result by the rules or by a resignation at the end of a record; `None` if the game is open or the
    /// end is unknown.
    pub(crate) fn standing_of(self, record: &Record, context: &Context) -> Option<Standing> {
        with_game!(self, G => replay::<G>(record, context, None, Detail::InBrief).result)
    }

    /// Checks a record of this game and keeps only the report.
    pub fn check(self, record: &Record, context: &Context) -> Report {
        with_game!(self, G => replay::<G>(record, context, None, Detail::AtLength).report())
    }
}

fn position_finding(tag: &Tag, error: PositionError) -> Finding {
    let code = match error.kind {
        PositionErrorKind::Malformed => &code::UNKNOWN_VALUE,
        PositionErrorKind::Inconsistent => &code::INCONSISTENT,
    };
    Finding::new(code, tag.value_part(&error.span), error.message)
}

/// How much detail findings have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    /// Everything, including suggestions.
    AtLength,
    /// Only the code and the place. No suggestions are searched for.
    InBrief,
}

/// Replays a record of the game `G`.
fn replay<G: Game>(record: &Record, context: &Context, follow: Option<Follow<'_, G>>, detail: Detail) -> Replay<G> {
    #[cfg(test)]
    crate::testing::counters::count(|counts| counts.replayed += 1);
    let mut collector = Collector::default();
    let mut findings = Vec::new();
    let mut common = CommonTags::check(record, Some(G::ID));
    let start = start_of::<G>(record, context, &mut findings);
    let seats = match &start {
        Some(start) => Some(G::seats(&start.setup)),
        None => G::seats_said(record.tag("Players").map(|tag| tag.value.as_str())),
    };
    common.check_seats(record, seats);
    findings.append(&mut common.findings);
    if let Some(start) = &start {
        findings.append(&mut comments::unknown_places::<G>(record, &start.setup));
    }
    record.findings.iter().cloned().chain(findings).for_each(|finding| collector.of_record(finding));

    let mut lines = line::Lines::<G>::new(record, start.as_ref(), collector, follow);
    if detail == Detail::InBrief {
        lines = lines.in_brief();
    }
    let end = lines.main_line();
    if let Some(end) = &end {
        lines.claims(&common, end);
    }
    lines.expected_of_record(&end);

    let line::Lines { mut collector, turns, first_fault, main_fault, .. } = lines;
    let expected = std::mem::take(&mut collector.expected);
    let (mut findings, findings_dropped, boards) = collector.finish(record);
    swallowed::name_turns(record, G::ID, &mut findings);
    collapse_foreign_text(record, &mut findings);
    let score = match (&start, &end) {
        (Some(start), Some(end)) if end.result.is_some() => G::score(&start.setup, &end.state),
        _ => None,
    };
    let result = end.and_then(|end| end.result);
    Replay { start, turns, result, score, first_fault, main_fault, findings, findings_dropped, boards, expected }
}

/// Returns the span of `part` of a turn whose text has the span `whole`. Falls back to the action that contains the
/// part, then to the whole turn.
fn span_of_part<G: Game>(text: &str, whole: Span, part: Part) -> Span {
    let parts = G::turn_parts(text);
    let find = |wanted| parts.iter().find(|(known, _)| *known == wanted).map(|(_, range)| whole.within(range));
    find(part).or_else(|| find(Part::whole(part.action))).unwrap_or(whole)
}
