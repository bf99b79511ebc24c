//! `pipscribe figures --prune`: removes the images that no document uses any more.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::Path;

use super::shared_files::Sibling;
use super::{DocumentRun, folder_of};
use crate::cli::Failure;
use crate::cli::paths::path_name;
use pipscribe::publish::book::{Illustrated, prefix, refers_to_image};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::one_line;

impl DocumentRun<'_> {
    /// Removes the images of a document to which neither this document nor another document with
    /// the same name refers. `stem` is the name of the document without extension.
    pub(super) fn prune(
        &mut self,
        path: &Path,
        folder: &Path,
        document: Illustrated,
        stem: &str,
    ) -> Result<(), Failure> {
        let siblings = siblings(path)?;
        let mut documents: Vec<String> = siblings.into_iter().map(|other| other.text).collect();
        documents.push(String::from_utf8_lossy(&document.page).into_owned());
        let images = document.images.into_iter().map(|image| image.name);
        let players = document.players.into_iter().map(|player| player.name);
        let in_use: BTreeSet<String> = images.chain(players).collect();

        let mut unused = BTreeSet::new();
        for name in names_in(folder)? {
            if !is_image_of(stem, &name) || in_use.contains(&name) {
                continue;
            }
            if !documents.iter().any(|text| refers_to_image(text, &name)) {
                unused.insert(name);
            }
        }
        for name in unused {
            self.remove(&folder.join(name))?;
        }
        Ok(())
    }

    /// Removes an image or, with `--check`, prints its path.
    fn remove(&mut self, image: &Path) -> Result<(), Failure> {
        if self.options.check {
            self.out
                .write(&format!("{}\n", one_line(&path_name(image))))?;
        } else {
            fs::remove_file(image).map_err(|error| Failure::Io {
                what: format!("removing {}", path_name(image)),
                error,
            })?;
        }
        self.tally.changed += 1;
        Ok(())
    }
}

/// Returns true for the name of an image that belongs to the document `stem`, such as
/// `STEM-pips-1.svg`.
fn is_image_of(stem: &str, name: &str) -> bool {
    let name_in_document = name
        .strip_prefix(&prefix(stem))
        .and_then(|rest| rest.rsplit_once('.'));
    let Some((rest, extension)) = name_in_document else {
        return false;
    };
    // `a-pips-b-pips-1.svg` belongs to the document `a-pips-b`.
    let is_of_other_document = rest.contains("-pips-");
    ["svg", "png", "pdf", "tikz", "html"].contains(&extension) && !is_of_other_document
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

/// Returns the other documents in the folder that have the same name with another extension.
pub(super) fn siblings(path: &Path) -> Result<Vec<Sibling>, Failure> {
    let folder = folder_of(path);
    let mut siblings = Vec::new();
    for name in names_in(folder)? {
        let other = folder.join(&name);
        let extension = other.extension().and_then(|extension| extension.to_str());
        let kind = extension.and_then(PageKind::of_ending);
        if let Some(kind) = kind
            && other.is_file()
            && other.file_stem() == path.file_stem()
            && other.file_name() != path.file_name()
        {
            siblings.push(Sibling::new(&other, kind)?);
        }
    }
    Ok(siblings)
}
