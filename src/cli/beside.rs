//! A file that replaces another, whole or not at all.
//!
//! Written here, since no crate does it all: `tempfile` names the new file, removes it and renames it,
//! but knows neither the permissions, the owner nor the mark of a read-only file, and puts a file where
//! a link was; `atomic-write-file` keeps permissions and owner, but replaces links, read-only files and
//! pipes as well. What either would take over is `create` and `Drop`, the smaller part.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How many names are tried that a killed run may have left behind.
const MOST_NAMES: u32 = 100;

/// A new file beside the one that it replaces; gone if it does not come to that.
pub(crate) struct Beside {
    /// What is written.
    pub(crate) file: BufWriter<File>,
    path: PathBuf,
    replaces: PathBuf,
    done: bool,
}

impl Beside {
    /// Begins to replace the file `path`; there may be none yet.
    ///
    /// A link stays a link: what it leads to is replaced. A file that may not be written is not
    /// replaced either, though its folder would allow it.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        let replaces = match fs::canonicalize(path) {
            Ok(replaces) => {
                if !replaceable(&replaces)? {
                    return Err(io::Error::new(io::ErrorKind::InvalidInput, "this is no file that could be replaced"));
                }
                replaces
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && path.symlink_metadata().is_err() => {
                path.to_owned()
            }
            Err(error) => return Err(error),
        };
        let (file, path) = create(&replaces)?;
        Ok(Self { file: BufWriter::new(file), path, replaces, done: false })
    }

    /// Puts the new file in the place of the old one, with its permissions and its owner.
    pub(crate) fn replace(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        match fs::metadata(&self.replaces) {
            Ok(old) => {
                keep_owner(&self.path, &old);
                fs::set_permissions(&self.path, old.permissions())?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        fs::rename(&self.path, &self.replaces)?;
        self.done = true;
        Ok(())
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        if !self.done {
            // What is half written helps nobody; that it could not be removed would hide the cause.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Whether a path leads to a file, and not to a pipe or a device.
///
/// # Errors
/// Where the file may not be written.
pub(crate) fn replaceable(path: &Path) -> io::Result<bool> {
    let metadata = fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok(false);
    }
    // What has the right to write everything heeds a file's own mark all the same.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    OpenOptions::new().append(true).open(path).map(|_| true)
}

/// A file `NAME.PID-N.tmp`, which no folder's records are, that only its owner may read until it
/// has the permissions of the old one.
fn create(replaces: &Path) -> io::Result<(File, PathBuf)> {
    let is_new = replaces.symlink_metadata().is_err();
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    private(&mut options, is_new);
    let mut number = 0;
    loop {
        let mut name = replaces.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".{}-{number}.tmp", std::process::id()));
        let path = replaces.with_file_name(name);
        match options.open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_NAMES => number += 1,
            Err(error) => return Err(error),
        }
    }
}

#[cfg(unix)]
fn private(options: &mut OpenOptions, is_new: bool) {
    use std::os::unix::fs::OpenOptionsExt;
    if !is_new {
        options.mode(0o600);
    }
}

#[cfg(not(unix))]
fn private(_options: &mut OpenOptions, _is_new: bool) {}

/// Who may not give files away keeps them.
#[cfg(unix)]
fn keep_owner(path: &Path, old: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    let _ = chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_path: &Path, _old: &fs::Metadata) {}
