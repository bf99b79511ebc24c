//! Escaping of text for XML.

use super::printable::has_effect;

/// Returns true if a text needs no escaping in XML. Tests all bytes without an early exit, so that
/// the loop can be vectorised.
pub(crate) fn is_plain(text: &str) -> bool {
    // U+FFFE and U+FFFF begin with 0xEF in UTF-8, U+0080 to U+009F with 0xC2, and characters that
    // change the direction of writing with 0xD8 or 0xE2.
    let is_special = |byte: u8| {
        byte < b' '
            || matches!(
                byte,
                b'&' | b'<' | b'>' | b'"' | 0x7F | 0xC2 | 0xD8 | 0xE2 | 0xEF
            )
    };
    !text
        .bytes()
        .fold(false, |special, byte| special | is_special(byte))
}

/// Escapes text for XML. Characters that XML 1.0 does not allow become U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(character),
            '\r' => out.push_str("&#13;"),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            _ if character < ' ' => out.push('\u{FFFD}'),
            // XML allows these characters, but a terminal would obey them.
            _ if has_effect(character) => out.push_str(&format!("&#{};", u32::from(character))),
            _ => out.push(character),
        }
    }
    out
}

/// Replaces named and numeric XML references by their characters. Other references and references
/// to control characters stay unchanged.
pub(crate) fn unescaped(text: &str) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let reference = part
            .split_once(';')
            .and_then(|(name, rest)| Some((referenced(name)?, rest)));
        let (character, rest) = reference.unwrap_or(('&', part));
        out.push(character);
        out.push_str(rest);
    }
    out
}

/// Returns the character of a reference, given without `&` and `;`.
fn referenced(name: &str) -> Option<char> {
    Some(match name {
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "amp" => '&',
        _ => {
            let number = name.strip_prefix('#')?;
            let (digits, radix) = match number.strip_prefix('x') {
                Some(hexadecimal) => (hexadecimal, 16),
                None => (number, 10),
            };
            // `from_str_radix` would accept a sign.
            if !digits.chars().all(|digit| digit.is_digit(radix)) {
                return None;
            }
            let code = u32::from_str_radix(digits, radix).ok()?;
            return char::from_u32(code).filter(|character| !character.is_control());
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_characters() {
        assert_eq!(
            unescaped("Ren&#xe9; &amp; &#233;&lt;&gt;&quot;&apos;"),
            "René & é<>\"'"
        );
        for text in [
            "a & b; &",
            "&nbsp;",
            "&#;",
            "&#x;",
            "&#+65;",
            "&#xD800;",
            "&#x110000;",
            "&#9;",
            "&#10",
            "&AMP;",
            "&;",
        ] {
            assert_eq!(unescaped(text), text);
        }
        assert_eq!(unescaped("&amp;lt;&amp;#65;"), "&lt;&#65;");
    }

    #[test]
    fn xml_special_characters_are_escaped() {
        assert_eq!(escaped("\u{7F}\u{9B}é\u{A0}"), "&#127;&#155;é\u{A0}");
        assert!(!is_plain("\u{9B}") && !is_plain("\u{7F}") && is_plain("aé中"));
        assert_eq!(
            escaped("a<b>&\"\u{1}\u{FFFF}\n\r"),
            "a&lt;b&gt;&amp;&quot;\u{FFFD}\u{FFFD}\n&#13;"
        );
    }
}
