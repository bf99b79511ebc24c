//! The font that is embedded.

/// Noto Sans, Latin, Greek and Cyrillic.
pub(super) static FONT: &[u8] = include_bytes!("NotoSans.ttf");
