//! Recognises the line that begins a record, also if it is damaged: `[Game gipf]`, `[GAME "GIPF"]`,
//! `> [Game "gipf"]`.

pub(super) use crate::notation::damaged_first_line::MAX_BYTES as MAX_DAMAGED_LENGTH;
use crate::notation::damaged_first_line::is_damaged_game_line;
use crate::text::BYTE_ORDER_MARK;

/// The first bytes of the line that begins a record.
pub(crate) const OPENING: &[u8] = b"[Game \"";
/// A line that begins a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// `[Game "`. It begins a record wherever it is.
    Exact,
    /// A line that was intended as such a line. It begins a record only outside comments.
    Damaged,
}

impl Opening {
    /// Returns how a line begins a record. `line` is without its line end.
    pub(crate) fn of_line(line: &[u8]) -> Option<Self> {
        if opens_a_record(line) {
            return Some(Self::Exact);
        }
        if line.len() > MAX_DAMAGED_LENGTH || may_open(line) != Some(true) {
            return None;
        }
        let line = std::str::from_utf8(line).ok()?;
        is_damaged_game_line(line).then_some(Self::Damaged)
    }
}

/// Returns true if bytes start a record, whatever precedes them.
pub fn opens_a_record(bytes: &[u8]) -> bool {
    bytes
        .strip_prefix(BYTE_ORDER_MARK)
        .unwrap_or(bytes)
        .starts_with(OPENING)
}

/// A quick test for most lines: false if the first letters after brackets and margins cannot be
/// those of the tag `Game`, in English or in another language, also without the first letter or
/// with the first two swapped. `None` if the bytes end before them.
pub(super) fn may_open(line: &[u8]) -> Option<bool> {
    let start = line
        .iter()
        .position(|byte| matches!(byte, b'\n' | b'\r') || !is_before_name(*byte))?;
    Some(match line[start].to_ascii_lowercase() {
        b'g' => true,
        first @ (b's' | b'j' | b'a') => match (first, line.get(start + 1)?.to_ascii_lowercase()) {
            // `Spiel`, `Spel`
            (b's', second) => second == b'p',
            // `aGme`, `ame`
            (b'a', second) => matches!(second, b'g' | b'm'),
            // `Jeu`, `Juego`
            (_, second) => matches!(second, b'e' | b'u'),
        },
        first => !first.is_ascii(),
    })
}

fn is_before_name(byte: u8) -> bool {
    matches!(
        byte,
        b'[' | b']' | b'(' | b'{' | b'<' | b'>' | b'|' | b'*' | b'-' | b'_' | b'`'
    ) || byte.is_ascii_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_lines_are_recognised() {
        for line in [
            "[Game gipf]",
            "[GAME \"GIPF\"]",
            "[Gmae \"gipf\"]",
            "[aGme \"gipf\"]",
            "[ame \"gipf\"]",
            "> [Game \"gipf\"]",
            ">> [Game \"gipf\"]",
            " [Game \"gipf\"]",
            "\t[Game \"gipf\"]  ",
            "[Game “gipf”]",
            "[Game „gipf“]",
            "[Game: gipf]",
            "[Game: \"gipf\"]",
            "[Game=\"gipf\"]",
            "[game \"gipf\"]",
            "[Game 'gipf']",
            "[Game gipf\"]",
            "[Game gipf",
            "Game \"gipf\"]",
            "(Game \"gipf\")",
            "[Game\"gipf\"]",
            "[ Game \"gipf\" ]",
            "[Gane \"gipf\"]",
            "[Game \u{200b} \"gipf\"]",
            "[\u{200b}Game \"gipf\"]",
            "\u{feff} [Game \"gipf\"]",
            "[Game pip-pip]",
            "[GAME \"Pip•Pip\"]",
            "[Game pippinzp] [Size \"5\"]",
            "- [Game \"pipe\"]",
            "{Game \"gipf\"}",
            "「Game \"gipf\"」",
            "【Game \"gipf\"】",
        ] {
            assert_eq!(
                Opening::of_line(line.as_bytes()),
                Some(Opening::Damaged),
                "{line}"
            );
        }
    }

    #[test]
    fn other_lines_are_not() {
        for line in [
            "",
            "[Event \"gipf\"]",
            "[Name \"gipf\"]",
            "[Game over]",
            "[game 2]",
            "[Games \"old\"]",
            "# [Game \"gipf\"]",
            "{[Game \"gipf\"]}",
            "{Game gipf}",
            "{Game \"gipf\", round 2}",
            "{Game \"gipf\"",
            "g2-g4 5. b3",
            "[Game]",
            "[Game \u{200b}]",
            "12. g5 [gipf]",
            "[Gamegipf]",
        ] {
            assert_eq!(Opening::of_line(line.as_bytes()), None, "{line}");
        }
        assert_eq!(Opening::of_line(b"[Game \"x"), Some(Opening::Exact));
        assert_eq!(
            Opening::of_line("\u{feff}[Game \"gipf\"]".as_bytes()),
            Some(Opening::Exact)
        );
    }
}
