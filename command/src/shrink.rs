//! Shrinks a record to the smallest one with the same first finding, for bug reports and rule
//! books.

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

/// Reduces a text while a predicate still holds for it.
pub(crate) struct Cutter<'a> {
    keeps: Box<dyn Fn(&str) -> bool + 'a>,
    /// The number of smaller texts that may still be tried.
    left: u32,
}

/// Shrinks a record to the smallest one that has the same first finding: its first error, otherwise
/// its first warning. Returns `None` if there are no findings.
pub fn shrink(record: &Record, context: &Context) -> Option<Shrunk> {
    // The claim of the block is not part of the shrunk text.
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
    // In a long game, the illegal turn with its position is shorter than any reduction of the
    // record.
    let is_long = alone
        .as_ref()
        .is_some_and(|alone| whole.len() > MUCH_LONGER * alone.len());
    let from = alone.into_iter().chain((!is_long).then_some(whole));
    let smaller = from.map(|text| cutter.cut_pieces(&text));
    let smallest = smaller.min_by_key(String::len).unwrap_or_default();
    Some(Shrunk {
        text: cutter.tidied(smallest),
        exhaustive: cutter.left > 0,
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

/// Returns the code and the rule of the first finding.
fn first(checked: &Checked) -> Option<(&'static str, &'static str)> {
    let first = checked.report.main_finding()?;
    Some((first.code.id, first.rule))
}

/// Returns a record with only the illegal turn, played in the position before it.
fn turn_alone(checked: &Checked) -> Option<String> {
    let record = checked.record();
    let first = checked.report.first_error()?;
    let timeline = checked.timeline().ok()?;
    let before = timeline.after(Some(first.turn.checked_sub(1)?)).ok()?;
    let node = record
        .moves
        .turns
        .iter()
        .find(|node| node.text.touches(first.span.start))?;
    let mut turn = record.text_of(node.text).to_owned();
    for comment in node.comments() {
        turn.push_str(&format!(" {}", record.text_of(comment.span)));
    }
    Some(turn_in_position(
        record,
        &before.position.text(),
        &turn,
        "*",
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
    let end = record.tags.last().map_or(0, |tag| tag.span.end as usize);
    let (tags, movetext) = text.split_at_checked(end).unwrap_or(("", text));
    Some(match (tags.trim_end(), movetext.trim()) {
        ("", only) | (only, "") => format!("{only}\n"),
        (tags, movetext) => format!("{tags}\n\n{movetext}\n"),
    })
}

impl<'a> Cutter<'a> {
    /// Creates a cutter for texts for which `keeps` returns true.
    pub(crate) fn new(keeps: impl Fn(&str) -> bool + 'a) -> Self {
        Self {
            keeps: Box::new(keeps),
            left: MAX_TRIED_SMALLER,
        }
    }

    /// Returns the smallest text, in a tidy layout if that is also kept.
    pub(crate) fn cut(&mut self, text: &str) -> String {
        let smaller = self.cut_pieces(text);
        self.tidied(smaller)
    }

    /// Removes lines, then words.
    fn cut_pieces(&mut self, text: &str) -> String {
        [lines, words]
            .into_iter()
            .fold(text.to_owned(), |text, cut| self.smallest(&text, cut))
    }

    /// Returns the canonical form if it is kept. An invalid record has no canonical form; only its
    /// layout is changed.
    fn tidied(&mut self, text: String) -> String {
        let canonical =
            String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap_or_default();
        let is_new = canonical != text;
        let mut forms = is_new
            .then_some(canonical)
            .into_iter()
            .chain(laid_out(&text));
        let kept = forms.find(|form| self.is_kept(form));
        kept.unwrap_or_else(|| {
            if text.ends_with('\n') {
                text
            } else {
                text + "\n"
            }
        })
    }

    fn is_kept(&mut self, text: &str) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        (self.keeps)(text)
    }

    /// Removes pieces while the predicate holds: half of them at a time, then fewer and fewer,
    /// until no piece can be removed.
    fn smallest(&mut self, text: &str, cut: fn(&str) -> Vec<&str>) -> String {
        let mut pieces = cut(text);
        let mut size = pieces.len().div_ceil(2).max(1);
        loop {
            let before = pieces.len();
            let mut index = 0;
            while index < pieces.len() && self.left > 0 {
                let end = (index + size).min(pieces.len());
                let rest = [&pieces[..index], &pieces[end..]].concat();
                if self.is_kept(&rest.concat()) {
                    pieces = rest;
                } else {
                    index = end;
                }
            }
            if self.left == 0 || (size == 1 && pieces.len() == before) {
                return pieces.concat();
            }
            // A further pass follows, because a removal may make other removals possible.
            size = if size > 1 { size.div_ceil(2) } else { 1 };
        }
    }
}
