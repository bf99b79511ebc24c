//! A page with the figures of its records: each behind its block, between two marks, so that a second time changes nothing.

use std::collections::BTreeSet;

use super::parts::{BookFault, BookFigure, Part, PartsReader};
use super::region::{Ending, Marks};
use super::{latex, markdown};
use crate::draw::Figure;
use crate::games::Context;
use crate::text::{PageBlock, latex_blocks, markdown_blocks};

/// What a page is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageKind {
    /// Markdown: `.md`, `.markdown`.
    Markdown,
    /// LaTeX: `.tex`, `.latex`.
    Latex,
}

/// How a page gets its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// What the names of images begin with.
    pub stem: String,
    /// What stands before them in references: `images/`.
    pub folder: String,
    /// Their ending: `svg`, `png`, `pdf`.
    pub ending: &'static str,
    /// Whether blocks that ask for nothing get a figure too.
    pub all: bool,
    /// Whether figures go whose block is gone.
    pub prune: bool,
}

/// An image of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub figure: Figure,
}

/// A page with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illustrated {
    /// Its bytes; as they were where something is wrong.
    pub page: Vec<u8>,
    /// The images that it refers to.
    pub images: Vec<Image>,
    /// What is wrong with its blocks, in their order.
    pub faults: Vec<BookFault>,
    /// How many stretches were made of blocks that are gone, and were left.
    pub orphans: usize,
}

impl PageKind {
    /// By the ending of a file's name.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "tex" | "latex" => Some(Self::Latex),
            _ => None,
        }
    }

    fn blocks(self, page: &[u8]) -> Vec<PageBlock> {
        match self {
            Self::Markdown => markdown_blocks(page),
            Self::Latex => latex_blocks(page),
        }
    }

    fn marks(self) -> Marks {
        match self {
            Self::Markdown => markdown::MARKS,
            Self::Latex => latex::MARKS,
        }
    }

    /// A part as lines, and the figure that its image shows.
    fn lines(self, part: &Part, place: &ImagePlace) -> (Vec<String>, Option<Figure>) {
        match self {
            Self::Markdown => markdown::lines(part, place),
            Self::Latex => latex::lines(part, place),
        }
    }
}

/// Where the image of a figure is.
pub(super) struct ImagePlace {
    /// As the page refers to it.
    pub(super) path: String,
    /// The name without its ending.
    pub(super) name: String,
}

/// A page with the figures of its blocks put behind them, and those images.
pub fn illustrated(page: &[u8], kind: PageKind, options: &BookOptions, context: &Context) -> Illustrated {
    let marks = kind.marks();
    let mut reader = PartsReader::new(page, context, options.all);
    let mut names = Names::of(options);
    let mut out = Vec::with_capacity(page.len());
    let (mut images, mut orphans) = (Vec::new(), 0);
    let mut done = 0;
    for block in kind.blocks(page) {
        let ending = match kind {
            PageKind::Markdown => Ending::of_fenced(page, &block),
            PageKind::Latex => Some(Ending::of_latex(page, &block)),
        };
        let Some(ending) = ending else {
            reader.fault(block.range.start, "nothing closes this block");
            continue;
        };
        if block.range.start < done {
            reader.fault(block.range.start, "this block stands between the marks of what is made, and would be lost");
            continue;
        }
        between(page, done..block.range.start, marks, options.prune, &mut out, &mut orphans);
        out.extend_from_slice(page.get(block.range.start..ending.end).unwrap_or_default());
        done = ending.end;
        match marks.end_of_made(page, ending.end) {
            Ok(end) => done = end,
            Err(at) => reader.fault(at, format!("this is not closed: `{}` is missing behind it", marks.close)),
        }
        let Some(parts) = reader.read(&block) else { continue };
        let mut lines = Vec::new();
        for part in &parts.parts {
            let place = names.next(part, &mut reader, &block);
            let (of_part, figure) = kind.lines(part, &place);
            lines.extend(of_part);
            let ending = options.ending;
            images.extend(figure.map(|figure| Image { name: format!("{}.{ending}", place.name), figure }));
        }
        if !lines.is_empty() {
            if !out.ends_with(b"\n") {
                out.extend_from_slice(ending.line_end.as_bytes());
            }
            if kind == PageKind::Markdown {
                lines.push(String::new());
            }
            let head = [String::new(), marks.open.to_owned()];
            out.extend(ending.laid(&[head.to_vec(), lines, vec![marks.close.to_owned()]].concat()));
        }
    }
    between(page, done..page.len(), marks, options.prune, &mut out, &mut orphans);
    match reader.faults.is_empty() {
        true => Illustrated { page: out, images, faults: Vec::new(), orphans },
        false => Illustrated { page: page.to_vec(), images: Vec::new(), faults: reader.faults, orphans },
    }
}

/// What stands between two blocks, without what was made of blocks that are gone if that is to go.
fn between(
    page: &[u8],
    mut stretch: std::ops::Range<usize>,
    marks: Marks,
    prune: bool,
    out: &mut Vec<u8>,
    orphans: &mut usize,
) {
    while let Some(open) = marks.opened_in(page, stretch.clone()) {
        let end = marks.close_after(page, &open).filter(|end| *end <= stretch.end);
        let (Some(end), true) = (end, prune) else {
            *orphans += usize::from(end.is_some());
            out.extend_from_slice(page.get(stretch.start..open.end).unwrap_or_default());
            stretch.start = open.end;
            continue;
        };
        out.extend_from_slice(page.get(stretch.start..open.start).unwrap_or_default());
        stretch.start = end;
    }
    out.extend_from_slice(page.get(stretch).unwrap_or_default());
}

/// The names of the images of a page.
struct Names<'a> {
    options: &'a BookOptions,
    count: u32,
    taken: BTreeSet<String>,
}

impl<'a> Names<'a> {
    fn of(options: &'a BookOptions) -> Self {
        Self { options, count: 0, taken: BTreeSet::new() }
    }

    /// That of the next part: by its label, else by its number.
    fn next(&mut self, part: &Part, reader: &mut PartsReader<'_>, block: &PageBlock) -> ImagePlace {
        let label = match part {
            Part::Figure(figure) => figure.label.clone(),
            Part::Table(_) | Part::Finding(_) => None,
        };
        if matches!(part, Part::Figure(_)) {
            self.count += 1;
        }
        let label = label.map_or_else(|| self.count.to_string(), |label| label.replace([':', '.'], "-"));
        let name = format!("{}{label}", prefix(&self.options.stem));
        if matches!(part, Part::Figure(_)) && !self.taken.insert(name.clone()) {
            reader.fault(block.range.start, format!("two figures of this page would both be called `{label}`"));
        }
        ImagePlace { path: format!("{}{name}.{}", self.options.folder, self.options.ending), name }
    }
}

/// What the names of the images of a page begin with, and no others.
pub fn prefix(stem: &str) -> String {
    format!("{stem}-pips-")
}

impl BookFigure {
    /// Its text, if that is how it is to be shown.
    pub(super) fn as_text(&self) -> Option<String> {
        Some(crate::draw::write_text_figure(&self.captioned(), self.text?))
    }
}
