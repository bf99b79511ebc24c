//! Unknown names: suggests known names for a misspelt one.

use super::Printable;

/// The maximum number of typos in a long name. Shorter names may have fewer.
const TYPOS: usize = 3;
/// The number of letters of a name for each typo allowed.
const LETTERS_PER_TYPO: usize = 3;
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
    nearest(names.into_iter().filter_map(|name| Some((distance(name, &small)?, name))).collect())
}

/// Returns the distance between a name and a text in small letters, if the text is a misspelling or a part of it.
fn distance(name: &str, small: &str) -> Option<usize> {
    let known = name.to_ascii_lowercase();
    let distance = strsim::damerau_levenshtein(&known, small);
    let most = (known.chars().count() / LETTERS_PER_TYPO).clamp(1, TYPOS);
    let is_part = small.chars().count() >= LETTERS_PER_TYPO && known.contains(small);
    (distance <= most || is_part).then_some(distance)
}

/// Returns the names with the smallest distances, each once.
fn nearest(mut near: Vec<(usize, &str)>) -> Vec<&str> {
    near.sort_by_key(|(distance, _)| *distance);
    let mut names = Vec::new();
    for (_, name) in near {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(ASKED);
    names
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

/// Error for a name that is not known, such as that of a game. Its message lists the known names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{name}`{} ({})", meant(name, .known.iter().copied()), list(kind, known))]
#[non_exhaustive]
pub struct UnknownName {
    /// What the name should be the name of: `game`.
    pub kind: &'static str,
    /// The name.
    pub name: Printable,
    /// The known names.
    pub known: Vec<&'static str>,
}

impl UnknownName {
    pub(crate) fn new(kind: &'static str, name: &str, known: impl IntoIterator<Item = &'static str>) -> Self {
        Self { kind, name: name.into(), known: known.into_iter().collect() }
    }
}

fn list(kind: &str, known: &[&str]) -> String {
    format!("the {kind}s are {}", known.join(", "))
}
