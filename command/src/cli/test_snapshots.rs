//! The folder of snapshots of `test --snapshot`. A snapshot is the replay of a record as text, in a
//! file `NAME.snap`. A replay that differs from it is written next to it as `NAME.snap.new`, and
//! waits there until somebody accepts or rejects it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Failure;
use super::atomic_replacement::Replacement;
use super::limited_files::read_file;
use super::paths::path_name;
use super::record_diff::unified_hunks;
use super::source::Source;
use crate::snapshot::{snapshot_contents, snapshot_file};
use pipscribe::text::one_line;

/// Maximum number of characters of a record's path in the name of its snapshot.
const MAX_NAME_LENGTH: usize = 80;

/// Number of bytes of the hash in the name of a snapshot.
const HASH_BYTES: usize = 6;

/// A folder of snapshots.
pub(crate) struct Snapshots {
    folder: PathBuf,
    /// The path of the folder, with links resolved.
    place: PathBuf,
    /// True if new results are accepted without review.
    bless: bool,
    /// Numbers of records by the result of the comparison.
    pub(crate) matching: u64,
    pub(crate) new: u64,
    pub(crate) changed: u64,
    pub(crate) written: u64,
}

/// Result of comparing a record with its snapshot.
pub(crate) enum Comparison {
    /// The snapshot is equal.
    Same,
    /// The snapshot was written.
    Written { diff: String },
    /// The new snapshot waits for review.
    Pending { why: &'static str, diff: String },
}

impl Snapshots {
    /// Opens a folder, or creates it.
    pub(crate) fn open(folder: &Path, bless: bool) -> Result<Self, Failure> {
        let place = fs::create_dir_all(folder)
            .and_then(|()| fs::canonicalize(folder))
            .map_err(|error| failure("opening", folder, error))?;
        Ok(Self {
            folder: folder.to_owned(),
            place,
            bless,
            matching: 0,
            new: 0,
            changed: 0,
            written: 0,
        })
    }

    /// Compares the replay of a record, number `number` of its file, with its snapshot.
    pub(crate) fn compare(
        &mut self,
        source: &Source,
        number: u64,
        line: u64,
        text: &str,
    ) -> Result<Comparison, Failure> {
        let path = self.folder.join(self.file_name(source, number));
        let pending = path.with_extension("snap.new");
        let stored = stored_snapshot(&path)?;
        if stored.as_deref() == Some(text) {
            remove_if_there(&pending)?;
            self.matching += 1;
            return Ok(Comparison::Same);
        }

        let target = if self.bless { &path } else { &pending };
        let line_to_review = if self.bless { None } else { Some(line) };
        let expression = format!("record {number}");
        let file = snapshot_file(&source.name, &expression, line_to_review, text);
        Replacement::write(target, file.as_bytes())
            .map_err(|error| failure("writing", target, error))?;

        let diff = diff_of_snapshots(&path, stored.as_deref(), target, text);
        if self.bless {
            remove_if_there(&pending)?;
            self.written += 1;
            return Ok(Comparison::Written { diff });
        }
        let why = if stored.is_none() {
            self.new += 1;
            "there is no snapshot yet"
        } else {
            self.changed += 1;
            "the replay differs from the snapshot"
        };
        Ok(Comparison::Pending { why, diff })
    }

    /// Returns the name of a record's snapshot: readable, and unique through a hash. The name
    /// depends on the path of the record's file relative to the folder. It therefore stays the same
    /// if both are moved together, in whatever folder the command runs, and on every file system.
    fn file_name(&self, source: &Source, number: u64) -> String {
        let relative_path = self.relative_path(source.path.as_deref());
        let safe_path: String = String::from_utf8_lossy(&relative_path)
            .chars()
            .map(|character| {
                if character.is_ascii_alphanumeric() || character == '_' {
                    character
                } else {
                    '-'
                }
            })
            .collect();
        let long_name = safe_path.trim_start_matches('-');
        // The end of a path distinguishes files better than its beginning.
        let start = long_name.len().saturating_sub(MAX_NAME_LENGTH);
        let short_name = long_name.get(start..).unwrap_or(long_name);

        let hash: String = Sha256::digest(&relative_path)
            .iter()
            .take(HASH_BYTES)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("{short_name}__{number}-{hash}.snap")
    }

    /// Returns the path of a file relative to the folder of snapshots: `../games/a.pips`.
    fn relative_path(&self, path: Option<&Path>) -> Vec<u8> {
        // No path can contain a NUL.
        let Some(path) = path else {
            return b"\0standard-input".to_vec();
        };
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());

        // The folders that both paths have at their beginning are left out.
        let mut from = self.place.components().peekable();
        let mut to = path.components().peekable();
        while from.peek().is_some() && from.peek() == to.peek() {
            from.next();
            to.next();
        }

        let mut parts: Vec<&[u8]> = from.map(|_| &b".."[..]).collect();
        parts.extend(to.map(|part| part.as_os_str().as_encoded_bytes()));
        parts.join(&b'/')
    }
}

/// Returns the text in a snapshot file; `None` if there is no file. A file in another format counts
/// as a text that differs.
fn stored_snapshot(path: &Path) -> Result<Option<String>, Failure> {
    let bytes = match read_file(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failure("reading", path, error)),
    };
    let file = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Some(snapshot_contents(&file).unwrap_or(file)))
}

/// Returns the diff between a stored snapshot, if there is one, and the new text in the file `to`.
fn diff_of_snapshots(from: &Path, stored: Option<&str>, to: &Path, text: &str) -> String {
    let with_line_end = |text: &str| {
        if text.is_empty() {
            String::new()
        } else {
            format!("{text}\n")
        }
    };
    let old = with_line_end(stored.unwrap_or_default());
    let new = with_line_end(text);
    let hunks = unified_hunks(old.as_bytes(), new.as_bytes(), 1, 1);

    let from = path_name(from);
    let to = path_name(to);
    format!("--- {}\n+++ {}\n{hunks}", one_line(&from), one_line(&to))
}

fn failure(doing: &str, path: &Path, error: io::Error) -> Failure {
    Failure::Io {
        what: format!("{doing} {}", path_name(path)),
        error,
    }
}

fn remove_if_there(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(failure("removing", path, error))
        }
        _ => Ok(()),
    }
}
