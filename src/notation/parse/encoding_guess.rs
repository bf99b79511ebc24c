//! Guesses the encoding of bytes that are not UTF-8, so that their finding can name it.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Returns the name of the probable encoding of some bytes; `None` if there is none.
type Guess = fn(&[u8]) -> Option<String>;

static GUESS: OnceLock<Guess> = OnceLock::new();

/// Sets the function that guesses the encoding of a record that is not UTF-8, for its finding.
/// Intended for programs that are built without `encodings` and have its tables elsewhere. Only the
/// first call has an effect.
pub fn guess_encodings_by(guess: Guess) {
    let _ = GUESS.set(guess);
}

/// Returns the probable encoding of bytes that are not UTF-8; `None` if they contain control
/// characters, which text does not contain.
pub(super) fn guess_encoding(bytes: &[u8]) -> Option<Cow<'static, str>> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some("UTF-16LE".into()),
        [0xFE, 0xFF, ..] => return Some("UTF-16BE".into()),
        _ => {}
    }
    if bytes
        .iter()
        .any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace())
    {
        return None;
    }
    match GUESS.get() {
        Some(guess) => guess(bytes).map(Cow::Owned),
        None => guess_by_tables(bytes).map(Cow::Borrowed),
    }
}

#[cfg(feature = "encodings")]
fn guess_by_tables(bytes: &[u8]) -> Option<&'static str> {
    Some(crate::text::encoding_like(bytes))
}

#[cfg(not(feature = "encodings"))]
fn guess_by_tables(_: &[u8]) -> Option<&'static str> {
    None
}
