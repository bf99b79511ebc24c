//! The steps of a correction: each changes the text that the earlier ones left.
//!
//! [`Steps`] composes the changes of all steps, so that together they are changes of the source,
//! and keeps the original text of a corrected turn in a comment (a *trace*).

use super::super::edit::Edit;
use super::super::mended_comment::{Original, trace_of};
use super::movetext::{self, SpaceBetweenTurns};
use super::text_change::{Change, change, text_edits};
use super::{damaged_text, numbering};
use crate::fixes::pasted::Pasted;
use crate::games::{Context, GameId, with_game};
use crate::notation::{Record, split_text};
use crate::text::{RawRecord, Span, TextEdit, composed, edited};

/// The maximum number of variations that are closed.
const MAX_CLOSED: usize = 8;

/// A text that is corrected step by step.
pub(super) struct Steps<'a> {
    /// The text before the first step.
    source: &'a str,
    /// The text after the steps so far.
    pub(super) text: String,
    /// The changes as reported.
    pub(super) edits: Vec<Edit>,
    /// The changes of layers of a pasted text, as reported.
    pub(super) layer_edits: Vec<Edit>,
    /// Descriptions of the parts that the layers recognised.
    pub(super) recognised: Vec<String>,
    /// True if a layer chose between two turns.
    pub(super) is_uncertain: bool,
    /// The changes of `source` that result in `text`.
    pub(super) changes: Vec<TextEdit>,
    /// The comments that preserve the original text, placed in `text`.
    pub(super) traces: Vec<TextEdit>,
}

impl<'a> Steps<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self {
            source,
            text: source.to_owned(),
            edits: Vec::new(),
            layer_edits: Vec::new(),
            recognised: Vec::new(),
            is_uncertain: false,
            changes: Vec::new(),
            traces: Vec::new(),
        }
    }

    /// Applies layers of a pasted text.
    pub(super) fn apply_layers(&mut self, pasted: Option<Pasted>) {
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
        self.layer_edits.extend(self.edits.drain(before..));
        self.recognised.extend(pasted.recognised);
        self.is_uncertain |= !pasted.is_certain;
    }

    /// Applies the changes of one step, which are in the order of the text.
    pub(super) fn apply(&mut self, step: Vec<Change>) {
        let changes = text_edits(&step);
        if changes.is_empty() {
            return;
        }
        let Some(text) = edited(&self.text, &changes) else {
            return;
        };
        let Some(all_changes) = composed(&self.changes, &self.text, &changes) else {
            return;
        };

        let original = Original::new(self.source, &self.changes);
        let new_traces = traces(&step, original);
        let edits = step
            .into_iter()
            .map(|change| change.edit.with_original(original.part(change.span)));
        self.edits.extend(edits);
        self.changes = all_changes;
        for (place, _) in &mut self.traces {
            *place = moved(*place, &changes);
        }
        self.traces.extend(new_traces);
        self.text = text;
    }

    /// Corrects the numbers, turns and results, unless the record is valid without the layers of a
    /// pasted text. `None` if the text is more than one record.
    pub(super) fn correct_movetext(&mut self, context: &Context) -> Option<()> {
        let record = self.record()?;
        // A valid record needs no correction: rounds with one number would be read as one turn.
        let is_valid = |game: GameId| game.check(&record, context).is_valid();
        let was_in_layers = !self.recognised.is_empty();
        if was_in_layers && record.game().is_some_and(is_valid) {
            return Some(());
        }

        let movetext = record.tags.last().map_or(0, |tag| tag.span.end as usize);
        self.apply(numbering::changes(&self.text, movetext));
        let numbered = self.record()?;
        if let Some(game) = numbered.game() {
            self.apply(turn_changes(&numbered, game, context));
        }
        Some(())
    }

    /// Closes comments that swallowed turns, if this makes more turns legal. `None` without such a
    /// comment, or if the text cannot be read as one record of a game.
    pub(super) fn close_comments(&mut self, context: &Context) -> Option<()> {
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

    /// Closes variations that swallowed turns of the line around them, the innermost first. `None`
    /// once no more of them can be closed.
    pub(super) fn close_variations(&mut self, context: &Context) -> Option<()> {
        for _ in 0..MAX_CLOSED {
            let closed = damaged_text::variation(&self.record()?, context)?;
            self.apply(vec![closed]);
        }
        Some(())
    }

    /// Parses the text; `None` if it is more than one record.
    pub(super) fn record(&self) -> Option<Record> {
        let records = split_text(self.text.as_bytes())
            .into_iter()
            .filter(RawRecord::is_record);
        // Comments before a first record are part of the text.
        (records.count() <= 1).then(|| parse_whole(self.text.clone()))
    }
}

/// Returns the changes that correct the turns of a record. In a record that counts rounds, a space
/// between two turns becomes a sign of one turn only if more of the turns are then legal.
fn turn_changes(record: &Record, game: GameId, context: &Context) -> Vec<Change> {
    let changes =
        |spaces: SpaceBetweenTurns| with_game!(game, G => movetext::changes::<G>(record, spaces));
    let joining = changes(SpaceBetweenTurns::MayJoin);
    let counts_rounds = with_game!(game, G => movetext::may_count_rounds::<G>(record));
    if !counts_rounds {
        return joining;
    }
    let separating = changes(SpaceBetweenTurns::Separates);
    let legal_share = |made: &[Change]| {
        let text = edited(record.text(), &text_edits(made));
        let corrected = Record::parse_str(&text.unwrap_or_default());
        let turns = u64::try_from(corrected.moves.turns.len()).unwrap_or(u64::MAX);
        (
            u64::from(game.legal_turns(&corrected, context)),
            turns.max(1),
        )
    };
    let (legal_if_joined, joined) = legal_share(&joining);
    let (legal_if_separate, separate) = legal_share(&separating);
    if legal_if_separate * joined >= legal_if_joined * separate {
        separating
    } else {
        joining
    }
}

/// Parses a text as one record.
pub(super) fn parse_whole(text: String) -> Record {
    Record::parse(RawRecord {
        line: 1,
        bytes: text.into_bytes(),
        ..RawRecord::default()
    })
}

/// Returns the comments for changes, placed in the text that has the changes. `original` is the
/// original of the text before them.
fn traces(step: &[Change], original: Original<'_>) -> Vec<TextEdit> {
    let mut growth = 0;
    let mut traces = Vec::new();
    for change in step {
        growth += growth_of(change.span, &change.now);
        if let Some(after) = change.trace {
            let offset = offset_after(after, growth);
            let was = original.part(change.span);
            traces.push((Span::new(offset, offset), format!(" {{{}}}", trace_of(was))));
        }
    }
    traces
}

/// Returns an empty span of a text at its place after changes, which are in the order of the text.
fn moved(place: Span, changes: &[TextEdit]) -> Span {
    let before = changes.iter().filter(|(span, _)| span.end <= place.start);
    let growth: i64 = before.map(|(span, now)| growth_of(*span, now)).sum();
    let offset = offset_after(place.start, growth);
    Span::new(offset, offset)
}

/// Returns the number of bytes by which a text grows with a change.
fn growth_of(span: Span, now: &str) -> i64 {
    let signed = |length: usize| i64::try_from(length).unwrap_or(0);
    signed(now.len()) - signed(span.len())
}

/// Returns the offset of a byte in a text that has grown before it.
fn offset_after(offset: u32, growth: i64) -> usize {
    usize::try_from(i64::from(offset) + growth).unwrap_or(0)
}
