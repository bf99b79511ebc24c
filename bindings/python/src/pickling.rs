//! Pickling of values: each class has a constructor with its fields as keywords.

/// Returns the arguments with which a value can be constructed again, for `__getnewargs_ex__`.
macro_rules! keywords {
    ($value:expr, $py:expr; $($field:ident),+ $(,)?) => {{
        let keywords = pyo3::types::PyDict::new($py);
        $(keywords.set_item(stringify!($field), $value.$field.clone())?;)+
        Ok((pyo3::types::PyTuple::empty($py), keywords))
    }};
}

/// Arguments of a constructor.
pub(crate) type Arguments<'py> = (
    pyo3::Bound<'py, pyo3::types::PyTuple>,
    pyo3::Bound<'py, pyo3::types::PyDict>,
);

pub(crate) use keywords;
