//! SVG output buffer. Most of a figure is numbers, so they are appended without the formatting
//! machinery.

use super::geometry::{Place, UNIT};

/// Pixels per step, at 96 pixels per inch.
pub(super) const STEP: i64 = 48;

/// Text buffer to which numbers are appended.
#[derive(Default)]
pub(super) struct Markup {
    text: String,
}

impl Markup {
    /// Reserves capacity for `bytes` more bytes.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.text.reserve(bytes);
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends a place in pixels, each coordinate after one of the texts.
    pub(super) fn push_point(&mut self, before: [&str; 2], place: Place) {
        for (text, length) in before.into_iter().zip([place.x, place.y]) {
            self.push_str(text);
            self.push_pixels(length);
        }
    }

    /// Appends a length in pixels with at most two decimals.
    pub(super) fn push_pixels(&mut self, length: i32) {
        self.push_hundredths(hundredths(length));
    }

    /// Appends a number of hundredths without trailing zeros.
    pub(super) fn push_hundredths(&mut self, number: i64) {
        put_hundredths(&mut self.text, number);
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Converts a length to hundredths of a pixel, rounded.
pub(super) fn hundredths(length: i32) -> i64 {
    let unit = i64::from(UNIT);
    let scaled = i64::from(length) * STEP * 100;
    (scaled.abs() + unit / 2) / unit * scaled.signum()
}

/// Appends a number of hundredths without trailing zeros.
pub(super) fn put_hundredths(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    let number = number.unsigned_abs();
    out.push_str(itoa::Buffer::new().format(number / 100));
    let digit = |digit: u64| char::from(b'0' + u8::try_from(digit).unwrap_or(0));
    let tenths = number / 10 % 10;
    let rest = number % 10;
    if tenths > 0 || rest > 0 {
        out.push('.');
        out.push(digit(tenths));
    }
    if rest > 0 {
        out.push(digit(rest));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pushed(number: i64) -> String {
        let mut markup = Markup::default();
        markup.push_str("\u{e9}");
        markup.push_hundredths(number);
        markup.push_str(".");
        markup.into_text()
    }

    fn formatted(number: i64) -> String {
        let text = format!(
            "{}{}.{:02}",
            if number < 0 { "-" } else { "" },
            number.abs() / 100,
            number.abs() % 100
        );
        format!(
            "\u{e9}{}.",
            text.trim_end_matches('0').trim_end_matches('.')
        )
    }

    #[test]
    fn every_number_of_a_figure_is_written_without_needless_digits() {
        for number in -120_000..=120_000 {
            assert_eq!(pushed(number), formatted(number));
        }
    }

    proptest! {
        #[test]
        fn long_numbers_are_not_truncated(number in -i64::MAX..=i64::MAX) {
            prop_assert_eq!(pushed(number), formatted(number));
        }
    }
}
