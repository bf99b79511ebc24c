//! Where commands write to.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use super::Failure;
use super::replace_file::Replacement;
use crate::reports::Look;
use crate::text::{lines, one_line};

/// Says a line on standard error, whatever stands in it.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::cli::output::tell_line(&format!($($text)*))
    };
}
pub(crate) use tell;

/// Says a line on standard error.
pub(crate) fn tell_line(text: &str) {
    tell_text(&format!("{}\n", one_line(text)));
}

/// Says a text on standard error that ends its lines itself. That nobody can be told there is no
/// reason to stop, or to panic as `eprintln!` does.
pub(crate) fn tell_text(text: &str) {
    let _ = write!(anstream::stderr(), "{}", lines(text));
}

/// What a command writes, in large pieces.
pub(crate) struct Output {
    out: Box<dyn Write>,
    /// A file that is there once all of it is written.
    beside: Option<Replacement>,
    name: String,
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        let out = Box::new(BufWriter::with_capacity(1 << 16, io::stdout().lock()));
        Self { out, beside: None, name: "the output".into() }
    }

    /// A file, or standard output where there is none or it is `-`. A file is replaced whole or not
    /// at all; a pipe or a device is written to.
    pub(crate) fn to(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Self::standard()) };
        let name = path.display().to_string();
        let failure = |error| Failure::Io { what: format!("creating {name}"), error };
        let is_file_or_new = match path.metadata() {
            Ok(metadata) => metadata.is_file(),
            // A link that leads nowhere yet is followed.
            Err(_) => path.symlink_metadata().is_err(),
        };
        if is_file_or_new {
            let beside = Some(Replacement::of(path).map_err(failure)?);
            return Ok(Self { out: Box::new(io::sink()), beside, name });
        }
        let file = File::create(path).map_err(failure)?;
        Ok(Self { out: Box::new(BufWriter::new(file)), beside: None, name })
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::Io { what: format!("writing {}", self.name), error }
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes bytes.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let written = match &mut self.beside {
            Some(beside) => beside.file.write_all(bytes),
            None => self.out.write_all(bytes),
        };
        written.map_err(|error| self.failure(error))
    }

    /// Writes what is left; without it a failure would go unseen.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let finished = match self.beside.take() {
            Some(beside) => beside.replace(),
            None => self.out.flush(),
        };
        finished.map_err(|error| self.failure(error))
    }
}

/// For reports, which name no output.
impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.beside {
            Some(beside) => beside.file.write(bytes),
            None => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The look of findings on standard output: colours on a terminal, unless `NO_COLOR` forbids.
pub(crate) fn look() -> Look {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Look { colours: io::stdout().is_terminal() && !plain, width: 100 }
}

/// A word in the singular or with an `s`.
pub(crate) fn counted(count: u64, word: &str) -> String {
    if count == 1 { format!("{count} {word}") } else { format!("{count} {word}s") }
}
