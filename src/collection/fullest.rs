//! Selection of one record from several records of the same game: the fullest one is kept.

use std::collections::HashMap;

use super::games::Game;
use crate::notation::{Command, Comment, Item, Record, comments_of};
use crate::replay::Timeline;
use crate::text::Key;

/// When two records count as the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sameness {
    /// Their bare forms are equal.
    Exact,
    /// As above, or symmetric images of their bare forms are equal.
    Symmetric,
    /// As above, or one record is unfinished and the other continues it.
    Prefix,
}

/// Fullness of a record. Fullness values are compared field by field; the greater one has more content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fullness {
    /// A record without errors is fuller than one with errors.
    is_valid: bool,
    /// Number of turns of the main line. A record that continues another one has more.
    turns: u32,
    /// Number of tags with a value that is neither empty nor `?`.
    tags: u32,
    /// Number of bytes of comments and variations, plus the number of glyphs. What a fix notes about itself is not
    /// counted.
    remarks: u32,
}

/// Returns the number of bytes of a comment without its commands `[%mended]`: a copy with a fix is not fuller than the
/// original.
fn length_of_comment(record: &Record, comment: &Comment) -> usize {
    let is_mended = |command: &&Command| record.text_of(command.name) == "mended";
    let mended: usize = comment.commands.iter().filter(is_mended).map(|command| command.span.len()).sum();
    let is_mended_only =
        mended > 0 && comment.words(record).is_empty() && comment.commands.iter().all(|one| is_mended(&one));
    if is_mended_only { 0 } else { comment.span.len() - mended }
}

impl Fullness {
    /// Returns the fullness of a record.
    pub fn of(game: &Game<'_>) -> Self {
        let record = game.checked.record();
        let says = |value: &str| !value.is_empty() && !value.chars().all(|letter| "?.-*".contains(letter));
        let tags = record.tags.iter().filter(|tag| says(&tag.value)).count();
        let items = |items: &[Item]| {
            let variations = items.iter().filter_map(|item| match item {
                Item::Variation(variation) => Some(variation.span.len()),
                Item::Comment(_) | Item::Hash(_) => None,
            });
            comments_of(items).map(|comment| length_of_comment(record, comment)).chain(variations).sum::<usize>()
        };
        let after_turns: usize = record.moves.turns.iter().map(|node| items(&node.after) + node.glyphs.len()).sum();
        let remarks = items(&record.moves.opening) + after_turns + items(&record.closing);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let report = &game.checked.report;
        Self { is_valid: report.is_valid(), turns: report.turns, tags: count(tags), remarks: count(remarks) }
    }

    /// Returns the number of tags with a value that is neither empty nor `?`.
    pub fn tags(&self) -> u32 {
        self.tags
    }

    /// Returns the number of bytes of comments and variations, plus the number of glyphs.
    pub fn remarks(&self) -> u32 {
        self.remarks
    }
}

/// Keys by which a record is recognised as a duplicate of another.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Key shared by all records of the same game.
    key: Key,
    /// True if the record is identified by its bytes because it has no bare form.
    by_bytes: bool,
    fullness: Fullness,
    /// Keys of its prefixes; empty except under [`Sameness::Prefix`].
    prefixes: Vec<Key>,
    /// True if the record may be a prefix of another one.
    is_open: bool,
}

impl Identity {
    /// Computes the keys of a record.
    pub fn of(game: &Game<'_>, bytes: &[u8], sameness: Sameness) -> Self {
        let exact = || game.checked.bare().map(|bare| Key::of(&bare));
        let timeline = game.checked.timeline();
        let symmetric = || timeline.and_then(Timeline::symmetric_key);
        let key = match sameness {
            Sameness::Exact | Sameness::Prefix => exact(),
            Sameness::Symmetric => symmetric().or_else(exact),
        };
        let prefixes = match sameness {
            Sameness::Prefix => timeline.map(Timeline::prefix_keys).unwrap_or_default(),
            Sameness::Exact | Sameness::Symmetric => Vec::new(),
        };
        let report = &game.checked.report;
        let is_open =
            report.is_valid() && report.result.is_none() && game.claimed().is_none_or(|claimed| claimed == "*");
        let text = || String::from_utf8_lossy(bytes.trim_ascii()).into_owned();
        Self {
            key: key.unwrap_or_else(|| Key::of(&text())),
            by_bytes: key.is_none(),
            fullness: Fullness::of(game),
            prefixes,
            is_open,
        }
    }
}

/// Reason why a record is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyDropped {
    /// Another record is of the same game.
    SameGame,
    /// Another record is of the same game, possibly on a rotated or reflected board.
    SameGameTurned,
    /// Another record continues this one.
    Beginning,
    /// Another record has the same bytes.
    SameText,
}

impl WhyDropped {
    /// Returns the relation to the record that is kept, in words.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::SameGame => "the same game as",
            Self::SameGameTurned => "the same game, the board rotated or not, as",
            Self::Beginning => "the beginning of",
            Self::SameText => "the same text as",
        }
    }

    /// Returns the name used in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameGame => "same-game",
            Self::SameGameTurned => "same-game-turned",
            Self::Beginning => "beginning",
            Self::SameText => "same-text",
        }
    }
}

/// Decision on one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The record is kept.
    Kept,
    /// The record with this number, from 0, is kept in its place.
    Dropped(usize, WhyDropped),
}

/// Record of a group.
#[derive(Debug)]
struct Member {
    key: Key,
    by_bytes: bool,
    fullness: Fullness,
    /// Key of the whole game if the record is unfinished, under [`Sameness::Prefix`].
    whole: Option<Key>,
}

/// Groups records of the same game. Stores keys only, no texts.
#[derive(Debug)]
pub struct Groups {
    sameness: Sameness,
    records: Vec<Member>,
    /// Fullest record that has a given prefix, by the key of the prefix.
    longest: HashMap<Key, usize>,
}

impl Groups {
    /// Creates an empty set of groups.
    pub fn new(sameness: Sameness) -> Self {
        Self { sameness, records: Vec::new(), longest: HashMap::new() }
    }

    /// Adds the next record.
    pub fn add(&mut self, identity: Identity) {
        let Identity { key, by_bytes, fullness, prefixes, is_open } = identity;
        let at = self.records.len();
        let whole = prefixes.last().copied().filter(|_| is_open);
        self.records.push(Member { key, by_bytes, fullness, whole });
        for prefix in prefixes {
            let held = self.longest.entry(prefix).or_insert(at);
            // The first of equally full records is kept.
            if self.records.get(*held).is_some_and(|other| other.fullness < fullness) {
                *held = at;
            }
        }
    }

    /// Returns the decision on each record, in the order in which they were added.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let mut fullest: HashMap<Key, usize> = HashMap::new();
        for (at, member) in self.records.iter().enumerate() {
            let held = fullest.entry(member.key).or_insert(at);
            // The first of equally full records is kept.
            if self.records.get(*held).is_some_and(|other| other.fullness < member.fullness) {
                *held = at;
            }
        }
        let verdict = |(at, member): (usize, &Member)| match (self.longer(member), fullest.get(&member.key)) {
            (Some(longer), _) => Verdict::Dropped(longer, WhyDropped::Beginning),
            (None, Some(&held)) if held != at => Verdict::Dropped(held, self.why(member.by_bytes)),
            (None, _) => Verdict::Kept,
        };
        let verdicts: Vec<Verdict> = self.records.iter().enumerate().map(verdict).collect();
        // A record that replaces others may itself be a prefix of a longer one.
        let last = |mut verdict: Verdict| {
            while let Verdict::Dropped(held, why) = verdict {
                match verdicts.get(held) {
                    Some(Verdict::Dropped(further, WhyDropped::Beginning)) => {
                        verdict = Verdict::Dropped(*further, WhyDropped::Beginning);
                    }
                    Some(Verdict::Dropped(further, _)) => verdict = Verdict::Dropped(*further, why),
                    Some(Verdict::Kept) | None => break,
                }
            }
            verdict
        };
        verdicts.iter().copied().map(last).collect()
    }

    /// Returns the fullest valid record that continues an unfinished one.
    fn longer(&self, member: &Member) -> Option<usize> {
        let longer = *self.longest.get(&member.whole?)?;
        let other = self.records.get(longer)?.fullness;
        (other.is_valid && other.turns > member.fullness.turns).then_some(longer)
    }

    fn why(&self, by_bytes: bool) -> WhyDropped {
        match self.sameness {
            _ if by_bytes => WhyDropped::SameText,
            Sameness::Symmetric => WhyDropped::SameGameTurned,
            Sameness::Exact | Sameness::Prefix => WhyDropped::SameGame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checked::Checked;
    use crate::games::Symmetry;

    fn verdicts(texts: &[&str], sameness: Sameness) -> Vec<Verdict> {
        let mut groups = Groups::new(sameness);
        for text in texts {
            let checked = Checked::from_text(text);
            groups.add(Identity::of(&Game::new("-", 1, &checked), text.as_bytes(), sameness));
        }
        groups.verdicts()
    }

    const ONE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 *\n";
    const DATED: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"2026\"]\n\n1. a2-b3 2. c2 *\n";
    const TOLD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {good} 2. c2 *\n";
    const LONGER: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 3. a2-c4 *\n";
    const RESIGNED: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 1-0\n";
    const BROKEN: &str = "[Game \"gipf\"]\n\n1. b3 *\n";

    #[test]
    fn the_fullest_is_kept() {
        let same = |at| Verdict::Dropped(at, WhyDropped::SameGame);
        assert_eq!(
            verdicts(&[ONE, TOLD, DATED, LONGER], Sameness::Exact),
            [same(2), same(2), Verdict::Kept, Verdict::Kept]
        );
        assert_eq!(verdicts(&[ONE, ONE], Sameness::Exact), [Verdict::Kept, same(0)], "of two that are alike the first");
        let text = Verdict::Dropped(0, WhyDropped::SameText);
        let other = BROKEN.replace("b3", "c2");
        assert_eq!(verdicts(&[BROKEN, BROKEN, &other], Sameness::Prefix), [Verdict::Kept, text, Verdict::Kept]);
    }

    #[test]
    fn a_mirror_image_is_the_same_game() {
        let turned = Checked::from_text(ONE).timeline().unwrap().turned(Symmetry::turned(60)).unwrap();
        assert_eq!(verdicts(&[ONE, &turned], Sameness::Exact), [Verdict::Kept; 2]);
        // The image has one more tag, `Position`.
        let found = verdicts(&[ONE, &turned, TOLD], Sameness::Symmetric);
        let dropped = Verdict::Dropped(1, WhyDropped::SameGameTurned);
        assert_eq!(found, [dropped, Verdict::Kept, dropped]);
    }

    #[test]
    fn a_prefix_of_another_game_is_dropped() {
        let found = verdicts(&[ONE, LONGER, DATED, RESIGNED], Sameness::Prefix);
        let beginning = Verdict::Dropped(1, WhyDropped::Beginning);
        assert_eq!(found, [beginning, Verdict::Kept, beginning, Verdict::Kept]);
    }
}
