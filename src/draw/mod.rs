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
mod card_signs;
mod crop;
mod cut_signs;
mod describe;
mod drawing;
mod elements;
mod entry_place;
mod figure;
#[cfg(feature = "outlines")]
mod font;
#[cfg(feature = "outlines")]
mod fonts;
#[cfg(feature = "png")]
mod gif;
mod hatch;
#[cfg(feature = "pdf")]
mod inks;
mod insertions;
mod insides;
mod label_fitting;
mod labels;
mod language;
mod layout;
mod legend;
mod looks;
mod marked_scene;
mod marks;
mod markup;
mod measure;
mod metrics;
mod misfits;
mod note;
mod note_parts;
mod numbers;
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
mod region;
mod resizing;
mod role;
mod scene;
mod set_rims;
mod shape;
mod sites;
mod spoken;
mod strips;
mod style;
mod svg;
mod text;
mod text_mode;
mod theme;
mod theme_file;
mod thinning;
mod tikz;
#[cfg(feature = "png")]
mod tree;
mod turn_traces;
mod typeset;
mod typst;
mod view;
mod whole_names;
mod wrapping;

pub use annotation::{Annotations, Mark};
#[doc(hidden)]
pub use annotation::{Comparison, Fate, Ghost};
#[cfg(feature = "png")]
pub use apng::{Animation, write_apng};
pub(crate) use areas::write_picture;
#[doc(hidden)]
pub use areas::{Area, Areas};
#[doc(hidden)]
pub use axis::AxisName;
pub(crate) use axis::square_in_note;
pub(crate) use drawing::Drawing;
#[doc(hidden)]
pub use elements::{Element, Elements};
pub use figure::{Figure, ViewError};
#[cfg(feature = "outlines")]
pub use fonts::{FontError, Fonts};
#[cfg(feature = "png")]
pub use gif::write_gif;
pub(crate) use labels::on_plate;
#[doc(inline)]
pub use language::Lang;
pub(crate) use legend::SIGNS;
pub use marked_scene::MarkedScene;
pub(crate) use metrics::width_of as text_width;
pub(crate) use note::LINE as NOTE_LINE;
#[doc(hidden)]
pub use note::{Note, NoteKind, Run, Wording};
pub use note_parts::NotePart;
#[cfg(test)]
pub(crate) use page_check::{assert_no_lonely_word, assert_no_text_is_cut, assert_words_have_room};
pub use pages::{Pages, Picture, set_figures, set_piece};
pub(crate) use pages::{piece_in_text, set_page, set_sheets};
pub use paper::{Length, LengthError, Paper, PictureLanguage, Sheet};
#[cfg(feature = "pdf")]
pub use pdf::{PdfOptions, write_pdf, write_pdf_with};
pub use place::Rotation;
#[doc(hidden)]
pub use place::{Place, Rect, UNIT};
#[cfg(feature = "png")]
pub use png::{write_png, write_svg_as_png};
pub(crate) use role::CARD_NUMBER_ROOMS;
#[doc(hidden)]
pub use role::{Along, Role, SetBand, Size, Tone, Upon};
pub use scene::Scene;
#[doc(hidden)]
pub use scene::{BoardSymmetry, Shading, Site};
#[doc(hidden)]
pub use shape::{Anchor, PathStep, Shape};
#[doc(hidden)]
pub use sites::Sites;
pub(crate) use spoken::SpokenSquare;
#[cfg(feature = "outlines")]
pub use svg::write_outlined_figure;
pub(crate) use svg::{escaped, style_sheet};
pub use svg::{write_board, write_figure, write_page, write_svg};
pub use text::{Charset, write_text, write_text_figure};
pub use text_mode::Letters;
pub use text_mode::{OutlinesElsewhere, Weight};
pub use theme::{Colour, Paint, Theme};
pub use theme_file::ThemeError;
#[cfg(feature = "png")]
pub use tree::DrawError;
pub(crate) use typeset::{FigureWords, write_latex, write_latex_around, write_typst};
pub use view::{Edges, Lines, View};
