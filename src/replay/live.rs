//! A game that is being played, turn by turn, where its types are not known.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::refusal::{end_in_words, explained, joined, nearest_in_words, nearest_turns, unreadable};
use super::{span_of_part, start_of};
use crate::draw::Scene;
use crate::findings::{Finding, code};
use crate::games::gipf::Gipf;
use crate::games::pipe::Pipe;
use crate::games::pippinzip::Pippinzip;
use crate::games::pippip::Pippip;
use crate::games::{Game, GameId};
use crate::notation::{Outcome, Piece, Record, Standing, Wrap, quoted};
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
pub struct LiveGame {
    playing: Box<dyn AnyPlaying + Send + Sync>,
}

/// [`Playing`] where its types are not known.
trait AnyPlaying {
    fn boxed(&self) -> Box<dyn AnyPlaying + Send + Sync>;
    fn game(&self) -> GameId;
    fn seats(&self) -> u8;
    fn seat_name(&self, seat: u8) -> String;
    fn to_move(&self) -> u8;
    fn position(&self) -> String;
    fn scene(&self) -> Scene;
    fn visit_legal_turns(&self, visit: &mut dyn FnMut(&dyn Display) -> ControlFlow<()>);
    fn count_legal_turns(&self, most: u64) -> Option<u64>;
    fn judge(&self, text: &str) -> Result<String, Box<Finding>>;
    fn play(&mut self, text: &str) -> Result<String, Box<Finding>>;
    fn result(&self) -> Option<&Standing>;
    fn score(&self) -> Option<Vec<u32>>;
    fn turns(&self) -> &[String];
    fn record(&self) -> String;
}

/// A game whose types are known.
struct Playing<G: Game> {
    /// The record that it began with; only its tags count.
    begun: Arc<Record>,
    setup: G::Setup,
    state: G::State,
    turns: Vec<String>,
    /// What the rules or a resignation gave.
    result: Option<Standing>,
}

/// What a turn that can be played leads to.
struct Next<G: Game> {
    text: String,
    /// `None` behind a resignation: the position stays.
    state: Option<G::State>,
    result: Option<Standing>,
}

impl LiveGame {
    /// A game that begins as the tags of a record say, `[Game "gipf"]` first; turns of the record are not played.
    ///
    /// # Errors
    /// The first thing that is wrong with the tags.
    pub fn start(tags: &str) -> Result<Self, Box<Finding>> {
        Self::start_of(&Record::parse_str(tags))
    }

    /// The same for a record that was read.
    ///
    /// # Errors
    /// The first thing that is wrong with its tags.
    pub fn start_of(record: &Record) -> Result<Self, Box<Finding>> {
        let game = record.tag("Game").and_then(|tag| GameId::named(&tag.value));
        let playing: Box<dyn AnyPlaying + Send + Sync> = match game {
            Some(GameId::Gipf) => Box::new(Playing::<Gipf>::start(record)?),
            Some(GameId::Pippinzip) => Box::new(Playing::<Pippinzip>::start(record)?),
            Some(GameId::Pippip) => Box::new(Playing::<Pippip>::start(record)?),
            Some(GameId::Pipe) => Box::new(Playing::<Pipe>::start(record)?),
            None => {
                let span = record.tag("Game").map_or_else(Span::default, |tag| tag.value_span);
                let message = "The tag `Game` names none of the four games.";
                return Err(Box::new(Finding::new(&code::MISSING, span, message)));
            }
        };
        Ok(Self { playing })
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.playing.game()
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.playing.seats()
    }

    /// The name of a seat for people, from 1: `White`.
    pub fn seat_name(&self, seat: u8) -> String {
        self.playing.seat_name(seat)
    }

    /// The seat to move, from 1; behind the end the one that would be next.
    pub fn to_move(&self) -> u8 {
        self.playing.to_move()
    }

    /// The position as a string, as the tag `Position` has it.
    pub fn position(&self) -> String {
        self.playing.position()
    }

    /// The position as a drawing.
    pub fn scene(&self) -> Scene {
        self.playing.scene()
    }

    /// The legal turns in canonical form, `resign` left out; none behind the end. A position may have millions:
    /// [`LiveGame::visit_legal_turns`] can stop.
    pub fn legal_turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        self.visit_legal_turns(&mut |turn| {
            turns.push(turn.to_string());
            ControlFlow::Continue(())
        });
        turns
    }

    /// Shows the legal turns one by one, until `visit` stops.
    pub fn visit_legal_turns(&self, visit: &mut dyn FnMut(&dyn Display) -> ControlFlow<()>) {
        self.playing.visit_legal_turns(visit);
    }

    /// How many legal turns there are; `None` where more than `most` would have to be walked through.
    pub fn count_legal_turns(&self, most: u64) -> Option<u64> {
        self.playing.count_legal_turns(most)
    }

    /// Judges a turn without playing it; gives it in canonical form.
    ///
    /// # Errors
    /// Why it is refused; spans count from the start of `turn`.
    pub fn judge(&self, turn: &str) -> Result<String, Box<Finding>> {
        self.playing.judge(turn)
    }

    /// Plays a turn, or `resign`; gives it in canonical form.
    ///
    /// # Errors
    /// Why it is refused: then nothing has changed. Spans count from the start of `turn`.
    pub fn play(&mut self, turn: &str) -> Result<String, Box<Finding>> {
        self.playing.play(turn)
    }

    /// How many turns were played.
    pub fn turns(&self) -> usize {
        self.playing.turns().len()
    }

    /// What the rules, or a resignation, gave each seat; `None` while the game is open.
    pub fn result(&self) -> Option<&Standing> {
        self.playing.result()
    }

    /// The points of each seat as they are now; `None` where the game has none.
    pub fn score(&self) -> Option<Vec<u32>> {
        self.playing.score()
    }

    /// The game so far as a record in canonical form.
    pub fn record(&self) -> String {
        self.playing.record()
    }
}

impl<G: Game> Playing<G> {
    fn start(record: &Record) -> Result<Self, Box<Finding>> {
        let mut findings: Vec<Finding> = record.findings.clone();
        let start = start_of::<G>(record, &mut findings);
        let error = findings.into_iter().find(Finding::is_error);
        let (Some((setup, state)), None) = (start, &error) else {
            let unknown = || Finding::new(&code::INCONSISTENT, Span::default(), "These tags leave the start open.");
            return Err(Box::new(error.unwrap_or_else(unknown)));
        };
        let result = G::verdict(&setup, &state).map(|verdict| verdict.standing);
        Ok(Self { begun: Arc::new(record.clone()), setup, state, turns: Vec::new(), result })
    }

    fn next(&self, text: &str) -> Result<Next<G>, Box<Finding>> {
        let whole = Span::new(0, text.len());
        let turn = match G::parse_turn(text) {
            _ if text == "resign" => None,
            Ok(turn) => Some(turn),
            Err(error) => return Err(self.with_nearest(unreadable::<G>(text, whole, error.at), text)),
        };
        if self.result.is_some() {
            let message = end_in_words(G::verdict(&self.setup, &self.state).as_ref());
            return Err(Box::new(Finding::new(&code::AFTER_END, whole, message)));
        }
        let refused = match turn {
            None => match G::resignation(&self.setup, &self.state) {
                Ok(standing) => return Ok(Next { text: text.to_owned(), state: None, result: Some(standing) }),
                Err(fault) => crate::games::Refusal { fault, at: self.state.clone(), passed: Vec::new() },
            },
            Some(turn) => match G::judge(&self.setup, &self.state, &turn, &[]) {
                Ok(played) => {
                    let result = G::verdict(&self.setup, &played.state).map(|verdict| verdict.standing);
                    return Ok(Next { text: played.turn.to_string(), state: Some(played.state), result });
                }
                Err(refusal) => *refusal,
            },
        };
        let span = span_of_part::<G>(text, whole, refused.fault.part);
        let (finding, _) = explained::<G>(&self.setup, &refused, span, span.of(text));
        Err(self.with_nearest(finding, text))
    }

    fn with_nearest(&self, mut finding: Finding, text: &str) -> Box<Finding> {
        let nearest = if self.result.is_some() { None } else { nearest_turns::<G>(&self.setup, &self.state, text) };
        finding.help = joined(finding.help, nearest.map(|turns| nearest_in_words(&turns)));
        finding.turn = u32::try_from(self.turns.len() + 1).unwrap_or(u32::MAX);
        Box::new(finding)
    }
}

impl Clone for LiveGame {
    fn clone(&self) -> Self {
        Self { playing: self.playing.boxed() }
    }
}

impl<G: Game> AnyPlaying for Playing<G>
where
    G::Setup: Send + Sync,
    G::State: Send + Sync,
{
    fn boxed(&self) -> Box<dyn AnyPlaying + Send + Sync> {
        Box::new(Self {
            begun: Arc::clone(&self.begun),
            setup: self.setup.clone(),
            state: self.state.clone(),
            turns: self.turns.clone(),
            result: self.result.clone(),
        })
    }

    fn game(&self) -> GameId {
        G::ID
    }

    fn seats(&self) -> u8 {
        G::seats(&self.setup)
    }

    fn seat_name(&self, seat: u8) -> String {
        G::seat_name(&self.setup, seat)
    }

    fn to_move(&self) -> u8 {
        G::to_move(&self.setup, &self.state)
    }

    fn position(&self) -> String {
        G::position_text(&self.setup, &self.state).to_string()
    }

    fn scene(&self) -> Scene {
        G::scene(&self.setup, &self.state)
    }

    fn visit_legal_turns(&self, visit: &mut dyn FnMut(&dyn Display) -> ControlFlow<()>) {
        if self.result.is_none() {
            let _ = G::legal_turns(&self.setup, &self.state, &mut |turn, _| visit(turn));
        }
    }

    fn count_legal_turns(&self, most: u64) -> Option<u64> {
        match self.result {
            Some(_) => Some(0),
            None => G::count_turns(&self.setup, &self.state, &mut most.clone()),
        }
    }

    fn judge(&self, text: &str) -> Result<String, Box<Finding>> {
        self.next(text).map(|next| next.text)
    }

    fn play(&mut self, text: &str) -> Result<String, Box<Finding>> {
        let Next { text, state, result } = self.next(text)?;
        if let Some(state) = state {
            self.state = state;
        }
        self.result = result;
        self.turns.push(text.clone());
        Ok(text)
    }

    fn result(&self) -> Option<&Standing> {
        self.result.as_ref()
    }

    fn score(&self) -> Option<Vec<u32>> {
        G::score(&self.setup, &self.state)
    }

    fn turns(&self) -> &[String] {
        &self.turns
    }

    fn record(&self) -> String {
        let result = self.result.clone().map_or(Outcome::Open, Outcome::Decided);
        let score = self.result.as_ref().and_then(|_| self.score());
        let ends = ["Result", "Score", "Termination"];
        let kept = self.begun.tags.iter().filter(|tag| !ends.contains(&tag.name.as_str()));
        let tags: Vec<_> = kept.map(|tag| (tag.name.clone(), tag.value.clone())).collect();
        let text = record_text(&tags, &self.turns, &result, score.as_deref());
        let record = self.begun.with_text_like(&text);
        // The tags may have come in any order.
        G::ID.rules().format(&record).unwrap_or(text)
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
        let points: Vec<_> = points.iter().map(ToString::to_string).collect();
        text.push_str(&format!("[Score \"{}\"]\n", points.join("-")));
    }
    text.push('\n');
    let mut wrap = Wrap::default();
    for (number, turn) in (1..).zip(turns) {
        let number: u32 = number;
        wrap.push(Piece::Token(&format!("{number}. {turn}")));
    }
    wrap.push(Piece::Token(&result.to_string()));
    text.push_str(&wrap.finish());
    text
}
