//! `pipscribe render`

mod arguments;
mod record_files;
mod written;

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use self::arguments::{Animated, RenderFormat, Setting, Shown, Which};
use self::record_files::{Destination, Named};
use super::limited::{MAX_THEME_BYTES, read_limited_text};
use super::links::book;
use super::moves::sound;
use super::names::unknown_extension;
use super::one_record::One;
use super::output::tell;
use super::{Failure, Status};
use crate::draw::Theme;
use crate::figures::{FigureOf, FigureOptions, PlayerCollection, PlayerOptions, Selection, figures, player};
use crate::replay::Timeline;

/// Arguments of `pipscribe render`.
#[derive(Debug, Args)]
pub(crate) struct Render {
    #[command(flatten, next_help_heading = "Position")]
    one: One,
    #[command(flatten, next_help_heading = "Position")]
    which: Which,
    #[command(flatten)]
    shown: Shown,
    #[command(flatten)]
    setting: Setting,
    #[command(flatten)]
    animated: Animated,
    /// Set the format [default: by extension of the output, else text]
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<RenderFormat>,
    /// Set the theme: print, screen, dark, high-contrast, or a YAML file [default: print; in HTML, screen or dark
    /// as the reader prefers]
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    theme: Option<String>,
    /// Put all figures on one page, N side by side; without `--page`, `--width` is the width of all of them
    /// together
    #[arg(long, value_name = "N", help_heading = "Output")]
    columns: Option<usize>,
    /// Set the pixels of a PNG per pixel at 96 dots per inch
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0, help_heading = "Output")]
    scale: f32,
    /// Also write `pipscribe-player.js`, which shows the player inside other pages as `<pipscribe-player
    /// src="game.html">`
    #[arg(long, help_heading = "Output")]
    embed: bool,
    /// Write to PATH; for several figures, a folder [default: standard output]
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Render {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let chosen = self.theme.as_deref().map(theme).transpose()?;
        let format = self.format()?;
        let mut options = self.shown.options(self.which.from)?;
        options.clocks = format == RenderFormat::Apng;
        self.check(format)?;
        let theme = chosen.clone().unwrap_or_default();
        let mut destination = Destination::new(self, format, &theme);
        let mut status = Status::Well;
        let mut records = self.one.all()?.peekable();
        let mut is_first = true;
        let mut players: Option<PlayerCollection> = None;
        while let Some(record) = records.next() {
            let record = record?;
            let several = !is_first || records.peek().is_some();
            if several && self.embed && destination.is_one_file() {
                return Err(Failure::Usage("`--embed` shows one record: choose it with `--record N`".into()));
            }
            if several && is_first && !destination.takes_several() {
                let more = 1 + records.by_ref().count();
                tell!(
                    "pipscribe: {}: this is the first of {more} records; `--record N` draws another, `-o FOLDER` all \
                        of them",
                    record.name
                );
            }
            is_first = false;
            let named = Named { several, number: record.number, name: record.name.clone() };
            let drawn = sound(record).and_then(|(timeline, sound)| {
                let drawn = if format == RenderFormat::Html {
                    let figure = FigureOptions { movement: self.shown.plays_movement(), ..options.clone() };
                    let book = book().map(|book| book.base().to_owned());
                    let options = PlayerOptions { figure, theme: chosen.clone(), turn: self.which.turn, book };
                    if several && destination.is_one_file() {
                        let players = players.get_or_insert_with(|| PlayerCollection::new(options));
                        players.add(&timeline).map_err(|error| Failure::Usage(error.to_string()))?;
                        Status::Well
                    } else {
                        self.play(&timeline, &options, &named, &mut destination)?
                    }
                } else {
                    self.draw(&timeline, &options, &named, &mut destination)?
                };
                let is_cut = sound == Status::Findings && !timeline.is_played_to_the_end();
                if is_cut && !self.which.findings && format != RenderFormat::Html {
                    tell!(
                        "pipscribe: the figure shows the position before the error; `--findings` draws the \
                        position at it"
                    );
                }
                Ok(drawn.max(sound))
            });
            match drawn {
                Ok(drawn) => status = status.max(drawn),
                // One unreadable record does not hide the others.
                Err(failure) if several => super::source::report_failure(&failure, &mut status),
                Err(failure) => return Err(failure),
            }
        }
        if let Some(players) = players.filter(|players| !players.is_empty()) {
            let page = players.finish();
            warn(&page.warnings);
            destination.take_collection(page.html.as_bytes())?;
            status = status.max(if page.warnings.is_empty() { Status::Well } else { Status::Findings });
        }
        destination.finish()?;
        Ok(status)
    }

    /// Fails if options contradict each other or the format.
    fn check(&self, format: RenderFormat) -> Result<(), Failure> {
        let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
        let is_pdf = matches!(format, RenderFormat::Pdf | RenderFormat::Latex);
        self.setting.drawn.check(is_pdf, matches!(format, RenderFormat::Png | RenderFormat::Apng))?;
        self.check_animation(format)?;
        if self.embed && (format != RenderFormat::Html || self.output.is_none()) {
            return wrong("`--embed` is for the HTML player: use `-o FILE.html`");
        }
        if self.setting.page.is_some() && !matches!(format, RenderFormat::Pdf | RenderFormat::Svg) {
            return wrong("`--page` is for PDF and SVG");
        }
        if format == RenderFormat::Html
            && (self.which.figures || self.which.findings || self.which.every.is_some() || self.columns.is_some())
        {
            return wrong(
                "HTML plays the whole record: leave out `--figures`, `--findings`, `--every` and `--columns`",
            );
        }
        if format == RenderFormat::Latex && self.output.is_none() {
            return wrong("LaTeX needs a file, as its image is written beside it: use `-o FILE.tex`");
        }
        Ok(())
    }

    /// Fails if options contradict each other or the format, as far as they are about animations.
    fn check_animation(&self, format: RenderFormat) -> Result<(), Failure> {
        let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
        let is_animated = format == RenderFormat::Apng;
        if !is_animated && (self.animated.turns.is_some() || self.animated.once) {
            return wrong("`--turns` and `--once` are for animations: use `--format apng`");
        }
        if is_animated && (self.which.turn.is_some() || self.which.findings || self.columns.is_some()) {
            return wrong(
                "an animation shows many turns: use `--turns FROM..TO` instead of `--turn`, `--findings` or \
                          `--columns`",
            );
        }
        if is_animated && self.output.is_none() {
            return wrong("an animation needs a file: use `-o FILE.apng`");
        }
        Ok(())
    }

    /// Returns the selected positions: of an animation all turns, unless the options choose others.
    fn selection(&self, format: RenderFormat) -> Selection {
        match self.which.selection() {
            Selection::Turn(_) if format == RenderFormat::Apng => Selection::Every(1),
            selection => selection,
        }
    }

    /// Returns the figures of a record.
    fn draw(
        &self,
        timeline: &Timeline,
        options: &FigureOptions,
        named: &Named,
        destination: &mut Destination<'_>,
    ) -> Result<Status, Failure> {
        let selection = self.selection(destination.format());
        let mut drawn = figures(timeline, selection, options).map_err(|error| Failure::Usage(error.to_string()))?;
        if let Some(range) = self.animated.turns {
            drawn.figures.retain(|of| (range.from..=range.to).contains(&of.turn));
            if drawn.figures.is_empty() {
                let message = format!("the record has no position after turn {} to {}", range.from, range.to);
                return Err(Failure::Usage(message));
            }
        }
        warn(&drawn.warnings);
        if drawn.figures.is_empty() {
            if self.which.figures && drawn.warnings.is_empty() {
                return Err(Failure::Usage("the record has no `[%diagram]` with a position to draw".into()));
            }
            if self.which.findings && drawn.warnings.is_empty() {
                return Err(Failure::Usage("the record has no error to draw".into()));
            }
            return Ok(Status::Failed);
        }
        destination.take(drawn.figures, named)?;
        Ok(if drawn.warnings.is_empty() { Status::Well } else { Status::Findings })
    }

    /// Returns the format: the one of `--format`, or the one of the output's extension, which must then be known.
    fn format(&self) -> Result<RenderFormat, Failure> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(path) = self.output.as_deref().filter(|path| !path.is_dir()) else { return Ok(RenderFormat::Text) };
        match (RenderFormat::of_path(path), path.extension().and_then(|ending| ending.to_str())) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(RenderFormat::Text),
            (None, Some("eps" | "ps")) => {
                let message = "EPS is not supported: use `-o FILE.pdf`; programs that place EPS can place PDF too";
                Err(Failure::Usage(message.into()))
            }
            (None, Some(ending)) => {
                let mut known: Vec<&str> = Vec::new();
                for format in RenderFormat::value_variants() {
                    if !known.contains(&format.ending()) {
                        known.push(format.ending());
                    }
                }
                Err(unknown_extension(ending, &known, "--format"))
            }
        }
    }

    /// Writes the player of the whole record.
    fn play(
        &self,
        timeline: &Timeline,
        options: &PlayerOptions,
        named: &Named,
        destination: &mut Destination<'_>,
    ) -> Result<Status, Failure> {
        let page = player(timeline, options).map_err(|error| Failure::Usage(error.to_string()))?;
        warn(&page.warnings);
        destination.take_page(page.html.as_bytes(), named)?;
        if self.embed {
            destination.take_element()?;
        }
        Ok(if page.warnings.is_empty() { Status::Well } else { Status::Findings })
    }
}

fn warn(warnings: &[String]) {
    for warning in warnings {
        tell!("pipscribe: {warning}");
    }
}

/// Returns a built-in theme, or the theme of a file.
pub(super) fn theme(name: &str) -> Result<Theme, Failure> {
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    let known: Vec<_> = Theme::names().collect();
    if !Path::new(name).exists() {
        let message =
            format!("unknown theme `{name}`, and there is no such file (the themes are {})", known.join(", "));
        return Err(Failure::Usage(message));
    }
    let text = read_limited_text(Path::new(name), MAX_THEME_BYTES)
        .map_err(|error| Failure::Io { what: format!("reading {name}"), error })?;
    Theme::from_yaml(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}
