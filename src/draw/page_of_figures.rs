//! Several figures on one page, or on as many sheets as they need.

use std::ops::Range;

use super::annotation_words::as_sentence;
use super::figure::Figure;
use super::geometry::{Place, UNIT};
use super::language::Lang;
use super::layout::{Group, Page};
use super::measure::Measure;
use super::paper::Sheet;

/// Gap between the figures of a page.
const GUTTER: i32 = UNIT * 60 / 100;

impl<'a> Page<'a> {
    /// Creates a page without contents.
    fn empty(measure: Measure, lang: Lang) -> Self {
        Self {
            title: String::new(),
            words: String::new(),
            lang,
            size: Place::default(),
            groups: Vec::new(),
            measure,
            warnings: Vec::new(),
            caption_at: None,
        }
    }

    /// Creates the pages of figures, with the captions of each row on one line.
    fn in_rows(figures: &'a [Figure], columns: usize, measure: Measure) -> Vec<Self> {
        let mut all = Vec::with_capacity(figures.len());
        for row in figures.chunks(columns) {
            let pages: Vec<Self> = row
                .iter()
                .map(|figure| Self::new(figure, measure, None))
                .collect();
            let lowest_caption = pages.iter().filter_map(|page| page.caption_at).max();
            for (page, figure) in pages.into_iter().zip(row) {
                all.push(match (page.caption_at, lowest_caption) {
                    (Some(caption_at), Some(lowest)) if caption_at < lowest => {
                        Self::with_caption_at(figure, measure, None, lowest)
                    }
                    _ => page,
                });
            }
        }
        all
    }

    /// Adds the contents of a page with one figure.
    fn take(&mut self, page: &Self, shift: Place) {
        self.groups.extend(page.groups.iter().map(|group| Group {
            shift: group.shift.plus(shift),
            ..group.clone()
        }));
        self.warnings.extend(page.warnings.iter().cloned());
    }

    /// Creates a page with several figures, in rows of `columns` each.
    pub(super) fn of_all(figures: &'a [Figure], columns: usize, measure: Measure) -> Self {
        let mut page = Self::empty(measure, lang_of(figures));
        let columns = columns.clamp(1, figures.len().max(1));
        let pages = Self::in_rows(figures, columns, measure);
        let widths = widths(&pages, columns);
        let mut down = 0_i32;
        for row in pages.chunks(columns) {
            let mut across = 0_i32;
            for (figure, width) in row.iter().zip(&widths) {
                page.take(figure, Place { x: across, y: down });
                across = across.saturating_add(width + GUTTER);
            }
            page.size.x = page.size.x.max(across - GUTTER);
            down = down.saturating_add(height_of_row(row) + GUTTER);
        }
        page.size.y = (down - GUTTER).max(0);
        page.title = title_of(&pages, lang_of(figures));
        page.words = words_of(&pages, 1, lang_of(figures));
        page.groups.insert(0, Group::ground(page.size));
        page
    }

    /// Sets figures on sheets of paper, in rows of `columns` each. A figure higher than a sheet
    /// gets a sheet of its own.
    pub(super) fn sheets(
        figures: &'a [Figure],
        columns: usize,
        measure: Measure,
        sheet: Sheet,
    ) -> Vec<Self> {
        let size = Place {
            x: measure.units(sheet.width.emu()),
            y: measure.units(sheet.height.emu()),
        };
        let margin = measure.units(sheet.margin.emu());
        let columns = columns.clamp(1, figures.len().max(1));
        let pages = Self::in_rows(figures, columns, measure);
        let widths = widths(&pages, columns);
        let gutters = GUTTER * i32::try_from(columns - 1).unwrap_or(0);
        let width_of_row = widths.iter().sum::<i32>() + gutters;
        let left = (size.x - width_of_row) / 2;

        let mut sheets: Vec<FilledSheet<'a>> = Vec::new();
        // There is no sheet yet, so that the first row begins one.
        let mut down = i32::MAX;
        for (number, row) in pages.chunks(columns).enumerate() {
            let height = height_of_row(row);
            if down.saturating_add(height) > size.y - margin {
                let empty = Self::empty(measure, lang_of(figures));
                sheets.push(FilledSheet::new(empty, size, number * columns));
                down = margin;
            }
            if let Some(sheet) = sheets.last_mut() {
                sheet.add_row(row, &widths, Place { x: left, y: down });
            }
            down = down.saturating_add(height + GUTTER);
        }
        sheets
            .into_iter()
            .map(|sheet| sheet.described(&pages))
            .collect()
    }
}

/// Sheet of paper with its figures.
struct FilledSheet<'a> {
    page: Page<'a>,
    /// Range of its figures among all figures.
    figures: Range<usize>,
}

impl<'a> FilledSheet<'a> {
    /// Creates a sheet of an empty page. `first` is the index of the first figure that it will
    /// have.
    fn new(mut page: Page<'a>, size: Place, first: usize) -> Self {
        page.size = size;
        page.groups.push(Group::ground(size));
        Self {
            page,
            figures: first..first,
        }
    }

    /// Adds a row of figures, each in the middle of its column. `corner` is the upper left corner
    /// of the row.
    fn add_row(&mut self, row: &[Page<'a>], widths: &[i32], corner: Place) {
        let mut across = corner.x;
        for (figure, width) in row.iter().zip(widths) {
            let place = Place {
                x: across + (width - figure.size.x) / 2,
                y: corner.y,
            };
            self.page.take(figure, place);
            across = across.saturating_add(width + GUTTER);
        }
        self.figures.end += row.len();
    }

    /// Returns the page with its title and text description, given the pages of all figures.
    fn described(self, pages: &[Page<'a>]) -> Page<'a> {
        let mut page = self.page;
        let first = self.figures.start + 1;
        let pages_of_sheet = &pages[self.figures];
        page.title = title_of(pages_of_sheet, page.lang);
        page.words = words_of(pages_of_sheet, first, page.lang);
        page
    }
}

/// Returns the height of the highest page of a row.
fn height_of_row(row: &[Page<'_>]) -> i32 {
    row.iter().map(|page| page.size.y).max().unwrap_or(0)
}

/// Returns the language of the figures.
fn lang_of(figures: &[Figure]) -> Lang {
    figures
        .first()
        .map(|figure| figure.lang)
        .unwrap_or_default()
}

/// Returns the width of each column.
fn widths(pages: &[Page<'_>], columns: usize) -> Vec<i32> {
    let widest = |column| {
        pages
            .iter()
            .skip(column)
            .step_by(columns)
            .map(|page| page.size.x)
            .max()
            .unwrap_or(0)
    };
    (0..columns).map(widest).collect()
}

/// Returns the title of a page with the figures of these pages.
fn title_of(pages: &[Page<'_>], lang: Lang) -> String {
    match pages {
        [page] => page.title.clone(),
        [] => String::new(),
        several => lang.fill("{0} figures", &[&several.len()]),
    }
}

/// Returns the text description of a page with the figures of these pages. `first` is the number of
/// its first figure.
fn words_of(pages: &[Page<'_>], first: usize, lang: Lang) -> String {
    // The only figure of a page needs no number, unless earlier sheets have figures too.
    if let ([page], 1) = (pages, first) {
        return page.words.clone();
    }
    let sentences = pages.iter().zip(first..).map(|(page, number)| {
        lang.fill(
            "Figure {0}: {1} {2}",
            &[&number, &as_sentence(&page.title), &page.words],
        )
    });
    sentences.collect::<Vec<_>>().join(" ")
}
