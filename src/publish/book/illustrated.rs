//! Adds figures to a Markdown or LaTeX document. The figures go after each block, between two
//! marks, so that a second run changes nothing.
//!
//! [`illustrated`] takes the blocks one after the other. [`PartsReader`] prepares the parts that a
//! block requests, [`ImageNames`] names their images, [`PageLanguage`] gives their lines, and
//! [`PageWriter`] writes the new document. `pieces_in_text.rs` then replaces the names of pieces in
//! the text around the blocks.

use super::image_names::{ImageNames, prefix};
use super::page_language::PageLanguage;
use super::page_writer::PageWriter;
use super::parts::{BookFault, Part, Parts, PlayerPart, sort_faults};
use super::parts_reader::PartsReader;
use super::pieces_in_text::{self, PieceNames};
use super::{latex_writer, markdown_writer};
use crate::draw::{Figure, Length};
use crate::games::Context;
use crate::publish::documents::{Enclosure, PageBlock, PageKind, escaped_for_tag};

/// Options for adding figures to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookOptions {
    /// Prefix of image names.
    pub stem: String,
    /// Folder of the images in references: `images/`.
    pub folder: String,
    /// File extension of the images: `svg`, `png`, `pdf`, for LaTeX also `tikz`.
    pub ending: &'static str,
    /// Adds a figure to blocks without attributes too.
    pub all: bool,
    /// Removes figures whose block no longer exists.
    pub prune: bool,
}

impl BookOptions {
    /// Returns the options for images next to the document. Only blocks that ask for a figure get
    /// one, and no figure is removed.
    pub fn new(stem: impl Into<String>, ending: &'static str) -> Self {
        Self {
            stem: stem.into(),
            folder: String::new(),
            ending,
            all: false,
            prune: false,
        }
    }
}

/// Image that a document refers to, not drawn yet.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Image {
    /// Name of the image file.
    pub name: String,
    /// Figure that the image shows.
    pub figure: Figure,
    /// Width at which to draw it, if the document is for paper and gives the width as a length.
    pub width: Option<Length>,
    /// Font size of the surrounding text, if the image is a piece in a line of text.
    pub letters: Option<Length>,
}

/// Document with its figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Illustrated {
    /// Bytes; unchanged if there are errors.
    pub page: Vec<u8>,
    /// Images that the document refers to.
    pub images: Vec<Image>,
    /// Players of its records.
    pub players: Vec<PlayerPage>,
    /// Definition of the LaTeX macro that shows pieces in the text, if the document uses it.
    pub piece_macro: Option<PieceMacro>,
    /// Errors in the blocks, in order.
    pub faults: Vec<BookFault>,
    /// Number of generated regions that were kept although their blocks no longer exist.
    pub orphans: usize,
}

/// Player of a record in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayerPage {
    /// Name of the HTML file.
    pub name: String,
    /// Complete HTML of the page.
    pub html: String,
}

/// LaTeX file that defines `\pip` for the pieces of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PieceMacro {
    /// Name of the LaTeX file.
    pub name: String,
    /// Content of the file.
    pub text: String,
}

/// Adds the figures of its blocks to a document, and returns them as images. A Typst document is
/// unchanged.
pub fn illustrated(
    page: &[u8],
    kind: PageKind,
    options: &BookOptions,
    context: &Context,
) -> Illustrated {
    let mut illustrated = Illustrated {
        page: page.to_vec(),
        ..Illustrated::default()
    };
    let Some(language) = PageLanguage::from_page_kind(kind) else {
        return illustrated;
    };

    let mut reader = PartsReader::new(page, context, options.all);
    pieces_in_text::report_unknown(page, kind, context, &mut reader);
    reader.report_unread_blocks(page, kind);
    report_unreadable_names(language, options, &mut reader);
    let blocks = kind.blocks(page);
    let enclosures = language.enclosures(page, &blocks);
    let given_labels = blocks.iter().filter_map(|block| reader.label_of(block));
    let mut names = ImageNames::new(options, language, given_labels);
    let mut writer = PageWriter::new(page, language, options.prune);
    for (block, enclosure) in blocks.into_iter().zip(enclosures) {
        let Some(ending) = language.ending(page, &block) else {
            reader.fault(block.range.start, "nothing closes this block");
            continue;
        };
        if block.range.start < writer.done_up_to {
            reader.fault(
                block.range.start,
                "this block is between the marks of generated output, and would be lost",
            );
            continue;
        }
        let parts = reader.read(&block);
        let hiding = language.hiding_of(parts.as_ref(), &block);
        writer.write_block(&block, &ending, hiding, &mut reader);
        if let Some(parts) = parts {
            let lines = add_parts(
                &parts,
                (&block, enclosure),
                language,
                &mut names,
                &mut reader,
                &mut illustrated,
            );
            writer.write_generated(lines, &ending);
        }
    }

    writer.copy_up_to(page.len(), &mut reader);
    illustrated.orphans = writer.orphans;
    if reader.faults.is_empty() {
        illustrated.page = writer.out;
        with_pieces(illustrated, language, options, context)
    } else {
        let faults = sort_faults(reader.faults);
        Illustrated {
            images: Vec::new(),
            players: Vec::new(),
            faults,
            ..illustrated
        }
    }
}

/// Reports that LaTeX cannot read the names of the images.
fn report_unreadable_names(
    language: PageLanguage,
    options: &BookOptions,
    reader: &mut PartsReader<'_>,
) {
    let start_of_names = format!("{}{}", options.folder, options.stem);
    if language == PageLanguage::Latex && !latex_writer::is_readable(&start_of_names) {
        reader
            .fault(0, "LaTeX cannot read images with quotes or control characters in their names: rename the document");
    }
}

/// Adds the images and players of a block to `illustrated`. Returns the lines that show its parts.
fn add_parts(
    parts: &Parts,
    (block, enclosure): (&PageBlock, Enclosure),
    language: PageLanguage,
    names: &mut ImageNames<'_>,
    reader: &mut PartsReader<'_>,
    illustrated: &mut Illustrated,
) -> Vec<String> {
    let mut lines = Vec::new();
    for part in &parts.parts {
        let place = names.next_place(part, reader, block, enclosure);
        let (lines_of_part, figure) = language.lines_of(part, &place, &names.labels);
        lines.extend(lines_of_part);
        let width = language.width_of(part);
        illustrated.images.extend(figure.map(|figure| Image {
            name: place.file.clone(),
            figure,
            width,
            letters: None,
        }));
        if let Part::Player(PlayerPart::Page(html), _) = part {
            illustrated.players.push(PlayerPage {
                name: place.file,
                html: html.clone(),
            });
        }
    }
    lines
}

/// Adds images for the pieces in the text of a document.
fn with_pieces(
    illustrated: Illustrated,
    language: PageLanguage,
    options: &BookOptions,
    context: &Context,
) -> Illustrated {
    let names = PieceNames {
        stem: &options.stem,
        folder: &options.folder,
        ending: options.ending,
    };
    let mut images = illustrated.images;
    match language {
        PageLanguage::Markdown(dialect) => {
            let (page, of_pieces) =
                pieces_in_text::in_markdown(&illustrated.page, dialect, &names, context);
            images.extend(of_pieces);
            Illustrated {
                page,
                images,
                ..illustrated
            }
        }
        PageLanguage::Latex => {
            let (of_pieces, text) = pieces_in_text::in_latex(&illustrated.page, &names, context);
            images.extend(of_pieces);
            let name = format!("{}pieces.tex", prefix(&options.stem));
            Illustrated {
                images,
                piece_macro: text.map(|text| PieceMacro { name, text }),
                ..illustrated
            }
        }
    }
}

/// Returns true if a document refers to an image: by its name, as an address, or in LaTeX notation.
pub fn refers_to_image(page: &str, name: &str) -> bool {
    let address = markdown_writer::address(name);
    let forms = [
        name.to_owned(),
        name.replace(' ', "%20"),
        escaped_for_tag(&address),
        latex_writer::file_name(name),
        address,
    ];
    forms.iter().any(|form| page.contains(form.as_str()))
}
