//! Records of a file in the notation, updated incrementally: after an edit, only the neighbouring
//! records are split again ([`Sections::edit`]). A section is a record, or the comments before the
//! first one. Sections are in blocks of a few hundred, so that an edit of a large file moves few of
//! them, and snapshots share the other blocks.
//! `embedded_records.rs` has the records of documents with code blocks.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::record_cache::{FindingCount, RecordCache};
use pipscribe::notation::split_text;

/// Number of records in a new block. A block that grows to twice this size is split.
const BLOCK_SIZE: usize = 256;

/// Records of a document in order. Copy on write: a clone shares all blocks that are not edited.
#[derive(Clone, Debug, Default)]
pub(super) struct Sections {
    blocks: Vec<Arc<Block>>,
    finding_count: Arc<FindingCount>,
}

/// Consecutive records, at least one.
#[derive(Debug)]
pub(super) struct Block {
    bytes: usize,
    pub(super) sections: Vec<Section>,
    /// Numbers of the records with findings, set when all records of the block have been judged.
    pub(super) with_findings: OnceLock<Box<[u32]>>,
}

impl Block {
    fn new(sections: Vec<Section>) -> Arc<Self> {
        let bytes = sections.iter().map(|section| section.bytes).sum();
        Arc::new(Self {
            bytes,
            sections,
            with_findings: OnceLock::new(),
        })
    }
}

/// Record, or the comments before the first record.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// Length in bytes.
    pub(super) bytes: usize,
    /// True for white space and `#` comments without a record.
    pub(super) preamble: bool,
    /// Cached verdict.
    pub(super) cache: Arc<RecordCache>,
}

/// Place of a section in the blocks, with its start in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SectionPlace {
    pub(super) block: usize,
    pub(super) index: usize,
    pub(super) start: usize,
}

impl Sections {
    /// Splits a whole text.
    pub(super) fn new(text: &[u8]) -> Self {
        let finding_count = Arc::default();
        let blocks = blocks_of(split_sections(text, &finding_count));
        Self {
            blocks,
            finding_count,
        }
    }

    /// Returns the same records without verdicts.
    pub(super) fn without_verdicts(&self) -> Self {
        let finding_count = Arc::default();
        let without_verdict = |section: &Section| Section {
            cache: RecordCache::new(&finding_count),
            ..section.clone()
        };
        let blocks = self
            .blocks
            .iter()
            .map(|block| Block::new(block.sections.iter().map(without_verdict).collect()))
            .collect();
        Self {
            blocks,
            finding_count,
        }
    }

    pub(super) fn blocks(&self) -> &[Arc<Block>] {
        &self.blocks
    }

    /// Returns the blocks with their starts.
    pub(super) fn block_starts(&self) -> impl Iterator<Item = (usize, &Arc<Block>)> {
        self.blocks.iter().scan(0, |start, block| {
            let block_start = *start;
            *start += block.bytes;
            Some((block_start, block))
        })
    }

    /// Returns the section that contains a byte; the last one for the end of the text.
    pub(super) fn section_at(&self, byte: usize) -> Option<SectionPlace> {
        let last_block = self.blocks.len().checked_sub(1)?;
        let (block_index, (block_start, block)) = self
            .block_starts()
            .enumerate()
            .find(|(index, (start, block))| byte < start + block.bytes || *index == last_block)?;

        let mut place = SectionPlace {
            block: block_index,
            index: 0,
            start: block_start,
        };
        let (_, all_but_last) = block.sections.split_last()?;
        for section in all_but_last {
            let end = place.start + section.bytes;
            if byte < end {
                break;
            }
            place.index += 1;
            place.start = end;
        }
        Some(place)
    }

    pub(super) fn section(&self, place: SectionPlace) -> Option<&Section> {
        self.blocks.get(place.block)?.sections.get(place.index)
    }

    /// Returns the section after another.
    pub(super) fn next(&self, place: SectionPlace) -> Option<SectionPlace> {
        let start = place.start + self.section(place)?.bytes;
        let in_same_block = SectionPlace {
            index: place.index + 1,
            start,
            ..place
        };
        let in_next_block = SectionPlace {
            block: place.block + 1,
            index: 0,
            start,
        };
        [in_same_block, in_next_block]
            .into_iter()
            .find(|&place| self.section(place).is_some())
    }

    /// Returns the section before another.
    fn section_before(&self, place: SectionPlace) -> Option<SectionPlace> {
        if place.start == 0 {
            return None;
        }
        self.section_at(place.start - 1)
    }

    fn is_record(&self, place: SectionPlace) -> bool {
        self.section(place).is_some_and(|section| !section.preamble)
    }

    /// Returns the start of the text that an edit after a byte can affect: the record before the
    /// one that contains the byte, or the first section.
    fn first_affected(&self, byte: usize) -> Option<SectionPlace> {
        let mut place = self.section_at(byte)?;
        let mut records = usize::from(self.is_record(place));
        while records < 2
            && let Some(before) = self.section_before(place)
        {
            place = before;
            records += usize::from(self.is_record(place));
        }
        Some(place)
    }

    /// Returns the record `count` records after a place, or the last section.
    fn place_after_records(&self, mut place: SectionPlace, count: usize) -> SectionPlace {
        let mut records = 0;
        while records < count
            && let Some(next) = self.next(place)
        {
            place = next;
            records += usize::from(self.is_record(place));
        }
        place
    }

    /// Updates the records after `range` of the old text was replaced by `inserted` bytes; `text`
    /// is the result.
    ///
    /// The start of a record depends on its own first lines and on the record before it. It is
    /// therefore enough to split the edited records again, beginning one record earlier, up to a
    /// record whose start and end have not changed.
    pub(super) fn edit(&mut self, range: &Range<usize>, inserted: usize, text: &[u8]) {
        // An edit at the start of a record also affects the end of the record before it.
        let first = self.first_affected(range.start.saturating_sub(1));
        let (Some(first), Some(edited)) = (first, self.section_at(range.end)) else {
            *self = Self::new(text);
            return;
        };
        // Number of records after the edit that are split again, to find one that is unchanged.
        let mut records_after = 1;
        loop {
            let last = self.place_after_records(edited, records_after);
            let old_length = self.section(last).map_or(0, |section| section.bytes);
            let end_in_new_text = last.start + old_length - range.len() + inserted;
            let region = text.get(first.start..end_in_new_text).unwrap_or_default();
            let new = split_sections(region, &self.finding_count);

            let is_last_unchanged = last != edited
                && new
                    .last()
                    .is_some_and(|section| section.bytes == old_length);
            if is_last_unchanged || self.next(last).is_none() {
                self.replace_sections(first, last, range, new);
                return;
            }
            // An edit may open or close a comment that hides the starts of many records.
            records_after *= 2;
        }
    }

    /// Replaces the sections from `first` to `last` with new ones.
    fn replace_sections(
        &mut self,
        first: SectionPlace,
        last: SectionPlace,
        range: &Range<usize>,
        mut new: Vec<Section>,
    ) {
        self.reuse_verdicts(first, last, range, &mut new);
        // The blocks of these sections are built again, with the sections before and after them.
        let before = self
            .blocks
            .get(first.block)
            .and_then(|block| block.sections.get(..first.index))
            .unwrap_or_default();
        let after = self
            .blocks
            .get(last.block)
            .and_then(|block| block.sections.get(last.index + 1..))
            .unwrap_or_default();
        let mut sections = before.to_vec();
        sections.append(&mut new);
        sections.extend_from_slice(after);

        // A block of up to twice the usual size stays whole, so that it is not split at each edit.
        let blocks = if sections.len() <= 2 * BLOCK_SIZE && !sections.is_empty() {
            vec![Block::new(sections)]
        } else {
            blocks_of(sections)
        };
        self.blocks.splice(first.block..=last.block, blocks);
    }

    /// Reuses the verdicts of sections whose bytes are unchanged: those that end before the edited
    /// range, and those that start after it.
    fn reuse_verdicts(
        &self,
        first: SectionPlace,
        last: SectionPlace,
        range: &Range<usize>,
        new: &mut [Section],
    ) {
        let old = self.sections_between(first, last);
        let mut start = first.start;
        for (section, (old_start, before)) in new.iter_mut().zip(&old) {
            let is_same = start == *old_start
                && section.bytes == before.bytes
                && start + section.bytes <= range.start;
            if !is_same {
                break;
            }
            section.cache = Arc::clone(&before.cache);
            start += section.bytes;
        }
        for (section, (old_start, before)) in new.iter_mut().rev().zip(old.iter().rev()) {
            let is_same = section.bytes == before.bytes
                && section.preamble == before.preamble
                && *old_start >= range.end;
            if !is_same {
                break;
            }
            section.cache = Arc::clone(&before.cache);
        }
    }

    /// Returns the sections from `first` to `last`, each with its start in the document.
    fn sections_between(&self, first: SectionPlace, last: SectionPlace) -> Vec<(usize, &Section)> {
        let mut sections = Vec::new();
        let mut next = Some(first);
        while let Some(place) = next {
            sections.extend(self.section(place).map(|section| (place.start, section)));
            next = if place == last {
                None
            } else {
                self.next(place)
            };
        }
        sections
    }
}

/// Splits a stretch of text that begins with a record, or the whole text, into sections.
fn split_sections(text: &[u8], finding_count: &Arc<FindingCount>) -> Vec<Section> {
    let section = |bytes: usize, preamble| Section {
        bytes,
        preamble,
        cache: RecordCache::new(finding_count),
    };
    let sections = split_text(text).into_iter().map(|raw| {
        // The bytes beyond the maximum length of a record are dropped, but belong to its section.
        let bytes = raw.bytes.len() + usize::try_from(raw.dropped).unwrap_or(usize::MAX);
        section(bytes, !raw.is_record())
    });
    sections.collect()
}

/// Divides sections into blocks.
fn blocks_of(sections: Vec<Section>) -> Vec<Arc<Block>> {
    let mut blocks = Vec::with_capacity(sections.len() / BLOCK_SIZE + 1);
    let mut sections = sections.into_iter().peekable();
    while sections.peek().is_some() {
        blocks.push(Block::new(sections.by_ref().take(BLOCK_SIZE).collect()));
    }
    blocks
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shape(sections: &Sections) -> Vec<(usize, bool)> {
        let all = sections.blocks.iter().flat_map(|block| &block.sections);
        all.map(|section| (section.bytes, section.preamble))
            .collect()
    }

    fn caches(sections: &Sections) -> Vec<*const RecordCache> {
        sections
            .blocks
            .iter()
            .flat_map(|block| &block.sections)
            .map(|section| Arc::as_ptr(&section.cache))
            .collect()
    }

    #[test]
    fn an_edit_keeps_the_cache_of_other_records() {
        let record = "[Game \"gipf\"]\n\n1. b3 *\n\n";
        let mut text = record.repeat(1_000);
        let mut sections = Sections::new(text.as_bytes());
        let before = caches(&sections);
        let offset = record.len() * 700 + 18;
        text.insert_str(offset, "{x}");
        sections.edit(&(offset..offset), 3, text.as_bytes());
        let after = caches(&sections);
        let other: Vec<usize> = (0..1_000)
            .filter(|&index| before[index] != after[index])
            .collect();
        assert_eq!(other, [700]);
        assert_eq!(
            sections.section_at(offset).map(|place| place.start),
            Some(record.len() * 700)
        );
        assert!(sections.blocks.len() > 2);
    }

    /// Generates lines that affect where records begin.
    fn lines() -> impl Strategy<Value = String> {
        "((\u{FEFF})?\\[Game \"a\"\\]|\\[Event \"b\"\\]|\\[Variant \"c\"\\]|# d\
            | \\[Game \"e\"\\]|\\[GAME gipf\\]|1\\. b3 (\\*|1-0)?|\\*|\\{|\\}|\\[Game||)(\n|\n\n|\r\n|\r)?"
    }

    proptest! {
        #[test]
        fn edited_text_is_split_like_a_whole_text(
            parts in proptest::collection::vec(lines(), 0..14),
            edits in proptest::collection::vec(
                (any::<prop::sample::Index>(), any::<prop::sample::Index>(), lines()),
                1..6,
            ),
        ) {
            let mut text = parts.concat();
            let mut sections = Sections::new(text.as_bytes());
            for (from, to, new) in edits {
                let ends: Vec<usize> = (0..=text.len()).filter(|&offset| text.is_char_boundary(offset)).collect();
                let from = *from.get(&ends);
                let to = *to.get(&ends);
                let range = from.min(to)..from.max(to);
                text.replace_range(range.clone(), &new);
                sections.edit(&range, new.len(), text.as_bytes());
                prop_assert_eq!(shape(&sections), shape(&Sections::new(text.as_bytes())), "{:?}", text);
            }
        }
    }
}
