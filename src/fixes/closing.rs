//! Ends of comments and variations that are not closed: the places where `}` or `)` is missing.
//!
//! An unclosed part swallows the turns after it. Their numbers say where they belong: the turn
//! after a variation has the number that follows the replaced turn, as the turn after a comment has
//! the number that follows the turn before it. Each such place is tried, and the place after which
//! the record has the fewest findings comes first.

use crate::findings::{Finding, code};
use crate::games::{Context, GameId};
use crate::notation::{Item, Record, TurnNode, Variation};
use crate::replay::place_of_missing_brace;
use crate::text::{Span, TextEdit, edited};

/// The maximum number of places at which one part is closed on trial.
const MAX_TRIED: usize = 8;

/// A place at which a part may end.
struct PossibleEnd {
    edit: TextEdit,
    /// True if the number of the next turn cannot continue the part, because it repeats one.
    is_before_repeated_number: bool,
}

impl PossibleEnd {
    /// Creates the end at byte `offset`, where `close` is written.
    fn new(offset: usize, close: &str) -> Self {
        Self {
            edit: (Span::new(offset, offset), close.to_owned()),
            is_before_repeated_number: false,
        }
    }
}

/// A possible end, and the number of findings of the record with it.
struct TriedEnd {
    end: PossibleEnd,
    findings: usize,
}

/// Returns the edits that close the comment or the variation that a finding reports as unclosed,
/// the likeliest first. Each of them closes it. Empty for any other finding.
///
/// ```
/// use pipscribe::fixes::closing::closing_edits;
/// use pipscribe::prelude::*;
/// use pipscribe::text::edited;
///
/// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. h3 2. b4 2. h4 3. c2 *\n";
/// let checked = Checked::from_text(text);
/// let edits = closing_edits(checked.record(), &checked.report.findings[0], &Context::default());
/// let closed = edited(text, &edits[..1]);
/// assert!(closed.is_some_and(|text| text.contains("(1. h3 2. b4) 2. h4 3. c2")));
/// ```
pub fn closing_edits(record: &Record, finding: &Finding, context: &Context) -> Vec<TextEdit> {
    let ends = match finding.code {
        known if known == &code::UNCLOSED_COMMENT => ends_of_comment(record, finding),
        known if known == &code::BRACE_IN_COMMENT => missing_brace(record, finding),
        known if known == &code::UNCLOSED_VARIATION => ends_of_variation(record, finding),
        _ => return Vec::new(),
    };
    let tried = tried_ends(record, finding, context, ends);
    tried.into_iter().map(|tried| tried.end.edit).collect()
}

/// Returns the edit that closes an unclosed variation if no other place is as likely. The number of
/// the turn after it must say that the variation has ended.
pub(crate) fn certain_end_of_variation(
    record: &Record,
    finding: &Finding,
    context: &Context,
) -> Option<TextEdit> {
    let ends = ends_of_variation(record, finding);
    if !ends.iter().any(|end| end.is_before_repeated_number) {
        return None;
    }
    let mut tried = tried_ends(record, finding, context, ends).into_iter();
    let first = tried.next()?;
    let is_likeliest = tried
        .next()
        .is_none_or(|next| first.findings < next.findings);
    (first.end.is_before_repeated_number && is_likeliest).then_some(first.end.edit)
}

/// Closes the part that a finding reports at each of some places. Returns those that close it, the
/// place with the fewest findings first.
fn tried_ends(
    record: &Record,
    finding: &Finding,
    context: &Context,
    ends: Vec<PossibleEnd>,
) -> Vec<TriedEnd> {
    let count = |record: &Record| {
        let same = record
            .findings
            .iter()
            .filter(|other| other.code == finding.code);
        same.count()
    };
    let before = count(record);
    let mut tried: Vec<TriedEnd> = Vec::new();
    for end in ends.into_iter().take(MAX_TRIED) {
        if tried.iter().any(|known| known.end.edit == end.edit) {
            continue;
        }
        let Some(text) = edited(record.text(), std::slice::from_ref(&end.edit)) else {
            continue;
        };
        let closed = Record::parse_str(&text);
        if count(&closed) >= before {
            continue;
        }
        let findings = match closed.game() {
            Some(game) => game.check(&closed, context).findings.len(),
            None => closed.findings.len(),
        };
        tried.push(TriedEnd { end, findings });
    }
    // Of places with equally many findings, the first one is the likeliest.
    tried.sort_by_key(|tried| tried.findings);
    tried
}

/// Returns the place at which a comment with another `{` should have ended.
fn missing_brace(record: &Record, finding: &Finding) -> Vec<PossibleEnd> {
    let find = || {
        let game = record.game()?;
        let comment = record
            .comments()
            .find(|comment| comment.span.contains(finding.span))?;
        let place = place_of_missing_brace(record, game, comment)?;
        Some(PossibleEnd {
            edit: (place, "}".to_owned()),
            is_before_repeated_number: false,
        })
    };
    find().into_iter().collect()
}

/// Returns the places at which an unclosed comment may end: before the turn with the next number,
/// and at the end of its line.
fn ends_of_comment(record: &Record, finding: &Finding) -> Vec<PossibleEnd> {
    let start = finding.span.start;
    let rest = record.text().get(start as usize..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default().trim_end();
    let end_of_line = start as usize + line.len();

    let last = record
        .turn_before(start)
        .map_or(0, |(_, node)| number_of(record, node));
    let next_turns = record.game().map_or_else(Vec::new, |game| {
        places_of_turn(rest, last.saturating_add(1), game)
    });
    let before_turns = next_turns.into_iter().map(|place| {
        let inside = rest.get(..place).unwrap_or_default().trim_end();
        PossibleEnd::new(start as usize + inside.len(), "}")
    });
    // The end of the line is always tried.
    let mut ends: Vec<PossibleEnd> = before_turns.take(MAX_TRIED - 1).collect();
    ends.push(PossibleEnd::new(end_of_line, "}"));
    ends
}

/// Returns the places of a text at which a turn with a number begins, such as `17. b3` or `17.b3`.
fn places_of_turn(text: &str, number: u32, game: GameId) -> Vec<usize> {
    let mark = format!("{number}.");
    let is_turn = |written: &str| {
        let turn = written.split(char::is_whitespace).next();
        let turn = turn.unwrap_or_default().trim_end_matches(['!', '?']);
        game.canonical_turn_text(turn).is_some()
    };
    let found = text.match_indices(&mark).filter(|(offset, _)| {
        let is_word = text[..*offset].ends_with(char::is_whitespace);
        is_word && is_turn(text[offset + mark.len()..].trim_start())
    });
    found.map(|(offset, _)| offset).collect()
}

/// Returns the places at which an unclosed variation may end: before turns whose number follows
/// that of the replaced turn, after its last turn, and at the end of the text.
fn ends_of_variation(record: &Record, finding: &Finding) -> Vec<PossibleEnd> {
    let Some((replaced, variation)) = variation_at(record, finding.span.start) else {
        return Vec::new();
    };
    let due = number_of(record, replaced).saturating_add(1);
    let mut repeated = Vec::new();
    let mut others = Vec::new();
    let turns = &variation.line.turns;
    for (before, node) in turns.iter().zip(turns.iter().skip(1)) {
        if written_number(record, node) != Some(due) {
            continue;
        }
        let is_before_repeated_number = number_of(record, before) >= due;
        let end = PossibleEnd {
            is_before_repeated_number,
            ..PossibleEnd::new(end_of_items(record, before), ")")
        };
        if is_before_repeated_number {
            repeated.push(end);
        } else {
            others.push(end);
        }
    }

    let after_last_turn = turns
        .last()
        .map(|node| PossibleEnd::new(end_of_items(record, node), ")"));
    let end_of_text = PossibleEnd::new(record.source().end().end as usize, ")");
    // These two places are always tried.
    repeated.truncate(MAX_TRIED - 2);
    repeated
        .into_iter()
        .chain(after_last_turn)
        .chain([end_of_text])
        .chain(others)
        .collect()
}

/// Returns the variation that starts at a byte, with the turn that it replaces.
fn variation_at(record: &Record, offset: u32) -> Option<(&TurnNode, &Variation)> {
    record
        .turns()
        .flat_map(|(_, node)| node.variations().map(move |variation| (node, variation)))
        .find(|(_, variation)| variation.span.start == offset)
}

/// Returns the number that is written before a turn.
fn written_number(record: &Record, node: &TurnNode) -> Option<u32> {
    let written = record.text_of(node.number_span?);
    written.trim_end_matches(['.', ')']).parse().ok()
}

/// Returns the number of a turn: the written one, otherwise the counted one.
fn number_of(record: &Record, node: &TurnNode) -> u32 {
    written_number(record, node).unwrap_or(node.number)
}

/// Returns the byte after a turn and what is attached to it. A `#` comment extends to the end of
/// its line, so nothing can be inserted after it on that line.
fn end_of_items(record: &Record, node: &TurnNode) -> usize {
    let items = node
        .after
        .iter()
        .filter(|item| !matches!(item, Item::Hash(_)));
    let end = items.map(Item::end).max().unwrap_or_default();
    end.max(record.end_of_turn(node)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Checked;

    const TAGS: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";

    /// Returns a movetext of GIPF after the first edit that closes its unclosed part.
    fn closed(movetext: &str) -> Option<String> {
        let text = format!("{TAGS}{movetext}");
        let checked = Checked::from_text(&text);
        let mut findings = checked.report.findings.iter();
        let edit = findings.find_map(|finding| {
            let edits = closing_edits(checked.record(), finding, &Context::default());
            edits.into_iter().next()
        })?;
        let made = edited(&text, &[edit])?;
        Some(made.strip_prefix(TAGS)?.to_owned())
    }

    #[test]
    fn a_variation_ends_before_the_turn_whose_number_is_repeated() {
        for (written, expected) in [
            (
                "1. b3 (1. h3 2. b4 2. h3 3. b4 4. h4 *",
                "1. b3 (1. h3 2. b4) 2. h3 3. b4 4. h4 *",
            ),
            (
                "1. b3 2. h3 (2. h4 {better} 3. c2 3. b4 4. h4 *",
                "1. b3 2. h3 (2. h4 {better} 3. c2) 3. b4 4. h4 *",
            ),
            (
                "1. b3 (1. h3 2. b4 3. h4\n2. h3 3. b4 *",
                "1. b3 (1. h3 2. b4 3. h4)\n2. h3 3. b4 *",
            ),
            (
                "1. b3 (1. h3 2. b4 (2. c2 3. b4) 2. h3 *",
                "1. b3 (1. h3 2. b4 (2. c2 3. b4)) 2. h3 *",
            ),
        ] {
            assert_eq!(closed(written).as_deref(), Some(expected), "{written}");
        }
    }

    #[test]
    fn a_variation_whose_numbers_go_on_ends_with_its_last_turn() {
        for (written, expected) in [
            ("1. b3 (1. h3 2. b4", "1. b3 (1. h3 2. b4)"),
            ("1. b3 (1. h3 2. b4 # hm", "1. b3 (1. h3 2. b4) # hm"),
            ("1. b3 (1. h3 2. b4 {x}", "1. b3 (1. h3 2. b4 {x})"),
            ("b3 (h3 b4 *", "b3 (h3 b4) *"),
        ] {
            assert_eq!(closed(written).as_deref(), Some(expected), "{written}");
        }
    }

    #[test]
    fn a_comment_ends_before_the_turn_with_the_next_number() {
        for (written, expected) in [
            ("1. b3 {good 2. h3 3. b4 *", "1. b3 {good} 2. h3 3. b4 *"),
            ("1. b3 {good\n2. h3 *", "1. b3 {good}\n2. h3 *"),
            ("{hello 1. b3 2. h3 *", "{hello} 1. b3 2. h3 *"),
            ("1. b3 {see 17. b4", "1. b3 {see 17. b4}"),
            // The finding on another brace says where.
            (
                "1. b3 {good 2. h3 {better} *",
                "1. b3 {good} 2. h3 {better} *",
            ),
            (
                "1. b3 {good] 2. h3 {better} *",
                "1. b3 {good} 2. h3 {better} *",
            ),
            (
                "1. b3 {good\n2. h3 3. b4 {better} *",
                "1. b3 {good}\n2. h3 3. b4 {better} *",
            ),
        ] {
            assert_eq!(closed(written).as_deref(), Some(expected), "{written}");
        }
    }

    /// The place must be the only likely one, because the correction costs nothing.
    #[test]
    fn only_a_repeated_number_makes_the_end_of_a_variation_certain() {
        let is_certain = |movetext: &str| {
            let record = Record::parse_str(&format!("{TAGS}{movetext}"));
            let finding = record.findings.first().cloned();
            finding.is_some_and(|finding| {
                certain_end_of_variation(&record, &finding, &Context::default()).is_some()
            })
        };
        assert!(is_certain("1. b3 (1. h3 2. b4 2. h3 3. b4 *"));
        for movetext in ["1. b3 (1. h3 2. b4", "b3 (h3 b4 *", "1. b3 (1. h3"] {
            assert!(!is_certain(movetext), "{movetext}");
        }
    }
}
