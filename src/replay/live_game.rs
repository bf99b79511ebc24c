//! Live games: a game of any kind that is played turn by turn.

mod frames;

use std::fmt::Display;
use std::sync::Arc;

use super::game_position::GamePosition;
use super::new_game::END_TAGS;
use super::starting_position::{missing_finding, start_of};
use super::turn::{Turn, TurnInput};
use super::{Position, Stop, Timeline, canonical, take_expected_findings};
use crate::findings::{Code, Finding, code};
use crate::games::{Context, GameId, with_game};
use crate::notation::{
    Item, Outcome, Record, Wrap, WrapPiece, comments_of, irregular_codes, score_text, tag_lines,
};
use crate::text::Span;

/// A game in progress. It holds a position, lists the legal turns, and plays turns one by one. The
/// time for a turn, or for a clone, does not depend on the number of turns before it: games with
/// the same beginning share their turns.
///
/// ```
/// use pipscribe::LiveGame;
///
/// let mut game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
/// assert_eq!(game.position().legal_turns().len(), 30);
/// assert_eq!(game.play("a2-b3")?, "b3");
/// let refused = game.play("a2-d4").unwrap_err();
/// assert_eq!(refused.code.id, "gipf/not-in-line");
/// assert_eq!((game.turn_count(), game.position().to_move()), (1, 2));
/// assert_eq!(game.record(), "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"*\"]\n\n1. b3 *\n");
/// # Ok::<(), Box<pipscribe::findings::Finding>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The record that the game started from; only its tags count.
    start_record: Arc<Record>,
    context: Context,
    last: Arc<Step>,
    turn_count: usize,
}

/// A position of a game, with the positions before it.
#[derive(Debug)]
struct Step {
    position: Position,
    /// The codes that are waived for the turn that led to the position.
    irregular: Vec<String>,
    before: Option<Arc<Step>>,
}

/// Frees a long game without recursion, which would need a level of the call stack for each turn.
impl Drop for Step {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(step) = before {
            before = Arc::into_inner(step).and_then(|mut step| step.before.take());
        }
    }
}

impl Step {
    /// Returns the turn that led to the position, with its waivers, as written in a record.
    fn written(&self) -> String {
        let mut text = self.position.turn().unwrap_or_default();
        if !self.irregular.is_empty() {
            let waivers = self
                .irregular
                .iter()
                .map(|code| format!("[%irregular {code}]"));
            let waivers: Vec<_> = waivers.collect();
            text.push_str(&format!(" {{{}}}", waivers.join(" ")));
        }
        text
    }
}

impl LiveGame {
    /// Starts a game from the tags of a record, with `[Game "gipf"]` first. Turns of the record are
    /// not played.
    ///
    /// # Errors
    /// If the tags are invalid: returns the first finding.
    pub fn start(tags: &str) -> Result<Self, Box<Finding>> {
        Self::start_of(Record::parse_str(tags), &Context::default())
    }

    /// Like [`LiveGame::start`], for a parsed record.
    ///
    /// # Errors
    /// If the tags are invalid: returns the first finding that the comments of the record do not
    /// expect.
    pub fn start_of(
        record: impl Into<Arc<Record>>,
        context: &Context,
    ) -> Result<Self, Box<Finding>> {
        let record: Arc<Record> = record.into();
        let Some(game) = record.game() else {
            let span = record
                .tag("Game")
                .map_or_else(Span::default, |tag| tag.value_span);
            let message = "The tag `Game` does not name a game of this notation.";
            return Err(Box::new(Finding::new(&code::MISSING, span, message)));
        };
        let mut findings = record.findings.clone();
        let position = start_position(game, &record, context, &mut findings);
        if position.is_some() {
            // Faults that the record expects of its tags do not prevent play, and unmet
            // expectations do not either.
            take_expected_findings(&record, &mut findings);
        }
        let error = findings.into_iter().find(Finding::is_error);
        let (Some(position), None) = (position, &error) else {
            let unknown = || {
                Finding::new(
                    &code::INCONSISTENT,
                    Span::default(),
                    "These tags do not determine the start.",
                )
            };
            return Err(Box::new(error.unwrap_or_else(unknown)));
        };
        Ok(Self {
            start_record: record,
            context: context.clone(),
            last: Arc::new(Step {
                position,
                irregular: Vec::new(),
                before: None,
            }),
            turn_count: 0,
        })
    }

    /// Continues a replayed record after its first `turns` turns, or as many as there are in its
    /// main line. Waivers of illegal turns are kept.
    ///
    /// # Errors
    /// If the tags are invalid: returns the first finding that the comments of the record do not
    /// expect.
    pub fn resume(
        timeline: &Timeline,
        turns: u32,
        context: &Context,
    ) -> Result<Self, Box<Finding>> {
        let mut game = Self::start_of(Arc::clone(timeline.record()), context)?;
        for (stop, items) in timeline.stops() {
            if let Stop::Position(frame) = stop
                && frame.in_main_line()
                && (1..=turns).contains(&frame.number)
            {
                game.follow(frame.position.clone(), &waived_in(items));
            }
        }
        Ok(game)
    }

    /// Returns the current position. The value does not change when the game continues.
    pub fn position(&self) -> &Position {
        &self.last.position
    }

    /// Returns the record that the game started from; only its tags count.
    pub fn start_record(&self) -> &Arc<Record> {
        &self.start_record
    }

    /// Returns the context that the game was started with.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Returns the steps of the game, the start first.
    fn steps(&self) -> impl Iterator<Item = &Step> {
        let mut steps = Vec::with_capacity(self.turn_count + 1);
        let mut next = Some(&self.last);
        while let Some(step) = next {
            steps.push(step.as_ref());
            next = step.before.as_ref();
        }
        steps.into_iter().rev()
    }

    /// Returns the positions, the start first and the current one last.
    pub(super) fn positions(&self) -> impl Iterator<Item = &Position> {
        self.steps().map(|step| &step.position)
    }

    /// Returns the turns played, in order.
    pub fn history(&self) -> impl Iterator<Item = Turn> {
        self.positions().filter_map(Position::last_turn)
    }

    /// Returns the codes that are waived for the last turn.
    pub fn irregular(&self) -> &[String] {
        &self.last.irregular
    }

    /// Plays a turn, or `resign`, and returns it in canonical form. A [`Turn`] is not parsed.
    ///
    /// # Errors
    /// If the move is illegal; in this case, nothing has changed. Spans in the finding count from
    /// the start of the turn's text.
    pub fn play<'t>(&mut self, turn: impl Into<TurnInput<'t>>) -> Result<Turn, Box<Finding>> {
        self.play_irregular(turn, &[])
    }

    /// Plays a turn like [`LiveGame::play`], and ignores faults with these codes as far as the
    /// rules allow it. The record of the game waives the faults of the turn.
    ///
    /// ```
    /// use pipscribe::findings::code_named;
    /// use pipscribe::prelude::*;
    ///
    /// let mut game = LiveGame::start("[Game \"gipf\"]\n[Variant \"tournament\"]\n")?;
    /// let waived: Vec<_> = code_named("gipf/gipf-required").into_iter().collect();
    /// let turn = game.play_irregular("b3", &waived)?;
    /// assert_eq!(turn, "b3");
    /// assert!(game.record().contains("1. b3 {[%irregular gipf/gipf-required]}"));
    /// # Ok::<(), Box<Finding>>(())
    /// ```
    ///
    /// # Errors
    /// If the move is illegal in another way; in this case, nothing has changed.
    pub fn play_irregular<'t>(
        &mut self,
        turn: impl Into<TurnInput<'t>>,
        waived: &[Code],
    ) -> Result<Turn, Box<Finding>> {
        let input = turn.into();
        self.play_input(input, waived)?;

        // A position that was played to has a turn.
        self.position().last_turn().ok_or_else(|| {
            let whole = Span::new(0, input.text().len());
            Box::new(Finding::new(&code::TOKEN, whole, "This is not a turn."))
        })
    }

    /// Plays a turn like [`LiveGame::play_irregular`], but does not return it.
    pub(super) fn play_input(
        &mut self,
        input: TurnInput<'_>,
        waived: &[Code],
    ) -> Result<(), Box<Finding>> {
        let played = self.position().play_irregular(input, waived);
        let played = played.map_err(|finding| self.of_next_turn(finding))?;

        let mut irregular: Vec<_> = played.waived.iter().map(ToString::to_string).collect();
        irregular.dedup();
        self.advance(played.position, irregular);
        Ok(())
    }

    /// Takes back the last turn and returns it; `None` if no turn has been played.
    pub fn undo(&mut self) -> Option<Turn> {
        let before = Arc::clone(self.last.before.as_ref()?);
        let turn = self.position().last_turn();
        self.last = before;
        self.turn_count -= 1;
        turn
    }

    fn advance(&mut self, position: Position, irregular: Vec<String>) {
        self.last = Arc::new(Step {
            position,
            irregular,
            before: Some(Arc::clone(&self.last)),
        });
        self.turn_count += 1;
    }

    /// Continues from a position that a turn of a record led to. `irregular` are the codes that the
    /// record waives for that turn, which [`LiveGame::play`] would not waive.
    pub fn follow(&mut self, position: Position, irregular: &[impl Display]) {
        let irregular = irregular.iter().map(ToString::to_string).collect();
        self.advance(position, irregular);
    }

    /// Gives a finding on the next turn its number.
    fn of_next_turn(&self, mut finding: Box<Finding>) -> Box<Finding> {
        finding.turn = u32::try_from(self.turn_count + 1).unwrap_or(u32::MAX);
        finding
    }

    /// Returns the number of turns played.
    pub fn turn_count(&self) -> usize {
        self.turn_count
    }

    /// Returns the game so far as a record in canonical form. Invalid tags that the starting record
    /// expected (notation 3) are kept, without that expectation.
    pub fn record(&self) -> String {
        let text = self.record_as_played();
        // The given tags may be in any order.
        canonical(&Record::parse_str(&text), &self.context).unwrap_or(text)
    }

    /// Returns the game so far as a record with the given tags, in their order. The record leads to
    /// the same position as [`LiveGame::record`], without a replay. It is equal for games that
    /// began with the same tags and have the same turns.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    ///
    /// let mut game = LiveGame::start("[Game \"pippinzip\"]\n[Size \"3\"]\n[Variant \"pipeline\"]\n")?;
    /// game.play("b2")?;
    /// let tags = "[Game \"pippinzip\"]\n[Size \"3\"]\n[Variant \"pipeline\"]\n[Result \"*\"]\n";
    /// assert_eq!(game.record_as_played(), format!("{tags}\n1. b2 *\n"));
    /// assert!(game.record().starts_with("[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n"));
    /// # Ok::<(), Box<Finding>>(())
    /// ```
    pub fn record_as_played(&self) -> String {
        let position = self.position();
        let standing = position.result();
        let score = standing.and_then(|_| position.score());
        let result = standing.cloned().map_or(Outcome::Open, Outcome::Decided);
        let kept = self
            .start_record
            .tags
            .iter()
            .filter(|tag| !END_TAGS.contains(&tag.name.as_str()));
        let tags: Vec<_> = kept
            .map(|tag| (tag.name.to_string(), tag.value.to_string()))
            .collect();
        let turns: Vec<_> = self.steps().skip(1).map(Step::written).collect();
        record_text(&tags, &turns, &result, score.as_deref())
    }
}

/// Returns the codes that the comments among `items` waive for the turn before them.
fn waived_in(items: &[Item]) -> Vec<&str> {
    let codes = irregular_codes(comments_of(items)).into_iter();
    codes.map(|(code, _)| code).collect()
}

/// Builds the text of a record from tags and turns.
pub(super) fn record_text(
    tags: &[(String, String)],
    turns: &[impl Display],
    result: &Outcome,
    score: Option<&[u32]>,
) -> String {
    let mut text = tag_lines(tags);
    text.push_str(&format!("[Result \"{result}\"]\n"));
    if let Some(points) = score {
        text.push_str(&format!("[Score \"{}\"]\n", score_text(points)));
    }
    text.push('\n');
    let mut wrap = Wrap::default();
    for (number, turn) in (1_u32..).zip(turns) {
        wrap.push(WrapPiece::Token(&format!("{number}. {turn}")));
    }
    wrap.push(WrapPiece::Token(&result.to_string()));
    text.push_str(&wrap.finish());
    text
}

/// Returns the position from which a record of a game starts.
fn start_position(
    game: GameId,
    record: &Record,
    context: &Context,
    findings: &mut Vec<Finding>,
) -> Option<Position> {
    with_game!(game, G => {
        let start = start_of::<G>(record, context, findings)?;
        let position = Position::new(GamePosition::<G>::start(start));
        let Some(missing) = position.missing() else { return Some(position) };
        let span = record.tag("Position").map_or_else(Span::default, |tag| tag.value_span);
        findings.push(missing_finding(missing, span));
        None
    })
}
