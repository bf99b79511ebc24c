//! Statistics of a collection, for people.

use crate::collection::{Opening, Outcomes, Stats, VariantStats, VariationCounts};
use pipscribe::games::GameId;
use pipscribe::text::{counted, lines};

/// Length of the longest bar, in characters.
const BAR: u64 = 40;
/// Maximum number of groups of lengths.
const GROUPS: u32 = 12;
/// Maximum number of results and codes that are listed.
const MAX_LISTED: usize = 20;

/// Writes a section for each variant of each game, and the codes found. `top` is the number of
/// continuations shown for each opening.
pub(crate) fn write_stats(stats: &Stats, top: usize) -> String {
    let mut text = summary(stats) + "\n";
    for ((game, variant), variant_stats) in &stats.variants {
        text.push_str(&format!(
            "\n{}\n",
            write_variant(&variant_title(*game, variant), variant_stats, top)
        ));
    }
    if !stats.codes.is_empty() {
        text.push_str("\nFindings, by number of records\n\n");
        text.push_str(&table(most_frequent(&stats.codes)));
    }
    lines(text.trim_end()).into_owned() + "\n"
}

/// Returns the number of records, and how many are valid: `3 records: 2 valid, 1 invalid`.
pub(super) fn summary(stats: &Stats) -> String {
    let invalid = stats.records - stats.valid;
    format!(
        "{}: {} valid, {invalid} invalid",
        counted(stats.records, "record"),
        stats.valid
    )
}

/// Returns the title of a variant: `GIPF, basic`.
pub(super) fn variant_title(game: Option<GameId>, variant: &str) -> String {
    let game = game.map_or("Records without a known game", GameId::title);
    if variant.is_empty() {
        game.to_owned()
    } else {
        format!("{game}, {variant}")
    }
}

/// Returns the most frequent entries. Equally frequent entries are sorted by name. Entries beyond
/// the maximum are merged into one.
pub(super) fn most_frequent<K: ToString + Ord>(
    counts: &std::collections::BTreeMap<K, u64>,
) -> Vec<(String, u64)> {
    let mut all: Vec<(&K, u64)> = counts.iter().map(|(name, count)| (name, *count)).collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let others: u64 = all.iter().skip(MAX_LISTED).map(|(_, count)| count).sum();
    let mut rows: Vec<(String, u64)> = all
        .into_iter()
        .take(MAX_LISTED)
        .map(|(name, count)| (name.to_string(), count))
        .collect();
    if others > 0 {
        rows.push(("others".to_owned(), others));
    }
    rows
}

/// Returns the mean number of points of each seat; `None` if no game has a score.
pub(super) fn mean_score(variant_stats: &VariantStats) -> Option<String> {
    let scores = &variant_stats.scores;
    if scores.games == 0 {
        return None;
    }
    let means: Vec<String> = scores
        .by_seat
        .iter()
        .map(|sum| quotient(*sum, scores.games))
        .collect();
    Some(means.join("-"))
}

/// Returns the lengths in groups, each with the number of games: `10 to 19`.
pub(super) fn lengths(variant_stats: &VariantStats) -> Vec<(String, u64)> {
    let lengths = &variant_stats.lengths;
    let (Some(&shortest), Some(&longest)) = (lengths.keys().next(), lengths.keys().next_back())
    else {
        return Vec::new();
    };

    let width = group_width(longest - shortest);
    let first_of_first_group = shortest / width * width;
    let mut groups = Vec::new();
    for first in (first_of_first_group..=longest).step_by(width as usize) {
        let last = first.saturating_add(width - 1);
        let name = if first == last {
            first.to_string()
        } else {
            format!("{first} to {last}")
        };
        let games: u64 = lengths.range(first..=last).map(|(_, games)| games).sum();
        groups.push((name, games));
    }
    groups
}

/// Returns the number of lengths in a group, if the lengths differ by `difference` at most. Widths
/// are round numbers (1, 2, 5, 10, 20, 50 and so on), so that the bounds are easy to read.
fn group_width(difference: u32) -> u32 {
    let powers_of_ten = (0..9).map(|power| 10_u32.pow(power));
    let mut widths = powers_of_ten.flat_map(|power| [power, 2 * power, 5 * power]);
    widths
        .find(|width| difference / width < GROUPS)
        .unwrap_or(u32::MAX)
}

/// Returns the share of the possible points that each seat scored.
pub(super) fn shares(outcomes: &Outcomes) -> Vec<(usize, u64)> {
    (1..=outcomes.half_points.len())
        .filter_map(|seat| Some((seat, outcomes.percent(seat)?)))
        .collect()
}

/// Returns rows as lines: the number, then the name.
fn table(rows: Vec<(String, u64)>) -> String {
    let digits = rows
        .iter()
        .map(|(_, count)| count.to_string().len())
        .max()
        .unwrap_or(0);
    rows.iter()
        .map(|(name, count)| format!("  {count:>digits$}  {name}\n"))
        .collect()
}

/// Returns rows as lines with a bar each; the bar of the highest number has the full length.
fn bars(rows: &[(String, u64)]) -> String {
    let most = rows
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(0)
        .max(1);
    let digits = most.to_string().len();
    let width = rows
        .iter()
        .map(|(name, _)| name.chars().count())
        .max()
        .unwrap_or(0);
    let row = |(name, count): &(String, u64)| {
        let bar = "#".repeat(usize::try_from((count * BAR).div_ceil(most)).unwrap_or(0));
        format!("  {name:>width$}  {count:>digits$}  {bar}")
            .trim_end()
            .to_owned()
            + "\n"
    };
    rows.iter().map(row).collect()
}

fn write_variant(title: &str, variant_stats: &VariantStats, top: usize) -> String {
    let outcomes = &variant_stats.outcomes;
    let mut text = format!(
        "{title}: {}, {} valid\n",
        counted(outcomes.games, "record"),
        variant_stats.valid
    );
    let shares: Vec<String> = shares(outcomes)
        .iter()
        .map(|(seat, share)| format!("seat {seat} {share} %"))
        .collect();
    if !shares.is_empty() {
        text.push_str(&format!(
            "  of {}: {}\n",
            counted(outcomes.decided, "decided game"),
            shares.join(", ")
        ));
    }

    if let Some(score) = mean_score(variant_stats) {
        text.push_str(&format!("  mean score: {score}\n"));
    }
    text.push_str("\n  Results\n");
    text.push_str(&bars(&most_frequent(&variant_stats.results)));
    let mean = quotient(variant_stats.turns(), outcomes.games);
    text.push_str(&format!(
        "\n  Turns: {mean} on average, median {}\n",
        variant_stats.median()
    ));
    text.push_str(&bars(&lengths(variant_stats)));
    if let Some(counts) = variant_stats.variations {
        text.push_str(&format!("\n  Variations: {}\n", variations(counts)));
    }
    let openings = variant_stats.openings();
    if !openings.next.is_empty() {
        text.push_str("\n  Openings: games, and the score of seat 1 in the decided ones\n");
        // The heading above is indented by one level.
        let first_level = 2;
        write_openings(&openings, top, first_level, &mut text);
    }

    text.trim_end().to_owned()
}

/// Returns the counts of variations in words.
pub(super) fn variations(counts: VariationCounts) -> String {
    let VariationCounts {
        records,
        variations,
        turns,
        depth,
    } = counts;
    let turns = counted(turns, "turn");
    let records = counted(records, "record");
    let levels = if variations > 0 {
        format!(", at most {} deep", counted(depth, "level"))
    } else {
        String::new()
    };
    format!("{variations} with {turns}, in {records}{levels}")
}

/// Returns a quotient with one decimal place, rounded; `0.0` for nothing.
pub(super) fn quotient(sum: u64, count: u64) -> String {
    // Ten times the quotient plus one half, as a fraction with the denominator `2 * count`.
    let tenths = (sum * 20 + count).checked_div(count * 2).unwrap_or(0);
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Writes the continuations of an opening and, indented by one level more, their continuations.
fn write_openings(opening: &Opening, top: usize, level: usize, text: &mut String) {
    let indent = "  ".repeat(level);
    let width = opening
        .next
        .iter()
        .take(top)
        .map(|next| next.turn.chars().count())
        .max()
        .unwrap_or(0);
    for next in opening.next.iter().take(top) {
        let share = next
            .outcomes
            .percent(1)
            .map_or_else(String::new, |share| format!("  {share} %"));
        text.push_str(&format!(
            "{indent}{:<width$}  {}{share}\n",
            next.turn, next.outcomes.games
        ));
        write_openings(next, top, level + 1, text);
    }
    let others: u64 = opening
        .next
        .iter()
        .skip(top)
        .map(|next| next.outcomes.games)
        .sum();
    if others > 0 {
        let ways = counted(opening.next.len() - top, "other way");
        text.push_str(&format!("{indent}({ways}, {})\n", counted(others, "game")));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_are_rounded() {
        let cases = [
            ((0, 0), "0.0"),
            ((1, 3), "0.3"),
            ((2, 3), "0.7"),
            ((1, 20), "0.1"),
            ((39, 2), "19.5"),
        ];
        for ((sum, count), text) in cases {
            assert_eq!(quotient(sum, count), text);
        }
    }

    #[test]
    fn lengths_are_grouped_with_round_bounds() {
        let variant_stats = |lengths: &[(u32, u64)]| {
            let mut variant_stats = VariantStats::default();
            variant_stats.lengths.extend(lengths.iter().copied());
            variant_stats
        };
        let group = |name: &str, games| (name.to_owned(), games);
        assert_eq!(
            lengths(&variant_stats(&[(3, 2), (5, 1)])),
            [group("3", 2), group("4", 0), group("5", 1)]
        );
        let wide = lengths(&variant_stats(&[(17, 1), (203, 4)]));
        assert_eq!(
            (wide.first(), wide.last()),
            (Some(&group("0 to 19", 1)), Some(&group("200 to 219", 4)))
        );
        assert_eq!(wide.len(), 11);
        assert!(lengths(&variant_stats(&[])).is_empty());
        assert!(lengths(&variant_stats(&[(0, 1), (u32::MAX, 1)])).len() <= 13);
    }
}
