//! Arguments that select one record or one position, and the replay of a record. A replay is a
//! [`Timeline`]: the positions of the record, from the start that its tags set up.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::deck_lookup::KnownDecks;
use super::file_finder::{Finder, FolderOptions};
use super::known_names::no_such;
use super::output::stderr_line;
use super::paths::path_name;
use super::setup_arguments::{SetupArguments, not_playable};
use super::source::Source;
use super::{Failure, Status, project_settings};
use pipscribe::games::{Context, GameId};
use pipscribe::notation::{LineAddress, Record, tag_lines};
use pipscribe::replay::Timeline;

/// One position: from a record, or from a game, a variant and a position.
#[derive(Debug, Args)]
pub(crate) struct OneRecord {
    /// A file or folder with a record, or `-` for standard input. In a document (`.md`, `.tex`,
    /// `.typ`): the code blocks marked `pips` [default: `.`, unless `--game` is given]
    #[arg(value_name = "PATH", conflicts_with = "game", help_heading = None)]
    path: Option<PathBuf>,
    /// Read the N-th record of the file [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "game")]
    record: Option<u64>,
    #[command(flatten)]
    setup: SetupArguments,
    /// Start from this position; needs `--game`
    #[arg(
        long,
        value_name = "POSITION",
        requires = "game",
        allow_hyphen_values = true
    )]
    position: Option<String>,
}

/// A record, its context and its place.
pub(crate) struct SelectedRecord {
    /// The name of its file.
    pub(crate) name: String,
    /// The path of its file; `None` for standard input, and for a position in the arguments.
    pub(crate) path: Option<PathBuf>,
    /// The number of the record in its file, from 1.
    pub(crate) number: u64,
    pub(crate) record: Record,
    /// Finds the decks that the record names.
    pub(crate) context: Context,
}

/// Records that are read one by one.
type SelectedRecords = Box<dyn Iterator<Item = Result<SelectedRecord, Failure>>>;

impl OneRecord {
    /// Returns the one record that was selected, or all records of the file or folder.
    pub(crate) fn all(&self) -> Result<SelectedRecords, Failure> {
        self.check()?;
        let path_of_several = if self.record.is_some() {
            None
        } else {
            self.path()
        };
        let Some(path) = path_of_several else {
            return Ok(Box::new(std::iter::once(Ok(self.record()?))));
        };

        let decks = self.setup.decks.load()?;
        let mut status = Status::Well;
        let sources = Finder::new(FolderOptions::default()).find(&path, &mut status);
        project_settings::check(sources.iter().map(|source| source.path.as_deref()))?;
        let mut records = sources
            .into_iter()
            .flat_map(move |source| records_in(source, Arc::clone(&decks)))
            .peekable();
        if records.peek().is_none() {
            return Err(Failure::Usage(format!(
                "{} has no record",
                path_name(&path)
            )));
        }
        Ok(Box::new(records))
    }

    /// Returns the file or folder; `None` for the start of a game.
    fn path(&self) -> Option<PathBuf> {
        let default = self.setup.game.is_none().then(|| PathBuf::from("."));
        self.path.clone().or(default)
    }

    /// Fails for options that contradict the file.
    fn check(&self) -> Result<(), Failure> {
        let SetupArguments {
            variant,
            options,
            tag,
            ..
        } = &self.setup;
        let setup_options = [
            ("position", self.position.is_some()),
            ("variant", variant.is_some()),
            ("options", options.is_some()),
            ("tag", !tag.is_empty()),
        ];
        for (name, is_given) in setup_options {
            if is_given && self.path.is_some() {
                return Err(Failure::Usage(format!(
                    "`--{name}` needs `--game` instead of a file"
                )));
            }
        }
        Ok(())
    }

    /// Returns the selected record, by default the first.
    pub(crate) fn record(&self) -> Result<SelectedRecord, Failure> {
        self.check()?;
        let decks = self.setup.decks.load()?;
        if let Some(path) = self.path() {
            return record_of(&path, self.record.unwrap_or(1), &decks);
        }

        let mut tags = self.setup.tags(self.position.as_deref())?;
        if let Some(position) = &self.position {
            tags.push(("Position".to_owned(), position.clone()));
        }
        let text = tag_lines(&tags);
        let context = decks.context_without_file()?;
        let is_playable = Timeline::new(Record::parse_str(&text), &context)
            .is_ok_and(|timeline| timeline.start().is_some());
        if !is_playable {
            return Err(not_playable(&tags, &context));
        }
        let record = Record::parse_str(&text);
        Ok(SelectedRecord {
            name: "arguments".into(),
            path: None,
            number: 1,
            record,
            context,
        })
    }
}

/// Returns the records of a file, one by one.
fn records_in(source: Source, decks: Arc<KnownDecks>) -> SelectedRecords {
    let pieces = match source.records() {
        Ok(pieces) => pieces,
        Err(failure) => return Box::new(std::iter::once(Err(failure))),
    };
    let records = pieces.filter(|piece| match piece {
        Ok(raw) => raw.is_record(),
        // The error is returned to the caller.
        Err(_) => true,
    });

    Box::new((1..).zip(records).map(move |(number, raw)| {
        let record = Record::parse(raw.map_err(|error| source.failure(error))?);
        let context = decks.context_for(source.path.as_deref())?;
        Ok(SelectedRecord {
            name: source.name.clone(),
            path: source.path.clone(),
            number,
            record,
            context,
        })
    }))
}

/// Returns record `number` (from 1) of a file.
pub(super) fn record_of(
    path: &Path,
    number: u64,
    decks: &Arc<KnownDecks>,
) -> Result<SelectedRecord, Failure> {
    let mut status = Status::Well;
    let mut count = 0;
    for source in Finder::new(FolderOptions::default()).find(path, &mut status) {
        for raw in source.records()? {
            let raw = raw.map_err(|error| source.failure(error))?;
            if !raw.is_record() {
                continue;
            }
            count += 1;
            if count == number {
                let context = decks.context_for(source.path.as_deref())?;
                return Ok(SelectedRecord {
                    name: source.name,
                    path: source.path,
                    number,
                    record: Record::parse(raw),
                    context,
                });
            }
        }
    }
    Err(Failure::Usage(match count {
        0 => format!("{} has no record", path_name(path)),
        _ => format!("{} has no record {number}; it has {count}", path_name(path)),
    }))
}

/// Replays a record.
pub(crate) fn timeline_of(record: Record, context: &Context) -> Result<Timeline, Failure> {
    let record = Arc::new(record);
    let tag = record.tag("Game").ok_or_else(|| {
        let help =
            "`pipscribe check` shows what is missing, and `pipscribe infer` detects the game";
        Failure::Usage(format!("the record has no tag `Game`: {help}"))
    })?;
    Timeline::new(Arc::clone(&record), context).map_err(|_| {
        let names = GameId::ALL.map(GameId::name);
        let which = format!("the games are {}", names.join(", "));
        Failure::Usage(no_such("game", &tag.value, names, &which))
    })
}

/// Replays a record, if its set-up is valid.
pub(super) fn started_timeline(
    name: &str,
    record: Record,
    context: &Context,
) -> Result<Timeline, Failure> {
    let timeline = timeline_of(record, context)?;
    if timeline.start().is_none() {
        let error = timeline.report.first_error();
        let why = error.map_or_else(String::new, |finding| format!(": {}", finding.message));
        return Err(Failure::Usage(format!("{name}: invalid setup{why}")));
    }
    Ok(timeline)
}

/// Replays a record, if its set-up is valid, and returns a status. An invalid record is reported,
/// because the positions shown may differ from those of the players.
pub(super) fn reported_timeline(found: SelectedRecord) -> Result<(Timeline, Status), Failure> {
    let SelectedRecord {
        name,
        record,
        context,
        ..
    } = found;
    let timeline = started_timeline(&name, record, &context)?;
    let Some(fault) = timeline.report.first_error_in_figures() else {
        return Ok((timeline, Status::Well));
    };
    let turn = LineAddress::of_finding(fault)
        .map_or_else(String::new, |address| format!(", turn {address}"));
    stderr_line!(
        "pipscribe: {name}{turn}: invalid record: {} ({})",
        fault.message,
        fault.code.id
    );
    Ok((timeline, Status::Findings))
}
