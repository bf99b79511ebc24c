//! Judging a record in which nothing is wrong, as most are: turns are played on one position, and nothing
//! is kept for findings, as there are none.
//!
//! The rules are those of every replay ([`Game::play`]). Where anything is wrong with the record, or its
//! comments bear on how it is judged, this gives up, and the record is replayed from its beginning.

use std::sync::Arc;

use super::line::{Cursor, Lines};
use super::{Collector, CommonTags, Report, start_of};
use crate::games::{Context, Game, Silent};
use crate::notation::{Comment, Item, Line, Meaning, Record, TurnNode};

/// Judges a record; `None` where it takes a whole replay to do so.
pub(super) fn check<G: Game>(record: &Record, context: &Context) -> Option<Report> {
    if !(record.findings.is_empty() && record.malformed_tags.is_empty()) || record.result_unclear {
        return None;
    }
    let mut common = CommonTags::check(record, Some(G::ID));
    let start = start_of::<G>(record, context, &mut common.findings)?;
    common.check_seats(record, Some(G::seats(&start.setup)));
    if !common.findings.is_empty() {
        return None;
    }
    let mut judge = Turns::<G> { record, setup: &start.setup, turn: G::Turn::default() };
    judge.items(&record.closing)?;
    let end = judge.line(&record.moves, G::State::clone(&start.state))?;
    let score = end.result.as_ref().and_then(|_| G::score(&start.setup, &end.state));

    let mut nobody = |_: &super::Step<'_, G>| {};
    let mut lines = Lines::<G>::new(record, Some(&start), Collector::default(), &mut nobody);
    let end = Some(end);
    lines.claims(&common, &end);
    if !lines.collector.of_record.is_empty() {
        return None;
    }
    let turns = u32::try_from(record.moves.turns.len()).ok()?;
    let result = end.and_then(|end| end.result);
    Some(Report { turns, result, score, ..Report::default() })
}

struct Turns<'r, G: Game> {
    record: &'r Record,
    setup: &'r G::Setup,
    /// The last turn that was read: its memory serves for the next.
    turn: G::Turn,
}

impl<G: Game> Turns<'_, G> {
    /// Plays a line and its variations; gives its end.
    fn line(&mut self, line: &Line, mut state: G::State) -> Option<Cursor<G>> {
        self.items(&line.opening)?;
        let mut result = G::standing(self.setup, &state);
        let mut resigned = false;
        for node in &line.turns {
            // After the end no turn is legal.
            if result.is_some() {
                return None;
            }
            let before = match node.after.as_slice() {
                [] => None,
                after => {
                    self.items(after)?;
                    node.variations().next().map(|_| state.clone())
                }
            };
            let text = self.record.text().as_bytes().get(node.text.range())?;
            if text == b"resign" {
                result = Some(G::resignation(self.setup, &state).ok()?);
                resigned = true;
            } else {
                self.play(node, text, &mut state)?;
                result = G::standing(self.setup, &state);
            }
            if let Some(before) = before {
                for variation in node.variations() {
                    self.line(&variation.line, before.clone())?;
                }
            }
        }
        Some(Cursor { state: Arc::new(state), result, resigned, at_fault: false })
    }

    fn play(&mut self, node: &TurnNode, text: &[u8], state: &mut G::State) -> Option<()> {
        if node.malformed {
            return None;
        }
        if !G::read_plain_turn(text, &mut self.turn) {
            self.turn = G::parse_turn(self.record.turn_text(node)).ok()?;
        }
        G::play(self.setup, state, &self.turn, &mut Silent).ok()
    }

    /// Whether the comments among some items leave judging as it is.
    fn items(&self, items: &[Item]) -> Option<()> {
        let bears = |comment: &Comment| {
            let mut commands = comment.commands.iter();
            commands.any(|command| matches!(command.meaning, Meaning::Expect(_) | Meaning::Irregular(_)))
        };
        let bear = items.iter().any(|item| matches!(item, Item::Comment(comment) if bears(comment)));
        (!bear).then_some(())
    }
}
