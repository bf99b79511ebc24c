//! Reasons why the value of an argument is rejected, without words that only programmers know.

use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// Returns the reason that a parser gives. `value` is the rejected value.
pub(super) fn value_reason(source: &(dyn Error + 'static), value: &str) -> String {
    if let Some(error) = source.downcast_ref::<ParseIntError>() {
        return match error.kind() {
            IntErrorKind::PosOverflow => "the number is too large".to_owned(),
            _ => "write a whole number".to_owned(),
        };
    }
    if source.is::<ParseFloatError>() {
        return "write a number".to_owned();
    }
    let text = source.to_string();
    range_reason(&text, value).unwrap_or(text)
}

/// Returns the reason for a number outside a range, which clap writes as `0 is not in 1..=50`.
fn range_reason(text: &str, value: &str) -> Option<String> {
    let (_, range) = text.split_once(" is not in ")?;
    let (min, end) = range.split_once("..")?;
    // The range is written as `1..=50`, as `1..51` or, without a maximum, as `1..`.
    let max = match end.strip_prefix('=') {
        Some(max) => max.parse::<u64>().ok(),
        None => end.parse::<u64>().ok().map(|end| end.saturating_sub(1)),
    };

    // A limit of the integer type is not a limit that users need to know.
    if let Some(max) = max
        && max < u64::from(u32::MAX)
    {
        return Some(format!("write a number from {min} to {max}"));
    }
    let is_too_large = value
        .parse::<u64>()
        .is_ok_and(|value| max.is_some_and(|max| value > max));
    Some(if is_too_large {
        "the number is too large".to_owned()
    } else {
        format!("write a number of {min} or more")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_put_into_words() {
        for (text, value, reason) in [
            ("0 is not in 1..=50", "0", "write a number from 1 to 50"),
            ("7 is not in 1..7", "7", "write a number from 1 to 6"),
            (
                "0 is not in 1..=4294967295",
                "0",
                "write a number of 1 or more",
            ),
            ("0 is not in 1..", "0", "write a number of 1 or more"),
            (
                "9999999999 is not in 1..=4294967295",
                "9999999999",
                "the number is too large",
            ),
        ] {
            assert_eq!(range_reason(text, value).as_deref(), Some(reason), "{text}");
        }
        assert_eq!(range_reason("another reason", "0"), None);
    }
}
