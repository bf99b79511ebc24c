//! `pipscribe dedupe`. Records of the same game form a group: in the simplest case, those with the
//! same bare form, which contains only what affects play. [`Groups`] decides which record of each
//! group is kept. This file reads all records ([`Dedupe::read_all`]), then copies the kept ones
//! from their files and lists those that are dropped ([`Dedupe::write_kept_and_list`]).
//!
//! Short games may have the same turns by chance. Records of a short game with other players or
//! another date are *kept apart*: they are kept although another record has the same turns.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::each_record::{Headings, InputPiece};
use super::output::{Output, counted, json, stderr_line};
use super::overwrite_protection::{Overwrite, must_not_have_records};
use super::paths::Paths;
use super::record_separator::length_of_comments;
use super::record_writer::RecordWriter;
use super::second_reading::{Place, SecondReading};
use super::{Failure, Status};
use crate::cli::verbosity::note;
use crate::collection::{
    Groups, Identity, OccasionDifference, SHORT_GAME, Sameness, Verdict, WhyDropped,
};
use pipscribe::collection::Game;
use pipscribe::games::Context;
use pipscribe::text::{Key, RawRecord};

/// Arguments of `pipscribe dedupe`.
#[derive(Debug, Args)]
pub(crate) struct Dedupe {
    #[command(flatten)]
    paths: Paths,
    /// Set which records are the same game
    #[arg(long, value_enum, default_value_t = DedupeBy::Exact)]
    by: DedupeBy,
    /// Set the format of the list of dropped records
    #[arg(long, value_enum, default_value_t = DedupeFormat::Human)]
    format: DedupeFormat,
    /// Write the list of dropped records to FILE [default: standard error]
    #[arg(long, value_name = "FILE")]
    dropped: Option<PathBuf>,
    /// Write the records to FILE [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    overwrite: Overwrite,
    /// Report duplicates and write no records; exit with 1 if there are any
    #[arg(long, conflicts_with = "output")]
    check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DedupeBy {
    /// Records with the same bare form; for games with fewer than 12 turns, only if no player and
    /// no date differs
    Exact,
    /// Also records of the same game on a rotated or mirrored board
    Symmetric,
    /// Also unfinished records that are the beginning of another
    Prefix,
    /// Records with the same bare form, by any players
    Turns,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DedupeFormat {
    /// One line per dropped record
    #[value(name = "text", alias = "human")]
    Human,
    /// One JSON object per dropped record
    Json,
}

/// A dropped record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct DroppedJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The line on which it begins.
    line: u64,
    /// `same-game`, `same-game-turned`, `beginning` or `same-text`: its relation to the kept
    /// record.
    why: &'static str,
    /// `players` and `date`, if these differ from those of the kept record.
    differs: Vec<&'static str>,
    /// The record that is kept.
    kept: KeptJson<'a>,
}

/// A record that is kept instead of another.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct KeptJson<'a> {
    /// The file; `-` for standard input.
    path: &'a str,
    /// The number of the record in its file, from 1.
    record: u64,
    /// The line on which it begins.
    line: u64,
}

impl DedupeFormat {
    /// Returns the line about a dropped record.
    fn line(
        self,
        second_reading: &SecondReading,
        place: &Place,
        kept: &Place,
        dropped: Dropped,
    ) -> Result<String, Failure> {
        let Dropped { why, difference } = dropped;
        match self {
            Self::Human => {
                let differs =
                    in_words(difference).map_or_else(String::new, |words| format!("; {words}"));
                Ok(format!(
                    "{}: dropped: {} {}{differs}",
                    second_reading.name(place),
                    why.in_words(),
                    second_reading.name(kept)
                ))
            }
            Self::Json => {
                let kept = KeptJson {
                    path: second_reading.path(kept),
                    record: kept.number,
                    line: kept.line,
                };
                let path = second_reading.path(place);
                let why = why.name();
                let differs = difference.names();
                let object = DroppedJson {
                    path,
                    record: place.number,
                    line: place.line,
                    why,
                    differs,
                    kept,
                };
                Ok(json(&object)?.trim_end().to_owned())
            }
        }
    }
}

/// Reason why a record is dropped, and its differences from the record that is kept.
#[derive(Clone, Copy)]
struct Dropped {
    why: WhyDropped,
    difference: OccasionDifference,
}

/// Describes a difference; `None` if there is none.
fn in_words(difference: OccasionDifference) -> Option<&'static str> {
    match (difference.players, difference.date) {
        (false, false) => None,
        (true, false) => Some("other players"),
        (false, true) => Some("another date"),
        (true, true) => Some("other players and another date"),
    }
}

/// Result of the first reading: the groups of all records, and where the records are.
struct FirstReading {
    groups: Groups,
    /// The places of the records, in the order of the input.
    places: Vec<Place>,
    /// For each record, the key (a hash) of its text if it has annotations: glyphs such as `!?`,
    /// variations, or comments before or in it. The keys show whether a dropped record has
    /// annotations that the kept one lacks.
    annotation_keys: Vec<Option<Key>>,
    /// The most serious status of the files.
    status: Status,
}

/// What a thread finds out about one record.
struct RecordIdentity {
    identity: Identity,
    /// The key of the text, if the record has annotations in it.
    annotation_key: Option<Key>,
}

impl RecordIdentity {
    fn new(raw: &RawRecord, context: &Context, sameness: Sameness) -> Self {
        let checked = Identity::check(raw.clone(), context, sameness);
        let identity = Identity::new(&Game::new(&checked), &raw.bytes, sameness);
        let is_annotated = identity.fullness.remarks > 0;
        Self {
            identity,
            annotation_key: is_annotated.then(|| text_key(raw)),
        }
    }
}

impl Dedupe {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.check_outputs()?;
        let out = if self.check {
            Output::nowhere()
        } else {
            Output::to(self.output.as_deref())?
        };
        let mut records = RecordWriter::to(out.for_data());
        let mut second_reading = SecondReading::default();
        let read = self.read_all(&mut second_reading, &mut records)?;

        let mut list = self
            .dropped
            .as_deref()
            .map(|path| Output::to(Some(path)))
            .transpose()?;
        let mut tally =
            self.write_kept_and_list(&read, &mut second_reading, &mut records, &mut list)?;
        tally.kept = records.count;
        let written = records.finish()?;
        if let Some(list) = list {
            list.finish()?;
        }
        if self.format == DedupeFormat::Human {
            tally.report(self.check);
        }
        let duplicates = Status::findings_if(self.check && tally.dropped > 0);
        Ok(read.status.max(written).max(duplicates))
    }

    /// Fails if an output would overwrite the other output, or records that it does not contain.
    fn check_outputs(&self) -> Result<(), Failure> {
        if self.output.is_some() && self.output == self.dropped {
            let message = "write the kept records and the list of dropped ones to different files";
            return Err(Failure::Usage(message.to_owned()));
        }
        must_not_have_records(self.dropped.as_deref())?;
        self.paths.must_not_read(self.dropped.as_deref())?;
        self.paths.must_not_find(self.output.as_deref())?;
        self.overwrite
            .check(self.output.as_deref(), &self.paths.paths)
    }

    fn sameness(&self) -> Sameness {
        match self.by {
            DedupeBy::Exact => Sameness::Exact,
            DedupeBy::Symmetric => Sameness::Symmetric,
            DedupeBy::Prefix => Sameness::Prefix,
            DedupeBy::Turns => Sameness::Turns,
        }
    }

    /// Reads all records and groups them. Comments without a record are written at once.
    fn read_all(
        &self,
        second_reading: &mut SecondReading,
        records: &mut RecordWriter,
    ) -> Result<FirstReading, Failure> {
        let sameness = self.sameness();
        let mut places = Vec::new();
        let mut groups = Groups::new(sameness);
        let mut annotation_keys: Vec<Option<Key>> = Vec::new();
        let status = self.paths.each_record(
            Headings::FirstSeparate,
            |raw, context| RecordIdentity::new(raw, context, sameness),
            |source, piece| {
                let record = match piece {
                    InputPiece::Record(record) => record,
                    InputPiece::Comments(raw) => {
                        records.push_comments(&source.place_of(&raw), &raw.bytes);
                        return Ok(ControlFlow::Continue(()));
                    }
                };

                let raw = record.raw;
                let RecordIdentity {
                    identity,
                    annotation_key,
                } = record.result;
                groups.add(identity);
                // Comments before a record are dropped with it.
                let text_before_record = &raw.bytes[..length_of_comments(&raw.bytes)];
                annotation_keys.push(if text_before_record.contains(&b'#') {
                    Some(text_key(&raw))
                } else {
                    annotation_key
                });
                places.push(second_reading.remember(source, record.number, raw)?);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(FirstReading {
            groups,
            places,
            annotation_keys,
            status,
        })
    }

    /// Writes the kept records and the list of dropped ones. The kept records are read a second
    /// time, so that memory holds only the places of records.
    fn write_kept_and_list(
        &self,
        read: &FirstReading,
        second_reading: &mut SecondReading,
        records: &mut RecordWriter,
        list: &mut Option<Output>,
    ) -> Result<DedupeTally, Failure> {
        let FirstReading {
            groups,
            places,
            annotation_keys,
            ..
        } = read;
        let mut tally = DedupeTally {
            total: places.len() as u64,
            ..DedupeTally::default()
        };
        for (index, verdict) in groups.verdicts().into_iter().enumerate() {
            let place = &places[index];
            let Verdict::Dropped(kept_index, why) = verdict else {
                tally.kept_apart += u64::from(matches!(verdict, Verdict::KeptApart(_)));
                second_reading.copy(place, records)?;
                continue;
            };

            let dropped = Dropped {
                why,
                difference: groups.difference(index, kept_index),
            };
            let key = &annotation_keys[index];
            let loses_annotations = key.is_some() && annotation_keys.get(kept_index) != Some(key);
            tally.count(dropped, loses_annotations);

            let Some(kept_place) = places.get(kept_index) else {
                continue;
            };
            let line = self
                .format
                .line(second_reading, place, kept_place, dropped)?;
            match list {
                Some(list) => writeln!(list, "{line}").map_err(Failure::output)?,
                None => stderr_line!("{line}"),
            }
        }
        Ok(tally)
    }
}

/// Returns the key of the text of a record with the comments before it.
fn text_key(raw: &RawRecord) -> Key {
    Key::of_raw(raw.bytes.trim_ascii())
}

/// Counts of records.
#[derive(Default)]
struct DedupeTally {
    total: u64,
    kept: u64,
    dropped: u64,
    /// Dropped records by reason.
    by_reason: BTreeMap<&'static str, u64>,
    /// Number of dropped records with other players or another date.
    differing: u64,
    /// Dropped records with other comments, glyphs or variations than the record that is kept.
    annotated: u64,
    /// Number of kept records that have the same turns as another record, but are short and have
    /// other players or another date.
    kept_apart: u64,
}

impl DedupeTally {
    fn count(&mut self, dropped: Dropped, loses_annotations: bool) {
        self.dropped += 1;
        *self.by_reason.entry(dropped.why.in_words()).or_default() += 1;
        self.differing += u64::from(!dropped.difference.is_none());
        self.annotated += u64::from(loses_annotations);
    }

    fn report(&self, only_checks: bool) {
        let Self {
            kept,
            dropped,
            by_reason,
            differing,
            annotated,
            kept_apart,
            ..
        } = self;
        let total = counted(self.total, "record");
        if only_checks {
            note!("{total}: {}", counted(*dropped, "duplicate"));
        } else {
            note!("{total}: {kept} kept, {dropped} dropped");
        }

        if by_reason.len() > 1 {
            let reasons: Vec<String> = by_reason
                .iter()
                .map(|(why, count)| format!("{count} {why} another"))
                .collect();
            note!("of these: {}", reasons.join(", "));
        }

        if *differing > 0 {
            note!(
                "{differing} of these had different players or dates from the record that is kept"
            );
        }

        if *annotated > 0 {
            note!(
                "{annotated} of these had different comments, glyphs or variations from the record that is kept"
            );
        }

        if *kept_apart > 0 {
            note!(
                "{kept_apart} kept although another has the same turns: it has fewer than {SHORT_GAME}, and other players \
                 or another date (`--by turns` drops it too)"
            );
        }
    }
}
