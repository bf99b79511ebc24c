//! Type-erased positions: a position of any game, behind one type.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::explain::{end_in_words, explained, helped, span_of_part, unreadable};
use super::nearest::nearest_turns;
use super::progress::{Move, NotPlayed, Progress};
use super::start::{Start, missing_finding};
use super::turn::{Turn, TurnInput, TurnRef, Visited};
use super::why::{AskedTurn, TurnExplanation};
use crate::draw::{Lang, Scene};
use crate::findings::{Code, Exhibit, Finding, code};
use crate::games::{
    Effects, Game, GameId, NoObserver, Origin, Piece, Refusal, Rules as _, TurnView, take_step,
    with_game,
};
use crate::notation::Standing;
use crate::text::Span;

/// Visitor of legal turns. It is passed each turn with the place that its piece comes from, and may
/// stop.
type ShowTurn<'a> = &'a mut dyn FnMut(TurnRef<'_>, Option<Origin>) -> ControlFlow<()>;

/// A position of any game, with the turn that led to it, if known. Owns all its data; cloning is
/// cheap.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let start = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n\n")?.position().clone();
/// let after = start.play("b3")?;
/// assert_eq!((start.to_move(), after.to_move()), (1, 2));
/// assert!(after.piece_at("b3").is_some() && start.piece_at("b3").is_none());
/// # Ok::<(), Box<Finding>>(())
/// ```
#[derive(Clone)]
pub struct Position(Arc<dyn AnyPosition>);

/// [`Position`] with the types of its game.
pub(crate) struct GamePosition<G: Game> {
    pub(crate) setup: Arc<G::Setup>,
    pub(crate) progress: Progress<G>,
    pub(crate) by: Option<LedBy<G>>,
}

/// The turn that led to a position, and the position before it.
pub(crate) struct LedBy<G: Game> {
    pub(crate) before: Arc<G::State>,
    /// The move in canonical form.
    pub(crate) played: Move<G>,
}

/// The position after a turn.
pub(super) struct PlayedTurn {
    pub(super) position: Position,
    /// The codes of the faults that were waived.
    pub(super) waived: Vec<Code>,
}

trait AnyPosition: Any + Send + Sync {
    fn game(&self) -> GameId;
    fn seats(&self) -> u8;
    fn seat_name(&self, seat: u8) -> String;
    fn to_move(&self) -> u8;
    fn text(&self) -> String;
    fn scene(&self, lang: Lang) -> Scene;
    fn result(&self) -> Option<&Standing>;
    fn score(&self) -> Option<Vec<u32>>;
    fn visit_legal_turns(&self, visit: ShowTurn<'_>) -> ControlFlow<()>;
    fn count_legal_turns(&self, most: u64) -> Option<u64>;
    fn perft(&self, depth: u32, steps: &mut u64) -> Option<Vec<u64>>;
    fn missing(&self) -> Option<&'static str>;
    fn is_same(&self, other: &dyn Any) -> bool;
    fn play(&self, turn: TurnInput<'_>, waived: &[Code]) -> Result<PlayedTurn, Box<Finding>>;
    fn is_legal(&self, turn: TurnInput<'_>) -> bool;
    fn turn(&self) -> Option<String>;
    fn last_turn(&self) -> Option<Turn>;
    fn mover(&self) -> Option<u8>;
    fn turn_view(&self) -> Option<TurnView>;
    fn pieces(&self) -> Vec<(String, Piece)>;
    fn piece_at(&self, place: &str) -> Option<Piece>;
    fn effects(&self) -> Effects;
    fn scene_of_turn(&self, lang: Lang) -> Option<Scene>;
    fn explain_turn(&self, asked: &AskedTurn<'_>) -> TurnExplanation;
    fn nearest_turns(&self, written: &str) -> Vec<String>;
    fn as_any(&self) -> &dyn Any;
}

impl Position {
    pub(crate) fn new<G: Game>(reached: GamePosition<G>) -> Self {
        Self(Arc::new(reached))
    }

    /// Creates a position for drawing only. Play need not be able to continue from it.
    pub(crate) fn to_look_at<G: Game>(setup: Arc<G::Setup>, text: &G::PositionText) -> Self {
        let state = Arc::new(G::state_for_drawing(&setup, text));
        Self::shown::<G>(setup, state)
    }

    /// Creates a position for drawing that counts as open, whatever the rules say.
    pub(crate) fn shown<G: Game>(setup: Arc<G::Setup>, state: Arc<G::State>) -> Self {
        let progress = Progress {
            state,
            result: None,
            resigned: false,
            at_fault: false,
        };
        Self::new(GamePosition::<G> {
            setup,
            progress,
            by: None,
        })
    }

    /// Returns the position with the types of its game; `None` if it belongs to another game.
    pub(crate) fn of_game<G: Game>(&self) -> Option<&GamePosition<G>> {
        self.0.as_any().downcast_ref()
    }

    /// Returns the game.
    pub fn game(&self) -> GameId {
        self.0.game()
    }

    /// Returns the number of seats.
    pub fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// Returns the name of a seat (from 1) for people, such as `White`.
    pub fn seat_name(&self, seat: u8) -> String {
        self.0.seat_name(seat)
    }

    /// Returns the seat to move, from 1. After the end it is the seat that would be next.
    pub fn to_move(&self) -> u8 {
        self.0.to_move()
    }

    /// Returns the position as a string, as in the tag `Position`.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// Returns a drawing of the position.
    pub fn scene(&self) -> Scene {
        self.scene_in(Lang::En)
    }

    /// Returns a drawing of the position with its texts in a language.
    pub fn scene_in(&self, lang: Lang) -> Scene {
        self.0.scene(lang)
    }

    /// Returns what the position leaves unknown and how to fill it in, such as a reserve of GIPF
    /// that is written `?`; `None` if everything is known. A position with unknown parts can be
    /// drawn, and its legal turns can be listed as if there were a piece to introduce. No turn is
    /// played from it.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    ///
    /// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Position \"4/5/6/3w3/6/5/4 w ?,3 0,0 - -\"]\n\n*\n";
    /// let checked = Checked::from_text(text);
    /// let start = &checked.timeline()?.start().ok_or("no start")?.position;
    /// assert!(start.missing().is_some_and(|missing| missing.contains("the reserve of White")));
    /// assert_eq!(start.legal_turns().len(), 18);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn missing(&self) -> Option<&'static str> {
        self.0.missing()
    }

    /// Returns the result under the rules or after a resignation; `None` while the game is open.
    pub fn result(&self) -> Option<&Standing> {
        self.0.result()
    }

    /// Returns the current points of each seat; `None` if the game has no points.
    pub fn score(&self) -> Option<Vec<u32>> {
        self.0.score()
    }

    /// Returns the legal turns in canonical form, without `resign`; none after the end. A position
    /// may have millions: [`Position::visit_legal_turns`] can stop early. [`GameId::omitted_turns`]
    /// describes the turns that are left out.
    pub fn legal_turns(&self) -> Vec<String> {
        let mut turns = Vec::new();
        let _ = self.visit_legal_turns(&mut |turn, _| {
            turns.push(turn.to_string());
            ControlFlow::Continue(())
        });
        turns
    }

    /// Returns the legal turns as [`Position::legal_turns`] does, but typed. All of them are found
    /// before the first is returned.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    ///
    /// let start = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?.position().clone();
    /// let replies = start.turns().map(|turn| Ok(start.play(&turn)?.turns().count()));
    /// assert_eq!(replies.sum::<Result<usize, Box<Finding>>>()?, 924);
    /// # Ok::<(), Box<Finding>>(())
    /// ```
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Turn> + use<> {
        let mut turns = Vec::new();
        let _ = self.visit_legal_turns(&mut |turn, _| {
            turns.push(turn.to_turn());
            ControlFlow::Continue(())
        });
        turns.into_iter()
    }

    /// Visits the legal turns one by one, until `visit` stops. Breaks if not all turns were
    /// visited: because `visit` stopped, or because the search took too many steps, as on a full
    /// board of GIPF.
    pub fn visit_legal_turns(
        &self,
        visit: &mut dyn FnMut(TurnRef<'_>, Option<Origin>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.visit_legal_turns(visit)
    }

    /// Returns the number of legal turns; `None` if counting would visit more than `most` turns, or
    /// take too many steps.
    pub fn count_legal_turns(&self, most: u64) -> Option<u64> {
        self.0.count_legal_turns(most)
    }

    /// Counts the sequences of canonical turns of length 1 to `depth`; `None` if counting would
    /// visit more than `most` turns, or if it takes several turns from a position with something
    /// unknown.
    pub fn perft(&self, depth: u32, most: u64) -> Option<Vec<u64>> {
        self.perft_within(depth, &mut most.clone())
    }

    /// Like [`Position::perft`], with a budget of turns to visit that several calls share. Each
    /// call reduces it.
    pub fn perft_within(&self, depth: u32, steps: &mut u64) -> Option<Vec<u64>> {
        self.0.perft(depth, steps)
    }

    /// Plays a turn, or `resign`, and returns the position after it. A [`Turn`] is not parsed.
    ///
    /// # Errors
    /// If the move is illegal, or a turn of another game. Spans in the finding count from the start
    /// of the turn's text.
    pub fn play<'t>(&self, turn: impl Into<TurnInput<'t>>) -> Result<Self, Box<Finding>> {
        let played = self.0.play(turn.into(), &[])?;
        Ok(played.position)
    }

    /// Plays a turn like [`Position::play`], without the faults whose codes are in `waived`, as far
    /// as the rules allow it.
    pub(super) fn play_irregular(
        &self,
        turn: TurnInput<'_>,
        waived: &[Code],
    ) -> Result<PlayedTurn, Box<Finding>> {
        self.0.play(turn, waived)
    }

    /// Parses a legal turn, or `resign`. Returns it in canonical form.
    ///
    /// # Errors
    /// If the turn is illegal. Spans in the finding count from the start of `text`.
    pub fn parse(&self, text: &str) -> Result<Turn, Box<Finding>> {
        let reached = self.play(text)?;
        // A position that was played to has a turn.
        reached.last_turn().ok_or_else(|| {
            let span = Span::new(0, text.len());
            Box::new(Finding::new(&code::TOKEN, span, "This is not a turn."))
        })
    }

    /// Returns true if a turn, or `resign`, is legal. This is faster than [`Position::play`],
    /// because no finding is created.
    pub fn is_legal<'t>(&self, turn: impl Into<TurnInput<'t>>) -> bool {
        self.0.is_legal(turn.into())
    }

    /// Returns at most three legal turns that are most similar to an illegal one, as suggestions,
    /// the nearest first. None after the end.
    pub fn nearest_turns(&self, written: &str) -> Vec<String> {
        self.0.nearest_turns(written)
    }

    /// Returns the turn that led to this position, in canonical form; `None` for a start.
    pub fn turn(&self) -> Option<String> {
        self.0.turn()
    }

    /// Returns the turn that led to this position, typed; `None` for a start.
    pub fn last_turn(&self) -> Option<Turn> {
        self.0.last_turn()
    }

    /// Returns the seat that took the turn that led to this position, from 1; `None` for a start.
    pub fn mover(&self) -> Option<u8> {
        self.0.mover()
    }

    /// Returns the pieces that each seat has left next to the board, separated by colons: GIPF's
    /// reserves, Pip•Pip's stores; `None` for a game without either.
    pub fn reserves(&self) -> Option<String> {
        with_game!(self.game(), G => G::reserve(self.of_game::<G>()?.state()))
    }

    /// Returns the turn that led to this position as typed actions, with everything that its
    /// canonical form lists, such as removed pieces; `None` for a start. [`Position::effects`]
    /// describes its effects on the board.
    pub fn turn_view(&self) -> Option<TurnView> {
        self.0.turn_view()
    }

    /// Returns the piece on a place, which has its name in records: `c4`, or `+3-2` in the Pipe
    /// Game, where each square of a card has the card. `None` if the place is empty or does not
    /// exist.
    ///
    /// ```
    /// use pipscribe::games::Piece;
    /// use pipscribe::prelude::*;
    ///
    /// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"standard\"]\n")?;
    /// assert_eq!(game.position().piece_at("b2"), Some(Piece::Gipf { seat: 2, is_gipf: true }));
    /// assert_eq!(game.position().piece_at("e5"), None);
    /// # Ok::<(), Box<Finding>>(())
    /// ```
    pub fn piece_at(&self, place: &str) -> Option<Piece> {
        self.0.piece_at(place)
    }

    /// Returns the pieces on the board with their places, column by column or rank by rank; the
    /// cards of the Pipe Game by their numbers.
    pub fn pieces(&self) -> Vec<(String, Piece)> {
        self.0.pieces()
    }

    /// Returns the effects on the board of the turn that led to this position.
    pub fn effects(&self) -> Effects {
        self.0.effects()
    }

    /// Explains a turn in this position.
    pub(super) fn explain_turn(&self, asked: &AskedTurn<'_>) -> TurnExplanation {
        self.0.explain_turn(asked)
    }

    /// Returns a separate drawing of the turn that led to this position; `None` if the effects
    /// drawn on the position show it.
    pub fn scene_of_turn(&self) -> Option<Scene> {
        self.scene_of_turn_in(Lang::En)
    }

    /// Like [`Position::scene_of_turn`], with texts in a language.
    pub(crate) fn scene_of_turn_in(&self, lang: Lang) -> Option<Scene> {
        self.0.scene_of_turn(lang)
    }
}

/// Positions are equal if play continues from them in the same way: set-up, state and result are
/// equal. The turns that led to them may differ.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_same(other.0.as_any())
    }
}

impl Eq for Position {}

/// Hashes the text of the position, which equal positions share. A map with many positions is
/// faster with [`Position::key`].
impl Hash for Position {
    fn hash<H: Hasher>(&self, into: &mut H) {
        (self.game(), self.text(), self.result()).hash(into);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Position({} {})", self.game(), self.text())
    }
}

impl<G: Game> GamePosition<G> {
    /// Creates a position without a turn that led to it.
    pub(crate) fn start(start: Start<G>) -> Self {
        let progress = Progress::start(&start);
        Self {
            setup: start.setup,
            progress,
            by: None,
        }
    }

    pub(crate) fn state(&self) -> &Arc<G::State> {
        &self.progress.state
    }

    pub(crate) fn position_text(&self) -> G::PositionText {
        G::position_text(&self.setup, self.state())
    }

    /// Returns the typed move of a turn to play.
    fn typed<'t>(&self, input: TurnInput<'t>) -> Result<Cow<'t, Move<G>>, Box<Finding>> {
        let text = match input {
            TurnInput::Turn(turn) => {
                let played = turn.of_game::<G>().map(Cow::Borrowed);
                return played.ok_or_else(|| Box::new(other_game::<G>(turn)));
            }
            TurnInput::Text(text) => text,
        };
        Move::parse(text).map(Cow::Owned).map_err(|error| {
            let whole = Span::new(0, text.len());
            let names = G::ID.seat_names(None);
            let finding = unreadable::<G>(text, whole, error.at, &names);
            self.with_nearest(finding, text)
        })
    }

    /// Returns the finding on a turn that was not played.
    fn not_played(&self, reason: NotPlayed<Box<Refusal<G>>>, text: &str) -> Box<Finding> {
        let whole = Span::new(0, text.len());
        let NotPlayed::Illegal(refusal) = reason else {
            let message = end_in_words(G::verdict(&self.setup, self.state()).as_ref());
            return Box::new(Finding::new(&code::AFTER_END, whole, message));
        };

        let span = span_of_part::<G>(text, whole, refusal.fault.part);
        let (mut finding, explanation) =
            explained::<G>(&self.setup, &refusal, span, span.slice(text));
        let position = G::exhibit(&self.setup, &refusal).to_string();
        finding.exhibit = Some(Exhibit {
            position,
            marks: explanation.marks,
        });
        self.with_nearest(finding, text)
    }

    fn with_nearest(&self, finding: Finding, text: &str) -> Box<Finding> {
        let nearest = if self.progress.result.is_some() {
            None
        } else {
            nearest_turns::<G>(&self.setup, self.state(), text)
        };
        Box::new(helped::<G>(finding, nearest))
    }
}

/// Returns the finding on a typed turn of another game.
fn other_game<G: Game>(turn: &Turn) -> Finding {
    let whole = Span::new(0, turn.as_str().len());
    let message = format!(
        "This is a turn of {}, not of {}.",
        turn.game().title(),
        G::TITLE
    );
    Finding::new(&code::TURN_NOT_FOR_THIS_GAME, whole, message)
}

impl<G: Game> AnyPosition for GamePosition<G> {
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
        G::to_move(&self.setup, self.state())
    }

    fn text(&self) -> String {
        G::position_string(&self.position_text())
    }

    fn scene(&self, lang: Lang) -> Scene {
        G::scene_in(&self.setup, self.state(), lang)
    }

    fn result(&self) -> Option<&Standing> {
        self.progress.result.as_ref()
    }

    fn score(&self) -> Option<Vec<u32>> {
        G::score(&self.setup, self.state())
    }

    fn visit_legal_turns(&self, visit: ShowTurn<'_>) -> ControlFlow<()> {
        match self.progress.result {
            Some(_) => ControlFlow::Continue(()),
            None => G::legal_turns(&self.setup, self.state(), &mut |turn, _| {
                visit(TurnRef::new(&Visited::<G>(turn)), G::origin(turn))
            }),
        }
    }

    fn count_legal_turns(&self, most: u64) -> Option<u64> {
        match self.progress.result {
            Some(_) => Some(0),
            None => G::count_turns(&self.setup, self.state(), &mut most.clone()),
        }
    }

    fn perft(&self, depth: u32, steps: &mut u64) -> Option<Vec<u64>> {
        if depth > 1 && self.missing().is_some() {
            return None;
        }
        let mut counts = vec![0; depth as usize];
        if self.progress.result.is_none() {
            let walked = count_sequences::<G>(&self.setup, self.state(), &mut counts, steps);
            if walked.is_break() {
                return None;
            }
        }
        Some(counts)
    }

    fn play(&self, input: TurnInput<'_>, waived: &[Code]) -> Result<PlayedTurn, Box<Finding>> {
        if let Some(missing) = self.missing() {
            let whole = Span::new(0, input.text().len());
            return Err(Box::new(missing_finding(missing, whole)));
        }

        let turn = self.typed(input)?;
        let played = self.progress.after(&self.setup, &turn, waived);
        let played = played.map_err(|reason| self.not_played(reason, input.text()))?;
        let by = Some(LedBy {
            before: Arc::clone(self.state()),
            played: played.canonical,
        });
        let position = Position::new(Self {
            setup: Arc::clone(&self.setup),
            progress: played.after,
            by,
        });

        let waived = played.waived.iter().map(|refusal| refusal.fault.code);
        Ok(PlayedTurn {
            position,
            waived: waived.collect(),
        })
    }

    fn is_legal(&self, input: TurnInput<'_>) -> bool {
        let turn = match input {
            TurnInput::Turn(turn) => turn.of_game::<G>().map(Cow::Borrowed),
            TurnInput::Text(text) => Move::parse(text).ok().map(Cow::Owned),
        };
        let Some(turn) = turn else {
            return false;
        };
        let mut progress = self.progress.clone();

        self.missing().is_none() && progress.play(&self.setup, &turn, &mut NoObserver).is_ok()
    }

    fn turn(&self) -> Option<String> {
        self.by.as_ref().map(|by| by.played.text())
    }

    fn last_turn(&self) -> Option<Turn> {
        self.by.as_ref().map(|by| Turn::new(by.played.clone()))
    }

    fn mover(&self) -> Option<u8> {
        self.by
            .as_ref()
            .map(|by| G::to_move(&self.setup, &by.before))
    }

    fn turn_view(&self) -> Option<TurnView> {
        Some(match &self.by.as_ref()?.played {
            Move::Turn(turn) => TurnView::of_game::<G>(turn),
            Move::Resign => TurnView::resignation(G::ID),
        })
    }

    fn pieces(&self) -> Vec<(String, Piece)> {
        let places = G::places(&self.setup, self.state()).into_iter();
        places
            .filter_map(|place| self.piece_at(&place).map(|piece| (place, piece)))
            .collect()
    }

    fn piece_at(&self, place: &str) -> Option<Piece> {
        G::piece_at(&self.setup, self.state(), place)
    }

    fn effects(&self) -> Effects {
        match &self.by {
            Some(LedBy {
                before,
                played: Move::Turn(turn),
            }) => G::effects(&self.setup, before, turn, self.state()),
            Some(LedBy {
                played: Move::Resign,
                ..
            })
            | None => Effects::default(),
        }
    }

    fn scene_of_turn(&self, lang: Lang) -> Option<Scene> {
        let LedBy {
            before,
            played: Move::Turn(turn),
        } = self.by.as_ref()?
        else {
            return None;
        };
        G::scene_of_turn(&self.setup, before, turn, self.state(), lang)
    }

    fn explain_turn(&self, asked: &AskedTurn<'_>) -> TurnExplanation {
        super::why::explain_turn(self, asked)
    }

    fn nearest_turns(&self, written: &str) -> Vec<String> {
        match self.progress.result {
            Some(_) => Vec::new(),
            None => nearest_turns::<G>(&self.setup, self.state(), written).unwrap_or_default(),
        }
    }

    fn missing(&self) -> Option<&'static str> {
        G::missing(self.state())
    }

    fn is_same(&self, other: &dyn Any) -> bool {
        let Some(other) = other.downcast_ref::<Self>() else {
            return false;
        };
        let own = &self.progress;
        let others = &other.progress;
        own.state == others.state
            && (own.resigned, &own.result) == (others.resigned, &others.result)
            && self.setup == other.setup
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Adds the numbers of sequences of legal turns to `counts`, one per length.
fn count_sequences<G: Game>(
    setup: &G::Setup,
    state: &G::State,
    counts: &mut [u64],
    steps: &mut u64,
) -> ControlFlow<()> {
    let Some((first, deeper)) = counts.split_first_mut() else {
        return ControlFlow::Continue(());
    };
    if deeper.is_empty() {
        let Some(count) = G::count_turns(setup, state, steps) else {
            return ControlFlow::Break(());
        };
        *first = first.saturating_add(count);
        return ControlFlow::Continue(());
    }
    G::legal_turns(setup, state, &mut |_, next| {
        *first = first.saturating_add(1);
        take_step(steps)?;
        count_sequences::<G>(setup, next, deeper, steps)
    })
}
