//! Pieces, dice and cards in the text of a document: each mark such as `![](pip:W)` becomes an
//! image. `W` is the *name* of the piece, and the text in the brackets, here none, the
//! *alternative* text of the image. In LaTeX, the mark is `\pip{W}`.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::illustrated::Image;
use super::image_names::prefix;
use super::parts_reader::PartsReader;
use super::{latex_writer, markdown_writer};
use crate::draw::{Figure, Length, Paper, Theme, piece_in_text, set_piece};
use crate::games::{Context, UnknownPiece, named_piece};
use crate::publish::documents::{
    MarkdownDialect, PIECE_TAG, PageKind, PieceMark, escaped_for_tag, margin_length, piece_marks,
};
use crate::text::{LineRanges, last_line_start};

/// Font size in points for which pieces are drawn on screen: 16 pixels, the usual font size.
const ON_SCREEN: u16 = 12;
/// Font size in points for which pieces are drawn in print, the default of LaTeX.
const IN_PRINT: u16 = 10;

/// Piece of a document, drawn as an image.
pub(super) struct PieceImage {
    pub(super) image: Image,
    /// Its name as the document writes it.
    pub(super) name: String,
    pub(super) words: String,
}

/// Reports names in a document that are not names of pieces.
pub(super) fn report_unknown(
    page: &[u8],
    kind: PageKind,
    context: &Context,
    reader: &mut PartsReader<'_>,
) {
    for mark in piece_marks(page, kind) {
        if let Err(error) = named_piece(&name_of(page, &mark), context) {
            reader.fault(mark.name.start, error.to_string());
        }
    }
}

/// Returns the name of a piece as the document writes it.
fn name_of(page: &[u8], mark: &PieceMark) -> String {
    String::from_utf8_lossy(page.get(mark.name.clone()).unwrap_or_default()).into_owned()
}

/// Names of the images of pieces.
pub(super) struct PieceNames<'a> {
    pub(super) stem: &'a str,
    pub(super) folder: &'a str,
    pub(super) ending: &'a str,
}

impl PieceNames<'_> {
    /// Draws a piece for text of a font size, in points; `None` if there is no such piece.
    fn image(&self, name: &str, letters: u16, context: &Context) -> Option<PieceImage> {
        let piece = named_piece(name, context).ok()?;
        let words = piece.scene.title.clone();
        let image = Image {
            // The word `piece` distinguishes these names from the names of labelled figures.
            name: format!("{}piece-{}.{}", prefix(self.stem), piece.file, self.ending),
            figure: Figure::plain(piece.scene),
            width: None,
            letters: Some(Length::of_points(letters)),
        };
        Some(PieceImage {
            image,
            name: name.to_owned(),
            words,
        })
    }
}

/// Returns a Markdown document with an image for each piece, and the images.
pub(super) fn in_markdown(
    page: &[u8],
    dialect: MarkdownDialect,
    names: &PieceNames<'_>,
    context: &Context,
) -> (Vec<u8>, Vec<Image>) {
    let mut images: BTreeMap<String, Image> = BTreeMap::new();
    let page = with_pieces_replaced(page, dialect, |name, alternative| {
        let piece = names.image(name, ON_SCREEN, context)?;
        let source = markdown_writer::address(&format!("{}{}", names.folder, piece.image.name));
        let tag = image_tag(&piece, &source, alternative, dialect);
        images.insert(piece.image.name.clone(), piece.image);
        Some(tag)
    });
    (page, images.into_values().collect())
}

/// Returns a Markdown document that becomes HTML, with each piece as an image in a data URL.
pub(super) fn in_html(page: &str, theme: &Theme, context: &Context) -> String {
    let names = PieceNames {
        stem: "",
        folder: "",
        ending: "svg",
    };
    let dialect = MarkdownDialect::CommonMark;
    let page = with_pieces_replaced(page.as_bytes(), dialect, |name, alternative| {
        let piece = names.image(name, ON_SCREEN, context)?;
        let svg = piece_svg(&piece.image.figure, ON_SCREEN, theme, &Paper::default());
        let source = format!("data:image/svg+xml;base64,{}", BASE64.encode(svg));
        Some(image_tag(&piece, &source, alternative, dialect))
    });
    String::from_utf8_lossy(&page).into_owned()
}

/// Writes a piece for text of a font size, in points.
fn piece_svg(figure: &Figure, letters: u16, theme: &Theme, paper: &Paper) -> String {
    set_piece(figure, Length::of_points(letters), theme, paper).into_first_text()
}

/// Returns the pieces of a LaTeX document as images, and the definition of the macro that shows
/// them.
pub(super) fn in_latex(
    page: &[u8],
    names: &PieceNames<'_>,
    context: &Context,
) -> (Vec<Image>, Option<String>) {
    let marks = piece_marks(page, PageKind::Latex);
    let mut pieces: BTreeMap<String, PieceImage> = BTreeMap::new();
    for mark in &marks {
        let name = name_of(page, mark);
        if let Some(piece) = names.image(&name, IN_PRINT, context) {
            pieces.insert(name, piece);
        }
    }
    if pieces.is_empty() {
        return (Vec::new(), None);
    }

    let piece_macro = latex_writer::piece_macro(pieces.values(), names.folder);
    // Two names of one piece share an image.
    let images: BTreeMap<String, Image> = pieces
        .into_values()
        .map(|piece| (piece.image.name.clone(), piece.image))
        .collect();
    (images.into_values().collect(), Some(piece_macro))
}

/// Returns the tag of an image that is 1.2 times as high as a capital letter.
fn image_tag(
    piece: &PieceImage,
    source: &str,
    alternative: &str,
    dialect: MarkdownDialect,
) -> String {
    let words = if alternative.is_empty() {
        &piece.words
    } else {
        alternative
    };
    let [height, depth] = piece_in_text();
    let style = match dialect {
        MarkdownDialect::CommonMark => format!("\"height: {height}; vertical-align: -{depth}\""),
        MarkdownDialect::Mdx => format!("{{{{height: '{height}', verticalAlign: '-{depth}'}}}}"),
    };
    format!(
        "{PIECE_TAG}{}\" src=\"{}\" alt=\"{}\" style={style}{}",
        piece.name,
        escaped_for_tag(source),
        escaped_for_tag(words),
        markdown_writer::tag_end(dialect),
    )
}

/// Replaces each piece of a Markdown document. `tag` receives the name of the piece and the
/// alternative text in the document.
fn with_pieces_replaced(
    page: &[u8],
    dialect: MarkdownDialect,
    mut tag: impl FnMut(&str, &str) -> Option<String>,
) -> Vec<u8> {
    let kind = if dialect == MarkdownDialect::Mdx {
        PageKind::Mdx
    } else {
        PageKind::Markdown
    };
    let marks = piece_marks(page, kind);
    let mut out = Vec::with_capacity(page.len());
    let mut done = 0;
    for (index, mark) in marks.iter().enumerate() {
        let Some(new_tag) = tag(&name_of(page, mark), &mark.alternative) else {
            continue;
        };
        out.extend_from_slice(page.get(done..mark.range.start).unwrap_or_default());
        out.extend_from_slice(new_tag.as_bytes());
        out.extend_from_slice(paragraph_guard(page, &marks, index, dialect).as_bytes());
        done = mark.range.end;
    }
    out.extend_from_slice(page.get(done..).unwrap_or_default());
    out
}

/// Returns the text that keeps a tag in its paragraph. On a separate line, the tag would begin an
/// HTML block, in which the following lines are not parsed as Markdown; in MDX, it would be an
/// element between paragraphs.
fn paragraph_guard(
    page: &[u8],
    marks: &[PieceMark],
    index: usize,
    dialect: MarkdownDialect,
) -> &'static str {
    let mark = &marks[index];
    let mut below = LineRanges::of_part(page, mark.range.end..page.len());
    let rest_of_line = below.next().unwrap_or_default();
    if !page[rest_of_line].trim_ascii().is_empty() {
        return "";
    }

    let has_text = |line: Range<usize>| page[line].iter().any(|byte| !b" \t>\r\n".contains(byte));
    let is_before_text = below.next().is_some_and(has_text);
    match dialect {
        MarkdownDialect::CommonMark => {
            if mark.opens_block && is_before_text {
                // The tag no longer is the only thing on its line.
                "<!-- -->"
            } else {
                ""
            }
        }
        MarkdownDialect::Mdx => {
            let line_start = last_line_start(&page[..mark.range.start]);
            let mut above = LineRanges::of_part(page, 0..line_start);
            let is_in_paragraph = is_before_text || above.next_back().is_some_and(has_text);
            let line_before = line_start..mark.range.start;
            if is_in_paragraph && has_only_pieces(page, &marks[..index], line_before) {
                // A word joiner has no width.
                "&#8288;"
            } else {
                ""
            }
        }
    }
}

/// Returns true if a part of a line has only pieces after its margin. `pieces` are the pieces of
/// the document up to its end.
fn has_only_pieces(page: &[u8], pieces: &[PieceMark], line: Range<usize>) -> bool {
    let is_blank = |range: Range<usize>| {
        let text = page.get(range).unwrap_or_default();
        text.trim_ascii().is_empty()
    };
    let first = pieces.partition_point(|mark| mark.range.end <= line.start);
    let mut offset = line.start + margin_length(&page[line.clone()]);
    for mark in &pieces[first..] {
        if !is_blank(offset..mark.range.start) {
            return false;
        }
        offset = mark.range.end;
    }
    is_blank(offset..line.end)
}

/// Piece, die or card for a line of text: its drawing, its text description, and its height and its
/// depth below the baseline.
#[derive(Debug, serde::Serialize)]
pub struct TypstPiece {
    svg: String,
    alt: String,
    height: String,
    depth: String,
}

/// Draws a piece for a line of text, for Typst and for plugins.
///
/// # Errors
/// Returns an error if no game has a piece of this name.
pub fn typst_piece(
    name: &str,
    theme: &Theme,
    context: &Context,
) -> Result<TypstPiece, UnknownPiece> {
    let piece = named_piece(name, context)?;
    let alt = piece.scene.title.clone();
    let svg = piece_svg(
        &Figure::plain(piece.scene),
        IN_PRINT,
        theme,
        &Paper::default(),
    );
    let [height, depth] = piece_in_text();
    Ok(TypstPiece {
        svg,
        alt,
        height,
        depth,
    })
}
