//! What encoding bytes look like.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

/// The name of the encoding that bytes look like which are no UTF-8.
pub fn encoding_like(bytes: &[u8]) -> &'static str {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny).name()
}
