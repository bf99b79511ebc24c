//! The outcome for a mistaken record, and the table of many outcomes.

use std::collections::BTreeMap;
use std::time::Instant;

use pipscribe::Checked;
use pipscribe::fixes::mend::{Mend, Mends};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::notation::split_text;
use pipscribe::text::{RawRecord, edited};

use super::mistakes::{Game, Kind, Wrong};

/// Valid records that surround the mistaken one in its file.
const BEFORE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. b4 *\n\n";
const AFTER: &str =
    "\n[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n\n1. b5 2. take *\n";

/// Reason why a mistake is not a test case: the checker reports no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unseen {
    /// The record is read as the original game.
    Read,
    /// The record is another valid game, or the error is reported much later.
    Other,
}

pub(crate) struct Outcome {
    /// The place of the original game among the suggested fixes, from 0.
    place: Option<usize>,
    /// True if the original game is not the first, but nothing distinguishes its fix from the first
    /// one: both have the same cost and make the same number of turns legal.
    is_tied: bool,
    sole: bool,
    /// True if the sole fix is wrong only in places where the record has a different legal turn, so
    /// that nothing reveals the mistake.
    is_half: bool,
    /// The losses of the sole fix, once it is written into its file.
    loss: Option<&'static str>,
    /// True if a finding names the correct text; `None` if there is no single one.
    named: Option<bool>,
    milliseconds: f64,
    mends: Option<Mends>,
    checked: Checked,
}

impl Outcome {
    pub(crate) fn of(
        game: &Game,
        wrong: &Wrong,
        seen_within: u32,
        work: u64,
    ) -> Result<Self, Unseen> {
        let key = Checked::from_text(&game.text()).bare();
        let file = InFile::of(&wrong.text);
        let checked = Checked::new(file.own().clone(), &Context::default());
        if checked.report.is_valid() {
            return Err(if checked.bare() == key {
                Unseen::Read
            } else {
                Unseen::Other
            });
        }
        let fault = checked
            .report
            .findings
            .iter()
            .find(|finding| finding.is_error())
            .map_or(0, |finding| finding.turn);
        if let Some(turn) = wrong.turn
            && turn as u32 + 1 + seen_within < fault
        {
            return Err(Unseen::Other);
        }
        let since = Instant::now();
        let mends = Mends::search(checked.record(), &checked.report, &Context::default(), work);
        let milliseconds = since.elapsed().as_secs_f64() * 1_000.0;
        let fixes = mends.iter().flat_map(|mends| &mends.mends);
        let mut games = fixes.map(|fix| {
            fix.text(checked.record())
                .and_then(|text| Checked::from_text(&text).bare())
        });
        let place = games.position(|fixed| fixed.is_some() && fixed == key);
        let is_tied = mends.as_ref().zip(place).is_some_and(|(mends, place)| {
            let known = |mend: &Mend| {
                (
                    mend.cost,
                    mend.legal_turns,
                    mend.complete,
                    mend.result_agrees,
                )
            };
            place > 0 && known(&mends.mends[0]) == known(&mends.mends[place])
        });
        let sole = mends.as_ref().and_then(Mends::sole);
        let loss = sole.and_then(|fix| {
            let edits = fix.in_text(checked.record(), true);
            let written = edits.and_then(|edits| edited(checked.record().text(), &edits));
            written.map_or(Some("nothing is written"), |written| {
                loss(game, &file, &written)
            })
        });
        let named = wrong.right.as_ref().map(|right| {
            let names = |text: &str| {
                text.contains(&format!("`{right}`")) || text.contains(&format!("\"{right}\""))
            };
            let findings = &checked.report.findings;
            findings.iter().any(|finding| {
                names(&finding.message) || finding.help.as_deref().is_some_and(names)
            })
        });
        let is_half = place != Some(0)
            && sole.is_some_and(|fix| {
                fix.text(checked.record())
                    .is_some_and(|text| is_half_right(&text, game, checked.record()))
            });
        let sole = sole.is_some();
        Ok(Self {
            place,
            is_tied,
            sole,
            is_half,
            loss,
            named,
            milliseconds,
            mends,
            checked,
        })
    }

    fn is_sole_and_wrong(&self) -> bool {
        self.sole && self.place != Some(0) && !self.is_half
    }

    /// Returns the reported weight of the first fix, in thousandths, if the search proved it.
    fn weight(&self) -> Option<u32> {
        let mends = self.mends.as_ref().filter(|mends| mends.proved)?;
        let first = mends.mends.first()?;
        (first.complete && first.result_agrees).then_some(first.weight)
    }

    /// Returns true if the outcome is a failure.
    pub(crate) fn is_example(&self, kind: &Kind) -> bool {
        self.loss.is_some() || self.is_sole_and_wrong() || (kind.knowable && self.place != Some(0))
    }

    /// Describes the outcome for people.
    pub(crate) fn shown(&self, game: &Game, wrong: &Wrong) -> String {
        let findings = &self.checked.report.findings;
        let mut text = format!("place {:?} sole {}", self.place, self.sole);
        self.loss
            .iter()
            .for_each(|loss| text.push_str(&format!(" LOSS: {loss}")));
        if let Some(mends) = &self.mends {
            text.push_str(&format!(
                " judged {} proved {} exhaustive {} count {}",
                mends.work, mends.proved, mends.exhaustive, mends.count
            ));
        }
        let whole = game.text();
        let (was, now) = (
            differing(&wrong.text, &whole),
            differing(&whole, &wrong.text),
        );
        text.push_str(&format!("\n    written {was:?}\n    true    {now:?}"));
        if let Some(finding) = findings.iter().find(|finding| finding.is_error()) {
            let help = finding.help.as_deref().unwrap_or("");
            text.push_str(&format!(
                "\n    {} turn {}: {} | {help}",
                finding.code.id, finding.turn, finding.message
            ));
        }
        for mend in self
            .mends
            .iter()
            .flat_map(|mends| mends.mends.iter().take(2))
        {
            let (legal, complete, agrees) = (mend.legal_turns, mend.complete, mend.result_agrees);
            let evidence = format!(
                "cost {} legal {legal} complete {complete} agrees {agrees}",
                mend.cost
            );
            text.push_str(&format!("\n    {evidence} {:?}", mend.edits));
        }
        if self
            .mends
            .as_ref()
            .is_none_or(|mends| mends.mends.is_empty())
        {
            text.push_str("\n    no fix");
        }
        text
    }
}

/// Returns the part in which a text differs from another, cut to the length of a line.
fn differing(text: &str, other: &str) -> String {
    let same = |one: &mut dyn Iterator<Item = char>, two: &mut dyn Iterator<Item = char>| {
        one.zip(two).take_while(|(one, two)| one == two).count()
    };
    let count = text.chars().count();
    let before = same(&mut text.chars(), &mut other.chars());
    let after = same(&mut text.chars().rev(), &mut other.chars().rev());
    let after = after
        .min(count - before)
        .min(other.chars().count() - before);
    let from = before.saturating_sub(8);
    text.chars()
        .skip(from)
        .take((count - after + 4).min(count) - from)
        .take(110)
        .collect()
}

/// The mistaken record in its file, between others.
struct InFile {
    bytes: Vec<u8>,
    records: Vec<RawRecord>,
    /// The index of the mistaken record.
    own: usize,
}

impl InFile {
    /// Creates a file in which the record is found; some mistakes in its first line join it to the
    /// previous record.
    fn of(wrong: &str) -> Self {
        let is_own = |raw: &RawRecord| raw.bytes.trim_ascii() == wrong.as_bytes().trim_ascii();
        for (before, after) in [(BEFORE, AFTER), ("", AFTER), ("", "")] {
            let bytes = format!("{before}{wrong}{after}").into_bytes();
            let records = split_text(&bytes);
            if let Some(own) = records.iter().position(is_own) {
                return Self {
                    bytes,
                    records,
                    own,
                };
            }
        }
        let (bytes, records) = (wrong.as_bytes().to_vec(), split_text(wrong.as_bytes()));
        Self {
            bytes,
            records,
            own: 0,
        }
    }

    fn own(&self) -> &RawRecord {
        &self.records[self.own]
    }

    /// Returns the loss in the other records when the record is rewritten.
    fn loss(&self, written: &str) -> Option<&'static str> {
        let own = self.own();
        let start = own.offset as usize;
        let end = start + own.bytes.len();
        let blank = own.bytes.len() - own.bytes.trim_ascii_end().len();
        let file = [&self.bytes[..start], written.as_bytes(), &self.bytes[end..]].concat();
        let now = split_text(&file);
        if now.len() != self.records.len() {
            return Some("another number of records");
        }
        if !file.ends_with(&self.bytes[end - blank..]) {
            return Some("white space after the record is gone");
        }
        let pairs = now
            .iter()
            .zip(&self.records)
            .enumerate()
            .filter(|(at, _)| *at != self.own);
        let differs = pairs
            .into_iter()
            .any(|(_, (now, before))| now.bytes != before.bytes);
        differs.then_some("another record is changed")
    }
}

/// Returns the loss when a record is rewritten.
fn loss(game: &Game, file: &InFile, written: &str) -> Option<&'static str> {
    if let Some(loss) = file.loss(written) {
        return Some(loss);
    }
    let record = Record::parse_str(written);
    let turns: Vec<&str> = record
        .moves
        .turns
        .iter()
        .map(|node| record.text_of(node.text))
        .collect();
    if record.game() != Some(game.id) {
        return Some("another game");
    }
    if turns.len() < game.turns.len() {
        return Some("a turn is gone");
    }
    if turns.len() == game.turns.len()
        && turns
            .iter()
            .zip(&game.turns)
            .any(|(now, right)| says_less(now, right))
    {
        return Some("a part of a turn is gone");
    }
    let is_open = |result: &str| ["", "*"].contains(&result);
    let tag = record
        .tags
        .iter()
        .find(|tag| tag.name == "Result")
        .map_or("", |tag| tag.value.as_str());
    let result = record
        .result
        .as_ref()
        .map_or(tag.to_owned(), |(outcome, _)| outcome.to_string());
    let right = if game.result.is_empty() {
        game.tag("Result").unwrap_or("")
    } else {
        &game.result
    };
    (!is_open(right) && is_open(&result)).then_some("the result is gone")
}

/// Returns true if a fixed record differs from the original game only in turns that the mistaken
/// record has as well, apart from signs.
fn is_half_right(fixed: &str, game: &Game, mistaken: &Record) -> bool {
    let fixed = Record::parse_str(fixed);
    let texts = |record: &Record| -> Vec<String> {
        let turns = record.moves.turns.iter();
        turns
            .map(|node| record.text_of(node.text).to_owned())
            .collect()
    };
    let fixed = texts(&fixed);
    let mistaken = mistaken.text();
    let written = without_signs(mistaken);
    let is_written = |turn: &str| written.contains(&without_signs(turn));
    fixed.len() == game.turns.len()
        && fixed
            .iter()
            .zip(&game.turns)
            .all(|(fixed, right)| fixed == right || is_written(fixed))
}

/// Returns a text without the signs, and the words in place of signs, that separate the parts of
/// turns.
fn without_signs(text: &str) -> String {
    let plain = text.replace("and", "").replace("at", "").replace("to", "");
    plain.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Returns true if a turn is another turn with some of its parts left out.
fn says_less(now: &str, right: &str) -> bool {
    let parts =
        |turn: &str| -> Vec<String> { turn.split([';', ',', ':']).map(str::to_owned).collect() };
    let (now, right) = (parts(now), parts(right));
    now.len() < right.len() && now.iter().all(|part| right.contains(part))
}

/// Counts of a row.
#[derive(Default)]
struct Row {
    cases: u32,
    knowable: u32,
    first: u32,
    tied: u32,
    among: u32,
    sole: u32,
    sole_wrong: u32,
    half: u32,
    loss: u32,
    namable: u32,
    named: u32,
    read: u32,
    other: u32,
    times: Vec<f64>,
}

/// Key of a row: a game or all games, and a kind by its place in the list, or all kinds.
type RowKey = (Option<&'static str>, Option<(usize, &'static str)>);

/// The lower ends of the classes of weights in the table of reliability, in thousandths.
const CLASSES: [u32; 9] = [0, 100, 250, 500, 750, 900, 950, 980, 990];

/// Number of correct first fixes in a class of weights.
#[derive(Clone, Copy, Default)]
struct Class {
    cases: u32,
    weights: u32,
    right: u32,
}

#[derive(Default)]
pub(crate) struct Table {
    rows: BTreeMap<RowKey, Row>,
    classes: BTreeMap<&'static str, [Class; CLASSES.len()]>,
}

impl Table {
    fn rows(
        &mut self,
        game: &'static str,
        order: usize,
        kind: &Kind,
        mut change: impl FnMut(&mut Row),
    ) {
        for game in [None, Some(game)] {
            for kind in [None, Some((order, kind.name))] {
                change(self.rows.entry((game, kind)).or_default());
            }
        }
    }

    pub(crate) fn unseen(&mut self, game: &'static str, order: usize, kind: &Kind, unseen: Unseen) {
        self.rows(game, order, kind, |row| match unseen {
            Unseen::Read => row.read += 1,
            Unseen::Other => row.other += 1,
        });
    }

    pub(crate) fn count(
        &mut self,
        game: &'static str,
        order: usize,
        kind: &Kind,
        outcome: Outcome,
    ) {
        if let Some(weight) = outcome.weight().filter(|_| kind.knowable) {
            let class = CLASSES.iter().rposition(|&lower| lower <= weight);
            let classes = self.classes.entry(game).or_default();
            let class = &mut classes[class.unwrap_or(0)];
            class.cases += 1;
            class.weights += weight;
            class.right += u32::from(outcome.place == Some(0));
        }
        self.rows(game, order, kind, |row| {
            row.cases += 1;
            if kind.knowable {
                row.knowable += 1;
                row.first += u32::from(outcome.place == Some(0));
                row.tied += u32::from(outcome.is_tied);
                row.among += u32::from(outcome.place.is_some());
            }
            row.sole += u32::from(outcome.sole);
            row.sole_wrong += u32::from(outcome.is_sole_and_wrong());
            row.half += u32::from(outcome.is_half);
            row.loss += u32::from(outcome.loss.is_some());
            row.namable += u32::from(outcome.named.is_some());
            row.named += u32::from(outcome.named == Some(true));
            row.times.push(outcome.milliseconds);
        });
    }

    /// Compares the weights of fixes with their correctness, for fixes that a search proved, as
    /// Markdown.
    pub(crate) fn reliability(&self) -> String {
        let mut text = "| game | weight, mean | cases | right |\n|---|---|---|---|\n".to_owned();
        for (game, classes) in &self.classes {
            for class in classes.iter().filter(|class| class.cases > 0) {
                let mean = f64::from(class.weights) / f64::from(class.cases) / 1_000.0;
                let right = f64::from(class.right) / f64::from(class.cases);
                let cases = class.cases;
                text.push_str(&format!("| {game} | {mean:.3} | {cases} | {right:.3} |\n"));
            }
        }
        text
    }

    /// Returns the table in Markdown: all games together, then each game. With `full`, the table
    /// lists every kind in every game.
    pub(crate) fn text(mut self, full: bool) -> String {
        let head = [
            "game",
            "mistake",
            "cases",
            "true first",
            "tied with first",
            "among ten",
            "sole",
            "sole and wrong",
            "sole and half right",
            "lost",
            "finding names it",
            "read",
            "ms, median",
            "ms, max",
        ];
        let mut text = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
        for ((game, kind), row) in &mut self.rows {
            if game.is_some() && kind.is_some() && !full {
                continue;
            }
            row.times.sort_by(f64::total_cmp);
            let share = |part: u32, whole: u32| match whole {
                0 => "–".to_owned(),
                _ => format!("{:.0} %", 100.0 * f64::from(part) / f64::from(whole)),
            };
            let cells = [
                game.unwrap_or("**all**").to_owned(),
                kind.map_or("**all**".to_owned(), |(_, name)| name.replace('-', " ")),
                row.cases.to_string(),
                share(row.first, row.knowable),
                share(row.tied, row.knowable),
                share(row.among, row.knowable),
                row.sole.to_string(),
                row.sole_wrong.to_string(),
                row.half.to_string(),
                row.loss.to_string(),
                share(row.named, row.namable),
                row.read.to_string(),
                format!("{:.1}", row.times.get(row.times.len() / 2).unwrap_or(&0.0)),
                format!("{:.0}", row.times.last().unwrap_or(&0.0)),
            ];
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
        text
    }
}
