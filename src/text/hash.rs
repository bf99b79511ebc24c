//! Hash of a text.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of a text in 64 lower-case hexadecimal digits.
pub fn sha256(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
