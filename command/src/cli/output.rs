//! Output of the commands: standard output, files that are replaced as a whole, and standard error.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use serde::Serialize;

use super::Failure;
use super::atomic_replacement::Replacement;
use super::output_filters::{SpreadsheetFilter, TerminalFilter};
use super::paths::path_name;
use pipscribe::reports::Look;
pub(crate) use pipscribe::text::counted;
use pipscribe::text::{json_line, lines, one_line};

/// Writes a line to standard error, safe for terminals.
macro_rules! stderr_line {
    ($($text:tt)*) => {
        $crate::cli::output::write_stderr_line(&format!($($text)*))
    };
}
pub(crate) use stderr_line;

/// Writes a line to standard error.
pub(crate) fn write_stderr_line(text: &str) {
    write_stderr(&format!("{}\n", one_line(text)));
}

/// Writes lines to standard error. Failures are ignored. They are not a reason to stop, or to panic
/// as `eprintln!` does.
pub(crate) fn write_stderr(text: &str) {
    let _ = write!(anstream::stderr(), "{}", lines(text));
}

/// Buffered output of a command.
pub(crate) struct Output {
    /// Standard output, a pipe or a device. If there is a replacement, nothing is written here.
    out: Box<dyn Write>,
    /// The replacement for a file, which takes effect once everything is written.
    replacement: Option<Replacement>,
    /// The name for messages.
    name: String,
    is_standard: bool,
    /// Keeps a spreadsheet from reading cells as formulas.
    spreadsheet: Option<SpreadsheetFilter>,
    /// Spells out control characters in all output that is text for people.
    terminal: Option<TerminalFilter>,
}

impl Output {
    fn new(out: Box<dyn Write>, name: String) -> Self {
        let terminal = Some(TerminalFilter::default());
        Self {
            out,
            replacement: None,
            name,
            is_standard: false,
            spreadsheet: None,
            terminal,
        }
    }

    /// Returns standard output.
    pub(crate) fn standard() -> Self {
        let out = Box::new(BufWriter::with_capacity(1 << 16, io::stdout().lock()));
        Self {
            is_standard: true,
            ..Self::new(out, "the output".into())
        }
    }

    /// Returns an output that drops everything.
    pub(crate) fn nowhere() -> Self {
        Self::new(Box::new(io::sink()), "the output".into())
    }

    /// Returns the output for data, such as records and images: control characters are spelled out
    /// only on a terminal.
    pub(crate) fn for_data(mut self) -> Self {
        if !(self.is_standard && io::stdout().is_terminal()) {
            self.terminal = None;
        }
        self
    }

    /// Returns the output for reports with colours and hyperlinks. Such a report spells out control
    /// characters in the texts of records itself.
    pub(crate) fn for_look(mut self, look: &Look<'_>) -> Self {
        if look.colours || look.links.is_some() {
            self.terminal = None;
        }
        self
    }

    /// Returns the output with a check: if another program saves the file from now on, the file is
    /// not replaced.
    pub(crate) fn unless_changed(mut self) -> Self {
        self.replacement = self.replacement.map(Replacement::unless_changed);
        self
    }

    /// Returns the output for a table without formulas.
    pub(crate) fn for_spreadsheets(mut self) -> Self {
        self.spreadsheet = Some(SpreadsheetFilter::default());
        self
    }

    /// Opens a file or, without a path or for `-`, standard output. A file is replaced as a whole
    /// or not at all; pipes and devices are written to directly.
    pub(crate) fn to(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Ok(Self::standard());
        };
        let name = path_name(path);
        let failure = |error| Failure::creating(&name, error);
        let is_file_or_new = match path.metadata() {
            Ok(metadata) => metadata.is_file(),
            // A link to a missing file is not replaced; `File::create` creates the missing file.
            Err(_) => path.symlink_metadata().is_err(),
        };
        if is_file_or_new {
            let replacement = Some(Replacement::new(path).map_err(failure)?);
            return Ok(Self {
                replacement,
                ..Self::new(Box::new(io::sink()), name)
            });
        }
        let file = File::create(path).map_err(failure)?;
        Ok(Self::new(Box::new(BufWriter::new(file)), name))
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::writing(&self.name, error)
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes bytes.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.write_all(bytes).map_err(|error| self.failure(error))
    }

    fn write_unfiltered(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.replacement {
            Some(replacement) => replacement.file.write_all(bytes),
            None => self.out.write_all(bytes),
        }
    }

    /// Writes a whole text to a file or, without a path or for `-`, to standard output.
    pub(crate) fn write_whole(path: Option<&Path>, text: &str) -> Result<(), Failure> {
        let mut out = Self::to(path)?;
        out.write(text)?;
        out.finish()
    }

    /// Like [`Self::write_whole`], for data, which is written unchanged.
    pub(crate) fn write_data(path: Option<&Path>, data: impl AsRef<[u8]>) -> Result<(), Failure> {
        let mut out = Self::to(path)?.for_data();
        out.write_bytes(data.as_ref())?;
        out.finish()
    }

    /// Flushes the output and reports a failure.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let pending = self
            .terminal
            .as_mut()
            .map(TerminalFilter::finish)
            .unwrap_or_default();
        self.write_unfiltered(&pending)
            .map_err(|error| self.failure(error))?;
        let finished = match self.replacement.take() {
            Some(replacement) => replacement.replace(),
            None => self.out.flush(),
        };
        finished.map_err(|error| self.failure(error))
    }
}

/// Lets reports write to an output without a name.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut filtered = Cow::Borrowed(bytes);
        if let Some(filter) = &mut self.spreadsheet {
            filtered = Cow::Owned(filter.filtered(&filtered));
        }
        if let Some(filter) = &mut self.terminal {
            filtered = Cow::Owned(filter.filtered(&filtered));
        }
        self.write_unfiltered(&filtered)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns a value as a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let line = json_line(value).map_err(|error| Failure::output(error.into()))?;
    Ok(line + "\n")
}
