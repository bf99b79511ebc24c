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
        let subcommands: Vec<&Command> = command
            .get_subcommands()
            .filter(|subcommand| subcommand.get_name() != "help")
            .collect();
        let page_names: Vec<String> = subcommands.iter().copied().map(page_name).collect();

        let Some(folder) = &self.output else {
            let documented = match &self.command {
                None => &command,
                Some(name) => command.find_subcommand(name).ok_or_else(|| {
                    let names = subcommands.iter().copied().map(Command::get_name);
                    let which = "`pipscribe --help` lists all";
                    Failure::Usage(no_such("subcommand", name, names, which))
                })?,
            };
            Output::write_data(None, page(documented, &page_names)?)?;
            return Ok(Status::Well);
        };

        let main_page = page(&command, &page_names)?;
        let _new_folders = create_folder(folder)?;
        write_page(folder, "pipscribe", &main_page)?;
        for subcommand in subcommands {
            let page = page(subcommand, &page_names)?;
            write_page(folder, &page_name(subcommand), &page)?;
        }
        Ok(Status::Well)
    }
}

/// Returns the name of the page of a subcommand: `pipscribe-check`.
fn page_name(subcommand: &Command) -> String {
    format!("pipscribe-{}", subcommand.get_name())
}

fn write_page(folder: &Path, name: &str, page: &[u8]) -> Result<(), Failure> {
    Output::write_data(Some(&folder.join(format!("{name}.1"))), page)
}

/// Returns the page of pipscribe or of a subcommand. `page_names` are the pages of all subcommands.
fn page(command: &Command, page_names: &[String]) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    render(command.clone(), page_names, &mut page).map_err(Failure::output)?;
    Ok(page)
}

fn render(command: Command, page_names: &[String], out: &mut Vec<u8>) -> io::Result<()> {
    let has_commands = command.has_subcommands();
    let has_version = command.get_version().is_some();
    let sections = sections(&command, page_names);
    let manual = clap_mangen::Man::new(command);
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

/// Returns the sections after the options of a page. The main page refers to all other pages, and
/// each of these to the main page.
fn sections(command: &Command, page_names: &[String]) -> Roff {
    let name = command.get_name();
    let is_main_page = name == "pipscribe";
    let mut roff = Roff::new();
    terms(&mut roff, "EXIT STATUS", EXIT_STATUSES);

    let is_on_page = |example: &Example| is_main_page || is_of(name, example);
    let examples: Vec<Example> = EXAMPLES.iter().copied().filter(is_on_page).collect();
    if !examples.is_empty() {
        terms(&mut roff, "EXAMPLES", examples);
    }
    if is_main_page {
        terms(&mut roff, "FILES", FILES);
        terms(&mut roff, "ENVIRONMENT", ENVIRONMENT);
    }

    roff.control("SH", ["SEE ALSO"]);
    let other_pages = if is_main_page {
        page_names
    } else {
        &["pipscribe".to_owned()]
    };
    let mut references: Vec<Inline> = Vec::new();
    for other in other_pages {
        references.extend([bold(other), roman("(1), ")]);
    }
    references.push(roman("the book: pipscribe book --open"));
    roff.text(references);
    roff
}

/// Adds a section of terms with their meanings. `SH` and `TP` are the roff requests for a heading
/// and for an indented paragraph.
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
