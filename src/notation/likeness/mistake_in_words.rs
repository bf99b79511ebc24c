//! Describes in words the single typing or reading mistake that turns one text into another.

use super::{LOOK_ALIKE, are_neighbours_on_the_keyboard, key};

/// Describes the mistake that wrote `written` instead of `intended`, in a few words: "`S` looks
/// like `5`". `None` if it is not a single common mistake.
pub(crate) fn describe_mistake(intended: &str, written: &str) -> Option<String> {
    let right: Vec<char> = intended.chars().collect();
    let wrong: Vec<char> = written.chars().collect();
    let start = right
        .iter()
        .zip(&wrong)
        .take_while(|(right, wrong)| right == wrong)
        .count();
    let end = right[start..]
        .iter()
        .rev()
        .zip(wrong[start..].iter().rev())
        .take_while(|(right, wrong)| right == wrong)
        .count();
    let right_part = &right[start..right.len() - end];
    let wrong_part = &wrong[start..wrong.len() - end];
    match (right_part, wrong_part) {
        ([intended], [written]) => describe_replacement(*intended, *written),
        ([first, second], [third, fourth]) if first == fourth && second == third => {
            Some(format!("`{first}` and `{second}` are swapped"))
        }
        ([intended], []) => Some(format!("`{intended}` is left out")),
        ([], [written]) if start > 0 && wrong[start - 1] == *written => {
            Some(format!("`{written}` is written twice"))
        }
        _ => None,
    }
}

fn describe_replacement(intended: char, written: char) -> Option<String> {
    let right = u8::try_from(intended).ok()?;
    let wrong = u8::try_from(written).ok()?;
    let look_alike = LOOK_ALIKE
        .iter()
        .any(|group| group.contains(&right) && group.contains(&wrong));
    let follows = |one: u8, other: u8| {
        one.checked_add(1) == Some(other)
            && (one.is_ascii_digit() == other.is_ascii_digit())
            && one.is_ascii_alphanumeric()
            && other.is_ascii_alphanumeric()
    };
    if intended.eq_ignore_ascii_case(&written) {
        None
    } else if look_alike {
        Some(format!("`{written}` looks like `{intended}`"))
    } else if follows(wrong, right) || follows(right, wrong) {
        let relation = if wrong < right { "before" } else { "after" };
        Some(format!("`{written}` comes {relation} `{intended}`"))
    } else if are_neighbours_on_the_keyboard(key(right)?, key(wrong)?) {
        Some(format!("the key `{written}` is next to `{intended}`"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_described() {
        let cases = [
            ("a2-b5", "a2-bS", Some("`S` looks like `5`")),
            ("a2-b3", "a2-b4", Some("`4` comes after `3`")),
            ("f1-f3", "d1-f3", Some("the key `d` is next to `f`")),
            ("c5", "5c", Some("`c` and `5` are swapped")),
            ("f1-f4", "f1f4", Some("`-` is left out")),
            ("g1-g4", "g1--g4", Some("`-` is written twice")),
            ("a2-b3", "a2-h7", None),
            ("take", "Take", None),
        ];
        for (intended, written, words) in cases {
            assert_eq!(
                describe_mistake(intended, written).as_deref(),
                words,
                "{written}"
            );
        }
    }
}
