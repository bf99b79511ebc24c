//! What is refused before any YAML is parsed: it costs time or memory out of proportion, or a
//! deck has no use for it.

use super::Complaint;

/// The largest deck file that is read, in bytes: some thousand cards.
pub const MAX_DECK_BYTES: usize = 128 << 10;

/// How deep brackets may nest. A deck written with brackets alone nests three deep; the parser's
/// time grows with the square of the depth.
const MAX_BRACKETS: usize = 16;

/// The first thing in a text that keeps it from being parsed.
pub(super) fn refuse(text: &str) -> Option<Complaint> {
    control_character(text).or_else(|| directive(text)).or_else(|| anchor(text)).or_else(|| nesting(text))
}

/// YAML allows printable characters alone.
fn control_character(text: &str) -> Option<Complaint> {
    let allowed = |character: char| {
        matches!(character, '\t' | '\n' | '\r' | '\u{85}')
            || !(character.is_control() || matches!(character, '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}'))
    };
    let (at, character) = text.char_indices().find(|&(_, character)| !allowed(character))?;
    let message = format!("The character U+{:04X} cannot stand in a deck file.", u32::from(character));
    Some(Complaint::new(at..at + character.len_utf8(), message))
}

/// The lines that are no comment, with where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    let lines = text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    });
    lines.filter(|(_, line)| !line.trim_start().starts_with('#'))
}

fn directive(text: &str) -> Option<Complaint> {
    let (at, line) = lines(text).find(|(_, line)| line.starts_with('%'))?;
    Some(Complaint::new(at..at + line.trim_end().len(), "YAML directives are not read in a deck file."))
}

/// An anchor lets aliases repeat what is under it, and those repeat that again: a small file
/// becomes as large as it likes. Without anchors there are no aliases.
fn anchor(text: &str) -> Option<Complaint> {
    for (start, line) in lines(text) {
        for (at, _) in line.match_indices('&') {
            // Behind a letter it is text, `R&D`; before a space too.
            let behind_letter = line[..at].chars().next_back().is_some_and(char::is_alphanumeric);
            let name = &line[at + 1..];
            if !behind_letter && !name.is_empty() && !name.starts_with(char::is_whitespace) {
                let length = name.find(char::is_whitespace).unwrap_or(name.len());
                let range = start + at..start + at + 1 + length;
                let complaint = Complaint::new(range, "YAML anchors and aliases are not read in a deck file.");
                return Some(
                    complaint.with_help("Write out what they stand for. If it is text, put a space behind `&`."),
                );
            }
        }
    }
    None
}

fn nesting(text: &str) -> Option<Complaint> {
    let mut depth = 0_usize;
    for (start, line) in lines(text) {
        for (at, character) in line.char_indices() {
            match character {
                '[' | '{' => depth += 1,
                ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_BRACKETS {
                let at = start + at;
                let message = format!("Brackets nest more than {MAX_BRACKETS} deep.");
                return Some(Complaint::new(at..at + 1, message));
            }
        }
    }
    None
}
