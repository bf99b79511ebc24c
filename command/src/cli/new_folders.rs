//! Folders for outputs, which are removed again if they stay empty.

use std::fs;
use std::path::{Path, PathBuf};

use super::Failure;
use super::paths::path_name;

/// Folders that were created for an output. When this value is dropped, folders that are still
/// empty are removed, so that a failed command leaves no folders.
#[must_use = "an empty folder is removed when this is dropped"]
pub(crate) struct NewFolders {
    /// Created folders, the innermost first.
    created: Vec<PathBuf>,
}

impl NewFolders {
    /// Removes the empty folders.
    pub(super) fn remove_empty(&self) {
        for folder in &self.created {
            // Removal fails for a folder that contains files.
            let _ = fs::remove_dir(folder);
        }
    }
}

impl Drop for NewFolders {
    fn drop(&mut self) {
        self.remove_empty();
    }
}

/// Creates a folder and its parents. Keep the result until the output is written, because it
/// removes the folders that are empty when it is dropped.
pub(crate) fn create_folder(folder: &Path) -> Result<NewFolders, Failure> {
    let is_missing =
        |folder: &&Path| !folder.as_os_str().is_empty() && folder.symlink_metadata().is_err();
    let created = folder
        .ancestors()
        .take_while(is_missing)
        .map(Path::to_owned)
        .collect();
    let new = NewFolders { created };
    fs::create_dir_all(folder).map_err(|error| Failure::creating(path_name(folder), error))?;
    Ok(new)
}
