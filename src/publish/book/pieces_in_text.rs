//! Pieces, dice and cards in the text of a document: each mark such as `![](pip:W)` becomes an
//! image.

use std::collections::BTreeMap;
use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;

use super::illustrated::Image;
use super::image_names::prefix;
use super::parts::BookFault;
use super::parts_reader::PartsReader;
use super::{latex_writer, markdown_writer};
use crate::draw::{Figure, Length, Paper, Theme, piece_in_text, set_piece};
use crate::games::{Context, UnknownPiece, named_piece};
use crate::publish::documents::{
    MarkdownDialect, PIECE_TAG, PageKind, PieceMark, escaped_for_tag, margin_length, piece_marks,
};
use crate::text::{LineRanges, last_line_start};

/// Font sizes for which pieces are drawn. On screen, 12 points are 16 pixels, the usual font size.
const ON_SCREEN: u16 = 12;
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
    let named: BTreeMap<String, PieceImage> = marks
        .iter()
        .filter_map(|mark| {
            let name = name_of(page, mark);
            Some((name.clone(), names.image(&name, IN_PRINT, context)?))
        })
        .collect();
    let file = (!named.is_empty()).then(|| latex_writer::piece_macro(named.values(), names.folder));
    let mut images: BTreeMap<String, Image> = BTreeMap::new();
    images.extend(
        named
            .into_values()
            .map(|piece| (piece.image.name.clone(), piece.image)),
    );
    (images.into_values().collect(), file)
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
        let Some(new) = tag(&name_of(page, mark), &mark.alternative) else {
            continue;
        };
        out.extend_from_slice(page.get(done..mark.range.start).unwrap_or_default());
        out.extend_from_slice(new.as_bytes());
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
    let ends_line = below
        .next()
        .is_none_or(|rest| page[rest].trim_ascii().is_empty());
    if !ends_line {
        return "";
    }

    let is_filled = |line: Range<usize>| page[line].iter().any(|byte| !b" \t>\r\n".contains(byte));
    let is_before_text = below.next().is_some_and(is_filled);
    match dialect {
        MarkdownDialect::CommonMark if mark.opens_block && is_before_text => "<!-- -->",
        MarkdownDialect::Mdx => {
            let line_start = last_line_start(&page[..mark.range.start]);
            let is_after_text = LineRanges::of_part(page, 0..line_start)
                .next_back()
                .is_some_and(is_filled);
            // A word joiner has no width.
            if (is_after_text || is_before_text)
                && begins_line(page, &marks[..index], line_start..mark.range.start)
            {
                "&#8288;"
            } else {
                ""
            }
        }
        MarkdownDialect::CommonMark => "",
    }
}

/// Returns true if only pieces come before a piece on its line.
fn begins_line(page: &[u8], before: &[PieceMark], line: Range<usize>) -> bool {
    let first = before.partition_point(|mark| mark.range.end <= line.start);
    let mut offset = line.start + margin_length(&page[line.clone()]);
    for mark in &before[first..] {
        if !page
            .get(offset..mark.range.start)
            .unwrap_or_default()
            .trim_ascii()
            .is_empty()
        {
            return false;
        }
        offset = mark.range.end;
    }
    page.get(offset..line.end)
        .unwrap_or_default()
        .trim_ascii()
        .is_empty()
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

/// Returns the errors of a page, sorted by place.
pub(super) fn sort_faults(mut faults: Vec<BookFault>) -> Vec<BookFault> {
    faults.sort_by_key(|fault| (fault.line, fault.column));
    faults
}
