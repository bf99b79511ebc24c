//! Figures of findings: the position at an error, with its places marked.

use super::options::FigureOptions;
use super::selection::{FigureOf, Figures};
use crate::draw::{Figure, Mark, ViewError};
use crate::findings::Finding;
use crate::replay::{Position, Timeline};

/// Returns the position of a finding, or else the position before its turn, and the places that the
/// finding names.
pub(crate) fn shown_by<'a>(
    timeline: &'a Timeline,
    finding: &'a Finding,
) -> Option<(&'a Position, &'a [String])> {
    let exhibit = finding.exhibit.as_ref();
    let shown =
        exhibit.and_then(|exhibit| Some((timeline.exhibit(exhibit)?, exhibit.marks.as_slice())));
    // If a large table is left out of a finding that names no place, the figure would be empty.
    let is_seen = |position: &Position| position.scene().sites.values().next().is_some();
    let shown = shown.filter(|(position, marks)| !marks.is_empty() || is_seen(position));
    shown.or_else(|| {
        let before = finding.turn.saturating_sub(1);
        let frame = timeline
            .frames()
            .iter()
            .filter(|frame| frame.path == finding.variation || frame.path.is_empty())
            .filter(|frame| frame.number <= before)
            .max_by_key(|frame| (frame.number, frame.path.len()))?;
        Some((&frame.position, &[][..]))
    })
}

/// Draws a position at an error. The places of the error are marked unless the options mark others.
pub(crate) fn figure_at_fault(
    position: &Position,
    marks: &[String],
    title: impl FnOnce(&str) -> String,
    options: &FigureOptions,
) -> Result<Figure, ViewError> {
    let mut scene = position.scene_in(options.view.lang);
    scene.title = title(&scene.title);
    let mut annotations = options.marks.clone();
    let named = |place: &String| options.marks.places().any(|known| known == place);
    let shown = marks
        .iter()
        .filter(|place| scene.place_of(place).is_some() && !named(place));
    annotations
        .marks
        .extend(shown.map(|place| (Mark::Fault, place.clone())));
    Figure::new(scene, &annotations, &options.view)
}

/// Draws the figure of a finding, with its message as the caption unless the options have one.
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
        let pattern = "{0}, position at the error in turn {1}: {2}";
        lang.fill(pattern, &[&title, &finding.turn, &finding.code.id])
    };
    Some(figure_at_fault(position, marks, title, &options))
}

/// Draws a figure for each error of a record.
pub(super) fn figures_of_findings(timeline: &Timeline, options: &FigureOptions) -> Figures {
    let mut done = Figures::default();
    for finding in timeline.report.errors() {
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
            Some(Err(_)) => done.warnings.push(format!(
                "turn {}: the position cannot be shown in this way",
                finding.turn
            )),
        }
    }
    done
}
