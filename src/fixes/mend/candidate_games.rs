//! The games that a record may be of, if it names none, or one whose turns it does not have.
//!
//! There are two signs of a game: the words of the text that are turns of it (*readable* words),
//! and its name in the first lines, such as `Gipf, tournament variant`.

use crate::fixes::pasted::readable_words;
use crate::games::GameId;
use crate::notation::Record;

/// The least number of readable words of a likely game.
const MIN_READABLE_WORDS: usize = 3;

/// The number of lines at the start of a text that may name its game.
const MAX_TITLE_LINES: usize = 8;

/// Returns the games whose turns the words of a record are; none if the game that it names has
/// them.
pub(super) fn likely_games(record: &Record) -> Vec<GameId> {
    let text = record.text();
    let named = record.game();
    if let Some(game) = named {
        let (words, readable) = readable_words(text, game);
        // Talk between the turns, names and times are words as well.
        let is_quarter_readable = readable * 4 >= words;
        if is_quarter_readable {
            return Vec::new();
        }
    }

    if named.is_none()
        && let Some(game) = game_in_title(text)
    {
        let (_, readable) = readable_words(text, game);
        if readable >= MIN_READABLE_WORDS {
            return vec![game];
        }
    }

    let others = GameId::ALL.into_iter().filter(|game| Some(*game) != named);
    let is_likely = |game: &GameId| {
        let (words, readable) = readable_words(text, *game);
        let is_third_readable = readable * 3 >= words;
        readable >= MIN_READABLE_WORDS && is_third_readable
    };
    others.filter(is_likely).collect()
}

/// Returns the game that the first lines of a text name, if it is only one.
pub(super) fn game_in_title(text: &str) -> Option<GameId> {
    // The blanks keep a name from being found inside a longer word.
    let title = format!(" {} ", title_words(text).join(" "));
    let is_named = |game: &GameId| {
        let other_names = game.facts().other_names.iter().copied();
        let mut names = other_names.chain([game.name()]);
        names.any(|name| title.contains(&format!(" {name} ")))
    };
    let mut named = GameId::ALL.into_iter().filter(is_named);
    let first = named.next()?;
    named.next().is_none().then_some(first)
}

/// Returns the variant and the size that the first lines of a text name.
pub(super) fn tags_in_title(text: &str, game: GameId) -> Vec<(&'static str, String)> {
    let words = title_words(text);
    let variant = variant_in(&words, game).map(|variant| ("Variant", variant.to_owned()));
    let size = size_in(&words, game).map(|size| ("Size", size));
    variant.into_iter().chain(size).collect()
}

/// Returns the variant that is among words, if it is only one and the game has several.
fn variant_in(words: &[String], game: GameId) -> Option<&'static str> {
    let all = game.variants();
    let mut named = all
        .iter()
        .copied()
        .filter(|variant| words.iter().any(|word| word == variant));
    let first = named.next()?;
    let is_only_one = named.next().is_none();
    (is_only_one && all.len() > 1).then_some(first)
}

/// Returns the size that is among words, such as `5` for `5x5`, if the game has sizes.
fn size_in(words: &[String], game: GameId) -> Option<String> {
    let has_size = game.tags().iter().any(|spec| spec.name == "Size");
    if !has_size {
        return None;
    }
    words.iter().find_map(|word| {
        let (width, height) = word.split_once(['x', '×'])?;
        let is_square = width == height && width.parse::<u8>().is_ok();
        is_square.then(|| width.to_owned())
    })
}

/// Returns the words of the first lines that are not tags, in lower case.
fn title_words(text: &str) -> Vec<String> {
    // The time of a chat is in brackets too: `[12:01] Ann: gipf?`
    let is_tag = |line: &str| line.starts_with('[') && line.ends_with(']');
    let lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !is_tag(line));
    // The dot is part of names such as `pip•pip`.
    let is_between_words = |sign: char| !sign.is_alphanumeric() && sign != '•';
    lines
        .take(MAX_TITLE_LINES)
        .flat_map(|line| line.split(is_between_words))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}
