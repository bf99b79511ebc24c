//! Positions: legal turns, and the positions after them.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use pipscribe::replay::{self, LiveGame};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{argument, type_name};
use crate::deck_context::DeckContext;
use crate::errors::{not_legal, refused};
use crate::finding::Finding;
use crate::game::{Game, game_named};
use crate::position_path::PlacedPosition;
use crate::render::{self, Image};
use crate::signals::Signals;
use crate::solve::{self, Solved};
use crate::why::Why;

/// Maximum depth of `perft`: each level takes memory and a level of the call stack.
const MAX_DEPTH: u32 = 64;
/// Depth of `perft` that is counted without a check for signals.
const DEPTH_AT_ONCE: u32 = 2;

/// A position of a game. It is immutable.
///
/// Positions are equal if play continues from them in the same way; the turns that led to them may differ.
///
/// >>> from pipscribe import Game
/// >>> start = Game("gipf", "basic").position
/// >>> after = start.play("b3")
/// >>> start.to_move, after.to_move, after.turn, after.mover
/// (1, 2, 'b3', 1)
/// >>> after == Game("gipf", "basic").position.play("a2-b3"), len({start, after})
/// (True, 2)
///
/// ``Position(game, text)`` reads the form of the tag ``Position``; the size of the board and the number of seats follow
/// from it. ``game`` is a ``Game``, whose variant, options and deck the position has, or the name of a game. ``variant``
/// may be left out for a game that has only one, and ``decks`` is as in ``check``.
///
/// >>> from pipscribe import Position
/// >>> Position("pippinzip", "5/5/2w2/5/5 1 taker=2 -", "zipline").to_move
/// 1
/// >>> Position(Game("gipf", "basic"), start.text) == start
/// True
#[pyclass(frozen, eq, hash, weakref, from_py_object, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Position(pub(crate) Arc<PlacedPosition>);

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.inner() == other.inner()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, into: &mut H) {
        (self.inner().game().name(), self.inner().text()).hash(into);
    }
}

/// Returns the exception for an illegal turn.
pub(crate) fn refusal(finding: &pipscribe::findings::Finding, turn: &str) -> PyErr {
    not_legal(vec![Finding::of_turn(finding, turn)])
}

impl Position {
    /// Creates the current position of a game.
    pub(crate) fn of_game(game: LiveGame, deck_context: &DeckContext) -> Self {
        Self(Arc::new(PlacedPosition {
            game,
            deck_context: deck_context.clone(),
            unrecorded: None,
        }))
    }

    /// Creates the position after a step within a turn.
    pub(crate) fn within(&self, position: replay::Position, turn: &str, step: usize) -> Self {
        Self(Arc::new(self.0.within(position, turn, step)))
    }

    /// Returns the position of the library.
    pub(crate) fn inner(&self) -> &replay::Position {
        self.0.position()
    }

    /// Plays a turn.
    pub(crate) fn after(&self, turn: &str) -> Result<Self, Box<pipscribe::findings::Finding>> {
        self.inner()
            .play(turn)
            .map(|position| Self(Arc::new(self.0.followed(position))))
    }

    /// Draws the position as SVG with the default options.
    pub(crate) fn svg(&self, py: Python<'_>) -> PyResult<Image> {
        render::of_position(py, self.inner(), "svg", None, None)
    }

    /// Collects the legal turns, at most `most`.
    pub(crate) fn turns(&self, most: usize) -> PyResult<Vec<String>> {
        let mut turns = Vec::new();
        let mut signals = Signals::new();
        let mut outcome = Ok(());
        if most > 0 {
            let _ = self.inner().visit_legal_turns(&mut |turn, _| {
                turns.push(turn.to_string());
                // The check asks for the time, which is slow for each of millions of turns.
                if turns.len() % 64 == 0 {
                    outcome = signals.check();
                }
                if outcome.is_ok() && turns.len() < most {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        outcome.map(|()| turns)
    }
}

/// Adds the numbers of sequences of legal turns to `counts`, one per length. Each turn takes one of `steps`. Returns
/// `None` if they are used up.
fn count_sequences(
    position: &replay::Position,
    counts: &mut [u64],
    steps: &mut u64,
    signals: &mut Signals,
) -> PyResult<Option<()>> {
    signals.check()?;
    let depth = u32::try_from(counts.len()).unwrap_or(u32::MAX);
    if depth <= DEPTH_AT_ONCE {
        let Some(more) = position.perft(depth, steps) else {
            return Ok(None);
        };
        for (count, more) in counts.iter_mut().zip(more) {
            *count = count.saturating_add(more);
        }
        return Ok(Some(()));
    }

    let mut outcome = Ok(Some(()));
    let _ = position.visit_legal_turns(&mut |turn, _| {
        outcome = count_sequences_after(position, &turn.to_string(), counts, steps, signals);
        if matches!(outcome, Ok(Some(()))) {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    outcome
}

/// Like [`count_sequences`], for the sequences that begin with a turn.
fn count_sequences_after(
    position: &replay::Position,
    turn: &str,
    counts: &mut [u64],
    steps: &mut u64,
    signals: &mut Signals,
) -> PyResult<Option<()>> {
    let Some(steps_left) = steps.checked_sub(1) else {
        return Ok(None);
    };
    *steps = steps_left;
    let (Ok(next), Some((count, deeper_counts))) = (position.play(turn), counts.split_first_mut())
    else {
        return Ok(None);
    };
    *count = count.saturating_add(1);
    count_sequences(&next, deeper_counts, steps, signals)
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (game, text, variant=None, *, decks=None))]
    fn from_text(
        game: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument)] text: String,
        #[pyo3(from_py_with = argument)] variant: Option<String>,
        #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let game = if let Ok(game) = game.cast::<Game>() {
            game.get().moved_to(&text, variant.as_deref(), decks)?
        } else if let Ok(name) = game.extract::<String>() {
            let deck_context = DeckContext::new(decks)?;
            let settings = Vec::new();
            let id = game_named(&name)?;
            Game::at_position(id, &text, variant.as_deref(), settings, &deck_context)?
        } else {
            return Err(PyTypeError::new_err(format!(
                "`game`: a game is a Game or a str, not {}",
                type_name(game)
            )));
        };
        Ok(game.position())
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.inner().game().name()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.inner().seats()
    }

    /// Returns the name of a seat, from 1, in words: ``"White"``.
    fn seat_name(&self, #[pyo3(from_py_with = argument)] seat: u8) -> PyResult<String> {
        let seats = self.inner().seats();
        if (1..=seats).contains(&seat) {
            Ok(self.inner().seat_name(seat))
        } else {
            Err(refused(format!(
                "there is no seat {seat}; the seats are 1 to {seats}"
            )))
        }
    }

    /// The seat to move, from 1; after the end, the seat that would be next.
    #[getter]
    fn to_move(&self) -> u8 {
        self.inner().to_move()
    }

    /// The position in the form of the tag ``Position``.
    #[getter]
    fn text(&self) -> String {
        self.inner().text()
    }

    /// The turn that led here, in canonical form; ``None`` for a starting position.
    #[getter]
    fn turn(&self) -> Option<String> {
        self.inner().turn()
    }

    /// The seat that took that turn, from 1.
    #[getter]
    fn mover(&self) -> Option<u8> {
        self.inner().mover()
    }

    /// The result under the rules or after a resignation; ``None`` while the game is open.
    #[getter]
    fn result(&self) -> Option<String> {
        self.inner().result().map(ToString::to_string)
    }

    /// The result as numbers, one per seat: 1.0, 0.5 or 0.0.
    #[getter]
    pub(crate) fn returns(&self) -> Option<Vec<f64>> {
        let standing = self.inner().result()?;
        Some(standing.points().iter().copied().map(f64::from).collect())
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.inner().result().is_some()
    }

    /// The current points of each seat; ``None`` if the game has none.
    #[getter]
    fn score(&self) -> Option<Vec<u32>> {
        self.inner().score()
    }

    /// The key of the position. Equal positions have equal keys.
    #[getter]
    fn key(&self) -> String {
        self.inner()
            .keys(&mut replay::KeyCache::default())
            .exact
            .to_string()
    }

    /// A key that is equal for all symmetric images of the position.
    #[getter]
    fn symmetric_key(&self) -> String {
        self.inner()
            .keys(&mut replay::KeyCache::default())
            .symmetric
            .to_string()
    }

    /// The material of the sides, as pairs of name and number.
    #[getter]
    fn material(&self) -> Vec<(&'static str, u64)> {
        let position = self.inner();
        let counted = |name| Some((name, pipscribe::collection::material(position, name)?));
        pipscribe::collection::materials(position.game())
            .filter_map(counted)
            .collect()
    }

    /// Returns the legal turns in canonical form, without ``resign``; none after the end.
    ///
    /// A position may have millions of legal turns; ``limit`` is the maximum number returned.
    ///
    /// >>> from pipscribe import Game
    /// >>> len(Game("gipf", "basic").position.legal_turns())
    /// 30
    /// >>> Game("gipf", "basic").position.legal_turns(limit=2)
    /// ['b1-b3', 'b6-b4']
    #[pyo3(signature = (limit=None))]
    pub(crate) fn legal_turns(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] limit: Option<usize>,
    ) -> PyResult<Vec<String>> {
        py.detach(|| self.turns(limit.unwrap_or(usize::MAX)))
    }

    /// Returns the number of legal turns, or ``None`` if counting would visit more than ``most``.
    #[pyo3(signature = (most=10_000_000))]
    fn count_legal_turns(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] most: u64,
    ) -> Option<u64> {
        py.detach(|| self.inner().count_legal_turns(most))
    }

    /// Returns true if a turn is legal.
    fn is_legal(&self, #[pyo3(from_py_with = argument)] turn: String) -> bool {
        self.inner().play(&turn).is_ok()
    }

    /// Returns the position after a turn, or after ``resign``. Raises ``NotLegal``, whose span counts from the start of
    /// the turn.
    fn play(&self, #[pyo3(from_py_with = argument)] turn: String) -> PyResult<Self> {
        self.after(&turn)
            .map_err(|finding| refusal(&finding, &turn))
    }

    /// Returns the legal turns most similar to a text, nearest first, at most three.
    fn nearest_turns(&self, #[pyo3(from_py_with = argument)] turn: String) -> Vec<String> {
        self.inner().nearest_turns(&turn)
    }

    /// Explains a turn part by part, legal or not.
    fn why(&self, #[pyo3(from_py_with = argument)] turn: String) -> Why {
        Why::new(&self.inner().why(&turn), self)
    }

    /// Counts the sequences of legal turns of length 1 to ``depth``. Returns ``None`` if that would visit more than
    /// ``most`` turns.
    ///
    /// >>> from pipscribe import Game
    /// >>> Game("gipf", "basic").position.perft(2)
    /// [30, 924]
    #[pyo3(signature = (depth, most=100_000_000))]
    pub(crate) fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] depth: u32,
        #[pyo3(from_py_with = argument)] most: u64,
    ) -> PyResult<Option<Vec<u64>>> {
        if depth > MAX_DEPTH {
            return Err(refused(format!("the depth is {MAX_DEPTH} at most")));
        }
        let mut counts = vec![0; depth as usize];
        let mut steps = most;
        let counted = py.detach(|| {
            let mut signals = Signals::new();
            count_sequences(self.inner(), &mut counts, &mut steps, &mut signals)
        })?;
        Ok(counted.map(|()| counts))
    }

    /// Proves or refutes the claim of a puzzle about the seat to move: ``"win 3"``, ``"draw"``,
    /// ``"save 2"``, ``"score 40 3"`` or ``"only"``.
    ///
    /// The search takes at most ``steps`` steps, and gives the same answer on every machine. Raises ``PipscribeError``
    /// if the game is over, or if hands or stock of the Pipe Game are not known.
    ///
    /// >>> from pipscribe import Game
    /// >>> game = Game("pippinzip", "pipeline", size=3, position="3/bb1/2w 2 taker=2 -")
    /// >>> solved = game.position.solve("win 1")
    /// >>> solved.verdict, solved.solutions, solved.line
    /// ('proved', ['c2'], ['c2'])
    #[pyo3(signature = (goal, *, steps=4_000_000))]
    fn solve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] goal: String,
        #[pyo3(from_py_with = argument)] steps: u64,
    ) -> PyResult<Solved> {
        py.detach(|| solve::solved(self, &goal, steps))
    }

    /// Returns each legal turn with its outcome for the seat to move, as far as it is forced within
    /// ``turns`` of its turns: ``"wins"``, ``"loses"``, ``"draws"``, ``"open"`` or, if the steps
    /// did not suffice, ``"undecided"``. If the game ends and dice decide, the outcome is the
    /// probability of a win, such as ``"5/6"``.
    ///
    /// >>> from pipscribe import Game
    /// >>> game = Game("pippinzip", "pipeline", size=3, position="3/bb1/2w 2 taker=2 -")
    /// >>> [turn for turn, outcome in game.position.outcomes(1) if outcome == "wins"]
    /// ['c2']
    #[pyo3(signature = (turns, *, steps=4_000_000))]
    fn outcomes(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] turns: u32,
        #[pyo3(from_py_with = argument)] steps: u64,
    ) -> PyResult<Vec<(String, String)>> {
        py.detach(|| solve::outcomes(self, turns, steps))
    }

    /// Draws the position as ``"svg"``, ``"text"``, ``"unicode"``, ``"words"``, ``"typst"``, ``"tikz"`` or ``"png"``
    /// (as bytes, with ``scale``). The options are those of ``Record.render`` without ``movement``, ``last``,
    /// ``renumber`` and ``numbers_from``, which need turns.
    #[pyo3(
        signature = (format="svg".to_owned(), *, theme=None, **options),
        text_signature = "($self, /, format='svg', *, theme=None, **options)"
    )]
    pub(crate) fn render(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = argument)] format: String,
        #[pyo3(from_py_with = argument)] theme: Option<String>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Image> {
        render::of_position(py, self.inner(), &format, theme.as_deref(), options)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<Image> {
        self.svg(py)
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let restore = py.import("pipscribe._native")?.getattr("position_of")?;
        Ok((restore, self.0.path().into_pyobject(py)?))
    }

    fn __str__(&self) -> String {
        self.inner().text()
    }

    fn __repr__(&self) -> String {
        format!(
            "Position({} {:?})",
            self.inner().game(),
            self.inner().text()
        )
    }
}
