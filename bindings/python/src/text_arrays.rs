//! Arrow arrays of texts, as input of the batch functions: [`record_arrays`] finds the arrays of an
//! object, and [`texts_of`] returns their texts without copying them.

use arrow_array::cast::AsArray;
use arrow_array::types::GenericBinaryType;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::prelude::*;

use crate::arrow::{arrays_of, column_of};
use crate::errors::refused;

/// Returns the arrays with the records of an object.
pub(crate) fn record_arrays(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    arrays_of(object)?.iter().map(column_of).collect()
}

/// Returns the texts of arrays of strings or bytes; `None` for null.
pub(crate) fn texts_of(arrays: &[ArrayRef]) -> PyResult<Vec<Option<&[u8]>>> {
    let mut texts = Vec::with_capacity(arrays.iter().map(|array| array.len()).sum());
    for array in arrays {
        match array.data_type() {
            DataType::Utf8 => texts.extend(
                array
                    .as_string::<i32>()
                    .iter()
                    .map(|text| text.map(str::as_bytes)),
            ),
            DataType::LargeUtf8 => texts.extend(
                array
                    .as_string::<i64>()
                    .iter()
                    .map(|text| text.map(str::as_bytes)),
            ),
            DataType::Utf8View => texts.extend(
                array
                    .as_string_view()
                    .iter()
                    .map(|text| text.map(str::as_bytes)),
            ),
            DataType::Binary => texts.extend(array.as_bytes::<GenericBinaryType<i32>>().iter()),
            DataType::LargeBinary => {
                texts.extend(array.as_bytes::<GenericBinaryType<i64>>().iter())
            }
            DataType::BinaryView => texts.extend(array.as_binary_view().iter()),
            DataType::Null => texts.extend(std::iter::repeat_n(None, array.len())),
            DataType::Dictionary(..) => texts.extend(texts_by_key(array)?),
            other => {
                let message = "is not an array of strings or bytes; cast it, or pass the column that has the records";
                return Err(refused(format!("an array of {other} {message}")));
            }
        }
    }

    Ok(texts)
}

/// Returns the texts of an array that refers to each distinct text by a key.
fn texts_by_key(array: &ArrayRef) -> PyResult<Vec<Option<&[u8]>>> {
    let dictionary = array.as_any_dictionary();
    let distinct = texts_of(std::slice::from_ref(dictionary.values()))?;
    if distinct.is_empty() {
        return Ok(vec![None; array.len()]);
    }
    let keys = dictionary.normalized_keys().into_iter().enumerate();
    Ok(keys
        .map(|(row, key)| {
            if array.is_valid(row) {
                distinct.get(key).copied().flatten()
            } else {
                None
            }
        })
        .collect())
}
