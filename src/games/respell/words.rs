//! Words inside a turn: misspelt keywords, and names of colours in other languages.

use crate::games::GameId;
use crate::notation::foreign_words;

/// Replaces misspelt words with the nearest keywords.
pub(super) fn with_known_words(text: &str, game: GameId) -> String {
    with_words(text, &|word| known_word(word, game))
}

/// Replaces the names of colours in other languages with the English ones, in a game whose turns
/// name colours.
pub(super) fn with_colours(text: &str, game: GameId) -> String {
    if game.facts().turns.keywords.contains(&"white") {
        with_words(text, &likely_colour)
    } else {
        text.to_owned()
    }
}

/// Replaces the words of a text for which there is a replacement.
fn with_words(text: &str, replacement: &dyn Fn(&str) -> Option<&'static str>) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest
            .find(|character: char| !character.is_alphabetic())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        plain.push_str(replacement(word).unwrap_or(word));
        let other = after
            .find(|character: char| character.is_alphabetic())
            .unwrap_or(after.len());
        plain.push_str(&after[..other]);
        rest = &after[other..];
    }
    plain
}

/// Returns the English name of a colour in another language.
pub(crate) fn likely_colour(word: &str) -> Option<&'static str> {
    let small = word.to_lowercase();
    foreign_words::COLOURS
        .iter()
        .find(|(_, words)| words.contains(&small.as_str()))
        .map(|(colour, _)| *colour)
}

/// Returns the keyword nearest to a misspelt word, or `None` if none is near enough or several are
/// equally near.
fn known_word(word: &str, game: GameId) -> Option<&'static str> {
    const FORMS: &[(&str, &str)] = &[
        ("resigns", "resign"),
        ("resigned", "resign"),
        ("resignation", "resign"),
        ("resigning", "resign"),
        ("takes", "take"),
        ("took", "take"),
        ("taken", "take"),
        ("passes", "pass"),
        ("passed", "pass"),
        ("swaps", "swap"),
        ("swapped", "swap"),
        ("keeps", "keep"),
        ("kept", "keep"),
        ("draws", "draw"),
        ("drew", "draw"),
        ("drawn", "draw"),
        ("discards", "discard"),
        ("discarded", "discard"),
        ("claims", "claim"),
        ("claimed", "claim"),
    ];
    // Shorter words may be places or marks (`a5`, `xb`), and longer ones resemble no keyword.
    if word.len() < 3 || word.len() > 12 {
        return None;
    }
    let small = word.to_ascii_lowercase();
    let known = game.facts().turns.keywords;
    if let Some(&(_, word)) = FORMS
        .iter()
        .find(|(form, word)| *form == small && known.contains(word))
    {
        return Some(word);
    }
    // A word of three or four letters with two mistakes could be any keyword.
    let max_distance = if small.len() <= 4 { 1 } else { 2 };
    let distance = |known: &str| strsim::damerau_levenshtein(known, &small);
    let nearest = known.iter().map(|known| (distance(known), *known)).min()?;
    let is_only = known
        .iter()
        .filter(|known| distance(known) == nearest.0)
        .count()
        == 1;
    (is_only && nearest.0 <= max_distance).then_some(nearest.1)
}
