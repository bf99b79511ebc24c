//! Bytes that are not text, such as a picture or an archive in place of a record.

use std::collections::BTreeSet;

use super::filler_at_end;
use crate::findings::{Finding, code};
use crate::text::Span;

/// The minimum number of control characters by which bytes are not text: in UTF-8, and otherwise.
const MIN_CONTROLS_IN_UTF8: usize = 8;
const MIN_CONTROLS_ELSEWHERE: usize = 2;
/// The minimum number of different control characters by which UTF-8 is not text.
const MIN_KINDS_IN_UTF8: usize = 4;
/// A text with more control characters than one in this many bytes is binary, not merely damaged.
const BYTES_PER_CONTROL: usize = 32;

/// Returns true if bytes are not text in any encoding: too many of them are control characters.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let bytes = &bytes[..bytes.len() - filler_at_end(bytes).len()];
    // White space is U+0009 to U+000D.
    let is_control = |byte: &&u8| matches!(**byte, 0..=0x08 | 0x0E..=0x1F | 0x7F);
    // Fast exit: a record has no control characters. Without branches, the loop is vectorised.
    let has_controls = bytes
        .iter()
        .fold(false, |found, byte| found | is_control(&byte));
    if !has_controls {
        return false;
    }
    let controls = bytes.iter().filter(is_control).count();
    if controls < MIN_CONTROLS_ELSEWHERE || controls * BYTES_PER_CONTROL < bytes.len() {
        return false;
    }
    if is_utf16(bytes) {
        return false;
    }
    // The colours of a terminal are the same few characters again and again.
    let kinds: BTreeSet<u8> = bytes.iter().filter(is_control).copied().collect();
    let is_noise = controls >= MIN_CONTROLS_IN_UTF8 && kinds.len() >= MIN_KINDS_IN_UTF8;
    is_noise || std::str::from_utf8(bytes).is_err()
}

/// Returns true for UTF-16, in which every second byte of most texts is NUL. It has a finding of
/// its own.
fn is_utf16(bytes: &[u8]) -> bool {
    if matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) {
        return true;
    }
    let zeros = |first: usize| {
        bytes
            .iter()
            .skip(first)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
    };
    let [even, odd] = [zeros(0), zeros(1)];
    even.max(odd) * 3 > bytes.len() && even.min(odd) * 20 < even.max(odd)
}

/// Returns the only finding on bytes that are not text.
pub(super) fn finding(text: &str) -> Finding {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let finding = Finding::new(&code::ENCODING, Span::new(0, first), "This is not text.");
    finding.with_help(
        "Records are text in UTF-8. This may be a picture, an archive or another program's data.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_and_programs_are_not_text() {
        let mut seed = 1_u32;
        let mut noise = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            seed.to_be_bytes()[0]
        };
        let picture: Vec<u8> = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"
            .iter()
            .copied()
            .chain((0..500).map(|_| noise()))
            .collect();
        assert!(is_binary(&picture) && is_binary(&picture[..16]));
        assert!(is_binary(
            &b"\x7FELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0".repeat(9)
        ));
    }

    #[test]
    fn damaged_text_and_other_encodings_are_text() {
        let record =
            "[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"J\u{E1}n\"]\n\n1. b3 2. c2 *\n";
        let utf16 = |mark: &[u8], bytes: fn(u16) -> [u8; 2]| {
            [
                mark,
                &record.encode_utf16().flat_map(bytes).collect::<Vec<_>>(),
            ]
            .concat()
        };
        let texts = [
            record.as_bytes().to_vec(),
            record.replace('b', "\0").into_bytes(),
            record.chars().map(|character| character as u8).collect(),
            [record.as_bytes(), &[0; 200]].concat(),
            utf16(b"", u16::to_le_bytes),
            utf16(b"", u16::to_be_bytes),
            utf16(b"\xFF\xFE", u16::to_le_bytes),
            Vec::new(),
        ];
        for text in texts {
            assert!(!is_binary(&text), "{}", String::from_utf8_lossy(&text));
        }
    }
}
