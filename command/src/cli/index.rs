//! The index of a file of records: created next to it, and used if it matches the file.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Failure;
use super::collect::{Collected, Headings, checked, with_comments};
use super::limited::open_file;
use super::paths::{Paths, path_name};
use super::replace_file::Replacement;
use super::source::Source;
use crate::collection::{Entry, FileMark, Index, IndexWriter, Indexed, NoIndex, Query};
use pipscribe::check::Checked;
use pipscribe::collection::PositionCondition;
use pipscribe::games::{Context, GameId};
use pipscribe::notation::{Record, tag_lines};
use pipscribe::replay::Timeline;
use pipscribe::text::{Key, RawKind, RawRecord};

/// Number of bytes of an index that are read at a time: its rows are short and far apart.
const SHORT: usize = 256;
/// The extension that is appended to the name of the file.
const ENDING: &str = ".pipx";

fn path_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ENDING);
    name.into()
}

/// Returns the mark of a file in its current state.
fn mark_of(file: &mut File) -> io::Result<FileMark> {
    let metadata = file.metadata()?;
    let since = metadata.modified()?.duration_since(SystemTime::UNIX_EPOCH);
    let modified = match since {
        Ok(since) => i128::try_from(since.as_nanos()).unwrap_or(i128::MAX),
        Err(before) => -i128::try_from(before.duration().as_nanos()).unwrap_or(i128::MAX),
    };
    FileMark::of(file, metadata.len(), modified)
}

/// Creates the index of a file. Input that can be read only once has none, nor do documents.
pub(super) fn make_index(source: &Source, paths: &Paths) -> Result<(), Failure> {
    let Some(path) = source
        .path
        .as_deref()
        .filter(|path| path.is_file() && source.page_kind().is_none())
    else {
        return Ok(());
    };
    let index = path_of(path);
    let failure = |error| Failure::writing(path_name(&index), error);
    let unread = |error| source.failure(error);
    let before = File::open(path)
        .and_then(|mut file| mark_of(&mut file))
        .map_err(unread)?;
    let mut replacement = Replacement::new(&index).map_err(failure)?;
    let mut writer = IndexWriter::new(&mut replacement.file);
    paths.only(std::slice::from_ref(source)).each_record(
        Headings::WithRecord,
        |raw, context| {
            let checked = checked(raw, context);
            let entry = Entry {
                offset: raw.offset,
                length: raw.bytes.len() as u64,
                line: raw.line,
                key: Key::of_raw(&raw.bytes),
            };
            Indexed {
                entry,
                positions: positions_of(&checked),
            }
        },
        |_, Collected { made, .. }| {
            made.map_or(Ok(()), |indexed| writer.add(indexed))
                .map_err(failure)?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    writer.finish(&before).map_err(failure)?;
    let after = File::open(path)
        .and_then(|mut file| mark_of(&mut file))
        .map_err(unread)?;
    if after != before {
        return Err(unread(io::Error::other(
            "the file was changed while it was read",
        )));
    }
    replacement.replace().map_err(failure)
}

/// Returns the keys of a record's positions. Positions with cards are searched by reading: the
/// cards depend on the deck, and the deck may change.
fn positions_of(checked: &Checked) -> Vec<Key> {
    let timeline = checked
        .timeline()
        .ok()
        .filter(|timeline| !timeline.game().facts().has_cards());
    timeline
        .map(Timeline::exact_position_keys)
        .unwrap_or_default()
}

/// A file of records with a matching index.
pub(super) struct IndexedFile {
    file: File,
    index: Index<BufReader<File>>,
}

impl IndexedFile {
    /// Returns `None` if there is no matching index.
    pub(super) fn of(source: &Source) -> Option<Self> {
        let path = source
            .path
            .as_deref()
            .filter(|path| source.page_kind().is_none() && path.is_file())?;
        let index = BufReader::with_capacity(SHORT, open_file(&path_of(path)).ok()?);
        let mut file = File::open(path).ok()?;
        let mark = mark_of(&mut file).ok()?;
        let index = Index::open(index, &mark).ok()?;
        Some(Self { file, index })
    }

    /// Returns true if an index can tell which records may match.
    pub(super) fn knows(query: &Query) -> bool {
        // The index has the positions of main lines only.
        !query.variations
            && query
                .positions
                .iter()
                .any(|position| !wanted_keys(position).is_empty())
    }

    /// Returns the number of records in the file.
    pub(super) fn records(&self) -> u64 {
        self.index.records
    }

    /// Returns a record by its number, from 1.
    pub(super) fn record(&mut self, number: u64) -> Result<Option<(u64, RawRecord)>, NoIndex> {
        let Some(entry) = self.index.record(number)? else {
            return Ok(None);
        };
        Ok(Some((number, self.read(&entry)?)))
    }

    /// Returns the place of a record by its number, from 1. The caller has checked that it exists.
    pub(super) fn place(&mut self, number: u64) -> Result<Vec<(u64, Entry)>, NoIndex> {
        let Some(entry) = self.index.record(number)? else {
            return Ok(Vec::new());
        };
        self.read(&entry)?;
        Ok(vec![(number, entry)])
    }

    /// Returns the places of the records that may have all wanted positions. The places are not
    /// held in memory while they are searched, as they can be most of the file.
    pub(super) fn candidates(&mut self, query: &Query) -> Result<Vec<(u64, Entry)>, NoIndex> {
        let keys = query
            .positions
            .iter()
            .map(wanted_keys)
            .find(|keys| !keys.is_empty());
        let found = self.index.candidates(&keys.unwrap_or_default())?;
        for (_, entry) in &found {
            self.read(entry)?;
        }
        Ok(found)
    }

    /// Returns a record with the comments before it: what is between it and the record before.
    pub(super) fn with_comments(
        &mut self,
        number: u64,
        raw: RawRecord,
    ) -> Result<RawRecord, NoIndex> {
        let before = if number > 1 {
            self.index.record(number - 1)?
        } else {
            None
        };
        let start = before.map_or(0, |entry| entry.offset + entry.length);
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(start))?;
        self.file
            .by_ref()
            .take(raw.offset.saturating_sub(start))
            .read_to_end(&mut bytes)?;
        if bytes.is_empty() {
            return Ok(raw);
        }
        Ok(with_comments(
            RawRecord {
                offset: start,
                bytes,
                kind: RawKind::Leading,
                ..RawRecord::default()
            },
            &raw,
        ))
    }

    /// Reads the record at a place.
    pub(super) fn read(&mut self, entry: &Entry) -> Result<RawRecord, NoIndex> {
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(entry.offset))?;
        self.file
            .by_ref()
            .take(entry.length)
            .read_to_end(&mut bytes)?;
        if Key::of_raw(&bytes) != entry.key {
            return Err(NoIndex::Stale);
        }
        Ok(RawRecord {
            offset: entry.offset,
            line: entry.line,
            bytes,
            ..RawRecord::default()
        })
    }
}

/// Returns the tags of set-ups of a game between which the key of a position differs.
fn distinct_setups(game: GameId, position: &str) -> Vec<Vec<(&'static str, String)>> {
    let setups = game.setups_of_position(position, &Context::default());
    let mut tags = vec![("Game", game.name().to_owned())];
    tags.extend(setups.into_iter().next().unwrap_or_default());
    let options = game.options().iter().filter(|spec| spec.changes_positions);
    let with_options = options.flat_map(|spec| {
        let values = spec.values.list().into_iter();
        values.map(|value| ("Options", format!("{}={value}", spec.key)))
    });
    let mut all: Vec<_> = with_options
        .map(|option| [tags.clone(), vec![option]].concat())
        .collect();
    all.push(tags);
    all
}

/// Returns the keys of a position in every game in which it is valid, with those of its rotations
/// if they are wanted; empty if only reading the records can decide.
fn wanted_keys(
    PositionCondition {
        text: position,
        symmetric,
    }: &PositionCondition,
) -> Vec<Key> {
    let is_read = |game: &GameId| game.canonical_position_text(position).is_some();
    let (with_cards, others): (Vec<_>, Vec<_>) = GameId::ALL
        .into_iter()
        .partition(|game| game.facts().has_cards());
    if !position.contains(' ') || with_cards.iter().any(is_read) {
        return Vec::new();
    }
    let setups = others
        .into_iter()
        .flat_map(|game| distinct_setups(game, position));
    let keys = setups.filter_map(|tags| {
        let timeline =
            Timeline::new(Record::parse_str(&tag_lines(&tags)), &Context::default()).ok()?;
        let texts = if *symmetric {
            timeline.images_of_text(position)?
        } else {
            vec![position.clone()]
        };
        Some(
            texts
                .iter()
                .filter_map(|text| Some(timeline.keys_of_text(text)?.exact))
                .collect::<Vec<Key>>(),
        )
    });
    keys.flatten().collect()
}
