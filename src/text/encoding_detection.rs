//! Detects the encoding of bytes.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// Returns the name of the probable encoding of bytes that are not UTF-8.
pub fn encoding_like(bytes: &[u8]) -> &'static str {
    // ISO-2022-JP consists of ASCII bytes only, so its bytes would be UTF-8.
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let is_last_part = true;
    detector.feed(bytes, is_last_part);
    // `None`: no domain of a website hints at the language.
    detector.guess(None, Utf8Detection::Deny).name()
}
