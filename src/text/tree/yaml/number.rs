//! Recognises numbers in the core schema of YAML 1.2.

/// Returns true for a number. A text with a superfluous leading zero, such as `007`, is not a
/// number.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let all = |digits: &str, radix| {
        !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix))
    };
    match digits.get(..2) {
        Some("0x") => all(&digits[2..], 16),
        Some("0o") => all(&digits[2..], 8),
        Some(_) if digits.starts_with('0') && all(digits, 10) => false,
        _ if matches!(digits, ".inf" | ".Inf" | ".INF")
            || matches!(text, ".nan" | ".NaN" | ".NAN") =>
        {
            true
        }
        _ => is_decimal(digits),
    }
}

/// Returns true for a decimal number without a sign, of any size: digits, a fraction, an exponent.
fn is_decimal(text: &str) -> bool {
    // Parsing an `f64` would accept too much, and its tables would add 10 kB to the module for
    // browsers.
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !(whole.is_empty() && fraction.is_empty() || exponent.is_empty());
    has_digits && [whole, fraction, exponent].into_iter().all(are_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_digits_and_may_be_large() {
        for text in [
            "0", "1.", ".5", "12.50", "1e5", "1.5E-7", "0e999", "1e309", "1e+5",
        ] {
            assert!(is_decimal(text), "{text}");
        }
        for text in [
            "", ".", "-1", "+1", "e5", "1e", "1e+", "1e5.0", "1e5e5", "1_000", "inf", "nan",
            "1.2.3",
        ] {
            assert!(!is_decimal(text), "{text}");
        }
    }
}
