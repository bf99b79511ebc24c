//! Tags in the forms of other texts: `Game: gipf`, `:Game: gipf`, `| game = gipf`, `Jeu;GIPF;;`,
//! `|Game "gipf"|`. One reader takes all of them: signs, the name of a tag in any language, signs,
//! a value, and signs.

use super::super::mapped_text::{Cut, Peel};
use super::super::movetext::{has_place, is_readable};
use super::{ContainerCuts, lines_of};
use crate::fixes::tag_names::tag_named;
use crate::games::GameId;
use crate::notation::likely_date;

/// The maximum number of lines with tags.
pub(super) const MAX_LINES: usize = 60;
/// The maximum number of lines without a tag between two tags.
pub(super) const MAX_GAP: usize = 2;
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
pub(super) fn tags_on_one_line_cuts(text: &str) -> Option<ContainerCuts> {
    /// The minimum number of tags.
    const MIN_TAGS: usize = 3;
    let (start, line) = lines_of(text).find(|(_, line)| !line.trim().is_empty())?;
    [';', '|', ','].into_iter().find_map(|sign| {
        let pieces: Vec<&str> = line.split(sign).collect();
        let is_foreign_tag =
            |piece: &&str| tag_line(0, piece).is_some() && piece.contains([':', '=']);
        let names_game = pieces
            .first()
            .and_then(|first| tag_line(0, first))
            .is_some_and(|tag| tag.name == "Game" && game_in(tag.value).is_some());
        if !names_game || pieces.len() < MIN_TAGS || !pieces.iter().all(is_foreign_tag) {
            return None;
        }
        let borders = line.match_indices(sign);
        let cuts = borders
            .map(|(offset, _)| Cut::new(start + offset, start + offset + 1, "\n", Peel::Markup));
        Some((cuts.collect(), "tags on one line"))
    })
}

/// Rewrites the tags at the start of a text, which must name the game.
pub(super) fn header_cuts(text: &str) -> Option<ContainerCuts> {
    let has_tags = text.starts_with("[Game \"") || text.contains("\n[Game \"");
    // JSON has braces around its names, which other code reads.
    let is_json = text.trim_start().starts_with('{') && text.contains("\":");
    if has_tags || is_json {
        return None;
    }

    let (cuts, tag_count) = Header::find(text)?.cuts();
    // A single line with the name of a game may be anything.
    (tag_count > 1).then_some((cuts, "tags in another form"))
}

/// The first lines of a text, some of which are tags in another form.
struct Header<'t> {
    /// The lines, each with its start.
    lines: Vec<(usize, &'t str)>,
    /// The tag of each line.
    tags: Vec<Option<TagLine<'t>>>,
    game: GameId,
    /// The indices of the first and the last line with a tag.
    first: usize,
    last: usize,
}

impl<'t> Header<'t> {
    /// Finds the tags at the start of a text, the first of which names the game.
    fn find(text: &'t str) -> Option<Self> {
        let lines: Vec<(usize, &str)> = lines_of(text).take(MAX_LINES).collect();
        let mut tags: Vec<Option<TagLine<'_>>> = lines
            .iter()
            .map(|(start, line)| tag_line(*start, line))
            .collect();
        let game_of = |tag: &Option<TagLine<'_>>| {
            let tag = tag.as_ref().filter(|tag| tag.name == "Game")?;
            game_in(tag.value)
        };
        let first = tags.iter().position(|tag| game_of(tag).is_some())?;
        let game = game_of(&tags[first])?;

        // A name of a seat before a turn is a label: `White: i4-g6`.
        for tag in &mut tags {
            if tag
                .as_ref()
                .is_some_and(|tag| begins_with_turn(tag.value, game))
            {
                *tag = None;
            }
        }
        let mut header = Self {
            lines,
            tags,
            game,
            first,
            last: first,
        };
        header.last = header.last_tag();
        Some(header)
    }

    /// Returns the index of the last line with a tag. Few other lines are between two tags.
    fn last_tag(&self) -> usize {
        let mut last = self.first;
        let mut gap = 0;
        for (index, tag) in self.tags.iter().enumerate().skip(self.first + 1) {
            let (_, line) = self.lines[index];
            if tag.is_some() || is_tag(line) {
                last = index;
                gap = 0;
            } else if has_words(line) {
                gap += 1;
            }
            if gap > MAX_GAP {
                break;
            }
        }
        last
    }

    /// Returns the cuts that rewrite the tags, and the number of tags.
    fn cuts(&self) -> (Vec<Cut>, usize) {
        let mut cuts = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for (index, &(start, line)) in self.lines.iter().enumerate() {
            if index > self.last {
                // The frame of the tags ends here: `---`, `}}`, `:END:`.
                if !is_frame(line) || line.trim().is_empty() {
                    break;
                }
                cuts.push(comment_or_nothing(start, line));
            } else if index < self.first || !has_words(line) {
                cuts.extend(cut_of_frame(start, line));
            } else if !is_tag(line) {
                // A tag in the notation stays as it is; this one may be in another form.
                self.cut_tag(index, &mut names, &mut cuts);
            }
        }
        (cuts, names.len())
    }

    /// Rewrites the tag of a line. Without a tag, or with a name that was before, the line becomes
    /// a comment.
    fn cut_tag(&self, index: usize, names: &mut Vec<String>, cuts: &mut Vec<Cut>) {
        let (start, line) = self.lines[index];
        let tag = self.tags[index].as_ref();
        let written = tag.and_then(|tag| Some((tag, tag_in_notation(tag, self.game)?)));
        let Some((tag, (name, value))) = written.filter(|(_, (name, _))| !names.contains(name))
        else {
            cuts.push(comment_or_nothing(start, line));
            cuts.extend(cut_of_dangling_signs(start, line));
            return;
        };

        let value_end = tag.start + tag.value.len();
        let opening = format!("[{name} \"");
        cuts.push(Cut::new(start, tag.start, opening, Peel::Markup));
        if value != tag.value {
            cuts.push(Cut::new(tag.start, value_end, value, Peel::Word));
        }
        cuts.push(Cut::new(value_end, start + line.len(), "\"]", Peel::Markup));
        names.push(name);
    }
}

/// Returns true if one of the first words of a value is a turn. Its number may come before it.
fn begins_with_turn(value: &str, game: GameId) -> bool {
    value
        .split_whitespace()
        .take(2)
        .any(|word| has_place(word) && is_readable(game, word))
}

/// Returns true if a line has letters or digits.
pub(super) fn has_words(line: &str) -> bool {
    line.contains(char::is_alphanumeric)
}

/// Returns the cut of a line that is a part of the frame around the tags.
fn cut_of_frame(start: usize, line: &str) -> Option<Cut> {
    let is_part = if has_words(line) {
        is_frame(line) || (line.contains('{') && !line.contains('}'))
    } else {
        !line.trim().is_empty()
    };
    is_part.then(|| comment_or_nothing(start, line))
}

/// Returns a cut that turns a line into a comment, or removes a line without words.
fn comment_or_nothing(start: usize, line: &str) -> Cut {
    if has_words(line) {
        // The line stays, as a comment.
        Cut::new(start, start, "# ", Peel::Talk)
    } else {
        Cut::new(start, start + line.len(), "", Peel::Markup)
    }
}

/// Returns the cut of the signs after a label that nothing follows: `White:`.
fn cut_of_dangling_signs(start: usize, line: &str) -> Option<Cut> {
    let label = line.trim_end_matches([':', '=', ' ', '\t']);
    let is_dangling = has_words(label) && line[label.len()..].contains([':', '=']);
    is_dangling.then(|| {
        let end = start + line.len();
        Cut::new(start + label.len(), end, "", Peel::Markup)
    })
}

/// Returns true for a line that only begins or ends a part of a text: `---`, `{code}`, `:END:`.
fn is_frame(line: &str) -> bool {
    let inside = line.trim();
    let is_word = |open: char, close: char| {
        inside.len() > 2 && inside.starts_with(open) && inside.ends_with(close)
    };
    let has_blank = inside.contains(char::is_whitespace);
    !has_words(inside) || (!has_blank && (is_word(':', ':') || is_word('{', '}')))
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

/// Returns a value and a tag after it. [`Header::cut_tag`] puts `[NAME "` before the result and
/// `"]` after it, so the result closes the tag of the value and leaves the other tag open.
fn value_with_tag(value: &str, name: &str, other_value: &str) -> String {
    format!("{value}\"]\n[{name} \"{other_value}")
}

/// Returns the name and the value of a tag in the notation; `None` if the value cannot be one. The
/// value may include further tags ([`value_with_tag`]).
fn tag_in_notation(tag: &TagLine<'_>, game: GameId) -> Option<(String, String)> {
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
        Some(size) => value_with_tag(&before, "Size", size),
        None => before,
    };
    Some(match tag.name.as_str() {
        "Game" => {
            let before = match variant {
                Some(variant) => value_with_tag(game.name(), "Variant", variant),
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
pub(super) fn is_date(value: &str) -> bool {
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
    let is_comment = line.trim_start().starts_with('#') && !line.contains(':');
    if line.starts_with("[%") || is_comment {
        return None;
    }

    let (name, name_end) = name_in(line)?;
    let rest = &line[name_end..];
    let value_start = rest.find(|sign: char| !" \t:=;,|\"*_'`“”„«»".contains(sign))?;
    let (signs, value) = rest.split_at(value_start);
    let value = value_after(signs, value)?;
    let is_plain = !value.is_empty() && !value.contains(['"', '\\', '{', '}', '[']);
    is_plain.then_some(TagLine {
        name,
        start: start + name_end + value_start,
        value,
    })
}

/// Returns the name of the tag at the start of a line, after signs, in the notation, and the byte
/// after it.
fn name_in(line: &str) -> Option<(String, usize)> {
    let word_end = |start: usize| {
        let length = line[start..].find(|sign: char| !sign.is_alphanumeric());
        length.map_or(line.len(), |length| start + length)
    };
    let start = line.find(char::is_alphanumeric)?;
    let end = word_end(start);
    let word = &line[start..end];
    if let Some(name) = tag_named(word) {
        return Some((name, end));
    }

    // A bracket that was read as a letter.
    let without_bracket = word.strip_prefix(['l', 'I', 'J', 'L']);
    if let Some(name) = without_bracket.and_then(tag_named) {
        return Some((name, end));
    }
    // The number of a player may be apart: `Player 1`.
    if !line[end..].starts_with(' ') {
        return None;
    }
    let number_end = word_end(end + 1);
    let start = start + word.len() - without_bracket.unwrap_or(word).len();
    let name = tag_named(&line[start..number_end].replace(' ', ""))?;
    Some((name, number_end))
}

/// Returns the value of a tag: `signs` are between its name and its value, and `text` is the rest
/// of the line.
fn value_after<'t>(signs: &str, text: &'t str) -> Option<&'t str> {
    let is_quoted = signs.contains(['"', '“', '”', '„', '«', '`']);
    let is_apart = is_quoted || signs.contains([':', '=', ';', ',', '|', '\t']);
    // Between two commas or tabs there is an empty cell.
    let cells = signs.matches(CELLS).count();
    if !is_apart || cells > 1 {
        return None;
    }

    let length = if is_quoted {
        text.find(['"', '”', '“', '»', '`'])?
    } else {
        let separator = signs.chars().find(|sign| CELLS.contains(sign));
        separator.map_or(text.len(), |sign| text.find(sign).unwrap_or(text.len()))
    };
    let (value, after) = text.split_at(length);
    // A bracket that was read as a letter may follow.
    let letters_after = after.chars().filter(|sign| sign.is_alphanumeric()).count();
    if letters_after > 1 {
        return None;
    }
    Some(value.trim_end_matches([' ', '\t', ';', ',', '|', '*', '_', '"']))
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
    fn a_name_of_a_tag_without_a_value_is_a_comment_without_its_sign() {
        for (field, comment) in [
            ("White:", "# White"),
            ("Seat 1: ", "# Seat 1"),
            ("event =", "# event"),
        ] {
            let text =
                format!("Game: gipf\nVariant: basic\n{field}\nDate: 2026-11-20\n\n1. a1 *\n");
            let expected = format!(
                "[Game \"gipf\"]\n[Variant \"basic\"]\n{comment}\n[Date \"2026-11-20\"]\n\n1. a1 *\n"
            );
            assert_eq!(peeled(&text), expected);
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
