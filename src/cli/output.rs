//! Where commands write to.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use super::Failure;
use crate::findings::human::Look;

/// Standard output, written in large pieces.
pub(crate) struct Output {
    out: Box<dyn Write>,
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        Self { out: Box::new(BufWriter::with_capacity(1 << 16, io::stdout().lock())) }
    }

    /// A file, or standard output where there is none or it is `-`.
    pub(crate) fn to(path: Option<&Path>) -> Result<Self, Failure> {
        match path {
            None => Ok(Self::standard()),
            Some(path) if path == Path::new("-") => Ok(Self::standard()),
            Some(path) => {
                let file = File::create(path)
                    .map_err(|error| Failure::Io { what: format!("creating {}", path.display()), error })?;
                Ok(Self { out: Box::new(BufWriter::new(file)) })
            }
        }
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Failure> {
        self.out.write_all(text.as_bytes()).map_err(Failure::output)
    }

    /// Writes bytes.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(Failure::output)
    }

    /// Writes what is left; without it a failure would go unseen.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::output)
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
