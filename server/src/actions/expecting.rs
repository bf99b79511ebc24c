//! Code actions that expect or waive a finding, and code actions for failed expectations.

use lsp_types::Diagnostic;

use super::Offers;
use crate::record_comments::comments;
use pipscribe::check::family;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::notation::TurnNode;
use pipscribe::text::{Span, TextEdit};

impl Offers<'_> {
    /// Returns the edit that inserts a command in a comment after a turn.
    pub(super) fn after_turn(node: &TurnNode, command: &str) -> TextEdit {
        let end = node.end_of_signs() as usize;
        (Span::new(end, end), format!(" {{{command}}}"))
    }

    /// Offers to expect the finding, or to waive it because the players played on.
    pub(super) fn expect_or_waive(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let id = finding.code.id;
        if !finding.is_error() || matches!(family(id), "expect" | "irregular" | "syntax" | "limit")
        {
            return;
        }

        let node = self.turn_of(finding).cloned();
        if finding.code.can_stand
            && let Some(node) = &node
            && let edit = Self::after_turn(node, &format!("[%irregular {id}]"))
            && self.waives(finding, &edit)
        {
            self.quick_fix(
                format!("Waive this: `[%irregular {id}]`"),
                &[edit],
                diagnostic,
            );
        }

        let command = format!("[%expect {id}]");
        let edit = match &node {
            Some(node) => Self::after_turn(node, &command),
            None => {
                let moves = &self.replayed.record().moves;
                let Some(first) = moves.turns.first() else {
                    return;
                };
                let offset = first.start() as usize;
                (Span::new(offset, offset), format!("{{{command}}} "))
            }
        };
        self.quick_fix(format!("Expect this: `{command}`"), &[edit], diagnostic);
    }

    /// Returns true if the finding is no longer an error after the command has been inserted.
    fn waives(&self, finding: &Finding, edit: &TextEdit) -> bool {
        let after = self
            .judged_after(std::slice::from_ref(edit))
            .report
            .findings;
        let on_turn = || {
            after
                .iter()
                .filter(|other| other.turn == finding.turn && other.variation == finding.variation)
        };
        on_turn().any(|other| other.code == finding.code && !other.is_error())
            && !on_turn().any(|other| other.code == finding.code && other.is_error())
    }

    /// Offers to replace an expectation with the actual value, or to remove a command without
    /// effect.
    pub(super) fn unmet(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let mut all = comments(record).flat_map(|comment| {
            comment
                .commands
                .iter()
                .map(move |command| (comment, command))
        });
        let Some((comment, command)) = all.find(|(_, command)| command.span.contains(finding.span))
        else {
            return;
        };

        if finding.code.id == code::UNMET.id
            && let Some(holds) = &finding.holds
        {
            let edit = (command.arguments, format!(" {holds}"));
            self.quick_fix(format!("Bless: expect `{holds}`"), &[edit], diagnostic);
            self.prefer_last();
        }

        if finding.code.id == code::UNNEEDED.id || finding.code.id == code::UNMET.id {
            // A comment without other content is removed with the command.
            let is_alone = comment.commands.len() == 1 && comment.words(record).is_empty();
            let span = if is_alone { comment.span } else { command.span };
            let follows_blank = record
                .text()
                .get(..span.start as usize)
                .is_some_and(|before| before.ends_with(' '));
            let edit = (
                Span {
                    start: span.start - u32::from(follows_blank),
                    ..span
                },
                String::new(),
            );
            let title = format!("Remove `{}`", record.text_of(command.span));
            self.quick_fix(title, &[edit], diagnostic);
        }
    }
}
