//! `pipscribe completions`, `pipscribe man`

use clap::{Args, Command};
use clap_complete::Shell;

use super::output::Output;
use super::{Failure, Status};

/// Writes what a shell needs to complete this command.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes the manual: one page of roff, every command with its options.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The page of one command instead
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

impl Completions {
    pub(crate) fn run(&self, mut command: Command) -> Result<Status, Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut command, "pipscribe", &mut bytes);
        write(&bytes)
    }
}

impl Man {
    pub(crate) fn run(&self, mut command: Command) -> Result<Status, Failure> {
        command.build();
        let page = match &self.command {
            None => command,
            Some(name) => command
                .find_subcommand(name)
                .cloned()
                .ok_or_else(|| Failure::Usage(format!("`{name}` is no command; `pipscribe help` lists them")))?,
        };
        let mut bytes = Vec::new();
        clap_mangen::Man::new(page).render(&mut bytes).map_err(Failure::output)?;
        write(&bytes)
    }
}

fn write(bytes: &[u8]) -> Result<Status, Failure> {
    let mut out = Output::standard();
    out.write_bytes(bytes)?;
    out.finish()?;
    Ok(Status::Well)
}
