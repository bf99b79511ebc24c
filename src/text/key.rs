//! Keys: short hashes that identify texts.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// The first half of a text's SHA-256. With 128 bits, two of 10¹² texts share a key by chance in
/// one of 10¹⁴ collections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// Returns the key of a text.
    pub fn from_text(text: &str) -> Self {
        Self::of_digest(&Sha256::digest(text))
    }

    /// Returns the key of bytes that need not be text.
    pub fn of_raw(bytes: &[u8]) -> Self {
        Self::of_digest(&Sha256::digest(bytes))
    }

    fn of_digest(digest: &[u8]) -> Self {
        Self(
            digest
                .iter()
                .take(16)
                .fold(0, |key, &byte| key << 8 | u128::from(byte)),
        )
    }

    /// Returns the bytes, most significant first.
    pub fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    /// Creates a key from its bytes.
    pub fn of_bytes(bytes: [u8; 16]) -> Self {
        Self(u128::from_be_bytes(bytes))
    }
}

/// Formats the key as 32 lower-case hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:032x}", self.0)
    }
}

/// Error: a text is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a key has 32 lower-case hexadecimal digits")]
pub struct NoKey;

impl FromStr for Key {
    type Err = NoKey;

    fn from_str(text: &str) -> Result<Self, NoKey> {
        let is_key = text.len() == 32
            && text
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_key.then_some(()).ok_or(NoKey)?;
        u128::from_str_radix(text, 16).map(Self).map_err(|_| NoKey)
    }
}

/// Incremental hasher that returns the key of the text so far at any time.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMaker(Sha256);

impl KeyMaker {
    /// Adds text.
    pub(crate) fn push(&mut self, text: impl AsRef<[u8]>) {
        self.0.update(text);
    }

    /// Returns the key of the text so far.
    pub(crate) fn key(&self) -> Key {
        Key::of_digest(&self.0.clone().finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_half_of_a_hash() {
        let key = Key::from_text("gipf");
        assert_eq!(key.to_string(), super::super::sha256("gipf")[..32]);
        assert_eq!(key.to_string().parse(), Ok(key));
        assert_eq!(Key::of_bytes(key.bytes()), key);
        let mut maker = KeyMaker::default();
        ["gi", "pf"].iter().for_each(|part| maker.push(part));
        assert_eq!(maker.key(), key);
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"+".repeat(32)] {
            assert_eq!(text.parse::<Key>(), Err(NoKey), "{text}");
        }
    }
}
