//! Comparisons after each writer.

use std::fmt;
use std::process::Command;

use pipscribe::Checked;
use pipscribe::fixes::mend::{MAX_WORK, Mend, Mends};
use pipscribe::formats::{Assumptions, FORMATS, Format, pips};
use pipscribe::games::Context;
use pipscribe::notation::split_text;
use pipscribe::notation::{Item, Record};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::{RawRecord, SourceText, edited};

use super::sample::Sample;

/// One file in this many goes through the CLI.
const OF_COMMANDS: u64 = 4_000;
/// One invalid record in this many is searched with the budget of `mend`, the others with the
/// budget of `check`.
const OF_LONG_SEARCHES: u64 = 40;

/// Characters that may surround a turn without being part of it.
const PUNCTUATION: &[char] = &[
    '.', ',', ';', ':', '!', '?', '|', '*', '_', '`', '"', '\'', '<', '>', '(', ')', '~',
];

/// Results of a run.
#[derive(Default)]
pub(crate) struct Tally {
    files: u64,
    pub(crate) records: u64,
    invalid: u64,
    fixes: u64,
    conversions: u64,
    commands: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: &Self) {
        let Self {
            files,
            records,
            invalid,
            fixes,
            conversions,
            commands,
        } = other;
        self.files += files;
        self.records += records;
        self.invalid += invalid;
        self.fixes += fixes;
        self.conversions += conversions;
        self.commands += commands;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            files,
            records,
            invalid,
            fixes,
            conversions,
            commands,
        } = self;
        write!(
            out,
            "{records} records in {files} files ({invalid} invalid): {fixes} fixes written, {files} files formatted, "
        )?;
        write!(
            out,
            "{conversions} conversions compared, {commands} files through the commands"
        )
    }
}

/// Sends a file through every writer, and returns the losses.
pub(crate) fn losses_of(sample: &Sample, number: u64, tally: &mut Tally) -> Vec<String> {
    let mut lost = Vec::new();
    let records = records_of(sample.text.as_bytes());
    tally.files += 1;
    tally.records += records.len() as u64;
    for (at, raw) in records.iter().enumerate() {
        let checked = Checked::new(raw.clone(), &Context::default());
        if checked.report.is_valid() {
            let format = FORMATS[(number as usize + at) % FORMATS.len()];
            lost.extend(
                converted(format, &checked, tally).map(|loss| format!("record {}: {loss}", at + 1)),
            );
        } else {
            tally.invalid += 1;
            let is_long = (number + at as u64).is_multiple_of(OF_LONG_SEARCHES);
            lost.extend(
                fixed(sample, &records, at, &checked, is_long, tally)
                    .map(|loss| format!("record {}: {loss}", at + 1)),
            );
        }
    }
    lost.extend(formatted(sample.text.as_bytes(), &records));
    if let Some(program) = program().filter(|_| number.is_multiple_of(OF_COMMANDS)) {
        tally.commands += 1;
        lost.extend(by_commands(program, sample, number));
    }
    lost
}

/// The path of the CLI, if it was built.
fn program() -> Option<&'static str> {
    option_env!("CARGO_BIN_EXE_pipscribe").filter(|program| std::path::Path::new(program).exists())
}

fn records_of(bytes: &[u8]) -> Vec<RawRecord> {
    split_text(bytes)
        .into_iter()
        .filter(RawRecord::is_record)
        .collect()
}

/// Applies the sole fix of a record, as `check --fix` and `mend --write` do.
fn fixed(
    sample: &Sample,
    records: &[RawRecord],
    at: usize,
    checked: &Checked,
    is_long: bool,
    tally: &mut Tally,
) -> Option<String> {
    let (record, report, context) = (checked.record(), &checked.report, Context::default());
    let mend = match is_long {
        true => Mends::search(record, report, &context, MAX_WORK)
            .and_then(|mends| mends.sole().cloned()),
        false => Mend::sole_of(record, report, &context),
    }?;
    let written = edited(record.text(), &mend.in_text(record, true)?)?;
    tally.fixes += 1;
    let (start, length) = (records[at].offset as usize, records[at].bytes.len());
    // A record with bytes that are not UTF-8 is written as bytes.
    let (before, behind) = (
        sample.text.get(..start)?,
        sample.text.get(start + length..)?,
    );
    let after = records_of([before, &written, behind].concat().as_bytes());
    if after.len() != records.len() {
        return Some(format!("{} records were {}", after.len(), records.len()));
    }
    let others = |records: &[RawRecord]| -> Vec<Vec<u8>> {
        let others = records.iter().enumerate().filter(|(other, _)| *other != at);
        others.map(|(_, raw)| raw.bytes.clone()).collect()
    };
    if others(&after) != others(records) {
        return Some("another record is changed".to_owned());
    }
    let report = Checked::new(after[at].clone(), &Context::default()).report;
    let is_promised = mend.complete && mend.result_agrees;
    if report.turns != mend.legal_turns || (is_promised && !report.is_valid()) {
        return Some(format!(
            "the verdict is not the promised one: {:?}",
            mend.edits
        ));
    }
    let plain = |text: &str| text.replace('\\', "");
    let kept = plain(&written);
    // If the number of the next turn was glued to the turn, it now has a space before it and after
    // its full stop.
    let squeezed: String = kept.split_whitespace().collect();
    let is_spaced = |word: &str| {
        let digits = word
            .trim_end_matches(|letter: char| letter.is_ascii_digit())
            .len();
        (digits..word.len()).any(|at| kept.contains(&format!("{} {}", &word[..at], &word[at..])))
    };
    let texts = record.turns().map(|(_, node)| record.text_of(node.text));
    let words = texts.into_iter().flat_map(|text| {
        text.split(|letter: char| letter.is_whitespace() || "<>&|".contains(letter))
    });
    let gone = words.map(turn_in).find(|word| {
        let word = plain(word);
        let is_glued = || word.contains('.') && squeezed.contains(&word);
        is_turn(&word) && !kept.contains(&word) && !is_spaced(&word) && !is_glued()
    });
    gone.map(|turn| format!("the turn `{turn}` is gone: {:?}", mend.edits))
}

/// Returns the part of a word that may be a turn, without a turn number and other surrounding
/// characters.
fn turn_in(word: &str) -> &str {
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // Ordinals are numbers too; numbers such as `1a.` count the turns of a round.
    if ["st", "nd", "rd", "th"].contains(&behind.trim_end_matches(PUNCTUATION)) {
        return "";
    }
    let behind = behind
        .strip_prefix(['a', 'b'])
        .filter(|behind| behind.starts_with('.'))
        .unwrap_or(behind);
    let is_number = behind.len() < word.len() && behind.starts_with([':', '.', ')']);
    (if is_number { behind } else { word }).trim_matches(PUNCTUATION)
}

/// Returns true for a word that can be parsed as a turn or as a part of a turn.
fn is_turn(word: &str) -> bool {
    let has = |is: fn(&char) -> bool| word.chars().any(|letter| is(&letter));
    has(char::is_ascii_alphabetic) && has(char::is_ascii_digit)
        || ["take", "resign", "swap", "pass"].contains(&word)
}

/// Formats a file twice.
fn formatted(bytes: &[u8], before: &[RawRecord]) -> Option<String> {
    let once = pips::format(bytes, false).bytes;
    if pips::format(&once, false).bytes != once {
        return Some("fmt changes what it wrote".to_owned());
    }
    let after = records_of(&once);
    if after.len() != before.len() {
        return Some(format!(
            "fmt: {} records were {}",
            after.len(),
            before.len()
        ));
    }
    before
        .iter()
        .zip(&after)
        .enumerate()
        .find_map(|(at, (before, after))| {
            let (before, after) = (contents(before), contents(after));
            (before != after).then(|| {
                format!(
                    "record {}: fmt: turns and comments {before:?} are {after:?}",
                    at + 1
                )
            })
        })
}

/// Returns the numbers of turns and comments in a record.
fn contents(raw: &RawRecord) -> (usize, usize) {
    let record = Record::parse(raw.clone());
    let is_comment = |item: &&Item| matches!(item, Item::Comment(_));
    let of = |items: &[Item]| items.iter().filter(is_comment).count();
    let comments = record
        .turns()
        .map(|(_, node)| of(&node.after))
        .sum::<usize>();
    (
        record.turns().count(),
        comments + of(&record.moves.opening) + of(&record.closing),
    )
}

/// Writes a valid record in a format, and reads it back if no loss was reported.
fn converted(format: &dyn Format, checked: &Checked, tally: &mut Tally) -> Option<String> {
    if !(format.reads() && format.writes()) {
        return None;
    }
    let exported = format
        .write(checked)
        .ok()
        .filter(|exported| exported.losses.is_empty())?;
    tally.conversions += 1;
    let tag = |name: &str| checked.tag(name).map(|tag| tag.value.to_string());
    let assumptions = Assumptions {
        variant: tag("Variant"),
        options: tag("Options"),
        ..Assumptions::default()
    };
    let games = format.read(&SourceText::new(exported.text.clone(), 0, 1), &assumptions);
    let name = format.name();
    let [game] = games.as_slice() else {
        return Some(format!("{name}: {} games are read", games.len()));
    };
    (game.checked.as_ref().and_then(Checked::bare) != checked.bare())
        .then(|| format!("{name}: another game comes back: {}", exported.text))
}

/// Sends a file through the CLI, directly and in the code blocks of a document.
fn by_commands(program: &str, sample: &Sample, number: u64) -> Vec<String> {
    let folder =
        std::env::temp_dir().join(format!("pipscribe-kept-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut lost = Vec::new();
    let alone = ("pips", sample.text.clone());
    for (extension, text) in [Some(alone), sample.page.clone()].into_iter().flatten() {
        let records = |bytes: &[u8]| match PageKind::of_ending(extension) {
            Some(kind) => kind
                .records(bytes)
                .into_iter()
                .filter(RawRecord::is_record)
                .collect(),
            None => records_of(bytes),
        };
        let before = records(text.as_bytes());
        for command in [&["check", "--fix"][..], &["mend", "--write"], &["fmt"]] {
            let path = folder.join(format!("a.{extension}"));
            std::fs::write(&path, &text).unwrap();
            let output = Command::new(program)
                .args(command)
                .arg(&path)
                .output()
                .unwrap();
            let after = records(&std::fs::read(&path).unwrap());
            let place = format!("{} in .{extension}", command.join(" "));
            if output.status.code().is_none_or(|status| status > 2) {
                lost.push(format!("{place}: {:?}", output.status));
            }
            if before.len() != after.len() {
                lost.push(format!(
                    "{place}: {} records were {}",
                    after.len(),
                    before.len()
                ));
            } else if command[0] != "fmt" {
                let is_valid = |raw: &RawRecord| {
                    Checked::new(raw.clone(), &Context::default())
                        .report
                        .is_valid()
                };
                let changed = before
                    .iter()
                    .zip(&after)
                    .position(|(old, new)| old.bytes != new.bytes && is_valid(old));
                lost.extend(
                    changed.map(|at| format!("{place}: the valid record {} is changed", at + 1)),
                );
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    lost
}
