//! Suggests known names for an unknown one that may be misspelt.

use super::{Printable, or, shorten};

/// The maximum number of typos in a long name. Shorter names may have fewer.
const MAX_TYPOS: usize = 3;
/// The number of letters of a name for each typo allowed.
const LETTERS_PER_TYPO: usize = 3;
/// The maximum length of a name that may be misspelt.
const MAX_LENGTH: usize = 100;
/// The maximum number of suggestions.
const MAX_SUGGESTIONS: usize = 3;
/// The maximum number of names that are all suggested if a text is near none of them.
const MAX_LISTED: usize = 4;

/// Returns the names that `written` is a misspelling or a part of, the nearest first. Names at the
/// same distance keep their order.
pub fn near<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if written.len() > MAX_LENGTH {
        return Vec::new();
    }
    let small = written.to_ascii_lowercase();
    nearest(
        names
            .into_iter()
            .filter_map(|name| Some((distance(name, &small)?, name)))
            .collect(),
    )
}

/// Returns the names that may replace `written`: similar names, or else all names if there are few.
pub(crate) fn near_or_few(written: &str, names: &[String]) -> Vec<String> {
    let near = near(written, names.iter().map(String::as_str));
    if near.is_empty() && names.len() <= MAX_LISTED {
        return names.to_vec();
    }
    near.into_iter().map(str::to_owned).collect()
}

/// Returns the distance between a name and a text in small letters, if the text is a misspelling or
/// a part of it.
fn distance(name: &str, small: &str) -> Option<usize> {
    let known = name.to_ascii_lowercase();
    let distance = strsim::damerau_levenshtein(&known, small);
    let max_typos = (known.chars().count() / LETTERS_PER_TYPO).clamp(1, MAX_TYPOS);
    let is_part = small.chars().count() >= LETTERS_PER_TYPO && known.contains(small);
    (distance <= max_typos || is_part).then_some(distance)
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
    names.truncate(MAX_SUGGESTIONS);
    names
}

/// Lists the names near an unknown one: "`pipe` or `pippip`"; `None` if no name is near.
pub(crate) fn near_in_words<'a>(
    written: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let near = near(written, names);
    (!near.is_empty()).then(|| or(near.iter().map(|name| format!("`{name}`"))))
}

/// Returns the question after an unknown name, such as ": did you mean `pipe`?"; empty if no name
/// is near.
pub fn did_you_mean<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    near_in_words(written, names).map_or_else(String::new, |near| format!(": did you mean {near}?"))
}

/// Error for an unknown name, such as an unknown game. Its message lists the known names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown {kind} `{}`{} ({})", shorten(name), did_you_mean(name, .known.iter().copied()), list(kind, known))]
#[non_exhaustive]
pub struct UnknownName {
    /// The kind of thing that the name should name: `game`.
    pub kind: &'static str,
    /// The unknown name.
    pub name: Printable,
    /// The known names, which the message lists.
    pub known: Vec<&'static str>,
}

impl UnknownName {
    pub(crate) fn new(
        kind: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        Self {
            kind,
            name: name.into(),
            known: known.into_iter().collect(),
        }
    }
}

fn list(kind: &str, known: &[&str]) -> String {
    format!("the {kind}s are {}", known.join(", "))
}
