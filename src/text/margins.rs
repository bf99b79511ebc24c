//! Margins of a text whose lines are indented in a larger text.

use std::ops::Range;

use super::{Span, last_line_start};

/// The margins of a text: the parts of its file that come before its lines and are not part of the
/// text, such as `> ` in a quote or white space in a list. A text that is a separate file has no
/// margins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// All margins, concatenated. They are ASCII.
    bytes: Vec<u8>,
    /// For each margin, the byte of the text that it precedes, and its end in `bytes`.
    ends: Vec<(u32, u32)>,
}

impl Margins {
    /// Adds a margin before the byte `offset`, after the existing ones.
    pub(crate) fn push(&mut self, offset: usize, margin: &[u8]) {
        self.bytes.extend_from_slice(margin);
        let clamp = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        self.ends.push((clamp(offset), clamp(self.bytes.len())));
    }

    /// Returns the length of the first `count` margins together.
    fn length_of(&self, count: usize) -> u32 {
        count
            .checked_sub(1)
            .and_then(|last| self.ends.get(last))
            .map_or(0, |&(_, end)| end)
    }

    /// Returns the length of all margins before the byte `offset`, with one directly before it.
    fn up_to(&self, offset: u32) -> u32 {
        self.length_of(self.ends.partition_point(|&(before, _)| before <= offset))
    }

    /// Like [`Margins::up_to`], without a margin directly before the byte.
    fn up_to_end(&self, offset: u32) -> u32 {
        self.length_of(self.ends.partition_point(|&(before, _)| before < offset))
    }

    /// Returns the length of the margin before the first byte.
    pub(super) fn first(&self) -> u32 {
        self.up_to(0)
    }

    /// Returns the length of the margins between the start of a line and one of its bytes.
    pub(super) fn on_line(&self, line_start: u32, offset: u32) -> u32 {
        self.up_to(offset) - self.up_to_end(line_start.min(offset))
    }

    /// Returns the range of a span in the file, in bytes from the first byte of the text.
    pub fn stretch(&self, span: Span) -> Range<u64> {
        let first = self.first();
        let start = u64::from(span.start) + u64::from(self.up_to(span.start) - first);
        let end = u64::from(span.end) + u64::from(self.up_to_end(span.end).saturating_sub(first));
        start..end.max(start)
    }

    /// Returns the margins from the byte `start` to the byte `end`, for a separate text.
    pub(crate) fn slice(&self, start: usize, end: usize) -> Self {
        let clamp = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let first = self
            .ends
            .partition_point(|&(offset, _)| offset < clamp(start));
        let last = self
            .ends
            .partition_point(|&(offset, _)| offset < clamp(end))
            .max(first);
        let before = self.length_of(first);
        let up_to = self.length_of(last);
        let bytes = self
            .bytes
            .get(before as usize..up_to as usize)
            .unwrap_or_default()
            .to_vec();
        let ends = self.ends.get(first..last).unwrap_or_default();
        Self {
            bytes,
            ends: ends
                .iter()
                .map(|&(offset, length)| (offset - clamp(start), length - before))
                .collect(),
        }
    }

    /// Returns the margin before the first line of `text` that is not blank.
    pub fn of_first_line(&self, text: &[u8]) -> &[u8] {
        let blank = text.len() - text.trim_ascii_start().len();
        let start = last_line_start(&text[..blank]);
        self.iter()
            .find(|&(offset, _)| offset == start)
            .map_or(&[], |(_, margin)| margin)
    }

    /// Returns the margins of this text followed by another one that begins `length` bytes after
    /// it.
    pub(super) fn before(&self, next: &Self, length: usize) -> Self {
        let mut both = self.clone();
        for (offset, margin) in next.iter() {
            both.push(length + offset, margin);
        }
        both
    }

    /// Returns each margin with the byte that it precedes.
    fn iter(&self) -> impl Iterator<Item = (usize, &[u8])> {
        let mut start = 0;
        self.ends.iter().map(move |&(offset, end)| {
            let margin = self.bytes.get(start..end as usize).unwrap_or_default();
            start = end as usize;
            (offset as usize, margin)
        })
    }

    /// Returns a text with its margins, as it is in the file. The margin of the first line is
    /// included.
    pub(super) fn around(&self, text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + self.bytes.len());
        let mut done = 0;
        for (offset, margin) in self.iter() {
            out.extend_from_slice(text.get(done..offset).unwrap_or_default());
            out.extend_from_slice(margin);
            done = done.max(offset);
        }
        out.extend_from_slice(text.get(done..).unwrap_or_default());
        out
    }

    /// Applies edits to a text, and returns it with its new margins. Joined lines lose their
    /// margins; inserted lines get the margin of the previous line.
    pub(super) fn edited(&self, text: &[u8], edits: &[(Span, String)]) -> (Vec<u8>, Self) {
        let mut out = Vec::with_capacity(text.len() + 64);
        let mut margins = Self::default();
        let mut old = self.iter().peekable();
        let mut line_margin: &[u8] = &[];
        let mut done = 0;
        for (span, new) in edits {
            let start = span.start as usize;
            let end = span.end as usize;
            while let Some((offset, margin)) = old.next_if(|&(offset, _)| offset <= start) {
                margins.push(out.len() + offset.saturating_sub(done), margin);
                line_margin = margin;
            }
            while old.next_if(|&(offset, _)| offset <= end).is_some() {}
            out.extend_from_slice(text.get(done..start).unwrap_or_default());
            if !line_margin.is_empty() {
                let ends = new.match_indices('\n').map(|(offset, _)| offset + 1);
                for offset in ends {
                    // Blank lines get no trailing white space.
                    let is_blank = new[offset..].trim_start_matches('\r').starts_with('\n');
                    margins.push(
                        out.len() + offset,
                        if is_blank {
                            line_margin.trim_ascii_end()
                        } else {
                            line_margin
                        },
                    );
                }
            }
            out.extend_from_slice(new.as_bytes());
            done = done.max(end);
        }
        for (offset, margin) in old {
            margins.push(out.len() + offset.saturating_sub(done), margin);
        }
        out.extend_from_slice(text.get(done..).unwrap_or_default());
        (out, margins)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `ab` in a quote, a blank line in the quote, and `c` one level deeper.
    fn quoted() -> Margins {
        let mut margins = Margins::default();
        margins.push(0, b"> ");
        margins.push(3, b">");
        margins.push(4, b"> > ");
        margins
    }

    #[test]
    fn spans_point_into_the_file() {
        let text = b"ab\n\nc\n";
        let margins = quoted();
        let file = margins.around(text);
        assert_eq!(file, b"> ab\n>\n> > c\n");
        for (span, expected) in [
            (0..2, "ab"),
            (0..3, "ab\n"),
            (3..4, "\n"),
            (1..5, "b\n>\n> > c"),
            (4..4, ""),
        ] {
            let range = margins.stretch(Span::new(span.start, span.end));
            let range = range.start as usize + 2..range.end as usize + 2;
            assert_eq!(&file[range], expected.as_bytes(), "{span:?}");
        }
        assert_eq!(margins.stretch(Span::new(4, 4)), 9..9, "behind the margin");
        assert_eq!(
            [(0, 0), (0, 1), (3, 3), (4, 5)].map(|(line, offset)| margins.on_line(line, offset)),
            [2, 2, 1, 4]
        );
        assert_eq!(Margins::default().around(text), text);
        assert_eq!(Margins::default().stretch(Span::new(1, 4)), 1..4);
    }

    #[test]
    fn margins_stay_with_their_lines() {
        let edited = |edits: &[(Range<usize>, &str)]| {
            let edits: Vec<_> = edits
                .iter()
                .map(|(span, new)| (Span::new(span.start, span.end), (*new).to_owned()))
                .collect();
            let (text, margins) = quoted().edited(b"ab\n\nc\n", &edits);
            String::from_utf8(margins.around(&text)).unwrap()
        };
        assert_eq!(edited(&[]), "> ab\n>\n> > c\n");
        assert_eq!(edited(&[(0..1, "x"), (5..5, "y")]), "> xb\n>\n> > cy\n");
        assert_eq!(edited(&[(4..4, "x"), (4..5, "y")]), "> ab\n>\n> > xy\n");
        assert_eq!(edited(&[(2..4, " ")]), "> ab c\n", "lines that are joined");
        assert_eq!(edited(&[(1..2, ""), (2..3, "")]), "> a\n> > c\n");
        assert_eq!(
            edited(&[(5..5, "\n\nx")]),
            "> ab\n>\n> > c\n> >\n> > x\n",
            "lines that are put in"
        );
        let (text, margins) =
            Margins::default().edited(b"a\n", &[(Span::new(1, 1), "\nx".to_owned())]);
        assert_eq!(
            (text.as_slice(), margins),
            (&b"a\nx\n"[..], Margins::default())
        );
    }
}
