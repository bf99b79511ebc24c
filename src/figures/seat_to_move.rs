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
    words.starts_with(before) && words.ends_with(after) && !words.contains([',', ':'])
}

/// Removes the seat to move from the texts of a scene.
pub(super) fn without_mover(scene: &mut Scene, lang: Lang) {
    let moves = lang.say(", to move");
    scene.words = scene
        .words
        .split(". ")
        .map(|part| {
            let (part, end) = part
                .strip_suffix('.')
                .map_or((part, ""), |part| (part, "."));
            format!("{}{end}", part.replace(moves, ""))
        })
        .filter(|part| !is_mover(part.trim_end_matches('.'), lang))
        .collect::<Vec<_>>()
        .join(". ");
    if !scene.words.ends_with('.') {
        scene.words.push('.');
    }
    scene
        .notes
        .retain(|note: &Note| !is_mover(&note.words(), lang));
    for run in scene.notes.iter_mut().flat_map(|note| &mut note.runs) {
        match run {
            Run::Words(words) => *words = words.replace(moves, ""),
            Run::Drawing { elements, .. } => {
                elements.retain(|element: &Element| element.role != Role::ArrowHead);
            }
            Run::Worded(wording) => wording.words = wording.words.replace(moves, ""),
            Run::Tab | Run::Break => {}
        }
    }
}
