//! Judges a record while it is parsed, as long as nothing is wrong with it, and keeps none of its turns.
//!
//! Most records are valid. At the first thing that is wrong, or that a comment expects, this gives up; then the record is parsed
//! into a tree and replayed from the start with findings.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::comments::unknown_place;
use super::progress::{Move, Progress};
use super::result::wrong_results;
use super::{CommonTags, Report, Start, sound_start_of};
use crate::games::{Context, Game, NoObserver};
use crate::notation::{Command, Comment, Item, Meaning, MovetextVisitor, Record, RecordParser, TurnEvent};
use crate::text::Span;

/// The report on a record whose tags were read; `None` if it takes a replay with findings.
pub(super) fn check<G: Game>(parser: &mut RecordParser<'_>, text: &str, context: &Context) -> Option<Report> {
    let mut common = CommonTags::check(&parser.record, Some(G::ID));
    let start = sound_start_of::<G>(&parser.record, context)?;
    if !is_well_read(&parser.record) || !common.findings.is_empty() {
        return None;
    }
    let mut verdict = Verdict::<G>::new(text, &start);
    parser.read_movetext(&mut verdict).is_continue().then_some(())?;
    verdict.play_waiting().is_continue().then_some(())?;
    let record = &parser.record;
    let bears = |item: &Item| matches!(item, Item::Comment(comment) if verdict.bears_on_judging(comment));
    if !is_well_read(record) || record.closing.iter().any(bears) {
        return None;
    }
    common.check_seats(record, Some(G::seats(&start.setup)));
    if !common.findings.is_empty() {
        return None;
    }
    let Verdict { progress, turns, .. } = verdict;
    if !wrong_results::<G>(record, &start.setup, &common, &progress).is_empty() {
        return None;
    }
    let score = progress.result.as_ref().and_then(|_| G::score(&start.setup, &progress.state));
    Some(Report { turns, result: progress.result, score, ..Report::default() })
}

fn is_well_read(record: &Record) -> bool {
    record.findings.is_empty() && record.malformed_tags.is_empty() && !record.result_unclear
}

/// A line whose last turn has variations.
struct Interrupted<G: Game> {
    /// Before its last turn.
    before: Progress<G>,
    /// After it.
    after: Progress<G>,
}

/// Visitor that plays the turns and keeps the position only. It breaks where a replay with findings has to judge.
struct Verdict<'t, G: Game> {
    text: &'t str,
    setup: &'t G::Setup,
    progress: Progress<G>,
    /// The last turn, which is played once it is known whether a variation replaces it.
    waiting: Option<Span>,
    /// The line that is open, if its last turn has had a variation.
    replaced: Option<Interrupted<G>>,
    /// The lines around it.
    outer: Vec<Interrupted<G>>,
    /// The number of turns of the main line.
    turns: u32,
    /// The last move that was read; its memory is reused.
    last: Move<G>,
}

impl<'t, G: Game> Verdict<'t, G> {
    fn new(text: &'t str, start: &'t Start<G>) -> Self {
        let (setup, progress) = (&start.setup, Progress::start(start));
        // A copy of its own, so that no turn is played on a shared one.
        let progress = Progress { state: Arc::new(G::State::clone(&progress.state)), ..progress };
        let (outer, last) = (Vec::new(), Move::default());
        Self { text, setup, progress, waiting: None, replaced: None, outer, turns: 0, last }
    }

    fn play_waiting(&mut self) -> ControlFlow<()> {
        let Some(span) = self.waiting.take() else { return ControlFlow::Continue(()) };
        let is_read = self.last.parse_into(span.of(self.text)).is_ok();
        match is_read && self.progress.play(self.setup, &self.last, &mut NoObserver).is_ok() {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    /// True if a comment has a command that says how turns are judged, or that names a place that is not on the board.
    fn bears_on_judging(&self, comment: &Comment) -> bool {
        comment.commands.iter().any(|command: &Command| {
            matches!(command.meaning, Meaning::Expect(_) | Meaning::Irregular(_))
                || unknown_place::<G>(self.setup, command).is_some()
        })
    }
}

impl<G: Game> MovetextVisitor for Verdict<'_, G> {
    fn turn(&mut self, turn: TurnEvent) -> ControlFlow<()> {
        self.play_waiting()?;
        if turn.malformed || turn.meant.is_some() {
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
        if self.bears_on_judging(&comment) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line_comment(&mut self, _span: Span) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn open(&mut self, _path: &[u32], _ordinal: u32) -> ControlFlow<()> {
        let interrupted = match self.waiting {
            Some(_) => {
                let before = self.progress.clone();
                self.play_waiting()?;
                Interrupted { after: self.progress.clone(), before }
            }
            // Another variation of the same turn.
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
        let Some(interrupted) = self.outer.pop() else { return ControlFlow::Break(()) };
        self.progress = interrupted.after.clone();
        self.replaced = Some(interrupted);
        ControlFlow::Continue(())
    }
}
