//! What commands write into the files that they read: `test --bless`, `check --fix`, `mend` and `infer`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::diff::hunks;
use super::input::{Source, told};
use super::patch::Patching;
use super::{Failure, Status};
use crate::text::{RawRecord, one_line};

/// Lines of a file that others replace.
pub(super) struct Replaced {
    /// Where they begin, in bytes.
    offset: u64,
    pub(super) before: Vec<u8>,
    pub(super) after: Vec<u8>,
}

impl Replaced {
    /// A record that another replaces.
    pub(super) fn of(raw: &RawRecord, by: &RawRecord) -> Self {
        let (offset, before) = raw.lines();
        Self { offset, before, after: by.lines().1 }
    }
}

/// The file that is being read, while records are written into it.
#[derive(Default)]
pub(super) struct InPlace {
    patching: Option<Patching>,
    /// Nothing more can be written into this file.
    failed: bool,
    /// It was written before, under this name or another.
    is_done: bool,
    /// How many lines its new form has more so far.
    more_lines: u64,
    written: BTreeSet<PathBuf>,
    /// Whether any file could not be written; that was told.
    pub(super) trouble: Status,
}

impl InPlace {
    /// A file begins.
    pub(super) fn begin(&mut self) {
        *self = Self { written: std::mem::take(&mut self.written), trouble: self.trouble, ..Self::default() };
    }

    /// Writes a record anew, which begins on line `line` of its file; gives back what changes, `None` where that cannot be
    /// written.
    pub(super) fn write(&mut self, source: &Source, line: u64, replaced: &Replaced) -> Option<String> {
        self.patch(source, line, replaced).map_err(|failure| told(&failure, &mut self.trouble)).ok()
    }

    fn patch(&mut self, source: &Source, line: u64, replaced: &Replaced) -> Result<String, Failure> {
        let Replaced { offset, before, after } = replaced;
        let path = source.path.as_deref().unwrap_or_else(|| "-".as_ref());
        let failure = |error| Failure::Io { what: format!("writing {}", source.name), error };
        if self.is_done {
            return Ok(String::new());
        }
        if self.failed {
            return Err(failure(std::io::Error::other("given up, as for the record before")));
        }
        if self.patching.is_none() {
            let place = fs::canonicalize(path).map_err(failure)?;
            if !self.written.insert(place) {
                self.is_done = true;
                return Ok(String::new());
            }
        }
        self.failed = true;
        let mut patching = match self.patching.take() {
            Some(patching) => patching,
            None => Patching::of(path, source.state()).map_err(failure)?,
        };
        patching.replace(*offset, before, after).map_err(failure)?;
        self.patching = Some(patching);
        self.failed = false;
        let diff = hunks(before, after, line, line + self.more_lines);
        let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.more_lines += lines(after).saturating_sub(lines(before));
        Ok(format!("--- {0}\n+++ {0}\n{diff}", one_line(&source.name)))
    }

    /// The file has ended; one that could not be read to its end stays as it is.
    pub(super) fn end(&mut self, source: &Source, well: bool) {
        if let Some(patching) = self.patching.take().filter(|_| well)
            && let Err(error) = patching.finish()
        {
            told(&Failure::Io { what: format!("writing {}", source.name), error }, &mut self.trouble);
        }
    }
}
