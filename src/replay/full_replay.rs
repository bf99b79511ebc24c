//! Full replay of a record, with findings: the slow path, which explains every mistake.
//!
//! [`replay`] reads the tags and sets up the start (`prepare`), plays the main line and the
//! variations ([`super::line`]), compares the end with the claims and expectations of the record,
//! and puts the findings in order ([`super::finding_collector`]).

use super::finding_collector::{CollectedFindings, Collector};
use super::foreign_text::collapse_foreign_text;
use super::line::{Follow, Lines};
use super::starting_position::{Start, decided_start, start_of};
use super::stray_puzzle_marks::stray_marks;
use super::{CommonTags, Report, places_in_comments, turns_in_comments};
use crate::findings::Finding;
use crate::games::{Context, Game, GameId, with_game};
use crate::notation::{Record, Standing, TurnId};
use crate::text::Span;

/// Result of replaying a record.
pub(crate) struct Replay<G: Game> {
    /// The set-up and the position before the first turn; `None` if the tags do not determine them.
    pub(crate) start: Option<Start<G>>,
    pub(crate) report: Report,
    /// The start of the first illegal turn of the main line.
    pub(crate) main_fault: Option<u32>,
    /// The findings on turns that are expected to be illegal, if a figure is requested and the
    /// replay is observed.
    pub(crate) expected: Vec<(TurnId, Finding)>,
}

/// Level of detail of findings.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FindingDetail {
    /// Everything, including suggestions.
    AtLength,
    /// Only the code and the place. No suggestions are searched for.
    InBrief,
}

/// Replays a record of the game `G`. `follow` receives each turn that is played, with the positions
/// before and after it.
pub(super) fn replay<G: Game>(
    record: &Record,
    context: &Context,
    follow: Option<Follow<'_, G>>,
    detail: FindingDetail,
) -> Replay<G> {
    #[cfg(test)]
    crate::testing::counters::count(|counts| counts.replayed += 1);
    let mut collector = Collector::default();
    let Preparation {
        common,
        start,
        findings,
        decided_span,
    } = prepare::<G>(record, context);
    for finding in record.findings.iter().cloned().chain(findings) {
        collector.report_on_record(finding);
    }

    let mut lines = Lines::<G>::new(record, start.as_ref(), collector, follow);
    if detail == FindingDetail::InBrief {
        lines = lines.in_brief();
    }
    let end = lines.replay_main_line();
    // Without a game there is no end to compare claims with.
    let end_of_game = if decided_span.is_none() {
        end.as_ref()
    } else {
        None
    };
    if let Some(end) = end_of_game {
        lines.check_claims(&common, end);
    }
    let (score, result) = match (&start, end_of_game) {
        (Some(start), Some(end)) if end.result.is_some() => {
            (G::score(&start.setup, &end.state), end.result.clone())
        }
        _ => (None, None),
    };
    lines.check_expectations_of_record(&end);

    let Lines {
        mut collector,
        turns,
        main_fault,
        ..
    } = lines;
    let expected = std::mem::take(&mut collector.expected);
    let CollectedFindings {
        mut findings,
        dropped,
        boards,
    } = collector.finish(record);
    turns_in_comments::name_turns(record, G::ID, &mut findings);
    collapse_foreign_text(record, &mut findings);
    let report = Report {
        turns,
        result,
        score,
        findings,
        findings_dropped: dropped,
        decided_start: decided_span,
        boards,
    };
    Replay {
        start,
        report,
        main_fault,
        expected,
    }
}

/// The results of reading a record up to its first turn.
struct Preparation<G: Game> {
    /// The tags that all games share.
    common: CommonTags,
    /// The set-up and the position before the first turn; `None` if the tags do not determine them.
    start: Option<Start<G>>,
    /// The findings on tags and comments.
    findings: Vec<Finding>,
    /// The tag whose position is already decided, so that there is no game.
    decided_span: Option<Span>,
}

/// Reads the tags of a record, and checks them and the comments.
fn prepare<G: Game>(record: &Record, context: &Context) -> Preparation<G> {
    let mut findings = Vec::new();
    let mut common = CommonTags::check(record, Some(G::ID));
    let start = start_of::<G>(record, context, &mut findings);
    let seats = match &start {
        Some(start) => Some(G::seats(&start.setup)),
        None => G::seats_in_players(record.tag_value("Players")),
    };
    common.check_seats(record, seats);
    findings.append(&mut common.findings);
    if let Some(start) = &start {
        findings.append(&mut places_in_comments::unknown_places::<G>(
            record,
            &start.setup,
        ));
    }
    findings.append(&mut stray_marks(record));
    let decided_start = start
        .as_ref()
        .and_then(|start| decided_start(record, start));
    let decided_span = decided_start.as_ref().map(|finding| finding.span);
    findings.extend(decided_start);
    Preparation {
        common,
        start,
        findings,
        decided_span,
    }
}

impl GameId {
    /// Returns the result under the rules or after a resignation at the end of a record; `None` if
    /// the game is open or the end is unknown.
    pub(crate) fn standing_of(self, record: &Record, context: &Context) -> Option<Standing> {
        with_game!(self, G => replay::<G>(record, context, None, FindingDetail::InBrief).report.result)
    }

    /// Returns the number of turns of the main line that are legal, without searching for
    /// suggestions.
    pub(crate) fn legal_turns(self, record: &Record, context: &Context) -> u32 {
        with_game!(self, G => replay::<G>(record, context, None, FindingDetail::InBrief).report.turns)
    }

    /// Checks a record of this game and keeps only the report.
    pub fn check(self, record: &Record, context: &Context) -> Report {
        with_game!(self, G => replay::<G>(record, context, None, FindingDetail::AtLength).report)
    }
}
