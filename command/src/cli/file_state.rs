//! State of a file when it was read ([`FileState`]), so that a newer version saved by another
//! program is not overwritten; and files with several names ([`LinkedFile`]).

use std::fs::{self, File, Metadata};
use std::io;
use std::path::Path;
use std::time::SystemTime;

/// State of a file at a point in time. Any save by another program changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FileState {
    length: u64,
    modified: Option<SystemTime>,
    identity: Identity,
}

impl FileState {
    /// Returns the state of an open file.
    pub(crate) fn of_open(file: &File) -> io::Result<Self> {
        file.metadata()
            .map(|metadata| Self::from_metadata(&metadata))
    }

    /// Returns the state of the file that a path leads to.
    pub(crate) fn of_path(path: &Path) -> io::Result<Self> {
        fs::metadata(path).map(|metadata| Self::from_metadata(&metadata))
    }

    /// Returns true if the file was saved after a point in time.
    pub(crate) fn is_newer_than(&self, time: Option<SystemTime>) -> bool {
        self.modified > time
    }

    /// Returns true if a path is a name of this file: a hard link, but not a symbolic link.
    pub(crate) fn has_name(&self, path: &Path) -> bool {
        let is_link = path
            .symlink_metadata()
            .is_ok_and(|metadata| metadata.is_symlink());
        !is_link
            && Self::of_path(path).is_ok_and(|other| self.identity.is_same_file(&other.identity))
    }

    fn from_metadata(metadata: &Metadata) -> Self {
        Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            identity: Identity::from_metadata(metadata),
        }
    }
}

/// Returns the error for a file that another program has saved since it was read.
pub(crate) fn changed_meanwhile() -> io::Error {
    io::Error::other("the file has changed meanwhile")
}

/// Data that distinguish a file from another file, or from the same file with other contents.
#[cfg(unix)]
type Identity = UnixIdentity;

/// Device, inode and change time of the inode. A file that was renamed over another one differs in
/// at least one of them.
#[cfg(unix)]
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnixIdentity {
    device: u64,
    inode: u64,
    change_time: (i64, i64),
}

#[cfg(unix)]
impl UnixIdentity {
    fn from_metadata(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            change_time: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    fn is_same_file(&self, other: &Self) -> bool {
        (self.device, self.inode) == (other.device, other.inode)
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
    fn from_metadata(metadata: &Metadata) -> Self {
        Self(metadata.created().ok())
    }

    /// All names of a file have the same creation time, which is precise enough to distinguish two
    /// files.
    fn is_same_file(&self, other: &Self) -> bool {
        self.0.is_some() && self == other
    }
}

/// A file with several names (hard links), by device and inode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(
    not(unix),
    allow(dead_code, reason = "no file is found under several names")
)]
pub(crate) struct LinkedFile {
    device: u64,
    inode: u64,
}

impl LinkedFile {
    /// Returns `None` for a file with only one name, and on systems that do not list the other
    /// names.
    #[cfg(unix)]
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        let metadata = fs::metadata(path).ok()?;
        let is_linked = metadata.is_file() && metadata.nlink() > 1;
        is_linked.then(|| Self {
            device: metadata.dev(),
            inode: metadata.ino(),
        })
    }

    /// Returns `None`, because the standard library does not give the identity of a file on this
    /// system.
    #[cfg(not(unix))]
    pub(crate) fn of_path(_path: &Path) -> Option<Self> {
        None
    }
}
