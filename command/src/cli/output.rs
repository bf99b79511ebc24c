//! Output of the commands: standard output, files that are replaced as a whole, and standard error;
//! colours and the width of findings.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use anstream::stream::RawStream;
use clap::ValueEnum;
use serde::Serialize;

use super::Failure;
use super::atomic_replacement::Replacement;
use super::links::hyperlinks_in;
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
    out: Box<dyn Write>,
    /// The replacement for a file, which takes effect once everything is written.
    replacement: Option<Replacement>,
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
            // A dangling link is followed.
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

/// When to colour: `Auto` colours on a terminal unless `NO_COLOR` is set, and elsewhere if
/// `CLICOLOR_FORCE` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    /// Returns the choice in the raw arguments, because help and argument errors must respect it,
    /// too.
    pub(crate) fn asked(arguments: impl Iterator<Item = OsString>) -> Self {
        let mut asked = Self::default();
        let mut arguments = arguments.skip(1).take_while(|argument| argument != "--");
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy();
            let value = match argument.strip_prefix("--color") {
                Some("") => arguments
                    .next()
                    .map(|value| value.to_string_lossy().into_owned()),
                Some(value) => value.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            asked = value
                .and_then(|value| Self::from_str(&value, false).ok())
                .unwrap_or(asked);
        }
        asked
    }

    /// Returns the choice for clap.
    pub(crate) fn of_help(self) -> clap::ColorChoice {
        match self {
            Self::Auto => clap::ColorChoice::Auto,
            Self::Always => clap::ColorChoice::Always,
            Self::Never => clap::ColorChoice::Never,
        }
    }

    /// Sets the choice for everything that is written later.
    pub(crate) fn set(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

/// Default width of findings, and the maximum width on a terminal, because longer lines are hard to
/// read.
const WIDTH: usize = 100;
/// Widths that are accepted.
const WIDTHS: RangeInclusive<usize> = 40..=1_000;

/// Returns the width of findings: the width of the terminal, or `COLUMNS`.
fn width(terminal: Option<usize>) -> usize {
    let columns = || {
        std::env::var("COLUMNS")
            .ok()?
            .trim()
            .parse()
            .ok()
            .filter(|&width| width > 0)
    };
    let width: usize = terminal
        .map(|width| width.min(WIDTH))
        .or_else(columns)
        .unwrap_or(WIDTH);
    width.clamp(*WIDTHS.start(), *WIDTHS.end())
}

fn look_on(
    stream: &impl RawStream,
    terminal: Option<usize>,
    output: Option<&Path>,
    path: Option<&Path>,
) -> Look<'static> {
    let colours = anstream::AutoStream::choice(stream) != ColorChoice::Never;
    Look {
        colours,
        width: width(terminal),
        links: hyperlinks_in(output, path),
    }
}

/// Returns the layout of findings on standard output. `path` is the file or folder on the command
/// line to which the findings belong. Its settings give the address of the book.
pub(crate) fn look(path: Option<&Path>) -> Look<'static> {
    let stdout = io::stdout();
    let size = terminal_size::terminal_size_of(&stdout);
    look_on(
        &stdout,
        size.map(|(terminal_size::Width(columns), _)| usize::from(columns)),
        None,
        path,
    )
}

/// Returns the layout of findings in the file `output` or, without a file or for `-`, on standard
/// output. `path` is as for [`look`].
pub(crate) fn look_in(output: Option<&Path>, path: Option<&Path>) -> Look<'static> {
    match output.filter(|output| *output != Path::new("-")) {
        Some(_) => look_on(&Vec::<u8>::new(), None, output, path),
        None => look(path),
    }
}

/// Returns a value as a line of JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, Failure> {
    let line = json_line(value).map_err(|error| Failure::output(error.into()))?;
    Ok(line + "\n")
}

/// Folders that were created for an output. When this value is dropped, folders that are still
/// empty are removed, so that a failed command leaves no folders.
#[must_use = "an empty folder is removed when this is dropped"]
pub(crate) struct NewFolders {
    /// Created folders, the innermost first.
    created: Vec<PathBuf>,
}

impl NewFolders {
    /// Removes the empty folders.
    pub(super) fn remove_empty(&self) {
        for folder in &self.created {
            // Removal fails for a folder that contains files.
            let _ = fs::remove_dir(folder);
        }
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        self.remove_empty();
    }
}

/// Creates a folder and its parents. Keep the result until the output is written, because it
/// removes the folders that are empty when it is dropped.
pub(crate) fn create_folder(folder: &Path) -> Result<NewFolders, Failure> {
    let is_missing =
        |folder: &&Path| !folder.as_os_str().is_empty() && folder.symlink_metadata().is_err();
    let created = folder
        .ancestors()
        .take_while(is_missing)
        .map(Path::to_owned)
        .collect();
    let new = NewFolders { created };
    fs::create_dir_all(folder).map_err(|error| Failure::creating(path_name(folder), error))?;
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_colour_option_wins() {
        let asked = |line: &str| Colour::asked(line.split(' ').map(OsString::from));
        assert_eq!(asked("pipscribe check"), Colour::Auto);
        assert_eq!(asked("pipscribe --color always check"), Colour::Always);
        assert_eq!(
            asked("pipscribe check --color=always --color never"),
            Colour::Never
        );
        assert_eq!(asked("pipscribe check --color=no --color"), Colour::Auto);
        assert_eq!(asked("pipscribe check -- --color=always"), Colour::Auto);
        assert_eq!(asked("pipscribe check --colors=always"), Colour::Auto);
    }
}
