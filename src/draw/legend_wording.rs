//! Texts of the signs in a legend, and the texts that a view chooses instead of them.
//!
//! A *sign* is known by its English text, such as `arrow`. The view of a figure can give it another
//! text, such as `threat`.

use super::note::{Note, Run, Wording};
use super::view::View;

/// English texts of all signs in legends, including those of the games. Each can be reworded.
pub(crate) const SIGNS: [&str; 22] = [
    "circle",
    "square",
    "cross",
    "triangle",
    "shade",
    "arrow",
    "possible",
    "line",
    "placed by the last turn",
    "moved by the last turn",
    "pushed from there",
    "changed by the last turn",
    "left the board",
    "back to the reserve",
    "lost",
    "row that made pieces leave",
    "number of the turn that placed it",
    "where the turn of that number entered",
    "GIPF piece, two stacked",
    "winning chain",
    "pillar",
    "closed set",
];

impl View {
    /// Returns the text that was chosen for a sign.
    pub(super) fn chosen_text(&self, sign: &str) -> Option<String> {
        let mut wording = self.wording.iter();
        let (_, words) = wording.find(|(reworded, _)| reworded == sign)?;
        Some(words.clone())
    }
}

/// Replaces the texts of a game's own signs with the chosen ones. Such a text is recognised by its
/// words, because a game writes its notes without naming the sign.
pub(super) fn reworded(mut notes: Vec<Note>, view: &View) -> Vec<Note> {
    for run in notes.iter_mut().flat_map(|note| &mut note.runs) {
        let (Run::Words(words) | Run::Worded(Wording { words, .. })) = &*run else {
            continue;
        };
        let chosen = view
            .wording
            .iter()
            .find(|(sign, _)| view.lang.translation(sign) == Some(words.as_str()));
        if let Some((_, chosen)) = chosen {
            *run = Run::Words(chosen.clone());
        }
    }
    notes
}
