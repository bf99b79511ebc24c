//! The one-line form of webgipf: every push with the letter of its colour, `GWi3-h3 Kb6-c6`, and
//! every removal as a separate action.

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
    let (gipf, rest) = word
        .strip_prefix('G')
        .map_or(("", word), |rest| ("G", rest));
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
    let mut leading: Vec<ForeignTurn> = Vec::new();
    let mut rest = std::mem::take(&mut game.turns).into_iter().peekable();
    let mut other_seat = None;
    while let Some(action) = rest.next() {
        if is_removal(&action) {
            leading.push(action);
            continue;
        }
        let to_move = if turns.len().is_multiple_of(2) {
            Colour::White
        } else {
            Colour::Black
        };
        if other_seat.is_none() && action.colour.is_some_and(|colour| colour != to_move) {
            other_seat = Some(turns.len());
            game.findings.keep(wrong_colour(action.span, to_move));
        }
        let removals: Vec<ForeignTurn> = std::iter::from_fn(|| rest.next_if(is_removal)).collect();
        // The actions of this turn, if the first `count` removals after the push belong to it.
        let actions = |count: usize| {
            leading
                .iter()
                .chain([&action])
                .chain(removals.iter().take(count))
        };
        let legal = (0..=removals.len()).find_map(|count| {
            let turn = parse_turn(&texts(actions(count)))?;
            Some((
                count,
                position_after(rules, position.as_ref()?, turn, dialect)?,
            ))
        });
        let count = legal.as_ref().map_or(removals.len(), |(count, _)| *count);
        turns.extend(joined(actions(count)));
        position = legal.map(|(_, after)| after);
        leading = removals.into_iter().skip(count).collect();
    }
    // A removal may end the game.
    turns.extend(joined(leading.iter()));
    game.turns = turns;
    other_seat
}

fn is_removal(turn: &ForeignTurn) -> bool {
    turn.colour.is_none() && parse_turn(&turn.text).is_some_and(|turn| push_of(&turn).is_none())
}

fn position_after(
    rules: &GipfRules,
    before: &Position,
    turn: Turn,
    dialect: Dialect,
) -> Option<Position> {
    complete_turn(rules, before, turn, dialect).position
}

fn texts<'a>(actions: impl Iterator<Item = &'a ForeignTurn>) -> String {
    actions
        .map(|action| action.text.as_str())
        .collect::<Vec<_>>()
        .join(";")
}

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
