//! Hints as Python values.

use pipscribe::findings;
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::hint_text::hint_text;
use crate::pickling::{Arguments, keywords};

/// A way to resolve a finding, such as adding a tag to the record. The hints of a finding are
/// alternatives.
///
/// ``kind`` and the fields that belong to it are the same as in ``hints`` in the JSON of ``check``;
/// the other fields are ``None``. ``text`` describes the hint in words.
///
/// >>> from pipscribe import Record
/// >>> [finding] = Record('[Game "gipf"]\n\n1. b3 *\n').findings
/// >>> hint = finding.hints[0]
/// >>> hint.kind, hint.name, hint.value, hint.text
/// ('set-tag', 'Variant', 'basic', 'write `[Variant "basic"]`')
#[pyclass(
    frozen,
    get_all,
    eq,
    hash,
    weakref,
    from_py_object,
    module = "pipscribe"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Hint {
    /// The kind, such as ``"set-tag"``.
    kind: String,
    /// The hint in words: a clause without a full stop.
    text: String,
    /// ``"choose-variant"``: the game that the text would then be read as, if not the usual one.
    game: Option<String>,
    /// ``"set-tag"``, ``"add-deck"``: the name of the tag or deck.
    name: Option<String>,
    /// ``"set-tag"``: the value.
    value: Option<String>,
    /// ``"write-cards"``: the tag of the first card.
    tag: Option<String>,
    /// ``"write-cards"``: an example of its value.
    example: Option<String>,
    /// ``"convert-from"``, ``"convert-to"``: the format.
    format: Option<String>,
    /// ``"explain-code"``: the code.
    code: Option<String>,
}

impl Hint {
    pub(crate) fn new(hint: &findings::Hint) -> Self {
        use findings::Hint as Typed;
        let plain = Self {
            kind: hint.kind().to_owned(),
            text: hint_text(hint),
            ..Self::default()
        };
        let owned = |text: &str| Some(text.to_owned());
        match hint {
            Typed::ChooseVariant { game } => Self {
                game: game.and_then(owned),
                ..plain
            },
            Typed::SetTag { name, value } => Self {
                name: owned(name),
                value: owned(value),
                ..plain
            },
            Typed::AddDeck { name } => Self {
                name: owned(name),
                ..plain
            },
            Typed::WriteCards { tag, example } => Self {
                tag: owned(tag),
                example: owned(example),
                ..plain
            },
            Typed::ConvertFrom { format } | Typed::ConvertTo { format } => Self {
                format: owned(format),
                ..plain
            },
            Typed::ExplainCode { code } => Self {
                code: owned(code),
                ..plain
            },
            Typed::ChooseGame
            | Typed::CheckDeck
            | Typed::RaiseBudget
            | Typed::RewriteRecord
            | Typed::DropCharacters
            | Typed::RenumberTurns
            | Typed::InsertTurn
            | Typed::RemoveTurn
            | Typed::ConvertPasted
            | Typed::CheckRecord
            | Typed::FindIllegalTurn
            | Typed::ListAddresses
            | Typed::ListLines
            | Typed::ListCodes => plain,
            // A hint that the package does not know yet.
            _ => plain,
        }
    }
}

#[pymethods]
impl Hint {
    #[new]
    #[pyo3(signature = (
        *, kind, text, game=None, name=None, value=None, tag=None, example=None, format=None, code=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are the fields")]
    fn from_fields(
        #[pyo3(from_py_with = argument)] kind: String,
        #[pyo3(from_py_with = argument)] text: String,
        #[pyo3(from_py_with = argument)] game: Option<String>,
        #[pyo3(from_py_with = argument)] name: Option<String>,
        #[pyo3(from_py_with = argument)] value: Option<String>,
        #[pyo3(from_py_with = argument)] tag: Option<String>,
        #[pyo3(from_py_with = argument)] example: Option<String>,
        #[pyo3(from_py_with = argument)] format: Option<String>,
        #[pyo3(from_py_with = argument)] code: Option<String>,
    ) -> Self {
        Self {
            kind,
            text,
            game,
            name,
            value,
            tag,
            example,
            format,
            code,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; kind, text, game, name, value, tag, example, format, code)
    }

    fn __repr__(&self) -> String {
        format!("Hint({:?}, {:?})", self.kind, self.text)
    }
}
