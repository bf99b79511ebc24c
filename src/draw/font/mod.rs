//! The embedded font, in two weights.

/// Noto Sans: Latin, Greek and Cyrillic.
pub(super) static FONT: &[u8] = include_bytes!("NotoSans.ttf");

/// Noto Sans Bold: the printable characters of ASCII, and the minus sign.
pub(super) static BOLD_FONT: &[u8] = include_bytes!("NotoSansBold.ttf");
