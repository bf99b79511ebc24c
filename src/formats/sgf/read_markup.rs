//! Reads markup of SGF, such as `CR[aa]`, as a command of the notation: `[%circle a9]`.

use super::shown_properties::MARKS;
use super::value::{PlaceNames, simple, split_composed};
use crate::notation::quoted;

/// Result of reading a property as markup.
pub(super) enum Markup {
    /// The corresponding command.
    Command(String),
    /// The values cannot be understood.
    Unclear,
    /// The property is not markup.
    Other,
}

/// Reads a property as markup.
pub(super) fn read_markup(name: &str, values: &[String], places: PlaceNames) -> Markup {
    let mark = MARKS.iter().find(|(_, property)| *property == name);
    let command = match (mark, name) {
        (Some((mark, _)), _) => mark_command(mark, values, places),
        (None, "AR") => read_pairs(values, places, ">").map(|pairs| format!("[%arrow {pairs}]")),
        (None, "LN") => read_pairs(values, places, "..").map(|pairs| format!("[%line {pairs}]")),
        (None, "LB") => label_command(values, places),
        (None, "VW") => view_command(values, places),
        (None, "FG") => diagram_command(values),
        (None, _) => return Markup::Other,
    };
    command.map_or(Markup::Unclear, Markup::Command)
}

/// Reads places, or rectangles of places: `CR[aa][bb:cc]`.
fn mark_command(mark: &str, values: &[String], places: PlaceNames) -> Option<String> {
    let lists: Option<Vec<_>> = values.iter().map(|value| places.read_list(value)).collect();
    Some(format!("[%{mark} {}]", lists?.concat().join(" ")))
}

/// Reads pairs of places, and joins the places of each pair with a sign.
fn read_pairs(values: &[String], places: PlaceNames, between: &str) -> Option<String> {
    let mut pairs = Vec::new();
    for value in values {
        let (from, to) = value.split_once(':')?;
        let from = places.read(from)?;
        let to = places.read(to)?;
        pairs.push(format!("{from}{between}{to}"));
    }
    Some(pairs.join(" "))
}

/// Reads texts on places: `LB[aa:text]`.
fn label_command(values: &[String], places: PlaceNames) -> Option<String> {
    let mut labels = Vec::new();
    for value in values {
        let (place, text) = split_composed(value)?;
        let place = places.read(place)?;
        labels.push(format!("{place} {}", quoted(&simple(text))));
    }
    Some(format!("[%label {}]", labels.join(" ")))
}

/// Reads the part of the board that is shown: `VW[aa:ee]`.
fn view_command(values: &[String], places: PlaceNames) -> Option<String> {
    let [value] = values else { return None };
    let (from, to) = places.read_view(value)?;
    Some(format!("[%view {from}..{to}]"))
}

/// Reads a figure: `FG[]`, or `FG[0:caption]` with the default flags.
fn diagram_command(values: &[String]) -> Option<String> {
    let [value] = values else { return None };
    if value.is_empty() {
        return Some("[%diagram]".to_owned());
    }
    let (flags, caption) = split_composed(value)?;
    if flags != "0" {
        return None;
    }
    Some(format!("[%diagram {}]", quoted(&simple(caption))))
}
