//! Changes of words: words of the game in the languages of players, and spoken letters.

use super::turn_changes::Change;
use crate::games::GameId;

/// Returns the words of a part that have a meaning in a turn, with their meanings.
pub(super) fn word_changes(part: &str, game: GameId) -> Vec<Change> {
    let facts = game.facts().words;
    let mut found = Vec::new();
    let mut offset = 0;
    while let Some(start) = part[offset..]
        .find(char::is_alphabetic)
        .map(|next| offset + next)
    {
        let length = part[start..].find(|sign: char| !sign.is_alphabetic());
        let mut end = length.map_or(part.len(), |length| start + length);
        let word = part[start..end].to_lowercase();
        // The longest text of several words with a meaning that begins here.
        let several = facts.iter().find_map(|fact| {
            let written = fact.written.iter().filter(|text| text.contains(' '));
            let longest = written.max_by_key(|text| match part.get(start..start + text.len()) {
                Some(here) if here.to_lowercase() == **text => text.len(),
                _ => 0,
            })?;
            let here = part.get(start..start + longest.len())?;
            (here.to_lowercase() == *longest).then_some((fact.meaning, longest.len()))
        });
        if let Some((meaning, length)) = several {
            end = start + length;
            found.push(with_blanks(part, start, end, meaning, game));
            offset = end;
            continue;
        }
        let mut intended = facts.iter().filter(|fact| {
            fact.written.contains(&word.as_str())
                || (fact.meaning.trim_matches([';', ':']) == word && word.len() > 1)
        });
        // A word with two meanings is left to other rules.
        if let (Some(fact), None) = (intended.next(), intended.next()) {
            found.push(with_blanks(part, start, end, fact.meaning, game));
        }
        offset = end;
    }
    found
}

/// Returns spoken letters before a digit, and the words between two places.
pub(super) fn spoken_letters(part: &str) -> Vec<Change> {
    const SPOKEN: [(&str, &str); 14] = [
        ("a", "a"),
        ("ay", "a"),
        ("be", "b"),
        ("bee", "b"),
        ("see", "c"),
        ("sea", "c"),
        ("dee", "d"),
        ("e", "e"),
        ("ef", "f"),
        ("eff", "f"),
        ("gee", "g"),
        ("aitch", "h"),
        ("eye", "i"),
        ("jay", "j"),
    ];
    let mut found = Vec::new();
    let mut offset = 0;
    for word in part.split(' ') {
        let end = offset + word.len();
        let letter = SPOKEN.iter().find(|(spoken, _)| *spoken == word);
        let next = part.get(end + 1..).unwrap_or_default();
        let is_before_digit = next.starts_with(|sign: char| sign.is_ascii_digit());
        if let Some((_, letter)) = letter
            && is_before_digit
        {
            found.push(Change::new(offset, end + 1, *letter));
        } else if word == "and" && offset > 0 && end < part.len() {
            found.push(Change::new(offset - 1, end + 1, ","));
        }
        offset = end + 1;
    }
    found
}

/// Returns the change of a text to `to`, together with the spaces around it, and with a `:` after
/// it if the new text ends with one. A word that puts a die aside comes before or after its die:
/// `aside 1; 4@c1/5` becomes `1s;4@c1/5`.
pub(super) fn with_blanks(part: &str, start: usize, end: usize, to: &str, game: GameId) -> Change {
    let is_aside = game.facts().turns.aside == Some(to);
    let before = part[..start].trim_end_matches(' ');
    let mut after = part[end..].trim_start_matches(' ');
    if to.ends_with([':', 'x', '@']) {
        after = after.trim_start_matches([':', '=']).trim_start_matches(' ');
    }
    let is_before_die = !before.ends_with(|sign: char| sign.is_ascii_digit())
        && after.starts_with(|sign: char| sign.is_ascii_digit());
    if is_aside && is_before_die {
        let (die, rest) = after.split_at(1);
        // A die from the store is placed: `store 1@a1/5`.
        if rest.starts_with('@') {
            return Change::new(start, part.len() - after.len(), "*");
        }
        let rest = rest.trim_start_matches([',', ';', ' ']);
        return Change::new(start, part.len() - rest.len(), format!("{die}{to}"));
    }
    if is_aside {
        let before = before.trim_end_matches([',', ' ']);
        let after = after.trim_start_matches([',', ';', ' ']);
        return Change::new(before.len(), part.len() - after.len(), to);
    }
    let is_first = before.is_empty() || before.ends_with(';');
    let now = if is_first {
        to.trim_start_matches(';')
    } else {
        to
    };
    Change::new(before.len(), part.len() - after.len(), now)
}
