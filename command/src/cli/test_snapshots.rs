//! The folder of snapshots of `test --snapshot`.

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
    Written(String),
    /// The snapshot waits for review: the reason, and the diff.
    Pending(String, String),
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
        let before = match read_file(&path) {
            Ok(bytes) => Some(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(failure("reading", &path, error)),
        };
        let stored = before
            .as_deref()
            .map(|file| snapshot_contents(file).unwrap_or_else(|| file.to_owned()));
        if stored.as_deref() == Some(text) {
            remove_if_there(&pending)?;
            self.matching += 1;
            return Ok(Comparison::Same);
        }

        let expression = format!("record {number}");
        let target = if self.bless { &path } else { &pending };
        let file = snapshot_file(
            &source.name,
            &expression,
            (!self.bless).then_some(line),
            text,
        );
        Replacement::write(target, file.as_bytes())
            .map_err(|error| failure("writing", target, error))?;
        let with_line_end = |text: &str| {
            if text.is_empty() {
                String::new()
            } else {
                format!("{text}\n")
            }
        };
        let old = with_line_end(stored.as_deref().unwrap_or_default());
        let hunks = unified_hunks(old.as_bytes(), with_line_end(text).as_bytes(), 1, 1);
        let from = path_name(&path);
        let to = path_name(target);
        let diff = format!("--- {}\n+++ {}\n{hunks}", one_line(&from), one_line(&to));
        if self.bless {
            remove_if_there(&pending)?;
            self.written += 1;
            return Ok(Comparison::Written(diff));
        }

        let (count, why) = match stored {
            None => (&mut self.new, "there is no snapshot yet"),
            Some(_) => (&mut self.changed, "the replay differs from the snapshot"),
        };
        *count += 1;
        Ok(Comparison::Pending(why.to_owned(), diff))
    }

    /// Returns the name of a record's snapshot: readable, and unique through a hash. The name
    /// depends on the path of the record's file relative to the folder. It therefore stays the same
    /// if both are moved together, in whatever folder the command runs, and on every file system.
    fn file_name(&self, source: &Source, number: u64) -> String {
        let key = self.key(source.path.as_deref());
        let safe_key: String = String::from_utf8_lossy(&key)
            .chars()
            .map(|character| {
                if character.is_ascii_alphanumeric() || character == '_' {
                    character
                } else {
                    '-'
                }
            })
            .collect();
        let long_name = safe_key.trim_start_matches('-');
        let short_name = long_name
            .get(long_name.len().saturating_sub(MAX_NAME_LENGTH)..)
            .unwrap_or(long_name);

        let hash: String = Sha256::digest(&key)
            .iter()
            .take(6)
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!("{short_name}__{number}-{hash}.snap")
    }

    /// Returns the path of a file relative to the folder of snapshots.
    fn key(&self, path: Option<&Path>) -> Vec<u8> {
        // No path can contain a NUL.
        let Some(path) = path else {
            return b"\0standard-input".to_vec();
        };
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
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
