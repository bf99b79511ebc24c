//! Explanations of turns, suggested fixes of records, and settings under which a record is legal.

use pipscribe::text::edited;
use pipscribe::{infer, mend, notation, replay, reports};
use pyo3::prelude::*;

use crate::finding::Finding;
use crate::position::Position;

/// One step of a turn: what it ``did``, which part of that the turn leaves ``unsaid``, the ``rules`` involved, and the
/// ``position`` after it.
#[pyclass(frozen, get_all, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Step {
    did: String,
    unsaid: Option<String>,
    rules: Vec<&'static str>,
    position: Position,
}

#[pymethods]
impl Step {
    fn __repr__(&self) -> String {
        format!("Step({:?}, rules={:?})", self.did, self.rules)
    }
}

/// The explanation of a turn, part by part. ``str()`` returns the text with the boards in between.
#[pyclass(frozen, get_all, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Why {
    turn: u32,
    seat: u8,
    seat_name: String,
    text: String,
    canonical: Option<String>,
    legal: bool,
    before: Position,
    steps: Vec<Step>,
    fault: Option<Finding>,
    words: String,
}

impl Why {
    pub(crate) fn new(why: &replay::Why) -> Self {
        let step = |step: &replay::WhyStep| Step {
            did: step.did.clone(),
            unsaid: step.unsaid.clone(),
            rules: step.rules.clone(),
            position: Position(step.position.clone()),
        };
        Self {
            turn: why.turn,
            seat: why.seat,
            seat_name: why.seat_name.clone(),
            text: why.text.clone(),
            canonical: why.canonical().map(str::to_owned),
            legal: why.is_legal(),
            before: Position(why.before.clone()),
            steps: why.steps().iter().map(step).collect(),
            fault: why.fault().map(|fault| Finding::of_turn(&fault.finding, &why.text)),
            words: reports::write_why(why),
        }
    }
}

#[pymethods]
impl Why {
    fn __str__(&self) -> &str {
        &self.words
    }

    fn __repr__(&self) -> String {
        format!("Why({:?}, legal={})", self.text, if self.legal { "True" } else { "False" })
    }
}

/// A suggested fix under which a record replays further. ``text`` is the fixed record.
///
/// ``sole`` is true if no other fix is as likely, ``complete`` if all turns are legal after it.
#[pyclass(frozen, get_all, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Mend {
    message: String,
    text: Option<String>,
    legal_turns: u32,
    complete: bool,
    result_agrees: bool,
    sole: bool,
}

impl Mend {
    pub(crate) fn new(mend: &mend::Mend, record: &notation::Record) -> Self {
        Self {
            message: mend.in_words(record).to_string(),
            text: mend.text(record),
            legal_turns: mend.legal_turns,
            complete: mend.complete,
            result_agrees: mend.result_agrees,
            sole: mend.sole,
        }
    }
}

#[pymethods]
impl Mend {
    fn __repr__(&self) -> String {
        format!("Mend({:?}, sole={})", self.message, if self.sole { "True" } else { "False" })
    }
}

/// A game with tags, and how far a record is legal under them. ``text`` is the record with these tags.
#[pyclass(frozen, get_all, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    game: &'static str,
    tags: Vec<(&'static str, String)>,
    legal_turns: u32,
    complete: bool,
    result_agrees: bool,
    as_written: bool,
    changes: usize,
    text: Option<String>,
}

impl Setting {
    pub(crate) fn new(setting: &infer::Setting, record: &notation::Record) -> Self {
        Self {
            game: setting.game.name(),
            tags: setting.tags.clone(),
            legal_turns: setting.legal_turns,
            complete: setting.complete,
            result_agrees: setting.result_agrees,
            as_written: setting.as_written,
            changes: setting.changes,
            text: edited(record.text(), &setting.edits(record)),
        }
    }
}

#[pymethods]
impl Setting {
    fn __repr__(&self) -> String {
        let tags: String = self.tags.iter().map(|(name, value)| format!(", {name}={value:?}")).collect();
        format!("Setting({}{tags}, legal_turns={})", self.game, self.legal_turns)
    }
}
