//! Finds misspelt commands in comments, and known commands with invalid arguments.

use super::GameId;
use super::command::{Command, Meaning};
use super::expectation::Expectation;
use super::figure_command::{DIAGRAM_KEYS, FigureCommand, MARK_NAMES};
use crate::text::{Span, near};

/// The commands that may have no arguments.
const BARE_NAMES: [&str; 3] = ["diagram", "solution", "refuted"];
/// A command whose name is common in prose: without its sign, it is not suggested.
const WORD_OF_PROSE: &str = "by";
/// Commands of PGN, with the command of the notation that means the same.
const PGN_NAMES: [(&str, &str); 2] = [("clk", "clock"), ("emt", "time")];
/// The minimum length of a name that matches others at a greater distance.
const LONG_NAME: usize = 7;
/// The minimum length of a name that is recognised by itself. Shorter names resemble too many
/// words, so their arguments must fit too.
const TELLING_NAME: usize = 6;
/// The maximum length of text in brackets that may be a command. Longer text is prose.
const MAX_LENGTH_IN_BRACKETS: usize = 200;

/// The commands that test something.
const TEST_NAMES: [&str; 4] = ["expect", "puzzle", "solution", "refuted"];

/// Returns the names of all commands. Of two that an unknown name resembles equally, the first is
/// suggested.
fn names() -> impl Iterator<Item = &'static str> {
    let tests_and_figures = ["expect", "irregular", "diagram"];
    let others = [
        "view", "clock", "time", "puzzle", "solution", "refuted", "by",
    ];
    tests_and_figures
        .into_iter()
        .chain(MARK_NAMES)
        .chain(others)
}

/// Returns true for the name of a command that tests something: an expectation, a puzzle, or the
/// mark of a variation.
pub(crate) fn is_test(name: &str) -> bool {
    TEST_NAMES.contains(&name)
}

/// Returns true for text that is probably intended as a command that tests something: a name, or a
/// whole command.
pub(crate) fn is_test_command(text: &str) -> bool {
    let suggestion = likely_command(text).unwrap_or_default();
    let name = suggestion
        .trim_start_matches("[%")
        .split(|character: char| !character.is_ascii_alphanumeric())
        .next();
    name.is_some_and(is_test)
}

/// A fault of a command. The command itself is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandFault {
    /// Text that resembles a command, with the suggested spelling.
    Misspelt(Span, String),
    /// The arguments are not valid for the command.
    Malformed,
    /// A key of `[%diagram]` that does not exist, with similar known keys.
    UnknownKey(String, Vec<&'static str>),
}

/// Returns the fault of a command; `None` if it is valid, or resembles no known command.
pub(crate) fn command_fault(text: &str, command: &Command) -> Option<CommandFault> {
    let name = command.name.slice(text);
    let arguments = command.arguments.slice(text);
    match &command.meaning {
        // The replay reports faults in these.
        Meaning::Expect(_) | Meaning::Irregular(_) => None,
        Meaning::Figure(Err(_)) | Meaning::Puzzle(Err(_)) => Some(CommandFault::Malformed),
        Meaning::Solution | Meaning::Refuted => {
            (!arguments.trim().is_empty()).then_some(CommandFault::Malformed)
        }
        Meaning::Figure(Ok(FigureCommand::Diagram { settings, .. })) => {
            let mut unknown = settings
                .iter()
                .filter(|(key, _)| !DIAGRAM_KEYS.contains(&key.as_str()));
            unknown.find_map(|(key, _)| match near(key, DIAGRAM_KEYS) {
                // The key belongs to another program.
                none if none.is_empty() => None,
                known => Some(CommandFault::UnknownKey(key.clone(), known)),
            })
        }
        Meaning::Figure(Ok(_)) | Meaning::Puzzle(Ok(_)) => None,
        Meaning::By(author) => author.is_empty().then_some(CommandFault::Malformed),
        Meaning::Other if ["clock", "time"].contains(&name) => {
            (!is_clock(arguments.trim())).then_some(CommandFault::Malformed)
        }
        Meaning::Other if name.is_empty() => {
            let suggestion = likely_command(command.span.slice(text))?;
            Some(CommandFault::Misspelt(command.span, suggestion))
        }
        Meaning::Other => {
            let suggestion = likely_name(name, Some(arguments))?;
            Some(CommandFault::Misspelt(command.name, suggestion.to_owned()))
        }
    }
}

/// Returns the first text in a comment that would be a command with other brackets or signs:
/// `[expect legal]`, `{% expect legal}`. `text` is a whole comment, or the text between two of its
/// commands, and begins at `start`.
pub(crate) fn near_command(text: &str, start: usize, is_whole: bool) -> Option<CommandFault> {
    let misspelt = |from: usize, to: usize| {
        let suggestion = likely_command(text.get(from..to)?)?;
        Some(CommandFault::Misspelt(
            Span::new(start + from, start + to),
            suggestion,
        ))
    };
    let blanks = text.len() - text.trim_start().len();
    if is_whole && text.get(blanks..)?.starts_with('%') {
        return misspelt(blanks, text.trim_end().len());
    }
    let mut offset = 0;
    while let Some(open) = text.get(offset..)?.find('[').map(|step| offset + step) {
        offset = open + 1;
        let is_escaped = text[..open]
            .bytes()
            .rev()
            .take_while(|&byte| byte == b'\\')
            .count()
            % 2
            == 1;
        let end = open + in_brackets(&text[open..]).map_or(0, str::len);
        if !is_escaped && let Some(found) = misspelt(open, end) {
            return Some(found);
        }
    }
    None
}

/// Returns the text in brackets at the start of `text`.
fn in_brackets(text: &str) -> Option<&str> {
    let inside = text.bytes().skip(1).take(MAX_LENGTH_IN_BRACKETS);
    let length = inside
        .take_while(|byte| !matches!(byte, b']' | b'['))
        .count();
    text.get(..length + 2)
        .filter(|brackets| brackets.ends_with(']'))
}

/// Returns the suggested spelling for text that resembles a command: a name, or a whole command in
/// other brackets. In brackets without `%` the arguments must be valid too, because prose may
/// contain brackets.
pub fn likely_command(text: &str) -> Option<String> {
    if text.is_empty() {
        return None;
    }
    if text.bytes().all(is_of_name) {
        return likely_name(text, None).map(str::to_owned);
    }
    let inside = text
        .strip_prefix('[')
        .map_or(text, |rest| rest.strip_suffix(']').unwrap_or(rest))
        .trim();
    let unsigned = inside.trim_start_matches(['%', '[']).trim_start();
    let has_sign = unsigned.len() < inside.len();
    let unsigned = unsigned.trim_end_matches(['%', ']']).trim_end();
    let name = unsigned
        .split(|character: char| !(character.is_ascii() && is_of_name(character as u8)))
        .next()?;
    let arguments = &unsigned[name.len()..];
    if !(arguments.is_empty() || arguments.starts_with(char::is_whitespace)) {
        return None;
    }
    let small = name.to_ascii_lowercase();
    let known = names()
        .find(|known| *known == small)
        .or_else(|| likely_name(name, Some(arguments)))?;
    let is_bare_name = arguments.is_empty() && (!has_sign || !BARE_NAMES.contains(&known));
    let fits = has_sign && ["expect", "irregular"].contains(&known)
        || are_valid_arguments(known, arguments);
    let is_prose = !has_sign && known == WORD_OF_PROSE;
    (fits && !is_bare_name && !is_prose).then(|| format!("[%{known}{arguments}]"))
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns the command whose name an unknown name resembles, or begins with (`[%expected legal]`).
/// The arguments of a short name must be valid too, if their form is known.
fn likely_name(name: &str, arguments: Option<&str>) -> Option<&'static str> {
    let small = name.to_ascii_lowercase();
    let same = names().find(|known| *known == small);
    let pgn = || {
        PGN_NAMES
            .iter()
            .find(|(theirs, _)| *theirs == small)
            .map(|(_, ours)| *ours)
    };
    if let Some(known) = same.or_else(pgn) {
        return (known != name).then_some(known);
    }
    let near = names().filter_map(|known| {
        let max_distance = 1 + usize::from(known.len() >= LONG_NAME);
        let is_near = known.len().abs_diff(small.len()) <= max_distance && small.len() > 3;
        let distance = is_near
            .then(|| strsim::damerau_levenshtein(known, &small))
            .filter(|&distance| distance <= max_distance)?;
        (known.len() >= TELLING_NAME
            || arguments.is_none_or(|arguments| are_valid_arguments(known, arguments)))
        .then_some((distance, known))
    });
    let nearest = near
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known);
    let is_beginning = |known: &&str| known.len() >= TELLING_NAME && small.starts_with(known);
    nearest.or_else(|| names().find(is_beginning))
}

/// Returns true if the arguments are valid for the command.
fn are_valid_arguments(name: &str, arguments: &str) -> bool {
    match Meaning::parse(name, arguments) {
        Meaning::Expect(expected) => expected != Expectation::Unreadable,
        Meaning::Irregular(codes) => codes.iter().all(|code| code.contains('/')),
        // A word without a digit is unlikely to be a place.
        Meaning::Figure(Ok(command)) => command
            .places()
            .iter()
            .all(|place| place.bytes().any(|byte| byte.is_ascii_digit())),
        Meaning::Puzzle(read) => read.is_ok(),
        Meaning::Solution | Meaning::Refuted => arguments.trim().is_empty(),
        Meaning::By(author) => !author.is_empty(),
        Meaning::Figure(Err(_)) => false,
        Meaning::Other => is_clock(arguments.trim()),
    }
}

/// Returns true for a time such as `0:12:30`, `12:30` or `0:00:07.5`.
pub(super) fn is_clock(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = whole.split(':');
    let first = parts
        .next()
        .is_some_and(|first| are_digits(first) && first.len() <= 4);
    let others: Vec<&str> = parts.collect();
    let is_sixtieth = |part: &&str| part.len() == 2 && are_digits(part) && **part < *"60";
    first
        && (1..=2).contains(&others.len())
        && others.iter().all(is_sixtieth)
        && are_digits(fraction)
}

/// Describes the form of a command in a sentence, with places of the game.
pub(crate) fn form_of_command(name: &str, game: Option<GameId>) -> String {
    /// Places on most boards.
    const PLACES: [&str; 2] = ["b3", "c4"];
    let [place, next] = game.map_or(PLACES, |game| game.facts().places);
    if ["solution", "refuted"].contains(&name) {
        return format!("It takes no arguments: `[%{name}]`.");
    }
    let (words, arguments) = match name {
        "arrow" | "dashed" => ("two places joined by `>`", format!("{place}>{next}")),
        "line" => ("two places joined by `..`", format!("{place}..{next}")),
        "view" => (
            "two opposite corners joined by `..`",
            format!("{place}..{next}"),
        ),
        "label" => ("a place and a text in quotes", format!("{place} \"A\"")),
        "piece" => (
            "a dot of GIPF and a piece, `w`, `b`, `W` or `B`",
            "a2 W".to_owned(),
        ),
        "diagram" => (
            "a caption in quotes, then settings",
            "\"caption\" rotate=60".to_owned(),
        ),
        "clock" => ("hours, minutes and seconds", "0:12:30".to_owned()),
        "puzzle" => (
            "`win`, `draw`, `save`, `score` with points, or `only`, then the number of turns if it is limited",
            "win 3".to_owned(),
        ),
        "time" => ("hours, minutes and seconds", "0:00:07".to_owned()),
        "by" => ("the name of an author", "Ann".to_owned()),
        _ => ("places separated by spaces", format!("{place} {next}")),
    };
    format!("It takes {words}: `[%{name} {arguments}]`.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggestion(text: &str) -> Option<String> {
        let record =
            crate::notation::Record::parse_str(&format!("[Game \"gipf\"]\n\n{text} 1. b3 *"));
        let finding = record
            .findings
            .iter()
            .find(|finding| finding.code == &crate::findings::code::COMMAND_MISSPELT)?;
        finding
            .help
            .as_deref()?
            .split('`')
            .nth(1)
            .map(str::to_owned)
    }

    #[test]
    fn misspelt_commands_get_a_suggestion() {
        for (text, command) in [
            ("{[%expct gipf/line-full]}", "[%expect gipf/line-full]"),
            ("{[%Expect legal]}", "[%expect legal]"),
            ("{[%EXPECT legal]}", "[%expect legal]"),
            ("{[expect gipf/line-full]}", "[%expect gipf/line-full]"),
            ("{a word, [Expect legal]}", "[%expect legal]"),
            ("{% expect legal}", "[%expect legal]"),
            ("{% expect legal %}", "[%expect legal]"),
            ("{%expct legal}", "[%expect legal]"),
            ("{[% expect legal]}", "[%expect legal]"),
            ("{[%%expect legal]}", "[%expect legal]"),
            ("{[ %expect legal]}", "[%expect legal]"),
            ("{[%expected legal]}", "[%expect legal]"),
            ("{[%expectation gipf/no-row]}", "[%expect gipf/no-row]"),
            ("{[%irregluar gipf/no-row]}", "[%irregular gipf/no-row]"),
            ("{[%cirlce b3]}", "[%circle b3]"),
            ("{[%Circles b3]}", "[%circle b3]"),
            ("{[%diagramm \"x\"]}", "[%diagram \"x\"]"),
            ("{[%lable b3 \"A\"]}", "[%label b3 \"A\"]"),
            ("{[%arrows a1>b3]}", "[%arrow a1>b3]"),
            ("{[%clk 0:10:00]}", "[%clock 0:10:00]"),
            ("{[%clocks 0:10:00]}", "[%clock 0:10:00]"),
            ("{[circle b3 c4]}", "[%circle b3 c4]"),
            ("{[%puzle win 3]}", "[%puzzle win 3]"),
            ("{[puzzle win 3]}", "[%puzzle win 3]"),
            ("{[%solutions]}", "[%solution]"),
            ("{[%Refuted]}", "[%refuted]"),
            ("{[% solution]}", "[%solution]"),
            ("{[%By Ann]}", "[%by Ann]"),
            ("{[% by Ann]}", "[%by Ann]"),
        ] {
            assert_eq!(suggestion(text).as_deref(), Some(command), "{text}");
        }
    }

    #[test]
    fn unknown_commands_and_words_in_brackets_are_ignored() {
        for text in [
            "{[%eval 0.3]}",
            "{[%sgf C \"x\"]}",
            "{[%mended \"a5, b2\"]}",
            "{[%mine a]}",
            "{[%link http://a.b]}",
            "{[%note a]}",
            "{[%export all]}",
            "{[%cal Ra1b3]}",
            "{[%]}",
            "{[% ]}",
            "{\\[expect legal]}",
            "{[cross the line]}",
            "{[time]}",
            "{[expect trouble]}",
            "{[view from above]}",
            "{[line 3]}",
            "{[sic]}",
            "{100 % expected}",
            "{% of all}",
            "{[diagram]}",
            "{[Diagram 3]}",
            "{[expect]}",
            "{[by Ann]}",
            "{[by the way]}",
            "{[solution]}",
            "{[refuted]}",
            "{[puzzle 3]}",
            "{[solution of the editor]}",
            "{[square]}",
            "{[",
            "{[b3",
        ] {
            assert_eq!(suggestion(text), None, "{text}");
        }
    }

    #[test]
    fn clocks_are_times() {
        for good in ["0:12:30", "12:30", "0:01", "1:00:00.5", "100:00:00"] {
            assert!(is_clock(good), "{good}");
        }
        for bad in [
            "",
            "abc",
            "0:60:60",
            "12:30:99",
            "-5",
            "5",
            "1:2:3",
            "1:02:3",
            "0:00:00:00",
            "1:00.",
            ":30",
            "+1:00",
        ] {
            assert!(!is_clock(bad), "{bad}");
        }
    }
}
