//! Filters for output bytes: control sequences for terminals, formulas for spreadsheets.

use pipscribe::text::spelled_out;

/// Filter for terminals: spells out control characters and those that change the text direction,
/// such as `\u{1b}`. The bytes may be divided anywhere, also within a character.
#[derive(Debug, Default)]
pub(super) struct TerminalFilter {
    /// The first bytes of a character, or a carriage return, kept until the rest arrives.
    pending: Vec<u8>,
}

impl TerminalFilter {
    /// Returns the next bytes in a form that is safe to show.
    pub(super) fn filtered(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.pending.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.pending);
        let mut rest = all.as_slice();
        let mut out = Vec::with_capacity(rest.len());
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    // A carriage return at the end may be the first half of a line break.
                    let complete = text.strip_suffix('\r').unwrap_or(text);
                    spell(complete, &mut out);
                    self.pending.extend_from_slice(&rest[complete.len()..]);
                    break;
                }
                Err(error) => {
                    let (valid, invalid) = rest.split_at(error.valid_up_to());
                    spell(std::str::from_utf8(valid).unwrap_or_default(), &mut out);
                    // Without a length, the bytes may be the first part of a character.
                    let Some(length) = error.error_len() else {
                        self.pending.extend_from_slice(invalid);
                        break;
                    };
                    let (wrong, after) = invalid.split_at(length);
                    spell_bytes(wrong, &mut out);
                    rest = after;
                }
            }
        }
        out
    }

    /// Returns the remaining bytes at the end.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        match std::mem::take(&mut self.pending).as_slice() {
            b"\r" => spell("\r", &mut out),
            wrong => spell_bytes(wrong, &mut out),
        }
        out
    }
}

/// Spells out the control characters of a text other than tabs and line breaks.
fn spell(text: &str, out: &mut Vec<u8>) {
    for (index, line) in text.split("\r\n").enumerate() {
        if index > 0 {
            out.extend_from_slice(b"\r\n");
        }
        let stays = |character| matches!(character, '\n' | '\t');
        out.extend_from_slice(spelled_out(line, stays).as_bytes());
    }
}

/// Spells out bytes that are not UTF-8, because a terminal with another encoding could interpret
/// them as control sequences.
fn spell_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    for byte in bytes {
        out.extend_from_slice(format!("\\x{byte:02x}").as_bytes());
    }
}

/// Filter for CSV in spreadsheets: puts an apostrophe before a cell that would be a formula.
#[derive(Debug)]
pub(super) struct SpreadsheetFilter {
    /// True between the quotes of a quoted cell. A doubled quote ends and begins quotes again.
    in_quotes: bool,
    /// True at the first character of a cell, after its opening quote.
    at_start: bool,
}

impl Default for SpreadsheetFilter {
    fn default() -> Self {
        Self {
            in_quotes: false,
            at_start: true,
        }
    }
}

/// Characters that start a formula. Some spreadsheets also accept the full-width forms.
const FORMULA_STARTS: [&str; 9] = [
    "=", "+", "-", "@", "\t", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}",
];

impl SpreadsheetFilter {
    /// Returns the next bytes of a table.
    pub(super) fn filtered(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(bytes.len());
        for (index, &byte) in bytes.iter().enumerate() {
            let is_opening_quote = self.at_start && !self.in_quotes && byte == b'"';
            if !is_opening_quote {
                let rest = bytes.get(index..).unwrap_or_default();
                // In quotes, a carriage return is part of the cell. Some spreadsheets skip it and
                // read the next character as the first.
                let is_dangerous = begins_formula(rest) || self.in_quotes && byte == b'\r';
                if self.at_start && is_dangerous {
                    out.push(b'\'');
                }
                let ends_cell = !self.in_quotes && matches!(byte, b',' | b'\n');
                self.at_start = ends_cell;
            }
            if byte == b'"' {
                self.in_quotes = !self.in_quotes;
            }
            out.push(byte);
        }
        out
    }
}

fn begins_formula(text: &[u8]) -> bool {
    FORMULA_STARTS
        .iter()
        .any(|start| text.starts_with(start.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_sequences_are_escaped() {
        let whole = |bytes: &[u8]| {
            let mut filter = TerminalFilter::default();
            let mut out = filter.filtered(bytes);
            out.extend(filter.finish());
            String::from_utf8(out).unwrap()
        };
        for (text, shown) in [
            (
                b"plain\ttext\r\nof lines\n".as_slice(),
                "plain\ttext\r\nof lines\n",
            ),
            (b"\x1b[31m", "\\u{1b}[31m"),
            ("\u{9b}2J\u{202e}é".as_bytes(), "\\u{9b}2J\\u{202e}é"),
            (b"a\rb\x07", "a\\rb\\u{7}"),
            (b"\r", "\\r"),
            (b"\x9b2J\xff", "\\x9b2J\\xff"),
            (b"\xe2\x80", "\\xe2\\x80"),
            (b"", ""),
        ] {
            assert_eq!(whole(text), shown);
            // The result must not depend on how the bytes are split.
            let mut filter = TerminalFilter::default();
            let mut bytes: Vec<u8> = text
                .iter()
                .flat_map(|byte| filter.filtered(&[*byte]))
                .collect();
            bytes.extend(filter.finish());
            assert_eq!(String::from_utf8(bytes).unwrap(), shown);
        }
    }

    #[test]
    fn cells_are_never_formulas() {
        let guarded = |text: &str| {
            let mut filter = SpreadsheetFilter::default();
            String::from_utf8(filter.filtered(text.as_bytes())).unwrap()
        };
        for (text, expected) in [
            ("a,b\r\n1,=1+1\r\n", "a,b\r\n1,'=1+1\r\n"),
            ("=a,+b,-c,@d,e=f\r\n", "'=a,'+b,'-c,'@d,e=f\r\n"),
            (
                "\"=HYPERLINK(\"\"x\"\",1)\",\"a,=b\",\"\n=c\"\r\n",
                "\"'=HYPERLINK(\"\"x\"\",1)\",\"a,=b\",\"\n=c\"\r\n",
            ),
            ("\"\"\"=a\"\"\",,\r\n=", "\"\"\"=a\"\"\",,\r\n'="),
            (
                "\"\r=a\",\t=b,\u{ff1d}1\r\n,",
                "\"'\r=a\",'\t=b,'\u{ff1d}1\r\n,",
            ),
            ("1-0,*5@c1/4\r\n", "1-0,*5@c1/4\r\n"),
        ] {
            assert_eq!(guarded(text), expected);
        }
    }
}
