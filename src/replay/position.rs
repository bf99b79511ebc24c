//! Positions of any game, behind one type.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::game_position::{AnyPosition, GamePosition, ReachedPosition};
use super::progress::Progress;
use super::turn::{Turn, TurnInput, TurnRef};
use super::why::{AskedTurn, TurnExplanation};
use crate::draw::{Lang, Scene};
use crate::findings::{Code, Finding, code};
use crate::games::{Effects, Game, GameId, Origin, Piece, Rules as _, TurnView, with_game};
use crate::notation::Standing;
use crate::text::Span;

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
    /// visit more than `steps` turns, or if it takes several turns from a position with something
    /// unknown. `steps` is reduced by the visited turns, so several calls can share it.
    pub fn perft(&self, depth: u32, steps: &mut u64) -> Option<Vec<u64>> {
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
    ) -> Result<ReachedPosition, Box<Finding>> {
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

    /// Returns the legal turns that the help of the finding on an illegal turn names, in whole or
    /// in part, in the order of the help. Unlike [`Position::nearest_turns`], they need not be
    /// similar to the illegal turn.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    ///
    /// let start = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?.position().clone();
    /// // `Pushes that move it: a4-c6, ...`
    /// assert!(start.remedies("b5").contains(&"a4-c6".to_owned()));
    /// # Ok::<(), Box<Finding>>(())
    /// ```
    pub fn remedies(&self, written: &str) -> Vec<String> {
        self.0.remedies(written)
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
    #[doc(hidden)]
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
