//! Adds figures to a Markdown or LaTeX document. The figures go after each block, between two
//! marks, so that a second run changes nothing. `parts_reader.rs` prepares them; the writers for
//! Markdown and LaTeX give the lines.

use std::collections::BTreeSet;
use std::ops::Range;

use super::block_attributes::Width;
use super::generated_regions::{Ending, Marks};
use super::parts::{BookFault, Part, Parts, PlayerPart};
use super::parts_reader::PartsReader;
use super::pieces_in_text::{self, PieceNames};
use super::{latex_writer, markdown_writer};
use crate::draw::{Figure, Length};
use crate::games::Context;
use crate::publish::documents::{
    MarkdownDialect, PageBlock, PageKind, escaped_for_tag, markdown_code,
};

/// Options for adding figures to a document.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// Image that a document refers to, not drawn yet.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub struct PlayerPage {
    /// Name of the HTML file.
    pub name: String,
    /// Complete HTML of the page.
    pub html: String,
}

/// LaTeX file that defines `\pip` for the pieces of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMacro {
    /// Name of the LaTeX file.
    pub name: String,
    /// Content of the file.
    pub text: String,
}

/// Language of a document into which figures are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Language {
    Markdown(MarkdownDialect),
    Latex,
}

/// Way in which a document hides a record.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hiding {
    /// Folded, in formats that support folding; readers can unfold it.
    Folded,
    /// In a comment.
    Comment,
}

impl Language {
    /// Typst draws figures itself, through its package.
    fn from_page_kind(kind: PageKind) -> Option<Self> {
        match kind {
            PageKind::Markdown => Some(Self::Markdown(MarkdownDialect::CommonMark)),
            PageKind::Mdx => Some(Self::Markdown(MarkdownDialect::Mdx)),
            PageKind::Latex => Some(Self::Latex),
            PageKind::Typst => None,
        }
    }

    /// Returns the ranges that a document shows verbatim.
    fn verbatim(self, page: &[u8]) -> Vec<Range<usize>> {
        match self {
            Self::Markdown(dialect) => markdown_code(page, dialect),
            Self::Latex => Vec::new(),
        }
    }

    fn marks(self) -> Marks {
        match self {
            Self::Markdown(MarkdownDialect::CommonMark) => markdown_writer::MARKS,
            Self::Markdown(MarkdownDialect::Mdx) => markdown_writer::MDX_MARKS,
            Self::Latex => latex_writer::MARKS,
        }
    }

    /// Returns the marks around a hidden record.
    fn marks_of(self, hiding: Hiding) -> Marks {
        match (self, hiding) {
            (Self::Markdown(MarkdownDialect::CommonMark), Hiding::Comment) => {
                markdown_writer::COMMENT_MARKS
            }
            (Self::Markdown(MarkdownDialect::Mdx), Hiding::Comment) => {
                markdown_writer::MDX_COMMENT_MARKS
            }
            _ => self.marks(),
        }
    }

    /// Returns how the record of a block is hidden, or `None` if it is shown. An empty block, such
    /// as that of a table of solutions, would leave an empty box.
    fn hiding(self, parts: Option<&Parts>, block: &PageBlock) -> Option<Hiding> {
        let attributes = &parts?.attributes;
        let is_empty = self != Self::Latex && attributes.hides(block) && !attributes.hidden;
        if attributes.in_comment || is_empty {
            Some(Hiding::Comment)
        } else {
            attributes.hidden.then_some(Hiding::Folded)
        }
    }

    fn ending<'p>(self, page: &'p [u8], block: &PageBlock) -> Option<Ending<'p>> {
        match self {
            Self::Markdown(_) => Ending::of_fenced(page, block),
            Self::Latex => Some(Ending::of_latex(page, block)),
        }
    }

    /// Returns the text that ends a comment around a record, if a record may contain it.
    fn end_of_comment(self) -> Option<&'static str> {
        match self {
            Self::Markdown(MarkdownDialect::CommonMark) => Some("-->"),
            Self::Markdown(MarkdownDialect::Mdx) => Some("*/"),
            Self::Latex => None,
        }
    }

    /// Returns the start of the part that is hidden with a record. In LaTeX, the attributes are in
    /// a comment on the line before.
    fn start(self, page: &[u8], block: &PageBlock) -> usize {
        if self == Self::Latex
            && block.info.end < block.range.start
            && let Some(before) = page.get(..block.info.start)
            && let Some(sign) = memchr::memrchr(b'%', before)
        {
            return sign;
        }
        block.range.start
    }

    /// Returns true if there is anything to hide. LaTeX comments are never shown.
    fn can_be_hidden(self, page: &[u8], block: &PageBlock) -> bool {
        self != Self::Latex || page.get(block.range.start) == Some(&b'\\')
    }

    /// Returns the width at which to draw the image of a part. Text keeps its size only if the
    /// image is shown at the width at which it was drawn.
    fn width(self, part: &Part) -> Option<Length> {
        match (self, part) {
            (Self::Latex, Part::Figure(figure)) => figure.width.as_ref().and_then(Width::length),
            _ => None,
        }
    }

    /// Returns a part as lines, and the figure of its image. `labels` are the labels of the figures
    /// so far.
    fn lines(
        self,
        part: &Part,
        place: &ImagePlace,
        labels: &[String],
    ) -> (Vec<String>, Option<Figure>) {
        match self {
            Self::Markdown(dialect) => markdown_writer::lines(part, place, dialect),
            Self::Latex => latex_writer::lines(part, place, labels),
        }
    }
}

/// Location of an image or of a player.
#[derive(Default)]
pub(super) struct ImagePlace {
    /// Path in the document.
    pub(super) path: String,
    /// File name.
    pub(super) file: String,
    /// Label in LaTeX, which is unique in its document.
    pub(super) label: String,
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
    let Some(language) = Language::from_page_kind(kind) else {
        return illustrated;
    };

    let mut reader = PartsReader::new(page, context, options.all);
    pieces_in_text::report_unknown(page, kind, context, &mut reader);
    if language == Language::Latex
        && !latex_writer::is_readable(&format!("{}{}", options.folder, options.stem))
    {
        reader
            .fault(0, "LaTeX cannot read images with quotes or control characters in their names: rename the document");
    }

    let mut names = ImageNames::new(options, language);
    let out = Vec::with_capacity(page.len());
    let verbatim = language.verbatim(page);
    let mut writer = Writer {
        page,
        language,
        prune: options.prune,
        verbatim,
        out,
        done_up_to: 0,
        orphans: 0,
    };
    for block in kind.blocks(page) {
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
        let hiding = language.hiding(parts.as_ref(), &block);
        writer.write_block(&block, &ending, hiding, &mut reader);
        let Some(parts) = parts else { continue };
        let mut lines = Vec::new();
        for part in &parts.parts {
            let place = names.next(part, &mut reader, &block);
            let (of_part, figure) = language.lines(part, &place, &names.labels);
            lines.extend(of_part);
            let width = language.width(part);
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
        writer.write_generated(lines, &ending);
    }

    writer.copy_up_to(page.len(), &mut reader);
    illustrated.orphans = writer.orphans;
    if reader.faults.is_empty() {
        with_pieces(
            Illustrated {
                page: writer.out,
                ..illustrated
            },
            language,
            options,
            context,
        )
    } else {
        let faults = pieces_in_text::in_order(reader.faults);
        Illustrated {
            images: Vec::new(),
            players: Vec::new(),
            faults,
            ..illustrated
        }
    }
}

/// Adds images for the pieces in the text of a document.
fn with_pieces(
    illustrated: Illustrated,
    language: Language,
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
        Language::Markdown(dialect) => {
            let (page, of_pieces) =
                pieces_in_text::in_markdown(&illustrated.page, dialect, &names, context);
            images.extend(of_pieces);
            Illustrated {
                page,
                images,
                ..illustrated
            }
        }
        Language::Latex => {
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

/// Writer of the new document.
struct Writer<'a> {
    page: &'a [u8],
    language: Language,
    prune: bool,
    /// Ranges shown verbatim, in which marks have no meaning, in order.
    verbatim: Vec<Range<usize>>,
    out: Vec<u8>,
    /// End of the part of the document that has been copied or replaced.
    done_up_to: usize,
    orphans: usize,
}

impl Writer<'_> {
    /// Writes a block, shown or hidden, and skips the output generated from it before.
    fn write_block(
        &mut self,
        block: &PageBlock,
        ending: &Ending<'_>,
        hiding: Option<Hiding>,
        reader: &mut PartsReader<'_>,
    ) {
        let language = self.language;
        let start = language.start(self.page, block);
        let hidden = [Hiding::Folded, Hiding::Comment]
            .into_iter()
            .find_map(|known| {
                language
                    .marks_of(known)
                    .hidden(self.page, start, ending.end)
            });
        let end = hidden.as_ref().map_or(ending.end, |hidden| hidden.end);
        self.copy_up_to(hidden.map_or(start, |hidden| hidden.start), reader);
        match hiding {
            Some(hiding) if language.can_be_hidden(self.page, block) => {
                let marks = language.marks_of(hiding);
                if hiding == Hiding::Comment
                    && let Some(end) = language.end_of_comment()
                    && memchr::memmem::find(&self.page[start..ending.end], end.as_bytes()).is_some()
                {
                    let message =
                        format!("this record contains `{end}`, so no comment can hide it");
                    reader.fault(block.range.start, message);
                }
                let is_in_one_piece = language == Language::Latex || hiding == Hiding::Comment;
                let blank: &[&str] = if is_in_one_piece { &[] } else { &[""] };
                let before = ending.with_margin(&[marks.hide, blank].concat());
                // The line already begins with the margin of the list or quote.
                self.out
                    .extend_from_slice(before.get(ending.margin.len()..).unwrap_or_default());
                self.out.extend_from_slice(ending.margin);
                self.copy(start..ending.end);
                self.end_line(ending);
                self.out
                    .extend(ending.with_margin(&[blank, marks.show].concat()));
            }
            _ => self.copy(start..ending.end),
        }

        self.done_up_to = language.marks().end_of_generated(self.page, end);
    }

    /// Writes the output generated from a block.
    fn write_generated(&mut self, mut lines: Vec<String>, ending: &Ending<'_>) {
        if lines.is_empty() {
            return;
        }
        self.end_line(ending);
        if self.language != Language::Latex {
            lines.push(String::new());
        }
        let marks = self.language.marks();
        let head = vec![String::new(), marks.open.to_owned()];
        self.out
            .extend(ending.with_margin(&[head, lines, vec![marks.close.to_owned()]].concat()));
    }

    fn end_line(&mut self, ending: &Ending<'_>) {
        if !self.out.ends_with(b"\n") {
            self.out.extend_from_slice(ending.line_end.as_bytes());
        }
    }

    /// Writes the text up to byte `end`. Removes the output generated from deleted blocks if the
    /// options require it.
    fn copy_up_to(&mut self, end: usize, reader: &mut PartsReader<'_>) {
        let marks = self.language.marks();
        let mut range = self.done_up_to..end;
        let mut from = range.start;
        while let Some(open) = marks.opened_in(self.page, from..range.end) {
            from = open.end;
            let before = self
                .verbatim
                .partition_point(|range| range.end <= open.start);
            if self
                .verbatim
                .get(before)
                .is_some_and(|range| range.start < open.end)
            {
                continue;
            }
            match marks
                .close_after(self.page, &open)
                .filter(|end| *end <= range.end)
            {
                None => reader.fault(open.start, marks.unclosed()),
                Some(_) if !self.prune => self.orphans += 1,
                Some(end) => {
                    self.copy(range.start..open.start);
                    (range.start, from) = (end, end);
                }
            }
        }
        self.copy(range);
    }

    fn copy(&mut self, range: Range<usize>) {
        self.out
            .extend_from_slice(self.page.get(range).unwrap_or_default());
    }
}

/// Generator of image names.
struct ImageNames<'a> {
    options: &'a BookOptions,
    language: Language,
    players: usize,
    taken_files: BTreeSet<String>,
    taken_labels: BTreeSet<String>,
    /// The labels of all figures, in order.
    labels: Vec<String>,
}

impl<'a> ImageNames<'a> {
    fn new(options: &'a BookOptions, language: Language) -> Self {
        Self {
            options,
            language,
            players: 0,
            taken_files: BTreeSet::new(),
            taken_labels: BTreeSet::new(),
            labels: Vec::new(),
        }
    }

    /// Returns the location of the next part, from its label or else its number. Tables and
    /// findings have no location.
    fn next(&mut self, part: &Part, reader: &mut PartsReader<'_>, block: &PageBlock) -> ImagePlace {
        let (own, count, ending) = match part {
            Part::Figure(figure) => (
                figure.label.as_deref(),
                self.labels.len() + 1,
                self.options.ending,
            ),
            Part::Player(..) => {
                self.players += 1;
                (None, self.players, "html")
            }
            Part::Table(_) | Part::Finding(_) => return ImagePlace::default(),
        };
        let called = own.map_or_else(|| count.to_string(), |label| label.replace([':', '.'], "-"));
        let name = format!("{}{called}", prefix(&self.options.stem));
        let file = format!("{name}.{ending}");
        let label = latex_writer::label(own, &name);
        if !self.taken_files.insert(file.clone()) {
            reader.fault(
                block.range.start,
                format!("two figures in this document would both be called `{called}`"),
            );
        }

        if let Part::Figure(_) = part {
            if self.language == Language::Latex && !self.taken_labels.insert(label.clone()) {
                let message =
                    format!("two figures in this document would both have the label `{label}`");
                reader.fault(block.range.start, message);
            }
            self.labels.push(label.clone());
        }

        ImagePlace {
            path: format!("{}{file}", self.options.folder),
            file,
            label,
        }
    }
}

/// Returns the prefix of the image names of a document, which no other names have.
pub fn prefix(stem: &str) -> String {
    format!("{stem}-pips-")
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
