//! Recognition of the format of a text from its first lines and its file extension.

use super::quoted_mail::quotes_record;
use super::{FORMATS, Format, OtherGame};

/// Format of a text, as recognised.
#[derive(Clone)]
#[non_exhaustive]
pub enum Recognised {
    /// The notation itself, or an empty text.
    Notation,
    /// A foreign format.
    Foreign(&'static dyn Format),
    /// A record of a game that the notation does not support.
    OtherGame(OtherGame),
}

/// Recognises the format of a text from its beginning and the file extension (`sgf`). Returns
/// `None` if no reader matches.
pub fn recognise(text: &str, ending: Option<&str>) -> Option<Recognised> {
    let text = text.trim_start_matches('\u{FEFF}');
    let has_game_tag = text
        .lines()
        .any(|line| line.trim_start().starts_with("[Game \""));
    if has_game_tag || text.trim().is_empty() {
        return Some(Recognised::Notation);
    }

    // Of a file with games of several kinds, the reader rejects those that it cannot read.
    if let Some(other) = OtherGame::from_text(text)
        && !sections(text).any(is_of_foreign_format)
    {
        return Some(Recognised::OtherGame(other));
    }

    // A mail quotes a record in some of its lines: the marks `>` would be read as turns.
    if quotes_record(text) {
        return None;
    }

    // A file with the extension of the notation is read as the notation, unless the text is in
    // another encoding.
    let is_text = !text
        .trim_end_matches('\u{FFFD}')
        .contains(['\u{FFFD}', '\0']);
    if ending == Some("pips") && is_text {
        return Some(Recognised::Notation);
    }

    recognise_foreign(text, ending).map(Recognised::Foreign)
}

/// Returns the parts of a text that begin with tags after an empty line, as games in PGN do; none
/// if there is only one.
fn sections(text: &str) -> impl Iterator<Item = &str> {
    let borders = ["\n\n[", "\n\r\n["].into_iter().flat_map(|border| {
        let found = text.match_indices(border);
        found.map(|(offset, border)| offset + border.len() - 1)
    });
    let mut starts: Vec<usize> = borders.collect();
    if !starts.is_empty() {
        starts.push(0);
    }
    starts.sort_unstable();
    let mut ends = starts.clone();
    ends.push(text.len());
    starts
        .into_iter()
        .zip(ends.into_iter().skip(1))
        .map(move |(start, end)| &text[start..end])
}

/// Returns true for a game of a foreign format that is not a game of another kind.
fn is_of_foreign_format(section: &str) -> bool {
    OtherGame::from_text(section).is_none() && recognise_foreign(section, None).is_some()
}

/// Returns the first foreign format that recognises a text. The formats of the file extension are
/// asked first.
fn recognise_foreign(text: &str, ending: Option<&str>) -> Option<&'static dyn Format> {
    let recognises = |format: &&'static dyn Format| format.info().reads && format.recognises(text);

    if let Some(ending) = ending {
        let by_ending = FORMATS
            .iter()
            .copied()
            .filter(|format| format.info().endings.contains(&ending))
            .find(recognises);
        if by_ending.is_some() {
            return by_ending;
        }
    }
    FORMATS.iter().copied().find(recognises)
}
