//! Statistics of a collection: games, lengths, results by seat, codes, and openings. An opening is
//! a sequence of first turns. The openings of all games form a tree ([`OpeningTree`]), in which
//! each node is a turn after the turns above it.

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
    opening: Vec<OpeningTurn>,
    /// Variations, if they are counted.
    variations: Option<VariationCounts>,
}

/// One of the first turns of a record.
#[derive(Clone, Debug)]
struct OpeningTurn {
    turn: String,
    /// The key of the position after it, if symmetric openings are merged. It is the same for all
    /// symmetric images of the position.
    position_key: Option<Key>,
}

impl RecordFacts {
    /// Collects the facts of a record.
    pub(crate) fn new(game: &Game<'_>, options: OpeningOptions) -> Self {
        let report = &game.checked.report;
        let claimed_result = || match game.claimed()?.parse().ok()? {
            Outcome::Decided(standing) => Some(standing),
            _ => None,
        };
        let result = report.result.clone().or_else(claimed_result);
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
        let opening = timeline.map_or_else(Vec::new, |timeline| opening(timeline, options));
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
            opening,
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

/// Returns the first turns of a replay.
fn opening(timeline: &Timeline, options: OpeningOptions) -> Vec<OpeningTurn> {
    // A game from another starting position has no standard opening.
    if timeline.record().tag("Position").is_some() {
        return Vec::new();
    }
    let mut cache = Default::default();
    let turns = timeline.main_line().take(options.depth).map_while(|frame| {
        let position_key = options
            .symmetric
            .then(|| frame.position.keys(&mut cache).symmetric);
        Some(OpeningTurn {
            turn: frame.position.turn()?,
            position_key,
        })
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
        let scored = self.half_points.get(seat.checked_sub(1)?)?;
        let possible = self.decided * 2;
        if possible == 0 {
            return None;
        }
        // Half of the divisor is added, so that the quotient is rounded.
        Some((scored * 100 + possible / 2) / possible)
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
    /// Index of the parent node; `None` for a first turn.
    parent: Option<u32>,
}

/// All openings, in the order in which they were found. There can be a million of them, and most
/// have at most one child, so nodes do not own their children.
#[derive(Clone, Debug, Default)]
struct OpeningTree {
    /// Outcomes of all games.
    all: Outcomes,
    nodes: Vec<Node>,
    /// The index of a node, by its parent and its key.
    node_by_key: HashMap<(Option<u32>, ContinuationKey), u32>,
}

impl OpeningTree {
    /// Adds the opening of a game. `openings` is the number of openings of all variants. Returns
    /// true if there was room for the whole opening.
    fn add(&mut self, facts: &RecordFacts, openings: &mut usize) -> bool {
        let result = facts.result.as_ref();
        self.all.add(result);
        let mut parent = None;
        for turn in &facts.opening {
            let Some(index) = self.node_after(parent, turn, openings) else {
                return false;
            };
            if let Some(node) = self.nodes.get_mut(index as usize) {
                node.outcomes.add(result);
            }
            parent = Some(index);
        }

        true
    }

    /// Returns the index of the node for a turn after `parent`, and creates the node if it is new;
    /// `None` if there is no room for it.
    fn node_after(
        &mut self,
        parent: Option<u32>,
        turn: &OpeningTurn,
        openings: &mut usize,
    ) -> Option<u32> {
        let key = match turn.position_key {
            Some(key) => ContinuationKey::Position(key),
            None => ContinuationKey::Turn(turn.turn.as_str().into()),
        };
        let key_with_parent = (parent, key);
        if let Some(index) = self.node_by_key.get(&key_with_parent) {
            return Some(*index);
        }

        let index = u32::try_from(self.nodes.len()).ok()?;
        if *openings == MAX_OPENINGS {
            return None;
        }
        *openings += 1;
        self.node_by_key.insert(key_with_parent, index);
        self.nodes.push(Node {
            turn: turn.turn.as_str().into(),
            outcomes: Outcomes::default(),
            parent,
        });
        Some(index)
    }

    /// Builds the tree. Every node comes after its parent, so the tree is built from the last node
    /// to the first: when a node is reached, its continuations are complete.
    fn opening(&self) -> Opening {
        let mut first_turns = Vec::new();
        let mut continuations: Vec<Vec<Opening>> = Vec::new();
        continuations.resize_with(self.nodes.len(), Vec::new);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let next = continuations
                .get_mut(index)
                .map(std::mem::take)
                .unwrap_or_default();
            let opening = Opening {
                turn: node.turn.to_string(),
                outcomes: node.outcomes.clone(),
                next: by_frequency(next),
            };
            let siblings = node
                .parent
                .and_then(|parent| continuations.get_mut(parent as usize))
                .unwrap_or(&mut first_turns);
            siblings.push(opening);
        }
        Opening {
            turn: String::new(),
            outcomes: self.all.clone(),
            next: by_frequency(first_turns),
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

/// Scores of the games that have a score.
#[derive(Clone, Debug, Default)]
pub(crate) struct ScoreSums {
    /// Number of these games.
    pub games: u64,
    /// Sum of the scores of each seat, seat 1 first.
    pub by_seat: Vec<u64>,
}

impl ScoreSums {
    fn add(&mut self, score: &[u32]) {
        self.games += 1;
        if self.by_seat.len() < score.len() {
            self.by_seat.resize(score.len(), 0);
        }
        for (sum, points) in self.by_seat.iter_mut().zip(score) {
            *sum += u64::from(*points);
        }
    }
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
    pub scores: ScoreSums,
    /// Counts of variations; `None` if they are not counted.
    pub variations: Option<VariationCounts>,
    opening_tree: OpeningTree,
}

impl VariantStats {
    /// Counts a record. Returns true if there was room for its whole opening.
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
            self.scores.add(score);
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
        let mut games_so_far = 0;
        for (turns, games) in &self.lengths {
            games_so_far += games;
            if games_so_far >= half {
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
