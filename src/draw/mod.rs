//! Figures. A game draws a [`Scene`] of a position; a [`Figure`] adds marks to it, turns it and cuts
//! it; each writer turns figures into one format. Nothing here knows a game.

mod annotation;
mod describe;
mod elements;
mod figure;
#[cfg(any(feature = "outlines", feature = "pdf", feature = "png"))]
mod font;
#[cfg(feature = "outlines")]
mod glyphs;
mod hatch;
mod layout;
mod legend;
mod marked;
mod metrics;
mod note;
mod outline;
#[cfg(test)]
mod page_check;
#[cfg(feature = "pdf")]
mod pdf;
mod place;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sites;
mod style;
mod svg;
mod text;
mod theme;
#[cfg(any(feature = "pdf", feature = "png"))]
mod tree;

pub use annotation::{Annotations, Ghost, Mark};
#[doc(hidden)]
pub use elements::Elements;
pub use figure::{Edges, Figure, View, ViewError};
#[cfg(feature = "outlines")]
pub use glyphs::write_outlined_figure;
pub use marked::MarkedScene;
#[doc(hidden)]
pub use note::{Note, Run};
#[cfg(test)]
pub(crate) use page_check::assert_words_have_room;
#[cfg(feature = "pdf")]
pub use pdf::write_pdf;
pub use place::Rotation;
#[doc(hidden)]
pub use place::{Place, Rect, UNIT};
#[cfg(feature = "png")]
pub use png::write_png;
pub use scene::Scene;
#[doc(hidden)]
pub use scene::{Anchor, AxisName, Element, PathStep, Role, Shape, Site, Size, Symmetry, Tone, Upon};
#[doc(hidden)]
pub use sites::Sites;
pub(crate) use svg::{Drawing, escaped, style_sheet};
pub use svg::{write_figure, write_page, write_svg};
pub use text::{Charset, write_text, write_text_figure};
pub use theme::{Colour, Paint, Theme, ThemeError};
#[cfg(any(feature = "pdf", feature = "png"))]
pub use tree::DrawError;
