//! Code actions that rewrite a turn or a record.

use lsp_types::CodeActionKind;

use super::{BLESS, CANONICAL, Offers};
use crate::Checked;
use crate::bless::bless;
use crate::games::GameId;
use crate::lsp::cursor::{Spot, spot_at};
use crate::lsp::formatting::least_edit;
use crate::notation::{Meaning, has_expectations};
use crate::replay::{Frame, Timeline};
use crate::text::utf8_or_marks;

/// Maximum length of a record whose expectations are updated while the user waits, in bytes.
const MOST_BYTES_BLESSED: usize = 64 << 10;

impl Offers<'_> {
    /// Offers the canonical form of the turn at the cursor.
    pub(super) fn of_turn(&mut self) {
        let studied = self.studied;
        let Some(Spot::Turn(node)) = spot_at(studied.record(), self.selected.start) else { return };
        let written = studied.text_of(node.text);
        let Some(timeline) = studied.timeline() else { return };
        let Some(canonical) = timeline.frame(node.id).and_then(Frame::canonical_turn) else { return };
        if canonical == written {
            return;
        }
        let title = match timeline.game() {
            GameId::Gipf if written.split(';').any(|action| action == "x") => format!("Expand `x`: `{canonical}`"),
            GameId::Pippip if !written.contains(";x") && canonical.contains(";x") => {
                format!("Write out the conversions: `{canonical}`")
            }
            GameId::Pipe if canonical.len() > written.len() => format!("Write out what the turn does: `{canonical}`"),
            GameId::Gipf | GameId::Pippip | GameId::Pippinzip | GameId::Pipe => format!("Write `{canonical}`"),
        };
        self.offer(title, CodeActionKind::REFACTOR_REWRITE, &[(node.text, canonical)], None);
    }

    /// Offers the canonical form of the record, updated expectations, or a first expectation.
    pub(super) fn of_record(&mut self) {
        let studied = self.studied;
        let raw = self.ask.document.whole(&studied.entry);
        let old = utf8_or_marks(&raw.bytes).into_owned();
        if let Some(canonical) = studied.timeline().and_then(Timeline::canonical) {
            // The blank lines between records belong to neither of them.
            let rest = old.len() - old.trim_end().len();
            let body = old.get(..old.len() - rest).unwrap_or_default();
            let canonical = canonical.trim_end();
            // The lines keep the line ends of the document.
            let keeps_ends = body.contains("\r\n");
            let canonical = if keeps_ends { canonical.replace('\n', "\r\n") } else { canonical.to_owned() };
            let edits: Vec<_> = least_edit(body, &canonical).into_iter().collect();
            self.offer("Make this record canonical".to_owned(), CANONICAL, &edits, None);
        }
        if has_expectations(studied.record()) && old.len() <= MOST_BYTES_BLESSED && !studied.checked().report.is_valid()
        {
            let context = self.ask.document.context.clone();
            if let Ok(blessed) = bless(&raw, |raw| Checked::read(raw, &context)) {
                let new = utf8_or_marks(&blessed.raw.bytes).into_owned();
                let edits: Vec<_> = least_edit(&old, &new).into_iter().collect();
                self.offer("Bless: expect what this record gives".to_owned(), BLESS, &edits, None);
            }
        }
        // A record without expectations can be made a test.
        let expects = studied.record().turns().any(|(_, node)| {
            node.comments()
                .flat_map(|comment| &comment.commands)
                .any(|command| matches!(command.meaning, Meaning::Expect(_)))
        });
        if !expects
            && let Some(Spot::Turn(node)) = spot_at(studied.record(), self.selected.start)
            && let Some(frame) = studied.timeline().and_then(|timeline| timeline.frame(node.id))
        {
            let end = node.end_of_signs() as usize;
            let position = crate::notation::quoted(&frame.position.text());
            let edit = (crate::text::Span::new(end, end), format!(" {{[%expect position {position}]}}"));
            self.offer("Expect the position after this turn".to_owned(), CodeActionKind::REFACTOR, &[edit], None);
        }
    }
}
