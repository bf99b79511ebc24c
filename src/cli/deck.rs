//! `pipscribe deck`

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use serde::Serialize;

use super::decks::read_deck;
use super::input::told;
use super::output::{Output, counted, look, tell};
use super::{Failure, Status};
use crate::draw::write_text;
use crate::findings::human::HumanWriter;
use crate::findings::{FindingJson, finding_json, write_short};
use crate::games::pipe::{Deck, DeckFile, DeckStatistics, MAX_DECK_BYTES, ShippedDecks, card_scene};
use crate::notation::Record;

/// Works on decks of the Pipe Game.
#[derive(Debug, Args)]
pub(crate) struct DeckCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Judge deck files
    Check(Check),
    /// Show a deck: its cards, what it is made of, its hash
    Show(Show),
}

/// Judges deck files.
#[derive(Debug, Args)]
struct Check {
    /// Deck files, or `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// With the file's text and the rule
    Human,
    /// One line a finding
    Short,
    /// One JSON object a file
    Json,
}

/// Shows a deck.
#[derive(Debug, Args)]
struct Show {
    /// A deck file, `-` for standard input, or the name of a deck that ships
    #[arg(value_name = "FILE|NAME")]
    deck: PathBuf,
}

/// What checking one file gave, as JSON has it: a stable contract.
#[derive(Serialize)]
struct FileJson<'a> {
    path: &'a str,
    deck: Option<&'a str>,
    valid: bool,
    cards: Option<usize>,
    hash: Option<String>,
    findings: Vec<FindingJson<'a>>,
}

impl DeckCommand {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        match &self.action {
            Action::Check(check) => check.run(),
            Action::Show(show) => show.run(),
        }
    }
}

/// Reads a deck file, or standard input.
fn read(path: &Path) -> Result<DeckFile, Failure> {
    use std::io::Read;
    let failure = |error| Failure::Io { what: format!("reading {}", path.display()), error };
    let bytes = if path == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().take(MAX_DECK_BYTES as u64 + 1).read_to_end(&mut bytes).map(|_| bytes)
    } else {
        read_deck(path)
    };
    bytes.map(|bytes| DeckFile::read(&bytes)).map_err(failure)
}

/// Writes what is wrong with a file.
fn write_findings(file: &DeckFile, name: &str, format: Format, out: &mut Output) -> Result<(), Failure> {
    match format {
        Format::Human => {
            let no_record = Record::parse_str("");
            let writer = HumanWriter::of_foreign_text(name, &file.source, &no_record, None, look());
            file.findings.iter().try_for_each(|finding| out.write(&writer.write(finding)))
        }
        Format::Short => {
            file.findings.iter().try_for_each(|finding| out.write(&write_short(name, &file.source, finding)))
        }
        Format::Json => {
            let json = FileJson {
                path: name,
                deck: file.name.as_deref(),
                valid: file.deck.is_some(),
                cards: file.deck.as_ref().map(Deck::len),
                hash: file.deck.as_ref().map(Deck::hash),
                findings: file.findings.iter().map(|finding| finding_json(&file.source, finding)).collect(),
            };
            let line = serde_json::to_string(&json).map_err(|error| Failure::output(error.into()))?;
            out.write(&format!("{line}\n"))
        }
    }
}

impl Check {
    fn run(&self) -> Result<Status, Failure> {
        let mut out = Output::standard();
        let mut status = Status::Well;
        let (mut files, mut broken, mut errors) = (0_u64, 0_u64, 0_u64);
        for path in &self.files {
            let file = match read(path) {
                Ok(file) => file,
                Err(failure) => {
                    told(&failure, &mut status);
                    continue;
                }
            };
            files += 1;
            broken += u64::from(file.deck.is_none());
            errors += file.findings.len() as u64;
            write_findings(&file, &path.display().to_string(), self.format, &mut out)?;
        }
        out.finish()?;
        let found = if errors > 0 { format!("; {}", counted(errors, "error")) } else { String::new() };
        tell!("{} checked: {} valid, {broken} not{found}", counted(files, "deck"), files - broken);
        Ok(status.max(if broken > 0 { Status::Findings } else { Status::Well }))
    }
}

impl Show {
    fn run(&self) -> Result<Status, Failure> {
        let name = self.deck.display().to_string();
        let shipped = ShippedDecks::text(&name).filter(|_| !self.deck.exists());
        let file = match shipped {
            Some(text) => DeckFile::read(text.as_bytes()),
            None => read(&self.deck)?,
        };
        let mut out = Output::standard();
        let Some(deck) = &file.deck else {
            write_findings(&file, &name, Format::Human, &mut out)?;
            out.finish()?;
            return Ok(Status::Findings);
        };
        write_deck(deck, &mut out)?;
        out.finish()?;
        Ok(Status::Well)
    }
}

fn write_deck(deck: &Deck, out: &mut Output) -> Result<(), Failure> {
    out.write(&format!(
        "{}, edition {}, {}\n{}\nhash {}\n\n{}\n\
         On the rim `.` is light and `#` dark; BB, B1, WW are pipes, bb, ww end caps.\n",
        deck.name,
        printable(deck.edition.trim()),
        counted(deck.len() as u64, "card"),
        printable(deck.source.trim()),
        deck.hash(),
        DeckStatistics::of(deck)
    ))?;
    for (id, layout) in deck.cards() {
        let fields: Vec<_> = layout.fields().iter().map(ToString::to_string).collect();
        let card = layout.card();
        let pipes: Vec<_> = card.pipes.iter().map(ToString::to_string).collect();
        let arcs: String = card.arcs.iter().map(|colour| colour.letter()).collect();
        out.write(&format!("\n{id}: {} {arcs} = {}\n", pipes.join(" "), fields.join(" ")))?;
        out.write(&write_text(&card_scene(layout, id)))?;
    }
    Ok(())
}

/// A text without what a terminal would take for a command.
fn printable(text: &str) -> String {
    text.chars().map(|character| if character.is_control() && character != '\n' { '?' } else { character }).collect()
}
