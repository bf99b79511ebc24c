//! A game that is being played, turn by turn, where its types are not known.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Position, canonical, expected_codes, start_position};
use crate::draw::Scene;
use crate::findings::{Finding, code};
use crate::games::{Context, GameId};
use crate::notation::{Outcome, Record, Standing, Wrap, WrapPiece, quoted, score_text};
use crate::text::Span;

/// A game that is being played: it holds a position, tells what is legal there, and takes turns one by one, each in
/// a time that does not depend on how many came before.
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
    /// The record that it began with; only its tags count.
    begun: Arc<Record>,
    context: Context,
    position: Position,
    turns: Vec<String>,
}

impl LiveGame {
    /// A game that begins as the tags of a record say, `[Game "gipf"]` first; turns of the record are not played.
    ///
    /// # Errors
    /// The first thing that is wrong with the tags.
    pub fn start(tags: &str) -> Result<Self, Box<Finding>> {
        Self::start_of(Record::parse_str(tags), &Context::default())
    }

    /// The same for a record that was read.
    ///
    /// # Errors
    /// The first thing that is wrong with its tags and that its comments do not expect.
    pub fn start_of(record: impl Into<Arc<Record>>, context: &Context) -> Result<Self, Box<Finding>> {
        let record: Arc<Record> = record.into();
        let Some(game) = record.game() else {
            let span = record.tag("Game").map_or_else(Span::default, |tag| tag.value_span);
            let message = "The tag `Game` names none of the four games.";
            return Err(Box::new(Finding::new(&code::MISSING, span, message)));
        };
        let mut findings = record.findings.clone();
        let position = start_position(game, &record, context, &mut findings);
        if position.is_some() {
            // What the record itself expects of its tags keeps nobody from playing; what it expects in vain neither.
            expected_codes(&record, &mut findings);
        }
        let error = findings.into_iter().find(Finding::is_error);
        let (Some(position), None) = (position, &error) else {
            let unknown = || Finding::new(&code::INCONSISTENT, Span::default(), "These tags leave the start open.");
            return Err(Box::new(error.unwrap_or_else(unknown)));
        };
        Ok(Self { begun: record, context: context.clone(), position, turns: Vec::new() })
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.position.game()
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.position.seats()
    }

    /// The name of a seat for people, from 1: `White`.
    pub fn seat_name(&self, seat: u8) -> String {
        self.position.seat_name(seat)
    }

    /// The seat to move, from 1; after the end the one that would be next.
    pub fn to_move(&self) -> u8 {
        self.position.to_move()
    }

    /// The position as a string, as the tag `Position` has it.
    pub fn position(&self) -> String {
        self.position.text()
    }

    /// The position itself, which stays as it is when the game goes on.
    pub fn here(&self) -> &Position {
        &self.position
    }

    /// The position as a drawing.
    pub fn scene(&self) -> Scene {
        self.position.scene()
    }

    /// The legal turns in canonical form, as [`Position::legal_turns`] has them.
    pub fn legal_turns(&self) -> Vec<String> {
        self.position.legal_turns()
    }

    /// Shows the legal turns one by one, until `visit` stops.
    pub fn visit_legal_turns(&self, visit: &mut dyn FnMut(&dyn Display) -> ControlFlow<()>) {
        self.position.visit_legal_turns(&mut |turn, _| visit(turn));
    }

    /// How many legal turns there are; `None` where more than `most` would have to be walked through.
    pub fn count_legal_turns(&self, most: u64) -> Option<u64> {
        self.position.count_legal_turns(most)
    }

    /// Judges a turn without playing it; gives it in canonical form.
    ///
    /// # Errors
    /// Why it is refused; spans count from the start of `turn`.
    pub fn judge(&self, turn: &str) -> Result<String, Box<Finding>> {
        self.next(turn).map(|(text, _)| text)
    }

    /// Plays a turn, or `resign`; gives it in canonical form.
    ///
    /// # Errors
    /// Why it is refused: then nothing has changed. Spans count from the start of `turn`.
    pub fn play(&mut self, turn: &str) -> Result<String, Box<Finding>> {
        let (text, position) = self.next(turn)?;
        self.position = position;
        self.turns.push(text.clone());
        Ok(text)
    }

    /// Goes on from a position to which a turn of a record led from here; `irregular` are the codes that the record lets stand
    /// in it, which [`LiveGame::play`] would not.
    pub fn follow(&mut self, position: Position, irregular: &[impl Display]) {
        let turn = position.turn().unwrap_or_default();
        let stand: Vec<_> = irregular.iter().map(|code| format!("[%irregular {code}]")).collect();
        self.turns.push(if stand.is_empty() { turn } else { format!("{turn} {{{}}}", stand.join(" ")) });
        self.position = position;
    }

    fn next(&self, turn: &str) -> Result<(String, Position), Box<Finding>> {
        let position = self.position.play(turn).map_err(|mut finding| {
            finding.turn = u32::try_from(self.turns.len() + 1).unwrap_or(u32::MAX);
            finding
        })?;
        Ok((position.turn().unwrap_or_default(), position))
    }

    /// How many turns were played.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// What the rules, or a resignation, gave each seat; `None` while the game is open.
    pub fn result(&self) -> Option<&Standing> {
        self.position.result()
    }

    /// The points of each seat as they are now; `None` where the game has none.
    pub fn score(&self) -> Option<Vec<u32>> {
        self.position.score()
    }

    /// The game so far as a record in canonical form. Tags at fault, which the record it began with expected
    /// (notation 3), stand in it as they were, without that expectation.
    pub fn record(&self) -> String {
        let result = self.result().cloned().map_or(Outcome::Open, Outcome::Decided);
        let score = self.result().and_then(|_| self.score());
        let ends = ["Result", "Score", "Termination"];
        let kept = self.begun.tags.iter().filter(|tag| !ends.contains(&tag.name.as_str()));
        let tags: Vec<_> = kept.map(|tag| (tag.name.to_string(), tag.value.to_string())).collect();
        let text = record_text(&tags, &self.turns, &result, score.as_deref());
        // The tags may have come in any order.
        canonical(&Record::parse_str(&text), &self.context).unwrap_or(text)
    }
}

/// The text of a record that was played.
pub(super) fn record_text(
    tags: &[(String, String)],
    turns: &[impl Display],
    result: &Outcome,
    score: Option<&[u32]>,
) -> String {
    let mut text: String = tags.iter().map(|(name, value)| format!("[{name} {}]\n", quoted(value))).collect();
    text.push_str(&format!("[Result \"{result}\"]\n"));
    if let Some(points) = score {
        text.push_str(&format!("[Score \"{}\"]\n", score_text(points)));
    }
    text.push('\n');
    let mut wrap = Wrap::default();
    for (number, turn) in (1..).zip(turns) {
        let number: u32 = number;
        wrap.push(WrapPiece::Token(&format!("{number}. {turn}")));
    }
    wrap.push(WrapPiece::Token(&result.to_string()));
    text.push_str(&wrap.finish());
    text
}
