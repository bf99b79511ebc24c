//! Sets figures on paper: each on its own page, all on one page, or on sheets, and writes the pages
//! in an output language. `largest_board.rs` finds the size of the board, `layout.rs` sets the page
//! of one figure, `page_of_figures.rs` that of several.

use super::figure::Figure;
use super::geometry::UNIT;
use super::largest_board::{
    Limits, largest_step, next_lower_step, page_within, with_largest_board,
};
use super::layout::{Group, Page};
use super::measure::Measure;
use super::paper::{Length, Paper, PictureLanguage, Sheet};
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

/// Height of a piece in a line of text, in thousandths of the font size.
const PIECE_HEIGHT: i64 = 900;
/// Depth of a piece below the baseline, in thousandths of the font size. A capital is 714 high, and
/// the piece is centred on it.
const PIECE_DEPTH: i64 = (PIECE_HEIGHT - 714) / 2;
/// Space at either side of a piece in a line of text, in thousandths of the font size.
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
    let width = letters.in_same_unit(i64::from(size.x + 2 * side) * step / i64::from(UNIT));
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
    let columns = columns.max(1);
    let inside = |side: Length| side.in_same_unit((side.emu() - 2 * sheet.margin.emu()).max(1));
    let room = SheetRoom {
        width: inside(sheet.width),
        height: inside(sheet.height),
    };
    let requested = requested_measure(figures, theme, paper);
    let SheetFit {
        measure,
        is_too_high,
    } = fit_to_sheet(figures, columns, theme, room, requested);

    // Messages name the width of a figure, not that of the sheet.
    let figure_width = (measure != requested).then(|| {
        let widths = figures
            .iter()
            .map(|figure| Page::new(figure, measure, None).size.x);
        let unit = paper.width.unwrap_or(room.width);
        unit.in_same_unit(measure.emu(widths.max().unwrap_or(0)))
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

/// Space on a sheet within its margins.
#[derive(Clone, Copy)]
struct SheetRoom {
    width: Length,
    height: Length,
}

/// Measure at which figures fit on sheets.
struct SheetFit {
    measure: Measure,
    /// True if a figure is higher than a sheet at any measure, because of its text.
    is_too_high: bool,
}

/// Returns the requested measure, or a smaller one at which each row of figures fits on a sheet.
fn fit_to_sheet(
    figures: &[Figure],
    columns: usize,
    theme: &Theme,
    room: SheetRoom,
    requested: Measure,
) -> SheetFit {
    let of_step = |step| Measure::new(step, room.width, theme.types);
    let fits_width = |measure: Measure| {
        Page::of_all(figures, columns, measure).size.x <= measure.units(room.width.emu())
    };
    let fits_height = |measure: Measure| {
        let max_height = measure.units(room.height.emu());
        figures
            .iter()
            .all(|figure| Page::new(figure, measure, None).size.y <= max_height)
    };
    let fits = |measure: Measure| fits_width(measure) && fits_height(measure);
    if fits(requested) {
        return SheetFit {
            measure: requested,
            is_too_high: false,
        };
    }

    let fitting = of_step(next_lower_step(requested.step(), |step| {
        fits(of_step(step))
    }));
    if fits(fitting) {
        return SheetFit {
            measure: fitting,
            is_too_high: false,
        };
    }

    // If the text alone is higher than a page, the board is still drawn.
    let measure = if fits_width(requested) {
        requested
    } else {
        of_step(largest_step(requested.step(), |step| {
            fits_width(of_step(step))
        }))
    };
    SheetFit {
        measure,
        is_too_high: true,
    }
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
