//! A file that replaces another one as a whole or not at all.
//!
//! On Linux the new file has no name until it is complete, so that a killed run leaves no files. If
//! the system or the file system does not support unnamed files, the new file is next to the old
//! one, with a [temporary name](temporary_file). A new file is *private* if only its owner may read
//! it: it stays private until it gets the permissions of the old file.
//!
//! No crate does all of this: `tempfile` creates, removes and renames the new file, but does not
//! keep permissions, owner or a read-only mark, and replaces links; `atomic-write-file` keeps
//! permissions and owner, but replaces links, read-only files and pipes. Either crate would replace
//! only `create` and `Drop`, the smaller part of this module.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::file_state::{FileState, changed_meanwhile};
use super::temporary_file;

/// A new file; removed if it does not replace the old one.
pub(crate) struct Replacement {
    /// Writer of the new content.
    pub(crate) file: BufWriter<File>,
    /// Its temporary name, if it has one.
    path: Option<PathBuf>,
    /// The file to be replaced, which may not exist yet.
    replaces: PathBuf,
    /// The state of the old file when it was read. The file is replaced only if it is still in this
    /// state.
    expected: Option<FileState>,
    /// Other names of the old file (hard links), which become names of the new one.
    other_names: Vec<PathBuf>,
}

impl Replacement {
    /// Starts to replace the file `path`, which may not exist yet.
    ///
    /// A link stays a link: its target is replaced. A read-only file is not replaced, even if its
    /// folder would allow it.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let replaces = file_to_replace(path)?;
        let is_private = replaces.symlink_metadata().is_ok();
        let folder = folder_of(&replaces);
        let (file, path) = match unnamed::create(folder, is_private) {
            Some(file) => (file, None),
            None => {
                let (file, path) = temporary_file::create(folder, is_private)?;
                (file, Some(path))
            }
        };
        Ok(Self {
            file: BufWriter::new(file),
            path,
            replaces,
            expected: None,
            other_names: Vec::new(),
        })
    }

    /// Replaces the content of the file `path`, or creates it.
    pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<()> {
        let mut new = Self::new(path)?;
        new.file.write_all(content)?;
        new.replace()
    }

    /// Makes the replacement fail if the file changes from now on.
    pub(crate) fn unless_changed(self) -> Self {
        let state = FileState::of_path(&self.replaces).ok();
        self.only_if(state.as_ref())
    }

    /// Makes the replacement fail if the file is no longer in the state in which it was read.
    pub(crate) fn only_if(mut self, state: Option<&FileState>) -> Self {
        self.expected = state.cloned();
        self
    }

    /// Makes the other names of the old file lead to the new one.
    pub(crate) fn with_other_names(mut self, other_names: &[PathBuf]) -> Self {
        self.other_names = other_names.to_vec();
        self
    }

    /// Checks that the file to be replaced is still in the state in which it was read.
    pub(crate) fn check_unchanged(&self) -> io::Result<()> {
        let is_changed =
            |expected| FileState::of_path(&self.replaces).ok().as_ref() != Some(expected);
        if self.expected.as_ref().is_some_and(is_changed) {
            Err(changed_meanwhile())
        } else {
            Ok(())
        }
    }

    /// Puts the new file in the place of the old one, with its permissions and its owner.
    pub(crate) fn replace(mut self) -> io::Result<()> {
        self.file.flush()?;
        let file = self.file.get_ref();
        match fs::metadata(&self.replaces) {
            Ok(old) => {
                keep_owner(file, &old);
                file.set_permissions(old.permissions())?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        file.sync_all()?;
        // The state is checked as late as possible, to keep a version that another program has
        // saved in the meantime.
        self.check_unchanged()?;
        let old = FileState::of_path(&self.replaces).ok();
        match &self.path {
            Some(path) => fs::rename(path, &self.replaces)?,
            None => unnamed::name(file, &self.replaces)?,
        }
        self.path = None;

        let is_linked = |name: &&PathBuf| old.as_ref().is_some_and(|old| old.has_name(name));
        self.other_names
            .iter()
            .filter(is_linked)
            .try_for_each(|name| link_in_place_of(name, &self.replaces))
    }
}

/// Returns the file that is replaced for a path: the target of a link, or the path itself if there
/// is no such file yet.
fn file_to_replace(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(file) if replaceable(&file)? => Ok(file),
        Ok(_) => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "it is not a regular file and cannot be replaced",
        )),
        Err(error) => {
            let is_dangling_link = path.symlink_metadata().is_ok();
            if error.kind() == io::ErrorKind::NotFound && !is_dangling_link {
                Ok(path.to_owned())
            } else {
                Err(error)
            }
        }
    }
}

/// Makes `name` a hard link to `file` in one step.
fn link_in_place_of(name: &Path, file: &Path) -> io::Result<()> {
    let id = std::process::id().to_string();
    let ((), path) =
        temporary_file::with_free_name(folder_of(name), &id, |path| fs::hard_link(file, path))?;
    fs::rename(&path, name).inspect_err(|_| drop(fs::remove_file(&path)))
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // A partly written file is useless; failing to remove it must not hide the cause.
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns true if a path leads to a regular file rather than to a pipe or a device.
///
/// # Errors
/// Returns an error if the file is read-only.
pub(crate) fn replaceable(path: &Path) -> io::Result<bool> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok(false);
    }
    // The read-only mark is respected even by a process that may write everything.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the file is read-only",
        ));
    }
    OpenOptions::new().append(true).open(path).map(|_| true)
}

/// Returns the folder of a file.
fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Gives the new file the owner of the old one, if the process may change owners.
#[cfg(unix)]
fn keep_owner(file: &File, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_file: &File, _old: &fs::Metadata) {}

/// Files without a name.
#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::{self, File};
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

    use super::folder_of;
    use crate::cli::temporary_file::{MAX_NAMES, lock_and_id, remove_leftovers, with_free_name};

    /// Creates an unnamed file in a folder; `None` if that is not supported.
    pub(super) fn create(folder: &Path, is_private: bool) -> Option<File> {
        let mode = if is_private { 0o600 } else { 0o666 };
        let descriptor = open(
            folder,
            OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC,
            Mode::from_raw_mode(mode),
        )
        .ok()?;
        let file = File::from(descriptor);
        let can_be_named = fs::symlink_metadata(path(&file)).is_ok();
        can_be_named.then_some(file)
    }

    /// Returns the path by which the process itself can reach the file.
    fn path(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }

    /// Names the file. An existing name can only be replaced by renaming, so the file has a
    /// temporary name for a moment. If a run is killed in that moment, the next one in the folder
    /// removes the file.
    pub(super) fn name(file: &File, replaces: &Path) -> io::Result<()> {
        let link = |to: &Path| {
            linkat(CWD, path(file), CWD, to, AtFlags::SYMLINK_FOLLOW).map_err(io::Error::from)
        };
        match link(replaces) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            done => return done,
        }

        let folder = folder_of(replaces);
        remove_leftovers(folder);
        let id = lock_and_id(file)?;
        for _ in 0..MAX_NAMES {
            let ((), temporary) = with_free_name(folder, &id, link)?;
            match fs::rename(&temporary, replaces) {
                // Without locks, another run may have removed the file as a leftover.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let _ = fs::remove_file(&temporary);
                    return Err(error);
                }
                Ok(()) => return Ok(()),
            }
        }
        Err(io::ErrorKind::NotFound.into())
    }
}

#[cfg(not(target_os = "linux"))]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_folder: &Path, _is_private: bool) -> Option<File> {
        None
    }

    pub(super) fn name(_file: &File, _replaces: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
