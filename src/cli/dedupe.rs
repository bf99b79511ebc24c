//! `pipscribe dedupe`

use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::collect::{Collected, Headings, Place, Records, Shelf, checked};
use super::gap::length_of_comments;
use super::output::{Output, counted, json, stderr_line};
use super::paths::{Paths, must_not_have_records};
use super::{Failure, Status};
use crate::cli::verbosity::note;
use crate::collection::{Fullness, Game, Groups, Identity, Sameness, Verdict, WhyDropped};
use crate::text::Key;

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
    /// Report duplicates and write no records; exit with 1 if there are any
    #[arg(long, conflicts_with = "output")]
    check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DedupeBy {
    /// Records with the same bare form
    Exact,
    /// Also records of the same game on a rotated or mirrored board
    Symmetric,
    /// Also unfinished records that are the beginning of another
    Prefix,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DedupeFormat {
    /// One line per dropped record
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
    /// `same-game`, `same-game-turned`, `beginning` or `same-text`: its relation to the kept record.
    why: &'static str,
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
    fn line(self, shelf: &Shelf, place: &Place, kept: &Place, why: WhyDropped) -> Result<String, Failure> {
        match self {
            Self::Human => Ok(format!("{}: dropped: {} {}", shelf.name(place), why.in_words(), shelf.name(kept))),
            Self::Json => {
                let Place { number, line, .. } = *place;
                let kept = KeptJson { path: shelf.path(kept), record: kept.number, line: kept.line };
                let object = DroppedJson { path: shelf.path(place), record: number, line, why: why.name(), kept };
                Ok(json(&object)?.trim_end().to_owned())
            }
        }
    }
}

impl Dedupe {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        let sameness = match self.by {
            DedupeBy::Exact => Sameness::Exact,
            DedupeBy::Symmetric => Sameness::Symmetric,
            DedupeBy::Prefix => Sameness::Prefix,
        };
        if self.output.is_some() && self.output == self.dropped {
            let message = "write the kept records and the list of dropped ones to different files";
            return Err(Failure::Usage(message.to_owned()));
        }
        must_not_have_records(self.dropped.as_deref())?;
        self.paths.must_not_read(self.dropped.as_deref())?;
        self.paths.must_not_find(self.output.as_deref())?;
        let (mut shelf, mut places, mut groups) = (Shelf::default(), Vec::new(), Groups::new(sameness));
        // The texts of records with comments before or in them, glyphs or variations.
        let mut texts: Vec<Option<Key>> = Vec::new();
        let out = if self.check { Output::nowhere() } else { Output::to(self.output.as_deref())? };
        let mut records = Records::to(out.for_data());
        let status = self.paths.each_record(
            Headings::FirstApart,
            |raw, context| {
                let checked = checked(raw, context);
                let game = Game::new("", 0, &checked);
                let text = (Fullness::of(&game).remarks() > 0).then(|| Key::of_raw(raw.bytes.trim_ascii()));
                (Identity::of(&game, &raw.bytes, sameness), text)
            },
            |source, Collected { number, raw, made }| {
                match made {
                    None => records.comments(&format!("{}:{}", source.name, raw.line), &raw.bytes),
                    Some((identity, text)) => {
                        places.push(shelf.put(source, number, &raw)?);
                        groups.add(identity);
                        // Comments before a record are dropped with it.
                        let has_comments = raw.bytes[..length_of_comments(&raw.bytes)].contains(&b'#');
                        texts.push(if has_comments { Some(Key::of_raw(raw.bytes.trim_ascii())) } else { text });
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let mut list = self.dropped.as_deref().map(|path| Output::to(Some(path))).transpose()?;
        let mut tally = DedupeTally { total: places.len() as u64, ..DedupeTally::default() };
        for ((place, text), verdict) in places.iter().zip(&texts).zip(groups.verdicts()) {
            let Verdict::Dropped(kept, why) = verdict else {
                records.copy(&mut shelf, place)?;
                continue;
            };
            tally.dropped += 1;
            tally.annotated += u64::from(text.is_some() && texts.get(kept) != Some(text));
            let Some(kept) = places.get(kept) else { continue };
            let line = self.format.line(&shelf, place, kept, why)?;
            match &mut list {
                Some(list) => writeln!(list, "{line}").map_err(Failure::output)?,
                None => stderr_line!("{line}"),
            }
        }
        tally.kept = records.count;
        let found = records.finish()?;
        if let Some(list) = list {
            list.finish()?;
        }
        if self.format == DedupeFormat::Human {
            tally.report(self.check);
        }
        let duplicates = Status::findings_if(self.check && tally.dropped > 0);
        Ok(status.max(found).max(duplicates))
    }
}

/// Numbers of records.
#[derive(Default)]
struct DedupeTally {
    total: u64,
    kept: u64,
    dropped: u64,
    /// Dropped records with other comments, glyphs or variations than the record that is kept.
    annotated: u64,
}

impl DedupeTally {
    fn report(&self, only_checks: bool) {
        let Self { kept, dropped, annotated, .. } = self;
        let total = counted(self.total, "record");
        match only_checks {
            true => note!("{total}: {}", counted(*dropped, "duplicate")),
            false => note!("{total}: {kept} kept, {dropped} dropped"),
        }
        if *annotated > 0 {
            note!("{annotated} of these had other comments, glyphs or variations than the record that is kept");
        }
    }
}
