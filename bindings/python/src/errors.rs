//! Conversion of errors to the exceptions in `pipscribe._errors`.

use pipscribe::findings::Hinted;
use pyo3::prelude::*;

use crate::finding::Finding;
use crate::hint_text::hint_text;

/// Error for an invalid request.
pub(crate) fn refused(message: impl ToString) -> PyErr {
    raised("PipscribeError", &message.to_string(), Vec::new())
}

/// Error of the library for an invalid request, with its hint.
pub(crate) fn refused_with_hint(error: impl Hinted) -> PyErr {
    refused(error.with_hint(hint_text))
}

/// Error for a turn or a record that breaks a rule.
pub(crate) fn not_legal(findings: Vec<Finding>) -> PyErr {
    let message = findings
        .first()
        .map(Finding::in_one_line)
        .unwrap_or_default();
    raised("NotLegal", &message, findings)
}

/// Error that reports a broken rule in other words than the finding.
pub(crate) fn not_legal_because(message: &str, finding: Finding) -> PyErr {
    raised("NotLegal", message, vec![finding])
}

/// Error for a text that could not be converted, with the findings in it.
pub(crate) fn not_converted(message: &str, findings: Vec<Finding>) -> PyErr {
    raised("ConversionError", message, findings)
}

/// Error for an argument of the wrong type: "`turn` is a str, not int". If the name of the argument
/// is not given, PyO3 adds it.
pub(crate) fn wrong_type(name: Option<&str>, kind: &str, got: &str) -> PyErr {
    let fault = format!("is {kind}, not {got}");
    let message = match name {
        Some(name) => format!("`{name}` {fault}"),
        None => fault,
    };
    Python::attach(|py| {
        created(|| {
            py.import("pipscribe._errors")?
                .getattr("ArgumentError")?
                .call1((message.as_str(),))
        })
    })
}

/// Creates an exception of a class that is written in Python.
fn raised(class: &str, message: &str, findings: Vec<Finding>) -> PyErr {
    Python::attach(|py| {
        created(|| {
            py.import("pipscribe._errors")?
                .getattr(class)?
                .call1((message, findings))
        })
    })
}

/// Returns the exception that a function creates, or the error of the function.
fn created<'py>(create: impl FnOnce() -> PyResult<Bound<'py, PyAny>>) -> PyErr {
    match create() {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}
