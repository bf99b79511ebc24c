//! Converts between file URIs and paths.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use serde_json::Value;

use pipscribe::text::percent_encoded;

/// Returns the path of a file URI, or `None` for other URIs.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    uri.as_str().strip_prefix("file://")?;
    let decoded = uri
        .path()
        .as_estr()
        .decode()
        .into_string()
        .ok()
        .filter(|path| path.starts_with('/'))?;
    // `/C:/games` is the Windows path `C:/games`.
    let has_drive =
        matches!(decoded.as_bytes(), [b'/', drive, b':', ..] if drive.is_ascii_alphabetic());
    let path = if has_drive { &decoded[1..] } else { &decoded };
    Some(PathBuf::from(path))
}

/// Returns the URI of a path, or `None` if the path is not valid Unicode.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    let encoded = percent_encoded(&path, |letter| {
        letter.is_ascii_alphanumeric() || "/-._~:".contains(letter)
    });
    Uri::from_str(&format!("file://{slash}{encoded}")).ok()
}

/// Start of the URI of a file on this machine.
const FILE: &str = "file:///";

/// Returns a key that is equal for URIs of one document, however they are encoded: characters that
/// need no escape are decoded, and all other escapes have upper-case digits.
pub(super) fn key_of(uri: &Uri) -> String {
    // In a URI, two hexadecimal digits follow each `%`.
    let mut parts = uri.as_str().split('%');
    let mut key = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        match u8::from_str_radix(digits, 16) {
            Ok(byte) if byte.is_ascii_graphic() && !b"%/?#".contains(&byte) => {
                key.push(char::from(byte));
            }
            _ => key.push_str(&format!("%{}", digits.to_ascii_uppercase())),
        }
        key.push_str(rest);
    }
    // Windows ignores the case of a drive letter.
    if key.starts_with(FILE)
        && let Some(drive) = key.get_mut(FILE.len()..FILE.len() + 2)
        && drive.ends_with(':')
    {
        drive.make_ascii_lowercase();
    }
    key
}

/// Encodes the invalid characters of all URIs in the parameters of a message.
pub(super) fn encode_uris(params: &mut Value) {
    match params {
        Value::Array(items) => items.iter_mut().for_each(encode_uris),
        Value::Object(entries) => {
            for (key, value) in entries.iter_mut() {
                match value {
                    Value::String(uri) if is_name_of_uri(key) && !uri.chars().all(is_of_uri) => {
                        *uri = repaired(uri);
                    }
                    Value::String(_) => {}
                    _ => encode_uris(value),
                }
            }
        }
        _ => {}
    }
}

fn is_name_of_uri(key: &str) -> bool {
    key == "uri" || key.ends_with("Uri")
}

/// Returns true if a character is valid in a URI.
fn is_of_uri(letter: char) -> bool {
    letter.is_ascii_graphic() && !"\"<>\\^`{|}".contains(letter)
}

/// Encodes the characters that are not valid in a URI.
fn repaired(uri: &str) -> String {
    percent_encoded(&uri.replace('\\', "/"), is_of_uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_document_has_one_key() {
        let key = |uri: &str| key_of(&Uri::from_str(uri).unwrap());
        for (one, other) in [
            ("file:///a/%C3%BC.pips", "file:///a/%c3%bc.pips"),
            ("file:///c%3A/a%20b.pips", "file:///C:/a%20b.pips"),
            ("file:///a/%28b%29+c.pips", "file:///a/(b)%2Bc.pips"),
        ] {
            assert_eq!(key(one), key(other));
        }
        assert_ne!(key("file:///a%2Fb"), key("file:///a/b"));
        assert_ne!(key("file:///a%23b"), key("file:///a#b"));
        assert_ne!(key("file:///a%2541"), key("file:///a%41"));
    }

    #[test]
    fn uris_of_messages_are_encoded() {
        let mut params = serde_json::json!({
            "textDocument": { "uri": "file:///c:/x y/\u{fc}.pips", "text": "a b" },
            "folders": [{ "baseUri": "file:///a%20b" }, { "uri": "not a uri" }],
        });
        encode_uris(&mut params);
        let whole = serde_json::json!({
            "textDocument": { "uri": "file:///c:/x%20y/%C3%BC.pips", "text": "a b" },
            "folders": [{ "baseUri": "file:///a%20b" }, { "uri": "not%20a%20uri" }],
        });
        assert_eq!(params, whole);
    }

    #[test]
    fn paths_round_trip() {
        for path in ["/a/b c.pips", "/\u{e9}/100%/#x?.md", "/a"] {
            assert_eq!(
                path_of(&uri_of(Path::new(path)).unwrap()).unwrap(),
                Path::new(path)
            );
        }
        let path = |uri: &str| path_of(&Uri::from_str(uri).unwrap());
        assert_eq!(
            path("file:///c%3A/games/a.pips"),
            Some(PathBuf::from("c:/games/a.pips"))
        );
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
