//! Figures as text and SVG, and the input for PNG and PDF.

use pipscribe::draw::{
    Charset, Figure, FigureWords, Lang, Length, Letters, Pages, Paper, Sheet, Theme, set_figures, set_page, set_sheets,
    write_text_figure, write_typst,
};
use pipscribe::figures::{FigureOptions, PlayerOptions, Selection, figures, player};
use pipscribe::notation::FigureCommand;
use pipscribe::replay::Timeline;
use pipscribe::text::lines;
use serde::Deserialize;
use serde_json::json;

use crate::decks::{DeckTexts, context};
use crate::elsewhere::outlines;
use crate::given::{Given, Page, begun, record};
use crate::json::line;
use crate::refused::Refused;

/// Output format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Svg,
    Text,
    Unicode,
    Words,
    Html,
    /// Pages of a document, each as SVG.
    Pages,
    /// Typst figure around an image that is made elsewhere.
    Typst,
}

/// Form of text in SVG.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Text {
    #[default]
    Letters,
    /// Outlines, which need no font.
    Outlines,
}

/// Paper size.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PageSize {
    A4,
    A5,
    Letter,
}

/// The options of `render`: those of the command.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Options {
    format: Format,
    record: Option<u64>,
    /// Kind of the document; records only by default.
    input: Option<Page>,
    turn: Option<u32>,
    from: Option<u32>,
    figures: bool,
    findings: bool,
    every: Option<u32>,
    view: Option<String>,
    rotate: Option<i32>,
    flip: bool,
    coordinates: Option<String>,
    caption: Option<String>,
    legend: bool,
    wording: Vec<String>,
    lang: Option<String>,
    renumber: bool,
    movement: Option<bool>,
    last: Option<bool>,
    notes: Option<bool>,
    marks: Vec<String>,
    theme: Option<String>,
    width: Option<String>,
    page: Option<PageSize>,
    columns: Option<usize>,
    background: Option<bool>,
    text: Text,
    label: Option<String>,
    /// Address of the book that an interactive player links to.
    book: Option<String>,
    decks: Option<DeckTexts>,
}

/// Returns the error for a figure that cannot be drawn.
fn refused(message: impl ToString) -> Refused {
    Refused::new("figure", message)
}

/// Returns a built-in theme by name, or parses one from YAML.
pub(crate) fn theme(name: &str) -> Result<Theme, Refused> {
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    if name.contains(':') {
        return Theme::from_yaml(name).map_err(|error| Refused::new("options", format!("the theme: {error}")));
    }
    let known = Theme::names().collect::<Vec<_>>().join(", ");
    Err(Refused::new("options", format!("unknown theme `{name}`; use one of {known}, or a theme as YAML")))
}

impl Options {
    fn selection(&self) -> Result<Selection, Refused> {
        let asked = [self.turn.is_some(), self.every.is_some(), self.figures, self.findings];
        if asked.iter().filter(|is| **is).count() > 1 {
            return Err(Refused::new(
                "options",
                "only one of `turn`, `every`, `figures` and `findings` can be asked for",
            ));
        }
        Ok(match (self.findings, self.figures, self.every) {
            (true, ..) => Selection::Findings,
            (_, true, _) => Selection::Diagrams,
            (.., Some(0)) => return Err(Refused::new("options", "`every` is 1 or more")),
            (.., Some(step)) => Selection::Every(step),
            (.., None) => Selection::Turn(self.turn),
        })
    }

    fn figure(&self) -> Result<FigureOptions, Refused> {
        let mut options = FigureOptions::default();
        let switch = |is: bool| Some(if is { "yes" } else { "no" }.to_owned());
        let on = |is: bool| switch(is).filter(|_| is);
        let off = |is: Option<bool>| is.filter(|is| !is).and_then(switch);
        let settings = [
            ("view", self.view.clone()),
            ("rotate", self.rotate.map(|degrees| degrees.to_string())),
            ("flip", on(self.flip)),
            ("coordinates", self.coordinates.clone()),
            ("caption", self.caption.clone()),
            ("legend", on(self.legend)),
            ("movement", on(self.movement == Some(true))),
            ("last", off(self.last)),
            ("notes", off(self.notes)),
            ("from", self.from.map(|from| from.to_string())),
            ("lang", self.lang.clone()),
            ("renumber", on(self.renumber)),
        ];
        let given = settings.into_iter().filter_map(|(key, value)| Some((key, value?)));
        let wording = self.wording.iter().map(|wording| ("wording", wording.clone()));
        for (key, value) in given.chain(wording) {
            options.set(key, &value).map_err(|error| Refused::new("options", error))?;
        }
        for mark in &self.marks {
            let (name, arguments) = mark.trim().split_once(' ').unwrap_or((mark.trim(), ""));
            let marks = "circle, square, cross, triangle, shade, arrow, line, label";
            let command = FigureCommand::parse(name, arguments)
                .unwrap_or_else(|| Err(format!("unknown mark `{name}`; the marks are {marks}")))
                .map_err(|error| Refused::new("options", error))?;
            options.apply(command).map_err(|error| Refused::new("options", error))?;
        }
        Ok(options)
    }

    fn paper(&self) -> Result<Paper, Refused> {
        let width = self.width.as_deref().map(str::parse::<Length>).transpose();
        let width = width.map_err(|error| Refused::new("options", format!("`width`: {error}")))?;
        let letters = match self.text {
            Text::Outlines if self.format == Format::Svg => outlines(),
            _ => Letters::Words,
        };
        Ok(Paper { width, ground: self.background != Some(false), letters, ..Paper::default() })
    }

    /// Lays out all figures on one page.
    fn on_one(&self, figures: &[Figure], theme: &Theme, paper: &Paper) -> Pages {
        match (self.page, figures) {
            (Some(size), _) => set_sheets(figures, self.columns.unwrap_or(1), theme, paper, sheet(size)),
            (None, [_]) if paper.width.is_some() => set_figures(figures, theme, paper),
            (None, _) => set_page(figures, self.columns.unwrap_or(1), theme, paper),
        }
    }

    /// Lays out the figures on the pages of a document.
    fn on_pages(&self, figures: &[Figure], theme: &Theme, paper: &Paper) -> Pages {
        match (self.page, self.columns) {
            (Some(size), columns) => set_sheets(figures, columns.unwrap_or(1), theme, paper, sheet(size)),
            (None, Some(columns)) => set_page(figures, columns, theme, paper),
            (None, None) => set_figures(figures, theme, paper),
        }
    }
}

fn sheet(size: PageSize) -> Sheet {
    match size {
        PageSize::A4 => Sheet::a4(),
        PageSize::A5 => Sheet::a5(),
        PageSize::Letter => Sheet::letter(),
    }
}

pub(crate) fn render(given: Given<'_>, options: Options) -> Result<String, Refused> {
    let context = context(&options.decks)?;
    let timeline = begun(record(given.text, options.input, options.record.unwrap_or(1))?, &context, given)?;
    let theme = options.theme.as_deref().map(theme).transpose()?;
    if options.format == Format::Html {
        return played(&timeline, options, theme);
    }
    let drawn =
        figures(&timeline, options.selection()?, &options.figure()?).map_err(|error| Refused::new("turn", error))?;
    let mut warnings = drawn.warnings;
    let mut all: Vec<Figure> = drawn.figures.into_iter().map(|of| of.figure).collect();
    if all.is_empty() {
        return Err(refused(match (warnings.is_empty(), options.findings) {
            (false, _) => warnings.join("; "),
            (true, true) => "the record is valid: there is no error to draw".to_owned(),
            (true, false) => "the record has no `[%diagram]`".to_owned(),
        }));
    }
    let theme = theme.unwrap_or_default();
    let text = |charset| match all.iter().all(|figure| figure.has_text) {
        true => Ok(all.iter().map(|figure| write_text_figure(figure, charset)).collect()),
        false => {
            Err(refused("the text formats of this game cannot be rotated, as its cards are made of text; use SVG"))
        }
    };
    let paper = options.paper()?;
    let mut drawn_on = |pages: Pages| {
        warnings.extend(pages.warnings);
        if !pages.lacking.is_empty() {
            warnings.push(format!(
                "the font has no glyph for {}: a replacement character is shown",
                pages.lacking.iter().collect::<String>()
            ));
        }
        pages.pictures.into_iter().map(|picture| picture.text).collect::<Vec<_>>()
    };
    let figures: Vec<String> = match options.format {
        Format::Svg if all.len() > 1 && options.columns.is_none() && options.page.is_none() => {
            let each = all.chunks(1).flat_map(|one| drawn_on(options.on_one(one, &theme, &paper)));
            each.collect()
        }
        Format::Svg => drawn_on(options.on_one(&all, &theme, &paper)),
        Format::Pages => drawn_on(options.on_pages(&all, &theme, &paper)),
        Format::Text => text(Charset::Ascii)?,
        Format::Unicode => text(Charset::Unicode)?,
        Format::Words => all.iter().map(|figure| format!("{}\n", lines(&figure.description()))).collect(),
        Format::Typst => {
            let label = options.label.as_deref().unwrap_or("figure");
            let several = all.len() > 1;
            let mut wrapped = Vec::new();
            for (figure, number) in all.iter_mut().zip(1..) {
                let caption = figure.caption.take().or_else(|| Some(figure.title.clone()));
                let label = if several { format!("{label}-{number}") } else { label.to_owned() };
                let words = FigureWords { caption, alternative: figure.words.clone(), label, width: paper.width };
                let pages = drawn_on(options.on_one(std::slice::from_ref(figure), &theme, &paper));
                wrapped.extend(pages.iter().map(|svg| write_typst(svg, &words)));
            }
            wrapped
        }
        Format::Html => Vec::new(),
    };
    let lang = options.lang.as_deref().and_then(Lang::of_code).unwrap_or_default();
    line(&json!({"figures": figures, "warnings": warnings, "lang": lang.code()}))
}

/// Returns an interactive player of the record.
fn played(timeline: &Timeline, options: Options, theme: Option<Theme>) -> Result<String, Refused> {
    if options.figures || options.findings || options.every.is_some() || options.columns.is_some() {
        return Err(Refused::new("options", "HTML plays the whole record: leave out `figures`, `every` and `columns`"));
    }
    let figure = FigureOptions { movement: options.movement != Some(false), ..options.figure()? };
    let options = PlayerOptions { figure, theme, turn: options.turn, book: options.book };
    let page = player(timeline, &options).map_err(|error| Refused::new("turn", error))?;
    line(&json!({"figures": [page.html], "warnings": page.warnings, "lang": options.figure.view.lang.code()}))
}
