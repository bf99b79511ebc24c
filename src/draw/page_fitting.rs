//! Fits figures to paper: finds the largest step of the board with which a page is within its
//! limits, and writes the pages in an output language. `layout.rs` sets the page of one figure,
//! `page_of_figures.rs` that of several.

use super::figure::Figure;
use super::geometry::UNIT;
use super::layout::{Group, Page};
use super::measure::Measure;
use super::paper::{Length, POINT, Paper, PictureLanguage, Sheet};
use super::shape::Shape;
use super::svg::svg_of;
use super::text_outlines::Letters;
use super::theme::Theme;
use super::tikz::tikz_of;
use super::typst::typst_of;

/// Result of setting figures on pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// The pages in order.
    pub pictures: Vec<Picture>,
    /// Warnings about what did not fit.
    pub warnings: Vec<String>,
    /// Characters to be outlined that no font has. Each is replaced by a substitute character.
    pub lacking: Vec<char>,
}

impl Pages {
    /// Returns the text of the only page of a single figure.
    pub fn into_first_text(self) -> String {
        let first = self.pictures.into_iter().next();
        first.map(|picture| picture.text).unwrap_or_default()
    }
}

/// Page, with its title and its text description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Source text in the output language.
    pub text: String,
    /// Title: a short description of the page.
    pub title: String,
    /// Text description for readers who cannot see the picture.
    pub words: String,
}

impl Pages {
    fn new(pages: &[Page<'_>], theme: &Theme, paper: &Paper) -> Self {
        let mut warnings: Vec<String> = Vec::new();
        for warning in pages.iter().flat_map(|page| &page.warnings) {
            if !warnings.contains(warning) {
                warnings.push(warning.clone());
            }
        }

        let picture = |page: &Page<'_>| Picture {
            text: match paper.language {
                PictureLanguage::Svg => svg_of(page, theme, paper),
                PictureLanguage::Tikz => tikz_of(page, theme, paper),
                PictureLanguage::Typst => typst_of(page, theme, paper),
            },
            title: page.title.clone(),
            words: page.words.clone(),
        };
        let pictures = pages.iter().map(picture).collect();
        let drawn = pages
            .iter()
            .flat_map(|page| &page.groups)
            .flat_map(Group::drawn);
        let texts = drawn.filter_map(|element| match &element.shape {
            Shape::Label { text, .. } => Some(text.as_ref()),
            _ => None,
        });
        let lacking = if paper.letters == Letters::Words {
            Vec::new()
        } else {
            paper.letters.lacking(&texts.collect::<String>())
        };
        Self {
            pictures,
            warnings,
            lacking,
        }
    }
}

/// Sets each figure on a separate page.
pub fn set_figures(figures: &[Figure], theme: &Theme, paper: &Paper) -> Pages {
    let limits = Limits::from_paper(paper);
    let page = |figure| match limits {
        None => Page::new(figure, Measure::USUAL, None),
        Some(limits) => page_within(limits, theme, figure),
    };
    Pages::new(&figures.iter().map(page).collect::<Vec<_>>(), theme, paper)
}

/// Height of a piece in a line of text, its depth below the baseline, and the space at either side
/// of it, in thousandths of the font size. A capital is 714 high, and the piece is centred on it.
const PIECE_HEIGHT: i64 = 900;
const PIECE_DEPTH: i64 = 93;
const PIECE_SIDE: i32 = 20;
/// Line weight of a piece in a line of text, in per cent of that on a board.
const PIECE_WEIGHT: i32 = 130;

/// Returns the height of a [piece in text](set_piece), and its depth below the baseline, in ems.
pub(crate) fn piece_in_text() -> [String; 2] {
    [PIECE_HEIGHT, PIECE_DEPTH].map(|thousandths| format!("0.{thousandths:03}em"))
}

/// Sets a piece, die or card as a sign in a line of text whose font has the size `letters`.
pub fn set_piece(figure: &Figure, letters: Length, theme: &Theme, paper: &Paper) -> Pages {
    let size = figure.visible.size();
    let height = letters.emu() * PIECE_HEIGHT / 1000;
    let step = (height * i64::from(UNIT) / i64::from(size.y.max(1))).max(Measure::MIN_SIZE);
    let side = Measure::new(step, letters, theme.types)
        .units(letters.emu() * i64::from(PIECE_SIDE) / 1000);
    // The piece is as heavy as the letters around it.
    let theme = &Theme {
        weight: theme.weight * PIECE_WEIGHT / 100,
        ..theme.clone()
    };
    let width = letters.alike(i64::from(size.x + 2 * side) * step / i64::from(UNIT));
    Pages::new(
        &[Page::bare(
            figure,
            Measure::new(step, width, theme.types),
            side,
        )],
        theme,
        paper,
    )
}

/// Sets figures on one page, in rows of `columns` each.
pub(crate) fn set_page(figures: &[Figure], columns: usize, theme: &Theme, paper: &Paper) -> Pages {
    let page = match Limits::from_paper(paper) {
        None => Page::of_all(figures, columns, Measure::USUAL),
        Some(limits) => with_largest_board(limits, theme, &|measure, exact| {
            let mut page = Page::of_all(figures, columns, measure);
            page.widen(exact);
            page
        }),
    };
    Pages::new(&[page], theme, paper)
}

/// Returns the pages of figures with the given width, for tests: one for each or, with columns, one
/// for all.
#[cfg(test)]
pub(super) fn pages_of_width(
    figures: &[Figure],
    width: Length,
    columns: Option<usize>,
) -> Vec<Page<'_>> {
    let limits = Limits {
        width: Some(width),
        height: None,
    };
    let theme = Theme::default();
    match columns {
        None => figures
            .iter()
            .map(|figure| page_within(limits, &theme, figure))
            .collect(),
        Some(columns) => {
            vec![with_largest_board(limits, &theme, &|measure, _| {
                Page::of_all(figures, columns, measure)
            })]
        }
    }
}

/// Sets figures on as many sheets as they need, in rows of `columns` each. A width in `paper` is
/// that of each figure. Boards shrink until each row fits on a sheet.
pub(crate) fn set_sheets(
    figures: &[Figure],
    columns: usize,
    theme: &Theme,
    paper: &Paper,
    sheet: Sheet,
) -> Pages {
    let room = |side: Length| side.alike((side.emu() - 2 * sheet.margin.emu()).max(1));
    let width = room(sheet.width);
    let height = room(sheet.height);
    let columns = columns.max(1);
    let requested = requested_measure(figures, theme, paper);
    let of_step = |step| Measure::new(step, width, theme.types);
    let fits_width = |measure: Measure| {
        Page::of_all(figures, columns, measure).size.x <= measure.units(width.emu())
    };
    let fits = |measure: Measure| {
        let fits_height =
            |figure| Page::new(figure, measure, None).size.y <= measure.units(height.emu());
        fits_width(measure) && figures.iter().all(fits_height)
    };
    let fitting = if fits(requested) {
        requested
    } else {
        of_step(next_lower_step(requested.step(), |step| {
            fits(of_step(step))
        }))
    };
    // If the text alone is higher than a page, the board is still drawn.
    let is_too_high = !fits(fitting);
    let measure = if !is_too_high {
        fitting
    } else if fits_width(requested) {
        requested
    } else {
        of_step(largest_step(requested.step(), |step| {
            fits_width(of_step(step))
        }))
    };

    // Messages name the width of a figure, not that of the sheet.
    let figure_width = (measure != requested).then(|| {
        let widths = figures
            .iter()
            .map(|figure| Page::new(figure, measure, None).size.x);
        let unit = paper.width.unwrap_or(width);
        unit.alike(measure.emu(widths.max().unwrap_or(0)))
            .rounded_down()
    });
    let measure = match figure_width {
        Some(figure_width) => Measure::new(measure.step(), figure_width, theme.types),
        None => measure,
    };
    let mut pages = Page::sheets(figures, columns, measure, sheet);
    if let Some(fitting_width) = figure_width
        && let Some(width) = paper.width
        && let Some(page) = pages.first_mut()
    {
        let warning = "at {0} the figures do not fit on the page, so each is at most {1} wide";
        page.warnings
            .push(page.lang.fill(warning, &[&width, &fitting_width]));
    }

    if is_too_high && let Some(page) = pages.first_mut() {
        let warning = "a figure is higher than a page whatever its width: leave out its notes";
        page.warnings.push(page.lang.say(warning).to_owned());
    }

    Pages::new(&pages, theme, paper)
}

/// Returns the measure at which all figures have the requested size, before they are set on sheets.
fn requested_measure(figures: &[Figure], theme: &Theme, paper: &Paper) -> Measure {
    let Some(limits) = Limits::from_paper(paper) else {
        return Measure::USUAL;
    };
    // All figures have the given width, so the smallest step counts.
    let measures = figures
        .iter()
        .map(|figure| page_within(limits, theme, figure).measure);
    measures
        .min_by_key(|measure| measure.step())
        .unwrap_or(Measure::USUAL)
}

/// Limits of the size of a page.
#[derive(Clone, Copy)]
struct Limits {
    width: Option<Length>,
    height: Option<Length>,
}

impl Limits {
    /// Returns the limits, if any are set.
    fn from_paper(paper: &Paper) -> Option<Self> {
        let Paper {
            width,
            max_height: height,
            ..
        } = *paper;
        (width.is_some() || height.is_some()).then_some(Self { width, height })
    }

    /// Returns true if a page is within the limits.
    fn hold(self, page: &Page<'_>) -> bool {
        let fits = |side: i32, limit: Option<Length>| {
            limit.is_none_or(|limit| side <= page.measure.units(limit.emu()))
        };
        fits(page.size.x, self.width) && fits(page.size.y, self.height)
    }
}

/// Returns the largest step below `limit` for which `fits` returns true, or the smallest possible
/// step.
fn largest_step(limit: i64, fits: impl Fn(i64) -> bool) -> i64 {
    // Binary search.
    let mut fitting = Measure::MIN_SIZE;
    let mut too_large = limit.max(Measure::MIN_SIZE + 1);
    while fitting + 1 < too_large {
        let step = i64::midpoint(fitting, too_large);
        if fits(step) {
            fitting = step;
        } else {
            too_large = step;
        }
    }
    fitting
}

/// Returns the next step below `limit` for which `fits` returns true, or the smallest possible
/// step. Unlike [`largest_step`], it does not require that all smaller steps fit: a narrow figure
/// can be higher, as its text breaks into more lines.
fn next_lower_step(limit: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let mut step = limit;
    while step > Measure::MIN_SIZE && !fits(step) {
        step -= (step / 32).max(1);
    }
    step.max(Measure::MIN_SIZE)
}

/// Smallest step of a board that shrinks to a height because of the text below it.
const READABLE_STEP: i64 = 4 * POINT;

/// Returns the page of a figure within limits.
fn page_within<'a>(limits: Limits, theme: &Theme, figure: &'a Figure) -> Page<'a> {
    with_largest_board(limits, theme, &|measure, exact| {
        Page::new(figure, measure, exact)
    })
}

/// Returns a page within limits with the largest possible board. `page` takes the measure and the
/// required width.
fn with_largest_board<'a>(
    limits: Limits,
    theme: &Theme,
    page: &dyn Fn(Measure, Option<i32>) -> Page<'a>,
) -> Page<'a> {
    let usual = page(Measure::USUAL, None);
    // A height only makes a figure smaller, never larger.
    if limits.width.is_none() && limits.hold(&usual) {
        return usual;
    }

    let widest = |height: Length| height.alike(usual.measure.emu(usual.size.x));
    let Some(width) = limits.width.or(limits.height.map(widest)) else {
        return usual;
    };

    let page_of_step = |step, width: Length| {
        let measure = Measure::new(step, width, theme.types);
        page(measure, Some(measure.units(width.emu())))
    };
    // At a set width, the text has the same height whatever the step is.
    let step_within = |limits: Limits| {
        largest_step(width.emu(), |step| {
            let stretched = page_of_step(step, width);
            let measure = stretched.measure;
            // `stretched` has the exact width, whatever its contents need.
            let natural_width = page(measure, None).size.x;
            natural_width <= measure.units(width.emu()) && limits.hold(&stretched)
        })
    };
    let step = step_within(limits);
    let exact = page_of_step(step, width);
    let is_mostly_text = |height: Length| {
        // With the smallest board, nearly all of the height is text.
        let text = page_of_step(Measure::MIN_SIZE, width);
        text.measure.emu(text.size.y) > height.emu() / 2
    };
    match (limits.height, limits.width) {
        (None, _) => exact,
        (Some(_), Some(_)) if limits.hold(&exact) => exact,
        // The figure is as narrow as its board and its text allow.
        (Some(height), None)
            if limits.hold(&exact) && (step >= READABLE_STEP || !is_mostly_text(height)) =>
        {
            let natural_width = exact.measure.emu(page(exact.measure, None).size.x);
            let is_too_narrow =
                |emu| emu < natural_width || !limits.hold(&page_of_step(step, width.alike(emu)));
            // `largest_step` searches a width here.
            let largest_too_narrow = largest_step(width.emu(), is_too_narrow);
            page_of_step(step, width.alike(largest_too_narrow + 1))
        }
        // If the text leaves no room for the board, the height has no limit.
        (Some(height), _) => {
            let mut page = if limits.width.is_some() {
                let width_only = Limits {
                    height: None,
                    ..limits
                };
                page_of_step(step_within(width_only), width)
            } else {
                usual
            };
            let warning =
                "within a height of {0}, the text of this figure leaves no room for its board";
            page.warnings.push(page.lang.fill(warning, &[&height]));
            page
        }
    }
}
