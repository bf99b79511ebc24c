//! Converts the moves of the protocol to turns. A move is a dot and the spot beside it. The
//! removals follow from the rules unless rows cross.

use super::grammar::Rule;
use super::{RowPairs, span_of};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_rules::GipfRules;
use crate::formats::gipf_turns::{line_of, parse_turn, push_of, with_bare_removals};
use crate::formats::{Draft, DraftTurn, codes};
use crate::games::gipf::board::{PushLine, Spot};
use crate::games::gipf::{Action, Colour, Position, Push, Turn};
use crate::text::{SourceText, Span};

/// Ends of a row.
type RowEnds = [String; 2];

/// Row named by its ends.
struct NamedRow {
    /// Colour; `None` for the colour of the seat to move.
    colour: Option<Colour>,
    ends: RowEnds,
}

/// Words of a move, without its command.
struct Move {
    push: [String; 2],
    rows: Vec<NamedRow>,
}

impl Move {
    fn read(words: &RowPairs<'_>) -> Option<Self> {
        let mut words = words.iter().skip(1).peekable();
        let mut places = || -> Option<NamedRow> {
            let owner = words.next_if(|word| word.as_rule() == Rule::owner);
            let colour = owner.map(|word| {
                if word.as_str() == "w:" {
                    Colour::White
                } else {
                    Colour::Black
                }
            });
            let mut place = || {
                words
                    .next_if(|word| word.as_rule() == Rule::place)
                    .map(|word| word.as_str().to_owned())
            };
            let first = place()?;
            words.next_if(|word| word.as_rule() == Rule::hyphen);
            let last = words
                .next_if(|word| word.as_rule() == Rule::place)?
                .as_str()
                .to_owned();
            Some(NamedRow {
                colour,
                ends: [first, last],
            })
        };
        // A push has the same form as a row of the seat to move.
        let NamedRow {
            colour: None,
            ends: push,
        } = places()?
        else {
            return None;
        };

        let rows = std::iter::from_fn(places).collect();
        words.next().is_none().then_some(Self { push, rows })
    }
}

/// Adds the moves of a session to a draft, starting from its position. The moves after an illegal
/// one become a comment.
pub(super) fn add_turns(source: &SourceText, lines: &[&RowPairs<'_>], draft: &mut Draft) {
    let rules = GipfRules::new(
        draft.tag("Variant").unwrap_or_default(),
        draft.tag("Options"),
    );
    let position = draft
        .tag("Position")
        .and_then(|text| rules.parse_position(text));
    let mut converter = MoveConverter {
        rules,
        position,
        rows: Vec::new(),
        findings: &mut draft.findings,
    };
    let can_play = converter.position.is_some();
    let mut turns = Vec::new();
    let mut fault = None;
    for line in lines {
        let span = if line.len() > 1 {
            span_of(&line[1..])
        } else {
            span_of(line)
        };
        turns.push(converter.convert(line, span));
        if converter.position.is_none() {
            fault.get_or_insert(turns.len() - 1);
        }
    }

    draft.line.turns = turns;
    if let Some(fault) = fault
        && can_play
    {
        draft.keep_rest(source, fault);
    }
}

struct MoveConverter<'d> {
    rules: GipfRules,
    /// `None` after an illegal turn.
    position: Option<Position>,
    /// Rows that the previous move named for the seat that is now to move.
    rows: Vec<RowEnds>,
    findings: &'d mut Vec<Finding>,
}

impl MoveConverter<'_> {
    fn convert(&mut self, line: &RowPairs<'_>, span: Span) -> DraftTurn {
        let protocol_move = Move::read(line);
        let is_move = protocol_move.is_some();
        let text = match protocol_move {
            Some(played) => self.turn_text(played, span),
            // It may be a turn of the notation. If not, it is a placeholder that cannot be parsed.
            None => line
                .iter()
                .skip(1)
                .map(pest::iterators::Pair::as_str)
                .collect::<Vec<_>>()
                .join("_"),
        };
        let after = self
            .position
            .as_ref()
            .and_then(|position| self.rules.play(position, &parse_turn(&text)?).ok());
        if after.is_some() && !is_move {
            let message =
                "This is not a move of the protocol; it is read as a turn of the notation.";
            self.findings
                .keep(Finding::new(&codes::TOKEN, span, message));
        }
        self.position = after;
        DraftTurn {
            text,
            span,
            ..DraftTurn::default()
        }
    }

    /// Returns the turn that a move means, in the notation: the legal turn with its push and its
    /// rows.
    fn turn_text(&mut self, played: Move, span: Span) -> String {
        let plain = played.push.join("-");
        let Some((turn, position)) = parse_turn(&plain).zip(self.position.as_ref()) else {
            return plain;
        };

        let line_to_first_spot =
            |push: &Push| line_of(*push).filter(|line| line.path().next() == push.to.spot());
        let Some(line) = push_of(&turn).as_ref().and_then(line_to_first_spot) else {
            return plain;
        };

        let mover = Some(position.text.to_move);
        let (own_rows, other_rows): (Vec<_>, Vec<_>) = played
            .rows
            .into_iter()
            .partition(|row| row.colour.is_none() || row.colour == mover);
        let ends = |rows: Vec<NamedRow>| rows.into_iter().map(|row| row.ends).collect::<Vec<_>>();
        // The rows of this seat leave after its push, those of the other seat before the next push.
        let after = ends(own_rows);
        let before = std::mem::replace(&mut self.rows, ends(other_rows));
        let mut legal = self.rules.legal_turns(position);
        legal.retain(|turn| goes_along(turn, line));
        let named = turns_with_rows(&legal, &before, &after);
        if named.is_empty() && !legal.is_empty() {
            let message = "No row with these ends is removed in this turn; they are left out.";
            self.findings
                .keep(Finding::new(&codes::VALUE, span, message));
        }

        let candidates: Vec<&Turn> = if named.is_empty() {
            legal.iter().collect()
        } else {
            named
        };
        match candidates.as_slice() {
            [] => self.rules.with_reached_spot(position, &turn).to_string(),
            [turn] => turn.to_string(),
            // Rows cross, and the move does not name the one to remove.
            [turn, ..] => with_bare_removals(turn).to_string(),
        }
    }
}

/// Returns the turns that remove the rows with these ends before and after their push. Rows that do
/// not cross can be removed in any order, so a turn that removes them in the order in which they
/// are named excludes the others.
fn turns_with_rows<'t>(legal: &'t [Turn], before: &[RowEnds], after: &[RowEnds]) -> Vec<&'t Turn> {
    let named: Vec<&Turn> = legal
        .iter()
        .filter(|turn| removes_around_push(turn, before, after))
        .collect();
    let in_order = named
        .iter()
        .copied()
        .find(|turn| removes_in_order(turn, before, after));
    match in_order {
        Some(turn) => vec![turn],
        None => named,
    }
}

/// Returns true if the push of a turn begins at the dot of a line and follows the line.
fn goes_along(turn: &Turn, line: PushLine) -> bool {
    let Some(push) = push_of(turn) else {
        return false;
    };
    match push.from {
        Some(_) => line_of(push) == Some(line),
        None => line.path().next() == push.to.spot(),
    }
}

/// Returns true if the removals of a turn are exactly the rows with these ends, in this order.
fn removes_in_order(turn: &Turn, before: &[RowEnds], after: &[RowEnds]) -> bool {
    let removed = turn.actions.iter().filter_map(|action| match action {
        Action::Push(_) => None,
        Action::Remove(items) => {
            Some([items.first(), items.last()].map(|item| item.map(|item| item.spot.to_string())))
        }
    });
    let named = before
        .iter()
        .chain(after)
        .map(|ends| ends.clone().map(Some));
    removed.eq(named)
}

/// Returns true if a turn removes the rows with these ends before and after its push.
fn removes_around_push(turn: &Turn, before: &[RowEnds], after: &[RowEnds]) -> bool {
    let push = turn
        .actions
        .iter()
        .position(|action| matches!(action, Action::Push(_)))
        .unwrap_or(0);
    let (first, second) = turn.actions.split_at(push);
    remove_all(first, before) && remove_all(second, after)
}

/// Returns true if actions remove each row with these ends.
fn remove_all(actions: &[Action], rows: &[RowEnds]) -> bool {
    let removes = |action: &Action, ends: &RowEnds| match action {
        Action::Push(_) => false,
        Action::Remove(items) => ends.iter().all(|end| {
            items.iter().any(|item| {
                item.spot
                    .spot()
                    .is_some_and(|spot: Spot| spot.to_string() == *end)
            })
        }),
    };
    rows.iter()
        .all(|ends| actions.iter().any(|action| removes(action, ends)))
}
