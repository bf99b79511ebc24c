//! Comparisons after each writer. A writer is what writes a record again: a fix, `fmt`, a
//! conversion, or a command that does these. Each function returns what was lost.

use std::fmt;
use std::path::Path;
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

/// Sends a file through every writer, and returns the losses.
pub(crate) fn losses_of(sample: &Sample, number: u64, tally: &mut Tally) -> Vec<String> {
    let mut lost = Vec::new();
    let records = records_of(sample.text.as_bytes());
    tally.files += 1;
    tally.records += records.len() as u64;
    for (index, raw) in records.iter().enumerate() {
        let checked = Checked::new(raw.clone(), &Context::default());
        let loss = if checked.report.is_valid() {
            let format = FORMATS[(number as usize + index) % FORMATS.len()];
            converted(format, &checked, tally)
        } else {
            tally.invalid += 1;
            let is_long = (number + index as u64).is_multiple_of(OF_LONG_SEARCHES);
            fixed(sample, &records, index, &checked, is_long, tally)
        };
        lost.extend(loss.map(|loss| format!("record {}: {loss}", index + 1)));
    }
    lost.extend(formatted(sample.text.as_bytes(), &records));
    if let Some(program) = program().filter(|_| number.is_multiple_of(OF_COMMANDS)) {
        tally.commands += 1;
        lost.extend(by_commands(program, sample, number));
    }
    lost
}

/// Applies the sole fix of a record, as `check --fix` and `mend --write` do.
fn fixed(
    sample: &Sample,
    records: &[RawRecord],
    index: usize,
    checked: &Checked,
    is_long: bool,
    tally: &mut Tally,
) -> Option<String> {
    let (record, report, context) = (checked.record(), &checked.report, Context::default());
    let mend = if is_long {
        Mends::search(record, report, &context, MAX_WORK)?
            .sole()
            .cloned()?
    } else {
        Mend::sole_of(record, report, &context)?
    };
    let written = edited(record.text(), &mend.in_text(record, true)?)?;
    tally.fixes += 1;

    // A record with bytes that are not UTF-8 is written as bytes.
    let start = records[index].offset as usize;
    let end = start + records[index].bytes.len();
    let before = sample.text.get(..start)?;
    let after = sample.text.get(end..)?;
    let new_records = records_of([before, &written, after].concat().as_bytes());
    if new_records.len() != records.len() {
        return Some(format!(
            "{} records were {}",
            new_records.len(),
            records.len()
        ));
    }
    let is_other_changed = new_records
        .iter()
        .zip(records)
        .enumerate()
        .any(|(other, (new, old))| other != index && new.bytes != old.bytes);
    if is_other_changed {
        return Some("another record is changed".to_owned());
    }

    let report = Checked::new(new_records[index].clone(), &Context::default()).report;
    let is_promised = mend.complete && mend.result_agrees;
    if report.turns != mend.legal_turns || (is_promised && !report.is_valid()) {
        return Some(format!(
            "the verdict is not the promised one: {:?}",
            mend.edits
        ));
    }
    lost_turn(record, &written).map(|turn| format!("the turn `{turn}` is gone: {:?}", mend.edits))
}

/// Returns a turn of a record that a text of the record no longer contains, not even in a comment.
fn lost_turn<'r>(record: &'r Record, written: &str) -> Option<&'r str> {
    let plain = |text: &str| text.replace('\\', "");
    let kept = plain(written);
    // If the number of the next turn was glued to the turn, it now has a space before it and after
    // its full stop.
    let squeezed: String = kept.split_whitespace().collect();
    let is_spaced = |word: &str| {
        let digits = word
            .trim_end_matches(|letter: char| letter.is_ascii_digit())
            .len();
        (digits..word.len())
            .any(|offset| kept.contains(&format!("{} {}", &word[..offset], &word[offset..])))
    };
    let texts = record.turns().map(|(_, node)| record.text_of(node.text));
    let mut words = texts.flat_map(|text| {
        text.split(|letter: char| letter.is_whitespace() || "<>&|".contains(letter))
    });
    words.find_map(|word| {
        let turn = turn_in(word);
        let plain_turn = plain(turn);
        let is_glued = plain_turn.contains('.') && squeezed.contains(&plain_turn);
        let is_kept = kept.contains(&plain_turn) || is_spaced(&plain_turn) || is_glued;
        (is_turn(&plain_turn) && !is_kept).then_some(turn)
    })
}

/// Returns the part of a word that may be a turn, without a turn number and other surrounding
/// characters.
fn turn_in(word: &str) -> &str {
    let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // Ordinals are numbers too.
    if ["st", "nd", "rd", "th"].contains(&after_digits.trim_end_matches(PUNCTUATION)) {
        return "";
    }
    // Numbers such as `1a.` count the turns of a round.
    let after_number = match after_digits.strip_prefix(['a', 'b']) {
        Some(after_letter) if after_letter.starts_with('.') => after_letter,
        _ => after_digits,
    };
    let has_number = after_number.len() < word.len() && after_number.starts_with([':', '.', ')']);
    let turn = if has_number { after_number } else { word };
    turn.trim_matches(PUNCTUATION)
}

/// Returns true for a word that can be parsed as a turn or as a part of a turn.
fn is_turn(word: &str) -> bool {
    let has_letter = word.contains(|letter: char| letter.is_ascii_alphabetic());
    let has_digit = word.contains(|letter: char| letter.is_ascii_digit());
    (has_letter && has_digit) || ["take", "resign", "swap", "pass"].contains(&word)
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
    for (number, (old, new)) in (1..).zip(before.iter().zip(&after)) {
        let (old, new) = (contents(old), contents(new));
        if old != new {
            return Some(format!(
                "record {number}: fmt: turns and comments {old:?} are {new:?}"
            ));
        }
    }
    None
}

/// Returns the numbers of turns and comments in a record.
fn contents(raw: &RawRecord) -> (usize, usize) {
    let record = Record::parse(raw.clone());
    let is_comment = |item: &&Item| matches!(item, Item::Comment(_));
    let count_in = |items: &[Item]| items.iter().filter(is_comment).count();
    let after_turns: usize = record.turns().map(|(_, node)| count_in(&node.after)).sum();
    let comments = after_turns + count_in(&record.moves.opening) + count_in(&record.closing);
    (record.turns().count(), comments)
}

/// Writes a valid record in a format, and reads it back if no loss was reported.
fn converted(format: &dyn Format, checked: &Checked, tally: &mut Tally) -> Option<String> {
    if !(format.info().reads && format.info().writes) {
        return None;
    }
    let exported = format
        .write(checked)
        .ok()
        .filter(|exported| exported.losses.is_empty())?;
    tally.conversions += 1;
    let tag = |name: &str| checked.tag(name).map(|tag| tag.value.to_string());
    let mut assumptions = Assumptions::default();
    assumptions.variant = tag("Variant");
    assumptions.options = tag("Options");
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
    let mut files = vec![("pips", sample.text.clone())];
    files.extend(sample.page.clone());
    let mut lost = Vec::new();
    for (extension, text) in files {
        let path = folder.join(format!("a.{extension}"));
        for command in [&["check", "--fix"][..], &["mend", "--write"], &["fmt"]] {
            std::fs::write(&path, &text).unwrap();
            let place = format!("{} in .{extension}", command.join(" "));
            let losses = by_command(program, command, &path, extension);
            lost.extend(losses.into_iter().map(|loss| format!("{place}: {loss}")));
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
    lost
}

/// Lets a command write a file.
fn by_command(program: &str, command: &[&str], path: &Path, extension: &str) -> Vec<String> {
    let records = || {
        let bytes = std::fs::read(path).unwrap();
        match PageKind::of_ending(extension) {
            Some(kind) => kind
                .records(&bytes)
                .into_iter()
                .filter(RawRecord::is_record)
                .collect(),
            None => records_of(&bytes),
        }
    };
    let before: Vec<RawRecord> = records();
    let output = Command::new(program)
        .args(command)
        .arg(path)
        .output()
        .unwrap();
    let after = records();

    let mut lost = Vec::new();
    if output.status.code().is_none_or(|status| status > 2) {
        lost.push(format!("{:?}", output.status));
    }
    if before.len() != after.len() {
        lost.push(format!("{} records were {}", after.len(), before.len()));
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
        lost.extend(changed.map(|index| format!("the valid record {} is changed", index + 1)));
    }
    lost
}

/// The path of the CLI, if it was built.
fn program() -> Option<&'static str> {
    option_env!("CARGO_BIN_EXE_pipscribe").filter(|program| Path::new(program).exists())
}

fn records_of(bytes: &[u8]) -> Vec<RawRecord> {
    split_text(bytes)
        .into_iter()
        .filter(RawRecord::is_record)
        .collect()
}

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
