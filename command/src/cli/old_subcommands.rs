//! Former names of subcommands that became options of other subcommands. Help and completions do
//! not list them, but they keep working.

use std::ffi::OsString;

use clap::CommandFactory;

use super::Arguments;

/// Former names, and the words that replace them.
const OLD_NAMES: [(&str, &[&str]); 3] = [
    ("example", &["explain", "--examples"]),
    ("list", &["replay", "--tree"]),
    ("perft", &["moves", "--depth", "2"]),
];

/// Returns the command line with the current name of its subcommand.
pub(super) fn replaced(mut command_line: Vec<OsString>) -> Vec<OsString> {
    let Some(place) = place_of_subcommand(&command_line) else {
        return command_line;
    };
    // In `pipscribe help list`, the name comes after `help`.
    let is_help = command_line.get(place).is_some_and(|word| word == "help");
    let place = if is_help { place + 1 } else { place };
    let name = command_line.get(place).and_then(|word| word.to_str());
    let old_name = OLD_NAMES.iter().find(|(old, _)| name == Some(*old));
    if let Some((_, words)) = old_name {
        // Help is only about a subcommand, not about its options.
        let count = if is_help { 1 } else { words.len() };
        let words = words.iter().take(count).map(OsString::from);
        command_line.splice(place..=place, words);
    }
    command_line
}

/// Returns the index of the first word that is neither an option nor the value of an option.
fn place_of_subcommand(command_line: &[OsString]) -> Option<usize> {
    let mut words = command_line.iter().enumerate().skip(1);
    loop {
        let (place, word) = words.next()?;
        let word = word.to_str()?;
        if !word.starts_with('-') {
            return Some(place);
        }
        if takes_value(word) {
            words.next();
        }
    }
}

/// Returns true for a global option whose value is the next word.
fn takes_value(word: &str) -> bool {
    let command = Arguments::command();
    let mut options = command.get_arguments();
    options.any(|option| {
        let is_named = option
            .get_long()
            .is_some_and(|name| word.strip_prefix("--") == Some(name));
        is_named && option.get_action().takes_values()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    #[test]
    fn former_names_become_options() {
        for (before, now) in [
            ("pipscribe list -", "pipscribe replay --tree -"),
            (
                "pipscribe perft g --depth 3",
                "pipscribe moves --depth 2 g --depth 3",
            ),
            (
                "pipscribe --color never -q example G1",
                "pipscribe --color never -q explain --examples G1",
            ),
            (
                "pipscribe --color=never list",
                "pipscribe --color=never replay --tree",
            ),
            ("pipscribe deck list", "pipscribe deck list"),
            ("pipscribe check list", "pipscribe check list"),
            (
                "pipscribe --config list check",
                "pipscribe --config list check",
            ),
            ("pipscribe help list", "pipscribe help replay"),
            ("pipscribe", "pipscribe"),
        ] {
            assert_eq!(replaced(line(before)), line(now), "{before}");
        }
    }
}
