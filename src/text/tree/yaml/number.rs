//! Recognises numbers in the core schema of YAML 1.2.

/// True for a number. A text with a superfluous leading zero, such as `007`, is not one.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let all = |digits: &str, radix| !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(radix));
    match digits.get(..2) {
        Some("0x") => all(&digits[2..], 16),
        Some("0o") => all(&digits[2..], 8),
        Some(_) if digits.starts_with('0') && all(digits, 10) => false,
        _ if matches!(digits, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") => true,
        _ => is_decimal(digits),
    }
}

/// True for a decimal number within the range of `f64`, without a sign.
fn is_decimal(text: &str) -> bool {
    // `f64` also accepts a sign and words such as `inf`.
    text.starts_with(|first: char| first == '.' || first.is_ascii_digit()) && text.parse().is_ok_and(f64::is_finite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_digits_and_fit_into_an_f64() {
        for text in ["0", "1.", ".5", "12.50", "1e5", "1.5E-7", "0e999", "1e308"] {
            assert!(is_decimal(text), "{text}");
        }
        for text in ["", ".", "-1", "+1", "e5", "1e", "1e309", "1_000", "inf", "nan", "1.2.3"] {
            assert!(!is_decimal(text), "{text}");
        }
    }
}
