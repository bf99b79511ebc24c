//! The part of a board that a figure shows: all of it, a crop, or the middle of a table around
//! which everything is empty.
//!
//! A *crop* is a part that the view requests, by two of its corners. The *core* of a table is the
//! area that must be visible if empty squares around it may be left out. A *series* of figures
//! shows the same columns and rows in each.

use super::annotation::Annotations;
use super::crop;
use super::geometry::{Place, Rect, UNIT};
use super::scene::{BoardSymmetry, Scene};
use super::sites::Sites;
use super::view::{Edges, View};

/// Part of a board that a figure shows.
pub(super) struct VisiblePart {
    pub(super) visible: Rect,
    /// Rectangle around the centres of the visible places.
    pub(super) span: Rect,
    /// Rectangle of the places whose columns and rows are named.
    pub(super) named: Rect,
    /// Edges beyond which the board continues.
    pub(super) cut: Edges,
    /// True if only the middle of the board is shown, because everything around it is empty.
    pub(super) is_core: bool,
}

impl VisiblePart {
    /// Determines the part that a view shows. `crop` is the rectangle around the centres of the
    /// visible places, used if the view has a crop.
    pub(super) fn new(
        scene: &mut Scene,
        annotations: &Annotations,
        view: &View,
        crop: Rect,
    ) -> Self {
        let span = Rect::around(scene.sites.places()).unwrap_or_default();
        // Turn numbers beside the dots at the sides of a board need room.
        let wider = if annotations.entries.is_empty() {
            0
        } else {
            UNIT * 22 / 100
        };
        let margin = Place {
            x: scene.margin + wider,
            y: scene.margin,
        };
        let board = Rect {
            from: span.from.minus(margin),
            to: span.to.plus(margin),
        };
        if view.crop.is_some() {
            return Self::of_crop(scene, crop, board, span);
        }
        match scene.core {
            Some(core) if view.tight => {
                let visible = with_places(core, &scene.sites, annotations).cut_to(board);
                Self::of_core(scene, view, visible, span)
            }
            _ => Self {
                visible: board,
                span,
                named: span,
                cut: Edges::NONE,
                is_core: false,
            },
        }
    }

    /// Returns the part of a crop. `span` is the rectangle around the centres of all places of the
    /// board.
    fn of_crop(scene: &Scene, crop: Rect, board: Rect, span: Rect) -> Self {
        let window = crop.widened(beyond_outermost_places(scene));
        // A window may extend beyond the cards on the table.
        let is_within = board.contains(crop.from) && board.contains(crop.to);
        let (visible, span) = if is_within {
            (window.cut_to(board), crop.cut_to(span))
        } else {
            (window, crop)
        };
        Self {
            visible,
            span,
            named: span,
            cut: cut_edges(visible, board),
            is_core: false,
        }
    }

    /// Returns the part around the core of a table, and the columns and rows of the series.
    fn of_core(scene: &mut Scene, view: &View, visible: Rect, span: Rect) -> Self {
        let series = view
            .lines
            .and_then(|lines| crop::window_of_lines(scene, lines));
        let with_series = |part: Rect| series.map_or(part, |series| series.around_both(part));
        Self {
            visible: with_series(visible),
            span,
            named: with_series(span),
            cut: Edges::NONE,
            is_core: true,
        }
    }
}

/// Returns how far a crop shows the board beyond its outermost places.
fn beyond_outermost_places(scene: &Scene) -> i32 {
    // The columns of a hexagon are half a step apart, so the crop must not show parts of the next
    // piece. Cells are cropped at their edges.
    let hundredths = match (scene.symmetry, scene.cells) {
        (BoardSymmetry::Sixths, _) => 47,
        (BoardSymmetry::Quarters, true) => 50,
        (BoardSymmetry::Quarters, false) => 62,
    };
    UNIT * hundredths / 100
}

/// Returns the edges of the visible part beyond which the board continues.
fn cut_edges(visible: Rect, board: Rect) -> Edges {
    Edges {
        top: visible.from.y > board.from.y,
        right: visible.to.x < board.to.x,
        bottom: visible.to.y < board.to.y,
        left: visible.from.x > board.from.x,
    }
}

/// Returns a rectangle extended by the places that annotations name.
fn with_places(core: Rect, sites: &Sites, annotations: &Annotations) -> Rect {
    let named = annotations.places().filter_map(|name| sites.get(name));
    let corners = named.flat_map(|site| Rect::at(site.at).widened(UNIT / 2).corners());
    Rect::around(core.corners().into_iter().chain(corners)).unwrap_or(core)
}
