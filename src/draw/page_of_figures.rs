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
    fn empty(measure: Measure, lang: Lang) -> Self {
        let title = String::new();
        let words = String::new();
        let groups = Vec::new();
        let warnings = Vec::new();
        Self {
            title,
            words,
            lang,
            size: Place::default(),
            groups,
            measure,
            warnings,
            caption_at: None,
        }
    }

    /// Creates the pages of figures, with the captions of each row on one line.
    fn in_rows(figures: &'a [Figure], columns: usize, measure: Measure) -> Vec<Self> {
        let row = |row: &'a [Figure]| {
            let pages: Vec<Self> = row
                .iter()
                .map(|figure| Self::new(figure, measure, None))
                .collect();
            let lowest = pages.iter().filter_map(|page| page.caption_at).max();
            let is_on_line = |page: &Self| page.caption_at.is_none() || page.caption_at == lowest;
            let aligned = pages.into_iter().zip(row).map(|(page, figure)| {
                if is_on_line(&page) {
                    page
                } else {
                    Self::with_caption_at(figure, measure, None, lowest.unwrap_or(0))
                }
            });
            aligned.collect::<Vec<_>>()
        };
        figures.chunks(columns).flat_map(row).collect()
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
            down =
                down.saturating_add(row.iter().map(|page| page.size.y).max().unwrap_or(0) + GUTTER);
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
        let whole = widths.iter().sum::<i32>() + GUTTER * i32::try_from(columns - 1).unwrap_or(0);
        let left = (size.x - whole) / 2;
        // Each sheet with the range of its figures.
        let mut sheets: Vec<(Self, Range<usize>)> = Vec::new();
        let mut down = i32::MAX;
        for (number, row) in pages.chunks(columns).enumerate() {
            let tall = row.iter().map(|page| page.size.y).max().unwrap_or(0);
            if down.saturating_add(tall) > size.y - margin {
                let mut page = Self::empty(measure, lang_of(figures));
                page.size = size;
                page.groups.push(Group::ground(size));
                sheets.push((page, number * columns..number * columns));
                down = margin;
            }
            let Some((page, range)) = sheets.last_mut() else {
                continue;
            };
            let mut across = left;
            for (figure, width) in row.iter().zip(&widths) {
                page.take(
                    figure,
                    Place {
                        x: across + (width - figure.size.x) / 2,
                        y: down,
                    },
                );
                across = across.saturating_add(width + GUTTER);
            }
            range.end += row.len();
            down = down.saturating_add(tall + GUTTER);
        }

        let described = sheets.into_iter().map(|(mut page, range)| {
            page.title = title_of(&pages[range.clone()], lang_of(figures));
            page.words = words_of(&pages[range.clone()], range.start + 1, lang_of(figures));
            page
        });
        described.collect()
    }
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

fn title_of(pages: &[Page<'_>], lang: Lang) -> String {
    match pages {
        [page] => page.title.clone(),
        [] => String::new(),
        several => lang.fill("{0} figures", &[&several.len()]),
    }
}

fn words_of(pages: &[Page<'_>], first: usize, lang: Lang) -> String {
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
