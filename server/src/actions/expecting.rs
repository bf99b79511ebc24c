//! Code actions that expect or waive a finding, and code actions for failed expectations.
//!
//! `[%expect gipf/line-full]` in a comment states which finding the turn before it has, which makes
//! the record a test. `[%irregular gipf/line-full]` waives the finding: the players broke the rule
//! and played on.

use lsp_types::Diagnostic;

use super::Offers;
use crate::record_comments::comments;
use pipscribe::check::family;
use pipscribe::findings::{Finding, codes::common as code};
use pipscribe::notation::{Command, Comment, TurnNode};
use pipscribe::text::{Span, TextEdit};

impl<'a> Offers<'a> {
    /// Returns the edit that inserts a command in a comment after a turn.
    pub(super) fn after_turn(node: &TurnNode, command: &str) -> TextEdit {
        let end = node.end_of_signs() as usize;
        (Span::new(end, end), format!(" {{{command}}}"))
    }

    /// Offers to expect the finding, or to waive it because the players played on.
    pub(super) fn expect_or_waive(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let id = finding.code.id;
        // These families do not say that a rule is broken: they are about the commands that expect
        // or waive, about text that cannot be parsed, and about limits of the checker.
        if !finding.is_error() || matches!(family(id), "expect" | "irregular" | "syntax" | "limit")
        {
            return;
        }

        let node = self.turn_of(finding).cloned();
        // `can_stand`: players may agree to play on after this error.
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
        let after = self.judged_after(std::slice::from_ref(edit));
        let remaining: Vec<&Finding> = after
            .report
            .findings
            .iter()
            .filter(|other| {
                other.code == finding.code
                    && other.turn == finding.turn
                    && other.variation == finding.variation
            })
            .collect();
        // A waived error remains as a warning.
        !remaining.is_empty() && !remaining.iter().any(|other| other.is_error())
    }

    /// Offers to replace an expectation with the actual value, or to remove a command without
    /// effect.
    pub(super) fn unmet(&mut self, finding: &Finding, diagnostic: &Diagnostic) {
        let Some((comment, command)) = self.command_of(finding) else {
            return;
        };

        let id = finding.code.id;
        if id == code::UNMET.id
            && let Some(holds) = &finding.holds
        {
            let edit = (command.arguments, format!(" {holds}"));
            self.quick_fix(format!("Bless: expect `{holds}`"), &[edit], diagnostic);
            self.prefer_last();
        }
        if id == code::UNNEEDED.id || id == code::UNMET.id {
            self.remove_command(comment, command, diagnostic);
        }
    }

    /// Returns the command that contains the span of a finding, with its comment.
    fn command_of(&self, finding: &Finding) -> Option<(&'a Comment, &'a Command)> {
        comments(self.replayed.record()).find_map(|comment| {
            let command = comment
                .commands
                .iter()
                .find(|command| command.span.contains(finding.span))?;
            Some((comment, command))
        })
    }

    /// Offers to remove a command, and the comment if it has no other content.
    fn remove_command(&mut self, comment: &Comment, command: &Command, diagnostic: &Diagnostic) {
        let record = self.replayed.record();
        let is_only_content = comment.commands.len() == 1 && comment.words(record).is_empty();
        let mut removed = if is_only_content {
            comment.span
        } else {
            command.span
        };
        let before = record.text().get(..removed.start as usize);
        if before.is_some_and(|before| before.ends_with(' ')) {
            removed.start -= 1;
        }
        let title = format!("Remove `{}`", record.text_of(command.span));
        self.quick_fix(title, &[(removed, String::new())], diagnostic);
    }
}
