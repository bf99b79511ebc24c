//! Files, folders and standard input, as records.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use clap::Args;

use super::decks::{DeckArguments, KnownDecks};
use super::file_state::FileState;
use super::index::IndexedFile;
use super::names::{Names, check_variant, needs, no_such};
use super::output::tell;
use super::walk::{Finder, FolderOptions};
use super::{Failure, Status};
use crate::documents::PageKind;
use crate::findings::Finding;
use crate::formats::Assumptions;
use crate::formats::position::tags_of;
use crate::games::{Context, GameId};
use crate::notation::{Record, quoted};
use crate::replay::Timeline;
use crate::text::{RawRecord, RecordSplitter};

/// The records to work on.
#[derive(Debug, Args)]
pub(crate) struct Paths {
    /// Files or folders, or `-` for standard input. In a folder: every .pips file, except hidden and git-ignored
    /// ones; links are not followed. In a document (`.md`, `.tex`, `.typ`): the code blocks marked `pips`
    #[arg(value_name = "PATH", required = true, help_heading = None)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) folders: FolderOptions,
    #[command(flatten)]
    pub(crate) decks: DeckArguments,
}

/// Iterator over the records of a file.
pub(super) type Records = Box<dyn Iterator<Item = io::Result<RawRecord>>>;

/// A file to read.
pub(crate) struct Source {
    /// Its name in findings; `-` for standard input.
    pub(crate) name: String,
    /// Where it is; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
    /// Its state when it was first opened.
    state: OnceLock<FileState>,
}

impl Source {
    pub(crate) fn new(name: String, path: Option<PathBuf>) -> Self {
        Self { name, path, state: OnceLock::new() }
    }

    /// Returns the state that the file had when it was first opened: a replacement must not overwrite a newer version.
    pub(super) fn state(&self) -> Option<&FileState> {
        self.state.get()
    }

    /// Opens the file.
    pub(crate) fn open(&self) -> Result<Box<dyn Read>, Failure> {
        match &self.path {
            None => Ok(Box::new(io::stdin().lock())),
            Some(path) => {
                let file = File::open(path).map_err(|error| self.failure(error))?;
                if self.state.get().is_none() {
                    let state = FileState::of_open(&file).map_err(|error| self.failure(error))?;
                    let _ = self.state.set(state);
                }
                Ok(Box::new(file))
            }
        }
    }

    /// Returns the format of the document, if the records are in its code blocks.
    pub(crate) fn page_kind(&self) -> Option<PageKind> {
        self.path.as_ref()?.extension()?.to_str().and_then(PageKind::of_ending)
    }

    /// Returns the records one by one: those in the code blocks of a document, or those of the whole file with the
    /// comments before the first.
    pub(super) fn records(&self) -> Result<Records, Failure> {
        let input = self.open()?;
        Ok(self.records_of(input).unwrap_or_else(|error| Box::new(std::iter::once(Err(error)))))
    }

    /// Returns the records of another input, read as if it were this file.
    pub(super) fn records_of(&self, mut input: impl Read + 'static) -> io::Result<Records> {
        let Some(kind) = self.page_kind() else {
            return Ok(Box::new(RecordSplitter::new(input)));
        };
        let mut page = Vec::new();
        input.read_to_end(&mut page)?;
        Ok(Box::new(kind.records(&page).into_iter().map(Ok)))
    }

    pub(super) fn failure(&self, error: io::Error) -> Failure {
        Failure::Read { name: self.name.clone(), error }
    }
}

impl Paths {
    /// Returns every file once, in the order of the arguments; the files of a folder by name. Documents in folders are
    /// included on request. Folders that cannot be read are reported and skipped.
    pub(crate) fn sources(&self, pages: bool, status: &mut Status) -> Vec<Source> {
        let mut finder = Finder::new(self.folders, pages);
        self.paths.iter().flat_map(|path| finder.find(path, status)).collect()
    }

    /// Returns the same arguments for only some of the files.
    pub(crate) fn only(&self, sources: &[Source]) -> Self {
        let path = |source: &Source| source.path.clone().unwrap_or_else(|| PathBuf::from("-"));
        Self { paths: sources.iter().map(path).collect(), folders: self.folders, decks: self.decks.clone() }
    }

    /// Fails for standard input, which cannot be changed in place.
    pub(crate) fn must_be_files(&self, option: &str) -> Result<(), Failure> {
        if self.paths.iter().any(|path| path == Path::new("-")) {
            let message = format!("`{option}` cannot write to standard input: name files");
            return Err(Failure::Usage(message));
        }
        Ok(())
    }
}

/// Reports a failure and continues.
pub(crate) fn report_failure(failure: &Failure, status: &mut Status) {
    tell!("pipscribe: {failure}");
    *status = Status::Failed;
}

/// One position: from a record, or from a game, a variant and a position.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// A file with a record, or `-` for standard input. In a document (`.md`, `.tex`, `.typ`): the code blocks
    /// marked `pips`
    #[arg(value_name = "PATH", conflicts_with = "game", required_unless_present = "game", help_heading = None)]
    path: Option<PathBuf>,
    /// Read the N-th record of the file [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "game")]
    record: Option<u64>,
    #[command(flatten)]
    setup: SetupArguments,
    /// Start from this position; needs `--game`
    #[arg(long, value_name = "POSITION", requires = "game", allow_hyphen_values = true)]
    position: Option<String>,
}

/// A game with its variant and options.
#[derive(Debug, Args)]
pub(crate) struct SetupArguments {
    /// Set the game
    #[arg(long, value_name = "GAME", value_parser = Names::games())]
    pub(crate) game: Option<String>,
    /// Set the variant
    #[arg(long, value_name = "VARIANT", requires = "game")]
    #[arg(value_parser = Names::variants(), hide_possible_values = true)]
    pub(crate) variant: Option<String>,
    /// Set the tag `Options`, such as "out=empty"
    #[arg(long, value_name = "OPTIONS", requires = "game")]
    pub(crate) options: Option<String>,
    /// Set a tag, such as "Size=7"; may be repeated [default: Size=13 for Pippinzip; for the Pipe Game the deck of
    /// `--deck`, else the bundled deck]
    #[arg(long, value_name = "NAME=VALUE", requires = "game")]
    pub(crate) tag: Vec<String>,
    #[command(flatten)]
    pub(crate) decks: DeckArguments,
}

/// Returns tags as in a record, one per line.
pub(super) fn text_of_tags(tags: &[(String, String)]) -> String {
    tags.iter().map(|(name, value)| format!("[{name} {}]\n", quoted(value))).collect()
}

/// Reports why no turn can be played from these tags, in terms of the options that set them.
pub(super) fn not_playable(tags: &[(String, String)], context: &Context) -> Failure {
    let record = Record::parse_str(&text_of_tags(tags));
    let findings = record.game().map(|game| game.check(&record, context).findings).unwrap_or_default();
    let Some(finding) = findings.into_iter().find(Finding::is_error) else {
        return Failure::Usage("invalid setup: no turn is legal".to_owned());
    };
    let what = option_at(tags, finding.span.start as usize).unwrap_or_else(|| "setup".to_owned());
    let help = finding.help.as_deref().map(|help| format!(" {help}")).unwrap_or_default();
    let why = format!("{}{help}", finding.message);
    Failure::Usage(format!("invalid {what}: {}", why.trim_end_matches('.')))
}

/// Returns the option that set the tag at this place of [`text_of_tags`]; `None` before and after their values.
fn option_at(tags: &[(String, String)], place: usize) -> Option<String> {
    let mut start = 0;
    for tag in tags {
        let length = text_of_tags(std::slice::from_ref(tag)).len();
        // A missing tag is reported at the beginning of a line.
        if (start + 1..start + length).contains(&place) {
            let (name, value) = tag;
            return Some(match name.as_str() {
                "Game" | "Variant" | "Options" | "Position" => format!("`--{}`", name.to_lowercase()),
                _ => format!("`--tag {name}={value}`"),
            });
        }
        start += length;
    }
    None
}

/// The default size of a Pippinzip board: one of Go, small enough for a quick game.
const USUAL_SIZE: &str = "13";

impl SetupArguments {
    /// Returns the tags for these arguments, `Game` first, with the tags that follow from the position or from
    /// defaults.
    pub(crate) fn tags(&self, position: Option<&str>) -> Result<Vec<(String, String)>, Failure> {
        let mut tags = self.given_tags()?;
        let Some(game) = self.game.as_deref().and_then(GameId::named) else { return Ok(tags) };
        check_variant(Some(game), self.variant.as_deref())?;
        if game.variants().len() > 1 && tags.iter().all(|(name, _)| name != "Variant") {
            return Err(needs(game.title(), "--variant", game.variants()));
        }
        let context = self.decks.load()?.of_file(None);
        let assumptions = Assumptions { variant: self.variant.clone(), context, ..Assumptions::default() };
        // An invalid position has no size and no seats; it is reported separately.
        let position = position.filter(|position| game.canonical_position_text(position).is_some());
        let mut told = position.map(|position| tags_of(game, position, &assumptions)).unwrap_or_default();
        match game {
            GameId::Pippinzip => told.push(("Size".to_owned(), USUAL_SIZE.to_owned())),
            GameId::Pipe => {
                told.extend(assumptions.context.decks().names().into_iter().map(|name| ("Deck".to_owned(), name)));
            }
            GameId::Gipf | GameId::Pippip => {}
        }
        // Cards among the tags are a deck.
        let has_cards = tags.iter().any(|(name, _)| name.starts_with("Card"));
        for (name, value) in told.into_iter().filter(|(name, _)| name != "Deck" || !has_cards) {
            if tags.iter().all(|(known, _)| *known != name) {
                tags.push((name, value));
            }
        }
        Ok(tags)
    }

    fn given_tags(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut tags = Vec::new();
        let given = [("Game", &self.game), ("Variant", &self.variant), ("Options", &self.options)];
        for (name, value) in given {
            tags.extend(value.iter().map(|value| (name.to_owned(), value.clone())));
        }
        for tag in &self.tag {
            let (name, value) = tag
                .split_once('=')
                .ok_or_else(|| Failure::Usage(format!("invalid `--tag {tag}`: write NAME=VALUE")))?;
            tags.push((name.to_owned(), value.to_owned()));
        }
        Ok(tags)
    }
}

/// Returns the records of a file, one by one.
fn records_in(source: Source, decks: Arc<KnownDecks>) -> Box<dyn Iterator<Item = Result<Found, Failure>>> {
    let records = match source.records() {
        Ok(records) => records,
        Err(failure) => return Box::new(std::iter::once(Err(failure))),
    };
    let records = records.filter(|raw| raw.as_ref().map_or(true, |raw| !raw.preamble));
    Box::new((1..).zip(records).map(move |(number, raw)| {
        let record = Record::parse(raw.map_err(|error| source.failure(error))?);
        Ok(Found { name: source.name.clone(), number, record, context: decks.of_file(source.path.as_deref()) })
    }))
}

/// A record, its context and its place.
pub(crate) struct Found {
    /// The name of its file.
    pub(crate) name: String,
    /// The number of the record in its file, from 1.
    pub(crate) number: u64,
    pub(crate) record: Record,
    pub(crate) context: Context,
}

impl One {
    /// Returns the one record that was selected, or all records of the file or folder.
    pub(crate) fn all(&self) -> Result<Box<dyn Iterator<Item = Result<Found, Failure>>>, Failure> {
        self.check()?;
        let Some(path) = self.path.clone().filter(|_| self.record.is_none()) else {
            return Ok(Box::new(std::iter::once(Ok(self.record()?))));
        };
        let decks = self.setup.decks.load()?;
        let mut status = Status::Well;
        let sources = Finder::new(FolderOptions::default(), false).find(&path, &mut status);
        let mut records = sources.into_iter().flat_map(move |source| records_in(source, Arc::clone(&decks))).peekable();
        if records.peek().is_none() {
            return Err(Failure::Usage(format!("{} has no record", path.display())));
        }
        Ok(Box::new(records))
    }

    /// Fails for options that contradict the file.
    fn check(&self) -> Result<(), Failure> {
        let SetupArguments { variant, options, tag, .. } = &self.setup;
        let given = [
            ("position", self.position.is_some()),
            ("variant", variant.is_some()),
            ("options", options.is_some()),
            ("tag", !tag.is_empty()),
        ];
        match given.into_iter().find(|(_, is_given)| self.path.is_some() && *is_given) {
            Some((name, _)) => Err(Failure::Usage(format!("`--{name}` needs `--game` instead of a file"))),
            None => Ok(()),
        }
    }

    /// Returns the selected record, by default the first.
    pub(crate) fn record(&self) -> Result<Found, Failure> {
        self.check()?;
        let decks = self.setup.decks.load()?;
        if let Some(path) = &self.path {
            let number = self.record.unwrap_or(1);
            let (name, record, context) = record_of(path, number, &decks)?;
            return Ok(Found { name, number, record, context });
        }
        let mut tags = self.setup.tags(self.position.as_deref())?;
        tags.extend(self.position.iter().map(|position| ("Position".to_owned(), position.clone())));
        let (text, context) = (text_of_tags(&tags), decks.of_file(None));
        if Timeline::of(Record::parse_str(&text), &context).is_none_or(|timeline| timeline.start().is_none()) {
            return Err(not_playable(&tags, &context));
        }
        let record = Record::parse_str(&text);
        Ok(Found { name: "arguments".into(), number: 1, record, context })
    }
}

/// Returns record `number` (from 1) of a file.
pub(super) fn record_of(
    path: &Path,
    number: u64,
    decks: &Arc<KnownDecks>,
) -> Result<(String, Record, Context), Failure> {
    let mut status = Status::Well;
    let mut count = 0;
    for source in Finder::new(FolderOptions::default(), false).find(path, &mut status) {
        // With an index, the file need not be read up to there.
        if let Some(mut indexed) = IndexedFile::of(&source)
            && number.checked_sub(count).is_some_and(|inside| inside <= indexed.records())
            && let Ok(Some((_, raw))) = indexed.record(number - count)
        {
            let context = decks.of_file(source.path.as_deref());
            return Ok((source.name, Record::parse(raw.capped()), context));
        }
        for raw in source.records()? {
            let raw = raw.map_err(|error| source.failure(error))?;
            count += u64::from(!raw.preamble);
            if count == number && !raw.preamble {
                let context = decks.of_file(source.path.as_deref());
                return Ok((source.name, Record::parse(raw), context));
            }
        }
    }
    Err(Failure::Usage(match count {
        0 => format!("{} has no record", path.display()),
        _ => format!("{} has no record {number}; it has {count}", path.display()),
    }))
}

/// Returns a record turn by turn.
pub(crate) fn timeline_of(record: impl Into<Arc<Record>>, context: &Context) -> Result<Timeline, Failure> {
    let record: Arc<Record> = record.into();
    let tag = record.tag("Game").ok_or_else(|| Failure::Usage("the record has no tag `Game`".into()))?;
    let unknown = || {
        let names = GameId::ALL.map(GameId::name);
        Failure::Usage(no_such("game", &tag.value, names, &format!("the games are {}", names.join(", "))))
    };
    Timeline::of(Arc::clone(&record), context).ok_or_else(unknown)
}
