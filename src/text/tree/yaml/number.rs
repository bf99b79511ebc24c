//! Recognises numbers in the core schema of YAML 1.2.

/// Returns true for a number. A text with a superfluous leading zero, such as `007`, is not a
/// number.
pub(super) fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let Some(digits) = unsigned.strip_prefix("0x") {
        return are_digits(digits, 16);
    }
    if let Some(digits) = unsigned.strip_prefix("0o") {
        return are_digits(digits, 8);
    }
    let has_superfluous_zero =
        unsigned.len() > 1 && unsigned.starts_with('0') && are_digits(unsigned, 10);
    if has_superfluous_zero {
        return false;
    }
    matches!(unsigned, ".inf" | ".Inf" | ".INF")
        || matches!(text, ".nan" | ".NaN" | ".NAN")
        || is_decimal(unsigned)
}

/// Returns true for one digit or more.
fn are_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|digit| digit.is_digit(radix))
}

/// Returns true for a decimal number without a sign, of any size: digits, a fraction, an exponent.
fn is_decimal(text: &str) -> bool {
    // Parsing an `f64` would accept too much, and its tables would add 10 kB to the module for
    // browsers.
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if exponent.is_empty() || (whole.is_empty() && fraction.is_empty()) {
        return false;
    }
    let mut all_digits = [whole, fraction, exponent].into_iter().flat_map(str::bytes);
    all_digits.all(|byte| byte.is_ascii_digit())
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
