//! The option `--color`: whether output has colours.

use std::ffi::OsString;

use anstream::ColorChoice;
use clap::ValueEnum;

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
    /// too. The last valid choice counts.
    pub(crate) fn in_arguments(arguments: impl Iterator<Item = OsString>) -> Self {
        let mut choice = Self::default();
        let mut arguments = arguments.skip(1).take_while(|argument| argument != "--");
        while let Some(argument) = arguments.next() {
            let argument = argument.to_string_lossy();
            let value = match argument.strip_prefix("--color") {
                Some("") => arguments
                    .next()
                    .map(|value| value.to_string_lossy().into_owned()),
                Some(rest) => rest.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            if let Some(value) = value
                && let Ok(valid) = Self::from_str(&value, false)
            {
                choice = valid;
            }
        }
        choice
    }

    /// Returns the choice for help, which clap writes.
    pub(crate) fn for_help(self) -> clap::ColorChoice {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_colour_option_wins() {
        let choice = |line: &str| Colour::in_arguments(line.split(' ').map(OsString::from));
        assert_eq!(choice("pipscribe check"), Colour::Auto);
        assert_eq!(choice("pipscribe --color always check"), Colour::Always);
        assert_eq!(
            choice("pipscribe check --color=always --color never"),
            Colour::Never
        );
        assert_eq!(choice("pipscribe check --color=no --color"), Colour::Auto);
        assert_eq!(choice("pipscribe check -- --color=always"), Colour::Auto);
        assert_eq!(choice("pipscribe check --colors=always"), Colour::Auto);
    }
}
