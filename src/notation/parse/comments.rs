//! Reads comments and the commands in them, and reports misspelt and invalid commands.

use std::ops::ControlFlow;

use super::RecordParser;
use crate::findings::{Finding, code};
use crate::notation::Rule;
use crate::notation::command::{Command, Meaning};
use crate::notation::command_check::{CommandFault, command_fault, form_of_command, near_command};
use crate::notation::comment::Comment;
use crate::notation::lexer::Token;
use crate::notation::record::Item;
use crate::notation::visitor::MovetextVisitor;
use crate::text::{Span, shorten};

impl RecordParser<'_> {
    /// Passes a comment to the visitor, or keeps it if it comes after the result.
    pub(super) fn show_comment<V: MovetextVisitor>(
        &mut self,
        comment: Comment,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if self.result_seen {
            self.record.closing.push(Item::Comment(comment));
            return ControlFlow::Continue(());
        }
        self.show_pending(visitor)?;
        self.line.expects_refusal |= comment.expects_refusal();
        if self.line.is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.comment(comment)
        }
    }

    /// Reads a `#` comment. Before the movetext, it waits, because it may belong to a tag.
    pub(super) fn read_line_comment<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if !self.movetext_begun {
            self.line_comments.push(span);
            return ControlFlow::Continue(());
        }
        self.show_line_comment(span, visitor)
    }

    /// Passes a `#` comment to the visitor, or keeps it if it comes after the result.
    pub(super) fn show_line_comment<V: MovetextVisitor>(
        &mut self,
        span: Span,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if self.result_seen {
            self.record.closing.push(Item::Hash(span));
            return ControlFlow::Continue(());
        }
        self.show_pending(visitor)?;
        if self.line.is_orphan {
            ControlFlow::Continue(())
        } else {
            visitor.line_comment(span)
        }
    }

    /// Passes on the line comments that turned out to come before the movetext, and not before a
    /// tag.
    pub(super) fn flush_line_comments<V: MovetextVisitor>(
        &mut self,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if self.line_comments.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut comments = std::mem::take(&mut self.line_comments).into_iter();
        comments.try_for_each(|span| self.show_line_comment(span, visitor))
    }

    pub(super) fn read_comment<V: MovetextVisitor>(
        &mut self,
        token: &Token,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let span = token.span;
        self.movetext_begun = true;
        self.flush_line_comments(visitor)?;
        let mut commands = Vec::new();
        let mut command_open = false;
        let findings = self.record.findings.len();
        for part in &token.parts {
            match part.rule {
                Rule::command => command_open |= self.read_command(part, &mut commands),
                Rule::unclosed_comment if !command_open => {
                    let open = Span::new(span.start as usize, span.start as usize + 1);
                    self.report_here(
                        Finding::new(&code::UNCLOSED_COMMENT, open, "This comment is never closed.")
                            .with_help("Add `}` at its end. Inside a comment, write `\\}` for a literal brace."),
                    );
                }
                _ => {}
            }
        }
        // After an unclosed part it is uncertain what belongs to the comment.
        if self.record.findings.len() == findings {
            self.report_brace_in_comment(span, &commands);
            self.report_doubtful_commands(span, &commands);
        }
        self.show_comment(Comment { span, commands }, visitor)
    }

    /// Reads a command; returns true if it is unclosed, up to the end of the text.
    fn read_command(&mut self, token: &Token, commands: &mut Vec<Command>) -> bool {
        let span = token.span;
        let name = token.part(Rule::command_name).unwrap_or(span);
        let arguments = token
            .parts
            .iter()
            .find(|part| part.rule == Rule::command_arguments);
        for string in arguments.into_iter().flat_map(|arguments| &arguments.parts) {
            if string.rule == Rule::unclosed_string {
                self.report_unclosed_string(string.span, "\"");
            }
        }
        let is_open = token.part(Rule::unclosed_command).is_some();
        if is_open {
            let start = span.start as usize;
            self.report_here(
                Finding::new(
                    &code::UNCLOSED_COMMAND,
                    Span::new(start, start + 2),
                    "This command is never closed.",
                )
                .with_help("Add `]` at its end. Write `\\[%` for a literal `[%`."),
            );
        }
        let arguments = arguments.map_or(span, |arguments| arguments.span);
        let meaning = Meaning::parse(name.slice(self.text), arguments.slice(self.text));
        commands.push(Command {
            span,
            name,
            arguments,
            meaning,
        });
        is_open
    }

    /// Reports misspelt commands, and known commands with invalid arguments.
    fn report_doubtful_commands(&mut self, comment: Span, commands: &[Command]) {
        let text = self.text;
        let mut offset = comment.start as usize + 1;
        for command in commands {
            self.report_nearly_command(offset..command.span.start as usize, false);
            if let Some(fault) = command_fault(text, command) {
                self.report_command(command.name.slice(text), command.arguments, fault);
            }
            offset = command.span.end as usize;
        }
        self.report_nearly_command(offset..comment.end as usize - 1, commands.is_empty());
    }

    fn report_nearly_command(&mut self, range: std::ops::Range<usize>, is_whole: bool) {
        let start = range.start;
        if let Some(fault) = self
            .text
            .get(range)
            .and_then(|words| near_command(words, start, is_whole))
        {
            self.report_command("", Span::default(), fault);
        }
    }

    fn report_command(&mut self, name: &str, arguments: Span, fault: CommandFault) {
        let text = self.text;
        let malformed = |message, help| {
            Finding::new(&code::COMMAND_MALFORMED, arguments, message).with_help(help)
        };
        let written = shorten(arguments.slice(text).trim());
        let finding = match fault {
            CommandFault::Misspelt(span, suggestion) => {
                let known = if suggestion.starts_with('[') {
                    suggestion
                } else {
                    format!("[%{suggestion}{}]", arguments.slice(text))
                };
                Finding::new(
                    &code::COMMAND_MISSPELT,
                    span,
                    format!("`{}` is not a command.", shorten(span.slice(text))),
                )
                .with_help(format!("Did you mean `{}`?", shorten(&known)))
            }
            CommandFault::Malformed if written.is_empty() => malformed(
                format!("`[%{name}]` has no arguments."),
                form_of_command(name, self.record.game()),
            ),
            CommandFault::Malformed => malformed(
                format!("`[%{name}]` cannot have `{written}`."),
                form_of_command(name, self.record.game()),
            ),
            CommandFault::UnknownKey(key, known) => malformed(
                format!("`[%{name}]` has no key `{}`.", shorten(&key)),
                format!("Did you mean `{}`?", known.join("` or `")),
            ),
        };
        self.report_here(finding);
    }
}
