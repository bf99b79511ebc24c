//! Texts in full-width characters, or with characters that were decoded with a wrong encoding.

use super::super::mapped_text::{Cut, Peel};
use super::{ContainerCuts, lines_of};

/// Sequences that result from reading UTF-8 as Windows-1252, and the original characters.
const WRONGLY_READ: [(&str, &str); 24] = [
    ("â€œ", "\""),
    ("â€\u{9d}", "\""),
    ("â€ž", "\""),
    ("â€™", "'"),
    ("â€˜", "'"),
    ("â€“", "-"),
    ("â€”", "-"),
    ("â€‘", "-"),
    ("âˆ’", "-"),
    ("â€¦", "…"),
    ("â€¢", "•"),
    ("â†’", "-"),
    ("â€", "\""),
    ("Ã—", "x"),
    ("Ã¼", "ü"),
    ("Ã¶", "ö"),
    ("Ã¤", "ä"),
    ("ÃŸ", "ß"),
    ("Ã©", "é"),
    ("Ã³", "ó"),
    ("Â«", "\""),
    ("Â»", "\""),
    ("Â½", "½"),
    ("Â\u{a0}", " "),
];

/// Replaces full-width characters, if the text has a full-width bracket.
pub(super) fn full_width_cuts(text: &str) -> Option<ContainerCuts> {
    if !text.contains('［') {
        return None;
    }
    let plain = |sign: char| match sign {
        '\u{3000}' => Some(' '),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(sign) - 0xFEE0),
        _ => None,
    };
    let cuts = text.char_indices().filter_map(|(offset, sign)| {
        let now = plain(sign)?;
        Some(Cut::new(
            offset,
            offset + sign.len_utf8(),
            now.to_string(),
            Peel::Sign,
        ))
    });
    Some((cuts.collect(), "full-width signs"))
}

/// Replaces characters that were decoded with a wrong encoding, if the text has any.
pub(super) fn wrong_encoding_cuts(text: &str) -> Option<ContainerCuts> {
    if !text.contains("â€") && !text.contains("Ã") && !text.contains("Â") {
        return None;
    }
    let mut cuts: Vec<Cut> = Vec::new();
    for (wrong, sign) in WRONGLY_READ {
        for (offset, _) in text.match_indices(wrong) {
            let is_taken = cuts.iter().any(|cut| cut.span.start as usize == offset);
            if !is_taken {
                cuts.push(Cut::new(offset, offset + wrong.len(), sign, Peel::Sign));
            }
        }
    }
    Some((cuts, "characters in the wrong encoding"))
}

/// Replaces mathematical letters and digits, which people paste for bold type.
pub(super) fn mathematical_letter_cuts(text: &str) -> Option<ContainerCuts> {
    /// The first letter, the first digit and the last digit of the block.
    const FIRST: u32 = 0x1D400;
    const FIRST_DIGIT: u32 = 0x1D7CE;
    const LAST: u32 = 0x1D7FF;
    const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let plain = |sign: char| {
        let code = u32::from(sign);
        if (FIRST_DIGIT..=LAST).contains(&code) {
            return char::from_digit((code - FIRST_DIGIT) % 10, 10);
        }
        let index = usize::try_from(code.checked_sub(FIRST)?).ok()?;
        let letter = *LETTERS.get(index % LETTERS.len())?;
        (code < FIRST_DIGIT).then(|| char::from(letter))
    };
    let cuts = text.char_indices().filter_map(|(offset, sign)| {
        let now = plain(sign)?.to_string();
        Some(Cut::new(offset, offset + sign.len_utf8(), now, Peel::Sign))
    });
    let cuts: Vec<Cut> = cuts.collect();
    (!cuts.is_empty()).then_some((cuts, "mathematical letters"))
}

/// Replaces pictures of keys with their digits. Before a blank they are turn numbers.
pub(super) fn keycap_cuts(text: &str) -> Option<ContainerCuts> {
    const KEY: char = '\u{20E3}';
    const TEN: char = '\u{1F51F}';
    if !text.contains([KEY, TEN]) {
        return None;
    }
    let mut cuts = Vec::new();
    let ends_number = |end: usize| text[end..].starts_with([' ', '\t', '\n']);
    for (offset, sign) in text.char_indices() {
        let end = offset + sign.len_utf8();
        let now = if ends_number(end) { "." } else { "" };
        match sign {
            KEY => cuts.push(Cut::new(offset, end, now, Peel::Sign)),
            TEN => cuts.push(Cut::new(offset, end, format!("10{now}"), Peel::Sign)),
            '\u{FE0F}' if text[end..].starts_with(KEY) => {
                cuts.push(Cut::new(offset, end, "", Peel::Sign));
            }
            _ => {}
        }
    }
    Some((cuts, "pictures of keys"))
}

/// Removes the characters before `^H`, which stands for the key that deletes one.
pub(super) fn backspace_cuts(text: &str) -> Option<ContainerCuts> {
    const KEY: &str = "^H";
    let mut cuts = Vec::new();
    // The places of the characters that remain, on the current line.
    let mut remaining: Vec<(usize, usize)> = Vec::new();
    let mut offset = 0;
    while let Some(sign) = text[offset..].chars().next() {
        let end = offset + sign.len_utf8();
        if text[offset..].starts_with(KEY) {
            cuts.push(Cut::new(offset, offset + KEY.len(), "", Peel::Sign));
            if let Some((start, stop)) = remaining.pop() {
                cuts.push(Cut::new(start, stop, "", Peel::Sign));
            }
            offset += KEY.len();
            continue;
        }
        if sign == '\n' {
            remaining.clear();
        } else {
            remaining.push((offset, end));
        }
        offset = end;
    }
    (!cuts.is_empty()).then_some((cuts, "deleted characters"))
}

/// Removes the numbers of lines, and the letters of the columns of a sheet, that were copied with a
/// text. The first line with a tag tells numbers of lines from those of turns.
pub(super) fn line_number_cuts(text: &str) -> Option<ContainerCuts> {
    /// The minimum number of lines.
    const MIN_LINES: usize = 4;
    let number = |line: &str| {
        let inside = line.trim_start();
        let rest = inside.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let digits = &inside[..inside.len() - rest.len()];
        let is_apart = rest.is_empty() || rest.starts_with(['\t', ' ', ':', '|']);
        let number = digits.parse::<u32>().ok().filter(|_| is_apart)?;
        let rest = rest.strip_prefix(['\t', ':', '|']).unwrap_or(rest);
        Some((number, line.len() - rest.len()))
    };
    let mut cuts = Vec::new();
    let mut due = None;
    let mut has_tag = false;
    for (start, line) in lines_of(text).filter(|(_, line)| !line.trim().is_empty()) {
        let found = number(line);
        match (found, due) {
            (Some((number, length)), None) if number <= 1 => {
                due = Some(number + 1);
                has_tag = line[length..].trim_start().starts_with("[Game")
                    || line[length..].trim_start().starts_with("Game");
                cuts.push(Cut::new(start, start + length, "", Peel::Number));
            }
            (Some((number, length)), Some(next)) if number == next => {
                due = Some(next + 1);
                cuts.push(Cut::new(start, start + length, "", Peel::Number));
            }
            // The letters of the columns.
            (None, None) if line.split_whitespace().all(|word| word.len() == 1) => {
                let trimmed = line.trim_start();
                let words = start + line.len() - trimmed.len();
                cuts.push(Cut::new(start, words, "", Peel::Markup));
                cuts.push(Cut::new(words, start + line.len(), "", Peel::Label));
            }
            _ => return None,
        }
    }
    (has_tag && cuts.len() >= MIN_LINES).then_some((cuts, "numbers of lines"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::peeled;

    #[test]
    fn typed_characters_become_plain_ones() {
        for (text, now) in [
            ("1. \u{1D41A}\u{1D7CF}-\u{1D5EF}\u{1D7EE} *", "1. a1-b2 *"),
            (
                "1\u{FE0F}\u{20E3} a1-b2 1\u{20E3}0\u{20E3} c3 \u{1F51F} d4",
                "1. a1-b2 10. c3 10. d4",
            ),
            ("1. a1-b3^H2 2. c4^H^Hd4 *", "1. a1-b2 2. d4 *"),
        ] {
            let tag = "[Game \"gipf\"]\n\n";
            assert_eq!(peeled(&format!("{tag}{text}")), format!("{tag}{now}"));
        }
    }

    #[test]
    fn numbers_of_lines_go_and_those_of_turns_stay() {
        assert_eq!(
            peeled("  1\t[Game \"gipf\"]\n  2\t\n  3\t1. a1-b2\n  4\t2. c3 *\n"),
            "[Game \"gipf\"]\n\n1. a1-b2\n2. c3 *\n"
        );
        let text = "[Game \"gipf\"]\n\n1 a1-b2\n2 c3\n3 d4\n4 e5\n";
        assert_eq!(peeled(text), text);
    }
}
