//! Tags in the forms of other texts: `Game: gipf`, `:Game: gipf`, `| game = gipf`, `Jeu;GIPF;;`,
//! `|Game "gipf"|`. One reader takes all of them: signs, the name of a tag in any language, signs,
//! a value, and signs.

use super::super::layered::{Cut, Peel};
use super::super::movetext::{has_place, is_readable};
use super::{Found, lines_of};
use crate::fixes::tag_names::tag_named;
use crate::games::GameId;
use crate::notation::likely_date;

/// The maximum number of lines with tags.
const MAX_LINES: usize = 60;
/// The maximum number of lines without a tag between two tags.
const MAX_GAP: usize = 2;
/// Signs between cells.
const CELLS: [char; 4] = ['\t', ';', '|', ','];

/// A line with a tag in another form.
struct TagLine<'t> {
    name: String,
    /// The place of the value in the text.
    start: usize,
    value: &'t str,
}

/// Puts each tag of a line with several on a line of its own: `Game: gipf; Variant: basic`.
pub(super) fn on_one_line(text: &str) -> Found {
    /// The minimum number of tags.
    const MIN_TAGS: usize = 3;
    let (start, line) = lines_of(text).find(|(_, line)| !line.trim().is_empty())?;
    [';', '|', ','].into_iter().find_map(|sign| {
        let pieces: Vec<&str> = line.split(sign).collect();
        let is_tag = |piece: &str| tag_line(0, piece).is_some() && piece.contains([':', '=']);
        let names_game = pieces
            .first()
            .and_then(|first| tag_line(0, first))
            .is_some_and(|tag| tag.name == "Game" && game_in(tag.value).is_some());
        if !names_game || pieces.len() < MIN_TAGS || !pieces.iter().all(|piece| is_tag(piece)) {
            return None;
        }
        let borders = line.match_indices(sign);
        let cuts = borders.map(|(at, _)| Cut::new(start + at, start + at + 1, "\n", Peel::Markup));
        Some((cuts.collect(), "tags on one line"))
    })
}

/// Rewrites the tags at the start of a text, which must name the game.
pub(super) fn header(text: &str) -> Found {
    if text.starts_with("[Game \"") || text.contains("\n[Game \"") {
        return None;
    }
    // JSON has braces around its names, which other code reads.
    if text.trim_start().starts_with('{') && text.contains("\":") {
        return None;
    }
    let lines: Vec<(usize, &str)> = lines_of(text).take(MAX_LINES).collect();
    let tags: Vec<Option<TagLine<'_>>> = lines
        .iter()
        .map(|(start, line)| tag_line(*start, line))
        .collect();
    let first = tags.iter().position(|tag| {
        tag.as_ref()
            .is_some_and(|tag| tag.name == "Game" && game_in(tag.value).is_some())
    })?;
    let game = game_in(tags[first].as_ref()?.value)?;
    // A name of a seat before a turn is a label: `White: i4-g6`.
    let is_turn = |tag: &TagLine<'_>| {
        let words = tag.value.split_whitespace();
        words
            .take(2)
            .any(|word| has_place(word) && is_readable(game, word))
    };
    let tags: Vec<Option<TagLine<'_>>> = tags
        .into_iter()
        .map(|tag| tag.filter(|tag| !is_turn(tag)))
        .collect();

    let mut last = first;
    let mut gap = 0;
    for (index, tag) in tags.iter().enumerate().skip(first + 1) {
        let (_, line) = lines[index];
        if tag.is_some() || is_tag(line) {
            (last, gap) = (index, 0);
        } else if line.contains(char::is_alphanumeric) {
            gap += 1;
        }
        if gap > MAX_GAP {
            break;
        }
    }

    let mut cuts = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (index, (start, line)) in lines.iter().enumerate() {
        let is_before = index < first;
        let end = start + line.len();
        let has_words = line.contains(char::is_alphanumeric);
        if index > last {
            // The frame of the tags ends here: `---`, `}}`, `:END:`.
            if is_frame(line) && !line.trim().is_empty() {
                cuts.push(comment_or_nothing(*start, line));
                continue;
            }
            break;
        }
        if !has_words || is_before {
            if !has_words && !line.trim().is_empty() {
                cuts.push(Cut::new(*start, end, "", Peel::Markup));
            } else if has_words && (is_frame(line) || (line.contains('{') && !line.contains('}'))) {
                cuts.push(comment_or_nothing(*start, line));
            }
            continue;
        }
        if is_tag(line) {
            continue;
        }
        let written = tags[index].as_ref().and_then(|tag| written(tag, game));
        match (written, &tags[index]) {
            (Some((name, value)), Some(tag)) if !names.contains(&name) => {
                let value_end = tag.start + tag.value.len();
                cuts.push(Cut::new(
                    *start,
                    tag.start,
                    format!("[{name} \""),
                    Peel::Markup,
                ));
                if value != tag.value {
                    cuts.push(Cut::new(tag.start, value_end, value, Peel::Word));
                }
                cuts.push(Cut::new(value_end, end, "\"]", Peel::Markup));
                names.push(name);
            }
            _ => cuts.push(comment_or_nothing(*start, line)),
        }
    }

    // A single line with the name of a game may be anything.
    (names.len() > 1).then_some((cuts, "tags in another form"))
}

/// Returns a cut that turns a line into a comment.
fn comment_or_nothing(start: usize, line: &str) -> Cut {
    if line.contains(char::is_alphanumeric) {
        Cut::new(start, start, "# ", Peel::Talk)
    } else {
        Cut::new(start, start + line.len(), "", Peel::Markup)
    }
}

/// Returns true for a line that only begins or ends a part of a text: `---`, `{code}`, `:END:`.
fn is_frame(line: &str) -> bool {
    let inside = line.trim();
    let is_word = |open: char, close: char| {
        inside.len() > 2 && inside.starts_with(open) && inside.ends_with(close)
    };
    let has_blank = inside.contains(char::is_whitespace);
    !inside.contains(char::is_alphanumeric)
        || (!has_blank && (is_word(':', ':') || is_word('{', '}')))
}

/// Returns true if a line is a tag in the notation.
fn is_tag(line: &str) -> bool {
    line.starts_with('[') && line.trim_end().ends_with("\"]")
}

/// Returns the game that the value of a tag names, alone or before the variant.
fn game_in(value: &str) -> Option<GameId> {
    let first = value.split([' ', ',', '(']).next().unwrap_or_default();
    GameId::called(value).or_else(|| GameId::called(first))
}

/// Returns the name and the value of a tag in the notation; `None` if the value cannot be one.
fn written(tag: &TagLine<'_>, game: GameId) -> Option<(String, String)> {
    let value = tag.value;
    let has_digit = value.contains(|sign: char| sign.is_ascii_digit());
    let small = value.to_lowercase();
    let words: Vec<&str> = small
        .split(|sign: char| !sign.is_alphanumeric() && sign != '×')
        .collect();
    let variant = words
        .iter()
        .find(|word| game.variants().contains(*word) && game.variants().len() > 1);
    let size = words.iter().find_map(|word| {
        let (one, two) = word.split_once(['x', '×'])?;
        (one == two && one.parse::<u8>().is_ok()).then_some(one)
    });
    let with_size = |before: String| match size {
        Some(size) => format!("{before}\"]\n[Size \"{size}"),
        None => before,
    };
    Some(match tag.name.as_str() {
        "Game" => {
            let before = match variant {
                Some(variant) => format!("{}\"]\n[Variant \"{variant}", game.name()),
                None => game.name().to_owned(),
            };
            (tag.name.clone(), with_size(before))
        }
        "Variant" if variant.is_some() => {
            let variant = variant.map(|variant| (*variant).to_owned());
            (tag.name.clone(), with_size(variant?))
        }
        "Score" if !game.facts().has_scores => ("Result".to_owned(), value.to_owned()),
        "Players" | "Size" if !has_digit => return None,
        // What a sheet made of a date or a score is no value, and stays as a comment.
        "Date" if !is_date(value) => (tag.name.clone(), likely_date(value)?),
        "Score" if !is_score(value) => return None,
        _ => (tag.name.clone(), value.to_owned()),
    })
}

/// Returns true for a date in the notation.
fn is_date(value: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = value.split('-').collect();
    let has_year = parts.first().is_some_and(|year| year.len() == 4);
    has_year && parts.len() < 4 && parts.into_iter().all(is_number)
}

/// Returns true for numbers with a sign between them.
fn is_score(value: &str) -> bool {
    let mut numbers = value.split(['-', '–', ':', '/']).map(str::trim);
    numbers.all(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads a line that has the name of a tag and a value, and only signs around them.
fn tag_line(start: usize, line: &str) -> Option<TagLine<'_>> {
    if line.starts_with("[%") || line.trim_start().starts_with('#') && !line.contains(':') {
        return None;
    }
    let mut from = line.find(char::is_alphanumeric)?;
    let name_end = |from: usize| {
        let length = line[from..].find(|sign: char| !sign.is_alphanumeric());
        length.map_or(line.len(), |length| from + length)
    };
    let mut end = name_end(from);
    let mut name = tag_named(&line[from..end]);
    if name.is_none() && line[from..].starts_with(['l', 'I', 'J', 'L']) {
        // A bracket that was read as a letter.
        from += 1;
        name = tag_named(&line[from..end]);
    }
    // The number of a player may be apart: `Player 1`.
    if name.is_none() && line[end..].starts_with(' ') {
        let next = name_end(end + 1);
        name = tag_named(&line[from..next].replace(' ', ""));
        end = next;
    }
    let name = name?;

    let rest = &line[end..];
    let value_at = rest.find(|sign: char| !" \t:=;,|\"*_'`“”„«»".contains(sign))?;
    let between = &rest[..value_at];
    let is_quoted = between.contains(['"', '“', '”', '„', '«', '`']);
    let is_apart = is_quoted || between.contains([':', '=', ';', ',', '|', '\t']);
    // Between two commas or tabs there is an empty cell.
    let cells = between.matches(CELLS).count();
    if !is_apart || cells > 1 {
        return None;
    }
    let value = &rest[value_at..];
    let length = if is_quoted {
        value.find(['"', '”', '“', '»', '`'])?
    } else {
        let separator = between.chars().find(|sign| CELLS.contains(sign));
        separator.map_or(value.len(), |sign| value.find(sign).unwrap_or(value.len()))
    };
    let (value, after) = value.split_at(length);
    let is_done = after.chars().filter(|sign| sign.is_alphanumeric()).count() <= 1;
    let value = value.trim_end_matches([' ', '\t', ';', ',', '|', '*', '_', '"']);
    let is_plain = !value.is_empty() && !value.contains(['"', '\\', '{', '}', '[']);
    (is_done && is_plain).then_some(TagLine {
        name,
        start: start + end + value_at,
        value,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::peeled;

    #[test]
    fn tags_of_other_texts_are_tags() {
        let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"Cup of May, 2\"]\n";
        for text in [
            "Game: gipf\nVariant: basic\nEvent: Cup of May, 2\n",
            "game = gipf\nvariant = basic\nevent = \"Cup of May, 2\"\n",
            "Spiel;GIPF;;\nVariante;Basic;;\nTurnier;Cup of May, 2;;\n",
            "\"Game\",\"gipf\"\n\"Variant\",\"basic\"\n\"Event\",\"Cup of May, 2\"\n",
            "Game\tgipf\t\nVariant\tbasic\t\nEvent\tCup of May, 2\t\n",
            "| game = gipf\n| variant = basic\n| event = Cup of May, 2\n",
            ":Game: gipf\n:Variant: basic\n:Event: Cup of May, 2\n",
            "|Game \"gipf\"|\nlVariant \"basic\"J\n(Event \"Cup of May, 2\")\n",
            "**Game:** GIPF\n**Variant:** Basic\n**Event:** Cup of May, 2\n",
            "Game: GIPF basic\nEvent: Cup of May, 2\n",
            "Game: gipf | Variant: basic | Event: Cup of May, 2\n",
        ] {
            assert_eq!(
                peeled(&format!("{text}\n1. a1 *\n")),
                format!("{tags}\n1. a1 *\n")
            );
        }
    }

    #[test]
    fn frames_of_tags_go() {
        let text = "---\ngame: gipf\nvariant: basic\n---\n\n1. a1 *\n";
        assert_eq!(
            peeled(text).trim_start(),
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n\n1. a1 *\n"
        );
    }

    #[test]
    fn talk_about_a_game_stays() {
        for text in ["Game: gipf\n1. a1 *\n", "Game on!\nDate: tomorrow\n"] {
            assert_eq!(peeled(text), text);
        }
    }
}
