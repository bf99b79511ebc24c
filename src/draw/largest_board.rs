//! The largest board with which a page is within its limits: searches for the largest *step*, the
//! size of a step of the board on paper.
//!
//! The limits are a width, a height, or both. With a width, the page is exactly as wide, so the
//! width of the page is *exact*; otherwise it is as wide as its contents need. Text does not shrink
//! with the board, so a narrow page can be higher than a wide one. Lengths on paper are in EMU
//! (English Metric Units), of which a point has [`POINT`].

use super::figure::Figure;
use super::layout::Page;
use super::measure::Measure;
use super::paper::{Length, POINT, Paper};
use super::theme::Theme;

/// Limits of the size of a page.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) width: Option<Length>,
    pub(super) height: Option<Length>,
}

impl Limits {
    /// Returns the limits, if any are set.
    pub(super) fn from_paper(paper: &Paper) -> Option<Self> {
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

/// Smallest step of a board that shrinks to a height because of the text below it.
const READABLE_STEP: i64 = 4 * POINT;

/// Returns the page of a figure within limits.
pub(super) fn page_within<'a>(limits: Limits, theme: &Theme, figure: &'a Figure) -> Page<'a> {
    with_largest_board(limits, theme, &|measure, exact| {
        Page::new(figure, measure, exact)
    })
}

/// Function that sets a page. It takes the measure and the required width.
pub(super) type SetPage<'s, 'a> = &'s dyn Fn(Measure, Option<i32>) -> Page<'a>;

/// Returns a page within limits with the largest possible board.
pub(super) fn with_largest_board<'a>(
    limits: Limits,
    theme: &Theme,
    set_page: SetPage<'_, 'a>,
) -> Page<'a> {
    let usual = set_page(Measure::USUAL, None);
    // A height only makes a figure smaller, never larger.
    if limits.width.is_none() && limits.hold(&usual) {
        return usual;
    }

    let widest = |height: Length| height.in_same_unit(usual.measure.emu(usual.size.x));
    let Some(width) = limits.width.or(limits.height.map(widest)) else {
        return usual;
    };

    let setter = PageSetter {
        set_page,
        theme,
        width,
    };
    let step = setter.largest_step(limits);
    let largest = setter.page(step);
    let Some(height) = limits.height else {
        return largest;
    };
    if limits.hold(&largest) {
        if limits.width.is_some() {
            return largest;
        }
        if step >= READABLE_STEP || !setter.is_mostly_text(height) {
            return setter.narrowed(&largest, limits);
        }
    }

    // If the text leaves no room for the board, the height has no limit.
    let mut page = if limits.width.is_some() {
        let width_only = Limits {
            height: None,
            ..limits
        };
        setter.page(setter.largest_step(width_only))
    } else {
        usual
    };
    let warning = "within a height of {0}, the text of this figure leaves no room for its board";
    page.warnings.push(page.lang.fill(warning, &[&height]));
    page
}

/// Sets the pages of a width that [`with_largest_board`] compares.
struct PageSetter<'s, 'a> {
    set_page: SetPage<'s, 'a>,
    theme: &'s Theme,
    width: Length,
}

impl<'a> PageSetter<'_, 'a> {
    /// Returns the page of the width whose board has this step.
    fn page(&self, step: i64) -> Page<'a> {
        let measure = Measure::new(step, self.width, self.theme.types);
        (self.set_page)(measure, Some(measure.units(self.width.emu())))
    }

    /// Returns the largest step with which a page is within limits. The text has the same height
    /// whatever the step is.
    fn largest_step(&self, limits: Limits) -> i64 {
        largest_step(self.width.emu(), |step| {
            let stretched = self.page(step);
            let measure = stretched.measure;
            // `stretched` has the exact width, whatever its contents need.
            let natural_width = (self.set_page)(measure, None).size.x;
            natural_width <= measure.units(self.width.emu()) && limits.hold(&stretched)
        })
    }

    /// Returns true if text takes more than half of a height.
    fn is_mostly_text(&self, height: Length) -> bool {
        // With the smallest board, nearly all of the height is text.
        let text = self.page(Measure::MIN_SIZE);
        text.measure.emu(text.size.y) > height.emu() / 2
    }

    /// Returns a page with the same step that is as narrow as its board and its text allow.
    fn narrowed(&self, page: &Page<'_>, limits: Limits) -> Page<'a> {
        let step = page.measure.step();
        let page_of_width = |emu: i64| {
            let setter = PageSetter {
                width: self.width.in_same_unit(emu),
                ..*self
            };
            setter.page(step)
        };
        let natural_page = (self.set_page)(page.measure, None);
        let natural_width = page.measure.emu(natural_page.size.x);
        let is_too_narrow = |emu: i64| emu < natural_width || !limits.hold(&page_of_width(emu));
        // `largest_step` searches a width here.
        let largest_too_narrow = largest_step(self.width.emu(), is_too_narrow);
        page_of_width(largest_too_narrow + 1)
    }
}

/// Returns the largest step below `limit` for which `fits` returns true, or the smallest possible
/// step.
pub(super) fn largest_step(limit: i64, fits: impl Fn(i64) -> bool) -> i64 {
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

/// Returns the first step from `limit` downwards for which `fits` returns true, or the smallest
/// possible step. Each step that is tried is 3 % smaller than the one before. Unlike
/// [`largest_step`], it does not require that all smaller steps fit: a narrow figure can be higher,
/// as its text breaks into more lines.
pub(super) fn next_lower_step(limit: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let mut step = limit;
    while step > Measure::MIN_SIZE && !fits(step) {
        step -= (step / 32).max(1);
    }
    step.max(Measure::MIN_SIZE)
}
