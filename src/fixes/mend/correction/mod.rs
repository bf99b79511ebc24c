//! Correction of a record's text: replaces unambiguous foreign spellings with the spelling of the
//! notation.
//!
//! Examples are markup, quotes, capitals, spaces inside turns and results in words. The text
//! contains the whole game, so nothing has to be guessed. A correction therefore comes before every
//! other change and costs nothing. The search for mistakes then works on the corrected record.
//!
//! [`Correction::correct`] applies one step after the other to the text ([`Steps`]): foreign
//! markup, the damaged first line, strings, tags, comments, numbers, turns and results. Each step
//! returns [`Change`]s of the text that the earlier steps left. The changes of all steps are
//! composed, so that the correction is a list of edits of the original text.

mod damaged_text;
mod foreign_markup;
mod game_tag;
mod joined_records;
mod movetext;
mod numbering;
mod tags;
mod tolerant_reader;

use damaged_text::StringEnd;

use super::edit::Edit;
use super::trace::{Original, trace_of};
use crate::fixes::pasted::Pasted;
use crate::games::{Context, GameId, with_game};
use crate::notation::split_text;
use crate::notation::{Outcome, Record};
use crate::replay::Report;
use crate::text::{RawRecord, Span, TextEdit, composed, edited, sort_edits};

/// The maximum length of a record that is corrected, in bytes.
const MAX_BYTES: usize = 262_144;

/// One change of a text, and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Change {
    span: Span,
    now: String,
    /// The change as reported.
    edit: Edit,
    /// The byte after which a comment preserves the original text, if there is to be one.
    trace: Option<u32>,
}

/// Returns the change of the text from byte `start` to `end`, outside turns.
fn change(text: &str, start: usize, end: usize, now: impl Into<String>) -> Change {
    let span = Span::new(start, end);
    let now = now.into();
    let edit = Edit::Text {
        was: span.slice(text).to_owned(),
        now: now.clone(),
    };
    Change {
        span,
        now,
        edit,
        trace: None,
    }
}

/// Returns the edits of the text that changes make.
fn text_edits(changes: &[Change]) -> Vec<TextEdit> {
    changes
        .iter()
        .map(|change| (change.span, change.now.clone()))
        .collect()
}

/// Returns a text with changes.
#[cfg(test)]
fn with_changes(text: &str, changes: &[Change]) -> Option<String> {
    edited(text, &text_edits(changes))
}

/// Correction of a record.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    /// The changes as reported, with the changes of layers first.
    pub(super) edits: Vec<Edit>,
    /// The number of edits that layers of a pasted text make.
    pub(super) layered: usize,
    /// Description of the parts of a pasted text that were recognised.
    pub(super) recognised: Vec<String>,
    /// The changes in the text of the record, in order.
    changes: Vec<TextEdit>,
    /// The comments that preserve the original text, in the corrected text.
    traces: Vec<TextEdit>,
    /// The corrected record.
    pub(super) record: Record,
    /// True if the result was corrected.
    pub(super) has_result: bool,
    /// True if the last turn of an open game ends with a sign that more should follow.
    pub(super) may_be_cut_short: bool,
    /// True if a result names White or Black, and it is uncertain which colour of dice this means.
    pub(super) is_ambiguous: bool,
}

impl PartialEq for Correction {
    fn eq(&self, other: &Self) -> bool {
        self.changes == other.changes
    }
}

impl Eq for Correction {}

impl Correction {
    /// Corrects a record; `None` if its text needs no correction.
    pub(super) fn new(record: &Record, context: &Context) -> Option<Self> {
        Self::correct(record, context, None, false)
    }

    /// Corrects a record whose text was pasted from elsewhere: takes off its layers first.
    /// `None` if it has no layer.
    pub(super) fn of_pasted(record: &Record, context: &Context) -> Option<Self> {
        let made = Self::correct(record, context, None, true)?;
        (!made.recognised.is_empty()).then_some(made)
    }

    /// Corrects a record as one of a game that it does not name; with `as_pasted`, as a pasted
    /// text.
    pub(super) fn of_game(
        record: &Record,
        context: &Context,
        game: GameId,
        as_pasted: bool,
    ) -> Option<Self> {
        Self::correct(record, context, Some(game), as_pasted)
    }

    /// Makes comments of a text without a record; `None` if it has a part of one.
    pub(super) fn of_talk(record: &Record) -> Option<Self> {
        let mut steps = Steps::new(record.text());
        steps.apply_layers(Some(Pasted::talk(&steps.text)?));
        let corrected = Record::parse(RawRecord {
            line: 1,
            bytes: steps.text.clone().into_bytes(),
            ..RawRecord::default()
        });
        Some(Self {
            layered: steps.layered.len(),
            edits: steps.layered,
            recognised: steps.recognised,
            changes: steps.changes,
            traces: Vec::new(),
            record: corrected,
            has_result: false,
            may_be_cut_short: false,
            is_ambiguous: false,
        })
    }

    /// Separates records that follow each other without a beginning, and returns the report of the
    /// first one; `None` if the text is one record, or if one of them has errors of its own.
    pub(super) fn of_joined_records(
        record: &Record,
        report: &Report,
        context: &Context,
    ) -> Option<(Self, Report)> {
        if record.text().len() > MAX_BYTES {
            return None;
        }
        let changes = joined_records::changes(record, report, context);
        let end = changes.first()?.span.start as usize;
        let first = Record::parse_str(record.text().get(..end)?);
        let report = first.game()?.check(&first, context);
        let separated = edited(record.text(), &text_edits(&changes))?;
        let correction = Self {
            layered: changes.len(),
            edits: changes.iter().map(|change| change.edit.clone()).collect(),
            recognised: vec!["records that follow each other".to_owned()],
            changes: text_edits(&changes),
            traces: Vec::new(),
            record: Record::parse(RawRecord {
                line: 1,
                bytes: separated.into_bytes(),
                ..RawRecord::default()
            }),
            has_result: false,
            may_be_cut_short: false,
            is_ambiguous: false,
        };
        Some((correction, report))
    }

    /// Corrects a record step by step; with `as_pasted`, as a pasted text.
    fn correct(
        record: &Record,
        context: &Context,
        game: Option<GameId>,
        as_pasted: bool,
    ) -> Option<Self> {
        if record.text().len() > MAX_BYTES {
            return None;
        }
        let mut steps = Steps::new(record.text());
        if as_pasted {
            steps.apply_layers(Pasted::without_containers(&steps.text));
        }
        steps.apply(foreign_markup::changes(&steps.text));
        steps.apply(damaged_text::game_line(&steps.text));
        if let Some(game) = game {
            steps.apply(game_tag::other_game(&steps.record()?, game));
        }
        steps.apply(damaged_text::wrapped_strings(&steps.record()?));
        steps.apply(tags::changes(&steps.text, context));
        steps.apply(damaged_text::strings_of_commands(
            &steps.record()?,
            StringEnd::BeforeBracket,
        ));
        steps.close_comments(context);
        if as_pasted {
            steps.apply_layers(Pasted::without_signs(&steps.text, context));
        }
        steps.correct_movetext(context)?;
        steps.apply(damaged_text::strings_of_commands(
            &steps.record()?,
            StringEnd::AtLineEnd,
        ));
        if steps.edits.is_empty() && steps.layered.is_empty() {
            return None;
        }
        Self::from_steps(steps, record)
    }

    /// Creates the correction of `record` that steps have made.
    fn from_steps(steps: Steps<'_>, record: &Record) -> Option<Self> {
        let corrected = steps.record()?;
        let is_result = |(_, now): &TextEdit| Outcome::parse(now).is_some();
        let has_result = steps.changes.iter().any(is_result);
        let may_be_cut_short = may_be_cut_short(&steps.edits, &corrected);
        let is_ambiguous = is_ambiguous(&steps.edits, record)
            || steps.is_uncertain
            || drops_last_signs(record.text(), &steps.changes);
        let Steps {
            edits,
            layered: mut all,
            recognised,
            changes,
            traces,
            ..
        } = steps;
        let layered = all.len();
        all.extend(edits);
        Some(Self {
            edits: all,
            layered,
            recognised,
            changes,
            traces,
            record: corrected,
            has_result,
            may_be_cut_short,
            is_ambiguous,
        })
    }

    /// Returns true if the correction is certain, although `later` edits change the corrected
    /// record again.
    pub(super) fn is_certain_before(&self, later: &[Edit]) -> bool {
        !self.is_ambiguous && !self.may_be_cut_short && !self.dropped_a_sign_of(later)
    }

    /// Returns true if the correction left a sign out of a turn that later edits change again. Then
    /// the sign meant something, in other turns as well.
    fn dropped_a_sign_of(&self, later: &[Edit]) -> bool {
        let is_dropped = |sign: char, now: &str| {
            let is_foreign = !sign.is_ascii() && !sign.is_alphanumeric() && !sign.is_whitespace();
            is_foreign && !now.contains(sign)
        };
        self.edits.iter().any(|edit| {
            let Edit::Replace { turn, was, now } = edit else {
                return false;
            };
            let is_changed_again = later.iter().any(|edit| edit.turn() == Some(*turn));
            is_changed_again && was.chars().any(|sign| is_dropped(sign, now))
        })
    }

    /// Returns the original of the corrected text; `written` is the text of the record.
    pub(super) fn original<'a>(&'a self, written: &'a str) -> Original<'a> {
        Original::new(written, &self.changes)
    }

    /// Returns the changes of the record's text, in order: the correction, followed by `edits` of
    /// the corrected text. With `trace`, comments preserve the original text.
    pub(super) fn in_text(&self, edits: &[TextEdit], trace: bool) -> Option<Vec<TextEdit>> {
        // A later edit of a corrected turn preserves the same text.
        let traces = self
            .traces
            .iter()
            .filter(|own| trace && !edits.contains(own));
        let mut edits: Vec<TextEdit> = edits.iter().chain(traces).cloned().collect();
        sort_edits(&mut edits);
        composed(&self.changes, self.record.text(), &edits)
    }
}

/// Returns true if changes remove the signs after the last turn, `???` or `...`: they may stand for
/// a turn that nobody could read, or for turns that follow elsewhere.
fn drops_last_signs(text: &str, changes: &[TextEdit]) -> bool {
    let is_result = |word: &str| word == "*" || Outcome::parse(word).is_some();
    let last = text.split_whitespace().rfind(|word| !is_result(word));
    let Some(word) = last else {
        return false;
    };
    let start = text.rfind(word).unwrap_or(0);
    let are_signs = word.chars().all(|sign| "?.…_[]()".contains(sign));
    let is_removed = |(span, now): &TextEdit| {
        let covers = span.start as usize <= start && span.end as usize > start;
        covers && now.trim().is_empty()
    };
    are_signs && changes.iter().any(is_removed)
}

/// A text that is corrected step by step.
struct Steps<'a> {
    /// The text before the first step.
    source: &'a str,
    /// The text after the steps so far.
    text: String,
    edits: Vec<Edit>,
    /// The edits that layers of a pasted text make.
    layered: Vec<Edit>,
    /// Descriptions of the parts that the layers recognised.
    recognised: Vec<String>,
    /// True if a layer chose between two turns.
    is_uncertain: bool,
    changes: Vec<TextEdit>,
    /// The comments that preserve the original text, placed in `text`.
    traces: Vec<TextEdit>,
}

impl<'a> Steps<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            source,
            text: source.to_owned(),
            edits: Vec::new(),
            layered: Vec::new(),
            recognised: Vec::new(),
            is_uncertain: false,
            changes: Vec::new(),
            traces: Vec::new(),
        }
    }

    /// Applies layers of a pasted text.
    fn apply_layers(&mut self, pasted: Option<Pasted>) {
        let Some(pasted) = pasted else { return };
        let source = std::mem::take(&mut self.text);
        let made = pasted.text.edits(&source);
        let changes: Vec<Change> = made
            .into_iter()
            .map(|(span, now)| change(&source, span.start as usize, span.end as usize, now))
            .collect();
        self.text = source;
        let before = self.edits.len();
        self.apply(changes);
        self.layered.extend(self.edits.drain(before..));
        self.recognised.extend(pasted.recognised);
        self.is_uncertain |= !pasted.is_certain;
    }

    /// Applies the changes of one step, which are in the order of the text.
    fn apply(&mut self, step: Vec<Change>) {
        let changes = text_edits(&step);
        let Some(text) = edited(&self.text, &changes).filter(|_| !changes.is_empty()) else {
            return;
        };
        let Some(all) = composed(&self.changes, &self.text, &changes) else {
            return;
        };
        let original = Original::new(self.source, &self.changes);
        let traces = traces(&step, original);
        let edits = step
            .into_iter()
            .map(|change| change.edit.with_original(original.part(change.span)));
        self.edits.extend(edits);
        self.changes = all;
        for (place, _) in &mut self.traces {
            *place = moved(*place, &changes);
        }
        self.traces.extend(traces);
        self.text = text;
    }

    /// Corrects the numbers, turns and results, unless the record is valid without the layers of a
    /// pasted text. `None` if the text is more than one record.
    fn correct_movetext(&mut self, context: &Context) -> Option<()> {
        let corrected = self.record()?;
        // A valid record needs no correction: rounds with one number would be read as one turn.
        let is_valid = |game: GameId| game.check(&corrected, context).is_valid();
        let is_done = !self.recognised.is_empty() && corrected.game().is_some_and(is_valid);
        if !is_done {
            let movetext = corrected.tags.last().map_or(0, |tag| tag.span.end as usize);
            self.apply(numbering::changes(&self.text, movetext));
            let corrected = self.record()?;
            if let Some(game) = corrected.game() {
                self.apply(with_game!(game, G => movetext::changes::<G>(&corrected)));
            }
        }
        Some(())
    }

    /// Closes comments that swallowed turns, if this makes more turns legal.
    fn close_comments(&mut self, context: &Context) -> Option<()> {
        let record = self.record()?;
        let game = record.game()?;
        let changes = damaged_text::comments(&record, game);
        if changes.is_empty() {
            return None;
        }
        let closed = Record::parse_str(&edited(&self.text, &text_edits(&changes))?);
        if game.legal_turns(&closed, context) > game.legal_turns(&record, context) {
            self.apply(changes);
        }
        Some(())
    }

    /// Parses the text; `None` if it is more than one record.
    fn record(&self) -> Option<Record> {
        let records = split_text(self.text.as_bytes())
            .into_iter()
            .filter(RawRecord::is_record);
        // Comments before a first record are part of the text.
        let whole = || RawRecord {
            line: 1,
            bytes: self.text.clone().into_bytes(),
            ..RawRecord::default()
        };
        (records.count() <= 1).then(|| Record::parse(whole()))
    }
}

/// Returns true if a correction reads White or Black as a seat of Pip•Pip where Dark begins, and no
/// result confirms it.
fn is_ambiguous(edits: &[Edit], record: &Record) -> bool {
    let begins_dark = record
        .tag("Colors")
        .is_some_and(|tag| tag.value.starts_with("dark"));
    let says_result = record
        .tag("Result")
        .and_then(|tag| Outcome::parse(&tag.value));
    let is_open = says_result.is_none_or(|outcome| outcome == Outcome::Open);
    let has_colour = |was: &str| {
        let was = was.to_ascii_lowercase();
        ["white", "black", "w ", "b "]
            .iter()
            .any(|colour| was.trim_start_matches(['(', '"']).starts_with(colour))
    };
    let is_result = |edit: &Edit| match edit {
        Edit::Replace { was, now, .. } | Edit::Text { was, now } => {
            has_colour(was)
                && (now.is_empty() || now.starts_with('{') || Outcome::parse(now).is_some())
        }
        Edit::Tag { name, was, .. } => name == "Result" && was.as_deref().is_some_and(has_colour),
        _ => false,
    };
    begins_dark && is_open && edits.iter().any(is_result)
}

/// Returns true if a correction removes a sign from the last turn of an open game after which more
/// should follow.
fn may_be_cut_short(edits: &[Edit], corrected: &Record) -> bool {
    let is_open = corrected
        .result
        .as_ref()
        .is_none_or(|(outcome, _)| *outcome == Outcome::Open);
    let last = corrected.moves.turns.len();
    let is_cut = |edit: &Edit| match edit {
        Edit::Replace { turn, was, now } => {
            let is_last = usize::try_from(*turn).is_ok_and(|turn| turn >= last);
            is_last && was.ends_with([',', ';', '-', '/', '@', ':', '+']) && !now.ends_with('.')
        }
        _ => false,
    };
    is_open && edits.iter().any(is_cut)
}

/// Returns an empty span of a text at its place after changes, which are in the order of the text.
fn moved(place: Span, changes: &[TextEdit]) -> Span {
    let before = changes.iter().filter(|(span, _)| span.end <= place.start);
    let growth = before.map(|(span, now)| {
        i64::try_from(now.len()).unwrap_or(0) - i64::from(span.end - span.start)
    });
    let offset = usize::try_from(i64::from(place.start) + growth.sum::<i64>()).unwrap_or(0);
    Span::new(offset, offset)
}

/// Returns the comments for changes, placed in the text that has the changes. `original` is the
/// original of the text before them.
fn traces(step: &[Change], original: Original<'_>) -> Vec<TextEdit> {
    let mut ahead = 0_i64;
    let mut traces = Vec::new();
    for change in step {
        ahead += i64::try_from(change.now.len()).unwrap_or(0)
            - i64::try_from(change.span.len()).unwrap_or(0);
        if let Some(after) = change.trace {
            let offset = usize::try_from(i64::from(after) + ahead).unwrap_or(0);
            let was = original.part(change.span);
            traces.push((Span::new(offset, offset), format!(" {{{}}}", trace_of(was))));
        }
    }
    traces
}
