//! `pipscribe render`: draws positions of records, or writes players, which are HTML pages that
//! play a record. `arguments.rs` turns the options into a [`RenderRequest`], from which the library
//! draws figures. `destination.rs` collects and writes the figures.

mod arguments;
mod destination;
mod figure_bytes;

use std::path::{Path, PathBuf};

use clap::Args;

use self::arguments::{
    AnimationArguments, ContentArguments, LayoutArguments, ONLY_ANIMATIONS, PositionArguments,
    format_of, format_parser, refused, refused_option,
};
use self::destination::{Destination, RecordName};
use super::drawing_options::PrintOutput;
use super::known_names::unknown_extension;
use super::limited_files::{MAX_THEME_BYTES, read_limited_text};
use super::links::book;
use super::one_record::{OneRecord, SelectedRecord, reported_timeline};
use super::output::stderr_line;
use super::overwrite_protection::must_not_have_records;
use super::source::report_failure;
use super::{Failure, Status, project_settings};
use pipscribe::draw::Theme;
use pipscribe::figures::{FigureOf, PlayerError, RenderError, RenderFormat, RenderRequest, player};
use pipscribe::replay::Timeline;
use pipscribe::text::shorten;

/// Arguments of `pipscribe render`.
#[derive(Debug, Args)]
#[command(mut_arg("record", |record| record.help("Draw only the N-th record of the file [default: all]")))]
pub(crate) struct Render {
    #[command(flatten, next_help_heading = "Position")]
    one: OneRecord,
    #[command(flatten, next_help_heading = "Position")]
    which: PositionArguments,
    #[command(flatten)]
    shown: ContentArguments,
    #[command(flatten)]
    setting: LayoutArguments,
    #[command(flatten)]
    animated: AnimationArguments,
    /// Set the format [default: by extension of the output, else text]
    #[arg(long, value_parser = format_parser(), help_heading = "Output")]
    format: Option<RenderFormat>,
    /// Set the theme: print, screen, dark, high-contrast, or a YAML file [default:
    /// `pipscribe.toml`, else print; in HTML, screen or dark as the reader prefers]
    #[arg(long, value_name = "THEME", help_heading = "Output")]
    theme: Option<String>,
    /// Put all figures on one page, N side by side; without `--page`, `--width` sets their total
    /// width
    #[arg(long, value_name = "N", help_heading = "Output")]
    columns: Option<usize>,
    /// Scale a PNG by FACTOR; 1 is 96 dots per inch [default: 2]
    #[arg(long, value_name = "FACTOR", help_heading = "Output")]
    scale: Option<f32>,
    /// Also write `pipscribe-player.js`, which shows the player inside other pages as
    /// `<pipscribe-player src="game.html">`
    #[arg(long, help_heading = "Output")]
    embed: bool,
    /// Write to PATH; for several figures, a folder [default: standard output]
    #[arg(short, long, value_name = "PATH", help_heading = "Output")]
    output: Option<PathBuf>,
}

impl Render {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_have_records(self.output.as_deref())?;
        let request = self.request()?;
        let mut destination = Destination::new(self, request.clone());
        let mut status = Status::Well;
        let mut records = self.one.all()?.peekable();
        let mut is_first = true;
        while let Some(record) = records.next() {
            let record = record?;
            let several = !is_first || records.peek().is_some();
            if several && self.embed && destination.is_one_file() {
                return Err(Failure::Usage(
                    "`--embed` shows one record: choose it with `--record N`".into(),
                ));
            }
            if several && is_first && !destination.takes_several() {
                // Counting the other records also skips them.
                let total = 1 + records.by_ref().count();
                stderr_line!(
                    "pipscribe: {}: this is the first of {total} records; `--record N` draws another, `-o FOLDER` all \
                        of them",
                    record.name
                );
            }
            is_first = false;

            let request = self.request_of_file(&request, record.path.as_deref())?;
            destination.set_request(&request);
            match self.draw_record(record, several, &request, &mut destination) {
                Ok(drawn) => status = status.max(drawn),
                // One unreadable record does not prevent the others from being drawn.
                Err(failure) if several && !destination.is_full() => {
                    report_failure(&failure, &mut status);
                }
                Err(failure) => return Err(failure),
            }
        }

        status = status.max(destination.finish_players()?);
        destination.finish()?;
        Ok(status)
    }

    /// Draws the figures of a record, or its player.
    fn draw_record(
        &self,
        record: SelectedRecord,
        several: bool,
        request: &RenderRequest,
        destination: &mut Destination<'_>,
    ) -> Result<Status, Failure> {
        let named = RecordName {
            several,
            number: record.number,
            name: record.name.clone(),
        };
        let (timeline, reported) = reported_timeline(record)?;
        if request.format == RenderFormat::Html {
            let drawn = if several && destination.is_one_file() {
                destination.add_player(&timeline, &named)?
            } else {
                self.play(&timeline, request, &named, destination)?
            };
            return Ok(drawn.max(reported));
        }
        let drawn = draw(&timeline, request, &named, destination)?;
        let is_cut = reported == Status::Findings && timeline.stopped().is_some();
        if is_cut && self.which.is_last() {
            stderr_line!(
                "pipscribe: the figure shows the position before the error; `--findings` draws the position at it"
            );
        }
        Ok(drawn.max(reported))
    }

    /// Returns the request that the arguments describe.
    fn request(&self) -> Result<RenderRequest, Failure> {
        let theme = self.theme.as_deref().map(theme).transpose()?;
        let format = self.format()?;
        let print = &self.setting.print;
        let mut request = RenderRequest::default();
        request.format = format;
        request.selection = self.which.selection();
        request.turns = self.animated.turns.map(|range| (range.from, range.to));
        request.theme = theme;
        request.paper = print.paper(format.language(), format.takes_letters())?;
        request.columns = self.columns;
        request.label.clone_from(&self.setting.label);
        // In a `.tex` file, a TikZ picture has a figure environment around it.
        request.is_framed = self.is_in_latex_file();
        if let Some(page) = &self.setting.page {
            request
                .set("page", page)
                .map_err(|error| refused_option(&error))?;
        }
        self.shown.set(&self.which, &mut request)?;
        self.check(&request)?;
        Ok(request)
    }

    /// Checks that the arguments do not contradict each other or the format: first the arguments
    /// that are part of the request, then those that only the command has.
    fn check(&self, request: &RenderRequest) -> Result<(), Failure> {
        let format = request.format;
        let is_animated = format.is_animated();
        let output = match format {
            RenderFormat::Pdf | RenderFormat::Latex => PrintOutput::Pdf,
            RenderFormat::Png => PrintOutput::Pixels,
            _ if is_animated => PrintOutput::Pixels,
            _ => PrintOutput::Other,
        };
        self.setting.print.check(output, self.scale)?;
        request.check().map_err(|error| refused(&error))?;

        let wrong = |message: &str| Err(Failure::Usage(message.to_owned()));
        if self.embed && (format != RenderFormat::Html || self.output.is_none()) {
            return wrong("`--embed` is for the HTML player: use `-o FILE.html`");
        }
        let AnimationArguments { delay, once, .. } = self.animated;
        if !is_animated && (delay.is_some() || once) {
            return wrong(ONLY_ANIMATIONS);
        }
        if is_animated && self.output.is_none() {
            return wrong("an animation needs a file: use `-o FILE.gif` or `-o FILE.apng`");
        }
        if format == RenderFormat::Latex && self.output.is_none() {
            return wrong(
                "LaTeX needs a file, because its image is written next to it: use `-o FILE.tex`",
            );
        }
        Ok(())
    }

    /// Returns the request for the records of a file, with the theme and the book of its project.
    fn request_of_file(
        &self,
        request: &RenderRequest,
        path: Option<&Path>,
    ) -> Result<RenderRequest, Failure> {
        let mut request = request.clone();
        if request.theme.is_none() {
            request.theme = theme_of_file(None, path)?;
        }
        request.book = book(path).map(|book| book.base().to_owned());
        Ok(request)
    }

    /// Returns the format: the value of `--format`, or the format of the output's extension, which
    /// must then be known.
    fn format(&self) -> Result<RenderFormat, Failure> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(path) = self.output.as_deref().filter(|path| !path.is_dir()) else {
            return Ok(RenderFormat::Text);
        };
        if let Some(format) = format_of(path) {
            return Ok(format);
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            None => Ok(RenderFormat::Text),
            Some("eps" | "ps") => {
                let message = "EPS is not supported: use `-o FILE.pdf`; programs that place EPS can place PDF too";
                Err(Failure::Usage(message.into()))
            }
            Some(extension) => {
                let mut known: Vec<&str> = Vec::new();
                for format in RenderFormat::ALL {
                    if !known.contains(&format.extension()) {
                        known.push(format.extension());
                    }
                }
                Err(unknown_extension(extension, &known, "--format"))
            }
        }
    }

    /// Writes the player of the whole record.
    fn play(
        &self,
        timeline: &Timeline,
        request: &RenderRequest,
        named: &RecordName,
        destination: &mut Destination<'_>,
    ) -> Result<Status, Failure> {
        let page = player(timeline, &request.player_options()).map_err(|error| match error {
            PlayerError::TooMany { .. } => {
                Failure::Usage(format!("{}, record {}: {error}", named.name, named.number))
            }
            _ => refused(&error.into()),
        })?;
        warn(&page.warnings);
        destination.add_page(page.html.as_bytes(), named)?;
        if self.embed {
            destination.add_element()?;
        }
        Ok(Status::findings_if(!page.warnings.is_empty()))
    }
}

/// Draws the figures of a record.
fn draw(
    timeline: &Timeline,
    request: &RenderRequest,
    named: &RecordName,
    destination: &mut Destination<'_>,
) -> Result<Status, Failure> {
    let drawn = match request.figures(timeline) {
        Ok(drawn) => drawn,
        Err(RenderError::Warnings(warnings)) => {
            warn(&warnings);
            return Ok(Status::Failed);
        }
        Err(error @ (RenderError::NoFinding | RenderError::NoDiagram)) if named.several => {
            destination.skip(error);
            return Ok(Status::Well);
        }
        Err(error) => return Err(refused(&error)),
    };
    warn(&drawn.warnings);
    destination.add_figures(drawn.figures, named)?;
    Ok(Status::findings_if(!drawn.warnings.is_empty()))
}

/// Reports parts that did not fit, and other warnings of the library.
fn warn(warnings: &[String]) {
    for warning in warnings {
        stderr_line!("pipscribe: {warning}");
    }
}

/// Returns the theme of an argument or, without one, of the project of a file; `None` if neither
/// sets one.
pub(super) fn theme_of_file(
    given: Option<&str>,
    path: Option<&Path>,
) -> Result<Option<Theme>, Failure> {
    let of_project = project_settings::of_file(path)?;
    match given {
        Some(name) => theme(name).map(Some),
        None => Ok(of_project.theme().cloned()),
    }
}

/// Returns a built-in theme, or the theme in a file.
pub(super) fn theme(name: &str) -> Result<Theme, Failure> {
    if let Some(theme) = Theme::named(name) {
        return Ok(theme);
    }
    let known: Vec<_> = Theme::names().collect();
    if !Path::new(name).exists() {
        let message = format!(
            "unknown theme `{}`, and there is no such file (the themes are {})",
            shorten(name),
            known.join(", ")
        );
        return Err(Failure::Usage(message));
    }
    let text = read_limited_text(Path::new(name), MAX_THEME_BYTES)
        .map_err(|error| Failure::reading(name, error))?;
    Theme::from_yaml(&text).map_err(|error| Failure::Usage(format!("{name}: {error}")))
}
