//! State of a file when it was read, so that a newer version by another program is not overwritten.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// State of a file at one moment: any save by another program changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    identity: Identity,
}

impl FileState {
    /// Returns the state of an open file.
    pub(crate) fn of_open(file: &File) -> io::Result<Self> {
        file.metadata().map(|metadata| Self::from_metadata(&metadata))
    }

    /// Returns the state of the file that a path leads to.
    pub(crate) fn of_path(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|metadata| Self::from_metadata(&metadata))
    }

    fn from_metadata(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok(), identity: Identity::of(metadata) }
    }
}

/// Returns the error for a file that another program has saved since it was read.
pub(crate) fn changed_meanwhile() -> io::Error {
    io::Error::other("the file has changed meanwhile")
}

/// Device, inode and change time of the inode: a file that was renamed over another one differs in these.
#[cfg(unix)]
type Identity = UnixIdentity;

#[cfg(unix)]
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnixIdentity {
    device: u64,
    inode: u64,
    changed: (i64, i64),
}

#[cfg(unix)]
impl UnixIdentity {
    fn of(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self { device: metadata.dev(), inode: metadata.ino(), changed: (metadata.ctime(), metadata.ctime_nsec()) }
    }
}

/// On other systems, the creation time distinguishes a file from the one that replaced it.
#[cfg(not(unix))]
type Identity = CreationTime;

#[cfg(not(unix))]
#[derive(Clone, Debug, PartialEq, Eq)]
struct CreationTime(Option<SystemTime>);

#[cfg(not(unix))]
impl CreationTime {
    fn of(metadata: &Metadata) -> Self {
        Self(metadata.created().ok())
    }
}
