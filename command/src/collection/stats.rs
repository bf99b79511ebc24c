//! Statistics of a collection: games, lengths, results by seat, codes, and openings.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::variation_counts::VariationCounts;
use pipscribe::collection::Game;
use pipscribe::games::GameId;
use pipscribe::notation::{Outcome, Points, Standing};
use pipscribe::replay::Timeline;
use pipscribe::text::Key;

/// Maximum number of openings that are counted separately. Later games are counted up to the last
/// opening that already exists.
pub(super) const MAX_OPENINGS: usize = 1_000_000;

/// Options for counting openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OpeningOptions {
    /// Number of turns to follow.
    pub depth: usize,
    /// True if openings that lead to symmetric images of one position are merged. The merged
    /// opening has the name of the first one found.
    pub symmetric: bool,
}

/// Facts counted for one record.
#[derive(Clone, Debug)]
pub(crate) struct RecordFacts {
    game: Option<GameId>,
    variant: Option<String>,
    is_valid: bool,
    turns: u32,
    result: Option<Standing>,
    score: Option<Vec<u32>>,
    termination: Option<String>,
    codes: Vec<&'static str>,
    /// First turns, each with the key of the position after it if symmetric openings are merged.
    opening: Vec<(String, Option<Key>)>,
    /// Variations, if they are counted.
    variations: Option<VariationCounts>,
}

impl RecordFacts {
    /// Collects the facts of a record.
    pub(crate) fn new(game: &Game<'_>, options: OpeningOptions) -> Self {
        let report = &game.checked.report;
        let result = report
            .result
            .clone()
            .or_else(|| match game.claimed()?.parse().ok()? {
                Outcome::Decided(standing) => Some(standing),
                _ => None,
            });
        let mut codes: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| finding.code.id)
            .collect();
        codes.sort_unstable();
        codes.dedup();
        let timeline = if options.depth > 0 {
            game.checked.timeline().ok()
        } else {
            None
        };
        Self {
            game: game.checked.game,
            variant: game.variant(),
            is_valid: report.is_valid(),
            turns: report.turns,
            result,
            score: report.score.clone(),
            termination: game
                .checked
                .tag("Termination")
                .map(|tag| tag.value.to_string()),
            codes,
            opening: timeline
                .map(|timeline| opening(timeline, options))
                .unwrap_or_default(),
            variations: None,
        }
    }

    /// Also counts the variations of the record.
    #[must_use]
    pub(crate) fn with_variations(self, game: &Game<'_>) -> Self {
        Self {
            variations: Some(VariationCounts::from_record(game.checked.record())),
            ..self
        }
    }
}

fn opening(timeline: &Timeline, options: OpeningOptions) -> Vec<(String, Option<Key>)> {
    // A game from another starting position has no standard opening.
    if timeline.record().tag("Position").is_some() {
        return Vec::new();
    }
    let mut cache = Default::default();
    let turns = timeline.main_line().take(options.depth).map_while(|frame| {
        let key = options
            .symmetric
            .then(|| frame.position.keys(&mut cache).symmetric);
        Some((frame.canonical_turn()?, key))
    });
    turns.collect()
}

/// Games with a common property, and their outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Outcomes {
    /// Number of games.
    pub games: u64,
    /// Number of games with a result, by the rules or as claimed by the record.
    pub decided: u64,
    /// Score of each seat in these games, in half points, seat 1 first.
    pub half_points: Vec<u64>,
}

impl Outcomes {
    fn add(&mut self, result: Option<&Standing>) {
        self.games += 1;
        let Some(points) = result.map(Standing::points) else {
            return;
        };
        self.decided += 1;
        if self.half_points.len() < points.len() {
            self.half_points.resize(points.len(), 0);
        }
        for (sum, points) in self.half_points.iter_mut().zip(points) {
            *sum += match points {
                Points::Loss => 0,
                Points::Half => 1,
                Points::Win => 2,
            };
        }
    }

    /// Returns the percentage of the possible points that a seat (from 1) scored, rounded; `None`
    /// if no game has a result.
    pub(crate) fn percent(&self, seat: usize) -> Option<u64> {
        let got = self.half_points.get(seat.checked_sub(1)?)?;
        let all = self.decided * 2;
        (all > 0).then(|| (got * 100 + all / 2) / all)
    }
}

/// Opening tree: a turn, and the games that continue from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Opening {
    /// The turn that leads here, in canonical form; nothing at the root.
    pub turn: String,
    /// The games with this opening.
    #[serde(flatten)]
    pub outcomes: Outcomes,
    /// Continuations, the most frequent first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<Opening>,
}

/// Identity of a continuation among its siblings: the position to which it leads, or the turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ContinuationKey {
    Position(Key),
    Turn(Box<str>),
}

/// Node of the tree of openings while games are counted.
#[derive(Clone, Debug)]
struct Node {
    turn: Box<str>,
    outcomes: Outcomes,
    /// Parent node; `None` for a first turn.
    parent: Option<u32>,
}

/// All openings, in the order in which they were found. There can be a million of them, and most
/// have at most one child.
#[derive(Clone, Debug, Default)]
struct OpeningTree {
    all: Outcomes,
    nodes: Vec<Node>,
    node_by_key: HashMap<(Option<u32>, ContinuationKey), u32>,
}

impl OpeningTree {
    /// Adds the opening of a game. `openings` is the number of all openings. Returns true if there
    /// was room for the whole opening.
    fn add(&mut self, facts: &RecordFacts, openings: &mut usize) -> bool {
        let result = facts.result.as_ref();
        self.all.add(result);
        let mut parent = None;
        for (turn, key) in &facts.opening {
            let name = key.map_or_else(
                || ContinuationKey::Turn(turn.as_str().into()),
                ContinuationKey::Position,
            );
            let place = match self.node_by_key.get(&(parent, name.clone())) {
                Some(place) => *place,
                None => {
                    let Ok(place) = u32::try_from(self.nodes.len()) else {
                        return false;
                    };
                    if *openings == MAX_OPENINGS {
                        return false;
                    }
                    *openings += 1;
                    self.node_by_key.insert((parent, name), place);
                    self.nodes.push(Node {
                        turn: turn.as_str().into(),
                        outcomes: Outcomes::default(),
                        parent,
                    });
                    place
                }
            };
            if let Some(node) = self.nodes.get_mut(place as usize) {
                node.outcomes.add(result);
            }
            parent = Some(place);
        }

        true
    }

    /// Builds the tree. Every node comes after its parent, so the tree is built from the last node
    /// to the first.
    fn opening(&self) -> Opening {
        let mut first = Vec::new();
        let mut below: Vec<Vec<Opening>> = Vec::new();
        below.resize_with(self.nodes.len(), Vec::new);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let next = below.get_mut(index).map(std::mem::take).unwrap_or_default();
            let opening = Opening {
                turn: node.turn.to_string(),
                outcomes: node.outcomes.clone(),
                next: by_frequency(next),
            };
            let siblings = node
                .parent
                .and_then(|parent| below.get_mut(parent as usize))
                .unwrap_or(&mut first);
            siblings.push(opening);
        }
        Opening {
            turn: String::new(),
            outcomes: self.all.clone(),
            next: by_frequency(first),
        }
    }
}

/// Sorts by descending frequency. Equally frequent openings keep the order in which they were
/// found; the input is in reverse order.
fn by_frequency(mut openings: Vec<Opening>) -> Vec<Opening> {
    openings.reverse();
    openings.sort_by_key(|opening| std::cmp::Reverse(opening.outcomes.games));
    openings.shrink_to_fit();
    openings
}

/// Statistics of a variant of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariantStats {
    /// Number of valid records.
    pub valid: u64,
    /// Totals of all games.
    pub outcomes: Outcomes,
    /// Number of games by number of turns.
    pub lengths: BTreeMap<u32, u64>,
    /// Number of games by result; `*` for no result.
    pub results: BTreeMap<String, u64>,
    /// Number of games by value of the tag `Termination`; the empty text for games without the tag.
    pub terminations: BTreeMap<String, u64>,
    /// Number of games with a score, and the sum of the scores of each seat.
    pub scores: (u64, Vec<u64>),
    /// Counts of variations; `None` if they are not counted.
    pub variations: Option<VariationCounts>,
    opening_tree: OpeningTree,
}

impl VariantStats {
    fn add(&mut self, facts: &RecordFacts, openings: &mut usize) -> bool {
        let RecordFacts {
            is_valid,
            turns,
            result,
            score,
            termination,
            ..
        } = facts;
        self.valid += u64::from(*is_valid);
        if let Some(variations) = facts.variations {
            self.variations.get_or_insert_default().add(variations);
        }
        self.outcomes.add(result.as_ref());
        *self.lengths.entry(*turns).or_default() += 1;
        let result_text = result
            .as_ref()
            .map_or_else(|| "*".to_owned(), ToString::to_string);
        *self.results.entry(result_text).or_default() += 1;
        *self
            .terminations
            .entry(termination.clone().unwrap_or_default())
            .or_default() += 1;
        if let Some(score) = score {
            let (games, sums) = &mut self.scores;
            *games += 1;
            sums.resize(sums.len().max(score.len()), 0);
            for (sum, points) in sums.iter_mut().zip(score) {
                *sum += u64::from(*points);
            }
        }

        self.opening_tree.add(facts, openings)
    }

    /// Returns the tree of openings.
    pub(crate) fn openings(&self) -> Opening {
        self.opening_tree.opening()
    }

    /// Returns the median number of turns. If there are two middle values, returns the lower one.
    pub(crate) fn median(&self) -> u32 {
        let half = self.outcomes.games.div_ceil(2);
        let mut seen = 0;
        for (turns, count) in &self.lengths {
            seen += count;
            if seen >= half {
                return *turns;
            }
        }
        0
    }

    /// Returns the total number of turns.
    pub(crate) fn turns(&self) -> u64 {
        self.lengths
            .iter()
            .map(|(turns, count)| u64::from(*turns) * count)
            .sum()
    }
}

/// Statistics of a collection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stats {
    /// Number of records.
    pub records: u64,
    /// Number of valid records.
    pub valid: u64,
    /// Statistics of each variant. The game is `None` and the variant empty if unknown.
    pub variants: BTreeMap<(Option<GameId>, String), VariantStats>,
    /// Number of records by code.
    pub codes: BTreeMap<&'static str, u64>,
    /// Number of games whose opening did not fit within [`MAX_OPENINGS`].
    pub openings_cut: u64,
    /// Number of openings of all variants.
    openings: usize,
}

impl Stats {
    /// Counts a record.
    pub(crate) fn add(&mut self, facts: &RecordFacts) {
        self.records += 1;
        self.valid += u64::from(facts.is_valid);
        for code in &facts.codes {
            *self.codes.entry(code).or_default() += 1;
        }
        let key = (facts.game, facts.variant.clone().unwrap_or_default());
        let has_room = self
            .variants
            .entry(key)
            .or_default()
            .add(facts, &mut self.openings);
        self.openings_cut += u64::from(!has_room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pipscribe::check::Checked;

    fn stats(texts: &[&str], symmetric: bool) -> Stats {
        let mut stats = Stats::default();
        for text in texts {
            let checked = Checked::from_text(text);
            stats.add(&RecordFacts::new(
                &Game::new(&checked),
                OpeningOptions {
                    depth: 2,
                    symmetric,
                },
            ));
        }
        stats
    }

    #[test]
    fn games_are_counted_with_their_outcomes() {
        let record = |turns: &str| format!("[Game \"gipf\"]\n[Variant \"basic\"]\n\n{turns}\n");
        let records = [
            record("1. b3 2. resign 1-0"),
            record("1. b3 2. c2 3. resign 0-1"),
            record("1. c2 *"),
            record("1. b9 *"),
            "no record".to_owned(),
        ];
        let texts: Vec<&str> = records.iter().map(String::as_str).collect();
        let all = stats(&texts, false);
        assert_eq!((all.records, all.valid), (5, 3));
        let variant = &all.variants[&(Some(GameId::Gipf), "basic".to_owned())];
        assert_eq!(
            (
                variant.outcomes.games,
                variant.outcomes.decided,
                variant.median(),
                variant.turns()
            ),
            (4, 2, 1, 6)
        );
        assert_eq!(variant.outcomes.percent(1), Some(50));
        let openings = variant.openings();
        let firsts: Vec<_> = openings
            .next
            .iter()
            .map(|node| (node.turn.as_str(), node.outcomes.games))
            .collect();
        assert_eq!(firsts, [("b3", 2), ("c2", 1)]);
        assert_eq!(openings.next[0].next.len(), 2);
        assert_eq!(all.codes["gipf/off-board"], 1);
        // With symmetry, b3 and c2 are one opening: the starting position has six symmetries, and
        // both points are neighbours of one corner.
        let symmetric = stats(&texts, true);
        let variant = &symmetric.variants[&(Some(GameId::Gipf), "basic".to_owned())];
        let firsts: Vec<_> = variant
            .openings()
            .next
            .iter()
            .map(|node| node.outcomes.games)
            .collect();
        assert_eq!(firsts, [3]);
    }
}
