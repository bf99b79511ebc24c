//! Decodes foreign files. The encoding is determined by a byte order mark, then UTF-8, then the
//! declaration in the file, then the byte statistics. Assumptions are reported.
//!
//! [`decode`] decodes the bytes of a piece. [`TextStream`] decodes a whole stream, but only if its
//! encoding prevents it from being split into pieces.

mod labels;
mod stream;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{DecoderResult, Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::text::one_line;

pub use stream::TextStream;

/// Decoded text, with the assumption made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text, without a byte order mark.
    pub text: String,
    /// The assumption, in words; `None` for UTF-8 that does not declare another encoding.
    pub assumed: Option<String>,
}

/// Decodes bytes. `declared` is the encoding that the file names.
pub fn decode(bytes: &[u8], declared: Option<&str>) -> Decoded {
    let choice = wide_encoding(bytes)
        .or_else(|| choose(bytes, declared, true))
        .unwrap_or_else(|| Choice::last_resort(bytes));
    let after_mark = bytes.get(choice.mark_length..).unwrap_or_default();
    let (text, _) = choice.encoding.decode_without_bom_handling(after_mark);

    let assumed = if choice.encoding == UTF_8 {
        note_on_declaration(&text, declared)
    } else {
        Some(choice.words(declared))
    };
    Decoded {
        text: text.into_owned(),
        assumed,
    }
}

/// Returns the note on UTF-8 that declares another encoding; `None` for ASCII, which is valid in
/// both.
fn note_on_declaration(text: &str, declared: Option<&str>) -> Option<String> {
    let declared = declared?.trim();
    if text.is_ascii() {
        return None;
    }
    let is_other = labels::encoding_of(declared).is_some_and(|named| named != UTF_8);
    is_other.then(|| {
        format!(
            "the text declares `{}` but is UTF-8, and was read as UTF-8",
            one_line(declared)
        )
    })
}

/// Reason for choosing an encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// A byte order mark.
    Mark,
    /// A declaration in the file.
    Declared,
    /// Byte statistics.
    Statistics,
    /// No other encoding fits.
    LastResort,
}

/// Chosen encoding.
#[derive(Clone, Copy, Debug)]
struct Choice {
    encoding: &'static Encoding,
    /// Length of the byte order mark.
    mark_length: usize,
    reason: Reason,
}

impl Choice {
    /// Returns the choice if no other encoding is certain. In Windows-1252 every byte is a
    /// character.
    fn last_resort(bytes: &[u8]) -> Self {
        let encoding = if std::str::from_utf8(bytes).is_ok() {
            UTF_8
        } else {
            WINDOWS_1252
        };
        Self {
            encoding,
            mark_length: 0,
            reason: Reason::LastResort,
        }
    }

    /// Returns the assumption in words, given the encoding that the file declares.
    fn words(self, declared: Option<&str>) -> String {
        let name = self.encoding.name();
        let declared = declared.map(|declared| one_line(declared.trim()).into_owned());
        let read = match self.reason {
            Reason::Mark => return format!("the text is {name}, according to its byte order mark"),
            Reason::Declared => {
                let other_name = declared
                    .filter(|label| !label.eq_ignore_ascii_case(name))
                    .map(|label| format!(" as `{label}`"))
                    .unwrap_or_default();
                return format!(
                    "the text is not UTF-8; it was read as {name}, which it declares{other_name}"
                );
            }
            Reason::Statistics if [UTF_16BE, UTF_16LE].contains(&self.encoding) => {
                return format!("the text was read as {name}, which it appears to be");
            }
            Reason::Statistics => format!("it was read as {name}, judging by its bytes"),
            Reason::LastResort => format!("it was read as {name}"),
        };
        match declared {
            None => format!("the text is not UTF-8 and declares no encoding; {read}"),
            Some(label) if labels::encoding_of(&label).is_some() => {
                format!("the text is neither UTF-8 nor `{label}`, which it declares; {read}")
            }
            Some(label) => {
                format!(
                    "the text is not UTF-8, and `{label}`, which it declares, is not a known encoding; {read}"
                )
            }
        }
    }
}

/// Detects an encoding with at least two bytes per character, or UTF-8 with a byte order mark.
fn wide_encoding(bytes: &[u8]) -> Option<Choice> {
    if let Some((encoding, mark_length)) = Encoding::for_bom(bytes) {
        return Some(Choice {
            encoding,
            mark_length,
            reason: Reason::Mark,
        });
    }
    // Every format begins with ASCII, and text in other encodings has no zero bytes.
    let encoding = match bytes {
        [0, 1..=0x7F, 0, 1..=0x7F, ..] => UTF_16BE,
        [1..=0x7F, 0, 1..=0x7F, 0, ..] => UTF_16LE,
        _ => return None,
    };
    can_read(encoding, bytes, false).then_some(Choice {
        encoding,
        mark_length: 0,
        reason: Reason::Statistics,
    })
}

/// Returns the encoding of bytes that are not UTF-8, or that only look like UTF-8; `None` if no
/// other encoding fits. More bytes may follow unless `last` is set.
fn choose(bytes: &[u8], declared: Option<&str>, last: bool) -> Option<Choice> {
    // Bytes that are UTF-8 can be in only one other encoding, ISO-2022-JP, which consists of ASCII
    // with escape sequences.
    let is_utf8 = can_read(UTF_8, bytes, last);
    let has_escapes = bytes.contains(&0x1B);
    if is_utf8 && !has_escapes {
        return None;
    }
    let fits = |encoding: &'static Encoding| {
        let is_candidate = !is_utf8 || encoding == ISO_2022_JP;
        is_candidate && can_read(encoding, bytes, last)
    };

    // A declaration that is readable byte by byte cannot be in an encoding with two bytes per
    // character.
    let declared_encoding = declared
        .and_then(labels::encoding_of)
        .filter(|named| ![UTF_8, UTF_16BE, UTF_16LE].contains(named))
        .filter(|&named| fits(named));
    if let Some(encoding) = declared_encoding {
        return Some(Choice {
            encoding,
            mark_length: 0,
            reason: Reason::Declared,
        });
    }

    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, last);
    let likeliest = detector.guess(None, Utf8Detection::Allow);
    fits(likeliest).then_some(Choice {
        encoding: likeliest,
        mark_length: 0,
        reason: Reason::Statistics,
    })
}

/// Returns true if the bytes are valid in an encoding. More bytes may follow unless `last` is set.
fn can_read(encoding: &'static Encoding, bytes: &[u8], last: bool) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let Some(length) = decoder.max_utf8_buffer_length_without_replacement(bytes.len()) else {
        return false;
    };
    let mut text = String::with_capacity(length);
    let (result, _) = decoder.decode_to_string_without_replacement(bytes, &mut text, last);
    result == DecoderResult::InputEmpty
}

#[cfg(test)]
mod tests;
