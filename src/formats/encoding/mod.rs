//! Bytes of foreign files as text: UTF-8 first, then what the file declares, then Latin-1.

use encoding_rs::{Encoding, WINDOWS_1252};

/// A text, and what was assumed to read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// What was assumed, in words; `None` for UTF-8.
    pub assumed: Option<String>,
}

/// Reads bytes as text. `declared` is the encoding that the file names.
pub fn decode(bytes: &[u8], declared: Option<&str>) -> Decoded {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Decoded { text: text.strip_prefix('\u{FEFF}').unwrap_or(text).to_owned(), assumed: None };
    }
    let named = declared.and_then(|name| Encoding::for_label(name.trim().as_bytes()));
    if let Some(encoding) = named {
        let (text, _, has_errors) = encoding.decode(bytes);
        if !has_errors {
            let assumed = format!("the text is no UTF-8; it was read as {}, which it declares", encoding.name());
            return Decoded { text: text.into_owned(), assumed: Some(assumed) };
        }
    }
    // Every byte is a character of it.
    let (text, _, _) = WINDOWS_1252.decode(bytes);
    let assumed = "the text is no UTF-8; it was read as Latin-1".to_owned();
    Decoded { text: text.into_owned(), assumed: Some(assumed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_encoding_that_fits_is_taken() {
        type Case<'c> = (&'c [u8], Option<&'c str>, &'c str, Option<&'c str>);
        let cases: [Case<'_>; 4] = [
            ("\u{FEFF}é".as_bytes(), None, "é", None),
            (b"J\xE1n", None, "Ján", Some("Latin-1")),
            (b"\x82\xa0", Some("Shift_JIS"), "あ", Some("Shift_JIS")),
            (b"\xff", Some("no such"), "ÿ", Some("Latin-1")),
        ];
        for (bytes, declared, text, assumed) in cases {
            let decoded = decode(bytes, declared);
            assert_eq!(decoded.text, text, "{bytes:?}");
            match assumed {
                None => assert_eq!(decoded.assumed, None),
                Some(name) => assert!(decoded.assumed.is_some_and(|words| words.contains(name)), "{name}"),
            }
        }
    }
}
