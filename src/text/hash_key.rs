//! Hash keys: short hashes that identify texts, such as records that may be duplicates, or sets of
//! features, such as positions.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::hash::hexadecimal;

/// The first half of a text's SHA-256, or a sum of mixed values for a position. With 128 bits, two
/// of 10¹² texts share a key by chance in one of 10¹⁴ collections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// Returns the key of a text.
    pub(crate) fn from_text(text: &str) -> Self {
        Self::of_digest(&Sha256::digest(text))
    }

    /// Returns the key of bytes that need not be text.
    pub fn of_raw(bytes: &[u8]) -> Self {
        Self::of_digest(&Sha256::digest(bytes))
    }

    fn of_digest(digest: &[u8]) -> Self {
        let first_half = digest.iter().take(16);
        Self(first_half.fold(0, |key, &byte| (key << 8) | u128::from(byte)))
    }

    /// Returns the bytes, most significant first.
    pub fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }
}

/// Formats the key as 32 lower-case hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&hexadecimal(&self.bytes()))
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
        if !is_key {
            return Err(NoKey);
        }
        u128::from_str_radix(text, 16).map(Self).map_err(|_| NoKey)
    }
}

/// Sum of the values of features, such as the pieces of a position: a key that does not depend on
/// their order, and from which a feature can be taken again (Zobrist's method).
///
/// The values are mixed, not encrypted: somebody can construct two sets of features with one sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FeatureSum(u128);

impl FeatureSum {
    /// Returns the value of a feature that is written as numbers. Keys are made of it, so it must
    /// not change.
    pub(crate) fn of_feature(numbers: &[u64]) -> Self {
        // The two halves start from different digits of pi. The multiplier is the odd number that
        // is nearest to 2⁶⁴ divided by the golden ratio.
        let mut high: u64 = 0x243F_6A88_85A3_08D3 ^ numbers.len() as u64;
        let mut low: u64 = 0x1319_8A2E_0370_7344;
        for &number in numbers {
            high = mixed(high ^ number);
            low = mixed(low ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        Self((u128::from(high) << 64) | u128::from(low))
    }

    /// Returns the value of a feature that is written as text.
    pub(crate) fn of_text(text: &str) -> Self {
        Self(Key::from_text(text).0)
    }

    /// Returns the sum with a feature more.
    #[must_use]
    pub(crate) fn with(self, feature: Self) -> Self {
        Self(self.0.wrapping_add(feature.0))
    }

    /// Returns the sum with a feature less.
    #[must_use]
    pub(crate) fn without(self, feature: Self) -> Self {
        Self(self.0.wrapping_sub(feature.0))
    }

    /// Returns the sum as a key.
    pub(crate) fn key(self) -> Key {
        Key(self.0)
    }
}

/// Mixes the bits of a number, as SplitMix64 does.
fn mixed(number: u64) -> u64 {
    let once = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let twice = (once ^ (once >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    twice ^ (twice >> 31)
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
    fn sums_do_not_depend_on_the_order_and_can_be_undone() {
        let features: Vec<_> = (0..1_000_u64)
            .map(|number| FeatureSum::of_feature(&[number % 7, number]))
            .collect();
        let sum = |features: &mut dyn Iterator<Item = &FeatureSum>| {
            features.fold(FeatureSum::default(), |sum, &feature| sum.with(feature))
        };
        let all = sum(&mut features.iter());
        assert_eq!(sum(&mut features.iter().rev()), all);
        assert_eq!(
            features
                .iter()
                .fold(all, |sum, &feature| sum.without(feature)),
            FeatureSum::default()
        );
        // Each half of the values tells all features apart.
        for half in [0, 64] {
            let halves = features.iter().map(|feature| (feature.0 >> half) as u64);
            assert_eq!(
                halves.collect::<std::collections::BTreeSet<_>>().len(),
                features.len()
            );
        }
        assert_ne!(
            FeatureSum::of_feature(&[0]),
            FeatureSum::of_feature(&[0, 0])
        );
        // Values that are stored somewhere must stay.
        assert_eq!(
            FeatureSum::of_feature(&[1, 2]).key().to_string(),
            "bb4d0013dcb29787327b83b83c68e481"
        );
    }

    #[test]
    fn a_key_is_half_of_a_hash() {
        let key = Key::from_text("gipf");
        assert_eq!(key.to_string(), super::super::sha256("gipf")[..32]);
        assert_eq!(key.to_string().parse(), Ok(key));
        let mut maker = KeyMaker::default();
        ["gi", "pf"].iter().for_each(|part| maker.push(part));
        assert_eq!(maker.key(), key);
        for text in ["", "0", &"g".repeat(32), &"A".repeat(32), &"+".repeat(32)] {
            assert_eq!(text.parse::<Key>(), Err(NoKey), "{text}");
        }
    }
}
