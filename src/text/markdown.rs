//! Records in Markdown: the blocks that are fenced as `pips`.

use super::{RawRecord, split_text};

/// The records of every block that begins with ` ```pips ` or `~~~pips`, with their places in the
/// file. A block that nothing closes reaches to the end.
pub fn markdown_records(bytes: &[u8]) -> Vec<RawRecord> {
    let mut records = Vec::new();
    let mut block: Option<Block> = None;
    let mut at = 0;
    for (line, text) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        let next = at + text.len();
        match &block {
            Some(open) if open.is_closed_by(text) => {
                open.records(&bytes[open.start..at], &mut records);
                block = None;
            }
            Some(_) => {}
            None => block = Block::opened_by(text, next, line + 1),
        }
        at = next;
    }
    if let Some(open) = block {
        open.records(bytes.get(open.start..).unwrap_or_default(), &mut records);
    }
    records
}

/// A fenced block.
struct Block {
    fence: u8,
    length: usize,
    is_pips: bool,
    /// Where its text begins, in bytes, and on which line.
    start: usize,
    line: u64,
}

/// The fence that a line begins with, how long it is, and what stands behind it.
fn fence(line: &[u8]) -> Option<(u8, usize, &[u8])> {
    let text = line.trim_ascii();
    let fence = *text.first().filter(|&&first| first == b'`' || first == b'~')?;
    let length = text.iter().take_while(|&&byte| byte == fence).count();
    (length >= 3).then(|| (fence, length, text[length..].trim_ascii()))
}

impl Block {
    fn opened_by(text: &[u8], start: usize, line: u64) -> Option<Self> {
        let (fence, length, info) = fence(text)?;
        let word = info.split(|byte| byte.is_ascii_whitespace() || *byte == b',').next();
        Some(Self { fence, length, is_pips: word == Some(b"pips"), start, line })
    }

    fn is_closed_by(&self, text: &[u8]) -> bool {
        fence(text).is_some_and(|(fence, length, info)| fence == self.fence && length >= self.length && info.is_empty())
    }

    fn records(&self, text: &[u8], records: &mut Vec<RawRecord>) {
        if !self.is_pips {
            return;
        }
        let start = self.start as u64;
        let shifted = |raw: RawRecord| RawRecord { offset: raw.offset + start, line: raw.line + self.line - 1, ..raw };
        records.extend(split_text(text).into_iter().filter(|raw| !raw.preamble).map(shifted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_records_with_their_places() {
        let text = b"# Page\n\n```pips\n[Game \"gipf\"]\n```\n~~~rust\n[Game \"x\"]\n~~~\n````pips title\n# a\n[Game \"a\"]\n```\n[Game \"b\"]\n";
        let records = markdown_records(text);
        let places: Vec<_> = records.iter().map(|raw| (raw.line, raw.bytes.as_slice())).collect();
        assert_eq!(places, [(4, &b"[Game \"gipf\"]\n"[..]), (11, b"[Game \"a\"]\n```\n"), (13, b"[Game \"b\"]\n")]);
        for raw in &records {
            let at = usize::try_from(raw.offset).unwrap();
            assert_eq!(&text[at..at + raw.bytes.len()], raw.bytes);
        }
    }
}
