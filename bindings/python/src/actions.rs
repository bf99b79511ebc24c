//! Games as numbered actions and tensors, for the environments of `pipscribe.env`.
//!
//! A turn consists of actions, each with a number: choices of the player, and outcomes of chance,
//! such as a roll. An observation is what a player sees as numbers; information is all that the
//! player knows.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pipscribe::replay::actions::{Actor, State, TensorPart};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use crate::arguments::{argument, type_name};
use crate::deck_context::DeckContext;
use crate::errors::{refused, wrong_type};
use crate::game::Game;
use crate::position::{Position, refusal};

/// Values of `actor`, as in OpenSpiel.
const CHANCE: i32 = -1;
const TERMINAL: i32 = -4;

/// State with the decks that it was created with.
#[derive(Clone, Debug)]
struct Inner {
    state: State,
    deck_context: DeckContext,
}

/// A game as numbered actions; the core of ``pipscribe.env.State``. Players count from 0.
#[pyclass(frozen, module = "pipscribe._native")]
#[derive(Debug)]
pub(crate) struct ActionState(Mutex<Inner>);

impl ActionState {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn from_inner(inner: Inner) -> Self {
        Self(Mutex::new(inner))
    }
}

impl Inner {
    /// Returns the seat of a player.
    fn seat(&self, player: u8) -> PyResult<u8> {
        let seats = self.state.game().position().seats();
        if player >= seats {
            return Err(refused(format!(
                "there is no player {player}; there are {seats}"
            )));
        }
        Ok(player + 1)
    }
}

/// Returns numbers as bytes, in the byte order of this machine.
fn floats<'py>(py: Python<'py>, values: &[f32]) -> Bound<'py, PyBytes> {
    PyBytes::new(
        py,
        &values
            .iter()
            .flat_map(|value| value.to_ne_bytes())
            .collect::<Vec<u8>>(),
    )
}

/// Returns the names and shapes of parts of a tensor.
fn names_and_shapes<'a>(
    parts: impl Iterator<Item = &'a TensorPart>,
) -> Vec<(&'static str, Vec<usize>)> {
    parts.map(|part| (part.name, part.shape.clone())).collect()
}

#[pymethods]
impl ActionState {
    #[new]
    fn new(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let started = game
            .cast::<Game>()
            .map_err(|_| wrong_type(Some("game"), "a Game", &type_name(game)))?
            .get();
        Ok(Self::from_inner(Inner {
            state: State::new(started.live()),
            deck_context: started.deck_context().clone(),
        }))
    }

    /// Returns the state from the text of ``serialize``.
    #[staticmethod]
    #[pyo3(signature = (text, decks=None))]
    fn deserialize(
        #[pyo3(from_py_with = argument)] text: String,
        #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let deck_context = DeckContext::new(decks)?;
        let state = State::deserialize(&text, &deck_context.context).map_err(refused)?;
        Ok(Self::from_inner(Inner {
            state,
            deck_context,
        }))
    }

    /// Returns the state as a text.
    fn serialize(&self) -> String {
        self.lock().state.serialize()
    }

    /// Returns an independent copy.
    fn copy(&self) -> Self {
        Self::from_inner(self.lock().clone())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let inner = self.lock();
        let decks = inner.deck_context.decks();
        let restore = py.get_type::<Self>().getattr("deserialize")?;
        Ok((restore, (inner.state.serialize(), decks).into_pyobject(py)?))
    }

    /// Returns a copy of the game. Its position is the position before the current turn.
    fn game(&self) -> Game {
        let inner = self.lock();
        Game::new(inner.state.game().clone(), &inner.deck_context)
    }

    /// The position before the current turn.
    #[getter]
    fn position(&self) -> Position {
        let inner = self.lock();
        Position::of_game(inner.state.game().clone(), &inner.deck_context)
    }

    /// The number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.lock().state.game().position().seats()
    }

    /// The number of distinct actions.
    #[getter]
    fn num_actions(&self) -> usize {
        self.lock().state.numbering().actions()
    }

    /// The number of distinct outcomes of chance.
    #[getter]
    fn num_outcomes(&self) -> usize {
        self.lock().state.numbering().outcomes()
    }

    /// The maximum number of actions in a game.
    #[getter]
    fn longest_game(&self) -> usize {
        self.lock().state.numbering().longest_game()
    }

    /// The names and shapes of the parts of ``observation``.
    #[getter]
    fn observation_parts(&self) -> Vec<(&'static str, Vec<usize>)> {
        names_and_shapes(self.lock().state.numbering().observation().iter())
    }

    /// The names and shapes of the parts of ``information``.
    #[getter]
    fn information_parts(&self) -> Vec<(&'static str, Vec<usize>)> {
        names_and_shapes(self.lock().state.numbering().information())
    }

    /// The player to act; -1 for chance, -4 after the end.
    #[getter]
    fn actor(&self) -> i32 {
        match self.lock().state.actor() {
            Actor::Seat(seat) => i32::from(seat) - 1,
            Actor::Chance => CHANCE,
            Actor::Nobody => TERMINAL,
        }
    }

    /// Returns the numbers of the legal actions, or of the outcomes of chance.
    fn legal_actions(&self) -> Vec<u32> {
        self.lock().state.legal_actions().collect()
    }

    /// The number of legal actions, or of outcomes of chance.
    #[getter]
    fn num_legal(&self) -> usize {
        self.lock().state.legal_actions().len()
    }

    /// Returns true if an action is legal.
    fn is_legal(&self, #[pyo3(from_py_with = argument)] action: i64) -> bool {
        u32::try_from(action).is_ok_and(|action| {
            self.lock()
                .state
                .legal_actions()
                .any(|legal| legal == action)
        })
    }

    /// Returns one byte for each action: 1 if it is legal, otherwise 0.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let inner = self.lock();
        PyBytes::new_with(py, inner.state.numbering().actions(), |mask| {
            inner.state.write_mask(mask);
            Ok(())
        })
    }

    /// Returns the names of the legal actions, in the order of their numbers.
    fn names(&self) -> Vec<String> {
        let inner = self.lock();
        inner
            .state
            .legal_actions()
            .filter_map(|action| inner.state.action_name(action).map(Into::into))
            .collect()
    }

    /// Returns the choices of the current turn so far, by their names.
    fn chosen(&self) -> Vec<String> {
        self.lock().state.chosen().map(str::to_owned).collect()
    }

    /// Takes an action, or an outcome of chance.
    fn apply(&self, #[pyo3(from_py_with = argument)] action: i64) -> PyResult<()> {
        let mut inner = self.lock();
        let legal = inner.state.legal_actions().len();
        let no_such_action = || {
            refused(format!(
                "there is no action {action} here: {legal} are legal"
            ))
        };
        let number = u32::try_from(action).map_err(|_| no_such_action())?;
        inner.state.apply(number).map_err(|_| no_such_action())?;
        Ok(())
    }

    /// Plays a whole turn, or ``resign``. Raises ``NotLegal``.
    fn apply_turn(&self, #[pyo3(from_py_with = argument)] turn: String) -> PyResult<()> {
        let mut inner = self.lock();
        inner
            .state
            .apply_turn(&turn)
            .map_err(|finding| refusal(&finding, &turn))?;
        Ok(())
    }

    /// Returns the actions and outcomes that make up a turn; ``None`` if there are no such actions.
    fn actions_of(&self, #[pyo3(from_py_with = argument)] turn: String) -> Option<Vec<u32>> {
        self.lock().state.actions_of(&turn)
    }

    /// Returns the observation of a player, as bytes of 32-bit floats.
    fn observation<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument)] player: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let inner = self.lock();
        Ok(floats(py, &inner.state.observation(inner.seat(player)?)))
    }

    /// Returns the knowledge of a player, as bytes of 32-bit floats.
    fn information<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = argument)] player: u8,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let inner = self.lock();
        Ok(floats(py, &inner.state.information(inner.seat(player)?)))
    }

    /// Returns the cards of a player's hand; ``None`` in games without hands.
    fn hand(&self, #[pyo3(from_py_with = argument)] player: u8) -> PyResult<Option<Vec<u32>>> {
        let inner = self.lock();
        Ok(inner.state.hand(inner.seat(player)?))
    }

    /// Returns the result of each player: 1.0, 0.5 or 0.0; ``None`` while the game is open.
    fn returns(&self) -> Option<Vec<f64>> {
        self.lock().state.returns()
    }
}
