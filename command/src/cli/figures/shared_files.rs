//! Images that two documents would both write, so that one of them would show the figures of the
//! other.
//!
//! Documents of one run are compared before anything is written. A *sibling* is a document in the
//! same folder that has the same name with another extension; it may be drawn in another run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::{DocumentRun, FiguresCommand, folder_of};
use crate::cli::Failure;
use crate::cli::deck_lookup::KnownDecks;
use crate::cli::limited_files::read_file;
use crate::cli::output::stderr_line;
use crate::cli::paths::path_name;
use pipscribe::publish::book::{illustrated, refers_to_image};
use pipscribe::publish::documents::PageKind;

/// Document with the same name as another one.
pub(super) struct Sibling {
    pub(super) name: String,
    pub(super) text: String,
    /// True if it has blocks of records, and therefore images of its own.
    has_records: bool,
}

impl Sibling {
    /// Reads a document with the given extension.
    pub(super) fn new(path: &Path, kind: PageKind) -> Result<Self, Failure> {
        let bytes = read_file(path).map_err(|error| Failure::reading(path_name(path), error))?;
        Ok(Self {
            name: path_name(path),
            has_records: !kind.blocks(&bytes).is_empty(),
            text: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

impl FiguresCommand {
    /// Fails if two documents of this run would write the same file.
    pub(super) fn must_not_share_files(&self, known: &Arc<KnownDecks>) -> Result<(), Failure> {
        // Only documents whose images begin with the same name can share a file, so that others
        // are read only once.
        let mut groups: BTreeMap<(PathBuf, String), Vec<&Path>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for page in &self.pages {
            let is_new = page.canonicalize().map_or(true, |real| seen.insert(real));
            if is_new {
                let key = (self.real_image_folder(page), first_name(page));
                groups.entry(key).or_default().push(page);
            }
        }

        for pages in groups.into_values().filter(|pages| pages.len() > 1) {
            // The document of each file. macOS and Windows do not distinguish `a` from `A`.
            let mut writers: BTreeMap<String, &Path> = BTreeMap::new();
            for page in pages {
                for file in self.files_of(page, known) {
                    let other = *writers.entry(file.to_lowercase()).or_insert(page);
                    if other != page {
                        return Err(shared_file(&file, other, page));
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the names of the files that a document would write; empty if it has errors, which
    /// are reported when it is drawn.
    fn files_of(&self, page: &Path, known: &Arc<KnownDecks>) -> Vec<String> {
        let Ok((kind, format)) = self.kind_and_format(page) else {
            return Vec::new();
        };
        let Ok(bytes) = read_file(page) else {
            return Vec::new();
        };
        let Ok(context) = known.context_for(Some(page)) else {
            return Vec::new();
        };
        let document = illustrated(&bytes, kind, &self.book_options(page, format), &context);
        let images = document.images.into_iter().map(|image| image.name);
        let players = document.players.into_iter().map(|player| player.name);
        let piece_macro = document.piece_macro.into_iter().map(|file| file.name);
        images.chain(players).chain(piece_macro).collect()
    }

    /// Returns the path of the image folder of a document without links and `..`. The folder itself
    /// may not exist yet.
    fn real_image_folder(&self, page: &Path) -> PathBuf {
        let folder = folder_of(page);
        let images = folder.join(self.image_folder().unwrap_or(""));
        if let Ok(real) = images.canonicalize() {
            return real;
        }

        let mut path = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        for part in Path::new(self.image_folder().unwrap_or("")).components() {
            match part {
                Component::ParentDir => {
                    path.pop();
                }
                Component::Normal(name) => path.push(name),
                Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
            }
        }
        path
    }
}

/// Returns the part of the name of a document with which all its images begin, in small letters.
/// The document `a` may have the image `a-pips-b-pips-1.svg`, as the document `a-pips-b` has.
fn first_name(page: &Path) -> String {
    let stem = page.file_stem().unwrap_or_default().to_string_lossy();
    let first = stem.split("-pips-").next().unwrap_or_default();
    first.to_lowercase()
}

fn shared_file(file: &str, first: &Path, second: &Path) -> Failure {
    Failure::Usage(format!(
        "{} and {} would both write {file}: rename one of them, or draw them in two runs with different `--dir`",
        path_name(first),
        path_name(second)
    ))
}

impl DocumentRun<'_> {
    /// Warns if a file is about to change to which a sibling with records refers.
    /// `path_in_document` is the path in references.
    pub(super) fn report_shared_file(
        &self,
        path: &Path,
        bytes: &[u8],
        path_in_document: &str,
        siblings: &[Sibling],
    ) {
        let mut others = siblings.iter().filter(|sibling| sibling.has_records);
        let Some(other) = others.find(|other| refers_to_image(&other.text, path_in_document))
        else {
            return;
        };
        if read_file(path).is_ok_and(|there| there != bytes) {
            let changes = if self.options.check {
                "would change"
            } else {
                "changes"
            };
            stderr_line!(
                "pipscribe: {} {changes}, but {} refers to it too: rename one of the documents, or use another `--dir`",
                path_name(path),
                other.name
            );
        }
    }
}
