//! The outcome for a mistaken record: which fixes are suggested for it, and whether one of them
//! gives the original game back. `table.rs` counts many outcomes; `losses.rs` compares the files.
//!
//! The sole fix of a record is the one that is applied without asking, if there is one.

mod losses;
mod table;

pub(crate) use table::Table;

use std::time::Instant;

use pipscribe::Checked;
use pipscribe::fixes::mend::{Mend, Mends};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::text::edited;

use super::mistakes::{Game, Kind, Wrong};
use losses::{InFile, loss};

/// Reason why a mistake is not a test case: the checker reports no error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Unseen {
    /// The record is read as the original game.
    Read,
    /// The record is another valid game, or the error is reported much later.
    Other,
}

/// Outcome for a mistaken record.
pub(crate) struct Outcome {
    /// The place of the original game among the suggested fixes, from 0.
    place: Option<usize>,
    /// True if the original game is not the first, but nothing distinguishes its fix from the first
    /// one: both have the same cost and make the same number of turns legal.
    is_tied: bool,
    /// True if there is a sole fix.
    has_sole: bool,
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
        if let Some(turn) = wrong.turn
            && turn as u32 + 1 + seen_within < turn_of_first_error(&checked)
        {
            return Err(Unseen::Other);
        }

        let start = Instant::now();
        let mends = Mends::search(checked.record(), &checked.report, &Context::default(), work);
        let milliseconds = start.elapsed().as_secs_f64() * 1_000.0;

        let mut fixes = mends.iter().flat_map(|mends| &mends.mends);
        let place = fixes.position(|fix| {
            let text = fix.text(checked.record());
            let fixed = text.and_then(|text| Checked::from_text(&text).bare());
            fixed.is_some() && fixed == key
        });
        let is_tied = mends
            .as_ref()
            .zip(place)
            .is_some_and(|(mends, place)| is_tied_with_first(mends, place));
        let sole = mends.as_ref().and_then(Mends::sole);
        let is_half = place != Some(0)
            && sole
                .and_then(|fix| fix.text(checked.record()))
                .is_some_and(|text| is_half_right(&text, game, checked.record()));
        Ok(Self {
            place,
            is_tied,
            has_sole: sole.is_some(),
            is_half,
            loss: sole.and_then(|fix| loss_of_fix(fix, game, &file, checked.record())),
            named: wrong.right.as_ref().map(|right| is_named(right, &checked)),
            milliseconds,
            mends,
            checked,
        })
    }

    fn is_sole_and_wrong(&self) -> bool {
        self.has_sole && self.place != Some(0) && !self.is_half
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
        let mut text = format!("place {:?} sole {}", self.place, self.has_sole);
        if let Some(loss) = self.loss {
            text.push_str(&format!(" LOSS: {loss}"));
        }
        if let Some(mends) = &self.mends {
            text.push_str(&format!(
                " judged {} proved {} exhaustive {} count {}",
                mends.work, mends.proved, mends.exhaustive, mends.count
            ));
        }
        let whole = game.text();
        let written = differing(&wrong.text, &whole);
        let right = differing(&whole, &wrong.text);
        text.push_str(&format!("\n    written {written:?}\n    true    {right:?}"));
        if let Some(finding) = findings.iter().find(|finding| finding.is_error()) {
            let help = finding.help.as_deref().unwrap_or("");
            text.push_str(&format!(
                "\n    {} turn {}: {} | {help}",
                finding.code.id, finding.turn, finding.message
            ));
        }
        let suggested = self.mends.as_ref().map_or(&[][..], |mends| &mends.mends);
        for mend in suggested.iter().take(2) {
            let (legal, complete, agrees) = (mend.legal_turns, mend.complete, mend.result_agrees);
            let evidence = format!(
                "cost {} legal {legal} complete {complete} agrees {agrees}",
                mend.cost
            );
            text.push_str(&format!("\n    {evidence} {:?}", mend.edits));
        }
        if suggested.is_empty() {
            text.push_str("\n    no fix");
        }
        text
    }
}

/// Returns the number of the turn with the first error; 0 for an error outside of turns.
fn turn_of_first_error(checked: &Checked) -> u32 {
    let findings = &checked.report.findings;
    findings
        .iter()
        .find(|finding| finding.is_error())
        .map_or(0, |finding| finding.turn)
}

/// Returns true if nothing distinguishes the fix at a place from the first one.
fn is_tied_with_first(mends: &Mends, place: usize) -> bool {
    let evidence = |mend: &Mend| {
        (
            mend.cost,
            mend.legal_turns,
            mend.complete,
            mend.result_agrees,
        )
    };
    place > 0 && evidence(&mends.mends[0]) == evidence(&mends.mends[place])
}

/// Returns the loss when a fix is written into the file of its record.
fn loss_of_fix(fix: &Mend, game: &Game, file: &InFile, record: &Record) -> Option<&'static str> {
    let edits = fix.in_text(record, true);
    let written = edits.and_then(|edits| edited(record.text(), &edits));
    match written {
        Some(written) => loss(game, file, &written),
        None => Some("nothing is written"),
    }
}

/// Returns true if a finding names a text.
fn is_named(right: &str, checked: &Checked) -> bool {
    let names =
        |text: &str| text.contains(&format!("`{right}`")) || text.contains(&format!("\"{right}\""));
    let findings = &checked.report.findings;
    findings
        .iter()
        .any(|finding| names(&finding.message) || finding.help.as_deref().is_some_and(names))
}

/// Returns the part in which a text differs from another, with a few characters around it, cut to
/// the length of a line.
fn differing(text: &str, other: &str) -> String {
    let count = text.chars().count();
    let prefix = common_length(text.chars(), other.chars());
    // The common suffix must not overlap the common prefix.
    let max_suffix = count.min(other.chars().count()) - prefix;
    let suffix = common_length(text.chars().rev(), other.chars().rev()).min(max_suffix);
    let start = prefix.saturating_sub(8);
    let end = (count - suffix + 4).min(count);
    text.chars()
        .skip(start)
        .take(end - start)
        .take(110)
        .collect()
}

/// Returns the number of characters that are equal from the first one on.
fn common_length(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
    one.zip(other)
        .take_while(|(one, other)| one == other)
        .count()
}

/// Returns true if a fixed record differs from the original game only in turns that the mistaken
/// record has as well, apart from signs.
fn is_half_right(fixed: &str, game: &Game, mistaken: &Record) -> bool {
    let fixed = Record::parse_str(fixed);
    let turns: Vec<&str> = fixed
        .moves
        .turns
        .iter()
        .map(|node| fixed.text_of(node.text))
        .collect();
    let written = without_signs(mistaken.text());
    let is_written = |turn: &str| written.contains(&without_signs(turn));
    turns.len() == game.turns.len()
        && turns
            .iter()
            .zip(&game.turns)
            .all(|(turn, right)| turn == right || is_written(turn))
}

/// Returns a text without the signs, and the words in place of signs, that separate the parts of
/// turns.
fn without_signs(text: &str) -> String {
    let plain = text.replace("and", "").replace("at", "").replace("to", "");
    plain.chars().filter(char::is_ascii_alphanumeric).collect()
}
