//! Which of the names there are was meant by one that is none.

/// How many slips a long name may have to be known; a shorter one has fewer.
const SLIPS: usize = 3;
/// For how many letters of a name one slip is allowed.
const LETTERS_FOR_A_SLIP: usize = 3;
/// What is longer than this is a slip of nothing.
const LONGEST: usize = 100;
/// How many names are asked about.
const ASKED: usize = 3;

/// The names that another is a slip or a part of, the nearest first; of those as near, in their own order.
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

/// The question behind a name that is none: `: did you mean "this"?`; nothing where nothing is near.
pub(crate) fn meant<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near: Vec<String> = near(written, names).iter().map(|name| format!("`{name}`")).collect();
    match near.as_slice() {
        [] => String::new(),
        [one] => format!(": did you mean {one}?"),
        [others @ .., last] => format!(": did you mean {} or {last}?", others.join(", ")),
    }
}
