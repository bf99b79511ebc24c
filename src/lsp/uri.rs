//! Conversion between file URIs and paths.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

/// Returns the path of a file URI, or `None` for other URIs.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.get(rest.find('/')?..)?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let decoded = String::from_utf8(decoded(path)).ok()?;
    // `/C:/games` is a Windows path.
    let drive = decoded.as_bytes().get(1..3).is_some_and(|start| start[0].is_ascii_alphabetic() && start[1] == b':');
    Some(PathBuf::from(if drive { decoded[1..].to_owned() } else { decoded }))
}

/// Returns the URI of a path, or `None` if the path is not valid Unicode.
pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let path = path.to_str()?.replace('\\', "/");
    let slash = if path.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{slash}{}", encoded(&path))).ok()
}

fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let value = (first == b'%').then(|| behind.get(..2)).flatten();
        let value = value.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(value.unwrap_or(first));
        rest = if value.is_some() { &behind[2..] } else { behind };
    }
    bytes
}

fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~:".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_round_trip() {
        for path in ["/a/b c.pips", "/\u{e9}/100%/#x?.md", "/a"] {
            assert_eq!(path_of(&uri_of(Path::new(path)).unwrap()).unwrap(), Path::new(path));
        }
        let path = |uri: &str| path_of(&Uri::from_str(uri).unwrap());
        assert_eq!(path("file:///c%3A/games/a.pips"), Some(PathBuf::from("c:/games/a.pips")));
        assert_eq!(path("untitled:Untitled-1"), None);
    }
}
