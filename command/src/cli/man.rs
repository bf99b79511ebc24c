//! `pipscribe man`: one page for pipscribe and one for each subcommand. `clap_mangen` writes the
//! commands and options; the other sections are here.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::roff::{Inline, Roff, bold, roman};

use super::help_examples::{EXAMPLES, Example, is_of};
use super::known_names::no_such;
use super::new_folders::create_folder;
use super::output::Output;
use super::{Failure, Status};

/// Arguments of `pipscribe man`.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// Print the page of this command [default: the page of pipscribe]
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
    /// Write the pages of pipscribe and of all commands to this folder
    #[arg(short, long, value_name = "DIR", conflicts_with = "command")]
    output: Option<PathBuf>,
}

/// The exit statuses with their meanings.
const EXIT_STATUSES: [(&str, &str); 3] = [
    ("0", "No errors."),
    ("1", "Errors found, or files would change."),
    (
        "2",
        "The command failed: a file could not be read or written, or an argument is wrong.",
    ),
];

/// Files that are read or written.
const FILES: [(&str, &str); 6] = [
    ("*.pips", "Records."),
    (
        "*.md, *.tex, *.typ",
        "Documents whose code blocks marked pips are records.",
    ),
    (
        "*.yaml",
        "Decks of the Pipe Game. NAME.yaml next to a record is the deck NAME of that record.",
    ),
    (
        ".gitignore",
        "Names files to skip in folders, unless --no-ignore is set. Hidden files are skipped too.",
    ),
    (
        "pipscribe.toml",
        "Settings of a project: select, ignore, severity, decks, theme, and url under [book]. For each file, the nearest settings file applies, in its folder or above it. --config names another one, --no-config ignores it.",
    ),
    (
        "*.snap, *.snap.new",
        "Snapshots of test --snapshot, and new snapshots to be reviewed.",
    ),
];

/// Environment variables that have an effect.
const ENVIRONMENT: [(&str, &str); 6] = [
    (
        "NO_COLOR",
        "If set, output has no colours, unless --color always is set.",
    ),
    (
        "CLICOLOR_FORCE",
        "If set, output has colours everywhere, as with --color always.",
    ),
    ("CLICOLOR", "If 0, output has no colours."),
    (
        "FORCE_HYPERLINK",
        "If 0, findings have no links. With any other value they have links everywhere, as with --hyperlinks always.",
    ),
    (
        "PIPSCRIBE_BOOK_URL",
        "The address of the book, or none, as with --base-url.",
    ),
    (
        "COLUMNS",
        "The width of findings and help, used if the terminal does not report its own.",
    ),
];

impl Man {
    pub(crate) fn run(&self, mut command: Command) -> Result<Status, Failure> {
        command.build();
        let commands = || {
            command
                .get_subcommands()
                .map(Command::get_name)
                .filter(|name| *name != "help")
        };
        let page = match &self.command {
            None => command.clone(),
            Some(name) => command.find_subcommand(name).cloned().ok_or_else(|| {
                Failure::Usage(no_such(
                    "subcommand",
                    name,
                    commands(),
                    "`pipscribe --help` lists all",
                ))
            })?,
        };
        let pages: Vec<String> = commands().map(|name| format!("pipscribe-{name}")).collect();
        let mut bytes = Vec::new();
        render(page, &pages, &mut bytes).map_err(Failure::output)?;
        let Some(folder) = &self.output else {
            Output::write_data(None, &bytes)?;
            return Ok(Status::Well);
        };

        let _new_folders = create_folder(folder)?;
        write_page(folder, "pipscribe", &bytes)?;
        for inner in command
            .get_subcommands()
            .filter(|inner| inner.get_name() != "help")
        {
            bytes.clear();
            render(inner.clone(), &pages, &mut bytes).map_err(Failure::output)?;
            write_page(folder, &format!("pipscribe-{}", inner.get_name()), &bytes)?;
        }

        Ok(Status::Well)
    }
}

fn write_page(folder: &Path, name: &str, page: &[u8]) -> Result<(), Failure> {
    Output::write_data(Some(&folder.join(format!("{name}.1"))), page)
}

fn render(page: Command, pages: &[String], out: &mut Vec<u8>) -> io::Result<()> {
    let has_commands = page.has_subcommands();
    let has_version = page.get_version().is_some();
    let sections = sections(&page, pages);
    let manual = clap_mangen::Man::new(page);
    manual.render_title(out)?;
    manual.render_name_section(out)?;
    manual.render_synopsis_section(out)?;
    manual.render_description_section(out)?;
    manual.render_options_section(out)?;
    if has_commands {
        manual.render_subcommands_section(out)?;
    }
    sections.to_writer(out)?;
    if has_version {
        manual.render_version_section(out)
    } else {
        Ok(())
    }
}

/// Returns the sections after the options of a page. The main page, which has commands, gets its
/// own sections.
fn sections(page: &Command, commands: &[String]) -> Roff {
    let mut roff = Roff::new();
    terms(&mut roff, "EXIT STATUS", EXIT_STATUSES);
    let name = page.get_name();
    let is_whole = name == "pipscribe";
    let of_page = |example: &Example| is_whole || is_of(name, example);
    let examples: Vec<Example> = EXAMPLES.iter().copied().filter(of_page).collect();
    if !examples.is_empty() {
        terms(&mut roff, "EXAMPLES", examples);
    }
    if is_whole {
        terms(&mut roff, "FILES", FILES);
        terms(&mut roff, "ENVIRONMENT", ENVIRONMENT);
    }
    roff.control("SH", ["SEE ALSO"]);
    let mut pages: Vec<Inline> = Vec::new();
    let others = if is_whole {
        commands
    } else {
        &["pipscribe".to_owned()]
    };
    for other in others {
        pages.extend([bold(other), roman("(1), ")]);
    }
    pages.push(roman("the book: pipscribe book --open"));
    roff.text(pages);
    roff
}

/// Adds a section of terms with their meanings.
fn terms(
    roff: &mut Roff,
    title: &str,
    terms: impl IntoIterator<Item = (&'static str, &'static str)>,
) {
    roff.control("SH", [title]);
    for (term, meaning) in terms {
        roff.control("TP", [])
            .text([bold(term)])
            .text([roman(meaning)]);
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Arguments;

    /// Splits a command line into words, as a shell does.
    fn words(line: &str) -> Vec<String> {
        let line = line
            .split(" < ")
            .next()
            .and_then(|line| line.split(" > ").next())
            .unwrap();
        let parts = line.split('"').enumerate();
        parts
            .flat_map(|(number, part)| match number % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect(),
                _ => vec![part.to_owned()],
            })
            .collect()
    }

    #[test]
    fn every_example_is_parsed() {
        for (line, _) in EXAMPLES {
            let parsed = Arguments::try_parse_from(words(line));
            assert!(parsed.is_ok(), "{line}: {parsed:?}");
        }
    }
}
