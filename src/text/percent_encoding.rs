//! Percent-encoding of addresses.

/// Writes the bytes of a text as `%XX`, apart from characters that may stay.
pub fn percent_encoded(text: &str, may_stay: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if may_stay(letter) {
            out.push(letter);
        } else {
            for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    out
}

/// Returns a path as part of a URI.
pub(crate) fn path_in_uri(path: &str) -> String {
    percent_encoded(path, |letter| {
        letter.is_ascii_alphanumeric() || "/-._~:".contains(letter)
    })
}

/// Returns an absolute path that is not UTF-8 as a `file:` URI.
pub fn file_uri(path: &[u8]) -> String {
    let mut out = "file://".to_owned();
    for &byte in path {
        match byte {
            b'\\' if cfg!(windows) => out.push('/'),
            b'/' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Returns true for a URI from [`file_uri`], but false for a path of the same form.
pub(crate) fn is_file_uri(text: &str) -> bool {
    text.starts_with("file:///") && std::str::from_utf8(&percent_decoded(text)).is_err()
}

/// Replaces each `%XX` with its byte.
fn percent_decoded(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut parts = text.split('%');
    out.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        let digits = part
            .get(..2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match digits {
            Some(byte) => {
                out.push(byte);
                out.extend_from_slice(part.as_bytes().get(2..).unwrap_or_default());
            }
            None => {
                out.push(b'%');
                out.extend_from_slice(part.as_bytes());
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_not_utf_8_can_be_read_back() {
        let path = b"/a b/\xff\xe9%.pips";
        let uri = file_uri(path);
        assert_eq!(uri, "file:///a%20b/%FF%E9%25.pips");
        assert!(is_file_uri(&uri));
        assert_eq!(percent_decoded(&uri), [b"file://", &path[..]].concat());
        for path in [
            "file:///a.pips",
            "file:///%41.pips",
            "a/%FF.pips",
            "file:///%F.pips",
        ] {
            assert!(!is_file_uri(path), "{path}");
        }
    }
}
