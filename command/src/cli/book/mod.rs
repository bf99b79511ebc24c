//! `pipscribe book`: writes the book as HTML. The chapters are Markdown files of the repository
//! that are part of this program. `files.rs` collects all files of the book, `includes.rs` expands
//! the includes of chapters, `html.rs` converts their Markdown, and `search_page.rs` adds the page
//! with the search.

mod files;
mod html;
mod includes;
mod search_page;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use etcetera::BaseStrategy;

use super::new_folders::create_folder;
use super::output::Output;
use super::paths::path_name;
use super::{Failure, Status};
use pipscribe::reports::path_uri;

/// Arguments of `pipscribe book`.
#[derive(Debug, Args)]
pub(crate) struct BookCommand {
    /// Write the book to this folder [default: a folder in your user data]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Open the book in a browser
    #[arg(long)]
    open: bool,
}

/// The first page of the book.
const FIRST_PAGE: &str = "index.html";

impl BookCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let Some(folder) = self.output.clone().or_else(default_folder) else {
            let message = "there is no user data directory: use `-o DIR`";
            return Err(Failure::Usage(message.to_owned()));
        };

        for (path, text) in files::book_files()? {
            write(&folder.join(path), &text)?;
        }
        let first = folder.join(FIRST_PAGE);
        Output::write_whole(None, &format!("{}\n", path_name(&first)))?;
        if self.open {
            open(&first)?;
        }
        Ok(Status::Well)
    }
}

/// Writes a file of the book and creates its folder.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let _new_folders = path.parent().map(create_folder).transpose()?;
    Output::write_data(Some(path), text)
}

/// Opens a file with the program that the system uses for it.
fn open(path: &Path) -> Result<(), Failure> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let failure = |error| Failure::Io {
        what: format!("opening {} with `{program}`", path_name(path)),
        error,
    };
    command.spawn().map(drop).map_err(failure)
}

/// Returns the default folder for the book; each version has its own.
fn default_folder() -> Option<PathBuf> {
    let data = etcetera::choose_base_strategy().ok()?.data_dir();
    Some(
        data.join("pipscribe")
            .join(concat!("book-", env!("CARGO_PKG_VERSION"))),
    )
}

/// Returns the address of the book in the default folder; `None` if no book was written there.
pub(super) fn written_book() -> Option<String> {
    let folder = default_folder()?;
    folder
        .join(FIRST_PAGE)
        .is_file()
        .then(|| path_uri(&folder.to_string_lossy()))
}
