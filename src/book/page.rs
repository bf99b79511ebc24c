//! A page with the figures of its records: each behind its block, between two marks, so that a second time changes nothing.

use std::collections::BTreeSet;
use std::ops::Range;

use super::parts::{BookFault, BookFigure, Part, PartsReader};
use super::region::{Ending, Marks};
use super::{latex, markdown};
use crate::draw::Figure;
use crate::games::Context;
use crate::text::{PageBlock, latex_blocks, markdown_blocks, markdown_code};

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

    /// Where a page shows what stands there, whatever it is.
    fn shown(self, page: &[u8]) -> Vec<Range<usize>> {
        match self {
            Self::Markdown => markdown_code(page),
            Self::Latex => Vec::new(),
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
    let (out, shown) = (Vec::with_capacity(page.len()), kind.shown(page));
    let mut writer = Writer { page, marks, prune: options.prune, shown, out, orphans: 0 };
    let mut images = Vec::new();
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
        writer.between(done..block.range.start, &mut reader);
        writer.copy(block.range.start..ending.end);
        done = ending.end;
        match marks.end_of_made(page, ending.end) {
            Ok(end) => done = end,
            Err(at) => reader.fault(at, marks.unclosed()),
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
            if !writer.out.ends_with(b"\n") {
                writer.out.extend_from_slice(ending.line_end.as_bytes());
            }
            if kind == PageKind::Markdown {
                lines.push(String::new());
            }
            let head = [String::new(), marks.open.to_owned()];
            writer.out.extend(ending.laid(&[head.to_vec(), lines, vec![marks.close.to_owned()]].concat()));
        }
    }
    writer.between(done..page.len(), &mut reader);
    let Writer { out, orphans, .. } = writer;
    match reader.faults.is_empty() {
        true => Illustrated { page: out, images, faults: Vec::new(), orphans },
        false => Illustrated { page: page.to_vec(), images: Vec::new(), faults: reader.faults, orphans },
    }
}

/// A page while it is written anew.
struct Writer<'a> {
    page: &'a [u8],
    marks: Marks,
    prune: bool,
    /// Where marks are shown and mean nothing, in their order.
    shown: Vec<Range<usize>>,
    out: Vec<u8>,
    orphans: usize,
}

impl Writer<'_> {
    /// Writes what stands between two blocks, without what was made of blocks that are gone if that is to go.
    fn between(&mut self, mut stretch: Range<usize>, reader: &mut PartsReader<'_>) {
        let mut from = stretch.start;
        while let Some(open) = self.marks.opened_in(self.page, from..stretch.end) {
            from = open.end;
            let before = self.shown.partition_point(|shown| shown.end <= open.start);
            if self.shown.get(before).is_some_and(|shown| shown.start < open.end) {
                continue;
            }
            match self.marks.close_after(self.page, &open).filter(|end| *end <= stretch.end) {
                None => reader.fault(open.start, self.marks.unclosed()),
                Some(_) if !self.prune => self.orphans += 1,
                Some(end) => {
                    self.copy(stretch.start..open.start);
                    (stretch.start, from) = (end, end);
                }
            }
        }
        self.copy(stretch);
    }

    fn copy(&mut self, stretch: Range<usize>) {
        self.out.extend_from_slice(self.page.get(stretch).unwrap_or_default());
    }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;

    const RECORD: [&str; 5] = ["[Game \"gipf\"]", "[Variant \"basic\"]", "", "1. b3 *", "```"];

    fn block(margin: &str, open: &str, attributes: &str) -> String {
        let lines: String = RECORD.iter().map(|line| format!("{}\n", format!("{margin}{line}").trim_end())).collect();
        format!("{open}```pips{attributes}\n{lines}")
    }

    /// A page with its figures; `None` where something is wrong with it.
    fn drawn(page: &[u8], all: bool, prune: bool) -> Option<Illustrated> {
        let (stem, folder) = ("a b".to_owned(), "images/".to_owned());
        let options = BookOptions { stem, folder, ending: "svg", all, prune };
        let made = illustrated(page, PageKind::Markdown, &options, &Context::default());
        if !made.faults.is_empty() {
            assert_eq!((made.page.as_slice(), made.images.len()), (page, 0), "what is at fault stays");
            return None;
        }
        assert!(!prune || made.orphans == 0);
        Some(made)
    }

    fn pages() -> impl Strategy<Value = String> {
        let made = |margin: &str| {
            let lines = [MADE.open, "", "![old](a%20b-pips-7.svg)", "", MADE.close];
            lines.map(|line| format!("{}\n", format!("{margin}{line}").trim_end())).concat()
        };
        let pieces = vec![
            block("", "", ""),
            block("", "", " {table #x}"),
            block("> ", "> ", ",caption=\"x\""),
            block("  ", "- ", " figure=none"),
            block("   > ", "1. > ", " ascii"),
            made(""),
            made("> "),
            made("  "),
            format!("{}\n", MADE.open),
            format!("{}\n", MADE.close),
            "text\n".to_owned(),
            "> quote\n".to_owned(),
            "- item\n".to_owned(),
            "  more\n".to_owned(),
            "\n".to_owned(),
            "```\ncode\n```\n".to_owned(),
            "    code\n".to_owned(),
        ];
        let lines = proptest::collection::vec(select(pieces), 0..9);
        (lines, any::<bool>()).prop_map(|(lines, crlf)| {
            let page = lines.concat();
            if crlf { page.replace('\n', "\r\n") } else { page }
        })
    }

    const MADE: Marks = markdown::MARKS;

    proptest! {
        #[test]
        fn a_second_time_changes_nothing(page in pages(), all in any::<bool>(), prune in any::<bool>()) {
            let Some(made) = drawn(page.as_bytes(), all, prune) else { return Ok(()) };
            let again = drawn(&made.page, all, prune).unwrap();
            prop_assert_eq!(String::from_utf8_lossy(&again.page), String::from_utf8_lossy(&made.page));
            prop_assert_eq!(again.images, made.images);
            let texts = |page: &[u8]| markdown_blocks(page).into_iter().map(|block| block.text.bytes).collect::<Vec<_>>();
            prop_assert_eq!(texts(&made.page), texts(page.as_bytes()), "records stay as they are");
        }
    }
}
