//! `pipscribe deck`: checks, shows and lists decks of the Pipe Game. Some decks are bundled with
//! the program. A record finds any other deck in a file next to it, `NAME.yaml`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use super::deck_lookup::deck_of;
use super::hint_text::hint_text;
use super::image;
use super::look::look;
use super::output::{Output, counted, json, stderr_line};
use super::overwrite_protection::must_not_have_records;
use super::paths::path_name;
use super::render::theme_of_file;
use super::source::report_failure;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::decks::{Deck, DeckFile, DeckStatistics, Decks, MAX_DECK_BYTES, ShippedDecks};
use pipscribe::draw::{Figure, Scene, write_figure, write_page, write_text};
use pipscribe::games::{card_scene, deck_scenes};
use pipscribe::replay::Report;
use pipscribe::reports::{ForeignText, HumanWriter, finding_json, write_short};
use pipscribe::text::lines;

/// Arguments of `pipscribe deck`.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true, args_conflicts_with_subcommands = true)]
pub(crate) struct DeckCommand {
    /// List the bundled decks, as `deck list` does
    #[arg(long)]
    list: bool,
    #[command(subcommand)]
    action: Option<DeckAction>,
}

#[derive(Debug, Subcommand)]
enum DeckAction {
    /// Check deck files
    Check(Check),
    /// Show a deck: cards, statistics and hash, or a sheet to print as SVG, PNG or PDF
    Show(Show),
    /// List the bundled decks with their numbers of cards and the beginnings of their hashes
    List,
}

/// Arguments of `pipscribe deck check`.
#[derive(Debug, Args)]
struct Check {
    /// Deck files, names of bundled decks, or `-` for standard input
    #[arg(value_name = "FILE|NAME", required = true)]
    files: Vec<PathBuf>,
    /// Set the format of the report
    #[arg(long, value_enum, default_value_t = DeckFormat::Human)]
    format: DeckFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DeckFormat {
    /// Lines of the file, with the rules
    #[value(name = "text", alias = "human")]
    Human,
    /// One line per finding
    Short,
    /// One JSON object per file
    Json,
}

/// Arguments of `pipscribe deck show`.
#[derive(Debug, Args)]
struct Show {
    /// A deck file, `-` for standard input, or the name of a bundled deck
    #[arg(value_name = "FILE|NAME")]
    deck: PathBuf,
    /// Set the format [default: by extension of the output, else text]
    #[arg(long, value_enum)]
    format: Option<SheetFormat>,
    /// Set the theme: print, screen, dark, high-contrast, or a YAML file [default:
    /// `pipscribe.toml`, else print]
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Scale a PNG by FACTOR; 1 is 96 dots per inch
    #[arg(long, value_name = "FACTOR", default_value_t = 2.0)]
    scale: f32,
    /// Write to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SheetFormat {
    /// Every card as text, and statistics of the deck
    Text,
    /// Scalable vector graphics
    Svg,
    /// Pixels
    Png,
    /// PDF, sheets for A4
    Pdf,
}

impl SheetFormat {
    fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        Self::from_str(extension, true).ok()
    }
}

impl DeckCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        match &self.action {
            Some(DeckAction::Check(check)) => check.run(),
            Some(DeckAction::Show(show)) => show.run(),
            Some(DeckAction::List) | None => list(),
        }
    }
}

impl Check {
    fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard().for_look(&look(self.files.first().map(PathBuf::as_path)));
        let mut status = Status::Well;
        let mut files = 0_u64;
        let mut invalid = 0_u64;
        let mut errors = 0_u64;
        for path in &self.files {
            let file = match read(path) {
                Ok(file) => file,
                Err(failure) => {
                    report_failure(&failure, &mut status);
                    continue;
                }
            };

            files += 1;
            invalid += u64::from(file.deck.is_none());
            errors += file.findings.len() as u64;
            write_findings(&file, &path_name(path), self.format, &mut out)?;
            if let Some(name) = deck_name_unlike_file(path, &file) {
                let held = format!("{} holds the deck `{name}`", path_name(path));
                stderr_line!(
                    "pipscribe: {held}: next to a record that names it, the deck is found only as `{name}.yaml`"
                );
            }
        }

        out.finish()?;
        let found = if errors > 0 {
            format!("; {}", counted(errors, "error"))
        } else {
            String::new()
        };
        note!(
            "{} checked: {} valid, {invalid} invalid{found}",
            counted(files, "deck"),
            files - invalid
        );
        Ok(status.max(Status::findings_if(invalid > 0)))
    }
}

/// Returns the name of a valid deck whose file has another name, so that records do not find it.
fn deck_name_unlike_file<'f>(path: &Path, file: &'f DeckFile) -> Option<&'f str> {
    let name = file.deck.as_ref()?.name.as_str();
    let is_standard_input = path == Path::new("-");
    let is_bundled = path == Path::new(name);
    let has_name_of_deck = path
        .file_name()
        .is_some_and(|file| *file == *format!("{name}.yaml"));
    if is_standard_input || is_bundled || has_name_of_deck {
        None
    } else {
        Some(name)
    }
}

impl Show {
    fn run(&self) -> Result<Status, Failure> {
        must_not_have_records(self.output.as_deref())?;
        let name = path_name(&self.deck);
        let file = read(&self.deck)?;
        let Some(deck) = &file.deck else {
            let mut out = Output::standard().for_look(&look(Some(&self.deck)));
            write_findings(&file, &name, DeckFormat::Human, &mut out)?;
            out.finish()?;
            return Ok(Status::Findings);
        };

        let output = self.output.as_deref();
        let format_of_output = output.and_then(SheetFormat::of_path);
        let format = self
            .format
            .or(format_of_output)
            .unwrap_or(SheetFormat::Text);
        if format == SheetFormat::Text {
            let mut out = Output::to(output)?;
            write_deck(deck, &mut out)?;
            out.finish()?;
        } else {
            Output::write_data(output, self.sheets(deck, format)?)?;
        }
        Ok(Status::Well)
    }

    /// Returns the cards laid out for printing, in a format other than text.
    fn sheets(&self, deck: &Deck, format: SheetFormat) -> Result<Vec<u8>, Failure> {
        let theme = theme_of_file(self.theme.as_deref(), Some(&self.deck))?.unwrap_or_default();
        let figure = |scene: Scene| {
            let caption = format!("{}, edition {}", scene.title, lines(deck.edition.trim()));
            let mut figure = Figure::plain(scene);
            figure.caption = Some(caption);
            figure
        };
        let figures: Vec<Figure> = deck_scenes(deck).into_iter().map(figure).collect();
        // In SVG and PNG, all sheets are on one page, one below the other.
        let columns = 1;
        Ok(match format {
            SheetFormat::Text | SheetFormat::Svg => {
                write_page(&figures, columns, &theme).into_bytes()
            }
            SheetFormat::Png => image::png(&write_page(&figures, columns, &theme), self.scale)?,
            SheetFormat::Pdf => {
                let pages: Vec<String> = figures
                    .iter()
                    .map(|figure| write_figure(figure, &theme))
                    .collect();
                image::pdf(&pages)?
            }
        })
    }
}

fn write_deck(deck: &Deck, out: &mut Output) -> Result<(), Failure> {
    out.write(&format!(
        "{}, edition {}, {}\n{}\nhash {}\n\n{}\n\
         On the rim, `.` is light and `#` is dark; BB, B1 and WW are pipes, bb and ww are end caps.\n",
        deck.name,
        lines(deck.edition.trim()),
        counted(deck.len(), "card"),
        lines(deck.source.trim()),
        deck.hash(),
        DeckStatistics::from_deck(deck)
    ))?;
    for (id, layout) in deck.cards() {
        out.write(&format!("\n{id}: {layout}\n"))?;
        out.write(&write_text(&card_scene(layout, id)))?;
    }
    Ok(())
}

/// Number of hexadecimal digits of a hash that are shown to people.
const SHORT_HASH: usize = 12;

/// Lists the bundled decks.
fn list() -> Result<Status, Failure> {
    let names: Vec<&str> = ShippedDecks::names().collect();
    let width = names
        .iter()
        .map(|name| name.len())
        .max()
        .unwrap_or_default();
    let mut out = Output::standard();
    for name in names {
        let Ok(deck) = ShippedDecks.deck(name) else {
            continue;
        };
        let mut hash = deck.hash();
        hash.truncate(SHORT_HASH);
        out.write(&format!(
            "{name:<width$}  {}  {hash}\n",
            counted(deck.len(), "card")
        ))?;
    }
    out.finish()?;
    Ok(Status::Well)
}

/// Reads a deck file, a bundled deck, or standard input.
fn read(path: &Path) -> Result<DeckFile, Failure> {
    if path != Path::new("-") {
        return deck_of(path);
    }
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock().take(MAX_DECK_BYTES as u64 + 1);
    input
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::reading("-", error))?;
    Ok(DeckFile::read(&bytes))
}

/// Writes the findings of a file.
fn write_findings(
    file: &DeckFile,
    name: &str,
    format: DeckFormat,
    out: &mut Output,
) -> Result<(), Failure> {
    match format {
        DeckFormat::Human => {
            let no_boards = Report::default();
            let shown = ForeignText::new(&file.source);
            let writer =
                HumanWriter::of_foreign_text(name, &shown, &no_boards, look(Some(Path::new(name))))
                    .with_hint_text(hint_text);
            file.findings
                .iter()
                .try_for_each(|finding| out.write(&writer.write(finding)))
        }
        DeckFormat::Short => file
            .findings
            .iter()
            .try_for_each(|finding| out.write(&write_short(name, &file.source, finding))),
        DeckFormat::Json => {
            let object = FileJson {
                path: name,
                deck: file.name.as_deref(),
                valid: file.deck.is_some(),
                cards: file.deck.as_ref().map(Deck::len),
                hash: file.deck.as_ref().map(Deck::hash),
                findings: file
                    .findings
                    .iter()
                    .map(|finding| finding_json(&file.source, finding, hint_text))
                    .collect(),
            };
            out.write(&json(&object)?)
        }
    }
}

/// Result of checking one file, as JSON: a stable contract. `F` is a finding as JSON.
#[derive(Serialize)]
struct FileJson<'a, F> {
    path: &'a str,
    deck: Option<&'a str>,
    valid: bool,
    cards: Option<usize>,
    hash: Option<String>,
    findings: Vec<F>,
}
