//! Figures as PDF: vectors and real letters, a page a figure, each told in words for those who
//! cannot see it.

use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::tagging::{ContentTag, Tag, TagGroup, TagTree};
use krilla_svg::{SurfaceExt, SvgSettings};

use super::tree::{DrawError, Picture, read};

/// Points of a pixel: 72 to 96 of an inch.
const POINTS: f32 = 0.75;

/// The language of titles and words.
const LANGUAGE: &str = "en";

/// Draws SVGs of this crate as the pages of a PDF, which takes its title from the first and tells
/// each in the words of its `desc`.
///
/// # Errors
/// Where a figure would be empty or too large.
pub fn write_pdf(svgs: &[String]) -> Result<Vec<u8>, DrawError> {
    let mut document = Document::new();
    let mut told = TagTree::new().with_lang(Some(LANGUAGE.to_owned()));
    let mut metadata = Metadata::new().language(LANGUAGE.to_owned());
    for (at, svg) in svgs.iter().enumerate() {
        let Picture { tree, title, words } = read(svg, &super::fonts::Fonts::default())?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        let (Some(settings), Some(size)) = (PageSettings::from_wh(width, height), Size::from_wh(width, height)) else {
            return Err(DrawError::Size { width, height });
        };
        if at == 0 {
            metadata = metadata.title(title);
        }
        let mut page = document.start_page_with(settings);
        let mut surface = page.surface();
        let content = surface.start_tagged(ContentTag::Other);
        let drawn = surface.draw_svg(&tree, size, SvgSettings::default());
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
