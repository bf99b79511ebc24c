//! What is a number in the core schema of YAML 1.2.

/// Whether it is one; what begins with a needless zero is none, such as `007`.
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

/// Whether it is a decimal number that an `f64` has room for. To read it as one takes a table of 10 kB, which a browser would load for
/// this question alone.
fn is_decimal(text: &str) -> bool {
    let all = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let power = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if !(all(whole) && all(fraction) && all(power))
        || power.is_empty()
        || mantissa.len() < 1 + usize::from(mantissa.contains('.'))
    {
        return false;
    }
    let digits = || whole.bytes().chain(fraction.bytes());
    let Some(first) = digits().position(|digit| digit != b'0') else { return true };
    // No text is long enough to make up for more.
    let power = power.parse().unwrap_or(i64::MAX).min(i64::MAX / 2);
    let power = if exponent.starts_with('-') { -power } else { power };
    // The power of ten of the first digit that is not 0.
    match power + whole.len() as i64 - first as i64 - 1 {
        ..308 => true,
        308 => digits().skip(first).lt(least_without_room()),
        _ => false,
    }
}

/// The digits of the least number that rounds to none that an `f64` has, 2¹⁰²⁴ − 2⁹⁷⁰, without zeros at its end.
fn least_without_room() -> Vec<u8> {
    let mut digits = ((1_u64 << 54) - 1).to_string().into_bytes();
    for _ in 0..970 {
        let mut carried = 0;
        for digit in digits.iter_mut().rev() {
            let doubled = (*digit - b'0') * 2 + carried;
            *digit = b'0' + doubled % 10;
            carried = doubled / 10;
        }
        if carried > 0 {
            digits.insert(0, b'0' + carried);
        }
    }
    digits.truncate(digits.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1));
    digits
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_read(text: &str) -> bool {
        text.starts_with(|first: char| first == '.' || first.is_ascii_digit()) && text.parse().is_ok_and(f64::is_finite)
    }

    #[test]
    fn the_largest_that_an_f64_has_room_for_is_the_last() {
        let largest = format!("{:.0}", f64::MAX);
        let least = String::from_utf8(least_without_room()).unwrap();
        let below = format!("{}7.9", &least[..least.len() - 1]);
        for digits in [&largest, &least, &below] {
            for text in [
                format!("{}.{}e308", &digits[..1], &digits[1..].replace('.', "")),
                format!("0.00{}0000E+311", digits.replace('.', "")),
                format!("{digits}e{}", 309 - digits.split('.').next().unwrap().len()),
            ] {
                assert_eq!(is_decimal(&text), is_read(&text), "{text}");
            }
        }
        assert!(
            is_decimal(&largest)
                && is_decimal("0e999")
                && !is_decimal("1e309")
                && !is_decimal("1e99999999999999999999")
        );
    }

    #[test]
    fn powers_of_any_length_are_told() {
        for power in ["9223372036854775807", "9223372036854775800", "99999999999999999999999"] {
            for text in ["11111e", "0.001e+", "0.001e-", "11111E-", "0.0e"].map(|front| format!("{front}{power}")) {
                assert_eq!(is_decimal(&text), is_read(&text), "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn numbers_are_those_that_are_read_as_one(
            text in r"[0-9]{0,3}\.?[0-9]{0,3}([eE][+-]?[0-9]{0,3})?|[0-9.eE+-]{0,6}|[0-9]{300,320}|0\.0{0,9}[1-9]e31[0-9]"
        ) {
            prop_assert_eq!(is_decimal(&text), is_read(&text), "{}", text);
        }
    }
}
