//! Shrinks a record to the smallest one with the same first finding, for bug reports and rule
//! books. Two findings are the same if they have the same code, such as `gipf/line-full`, and cite
//! the same rule, such as G3.4.
//!
//! [`shrink`] starts from the whole record, and from a record with only the illegal turn in the
//! position before it. A `Cutter` removes lines and words from both as long as the finding stays.

use pipscribe::check::Checked;
use pipscribe::formats::pips;
use pipscribe::games::Context;
use pipscribe::notation::{Record, quoted, split_text};
use pipscribe::text::RawRecord;

/// The maximum number of smaller records that are tried.
const MAX_TRIED_SMALLER: u32 = 3_000;

/// A record that is this many times longer than its illegal turn is not cut down itself.
const MUCH_LONGER: usize = 4;

/// A minimal record: removing any part of it would change its first finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shrunk {
    /// The text, in canonical form if that keeps the finding.
    pub text: String,
    /// True if all possible removals were tried.
    pub exhaustive: bool,
}

/// Shrinks a record to the smallest one that has the same first finding: its first error, otherwise
/// its first warning. Returns `None` if there are no findings.
pub fn shrink(record: &Record, context: &Context) -> Option<Shrunk> {
    let checked = match record.source().claim() {
        // In a document, block attributes can claim that the record is illegal, which changes its
        // findings. The shrunk text has no block, so the text is checked without one.
        Some(_) => only_record(record.text(), context)?,
        None => Checked::in_full(record.clone(), context),
    };
    let kind = kind_of_first_finding(&checked)?;
    let mut cutter = Cutter::new(move |text| {
        let kind_in_text =
            only_record(text, context).and_then(|checked| kind_of_first_finding(&checked));
        kind_in_text == Some(kind)
    });

    let whole = record.text().to_owned();
    let illegal_turn = record_of_illegal_turn(&checked).filter(|text| cutter.is_kept(text));
    let starts = match illegal_turn {
        // In a long game, the illegal turn with its position is shorter than any reduction of the
        // record.
        Some(turn) if whole.len() > MUCH_LONGER * turn.len() => vec![turn],
        Some(turn) => vec![turn, whole],
        None => vec![whole],
    };

    let smallest = starts
        .iter()
        .map(|start| cutter.cut_pieces(start))
        .min_by_key(String::len)
        .unwrap_or_default();
    Some(Shrunk {
        text: cutter.tidied(smallest),
        exhaustive: cutter.tries_left > 0,
    })
}

/// Checks a text that is exactly one record; `None` otherwise.
pub(crate) fn only_record(text: &str, context: &Context) -> Option<Checked> {
    let mut records = split_text(text.as_bytes())
        .into_iter()
        .filter(RawRecord::is_record);
    let (Some(raw), None) = (records.next(), records.next()) else {
        return None;
    };
    Some(Checked::from_record(Record::parse(raw), context))
}

/// What makes two findings the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct FindingKind {
    code: &'static str,
    rule: &'static str,
}

fn kind_of_first_finding(checked: &Checked) -> Option<FindingKind> {
    let report = &checked.report;
    let first = report.first_error().or(report.findings.first())?;
    Some(FindingKind {
        code: first.code.id,
        rule: first.rule,
    })
}

/// Returns a record with only the illegal turn and its comments, played in the position before it.
fn record_of_illegal_turn(checked: &Checked) -> Option<String> {
    let record = checked.record();
    let error = checked.report.first_error()?;

    let number_before = error.turn.checked_sub(1)?;
    let timeline = checked.timeline().ok()?;
    let before = timeline.after(Some(number_before)).ok()?;

    let node = record
        .moves
        .turns
        .iter()
        .find(|node| node.text.touches(error.span.start))?;
    let mut turn = record.text_of(node.text).to_owned();
    for comment in node.comments() {
        turn.push_str(&format!(" {}", record.text_of(comment.span)));
    }

    let result = "*";
    Some(turn_in_position(
        record,
        &before.position.text(),
        &turn,
        result,
    ))
}

/// Returns a record with the tags of another, one turn played in a position, and a result.
pub(crate) fn turn_in_position(
    record: &Record,
    position: &str,
    turn: &str,
    result: &str,
) -> String {
    let mut text = String::new();
    for tag in record.tags.iter().filter(|tag| tag.name != "Position") {
        text.push_str(&format!("[{} {}]\n", tag.name, quoted(&tag.value)));
    }
    text.push_str(&format!(
        "[Position {}]\n\n{turn} {result}\n",
        quoted(position)
    ));
    text
}

/// Reduces a text while a predicate still holds for it.
pub(crate) struct Cutter<'a> {
    keeps: Box<dyn Fn(&str) -> bool + 'a>,
    /// The number of smaller texts that may still be tried.
    tries_left: u32,
}

impl<'a> Cutter<'a> {
    /// Creates a cutter for texts for which `keeps` returns true.
    pub(crate) fn new(keeps: impl Fn(&str) -> bool + 'a) -> Self {
        Self {
            keeps: Box::new(keeps),
            tries_left: MAX_TRIED_SMALLER,
        }
    }

    /// Returns the smallest text, in a tidy layout if that is also kept.
    pub(crate) fn cut(&mut self, text: &str) -> String {
        let smaller = self.cut_pieces(text);
        self.tidied(smaller)
    }

    /// Removes lines, then words.
    fn cut_pieces(&mut self, text: &str) -> String {
        let with_fewer_lines = self.cut_by(text, lines);
        self.cut_by(&with_fewer_lines, words)
    }

    /// Splits a text into pieces and removes pieces while the predicate holds: half of them at a
    /// time, then fewer and fewer, until no piece can be removed.
    fn cut_by(&mut self, text: &str, split: fn(&str) -> Vec<&str>) -> String {
        let mut pieces = split(text);
        let mut size = pieces.len().div_ceil(2).max(1);
        loop {
            let count_before = pieces.len();
            let mut index = 0;
            while index < pieces.len() && self.tries_left > 0 {
                let end = (index + size).min(pieces.len());
                let rest = [&pieces[..index], &pieces[end..]].concat();
                if self.is_kept(&rest.concat()) {
                    pieces = rest;
                } else {
                    index = end;
                }
            }

            let is_minimal = size == 1 && pieces.len() == count_before;
            if is_minimal || self.tries_left == 0 {
                return pieces.concat();
            }
            // A further pass follows even with single pieces, because a removal may make other
            // removals possible.
            size = if size > 1 { size.div_ceil(2) } else { 1 };
        }
    }

    /// Returns the canonical form if it is kept. An invalid record has no canonical form; only its
    /// layout is changed.
    fn tidied(&mut self, text: String) -> String {
        let bare = false;
        let formatted = pips::format(text.as_bytes(), bare).bytes;
        let canonical = String::from_utf8(formatted).unwrap_or_default();
        if canonical != text && self.is_kept(&canonical) {
            return canonical;
        }

        if let Some(laid_out) = laid_out(&text)
            && self.is_kept(&laid_out)
        {
            return laid_out;
        }

        if text.ends_with('\n') {
            text
        } else {
            text + "\n"
        }
    }

    fn is_kept(&mut self, text: &str) -> bool {
        let Some(tries_left) = self.tries_left.checked_sub(1) else {
            return false;
        };
        self.tries_left = tries_left;
        (self.keeps)(text)
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(char::is_whitespace).collect()
}

/// Returns a cut record with an empty line after its tags and no trailing spaces; `None` if its
/// text has errors.
fn laid_out(text: &str) -> Option<String> {
    let record = Record::parse_str(text);
    if record.has_syntax_errors() {
        return None;
    }

    let end_of_tags = record.tags.last().map_or(0, |tag| tag.span.end as usize);
    let (tags, movetext) = text.split_at_checked(end_of_tags).unwrap_or(("", text));
    Some(match (tags.trim_end(), movetext.trim()) {
        ("", only) | (only, "") => format!("{only}\n"),
        (tags, movetext) => format!("{tags}\n\n{movetext}\n"),
    })
}
