//! Hash of a text.

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of a text in 64 lower-case hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

/// Returns bytes as lower-case hexadecimal digits. This is faster than the formats of the standard
/// library, and tables have many keys.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut out = String::with_capacity(2 * bytes.len());
    for &byte in bytes {
        for digit in [byte >> 4, byte & 0xF] {
            out.push(char::from(DIGITS[usize::from(digit)]));
        }
    }
    out
}
