//! Temporary names of new files until they are complete: `.pipscribe-ID-N.tmp`. The names are
//! short, so that even a file with the longest possible name can be replaced.
//!
//! On Unix, ID is the file's own inode number. This identifies files that a killed run left:
//! another file with such a name, or a copy, has a different inode number. A file in use is locked.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of names that are tried if files with these names exist.
pub(super) const MAX_NAMES: u32 = 100;
const PREFIX: &str = ".pipscribe-";
/// Extension of temporary files, which must differ from the extension of records.
const SUFFIX: &str = ".tmp";

/// Creates a file with a temporary name in a folder. If it is private, only its owner may read it.
#[cfg_attr(
    not(unix),
    allow(unused_variables, reason = "only Unix has such permissions")
)]
pub(crate) fn create(folder: &Path, is_private: bool) -> io::Result<(File, PathBuf)> {
    remove_leftovers(folder);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    // The inode number is not known before the file is created.
    let id = std::process::id().to_string();
    let (file, path) = with_free_name(folder, &id, |path| options.open(path))?;
    let path = with_recognisable_name(folder, &file, path);
    Ok((file, path))
}

/// Calls `create` with temporary names that contain `id`, until one is not taken. Returns the
/// result with the path.
pub(super) fn with_free_name<T>(
    folder: &Path,
    id: &str,
    mut create: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    let mut number = 0;
    loop {
        let path = folder.join(format!("{PREFIX}{id}-{number}{SUFFIX}"));
        match create(&path) {
            Ok(created) => return Ok((created, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MAX_NAMES => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

#[cfg(unix)]
pub(super) use unix::{lock_and_id, remove_leftovers};

/// Gives a file the name with its inode number, by which a later run recognises it. Without hard
/// links, it keeps its old name.
#[cfg(unix)]
fn with_recognisable_name(folder: &Path, file: &File, path: PathBuf) -> PathBuf {
    let Ok(id) = lock_and_id(file) else {
        return path;
    };
    match with_free_name(folder, &id, |better| std::fs::hard_link(&path, better)) {
        Ok(((), better)) => {
            let _ = std::fs::remove_file(&path);
            better
        }
        Err(_) => path,
    }
}

#[cfg(not(unix))]
fn with_recognisable_name(_folder: &Path, _file: &File, path: PathBuf) -> PathBuf {
    path
}

#[cfg(not(unix))]
fn remove_leftovers(_folder: &Path) {}

#[cfg(unix)]
mod unix {
    use std::collections::BTreeSet;
    use std::fs::{self, DirEntry, File, Metadata};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::{Path, PathBuf};
    use std::sync::Mutex;

    use rustix::fs::{FlockOperation, flock};

    use super::{PREFIX, SUFFIX};

    /// Locks a new file, so that no other run mistakes it for a leftover, and returns the ID for
    /// its name.
    pub(in crate::cli) fn lock_and_id(file: &File) -> io::Result<String> {
        // On file systems without locks, the file stays unlocked. Another run may then take it for
        // a leftover and remove its name. It is still open, and `atomic_replacement.rs` gives it
        // another name.
        let _ = flock(file, FlockOperation::NonBlockingLockExclusive);
        file.metadata().map(|metadata| id(&metadata))
    }

    fn id(metadata: &Metadata) -> String {
        format!("{:x}", metadata.ino())
    }

    /// Removes the files that killed runs left in a folder. A folder is searched once in each run.
    pub(in crate::cli) fn remove_leftovers(folder: &Path) {
        static SEARCHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
        let is_new = SEARCHED
            .lock()
            .is_ok_and(|mut searched| searched.insert(folder.to_owned()));
        if is_new {
            remove_leftovers_now(folder);
        }
    }

    pub(super) fn remove_leftovers_now(folder: &Path) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if is_leftover(&entry) {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    fn is_leftover(entry: &DirEntry) -> bool {
        let name = entry.file_name();
        let parts = name.to_str().and_then(|name| {
            name.strip_prefix(PREFIX)?
                .strip_suffix(SUFFIX)?
                .split_once('-')
        });
        let Some((named_id, _)) = parts else {
            return false;
        };
        // A file with the inode number of another file was not created by this program.
        let has_own_id = entry
            .metadata()
            .is_ok_and(|metadata| metadata.is_file() && id(&metadata) == named_id);
        let is_unused = |file: File| flock(&file, FlockOperation::NonBlockingLockExclusive).is_ok();
        has_own_id && File::open(entry.path()).is_ok_and(is_unused)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn only_files_that_killed_runs_left_are_removed() {
        let folder =
            std::env::temp_dir().join(format!("pipscribe-leftovers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, path) = create(&folder, true).unwrap();
        let users = folder.join(format!("{PREFIX}abc-0{SUFFIX}"));
        fs::copy(&path, &users).unwrap();
        let names = || fs::read_dir(&folder).unwrap().count();
        unix::remove_leftovers_now(&folder);
        assert_eq!(names(), 2, "a file in use stays");
        drop(file);
        unix::remove_leftovers_now(&folder);
        assert_eq!(
            (names(), users.exists()),
            (1, true),
            "a file of another ID stays"
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
