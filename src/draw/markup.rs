//! SVG output buffer. Most of a figure is numbers, so they are appended as bytes, without the formatting
//! machinery and without a UTF-8 check for each.

use super::place::{Place, UNIT};

/// Pixels per step, at 96 pixels per inch.
pub(super) const STEP: i64 = 48;

/// Text buffer to which numbers are appended.
#[derive(Default)]
pub(super) struct Markup {
    bytes: Vec<u8>,
}

impl Markup {
    /// Reserves capacity for `bytes` more bytes.
    pub(super) fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }

    #[inline]
    pub(super) fn push_str(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Appends a place in pixels, each coordinate after one of the texts.
    #[inline]
    pub(super) fn push_point(&mut self, before: [&str; 2], at: Place) {
        for (text, length) in before.into_iter().zip([at.x, at.y]) {
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
        match short(number) {
            Some((digits, count)) => {
                let end = self.bytes.len() + count;
                self.bytes.extend_from_slice(&digits.to_le_bytes());
                self.bytes.truncate(end);
            }
            None => {
                let mut text = String::new();
                put_hundredths(&mut text, number);
                self.push_str(&text);
            }
        }
    }

    /// Returns the text, which is always valid UTF-8.
    pub(super) fn into_text(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_default()
    }
}

/// Formats a number below a thousand: its characters from the lowest byte on, and their count. Bytes beyond the
/// count are undefined. The count is computed branch-free, because a branch would be unpredictable.
#[inline]
fn short(number: i64) -> Option<(u64, usize)> {
    let hundredths = u32::try_from(number.unsigned_abs()).ok().filter(|hundredths| *hundredths < 100_000)?;
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    // Digits of a number below a hundred, the first one in the lowest byte.
    let two_digits = |number: u32| (u32::from(b'0') * 0x101) + number / 10 + ((number % 10) << 8);
    let fraction = u64::from(b'.') | (u64::from(two_digits(rest)) << 8);
    let places = usize::from(rest > 0) * 2 + usize::from(rest % 10 > 0);
    let first = u64::from(u32::from(b'0') + whole / 100);
    let whole_digits = first | (u64::from(two_digits(whole % 100)) << 8);
    let zeros = usize::from(whole < 100) + usize::from(whole < 10);
    let digits = (whole_digits >> (8 * zeros)) | (fraction << (8 * (3 - zeros)));
    let sign = usize::from(number < 0);
    Some(((digits << (8 * sign)) | (u64::from(b'-') * sign as u64), sign + 3 - zeros + places))
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
    let (tenths, rest) = (number / 10 % 10, number % 10);
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
        let text = format!("{}{}.{:02}", if number < 0 { "-" } else { "" }, number.abs() / 100, number.abs() % 100);
        format!("\u{e9}{}.", text.trim_end_matches('0').trim_end_matches('.'))
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
