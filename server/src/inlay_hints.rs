//! Inlay hints between the turns: seat, reserve, score, and the parts added by the rules.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, InlayHintTooltip};

use super::client::InlaySettings;
use super::session::{Answer, DocumentRequest, Replayed};
use pipscribe::notation::score_text;
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
        of_record(request, &replayed, shown, settings, &mut hints);
    }
    Ok(Some(hints))
}

/// Side of a place in the text on which a hint is shown, with a space between it and the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

fn of_record(
    request: &DocumentRequest,
    replayed: &Replayed,
    shown: Span,
    settings: InlaySettings,
    hints: &mut Vec<InlayHint>,
) {
    let Some(timeline) = replayed.timeline() else {
        return;
    };

    let record = replayed.record();
    let place = |offset: u32| {
        request
            .document
            .range_in(&replayed.entry, Span::new(offset as usize, offset as usize))
            .start
    };
    let hint = |offset: u32, label: String, tooltip: &str, side: Side| InlayHint {
        position: place(offset),
        label: InlayHintLabel::String(label),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(tooltip.to_owned())),
        padding_left: Some(side == Side::After),
        padding_right: Some(side == Side::Before),
        data: None,
    };
    for (_, node) in record.turns() {
        let turn = node.numbered_text();
        if turn.end < shown.start || shown.end < turn.start {
            continue;
        }
        let Some(frame) = timeline.frame(node.id) else {
            continue;
        };
        let Some(earlier) = timeline.before(node.id) else {
            continue;
        };
        if settings.seat
            && let Some(seat) = frame.seat_name()
        {
            hints.push(hint(
                node.text.start,
                seat,
                "who takes this turn",
                Side::Before,
            ));
        }

        let written = record.text_of(node.text);
        if settings.unwritten
            && let Some(canonical) = frame
                .canonical_turn()
                .filter(|canonical| canonical != written)
        {
            let label = canonical
                .strip_prefix(written)
                .map_or_else(|| format!("= {canonical}"), str::to_owned);
            let edit = lsp_types::TextEdit {
                range: request.document.range_in(&replayed.entry, node.text),
                new_text: canonical,
            };
            let writes_it = hint(
                node.text.end,
                label,
                "added by the rules; double-click to write it",
                Side::After,
            );
            hints.push(InlayHint {
                kind: Some(InlayHintKind::PARAMETER),
                text_edits: Some(vec![edit]),
                ..writes_it
            });
        }

        let end = node.end_of_signs();
        if settings.reserve
            && let Some(reserves) = frame.position.reserves()
            && Some(&reserves) != earlier.reserves().as_ref()
        {
            let words = timeline.game().facts().reserve.unwrap_or_default();
            hints.push(hint(end, reserves, words, Side::After));
        }
        if settings.score
            && let Some(score) = frame.position.score()
            && Some(&score) != earlier.score().as_ref()
        {
            hints.push(hint(end, score_text(&score), "the score", Side::After));
        }
    }
}
