//! Steps that clean the text of a turn: each removes or replaces one kind of characters that are
//! not notation, such as HTML, letters of other alphabets, markup, arrows and capitals. The parent
//! module calls them in order.

use crate::games::GameId;
use crate::notation::{Capitals, begins_number_of_letters, digit_like, latin_like};

/// Removes HTML tags and decodes HTML entities.
pub(super) fn without_html(text: &str) -> String {
    const ENTITIES: &[(&str, &str)] = &[
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&apos;", "'"),
        ("&ndash;", "-"),
        ("&mdash;", "-"),
        ("&minus;", "-"),
        ("&rarr;", "→"),
        ("&hellip;", "…"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&semi;", ";"),
        ("&comma;", ","),
        ("&colon;", ":"),
        ("&commat;", "@"),
        ("&sol;", "/"),
        ("&ast;", "*"),
        ("&plus;", "+"),
        ("&hyphen;", "-"),
        ("&amp;", "&"),
    ];
    let mut plain = text.to_owned();
    for (entity, character) in ENTITIES {
        plain = plain.replace(entity, character);
    }
    while let Some((range, character)) = numeric_entity(&plain) {
        plain.replace_range(range, &character.to_string());
    }
    while let Some(range) = html_tag(&plain) {
        plain.replace_range(range, "");
    }
    plain
}

/// Finds the first numeric entity (`&#59;`, `&#x3B;`). Returns its range and its character.
fn numeric_entity(text: &str) -> Option<(std::ops::Range<usize>, char)> {
    text.match_indices("&#").find_map(|(start, _)| {
        let length = text.get(start..)?.find(';')?;
        let digits = text.get(start + 2..start + length)?;
        let code = match digits.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => digits.parse().ok()?,
        };
        Some((start..start + length + 1, char::from_u32(code)?))
    })
}

/// Finds the first HTML tag: `<b>`, `</td>`, `<br/>`.
fn html_tag(text: &str) -> Option<std::ops::Range<usize>> {
    text.match_indices('<').find_map(|(open, _)| {
        let rest = text.get(open + 1..)?;
        let close = rest.find('>')?;
        let name = rest.get(..close)?.trim_start_matches('/');
        name.starts_with(|first: char| first.is_ascii_alphabetic())
            .then_some(open..open + close + 2)
    })
}

/// Replaces full-width letters, and look-alikes from other alphabets, with Latin letters.
pub(super) fn in_latin(text: &str) -> String {
    text.chars().map(latin_like).collect()
}

/// Replaces letters that look like digits, where a digit belongs: after the letter of a point,
/// after a digit, or in the place of a number. Returns `None` without any.
pub(super) fn with_digits(text: &str) -> Option<String> {
    // A word in small letters has no digits.
    if text.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut plain = String::with_capacity(text.len());
    let mut before = ' ';
    let mut follows_letter_of_point = false;
    for (offset, character) in text.char_indices() {
        let digit = digit_like(character).unwrap_or(character);
        let (text_before, rest) = text.split_at(offset);
        let is_place_of_digit = follows_letter_of_point
            || before.is_ascii_digit()
            || begins_number_of_letters(text_before, rest);
        let now = if is_place_of_digit { digit } else { character };
        // A point has one letter; in GIPF, `x` or `G` may come before it.
        follows_letter_of_point =
            now.is_ascii_lowercase() && (!before.is_alphanumeric() || matches!(before, 'x' | 'G'));
        plain.push(now);
        before = now;
    }
    (plain != text).then_some(plain)
}

/// Removes pairs of markup characters and quotes around the turn, such as Markdown markup.
pub(super) fn without_markup(text: &str) -> String {
    const PAIRS: [(&str, &str); 22] = [
        ("***", "***"),
        ("**", "**"),
        ("__", "__"),
        ("~~", "~~"),
        ("```", "```"),
        ("``", "``"),
        ("`", "`"),
        ("\"\"", "\"\""),
        ("\"", "\""),
        ("''", "''"),
        ("'", "'"),
        ("\u{201C}", "\u{201D}"),
        ("\u{201E}", "\u{201C}"),
        ("\u{2018}", "\u{2019}"),
        ("\u{AB}", "\u{BB}"),
        ("_", "_"),
        ("|", "|"),
        ("<", ">"),
        ("(", ")"),
        ("[", "]"),
        ("*", "*"),
        ("\u{201A}", "\u{2018}"),
    ];
    let mut plain = text.trim();
    // The text of a link: `[b3](#t1)`.
    let link = plain
        .strip_prefix('[')
        .and_then(|link| link.strip_suffix(')')?.split_once("]("));
    if let Some((inside, _)) = link {
        plain = inside.trim();
    }
    loop {
        let inside = PAIRS.iter().find_map(|(open, close)| {
            let inside = plain.strip_prefix(open)?.strip_suffix(close)?;
            (!inside.trim().is_empty()).then(|| inside.trim())
        });
        match inside {
            Some(inside) => plain = inside,
            None => return plain.to_owned(),
        }
    }
}

/// Replaces arrows and other dashes with hyphens.
pub(super) fn with_plain_hyphens(text: &str, game: GameId) -> String {
    const ARROWS_AND_DASHES: [&str; 18] = [
        "-->",
        "==>",
        "->",
        "=>",
        "\u{2013}>",
        "\u{2192}",
        "\u{27F6}",
        "\u{2794}",
        "\u{21D2}",
        "\u{279C}",
        "\u{279E}",
        "--",
        "\u{2010}",
        "\u{2011}",
        "\u{2012}",
        "\u{2013}",
        "\u{2014}",
        "\u{2212}",
    ];
    let mut plain = text.to_owned();
    for sign in ARROWS_AND_DASHES {
        plain = plain.replace(sign, "-");
    }
    let letters = game.facts().turns.letters;
    // In GIPF, a hyphen joins two places (`b1-b3`), so the sign in `b1:b3` or `b1>b3` can only be a
    // hyphen. The Pipe Game has `-` too, but in a coordinate, and a `:` of its own (`draw:9`).
    let joins_places_by_hyphen = letters.contains(&b'-') && !letters.contains(&b':');
    if joins_places_by_hyphen {
        plain.replace([':', '>', '~'], "-")
    } else {
        plain
    }
}

/// Replaces words and signs between two parts with the signs of the notation: `a5 and b2`,
/// `b3 + xb4`.
pub(super) fn with_plain_separators(text: &str) -> String {
    let mut plain = text.to_owned();
    for (word, sign) in [
        (" and ", ","),
        (" & ", ","),
        (" und ", ","),
        (" then ", ";"),
        (" + ", ";"),
    ] {
        plain = plain.replace(word, sign);
    }
    plain
}

/// Removes punctuation and quotes at both ends.
pub(super) fn without_punctuation(text: &str) -> String {
    const SIGNS: &str = ".,;:!?\"'`=|\\~_><+#/-\u{2026}\u{2013}\u{2014}\u{AB}\u{BB}\u{B4}\u{2022}\u{B7}\u{203C}\u{2049}";
    let is_punctuation =
        |character: char| SIGNS.contains(character) || matches!(character, '\u{2018}'..='\u{201F}');
    // GIPF ends an item with `*`, and Pip•Pip starts an action with it. `**` is neither.
    let plain = text.trim().trim_start_matches("**").trim_end_matches("**");
    plain
        .trim_matches(|character: char| is_punctuation(character) || character.is_whitespace())
        .to_owned()
}

/// Replaces consecutive separators with one.
pub(super) fn with_single_separators(text: &str) -> String {
    const SEPARATORS: [char; 2] = [',', ';'];
    let mut plain = String::with_capacity(text.len());
    for character in text.chars() {
        let follows_another = SEPARATORS.contains(&character) && plain.ends_with(SEPARATORS);
        if !follows_another {
            plain.push(character);
        } else if character == ';' {
            // `;` separates actions, `,` only items, so the stronger one wins.
            plain.pop();
            plain.push(';');
        }
    }
    plain
}

/// Joins lists of removals that follow each other: `xa2;xb3` and `xa2xb3` become `xa2,b3`.
pub(super) fn with_one_list(text: &str, game: GameId) -> String {
    if !game.facts().turns.lists_removals {
        return text.to_owned();
    }
    let mut plain = String::with_capacity(text.len());
    let mut in_list = false;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let after_sign = rest.strip_prefix([';', ',', ' ']).unwrap_or(rest);
        let after_next_x = after_sign.strip_prefix('x');
        let ends_place = plain.ends_with(|last: char| last.is_ascii_digit() || last == '*');
        // `xa2;xb3`: a place has ended in a list, and another list begins.
        if in_list
            && ends_place
            && let Some(after_x) = after_next_x
        {
            plain.push(',');
            rest = after_x;
            continue;
        }
        in_list = sign == 'x' || (in_list && sign != ';');
        plain.push(sign);
        rest = &rest[sign.len_utf8()..];
    }
    plain
}

/// Converts to lower case, except letters that the game writes as capitals.
pub(super) fn lower_case(text: &str, game: GameId) -> String {
    let small = text.to_ascii_lowercase();
    let characters: Vec<char> = small.chars().collect();
    let character_at = |index: usize| characters.get(index).copied().unwrap_or(' ');
    let with_case = |(index, character): (usize, char)| {
        let is_capital = match game.facts().turns.capitals {
            Capitals::None => false,
            Capitals::BeforePlace(mark) => {
                character == mark.to_ascii_lowercase()
                    && character_at(index + 1).is_ascii_alphabetic()
            }
            Capitals::AfterSlash(headings) => {
                let is_after_slash = index > 0 && character_at(index - 1) == '/';
                is_after_slash && headings.contains(character.to_ascii_uppercase())
            }
        };
        if is_capital {
            character.to_ascii_uppercase()
        } else {
            character
        }
    };
    characters
        .iter()
        .copied()
        .enumerate()
        .map(with_case)
        .collect()
}

/// Removes signs that no turn of the game contains. Letters are never signs: a text with a letter
/// that no turn contains is a word of another language, and stays.
pub(super) fn only_signs_of_turns(text: &str, game: GameId) -> String {
    let letters = game.facts().turns.letters;
    let is_sign = |character: char| {
        let is_name = matches!(character, 'a'..='z' | '0'..='9');
        is_name || u8::try_from(character).is_ok_and(|byte| letters.contains(&byte))
    };
    let is_kept = |character: char| is_sign(character) || character == ' ';
    if text.contains(|character: char| character.is_alphanumeric() && !is_kept(character)) {
        return text.to_owned();
    }
    text.chars()
        .filter(|&character| is_kept(character))
        .collect()
}
