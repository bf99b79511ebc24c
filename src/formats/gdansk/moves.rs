//! Converts the moves of the protocol to turns.
//!
//! A move is a dot and the spot beside it: `DO_MOVE a2-b3`. The removals follow from the rules
//! unless rows cross. Then the move names the ends of the rows that are removed, and the owner of
//! each row: `DO_MOVE i5-h5 w: b2 e5`.

use std::iter::{Peekable, Skip};

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{LineWords, span_of};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::gipf_rules::GipfRules;
use crate::formats::gipf_turns::{line_of, parse_turn, push_of, with_bare_removals};
use crate::formats::{Draft, DraftTurn, codes};
use crate::games::gipf::board::{PushLine, Spot};
use crate::games::gipf::{Action, Colour, Position, Push, Turn};
use crate::text::{SourceText, Span};

/// Adds the moves of a session to a draft, starting from its position. The moves after an illegal
/// one become a comment.
pub(super) fn add_turns(source: &SourceText, lines: &[&LineWords<'_>], draft: &mut Draft) {
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
    let mut first_illegal = None;
    for line in lines {
        // The turn is what follows the command.
        let span = match line.as_slice() {
            [_, rest @ ..] if !rest.is_empty() => span_of(rest),
            whole => span_of(whole),
        };
        turns.push(converter.convert(line, span));
        if converter.position.is_none() && first_illegal.is_none() {
            first_illegal = Some(turns.len() - 1);
        }
    }

    draft.line.turns = turns;
    if let Some(illegal) = first_illegal
        && can_play
    {
        draft.keep_rest(source, illegal);
    }
}

/// Ends of a row.
type RowEnds = [String; 2];

/// Row named by its ends.
struct NamedRow {
    /// Colour; `None` for the colour of the seat to move.
    colour: Option<Colour>,
    ends: RowEnds,
}

impl NamedRow {
    /// Reads the next words of a move: `w: b2 e5`, or `b2-e5`.
    fn read(words: &mut WordsOfMove<'_, '_>) -> Option<Self> {
        let owner = words.next_if(|word| word.as_rule() == Rule::owner);
        let colour = owner.map(|word| match word.as_str() {
            "w:" => Colour::White,
            _ => Colour::Black,
        });

        let first = words.next_if(|word| word.as_rule() == Rule::place)?;
        words.next_if(|word| word.as_rule() == Rule::hyphen);
        let last = words.next_if(|word| word.as_rule() == Rule::place)?;
        Some(Self {
            colour,
            ends: [first.as_str().to_owned(), last.as_str().to_owned()],
        })
    }
}

/// Words of a move, without its command.
struct Move {
    /// Dot and spot.
    push: [String; 2],
    rows: Vec<NamedRow>,
}

/// Iterator over the words of a move.
type WordsOfMove<'l, 't> = Peekable<Skip<std::slice::Iter<'l, Pair<'t, Rule>>>>;

impl Move {
    /// Reads a line. Returns `None` if it is not a move of the protocol.
    fn read(line: &LineWords<'_>) -> Option<Self> {
        let mut words = line.iter().skip(1).peekable();
        // A push has the same form as a row of the seat to move.
        let NamedRow {
            colour: None,
            ends: push,
        } = NamedRow::read(&mut words)?
        else {
            return None;
        };

        let mut rows = Vec::new();
        while let Some(row) = NamedRow::read(&mut words) {
            rows.push(row);
        }
        words.next().is_none().then_some(Self { push, rows })
    }
}

/// Converts the moves of a game, one after the other.
struct MoveConverter<'d> {
    rules: GipfRules,
    /// `None` after an illegal turn.
    position: Option<Position>,
    /// Rows that the previous move named for the seat that is now to move.
    rows: Vec<RowEnds>,
    findings: &'d mut Vec<Finding>,
}

impl MoveConverter<'_> {
    /// Converts a line, and plays the turn.
    fn convert(&mut self, line: &LineWords<'_>, span: Span) -> DraftTurn {
        let protocol_move = Move::read(line);
        let is_move = protocol_move.is_some();
        let text = if let Some(played) = protocol_move {
            self.turn_text(played, span)
        } else {
            // It may be a turn of the notation. If not, it is a placeholder that cannot be parsed.
            let words: Vec<&str> = line.iter().skip(1).map(Pair::as_str).collect();
            words.join("_")
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
        let Some(position) = &self.position else {
            return plain;
        };
        let Some(turn) = parse_turn(&plain) else {
            return plain;
        };
        let Some(line) = push_of(&turn).and_then(line_to_first_spot) else {
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

/// Returns the line of a push, if the push names the first spot of the line.
fn line_to_first_spot(push: Push) -> Option<PushLine> {
    line_of(push).filter(|line| line.path().next() == push.to.spot())
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
    let mut removed: Vec<RowEnds> = Vec::new();
    for action in &turn.actions {
        if let Action::Remove(items) = action {
            let (Some(first), Some(last)) = (items.first(), items.last()) else {
                return false;
            };
            removed.push([first.spot.to_string(), last.spot.to_string()]);
        }
    }
    removed.iter().eq(before.iter().chain(after))
}

/// Returns true if a turn removes the rows with these ends before and after its push.
fn removes_around_push(turn: &Turn, before: &[RowEnds], after: &[RowEnds]) -> bool {
    let push_index = turn
        .actions
        .iter()
        .position(|action| matches!(action, Action::Push(_)))
        .unwrap_or(0);
    let (actions_before, actions_from_push) = turn.actions.split_at(push_index);
    remove_all(actions_before, before) && remove_all(actions_from_push, after)
}

/// Returns true if actions remove each row with these ends.
fn remove_all(actions: &[Action], rows: &[RowEnds]) -> bool {
    rows.iter()
        .all(|ends| actions.iter().any(|action| removes_row(action, ends)))
}

/// Returns true if an action removes the pieces at both ends of a row.
fn removes_row(action: &Action, ends: &RowEnds) -> bool {
    let Action::Remove(items) = action else {
        return false;
    };
    ends.iter().all(|end| {
        let is_end = |spot: Spot| spot.to_string() == *end;
        items
            .iter()
            .any(|item| item.spot.spot().is_some_and(is_end))
    })
}
