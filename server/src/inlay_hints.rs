//! Inlay hints, short texts that an editor shows between the turns: the seat, the reserve (the
//! pieces or dice left to a seat), the score, and the parts of a turn that the rules add.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, InlayHintTooltip};

use super::session::{Answer, DocumentRequest, Replayed};
use super::user_settings::InlaySettings;
use pipscribe::notation::{TurnNode, score_text};
use pipscribe::replay::{Frame, Position};
use pipscribe::text::Span;

/// Maximum number of records with hints per request.
const MAX_RECORDS: usize = 30;

pub(super) fn hints(
    request: &DocumentRequest,
    params: InlayHintParams,
) -> Answer<Option<Vec<InlayHint>>> {
    let settings = request.session.settings().inlay_hints;
    let bytes = request.document.bytes_of(params.range);
    let mut hints = Vec::new();
    for entry in request
        .document
        .entries(bytes.clone())
        .filter(|entry| !entry.preamble)
        .take(MAX_RECORDS)
    {
        request.cancel.check()?;
        let Some(replayed) = request.replayed(entry) else {
            continue;
        };
        let shown = Span::new(
            replayed.offset_at(bytes.start) as usize,
            replayed.offset_at(bytes.end) as usize,
        );
        RecordHints {
            request,
            replayed: &replayed,
            settings,
            hints: &mut hints,
        }
        .add_turns(shown);
    }
    Ok(Some(hints))
}

/// Side of a place in the text on which a hint is shown, with a space between it and the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

/// A turn with the positions before and after it.
struct HintedTurn<'a> {
    node: &'a TurnNode,
    /// The position after the turn.
    frame: &'a Frame,
    /// The position before the turn.
    earlier: &'a Position,
}

/// Collector of the hints of a record.
struct RecordHints<'a> {
    request: &'a DocumentRequest,
    replayed: &'a Replayed,
    settings: InlaySettings,
    hints: &'a mut Vec<InlayHint>,
}

impl RecordHints<'_> {
    /// Adds the hints on the turns in a part of the record.
    fn add_turns(&mut self, shown: Span) {
        let replayed = self.replayed;
        let Some(timeline) = replayed.timeline() else {
            return;
        };
        for (_, node) in replayed.record().turns() {
            let turn = node.numbered_text();
            if turn.end < shown.start || shown.end < turn.start {
                continue;
            }
            let (Some(frame), Some(earlier)) = (timeline.frame(node.id), timeline.before(node.id))
            else {
                continue;
            };
            let turn = HintedTurn {
                node,
                frame,
                earlier,
            };
            self.add_seat(&turn);
            self.add_unwritten_part(&turn);
            self.add_reserve_and_score(&turn);
        }
    }

    fn add_seat(&mut self, turn: &HintedTurn<'_>) {
        if self.settings.seat
            && let Some(seat) = turn.frame.seat_name()
        {
            let start = turn.node.text.start;
            let hint = self.hint(start, seat, "who takes this turn", Side::Before);
            self.hints.push(hint);
        }
    }

    /// Adds the part of the turn that its notation leaves implicit, which the user can write with a
    /// double click.
    fn add_unwritten_part(&mut self, turn: &HintedTurn<'_>) {
        let node = turn.node;
        let written = self.replayed.record().text_of(node.text);
        if self.settings.unwritten
            && let Some(canonical) = turn
                .frame
                .position
                .turn()
                .filter(|canonical| canonical != written)
        {
            let label = canonical
                .strip_prefix(written)
                .map_or_else(|| format!("= {canonical}"), str::to_owned);
            let edit = lsp_types::TextEdit {
                range: self
                    .request
                    .document
                    .range_in(&self.replayed.entry, node.text),
                new_text: canonical,
            };
            let hint = self.hint(
                node.text.end,
                label,
                "added by the rules; double-click to write it",
                Side::After,
            );
            self.hints.push(InlayHint {
                kind: Some(InlayHintKind::PARAMETER),
                text_edits: Some(vec![edit]),
                ..hint
            });
        }
    }

    /// Adds the reserve and the score after the turn, if the turn changes them.
    fn add_reserve_and_score(&mut self, turn: &HintedTurn<'_>) {
        let HintedTurn {
            node,
            frame,
            earlier,
        } = turn;
        let end = node.end_of_signs();
        if self.settings.reserve
            && let Some(reserves) = frame.position.reserves()
            && Some(&reserves) != earlier.reserves().as_ref()
        {
            let game = frame.position.game();
            let tooltip = game.facts().reserve.unwrap_or_default();
            let hint = self.hint(end, reserves, tooltip, Side::After);
            self.hints.push(hint);
        }
        if self.settings.score
            && let Some(score) = frame.position.score()
            && Some(&score) != earlier.score().as_ref()
        {
            let hint = self.hint(end, score_text(&score), "the score", Side::After);
            self.hints.push(hint);
        }
    }

    /// Returns a hint at a byte of the record.
    fn hint(&self, offset: u32, label: String, tooltip: &str, side: Side) -> InlayHint {
        let span = Span::new(offset as usize, offset as usize);
        let range = self.request.document.range_in(&self.replayed.entry, span);
        InlayHint {
            position: range.start,
            label: InlayHintLabel::String(label),
            kind: None,
            text_edits: None,
            tooltip: Some(InlayHintTooltip::String(tooltip.to_owned())),
            padding_left: Some(side == Side::After),
            padding_right: Some(side == Side::Before),
            data: None,
        }
    }
}
