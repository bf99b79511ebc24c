//! Errors on the command line, in the style of the other messages: the invalid word, a suggestion,
//! and where the choices are listed. clap finds the errors; an error has a kind and a context, such
//! as the invalid argument and its value ([`ContextKind`]).

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::RwLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory};

use super::known_names::{did_you_mean, one_of};
use super::subcommand_synonyms::SYNONYMS;
use super::value_reasons::value_reason;
use super::{Arguments, Failure};
use pipscribe::publish::documents::PageKind;
use pipscribe::text::{and, shorten};

/// Maximum number of subcommands that a message names for an option.
const NAMED_SUBCOMMANDS: usize = 3;

/// Returns the failure for words of the command line that clap rejects.
pub(super) fn usage_failure(
    error: &clap::Error,
    command_line: &[OsString],
    root: Command,
) -> Failure {
    let line = CommandLine::new(command_line, root);
    let message = match error.kind() {
        ErrorKind::InvalidSubcommand => line.unknown_subcommand(error),
        ErrorKind::UnknownArgument => line.unknown_argument(error),
        ErrorKind::InvalidValue => line.invalid_value(error),
        ErrorKind::ValueValidation => line.refused_value(error),
        ErrorKind::MissingRequiredArgument => line.missing_arguments(error),
        ErrorKind::ArgumentConflict => line.conflict(error),
        ErrorKind::MissingSubcommand => Some(format!(
            "no subcommand is given (`{} --help` lists all)",
            line.path
        )),
        _ => None,
    };
    Failure::Usage(message.unwrap_or_else(|| first_paragraph(error)))
}

/// Returns true if no help but the short help of `pipscribe` itself can be requested.
///
/// Called only for a command line that clap did not accept (a request for help counts as an error).
/// Without `--help`, `help` or a subcommand, a request for help can only be `pipscribe -h`, or
/// `pipscribe` without arguments.
pub(super) fn wants_short_help(command_line: &[OsString], root: &Command) -> bool {
    command_line
        .iter()
        .skip(1)
        .filter_map(|word| word.to_str())
        .all(|word| word != "--help" && word != "help" && root.find_subcommand(word).is_none())
}

/// The words of a command line, and the subcommand that they name.
struct CommandLine {
    words: Vec<String>,
    command: Command,
    /// The program with all its subcommands.
    root: Command,
    /// The words that name the subcommand: `pipscribe deck show`.
    path: String,
    /// The names of all subcommands next to the one that was not found.
    siblings: Vec<String>,
}

impl CommandLine {
    fn new(command_line: &[OsString], mut root: Command) -> Self {
        // This makes the global options known to each subcommand.
        root.build();
        let words: Vec<String> = command_line
            .iter()
            .skip(1)
            .map(|word| word.to_string_lossy().into_owned())
            .collect();

        let mut command = &root;
        let mut path = root.get_name().to_owned();
        for word in words.iter().filter(|word| *word != "help") {
            if let Some(inner) = command.find_subcommand(word) {
                command = inner;
                path = format!("{path} {}", inner.get_name());
            }
        }
        let siblings = command
            .get_subcommands()
            .flat_map(Command::get_name_and_visible_aliases)
            .map(str::to_owned)
            .collect();
        Self {
            words,
            command: command.clone(),
            path,
            siblings,
            root,
        }
    }

    /// Returns the name of the subcommand, or of the program.
    fn name(&self) -> &str {
        self.command.get_name()
    }

    /// Reports a word that is not a subcommand.
    fn unknown_subcommand(&self, error: &clap::Error) -> Option<String> {
        let word = text(error, ContextKind::InvalidSubcommand)?;
        let suggestion = match self.synonym(word) {
            Some(command) => format!(": did you mean {command}?"),
            None if self.has_option(word) => format!(": did you mean `--{word}`?"),
            None => match command_for_file(word) {
                Some(command) => format!(": did you mean `{command} {}`?", shorten(word)),
                None => self.near_names(word),
            },
        };
        Some(format!(
            "unknown subcommand `{}`{suggestion} (`{} --help` lists all)",
            shorten(word),
            self.path
        ))
    }

    /// Reports an argument that the subcommand does not have.
    fn unknown_argument(&self, error: &clap::Error) -> Option<String> {
        let word = text(error, ContextKind::InvalidArg)?;
        let short = shorten(word);
        let is_negative_number = word
            .strip_prefix('-')
            .is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
        if is_negative_number && let Some(option) = self.option_before(word) {
            return Some(format!(
                "invalid value `{short}` for `{option}`: write a number that is not negative"
            ));
        }
        if word.starts_with('-') {
            return Some(self.unknown_option(word));
        }

        let suggestion = match self.option_for(word) {
            Some(option) => format!(": did you mean `--{option} {short}`?"),
            None => String::new(),
        };
        Some(format!(
            "unexpected argument `{short}`{suggestion} (`{} --help` describes the arguments)",
            self.path
        ))
    }

    fn unknown_option(&self, word: &str) -> String {
        let options = self.long_options();
        // clap takes the letters of `-version` for short options.
        if let Some((whole, long)) = self.long_with_one_hyphen(word, &options) {
            return format!(
                "unknown option `{whole}`: did you mean `{long}`? (`{} --help` lists the options)",
                self.path
            );
        }

        let mut suggestion = did_you_mean(word, options.iter().map(String::as_str));
        if suggestion.is_empty() {
            suggestion = self.others_with(word);
        }
        format!(
            "unknown option `{}`{suggestion} (`{} --help` lists the options)",
            shorten(word),
            self.path
        )
    }

    /// Returns the subcommand with the meaning of a word that other programs use. Below `deck`,
    /// only its own subcommands count.
    fn synonym(&self, word: &str) -> Option<&'static str> {
        let word = word.to_ascii_lowercase();
        let (_, command) = SYNONYMS
            .iter()
            .find(|(words, _)| words.contains(&word.as_str()))?;
        if self.name() == self.root.get_name() {
            return Some(command);
        }
        // A deck is drawn by `deck show`.
        let command = if *command == "`render`" {
            "`show`"
        } else {
            command
        };
        let name = command.trim_matches('`');
        let is_sibling = self.siblings.iter().any(|sibling| sibling == name);
        is_sibling.then_some(command)
    }

    /// Returns a word of the command line that contains an unknown short option, and the long
    /// option that it is with a second hyphen: `-version`, `--version`.
    fn long_with_one_hyphen(&self, short: &str, options: &[String]) -> Option<(&str, String)> {
        let letter = short.strip_prefix('-')?.chars().next()?;
        self.words
            .iter()
            .filter(|word| !word.starts_with("--") && word.contains(letter))
            .find_map(|word| {
                let long = format!("-{word}");
                options.contains(&long).then_some((word.as_str(), long))
            })
    }

    /// Asks for a subcommand with a similar name, or else for a similar option.
    fn near_names(&self, word: &str) -> String {
        let suggestion = did_you_mean(word, self.siblings.iter().map(String::as_str));
        if suggestion.is_empty() {
            let options = self.long_options();
            did_you_mean(&format!("--{word}"), options.iter().map(String::as_str))
        } else {
            suggestion
        }
    }

    /// Returns true if the subcommand, or the program, has a long option of this name.
    fn has_option(&self, name: &str) -> bool {
        let mut options = self.command.get_arguments();
        options.any(|option| option.get_long() == Some(name))
    }

    /// Names subcommands that have an option; empty if there are none.
    fn others_with(&self, option: &str) -> String {
        let name = option.trim_start_matches('-');
        let has_option = |command: &&Command| {
            command
                .get_arguments()
                .any(|argument| argument.get_long() == Some(name))
        };
        let names: Vec<String> = self
            .root
            .get_subcommands()
            .filter(has_option)
            .map(|command| format!("`{}`", command.get_name()))
            .take(NAMED_SUBCOMMANDS)
            .collect();
        if names.is_empty() {
            return String::new();
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        format!(": it is an option of {}", and(&names))
    }

    /// Returns the option that is written before a word and takes a value.
    fn option_before(&self, word: &str) -> Option<&str> {
        let place = self.words.iter().position(|other| other == word)?;
        let before = self.words.get(place.checked_sub(1)?)?;
        let name = before.trim_start_matches('-');
        let is_named = |argument: &&Arg| {
            argument.get_long() == Some(name)
                || argument
                    .get_short()
                    .is_some_and(|short| name == short.to_string())
        };
        let argument = self.command.get_arguments().find(is_named)?;
        argument
            .get_action()
            .takes_values()
            .then_some(before.as_str())
    }

    /// Returns the option that may take a word as its value: a turn number, or one of a few words.
    fn option_for(&self, word: &str) -> Option<&str> {
        let is_number = word.parse::<u32>().is_ok();
        let takes_word = |argument: &&Arg| {
            let values = argument.get_possible_values();
            let is_turn = is_number && argument.get_long() == Some("turn");
            is_turn || values.iter().any(|value| value.matches(word, false))
        };
        self.command
            .get_arguments()
            .filter(takes_word)
            .find_map(Arg::get_long)
    }

    fn long_options(&self) -> Vec<String> {
        self.command
            .get_arguments()
            .filter_map(Arg::get_long_and_visible_aliases)
            .flatten()
            .map(|name| format!("--{name}"))
            .collect()
    }

    /// Reports a value that is missing or is not one of the possible values.
    fn invalid_value(&self, error: &clap::Error) -> Option<String> {
        let argument = argument_name(text(error, ContextKind::InvalidArg)?);
        let value = text(error, ContextKind::InvalidValue)?;
        let valid_values = texts(error, ContextKind::ValidValue);
        let known: Vec<&str> = valid_values.iter().map(String::as_str).collect();
        let choice = if known.is_empty() {
            format!(" (`{} --help` describes it)", self.path)
        } else {
            format!(" (use {})", one_of(&known))
        };
        if value.is_empty() {
            return Some(format!("{argument} needs a value{choice}"));
        }
        let suggestion = did_you_mean(value, known.iter().copied());
        Some(format!(
            "invalid value `{}` for {argument}{suggestion}{choice}",
            shorten(value)
        ))
    }

    /// Reports a value that its parser rejects.
    fn refused_value(&self, error: &clap::Error) -> Option<String> {
        let argument = argument_name(text(error, ContextKind::InvalidArg)?);
        let value = text(error, ContextKind::InvalidValue)?;
        let reason = value_reason(error.source()?, value);
        Some(if reason.contains(&format!("`{}`", shorten(value))) {
            format!("invalid {argument}: {reason}")
        } else {
            format!(
                "invalid value `{}` for {argument}: {reason}",
                shorten(value)
            )
        })
    }

    /// Reports arguments that are required but missing.
    fn missing_arguments(&self, error: &clap::Error) -> Option<String> {
        let mut missing = texts(error, ContextKind::InvalidArg);
        // A game replaces the file, so only the missing options are named.
        if missing
            .iter()
            .any(|argument| argument.starts_with("--game"))
        {
            missing.retain(|argument| argument.starts_with("--"));
        }
        let names: Vec<String> = missing
            .iter()
            .map(|argument| argument_name(argument))
            .collect();
        let values = match missing.as_slice() {
            [argument] => self.values_of(argument),
            _ => Vec::new(),
        };
        let choice = if values.is_empty() {
            format!(" (`{} --help` shows examples)", self.path)
        } else {
            format!(": {}", one_of(&values))
        };
        let names = match names.as_slice() {
            [] => return None,
            [others @ .., last] if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            names => names.concat(),
        };
        let (_, path_below_root) = self.path.split_once(' ').unwrap_or_default();
        let needing = match self.option_that_needs(&missing) {
            Some(option) => format!("`{option}`"),
            None => path_below_root.to_owned(),
        };
        Some(format!("{needing} needs {names}{choice}"))
    }

    /// Returns the option that needs the missing arguments, if the subcommand itself does not. This
    /// is known only if the command line has no other option.
    fn option_that_needs(&self, missing: &[String]) -> Option<&str> {
        let is_required =
            |argument: &Arg| argument.is_required_set() && missing.contains(&argument.to_string());
        if self.command.get_arguments().any(is_required) {
            return None;
        }
        let is_local = |argument: &&Arg| !argument.is_global_set();
        let names: Vec<&str> = self
            .command
            .get_arguments()
            .filter(is_local)
            .filter_map(Arg::get_long)
            .collect();
        let mut options = self.words.iter().filter_map(|word| {
            let option = word.split('=').next().unwrap_or(word);
            let name = option.strip_prefix("--")?;
            names.contains(&name).then_some(option)
        });
        let option = options.next()?;
        options.next().is_none().then_some(option)
    }

    /// Returns the possible values of an argument.
    fn values_of(&self, written: &str) -> Vec<String> {
        let argument = self
            .command
            .get_arguments()
            .find(|argument| argument.to_string() == written);
        let values = argument.map(Arg::get_possible_values).unwrap_or_default();
        values
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| value.get_name().to_owned())
            .collect()
    }

    /// Reports arguments that exclude each other.
    fn conflict(&self, error: &clap::Error) -> Option<String> {
        let argument = argument_name(text(error, ContextKind::InvalidArg)?);
        let others: Vec<String> = texts(error, ContextKind::PriorArg)
            .iter()
            .map(|other| argument_name(other))
            .collect();
        if others.is_empty() || others.contains(&argument) {
            return Some(format!("{argument} is given twice: leave one out"));
        }
        Some(format!(
            "{argument} cannot be used with {}",
            one_of(&others)
        ))
    }
}

/// Returns the subcommand that probably should read a file, if the word names one.
fn command_for_file(word: &str) -> Option<&'static str> {
    let path = Path::new(word);
    let extension = path.extension().and_then(OsStr::to_str);
    let has_records = extension
        .is_some_and(|extension| extension == "pips" || PageKind::of_ending(extension).is_some());
    if has_records || path.is_dir() {
        Some("check")
    } else if path.is_file() {
        Some("convert")
    } else {
        None
    }
}

/// The words of the command line, for hints in messages about files.
static COMMAND_LINE: RwLock<Vec<OsString>> = RwLock::new(Vec::new());

/// Stores the words of the command line.
pub(super) fn remember(command_line: &[OsString]) {
    if let Ok(mut kept) = COMMAND_LINE.write() {
        *kept = command_line.to_vec();
    }
}

/// Returns a question for the name of a missing file that is the value of an option, as in
/// `pipscribe check game.pips json`: `: did you mean `--format json`?`.
pub(super) fn suggested_option(name: &str) -> Option<String> {
    let is_word = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric());
    let command_line = COMMAND_LINE.read().ok()?;
    if !is_word || command_line.is_empty() {
        return None;
    }
    let line = CommandLine::new(&command_line, Arguments::command());
    let option = line.option_for(name)?;
    Some(format!(": did you mean `--{option} {name}`?"))
}

/// Returns the name of an argument as messages write it: `--by <NAME>` is `--by`, and `<PATH>...`
/// is PATH.
fn argument_name(written: &str) -> String {
    let word = written.split([' ', '=']).next().unwrap_or(written);
    let name = word.trim_start_matches(['<', '[']);
    let end = name.find(['>', ']']).unwrap_or(name.len());
    format!("`{}`", &name[..end])
}

/// Returns a part of the context of an error.
fn text(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// Returns a part of the context that may have several values.
fn texts(error: &clap::Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.clone(),
        Some(ContextValue::String(text)) => vec![text.clone()],
        _ => Vec::new(),
    }
}

/// Returns the first paragraph of an error in clap's words.
fn first_paragraph(error: &clap::Error) -> String {
    let message = error.to_string();
    let text = message.strip_prefix("error: ").unwrap_or(&message);
    let paragraph = text.split("\n\n").next().unwrap_or(text);
    let lines: Vec<&str> = paragraph.split_whitespace().collect();
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_short_names() {
        for (written, name) in [
            ("--by <NAME>", "`--by`"),
            ("--format=<FORMAT>", "`--format`"),
            ("<PATH>...", "`PATH`"),
            ("[NAME]", "`NAME`"),
            ("--count", "`--count`"),
        ] {
            assert_eq!(argument_name(written), name);
        }
    }
}
