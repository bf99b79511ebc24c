//! The one-line form of webgipf: every push with the letter of its colour, `W` or `K` (Black), and
//! every removal as a separate word: `GWi3-h3 Kb6-c6 xb5,c5,d5,e5`. A turn can therefore consist of
//! several words, the actions of the turn.

use super::dialect::{Dialect, NamedSpot, complete_turn};
use super::{ForeignGame, ForeignTurn};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::codes;
use crate::formats::gipf_rules::GipfRules;
use crate::formats::gipf_turns::{parse_turn, push_of};
use crate::games::gipf::{Colour, Position, Turn};
use crate::text::Span;

/// Splits the letter of the colour from a push. Returns `None` for any other word.
pub(super) fn coloured_push(word: &str) -> Option<(Colour, String)> {
    let (gipf, rest) = match word.strip_prefix('G') {
        Some(rest) => ("G", rest),
        None => ("", word),
    };
    let colour = match rest.chars().next()? {
        'W' => Colour::White,
        'K' => Colour::Black,
        _ => return None,
    };
    let text = format!("{gipf}{}", &rest[1..]);
    let turn = parse_turn(&text)?;
    let is_whole =
        turn.actions.len() == 1 && push_of(&turn).is_some_and(|push| push.from.is_some());
    is_whole.then_some((colour, text))
}

/// Returns true if the pushes of a game have the letters of their colours.
pub(super) fn has_colours(game: &ForeignGame) -> bool {
    game.turns.iter().any(|turn| turn.colour.is_some())
}

/// Joins the actions of each turn. The position on the board decides whether a removal belongs to
/// the previous or the next turn. Returns the index of the first turn whose colour is not to move.
pub(super) fn join_actions(game: &mut ForeignGame, rules: &GipfRules) -> Option<usize> {
    let dialect = Dialect {
        named_spot: NamedSpot::First,
        has_no_marks: true,
    };
    let mut position = rules.start();
    let mut turns: Vec<ForeignTurn> = Vec::new();
    let mut first_out_of_turn = None;
    let mut words = std::mem::take(&mut game.turns).into_iter().peekable();
    // Removals before the next push.
    let mut leading: Vec<ForeignTurn> = Vec::new();
    while let Some(word) = words.next() {
        if is_removal(&word) {
            leading.push(word);
            continue;
        }

        let push = word;
        let to_move = if turns.len().is_multiple_of(2) {
            Colour::White
        } else {
            Colour::Black
        };
        if first_out_of_turn.is_none() && push.colour.is_some_and(|colour| colour != to_move) {
            first_out_of_turn = Some(turns.len());
            game.findings.keep(wrong_colour(push.span, to_move));
        }

        // This turn has as many of the removals after its push as it needs to be legal; the others
        // belong to the next turn.
        let removals: Vec<ForeignTurn> = std::iter::from_fn(|| words.next_if(is_removal)).collect();
        let actions = |removal_count: usize| {
            leading
                .iter()
                .chain([&push])
                .chain(removals.iter().take(removal_count))
        };
        let mut removal_count = removals.len();
        let mut position_after_turn = None;
        if let Some(before) = &position {
            for count in 0..=removals.len() {
                let turn = parse_turn(&texts(actions(count)));
                let after = turn.and_then(|turn| position_after(rules, before, turn, dialect));
                if after.is_some() {
                    removal_count = count;
                    position_after_turn = after;
                    break;
                }
            }
        }
        turns.extend(joined(actions(removal_count)));
        position = position_after_turn;
        leading = removals.into_iter().skip(removal_count).collect();
    }

    // A removal may end the game.
    turns.extend(joined(leading.iter()));
    game.turns = turns;
    first_out_of_turn
}

/// Returns true if a word is a removal.
fn is_removal(turn: &ForeignTurn) -> bool {
    turn.colour.is_none() && parse_turn(&turn.text).is_some_and(|turn| push_of(&turn).is_none())
}

/// Returns the position after a turn; `None` if the turn is illegal.
fn position_after(
    rules: &GipfRules,
    before: &Position,
    turn: Turn,
    dialect: Dialect,
) -> Option<Position> {
    complete_turn(rules, before, turn, dialect).position
}

/// Returns the texts of actions as one turn of the notation.
fn texts<'a>(actions: impl Iterator<Item = &'a ForeignTurn>) -> String {
    actions
        .map(|action| action.text.as_str())
        .collect::<Vec<_>>()
        .join(";")
}

/// Joins actions to a turn. Returns `None` without actions.
fn joined<'a>(actions: impl Iterator<Item = &'a ForeignTurn> + Clone) -> Option<ForeignTurn> {
    let first = actions.clone().next()?;
    let last = actions.clone().last()?;
    let span = first.span.to(last.span);
    let mut turn = ForeignTurn::new(&texts(actions.clone()), span);
    turn.colour = actions.clone().find_map(|action| action.colour);
    turn.reserve = actions.clone().find_map(|action| action.reserve);
    turn.after = actions.flat_map(|action| action.after.clone()).collect();
    Some(turn)
}

/// Returns the finding on a push of the seat that is not to move.
fn wrong_colour(span: Span, to_move: Colour) -> Finding {
    let message = format!(
        "This is a push of {}, but {} is to move.",
        to_move.other().name(),
        to_move.name()
    );
    Finding::new(&codes::TOKEN, span, message)
        .with_help("Seats alternate, and White begins. A turn may be missing here.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pushes_have_no_colour_letter() {
        let read = |word: &str| {
            coloured_push(word).map(|(colour, text)| format!("{} {text}", colour.name()))
        };
        assert_eq!(read("GWi3-h3").as_deref(), Some("White Gi3-h3"));
        assert_eq!(read("Kb6-c6").as_deref(), Some("Black b6-c6"));
        for other in [
            "", "G", "W", "K", "Wc6", "GKc6", "Gi3-h3", "b6-c6", "WKb6-c6", "Wb6-c6;x", "White",
            "Kähler",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
