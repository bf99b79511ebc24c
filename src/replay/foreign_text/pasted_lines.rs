//! Recognises lines that show where a text was copied from.

use crate::replay::illegal_turn::game_of_turn;

/// The source that a line reveals.
pub(super) struct Pasted {
    pub(super) message: &'static str,
    pub(super) help: &'static str,
    pub(super) unreadable: Unreadable,
    is_in: fn(line: &str) -> bool,
}

/// The part of a record that is unreadable because of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// The whole record.
    Record,
    /// Everything after the line.
    Rest,
}

/// The first source whose `is_in` is true for a line applies.
static PASTED: [Pasted; 11] = [
    Pasted {
        message: "This is a conflict marker of a version control system.",
        help: "Keep one of the two versions between `<<<<<<<` and `>>>>>>>`, and remove the lines with the markers.",
        unreadable: Unreadable::Rest,
        is_in: is_conflict_marker,
    },
    Pasted {
        message: "This is the fence of a code block.",
        help: "Remove the lines with the fences, or save the text as a page: records in a `.md` file are read in code \
               blocks.",
        unreadable: Unreadable::Rest,
        is_in: |line| begins_with_any(line, &["```", "~~~"]),
    },
    Pasted {
        message: "This is a line of a diff.",
        help: "Apply the diff with `patch`, or copy the file itself.",
        unreadable: Unreadable::Rest,
        is_in: |line| begins_with_any(line, &["@@ "]),
    },
    Pasted {
        message: "This line begins with `>`, as in a mail that quotes another.",
        help: "Remove the `>` and the space after it from every line.",
        unreadable: Unreadable::Record,
        is_in: is_quoted,
    },
    Pasted {
        message: "The quotes are doubled, as in a spreadsheet cell.",
        help: "Replace two quotes with one, `[Game \"gipf\"]`, and do not put quotes around the record.",
        unreadable: Unreadable::Record,
        is_in: |line| has_tag_with(line, "\"\""),
    },
    Pasted {
        message: "These are JSON escapes.",
        help: "Write `\"` for `\\\"`, and the end of a line for `\\n`.",
        unreadable: Unreadable::Record,
        is_in: |line| has_tag_with(line, "\\\"") || is_line_of_json(line),
    },
    Pasted {
        message: "The backslashes are Markdown escapes.",
        help: "Remove the `\\` before `[`, `]`, `.`, `*` and `-`.",
        unreadable: Unreadable::Record,
        is_in: has_markdown_escape,
    },
    Pasted {
        message: "These are HTML escapes.",
        help: "Write the characters themselves: `\"` for `&quot;`, a space for `&nbsp;`.",
        unreadable: Unreadable::Record,
        is_in: has_html_escape,
    },
    Pasted {
        message: "This is HTML markup.",
        help: "Remove it. Write a comment on the game in braces, `{ … }`, and a comment on the file after `#`.",
        unreadable: Unreadable::Rest,
        is_in: is_html,
    },
    Pasted {
        message: "A tag is not allowed here: there are spaces before it.",
        help: "Remove the spaces before `[Game \"`: a record begins at the start of a line.",
        unreadable: Unreadable::Record,
        is_in: blanks_before_game,
    },
    Pasted {
        message: "This does not begin a comment.",
        help: "Write a comment on the game in braces, `{ … }`, and a comment on the file after `#`.",
        unreadable: Unreadable::Rest,
        is_in: is_foreign_comment,
    },
];

/// Returns the source that a line with an error reveals; `None` for most lines.
pub(super) fn pasted_in(line: &str) -> Option<&'static Pasted> {
    PASTED.iter().find(|pasted| (pasted.is_in)(line))
}

/// Returns true if a line begins with one of these, after spaces.
fn begins_with_any(line: &str, beginnings: &[&str]) -> bool {
    beginnings
        .iter()
        .any(|beginning| line.trim().starts_with(beginning))
}

fn is_quoted(line: &str) -> bool {
    line.trim()
        .strip_prefix('>')
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '>', '[']))
}

fn has_html_escape(line: &str) -> bool {
    [
        "&quot;", "&#34;", "&#39;", "&lt;", "&gt;", "&amp;", "&nbsp;",
    ]
    .iter()
    .any(|escape| line.contains(escape))
}

fn is_html(line: &str) -> bool {
    begins_with_any(
        line,
        &[
            "<!--", "<b>", "<br", "<p>", "<pre", "<div", "<span", "<code", "<i>",
        ],
    )
}

fn is_conflict_marker(line: &str) -> bool {
    ["<<<<<<<", "=======", ">>>>>>>", "|||||||"]
        .iter()
        .any(|marker| {
            line.trim()
                .strip_prefix(marker)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        })
}

/// Returns true if a line has the start of a tag with such quotes around its value: `[Game
/// ""gipf""]`.
fn has_tag_with(line: &str, quotes: &str) -> bool {
    line.split('[').skip(1).any(|tag| {
        let name = tag
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let value = tag
            .get(name..)
            .and_then(|rest| rest.trim_start().strip_prefix(quotes));
        name > 0 && value.is_some_and(|value| !value.starts_with(']') && value.contains(quotes))
    })
}

/// Returns true if several lines of a record are encoded in one line of JSON.
fn is_line_of_json(line: &str) -> bool {
    ["]\\n[", "]\\n\\n", "\\n1."]
        .iter()
        .any(|ends| line.contains(ends))
}

fn has_markdown_escape(line: &str) -> bool {
    line.match_indices('\\').any(|(offset, _)| {
        let after_digit = line
            .as_bytes()
            // At the start of the line, the index wraps to one that does not exist.
            .get(offset.wrapping_sub(1))
            .is_some_and(u8::is_ascii_digit);
        match line.as_bytes().get(offset + 1) {
            Some(b'.') => after_digit,
            Some(b'[' | b'*' | b'-' | b'_' | b'#') => true,
            _ => false,
        }
    })
}

fn blanks_before_game(line: &str) -> bool {
    let tag = line.trim_start_matches([' ', '\t', '\u{A0}']);
    tag.len() < line.len() && tag.starts_with("[Game \"")
}

/// Returns true if a line starts like a comment in PGN or a programming language, or has a PGN
/// comment after a turn.
fn is_foreign_comment(line: &str) -> bool {
    let line = line.trim();
    if line.starts_with("//") || line.starts_with("/*") || line.starts_with('%') {
        return true;
    }
    match line.strip_prefix("--").or_else(|| line.strip_prefix(';')) {
        Some(rest) => begins_with_words(rest, 1),
        // After a turn, one word may be a misspelt action: `a1;tkae`.
        None => line
            .split_once(';')
            .is_some_and(|(_, rest)| begins_with_words(rest, 2)),
    }
}

/// Returns true if a text starts with words, at least `least` of them, and not with a part of a
/// turn that was split by a space.
fn begins_with_words(text: &str, least: usize) -> bool {
    let mut words = text.split_whitespace().take(2).peekable();
    let is_turn = words
        .peek()
        .is_none_or(|first| game_of_turn(first.trim_end_matches([';', ','])).is_some());
    let mut count = 0;
    let mut are_words = !is_turn;
    for word in words {
        count += 1;
        are_words &= word.bytes().all(is_of_word);
    }
    are_words && count >= least
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii() || b".,:!?'()\"-".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_classified_by_their_source() {
        for (line, word) in [
            ("<<<<<<< HEAD", "conflict"),
            ("=======", "conflict"),
            ("||||||| base", "conflict"),
            ("```pips", "fence"),
            ("> [Game \"gipf\"]", "mail"),
            (">", "mail"),
            ("\"[Game \"\"gipf\"\"]", "spreadsheet"),
            ("[Player1 \"\"Ann\"\"]", "spreadsheet"),
            ("[Game \\\"gipf\\\"]", "JSON"),
            ("[Game \"gipf\"]\\n[Variant \"basic\"]\\n\\n1. b3 *", "JSON"),
            ("\\[Game \"gipf\"\\]", "Markdown"),
            ("1\\. b3 2\\. c2 \\*", "Markdown"),
            ("[Game &quot;gipf&quot;]", "HTML escapes"),
            ("<!-- x -->", "markup"),
            (" [Game \"gipf\"]", "spaces"),
            ("; a comment", "comment"),
            ("% a line", "comment"),
            ("// x", "comment"),
            ("/* x */", "comment"),
            ("-- by Ann", "comment"),
            ("1. b3 ; the far corner", "comment"),
            (">[Game \"gipf\"]", "mail"),
            (">> 1. b3", "mail"),
            ("@@ -1 +1 @@", "diff"),
        ] {
            let message = pasted_in(line)
                .map(|pasted| pasted.message)
                .unwrap_or_default();
            assert!(message.contains(word), "{line}: {message}");
        }
        for line in [
            "[Event \"\"]",
            "[Event \"a \\\"b\\\" c\"]",
            "1. b3 2. c2",
            ";xb3 3. c2",
            "; xb3",
            "1. a1;tkae 2. b2",
            ";tkae 4. b2",
            "1. b3; 2. c2",
            "1. 5s; 2s; 6@b3/2",
            "--",
            ">b3",
            "======",
            "[Game \"gipf\"]",
            "{C:\\dir} 1. b3",
            "1. x\\b3",
        ] {
            assert!(pasted_in(line).is_none(), "{line}");
        }
    }
}
