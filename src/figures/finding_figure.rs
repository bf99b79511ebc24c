//! Figures of findings: the position at an error, with its places marked.
//!
//! The *exhibit* of a finding is the position that explains it, such as the position in the middle
//! of an illegal turn, with the places that the finding names. A *frame* is a position of the
//! replay, with the turn that led to it.

use super::options::FigureOptions;
use super::selection::{FigureOf, Figures};
use crate::draw::{Figure, Mark, ViewError};
use crate::findings::Finding;
use crate::replay::{Frame, Position, Timeline};

/// Returns the position of a finding, or else the position before its turn, and the places that the
/// finding names.
pub(crate) fn shown_by<'a>(
    timeline: &'a Timeline,
    finding: &'a Finding,
) -> Option<(&'a Position, &'a [String])> {
    if let Some(exhibit) = &finding.exhibit
        && let Some(position) = timeline.report.board(exhibit)
    {
        // If a large table is left out of a finding that names no place, the figure would be empty.
        if !exhibit.marks.is_empty() || has_places(position) {
            return Some((position, exhibit.marks.as_slice()));
        }
    }
    let frame = last_frame_before(timeline, finding)?;
    Some((&frame.position, &[][..]))
}

/// Returns true if the drawing of a position has a place.
fn has_places(position: &Position) -> bool {
    position.scene().sites.values().next().is_some()
}

/// Returns the last position before the turn of a finding, in its variation or in the main line.
fn last_frame_before<'t>(timeline: &'t Timeline, finding: &Finding) -> Option<&'t Frame> {
    let turn_before = finding.turn.saturating_sub(1);
    timeline
        .frames()
        .iter()
        .filter(|frame| frame.path == finding.variation || frame.path.is_empty())
        .filter(|frame| frame.number <= turn_before)
        .max_by_key(|frame| (frame.number, frame.path.len()))
}

/// Draws a position at an error, with its places `marks` marked unless the options mark them.
/// `title` makes the title of the figure from the title of the position.
pub(crate) fn figure_at_fault(
    position: &Position,
    marks: &[String],
    title: impl FnOnce(&str) -> String,
    options: &FigureOptions,
) -> Result<Figure, ViewError> {
    let mut scene = position.scene_in(options.view.lang);
    scene.title = title(&scene.title);
    let mut annotations = options.marks.clone();
    for place in marks {
        let is_on_board = scene.place_of(place).is_some();
        let has_mark = options.marks.places().any(|marked| marked == place);
        if is_on_board && !has_mark {
            annotations.marks.push((Mark::Fault, place.clone()));
        }
    }
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
    let title_at_error = |title: &str| {
        let pattern = "{0}, position at the error in turn {1}: {2}";
        lang.fill(pattern, &[&title, &finding.turn, &finding.code.id])
    };
    Some(figure_at_fault(position, marks, title_at_error, &options))
}

/// Draws a figure for each error of a record.
pub(super) fn figures_of_findings(timeline: &Timeline, options: &FigureOptions) -> Figures {
    let mut drawn = Figures::default();
    for finding in timeline.report.errors() {
        match figure_of_finding(timeline, finding, options) {
            None => {}
            Some(Ok(figure)) => {
                drawn.figures.push(FigureOf {
                    path: finding.variation.clone(),
                    turn: finding.turn,
                    refused: false,
                    figure,
                });
            }
            Some(Err(_)) => drawn.warnings.push(format!(
                "turn {}: the position cannot be shown in this way",
                finding.turn
            )),
        }
    }
    drawn
}
