//! The smallest record that still has the same first finding, for bug reports and rule books.

use crate::checked::Checked;
use crate::formats::pips;
use crate::games::Context;
use crate::notation::{Record, quoted};
use crate::text::split_text;

/// How many smaller records are tried.
const MOST_TRIED_SMALLER: u32 = 3_000;

/// How much longer than its turn at fault a record is that need not be cut down itself.
const MUCH_LONGER: usize = 4;

/// A record from which nothing can be taken without its first finding going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shrunk {
    /// Its text, canonical where that keeps the finding.
    pub text: String,
    /// Whether everything was tried.
    pub exhaustive: bool,
}

/// A text that is cut down, and what every smaller one must be.
pub(crate) struct Cutter<'a> {
    keeps: Box<dyn Fn(&str) -> bool + 'a>,
    /// How many smaller texts may still be tried.
    left: u32,
}

/// Cuts a record down to the smallest that still has the same first finding: its first error, else its first warning. `None`
/// where nothing is found.
pub fn shrink(record: &Record, context: &Context) -> Option<Shrunk> {
    // What a block claims of it does not stand in what is left.
    let checked = match record.source().claim() {
        Some(_) => only_record(record.text(), context)?,
        None => Checked::in_full(record.clone(), context),
    };
    let (code, rule) = first(&checked)?;
    let mut cutter = Cutter::new(move |text| {
        let found = only_record(text, context).and_then(|checked| first(&checked));
        found.is_some_and(|found| found == (code, rule))
    });
    let whole = record.text().to_owned();
    let alone = turn_alone(&checked).filter(|alone| cutter.is_kept(alone));
    // Of a long game nothing is as short as the turn alone.
    let is_long = alone.as_ref().is_some_and(|alone| whole.len() > MUCH_LONGER * alone.len());
    let from = alone.into_iter().chain((!is_long).then_some(whole));
    let smaller = from.map(|text| cutter.pieces(&text));
    let smallest = smaller.min_by_key(String::len).unwrap_or_default();
    Some(Shrunk { text: cutter.canonical(smallest), exhaustive: cutter.left > 0 })
}

/// The record that a text is, if it is one alone.
pub(crate) fn only_record(text: &str, context: &Context) -> Option<Checked> {
    let mut records = split_text(text.as_bytes()).into_iter().filter(|raw| !raw.preamble);
    let (Some(raw), None) = (records.next(), records.next()) else { return None };
    Some(Checked::of(Record::parse(raw), context))
}

/// What is wrong first with a record.
fn first(checked: &Checked) -> Option<(&'static str, &'static str)> {
    let findings = &checked.report.findings;
    let first = findings.iter().find(|finding| finding.is_error()).or_else(|| findings.first())?;
    Some((first.code.id, first.rule))
}

/// The turn at fault alone, played in the position before it.
fn turn_alone(checked: &Checked) -> Option<String> {
    let record = checked.record();
    let first = checked.report.findings.iter().find(|finding| finding.is_error())?;
    let timeline = checked.timeline()?;
    let before = timeline.after(Some(first.turn.checked_sub(1)?)).ok()?;
    let node = record
        .moves
        .turns
        .iter()
        .find(|node| node.text.start <= first.span.start && first.span.start <= node.text.end)?;
    let mut turn = record.text_of(node.text).to_owned();
    for comment in node.comments() {
        turn.push_str(&format!(" {}", record.text_of(comment.span)));
    }
    Some(turn_in_position(record, &before.position.text(), &turn, "*"))
}

/// A record with the tags of another and one turn, played in a position, and a result.
pub(crate) fn turn_in_position(record: &Record, position: &str, turn: &str, result: &str) -> String {
    let mut text = String::new();
    for tag in record.tags.iter().filter(|tag| tag.name != "Position") {
        text.push_str(&format!("[{} {}]\n", tag.name, quoted(&tag.value)));
    }
    text.push_str(&format!("[Position {}]\n\n{turn} {result}\n", quoted(position)));
    text
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(char::is_whitespace).collect()
}

impl<'a> Cutter<'a> {
    /// A cutter of texts for which `keeps` holds.
    pub(crate) fn new(keeps: impl Fn(&str) -> bool + 'a) -> Self {
        Self { keeps: Box::new(keeps), left: MOST_TRIED_SMALLER }
    }

    /// The smallest text that is left of one, canonical where that is kept too.
    pub(crate) fn cut(&mut self, text: &str) -> String {
        let smaller = self.pieces(text);
        self.canonical(smaller)
    }

    fn pieces(&mut self, text: &str) -> String {
        [lines, words].into_iter().fold(text.to_owned(), |text, cut| self.smallest(&text, cut))
    }

    /// The canonical form of a text if that is kept; else the text, its last line ended.
    fn canonical(&mut self, mut text: String) -> String {
        let canonical = String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap_or_default();
        if self.is_kept(&canonical) {
            return canonical;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn is_kept(&mut self, text: &str) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        (self.keeps)(text)
    }

    /// The text without any piece that can be spared: half of them at a time, then ever fewer, until none can go.
    fn smallest(&mut self, text: &str, cut: fn(&str) -> Vec<&str>) -> String {
        let mut pieces = cut(text);
        let mut size = pieces.len().div_ceil(2).max(1);
        loop {
            let before = pieces.len();
            let mut at = 0;
            while at < pieces.len() && self.left > 0 {
                let end = (at + size).min(pieces.len());
                let rest = [&pieces[..at], &pieces[end..]].concat();
                if self.is_kept(&rest.concat()) {
                    pieces = rest;
                } else {
                    at = end;
                }
            }
            if self.left == 0 || (size == 1 && pieces.len() == before) {
                return pieces.concat();
            }
            // What could not go before may go now that something else went.
            size = if size > 1 { size.div_ceil(2) } else { 1 };
        }
    }
}
