//! Parts of the help that clap does not derive: groups of commands and exit statuses, and the
//! layout of the examples.

use clap::Command;
use clap::builder::styling::Styles;

use super::help_examples::{EXAMPLES, Example, FIRST_EXAMPLES, is_of};

/// Heading of the options that every command has.
pub(super) const GLOBAL_HEADING: &str = "Global options";

/// Commands by group, in the order of `pipscribe --help`.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Everyday",
        &["check", "mend", "fmt", "new", "render", "convert"],
    ),
    ("Learn", &["explain", "why", "book"]),
    ("Documents", &["figures", "mdbook"]),
    (
        "Collections",
        &[
            "stats", "grep", "dedupe", "sort", "merge", "split", "sample",
        ],
    ),
    (
        "Rules and tests",
        &[
            "test", "solve", "conform", "replay", "moves", "random", "infer", "shrink", "deck",
        ],
    ),
    ("Tools", &["lsp", "schema", "completions", "man"]),
];

const DOCUMENTS: &str = "In documents (.md, .tex, .typ), every command reads the code blocks marked \
                         `pips`.\nIn folders, every command reads .pips files and documents with such blocks.";

const EXIT_STATUS: &str =
    "Exit status: 0 = no errors, 1 = errors found or files would change, 2 = the command failed";

/// The meanings of exit status 0, 1 and 2 in the commands to which the general meanings do not
/// apply.
const EXIT_STATUSES: [(&str, &str); 14] = [
    (
        "check",
        "0 = no errors, 1 = errors found, 2 = a file could not be read or written",
    ),
    (
        "mend",
        "0 = no invalid record is left, 1 = some are, 2 = a file could not be read or written",
    ),
    (
        "fmt",
        "0 = done, 1 = changes due (--check) or unreadable records, 2 = the command failed",
    ),
    (
        "render",
        "0 = no errors, 1 = invalid record or mark, 2 = the command failed",
    ),
    (
        "convert",
        "0 = no errors, 1 = errors, or losses with --strict, 2 = the command failed",
    ),
    (
        "why",
        "0 = the turn is legal, 1 = it is illegal, 2 = it could not be read",
    ),
    (
        "figures",
        "0 = done, 1 = invalid block, or files would change (--check), 2 = the command failed",
    ),
    (
        "mdbook",
        "0 = done, 1 = invalid block or unsupported renderer, 2 = the command failed",
    ),
    (
        "grep",
        "0 = a record was found, 1 = none was found, 2 = a file could not be read or written",
    ),
    (
        "test",
        "0 = all tests passed, 1 = a test failed or coverage is too low, 2 = the command failed",
    ),
    (
        "conform",
        "0 = all answers are right, 1 = some are wrong, 2 = the program could not be run",
    ),
    (
        "replay",
        "0 = no errors, 1 = an invalid record, 2 = failure, or a record without a known game",
    ),
    (
        "solve",
        "0 = all puzzles proved, 1 = some are not or have errors, 2 = a file could not be read",
    ),
    (
        "infer",
        "0 = every record is legal under some setting, 1 = some are not, 2 = the command failed",
    ),
];

/// The commands that most people use, in the order of `pipscribe -h`.
const FIRST_COMMANDS: [&str; 10] = [
    "check", "mend", "fmt", "new", "render", "convert", "figures", "grep", "explain", "book",
];

/// Adds the most used commands and the first examples to the derived command, for `pipscribe -h`.
pub(super) fn with_first_notes(command: Command) -> Command {
    let commands = rows(
        &command,
        "Commands",
        &FIRST_COMMANDS,
        width(&FIRST_COMMANDS),
    );
    let count = command.get_subcommands().count();
    // The line break at the end is removed, because clap writes an empty line before the text that
    // follows.
    let commands = commands.trim_end();
    let template =
        format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{commands}{{after-help}}");
    let after = format!(
        "`pipscribe --help` lists all {count} commands and the global options.\n\
         `pipscribe check --help` describes a command with its options.\n\n{}",
        examples_text(&FIRST_EXAMPLES)
    );
    command.help_template(template).after_help(after)
}

/// Adds groups, examples and exit statuses to the derived command, for `pipscribe --help` and the
/// help of each subcommand.
pub(super) fn with_notes(command: Command) -> Command {
    let template = template(&command);
    let after = format!(
        "{}\n\n{DOCUMENTS}\n\n{EXIT_STATUS}",
        examples_text(&FIRST_EXAMPLES)
    );
    let command = command.help_template(template).after_help(after);
    command.mut_subcommands(|command| {
        let notes = notes(command.get_name());
        let command = command.after_help(notes);
        if command.get_name() == "deck" {
            command.mut_subcommands(with_deck_examples)
        } else {
            command
        }
    })
}

/// Adds the examples of a subcommand of `deck`.
fn with_deck_examples(command: Command) -> Command {
    let start = format!("pipscribe deck {}", command.get_name());
    let examples: Vec<Example> = EXAMPLES
        .iter()
        .copied()
        .filter(|(line, _)| line.starts_with(&start))
        .collect();
    if examples.is_empty() {
        command
    } else {
        command.after_help(examples_text(&examples))
    }
}

/// Returns the text after the options in the help of a command.
fn notes(command: &str) -> String {
    let examples: Vec<Example> = EXAMPLES
        .iter()
        .copied()
        .filter(|example| is_of(command, example))
        .collect();
    let mut text = examples_text(&examples);
    if let Some((_, statuses)) = EXIT_STATUSES.iter().find(|(name, _)| *name == command) {
        text += &format!("\n\nExit status: {statuses}");
    }
    text
}

/// Returns the examples in two columns under their heading.
fn examples_text(examples: &[Example]) -> String {
    let width = examples
        .iter()
        .map(|(line, _)| line.len())
        .max()
        .unwrap_or_default();
    let rows: Vec<String> = examples
        .iter()
        .map(|(line, result)| format!("  {line:width$}  {result}"))
        .collect();
    format!("{}\n{}", heading("EXAMPLES"), rows.join("\n"))
}

/// Returns a heading in the style of clap's own.
fn heading(text: &str) -> String {
    let styles = Styles::styled();
    let style = styles.get_header();
    format!("{style}{text}{style:#}")
}

/// Returns the template of `pipscribe --help`, because clap does not support groups of commands.
fn template(command: &Command) -> String {
    let names: Vec<&str> = GROUPS
        .iter()
        .flat_map(|(_, names)| *names)
        .copied()
        .collect();
    let width = width(&names);
    let mut groups = String::new();
    for (title, names) in GROUPS {
        groups.push_str(&rows(command, title, names, width));
        groups.push('\n');
    }
    let options = heading(&format!("{GLOBAL_HEADING}:"));
    format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{options}\n{{options}}{{after-help}}"
    )
}

/// Returns the width of the longest name.
fn width(names: &[&str]) -> usize {
    names
        .iter()
        .map(|name| name.len())
        .max()
        .unwrap_or_default()
}

/// Returns a heading, and a row for each command: `  check  Check records and report errors`.
fn rows(command: &Command, title: &str, names: &[&str], width: usize) -> String {
    let styles = Styles::styled();
    let literal = styles.get_literal();
    let mut text = format!("{}\n", heading(&format!("{title}:")));
    for inner in names
        .iter()
        .filter_map(|name| command.find_subcommand(name))
    {
        let about = inner
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        let aliases: Vec<&str> = inner.get_visible_aliases().collect();
        let alias = if aliases.is_empty() {
            String::new()
        } else {
            format!(" [alias: {}]", aliases.join(", "))
        };
        text.push_str(&format!(
            "  {literal}{:width$}{literal:#}  {about}{alias}\n",
            inner.get_name()
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Arguments;

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = Arguments::command();
        let mut commands: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        grouped.sort_unstable();
        commands.sort_unstable();
        if cfg!(feature = "lsp") {
            assert_eq!(grouped, commands);
        }
    }

    #[test]
    fn every_command_has_examples_that_fit_on_a_line() {
        for command in Arguments::command()
            .get_subcommands()
            .map(Command::get_name)
        {
            assert!(
                EXAMPLES.iter().any(|example| is_of(command, example)),
                "{command}"
            );
            let notes = notes(command);
            assert!(
                notes.lines().all(|line| line.chars().count() < 100),
                "a line wraps: {notes}"
            );
        }

        let commands: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        assert!(
            EXAMPLES
                .iter()
                .all(|example| commands.iter().any(|command| is_of(command, example)))
        );
        assert!(
            FIRST_COMMANDS
                .iter()
                .all(|command| commands.contains(command))
        );
        assert!(
            EXIT_STATUSES
                .iter()
                .all(|(command, _)| commands.contains(command))
        );
    }
}
