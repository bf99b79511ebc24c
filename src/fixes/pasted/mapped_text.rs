//! Text in which each byte has a place in the source, and the cuts that layers make in such a text.
//! The places show what a layer removed, and where the edits of the source are.

use crate::text::{Span, TextEdit};

/// The origin of a byte that a layer wrote.
const WRITTEN: u32 = u32::MAX;

/// Kind of a part that a layer replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Peel {
    /// Signs and names of markup: quote marks, `[b]`, `<td>`, `\texttt`.
    Markup,
    /// The name of a seat or a player before a turn. The tags have the same information.
    Label,
    /// The number of a turn or a round, or the sign of a list.
    Number,
    /// A word in the language of a player for an English word of the notation.
    Word,
    /// A sign or letter that replaces a sign of the notation.
    Sign,
    /// Text written by a person. It stays, but in other delimiters.
    Talk,
}

/// The replacement of a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The part.
    pub(crate) span: Span,
    /// The new text.
    pub(crate) now: String,
    /// The kind of the part.
    pub(crate) peel: Peel,
}

impl Cut {
    pub(super) fn new(start: usize, end: usize, now: impl Into<String>, peel: Peel) -> Self {
        Self {
            span: Span::new(start, end),
            now: now.into(),
            peel,
        }
    }
}

/// A part of a text that is assembled anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Text of the former text.
    Kept(Span),
    /// Text of the former text that is left out.
    Taken(Span, Peel),
    /// New text.
    Written(String),
}

/// Part that was removed from the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Taken {
    /// Its place in the source.
    pub(crate) span: Span,
    /// Kind of the part.
    pub(crate) peel: Peel,
}

/// Text in which each byte has a place in the source.
#[derive(Clone, Debug)]
pub(crate) struct MappedText {
    text: String,
    /// The place of each byte of `text` in the source.
    origins: Vec<u32>,
    /// The removed parts, in the order of their removal.
    taken: Vec<Taken>,
}

impl MappedText {
    /// Creates the text of a source before any layer has removed anything.
    pub(crate) fn new(source: &str) -> Self {
        let length = u32::try_from(source.len()).unwrap_or(WRITTEN);
        Self {
            text: source.to_owned(),
            origins: (0..length).collect(),
            taken: Vec::new(),
        }
    }

    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the parts that were removed from the source.
    #[cfg(test)]
    pub(crate) fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Returns the place in the source of a byte of the text; `None` if a layer wrote it.
    #[cfg(test)]
    pub(crate) fn origin(&self, byte: usize) -> Option<usize> {
        let origin = *self.origins.get(byte)?;
        if origin == WRITTEN {
            return None;
        }
        usize::try_from(origin).ok()
    }

    /// Makes cuts, which may be in any order. If two cuts overlap, the first in the text counts.
    /// Unchanged text keeps its places in the source.
    pub(crate) fn cut(&self, cuts: &[Cut]) -> Self {
        let mut sorted: Vec<&Cut> = cuts.iter().collect();
        sorted.sort_by_key(|cut| cut.span);

        let mut next = Self {
            text: String::with_capacity(self.text.len()),
            origins: Vec::with_capacity(self.origins.len()),
            taken: self.taken.clone(),
        };
        let mut copied_end = 0;
        for cut in sorted {
            let start = cut.span.start as usize;
            let end = cut.span.end as usize;
            if start < copied_end || self.text.get(start..end).is_none() {
                continue;
            }
            next.append_kept(self, copied_end, start);
            next.append_replacement(self, start, end, cut);
            copied_end = end;
        }
        next.append_kept(self, copied_end, self.text.len());
        next
    }

    /// Rearranges parts of the text, which together must cover all of it. Each part begins a line;
    /// the white space at its end is removed.
    pub(crate) fn rearranged(&self, parts: &[Span]) -> Self {
        let mut next = Self {
            text: String::with_capacity(self.text.len()),
            origins: Vec::with_capacity(self.origins.len()),
            taken: self.taken.clone(),
        };
        for part in parts {
            let start = part.start as usize;
            let end = part.end as usize;
            let written = part.slice(&self.text).trim_end();
            if !next.text.is_empty() && !next.text.ends_with('\n') {
                next.append_written("\n");
            }
            next.append_kept(self, start, start + written.len());
            next.record_removed(self, start + written.len(), end, Peel::Markup);
        }
        next
    }

    /// Assembles a text from parts of this one, in any order, and from new texts. White space and
    /// signs that are in no part are removed. A letter or digit that is in none is an error of the
    /// caller, and gives `None`.
    pub(crate) fn assembled(&self, parts: &[Part]) -> Option<Self> {
        let mut next = Self {
            text: String::with_capacity(self.text.len()),
            origins: Vec::with_capacity(self.origins.len()),
            taken: self.taken.clone(),
        };
        let mut is_used = vec![false; self.text.len()];
        for part in parts {
            let (span, peel) = match part {
                Part::Kept(span) => (*span, None),
                Part::Taken(span, peel) => (*span, Some(*peel)),
                Part::Written(written) => {
                    next.append_written(written);
                    continue;
                }
            };
            let (start, end) = (span.start as usize, span.end as usize);
            let used = is_used.get_mut(start..end)?;
            if used.contains(&true) || self.text.get(start..end).is_none() {
                return None;
            }
            used.fill(true);
            match peel {
                None => next.append_kept(self, start, end),
                Some(peel) => next.record_removed(self, start, end, peel),
            }
        }
        for (offset, sign) in self.text.char_indices() {
            if is_used[offset] {
                continue;
            }
            if sign.is_alphanumeric() {
                return None;
            }
            next.record_removed(self, offset, offset + sign.len_utf8(), Peel::Markup);
        }
        Some(next)
    }

    /// Appends a part of another text.
    fn append_kept(&mut self, other: &Self, start: usize, end: usize) {
        self.text
            .push_str(other.text.get(start..end).unwrap_or_default());
        self.origins
            .extend(other.origins.get(start..end).unwrap_or_default());
    }

    /// Appends the new text of a cut. The old text keeps its places where the new one contains it.
    fn append_replacement(&mut self, other: &Self, start: usize, end: usize, cut: &Cut) {
        let old = other.text.get(start..end).unwrap_or_default();
        // The text that old and new share: its offset in the new text, that in the old, its length.
        let inside = if old.is_empty() {
            None
        } else {
            cut.now.find(old).map(|offset| (offset, 0, old.len()))
        };
        let shared = inside.or_else(|| {
            let kept = cut
                .now
                .trim_matches(|sign| matches!(sign, '{' | '}' | ' ' | '\n'));
            let offset = cut.now.find(kept)?;
            let from = old.find(kept)?;
            (!kept.is_empty()).then_some((offset, from, kept.len()))
        });
        match shared {
            Some((offset, from, length)) => {
                self.append_written(&cut.now[..offset]);
                self.record_removed(other, start, start + from, cut.peel);
                self.append_kept(other, start + from, start + from + length);
                self.record_removed(other, start + from + length, end, cut.peel);
                self.append_written(&cut.now[offset + length..]);
            }
            None => {
                self.record_removed(other, start, end, cut.peel);
                self.append_written(&cut.now);
            }
        }
    }

    /// Appends text that is not in the source.
    fn append_written(&mut self, text: &str) {
        self.text.push_str(text);
        self.origins
            .extend(std::iter::repeat_n(WRITTEN, text.len()));
    }

    /// Records a part of another text as removed.
    fn record_removed(&mut self, other: &Self, start: usize, end: usize, peel: Peel) {
        let origins = other.origins.get(start..end).unwrap_or_default();
        for &origin in origins.iter().filter(|&&origin| origin != WRITTEN) {
            let place = origin as usize;
            match self.taken.last_mut() {
                Some(last) if last.peel == peel && last.span.end == origin => last.span.end += 1,
                _ => self.taken.push(Taken {
                    span: Span::new(place, place + 1),
                    peel,
                }),
            }
        }
    }

    /// Returns the edits that turn the source into the text, in the order of the source.
    pub(crate) fn edits(&self, source: &str) -> Vec<TextEdit> {
        let mut edits: Vec<TextEdit> = Vec::new();
        let mut place = 0;
        let mut written = Vec::new();
        let bytes = self.text.as_bytes();
        for (&byte, &origin) in bytes.iter().zip(&self.origins) {
            // Text that was moved back counts as written; its old place is removed.
            if origin == WRITTEN || (origin as usize) < place {
                written.push(byte);
                continue;
            }
            let origin = origin as usize;
            if origin > place || !written.is_empty() {
                let now = String::from_utf8_lossy(&std::mem::take(&mut written)).into_owned();
                edits.push((Span::new(place, origin), now));
            }
            place = origin + 1;
        }
        if place < source.len() || !written.is_empty() {
            let now = String::from_utf8_lossy(&written).into_owned();
            edits.push((Span::new(place, source.len()), now));
        }
        edits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::edited;
    use proptest::prelude::*;

    #[test]
    fn cuts_keep_the_places_of_what_stays() {
        let text = MappedText::new("[b]d6[/b] ok");
        let bare = text.cut(&[
            Cut::new(0, 3, "", Peel::Markup),
            Cut::new(5, 9, "", Peel::Markup),
        ]);
        assert_eq!(bare.text(), "d6 ok");
        assert_eq!(bare.origin(0), Some(3));
        let said = bare.cut(&[Cut::new(3, 5, "{ok}", Peel::Talk)]);
        assert_eq!(said.text(), "d6 {ok}");
        assert_eq!(
            [3, 4, 5, 6].map(|byte| said.origin(byte)),
            [None, Some(10), Some(11), None]
        );
        assert_eq!(
            edited("[b]d6[/b] ok", &said.edits("[b]d6[/b] ok")).as_deref(),
            Some("d6 {ok}")
        );
        assert_eq!(said.taken().len(), 2);
    }

    proptest! {
        #[test]
        fn the_edits_of_the_source_give_the_text(
            source in "[a-c é]{0,12}",
            cuts in proptest::collection::vec((0_usize..14, 0_usize..4, "[x-z{} a]{0,3}"), 0..4),
            more in proptest::collection::vec((0_usize..14, 0_usize..4, "[x-z{} a]{0,3}"), 0..4),
        ) {
            let cuts_of = |list: &[(usize, usize, String)]| -> Vec<Cut> {
                list.iter()
                    .map(|(index, length, now)| Cut::new(*index, index + length, now.clone(), Peel::Sign))
                    .collect()
            };
            let text = MappedText::new(&source).cut(&cuts_of(&cuts)).cut(&cuts_of(&more));
            let edits = text.edits(&source);
            prop_assert_eq!(edited(&source, &edits), Some(text.text().to_owned()));
            // Each byte of the source is in the text or was removed.
            let kept = (0..text.text().len()).filter_map(|byte| text.origin(byte)).count();
            let taken: usize = text.taken().iter().map(|taken| taken.span.len()).sum();
            prop_assert_eq!(kept + taken, source.len());
        }
    }
}
