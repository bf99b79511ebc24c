//! Stretches of a file that are replaced while it is read; every other byte stays.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use super::file_state::{FileState, changed_meanwhile};
use super::replace_file::Replacement;

/// A file while stretches of it are replaced.
pub(crate) struct Patching {
    original: BufReader<File>,
    /// How much of the original is copied or replaced.
    at: u64,
    beside: Replacement,
}

impl Patching {
    /// Begins with a file that was read in the given state.
    pub(crate) fn of(path: &Path, state: Option<&FileState>) -> io::Result<Self> {
        // First: what is no file is not opened, since a pipe would wait for ever.
        let beside = Replacement::of(path)?.only_if(state);
        Ok(Self { original: BufReader::new(File::open(path)?), at: 0, beside })
    }

    /// Replaces `before`, which stands `offset` bytes into the file; behind what was replaced last.
    pub(crate) fn replace(&mut self, offset: u64, before: &[u8], after: &[u8]) -> io::Result<()> {
        let between = offset.saturating_sub(self.at);
        io::copy(&mut self.original.by_ref().take(between), &mut self.beside.file)?;
        let mut there = Vec::with_capacity(before.len());
        self.original.by_ref().take(before.len() as u64).read_to_end(&mut there)?;
        if there != before {
            return Err(changed_meanwhile());
        }
        self.at = offset + before.len() as u64;
        self.beside.file.write_all(after)
    }

    /// Copies the rest, asks `is_right` of the file as it was and as it is to be, and puts the new file in the place of the
    /// old one.
    pub(crate) fn finish(mut self, is_right: impl FnOnce(File, File) -> io::Result<()>) -> io::Result<()> {
        io::copy(&mut self.original, &mut self.beside.file)?;
        self.beside.file.flush()?;
        // A file that changed is not compared with what was read of it before.
        self.beside.check_unchanged()?;
        let mut before = self.original.into_inner();
        // The descriptor is shared: reading moves its place, and nothing is written any more.
        let mut after = self.beside.file.get_ref().try_clone()?;
        before.rewind()?;
        after.rewind()?;
        is_right(before, after)?;
        self.beside.replace()
    }
}
