//! Duplicates: records of the same game. The fullest record is kept, the one that contains the most
//! ([`Fullness`]). [`Identity`] has the keys of a record. [`Groups`] collects them, and decides at
//! the end which records are dropped ([`Groups::verdicts`]).
//!
//! A *key* is a hash. The key of a game is computed from its bare form, which contains only what
//! affects play. A *prefix* is the beginning of a game, up to one of its turns. Players and date
//! are the *occasion* of a game. Records are numbered from 0, in the order in which they are added.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::players_and_date::{Occasion, OccasionDifference};
use pipscribe::Checked;
use pipscribe::collection::{Fullness, Game};
use pipscribe::games::Context;
use pipscribe::notation::Record;
use pipscribe::replay::Timeline;
use pipscribe::text::{Key, RawRecord};

/// Number of turns below which two games may have the same turns by chance. Records of such games
/// are kept if their players or dates differ.
pub(crate) const SHORT_GAME: usize = 12;
/// Maximum number of kept records of a short game with which another one is compared. Beyond this
/// number, only a record with equal players and date is dropped.
const MAX_COMPARED: usize = 64;

/// Condition under which two records count as the same game. Except under [`Sameness::Turns`],
/// short games with different players or dates do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sameness {
    /// Their bare forms are equal.
    Exact,
    /// Their bare forms are equal, or are symmetric images of each other.
    Symmetric,
    /// Their bare forms are equal, or one record is unfinished and the other continues it.
    Prefix,
    /// Their bare forms are equal; the players do not matter.
    Turns,
}

/// Keys by which a record is recognised as a duplicate of another.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// Key shared by all records of the same game.
    key: Key,
    /// True if the record is identified by its bytes because it has no bare form.
    by_bytes: bool,
    pub(crate) fullness: Fullness,
    occasion: Occasion,
    /// True if another game may have the same turns by chance.
    is_short: bool,
    /// Keys of its prefixes, the shortest first; empty except under [`Sameness::Prefix`].
    prefixes: Vec<Key>,
    /// True if the record is unfinished, so that another one may continue it.
    is_open: bool,
}

impl Identity {
    /// Checks a record as far as its identity needs.
    pub(crate) fn check(raw: RawRecord, context: &Context, sameness: Sameness) -> Checked {
        match sameness {
            Sameness::Exact | Sameness::Turns => Checked::with_bare_form(raw, context),
            Sameness::Symmetric => Checked::with_keys(raw, context),
            Sameness::Prefix => Checked::in_full(Record::parse(raw), context),
        }
    }

    /// Computes the keys of a record.
    pub(crate) fn new(game: &Game<'_>, bytes: &[u8], sameness: Sameness) -> Self {
        let exact_key = || game.checked.bare().map(|bare| Key::of_raw(bare.as_bytes()));
        let key = match sameness {
            Sameness::Exact | Sameness::Prefix | Sameness::Turns => exact_key(),
            Sameness::Symmetric => game.checked.symmetric_key().or_else(exact_key),
        };
        let key_of_bytes = || {
            let text = String::from_utf8_lossy(bytes.trim_ascii());
            Key::of_raw(text.as_bytes())
        };
        let prefixes = match sameness {
            Sameness::Prefix => {
                let timeline = game.checked.timeline();
                timeline.map(Timeline::prefix_keys).unwrap_or_default()
            }
            Sameness::Exact | Sameness::Symmetric | Sameness::Turns => Vec::new(),
        };

        let report = &game.checked.report;
        let is_open = report.is_valid()
            && report.result.is_none()
            && game.claimed().is_none_or(|claimed| claimed == "*");
        // All turns of a valid record are legal.
        let turns = if report.is_valid() {
            report.turns as usize
        } else {
            game.checked.record().moves.turns.len()
        };
        Self {
            key: key.unwrap_or_else(key_of_bytes),
            by_bytes: key.is_none(),
            fullness: Fullness::from_game(game),
            occasion: Occasion::from_record(game.checked.head()),
            is_short: turns < SHORT_GAME,
            prefixes,
            is_open,
        }
    }
}

/// Reason why a record is dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhyDropped {
    /// Another record contains the same game.
    SameGame,
    /// Another record contains the same game, possibly on a rotated or reflected board.
    SameGameTurned,
    /// Another record continues this one.
    Beginning,
    /// Another record has the same bytes.
    SameText,
}

impl WhyDropped {
    /// Returns the relation to the record that is kept, in words.
    pub(crate) fn in_words(self) -> &'static str {
        match self {
            Self::SameGame => "the same game as",
            Self::SameGameTurned => "the same game, possibly on a rotated board, as",
            Self::Beginning => "the beginning of",
            Self::SameText => "the same text as",
        }
    }

    /// Returns the name used in JSON.
    pub(crate) fn name(self) -> &'static str {
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
pub(crate) enum Verdict {
    /// The record is kept.
    Kept,
    /// The record is kept although the record with this number has the same turns: the game is
    /// short, and its players or date differ.
    KeptApart(usize),
    /// The record with this number is kept in its place.
    Dropped(usize, WhyDropped),
}

/// Record of a group.
#[derive(Debug)]
struct Member {
    key: Key,
    by_bytes: bool,
    fullness: Fullness,
    occasion: Occasion,
    is_short: bool,
    /// Key of all turns if the record is unfinished, under [`Sameness::Prefix`]. It is compared
    /// with the prefixes of other records.
    whole: Option<Key>,
}

/// Groups records of the same game. Stores keys only, no texts.
#[derive(Debug)]
pub(crate) struct Groups {
    sameness: Sameness,
    records: Vec<Member>,
    /// Number of the fullest record that has a given prefix, by the key of the prefix. Each prefix
    /// has a second entry for records with the same players.
    fullest_by_prefix: HashMap<Key, usize>,
}

impl Groups {
    /// Creates an empty set of groups.
    pub(crate) fn new(sameness: Sameness) -> Self {
        Self {
            sameness,
            records: Vec::new(),
            fullest_by_prefix: HashMap::new(),
        }
    }

    /// Adds the next record.
    pub(crate) fn add(&mut self, identity: Identity) {
        let Identity {
            key,
            by_bytes,
            fullness,
            occasion,
            is_short,
            prefixes,
            is_open,
        } = identity;
        let number = self.records.len();
        // The longest prefix is the whole game.
        let whole = if is_open {
            prefixes.last().copied()
        } else {
            None
        };
        self.records.push(Member {
            key,
            by_bytes,
            fullness,
            occasion,
            is_short,
            whole,
        });

        for prefix in prefixes {
            self.note_prefix(prefix, number, fullness);
            if let Some(with_players) = occasion.key_with_players(prefix) {
                self.note_prefix(with_players, number, fullness);
            }
        }
    }

    /// Notes that a record has a prefix, if it is the fullest record with this prefix.
    fn note_prefix(&mut self, key: Key, number: usize, fullness: Fullness) {
        let fullest = self.fullest_by_prefix.entry(key).or_insert(number);
        // The first of equally full records is kept.
        let is_fuller = self
            .records
            .get(*fullest)
            .is_some_and(|other| other.fullness < fullness);
        if is_fuller {
            *fullest = number;
        }
    }

    /// Returns the decision on each record, in the order in which they were added.
    pub(crate) fn verdicts(&self) -> Vec<Verdict> {
        let mut verdicts = self.verdicts_of_equals();
        for (verdict, member) in verdicts.iter_mut().zip(&self.records) {
            if let Some(longer_record) = self.longer_record(member) {
                *verdict = Verdict::Dropped(longer_record, WhyDropped::Beginning);
            }
        }
        (0..verdicts.len())
            .map(|number| self.final_verdict(number, &verdicts))
            .collect()
    }

    /// Returns the differences between the players and dates of two records, given by their
    /// numbers.
    pub(crate) fn difference(&self, one: usize, other: usize) -> OccasionDifference {
        match (self.records.get(one), self.records.get(other)) {
            (Some(one), Some(other)) => one.occasion.difference(other.occasion),
            _ => OccasionDifference::default(),
        }
    }

    /// Returns the decisions among records with equal keys: all but the fullest are dropped.
    fn verdicts_of_equals(&self) -> Vec<Verdict> {
        let mut order: Vec<usize> = (0..self.records.len()).collect();
        // The first of equally full records is kept.
        order.sort_by_key(|&number| {
            let Member { key, fullness, .. } = self.records[number];
            (key, Reverse(fullness), number)
        });

        let mut verdicts = vec![Verdict::Kept; order.len()];
        let have_equal_keys =
            |one: &usize, other: &usize| self.records[*one].key == self.records[*other].key;
        for equals in order.chunk_by(have_equal_keys) {
            let mut kept = KeptEquals::default();
            for &number in equals {
                verdicts[number] = self.verdict_among(number, &kept);
                if !matches!(verdicts[number], Verdict::Dropped(..)) {
                    kept.push(number, self.records[number].occasion);
                }
            }
        }
        verdicts
    }

    /// Returns the decision on a record, given the fuller records with the same key that are kept.
    fn verdict_among(&self, number: usize, kept: &KeptEquals) -> Verdict {
        let member = &self.records[number];
        let Some(&fullest) = kept.numbers.first() else {
            return Verdict::Kept;
        };
        let may_be_same_game = |other: &&usize| self.difference(number, **other).is_none();
        let with_same_occasion = kept
            .numbers
            .iter()
            .take(MAX_COMPARED)
            .find(may_be_same_game)
            .or_else(|| kept.by_occasion.get(&member.occasion));
        match with_same_occasion {
            Some(&other) => Verdict::Dropped(other, self.reason(member.by_bytes)),
            None if self.may_be_chance(member) => Verdict::KeptApart(fullest),
            None => Verdict::Dropped(fullest, self.reason(member.by_bytes)),
        }
    }

    /// Returns true if the game is so short that other players may have played the same turns by
    /// chance.
    fn may_be_chance(&self, member: &Member) -> bool {
        self.sameness != Sameness::Turns && member.is_short
    }

    /// Returns the final decision on a record: the record that replaces it may itself be dropped.
    fn final_verdict(&self, number: usize, verdicts: &[Verdict]) -> Verdict {
        let mut verdict = verdicts.get(number).copied().unwrap_or(Verdict::Kept);
        while let Verdict::Dropped(kept, why) = verdict {
            let Some(Verdict::Dropped(kept_instead, why_of_kept)) = verdicts.get(kept) else {
                break;
            };
            let why = if *why_of_kept == WhyDropped::Beginning {
                WhyDropped::Beginning
            } else {
                why
            };
            verdict = Verdict::Dropped(*kept_instead, why);
        }

        // The record that is kept in the end may have other players or another date.
        if let Verdict::Dropped(kept, _) = verdict
            && let Some(member) = self.records.get(number)
            && self.may_be_chance(member)
            && !self.difference(number, kept).is_none()
        {
            return Verdict::KeptApart(kept);
        }
        verdict
    }

    /// Returns the fullest valid record that continues an unfinished one, preferably a record with
    /// the same players.
    fn longer_record(&self, member: &Member) -> Option<usize> {
        let whole = member.whole?;
        let with_same_players = member
            .occasion
            .key_with_players(whole)
            .and_then(|key| self.record_that_continues(member, key));
        with_same_players.or_else(|| self.record_that_continues(member, whole))
    }

    /// Returns the fullest record with a prefix if it is a valid record that continues `member`.
    fn record_that_continues(&self, member: &Member, prefix: Key) -> Option<usize> {
        let number = *self.fullest_by_prefix.get(&prefix)?;
        let other = self.records.get(number)?;
        let continues = other.fullness.is_valid && other.fullness.turns > member.fullness.turns;
        let is_other_game =
            self.may_be_chance(member) && !member.occasion.difference(other.occasion).is_none();
        (continues && !is_other_game).then_some(number)
    }

    /// Returns why a record with the same key as another one is dropped.
    fn reason(&self, by_bytes: bool) -> WhyDropped {
        match self.sameness {
            _ if by_bytes => WhyDropped::SameText,
            Sameness::Symmetric => WhyDropped::SameGameTurned,
            Sameness::Exact | Sameness::Prefix | Sameness::Turns => WhyDropped::SameGame,
        }
    }
}

/// Records with equal keys that are kept, the fullest first.
#[derive(Default)]
struct KeptEquals {
    numbers: Vec<usize>,
    /// The last of these records with given players and a given date.
    by_occasion: HashMap<Occasion, usize>,
}

impl KeptEquals {
    fn push(&mut self, number: usize, occasion: Occasion) {
        self.numbers.push(number);
        self.by_occasion.insert(occasion, number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::games::Symmetry;

    fn verdicts(texts: &[&str], sameness: Sameness) -> Vec<Verdict> {
        let mut groups = Groups::new(sameness);
        for text in texts {
            let checked = Checked::from_text(text);
            groups.add(Identity::new(
                &Game::new(&checked),
                text.as_bytes(),
                sameness,
            ));
        }
        groups.verdicts()
    }

    const ONE: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 *\n";
    const DATED: &str =
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Date \"2026\"]\n\n1. a2-b3 2. c2 *\n";
    const TOLD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {good} 2. c2 *\n";
    const LONGER: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. c2 3. a2-c4 *\n";
    const RESIGNED: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. resign 1-0\n";
    const BROKEN: &str = "[Game \"gipf\"]\n\n1. b3 *\n";

    #[test]
    fn the_fullest_is_kept() {
        let same = |number| Verdict::Dropped(number, WhyDropped::SameGame);
        assert_eq!(
            verdicts(&[ONE, TOLD, DATED, LONGER], Sameness::Exact),
            [same(2), same(2), Verdict::Kept, Verdict::Kept]
        );
        assert_eq!(
            verdicts(&[ONE, ONE], Sameness::Exact),
            [Verdict::Kept, same(0)],
            "of two that are alike the first"
        );
        let text = Verdict::Dropped(0, WhyDropped::SameText);
        let other = BROKEN.replace("b3", "c2");
        assert_eq!(
            verdicts(&[BROKEN, BROKEN, &other], Sameness::Prefix),
            [Verdict::Kept, text, Verdict::Kept]
        );
    }

    #[test]
    fn a_mirror_image_is_the_same_game() {
        let turned = Checked::from_text(ONE)
            .timeline()
            .unwrap()
            .turned(Symmetry::turned(60))
            .unwrap();
        assert_eq!(
            verdicts(&[ONE, &turned], Sameness::Exact),
            [Verdict::Kept; 2]
        );
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

    /// A short game with tags.
    fn short(tags: &str) -> String {
        format!("[Game \"gipf\"]\n[Variant \"basic\"]\n{tags}\n\n1. b3 2. c2 3. resign 0-1\n")
    }

    #[test]
    fn short_games_of_other_players_are_kept() {
        let ann = short("[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Event \"Club\"]");
        let cy = short("[Player1 \"Cy\"]\n[Player2 \"Di\"]");
        let dated = short("[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \"2026\"]\n[Site \"x\"]");
        let later = short("[Player1 \"Ann\"]\n[Player2 \"Bob\"]\n[Date \"2027\"]");
        let unknown = short("");
        let all = [ann.as_str(), &cy, &dated, &later, &unknown, &cy];
        let same = |number| Verdict::Dropped(number, WhyDropped::SameGame);
        let [kept, apart] = [Verdict::Kept, Verdict::KeptApart(2)];
        for sameness in [Sameness::Exact, Sameness::Prefix] {
            assert_eq!(
                verdicts(&all, sameness),
                [same(2), apart, kept, apart, same(2), same(1)]
            );
        }
        assert_eq!(
            verdicts(&all, Sameness::Turns),
            [same(2), same(2), kept, same(2), same(2), same(2)]
        );
    }

    #[test]
    fn a_short_beginning_of_another_game_is_kept() {
        let game_of = |player: &str, turns: &str| {
            format!("[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"{player}\"]\n\n{turns} *\n")
        };
        let all = [
            game_of("Ann", "b3 c2"),
            game_of("Cy", "b3 c2 a2-c4"),
            game_of("Ann", "b3 c2 d2"),
            game_of("Bo", "b3 c2"),
            ONE.to_owned(),
        ];
        let found = verdicts(&all.each_ref().map(String::as_str), Sameness::Prefix);
        let beginning = |number| Verdict::Dropped(number, WhyDropped::Beginning);
        assert_eq!(found[..3], [beginning(2), Verdict::Kept, Verdict::Kept]);
        assert!(matches!(found[3], Verdict::KeptApart(_)), "{found:?}");
        assert_eq!(found[4], beginning(1));
    }

    #[test]
    fn long_games_of_other_players_are_dropped() {
        let turns = "b3 c2 d2 f2 g2 h3 g6 f7 d7 c6 b5 b4";
        let game_of = |player: &str, turns: &str| {
            format!("[Game \"gipf\"]\n[Variant \"basic\"]\n[Player1 \"{player}\"]\n\n{turns} *\n")
        };
        let long = [game_of("Ann", turns), game_of("Bo", turns)];
        let found = verdicts(&long.each_ref().map(String::as_str), Sameness::Exact);
        assert_eq!(
            found,
            [Verdict::Kept, Verdict::Dropped(0, WhyDropped::SameGame)]
        );
        let less = turns.rsplit_once(' ').unwrap().0;
        let short = [game_of("Ann", less), game_of("Bo", less)];
        let found = verdicts(&short.each_ref().map(String::as_str), Sameness::Exact);
        assert_eq!(found, [Verdict::Kept, Verdict::KeptApart(0)]);
    }
}
