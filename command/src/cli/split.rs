//! `pipscribe split`: divides records among files by a value. The records with the same value are
//! a *part* and go into one file. `part_names.rs` names the files, and `staging.rs` makes them
//! appear together.

mod part_names;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use self::part_names::PartNames;
use super::each_record::{Headings, InputPiece, InputRecord, check_copy};
use super::known_names::did_you_mean;
use super::output::{counted, stderr_line};
use super::paths::{Paths, path_name};
use super::record_separator::separator;
use super::source::Source;
use super::staging::NewFiles;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::collection::Game;
use pipscribe::games::Context;
use pipscribe::text::{BYTE_ORDER_MARK, RawRecord, TOO_LONG, shorten};

/// Arguments of `pipscribe split`.
#[derive(Debug, Args)]
pub(crate) struct Split {
    #[command(flatten)]
    paths: Paths,
    /// Split by `game`, `variant`, `year` (of the tag `Date`) or a tag, or into files of N records
    #[arg(long, value_name = "WHAT")]
    by: SplitBy,
    /// Write the files to FOLDER; existing files are never overwritten
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
}

#[derive(Clone, Debug)]
enum SplitBy {
    Game,
    Variant,
    /// The year of the tag `Date`.
    Year,
    Tag(String),
    /// The order of the input: each part has this number of records.
    Count(u64),
}

/// Maximum number of bytes that wait to be written.
const MAX_WAITING: usize = 8 << 20;

impl FromStr for SplitBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "game" => return Ok(Self::Game),
            "variant" => return Ok(Self::Variant),
            "year" => return Ok(Self::Year),
            _ => {}
        }
        if text.starts_with(|first: char| first.is_ascii_uppercase()) {
            return Ok(Self::Tag(text.to_owned()));
        }
        match text.parse() {
            Ok(count) if count > 0 => Ok(Self::Count(count)),
            _ => {
                let suggestion = did_you_mean(text, ["game", "variant", "year"]);
                let which =
                    "use `game`, `variant`, `year`, a tag such as `Event`, or a number of records";
                Err(format!(
                    "`{}` is not a way to split{suggestion} ({which})",
                    shorten(text)
                ))
            }
        }
    }
}

impl Split {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.paths.must_not_find(Some(&self.output))?;
        let mut run = SplitRun {
            by: &self.by,
            parts: Parts::begin(&self.output)?,
            names: PartNames::default(),
            comments: Vec::new(),
            count: 0,
            left_out: 0,
        };
        let status = self.paths.each_record(
            Headings::FirstSeparate,
            |raw, context| self.by.value(raw, context).unwrap_or_default(),
            |source, piece| {
                match piece {
                    InputPiece::Record(record) => run.add(source, record)?,
                    InputPiece::Comments(raw) => run.keep_comments(&raw),
                }
                Ok(ControlFlow::Continue(()))
            },
        )?;

        let files = counted(run.parts.finish()?, "file");
        note!(
            "{} written into {files} in {}",
            counted(run.count, "record"),
            path_name(&self.output)
        );
        Ok(status.max(Status::findings_if(run.left_out > 0)))
    }
}

impl SplitBy {
    /// Returns the value by which a record is assigned to its part; `None` if the record has no
    /// such value, or if parts depend only on the order of the input.
    fn value(&self, raw: &RawRecord, context: &Context) -> Option<String> {
        if matches!(self, Self::Count(_)) {
            return None;
        }

        let checked = check_copy(raw, context);
        let tag = |name: &str| checked.tag(name).map(|tag| tag.value.to_string());
        match self {
            Self::Game => checked.game.map(|game| game.to_string()),
            Self::Variant => {
                let variant = Game::new(&checked)
                    .variant()
                    .map_or_else(String::new, |variant| format!("-{variant}"));
                checked.game.map(|game| format!("{game}{variant}"))
            }
            Self::Year => tag("Date").and_then(|date| date.get(..4).map(str::to_owned)),
            Self::Tag(name) => tag(name),
            Self::Count(_) => None,
        }
    }
}

/// State of a run.
struct SplitRun<'a> {
    by: &'a SplitBy,
    parts: Parts,
    names: PartNames,
    /// Comments to write before the next record.
    comments: Vec<u8>,
    /// The number of records written.
    count: u64,
    left_out: u64,
}

impl SplitRun<'_> {
    fn keep_comments(&mut self, raw: &RawRecord) {
        let text = raw.bytes.strip_prefix(BYTE_ORDER_MARK);
        self.comments.extend_from_slice(text.unwrap_or(&raw.bytes));
    }

    /// Adds a record to the part of its value.
    fn add(&mut self, source: &Source, record: InputRecord<String>) -> Result<(), Failure> {
        let raw = record.raw;
        let place = source.place_of(&raw);
        if raw.is_too_long() {
            self.left_out += 1;
            stderr_line!("{place}: left out: {TOO_LONG}");
            return Ok(());
        }

        let value = match self.by {
            SplitBy::Count(count_in_part) => {
                let number_of_part = self.count / count_in_part + 1;
                format!("{number_of_part:06}")
            }
            _ => record.result,
        };
        let name = self.names.name_for(value);
        let bytes = [std::mem::take(&mut self.comments), raw.bytes].concat();
        if self.parts.push(name, &place, &bytes)? {
            self.count += 1;
        } else {
            self.left_out += 1;
            stderr_line!(
                "{place}: left out: it does not begin with `[Game \"`, and would be parsed as part of another record"
            );
        }
        Ok(())
    }
}

/// Returns the name of the file of a part.
fn file_of(part: &str) -> String {
    format!("{part}.pips")
}

/// The parts so far. Files are opened only briefly, because there may be very many.
struct Parts {
    files: NewFiles,
    /// The parts by file name.
    parts: BTreeMap<String, FilePart>,
    /// The number of bytes that wait in all parts.
    waiting: usize,
}

/// A file that is being written.
#[derive(Default)]
struct FilePart {
    /// Bytes that wait to be written.
    waiting: Vec<u8>,
    is_created: bool,
    /// The last record, which decides how the next one is separated from it.
    last: Vec<u8>,
    /// The place of the last record, for messages.
    place: String,
}

impl Parts {
    /// Starts to write files into a folder, which may be missing.
    fn begin(folder: &Path) -> Result<Self, Failure> {
        Ok(Self {
            files: NewFiles::begin(folder)?,
            parts: BTreeMap::new(),
            waiting: 0,
        })
    }

    /// Writes the rest, and gives the complete files their names. Returns their number.
    fn finish(mut self) -> Result<usize, Failure> {
        self.flush()?;
        let names: Vec<String> = self.parts.keys().map(|name| file_of(name)).collect();
        self.files.publish(&names)?;
        Ok(names.len())
    }

    /// Adds a record, which comes from `place`, to a part. Returns false if it would be parsed as
    /// part of the record before it.
    fn push(&mut self, name: &str, place: &str, bytes: &[u8]) -> Result<bool, Failure> {
        let is_first = !self.parts.contains_key(name);
        if is_first {
            self.files.must_be_new(&file_of(name))?;
        }
        let part = self.parts.entry(name.to_owned()).or_default();
        let Some(separator) = separator(&part.last, bytes) else {
            return Ok(false);
        };
        if !separator.keeps_comments {
            stderr_line!(
                "{place}: the `#` comments before it are now read as part of {}, which does not end with a result",
                part.place
            );
        }
        place.clone_into(&mut part.place);

        let length_before = part.waiting.len();
        part.waiting.extend_from_slice(separator.text.as_bytes());
        part.waiting.extend_from_slice(bytes);
        if !bytes.ends_with(b"\n") {
            part.waiting.push(b'\n');
        }
        self.waiting += part.waiting.len() - length_before;

        part.last.clear();
        part.last.extend_from_slice(bytes);
        if self.waiting > MAX_WAITING {
            self.flush()?;
        }
        Ok(true)
    }

    fn flush(&mut self) -> Result<(), Failure> {
        for (name, part) in &mut self.parts {
            if part.waiting.is_empty() {
                continue;
            }
            self.files
                .append(&file_of(name), &part.waiting, !part.is_created)?;
            part.is_created = true;
            part.waiting.clear();
        }
        self.waiting = 0;
        Ok(())
    }
}
