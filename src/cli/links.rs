//! Links from findings to the book.

use std::path::Path;
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use supports_hyperlinks::Stream;

use super::Failure;
use super::book::written_book;
use super::config::project;
use super::help::GLOBAL_HEADING;
use crate::findings::BookAddress;

/// Environment variable with the address of the book.
const VARIABLE: &str = "PIPSCRIBE_BOOK_URL";

/// Arguments for links to the book.
#[derive(Debug, Args)]
pub(crate) struct LinkArguments {
    /// Set the address of the book; `none` for no links [default: PIPSCRIBE_BOOK_URL, else `pipscribe.toml`]
    #[arg(
        long,
        global = true,
        value_name = "URL",
        value_parser = BookBase::parse,
        help_heading = GLOBAL_HEADING,
        display_order = 1_001,
        overrides_with = "base_url"
    )]
    base_url: Option<BookBase>,
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

/// Links of this run.
#[derive(Debug)]
struct Links {
    /// The address that is set; `None` if none is set anywhere.
    base: Option<BookBase>,
    hyperlinks: Hyperlinks,
}

static LINKS: OnceLock<Links> = OnceLock::new();

/// The address of the book that `pipscribe book` wrote, found on first use.
static WRITTEN: OnceLock<Option<String>> = OnceLock::new();

impl LinkArguments {
    /// Sets the links for everything that is written from now on.
    pub(crate) fn set(&self) -> Result<(), Failure> {
        let base = match &self.base_url {
            Some(base) => Some(base.clone()),
            None => base_of_surroundings()?,
        };
        // The arguments are parsed once.
        let _ = LINKS.set(Links { base, hyperlinks: self.hyperlinks });
        Ok(())
    }
}

/// Returns the address that the environment, `pipscribe.toml` or the build sets, in this order.
fn base_of_surroundings() -> Result<Option<BookBase>, Failure> {
    let parse = |text: &str, place: &str| {
        BookBase::parse(text).map(Some).map_err(|error| Failure::Usage(format!("{place}: {error}")))
    };
    if let Ok(text) = std::env::var(VARIABLE)
        && !text.is_empty()
    {
        return parse(&text, VARIABLE);
    }
    if let Some(url) = &project().config.book.url {
        return parse(url, "pipscribe.toml");
    }
    Ok(BookAddress::of_build().map(|book| BookBase(Some(book.base().to_owned()))))
}

/// Returns the book that files link to: the address that is set.
pub(crate) fn book() -> Option<BookAddress<'static>> {
    let base = LINKS.get()?.base.as_ref()?;
    BookAddress::new(base.0.as_deref()?)
}

/// Returns the book for a reader at this machine: the address that is set, otherwise the book that `pipscribe book`
/// wrote.
pub(crate) fn book_here() -> Option<BookAddress<'static>> {
    match LINKS.get() {
        Some(Links { base: Some(_), .. }) => book(),
        _ => WRITTEN.get_or_init(written_book).as_deref().and_then(BookAddress::new),
    }
}

/// Returns the book that findings link to in a file, or on standard output without a path or for `-`.
pub(crate) fn hyperlinks_in(path: Option<&Path>) -> Option<BookAddress<'static>> {
    let is_file = path.is_some_and(|path| path != Path::new("-"));
    let are_there = match LINKS.get().map_or(Hyperlinks::Auto, |links| links.hyperlinks) {
        Hyperlinks::Auto => !is_file && supports_hyperlinks::on(Stream::Stdout),
        Hyperlinks::Always => true,
        Hyperlinks::Never => false,
    };
    if are_there { book_here() } else { None }
}
