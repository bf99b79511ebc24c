//! Annotations in words.

use std::collections::BTreeMap;

use super::annotation::{Annotations, Mark};

/// Names by the mark that they bear, in the order of [`Mark::ALL`].
pub(super) fn by_mark(annotations: &Annotations) -> BTreeMap<Mark, Vec<&str>> {
    let mut names: BTreeMap<Mark, Vec<&str>> = BTreeMap::new();
    for (mark, name) in &annotations.marks {
        names.entry(*mark).or_default().push(name);
    }
    names
}

/// Pairs of places as a list.
pub(super) fn pairs(pairs: &[(String, String)], between: &str) -> String {
    pairs.iter().map(|(from, to)| format!("{from}{between}{to}")).collect::<Vec<_>>().join(", ")
}

/// What the text forms cannot draw.
pub(super) fn text_notes(annotations: &Annotations) -> Vec<String> {
    let mut notes = Vec::new();
    let numbers = annotations.numbers.iter().map(|(name, number)| format!("{number} {name}"));
    let long = annotations.labels.iter().filter(|(_, text)| text.chars().count() > 1);
    let labels = long.map(|(name, text)| format!("{text} at {name}"));
    for (what, listed) in [
        ("Arrows", pairs(&annotations.arrows, ">")),
        ("Lines", pairs(&annotations.lines, "..")),
        ("Moved", pairs(&annotations.moved, ">")),
        ("Changed", annotations.changed.join(", ")),
        ("Rows", pairs(&annotations.rows, "..")),
        ("Labels", labels.collect::<Vec<_>>().join(", ")),
        ("Turns", numbers.collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            notes.push(format!("{what}: {listed}"));
        }
    }
    notes
}

/// The annotations as sentences.
pub(super) fn sentences(annotations: &Annotations) -> Vec<String> {
    let mut sentences: Vec<String> = by_mark(annotations)
        .into_iter()
        .map(|(mark, names)| format!("Marked with a {}: {}.", mark.name(), names.join(", ")))
        .collect();
    let labels = annotations.labels.iter().map(|(name, text)| format!("{text} at {name}"));
    let numbers = annotations.numbers.iter().map(|(name, number)| format!("{number} at {name}"));
    let gone = annotations.gone.iter().map(|ghost| ghost.name.clone());
    let remarks = annotations.remarks.iter().cloned();
    for (what, listed) in [
        ("Arrows from", pairs(&annotations.arrows, " to ")),
        ("Lines from", pairs(&annotations.lines, " to ")),
        ("Labels:", labels.collect::<Vec<_>>().join(", ")),
        ("Moved:", pairs(&annotations.moved, " to ")),
        ("Changed:", annotations.changed.join(", ")),
        ("Rows from", pairs(&annotations.rows, " to ")),
        ("Left the board:", gone.collect::<Vec<_>>().join(", ")),
        ("Turns by number:", numbers.chain(remarks).collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            sentences.push(format!("{what} {listed}."));
        }
    }
    sentences
}
