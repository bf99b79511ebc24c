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

/// What every smaller record must have.
struct Wanted<'a> {
    code: &'static str,
    rule: &'static str,
    context: &'a Context,
    left: u32,
}

/// Cuts a record down to the smallest that still has the same first finding: its first error, else its first warning. `None`
/// where nothing is found.
pub fn shrink(record: &Record, context: &Context) -> Option<Shrunk> {
    let checked = Checked::in_full(record.clone(), context);
    let (code, rule) = first(&checked)?;
    let mut wanted = Wanted { code, rule, context, left: MOST_TRIED_SMALLER };
    let whole = record.text().to_owned();
    let alone = turn_alone(&checked).filter(|alone| wanted.is_kept(alone));
    // Of a long game nothing is as short as the turn alone.
    let is_long = alone.as_ref().is_some_and(|alone| whole.len() > MUCH_LONGER * alone.len());
    let from = alone.into_iter().chain((!is_long).then_some(whole));
    let smaller = from.map(|text| [lines, words].into_iter().fold(text, |text, cut| wanted.smallest(&text, cut)));
    let mut text = smaller.min_by_key(String::len).unwrap_or_default();
    let canonical = String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap_or_default();
    if wanted.is_kept(&canonical) {
        text = canonical;
    } else if !text.ends_with('\n') {
        text.push('\n');
    }
    Some(Shrunk { text, exhaustive: wanted.left > 0 })
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
    let mut text = String::new();
    for tag in record.tags.iter().filter(|tag| tag.name != "Position") {
        text.push_str(&format!("[{} {}]\n", tag.name, quoted(&tag.value)));
    }
    text.push_str(&format!("[Position {}]\n\n", quoted(&before.position.text())));
    text.push_str(record.text_of(node.text));
    for comment in node.comments() {
        text.push_str(&format!(" {}", record.text_of(comment.span)));
    }
    text.push_str(" *\n");
    Some(text)
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(char::is_whitespace).collect()
}

impl Wanted<'_> {
    /// Whether a text is one record with the same first finding.
    fn is_kept(&mut self, text: &str) -> bool {
        let Some(left) = self.left.checked_sub(1) else { return false };
        self.left = left;
        let mut records = split_text(text.as_bytes()).into_iter().filter(|raw| !raw.preamble);
        let (Some(raw), None) = (records.next(), records.next()) else { return false };
        let checked = Checked::of(Record::parse(raw), self.context);
        first(&checked).is_some_and(|(code, rule)| code == self.code && rule == self.rule)
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
