//! What a fault shows: the position at it, with its places marked; and scenes in which nobody moves any more.

use super::of_record::{FigureOf, Figures};
use super::options::FigureOptions;
use crate::draw::{Element, Figure, Lang, Mark, Note, Role, Run, Scene, ViewError};
use crate::findings::Finding;
use crate::replay::{Position, Timeline};

/// The position that a finding shows, else the one before its turn, and the places that it names there.
pub(super) fn shown_by<'a>(timeline: &'a Timeline, finding: &'a Finding) -> Option<(&'a Position, &'a [String])> {
    let exhibit = finding.exhibit.as_ref();
    let shown = exhibit.and_then(|exhibit| Some((timeline.exhibit(exhibit)?, exhibit.marks.as_slice())));
    // Of a large table nothing is in it where the fault speaks of no place.
    let is_seen = |position: &Position| position.scene().sites.values().next().is_some();
    let shown = shown.filter(|(position, marks)| !marks.is_empty() || is_seen(position));
    shown.or_else(|| {
        let before = finding.turn.saturating_sub(1);
        let frame = timeline.frames().iter().filter(|frame| frame.path == finding.variation || frame.path.is_empty());
        let frame =
            frame.filter(|frame| frame.number <= before).max_by_key(|frame| (frame.number, frame.path.len()))?;
        Some((&frame.position, &[][..]))
    })
}

/// A position at a fault: its places are marked where the options mark nothing.
pub(super) fn figure_at_fault(
    position: &Position,
    marks: &[String],
    title: impl FnOnce(&str) -> String,
    options: &FigureOptions,
) -> Result<Figure, ViewError> {
    let mut scene = position.scene_in(options.view.lang);
    scene.title = title(&scene.title);
    let mut annotations = options.marks.clone();
    let named = |place: &String| options.marks.places().any(|known| known == place);
    let shown = marks.iter().filter(|place| scene.place_of(place).is_some() && !named(place));
    annotations.marks.extend(shown.map(|place| (Mark::Square, place.clone())));
    Figure::new(scene, &annotations, &options.view)
}

/// The figure of a finding; its message is the caption where there is no other.
pub(super) fn figure_of_finding(
    timeline: &Timeline,
    finding: &Finding,
    options: &FigureOptions,
) -> Option<Result<Figure, ViewError>> {
    let (position, marks) = shown_by(timeline, finding)?;
    let mut options = options.clone();
    if options.view.caption.is_none() {
        options.view.caption = Some(finding.message.to_string());
    }
    let lang = options.view.lang;
    let title = |title: &str| {
        let said = "{0}, position at a fault in turn {1}: {2}";
        lang.fill(said, &[&title, &finding.turn, &finding.code.id])
    };
    Some(figure_at_fault(position, marks, title, &options))
}

/// What each error of a record shows.
pub(super) fn figures_of_findings(timeline: &Timeline, options: &FigureOptions) -> Figures {
    let mut done = Figures::default();
    for finding in timeline.report.findings.iter().filter(|finding| finding.is_error()) {
        match figure_of_finding(timeline, finding, options) {
            None => {}
            Some(Ok(figure)) => {
                done.figures.push(FigureOf {
                    path: finding.variation.clone(),
                    turn: finding.turn,
                    refused: false,
                    figure,
                });
            }
            Some(Err(_)) => done.warnings.push(format!("turn {}: the position cannot be shown so", finding.turn)),
        }
    }
    done
}

/// Takes out of a scene that anybody is to move.
pub(super) fn without_mover(scene: &mut Scene, lang: Lang) {
    let moves = lang.say(", to move");
    // `{0} to move` with anything in it.
    let (before, after) = lang.say("{0} to move").split_once("{0}").unwrap_or_default();
    let is_mover = |words: &str| words.starts_with(before) && words.ends_with(after) && !words.contains([',', ':']);
    scene.words = scene
        .words
        .split("; ")
        .map(|part| {
            let (part, end) = part.strip_suffix('.').map_or((part, ""), |part| (part, "."));
            format!("{}{end}", part.replace(moves, ""))
        })
        .filter(|part| !is_mover(part.trim_end_matches('.')))
        .collect::<Vec<_>>()
        .join("; ");
    if !scene.words.ends_with('.') {
        scene.words.push('.');
    }
    scene.notes.retain(|note: &Note| !is_mover(&note.words()));
    for run in scene.notes.iter_mut().flat_map(|note| &mut note.runs) {
        match run {
            Run::Words(words) => *words = words.replace(moves, ""),
            Run::Drawing { elements, .. } => elements.retain(|element: &Element| element.role != Role::ArrowHead),
            Run::Break => {}
        }
    }
}
