//! Lock of a staging folder: a file whose content identifies the folder as one of this program. The
//! system releases the lock when the process ends.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Name of the lock file.
const NAME: &str = "lock";
/// Content of the lock file.
const SIGNATURE: &[u8] = b"pipscribe split: these files are not complete\n";
/// Maximum number of attempts if other commands remove the folder in the meantime.
const MAX_ATTEMPTS: u32 = 100;

/// A locked staging folder.
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

/// Reason why a folder was not locked.
pub(super) enum NotLocked {
    /// Another process has locked it.
    Busy,
    /// The folder is not a staging folder.
    Foreign,
    Error(io::Error),
}

impl From<io::Error> for NotLocked {
    fn from(error: io::Error) -> Self {
        Self::Error(error)
    }
}

impl Lock {
    /// Creates a staging folder, or takes over the folder of a process that has ended.
    pub(super) fn take(place: &Path) -> Result<Self, NotLocked> {
        let mut attempts = 0;
        loop {
            attempts += 1;
            let is_last = attempts == MAX_ATTEMPTS;
            match Self::attempt(place) {
                Ok(Some(lock)) => return Ok(lock),
                // The process that held the lock is removing the folder, so it is created again.
                Ok(None) if !is_last => {}
                Err(NotLocked::Error(error))
                    if error.kind() == io::ErrorKind::NotFound && !is_last => {}
                Ok(None) => return Err(NotLocked::Busy),
                Err(reason) => return Err(reason),
            }
        }
    }

    /// Returns true if a folder has a lock file.
    pub(super) fn exists(place: &Path) -> bool {
        let is_folder = place.symlink_metadata().is_ok_and(|folder| folder.is_dir());
        is_folder
            && place
                .join(NAME)
                .symlink_metadata()
                .is_ok_and(|lock| lock.is_file())
    }

    /// Tries once to lock the folder. Returns `None` if the lock file was removed in the meantime.
    fn attempt(place: &Path) -> Result<Option<Self>, NotLocked> {
        match fs::create_dir(place) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error.into()),
            _ => {}
        }

        let path = place.join(NAME);
        let is_folder = place.symlink_metadata()?.is_dir();
        let is_empty = is_folder && fs::read_dir(place)?.next().is_none();
        let may_be_staging = is_folder && (is_empty || Self::exists(place));
        if !may_be_staging {
            return Err(NotLocked::Foreign);
        }

        let Some(file) = system::open_locked(&path)? else {
            return Err(NotLocked::Busy);
        };
        if !system::is_at(&file, &path) {
            return Ok(None);
        }

        let mut lock = Self { file, path };
        let mut content = Vec::new();
        (&lock.file)
            .take(SIGNATURE.len() as u64 + 1)
            .read_to_end(&mut content)?;
        // A process may be killed before it has written the signature.
        if content.is_empty() {
            lock.note_time()?;
        } else if content != SIGNATURE {
            return Err(NotLocked::Foreign);
        }
        Ok(Some(lock))
    }

    /// Writes the lock file again, so that its timestamp is current.
    pub(super) fn note_time(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(SIGNATURE)?;
        self.file.sync_all()
    }

    /// Returns the time of the lock file.
    pub(super) fn time(&self) -> Option<SystemTime> {
        self.file
            .metadata()
            .and_then(|metadata| metadata.modified())
            .ok()
    }

    /// Removes the lock file.
    pub(super) fn remove(self) {
        // Windows cannot remove an open file. On Unix, the lock is held until the file has no name.
        let Self { file, path } = self;
        if cfg!(windows) {
            drop(file);
            let _ = fs::remove_file(path);
        } else {
            let _ = fs::remove_file(path);
            drop(file);
        }
    }
}

#[cfg(unix)]
mod system {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;

    /// Opens and locks a file; `None` if another process has locked it.
    pub(super) fn open_locked(path: &Path) -> io::Result<Option<File>> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(Some(file)),
            Err(Errno::WOULDBLOCK) => Ok(None),
            // Not every file system has locks. Even without locks, new files do not replace
            // existing ones.
            Err(_) => Ok(Some(file)),
        }
    }

    /// Returns true if the path still leads to the file.
    pub(super) fn is_at(file: &File, path: &Path) -> bool {
        let id = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
        match (file.metadata(), path.symlink_metadata()) {
            (Ok(open), Ok(named)) => id(open) == id(named),
            _ => false,
        }
    }
}

#[cfg(windows)]
mod system {
    use std::fs::{File, OpenOptions};
    use std::io;
    use std::os::windows::fs::OpenOptionsExt;
    use std::path::Path;

    /// The system's number for a file that another process has opened for itself.
    const SHARING_VIOLATION: i32 = 32;

    /// Opens a file exclusively; `None` if another process has it open.
    pub(super) fn open_locked(path: &Path) -> io::Result<Option<File>> {
        let mut options = OpenOptions::new();
        match options
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .share_mode(0)
            .open(path)
        {
            Ok(file) => Ok(Some(file)),
            Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// On this system, an open file cannot be removed.
    pub(super) fn is_at(_file: &File, _path: &Path) -> bool {
        true
    }
}
