//! Limits for reading a record.

/// The maximum length of a record, in bytes. A longer record gets `limit/record-size`.
pub const MAX_RECORD_BYTES: usize = 4 << 20;

/// The maximum depth of nested variations. A deeper variation gets `limit/depth`.
pub const MAX_DEPTH: usize = 64;

/// The maximum number of findings listed for one record. The others are counted.
pub const MAX_FINDINGS: usize = 10_000;

/// The maximum number of cards in a deck for playing a record. With a larger deck
/// (`limit/record-size`), every position would be as long as a record may be.
pub const MAX_DECK_CARDS: usize = 4_000;
