//! Detects the encoding of bytes.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// Returns the name of the probable encoding of bytes that are not UTF-8.
pub fn encoding_like(bytes: &[u8]) -> &'static str {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny).name()
}
