//! View of a scene in a figure: rotation, crop, edges, text.

use super::geometry::Rotation;
use super::language::Lang;

/// Set of edges of a board: each field is true if the edge belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Edges {
    /// Upper edge.
    pub top: bool,
    /// Right edge.
    pub right: bool,
    /// Lower edge.
    pub bottom: bool,
    /// Left edge.
    pub left: bool,
}

impl Edges {
    /// The empty set.
    pub const NONE: Self = Self {
        top: false,
        right: false,
        bottom: false,
        left: false,
    };
    /// All four edges.
    pub const ALL: Self = Self {
        top: true,
        right: true,
        bottom: true,
        left: true,
    };
    /// Edges at which the names of columns and rows appear by default.
    pub(crate) const USUAL: Self = Self {
        top: false,
        right: false,
        bottom: true,
        left: true,
    };

    /// Returns true if any edge is set.
    pub(crate) fn any(self) -> bool {
        self != Self::NONE
    }
}

/// Numbers of the first and last column and row that a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    /// First and last column.
    pub columns: [i32; 2],
    /// First and last row.
    pub rows: [i32; 2],
}

impl Lines {
    /// Returns the lines that either of two figures shows.
    #[must_use]
    pub(crate) fn joined(self, other: Self) -> Self {
        let joined = |own: [i32; 2], other: [i32; 2]| [own[0].min(other[0]), own[1].max(other[1])];
        Self {
            columns: joined(self.columns, other.columns),
            rows: joined(self.rows, other.rows),
        }
    }
}

/// Options for showing a scene as a figure.
///
/// ```
/// use pipscribe::draw::Annotations;
/// use pipscribe::prelude::*;
///
/// let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n\n")?;
/// let mut view = View::default();
/// view.caption = Some("The start".to_owned());
/// let figure = Figure::new(game.position().scene(), &Annotations::default(), &view)?;
/// assert_eq!(figure.caption.as_deref(), Some("The start"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct View {
    /// Rotation of the board.
    pub rotation: Rotation,
    /// Two opposite corners of the part to show; `None` for all of it.
    pub crop: Option<(String, String)>,
    /// Edges at which the names of columns and rows appear.
    pub coordinates: Edges,
    /// True if the notes below the board are shown.
    pub notes: bool,
    /// True if the marks are explained in a legend.
    pub legend: bool,
    /// Caption below the figure.
    pub caption: Option<String>,
    /// True if empty places around the pieces of a board without bounds are left out.
    pub tight: bool,
    /// Minimum range of lines to show, so that all figures of a series show the same part of the
    /// table.
    pub lines: Option<Lines>,
    /// Language of all words in the figure.
    pub lang: Lang,
    /// Replacements for the words of the legend: default text and new text.
    pub wording: Vec<(String, String)>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            rotation: Rotation::default(),
            crop: None,
            coordinates: Edges::USUAL,
            notes: true,
            legend: false,
            caption: None,
            tight: false,
            lines: None,
            lang: Lang::En,
            wording: Vec::new(),
        }
    }
}
