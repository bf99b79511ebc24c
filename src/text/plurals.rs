//! Numbers with their nouns in the singular or plural.

use std::fmt::Display;

/// Returns a number with its noun, which has an `s` unless the number is 1: `2 records`.
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
