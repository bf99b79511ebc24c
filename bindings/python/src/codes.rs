//! The catalogue of codes, and the pages about codes and rules.

use pipscribe::findings::{self, all_codes, code_named, rule_named};
use pipscribe::text::did_you_mean;
use pyo3::prelude::*;

use crate::arguments::argument;
use crate::errors::refused;
use crate::pickling::{Arguments, keywords};

/// A code of findings. ``explain`` returns the page about it.
#[pyclass(frozen, get_all, eq, hash, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CodeInfo {
    /// The code, such as ``gipf/not-in-line``.
    code: String,
    /// ``"error"`` or ``"warning"``.
    severity: String,
    /// The number of the rule.
    rule: String,
    /// A summary in one sentence.
    summary: String,
    /// True if ``[%irregular]`` can waive it.
    waivable: bool,
}

impl CodeInfo {
    fn new(code: findings::Code) -> Self {
        Self {
            code: code.id.to_owned(),
            severity: code.severity.to_string(),
            rule: code.rule.to_owned(),
            summary: code.summary.to_owned(),
            waivable: code.can_stand,
        }
    }
}

#[pymethods]
impl CodeInfo {
    #[new]
    #[pyo3(signature = (*, code, severity, rule, summary, waivable))]
    fn from_fields(
        #[pyo3(from_py_with = argument)] code: String,
        #[pyo3(from_py_with = argument)] severity: String,
        #[pyo3(from_py_with = argument)] rule: String,
        #[pyo3(from_py_with = argument)] summary: String,
        #[pyo3(from_py_with = argument)] waivable: bool,
    ) -> Self {
        Self {
            code,
            severity,
            rule,
            summary,
            waivable,
        }
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<Arguments<'py>> {
        keywords!(self, py; code, severity, rule, summary, waivable)
    }

    fn __repr__(&self) -> String {
        format!("CodeInfo({:?}, {:?})", self.code, self.summary)
    }
}

/// Returns all codes that findings can have.
///
/// >>> import pipscribe
/// >>> [code.rule for code in pipscribe.codes() if code.code == "gipf/not-in-line"]
/// ['G3.1']
#[pyfunction]
pub(crate) fn codes() -> Vec<CodeInfo> {
    all_codes().map(CodeInfo::new).collect()
}

/// Returns the page about a code, such as ``"gipf/not-in-line"``, or about a rule, such as ``"G3.1"``, as Markdown.
///
/// >>> import pipscribe
/// >>> pipscribe.explain("gipf/not-in-line").splitlines()[0]
/// '# gipf/not-in-line'
#[pyfunction]
pub(crate) fn explain(#[pyo3(from_py_with = argument)] name: String) -> PyResult<String> {
    let rule = rule_named(&name).map(|rule| rule.markdown());
    let page = rule.or_else(|| code_named(&name).map(|code| code.markdown()));
    page.ok_or_else(|| {
        let suggestion = did_you_mean(&name, all_codes().map(|code| code.id));
        refused(format!("unknown code or rule `{name}`{suggestion}"))
    })
}
