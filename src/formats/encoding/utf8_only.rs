//! Decodes foreign files in builds without the feature `encodings`, which support only UTF-8. The
//! items are those of `encoding/mod.rs`, which replaces this file in other builds.

use std::borrow::Cow;
use std::io::{self, Chain, Cursor, Read};

/// Number of bytes inspected at the beginning of a stream.
const HEAD: usize = 1 << 16;

/// Decoded text, with the assumption made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The assumption, in words; `None` for UTF-8.
    pub assumed: Option<String>,
}

/// Decodes bytes as UTF-8, regardless of what the file declares.
pub fn decode(bytes: &[u8], _declared: Option<&str>) -> Decoded {
    let bytes = bytes.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(bytes);
    let text = String::from_utf8_lossy(bytes);
    let is_lossy = matches!(text, Cow::Owned(_));
    let assumed = "the text is not UTF-8, and other encodings are not supported here; U+FFFD replaces invalid bytes";
    Decoded {
        text: text.into_owned(),
        assumed: is_lossy.then(|| assumed.to_owned()),
    }
}

/// Stream whose beginning is inspected.
pub struct TextStream<R>(Chain<Cursor<Vec<u8>>, R>);

impl<R: Read> TextStream<R> {
    /// Inspects the beginning of a stream.
    ///
    /// # Errors
    /// Returns an error if the stream cannot be read.
    pub fn new(mut input: R) -> io::Result<Self> {
        let mut head = Vec::new();
        input.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        Ok(Self(Cursor::new(head).chain(input)))
    }

    /// Returns the beginning of the stream, before anything is read.
    pub fn head(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(self.0.get_ref().0.get_ref())
    }

    /// Does nothing; a declared encoding is ignored.
    pub fn declare(&mut self, _declared: Option<&str>) {}

    /// Returns `None`; nothing is assumed about the stream as a whole.
    pub fn assumed(&self) -> Option<&str> {
        None
    }

    /// Returns true if some bytes were invalid in the assumed encoding.
    pub fn has_faults(&self) -> bool {
        false
    }
}

impl<R: Read> Read for TextStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_is_reported() {
        assert_eq!(
            decode("\u{FEFF}é".as_bytes(), None),
            Decoded {
                text: "é".to_owned(),
                assumed: None
            }
        );
        let decoded = decode(b"J\xE1n", Some("ISO-8859-1"));
        assert_eq!(decoded.text, "J\u{FFFD}n");
        assert!(decoded.assumed.is_some());
    }
}
