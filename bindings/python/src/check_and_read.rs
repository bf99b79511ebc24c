//! The Python functions `check` and `read`, which read texts and files as judged records. The
//! result of `read` is a [`RecordIterator`].

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use pipscribe::notation::{Entries, RecordSplitter};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::RawRecord;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

use crate::arguments::{argument, type_name};
use crate::deck_context::DeckContext;
use crate::errors::{refused, wrong_type};
use crate::record::Record;
use crate::record_reader::PythonFile;
use crate::signals::Signals;

/// First bytes of a gzip file.
const GZIP: &[u8] = b"\x1f\x8b";
/// First bytes of a Zstandard file.
const ZSTANDARD: &[u8] = b"\x28\xb5\x2f\xfd";

/// Records of a stream, one by one.
struct RecordStream<R> {
    entries: Entries<RecordSplitter<R>>,
    deck_context: DeckContext,
    /// Number of characters before the next record.
    before: usize,
}

impl<R: Read> RecordStream<R> {
    fn new(input: R, deck_context: DeckContext) -> Self {
        Self {
            entries: Entries::new(RecordSplitter::new(input)),
            deck_context,
            before: 0,
        }
    }

    /// Returns the next record, judged.
    fn next(&mut self) -> io::Result<Option<Record>> {
        let Some(entry) = self.entries.next().transpose()? else {
            return Ok(None);
        };
        // Only the last entry may have no record, only comments.
        let Some(line) = entry.record.as_ref().map(|record| record.line) else {
            return Ok(None);
        };
        // `#` comments before a record belong to it.
        Ok(entry.joined().map(|raw| self.judge(line, raw)))
    }

    /// Judges a record, and counts its characters.
    fn judge(&mut self, line: u64, raw: RawRecord) -> Record {
        // The bytes of a record beyond the maximum length are not kept, but they are in the file.
        let dropped = usize::try_from(raw.dropped).unwrap_or(usize::MAX);
        let record = Record::judged(raw, line, self.before, &self.deck_context);
        self.before = record.end().saturating_add(dropped);
        record
    }
}

/// Returns the records of a text.
fn records(text: &[u8], deck_context: &DeckContext) -> PyResult<Vec<Record>> {
    let mut stream = RecordStream::new(text, deck_context.clone());
    let mut signals = Signals::new();
    let mut records = Vec::new();
    while let Some(record) = stream.next()? {
        records.push(record);
        signals.check()?;
    }
    Ok(records)
}

/// Returns the record of a text that has one.
pub(crate) fn single(text: &[u8], deck_context: &DeckContext) -> PyResult<Record> {
    only(records(text, deck_context)?)
}

/// Returns the only record of a list.
pub(crate) fn only(mut records: Vec<Record>) -> PyResult<Record> {
    match records.len() {
        0 => Err(refused("there is no record in the text")),
        1 => Ok(records.remove(0)),
        count => Err(refused(format!(
            "the text has {count} records: check() reads them all"
        ))),
    }
}

/// Judges every record of a text. Invalid records are included and do not raise exceptions.
///
/// ``source`` is a text, as ``str`` or bytes, a path, such as ``Path("game.pips")``, or an open file. ``read`` reads large
/// files record by record. ``decks`` are decks of the Pipe Game as YAML texts by name, in addition to the built-in ones.
///
/// >>> import pipscribe
/// >>> text = '[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n\n[Game "gipf"]\n\n1. b3 *\n'
/// >>> [record.valid for record in pipscribe.check(text)]
/// [True, False]
/// >>> print(pipscribe.check(text)[1].findings[0])
/// 6:1: error[tag/missing]: The tag `Variant` is missing. (notation 2)
#[pyfunction]
#[pyo3(signature = (source, *, decks=None))]
pub(crate) fn check(
    source: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
) -> PyResult<Vec<Record>> {
    check_source("source", source, decks)
}

/// Judges every record of a text, as [`check`] does. `name` is the name of the argument in errors.
pub(crate) fn check_source(
    name: &str,
    source: &Bound<'_, PyAny>,
    decks: Option<BTreeMap<String, String>>,
) -> PyResult<Vec<Record>> {
    let py = source.py();
    let deck_context = DeckContext::new(decks)?;
    if let Ok(text) = source.cast::<PyString>() {
        let text = text.to_cow()?;
        refuse_file_name(&text)?;
        return py.detach(|| records(text.as_bytes(), &deck_context));
    }
    if let Some(bytes) = bytes_of(source)? {
        return py.detach(|| records(&bytes, &deck_context));
    }
    let (file, file_name) = file_of(name, source)?;
    let content = file.call_method0("read")?;
    // A file that was opened as text yields a `str`.
    if let Ok(text) = content.cast::<PyString>() {
        let text = text.to_cow()?;
        return py.detach(|| records(text.as_bytes(), &deck_context));
    }
    let Some(bytes) = bytes_of(&content)? else {
        let got = type_name(&content);
        return Err(refused(format!("`read` gave a `{got}`, not a text")));
    };
    refuse_compressed(&bytes, &file_name)?;
    py.detach(|| records(&bytes, &deck_context))
}

/// Reads a file record by record. Invalid records are included and do not raise exceptions.
///
/// ``source`` is a path, or a file opened in binary mode, such as ``gzip.open("games.pips.gz")``. Only one record is in
/// memory at a time. Spans count the characters of the whole file.
///
/// >>> import io, pipscribe
/// >>> file = io.BytesIO(b'[Game "gipf"]\n[Variant "basic"]\n\n1. b3 *\n\n[Game "gipf"]\n\n1. b3 *\n')
/// >>> for record in pipscribe.read(file):
/// ...     print(record.line, record.valid)
/// 1 True
/// 6 False
#[pyfunction]
#[pyo3(signature = (source, *, decks=None))]
pub(crate) fn read(
    source: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = argument)] decks: Option<BTreeMap<String, String>>,
) -> PyResult<RecordIterator> {
    let deck_context = DeckContext::new(decks)?;
    let (file, file_name) = file_of("source", source)?;
    let mut input = BufReader::new(PythonFile(file.unbind()));
    let head = source.py().detach(|| {
        let mut head = Vec::new();
        input
            .by_ref()
            .take(GZIP.len().max(ZSTANDARD.len()) as u64)
            .read_to_end(&mut head)
            .map(|_| head)
    })?;
    refuse_compressed(&head, &file_name)?;
    let input: Box<dyn Read + Send> = Box::new(Cursor::new(head).chain(input));
    Ok(RecordIterator(Box::new(Mutex::new(RecordStream::new(
        input,
        deck_context,
    )))))
}

/// Iterator over the records of a file, from ``read``.
#[pyclass(frozen, weakref, module = "pipscribe")]
pub(crate) struct RecordIterator(
    // The state is boxed, because Python does not align its objects as the splitter requires.
    Box<Mutex<RecordStream<Box<dyn Read + Send>>>>,
);

#[pymethods]
impl RecordIterator {
    fn __iter__(iterator: Py<Self>) -> Py<Self> {
        iterator
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Record>> {
        py.check_signals()?;
        Ok(py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).next())?)
    }

    fn __repr__(&self) -> &'static str {
        "RecordIterator"
    }
}

/// Returns the file of a path, or the open file that `source` is, with its name for errors.
fn file_of<'py>(name: &str, source: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, String)> {
    if source.hasattr("read")? {
        return Ok((source.clone(), "the file".to_owned()));
    }
    let path = path_of(name, source)?;
    refuse_documents(&path)?;
    let file = open_file(source.py(), &path)?;
    Ok((file, path.display().to_string()))
}

/// Opens a file as Python does, so that errors name it.
fn open_file<'py>(py: Python<'py>, path: &Path) -> PyResult<Bound<'py, PyAny>> {
    py.import("builtins")?.call_method1("open", (path, "rb"))
}

/// Returns the bytes of an object that holds bytes.
fn bytes_of(source: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let is_bytes = source.is_instance_of::<PyBytes>()
        || source.is_instance_of::<PyByteArray>()
        || source.is_instance_of::<PyMemoryView>();
    if !is_bytes {
        return Ok(None);
    }
    let bytes = source.py().get_type::<PyBytes>().call1((source,))?;
    Ok(Some(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
}

fn path_of(name: &str, source: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    source.extract().map_err(|_| {
        let kinds = "a text, bytes, a path or a file";
        wrong_type(Some(name), kinds, &type_name(source))
    })
}

/// Rejects a file name where a text is expected, because as a text it would be an invalid record.
fn refuse_file_name(text: &str) -> PyResult<()> {
    let is_name = !text.contains(['\n', '[', '"']) && text.trim_end().ends_with(".pips");
    if is_name {
        return Err(refused(format!(
            "`{text}` is the name of a file, not a text: pass Path({text:?}), or use read()"
        )));
    }
    Ok(())
}

/// Rejects documents, recognised by their names, because their records are in blocks.
fn refuse_documents(path: &Path) -> PyResult<()> {
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    match PageKind::of_ending(ending) {
        Some(_) => Err(refused(format!(
            "`{}` is a document; the command `pipscribe check` reads its blocks, or pass their text",
            path.display()
        ))),
        None => Ok(()),
    }
}

fn refuse_compressed(head: &[u8], name: &str) -> PyResult<()> {
    if head.starts_with(GZIP) || head.starts_with(ZSTANDARD) {
        return Err(refused(format!(
            "{name} is compressed: open it with gzip.open(…), for example, and pass the file"
        )));
    }
    Ok(())
}

/// Restores a pickled record by judging it again.
#[pyfunction]
pub(crate) fn record_of(
    text: &Bound<'_, PyBytes>,
    dropped: u64,
    lines: (u64, u64),
    before: usize,
    decks: Option<BTreeMap<String, String>>,
) -> PyResult<Record> {
    let deck_context = DeckContext::new(decks)?;
    // `lines` are the first line of the text, which may be a comment, and the line of the first tag.
    let (first_line, line) = lines;
    let raw = RawRecord {
        bytes: text.as_bytes().to_vec(),
        dropped,
        line: first_line,
        ..RawRecord::default()
    };
    Ok(text
        .py()
        .detach(|| Record::judged(raw, line, before, &deck_context)))
}
