//! Figures. A game draws a [`Scene`] of a position. A [`Figure`] adds annotations to it, rotates
//! and crops it. Each writer turns figures into one output format. Nothing in this module depends
//! on a game.
//!
//! A `Place` is a point in exact coordinates, a `Site` a named place of the board. An
//! `Element` is a shape with its `Role`, from which a theme takes its style. *Text forms* are
//! figures of ASCII or Unicode characters, *pictures* all others. A *sign* is what a figure draws
//! on or beside a place, and a `Note` a line of text below the board. *Words* are text; the field
//! `words` is the text description.
//!
//! A *dot* is a point at the edge of a GIPF board, from which pieces are pushed. A *halo* or *moat*
//! is a wider shape below another one, in the colour of the background. A *plate* is a shape under
//! a text.
//!
//! A figure has a *set width* if the caller requests its width on paper. Its text then has a
//! minimum size, and signs that have no room are left out. Without a set width, a step of the
//! board has 48 pixels.

#[cfg(feature = "png")]
mod animation;
mod annotation;
mod annotation_shapes;
mod annotation_words;
mod annotator;
#[cfg(feature = "png")]
mod apng;
mod arrows;
mod axis_names;
mod axis_thinning;
mod card_marks;
mod card_number_places;
mod card_signs;
mod clickable_areas;
mod comparison_signs;
mod crop;
mod curves;
mod edge_names;
mod elements;
mod entry_number_place;
mod figure;
mod figure_environments;
#[cfg(feature = "outlines")]
mod font;
#[cfg(feature = "outlines")]
mod fonts;
mod geometry;
#[cfg(feature = "png")]
mod gif;
#[cfg(feature = "outlines")]
mod glyph_outlines;
mod hatch;
mod hidden_parts;
mod insertions;
mod label_fitting;
mod label_needs;
mod label_surroundings;
mod labels;
mod language;
mod largest_board;
mod layout;
mod legend;
mod legend_signs_from_figure;
mod legend_wording;
mod line_breaking;
mod mark_room;
mod marks;
mod measure;
mod note;
mod note_columns;
mod note_lines;
#[cfg(test)]
mod page_check;
mod page_fitting;
mod page_of_figures;
mod paper;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_colours;
#[cfg(feature = "pdf")]
mod pdf_drawing;
mod pen;
#[cfg(feature = "png")]
mod png;
mod region_outlines;
mod resizing;
mod role;
mod role_class;
mod row_outlines;
mod scene;
mod scene_rotation;
mod set_rims;
mod shape;
mod sign_room;
mod sites;
mod spoken_places;
mod squares_in_notes;
mod strips_beside_pieces;
mod style;
mod style_sheet;
mod svg;
mod svg_buffer;
mod svg_parts;
#[cfg(feature = "png")]
mod svg_tree;
mod text_below;
mod text_canvas;
mod text_figure;
mod text_outlines;
mod text_width;
mod theme;
mod theme_file;
mod tikz;
mod turn_numbers;
mod turn_traces;
mod typst;
mod uncut_names;
mod view;
mod visible_part;
mod web_notes;

#[cfg(feature = "png")]
pub use animation::Animation;
pub use annotation::{Annotations, Mark};
#[doc(hidden)]
pub use annotation::{ComparedNumber, Comparison, Fate, Ghost};
#[cfg(feature = "png")]
pub use apng::write_apng;
#[doc(hidden)]
pub use axis_names::AxisName;
#[doc(hidden)]
pub use clickable_areas::{Area, Areas};
pub(crate) use curves::on_curve;
#[doc(hidden)]
pub use elements::{Element, Elements};
pub use figure::{Figure, ViewError};
pub(crate) use figure_environments::{FigureWords, write_latex, write_latex_around, write_typst};
#[cfg(feature = "outlines")]
pub use fonts::{FontError, Fonts};
pub use geometry::Rotation;
#[doc(hidden)]
pub use geometry::{Place, Rect, UNIT};
#[cfg(feature = "png")]
pub use gif::write_gif;
pub(crate) use labels::on_plate;
#[doc(inline)]
pub use language::Lang;
pub(crate) use legend_wording::SIGNS;
pub(crate) use note::LINE as NOTE_LINE;
#[doc(hidden)]
pub use note::{Note, NoteKind, Run, Wording};
#[cfg(test)]
pub(crate) use page_check::{assert_no_lonely_word, assert_no_text_is_cut, assert_words_have_room};
pub use page_fitting::{Pages, Picture, set_figures, set_piece};
pub(crate) use page_fitting::{piece_in_text, set_page, set_sheets};
pub use paper::{Length, LengthError, Paper, PictureLanguage, Sheet};
#[cfg(feature = "pdf")]
pub use pdf::{PdfOptions, write_pdf, write_pdf_with};
#[cfg(feature = "png")]
pub use png::{write_png, write_svg_as_png};
pub(crate) use role::CARD_NUMBER_ROOMS;
#[doc(hidden)]
pub use role::{Along, Role, SetBand, Size, Tone, Upon};
pub(crate) use scene::SQUARE_RADIUS;
pub use scene::Scene;
#[doc(hidden)]
pub use scene::{BoardSymmetry, Shading, Site};
#[doc(hidden)]
pub use shape::{Anchor, PathStep, Shape};
pub(crate) use shape::{line_through, outline_through};
#[doc(hidden)]
pub use sites::Sites;
pub(crate) use spoken_places::SpokenSquare;
pub(crate) use squares_in_notes::square_in_note;
pub(crate) use style_sheet::{DrawnRole, style_sheet};
#[doc(hidden)]
pub use svg::write_board;
#[cfg(feature = "outlines")]
pub use svg::write_outlined_figure;
pub(crate) use svg::{escaped, write_picture};
pub use svg::{write_figure, write_page, write_svg};
pub(crate) use svg_parts::Drawing;
#[cfg(feature = "png")]
pub use svg_tree::DrawError;
pub use text_figure::{Charset, write_text, write_text_figure};
pub use text_outlines::Letters;
pub use text_outlines::{OutlinesElsewhere, Weight};
pub(crate) use text_width::{half_letter_height, width_of as text_width};
pub use theme::{Colour, Paint, Theme};
pub use theme_file::ThemeError;
pub use view::{Edges, Lines, View};
pub use web_notes::NotePart;
