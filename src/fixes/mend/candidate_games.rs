//! The games that a record may be of, if it names none, or one whose turns it does not have.

use crate::fixes::pasted::readable_words;
use crate::games::GameId;
use crate::notation::Record;

/// The least number of words that are turns of a game.
const MIN_TURNS: usize = 3;

/// The number of lines at the start of a text that may name its game.
const MAX_TITLE_LINES: usize = 8;

/// Returns the words of the first lines that are not tags, in lower case.
fn title_words(text: &str) -> Vec<String> {
    // The time of a chat is in brackets too: `[12:01] Ann: gipf?`
    let is_tag = |line: &str| line.starts_with('[') && line.ends_with(']');
    let written = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !is_tag(line));
    written
        .take(MAX_TITLE_LINES)
        .flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric() && sign != '•'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Returns the game that the first lines of a text name, if it is only one.
pub(super) fn game_in_title(text: &str) -> Option<GameId> {
    let words = format!(" {} ", title_words(text).join(" "));
    let is_named = |game: &GameId| {
        let other = game.facts().other_names.iter().copied();
        let mut names = other.chain([game.name()]);
        names.any(|name| words.contains(&format!(" {name} ")))
    };
    let mut named = GameId::ALL.into_iter().filter(is_named);
    let first = named.next()?;
    named.next().is_none().then_some(first)
}

/// Returns the variant and the size that the first lines of a text name.
pub(super) fn tags_in_title(text: &str, game: GameId) -> Vec<(&'static str, String)> {
    let words = title_words(text);
    let mut tags = Vec::new();
    let mut variants = game
        .variants()
        .iter()
        .filter(|variant| words.iter().any(|word| word == *variant));
    if let (Some(variant), None) = (variants.next(), variants.next())
        && game.variants().len() > 1
    {
        tags.push(("Variant", (*variant).to_owned()));
    }
    let size = words.iter().find_map(|word| {
        let (one, two) = word.split_once(['x', '×'])?;
        (one == two && one.parse::<u8>().is_ok()).then(|| one.to_owned())
    });
    let has_size = game.tags().iter().any(|spec| spec.name == "Size");
    if let Some(size) = size.filter(|_| has_size) {
        tags.push(("Size", size));
    }
    tags
}

/// Returns the games whose turns the words of a record are; none if the game that it names has
/// them.
pub(super) fn likely_games(record: &Record) -> Vec<GameId> {
    let text = record.text();
    let named = record.game();
    if let Some(game) = named {
        let (words, readable) = readable_words(text, game);
        // Talk between the turns, names and times are words as well.
        if readable * 4 >= words {
            return Vec::new();
        }
    }
    if named.is_none()
        && let Some(game) = game_in_title(text)
        && readable_words(text, game).1 >= MIN_TURNS
    {
        return vec![game];
    }
    let others = GameId::ALL.into_iter().filter(|game| Some(*game) != named);
    let is_likely = |game: &GameId| {
        let (words, readable) = readable_words(text, *game);
        readable >= MIN_TURNS && readable * 3 >= words
    };
    others.filter(is_likely).collect()
}
