//! `pipscribe render`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::image;
use super::input::One;
use super::links::book;
use super::moves::sound;
use super::output::{Output, counted, tell};
use super::{Failure, Status};
use crate::draw::{Charset, Figure, Theme, write_figure, write_page, write_text_figure};
use crate::figures::{FigureOf, FigureOptions, PlayerOptions, Selection, figures, player};
use crate::notation::FigureCommand;
use crate::replay::Timeline;
use crate::text::lines;

/// Draws positions: one, each that has a `[%diagram]`, or a series.
#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten)]
    one: One,
    #[command(flatten)]
    which: Which,
    #[command(flatten)]
    shown: Shown,
    /// What is written; by the name of the output file where it is not given, else text
    #[arg(long, value_enum)]
    format: Option<RenderFormat>,
    /// The look: print, screen, dark, high-contrast, or a YAML file; print where it is not given, for
    /// HTML screen or dark as the reader has it
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Puts all figures on one page, so many beside each other
    #[arg(long, value_name = "N")]
    columns: Option<usize>,
    /// Pixels of a PNG for each at 96 to the inch
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    scale: f32,
    /// The file to write, for several figures a folder; standard output where it is not given
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// Which positions.
#[derive(Debug, Args)]
struct Which {
    /// After which turn of the main line; 0 for the start; the last where it is not given
    #[arg(long, visible_alias = "to", value_name = "N")]
    turn: Option<u32>,
    /// Puts numbers on the pieces of the turns from this one on
    #[arg(long, value_name = "N")]
    from: Option<u32>,
    /// Every position that has a `[%diagram]`, those of variations included
    #[arg(long, conflicts_with_all = ["turn", "every"])]
    figures: bool,
    /// The position after every N-th turn, and the last
    #[arg(long, value_name = "N", conflicts_with = "turn", value_parser = clap::value_parser!(u32).range(1..))]
    every: Option<u32>,
}

/// What is shown of a position.
#[derive(Debug, Args)]
struct Shown {
    /// Only what lies between two places: c2..f6
    #[arg(long, value_name = "PLACES", allow_hyphen_values = true)]
    view: Option<String>,
    /// Turns the board clockwise by so many degrees
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true)]
    rotate: Option<String>,
    /// Shows the board from the other side
    #[arg(long)]
    flip: bool,
    /// Where coordinates stand: all, none, or some of top,right,bottom,left
    #[arg(long, value_name = "SIDES")]
    coordinates: Option<String>,
    /// Words beneath the figure
    #[arg(long, value_name = "TEXT")]
    caption: Option<String>,
    /// Explains the marks beneath the figure
    #[arg(long)]
    legend: bool,
    /// Shows what the last turn moved and removed
    #[arg(long)]
    movement: bool,
    /// Leaves out the mark of the last turn
    #[arg(long)]
    no_last: bool,
    /// Leaves out the lines beneath the board
    #[arg(long)]
    no_notes: bool,
    /// A mark, as in comments: "circle c3 d4", "arrow a1>b3", "label c3 \"A\""; may be repeated
    #[arg(long, value_name = "MARK")]
    mark: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RenderFormat {
    /// Letters and signs of ASCII
    Text,
    /// Text with the signs of Unicode
    Unicode,
    /// The position in words
    Words,
    /// Scalable vector graphics
    Svg,
    /// Pixels
    Png,
    /// The portable document format, a page a figure
    Pdf,
    /// A page that plays the whole record, `--turn` or its start first
    Html,
}

impl RenderFormat {
    fn ending(self) -> &'static str {
        match self {
            Self::Text | Self::Unicode | Self::Words => "txt",
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Pdf => "pdf",
            Self::Html => "html",
        }
    }

    fn of_path(path: &Path) -> Option<Self> {
        let ending = path.extension()?.to_str()?;
        Self::value_variants().iter().copied().find(|format| format.ending() == ending)
    }

    fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Unicode | Self::Words)
    }
}

impl Shown {
    fn options(&self, from: Option<u32>) -> Result<FigureOptions, Failure> {
        let mut options = FigureOptions::default();
        let refused = |error: crate::figures::OptionError| Failure::Usage(error.to_string());
        let switch = |on: bool, value: &'static str| on.then(|| value.to_owned());
        let settings = [
            ("view", self.view.clone()),
            ("rotate", self.rotate.clone()),
            ("flip", switch(self.flip, "yes")),
            ("coordinates", self.coordinates.clone()),
            ("caption", self.caption.clone()),
            ("legend", switch(self.legend, "yes")),
            ("movement", switch(self.movement, "yes")),
            ("last", switch(self.no_last, "no")),
            ("notes", switch(self.no_notes, "no")),
            ("from", from.map(|from| from.to_string())),
        ];
        for (key, value) in settings {
            if let Some(value) = value {
                options.set(key, &value).map_err(refused)?;
            }
        }
        for mark in &self.mark {
            let (name, arguments) = mark.trim().split_once(' ').unwrap_or((mark.trim(), ""));
            let command = FigureCommand::parse(name, arguments)
                .unwrap_or_else(|| {
                    let names = "circle, square, cross, triangle, shade, arrow, line, label";
                    Err(format!("`{name}` is no mark; the marks are {names}"))
                })
                .map_err(Failure::Usage)?;
            options.apply(command).map_err(refused)?;
        }
        Ok(options)
    }
}

impl Render {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let chosen = self.theme.as_deref().map(theme).transpose()?;
        let options = self.shown.options(self.which.from)?;
        let format = self.format()?;
        let (timeline, sound) = sound(&self.one)?;
        if format == RenderFormat::Html {
            let options = PlayerOptions {
                figure: options,
                theme: chosen,
                turn: self.which.turn,
                book: book().map(|book| book.base().to_owned()),
            };
            return Ok(self.play(&timeline, options)?.max(sound));
        }
        let theme = chosen.unwrap_or_default();
        let selection = match (self.which.figures, self.which.every) {
            (true, _) => Selection::Diagrams,
            (false, Some(step)) => Selection::Every(step),
            (false, None) => Selection::Turn(self.which.turn),
        };
        let drawn = figures(&timeline, selection, &options).map_err(|error| Failure::Usage(error.to_string()))?;
        warn(&drawn.warnings);
        match drawn.figures.as_slice() {
            [] if self.which.figures && drawn.warnings.is_empty() => {
                return Err(Failure::Usage("the record has no `[%diagram]`".into()));
            }
            [] => return Ok(Status::Failed),
            [one] => self.write(self.output.as_deref(), &self.bytes(std::slice::from_ref(one), format, &theme)?)?,
            several => self.series(several, format, &theme)?,
        }
        Ok(if drawn.warnings.is_empty() { sound } else { Status::Findings })
    }

    /// What is written: as it is said, else by the name of the output, in which an ending has to mean something.
    fn format(&self) -> Result<RenderFormat, Failure> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(path) = self.output.as_deref().filter(|path| !path.is_dir()) else { return Ok(RenderFormat::Text) };
        match (RenderFormat::of_path(path), path.extension().and_then(|ending| ending.to_str())) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(RenderFormat::Text),
            (None, Some(ending)) => {
                let message = format!(
                    "`.{ending}` is no ending of a figure: one of .svg, .png, .pdf, .html, .txt, or say `--format`"
                );
                Err(Failure::Usage(message))
            }
        }
    }

    /// The whole record as a page that plays it.
    fn play(&self, timeline: &Timeline, options: PlayerOptions) -> Result<Status, Failure> {
        if self.which.figures || self.which.every.is_some() || self.columns.is_some() {
            let message = "HTML plays the whole record: leave out `--figures`, `--every` and `--columns`";
            return Err(Failure::Usage(message.into()));
        }
        let page = player(timeline, &options).map_err(|error| Failure::Usage(error.to_string()))?;
        warn(&page.warnings);
        self.write(self.output.as_deref(), page.html.as_bytes())?;
        Ok(if page.warnings.is_empty() { Status::Well } else { Status::Findings })
    }

    /// Several figures: on one page, in one text, in one PDF, or each in a file of its own.
    fn series(&self, figures: &[FigureOf], format: RenderFormat, theme: &Theme) -> Result<(), Failure> {
        let is_folder = self.output.as_ref().is_some_and(|path| path.is_dir() || RenderFormat::of_path(path).is_none());
        let has_pages = format.ending() == "pdf";
        if !is_folder && (self.columns.is_some() || has_pages || format.is_text()) {
            return self.write(self.output.as_deref(), &self.bytes(figures, format, theme)?);
        }
        let Some(folder) = self.output.as_ref().filter(|_| is_folder) else {
            let count = counted(figures.len() as u64, "figure");
            let message = format!("there are {count}: say `-o FOLDER` for a file each, or `--columns N` for one page");
            return Err(Failure::Usage(message));
        };
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::Io { what: format!("creating {}", folder.display()), error })?;
        for figure in figures {
            let line: String = figure.path.iter().map(|step| format!("{step}-")).collect();
            let name = format!("turn-{line}{:03}.{}", figure.turn, format.ending());
            self.write(Some(&folder.join(name)), &self.bytes(std::slice::from_ref(figure), format, theme)?)?;
        }
        Ok(())
    }

    fn write(&self, path: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        let mut out = Output::to(path)?;
        out.write_bytes(bytes)?;
        out.finish()
    }

    fn bytes(&self, figures: &[FigureOf], format: RenderFormat, theme: &Theme) -> Result<Vec<u8>, Failure> {
        let figures: Vec<Figure> = figures.iter().map(|of| of.figure.clone()).collect();
        let joined = |write: &dyn Fn(&Figure) -> String| {
            let texts: Vec<String> = figures.iter().map(write).collect();
            texts.join("\n").into_bytes()
        };
        if matches!(format, RenderFormat::Text | RenderFormat::Unicode) && figures.iter().any(|figure| !figure.has_text)
        {
            let message = "the text forms of this game cannot be turned, as its cards are put together from words; \
                           `--format svg` and others can";
            return Err(Failure::Usage(message.into()));
        }
        let page = || write_page(&figures, self.columns.unwrap_or(1), theme);
        Ok(match format {
            RenderFormat::Text => joined(&|figure| write_text_figure(figure, Charset::Ascii)),
            RenderFormat::Unicode => joined(&|figure| write_text_figure(figure, Charset::Unicode)),
            RenderFormat::Words => joined(&|figure| format!("{}\n", lines(&figure.words))),
            RenderFormat::Svg => page().into_bytes(),
            RenderFormat::Html => return Err(Failure::Usage("HTML plays a record; it is no figure".into())),
            RenderFormat::Png => image::png(&page(), self.scale)?,
            RenderFormat::Pdf => {
                let pages = match self.columns {
                    Some(_) => vec![page()],
                    None => figures.iter().map(|figure| write_figure(figure, theme)).collect(),
                };
                image::pdf(&pages)?
            }
        })
    }
}

fn warn(warnings: &[String]) {
    for warning in warnings {
        tell!("pipscribe: {warning}");
    }
}

/// A theme that is built in, or from a file.
pub(super) fn theme(name: &str) -> Result<Theme, Failure> {
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    let known: Vec<_> = Theme::names().collect();
    if !Path::new(name).exists() {
        let message = format!("`{name}` is no theme and no file; the themes are {}", known.join(", "));
        return Err(Failure::Usage(message));
    }
    let text = std::fs::read_to_string(name).map_err(|error| Failure::Io { what: format!("reading {name}"), error })?;
    Theme::from_yaml(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}
