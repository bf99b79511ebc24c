//! The embedded font.

/// Noto Sans: Latin, Greek and Cyrillic.
pub(super) static FONT: &[u8] = include_bytes!("NotoSans.ttf");
