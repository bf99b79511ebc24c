//! Figure of an example: the board after its turn, or at the error.

use super::turn_of;
use pipscribe::check::Checked;
use pipscribe::draw::{Annotations, Figure, View};
use pipscribe::figures::{FigureOptions, Selection, figures};
use pipscribe::replay::WhyFault;

/// Draws the figure of an example: the position after its last turn with the movements of that
/// turn, or the position at the error with its places marked. Returns `None` if there is nothing to
/// show.
pub(crate) fn figure_of(checked: &Checked, caption: &str) -> Option<Figure> {
    let view = View {
        caption: Some(caption.to_owned()),
        ..View::default()
    };
    let Some(why) = turn_of(checked) else {
        let start = checked.timeline().ok()?.start()?;
        return Figure::new(start.position.scene(), &Annotations::default(), &view).ok();
    };
    let Some(WhyFault {
        finding, position, ..
    }) = why.fault()
    else {
        let mut options = FigureOptions::default();
        options.view = view;
        options.movement = true;
        let figures = figures(checked.timeline().ok()?, Selection::Turn(None), &options).ok()?;
        return figures.figures.into_iter().next().map(|shown| shown.figure);
    };
    let scene = position.as_ref().unwrap_or(&why.before).scene();
    let annotations = Annotations::of_finding(finding, &scene);
    Figure::new(scene, &annotations, &view).ok()
}
