//! Lengths on paper, and the size at which a figure is set.

use std::fmt;
use std::str::FromStr;

use super::figure::Figure;
use super::layout::{Group, Page};
use super::measure::Measure;
use super::place::UNIT;
use super::scene::Shape;
use super::svg::svg_of;
use super::text_mode::Letters;
use super::theme::Theme;
use super::tikz::tikz_of;
use super::typst::typst_of;

/// Unit of length. Lengths are counted in English Metric Units of office formats, 914,400 to the inch: a whole
/// number for every unit here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Millimetre,
    Centimetre,
    Inch,
    Point,
    Pixel,
}

impl Unit {
    const ALL: [Self; 5] = [Self::Millimetre, Self::Centimetre, Self::Inch, Self::Point, Self::Pixel];

    fn name(self) -> &'static str {
        match self {
            Self::Millimetre => "mm",
            Self::Centimetre => "cm",
            Self::Inch => "in",
            Self::Point => "pt",
            Self::Pixel => "px",
        }
    }

    fn emu(self) -> i64 {
        match self {
            Self::Millimetre => 36_000,
            Self::Centimetre => 360_000,
            Self::Inch => 914_400,
            Self::Point => POINT,
            Self::Pixel => PIXEL,
        }
    }
}

/// A pixel (96 per inch) and a point (72 per inch).
pub(super) const PIXEL: i64 = 9_525;
pub(super) const POINT: i64 = 12_700;
/// Maximum length: ten metres.
const LONGEST: i64 = 360_000_000;

/// Length on paper: `60mm`, `6cm`, `2.5in`, `170pt`, `227px`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    emu: i64,
    unit: Unit,
}

/// A text is not a valid length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}` is not a valid length: write a number above 0 with its unit, such as 60mm, 6cm, 2.5in, 170pt or 227px, up \
        to ten metres"
)]
pub struct LengthError(String);

impl FromStr for Length {
    type Err = LengthError;

    fn from_str(text: &str) -> Result<Self, LengthError> {
        let read = || {
            let unit = Unit::ALL.into_iter().find(|unit| text.ends_with(unit.name()))?;
            let number = text.strip_suffix(unit.name())?.trim_end();
            let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
            let digits = |text: &str, most| text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
            if whole.is_empty() || part.is_empty() || !digits(whole, 6) || !digits(part, 3) {
                return None;
            }
            let thousandths = whole.parse::<i64>().ok()? * 1000 + format!("{part:0<3}").parse::<i64>().ok()?;
            let emu = thousandths * unit.emu() / 1000;
            (1..=LONGEST).contains(&emu).then_some(Self { emu, unit })
        };
        read().ok_or_else(|| LengthError(text.to_owned()))
    }
}

impl Length {
    /// Returns a length of `count` millimetres.
    pub fn millimetres(count: u16) -> Self {
        Self { emu: i64::from(count.max(1)) * Unit::Millimetre.emu(), unit: Unit::Millimetre }
    }

    /// Returns a length of `count` points (72 per inch).
    pub fn of_points(count: u16) -> Self {
        Self { emu: i64::from(count.max(1)) * POINT, unit: Unit::Point }
    }

    pub(super) fn emu(self) -> i64 {
        self.emu
    }

    /// Returns the length in points (72 per inch).
    pub fn points(self) -> f32 {
        self.emu as f32 / POINT as f32
    }

    /// Returns the length in inches.
    pub fn inches(self) -> f32 {
        self.emu as f32 / 914_400.0
    }

    /// Returns the length in the syntax of Typst, which has no pixels.
    pub(super) fn typst(self) -> String {
        if self.unit == Unit::Pixel { Self { unit: Unit::Point, ..self }.to_string() } else { self.to_string() }
    }

    /// Rounds up to the next whole unit; to a tenth for centimetres and inches.
    pub(super) fn rounded_up(self) -> Self {
        let step = match self.unit {
            Unit::Centimetre | Unit::Inch => self.unit.emu() / 10,
            _ => self.unit.emu(),
        };
        self.alike((self.emu + step - 1) / step * step)
    }

    /// Returns another length in the same unit.
    pub(super) fn alike(self, emu: i64) -> Self {
        Self { emu, ..self }
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = self.unit.emu();
        let thousandths = (self.emu * 1000 + unit / 2) / unit;
        let number = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
        write!(f, "{}{}", number.trim_end_matches('0').trim_end_matches('.'), self.unit.name())
    }
}

/// Size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Width.
    pub width: Length,
    /// Height.
    pub height: Length,
    /// Margin on each side.
    pub margin: Length,
}

impl Sheet {
    /// Returns the sheet with this name: `a4`, `a5` or `letter`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "a4" => Some(Self::a4()),
            "a5" => Some(Self::a5()),
            "letter" => Some(Self::letter()),
            _ => None,
        }
    }

    /// A4, 210 by 297 mm.
    pub fn a4() -> Self {
        Self::of(210, 297)
    }

    /// A5, 148 by 210 mm.
    pub fn a5() -> Self {
        Self::of(148, 210)
    }

    /// Letter, 8.5 by 11 inches.
    pub fn letter() -> Self {
        let inch = |tenths: i64| Length { emu: tenths * 91_440, unit: Unit::Inch };
        Self { width: inch(85), height: inch(110), margin: Length::millimetres(15) }
    }

    fn of(width: u16, height: u16) -> Self {
        let [width, height, margin] = [width, height, 15].map(Length::millimetres);
        Self { width, height, margin }
    }
}

/// Options for setting figures on paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    /// Width of a figure, or of a page of several; `None` for 48 pixels per step of the board. With a width,
    /// text is at least 6 points, and lines and hatching are thick enough for print.
    pub width: Option<Length>,
    /// Maximum height of a figure, or of a page of several: the board shrinks until they are no higher.
    pub max_height: Option<Length>,
    /// True if the background is drawn; otherwise it is transparent.
    pub ground: bool,
    /// Output form of text.
    pub letters: Letters,
    /// Output language of pictures.
    pub language: PictureLanguage,
}

/// Output language of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum PictureLanguage {
    /// Scalable Vector Graphics, one file per picture.
    #[default]
    Svg,
    /// A `tikzpicture` of LaTeX.
    Tikz,
    /// Typst code.
    Typst,
}

impl Default for Paper {
    fn default() -> Self {
        Self { width: None, max_height: None, ground: true, letters: Letters::Words, language: PictureLanguage::Svg }
    }
}

/// Figures as they were set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pages {
    /// Pages.
    pub pictures: Vec<Picture>,
    /// Warnings about what did not fit.
    pub warnings: Vec<String>,
    /// Characters to be outlined that no font has; a sign replaces each.
    pub lacking: Vec<char>,
}

/// Page as it was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Source text in the output language.
    pub text: String,
    /// Short description.
    pub title: String,
    /// Text description for readers who cannot see the picture.
    pub words: String,
}

impl Pages {
    fn of(pages: &[Page<'_>], theme: &Theme, paper: &Paper) -> Self {
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
        let drawn = pages.iter().flat_map(|page| &page.groups).flat_map(Group::drawn);
        let texts = drawn.filter_map(|element| match &element.shape {
            Shape::Label { text, .. } => Some(text.as_ref()),
            _ => None,
        });
        let lacking = if paper.letters == Letters::Words {
            Vec::new()
        } else {
            paper.letters.lacking(&texts.collect::<String>())
        };
        Self { pictures, warnings, lacking }
    }
}

impl FromIterator<Pages> for Pages {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        let mut joined = Self { pictures: Vec::new(), warnings: Vec::new(), lacking: Vec::new() };
        for pages in all {
            joined.pictures.extend(pages.pictures);
            joined.warnings.extend(pages.warnings);
            joined.lacking.extend(pages.lacking);
        }
        joined
    }
}

/// Sets each figure on a page of its own.
pub fn set_figures(figures: &[Figure], theme: &Theme, paper: &Paper) -> Pages {
    let limits = Limits::of(paper);
    let page = |figure| match limits {
        None => Page::of(figure, Measure::USUAL, None),
        Some(limits) => fitted(limits, theme, &|measure, exact| Page::of(figure, measure, exact)),
    };
    Pages::of(&figures.iter().map(page).collect::<Vec<_>>(), theme, paper)
}

/// Height of a piece in a line of text, its depth below the baseline, and the space at either side of it, in
/// thousandths of the font size. A capital is 714 high, and the piece is centred on it.
const PIECE_HEIGHT: i64 = 900;
const PIECE_DEPTH: i64 = 93;
const PIECE_SIDE: i32 = 20;
/// Line weight of a piece in a line of text, in per cent of that on a board.
const PIECE_WEIGHT: i32 = 130;

/// Returns the height of a [piece in text](set_piece), and its depth below the baseline, in ems.
pub fn piece_in_text() -> [String; 2] {
    [PIECE_HEIGHT, PIECE_DEPTH].map(|thousandths| format!("0.{thousandths:03}em"))
}

/// Sets a piece, die or card as a sign in a line of text whose font has the size `letters`.
pub fn set_piece(figure: &Figure, letters: Length, theme: &Theme, paper: &Paper) -> Pages {
    let size = figure.visible.size();
    let step = letters.emu * PIECE_HEIGHT / 1000 * i64::from(UNIT) / i64::from(size.y.max(1));
    let step = step.max(Measure::SMALLEST);
    let side = Measure::of(step, letters, theme.types).units(letters.emu * i64::from(PIECE_SIDE) / 1000);
    // As heavy as the letters around it.
    let theme = &Theme { weight: theme.weight * PIECE_WEIGHT / 100, ..theme.clone() };
    let width = letters.alike(i64::from(size.x + 2 * side) * step / i64::from(UNIT));
    Pages::of(&[Page::bare(figure, Measure::of(step, width, theme.types), side)], theme, paper)
}

/// Sets figures on one page, in rows of `columns` each.
pub fn set_page(figures: &[Figure], columns: usize, theme: &Theme, paper: &Paper) -> Pages {
    let page = match Limits::of(paper) {
        None => Page::of_all(figures, columns, Measure::USUAL),
        Some(limits) => fitted(limits, theme, &|measure, exact| {
            let mut page = Page::of_all(figures, columns, measure);
            page.widen(exact);
            page
        }),
    };
    Pages::of(&[page], theme, paper)
}

/// Sets figures on as many sheets as they need, in rows of `columns` each. A width in `paper` is that of each
/// figure. Boards shrink until each row fits on a sheet.
pub fn set_sheets(figures: &[Figure], columns: usize, theme: &Theme, paper: &Paper, sheet: Sheet) -> Pages {
    let room = |side: Length| Length { emu: (side.emu - 2 * sheet.margin.emu).max(1), ..side };
    let (wide, tall) = (room(sheet.width), room(sheet.height));
    let columns = columns.max(1);
    let measure = match Limits::of(paper) {
        // Each figure has the given width, all of them the same.
        Some(limits) => {
            let one = |figure| fitted(limits, theme, &|measure, exact| Page::of(figure, measure, exact)).measure;
            let steps = figures.iter().map(one);
            steps.min_by_key(|measure| measure.step()).unwrap_or(Measure::USUAL)
        }
        None => Measure::USUAL,
    };
    let fits = |measure: Measure| {
        Page::of_all(figures, columns, measure).size.x <= measure.units(wide.emu)
            && figures.iter().all(|figure| Page::of(figure, measure, None).size.y <= measure.units(tall.emu))
    };
    let is_wide = |measure: Measure| Page::of_all(figures, columns, measure).size.x <= measure.units(wide.emu);
    let largest = |fits: &dyn Fn(Measure) -> bool| {
        let step = largest_step(measure.step(), |step| fits(Measure::of(step, wide, theme.types)));
        Measure::of(step, wide, theme.types)
    };
    let lower = |step| fits(Measure::of(step, wide, theme.types));
    let fitting = match fits(measure) {
        true => measure,
        false => Measure::of(next_lower_step(measure.step(), lower), wide, theme.types),
    };
    // If the text by itself is higher than a page, the board is still drawn.
    let is_too_high = !fits(fitting);
    let measure = match is_too_high {
        true if is_wide(measure) => measure,
        true => largest(&is_wide),
        false => fitting,
    };
    let mut pages = Page::sheets(figures, columns, measure, sheet);
    if let (true, Some(page)) = (is_too_high, pages.first_mut()) {
        let said = "a figure is higher than a page whatever its width: leave out its notes";
        page.warnings.push(page.lang.say(said).to_owned());
    }
    Pages::of(&pages, theme, paper)
}

/// Limits of the size of a page.
#[derive(Clone, Copy)]
struct Limits {
    width: Option<Length>,
    height: Option<Length>,
}

impl Limits {
    /// Returns the limits that are set, if any is.
    fn of(paper: &Paper) -> Option<Self> {
        let Paper { width, max_height: height, .. } = *paper;
        (width.is_some() || height.is_some()).then_some(Self { width, height })
    }

    /// Returns true if a page is within the limits.
    fn hold(self, page: &Page<'_>) -> bool {
        let fits = |side: i32, limit: Option<Length>| limit.is_none_or(|limit| side <= page.measure.units(limit.emu));
        fits(page.size.x, self.width) && fits(page.size.y, self.height)
    }
}

/// Returns the largest step below `most` for which `fits` returns true, or the smallest possible step.
fn largest_step(most: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let (mut least, mut most) = (Measure::SMALLEST, most.max(Measure::SMALLEST + 1));
    while least + 1 < most {
        let step = i64::midpoint(least, most);
        match fits(step) {
            true => least = step,
            false => most = step,
        }
    }
    least
}

/// Returns the next step below `most` for which `fits` returns true, or the smallest possible step. Unlike
/// [`largest_step`], it does not require that all smaller steps fit: a narrow figure can be higher, as its text breaks
/// into more lines.
fn next_lower_step(most: i64, fits: impl Fn(i64) -> bool) -> i64 {
    let mut step = most;
    while step > Measure::SMALLEST && !fits(step) {
        step -= (step / 32).max(1);
    }
    step.max(Measure::SMALLEST)
}

/// Returns a page within limits with the largest possible board. `page` takes the measure and the required width.
fn fitted<'a>(limits: Limits, theme: &Theme, page: &dyn Fn(Measure, Option<i32>) -> Page<'a>) -> Page<'a> {
    let Some(width) = limits.width.or(limits.height) else { return page(Measure::USUAL, None) };
    let of_step = |step| Measure::of(step, width, theme.types);
    let step = match limits.width {
        // At a set width, the text has the same height whatever the step is.
        Some(width) => largest_step(width.emu, |step| {
            let measure = of_step(step);
            let exact = measure.units(width.emu);
            page(measure, None).size.x <= exact && limits.hold(&page(measure, Some(exact)))
        }),
        None => next_lower_step(width.emu, |step| limits.hold(&page(of_step(step), None))),
    };
    let measure = Measure::of(step, width, theme.types);
    let exact = match limits.width {
        Some(width) => page(measure, Some(measure.units(width.emu))),
        // The figure is as wide as its height requires.
        None => {
            let natural = page(measure, None).size.x;
            let measure = Measure::of(step, width.alike(measure.emu(natural)), theme.types);
            page(measure, Some(natural))
        }
    };
    let Some(height) = limits.height.filter(|_| !limits.hold(&exact)) else { return exact };
    // If the text by itself is too high, the board is still drawn.
    let mut exact = fitted(Limits { height: None, ..limits }, theme, page);
    let said = "the text of this figure alone is higher than {0}";
    exact.warnings.push(exact.lang.fill(said, &[&height]));
    exact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_read_and_written() {
        for (text, points) in
            [("60mm", 170.078_74), ("6cm", 170.078_74), ("2.5in", 180.0), ("170pt", 170.0), ("96px", 72.0)]
        {
            let length: Length = text.parse().unwrap();
            assert!((length.points() - points).abs() < 0.001, "{text}");
            assert_eq!(length.to_string(), text);
        }
        for text in ["", "60", "mm", "0mm", "-3mm", "1e3mm", "60 mm x", "6.mm", ".5in", "99999cm", "1.2345mm"] {
            assert!(text.parse::<Length>().is_err(), "{text}");
        }
    }
}
