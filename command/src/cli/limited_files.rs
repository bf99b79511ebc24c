//! Input files other than records; those that other people write are read up to a limit.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Maximum length of a theme, in bytes.
pub(super) const MAX_THEME_BYTES: usize = 128 << 10;
/// Maximum length of a settings file, in bytes.
pub(super) const MAX_SETTINGS_BYTES: usize = 128 << 10;
/// Maximum length of a font, in bytes. Chinese fonts have about ten million.
#[cfg(feature = "outlines")]
pub(super) const MAX_FONT_BYTES: usize = 128 << 20;
/// Maximum length of a suite, in bytes.
pub(super) const MAX_SUITE_BYTES: usize = 256 << 20;

/// Opens a file that is not a record. A pipe or a device is rejected, because reading it may block
/// for ever. Files that the caller has opened already, such as `/dev/stdin` and `/dev/fd/63`, are
/// accepted.
pub(in crate::cli) fn open_file(path: &Path) -> io::Result<File> {
    let kind = fs::metadata(path)?.file_type();
    // Opening a folder returns the usual error.
    if kind.is_file() || kind.is_dir() || is_open_stream(path) {
        File::open(path)
    } else {
        Err(io::Error::other("it is a pipe or a device, not a file"))
    }
}

/// Returns true for the path of a stream that the caller opened, such as standard input.
pub(super) fn is_open_stream(path: &Path) -> bool {
    let names = ["/dev/stdin", "/dev/fd/", "/proc/self/fd/"];
    names
        .iter()
        .any(|name| path.to_str().is_some_and(|path| path.starts_with(name)))
}

/// Returns the bytes of a file that can be read without waiting.
pub(in crate::cli) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the bytes of a file that is not longer than `most`.
pub(super) fn read_limited(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_file(path)?
        .take(most as u64 + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() > most {
        Err(io::Error::other(format!(
            "it is longer than {} KiB",
            most >> 10
        )))
    } else {
        Ok(bytes)
    }
}

/// Returns the text of a file that is not longer than `most`.
pub(super) fn read_limited_text(path: &Path, most: usize) -> io::Result<String> {
    let bytes = read_limited(path, most)?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}
