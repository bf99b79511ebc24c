//! The seat to move in the texts of a scene: recognises it, and removes it from scenes in which no
//! seat is to move.

use crate::draw::{Element, Lang, Note, Role, Run, Scene};

/// Returns true for a text that only names the seat to move: the pattern `{0} to move` with any
/// text for `{0}`.
pub(super) fn is_mover(words: &str, lang: Lang) -> bool {
    let (before, after) = lang
        .say("{0} to move")
        .split_once("{0}")
        .unwrap_or_default();
    // A text that says more about the seat has one of these signs: `White: 12 in reserve, to move`.
    let says_more = words.contains([',', ':']);
    words.starts_with(before) && words.ends_with(after) && !says_more
}

/// Removes the seat to move from the texts of a scene.
pub(super) fn without_mover(scene: &mut Scene, lang: Lang) {
    // A text about a seat ends with these words if the seat is to move.
    let moves = lang.say(", to move");
    scene.words = sentences_without_mover(&scene.words, moves, lang);
    scene
        .notes
        .retain(|note: &Note| !is_mover(&note.words(), lang));
    for run in scene.notes.iter_mut().flat_map(|note| &mut note.runs) {
        match run {
            Run::Words(words) => *words = words.replace(moves, ""),
            Run::Drawing { elements, .. } => {
                // An arrow head points at the seat to move.
                elements.retain(|element: &Element| element.role != Role::ArrowHead);
            }
            Run::Worded(wording) => wording.words = wording.words.replace(moves, ""),
            Run::Tab | Run::Break => {}
        }
    }
}

/// Removes the sentences that only name the seat to move, and `moves` from the others.
fn sentences_without_mover(words: &str, moves: &str, lang: Lang) -> String {
    let mut sentences = Vec::new();
    for sentence in words.split(". ") {
        let (sentence, full_stop) = match sentence.strip_suffix('.') {
            Some(sentence) => (sentence, "."),
            None => (sentence, ""),
        };
        let sentence = sentence.replace(moves, "");
        if !is_mover(sentence.trim_end_matches('.'), lang) {
            sentences.push(sentence + full_stop);
        }
    }
    let mut out = sentences.join(". ");
    if !out.ends_with('.') {
        out.push('.');
    }
    out
}
