//! Suggested fixes of records, and settings under which a record is legal.

use std::collections::BTreeMap;

use pipscribe::fixes::{infer, mend};
use pipscribe::notation;
use pipscribe::text::edited;
use pyo3::prelude::*;
use pyo3::types::PyFloat;

use crate::arguments::argument;
use crate::errors::refused;
use crate::html;
use crate::pickling::{Arguments, keywords};

/// A share from 0 to 1, kept in thousandths, so that values that contain a share can be compared
/// and hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Share {
    thousandths: u32,
}

impl Share {
    pub(crate) const fn from_thousandths(thousandths: u32) -> Self {
        Self { thousandths }
    }

    fn from_number(number: f64) -> PyResult<Self> {
        if (0.0..=1.0).contains(&number) {
            let thousandths = (number * 1_000.0).round() as u32;
            return Ok(Self { thousandths });
        }
        Err(refused(format!("a weight is from 0 to 1: {number} is not")))
    }

    /// Returns the share in whole per cent.
    pub(crate) const fn percent(self) -> u32 {
        (self.thousandths + 5) / 10
    }
}

impl<'py> IntoPyObject<'py> for Share {
    type Target = PyFloat;
    type Output = Bound<'py, PyFloat>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        Ok(PyFloat::new(py, f64::from(self.thousandths) / 1_000.0))
    }
}

/// A suggested fix under which a record replays further. ``text`` is the fixed record.
///
/// ``sole`` is true if no other fix is as likely, ``complete`` if all turns are legal after it.
/// ``weight`` is the probability that this game was played.
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
pub(crate) struct Mend {
    /// The fix in words.
    pub(crate) message: String,
    /// The fixed record.
    pub(crate) text: Option<String>,
    /// The number of legal turns after the fix.
    pub(crate) num_legal: u32,
    /// True if all turns are legal after the fix.
    pub(crate) complete: bool,
    /// True if the stated result agrees with the rules after the fix.
    pub(crate) result_agrees: bool,
    /// True if no other fix is as likely.
    pub(crate) sole: bool,
    /// The probability that this game was played, from 0 to 1. The weights of all fixes, and of
    /// games that were not found, add up to 1.
    pub(crate) weight: Share,
}

impl Mend {
    pub(crate) fn new(mend: &mend::Mend, record: &notation::Record) -> Self {
        Self {
            message: mend.in_words(record).to_string(),
            text: mend.text(record),
            num_legal: mend.legal_turns,
            complete: mend.complete,
            result_agrees: mend.result_agrees,
            sole: mend.sole,
            weight: Share::from_thousandths(mend.weight),
        }
    }
}

#[pymethods]
impl Mend {
    #[new]
    #[pyo3(signature = (*, message, text=None, num_legal, complete, result_agrees, sole, weight=0.0))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] message: String,
        #[pyo3(from_py_with = argument)] text: Option<String>,
        #[pyo3(from_py_with = argument)] num_legal: u32,
        #[pyo3(from_py_with = argument)] complete: bool,
        #[pyo3(from_py_with = argument)] result_agrees: bool,
        #[pyo3(from_py_with = argument)] sole: bool,
        #[pyo3(from_py_with = argument)] weight: f64,
    ) -> PyResult<Self> {
        Ok(Self {
            message,
            text,
            num_legal,
            complete,
            result_agrees,
            sole,
            weight: Share::from_number(weight)?,
        })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; message, text, num_legal, complete, result_agrees, sole, weight)
    }

    fn _repr_html_(&self) -> String {
        html::of_mend(self)
    }

    fn __repr__(&self) -> String {
        format!(
            "Mend({:?}, sole={})",
            self.message,
            if self.sole { "True" } else { "False" }
        )
    }
}

/// The question that distinguishes the likely games best: what was turn ``turn``?
///
/// ``values`` are the likely answers. An empty text means that the game ended before.
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
pub(crate) struct Question {
    /// The turn, counted in the game from 1.
    pub(crate) turn: u32,
    /// The values of this turn in the likely games, the likeliest first.
    pub(crate) values: Vec<String>,
}

#[pymethods]
impl Question {
    #[new]
    #[pyo3(signature = (*, turn, values))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] turn: u32,
        #[pyo3(from_py_with = argument)] values: Vec<String>,
    ) -> Self {
        Self { turn, values }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; turn, values)
    }

    fn __repr__(&self) -> String {
        format!("Question(turn={}, values={:?})", self.turn, self.values)
    }
}

/// The suggested fixes of a record, and how certain they are.
#[pyclass(frozen, get_all, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mends {
    /// The fixes, the best first, ten at most.
    pub(crate) mends: Vec<Mend>,
    /// The number of all fixes found, including those that are not listed.
    pub(crate) count: usize,
    /// True if the search was exhaustive.
    pub(crate) exhaustive: bool,
    /// True if no game that is about as likely as the first one was left out.
    pub(crate) proved: bool,
    /// The question whose answer distinguishes the likely games best, if there are several.
    pub(crate) question: Option<Question>,
}

impl Mends {
    pub(crate) fn new(mends: &mend::Mends, record: &notation::Record) -> Self {
        let listed = mends.mends.iter().map(|mend| Mend::new(mend, record));
        let question = mends.question.as_ref().map(|question| Question {
            turn: question.turn,
            values: question.values.clone(),
        });
        Self {
            mends: listed.collect(),
            count: mends.count,
            exhaustive: mends.exhaustive,
            proved: mends.proved,
            question,
        }
    }

    /// Returns the fixes of a record that needs none, or that does not name its game.
    pub(crate) const fn none() -> Self {
        Self {
            mends: Vec::new(),
            count: 0,
            exhaustive: true,
            proved: false,
            question: None,
        }
    }
}

#[pymethods]
impl Mends {
    #[new]
    #[pyo3(signature = (*, mends, count, exhaustive, proved, question=None))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] mends: Vec<Mend>,
        #[pyo3(from_py_with = argument)] count: usize,
        #[pyo3(from_py_with = argument)] exhaustive: bool,
        #[pyo3(from_py_with = argument)] proved: bool,
        #[pyo3(from_py_with = argument)] question: Option<Question>,
    ) -> Self {
        Self {
            mends,
            count,
            exhaustive,
            proved,
            question,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; mends, count, exhaustive, proved, question)
    }

    fn __repr__(&self) -> String {
        let proved = if self.proved { "True" } else { "False" };
        format!("Mends(count={}, proved={proved})", self.count)
    }
}

/// Reads answers to questions; they are turns by their numbers.
pub(crate) fn answers(given: Option<BTreeMap<u32, String>>) -> PyResult<Vec<mend::Answer>> {
    let entries = given.into_iter().flatten();
    entries
        .map(|(turn, text)| mend::Answer::new(turn, &text).map_err(refused))
        .collect()
}

/// A game with tags, and how far a record is legal under them. ``text`` is the record with these tags.
#[pyclass(frozen, get_all, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Setting {
    /// The name of the game.
    pub(crate) game: String,
    /// The tags, as pairs of name and value.
    pub(crate) tags: Vec<(String, String)>,
    /// The number of legal turns under these tags.
    pub(crate) num_legal: u32,
    /// True if all turns are legal.
    pub(crate) complete: bool,
    /// True if the stated result agrees with the rules.
    pub(crate) result_agrees: bool,
    /// True if the record has these tags already.
    pub(crate) as_written: bool,
    /// The number of tags that change.
    pub(crate) changes: usize,
    /// The record with these tags.
    pub(crate) text: Option<String>,
}

impl Setting {
    pub(crate) fn new(setting: &infer::Setting, record: &notation::Record) -> Self {
        Self {
            game: setting.game.name().to_owned(),
            tags: setting
                .tags
                .iter()
                .map(|(name, value)| ((*name).to_owned(), value.clone()))
                .collect(),
            num_legal: setting.legal_turns,
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
    #[new]
    #[pyo3(signature = (*, game, tags, num_legal, complete, result_agrees, as_written, changes, text=None))]
    #[allow(clippy::too_many_arguments, reason = "they are the fields")]
    fn from_fields(
        #[pyo3(from_py_with = argument)] game: String,
        #[pyo3(from_py_with = argument)] tags: Vec<(String, String)>,
        #[pyo3(from_py_with = argument)] num_legal: u32,
        #[pyo3(from_py_with = argument)] complete: bool,
        #[pyo3(from_py_with = argument)] result_agrees: bool,
        #[pyo3(from_py_with = argument)] as_written: bool,
        #[pyo3(from_py_with = argument)] changes: usize,
        #[pyo3(from_py_with = argument)] text: Option<String>,
    ) -> Self {
        Self {
            game,
            tags,
            num_legal,
            complete,
            result_agrees,
            as_written,
            changes,
            text,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; game, tags, num_legal, complete, result_agrees, as_written, changes, text)
    }

    fn _repr_html_(&self) -> String {
        html::of_setting(self)
    }

    fn __repr__(&self) -> String {
        let tags: String = self
            .tags
            .iter()
            .map(|(name, value)| format!(", {name}={value:?}"))
            .collect();
        format!("Setting({}{tags}, num_legal={})", self.game, self.num_legal)
    }
}
