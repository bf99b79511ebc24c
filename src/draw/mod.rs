//! Figures. A game draws a [`Scene`] of a position. A [`Figure`] adds annotations to it, rotates
//! and crops it. Each writer turns figures into one output format. Nothing in this module depends
//! on a game.

mod annotation;
mod annotation_shapes;
mod annotator;
#[cfg(feature = "png")]
mod apng;
mod areas;
mod arrows;
mod axis;
mod card_signs;
mod crop;
mod cut_signs;
mod describe;
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
mod insertions;
mod label_fitting;
mod labels;
mod language;
mod layout;
mod left_out_names;
mod legend;
mod mark_room;
mod marked_scene;
mod marks;
mod note;
mod note_parts;
#[cfg(test)]
mod page_check;
mod page_of_figures;
mod pages;
mod paper;
mod paper_sizes;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_colours;
#[cfg(feature = "pdf")]
mod pdf_drawing;
mod place;
#[cfg(feature = "png")]
mod png;
mod region_outlines;
mod resizing;
mod role;
mod scene;
mod scene_places;
mod set_rims;
mod shape;
mod sign_room;
mod sign_strips;
mod spoken_places;
mod style;
mod styled_shapes;
mod svg;
mod svg_buffer;
mod svg_parts;
#[cfg(feature = "png")]
mod svg_tree;
mod text;
mod text_below;
mod text_mode;
mod text_width;
mod theme;
mod theme_file;
mod tikz;
mod turn_numbers;
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
pub use scene_places::Sites;
#[doc(hidden)]
pub use shape::{Anchor, PathStep, Shape};
pub(crate) use spoken_places::SpokenSquare;
#[cfg(feature = "outlines")]
pub use svg::write_outlined_figure;
pub(crate) use svg::{escaped, style_sheet};
pub use svg::{write_board, write_figure, write_page, write_svg};
pub(crate) use svg_parts::Drawing;
#[cfg(feature = "png")]
pub use svg_tree::DrawError;
pub use text::{Charset, write_text, write_text_figure};
pub use text_mode::Letters;
pub use text_mode::{OutlinesElsewhere, Weight};
pub(crate) use text_width::width_of as text_width;
pub use theme::{Colour, Paint, Theme};
pub use theme_file::ThemeError;
pub(crate) use typeset::{FigureWords, write_latex, write_latex_around, write_typst};
pub use view::{Edges, Lines, View};
