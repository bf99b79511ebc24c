//! Correction of a record's text: replaces unambiguous foreign spellings with the spelling of the
//! notation.
//!
//! Examples are markup, quotes, capitals, spaces inside turns and results in words. The text
//! contains the whole game, so nothing has to be guessed. A correction therefore comes before every
//! other change and costs nothing. The search for mistakes then works on the corrected record.
//!
//! [`Correction::correct`] applies one step after the other to the text ([`Steps`]): foreign
//! markup, the damaged first line, strings, tags, comments, numbers, turns and results. Each step
//! returns [`Change`]s of the text that the earlier steps left. For a pasted text, the other text
//! around and in the record is removed as well, in *layers* ([`Pasted`]).

mod brackets;
mod certainty;
mod damaged_text;
mod foreign_markup;
mod game_tag;
mod joined_records;
mod movetext;
mod numbering;
mod result_words;
mod steps;
mod tag_line;
mod tag_value;
mod tags;
mod text_change;
mod tolerant_reader;
mod turn_number;

use damaged_text::StringEnd;
use steps::{Steps, parse_whole};
#[cfg(test)]
use text_change::with_changes;
use text_change::{Change, change, text_edits};

use super::edit::Edit;
use super::original_in_comment::Original;
use crate::fixes::pasted::Pasted;
use crate::games::{Context, GameId};
use crate::notation::{Outcome, Record};
use crate::replay::Report;
use crate::text::{Span, TextEdit, composed, edited, sort_edits};

/// The maximum length of a record that is corrected, in bytes.
const MAX_BYTES: usize = 262_144;

/// How the text of a record is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadAs {
    Record,
    /// As a record with other text around it or in it, which is removed first.
    PastedText,
}

/// Correction of a record.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    /// The changes as reported, with the changes of layers first.
    pub(super) edits: Vec<Edit>,
    /// The number of edits that layers of a pasted text make.
    pub(super) layer_edit_count: usize,
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
        Self::correct(record, context, None, ReadAs::Record)
    }

    /// Corrects a record whose text was pasted from elsewhere: takes off its layers first.
    /// `None` if it has no layer.
    pub(super) fn of_pasted(record: &Record, context: &Context) -> Option<Self> {
        let made = Self::correct(record, context, None, ReadAs::PastedText)?;
        (!made.recognised.is_empty()).then_some(made)
    }

    /// Corrects a record as one of a game that it does not name.
    pub(super) fn of_game(
        record: &Record,
        context: &Context,
        game: GameId,
        read_as: ReadAs,
    ) -> Option<Self> {
        Self::correct(record, context, Some(game), read_as)
    }

    /// Makes comments of a text without a record; `None` if it has a part of one.
    pub(super) fn of_talk(record: &Record) -> Option<Self> {
        let mut steps = Steps::new(record.text());
        steps.apply_layers(Some(Pasted::talk(&steps.text)?));
        Some(Self {
            layer_edit_count: steps.layer_edits.len(),
            edits: steps.layer_edits,
            recognised: steps.recognised,
            changes: steps.changes,
            traces: Vec::new(),
            record: parse_whole(steps.text),
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
        let edits = text_edits(&changes);
        let separated = edited(record.text(), &edits)?;
        let correction = Self {
            layer_edit_count: changes.len(),
            edits: changes.into_iter().map(|change| change.edit).collect(),
            recognised: vec!["records that follow each other".to_owned()],
            changes: edits,
            traces: Vec::new(),
            record: parse_whole(separated),
            has_result: false,
            may_be_cut_short: false,
            is_ambiguous: false,
        };
        Some((correction, report))
    }

    /// Corrects a record step by step. `game` is its game if it does not name the right one.
    fn correct(
        record: &Record,
        context: &Context,
        game: Option<GameId>,
        read_as: ReadAs,
    ) -> Option<Self> {
        if record.text().len() > MAX_BYTES {
            return None;
        }
        let mut steps = Steps::new(record.text());

        // The text around the record.
        if read_as == ReadAs::PastedText {
            steps.apply_layers(Pasted::without_containers(&steps.text));
        }
        steps.apply(foreign_markup::changes(&steps.text));

        // The tags.
        steps.apply(damaged_text::game_line(&steps.text));
        if let Some(game) = game {
            steps.apply(game_tag::other_game(&steps.record()?, game));
        }
        steps.apply(damaged_text::wrapped_strings(&steps.record()?));
        steps.apply(tags::changes(&steps.text, context));

        // The comments and turns.
        steps.apply(damaged_text::strings_of_commands(
            &steps.record()?,
            StringEnd::BeforeBracket,
        ));
        steps.close_comments(context);
        steps.close_variations(context);
        if read_as == ReadAs::PastedText {
            steps.apply_layers(Pasted::without_signs(&steps.text, context));
        }
        steps.correct_movetext(context)?;
        steps.apply(damaged_text::strings_of_commands(
            &steps.record()?,
            StringEnd::AtLineEnd,
        ));

        let is_changed = !steps.edits.is_empty() || !steps.layer_edits.is_empty();
        if is_changed {
            Self::from_steps(steps, record)
        } else {
            None
        }
    }

    /// Creates the correction of `record` that steps have made.
    fn from_steps(steps: Steps<'_>, record: &Record) -> Option<Self> {
        let corrected = steps.record()?;
        let is_result = |(_, now): &TextEdit| Outcome::parse(now).is_some();
        let may_be_cut_short = certainty::may_be_cut_short(&steps.edits, &corrected);
        let is_ambiguous = steps.is_uncertain
            || certainty::is_ambiguous(&steps.edits, record)
            || certainty::drops_last_signs(record.text(), &steps.changes);
        let layer_edit_count = steps.layer_edits.len();
        let mut edits = steps.layer_edits;
        edits.extend(steps.edits);
        Some(Self {
            edits,
            layer_edit_count,
            has_result: steps.changes.iter().any(is_result),
            may_be_cut_short,
            is_ambiguous,
            recognised: steps.recognised,
            changes: steps.changes,
            traces: steps.traces,
            record: corrected,
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
        let mut later = edits.to_vec();
        if trace {
            // A later edit of a corrected turn preserves the same text, also if the edit replaces
            // the turn together with the words after it.
            let is_replaced = |place: Span| {
                let mut spans = edits.iter().map(|(span, _)| span);
                spans.any(|span| span.start < place.start && place.end < span.end)
            };
            let is_new =
                |own_trace: &&TextEdit| !edits.contains(own_trace) && !is_replaced(own_trace.0);
            later.extend(self.traces.iter().filter(is_new).cloned());
        }
        sort_edits(&mut later);
        composed(&self.changes, self.record.text(), &later)
    }
}
