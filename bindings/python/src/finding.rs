//! Findings with spans in Python's unit: characters of the given text.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use pipscribe::text::{SourceText, Span};
use pipscribe::{Checked, findings};
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::hint::Hint;
use crate::hint_text::hint_text;
use crate::html;
use crate::pickling::{Arguments, keywords};

/// Place of a record in a text; converts bytes of the record to characters of the text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin<'a> {
    source: &'a SourceText,
    /// Number of characters before the record.
    before: usize,
}

impl<'a> Origin<'a> {
    pub(crate) fn new(source: &'a SourceText, before: usize) -> Self {
        Self { source, before }
    }

    fn characters(self, span: Span) -> (usize, usize) {
        let text = self.source.text();
        let count = |part: Option<&str>| part.map_or(0, |part| part.chars().count());
        let start = self.before + count(text.get(..span.start as usize));
        (start, start + count(text.get(span.range())))
    }
}

/// Another place in the record that a finding refers to.
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
pub(crate) struct Related {
    /// The number of the turn; 0 for tags and for the result.
    turn: u32,
    /// Relation of this place to the finding.
    message: String,
    /// The place in the given text, in characters.
    span: (usize, usize),
    /// The line, from 1.
    line: u64,
    /// The column, from 1.
    column: u64,
}

#[pymethods]
impl Related {
    #[new]
    #[pyo3(signature = (*, turn, message, span, line, column))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] turn: u32,
        #[pyo3(from_py_with = argument)] message: String,
        #[pyo3(from_py_with = argument)] span: (usize, usize),
        #[pyo3(from_py_with = argument)] line: u64,
        #[pyo3(from_py_with = argument)] column: u64,
    ) -> Self {
        Self {
            turn,
            message,
            span,
            line,
            column,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; turn, message, span, line, column)
    }

    fn __repr__(&self) -> String {
        format!(
            "Related(turn={}, line={}, column={}, {:?})",
            self.turn, self.line, self.column, self.message
        )
    }
}

/// The only likely fix of a record. ``edits`` are tuples of start, end and replacement.
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
pub(crate) struct Fix {
    /// The fix in words.
    message: String,
    /// The edits: start, end and replacement, in characters of the given text.
    edits: Vec<(usize, usize, String)>,
}

#[pymethods]
impl Fix {
    #[new]
    #[pyo3(signature = (*, message, edits))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] message: String,
        #[pyo3(from_py_with = argument)] edits: Vec<(usize, usize, String)>,
    ) -> Self {
        Self { message, edits }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; message, edits)
    }

    fn __repr__(&self) -> String {
        format!("Fix({:?}, edits={:?})", self.message, self.edits)
    }
}

impl Fix {
    fn from_finding(finding: &findings::Finding, origin: Origin<'_>) -> Option<Self> {
        let fix = finding.fix.as_ref()?;
        let edits = fix.edits.iter().map(|(span, text)| {
            let (start, end) = origin.characters(*span);
            (start, end, text.clone())
        });
        Some(Self {
            message: fix.message.to_string(),
            edits: edits.collect(),
        })
    }
}

/// Suggested fix in words and as edits.
#[derive(Debug)]
struct Suggestion {
    help: Option<String>,
    fix: Option<Fix>,
}

/// Lazily computed fix of a record. The search takes about a hundred times as long as judging, so it waits until it is
/// needed.
#[derive(Debug)]
struct FixSearch {
    checked: Arc<Checked>,
    before: usize,
    /// `None` in the lock if no fix was found.
    suggestion: OnceLock<Option<Suggestion>>,
}

impl FixSearch {
    fn suggestion(&self) -> Option<&Suggestion> {
        let search = || {
            let finding = self.checked.first_error_with_fix()?;
            let origin = Origin::new(self.checked.source(), self.before);
            Some(Suggestion {
                help: finding.advice(hint_text),
                fix: Fix::from_finding(&finding, origin),
            })
        };
        self.suggestion.get_or_init(search).as_ref()
    }
}

/// An error or warning about a record or a turn.
///
/// ``code`` and ``rule`` identify the problem. ``severity`` is ``"error"`` or ``"warning"``, ``message`` is one
/// sentence, and ``help`` suggests a remedy. ``hints`` are the remedies that a program can act on. For the first error
/// of a record, ``help`` and ``fix`` contain the suggested fix; it is searched for when one of them is first accessed.
/// ``span`` is the place in the given text, in characters as Python counts them; ``line`` and ``column`` count from 1.
/// ``turn`` is 0 for tags and for the result. ``variation`` is the line. ``position`` is the board at that point as a
/// string, if there is one. Findings are equal if all of this is equal except ``help`` and ``fix``, so that a
/// comparison needs no search.
#[pyclass(frozen, eq, hash, weakref, from_py_object, module = "pipscribe")]
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The code, such as ``gipf/not-in-line``.
    #[pyo3(get)]
    pub(crate) code: String,
    /// The number of the rule.
    #[pyo3(get)]
    pub(crate) rule: String,
    /// ``"error"`` or ``"warning"``.
    #[pyo3(get)]
    pub(crate) severity: String,
    /// Description of the error, in one sentence.
    #[pyo3(get)]
    pub(crate) message: String,
    help: Option<String>,
    /// Alternative ways to resolve the finding; ``help`` describes them in words.
    #[pyo3(get)]
    hints: Vec<Hint>,
    /// The number of the turn; 0 for tags and for the result.
    #[pyo3(get)]
    pub(crate) turn: u32,
    /// The line: empty for the main line, otherwise for each level the turn that is replaced and the number of the
    /// variation.
    #[pyo3(get)]
    variation: Vec<u32>,
    /// The place in the given text, in characters.
    #[pyo3(get)]
    pub(crate) span: (usize, usize),
    /// The line, from 1.
    #[pyo3(get)]
    pub(crate) line: u64,
    /// The column, from 1.
    #[pyo3(get)]
    pub(crate) column: u64,
    /// Other places in the record that the finding refers to.
    #[pyo3(get)]
    related: Vec<Related>,
    fix: Option<Fix>,
    /// Search for the help and the fix, which runs on access.
    search: Option<Arc<FixSearch>>,
    /// The board at that point as a string, if there is one.
    #[pyo3(get)]
    position: Option<String>,
}

impl PartialEq for Finding {
    fn eq(&self, other: &Self) -> bool {
        let key = |finding: &Self| (finding.span, finding.line, finding.column, finding.turn);
        key(self) == key(other)
            && (&self.code, &self.rule, &self.severity)
                == (&other.code, &other.rule, &other.severity)
            && (&self.message, &self.position) == (&other.message, &other.position)
            && (&self.variation, &self.related, &self.hints)
                == (&other.variation, &other.related, &other.hints)
    }
}

impl Eq for Finding {}

impl Hash for Finding {
    fn hash<H: Hasher>(&self, into: &mut H) {
        (self.span, self.line, self.turn, &self.code, &self.message).hash(into);
    }
}

impl Finding {
    pub(crate) fn new(finding: &findings::Finding, origin: Origin<'_>) -> Self {
        let place = origin.source.place(finding.span.start);
        let related = finding.related.iter().map(|related| {
            let place = origin.source.place(related.span.start);
            Related {
                turn: related.turn,
                message: related.message.to_string(),
                span: origin.characters(related.span),
                line: place.line,
                column: place.column,
            }
        });
        Self {
            code: finding.code.id.to_owned(),
            rule: finding.rule.to_owned(),
            severity: if finding.is_error() {
                "error"
            } else {
                "warning"
            }
            .to_owned(),
            message: finding.message.to_string(),
            help: finding.advice(hint_text),
            hints: finding.hints.iter().map(Hint::new).collect(),
            turn: finding.turn,
            variation: finding.variation.clone(),
            span: origin.characters(finding.span),
            line: place.line,
            column: place.column,
            related: related.collect(),
            fix: Fix::from_finding(finding, origin),
            search: None,
            position: finding
                .exhibit
                .as_ref()
                .map(|exhibit| exhibit.position.clone()),
        }
    }

    /// Returns the findings of a record; the fix of the first error is computed on access.
    pub(crate) fn of_record(checked: &Arc<Checked>, before: usize) -> Vec<Self> {
        let origin = Origin::new(checked.source(), before);
        let mut findings: Vec<_> = checked
            .report
            .findings
            .iter()
            .map(|finding| Self::new(finding, origin))
            .collect();
        if let Some(first) = findings.iter_mut().find(|finding| finding.is_error()) {
            let search = FixSearch {
                checked: Arc::clone(checked),
                before,
                suggestion: OnceLock::new(),
            };
            first.search = Some(Arc::new(search));
        }
        findings
    }

    /// Returns the suggested fix, if one is found. Releases the GIL, because other threads may wait for the same
    /// search.
    fn suggestion(&self, py: Python<'_>) -> Option<&Suggestion> {
        let search = self.search.as_ref()?;
        py.detach(|| search.suggestion())
    }

    /// Creates a finding about a turn that is not in a record. Its span is relative to the start of `turn`.
    pub(crate) fn of_turn(finding: &findings::Finding, turn: &str) -> Self {
        Self::new(
            finding,
            Origin::new(&SourceText::new(turn.to_owned(), 0, 1), 0),
        )
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == "error"
    }

    /// Returns the finding on one line: `1:13: error[gipf/not-in-line] turn 2: … (G3.2)`.
    pub(crate) fn in_one_line(&self) -> String {
        let Self {
            line,
            column,
            severity,
            code,
            message,
            rule,
            ..
        } = self;
        let turn = if self.turn == 0 {
            String::new()
        } else {
            format!(" turn {}", self.turn)
        };
        format!("{line}:{column}: {severity}[{code}]{turn}: {message} ({rule})")
    }
}

#[pymethods]
impl Finding {
    #[new]
    #[pyo3(signature = (
        *, code, rule, severity, message, help=None, turn=0, variation=Vec::new(),
        span, line, column, related=Vec::new(), fix=None, position=None, hints=Vec::new()
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are the fields")]
    fn from_fields(
        #[pyo3(from_py_with = argument)] code: String,
        #[pyo3(from_py_with = argument)] rule: String,
        #[pyo3(from_py_with = argument)] severity: String,
        #[pyo3(from_py_with = argument)] message: String,
        #[pyo3(from_py_with = argument)] help: Option<String>,
        #[pyo3(from_py_with = argument)] turn: u32,
        #[pyo3(from_py_with = argument)] variation: Vec<u32>,
        #[pyo3(from_py_with = argument)] span: (usize, usize),
        #[pyo3(from_py_with = argument)] line: u64,
        #[pyo3(from_py_with = argument)] column: u64,
        #[pyo3(from_py_with = argument)] related: Vec<Related>,
        #[pyo3(from_py_with = argument)] fix: Option<Fix>,
        #[pyo3(from_py_with = argument)] position: Option<String>,
        #[pyo3(from_py_with = argument)] hints: Vec<Hint>,
    ) -> Self {
        Self {
            code,
            rule,
            severity,
            message,
            help,
            hints,
            turn,
            variation,
            span,
            line,
            column,
            related,
            fix,
            position,
            search: None,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        let complete = Self {
            help: self.help(py),
            fix: self.fix(py),
            ..self.clone()
        };
        keywords!(
            complete, py;
            code, rule, severity, message, help, turn, variation, span, line, column, related, fix, position, hints
        )
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// A remedy, such as the suggested fix, if there is one.
    #[getter]
    pub(crate) fn help(&self, py: Python<'_>) -> Option<String> {
        self.suggestion(py)
            .map_or_else(|| self.help.clone(), |suggestion| suggestion.help.clone())
    }

    /// The only likely fix of the record, if there is one.
    #[getter]
    fn fix(&self, py: Python<'_>) -> Option<Fix> {
        self.suggestion(py)
            .map_or_else(|| self.fix.clone(), |suggestion| suggestion.fix.clone())
    }

    fn __str__(&self) -> String {
        self.in_one_line()
    }

    fn _repr_html_(&self, py: Python<'_>) -> String {
        html::of_finding(self, self.help(py).as_deref())
    }

    fn __repr__(&self) -> String {
        let Self {
            code,
            turn,
            span,
            line,
            column,
            ..
        } = self;
        format!("Finding({code:?}, turn={turn}, line={line}, column={column}, span={span:?})")
    }
}
