//! Comments and the commands in them.

use pest::iterators::Pair;

use super::Builder;
use crate::findings::{Finding, code};
use crate::notation::Rule;
use crate::notation::command::{Command, Meaning};
use crate::notation::command_check::{CommandFault, command_fault, form_of_command, near_command};
use crate::notation::record::{Comment, Item};
use crate::notation::tags::shorten;
use crate::text::Span;

impl Builder {
    pub(super) fn comment(&mut self, text: &str, pair: Pair<'_, Rule>) {
        let span = Span::from(pair.as_span());
        self.movetext_begun = true;
        self.flush_hashes();
        let mut commands = Vec::new();
        let (mut command_open, findings) = (false, self.record.findings.len());
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::command => command_open |= self.command(text, part, &mut commands),
                Rule::unclosed_comment if !command_open => {
                    let open = Span::new(span.start as usize, span.start as usize + 1);
                    self.report_here(
                        Finding::new(&code::UNCLOSED_COMMENT, open, "This comment is never closed.")
                            .with_help("Write `}` behind it. A `}` in its text is written `\\}`."),
                    );
                }
                _ => {}
            }
        }
        // Where something is not closed, what is a comment and what is not is in doubt anyway.
        if self.record.findings.len() == findings {
            self.brace_in_comment(text, span, &commands);
            self.doubtful_commands(text, span, &commands);
        }
        self.items().push(Item::Comment(Comment { span, commands }));
    }

    /// Reads a command; whether it is open to the end.
    fn command(&mut self, text: &str, pair: Pair<'_, Rule>, commands: &mut Vec<Command>) -> bool {
        let span = Span::from(pair.as_span());
        let mut command = Command { span, name: span, arguments: span, meaning: Meaning::Other };
        let mut open = false;
        for part in pair.into_inner() {
            let part_span = Span::from(part.as_span());
            match part.as_rule() {
                Rule::command_name => command.name = part_span,
                Rule::command_arguments => {
                    command.arguments = part_span;
                    for string in part.into_inner().filter(|string| string.as_rule() == Rule::unclosed_string) {
                        self.unclosed_string(text, Span::from(string.as_span()), "\"");
                    }
                }
                Rule::unclosed_command => {
                    open = true;
                    let start = span.start as usize;
                    self.report_here(
                        Finding::new(
                            &code::UNCLOSED_COMMAND,
                            Span::new(start, start + 2),
                            "This command is never closed.",
                        )
                        .with_help("Write `]` behind it. A `[%` that is no command is written `\\[%`."),
                    );
                }
                _ => {}
            }
        }
        command.meaning = Meaning::of(command.name.of(text), command.arguments.of(text));
        commands.push(command);
        open
    }

    /// Reports commands that are nearly known ones, and known ones with arguments that they cannot have.
    fn doubtful_commands(&mut self, text: &str, comment: Span, commands: &[Command]) {
        let mut at = comment.start as usize + 1;
        for command in commands {
            self.nearly_command(text, at..command.span.start as usize, false);
            if let Some(fault) = command_fault(text, command) {
                self.report_command(text, command.name.of(text), command.arguments, fault);
            }
            at = command.span.end as usize;
        }
        self.nearly_command(text, at..comment.end as usize - 1, commands.is_empty());
    }

    fn nearly_command(&mut self, text: &str, range: std::ops::Range<usize>, is_whole: bool) {
        let start = range.start;
        if let Some(fault) = text.get(range).and_then(|words| near_command(words, start, is_whole)) {
            self.report_command(text, "", Span::default(), fault);
        }
    }

    fn report_command(&mut self, text: &str, name: &str, arguments: Span, fault: CommandFault) {
        let malformed = |message, help| Finding::new(&code::COMMAND_MALFORMED, arguments, message).with_help(help);
        let written = shorten(arguments.of(text).trim());
        let finding = match fault {
            CommandFault::Misspelt(span, meant) => {
                let known = match meant.starts_with('[') {
                    true => meant,
                    false => format!("[%{meant}{}]", arguments.of(text)),
                };
                Finding::new(&code::COMMAND_MISSPELT, span, format!("`{}` is not a command.", shorten(span.of(text))))
                    .with_help(format!("Did you mean `{}`?", shorten(&known)))
            }
            CommandFault::Malformed if written.is_empty() => {
                malformed(format!("`[%{name}]` has no arguments."), form_of_command(name, self.record.game()))
            }
            CommandFault::Malformed => {
                malformed(format!("`[%{name}]` cannot have `{written}`."), form_of_command(name, self.record.game()))
            }
            CommandFault::UnknownKey(key, known) => malformed(
                format!("`[%{name}]` has no key `{}`.", shorten(&key)),
                format!("Did you mean `{}`?", known.join("` or `")),
            ),
        };
        self.report_here(finding);
    }
}
