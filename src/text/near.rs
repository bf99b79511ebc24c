//! Suggests known names for a misspelt one.

/// The maximum number of typos in a long name. Shorter names may have fewer.
const SLIPS: usize = 3;
/// The number of letters of a name for each typo allowed.
const LETTERS_FOR_A_SLIP: usize = 3;
/// The maximum length of a name that may be misspelt.
const LONGEST: usize = 100;
/// The maximum number of suggestions.
const ASKED: usize = 3;

/// Returns the names that `written` is a misspelling or a part of, the nearest first. Names at the same distance keep
/// their order.
pub(crate) fn near<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if written.len() > LONGEST {
        return Vec::new();
    }
    let small = written.to_ascii_lowercase();
    let mut near: Vec<(usize, &str)> = Vec::new();
    for name in names {
        let known = name.to_ascii_lowercase();
        let distance = strsim::damerau_levenshtein(&known, &small);
        let most = (known.chars().count() / LETTERS_FOR_A_SLIP).clamp(1, SLIPS);
        let is_part = small.chars().count() >= LETTERS_FOR_A_SLIP && known.contains(&small);
        if (distance <= most || is_part) && !near.iter().any(|(_, other)| *other == name) {
            near.push((distance, name));
        }
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().map(|(_, name)| name).take(ASKED).collect()
}

/// Returns the question after an unknown name: `: did you mean "this"?`; empty if no name is near.
pub(crate) fn meant<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> = near(written, names).iter().map(|name| format!("`{name}`")).collect();
    match near.as_slice() {
        [] => String::new(),
        [one] => format!(": did you mean {one}?"),
        [others @ .., last] => format!(": did you mean {} or {last}?", others.join(", ")),
    }
}
