//! Percent encoding of addresses.

/// Writes the bytes of a text as `%XX`, apart from characters that may stay.
pub(crate) fn percent_encoded(text: &str, may_stay: impl Fn(char) -> bool) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if may_stay(letter) {
            out.push(letter);
        } else {
            letter.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
        }
    }
    out
}

/// Returns a path as part of a URI.
pub(crate) fn path_in_uri(path: &str) -> String {
    percent_encoded(path, |letter| letter.is_ascii_alphanumeric() || "/-._~:".contains(letter))
}
