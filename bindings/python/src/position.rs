//! Positions: legal turns, and the positions after them.

use std::ops::ControlFlow;

use pipscribe::replay;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{not_legal, refused};
use crate::figure;
use crate::finding::Finding;
use crate::meant::Why;
use crate::numbers::whole;

/// Maximum depth of `perft`: each level takes a place in memory and a level of the call stack.
const MOST_DEPTH: u32 = 64;

/// A position of a game. It is immutable.
///
/// >>> from pipscribe import Game
/// >>> start = Game("gipf", "basic").position
/// >>> after = start.play("b3")
/// >>> start.to_move, after.to_move, after.turn, after.mover
/// (1, 2, 'b3', 1)
#[pyclass(frozen, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Position(pub(crate) replay::Position);

/// Returns the exception for an illegal turn.
pub(crate) fn refusal(finding: &pipscribe::findings::Finding, turn: &str) -> PyErr {
    not_legal(vec![Finding::of_turn(finding, turn)])
}

#[pymethods]
impl Position {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game().name()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.0.seats()
    }

    /// Returns the name of a seat, from 1, in words: ``"White"``.
    fn seat_name(&self, #[pyo3(from_py_with = whole)] seat: u8) -> PyResult<String> {
        let seats = self.0.seats();
        if (1..=seats).contains(&seat) {
            Ok(self.0.seat_name(seat))
        } else {
            Err(refused(format!("there is no seat {seat}; the seats are 1 to {seats}")))
        }
    }

    /// The seat to move, from 1; after the end, the seat that would be next.
    #[getter]
    fn to_move(&self) -> u8 {
        self.0.to_move()
    }

    /// The position in the form of the tag ``Position``.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The turn that led here, in canonical form; ``None`` for a starting position.
    #[getter]
    fn turn(&self) -> Option<String> {
        self.0.turn()
    }

    /// The seat that took that turn, from 1.
    #[getter]
    fn mover(&self) -> Option<u8> {
        self.0.mover()
    }

    /// The result by the rules or by resignation; ``None`` while the game is open.
    #[getter]
    fn result(&self) -> Option<String> {
        self.0.result().map(ToString::to_string)
    }

    /// The result as numbers, one per seat: 1.0, 0.5 or 0.0.
    #[getter]
    pub(crate) fn returns(&self) -> Option<Vec<f64>> {
        self.0.result().map(|standing| standing.points().iter().map(|points| f64::from(*points as u8) / 2.0).collect())
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.result().is_some()
    }

    /// The current points of each seat; ``None`` if the game has none.
    #[getter]
    fn score(&self) -> Option<Vec<u32>> {
        self.0.score()
    }

    /// The key of the position. Equal positions have equal keys.
    #[getter]
    fn key(&self) -> String {
        self.0.keys(&mut replay::KeyPrefixes::default()).exact.to_string()
    }

    /// A key that is equal for all symmetric images of the position.
    #[getter]
    fn symmetric_key(&self) -> String {
        self.0.keys(&mut replay::KeyPrefixes::default()).symmetric.to_string()
    }

    /// The material of the sides, as pairs of name and number.
    #[getter]
    fn material(&self) -> Vec<(&'static str, u64)> {
        let (game, text) = (self.0.game(), self.0.text());
        let counted =
            |(name, _): &(&'static str, _)| Some((*name, pipscribe::collection::material(game, &text, name)?));
        pipscribe::collection::materials(game).iter().filter_map(counted).collect()
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
        #[pyo3(from_py_with = whole)] limit: Option<usize>,
    ) -> Vec<String> {
        let most = limit.unwrap_or(usize::MAX);
        py.detach(|| {
            let mut turns = Vec::new();
            if most > 0 {
                self.0.visit_legal_turns(&mut |turn, _| {
                    turns.push(turn.to_string());
                    if turns.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
            turns
        })
    }

    /// Returns the number of legal turns, or ``None`` if counting would visit more than ``most``.
    #[pyo3(signature = (most=10_000_000))]
    fn count_legal_turns(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] most: u64) -> Option<u64> {
        py.detach(|| self.0.count_legal_turns(most))
    }

    /// Returns true if a turn is legal.
    fn is_legal(&self, turn: &str) -> bool {
        self.0.play(turn).is_ok()
    }

    /// Returns the position after a turn, or after ``resign``. Raises ``NotLegal``, whose span counts from the start of
    /// the turn.
    fn play(&self, turn: &str) -> PyResult<Self> {
        self.0.play(turn).map(Self).map_err(|finding| refusal(&finding, turn))
    }

    /// Returns the legal turns most similar to a text, nearest first, at most three.
    fn nearest_turns(&self, turn: &str) -> Vec<String> {
        self.0.nearest_turns(turn)
    }

    /// Explains a turn part by part, legal or not.
    fn why(&self, turn: &str) -> Why {
        Why::new(&self.0.why(turn))
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
        #[pyo3(from_py_with = whole)] depth: u32,
        #[pyo3(from_py_with = whole)] most: u64,
    ) -> PyResult<Option<Vec<u64>>> {
        if depth > MOST_DEPTH {
            return Err(refused(format!("the depth is {MOST_DEPTH} at most")));
        }
        Ok(py.detach(|| self.0.perft(depth, most)))
    }

    /// Draws the position as ``"svg"``, ``"text"``, ``"unicode"``, ``"words"``, ``"typst"`` or ``"tikz"``. The options
    /// are those of ``Record.render`` without ``movement``, ``last``, ``renumber`` and ``numbers_from``, which need
    /// turns.
    #[pyo3(signature = (format="svg", *, theme=None, **options))]
    pub(crate) fn render(
        &self,
        py: Python<'_>,
        format: &str,
        theme: Option<&str>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        figure::of_position(py, &self.0, format, theme, options)
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.render(py, "svg", None, None)
    }

    fn __str__(&self) -> String {
        self.0.text()
    }

    fn __repr__(&self) -> String {
        format!("Position({} {:?})", self.0.game(), self.0.text())
    }
}
