//! Runs of the command.

use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use super::root;

/// The commands in the help of the program.
pub(crate) fn command_names() -> Vec<String> {
    let help = Run::new(&["--help"]).done().stdout();
    let rows = help
        .lines()
        .take_while(|line| *line != "Global options:")
        .filter(|line| line.starts_with("  "));
    rows.map(|line| line.split_whitespace().next().unwrap().to_owned())
        .collect()
}

/// A run of the command: its arguments, what it reads, and where. Colours are off unless
/// [`Run::envs`] sets the variables.
///
/// ```ignore
/// Run::new(&["check", "-"]).stdin(record).done().expect_status(1).expect_stderr("Spot b3 is occupied");
/// ```
#[must_use = "a run does nothing until it is done"]
pub(crate) struct Run {
    arguments: Vec<String>,
    input: Vec<u8>,
    variables: Vec<(String, String)>,
    folder: PathBuf,
}

impl Run {
    /// A run in the project's folder, without input.
    pub(crate) fn new<A: AsRef<str>>(arguments: &[A]) -> Self {
        let arguments = arguments
            .iter()
            .map(|argument| argument.as_ref().to_owned())
            .collect();
        let variables = vec![("NO_COLOR".to_owned(), "1".to_owned())];
        Self {
            arguments,
            input: Vec::new(),
            variables,
            folder: root().to_owned(),
        }
    }

    /// Sets the standard input.
    pub(crate) fn stdin<I: AsRef<[u8]> + ?Sized>(self, input: &I) -> Self {
        Self {
            input: input.as_ref().to_vec(),
            ..self
        }
    }

    /// Sets the environment variables. Others that affect colours, width or links are removed.
    pub(crate) fn envs(self, variables: &[(&str, &str)]) -> Self {
        let variables = variables
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        Self { variables, ..self }
    }

    /// Sets the folder in which the command runs.
    pub(crate) fn current_dir(self, folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            ..self
        }
    }

    /// Runs the command.
    pub(crate) fn done(self) -> Ran {
        use std::io::Write;
        let mut command = Command::new(env!("CARGO_BIN_EXE_pipscribe"));
        for variable in [
            "NO_COLOR",
            "CLICOLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
            "FORCE_HYPERLINK",
            "PIPSCRIBE_BOOK_URL",
        ] {
            command.env_remove(variable);
        }
        // A book that was built on this machine is not found.
        command.env("XDG_DATA_HOME", root().join("target/no-data"));
        command
            .args(&self.arguments)
            .current_dir(&self.folder)
            .envs(self.variables);
        let piped = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = piped.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = self.input;
        // A command that does not read its input closes it, which must not fail the test.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Ran {
            output,
            arguments: self.arguments,
        }
    }

    /// Runs the command and returns its exit status; `None` if a signal ended it.
    pub(crate) fn status(self) -> Option<i32> {
        self.done().status()
    }
}

/// The output of a run. It dereferences to [`Output`] for tests that need the bytes.
#[derive(Debug)]
pub(crate) struct Ran {
    output: Output,
    arguments: Vec<String>,
}

impl Ran {
    /// Returns the exit status; `None` if a signal ended the command.
    pub(crate) fn status(&self) -> Option<i32> {
        self.output.status.code()
    }

    /// Returns the standard output as text.
    pub(crate) fn stdout(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).unwrap()
    }

    /// Returns the standard error as text.
    pub(crate) fn stderr(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    /// Checks the exit status.
    #[track_caller]
    pub(crate) fn expect_status(self, status: i32) -> Self {
        assert_eq!(
            self.status(),
            Some(status),
            "{:?}\n{}",
            self.arguments,
            self.stderr()
        );
        self
    }

    /// Checks that the standard output contains a text.
    #[track_caller]
    pub(crate) fn expect_stdout(self, text: &str) -> Self {
        assert!(
            self.stdout().contains(text),
            "{:?} does not print {text:?}:\n{}",
            self.arguments,
            self.stdout()
        );
        self
    }

    /// Checks that the standard error contains a text.
    #[track_caller]
    pub(crate) fn expect_stderr(self, text: &str) -> Self {
        assert!(
            self.stderr().contains(text),
            "{:?} does not report {text:?}:\n{}",
            self.arguments,
            self.stderr()
        );
        self
    }
}

impl From<Output> for Ran {
    /// The output of a command that a test starts itself.
    fn from(output: Output) -> Self {
        Self {
            output,
            arguments: Vec::new(),
        }
    }
}

impl Deref for Ran {
    type Target = Output;

    fn deref(&self) -> &Output {
        &self.output
    }
}
