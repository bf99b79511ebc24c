//! Fast path for valid records: plays each turn as soon as it is parsed, and keeps no turns.
//!
//! Most records are valid. The fast path stops at the first error, and at the first comment that
//! affects checking. The record is then parsed into a tree and replayed from the start, with
//! findings. Warnings on the text, such as a wrong turn number, do not stop it.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::claimed_result::wrong_results;
use super::places_in_comments::unknown_place;
use super::progress::{Move, OwnedProgress};
use super::record_keys::{CollectedLine, CollectedTurn, RecordKeys};
use super::starting_position::sound_start_of;
use super::stray_puzzle_marks::is_mark;
use super::{CommonTags, Report};
use crate::findings::{Finding, code};
use crate::games::{
    Context, Fault, Game, GameId, IllegalTurn, NoObserver, Observer, Rules, Symmetric, with_game,
};
use crate::notation::{
    Command, Comment, Item, Meaning, MovetextVisitor, RecordParser, TurnEvent, TurnForm,
};
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
        with_game!(self, G => Some(check::<G, _>(parser, text, context, NoObserver)?.report))
    }

    /// Like [`GameId::check_fast`], and returns the bare form as well, unless errors leave it
    /// unknown.
    pub(crate) fn check_fast_with_bare_form(
        self,
        parser: &mut RecordParser<'_>,
        text: &str,
        context: &Context,
    ) -> Option<(Report, Option<String>)> {
        with_game!(self, G => {
            let (report, line) = check_and_collect::<G>(parser, text, context)?;
            let bare = line.bare(&report);
            Some((report, bare))
        })
    }

    /// Like [`GameId::check_fast`], and returns the bare form and the keys as well.
    pub(crate) fn check_fast_with_keys(
        self,
        parser: &mut RecordParser<'_>,
        text: &str,
        context: &Context,
    ) -> Option<(Report, Option<String>, RecordKeys)> {
        with_game!(self, G => {
            let (report, line) = check_and_collect::<G>(parser, text, context)?;
            let (bare, keys) = line.bare_and_keys(&report);
            Some((report, bare, keys))
        })
    }
}

/// Checks a record, and returns its main line with the report.
fn check_and_collect<'r, G: Symmetric>(
    parser: &'r mut RecordParser<'_>,
    text: &str,
    context: &'r Context,
) -> Option<(Report, CollectedLine<'r, G>)> {
    let checked = check(parser, text, context, CollectingObserver::<G>::default())?;
    let line = CollectedLine {
        record: &parser.record,
        bytes: text.len(),
        context,
        setup: Arc::new(checked.setup),
        start: checked.main_line.start?,
        turns: checked.main_line.turns,
        end: checked.end,
    };
    Some((checked.report, line))
}

/// A record that was checked while it was parsed.
struct FastChecked<G: Game, M> {
    report: Report,
    setup: G::Setup,
    /// The last position.
    end: Arc<G::State>,
    /// What has observed the main line.
    main_line: M,
}

/// Checks a record whose tags have been parsed. Returns `None` if the record needs a full replay.
/// `text` is the text of the record.
fn check<G: Game, M: MainLineObserver<G>>(
    parser: &mut RecordParser<'_>,
    text: &str,
    context: &Context,
    mut main_line: M,
) -> Option<FastChecked<G, M>> {
    #[cfg(test)]
    crate::testing::counters::count(|counts| counts.judged_while_parsed += 1);
    let mut common = CommonTags::check(&parser.record, Some(G::ID));
    let (setup, state) = sound_start_of::<G>(&parser.record, context)?;
    main_line.starts(&setup, &state);
    let record = &parser.record;
    if !(record.findings.is_empty()
        && record.malformed_tags.is_empty()
        && common.findings.is_empty())
    {
        return None;
    }

    let mut fast = FastCheck::<G, M>::new(text, &setup, state, main_line);
    if parser.read_movetext(&mut fast).is_break() || fast.play_waiting().is_break() {
        return None;
    }

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

    let FastCheck {
        turns,
        progress,
        main_line,
        ..
    } = fast;
    let progress = progress.into_progress();
    if !wrong_results::<G>(record, &setup, &common, &progress).is_empty() {
        return None;
    }

    // A claimed score that is not wrong is the score.
    let score = match common.score {
        Some((claimed, _)) => Some(claimed),
        None => progress
            .result
            .as_ref()
            .and_then(|_| G::score(&setup, &progress.state)),
    };
    let findings = record.findings.clone();
    let report = Report {
        turns,
        result: progress.result,
        score,
        findings,
        ..Report::default()
    };
    Some(FastChecked {
        report,
        setup,
        end: progress.state,
        main_line,
    })
}

/// Observer of the main line of a record that is checked while it is parsed.
trait MainLineObserver<G: Game>: Observer<G> {
    /// Receives the start.
    fn starts(&mut self, _setup: &G::Setup, _state: &G::State) {}

    /// Receives the position before a turn of the main line.
    fn before(&mut self, _state: &G::State) {}

    /// Receives a turn of the main line with its number, after it was played. It may take the move.
    fn played(&mut self, number: u32, played: &mut Move<G>);
}

impl<G: Game> MainLineObserver<G> for NoObserver {
    fn played(&mut self, _number: u32, _played: &mut Move<G>) {}
}

/// Observer that keeps the start and the turns.
struct CollectingObserver<G: Game> {
    start: Option<G::PositionText>,
    turns: Vec<CollectedTurn<G>>,
    /// True if the canonical form of the turn that is being played sorts its parts.
    sorts_parts: bool,
    /// The canonical form of that turn, if the rules give it another one.
    canonical: Option<G::Turn>,
}

impl<G: Game> Default for CollectingObserver<G> {
    fn default() -> Self {
        Self {
            start: None,
            turns: Vec::new(),
            sorts_parts: false,
            canonical: None,
        }
    }
}

impl<G: Game> Observer<G> for CollectingObserver<G> {
    type Refusal = IllegalTurn;
    // The canonical form is a report.
    const REPORTS: bool = true;

    #[inline]
    fn refusal(&self, _position: &G::State, _fault: Fault<<G as Rules>::Fault>) -> IllegalTurn {
        IllegalTurn
    }

    #[inline]
    fn canonical(&mut self, turn: impl FnOnce() -> G::Turn) {
        self.canonical = Some(turn());
    }
}

impl<G: Game> MainLineObserver<G> for CollectingObserver<G> {
    fn starts(&mut self, setup: &G::Setup, state: &G::State) {
        self.start = Some(G::position_text(setup, state));
    }

    fn before(&mut self, state: &G::State) {
        self.sorts_parts = G::sorts_parts(state);
    }

    fn played(&mut self, number: u32, played: &mut Move<G>) {
        let played = match self.canonical.take() {
            Some(canonical) => Move::Turn(canonical),
            None => std::mem::take(played),
        };
        self.turns.push(CollectedTurn {
            number,
            played,
            has_sorted_parts: self.sorts_parts,
        });
    }
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
struct FastCheck<'t, G: Game, M> {
    text: &'t str,
    setup: &'t G::Setup,
    progress: OwnedProgress<G>,
    /// The last turn. It is played once it is known whether a variation replaces it.
    waiting: Option<Waiting>,
    /// The current line, if its last turn has had a variation.
    replaced: Option<Interrupted<G>>,
    /// The enclosing lines.
    outer: Vec<Interrupted<G>>,
    /// The number of turns of the main line.
    turns: u32,
    /// The last move that was parsed; its memory is reused.
    last: Move<G>,
    main_line: M,
}

/// A turn that has been read but not yet played.
#[derive(Clone, Copy)]
struct Waiting {
    number: u32,
    text: Span,
}

impl<'t, G: Game, M: MainLineObserver<G>> FastCheck<'t, G, M> {
    fn new(text: &'t str, setup: &'t G::Setup, start: G::State, main_line: M) -> Self {
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
            main_line,
        }
    }

    fn play_waiting(&mut self) -> ControlFlow<()> {
        let Some(Waiting { number, text }) = self.waiting.take() else {
            return ControlFlow::Continue(());
        };
        if self.last.parse_into(self.text, text).is_err() {
            return ControlFlow::Break(());
        }
        let played = if self.outer.is_empty() {
            self.main_line.before(self.progress.state());
            self.progress
                .play(self.setup, &self.last, &mut self.main_line)
                .map(|()| self.main_line.played(number, &mut self.last))
        } else {
            self.progress.play(self.setup, &self.last, &mut NoObserver)
        };
        match played {
            Some(()) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
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

impl<G: Game, M: MainLineObserver<G>> MovetextVisitor for FastCheck<'_, G, M> {
    #[inline]
    fn turn(&mut self, event: TurnEvent) -> ControlFlow<()> {
        self.play_waiting()?;
        if event.turn.form != TurnForm::Token {
            return ControlFlow::Break(());
        }
        self.waiting = Some(Waiting {
            number: event.number,
            text: event.turn.text,
        });
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
