//! Replaces ranges of a file while it is read. Every other byte is unchanged: the new file is a
//! copy with the new ranges. [`Replacement`] puts it in the place of the old one.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use super::atomic_replacement::Replacement;
use super::file_state::changed_meanwhile;
use super::source::Source;

/// A file whose ranges are being replaced.
pub(crate) struct PatchedFile {
    original: BufReader<File>,
    /// The number of bytes of the original that were copied or replaced.
    position: u64,
    replacement: Replacement,
}

impl PatchedFile {
    /// Opens the file of a source that was read.
    pub(crate) fn new(path: &Path, source: &Source) -> io::Result<Self> {
        // The kind is checked first, because opening a pipe would block for ever.
        let replacement = Replacement::new(path)?
            .only_if(source.state())
            .with_other_names(&source.other_names);
        Ok(Self {
            original: BufReader::new(File::open(path)?),
            position: 0,
            replacement,
        })
    }

    /// Replaces `before` at byte `offset`, which must come after the previous range.
    pub(crate) fn replace(&mut self, offset: u64, before: &[u8], after: &[u8]) -> io::Result<()> {
        let unchanged_length = offset.saturating_sub(self.position);
        let mut unchanged = self.original.by_ref().take(unchanged_length);
        io::copy(&mut unchanged, &mut self.replacement.file)?;

        let mut found = Vec::with_capacity(before.len());
        self.original
            .by_ref()
            .take(before.len() as u64)
            .read_to_end(&mut found)?;
        if found != before {
            return Err(changed_meanwhile());
        }
        self.position = offset + before.len() as u64;
        self.replacement.file.write_all(after)
    }

    /// Copies the rest, calls `verify` with the old and the new file, and replaces the old one.
    pub(crate) fn finish(
        mut self,
        verify: impl FnOnce(File, File) -> io::Result<()>,
    ) -> io::Result<()> {
        io::copy(&mut self.original, &mut self.replacement.file)?;
        self.replacement.file.flush()?;
        // If the file has changed, it no longer matches the text that was read.
        self.replacement.check_unchanged()?;
        let mut before = self.original.into_inner();
        // The clone shares the file position, which is safe because nothing is written after this.
        let mut after = self.replacement.file.get_ref().try_clone()?;
        before.rewind()?;
        after.rewind()?;
        verify(before, after)?;
        self.replacement.replace()
    }
}
