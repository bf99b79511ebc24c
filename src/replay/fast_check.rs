//! Fast path for valid records: plays each turn as soon as it is parsed, and keeps no turns.
//!
//! Most records are valid. The fast path stops at the first error, and at the first comment that
//! affects checking. The record is then parsed into a tree and replayed from the start, with
//! findings. Warnings on the text, such as a wrong turn number, do not stop it.

use std::ops::ControlFlow;

use super::claimed_result::wrong_results;
use super::comment_check::unknown_place;
use super::progress::{Move, OwnedProgress};
use super::starting_position::sound_start_of;
use super::stray_marks::is_mark;
use super::{CommonTags, Report};
use crate::findings::{Finding, code};
use crate::games::{Context, Game, GameId, with_game};
use crate::notation::{Command, Comment, Item, Meaning, MovetextVisitor, RecordParser, TurnEvent};
use crate::text::Span;

impl GameId {
    /// Checks the movetext while it is parsed, after the tags. Returns the report of a valid
    /// record, or `None` if the record needs a full replay.
    pub(crate) fn check_fast(
        self,
        parser: &mut RecordParser<'_>,
        text: &str,
        context: &Context,
    ) -> Option<Report> {
        with_game!(self, G => check::<G>(parser, text, context))
    }
}

/// Checks a record whose tags have been parsed. Returns `None` if the record needs a full replay.
fn check<G: Game>(parser: &mut RecordParser<'_>, text: &str, context: &Context) -> Option<Report> {
    #[cfg(test)]
    crate::testing::counters::count(|counts| counts.judged_while_parsed += 1);
    let mut common = CommonTags::check(&parser.record, Some(G::ID));
    let (setup, state) = sound_start_of::<G>(&parser.record, context)?;
    let record = &parser.record;
    if !(record.findings.is_empty()
        && record.malformed_tags.is_empty()
        && common.findings.is_empty())
    {
        return None;
    }
    let mut fast = FastCheck::<G>::new(text, &setup, state);
    parser
        .read_movetext(&mut fast)
        .is_continue()
        .then_some(())?;
    fast.play_waiting().is_continue().then_some(())?;
    let record = &parser.record;
    let is_affecting =
        |item: &Item| matches!(item, Item::Comment(comment) if fast.affects_checking(comment));
    let has_final_findings = record.findings_dropped == 0 && record.findings.iter().all(is_final);
    if record.result_unclear || !has_final_findings || record.closing.iter().any(is_affecting) {
        return None;
    }
    common.check_seats(record, Some(G::seats(&setup)));
    if !common.findings.is_empty() {
        return None;
    }
    let turns = fast.turns;
    let progress = fast.progress.into_progress();
    if !wrong_results::<G>(record, &setup, &common, &progress).is_empty() {
        return None;
    }
    let score = progress
        .result
        .as_ref()
        .and_then(|_| G::score(&setup, &progress.state));
    let findings = record.findings.clone();
    Some(Report {
        turns,
        result: progress.result,
        score,
        findings,
        ..Report::default()
    })
}

/// Returns true if a full replay would not change a finding on the text. It may replace an error,
/// and it adds turns to the finding on a brace in a comment.
fn is_final(finding: &Finding) -> bool {
    !finding.is_error() && finding.code != &code::BRACE_IN_COMMENT
}

/// A line that is suspended while a variation of its last turn is read.
struct Interrupted<G: Game> {
    /// The progress before its last turn.
    before: OwnedProgress<G>,
    /// The progress after its last turn.
    after: OwnedProgress<G>,
}

/// Visitor that plays the turns and keeps only the current position. It breaks if the record needs
/// a full replay.
struct FastCheck<'t, G: Game> {
    text: &'t str,
    setup: &'t G::Setup,
    progress: OwnedProgress<G>,
    /// The last turn. It is played once it is known whether a variation replaces it.
    waiting: Option<Span>,
    /// The current line, if its last turn has had a variation.
    replaced: Option<Interrupted<G>>,
    /// The enclosing lines.
    outer: Vec<Interrupted<G>>,
    /// The number of turns of the main line.
    turns: u32,
    /// The last move that was parsed; its memory is reused.
    last: Move<G>,
}

impl<'t, G: Game> FastCheck<'t, G> {
    fn new(text: &'t str, setup: &'t G::Setup, start: G::State) -> Self {
        let progress = OwnedProgress::new(setup, start);
        let outer = Vec::new();
        let last = Move::default();
        Self {
            text,
            setup,
            progress,
            waiting: None,
            replaced: None,
            outer,
            turns: 0,
            last,
        }
    }

    fn play_waiting(&mut self) -> ControlFlow<()> {
        let Some(span) = self.waiting.take() else {
            return ControlFlow::Continue(());
        };
        let is_read = self.last.parse_into(self.text, span).is_ok();
        if is_read && self.progress.play(self.setup, &self.last).is_some() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Returns true if a comment has a command that affects checking, that marks a variation of a
    /// puzzle, or that names a place that is not on the board.
    fn affects_checking(&self, comment: &Comment) -> bool {
        comment.commands.iter().any(|command: &Command| {
            matches!(command.meaning, Meaning::Expect(_) | Meaning::Irregular(_))
                || is_mark(command)
                || unknown_place::<G>(self.setup, command).is_some()
        })
    }
}

impl<G: Game> MovetextVisitor for FastCheck<'_, G> {
    #[inline]
    fn turn(&mut self, turn: &TurnEvent) -> ControlFlow<()> {
        self.play_waiting()?;
        if turn.malformed || turn.normalized.is_some() {
            return ControlFlow::Break(());
        }
        self.waiting = Some(turn.text);
        self.turns += u32::from(self.outer.is_empty());
        ControlFlow::Continue(())
    }

    fn glyph(&mut self, _glyph: u8) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn comment(&mut self, comment: Comment) -> ControlFlow<()> {
        if self.affects_checking(&comment) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn line_comment(&mut self, _span: Span) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn open(&mut self, _path: &[u32], _ordinal: u32) -> ControlFlow<()> {
        let interrupted = match self.waiting {
            Some(_) => {
                let before = self.progress.clone();
                self.play_waiting()?;
                Interrupted {
                    after: self.progress.clone(),
                    before,
                }
            }
            // Another variation of the same turn follows.
            None => match self.replaced.take() {
                Some(replaced) => replaced,
                None => return ControlFlow::Break(()),
            },
        };
        self.progress = interrupted.before.clone();
        self.outer.push(interrupted);
        ControlFlow::Continue(())
    }

    fn close(&mut self, _span: Span) -> ControlFlow<()> {
        self.play_waiting()?;
        let Some(interrupted) = self.outer.pop() else {
            return ControlFlow::Break(());
        };
        self.progress = interrupted.after.clone();
        self.replaced = Some(interrupted);
        ControlFlow::Continue(())
    }
}
