//! Descriptions of tags, options, commands and suffixes, for hovers and completion.

use pipscribe::games::GameId;
use pipscribe::notation::Termination;

/// Describes a tag; `None` if it is unknown. Tags of other games are also described, because a
/// record may contain them by mistake.
pub(super) fn of_tag(game: Option<GameId>, name: &str) -> Option<&'static str> {
    let own = || {
        let mut games = game.into_iter().chain(GameId::ALL);
        games.find_map(|game| Some(game.facts().tag(name)?.meaning))
    };
    of_common_tag(name).or_else(own)
}

fn of_common_tag(name: &str) -> Option<&'static str> {
    Some(match name {
        "Game" => "The game. Must be the first tag of a record.",
        "Variant" => "The variant of the game; required if the game has more than one.",
        "Rules" => "The edition of the rules that the record is checked against. Default: `1`.",
        "Options" => "Options of the rules: `key=value` pairs separated by spaces.",
        "Event" => "The tournament or match.",
        "Site" => "The place of the game.",
        "Round" => "The round of the event.",
        "Date" => "The date of the game: `2026`, `2026-11` or `2026-11-20`.",
        "Result" => {
            "The result of each seat, `1`, `0` or `1/2`, joined by `-`; `*` while the game is open."
        }
        "Score" => "The points of each seat, joined by `-`.",
        "Termination" => {
            "Why the game ended: by the `rules`, `resignation`, `time`, `forfeit`, `agreement`, \
                          `adjudication`, or not at all: `unfinished`."
        }
        "Position" => "The position that the record starts from. Default: the start of the game.",
        _ => {
            let number = name.strip_prefix("Player")?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
            if number.is_empty() || !is_number {
                return None;
            }
            "The player of the seat; seat 1 takes the first turn."
        }
    })
}

/// Describes an option.
pub(super) fn of_option(game: GameId, key: &str) -> Option<&'static str> {
    game.facts().option(key).map(|spec| spec.meaning)
}

/// Describes a value of a tag, so that it can be chosen; `None` if it says enough itself.
pub(super) fn of_value(game: Option<GameId>, tag: &str, value: &str) -> Option<&'static str> {
    match (tag, game) {
        ("Game", _) => value.parse::<GameId>().ok().map(GameId::title),
        ("Variant", Some(game)) => {
            let index = game.variants().iter().position(|name| *name == value)?;
            game.facts().variant_meanings.get(index).copied()
        }
        _ => None,
    }
}

/// Returns the values of a tag if there are only a few. They depend on the game, if it is known.
pub(super) fn values_of_tag(game: Option<GameId>, name: &str) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    match (name, game) {
        ("Game", _) => GameId::ALL
            .iter()
            .map(|game| game.name().to_owned())
            .collect(),
        ("Variant", Some(game)) => words(game.variants()),
        ("Rules", _) => words(&["1"]),
        ("Termination", _) => Termination::ALL
            .iter()
            .map(|(name, _)| (*name).to_owned())
            .collect(),
        ("Result", _) => words(&["1-0", "0-1", "1/2-1/2", "*"]),
        (name, Some(game)) => game
            .facts()
            .tag(name)
            .map_or_else(Vec::new, |spec| spec.values.list()),
        _ => Vec::new(),
    }
}

/// Returns the options of a game with their values. Of a long list, only one value is given, as an
/// example.
pub(super) fn options(game: GameId) -> impl Iterator<Item = (&'static str, Vec<String>)> {
    game.options()
        .iter()
        .map(|spec| (spec.key, spec.values.shown()))
}

/// Description of a command in comments.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommandDescription {
    pub(super) name: &'static str,
    /// An example of the whole command.
    pub(super) form: &'static str,
    pub(super) meaning: &'static str,
}

/// Creates the description of a command.
const fn command(
    name: &'static str,
    form: &'static str,
    meaning: &'static str,
) -> CommandDescription {
    CommandDescription {
        name,
        form,
        meaning,
    }
}

/// Commands in comments.
pub(super) const COMMANDS: [CommandDescription; 20] = [
    command(
        "expect",
        "[%expect legal]",
        "What must hold here: the code that rejects the turn, `legal`, `result 1-0`, \
      `position \"…\"`, `moves 24`, `moves = a2-b3 …`, `not-legal TURN CODE`, `mends TURN`, `score 3-4`, `to-move \
      2`, `captured …`.",
    ),
    command(
        "irregular",
        "[%irregular gipf/row-not-removed]",
        "Waives the rule of that code for the turn: the players broke it and played on.",
    ),
    command(
        "diagram",
        "[%diagram \"caption\" rotate=60]",
        "A figure of the position here.",
    ),
    command(
        "circle",
        "[%circle c3 d4]",
        "A circle on each of these places.",
    ),
    command(
        "square",
        "[%square c3 d4]",
        "A square on each of these places.",
    ),
    command(
        "cross",
        "[%cross c3 d4]",
        "A cross on each of these places.",
    ),
    command(
        "triangle",
        "[%triangle c3 d4]",
        "A triangle on each of these places.",
    ),
    command(
        "shade",
        "[%shade c3 d4]",
        "A shade on each of these places.",
    ),
    command("arrow", "[%arrow a1>b3]", "An arrow from place to place."),
    command(
        "dashed",
        "[%dashed a1>b3]",
        "A dashed arrow from place to place, for what was possible.",
    ),
    command("line", "[%line a1..b3]", "A line from place to place."),
    command("label", "[%label c3 \"A\"]", "Text on a place."),
    command(
        "piece",
        "[%piece a2 W]",
        "A piece of GIPF on a dot, from which it is about to be pushed.",
    ),
    command(
        "view",
        "[%view c2..f6]",
        "The figure shows only this part of the board.",
    ),
    command("clock", "[%clock 0:12:30]", "The time left on the clock."),
    command("time", "[%time 0:00:07]", "The time used for the turn."),
    command(
        "puzzle",
        "[%puzzle win 3]",
        "A puzzle begins here: what the seat to move achieves, in at most that many of its turns.",
    ),
    command(
        "solution",
        "[%solution]",
        "This variation is another solution of the puzzle.",
    ),
    command(
        "refuted",
        "[%refuted]",
        "This variation is a wrong try with its refutation.",
    ),
    command("by", "[%by Ann]", "The author of this comment."),
];

/// Conditions of `[%expect …]` other than codes, with their meanings.
pub(super) const EXPECTED: [(&str, &str); 10] = [
    ("legal", "The turn is legal."),
    ("result", "The rules give this result after the turn."),
    ("position", "The position after the turn."),
    ("moves", "The number of legal turns after the turn."),
    ("moves =", "These are the legal turns after the turn."),
    (
        "not-legal",
        "Such a turn would be rejected here with that code.",
    ),
    (
        "mends",
        "The turn is rejected, and this is the nearest legal turn.",
    ),
    ("score", "The points of each seat after the turn."),
    ("to-move", "The seat to move after the turn."),
    (
        "captured",
        "The pieces, dice or cards that the turn removes, converts or picks up.",
    ),
];

/// Goals of `[%puzzle …]`, with their meanings.
pub(super) const GOALS: [(&str, &str); 5] = [
    ("win", "The seat or its team wins."),
    ("draw", "The game ends, and the seat has not lost."),
    (
        "save",
        "The seat has not lost after its turns and the replies.",
    ),
    (
        "score",
        "The game ends, and the seat has at least this many points.",
    ),
    ("only", "Exactly one legal turn keeps the best result."),
];

/// Lines in the header of a record of the corpus, after `#`, with their meanings.
pub(super) const HEADERS: [(&str, &str); 2] = [
    ("why", "What the record shows, in one sentence."),
    (
        "expect",
        "A finding that the record has: `CODE turn N`. One line for each finding.",
    ),
];

/// Describes a suffix of a turn.
pub(super) fn of_sign(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "!" | "$1" => "a good turn",
        "?" | "$2" => "a mistake",
        "!!" | "$3" => "a brilliant turn",
        "??" | "$4" => "a blunder",
        "!?" | "$5" => "an interesting turn",
        "?!" | "$6" => "a doubtful turn",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::notation::{COMMON_TAGS, FigureCommand, MARK_NAMES, OptionSpec};

    #[test]
    fn every_tag_and_option_has_a_description() {
        let own = GameId::ALL
            .into_iter()
            .flat_map(GameId::tags)
            .filter_map(|spec| spec.names().next());
        for name in COMMON_TAGS.into_iter().map(str::to_owned).chain(own) {
            let meaning = of_tag(None, &name).unwrap_or_default();
            assert!(!meaning.is_empty(), "{name}");
        }
        assert_eq!(of_tag(None, "Annotator"), None);
        for game in GameId::ALL {
            let is_described = |spec: &OptionSpec| of_option(game, spec.key) != Some("");
            assert!(game.options().iter().all(is_described), "{game}");
        }
    }

    #[test]
    fn every_figure_command_has_a_description() {
        for name in MARK_NAMES.into_iter().chain(["view", "diagram"]) {
            let command = COMMANDS
                .into_iter()
                .find(|command| command.name == name)
                .unwrap();
            let arguments = command
                .form
                .strip_prefix(&format!("[%{name}"))
                .unwrap()
                .strip_suffix(']')
                .unwrap();
            assert!(
                matches!(FigureCommand::parse(name, arguments), Some(Ok(_))),
                "{}",
                command.form
            );
        }
    }
}
