//! `pipscribe completions`: the completions for each shell.

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use clap_complete_nushell::Nushell;

use super::output::Output;
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
        Output::write_data(None, &bytes)?;
        Ok(Status::Well)
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
