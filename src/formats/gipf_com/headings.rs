//! Converts headings above a game to tags: players, event, round, place and date.

use std::ops::Range;

use crate::notation::is_date;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// Words between the players.
const VERSUS: [&str; 4] = ["versus", "vs", "vs.", "v."];
/// Words before a colon, with the corresponding tags.
const KEYS: [(&str, &str); 8] = [
    ("white", "Player1"),
    ("black", "Player2"),
    ("event", "Event"),
    ("site", "Site"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("annotator", "Annotator"),
];
/// Maximum number of words in a name or place; longer parts are sentences.
const SHORT_WORDS: usize = 8;

/// Names and values of tags.
type Tags = Vec<(String, String)>;

/// Returns the tags of a line, or `None` for any other text.
pub(super) fn tags_of(line: &str) -> Option<Tags> {
    let line = line.trim();
    pgn_tags(line)
        .or_else(|| players_heading(line))
        .or_else(|| keyed_heading(line))
        .or_else(|| round_heading(line))
        .or_else(|| place_and_date(line))
}

/// Returns true for a line that begins the text about another game.
pub(super) fn begins_a_game(line: &str) -> bool {
    let tags = pgn_tags(line)
        .or_else(|| keyed_heading(line.trim()))
        .unwrap_or_default();
    let names_white = tags.iter().any(|(name, _)| name == "Player1");
    names_white || is_title(line) || players_heading(line.trim()).is_some()
}

/// Returns true for a title such as `Game 12`, which up to two words may follow.
fn is_title(line: &str) -> bool {
    let mut words = line.split_whitespace();
    if words.next() != Some("Game") {
        return false;
    }
    let has_number = words
        .next()
        .is_some_and(|number| number.contains(|character: char| character.is_ascii_digit()));
    has_number && words.count() <= 2
}

/// Returns true for a line of PGN tags.
pub(super) fn is_pgn_tags(line: &str) -> bool {
    names_and_values(line).is_some()
}

/// Parses `[White "Ann"]`. A tag without a different name in the notation keeps its name.
fn pgn_tags(line: &str) -> Option<Tags> {
    let mut tags = Tags::new();
    for (name, value) in names_and_values(line)? {
        let known = KEYS.iter().find(|(key, _)| name.eq_ignore_ascii_case(key));
        let tag = match known {
            Some((_, "Date")) => ("Date".to_owned(), date_of_pgn(&value)?),
            Some((_, tag)) => ((*tag).to_owned(), value),
            None if name == "Result" => (name, value.replace('½', "1/2")),
            None => (name, value),
        };
        tags.push(tag);
    }
    Some(tags)
}

/// Returns the names and values in a line of PGN tags: `[White "Ann"] [Black "Bo"]`.
fn names_and_values(line: &str) -> Option<Tags> {
    let mut rest = line.trim();
    let mut tags = Tags::new();
    while !rest.is_empty() {
        let (name, after) = rest.strip_prefix('[')?.split_once('"')?;
        let name = name.trim();
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_name {
            return None;
        }
        let (value, after) = string_value(after)?;
        tags.push((name.to_owned(), value));
        rest = after.trim_start().strip_prefix(']')?.trim_start();
    }
    (!tags.is_empty()).then_some(tags)
}

/// Returns the text of a string up to its closing quote, without escapes, and what follows it.
fn string_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut characters = text.chars();
    loop {
        match characters.next()? {
            '"' => return Some((value, characters.as_str())),
            '\\' => value.push(characters.next()?),
            character => value.push(character),
        }
    }
}

/// Converts a PGN date, whose unknown parts are question marks. Returns `None` if no part is known.
fn date_of_pgn(text: &str) -> Option<String> {
    let known = text.trim().trim_end_matches(".??").replace('.', "-");
    if is_date(&known) {
        Some(known)
    } else {
        parse_date(text)
    }
}

/// Parses `Ann (NL) versus Bo (B)`.
fn players_heading(line: &str) -> Option<Tags> {
    let versus = find_versus(line)?;
    let first = line[..versus.start].trim();
    let second = line[versus.end..].trim();
    let is_sentence = line.ends_with(['.', '!', '?']);
    if is_sentence || !is_short(first) || !is_short(second) {
        return None;
    }

    let mut tags = Tags::new();
    for (number, player) in [(1, first), (2, second)] {
        let (name, code) = split_country(player);
        tags.push((format!("Player{number}"), name.to_owned()));
        if let Some(code) = code {
            tags.push((format!("Country{number}"), code.to_owned()));
        }
    }
    Some(tags)
}

/// Returns the place of the first word that separates two players.
fn find_versus(line: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for word in line.split(' ') {
        let end = start + word.len();
        if VERSUS
            .iter()
            .any(|versus| word.eq_ignore_ascii_case(versus))
        {
            return Some(start..end);
        }
        // The space.
        start = end + 1;
    }
    None
}

/// Splits off the country code in parentheses after a name.
fn split_country(side: &str) -> (&str, Option<&str>) {
    let parts = side
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once('('));
    let is_code = |code: &str| {
        (1..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_uppercase())
    };
    match parts {
        Some((name, code)) if is_code(code) && !name.trim().is_empty() => (name.trim(), Some(code)),
        _ => (side, None),
    }
}

/// Parses `White: Ann`.
fn keyed_heading(line: &str) -> Option<Tags> {
    let (key, value) = line.split_once(':')?;
    let (_, tag) = KEYS
        .iter()
        .find(|(known, _)| key.trim().eq_ignore_ascii_case(known))?;
    let text = value.trim();
    let value = if *tag == "Date" {
        parse_date(text)?
    } else {
        text.to_owned()
    };
    is_short(&value).then(|| vec![((*tag).to_owned(), value)])
}

/// Parses `Club Open, Round 4`.
fn round_heading(line: &str) -> Option<Tags> {
    let (before, number) = line.rsplit_once(char::is_whitespace)?;
    let before = before.trim_end();
    let start = before.get(..before.len().checked_sub("round".len())?)?;
    let is_word =
        start.is_empty() || start.ends_with(|character: char| !character.is_alphanumeric());
    if !is_word || !before[start.len()..].eq_ignore_ascii_case("round") {
        return None;
    }
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }

    let event = start
        .trim()
        .trim_end_matches([',', ';', ':', '-', '–', '—'])
        .trim_end();
    let mut tags = vec![("Round".to_owned(), number.to_owned())];
    if !event.is_empty() {
        tags.insert(0, ("Event".to_owned(), event.to_owned()));
    }
    (event.is_empty() || is_short(event)).then_some(tags)
}

/// Parses `London, August 26, 2000`.
fn place_and_date(line: &str) -> Option<Tags> {
    // The starts of the words.
    let starts: Vec<usize> = line
        .char_indices()
        .filter(|&(offset, _)| offset == 0 || line[..offset].ends_with(' '))
        .map(|(offset, _)| offset)
        .collect();
    // The last three words, `26 August 2000`, or the last one, `26.8.2000`.
    let (start, date) = [3, 1].into_iter().find_map(|word_count| {
        let start = *starts.get(starts.len().checked_sub(word_count)?)?;
        Some((start, parse_date(&line[start..])?))
    })?;

    let before = line[..start].trim();
    if before.is_empty() {
        return Some(vec![("Date".to_owned(), date)]);
    }
    let place = before.strip_suffix([',', ';', ':'])?.trim();
    is_short(place).then(|| {
        vec![
            ("Site".to_owned(), place.to_owned()),
            ("Date".to_owned(), date),
        ]
    })
}

/// Parses `August 26, 2000`, `26 August 2000`, `26.8.2000`, `2000-08-26`.
fn parse_date(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let parts: Vec<&str> = if text.contains(' ') {
        text.split([' ', ','])
            .filter(|part| !part.is_empty())
            .collect()
    } else {
        text.split('.').collect()
    };

    let date = match parts.as_slice() {
        [date] => (*date).to_owned(),
        [first, second, year] => {
            let year = number_up_to(9999, year)?;
            let day = number_up_to(31, first);
            let (month, day) = match (day, month_named(second), number_up_to(12, second)) {
                // `26 August 2000`
                (Some(day), Some(month), _) => (month, day),
                // `26.8.2000`
                (Some(day), None, Some(month)) if !text.contains(' ') => (month, day),
                // `August 26, 2000`
                _ => (month_named(first)?, number_up_to(31, second)?),
            };
            format!("{year:04}-{month:02}-{day:02}")
        }
        _ => return None,
    };
    (is_date(&date) && date.len() == "2000-08-26".len()).then_some(date)
}

/// Parses a number of at most four digits, which may have an ending: `26`, `1st`.
fn number_up_to(max: u32, part: &str) -> Option<u32> {
    let digits = part.trim_end_matches(|character: char| character.is_ascii_lowercase());
    let suffix = &part[digits.len()..];
    if digits.len() > 4 || !["", "st", "nd", "rd", "th"].contains(&suffix) {
        return None;
    }
    digits.parse::<u32>().ok().filter(|number| *number <= max)
}

/// Returns the number of a month, from 1, from at least three letters of its name: `Aug.`.
fn month_named(part: &str) -> Option<u32> {
    let part = part.trim_end_matches('.').to_ascii_lowercase();
    if part.len() < 3 {
        return None;
    }
    let month = (1..)
        .zip(MONTHS)
        .find(|(_, name)| name.starts_with(part.as_str()));
    month.map(|(number, _)| number)
}

/// Returns true if a text has as many words as a name or a place.
fn is_short(text: &str) -> bool {
    (1..=SHORT_WORDS).contains(&text.split_whitespace().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_tags() {
        for (line, tags) in [
            (
                "Player One (NL) versus Player Two (B)",
                "Player1=Player One Country1=NL Player2=Player Two Country2=B",
            ),
            ("Ann vs. Bo Lee", "Player1=Ann Player2=Bo Lee"),
            ("Some Open, Round 4", "Event=Some Open Round=4"),
            ("Round 12", "Round=12"),
            ("London, August 26, 2000", "Site=London Date=2000-08-26"),
            ("26 August 2000", "Date=2000-08-26"),
            ("Den Haag: 1st Aug. 2000", "Site=Den Haag Date=2000-08-01"),
            ("26.8.2000", "Date=2000-08-26"),
            ("2000-08-26", "Date=2000-08-26"),
            ("White: Ann", "Player1=Ann"),
            ("Date: 5 May 2001", "Date=2001-05-05"),
            ("[White \"Ann Lee\"]", "Player1=Ann Lee"),
            ("[Date \"2001.05.05\"]", "Date=2001-05-05"),
            ("[Date \"2001.05.??\"]", "Date=2001-05"),
            ("[Result \"1-0\"]", "Result=1-0"),
            ("[Result \"½-½\"]", "Result=1/2-1/2"),
            (
                "[white \"Ann\"] [Black \"a \\\"b\\\" c\"]",
                "Player1=Ann Player2=a \"b\" c",
            ),
            ("[Time_Control \"10+5\"] ", "Time_Control=10+5"),
            ("[Site \"\"]", "Site="),
        ] {
            let read: Vec<String> = tags_of(line)
                .unwrap_or_default()
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            assert_eq!(read.join(" "), tags, "{line}");
        }
    }

    #[test]
    fn other_text_is_not_a_header() {
        for line in [
            "",
            "A sentence about the event.",
            "It was one player versus the clock.",
            "Nobody saw round 4 coming",
            "ground 4",
            "He won in 2000",
            "August 32, 2000",
            "26/8/2000",
            "[Result \"1-0\"",
            "[Result \"1-0\"] now",
            "[1 \"1-0\"]",
            "[Date \"????.??.??\"]",
            "[Event]",
            "Game 000001-01",
            "Black: ",
            "ä",
            "aäound 4",
        ] {
            assert_eq!(tags_of(line), None, "{line}");
        }

        assert!(
            ["Game 000001-01", "Ann vs Bo", "White: Ann"]
                .into_iter()
                .all(begins_a_game)
        );
        assert!(
            !["Game over for Black, 3 to go", "This game", "Black: Bo"]
                .into_iter()
                .any(begins_a_game)
        );
    }
}
