//! Input files other than records, read up to a limit.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The longest theme, in bytes.
pub(super) const MAX_THEME_BYTES: usize = 128 << 10;
/// The longest font, in bytes: Chinese fonts have about ten million.
#[cfg(feature = "outlines")]
pub(super) const MAX_FONT_BYTES: usize = 128 << 20;
/// The longest suite, in bytes.
pub(super) const MAX_SUITE_BYTES: usize = 256 << 20;

/// Returns the bytes of a file that is not longer than `most`.
pub(super) fn read_limited(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    match bytes.len() > most {
        true => Err(io::Error::other(format!("it is longer than {} KiB", most >> 10))),
        false => Ok(bytes),
    }
}

/// Returns the text of a file that is not longer than `most`.
pub(super) fn read_limited_text(path: &Path, most: usize) -> io::Result<String> {
    let bytes = read_limited(path, most)?;
    String::from_utf8(bytes).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))
}
