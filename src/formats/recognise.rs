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

    if let Some(other) = OtherGame::from_text(text) {
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

/// Returns the first foreign format that recognises a text. The formats of the file extension are
/// asked first.
fn recognise_foreign(text: &str, ending: Option<&str>) -> Option<&'static dyn Format> {
    let recognises = |format: &&'static dyn Format| format.reads() && format.recognises(text);

    if let Some(ending) = ending {
        let by_ending = FORMATS
            .iter()
            .copied()
            .filter(|format| format.endings().contains(&ending))
            .find(recognises);
        if by_ending.is_some() {
            return by_ending;
        }
    }
    FORMATS.iter().copied().find(recognises)
}
