//! `pipscribe completions`, `pipscribe man`

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use clap_complete_nushell::Nushell;

use super::manual::sections;
use super::names::no_such;
use super::output::{Output, create_folder};
use super::{Failure, Status};

/// Arguments of `pipscribe completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: CompletionShell,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompletionShell {
    Bash,
    Elvish,
    Fish,
    Nushell,
    #[value(name = "powershell")]
    PowerShell,
    Zsh,
}

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

impl Completions {
    pub(crate) fn run(&self, mut command: Command) -> Result<Status, Failure> {
        let mut bytes = Vec::new();
        let mut generate =
            |shell| clap_complete::generate(shell, &mut command, "pipscribe", &mut bytes);
        match self.shell {
            CompletionShell::Bash => generate(Shell::Bash),
            CompletionShell::Elvish => generate(Shell::Elvish),
            CompletionShell::Fish => {
                generate(Shell::Fish);
                bytes.extend(fish_names(&command).into_bytes());
            }
            CompletionShell::Nushell => {
                clap_complete::generate(Nushell, &mut command, "pipscribe", &mut bytes);
            }
            CompletionShell::PowerShell => generate(Shell::PowerShell),
            CompletionShell::Zsh => generate(Shell::Zsh),
        }
        write(&bytes)
    }
}

/// Completions that clap omits for fish: names of positional arguments.
fn fish_names(command: &Command) -> String {
    let mut lines = String::new();
    for subcommand in command.get_subcommands() {
        for argument in subcommand.get_positionals() {
            let names: Vec<_> = argument
                .get_possible_values()
                .iter()
                .map(|value| value.get_name().to_owned())
                .collect();
            if !names.is_empty() {
                let parent = subcommand.get_name();
                let names = names.join(" ");
                let condition = format!("__fish_pipscribe_using_subcommand {parent}");
                lines.push_str(&format!(
                    "complete -c pipscribe -n \"{condition}\" -f -a \"{names}\"\n"
                ));
            }
        }
    }
    lines
}

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
            return write(&bytes);
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

fn write(bytes: &[u8]) -> Result<Status, Failure> {
    Output::write_data(None, bytes)?;
    Ok(Status::Well)
}
