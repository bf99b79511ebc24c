//! Decoding of bytes that should be UTF-8.

use std::borrow::Cow;

/// Decodes UTF-8. Each invalid byte becomes U+001A, the control character "substitute", which does
/// not occur in records. It has one byte, so that offsets refer to the original bytes; U+FFFD would
/// have three.
pub fn utf8_or_marks(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => {
            let marked = |chunk: std::str::Utf8Chunk<'_>| {
                format!(
                    "{}{}",
                    chunk.valid(),
                    "\u{1A}".repeat(chunk.invalid().len())
                )
            };
            Cow::Owned(bytes.utf8_chunks().map(marked).collect())
        }
    }
}
