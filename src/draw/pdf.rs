//! Figures as PDF: vectors and real text, one figure per page, each with a text description.
//!
//! A printed page is trimmed. The *bleed* is the part beyond the trim edge, into which the
//! background extends so that no white edge remains.

use krilla::Document;
use krilla::geom::{PathBuilder, Rect, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{ContentTag, Tag, TagGroup, TagTree};

use super::fonts::Fonts;
use super::paper::Length;
use super::pdf_colours::Inks;
use super::pdf_drawing::{PdfDrawing, PdfFonts};
use super::svg_tree::{DrawError, ParsedSvg, read};
use super::theme::{Paint, Theme};

/// Points per pixel (72 and 96 per inch).
const POINTS: f32 = 0.75;

/// Options of the PDF output.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PdfOptions {
    /// Fonts for text.
    pub fonts: Fonts,
    /// Distance by which the background extends beyond the trim edge.
    pub bleed: Option<Length>,
    /// Theme of the figures, for the background in the bleed and for its inks.
    pub theme: Theme,
    /// Language of titles and text, as a BCP 47 tag; English by default.
    pub language: Option<&'static str>,
    /// True if there is no background, not even in the bleed.
    pub no_ground: bool,
}

/// Writes SVGs of this crate as the pages of a PDF. The document has the title of the first; the
/// `desc` of each becomes its text description.
///
/// # Errors
/// Returns an error if a figure would be empty or too large.
pub fn write_pdf(svgs: &[String]) -> Result<Vec<u8>, DrawError> {
    write_pdf_with(svgs, &PdfOptions::default())
}

/// Writes a PDF like [`write_pdf`], with a bleed, other fonts, or the inks of a theme. Every page
/// has its trim box.
///
/// # Errors
/// Returns an error if a figure would be empty or too large.
pub fn write_pdf_with(svgs: &[String], options: &PdfOptions) -> Result<Vec<u8>, DrawError> {
    let language = options.language.unwrap_or("en");
    let inks = Inks::from_theme(&options.theme);
    let mut fonts = PdfFonts::default();
    let mut document = Document::new();
    let mut tags = TagTree::new().with_lang(Some(language.to_owned()));
    let mut metadata = Metadata::new().language(language.to_owned());
    for (index, svg) in svgs.iter().enumerate() {
        let ParsedSvg { tree, title, words } = read(svg, &options.fonts)?;
        let width = tree.size().width() * POINTS;
        let height = tree.size().height() * POINTS;
        let bleed = options.bleed.map_or(0.0, Length::points);
        let settings =
            page_settings(width, height, bleed).ok_or(DrawError::Size { width, height })?;
        if index == 0 {
            metadata = metadata.title(title);
        }
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let content = surface.start_tagged(ContentTag::Other);
        if bleed > 0.0 && !options.no_ground {
            let size = [width, height].map(|side| side + 2.0 * bleed);
            fill_background(&mut surface, size, &inks, &options.theme);
        }
        surface.push_transform(&Transform::from_translate(bleed, bleed));
        surface.push_transform(&Transform::from_scale(POINTS, POINTS));
        PdfDrawing {
            tree: &tree,
            inks: &inks,
            fonts: &mut fonts,
            surface: &mut surface,
        }
        .draw();
        surface.pop();
        surface.pop();
        surface.end_tagged();
        surface.finish();
        page.finish();
        tags.push(TagGroup::with_children(
            Tag::Figure(Some(words)),
            vec![content.into()],
        ));
    }

    document.set_metadata(metadata);
    document.set_tag_tree(tags);
    document
        .finish()
        .map_err(|error| DrawError::Encoding(format!("{error:?}")))
}

/// Returns the settings of a page that is trimmed by `bleed` on each side.
fn page_settings(width: f32, height: f32, bleed: f32) -> Option<PageSettings> {
    let whole = Rect::from_xywh(0.0, 0.0, width + 2.0 * bleed, height + 2.0 * bleed)?;
    let trim = Rect::from_xywh(bleed, bleed, width, height)?;
    let settings = PageSettings::from_wh(whole.width(), whole.height())?.with_trim_box(Some(trim));
    Some(if bleed > 0.0 {
        settings.with_bleed_box(Some(whole))
    } else {
        settings
    })
}

/// Fills the background of a page with this width and height, which extends beyond the figure.
fn fill_background(
    surface: &mut Surface<'_>,
    [width, height]: [f32; 2],
    inks: &Inks,
    theme: &Theme,
) {
    let mut path = PathBuilder::new();
    path.move_to(0.0, 0.0);
    path.line_to(width, 0.0);
    path.line_to(width, height);
    path.line_to(0.0, height);
    path.close();
    let Some(path) = path.finish() else { return };
    surface.set_fill(Some(Fill {
        paint: inks.of_colour(theme.colour(Paint::Ground)),
        ..Fill::default()
    }));
    surface.set_stroke(None);
    surface.draw_path(&path);
}
