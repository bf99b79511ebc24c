//! Figures as PDF: vectors and real letters, a page a figure, each told in words for those who
//! cannot see it.

use krilla::Document;
use krilla::geom::{PathBuilder, Rect, Size, Transform};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint::Fill;
use krilla::surface::Surface;
use krilla::tagging::{ContentTag, Tag, TagGroup, TagTree};
use krilla_svg::{SurfaceExt, SvgSettings};

use super::fonts::Fonts;
use super::inks::Inks;
use super::paper::Length;
use super::theme::{Paint, Theme};
use super::tree::{DrawError, Picture, read};

/// Points of a pixel: 72 to 96 of an inch.
const POINTS: f32 = 0.75;

/// How figures are written as PDF.
#[derive(Clone, Debug, Default)]
pub struct PdfOptions {
    /// The fonts of letters.
    pub fonts: Fonts,
    /// How far the ground goes on beyond where the page is cut.
    pub bleed: Option<Length>,
    /// The look of the figures, for the ground in the bleed and for the inks that it names.
    pub theme: Theme,
    /// The language of titles and words, as BCP 47 has it; English where it is not said.
    pub language: Option<&'static str>,
    /// Whether there is no ground, in the bleed either.
    pub no_ground: bool,
}

/// Draws SVGs of this crate as the pages of a PDF, which takes its title from the first and tells
/// each in the words of its `desc`.
///
/// # Errors
/// Where a figure would be empty or too large.
pub fn write_pdf(svgs: &[String]) -> Result<Vec<u8>, DrawError> {
    write_pdf_with(svgs, &PdfOptions::default())
}

/// The same with a bleed, with other fonts and in the inks of a theme. Every page says where it is cut; letters in inks
/// are outlines.
///
/// # Errors
/// Where a figure would be empty or too large.
pub fn write_pdf_with(svgs: &[String], options: &PdfOptions) -> Result<Vec<u8>, DrawError> {
    let language = options.language.unwrap_or("en");
    let inks = Inks::of(&options.theme);
    let mut document = Document::new();
    let mut told = TagTree::new().with_lang(Some(language.to_owned()));
    let mut metadata = Metadata::new().language(language.to_owned());
    for (at, svg) in svgs.iter().enumerate() {
        let Picture { tree, title, words } = read(svg, &options.fonts)?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let bleed = options.bleed.map_or(0.0, Length::points);
        let (Some(settings), Some(size)) = (page(width, height, bleed), Size::from_wh(width, height)) else {
            return Err(DrawError::Size { width, height });
        };
        if at == 0 {
            metadata = metadata.title(title);
        }
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let content = surface.start_tagged(ContentTag::Other);
        if bleed > 0.0 && !options.no_ground {
            fill(&mut surface, (width + 2.0 * bleed, height + 2.0 * bleed), &inks, &options.theme);
        }
        surface.push_transform(&Transform::from_translate(bleed, bleed));
        let drawn = if options.theme.has_inks() {
            surface.push_transform(&Transform::from_scale(POINTS, POINTS));
            inks.draw(tree.root(), &mut surface);
            surface.pop();
            Some(())
        } else {
            surface.draw_svg(&tree, size, SvgSettings::default())
        };
        surface.pop();
        surface.end_tagged();
        surface.finish();
        page.finish();
        drawn.ok_or(DrawError::Size { width, height })?;
        told.push(TagGroup::with_children(Tag::Figure(Some(words)), vec![content.into()]));
    }
    document.set_metadata(metadata);
    document.set_tag_tree(told);
    document.finish().map_err(|error| DrawError::Encoding(format!("{error:?}")))
}

/// A page that is cut `bleed` within its edges.
fn page(width: f32, height: f32, bleed: f32) -> Option<PageSettings> {
    let whole = Rect::from_xywh(0.0, 0.0, width + 2.0 * bleed, height + 2.0 * bleed)?;
    let trim = Rect::from_xywh(bleed, bleed, width, height)?;
    let settings = PageSettings::from_wh(whole.width(), whole.height())?.with_trim_box(Some(trim));
    Some(if bleed > 0.0 { settings.with_bleed_box(Some(whole)) } else { settings })
}

/// The ground beyond the figure.
fn fill(surface: &mut Surface<'_>, (width, height): (f32, f32), inks: &Inks, theme: &Theme) {
    let mut path = PathBuilder::new();
    path.move_to(0.0, 0.0);
    path.line_to(width, 0.0);
    path.line_to(width, height);
    path.line_to(0.0, height);
    path.close();
    let Some(path) = path.finish() else { return };
    surface.set_fill(Some(Fill { paint: inks.of_colour(theme.colour(Paint::Ground)), ..Fill::default() }));
    surface.set_stroke(None);
    surface.draw_path(&path);
}
