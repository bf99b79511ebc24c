//! Finds misspelt commands in comments, and known commands with invalid arguments.

use std::borrow::Cow;

use super::command::{Command, Meaning};
use super::expectation::Expectation;
use super::figure_command::{DIAGRAM_KEYS, FigureCommand, MARK_NAMES};
use super::{GameId, Puzzle, latin_like};
use crate::findings::{all_codes, code_named};
use crate::text::{Span, near};

/// The commands that may have no arguments.
const BARE_NAMES: [&str; 3] = ["diagram", "solution", "refuted"];
/// A command whose name is common in prose: without its sign, it is not suggested.
const WORD_OF_PROSE: &str = "by";
/// Commands of PGN, with the command of the notation that means the same.
const PGN_NAMES: [(&str, &str); 2] = [("clk", "clock"), ("emt", "time")];
/// The minimum length of a written name that is compared with others. Shorter ones are near too
/// many of them.
const MIN_COMPARED_NAME: usize = 4;
/// The minimum length of a name that matches others at a greater distance.
const LONG_NAME: usize = 7;
/// The minimum length of a name that is recognised by itself. Shorter names resemble too many
/// words, so their arguments must fit too.
const TELLING_NAME: usize = 6;
/// The maximum length of text in brackets that may be a command. Longer text is prose.
const MAX_LENGTH_IN_BRACKETS: usize = 200;
/// The brackets of a command, and others that are written instead.
const BRACKETS: [(char, char); 6] = [
    ('[', ']'),
    ('(', ')'),
    ('<', '>'),
    ('［', '］'),
    ('（', '）'),
    ('【', '】'),
];
/// The sign of a command, and its full-width form.
const PERCENT_SIGNS: [char; 2] = ['%', '％'];
/// Signs that are written instead of the sign of a command.
const WRONG_SIGNS: [char; 8] = ['#', '&', '$', '@', '!', '/', '~', '+'];
/// Unknown commands that waive a code rather than expect it.
const WAIVING_NAMES: [&str; 6] = ["allow", "allowed", "waive", "waived", "ignore", "suppress"];

/// The commands that test something.
const TEST_NAMES: [&str; 4] = ["expect", "puzzle", "solution", "refuted"];

/// Returns the names of all commands. Of two that an unknown name resembles equally, the first is
/// suggested.
fn names() -> impl Iterator<Item = &'static str> {
    let before_marks = ["expect", "irregular", "diagram"];
    let after_marks = [
        "view", "clock", "time", "puzzle", "solution", "refuted", "by",
    ];
    before_marks
        .into_iter()
        .chain(MARK_NAMES)
        .chain(after_marks)
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
        Meaning::Figure(Ok(FigureCommand::Diagram { settings, .. })) => misspelt_key(settings),
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
            // A letter of another alphabet ends the name. Such a name is only a part of the written
            // one, so the whole command is compared instead.
            let is_cut = arguments.starts_with(|first: char| !first.is_ascii());
            if !is_cut && let Some(suggestion) = likely_name(name, Some(arguments)) {
                return Some(CommandFault::Misspelt(command.name, suggestion.to_owned()));
            }
            let suggestion = likely_command(command.span.slice(text))?;
            Some(CommandFault::Misspelt(command.span, suggestion))
        }
    }
}

/// Returns the first misspelt key of a diagram. A key that resembles no known one belongs to
/// another program.
fn misspelt_key(settings: &[(String, String)]) -> Option<CommandFault> {
    for (key, _) in settings {
        if DIAGRAM_KEYS.contains(&key.as_str()) {
            continue;
        }
        let known = near(key, DIAGRAM_KEYS);
        if !known.is_empty() {
            return Some(CommandFault::UnknownKey(key.clone(), known));
        }
    }
    None
}

/// Returns the first text in a comment that would be a command with other brackets or signs:
/// `[expect legal]`, `{% expect legal}`. `text` is a whole comment, or the text between two of its
/// commands, and begins at `start`.
pub(crate) fn near_command(text: &str, start: usize, is_whole: bool) -> Option<CommandFault> {
    let misspelt = |from: usize, to: usize| {
        let suggestion = likely_command(text.get(from..to)?)?;
        let span = Span::new(start + from, start + to);
        Some(CommandFault::Misspelt(span, suggestion))
    };
    let first = text.len() - text.trim_start().len();
    if is_whole && text.get(first..)?.starts_with(PERCENT_SIGNS) {
        return misspelt(first, text.trim_end().len());
    }

    for (open, _) in text.match_indices(is_opening_bracket) {
        if is_escaped(text, open) {
            continue;
        }
        if let Some(brackets) = in_brackets(&text[open..])
            && let Some(found) = misspelt(open, open + brackets.len())
        {
            return Some(found);
        }
    }
    None
}

/// Returns true if a text has a command that is intended as a test, wherever it is: outside
/// comments, in a comment that is not closed, or without its bracket.
pub(crate) fn has_written_test(text: &str) -> bool {
    let is_opening = |character: char| character == '{' || is_opening_bracket(character);
    text.match_indices(is_opening).any(|(open, bracket)| {
        let rest = &text[open..];
        in_brackets(rest)
            .or_else(|| after_bracket(&rest[bracket.len()..]))
            .is_some_and(is_written_test)
    })
}

/// Returns the text of a command whose closing bracket is missing: up to the end of its line or
/// comment.
fn after_bracket(text: &str) -> Option<&str> {
    // Each bracket of a long line is examined, so the length is limited first.
    let length = text
        .char_indices()
        .nth(MAX_LENGTH_IN_BRACKETS)
        .map_or(text.len(), |(offset, _)| offset);
    let written = text[..length].split(['\n', '}']).next()?;
    written
        .trim_start()
        .starts_with(PERCENT_SIGNS)
        .then_some(written)
}

fn is_written_test(written: &str) -> bool {
    let is_named = |command: WrittenCommand<'_>| command.has_sign && is_test(&command.small_name());
    WrittenCommand::parse(written).is_some_and(is_named) || is_test_command(written)
}

fn is_opening_bracket(character: char) -> bool {
    BRACKETS.iter().any(|(open, _)| *open == character)
}

/// Returns true if an odd number of backslashes precedes a byte.
fn is_escaped(text: &str, offset: usize) -> bool {
    let before = &text.as_bytes()[..offset];
    let backslashes = before.iter().rev().take_while(|&&byte| byte == b'\\');
    !backslashes.count().is_multiple_of(2)
}

/// Returns the text in brackets at the start of `text`. In brackets that are not those of a
/// command, it begins with the sign of one.
fn in_brackets(text: &str) -> Option<&str> {
    let opening = text.chars().next()?;
    let &(_, closing) = BRACKETS.iter().find(|(open, _)| *open == opening)?;
    let inside = text.get(opening.len_utf8()..)?;
    if opening != '[' && !inside.trim_start().starts_with(PERCENT_SIGNS) {
        return None;
    }

    let mut characters = inside
        .char_indices()
        .take_while(|(offset, _)| *offset <= MAX_LENGTH_IN_BRACKETS);
    let (length, end) = characters.find(|(_, character)| [opening, closing].contains(character))?;
    let is_closed = end == closing;
    is_closed.then(|| &text[..opening.len_utf8() + length + closing.len_utf8()])
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

    let command = WrittenCommand::parse(text)?;
    let small = command.small_name();
    let WrittenCommand {
        name,
        arguments,
        has_sign,
    } = command;
    let Some(known) = names()
        .find(|known| *known == small)
        .or_else(|| likely_name(&name, Some(arguments)))
    else {
        let known = name_for_arguments(&small, arguments)?;
        return has_sign.then(|| format!("[%{known}{arguments}]"));
    };

    let may_be_bare = has_sign && BARE_NAMES.contains(&known);
    if arguments.is_empty() && !may_be_bare {
        return None;
    }
    if !has_sign && known == WORD_OF_PROSE {
        return None;
    }
    // The replay reports invalid codes of these commands.
    let is_sure = has_sign && ["expect", "irregular"].contains(&known);
    (is_sure || are_valid_arguments(known, arguments)).then(|| format!("[%{known}{arguments}]"))
}

/// The parts of text that may be a command in other brackets.
struct WrittenCommand<'t> {
    /// The name, in Latin letters.
    name: Cow<'t, str>,
    /// The text after the name, white space included.
    arguments: &'t str,
    /// True if a `%` or a second bracket comes before the name.
    has_sign: bool,
}

impl<'t> WrittenCommand<'t> {
    /// Divides a text, with or without brackets, into the parts of a command.
    fn parse(text: &'t str) -> Option<Self> {
        let without_brackets = BRACKETS.iter().find_map(|(open, close)| {
            let rest = text.strip_prefix(*open)?;
            Some(rest.strip_suffix(*close).unwrap_or(rest))
        });
        let inside = without_brackets.unwrap_or(text).trim();
        let is_sign = |character: char| {
            character == '['
                || PERCENT_SIGNS.contains(&character)
                || WRONG_SIGNS.contains(&character)
        };
        let after_signs = inside.trim_start_matches(is_sign).trim_start();
        let signs = &inside[..inside.len() - after_signs.len()];
        let has_sign = signs.contains('[') || signs.contains(PERCENT_SIGNS);

        let command = after_signs
            .trim_end_matches(|character: char| {
                character == ']' || PERCENT_SIGNS.contains(&character)
            })
            .trim_end();
        let is_in_name = |character: char| character.is_alphanumeric() || "_-".contains(character);
        let name_length = command.find(|character: char| !is_in_name(character));
        let (written_name, arguments) = command.split_at(name_length.unwrap_or(command.len()));
        if !(arguments.is_empty() || arguments.starts_with(char::is_whitespace)) {
            return None;
        }
        let name = if written_name.is_ascii() {
            Cow::Borrowed(written_name)
        } else {
            Cow::Owned(written_name.chars().map(latin_like).collect())
        };
        Some(Self {
            name,
            arguments,
            has_sign,
        })
    }

    fn small_name(&self) -> String {
        self.name.to_ascii_lowercase()
    }
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns the command whose name an unknown name resembles, or begins with (`[%expected legal]`).
/// The arguments of a short name must be valid too, if their form is known.
fn likely_name(name: &str, arguments: Option<&str>) -> Option<&'static str> {
    let small = name.to_ascii_lowercase();
    let same = names().find(|known| *known == small);
    if let Some(known) = same.or_else(|| name_for_pgn(&small)) {
        return (known != name).then_some(known);
    }

    let mut nearest = None;
    let mut min_distance = usize::MAX;
    for known in names() {
        let max_distance = 1 + usize::from(known.len() >= LONG_NAME);
        if small.len() < MIN_COMPARED_NAME || known.len().abs_diff(small.len()) > max_distance {
            continue;
        }
        let distance = strsim::damerau_levenshtein(known, &small);
        if distance > max_distance || distance >= min_distance {
            continue;
        }
        let is_sure = known.len() >= TELLING_NAME
            || arguments.is_none_or(|arguments| are_valid_arguments(known, arguments));
        if is_sure {
            nearest = Some(known);
            min_distance = distance;
        }
    }
    let is_beginning = |known: &&str| known.len() >= TELLING_NAME && small.starts_with(known);
    nearest.or_else(|| names().find(is_beginning))
}

/// Returns the command that takes these arguments: an unknown name before a code, another
/// expectation or the goal of a puzzle still shows what was intended.
fn name_for_arguments(small_name: &str, arguments: &str) -> Option<&'static str> {
    let written = arguments.trim();
    if written.len() > MAX_LENGTH_IN_BRACKETS {
        return None;
    }
    // A single word, such as `draw`, also occurs in commands of other programs.
    let has_words = written.contains(char::is_whitespace);
    if has_words && written.parse::<Puzzle>().is_ok() {
        return Some("puzzle");
    }
    match Expectation::parse(arguments) {
        Expectation::Unreadable => None,
        Expectation::Code(id) if !is_nearly_code(&id) => None,
        Expectation::Code(_) if WAIVING_NAMES.contains(&small_name) => Some("irregular"),
        _ => Some("expect"),
    }
}

/// Returns true for a code, also if it is misspelt.
fn is_nearly_code(id: &str) -> bool {
    code_named(id).is_some() || !near(id, all_codes().map(|code| code.id)).is_empty()
}

/// Returns the command that means the same as a command of PGN.
fn name_for_pgn(name: &str) -> Option<&'static str> {
    let known = PGN_NAMES.iter().find(|(theirs, _)| *theirs == name);
    known.map(|&(_, ours)| ours)
}

/// Returns true if the arguments are valid for the command.
fn are_valid_arguments(name: &str, arguments: &str) -> bool {
    match Meaning::parse(name, arguments) {
        Meaning::Expect(expected) => expected != Expectation::Unreadable,
        // Every code has a slash: `gipf/no-row`.
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
        // Of the known commands, only `clock` and `time` have no parsed meaning.
        Meaning::Other => is_clock(arguments.trim()),
    }
}

/// Returns true for a time such as `0:12:30`, `12:30` or `0:00:07.5`.
pub(super) fn is_clock(text: &str) -> bool {
    /// The maximum number of digits before the first colon.
    const FIRST_DIGITS: usize = 4;
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_sixtieth = |part: &str| part.len() == 2 && are_digits(part) && part < "60";

    let Some((first, others)) = whole.split_once(':') else {
        return false;
    };
    let mut others = others.split(':');
    are_digits(first)
        && first.len() <= FIRST_DIGITS
        && others.clone().count() <= 2
        && others.all(is_sixtieth)
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
            ("{[%except gipf/line-full]}", "[%expect gipf/line-full]"),
            ("{[%illegal gipf/line-full]}", "[%expect gipf/line-full]"),
            ("{[%illegal gipf/line-ful]}", "[%expect gipf/line-ful]"),
            (
                "{[%waive gipf/row-not-removed]}",
                "[%irregular gipf/row-not-removed]",
            ),
            ("{[%assert legal]}", "[%expect legal]"),
            ("{[%must moves 24]}", "[%expect moves 24]"),
            ("{[%problem win 2]}", "[%puzzle win 2]"),
            ("{(%expect legal)}", "[%expect legal]"),
            ("{a word (%expect legal)}", "[%expect legal]"),
            ("{<%expect legal%>}", "[%expect legal]"),
            ("{[#expect legal]}", "[%expect legal]"),
            ("{[@puzzle win 3]}", "[%puzzle win 3]"),
            ("{[％expect legal]}", "[%expect legal]"),
            ("{［％expect legal］}", "[%expect legal]"),
            ("{％expect legal}", "[%expect legal]"),
            ("{[%еxpect legal]}", "[%expect legal]"),
            ("{[%exреct legal]}", "[%expect legal]"),
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
            "{[%status draw]}",
            "{[%file games/one]}",
            "{[note legal]}",
            "{[see gipf/line-full]}",
            "{(expect legal)}",
            "{(% of all)}",
            "{[#1]}",
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
    fn tests_are_found_wherever_they_are_written() {
        for text in [
            "1. b3 [%expect gipf/line-full] *",
            "1. b3 (%expect legal) *",
            "{[%puzzle win 2} 1. b2 *",
            "{[%expect} 1. b2 *",
            "({[%expect moves 3]} 1. b3) *",
            "1. b3 {%expect legal",
            "1. b3 [%expct legal",
            "1. b3 [%illegal gipf/line-full] *",
        ] {
            assert!(has_written_test(text), "{text}");
        }
        for text in [
            "[Game \"gipf\"]\n[Event \"Expect rain\"]\n\n1. b3 (1. c2) {[%diagram]} *",
            "{what to expect} [%",
            "(% {",
            "",
        ] {
            assert!(!has_written_test(text), "{text}");
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
