//! Texts in full-width characters, or with characters that were decoded with a wrong encoding.

use super::super::layered::{Cut, Peel};
use super::Found;

/// Sequences that result from reading UTF-8 as Windows-1252, and the original characters.
const WRONGLY_READ: [(&str, &str); 24] = [
    ("â€œ", "\""),
    ("â€\u{9d}", "\""),
    ("â€ž", "\""),
    ("â€™", "'"),
    ("â€˜", "'"),
    ("â€“", "-"),
    ("â€”", "-"),
    ("â€‘", "-"),
    ("âˆ’", "-"),
    ("â€¦", "…"),
    ("â€¢", "•"),
    ("â†’", "-"),
    ("â€", "\""),
    ("Ã—", "x"),
    ("Ã¼", "ü"),
    ("Ã¶", "ö"),
    ("Ã¤", "ä"),
    ("ÃŸ", "ß"),
    ("Ã©", "é"),
    ("Ã³", "ó"),
    ("Â«", "\""),
    ("Â»", "\""),
    ("Â½", "½"),
    ("Â\u{a0}", " "),
];

/// Replaces full-width characters, if the brackets of the tags are full-width.
pub(super) fn full_width(text: &str) -> Found {
    if !text.contains('［') {
        return None;
    }
    let plain = |sign: char| match sign {
        '\u{3000}' => Some(' '),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(sign) - 0xFEE0),
        _ => None,
    };
    let cuts = text.char_indices().filter_map(|(at, sign)| {
        let now = plain(sign)?;
        Some(Cut::new(
            at,
            at + sign.len_utf8(),
            now.to_string(),
            Peel::Sign,
        ))
    });
    Some((cuts.collect(), "full-width signs"))
}

/// Replaces characters that were decoded with a wrong encoding, if the tags have any.
pub(super) fn wrong_encoding(text: &str) -> Found {
    if !text.contains("â€") && !text.contains("Ã") && !text.contains("Â") {
        return None;
    }
    let mut cuts: Vec<Cut> = Vec::new();
    for (wrong, sign) in WRONGLY_READ {
        for (at, _) in text.match_indices(wrong) {
            let is_taken = cuts.iter().any(|cut| cut.span.start as usize == at);
            if !is_taken {
                cuts.push(Cut::new(at, at + wrong.len(), sign, Peel::Sign));
            }
        }
    }
    Some((cuts, "characters in the wrong encoding"))
}
