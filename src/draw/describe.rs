//! Annotations in words.

use std::collections::BTreeMap;

use super::annotation::{Annotations, Ghost, Mark};
use super::language::Lang;

/// Groups the names of places by mark, in the order of [`Mark::ALL`].
pub(super) fn by_mark(annotations: &Annotations) -> BTreeMap<Mark, Vec<&str>> {
    let mut names: BTreeMap<Mark, Vec<&str>> = BTreeMap::new();
    for (mark, name) in &annotations.marks {
        names.entry(*mark).or_default().push(name);
    }
    names
}

/// Formats pairs of places as a list.
pub(super) fn pairs(pairs: &[(String, String)], between: &str) -> String {
    pairs.iter().map(|(from, to)| format!("{from}{between}{to}")).collect::<Vec<_>>().join(", ")
}

/// Formats pairs of places as a list in words.
pub(super) fn pairs_in_words(pairs: &[(String, String)], lang: Lang) -> String {
    pairs.iter().map(|(from, to)| lang.fill("{0} to {1}", &[from, to])).collect::<Vec<_>>().join(", ")
}

/// Returns the notes on what the text forms cannot draw.
pub(super) fn text_notes(annotations: &Annotations, lang: Lang) -> Vec<String> {
    let mut notes = Vec::new();
    let numbers = annotations.numbers.iter().map(|(name, number)| format!("{number} {name}"));
    let entries = annotations.entries.iter().map(|(name, number)| format!("{number} {name}"));
    let long = annotations.labels.iter().filter(|(_, text)| text.chars().count() > 1);
    let labels = long.map(|(name, text)| lang.fill("{0} at {1}", &[text, name]));
    for (what, listed) in [
        ("Arrows: {0}", pairs(&annotations.arrows, ">")),
        ("Lines: {0}", pairs(&annotations.lines, "..")),
        ("Moved: {0}", pairs(&annotations.moved, ">")),
        ("Changed: {0}", annotations.changed.join(", ")),
        ("Rows: {0}", pairs(&annotations.rows, "..")),
        ("Labels: {0}", labels.collect::<Vec<_>>().join(", ")),
        ("Turns: {0}", numbers.collect::<Vec<_>>().join(", ")),
        ("Entered: {0}", entries.collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            notes.push(lang.fill(what, &[&listed]));
        }
    }
    notes
}

/// Lists the pieces that left the board by owner.
fn gone(ghosts: &[Ghost], seats: &[(u8, String)]) -> String {
    let mut by_seat: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for Ghost { name, seat, ring } in ghosts {
        by_seat.entry(*seat).or_default().push(if *ring { format!("GIPF {name}") } else { name.clone() });
    }
    let listed = by_seat.into_iter().map(|(seat, names)| {
        let names = names.join(", ");
        match seats.iter().find(|(known, _)| *known == seat) {
            Some((_, who)) => format!("{who} {names}"),
            None => names,
        }
    });
    listed.collect::<Vec<_>>().join("; ")
}

/// Returns the annotations as sentences. `seats` names the owners of the pieces by their appearance.
pub(super) fn sentences(annotations: &Annotations, seats: &[(u8, String)], lang: Lang) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    for (mark, names) in by_mark(annotations) {
        let said = match mark {
            Mark::Circle => "Marked with a circle: {0}.",
            Mark::Square => "Marked with a square: {0}.",
            Mark::Cross => "Marked with a cross: {0}.",
            Mark::Triangle => "Marked with a triangle: {0}.",
            Mark::Shade => "Marked with a shade: {0}.",
        };
        sentences.push(lang.fill(said, &[&names.join(", ")]));
    }
    let at = |text: &dyn std::fmt::Display, name: &String| lang.fill("{0} at {1}", &[text, name]);
    let labels = annotations.labels.iter().map(|(name, text)| at(text, name));
    let numbers = annotations.numbers.iter().map(|(name, number)| at(number, name));
    let entries = annotations.entries.iter().map(|(name, number)| at(number, name));
    let remarks = annotations.remarks.iter().map(|remark| remark.replace('\u{A0}', " "));
    for (what, listed) in [
        ("Arrows from {0}.", pairs_in_words(&annotations.arrows, lang)),
        ("Lines from {0}.", pairs_in_words(&annotations.lines, lang)),
        ("Labels: {0}.", labels.collect::<Vec<_>>().join(", ")),
        ("Placed by the last turn: {0}.", annotations.last_turn.join(", ")),
        ("Moved: {0}.", pairs_in_words(&annotations.moved, lang)),
        ("Changed: {0}.", annotations.changed.join(", ")),
        ("Rows from {0}.", pairs_in_words(&annotations.rows, lang)),
        ("Left the board: {0}.", gone(&annotations.gone, seats)),
        ("Turns entered at: {0}.", entries.collect::<Vec<_>>().join(", ")),
        ("Turns by number: {0}.", numbers.collect::<Vec<_>>().join(", ")),
        ("Not on the board: {0}.", remarks.collect::<Vec<_>>().join(", ")),
    ] {
        if !listed.is_empty() {
            sentences.push(lang.fill(what, &[&listed]));
        }
    }
    sentences
}
