//! Conversion of arguments from Python. `#[pyo3(from_py_with = argument)]` converts each argument of
//! every function, so that an argument of the wrong type gives the same kind of error everywhere:
//! "`turn` is a str, not int".
//!
//! PyO3 knows the name of the argument, but [`argument`] does not. PyO3 adds the name to the
//! exception as a note, and `pipscribe._errors.ArgumentError` takes it from there.

use std::collections::BTreeMap;
use std::path::PathBuf;

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyMapping, PyString, PyTuple};

use crate::errors::{refused, wrong_type};
use crate::finding::{Finding, Fix, Related};
use crate::fixes::{Mend, Question};
use crate::hint::Hint;
use crate::position::Position;
use crate::why::Step;

/// Type that arguments of Python are converted to.
pub(crate) trait Argument: Sized {
    /// Returns the name of the Python type, such as `str`.
    fn name() -> String;

    /// Converts a value.
    fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong>;
}

/// Reason why a value cannot be converted.
pub(crate) enum Wrong {
    /// Its type is wrong; this is the name of the type.
    Type(String),
    /// Its type is right.
    Value(PyErr),
}

impl Wrong {
    /// Reports the type of a value as wrong.
    fn type_of(given: &Bound<'_, PyAny>) -> Self {
        Self::Type(type_name(given))
    }

    /// Reports a value in a container that has the right type itself.
    fn inside(self, container: &Bound<'_, PyAny>) -> Self {
        match self {
            Self::Type(name) => Self::Type(format!("{} with {name}", type_name(container))),
            value => value,
        }
    }
}

impl From<PyErr> for Wrong {
    fn from(error: PyErr) -> Self {
        Self::Value(error)
    }
}

/// Returns the name of the type of a value.
pub(crate) fn type_name(given: &Bound<'_, PyAny>) -> String {
    let name = given.get_type().name();
    name.map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// Returns the name of a type with its article: `a str`, `an int`.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// Converts an argument. PyO3 adds its name to the error.
pub(crate) fn argument<T: Argument>(given: &Bound<'_, PyAny>) -> PyResult<T> {
    converted(None, given)
}

/// Converts a value that is not an argument of PyO3, such as a keyword, with its name.
pub(crate) fn named<T: Argument>(name: &str, given: &Bound<'_, PyAny>) -> PyResult<T> {
    converted(Some(name), given)
}

fn converted<T: Argument>(name: Option<&str>, given: &Bound<'_, PyAny>) -> PyResult<T> {
    T::from_python(given).map_err(|wrong| match wrong {
        Wrong::Type(got) => wrong_type(name, &with_article(&T::name()), &got),
        Wrong::Value(error) => error,
    })
}

/// Converts a value as PyO3 does. A number that is out of range gives the same kind of error as any
/// other invalid value.
fn extracted<'a, 'py, T>(given: &'a Bound<'py, PyAny>) -> Result<T, Wrong>
where
    T: FromPyObject<'a, 'py>,
{
    given.extract::<T>().map_err(|error| {
        let error: PyErr = error.into();
        let py = given.py();
        if error.is_instance_of::<PyTypeError>(py) {
            return Wrong::type_of(given);
        }
        if !error.is_instance_of::<PyOverflowError>(py) {
            return Wrong::Value(error);
        }
        let is_negative = given.lt(0).unwrap_or(false);
        let size = if is_negative { "small" } else { "large" };
        Wrong::Value(refused(format!("the number {given} is too {size}")))
    })
}

/// Implements [`Argument`] for types that PyO3 converts, under their names in Python.
macro_rules! arguments {
    ($($name:literal: $($type:ty),+;)+) => {
        $($(
            impl Argument for $type {
                fn name() -> String {
                    $name.to_owned()
                }

                fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong> {
                    extracted(given)
                }
            }
        )+)+
    };
}

arguments! {
    "str": String;
    "bool": bool;
    "int": u8, u32, u64, usize, i64;
    "float": f32, f64;
    "path": PathBuf;
    "Finding": Finding;
    "Fix": Fix;
    "Hint": Hint;
    "Mend": Mend;
    "Position": Position;
    "Question": Question;
    "Related": Related;
    "Step": Step;
}

/// `None` is an argument that was left out.
impl<T: Argument> Argument for Option<T> {
    fn name() -> String {
        T::name()
    }

    fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong> {
        if given.is_none() {
            return Ok(None);
        }
        T::from_python(given).map(Some)
    }
}

/// Any sequence, such as a tuple. A text is not a list of its characters.
impl<T: Argument> Argument for Vec<T> {
    fn name() -> String {
        format!("list of {}", T::name())
    }

    fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong> {
        let is_sequence = given.hasattr("__getitem__")?
            && !given.is_instance_of::<PyString>()
            && given.cast::<PyMapping>().is_err();
        if !is_sequence {
            return Err(Wrong::type_of(given));
        }
        given
            .try_iter()?
            .map(|item| T::from_python(&item?).map_err(|wrong| wrong.inside(given)))
            .collect()
    }
}

/// Any mapping, such as the tags of a record.
impl<K: Argument + Ord, V: Argument> Argument for BTreeMap<K, V> {
    fn name() -> String {
        format!("dict from {} to {}", K::name(), V::name())
    }

    fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong> {
        let Ok(mapping) = given.cast::<PyMapping>() else {
            return Err(Wrong::type_of(given));
        };
        let inside = |wrong: Wrong| wrong.inside(given);
        mapping
            .items()?
            .try_iter()?
            .map(|item| -> Result<(K, V), Wrong> {
                let item = item?;
                let pair = items_of(&item, 2)?;
                let key = K::from_python(&pair.get_item(0)?).map_err(inside)?;
                let value = V::from_python(&pair.get_item(1)?).map_err(inside)?;
                Ok((key, value))
            })
            .collect()
    }
}

impl<A: Argument, B: Argument> Argument for (A, B) {
    fn name() -> String {
        format!("tuple of {} and {}", A::name(), B::name())
    }

    fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong> {
        let items = items_of(given, 2)?;
        let inside = |wrong: Wrong| wrong.inside(given);
        Ok((
            A::from_python(&items.get_item(0)?).map_err(inside)?,
            B::from_python(&items.get_item(1)?).map_err(inside)?,
        ))
    }
}

impl<A: Argument, B: Argument, C: Argument> Argument for (A, B, C) {
    fn name() -> String {
        format!("tuple of {}, {} and {}", A::name(), B::name(), C::name())
    }

    fn from_python(given: &Bound<'_, PyAny>) -> Result<Self, Wrong> {
        let items = items_of(given, 3)?;
        let inside = |wrong: Wrong| wrong.inside(given);
        Ok((
            A::from_python(&items.get_item(0)?).map_err(inside)?,
            B::from_python(&items.get_item(1)?).map_err(inside)?,
            C::from_python(&items.get_item(2)?).map_err(inside)?,
        ))
    }
}

/// Returns a tuple that has a number of items.
fn items_of<'a, 'py>(
    given: &'a Bound<'py, PyAny>,
    count: usize,
) -> Result<&'a Bound<'py, PyTuple>, Wrong> {
    match given.cast::<PyTuple>() {
        Ok(items) if items.len() == count => Ok(items),
        _ => Err(Wrong::type_of(given)),
    }
}
