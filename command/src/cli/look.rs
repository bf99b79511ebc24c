//! Layout of findings: colours, width and hyperlinks.

use std::ffi::OsString;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use anstream::ColorChoice;
use anstream::stream::RawStream;
use clap::ValueEnum;

use super::links::hyperlinks_in;
use pipscribe::reports::Look;

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
