//! The command: arguments in, exit status out. One file a command.

mod bulk;
mod check;
mod collect;
mod conform;
mod convert;
mod coverage;
mod deck;
mod decks;
mod dedupe;
mod diff;
mod example;
mod explain;
mod figures;
mod file_state;
mod filter;
mod filters;
mod fmt;
mod grep;
mod image;
mod index;
mod infer;
mod input;
mod limited;
mod links;
#[cfg(feature = "lsp")]
mod lsp;
mod manual;
mod mdbook;
mod mend;
mod merge;
mod moves;
mod names;
mod new;
mod output;
mod patch;
mod print_options;
mod random;
mod render;
mod replace_file;
mod replay;
mod rewrite;
mod rewriting;
mod sample;
mod shell;
mod shrink;
mod snapshots;
mod sort;
mod split;
mod stats;
mod test;
mod test_case;
mod walk;
mod why;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use output::{Colour, tell, tell_text};

use crate::text::lines;

/// A notation, a checker and a diagram maker for the records of four abstract games: GIPF,
/// Pippinzip, Pip•Pip and The Very Clever Pipe Game.
#[derive(Debug, Parser)]
#[command(
    name = "pipscribe",
    version,
    max_term_width = 100,
    after_help = "Of pages of Markdown (`.md`), LaTeX (`.tex`) and Typst (`.typ`) every command reads the blocks that are \
                  fenced as `pips`. In folders `test`, `mend` and `infer` look for them too, the others for `.pips` files alone.\n\n\
                  Exit status: 0 all well, 1 findings or changes due, 2 the work could not be done."
)]
struct Arguments {
    /// When to colour
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto, display_order = 1_000, overrides_with = "color")]
    color: Colour,
    #[command(flatten)]
    links: links::LinkArguments,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Judge records turn by turn and say what is wrong with them
    Check(check::Check),
    /// Write records in canonical form
    ///
    /// In pages of Markdown (`.md`), LaTeX (`.tex`) and Typst (`.typ`) the records in the blocks fenced as `pips` are written so, and
    /// every byte around the blocks stays; `--bare` writes those records without the page.
    Fmt(fmt::Fmt),
    /// Find what was meant by records at fault
    ///
    /// A valid record needs nothing. In folders pages (`.md`, `.tex`, `.typ`) are read too.
    Mend(mend::MendCommand),
    /// Write a first record to fill in
    New(new::New),
    /// Cut a record down to the smallest that still has the same first error
    Shrink(shrink::ShrinkCommand),
    /// Find under which game, variant, options, size, deck and seats records are legal
    ///
    /// Of settings that say the same and more only those are told that say no more than they must. In folders pages
    /// (`.md`, `.tex`, `.typ`) are read too.
    Infer(infer::Infer),
    /// Show the position after each turn, then result and score
    Replay(replay::Replay),
    /// Draw a position
    Render(Box<render::Render>),
    /// Draw the figures of pages of Markdown and LaTeX, and refer to them
    ///
    /// Images are written beside the page, and behind each block of records a reference to its own. Blocks are fenced as `pips`; in
    /// LaTeX they stand in an environment `pips`, or in comments. What stands behind the fence says what is shown: `turn=12`,
    /// `caption="…"`. A second time nothing changes. Where a block is at fault, its page stays as it is.
    Figures(figures::FiguresCommand),
    /// Draw the figures of a book of mdBook, which calls this itself
    ///
    /// `[preprocessor.pipscribe]` in book.toml names it: `command = "pipscribe mdbook"`. Under it `figures = "asked"` leaves blocks
    /// alone that ask for no figure, and `theme` says the look. A block at fault ends the build.
    Mdbook(mdbook::MdbookCommand),
    /// Convert between formats
    Convert(convert::Convert),
    /// List the legal turns of a position
    Moves(moves::Moves),
    /// Count the sequences of canonical turns by depth
    Perft(moves::Perft),
    /// Write random legal games
    Random(random::Random),
    /// Run the expectations in records
    ///
    /// A record that has any is a test, and passes if they hold and nothing else is wrong with it. In folders pages
    /// (`.md`, `.tex`, `.typ`) are read too.
    Test(test::Test),
    /// Hold another program against records of which it is known what they give
    Conform(conform::ConformCommand),
    /// Check deck files of the Pipe Game, and show decks
    Deck(deck::DeckCommand),
    /// Tell what a turn did, and by which rules
    Why(why::WhyCommand),
    /// Serve an editor: diagnostics, completion, hover and more while records are written
    ///
    /// Editors call it themselves; `docs/src/lsp.md` says what it answers.
    #[cfg(feature = "lsp")]
    Lsp(lsp::LspCommand),
    /// Show a rule or a code kept and broken
    Example(example::ExampleCommand),
    /// Explain a finding's code or a rule, or list the codes
    Explain(explain::Explain),
    /// Say what a collection holds: counts, lengths, results, openings
    Stats(stats::StatsCommand),
    /// Find records by tag, code, turn, position, material or result
    Grep(grep::Grep),
    /// Write one record of each game, the fullest
    Dedupe(dedupe::Dedupe),
    /// Write records in another order
    Sort(sort::Sort),
    /// Write the records of many files into one
    Merge(merge::Merge),
    /// Write records into several files
    Split(split::Split),
    /// Write records that are chosen by chance
    Sample(sample::Sample),
    /// Write what a shell needs to complete this command
    Completions(shell::Completions),
    /// Write the manual as roff
    Man(shell::Man),
}

/// How a command went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// All well.
    #[default]
    Well,
    /// Findings of severity error, or changes due.
    Findings,
    /// Some of the work could not be done.
    Failed,
}

impl Status {
    fn code(self) -> u8 {
        self as u8
    }
}

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Reading or writing failed.
    #[error("{what}: {error}")]
    Io {
        /// What was done with which file.
        what: String,
        /// What the system said.
        error: io::Error,
    },
    /// A file could not be read.
    #[error("reading {name}: {error}")]
    Read {
        /// Its name.
        name: String,
        /// What the system said.
        error: io::Error,
    },
    /// The command was not understood, or asks for what is not there.
    #[error("{0}")]
    Usage(String),
}

impl Failure {
    fn output(error: io::Error) -> Self {
        Self::Io { what: "writing the output".into(), error }
    }
}

/// Runs the command that the process was called with.
pub fn run() -> ExitCode {
    let colour = Colour::asked(std::env::args_os());
    let command = Arguments::command().color(colour.of_help());
    let parsed = command.try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(error) => {
            // Help goes to standard output and is no error.
            let status = if error.use_stderr() { Status::Failed } else { Status::Well };
            let plain = error.render().to_string();
            // What was typed can be the name of a file.
            if status == Status::Failed && lines(&plain) != plain {
                tell_text(&plain);
                return ended(Ok(status));
            }
            return match error.print() {
                Err(error) if status == Status::Well => ended(Err(Failure::output(error))),
                _ => ended(Ok(status)),
            };
        }
    };
    arguments.color.set();
    arguments.links.set();
    let done = match arguments.command {
        Command::Check(check) => check.run(),
        Command::Fmt(fmt) => fmt.run(),
        Command::Mend(mend) => mend.run(),
        Command::Infer(infer) => infer.run(),
        Command::New(new) => new.run(),
        Command::Shrink(shrink) => shrink.run(),
        Command::Replay(replay) => replay.run(),
        Command::Render(render) => render.run(),
        Command::Figures(figures) => figures.run(),
        Command::Mdbook(mdbook) => mdbook.run(),
        Command::Convert(convert) => convert.run(),
        Command::Moves(moves) => moves.run(),
        Command::Perft(perft) => perft.run(),
        Command::Random(random) => random.run(),
        Command::Test(test) => test.run(),
        Command::Conform(conform) => conform.run(),
        Command::Deck(deck) => deck.run(),
        Command::Why(why) => why.run(),
        #[cfg(feature = "lsp")]
        Command::Lsp(lsp) => lsp.run(),
        Command::Example(example) => example.run(),
        Command::Explain(explain) => explain.run(),
        Command::Stats(stats) => stats.run(),
        Command::Grep(grep) => grep.run(),
        Command::Dedupe(dedupe) => dedupe.run(),
        Command::Sort(sort) => sort.run(),
        Command::Merge(merge) => merge.run(),
        Command::Split(split) => split.run(),
        Command::Sample(sample) => sample.run(),
        Command::Completions(completions) => completions.run(Arguments::command()),
        Command::Man(man) => man.run(Arguments::command()),
    };
    ended(done)
}

/// The exit status of a command, and why it stopped.
fn ended(done: Result<Status, Failure>) -> ExitCode {
    match done {
        Ok(status) => ExitCode::from(status.code()),
        Err(Failure::Io { error, .. }) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => {
            tell!("pipscribe: {failure}");
            ExitCode::from(Status::Failed.code())
        }
    }
}
