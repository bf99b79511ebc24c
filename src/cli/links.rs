//! Links from findings to the book.

use std::path::Path;
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use supports_hyperlinks::Stream;

use super::help::GLOBAL_HEADING;
use crate::findings::BookAddress;

/// Arguments for links to the book.
#[derive(Debug, Args)]
pub(crate) struct LinkArguments {
    /// Set the address of the book; `none` for no links
    #[arg(
        long,
        global = true,
        value_name = "URL",
        default_value = env!("CARGO_PKG_HOMEPAGE"),
        value_parser = BookBase::parse,
        help_heading = GLOBAL_HEADING,
        display_order = 1_001,
        overrides_with = "base_url"
    )]
    base_url: BookBase,
    /// Link codes and rules to the book: auto, always, never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t = Hyperlinks::Auto,
        hide_possible_values = true,
        help_heading = GLOBAL_HEADING,
        display_order = 1_002,
        overrides_with = "hyperlinks"
    )]
    hyperlinks: Hyperlinks,
}

/// An address, or none.
#[derive(Clone, Debug)]
struct BookBase(Option<String>);

impl BookBase {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "" | "none" => Ok(Self(None)),
            _ if BookAddress::new(text).is_none() => Err("an address has no blank, no quote and no bracket".to_owned()),
            _ => Ok(Self(Some(text.to_owned()))),
        }
    }
}

/// When to write clickable links: `Auto` writes them on terminals known to support them, and follows `FORCE_HYPERLINK`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Hyperlinks {
    #[default]
    Auto,
    Always,
    Never,
}

/// The values of the options.
static LINKS: OnceLock<(BookBase, Hyperlinks)> = OnceLock::new();

impl LinkArguments {
    /// Sets the options for everything that is written later.
    pub(crate) fn set(self) {
        // A command line is parsed once.
        let _ = LINKS.set((self.base_url, self.hyperlinks));
    }
}

/// Returns the book to link to, for files too.
pub(crate) fn book() -> Option<BookAddress<'static>> {
    LINKS.get().and_then(|(base, _)| BookAddress::new(base.0.as_deref()?))
}

/// Returns the book that findings link to in a file; without a path or for `-`, on standard output.
pub(crate) fn hyperlinks_in(path: Option<&Path>) -> Option<BookAddress<'static>> {
    let is_file = path.is_some_and(|path| path != Path::new("-"));
    let are_there = match LINKS.get().map_or(Hyperlinks::Auto, |(_, when)| *when) {
        Hyperlinks::Auto => !is_file && supports_hyperlinks::on(Stream::Stdout),
        Hyperlinks::Always => true,
        Hyperlinks::Never => false,
    };
    book().filter(|_| are_there)
}
