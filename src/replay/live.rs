//! Live games: a game of any kind that is played turn by turn.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::new_game::END_TAGS;
use super::position::GamePosition;
use super::start::{missing_finding, start_of};
use super::{Position, Stop, Timeline, canonical, expected_codes};
use crate::draw::Scene;
use crate::findings::{Finding, code};
use crate::games::{Context, GameId, with_game};
use crate::notation::{
    Outcome, Record, Standing, Wrap, WrapPiece, comments_of, irregular_codes, score_text, tag_lines,
};
use crate::text::Span;

/// A game in progress. It holds a position, lists the legal turns, and plays turns one by one. The
/// time for a turn does not depend on the number of turns before it.
///
/// ```
/// use pipscribe::LiveGame;
///
/// let mut game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
/// assert_eq!(game.legal_turns().len(), 30);
/// assert_eq!(game.play("a2-b3")?, "b3");
/// let refused = game.play("a2-d4").unwrap_err();
/// assert_eq!(refused.code.id, "gipf/not-in-line");
/// assert_eq!((game.turns(), game.to_move()), (1, 2));
/// assert_eq!(game.record(), "[Game \"gipf\"]\n[Variant \"basic\"]\n[Result \"*\"]\n\n1. b3 *\n");
/// # Ok::<(), Box<pipscribe::findings::Finding>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// The record that the game started from; only its tags count.
    begun: Arc<Record>,
    context: Context,
    position: Position,
    /// The positions before the turns.
    before: Vec<Position>,
    turns: Vec<String>,
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
            let message = "The tag `Game` does not name one of the four games.";
            return Err(Box::new(Finding::new(&code::MISSING, span, message)));
        };
        let mut findings = record.findings.clone();
        let position = start_position(game, &record, context, &mut findings);
        if position.is_some() {
            // Faults that the record expects of its tags do not prevent play, and unmet
            // expectations do not either.
            expected_codes(&record, &mut findings);
        }
        let error = findings.into_iter().find(Finding::is_error);
        let (Some(position), None) = (position, &error) else {
            let unknown = || {
                Finding::new(
                    &code::INCONSISTENT,
                    Span::default(),
                    "These tags leave the start open.",
                )
            };
            return Err(Box::new(error.unwrap_or_else(unknown)));
        };
        Ok(Self {
            begun: record,
            context: context.clone(),
            position,
            before: Vec::new(),
            turns: Vec::new(),
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
                let irregular: Vec<_> = irregular_codes(comments_of(items))
                    .into_iter()
                    .map(|(code, _)| code)
                    .collect();
                game.follow(frame.position.clone(), &irregular);
            }
        }
        Ok(game)
    }

    /// Returns the game.
    pub fn game(&self) -> GameId {
        self.position.game()
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.position.seats()
    }

    /// Returns the name of a seat (from 1) for people, such as `White`.
    pub fn seat_name(&self, seat: u8) -> String {
        self.position.seat_name(seat)
    }

    /// Returns the seat to move, from 1. After the end it is the seat that would be next.
    pub fn to_move(&self) -> u8 {
        self.position.to_move()
    }

    /// Returns the position as a string, as in the tag `Position`.
    pub fn position(&self) -> String {
        self.position.text()
    }

    /// Returns the current position. The value does not change when the game continues.
    pub fn here(&self) -> &Position {
        &self.position
    }

    /// Returns the positions, the start first and the current one last.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.before.iter().chain([&self.position])
    }

    /// Returns a drawing of the position.
    pub fn scene(&self) -> Scene {
        self.position.scene()
    }

    /// Returns the legal turns in canonical form, as [`Position::legal_turns`] does.
    pub fn legal_turns(&self) -> Vec<String> {
        self.position.legal_turns()
    }

    /// Visits the legal turns one by one, until `visit` stops.
    pub fn visit_legal_turns(&self, visit: &mut dyn FnMut(&dyn Display) -> ControlFlow<()>) {
        self.position.visit_legal_turns(&mut |turn, _| visit(turn));
    }

    /// Returns the number of legal turns; `None` if counting would visit more than `most` turns.
    pub fn count_legal_turns(&self, most: u64) -> Option<u64> {
        self.position.count_legal_turns(most)
    }

    /// Checks a turn without playing it, and returns its canonical form.
    ///
    /// # Errors
    /// If the turn is illegal. Spans in the finding count from the start of `turn`.
    pub fn judge(&self, turn: &str) -> Result<String, Box<Finding>> {
        self.next(turn).map(|(text, _)| text)
    }

    /// Plays a turn, or `resign`, and returns its canonical form.
    ///
    /// # Errors
    /// If the move is illegal; nothing has changed then. Spans in the finding count from the start
    /// of `turn`.
    pub fn play(&mut self, turn: &str) -> Result<String, Box<Finding>> {
        let (text, position) = self.next(turn)?;
        self.advance(position, text.clone());
        Ok(text)
    }

    /// Takes back the last turn, and returns it in canonical form; `None` if no turn has been
    /// played.
    pub fn undo(&mut self) -> Option<String> {
        self.position = self.before.pop()?;
        self.turns.pop()
    }

    fn advance(&mut self, position: Position, turn: String) {
        self.before
            .push(std::mem::replace(&mut self.position, position));
        self.turns.push(turn);
    }

    /// Continues from a position that a turn of a record led to. `irregular` are the codes that the
    /// record waives for that turn, which [`LiveGame::play`] would not waive.
    pub fn follow(&mut self, position: Position, irregular: &[impl Display]) {
        let turn = position.turn().unwrap_or_default();
        let waivers: Vec<_> = irregular
            .iter()
            .map(|code| format!("[%irregular {code}]"))
            .collect();
        let turn = if waivers.is_empty() {
            turn
        } else {
            format!("{turn} {{{}}}", waivers.join(" "))
        };
        self.advance(position, turn);
    }

    fn next(&self, turn: &str) -> Result<(String, Position), Box<Finding>> {
        let position = self.position.play(turn).map_err(|mut finding| {
            finding.turn = u32::try_from(self.turns.len() + 1).unwrap_or(u32::MAX);
            finding
        })?;
        Ok((position.turn().unwrap_or_default(), position))
    }

    /// Returns the number of turns played.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns the result by the rules or by a resignation; `None` while the game is open.
    pub fn result(&self) -> Option<&Standing> {
        self.position.result()
    }

    /// Returns the current points of each seat; `None` if the game has no points.
    pub fn score(&self) -> Option<Vec<u32>> {
        self.position.score()
    }

    /// Returns the game so far as a record in canonical form. Invalid tags that the starting record
    /// expected (notation 3) are kept, without that expectation.
    pub fn record(&self) -> String {
        let result = self
            .result()
            .cloned()
            .map_or(Outcome::Open, Outcome::Decided);
        let score = self.result().and_then(|_| self.score());
        let kept = self
            .begun
            .tags
            .iter()
            .filter(|tag| !END_TAGS.contains(&tag.name.as_str()));
        let tags: Vec<_> = kept
            .map(|tag| (tag.name.to_string(), tag.value.to_string()))
            .collect();
        let text = record_text(&tags, &self.turns, &result, score.as_deref());
        // The given tags may be in any order.
        canonical(&Record::parse_str(&text), &self.context).unwrap_or(text)
    }
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
