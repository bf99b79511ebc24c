//! Figure of an example: the board after its turn, or at the error.

use super::turn_of;
use pipscribe::check::Checked;
use pipscribe::draw::{Annotations, Figure, View};
use pipscribe::figures::{FigureOptions, Selection, figures};
use pipscribe::replay::WhyFault;

/// Draws the figure of an example: the position after its last turn with the movements of that
/// turn, or the position at the error with its places marked. Without a turn, draws the start.
/// Returns `None` if there is nothing to show.
pub(crate) fn figure_of(checked: &Checked, caption: &str) -> Option<Figure> {
    let mut view = View::default();
    view.caption = Some(caption.to_owned());
    let timeline = checked.timeline().ok()?;
    let Some(why) = turn_of(checked) else {
        let scene = timeline.start()?.position.scene();
        return Figure::new(scene, &Annotations::default(), &view).ok();
    };

    if let Some(WhyFault {
        finding, position, ..
    }) = why.fault()
    {
        let scene = position.as_ref().unwrap_or(&why.before).scene();
        let annotations = Annotations::of_finding(finding, &scene);
        return Figure::new(scene, &annotations, &view).ok();
    }

    let mut options = FigureOptions::default();
    options.view = view;
    options.movement = true;
    let last_turn = Selection::Turn(None);
    let drawn = figures(timeline, last_turn, &options).ok()?;
    drawn.figures.into_iter().next().map(|drawn| drawn.figure)
}
