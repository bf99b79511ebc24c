//! Conventions that concern more of a turn than its places: pushes from their last place, marks of
//! pieces that are left out, dice with the number of another side.

use super::Rewritten;
use crate::games::GameId;
use crate::notation::Capitals;

/// The maximum number of pushes at the start of a record that may lack the mark of a piece.
const MAX_MARKED: usize = 16;

/// Returns the turns as written under each of these conventions that changes them.
pub(super) fn readings(turns: &[String], game: GameId) -> Vec<Rewritten> {
    let facts = &game.facts().turns;
    let mut found = Vec::new();
    if let Capitals::BeforePlace(mark) = facts.capitals {
        found.push(Rewritten {
            explanation: "pushes are written from their last place",
            turns: turns.iter().map(|turn| reversed_push(turn, mark)).collect(),
        });
        let marked = with_marks(turns, mark).into_iter();
        found.extend(marked.map(|turns| Rewritten {
            explanation: "the mark of the first pieces is left out",
            turns,
        }));
    }
    // Only a game with dice can put one aside.
    if facts.aside.is_some() {
        found.push(Rewritten {
            explanation: "dice have the number of their south side",
            turns: turns.iter().map(|turn| opposite_sides(turn)).collect(),
        });
    }
    found.retain(|read| read.turns != turns);
    found
}

/// Returns a turn with its push from the other end: `Gf7-d8` for `Gd8-f7`.
fn reversed_push(turn: &str, mark: char) -> String {
    let actions = turn.split(';').map(|action| match action.split_once('-') {
        Some((first, last)) => {
            let place = first.trim_start_matches(mark);
            let marks = &first[..first.len() - place.len()];
            format!("{marks}{last}-{place}")
        }
        None => action.to_owned(),
    });
    actions.collect::<Vec<_>>().join(";")
}

/// Returns the turns with a mark before the first pushes, for each likely number of these pushes;
/// nothing if a push has the mark.
fn with_marks(turns: &[String], mark: char) -> Vec<Vec<String>> {
    let has_mark = |turn: &String| turn.split(';').any(|action| action.starts_with(mark));
    if turns.iter().any(has_mark) {
        return Vec::new();
    }

    let marked: Vec<String> = turns
        .iter()
        .take(MAX_MARKED)
        .map(|turn| with_mark(turn, mark))
        .collect();
    // Both seats begin with such pieces, so at least two pushes have the mark.
    (2..=marked.len())
        .map(|count| [&marked[..count], &turns[count..]].concat())
        .collect()
}

/// Returns a turn with a mark before its push. Removals (`xd7`) have none.
fn with_mark(turn: &str, mark: char) -> String {
    let is_push =
        |action: &str| action.starts_with(|sign: char| sign.is_ascii_lowercase() && sign != 'x');
    let actions = turn.split(';').map(|action| {
        if is_push(action) {
            format!("{mark}{action}")
        } else {
            action.to_owned()
        }
    });
    actions.collect::<Vec<_>>().join(";")
}

/// Returns a turn whose dice have the numbers of the opposite sides: `4@c3/5` for `4@c3/2`.
/// Opposite sides add up to 7.
fn opposite_sides(turn: &str) -> String {
    let mut is_after_slash = false;
    let signs = turn.chars().map(|sign| {
        let opposite = match sign.to_digit(10) {
            Some(number @ 1..=6) if is_after_slash => char::from_digit(7 - number, 10),
            _ => None,
        };
        is_after_slash = sign == '/';
        opposite.unwrap_or(sign)
    });
    signs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_read_by_another_convention() {
        assert_eq!(reversed_push("xd7;Gf7-d8", 'G'), "xd7;Gd8-f7");
        assert_eq!(opposite_sides("5s;4@c3/2;xc3"), "5s;4@c3/5;xc3");
        let turns = ["g6", "h3", "f8-f6"].map(str::to_owned);
        let marked = with_marks(&turns, 'G');
        assert_eq!(marked[0], ["Gg6", "Gh3", "f8-f6"]);
    }
}
