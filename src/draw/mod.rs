//! Figures. A game draws a [`Scene`] of a position. A [`Figure`] adds annotations to it, rotates
//! and crops it. Each writer turns figures into one output format. Nothing in this module depends
//! on a game.

mod annotation;
mod annotator;
#[cfg(feature = "png")]
mod apng;
mod areas;
mod arrows;
mod axis;
mod beneath;
mod crop;
mod describe;
mod drawing;
mod elements;
mod figure;
#[cfg(feature = "outlines")]
mod font;
#[cfg(feature = "outlines")]
mod fonts;
mod hatch;
#[cfg(feature = "pdf")]
mod inks;
mod insertions;
mod label_fitting;
mod language;
mod layout;
mod legend;
mod looks;
mod marked_scene;
mod marks;
mod markup;
mod measure;
mod metrics;
mod note;
mod note_parts;
mod outline;
#[cfg(test)]
mod page_check;
mod page_of_figures;
mod pages;
mod paper;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_drawing;
mod place;
#[cfg(feature = "png")]
mod png;
mod scene;
mod sites;
mod spoken;
mod style;
mod svg;
mod text;
mod text_mode;
mod theme;
mod theme_file;
mod tikz;
#[cfg(feature = "png")]
mod tree;
mod typeset;
mod typst;
mod view;
mod wrapping;

pub use annotation::{Annotations, Ghost, Mark};
#[cfg(feature = "png")]
pub use apng::{Animation, write_apng};
pub use areas::{Area, Areas, write_picture};
pub use axis::AxisName;
pub(crate) use drawing::Drawing;
pub use elements::Elements;
pub use figure::{Figure, ViewError};
#[cfg(feature = "outlines")]
pub use fonts::{FontError, Fonts};
#[doc(inline)]
pub use language::Lang;
pub(crate) use legend::SIGNS;
pub use marked_scene::MarkedScene;
pub(crate) use marks::on_plate;
pub(crate) use metrics::width as text_width;
pub use note::{Note, Run};
pub use note_parts::NotePart;
#[cfg(test)]
pub(crate) use page_check::{assert_no_text_is_cut, assert_words_have_room};
pub use pages::{Pages, Picture, piece_in_text, set_figures, set_page, set_piece, set_sheets};
pub use paper::{Length, LengthError, Paper, PictureLanguage, Sheet};
#[cfg(feature = "pdf")]
pub use pdf::{PdfOptions, write_pdf, write_pdf_with};
pub use place::Rotation;
pub use place::{Place, Rect, UNIT};
#[cfg(feature = "png")]
pub use png::{write_png, write_svg_as_png};
pub use scene::Scene;
pub use scene::{
    Along, Anchor, BoardSymmetry, Element, PathStep, Role, SetBand, Shape, Site, Size, Tone, Upon,
};
pub use sites::Sites;
pub(crate) use spoken::SpokenSquare;
#[cfg(feature = "outlines")]
pub use svg::write_outlined_figure;
pub(crate) use svg::{escaped, style_sheet};
pub use svg::{write_board, write_figure, write_page, write_svg};
pub use text::{Charset, write_text, write_text_figure};
pub use text_mode::Letters;
pub use text_mode::OutlinesElsewhere;
pub use theme::{Colour, Paint, Theme};
pub use theme_file::ThemeError;
#[cfg(feature = "png")]
pub use tree::DrawError;
pub use typeset::{FigureWords, write_latex, write_latex_around, write_typst};
pub use view::{Edges, Lines, View};
