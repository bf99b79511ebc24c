//! The CLI: parses arguments, runs a command and returns an exit status. Each command has a file.

mod atomic_replacement;
mod book;
mod bulk;
mod check;
mod colour;
mod completions;
mod conform;
mod convert;
mod deck;
mod deck_lookup;
mod dedupe;
mod drawing_options;
mod each_record;
#[cfg(feature = "lsp")]
mod editor_process;
mod exclusions;
mod explain;
mod explain_examples;
mod figures;
mod file_finder;
mod file_state;
mod finding_counts;
mod fmt;
mod grep;
mod held_records;
mod help_examples;
mod help_notes;
mod hint_text;
mod image;
mod infer;
mod known_names;
mod limited_files;
mod links;
mod look;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "lsp")]
mod lsp_environment;
mod man;
mod mdbook;
mod mend;
mod merge;
mod moves;
mod new;
mod new_folders;
mod old_subcommands;
mod one_record;
mod output;
mod output_filters;
mod overwrite_protection;
mod patched_file;
mod paths;
mod plugin_blocks;
mod project_settings;
mod puzzle_budget;
mod random;
mod record_diff;
mod record_replacer;
mod record_separator;
mod record_writer;
mod render;
mod replay;
mod rewritten_file;
mod sample;
mod schema;
mod search_budget;
mod second_reading;
mod selection_arguments;
mod settings_text;
mod setup_arguments;
mod short_quotes;
mod shrink;
mod solve;
mod sort;
mod source;
mod split;
mod staging;
mod stats;
mod subcommand_synonyms;
mod temporary_file;
mod test;
mod test_case;
mod test_coverage;
mod test_snapshots;
mod turn_tree;
mod usage_errors;
mod value_reasons;
mod verbosity;
mod version_and_licences;
mod why;

use std::ffi::OsString;
use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use colour::Colour;
use output::{stderr_line, write_stderr};
use project_settings::SettingsSource;
use short_quotes::with_short_quotes;
use usage_errors::{suggested_option, usage_failure, wants_short_help};
use verbosity::Verbosity;

use pipscribe::publish::bundled::LICENCES;
use pipscribe::text::one_line;

/// Record, check and draw games of GIPF, Pippinzip, Pip•Pip and The Very Clever Pipe Game
#[derive(Debug, Parser)]
#[command(name = "pipscribe", version, max_term_width = 100)]
struct Arguments {
    /// Colour the output: auto, always, never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        value_enum,
        default_value_t = Colour::Auto,
        hide_possible_values = true,
        help_heading = help_notes::GLOBAL_HEADING,
        display_order = 1_000,
        overrides_with = "color"
    )]
    color: Colour,
    #[command(flatten)]
    links: links::LinkArguments,
    /// Read the settings from FILE [default: the `pipscribe.toml` nearest to each file]
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        help_heading = help_notes::GLOBAL_HEADING,
        display_order = 1_002,
        overrides_with = "config"
    )]
    config: Option<PathBuf>,
    /// Ignore `pipscribe.toml`
    #[arg(long, global = true, help_heading = help_notes::GLOBAL_HEADING, display_order = 1_002, conflicts_with = "config")]
    no_config: bool,
    #[command(flatten)]
    verbosity: Verbosity,
    /// Print the licences of pipscribe, its font and its libraries
    #[arg(long, help_heading = help_notes::GLOBAL_HEADING, display_order = 1_005)]
    licences: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check records and report errors
    Check(check::Check),
    /// Format records in canonical form
    ///
    /// Changes files in place, and writes standard input to standard output. In documents (`.md`,
    /// `.tex`, `.typ`), only the records in code blocks change; `--bare` prints these records
    /// without the document.
    Fmt(fmt::Fmt),
    /// Suggest and apply fixes for invalid records
    ///
    /// Searches for the smallest change that makes each invalid record legal. Valid records are
    /// left alone. In documents, `--write` changes only the records in code blocks. `pipscribe fix`
    /// is the same command.
    #[command(visible_alias = "fix")]
    Mend(mend::MendCommand),
    /// Create a record to fill in
    ///
    /// The record has the required tags, other tags as comments with their defaults, and sample
    /// turns.
    New(new::New),
    /// Reduce a record to the smallest one with the same first error
    ///
    /// Turns, tags, comments and variations that the error does not need are removed. If it needs
    /// no history, a position replaces the turns before it. A record without errors is reduced to
    /// its first warning.
    Shrink(shrink::ShrinkCommand),
    /// Detect the game, variant, options, size, deck and players of a record
    ///
    /// Leaves out settings that the record does not need. In documents, `--write` changes only the
    /// records in code blocks.
    Infer(infer::Infer),
    /// Print the position after each turn, or the tree of turns
    ///
    /// The last line of a record has the result and the score. In JSON, it also gives the place
    /// where an error stopped the replay.
    ///
    /// With `--tree`, lists the turns with their addresses. The option `--line` takes an address:
    /// `7` is turn 7 of the main line, `7.1` the end of the first variation that replaces it, and
    /// `7.1/3` the third turn of that variation; `7.1/3.2/1` is in a variation of that turn. `7 b3
    /// c4` names a line by its turns from turn 7 on, and means the last of them, `c4`.
    Replay(replay::Replay),
    /// Draw a position
    Render(Box<render::Render>),
    /// Draw the diagrams of Markdown and LaTeX documents
    ///
    /// Writes images next to the document and inserts a reference after each code block marked
    /// `pips`. In LaTeX, records are in an environment `pips` or in comments. Block attributes
    /// choose what is drawn: `turn=12`, `caption="…"`. A second run changes nothing. A document
    /// with an invalid block stays as it is.
    Figures(figures::FiguresCommand),
    /// Draw the diagrams of an mdBook (run by mdBook)
    ///
    /// Enable it in book.toml: `[preprocessor.pipscribe]` with `command = "pipscribe mdbook"`. In
    /// this table, `figures = "asked"` draws only blocks that ask for a figure, and `theme` sets
    /// the theme. An invalid block ends the build.
    Mdbook(mdbook::MdbookCommand),
    /// Convert records between formats
    ///
    /// Findings, and everything that cannot be carried over, go to standard error.
    Convert(convert::Convert),
    /// List or count the legal turns of a position
    ///
    /// Turns are in canonical form, one per line, without `resign`. With `--depth`, counts
    /// sequences of turns.
    Moves(moves::Moves),
    /// Generate random legal games
    Random(random::Random),
    /// Run the expectations in records
    ///
    /// A record with at least one expectation is a test. It passes if all expectations hold and it
    /// has no other errors. An illegal record in a document fails unless it is marked as illegal.
    Test(test::Test),
    /// Prove the puzzles in records
    ///
    /// A puzzle is a comment such as `{[%puzzle win 3]}`. The search visits every legal turn of
    /// both sides, and the solution in the record is compared with it. With `--goal`, solves a
    /// position of each record instead.
    Solve(solve::SolveCommand),
    /// Test another implementation against a suite of records
    ///
    /// The program reads one JSON object per line, `{"id":"…","record":"…"}`, and answers each with
    /// one object, in any order:
    /// `{"id":"…","valid":false,"code":"gipf/line-full","turn":3,"turns":["b3"],"positions":["…"],"result":null,"score":null}`.
    /// Only `id` and `valid` are required; `{"id":"…","unsupported":true}` skips a record.
    Conform(conform::ConformCommand),
    /// Check and show decks of the Pipe Game
    Deck(deck::DeckCommand),
    /// Explain what a turn did and which rules applied
    ///
    /// For an illegal turn, lists the rules that it follows before the one that it violates.
    Why(why::WhyCommand),
    /// Start the language server
    ///
    /// Editors run it themselves, over standard input and output.
    #[cfg(feature = "lsp")]
    Lsp(lsp::LspCommand),
    /// Explain a code or a rule, show examples of it, or list all codes
    Explain(explain::Explain),
    /// Write the book that documents pipscribe and the games
    ///
    /// Prints the path of the first page. Without `-o`, links from findings lead to this copy from
    /// then on, unless another address is set.
    Book(book::BookCommand),
    /// Summarise a collection: counts, lengths, results, openings
    Stats(stats::StatsCommand),
    /// Find records by tag, code, turn, position, material or result
    ///
    /// Prints each record that meets all conditions, byte for byte.
    Grep(grep::Grep),
    /// Write one record per game, the fullest, and drop duplicates
    ///
    /// Of two records of the same game, the one without errors is kept, then the one with more
    /// turns, then with more tags, then with longer comments and variations, then the first.
    /// Records are written unchanged and in their order.
    Dedupe(dedupe::Dedupe),
    /// Sort records
    ///
    /// Records with equal keys keep their order; records without a key come last.
    Sort(sort::Sort),
    /// Merge the records of several files
    ///
    /// Records keep their order and their comments. A record that does not begin with `[Game "`
    /// cannot be separated from the one before it and is left out with a message, unless it is the
    /// first.
    Merge(merge::Merge),
    /// Split records into several files
    Split(split::Split),
    /// Pick records at random
    ///
    /// Records are written unchanged and in their order.
    Sample(sample::Sample),
    /// Print the JSON schema of an output, or list all schemas
    Schema(schema::SchemaCommand),
    /// Generate shell completions
    Completions(completions::Completions),
    /// Generate manual pages in roff
    Man(man::Man),
}

impl Arguments {
    /// Returns the command with its complete help.
    fn whole_command() -> clap::Command {
        help_notes::with_notes(Self::command())
    }

    /// Applies the settings for the whole process: colours, the source of settings, links.
    fn set(&self) -> Result<(), Failure> {
        self.color.set();
        self.verbosity.set();
        project_settings::set_source(match &self.config {
            Some(file) => SettingsSource::File(file.clone()),
            None if self.no_config => SettingsSource::Nowhere,
            None => SettingsSource::Nearest,
        });
        self.links.set()
    }
}

/// Result of a command, the most serious last. The number of the variant is the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// No errors.
    #[default]
    Well,
    /// Errors were found, or files would change.
    Findings,
    /// Some of the work could not be done.
    Failed,
}

impl Status {
    fn code(self) -> u8 {
        self as u8
    }

    /// Returns `Findings` if the condition is true, otherwise `Well`.
    fn findings_if(condition: bool) -> Self {
        if condition {
            Self::Findings
        } else {
            Self::Well
        }
    }
}

/// The reason why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Reading or writing failed.
    #[error("{what}: {error}")]
    Io {
        /// The operation and its file.
        what: String,
        /// The system's error.
        error: io::Error,
    },
    /// A file could not be read.
    #[error("reading {name}: {error}")]
    Read {
        /// Its name.
        name: String,
        /// The system's error.
        error: io::Error,
    },
    /// A settings file is invalid.
    #[error("{file}: {message}")]
    Settings {
        /// Its name.
        file: String,
        /// The error, with the line to which it refers.
        message: String,
    },
    /// The arguments are invalid, or name something that does not exist.
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    fn output(error: io::Error) -> Self {
        Self::writing("the output", error)
    }

    fn writing(name: impl Display, error: io::Error) -> Self {
        Self::Io {
            what: format!("writing {name}"),
            error,
        }
    }

    fn reading(name: impl Display, error: io::Error) -> Self {
        Self::Read {
            name: name.to_string(),
            error,
        }
    }

    fn creating(name: impl Display, error: io::Error) -> Self {
        Self::Io {
            what: format!("creating {name}"),
            error,
        }
    }

    /// Writes the failure to standard error. Only a quoted line of settings is printed on a
    /// separate line, because a file name must not look like another message.
    fn report(&self) {
        if let Self::Settings { file, message } = self {
            write_stderr(&format!("pipscribe: {}: {message}\n", one_line(file)));
            return;
        }

        let mut message = self.to_string();
        if let Self::Read { name, error } = self
            && error.kind() == io::ErrorKind::NotFound
        {
            message.extend(suggested_option(name));
        }
        stderr_line!(
            "pipscribe: {}",
            with_short_quotes(&without_system_code(&message))
        );
    }

    /// Returns true if the program that reads the output has ended.
    fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Returns a message without the number that Rust appends to the system's message, as in `No such
/// file or directory (os error 2)`.
fn without_system_code(message: &str) -> String {
    const START: &str = " (os error ";

    let mut parts = message.split(START);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after_digits = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let has_digits = after_digits.len() < part.len();
        match after_digits.strip_prefix(')') {
            Some(after_code) if has_digits => text.push_str(after_code),
            _ => text.push_str(&format!("{START}{part}")),
        }
    }
    text
}

/// Runs the command of this process.
pub fn run() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os()))
}

/// Runs a command with these arguments, the first of which is the name of the program. Returns the
/// exit status.
///
/// Settings for the whole process, such as `--color`, keep the values of the first call.
pub fn run_with(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    match run_command_line(arguments.into_iter().collect()) {
        Ok(status) => status.code(),
        Err(failure) if failure.is_broken_pipe() => Status::Well.code(),
        Err(failure) => {
            failure.report();
            Status::Failed.code()
        }
    }
}

fn run_command_line(command_line: Vec<OsString>) -> Result<Status, Failure> {
    let command_line = old_subcommands::replaced(command_line);
    if let Some(text) = version_and_licences::requested_text(&command_line) {
        return version_and_licences::print(&text);
    }
    let arguments = match parse(&command_line) {
        Ok(arguments) => arguments,
        Err(error) => return print_error(&error, &command_line),
    };

    usage_errors::remember(&command_line);
    arguments.set()?;
    if arguments.licences {
        return version_and_licences::print(LICENCES);
    }
    arguments.command.run()
}

fn parse(command_line: &[OsString]) -> Result<Arguments, clap::Error> {
    let parse_with = |command: clap::Command| {
        Arguments::from_arg_matches(&command.try_get_matches_from(command_line)?)
    };
    if let Ok(arguments) = parse_with(Arguments::command()) {
        return Ok(arguments);
    }

    // clap reports a request for help as an error, too. Building the texts of the complete help
    // takes a quarter of the run time of a short command, so they are added only now.
    let colour = Colour::in_arguments(command_line.iter().cloned());
    let command = if wants_short_help(command_line, &Arguments::command()) {
        help_notes::with_first_notes(Arguments::command())
    } else {
        Arguments::whole_command()
    };
    parse_with(command.color(colour.for_help()))
}

/// Prints the requested help, or returns the error in the arguments.
fn print_error(error: &clap::Error, command_line: &[OsString]) -> Result<Status, Failure> {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        // A failure to write is not a reason to stop.
        let _ = error.print();
        return Ok(Status::Failed);
    }
    if error.use_stderr() {
        return Err(usage_failure(error, command_line, Arguments::command()));
    }
    error.print().map_err(Failure::output)?;
    Ok(Status::Well)
}

impl Command {
    fn run(self) -> Result<Status, Failure> {
        match self {
            Self::Check(check) => check.run(),
            Self::Fmt(fmt) => fmt.run(),
            Self::Mend(mend) => mend.run(),
            Self::Infer(infer) => infer.run(),
            Self::New(new) => new.run(),
            Self::Shrink(shrink) => shrink.run(),
            Self::Replay(replay) => replay.run(),
            Self::Render(render) => render.run(),
            Self::Figures(figures) => figures.run(),
            Self::Mdbook(mdbook) => mdbook.run(),
            Self::Convert(convert) => convert.run(),
            Self::Moves(moves) => moves.run(),
            Self::Random(random) => random.run(),
            Self::Test(test) => test.run(),
            Self::Solve(solve) => solve.run(),
            Self::Conform(conform) => conform.run(),
            Self::Deck(deck) => deck.run(),
            Self::Why(why) => why.run(),
            #[cfg(feature = "lsp")]
            Self::Lsp(lsp) => lsp.run(),
            Self::Explain(explain) => explain.run(),
            Self::Book(book) => book.run(),
            Self::Stats(stats) => stats.run(),
            Self::Grep(grep) => grep.run(),
            Self::Dedupe(dedupe) => dedupe.run(),
            Self::Sort(sort) => sort.run(),
            Self::Merge(merge) => merge.run(),
            Self::Split(split) => split.run(),
            Self::Sample(sample) => sample.run(),
            Self::Schema(schema) => schema.run(),
            Self::Completions(completions) => completions.run(Arguments::whole_command()),
            Self::Man(man) => man.run(Arguments::whole_command()),
        }
    }
}
