//! `pipscribe split`: divides records among files by a value. `staging.rs` makes the files appear
//! together.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::each_record::{Headings, InputRecord, check_copy};
use super::output::{counted, stderr_line};
use super::paths::{Paths, path_name};
use super::record_separator::separator;
use super::staging::NewFiles;
use super::{Failure, Status};
use crate::cli::verbosity::note;
use pipscribe::collection::Game;
use pipscribe::games::Context;
use pipscribe::text::{RawRecord, TOO_LONG, shorten};

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
    Year,
    Tag(String),
    Count(u64),
}

impl FromStr for SplitBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Ok(match text {
            "game" => Self::Game,
            "variant" => Self::Variant,
            "year" => Self::Year,
            _ if text.starts_with(|first: char| first.is_ascii_uppercase()) => {
                Self::Tag(text.to_owned())
            }
            _ => match text.parse() {
                Ok(count) if count > 0 => Self::Count(count),
                _ => {
                    let suggestion =
                        super::known_names::did_you_mean(text, ["game", "variant", "year"]);
                    let which = "use `game`, `variant`, `year`, a tag such as `Event`, or a number of records";
                    return Err(format!(
                        "`{}` is not a way to split{suggestion} ({which})",
                        shorten(text)
                    ));
                }
            },
        })
    }
}

/// Maximum number of bytes that wait to be written.
const MAX_WAITING: usize = 8 << 20;
/// Maximum length of a file name in characters, without its extension.
const MAX_NAME: usize = 100;
/// Maximum length of a file name in bytes. File systems allow 255, including the extension.
const MAX_NAME_BYTES: usize = 200;
/// The file name for records without a value to split by.
const UNKNOWN: &str = "unknown";

/// Open parts. Files are opened only briefly, because there may be very many.
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
    /// The last record.
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
        let begin = part.waiting.len();
        part.waiting.extend_from_slice(separator.text.as_bytes());
        part.waiting.extend_from_slice(bytes);
        if !bytes.ends_with(b"\n") {
            part.waiting.push(b'\n');
        }
        self.waiting += part.waiting.len() - begin;
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

/// Returns the name of the file of a part.
fn file_of(part: &str) -> String {
    format!("{part}.pips")
}

/// Returns a value as a file name: letters, digits and `-` stay, others become `_`.
fn file_name(value: &str) -> String {
    let letter = |letter: char| {
        if letter.is_alphanumeric() || letter == '-' {
            letter
        } else {
            '_'
        }
    };
    let mut name: String = value.trim().chars().map(letter).take(MAX_NAME).collect();
    while name.len() > MAX_NAME_BYTES {
        name.pop();
    }
    if name.trim_matches('_').is_empty() {
        return UNKNOWN.to_owned();
    }
    // Commands would interpret the name as an option.
    if name.starts_with('-') {
        name.replace_range(..1, "_");
    }
    if is_device(&name) {
        format!("{name}_")
    } else {
        name
    }
}

/// Returns true if Windows treats a file with this name as a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let is_numbered = |device| {
        let number = name
            .strip_prefix(device)
            .map(|number| number.chars().collect::<Vec<_>>());
        number.is_some_and(|number| {
            matches!(
                number.as_slice(),
                ['0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}']
            )
        })
    };
    ["CON", "PRN", "AUX", "NUL"].contains(&name.as_str())
        || is_numbered("COM")
        || is_numbered("LPT")
}

/// The names of the parts. Values that differ only in characters that a file name cannot have get
/// different files.
#[derive(Default)]
struct PartNames {
    /// Names by the value to split by.
    by_value: BTreeMap<String, String>,
    /// The names in lower case, because some file systems ignore case.
    taken: BTreeSet<String>,
}

impl PartNames {
    fn name_for(&mut self, value: String) -> &str {
        let taken = &mut self.taken;
        self.by_value.entry(value).or_insert_with_key(|value| {
            let plain = file_name(value);
            let numbered = (2..).map(|number: u64| format!("{plain}-{number}"));
            let mut names = std::iter::once(plain.clone()).chain(numbered);
            names
                .find(|name| taken.insert(name.to_lowercase()))
                .unwrap_or(plain)
        })
    }
}

impl SplitBy {
    /// Returns the value by which a record is assigned to its part; `None` if parts depend only on
    /// the record number, or if the record has no value.
    fn value(&self, raw: &RawRecord, context: &Context) -> Option<String> {
        if matches!(self, Self::Count(_)) {
            return None;
        }
        let checked = check_copy(raw, context);
        let tag = |name: &str| checked.tag(name).map(|tag| tag.value.to_string());
        match self {
            Self::Game => checked.game.map(|game| game.to_string()),
            Self::Variant => {
                let record = Game::new(&checked);
                let variant = record
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

impl Split {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        self.paths.must_not_find(Some(&self.output))?;
        let mut parts = Parts::begin(&self.output)?;
        let mut names = PartNames::default();
        let mut count = 0;
        let mut left_out = 0;
        let mut comments: Vec<u8> = Vec::new();
        let status = self.paths.each_record(
            Headings::FirstSeparate,
            |raw, context| self.by.value(raw, context).unwrap_or_default(),
            |source, InputRecord { raw, result, .. }| {
                let Some(value) = result else {
                    comments.extend_from_slice(raw.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&raw.bytes));
                    return Ok(ControlFlow::Continue(()));
                };
                if raw.is_too_long() {
                    left_out += 1;
                    stderr_line!("{}:{}: left out: {TOO_LONG}", source.name, raw.line);
                    return Ok(ControlFlow::Continue(()));
                }
                let value = match self.by {
                    SplitBy::Count(each) => format!("{:06}", count / each + 1),
                    _ => value,
                };
                let bytes = [std::mem::take(&mut comments), raw.bytes].concat();
                let place = format!("{}:{}", source.name, raw.line);
                if !parts.push(names.name_for(value), &place, &bytes)? {
                    left_out += 1;
                    stderr_line!(
                        "{place}: left out: it does not begin with `[Game \"`, and would be parsed as part of another \
                            record"
                    );
                    return Ok(ControlFlow::Continue(()));
                }
                count += 1;
                Ok(ControlFlow::Continue(()))
            },
        )?;
        let files = counted(parts.finish()?, "file");
        note!(
            "{} written into {files} in {}",
            counted(count, "record"),
            path_name(&self.output)
        );
        Ok(status.max(Status::findings_if(left_out > 0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_every_system() {
        for (value, name) in [
            ("Ann & Bob", "Ann___Bob"),
            ("../../evil", "______evil"),
            ("-rf", "_rf"),
            ("--", "_-"),
            ("CON", "CON_"),
            ("aux", "aux_"),
            ("lpt1", "lpt1_"),
            ("COM\u{b9}", "COM\u{b9}_"),
            ("console", "console"),
            ("COM10", "COM10"),
            ("", "unknown"),
            ("...", "unknown"),
        ] {
            assert_eq!(file_name(value), name, "{value}");
        }
        let long = file_name(&"\u{4e00}".repeat(400));
        assert!(long.len() <= MAX_NAME_BYTES && long.chars().all(|letter| letter == '\u{4e00}'));
    }
}
