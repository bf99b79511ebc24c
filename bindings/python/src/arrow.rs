//! Zero-copy exchange of arrays with other libraries through Arrow's C data interface.
//!
//! A library hands over an array in capsules, Python objects with a name and a pointer to a C structure: one with the
//! schema (the type of the array) and one with the data, or one with a stream of arrays, the chunks of a long one.
//!
//! This is the only module with `unsafe`: the interface guarantees what the pointers in a capsule of a given name point
//! to.

#![allow(unsafe_code, reason = "the interface is one of C")]

use std::ffi::CStr;
use std::sync::Arc;

use arrow_array::builder::LargeBinaryBuilder;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatchIterator, StructArray, make_array};
use arrow_schema::{ArrowError, Schema};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyString, PyTuple};

use crate::errors::refused;
use crate::record::Record;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// Returns the arrays of an object, one per chunk: of any library with Arrow support, of a list, or of a column of
/// pandas 2 or NumPy.
pub(crate) fn arrays_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    if object.hasattr("__arrow_c_array__")? {
        let pair = object
            .call_method0("__arrow_c_array__")?
            .cast_into::<PyTuple>()?;
        let schema = schema_in(pair.get_item(0)?.cast::<PyCapsule>()?)?;
        let array = array_in(pair.get_item(1)?.cast::<PyCapsule>()?, &schema)?;
        return Ok(vec![array]);
    }

    if object.hasattr("__arrow_c_stream__")? {
        return stream_in(
            object
                .call_method0("__arrow_c_stream__")?
                .cast::<PyCapsule>()?,
        );
    }
    // A pandas 2 column has no Arrow interface, but a frame with one column has one.
    if object.hasattr("to_frame")? {
        let frame = object.call_method1("to_frame", (TEXT,))?;
        if frame.hasattr("__arrow_c_stream__")? {
            return arrays_of(&frame);
        }
    }
    let is_list = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    // Iterators, such as generators.
    if is_list || object.hasattr("__next__")? {
        return Ok(vec![array_of_list(object)?]);
    }
    if object.hasattr("tolist")? {
        return Ok(vec![array_of_list(&object.call_method0("tolist")?)?]);
    }

    let name = object.get_type().name()?;
    Err(refused(format!(
        "a `{name}` is not an Arrow array: pass a list, an iterator, or a column or table of pyarrow, Polars, DuckDB or pandas"
    )))
}

/// Copies the texts of a list, or of another iterable.
fn array_of_list(list: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let mut texts = LargeBinaryBuilder::new();
    for text in list.try_iter()? {
        let text = text?;
        if text.is_none() {
            texts.append_null();
        } else if let Ok(text) = text.cast::<PyString>() {
            texts.append_value(text.to_cow()?.as_bytes());
        } else if let Ok(bytes) = text.cast::<PyBytes>() {
            texts.append_value(bytes.as_bytes());
        } else if let Ok(record) = text.cast::<Record>() {
            texts.append_value(record.get().original_bytes());
        } else {
            return Err(refused(format!(
                "a record is a text, bytes or a `Record`, not `{}`",
                text.get_type().name()?
            )));
        }
    }
    Ok(Arc::new(texts.finish()))
}

/// Name of the column with the records in a table of several columns.
const TEXT: &str = "text";

/// Returns the column of a table that has the records: the column named `text`, or the only column.
/// An array of texts is returned unchanged.
pub(crate) fn column_of(array: &ArrayRef) -> PyResult<ArrayRef> {
    let Some(table) = array.as_struct_opt() else {
        return Ok(Arc::clone(array));
    };
    let names = table.column_names();
    // pandas adds its index as a column, which is skipped.
    let mut columns = names
        .iter()
        .filter(|name| !name.starts_with("__index_level_"));
    let only = match (columns.next(), columns.next()) {
        (Some(only), None) => Some(only),
        _ => None,
    };
    let column = table
        .column_by_name(TEXT)
        .or_else(|| table.column_by_name(only?));
    column.cloned().ok_or_else(|| {
        refused(format!(
            "pass the column that has the records, or name it `{TEXT}`; there are {}",
            names.join(", ")
        ))
    })
}

/// Moves the schema out of its capsule, which is then empty.
fn schema_in(capsule: &Bound<'_, PyCapsule>) -> PyResult<FFI_ArrowSchema> {
    let pointer = capsule.pointer_checked(Some(SCHEMA))?;
    // SAFETY: a capsule of this name holds an `ArrowSchema`, which may be moved out of it.
    Ok(unsafe { FFI_ArrowSchema::from_raw(pointer.as_ptr().cast()) })
}

/// Moves the array out of its capsule, which is then empty. The buffers are not copied.
fn array_in(capsule: &Bound<'_, PyCapsule>, schema: &FFI_ArrowSchema) -> PyResult<ArrayRef> {
    let pointer = capsule.pointer_checked(Some(ARRAY))?;
    // SAFETY: a capsule of this name holds an `ArrowArray`, which may be moved out of it.
    let array = unsafe { FFI_ArrowArray::from_raw(pointer.as_ptr().cast()) };
    if array.is_released() {
        return Err(refused(
            "the array was read already: its owner can give its capsules only once",
        ));
    }
    imported(array, schema)
}

/// Converts an array of the interface to one of this library.
fn imported(array: FFI_ArrowArray, schema: &FFI_ArrowSchema) -> PyResult<ArrayRef> {
    // SAFETY: the producer of both guarantees that the array matches the schema.
    let data = unsafe { from_ffi(array, schema) }.map_err(refused)?;
    Ok(make_array(data))
}

/// Moves all arrays out of the stream in a capsule.
fn stream_in(capsule: &Bound<'_, PyCapsule>) -> PyResult<Vec<ArrayRef>> {
    let pointer = capsule.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name holds an `ArrowArrayStream`, which may be moved out of it.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr().cast()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(refused("the stream of arrays was read already"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: both functions belong to the stream, and the structures that they fill are empty.
    let code = unsafe { get_schema(&raw mut stream, &raw mut schema) };
    succeeded(code, &mut stream)?;
    let mut chunks = Vec::new();
    loop {
        let mut chunk = FFI_ArrowArray::empty();
        // SAFETY: the function belongs to the stream, and the structure that it fills is empty.
        let code = unsafe { get_next(&raw mut stream, &raw mut chunk) };
        succeeded(code, &mut stream)?;
        if chunk.is_released() {
            return Ok(chunks);
        }
        chunks.push(imported(chunk, &schema)?);
    }
}

/// Returns an error with the message of the stream if a call failed.
fn succeeded(code: i32, stream: &mut FFI_ArrowArrayStream) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    let mut message = None;
    if let Some(last_error) = stream.get_last_error() {
        // SAFETY: the function belongs to the stream.
        let words = unsafe { last_error(std::ptr::from_mut(stream)) };
        if !words.is_null() {
            // SAFETY: the function returned a C string, which is valid until the next call of the stream.
            message = Some(
                unsafe { CStr::from_ptr(words) }
                    .to_string_lossy()
                    .into_owned(),
            );
        }
    }
    Err(refused(message.unwrap_or_else(|| {
        format!("the stream of arrays failed with {code}")
    })))
}

/// Rows that any library with Arrow support takes without a copy: ``pyarrow.record_batch(rows)``,
/// ``polars.DataFrame(rows)``.
///
/// The metadata of each column describes it. ``RecordBatch(rows)`` takes rows of such a library. ``rows["turns"]``, a
/// column, is an array of pyarrow, which a batch also needs to be pickled.
#[pyclass(frozen, eq, weakref, module = "pipscribe")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RecordBatch(pub(crate) arrow_array::RecordBatch);

fn schema_capsule<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(
        py,
        FFI_ArrowSchema::try_from(schema).map_err(refused)?,
        SCHEMA,
    )
}

#[pymethods]
impl RecordBatch {
    #[new]
    fn new(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        match arrays_of(rows)?.as_slice() {
            [rows] if rows.as_struct_opt().is_some() => Ok(Self(rows.as_struct().into())),
            _ => Err(refused(
                "a batch is made of the rows of a table in one chunk",
            )),
        }
    }

    fn __reduce__<'py>(
        batch: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let rows = batch
            .py()
            .import("pipscribe._frames")?
            .call_method1("record_batch", (batch,))?;
        Ok((batch.get_type().into_any(), (rows,)))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0
            .schema_ref()
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.0.schema_ref())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface allows a producer that cannot cast to ignore the requested schema.
        let _ = requested_schema;
        let (array, _) = to_ffi(&StructArray::from(self.0.clone()).into_data()).map_err(refused)?;
        Ok((
            schema_capsule(py, self.0.schema_ref())?,
            PyCapsule::new_with_value(py, array, ARRAY)?,
        ))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let one: Result<_, ArrowError> = Ok(self.0.clone());
        let reader = RecordBatchIterator::new([one], Arc::clone(self.0.schema_ref()));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// Returns the rows as a ``pandas.DataFrame``. Needs pandas and pyarrow: ``pip install 'pipscribe[pandas]'``.
    ///
    /// Numbers and truth values have types of pandas that can be null, such as ``Int64`` and ``boolean``.
    ///
    /// >>> import pipscribe
    /// >>> rows = pipscribe.check_batch(['[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n'], ["turns", "valid"])
    /// >>> len(rows.to_pandas()), int(rows.to_pandas().loc[0, "turns"])
    /// (1, 1)
    /// >>> str(rows.to_pandas().dtypes["valid"])
    /// 'boolean'
    fn to_pandas<'py>(batch: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        batch
            .py()
            .import("pipscribe._frames")?
            .call_method1("to_pandas", (batch,))
    }

    /// Returns the rows as a ``polars.DataFrame``. Needs Polars: ``pip install 'pipscribe[polars]'``.
    fn to_polars<'py>(batch: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        batch
            .py()
            .import("pipscribe._frames")?
            .call_method1("to_polars", (batch,))
    }

    /// Returns a column by its name, as an array of pyarrow.
    fn __getitem__<'py>(
        batch: &Bound<'py, Self>,
        name: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch
            .py()
            .import("pipscribe._frames")?
            .call_method1("column", (batch, name))
    }

    fn _repr_html_<'py>(batch: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        batch
            .py()
            .import("pipscribe._frames")?
            .call_method1("html", (batch,))
    }

    fn __repr__(&self) -> String {
        format!(
            "RecordBatch({} rows: {})",
            self.0.num_rows(),
            self.column_names().join(", ")
        )
    }
}
