//! Lists in words: `b3, c4 and d5`.

/// Joins names: `b3, c4 and d5`.
pub fn and(names: impl IntoIterator<Item = impl ToString>) -> String {
    listed(names, "and")
}

/// Joins names: `b3, c4 or d5`.
pub(crate) fn or(names: impl IntoIterator<Item = impl ToString>) -> String {
    listed(names, "or")
}

fn listed(names: impl IntoIterator<Item = impl ToString>, word: &str) -> String {
    let names: Vec<String> = names.into_iter().map(|name| name.to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
