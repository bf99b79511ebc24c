//! Suggested fixes of records, and settings under which a record is legal.

use pipscribe::fixes::{infer, mend};
use pipscribe::notation;
use pipscribe::text::edited;
use pyo3::prelude::*;

use crate::html;
use crate::values::{Arguments, keywords};

/// A suggested fix under which a record replays further. ``text`` is the fixed record.
///
/// ``sole`` is true if no other fix is as likely, ``complete`` if all turns are legal after it.
#[pyclass(frozen, get_all, eq, hash, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mend {
    /// The fix in words.
    pub(crate) message: String,
    /// The fixed record.
    pub(crate) text: Option<String>,
    /// The number of legal turns after the fix.
    pub(crate) num_legal: u32,
    /// True if all turns are legal after it.
    pub(crate) complete: bool,
    /// True if the stated result agrees with the rules after it.
    pub(crate) result_agrees: bool,
    /// True if no other fix is as likely.
    pub(crate) sole: bool,
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
        }
    }
}

#[pymethods]
impl Mend {
    #[new]
    #[pyo3(signature = (*, message, text=None, num_legal, complete, result_agrees, sole))]
    fn from_fields(
        message: String,
        text: Option<String>,
        num_legal: u32,
        complete: bool,
        result_agrees: bool,
        sole: bool,
    ) -> Self {
        Self {
            message,
            text,
            num_legal,
            complete,
            result_agrees,
            sole,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; message, text, num_legal, complete, result_agrees, sole)
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

/// A game with tags, and how far a record is legal under them. ``text`` is the record with these tags.
#[pyclass(frozen, get_all, eq, hash, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Setting {
    /// The name of the game.
    pub(crate) game: String,
    /// The tags, as pairs of name and value.
    pub(crate) tags: Vec<(String, String)>,
    /// The number of legal turns under them.
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
        game: String,
        tags: Vec<(String, String)>,
        num_legal: u32,
        complete: bool,
        result_agrees: bool,
        as_written: bool,
        changes: usize,
        text: Option<String>,
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
