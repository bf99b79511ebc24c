//! Layout of findings: colours, width and hyperlinks.

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use anstream::ColorChoice;
use anstream::stream::RawStream;

use super::links::hyperlinks_in;
use pipscribe::reports::Look;

/// Default width of findings, and the maximum width on a terminal, because longer lines are hard to
/// read.
const WIDTH: usize = 100;
/// Widths that are accepted.
const WIDTHS: RangeInclusive<usize> = 40..=1_000;

/// Returns the layout of findings on standard output. `path` is the file or folder on the command
/// line to which the findings belong. Its settings give the address of the book.
pub(crate) fn look(path: Option<&Path>) -> Look<'static> {
    let stdout = io::stdout();
    let size = terminal_size::terminal_size_of(&stdout);
    let columns = size.map(|(terminal_size::Width(columns), _)| usize::from(columns));
    look_on(&stdout, columns, None, path)
}

/// Returns the layout of findings in the file `output` or, without a file or for `-`, on standard
/// output. `path` is as for [`look`].
pub(crate) fn look_in(output: Option<&Path>, path: Option<&Path>) -> Look<'static> {
    match output.filter(|output| *output != Path::new("-")) {
        // Like a file, a `Vec` is never a terminal.
        Some(_) => look_on(&Vec::<u8>::new(), None, output, path),
        None => look(path),
    }
}

/// Returns the layout on a stream. `terminal` is the width of the terminal, if the stream is one.
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

/// Returns the width of findings: the width of the terminal, or `COLUMNS`.
fn width(terminal: Option<usize>) -> usize {
    let width = match terminal {
        Some(width) => width.min(WIDTH),
        None => columns_of_environment().unwrap_or(WIDTH),
    };
    width.clamp(*WIDTHS.start(), *WIDTHS.end())
}

fn columns_of_environment() -> Option<usize> {
    let columns: usize = std::env::var("COLUMNS").ok()?.trim().parse().ok()?;
    (columns > 0).then_some(columns)
}
