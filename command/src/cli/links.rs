//! Links from findings to the book. The address of the book is set by, in this order of precedence,
//! the option `--base-url`, the environment, the settings of a project, or the build. If none of
//! them sets it, links lead to the book that `pipscribe book` wrote on this machine.

use std::path::Path;
use std::sync::OnceLock;

use clap::{Args, ValueEnum};
use supports_hyperlinks::Stream;

use super::book::written_book;
use super::help_notes::GLOBAL_HEADING;
use super::{Failure, project_settings};
use pipscribe::findings::BookAddress;

/// Environment variable with the address of the book.
const VARIABLE: &str = "PIPSCRIBE_BOOK_URL";

/// Arguments for links to the book.
#[derive(Debug, Args)]
pub(crate) struct LinkArguments {
    /// Set the address of the book; `none` for no links [default: PIPSCRIBE_BOOK_URL, else
    /// `pipscribe.toml`]
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

/// An address, or `none`.
#[derive(Clone, Debug)]
struct BookBase(Option<String>);

impl BookBase {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "" | "none" => Ok(Self(None)),
            _ if BookAddress::new(text).is_none() => {
                Err("an address must not contain spaces, quotes or brackets".to_owned())
            }
            _ => Ok(Self(Some(text.to_owned()))),
        }
    }
}

/// Address of the book that an option, the environment, a project or the build sets.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BookSetting {
    /// No address is set.
    Unset,
    /// There are no links.
    NoLinks,
    /// The links lead to this book.
    Address(BookAddress<'static>),
}

impl BookSetting {
    /// Returns the address or, if nothing is set, the address of another book. Returns `None` if
    /// links are switched off.
    fn address_or_else(
        self,
        other: impl FnOnce() -> Option<BookAddress<'static>>,
    ) -> Option<BookAddress<'static>> {
        match self {
            Self::Address(address) => Some(address),
            Self::NoLinks => None,
            Self::Unset => other(),
        }
    }
}

impl From<Option<BookAddress<'static>>> for BookSetting {
    fn from(address: Option<BookAddress<'static>>) -> Self {
        address.map_or(Self::NoLinks, Self::Address)
    }
}

/// When to write clickable links: `Auto` writes them on terminals known to support them, and
/// follows `FORCE_HYPERLINK`.
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
    /// The address from the command line or the environment.
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
            None => base_of_environment()?,
        };
        // The arguments are parsed only once.
        let _ = LINKS.set(Links {
            base,
            hyperlinks: self.hyperlinks,
        });
        Ok(())
    }
}

/// Returns the address that the environment sets.
fn base_of_environment() -> Result<Option<BookBase>, Failure> {
    let Some(text) = std::env::var(VARIABLE).ok().filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let base =
        BookBase::parse(&text).map_err(|error| Failure::Usage(format!("{VARIABLE}: {error}")))?;
    Ok(Some(base))
}

/// Returns the address that is set by an option, the environment, the settings of a project or the
/// build. The settings of the project are read only if they are needed.
fn book_setting(of_project: impl FnOnce() -> BookSetting) -> BookSetting {
    let base = LINKS.get().and_then(|links| links.base.as_ref());
    if let Some(BookBase(address)) = base {
        return address.as_deref().and_then(BookAddress::new).into();
    }

    match of_project() {
        BookSetting::Unset => match BookAddress::of_build() {
            Some(address) => BookSetting::Address(address),
            None => BookSetting::Unset,
        },
        setting => setting,
    }
}

/// Returns the address in the settings of a file or folder on the command line.
fn setting_of_argument(path: Option<&Path>) -> BookSetting {
    // A command that needs settings has already failed if they are invalid. Other commands have no
    // links in this case.
    match project_settings::of_argument(path) {
        Ok(project) => project.book(),
        Err(failure) => {
            failure.report();
            BookSetting::Unset
        }
    }
}

/// Returns the book to which files link: the address that is set for a file or folder on the
/// command line.
pub(crate) fn book(path: Option<&Path>) -> Option<BookAddress<'static>> {
    book_setting(|| setting_of_argument(path)).address_or_else(|| None)
}

/// Returns the book for a reader on this machine: the address that is set for a file or folder on
/// the command line, otherwise the book that `pipscribe book` wrote.
pub(crate) fn book_here(path: Option<&Path>) -> Option<BookAddress<'static>> {
    book_setting(|| setting_of_argument(path)).address_or_else(book_written_here)
}

/// Returns the book for a reader on this machine, whose project may set an address.
#[cfg(feature = "lsp")]
pub(crate) fn book_of_project(of_project: BookSetting) -> Option<BookAddress<'static>> {
    book_setting(|| of_project).address_or_else(book_written_here)
}

fn book_written_here() -> Option<BookAddress<'static>> {
    WRITTEN
        .get_or_init(written_book)
        .as_deref()
        .and_then(BookAddress::new)
}

/// Returns the book to which findings about a file or folder on the command line link in the file
/// `output`. Without a file or for `-`, the findings go to standard output.
pub(crate) fn hyperlinks_in(
    output: Option<&Path>,
    path: Option<&Path>,
) -> Option<BookAddress<'static>> {
    let is_file = output.is_some_and(|output| output != Path::new("-"));
    let hyperlinks = LINKS
        .get()
        .map_or(Hyperlinks::Auto, |links| links.hyperlinks);
    let are_written = match hyperlinks {
        Hyperlinks::Auto => !is_file && supports_hyperlinks::on(Stream::Stdout),
        Hyperlinks::Always => true,
        Hyperlinks::Never => false,
    };
    if are_written { book_here(path) } else { None }
}
