//! Explanations of turns.

use pipscribe::{replay, reports};
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::finding::Finding;
use crate::html;
use crate::pickling::{Arguments, keywords};
use crate::position::Position;

/// One step of a turn: what it ``did``, which part of that the turn leaves ``unsaid``, the ``rules`` involved, and the
/// ``position`` after it.
#[pyclass(
    frozen,
    get_all,
    eq,
    hash,
    weakref,
    from_py_object,
    module = "pipscribe"
)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Step {
    /// Effect of the step, in words.
    pub(crate) did: String,
    /// The part of that which the turn leaves unsaid.
    pub(crate) unsaid: Option<String>,
    /// The numbers of the rules involved.
    pub(crate) rules: Vec<String>,
    /// The position after the step.
    pub(crate) position: Position,
}

#[pymethods]
impl Step {
    #[new]
    #[pyo3(signature = (*, did, unsaid=None, rules, position))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] did: String,
        #[pyo3(from_py_with = argument)] unsaid: Option<String>,
        #[pyo3(from_py_with = argument)] rules: Vec<String>,
        #[pyo3(from_py_with = argument)] position: Position,
    ) -> Self {
        Self {
            did,
            unsaid,
            rules,
            position,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; did, unsaid, rules, position)
    }

    fn __repr__(&self) -> String {
        format!("Step({:?}, rules={:?})", self.did, self.rules)
    }
}

/// The explanation of a turn, part by part. ``str()`` returns the text with the boards in between.
#[pyclass(frozen, get_all, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Why {
    /// The number of the turn, from 1.
    pub(crate) turn: u32,
    /// The seat that took it, from 1.
    pub(crate) seat: u8,
    /// The name of that seat.
    pub(crate) seat_name: String,
    /// The turn as written.
    pub(crate) text: String,
    /// The turn in canonical form, if it is legal.
    pub(crate) canonical: Option<String>,
    /// True if the turn is legal.
    pub(crate) legal: bool,
    /// The position before the turn.
    pub(crate) before: Position,
    /// The steps of the turn.
    pub(crate) steps: Vec<Step>,
    /// The finding, if the turn is illegal.
    pub(crate) fault: Option<Finding>,
    /// The whole explanation as text, with boards.
    pub(crate) words: String,
}

impl Why {
    /// Converts the explanation of a turn in the position `before`.
    pub(crate) fn new(why: &replay::Why, before: &Position) -> Self {
        let step = |(index, step): (usize, &replay::WhyStep)| Step {
            did: step.did.clone(),
            unsaid: step.unsaid.clone(),
            rules: step.rules.iter().map(ToString::to_string).collect(),
            position: before.within(step.position.clone(), &why.text, index),
        };
        Self {
            turn: why.turn,
            seat: why.seat,
            seat_name: why.seat_name.clone(),
            text: why.text.clone(),
            canonical: why.canonical().map(str::to_owned),
            legal: why.is_legal(),
            before: before.clone(),
            steps: why.steps().iter().enumerate().map(step).collect(),
            fault: why
                .fault()
                .map(|fault| Finding::of_turn(&fault.finding, &why.text)),
            words: reports::write_why(why),
        }
    }
}

#[pymethods]
impl Why {
    #[new]
    #[pyo3(signature = (*, turn, seat, seat_name, text, canonical=None, legal, before, steps, fault=None, words))]
    #[allow(clippy::too_many_arguments, reason = "they are the fields")]
    fn from_fields(
        #[pyo3(from_py_with = argument)] turn: u32,
        #[pyo3(from_py_with = argument)] seat: u8,
        #[pyo3(from_py_with = argument)] seat_name: String,
        #[pyo3(from_py_with = argument)] text: String,
        #[pyo3(from_py_with = argument)] canonical: Option<String>,
        #[pyo3(from_py_with = argument)] legal: bool,
        #[pyo3(from_py_with = argument)] before: Position,
        #[pyo3(from_py_with = argument)] steps: Vec<Step>,
        #[pyo3(from_py_with = argument)] fault: Option<Finding>,
        #[pyo3(from_py_with = argument)] words: String,
    ) -> Self {
        Self {
            turn,
            seat,
            seat_name,
            text,
            canonical,
            legal,
            before,
            steps,
            fault,
            words,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; turn, seat, seat_name, text, canonical, legal, before, steps, fault, words)
    }

    fn __str__(&self) -> &str {
        &self.words
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        html::of_why(py, self)
    }

    fn __repr__(&self) -> String {
        format!(
            "Why({:?}, legal={})",
            self.text,
            if self.legal { "True" } else { "False" }
        )
    }
}
