//! A file that `fmt` rewrites: as a whole or not at all, and only if something changes. Its target
//! may also be a diff or a list of names.
//!
//! The new text arrives record by record and is compared with the file. The new file is started
//! only at the first byte that differs, with a copy of the bytes before it.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use similar::TextDiff;

use super::Failure;
use super::atomic_replacement::Replacement;
use super::file_state::FileState;
use super::output::Output;
use super::record_diff::shown;
use super::source::Source;
use pipscribe::formats::pips::{FormattedPiece, Joiner};
use pipscribe::text::one_line;

/// Destination of the canonical form of a file.
pub(crate) enum RewriteTarget {
    /// Standard output: the name of the file, if it would change.
    NameOnly,
    /// Standard output, as a diff.
    Diff,
    /// Standard output.
    Output,
    /// The file itself.
    Replaced(PathBuf),
}

/// A file whose canonical form is being written.
pub(crate) struct RewrittenFile {
    name: String,
    path: Option<PathBuf>,
    target: RewriteTarget,
    /// Separates each formatted record from the one before it.
    joiner: Joiner,
    /// The original file, up to the first byte that changes.
    original: Option<BufReader<Box<dyn Read>>>,
    /// The state of the file when it was read.
    state: Option<FileState>,
    /// Other names of the file among those that are rewritten.
    other_names: Vec<PathBuf>,
    /// The number of equal bytes so far.
    equal_bytes: u64,
    changed: bool,
    /// The new file, from the first byte that changes on.
    replacement: Option<Replacement>,
    /// The whole canonical form, for a diff.
    new_text: Vec<u8>,
    /// All bytes of an input that can be read only once, if they will be needed again.
    read_once: Option<Vec<u8>>,
}

impl RewrittenFile {
    /// Starts to rewrite a file.
    pub(crate) fn new(source: &Source, target: RewriteTarget) -> Result<Self, Failure> {
        // Opening a pipe a second time would block for ever.
        if let RewriteTarget::Replaced(path) = &target
            && path.metadata().is_ok_and(|metadata| !metadata.is_file())
        {
            let name = &source.name;
            let message = format!("{name} is not a regular file and cannot be replaced");
            return Err(Failure::Usage(message));
        }

        let can_be_read_again = source.path.as_ref().is_some_and(|path| path.is_file());
        // Without a comparison, the text is only written to the output.
        let needs_original = !matches!(target, RewriteTarget::Output);
        let original = if needs_original && can_be_read_again {
            Some(BufReader::new(source.open()?))
        } else {
            None
        };
        let reports_changes = matches!(target, RewriteTarget::NameOnly | RewriteTarget::Diff);
        let read_once = if reports_changes && !can_be_read_again {
            Some(Vec::new())
        } else {
            None
        };
        Ok(Self {
            name: source.name.clone(),
            path: source.path.clone(),
            read_once,
            target,
            joiner: Joiner::default(),
            original,
            state: source.state().cloned(),
            other_names: source.other_names.clone(),
            equal_bytes: 0,
            changed: false,
            replacement: None,
            new_text: Vec::new(),
        })
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::writing(&self.name, error)
    }

    /// Adds the next record in its old and its new form.
    pub(crate) fn push(
        &mut self,
        before: &[u8],
        piece: FormattedPiece,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        self.joiner.push(piece, &mut bytes);
        self.push_bytes(before, &bytes, out)
    }

    /// Adds bytes that are already formatted, in their old and their new form.
    pub(crate) fn push_bytes(
        &mut self,
        before: &[u8],
        bytes: &[u8],
        out: &mut Output,
    ) -> Result<(), Failure> {
        if matches!(self.target, RewriteTarget::Output) {
            return out.write_bytes(bytes);
        }
        if let Some(read_once) = &mut self.read_once {
            read_once.extend_from_slice(before);
            self.new_text.extend_from_slice(bytes);
            return Ok(());
        }
        if matches!(self.target, RewriteTarget::Diff) {
            self.new_text.extend_from_slice(bytes);
        }
        self.compare(bytes).map_err(|error| self.failure(error))
    }

    /// Compares the next bytes with the file. Once something has changed, writes them into the new
    /// file, if there is one.
    fn compare(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !self.changed
            && let Some(original) = &mut self.original
        {
            let mut before = Vec::with_capacity(bytes.len());
            original
                .by_ref()
                .take(bytes.len() as u64)
                .read_to_end(&mut before)?;
            if before == bytes {
                self.equal_bytes += bytes.len() as u64;
                return Ok(());
            }
            self.start_replacement()?;
        }
        match &mut self.replacement {
            Some(replacement) => replacement.file.write_all(bytes),
            None => Ok(()),
        }
    }

    /// Notes that something has changed. Starts the new file with the equal bytes, if the file is
    /// to be replaced.
    fn start_replacement(&mut self) -> io::Result<()> {
        self.changed = true;
        self.original = None;
        if let RewriteTarget::Replaced(path) = &self.target {
            let mut replacement = Replacement::new(path)?
                .only_if(self.state.as_ref())
                .with_other_names(&self.other_names);
            let mut equal = File::open(path)?.take(self.equal_bytes);
            io::copy(&mut equal, &mut replacement.file)?;
            self.replacement = Some(replacement);
        }
        Ok(())
    }

    /// Finishes the file. Returns true if something changed.
    pub(crate) fn finish(mut self, out: &mut Output) -> Result<bool, Failure> {
        let mut rest = Vec::new();
        self.joiner.finish(&mut rest);
        self.push_bytes(&[], &rest, out)?;
        // If the new text is only the beginning of the original, something has changed, too.
        if let Some(original) = &mut self.original {
            let byte_count = original
                .read(&mut [0])
                .map_err(|error| self.failure(error))?;
            if byte_count > 0 {
                self.start_replacement()
                    .map_err(|error| self.failure(error))?;
            }
        }

        if let Some(replacement) = self.replacement.take() {
            replacement.replace().map_err(|error| self.failure(error))?;
        }
        if let Some(read_once) = &self.read_once {
            self.changed = *read_once != self.new_text;
        }
        if self.changed {
            let name = one_line(&self.name);
            match self.target {
                RewriteTarget::Diff => out.write(&self.diff(&name)?)?,
                RewriteTarget::NameOnly => out.write(&format!("{name}\n"))?,
                RewriteTarget::Output | RewriteTarget::Replaced(_) => {}
            }
        }
        Ok(self.changed)
    }

    fn diff(&self, name: &str) -> Result<String, Failure> {
        let original = match (&self.read_once, &self.path) {
            (Some(original), _) => shown(original),
            (None, Some(path)) => {
                let bytes = fs::read(path).map_err(|error| self.failure(error))?;
                shown(&bytes)
            }
            (None, None) => String::new(),
        };
        let new_text = shown(&self.new_text);
        let diff = TextDiff::from_lines(&original, &new_text);
        Ok(diff.unified_diff().header(name, name).to_string())
    }
}
