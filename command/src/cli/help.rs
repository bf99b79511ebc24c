//! Parts of the help that clap does not derive: groups of commands, examples and exit statuses.

use clap::Command;
use clap::builder::styling::Styles;

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

/// A command line and what it does.
pub(super) type Example = (&'static str, &'static str);

/// Examples of `pipscribe --help`.
const FIRST_EXAMPLES: [Example; 4] = [
    ("pipscribe check games", "Check every record in a folder"),
    (
        "pipscribe mend --write games",
        "Apply every unambiguous fix",
    ),
    (
        "pipscribe render game.pips -o game.svg",
        "Draw the last position",
    ),
    ("pipscribe explain gipf/line-full", "Explain a code"),
];

const DOCUMENTS: &str = "In documents (.md, .tex, .typ), every command reads the code blocks marked \
                         `pips`.\nIn folders, every command reads .pips files and documents with such blocks.";

const EXIT_STATUS: &str =
    "Exit status: 0 = no errors, 1 = errors found or files would change, 2 = the command failed";

/// Examples of the commands. The second word of a line is the command.
pub(super) const EXAMPLES: &[Example] = &[
    ("pipscribe check", "Check every record in this folder"),
    (
        "pipscribe check games",
        "Check every record in another folder",
    ),
    ("pipscribe check - < game.pips", "Check standard input"),
    (
        "pipscribe check --format short games",
        "Print one line per finding",
    ),
    (
        "pipscribe check --select gipf --statistics games",
        "Count the GIPF findings by code",
    ),
    (
        "pipscribe check --format sarif -o findings.sarif games",
        "Write a report for code scanning",
    ),
    (
        "pipscribe check --format json --with table games",
        "Add the columns of the table of games",
    ),
    (
        "pipscribe check --fix games",
        "Fix what is unambiguous, report the rest",
    ),
    (
        "pipscribe mend game.pips",
        "Show suggested fixes and the diff of the first one",
    ),
    (
        "pipscribe mend --write games",
        "Apply every unambiguous fix",
    ),
    (
        "pipscribe mend --pick 2 game.pips",
        "Apply the second fix of the list",
    ),
    (
        "pipscribe mend --format json games",
        "List the fixes as JSON Lines",
    ),
    (
        "pipscribe fmt games",
        "Format every record in a folder, in place",
    ),
    (
        "pipscribe fmt - < game.pips",
        "Format standard input to standard output",
    ),
    (
        "pipscribe fmt --check games",
        "List the files that are not in canonical form",
    ),
    ("pipscribe fmt --diff games", "Show what would change"),
    ("pipscribe new gipf", "Print a record of the first variant"),
    (
        "pipscribe new gipf --variant standard -o standard.pips",
        "Write a record to a file",
    ),
    ("pipscribe new pippinzip --tag Size=7", "Set a tag"),
    (
        "pipscribe render game.pips",
        "Print the last position as text",
    ),
    (
        "pipscribe render game.pips --turn 12 -o board.svg",
        "Draw the position after turn 12",
    ),
    (
        "pipscribe render game.pips --turn 12 --movement -o board.png",
        "Show what turn 12 moved and removed",
    ),
    (
        "pipscribe render game.pips --mark \"arrow a2>c4\" -o marks.svg",
        "Add an arrow",
    ),
    (
        "pipscribe render book.pips --figures -o figures",
        "Draw every `[%diagram]` to a folder",
    ),
    (
        "pipscribe render game.pips --width 60mm -o board.pdf",
        "Draw exactly 60 mm wide, for print",
    ),
    (
        "pipscribe render game.pips -o game.html",
        "Write an interactive player",
    ),
    (
        "pipscribe render game.pips --turns 3..20 -o game.gif",
        "Animate turns 3 to 20",
    ),
    (
        "pipscribe render game.pips --format words",
        "Describe the position (alt text)",
    ),
    (
        "pipscribe convert game.sgf -o game.pips",
        "Convert a file of another format",
    ),
    (
        "pipscribe convert --to gipf.com game.pips",
        "Print a record in another format",
    ),
    (
        "pipscribe convert --to csv --columns all games -o games.csv",
        "Write a table, one row per record",
    ),
    ("pipscribe convert --list", "List the formats"),
    ("pipscribe convert --about sgf", "Describe a format"),
    ("pipscribe explain", "List all codes"),
    ("pipscribe explain gipf/line-full", "Explain a code"),
    ("pipscribe explain gipf", "List the codes of a family"),
    ("pipscribe explain G3.4", "Explain a rule"),
    (
        "pipscribe why game.pips",
        "Explain the first illegal turn, or the last",
    ),
    ("pipscribe why game.pips --turn 12", "Explain turn 12"),
    (
        "pipscribe why game.pips --turn 12 --format json",
        "Write the explanation as JSON",
    ),
    (
        "pipscribe explain G3.4 --examples",
        "Show examples of a rule",
    ),
    (
        "pipscribe explain gipf/line-full --examples --only broken",
        "Show a record that triggers a code",
    ),
    (
        "pipscribe explain G3.4 --examples --format svg -o figure.svg",
        "Draw the boards side by side",
    ),
    (
        "pipscribe explain G3.4 --examples --seed 7",
        "Search games for other examples",
    ),
    (
        "pipscribe book",
        "Write the book, and print the path of its first page",
    ),
    (
        "pipscribe book --open",
        "Write the book and open it in a browser",
    ),
    (
        "pipscribe book -o book",
        "Write the book to the folder book",
    ),
    (
        "pipscribe figures book.md",
        "Draw figures and insert references",
    ),
    (
        "pipscribe figures --check book.md",
        "List the files that would change",
    ),
    (
        "pipscribe figures --format png --dir images book.md",
        "Write PNG files to the folder images",
    ),
    (
        "pipscribe mdbook supports html",
        "Exit with 0 if the renderer is supported",
    ),
    ("pipscribe stats games", "Summarise a folder"),
    (
        "pipscribe stats games -o stats.html",
        "Write a web page with plots",
    ),
    (
        "pipscribe stats --depth 6 --top 10 games",
        "Show longer openings and more continuations",
    ),
    (
        "pipscribe grep --tag Player~ann --result 1-0 games",
        "Print the matching records",
    ),
    (
        "pipscribe grep --count --code gipf games",
        "Count the records with findings of GIPF",
    ),
    (
        "pipscribe grep --turn 2:Gg2 --places games",
        "Print where the matches are",
    ),
    (
        "pipscribe grep --invert --valid games -o invalid.pips",
        "Write the invalid records to a file",
    ),
    (
        "pipscribe dedupe games -o once.pips",
        "Write one record per game",
    ),
    (
        "pipscribe dedupe --by symmetric games -o once.pips",
        "Ignore how the board is rotated",
    ),
    (
        "pipscribe dedupe --dropped dropped.txt games -o once.pips",
        "List the dropped records in a file",
    ),
    (
        "pipscribe sort --by Date games -o sorted.pips",
        "Sort records by date",
    ),
    (
        "pipscribe sort --by Date,-turns games -o sorted.pips",
        "Sort by date, then the longest first",
    ),
    (
        "pipscribe merge 2025 2026 -o all.pips",
        "Write the records of two folders into one file",
    ),
    (
        "pipscribe split --by variant all.pips -o by-variant",
        "Write one file per variant",
    ),
    (
        "pipscribe split --by 1000 all.pips -o parts",
        "Write files of 1000 records",
    ),
    ("pipscribe sample -n 100 all.pips", "Pick a hundred records"),
    (
        "pipscribe sample -n 100 --seed 7 all.pips -o sample.pips",
        "Write a hundred other records to a file",
    ),
    ("pipscribe test cases", "Run the tests of a folder"),
    ("pipscribe test --bless cases", "Update the expectations"),
    ("pipscribe test --format junit cases", "Write JUnit XML"),
    (
        "pipscribe test --coverage book.md",
        "Report which rules and codes a document shows",
    ),
    (
        "pipscribe conform ./my-judge",
        "Report the rules that another program gets wrong",
    ),
    ("pipscribe conform --game gipf ./my-judge", "Test only GIPF"),
    (
        "pipscribe replay game.pips",
        "Print the position after each turn",
    ),
    (
        "pipscribe replay --format json game.pips",
        "Write one JSON object per turn",
    ),
    (
        "pipscribe replay --variations game.pips",
        "Print the positions of variations too",
    ),
    (
        "pipscribe replay --tree game.pips",
        "Print the tree of turns with their addresses",
    ),
    (
        "pipscribe replay --tree --format json games",
        "Write the tree of each record as a JSON object",
    ),
    (
        "pipscribe moves --game gipf --variant basic",
        "List the first turns of a game",
    ),
    (
        "pipscribe moves game.pips --turn 12",
        "List the turns after turn 12",
    ),
    (
        "pipscribe moves game.pips --outcome 1",
        "Say which turns win or lose at once",
    ),
    (
        "pipscribe moves game.pips --count",
        "Print the number of legal turns",
    ),
    ("pipscribe solve games", "Prove every puzzle in a folder"),
    (
        r#"pipscribe solve --goal "win 1" --turn 12 game.pips"#,
        "Find the turns that win after turn 12",
    ),
    (
        "pipscribe solve --format json games",
        "Print one JSON object per puzzle",
    ),
    (
        "pipscribe moves --game gipf --variant basic --depth 3",
        "Count sequences from the start",
    ),
    (
        "pipscribe moves game.pips --depth 2",
        "Count sequences from the last position",
    ),
    (
        r#"pipscribe random --puzzle "win 2" --game pippip"#,
        "Find a puzzle with one solution",
    ),
    (
        "pipscribe random --game gipf --variant basic",
        "Generate one game",
    ),
    (
        "pipscribe random --game pippip --count 10 --seed 7",
        "Generate ten games, the same on every machine",
    ),
    (
        "pipscribe infer old-games",
        "List the settings under which each record is legal",
    ),
    (
        "pipscribe infer --write old-games",
        "Write the tags if one setting is clearly the best",
    ),
    ("pipscribe shrink game.pips", "Print the reduced record"),
    (
        "pipscribe shrink game.pips --record 2 -o small.pips",
        "Write the second record, reduced",
    ),
    ("pipscribe deck list", "List the bundled decks"),
    ("pipscribe deck show twin-works", "Show a bundled deck"),
    (
        "pipscribe deck show twin-works -o deck.pdf",
        "Write a sheet to print",
    ),
    ("pipscribe deck check deck.yaml", "Check a deck file"),
    (
        "pipscribe lsp",
        "Start the server; editors run this themselves",
    ),
    ("pipscribe schema", "List the schemas"),
    (
        "pipscribe schema check > check.json",
        "Write the schema of `check --format json` to a file",
    ),
    (
        "pipscribe completions bash",
        "Print the completions for bash",
    ),
    (
        "pipscribe completions fish",
        "Print the completions for fish",
    ),
    ("pipscribe man", "Print the manual page"),
    ("pipscribe man check", "Print the page of a command"),
    ("pipscribe man -o man1", "Write all pages to a folder"),
];

/// The meaning of exit status 0, 1 and 2 in the commands for which the general one does not apply.
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

/// Adds the most used commands and the first examples to the derived command.
pub(super) fn with_first_notes(command: Command) -> Command {
    let commands = rows(
        &command,
        "Commands",
        &FIRST_COMMANDS,
        width(&FIRST_COMMANDS),
    );
    let count = command.get_subcommands().count();
    // clap writes an empty line before the text that follows.
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

/// Adds groups, examples and exit statuses to the derived command.
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

/// Returns true for an example of a command.
pub(super) fn is_of(command: &str, (line, _): &Example) -> bool {
    line.split(' ').nth(1) == Some(command)
}

/// Returns the text after the options in the help of a command.
fn notes(command: &str) -> String {
    let examples: Vec<Example> = EXAMPLES
        .iter()
        .copied()
        .filter(|example| is_of(command, example))
        .collect();
    let examples = examples_text(&examples);
    match EXIT_STATUSES.iter().find(|(name, _)| *name == command) {
        Some((_, statuses)) => format!("{examples}\n\nExit status: {statuses}"),
        None => examples,
    }
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

/// Returns the template of `pipscribe --help`: clap knows no groups of commands.
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

/// Returns a heading, and a row for each command with what it does.
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
