//! [`RecordReader`], which splits a file, or a part of it, into records in batches of Arrow arrays.
//! `check_and_read.rs` has the function `read`, which yields judged records.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::builder::{BinaryBuilder, UInt64Builder};
use arrow_array::{Array, ArrayRef, RecordBatch as ArrowBatch};
use arrow_schema::{DataType, Field, Schema};
use pipscribe::notation::PartSplitter;
use pipscribe::text::{MAX_RECORD_BYTES, RawRecord};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{argument, named};
use crate::arrow::RecordBatch;
use crate::errors::refused;
use crate::signals::Signals;

/// Number of bytes requested at once from a Python file object, which may be remote.
const FAR_BUFFER: usize = 1 << 20;

/// File of a path, or a Python file object.
trait Input: Read + Seek + Send {}

impl<T: Read + Seek + Send> Input for T {}

/// Python file object with `read` and `seek`.
pub(crate) struct PythonFile(pub(crate) Py<PyAny>);

impl Read for PythonFile {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1("read", (into.len(),))?;
            let Ok(read) = read.cast::<PyBytes>() else {
                let name = read.get_type().name()?;
                return Err(io::Error::other(refused(format!(
                    "`read` gave a `{name}`: open the file as bytes"
                ))));
            };
            let bytes = read.as_bytes();
            let place = into
                .get_mut(..bytes.len())
                .ok_or_else(|| io::Error::other("`read` gave more than was asked"))?;
            place.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

impl Seek for PythonFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, whence) = match to {
            SeekFrom::Start(offset) => (i64::try_from(offset).map_err(io::Error::other)?, 0),
            SeekFrom::Current(offset) => (offset, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        Python::attach(|py| {
            let file = self.0.bind(py);
            file.call_method1("seek", (offset, whence))?;
            Ok(file.call_method0("tell")?.extract()?)
        })
    }
}

/// State of a reader.
struct ReaderState {
    splitter: PartSplitter<Box<dyn Input>>,
    /// Number of the last record that was read, in the whole file.
    records: u64,
}

impl ReaderState {
    /// Returns the next record, skipping comments before it.
    fn next(&mut self) -> io::Result<Option<RawRecord>> {
        let is_record_or_error = |piece: &io::Result<RawRecord>| match piece {
            Ok(piece) => piece.is_record(),
            Err(_) => true,
        };
        let record = self.splitter.find(is_record_or_error).transpose()?;
        if record.is_some() {
            self.records += 1;
        }
        Ok(record)
    }
}

/// Builders of the columns of a batch, which has a row for each record.
#[derive(Default)]
struct Columns {
    record: UInt64Builder,
    line: UInt64Builder,
    offset: UInt64Builder,
    text: BinaryBuilder,
}

impl Columns {
    fn finish(&mut self) -> Vec<ArrayRef> {
        vec![
            Arc::new(self.record.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.offset.finish()),
            Arc::new(self.text.finish()),
        ]
    }
}

/// Iterates over the records of a file, or of a part of it, in batches. However a file is divided, its parts yield each
/// record exactly once.
///
/// ``source`` is a path, or a seekable file opened in binary mode. ``start`` and ``end`` are offsets in bytes. A record
/// belongs to the part that contains the start of its line ``[Game "``. The columns are ``record`` (its number in the
/// file), ``line`` (on which it begins), ``offset`` (where it begins, in bytes) and ``text``. For a part that is not
/// the first, pass the number of records and lines before it as ``records`` and ``lines``; ``count()`` of the earlier
/// parts returns them. If a record exceeds the maximum length, its ``text`` is cut one byte above that length.
///
/// >>> import io, pipscribe, pyarrow
/// >>> file = io.BytesIO(b'# Two.\n\n[Game "gipf"]\n\n1. b3 *\n\n[Game "gipf"]\n')
/// >>> rows = pyarrow.Table.from_batches(map(pyarrow.record_batch, pipscribe.RecordReader(file)))
/// >>> rows["record"].to_pylist(), rows["line"].to_pylist(), rows["text"].to_pylist()[1]
/// ([1, 2], [3, 7], b'[Game "gipf"]\n')
/// >>> pipscribe.RecordReader(file, 0, 20).count(), pipscribe.RecordReader(file, 20, 47).count()
/// ((1, 2), (1, 5))
#[pyclass(weakref, module = "pipscribe")]
pub(crate) struct RecordReader {
    state: Arc<Mutex<ReaderState>>,
    batch_bytes: usize,
}

impl RecordReader {
    /// Reads with the GIL released.
    fn with_state<T: Send>(
        &self,
        py: Python<'_>,
        read: impl Fn(&mut ReaderState) -> io::Result<T> + Send + Sync,
    ) -> PyResult<T> {
        let state = Arc::clone(&self.state);
        Ok(py.detach(|| read(&mut state.lock().unwrap_or_else(PoisonError::into_inner)))?)
    }
}

#[pymethods]
impl RecordReader {
    #[new]
    #[pyo3(signature = (source, start=0, end=None, *, records=0, lines=0, batch_bytes=1 << 20))]
    fn new(
        source: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = argument)] start: u64,
        #[pyo3(from_py_with = argument)] end: Option<u64>,
        #[pyo3(from_py_with = argument)] records: u64,
        #[pyo3(from_py_with = argument)] lines: u64,
        #[pyo3(from_py_with = argument)] batch_bytes: usize,
    ) -> PyResult<Self> {
        let input: Box<dyn Input> = if source.hasattr("read")? && source.hasattr("seek")? {
            Box::new(BufReader::with_capacity(
                FAR_BUFFER,
                PythonFile(source.clone().unbind()),
            ))
        } else {
            Box::new(File::open(named::<PathBuf>("source", source)?)?)
        };
        let part = start..end.unwrap_or(u64::MAX);
        let splitter = source
            .py()
            .detach(|| PartSplitter::new(input, part, lines))?;
        Ok(Self {
            state: Arc::new(Mutex::new(ReaderState { splitter, records })),
            batch_bytes,
        })
    }

    fn __iter__(reader: Py<Self>) -> Py<Self> {
        reader
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        // The offsets of an Arrow `Binary` column have 32 bits. The record that reaches
        // `max_bytes` may exceed it by up to `MAX_RECORD_BYTES`.
        let max_bytes = self
            .batch_bytes
            .min(i32::MAX as usize - MAX_RECORD_BYTES - 1);
        let mut columns = self.with_state(py, |state| {
            let mut columns = Columns::default();
            let mut bytes = 0;
            while let Some(record) = state.next()? {
                columns.record.append_value(state.records);
                columns.line.append_value(record.line);
                columns.offset.append_value(record.offset);
                columns.text.append_value(&record.bytes);
                bytes += record.bytes.len();
                if bytes >= max_bytes {
                    break;
                }
            }
            Ok(columns)
        })?;
        let arrays = columns.finish();
        if arrays.first().is_none_or(|records| records.is_empty()) {
            return Ok(None);
        }

        let field = |name| Field::new(name, DataType::UInt64, false);
        let text = Field::new("text", DataType::Binary, false);
        let schema = Schema::new(vec![field("record"), field("line"), field("offset"), text]);
        ArrowBatch::try_new(Arc::new(schema), arrays)
            .map(|batch| Some(RecordBatch(batch)))
            .map_err(refused)
    }

    /// Reads the rest without returning it. Returns the number of records in it, and the number of line ends in the
    /// part.
    fn count(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        self.with_state(py, |state| {
            let before = state.records;
            let mut signals = Signals::new();
            while state.next()?.is_some() {
                signals.check()?;
            }
            Ok((state.records - before, state.splitter.lines()))
        })
    }

    fn __repr__(&self) -> &'static str {
        "RecordReader"
    }
}
