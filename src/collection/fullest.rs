//! Which of several records of one game is kept: the fullest.

use std::cmp::{Ordering, Reverse};
use std::collections::HashMap;

use super::games::Game;
use crate::notation::{Item, comments_of};
use crate::replay::Timeline;
use crate::text::Key;

/// When two records are of the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sameness {
    /// Their bare forms are the same.
    Exact,
    /// Or those of some images of them, whichever way the board is turned.
    Symmetric,
    /// Or one of them is open, and the other begins like it.
    Prefix,
}

/// How full a record is: the greater, the more there is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fullness {
    /// One without errors tells more than one with.
    is_valid: bool,
    /// Turns of the main line, which are more where one is the beginning of another.
    turns: u32,
    /// Tags that say something: neither empty nor `?`.
    tags: u32,
    /// Bytes of comments, and variations.
    remarks: u32,
}

impl Fullness {
    /// That of a record.
    pub fn of(game: &Game<'_>) -> Self {
        let record = game.checked.record();
        let says = |value: &str| !value.is_empty() && !value.chars().all(|letter| "?.-*".contains(letter));
        let tags = record.tags.iter().filter(|tag| says(&tag.value)).count();
        let items = |items: &[Item]| {
            let variations = items.iter().filter_map(|item| match item {
                Item::Variation(variation) => Some(variation.span.len()),
                Item::Comment(_) | Item::Hash(_) => None,
            });
            comments_of(items).map(|comment| comment.span.len()).chain(variations).sum::<usize>()
        };
        let behind: usize = record.moves.turns.iter().map(|node| items(&node.after) + node.glyphs.len()).sum();
        let remarks = items(&record.moves.opening) + behind + items(&record.closing);
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let report = &game.checked.report;
        Self { is_valid: report.is_valid(), turns: report.turns, tags: count(tags), remarks: count(remarks) }
    }

    /// How many tags say something: they are neither empty nor `?`.
    pub fn tags(&self) -> u32 {
        self.tags
    }

    /// How many bytes of comments and variations there are, and how many glyphs.
    pub fn remarks(&self) -> u32 {
        self.remarks
    }
}

/// What is kept of a record to tell it from others.
#[derive(Clone, Debug)]
pub struct Identity {
    /// What records of the same game share.
    key: Key,
    /// It is told by its bytes, since it has no bare form.
    by_bytes: bool,
    fullness: Fullness,
    /// The keys of its beginnings, where one of them may be another record.
    prefixes: Vec<Key>,
    /// It may be the beginning of another.
    is_open: bool,
}

impl Identity {
    /// What tells a record from others that are not the same.
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

/// Why a record is not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyDropped {
    /// Another is of the same game.
    SameGame,
    /// Another is of the same game on a turned board, or of the same.
    SameGameTurned,
    /// Another goes on from where it ends.
    Beginning,
    /// Another has the same bytes.
    SameText,
}

impl WhyDropped {
    /// What it is to the record that is kept.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::SameGame => "the same game as",
            Self::SameGameTurned => "the same game, the board turned or not, as",
            Self::Beginning => "the beginning of",
            Self::SameText => "the same text as",
        }
    }

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::SameGame => "same-game",
            Self::SameGameTurned => "same-game-turned",
            Self::Beginning => "beginning",
            Self::SameText => "same-text",
        }
    }
}

/// What becomes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is kept.
    Kept,
    /// The record of that number, from 0, is kept in its place.
    Dropped(usize, WhyDropped),
}

/// Groups records of the same game. It keeps keys, and no texts.
#[derive(Debug)]
pub struct Groups {
    sameness: Sameness,
    /// Of each record its key, whether it is told by bytes, how full it is, and the key of the whole game where it is open.
    records: Vec<(Key, bool, Fullness, Option<Key>)>,
    /// The fullest record that has a beginning, by its key.
    longest: HashMap<Key, usize>,
}

impl Groups {
    /// No records yet.
    pub fn new(sameness: Sameness) -> Self {
        Self { sameness, records: Vec::new(), longest: HashMap::new() }
    }

    /// Adds the next record.
    pub fn add(&mut self, identity: Identity) {
        let Identity { key, by_bytes, fullness, prefixes, is_open } = identity;
        let at = self.records.len();
        let whole = prefixes.last().copied().filter(|_| is_open);
        self.records.push((key, by_bytes, fullness, whole));
        for prefix in prefixes {
            let records = &self.records;
            let held = self.longest.entry(prefix).or_insert(at);
            // Of those that are as full the first is kept.
            if records.get(*held).is_some_and(|(_, _, other, _)| *other < fullness) {
                *held = at;
            }
        }
    }

    /// What becomes of each record, in their order.
    pub fn verdicts(&self) -> Vec<Verdict> {
        let rank = |at: usize| self.records.get(at).map(|(_, _, fullness, _)| (*fullness, Reverse(at)));
        let mut fullest: HashMap<Key, usize> = HashMap::new();
        for (at, (key, ..)) in self.records.iter().enumerate() {
            let held = fullest.entry(*key).or_insert(at);
            if rank(*held).cmp(&rank(at)) == Ordering::Less {
                *held = at;
            }
        }
        let verdict = |(at, (key, by_bytes, fullness, whole)): (usize, &(Key, bool, Fullness, Option<Key>))| {
            let longer = whole.and_then(|whole| self.longest.get(&whole)).copied();
            let longer = longer.filter(|&other| {
                self.records.get(other).is_some_and(|(.., other, _)| other.is_valid && other.turns > fullness.turns)
            });
            if let Some(longer) = longer {
                return Verdict::Dropped(longer, WhyDropped::Beginning);
            }
            match fullest.get(key) {
                Some(&held) if held != at => Verdict::Dropped(held, self.why(*by_bytes)),
                _ => Verdict::Kept,
            }
        };
        let verdicts: Vec<Verdict> = self.records.iter().enumerate().map(verdict).collect();
        // One that is kept in the place of others may itself be the beginning of a longer one.
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
    fn an_image_is_the_same_game() {
        let turned = Checked::from_text(ONE).timeline().unwrap().turned(Symmetry::turned(60)).unwrap();
        assert_eq!(verdicts(&[ONE, &turned], Sameness::Exact), [Verdict::Kept; 2]);
        // The image has a position, which is a tag more.
        let found = verdicts(&[ONE, &turned, TOLD], Sameness::Symmetric);
        let dropped = Verdict::Dropped(1, WhyDropped::SameGameTurned);
        assert_eq!(found, [dropped, Verdict::Kept, dropped]);
    }

    #[test]
    fn the_beginning_of_another_goes() {
        let found = verdicts(&[ONE, LONGER, DATED, RESIGNED], Sameness::Prefix);
        let beginning = Verdict::Dropped(1, WhyDropped::Beginning);
        assert_eq!(found, [beginning, Verdict::Kept, beginning, Verdict::Kept]);
    }
}
