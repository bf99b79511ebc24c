//! What bytes look like that are no UTF-8.

use std::borrow::Cow;
use std::sync::OnceLock;

/// The name of the encoding that bytes look like; `None` where there is none.
pub type EncodingGuess = fn(&[u8]) -> Option<String>;

static GUESS: OnceLock<EncodingGuess> = OnceLock::new();

/// Who guesses the encoding of a record that is no UTF-8, which its finding names: for a program that is built without
/// `encodings` and has their tables elsewhere. The first call holds for as long as the program runs.
pub fn guess_encodings_by(guess: EncodingGuess) {
    let _ = GUESS.set(guess);
}

/// The encoding that bytes look like which are no UTF-8; `None` where control characters stand among them, as in no text.
pub(super) fn encoding_of(bytes: &[u8]) -> Option<Cow<'static, str>> {
    match bytes {
        [0xFF, 0xFE, ..] => return Some("UTF-16LE".into()),
        [0xFE, 0xFF, ..] => return Some("UTF-16BE".into()),
        _ => {}
    }
    if bytes.iter().any(|byte| byte.is_ascii_control() && !byte.is_ascii_whitespace()) {
        return None;
    }
    match GUESS.get() {
        Some(guess) => guess(bytes).map(Cow::Owned),
        None => guessed(bytes).map(Cow::Borrowed),
    }
}

#[cfg(feature = "encodings")]
fn guessed(bytes: &[u8]) -> Option<&'static str> {
    Some(crate::text::encoding_like(bytes))
}

#[cfg(not(feature = "encodings"))]
fn guessed(_: &[u8]) -> Option<&'static str> {
    None
}
