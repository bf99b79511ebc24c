//! Completion of turns, whole or part by part. [`turns`] replays the text before the cursor
//! ([`due_at`]), compares the legal turns with the typed text ([`MatchingTurns`]), and offers parts
//! of turns ([`part_offers`]) and whole turns ([`offered_turns`]).
//!
//! A part of a turn ends at a border, such as the hyphen of `a2-c4`. In a game with dice, a turn
//! may begin with dice that are put aside: `5s;` in `5s;6@b3/2`. Such beginnings are not in the
//! list of legal turns, because each of them only leads to another die.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::ControlFlow;

use lsp_types::{CompletionItem, CompletionItemKind};

use super::{Cursor, MAX_OFFERED, Offer, TurnData, end_of_word};
use crate::hover::rule_links;
use crate::session::Answer;
use crate::shown_position::{figure_after, figure_as_markdown};
use pipscribe::Checked;
use pipscribe::findings::codes::common as code;
use pipscribe::fixes::mend::Mend;
use pipscribe::games::Context;
use pipscribe::notation::likeness::Likeness;
use pipscribe::notation::{Item, Line, Record};
use pipscribe::replay::{Position, Timeline};
use pipscribe::text::{RawRecord, Span};

/// Maximum number of legal turns visited.
const MAX_VISITED: usize = 100_000;
/// Maximum number of visited turns that are compared with text with which they do not start.
const MAX_LIKENED: usize = 5_000;
/// Maximum edit distance between the typed text and a similar turn: a few wrong characters.
const SIMILAR_WITHIN: u32 = 3;
/// Maximum number of turns that are offered only as a whole, not part by part.
const FEW_TURNS: usize = 12;

/// Offered turns and parts of turns.
#[derive(Default)]
pub(super) struct TurnItems {
    pub(super) items: Vec<CompletionItem>,
    /// True if the client must ask again when more is typed.
    pub(super) is_incomplete: bool,
}

/// Returns the legal turns at a place. Turns that start with the typed text come first, then
/// similar ones.
pub(super) fn turns(cursor: &Cursor<'_>, start: usize, typed: &str) -> Answer<TurnItems> {
    if is_turn_number(cursor, typed) {
        return Ok(TurnItems::default());
    }
    let Some(due) = due_at(cursor, start) else {
        return Ok(TurnItems::default());
    };

    let position = &due.position;
    let found = MatchingTurns::new(cursor, position, typed)?;
    let parts = part_offers(cursor, position, typed, &found);
    let has_more = found.cut || found.count > MAX_OFFERED;
    let mut turns = offered_turns(position, typed, found);
    let is_cut = has_more || parts.len() + turns.len() > MAX_OFFERED;

    // A complete turn comes before its continuations.
    let complete = turns
        .iter()
        .position(|turn| turn == typed)
        .map(|offset| turns.remove(offset));
    let offer = |turn: String| turn_offer(cursor, &due, start, turn);
    let offers = complete
        .map(offer)
        .into_iter()
        .chain(parts)
        .chain(turns.into_iter().map(offer))
        .collect();
    let end = end_of_word(&cursor.text, cursor.offset, |letter| {
        !letter.is_whitespace() && !"[]{}()$#!?".contains(letter)
    });
    let mut items = cursor.items(offers, start..end);
    if !typed.is_empty() {
        // Editors hide items that do not start with the typed text, unless the typed text is set as
        // their filter text.
        for item in &mut items {
            item.filter_text = Some(typed.to_owned());
        }
    }
    Ok(TurnItems {
        items,
        // Further typing may match other turns.
        is_incomplete: is_cut || !typed.is_empty(),
    })
}

/// Returns true if the typed text is the number of a turn, which is before a dot.
fn is_turn_number(cursor: &Cursor<'_>, typed: &str) -> bool {
    !typed.is_empty()
        && cursor
            .text
            .get(cursor.offset..)
            .is_some_and(|rest| rest.starts_with('.'))
}

/// Turn that is being typed: its number, and the position in which it would be played.
struct DueTurn {
    position: Position,
    number: u32,
    /// True if the position is reached only through the unambiguous fix of an earlier turn.
    is_fixed: bool,
}

/// Returns the turn that is due at a byte of the record. If an earlier turn is illegal, the
/// unambiguous fix of the text before is applied first.
fn due_at(cursor: &Cursor<'_>, start: usize) -> Option<DueTurn> {
    let text = cursor.text.get(..start)?;
    let context = &cursor.request.document.context;
    if let Some(due) = due_after(text, context) {
        return Some(due);
    }

    let checked = Checked::from_record(parse_record(text), context);
    let mend = Mend::sole_of(checked.record(), &checked.report, context)?;
    let due = due_after(&mend.text(checked.record())?, context)?;
    Some(DueTurn {
        is_fixed: true,
        ..due
    })
}

/// Returns the position after a text, which may end inside of variations.
fn due_after(text: &str, context: &Context) -> Option<DueTurn> {
    let timeline = Timeline::new(parse_record(text), context).ok()?;
    let record = timeline.record();
    let mut line: &Line = &record.moves;
    let mut position = timeline.start()?.position.clone();
    let mut number = 1;

    // Each variation that is still open is the last item after the last turn of its line.
    let open_variations = record
        .findings
        .iter()
        .filter(|finding| finding.code.id == code::UNCLOSED_VARIATION.id)
        .count();
    for _ in 0..open_variations {
        let node = line.turns.last()?;
        let Some(Item::Variation(variation)) = node.after.last() else {
            return None;
        };
        position = timeline.before(node.id)?.clone();
        number = node.number;
        line = &variation.line;
    }

    if let Some(last) = line.turns.last() {
        // A turn that is expected to be illegal is not played; another one takes its place.
        let is_played = !last.expects_refusal();
        number = if is_played {
            last.number + 1
        } else {
            last.number
        };
        position = match timeline.frame(last.id) {
            Some(frame) => frame.position.clone(),
            None if is_played => return None,
            None => timeline.before(last.id)?.clone(),
        };
    }

    Some(DueTurn {
        position,
        number,
        is_fixed: false,
    })
}

/// Parses the text of a record, or a part of it.
pub(super) fn parse_record(text: &str) -> Record {
    Record::parse(RawRecord {
        line: 1,
        bytes: text.as_bytes().to_vec(),
        ..RawRecord::default()
    })
}

/// Legal turns, grouped by how well they match the typed text.
#[derive(Default)]
struct MatchingTurns {
    /// Turns that start with the typed text, up to the maximum offered.
    beginning: Vec<String>,
    /// Number of all turns that start with the typed text.
    count: usize,
    /// Texts from the typed text up to the next border, with the number of turns for each.
    parts: BTreeMap<String, usize>,
    /// Similar turns, with their distances.
    similar: Vec<(u32, String)>,
    /// True if the search stopped early.
    cut: bool,
}

impl MatchingTurns {
    /// Collects the turns that match the typed text.
    fn new(cursor: &Cursor<'_>, position: &Position, typed: &str) -> Answer<Self> {
        match aside_prefix(position, typed) {
            "" => Self::listed(cursor, position, typed),
            aside => Self::after_aside(cursor, position, aside, typed),
        }
    }

    /// Collects the matches among the turns that continue dice put aside, by playing them.
    fn after_aside(
        cursor: &Cursor<'_>,
        position: &Position,
        aside: &str,
        typed: &str,
    ) -> Answer<Self> {
        let mut found = Self::default();
        // A die put aside is then in the store, from which `*` pulls it.
        let listed = position.legal_turns();
        let pulled = listed
            .iter()
            .filter(|turn| !turn.starts_with('*'))
            .map(|turn| format!("*{turn}"));
        for turn in listed.iter().cloned().chain(pulled) {
            let text = format!("{aside}{turn}");
            cursor.request.cancel.check()?;
            if text.starts_with(typed)
                && let Some(played) = position.play(&text).ok().and_then(|after| after.turn())
            {
                found.count += 1;
                if found.beginning.len() < MAX_OFFERED && !found.beginning.contains(&played) {
                    found.beginning.push(played);
                }
            }
        }
        Ok(found)
    }

    /// Collects the matches among the listed legal turns.
    fn listed(cursor: &Cursor<'_>, position: &Position, typed: &str) -> Answer<Self> {
        let mut found = Self::default();
        let mut likeness = Likeness::to(typed);
        let borders = position.game().facts().turns.borders;
        let mut visited = 0;
        let mut text = String::new();
        let _ = position.visit_legal_turns(&mut |turn, _| {
            visited += 1;
            // One buffer for all turns, because there may be many.
            text.clear();
            let _ = write!(text, "{turn}");
            if let Some(rest) = text.strip_prefix(typed) {
                let part = rest.find(borders).and_then(|end| rest.get(..=end));
                found.add_beginning(&text, part);
            } else if visited <= MAX_LIKENED
                && let Some(distance) = likeness.distance(&text, SIMILAR_WITHIN)
            {
                found.similar.push((distance, text.clone()));
            }
            found.cut = visited >= MAX_VISITED;
            if found.cut || cursor.request.cancel.is_cancelled() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        cursor.request.cancel.check()?;
        found.similar.sort_by_key(|(distance, _)| *distance);
        Ok(found)
    }

    /// Adds a turn that starts with the typed text, with the part that follows the typed text.
    fn add_beginning(&mut self, turn: &str, part: Option<&str>) {
        self.count += 1;
        if self.beginning.len() < MAX_OFFERED {
            self.beginning.push(turn.to_owned());
        }
        if let Some(part) = part {
            *self.parts.entry(part.to_owned()).or_default() += 1;
        }
    }
}

/// Returns the offers that continue the typed text by one part of a turn: if many turns match, the
/// parts that several of them share, and the dice that can be put aside.
fn part_offers(
    cursor: &Cursor<'_>,
    position: &Position,
    typed: &str,
    found: &MatchingTurns,
) -> Vec<Offer> {
    let mut parts = Vec::new();
    let mut add_part = |text: String, detail: String| {
        let documentation = part_in_words(cursor, position, &text);
        parts.push(Offer {
            detail: Some(detail),
            documentation,
            ..Offer::new(text, CompletionItemKind::ENUM_MEMBER)
        });
    };
    if found.count > FEW_TURNS && found.parts.len() < found.count {
        // The other half of the list is for whole turns.
        for (part, count) in found
            .parts
            .iter()
            .filter(|(_, count)| **count > 1)
            .take(MAX_OFFERED / 2)
        {
            add_part(format!("{typed}{part}"), format!("{count} turns"));
        }
    }

    for aside in next_aside(position, aside_prefix(position, typed), typed) {
        add_part(aside, "put aside".to_owned());
    }
    parts
}

/// Describes what the last part of a text that begins a turn does, with its rule.
fn part_in_words(cursor: &Cursor<'_>, position: &Position, typed: &str) -> Option<String> {
    let meaning = position.game().facts().turns.meaning(typed)?;
    let rule = rule_links(cursor.request.document.book, &[meaning.rule]);
    Some(format!("{} ({rule})", meaning.words))
}

/// Returns the beginning of a typed turn that puts dice aside, such as `5s;2s;`.
fn aside_prefix<'t>(position: &Position, typed: &'t str) -> &'t str {
    let Some(aside_mark) = position.game().facts().turns.aside else {
        return "";
    };
    let end = typed
        .rfind(aside_mark)
        .map_or(0, |start| start + aside_mark.len());
    typed.get(..end).unwrap_or_default()
}

/// Returns the beginnings of turns that put one more die aside, such as `5s;2s;` after `5s;`.
fn next_aside(position: &Position, aside: &str, typed: &str) -> Vec<String> {
    let Some(aside_mark) = position.game().facts().turns.aside else {
        return Vec::new();
    };
    if position.result().is_some() {
        return Vec::new();
    }
    let turns = position.legal_turns();
    let can_go_on = |beginning: &String| {
        turns
            .iter()
            .any(|turn| position.play(&format!("{beginning}{turn}")).is_ok())
    };
    (1..=6)
        .map(|value| format!("{aside}{value}{aside_mark}"))
        .filter(|beginning| beginning.starts_with(typed))
        .filter(can_go_on)
        .collect()
}

/// Returns the turns to offer as a whole: those that start with the typed text, the nearest and
/// similar ones, and a resignation.
fn offered_turns(position: &Position, typed: &str, found: MatchingTurns) -> Vec<String> {
    let mut turns: Vec<String> = found.beginning;
    if !typed.is_empty() {
        let near = position.nearest_turns(typed).into_iter();
        for turn in near.chain(found.similar.into_iter().map(|(_, turn)| turn)) {
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
    }

    let can_resign = position.result().is_none() && "resign".starts_with(typed);
    turns.extend(can_resign.then(|| "resign".to_owned()));
    turns
}

/// Returns the offer of a whole turn, with the data from which its documentation is made later.
fn turn_offer(cursor: &Cursor<'_>, due: &DueTurn, start: usize, turn: String) -> Offer {
    let document = &cursor.request.document;
    let data = TurnData {
        uri: document.uri.clone(),
        version: document.version,
        byte: cursor.entry.in_document(Span::new(start, start)).start,
        turn: turn.clone(),
    };
    let position = &due.position;
    let seat = position.seat_name(position.to_move());
    let condition = if due.is_fixed {
        ", after the suggested fix"
    } else {
        ""
    };
    Offer {
        detail: Some(format!("turn {}, {seat}{condition}", due.number)),
        data: serde_json::to_value(data).ok(),
        ..Offer::new(turn, CompletionItemKind::VALUE)
    }
}

/// Describes what a turn would do, with the board after it.
pub(super) fn described(cursor: &Cursor<'_>, turn: &str) -> Option<String> {
    let due = due_at(cursor, cursor.offset)?;
    let after = due.position.play(turn).ok()?;
    let mut steps = String::new();
    for step in due.position.why(turn).steps() {
        let _ = write!(steps, "- {}", step.did);
        steps.extend(step.unsaid.as_ref().map(|unsaid| format!(" {unsaid}")));
        steps.push('\n');
    }
    let figure = figure_after(&after)?;
    Some(format!(
        "{steps}\n{}",
        figure_as_markdown(cursor.request, &figure)
    ))
}
