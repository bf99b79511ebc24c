//! `pipscribe figures --prune`: removes the images that no document uses any more.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::{DocumentRun, folder_of};
use crate::cli::Failure;
use crate::cli::limited_files::read_file;
use crate::cli::paths::path_name;
use pipscribe::publish::book::{Illustrated, prefix, refers_to_image};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::one_line;

impl DocumentRun<'_> {
    /// Removes the images of a document to which neither this document nor another document with
    /// the same name refers.
    pub(super) fn prune(
        &mut self,
        path: &Path,
        folder: &Path,
        document: Illustrated,
        stem: &str,
    ) -> Result<(), Failure> {
        let mut documents = documents_of_that_name(path)?;
        documents.push(String::from_utf8_lossy(&document.page).into_owned());
        let images = document.images.into_iter().map(|image| image.name);
        let in_use: BTreeSet<String> = images
            .chain(document.players.into_iter().map(|player| player.name))
            .collect();
        let prefix = prefix(stem);
        let is_image = |name: &str| {
            let name_in_document = name
                .strip_prefix(&prefix)
                .and_then(|rest| rest.rsplit_once('.'));
            // Another document may have the name with which the image begins.
            name_in_document.is_some_and(|(rest, extension)| {
                ["svg", "png", "pdf", "tikz", "html"].contains(&extension)
                    && !rest.contains("-pips-")
            })
        };
        let is_unused = |name: &String| {
            is_image(name)
                && !in_use.contains(name)
                && !documents.iter().any(|text| refers_to_image(text, name))
        };
        let unused: BTreeSet<String> = names_in(folder)?.into_iter().filter(is_unused).collect();
        for name in unused {
            let image = folder.join(name);
            if self.options.check {
                self.out
                    .write(&format!("{}\n", one_line(&path_name(&image))))?;
            } else {
                let failure = |error| Failure::Io {
                    what: format!("removing {}", path_name(&image)),
                    error,
                };
                fs::remove_file(&image).map_err(failure)?;
            }
            self.tally.changed += 1;
        }

        Ok(())
    }
}

/// Returns the names in a folder; empty if there is no such folder. Names that are not text are
/// left out.
fn names_in(folder: &Path) -> Result<Vec<String>, Failure> {
    let failure = |error| Failure::reading(path_name(folder), error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(failure)?,
    };
    let mut names = Vec::new();
    for entry in entries {
        names.extend(entry.map_err(failure)?.file_name().into_string());
    }
    Ok(names)
}

/// Returns the texts of the other documents in the folder that have the same name with another
/// extension.
fn documents_of_that_name(path: &Path) -> Result<Vec<String>, Failure> {
    let folder = folder_of(path);
    let mut documents = Vec::new();
    for name in names_in(folder)? {
        let other = folder.join(&name);
        let extension = other.extension().and_then(|extension| extension.to_str());
        let is_document =
            extension.is_some_and(|extension| PageKind::of_ending(extension).is_some());
        if is_document
            && other.is_file()
            && other.file_stem() == path.file_stem()
            && other.file_name() != path.file_name()
        {
            let bytes =
                read_file(&other).map_err(|error| Failure::reading(path_name(&other), error))?;
            documents.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    Ok(documents)
}
