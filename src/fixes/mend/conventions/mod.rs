//! Recognises records written in another convention. A single explanation covers all turns.
//!
//! A *convention* is a different way to write the same game: rows counted from the other side
//! (`places.rs`), pushes written from their last place (`turn_forms.rs`), seats exchanged. The
//! turns are rewritten under each convention, and the caller plays them to find out which one is
//! right.

mod places;
mod turn_forms;

use crate::games::GameId;
use crate::notation::Capitals;

/// The minimum number of turns in which a convention can be recognised.
pub(crate) const MIN_TURNS: usize = 3;

/// The turns of a record, rewritten from a convention to the notation.
pub(crate) struct Rewritten {
    /// The convention in words.
    pub(crate) explanation: &'static str,
    pub(crate) turns: Vec<String>,
}

/// Returns the turns of a record as written under each convention. `columns` is the number of
/// columns of the board.
pub(crate) fn readings(turns: &[String], game: GameId, columns: u8) -> Vec<Rewritten> {
    let mut all = places::readings(turns, game, columns);
    all.push(with_exchanged_seats(turns));
    all.extend(turn_forms::readings(turns, game));
    all.extend(places::readings_of_one_letter(turns, game, columns));
    all
}

/// Returns the turns with the first of each two turns after the second.
fn with_exchanged_seats(turns: &[String]) -> Rewritten {
    let mut exchanged = turns.to_vec();
    for pair in exchanged.chunks_exact_mut(2) {
        pair.swap(0, 1);
    }
    Rewritten {
        explanation: "the seats are exchanged",
        turns: exchanged,
    }
}

/// Returns the turns in small letters, if they are in capitals throughout; `None` for any others. A
/// capital that the notation has before a place stays, such as the `G` of `GB3`.
pub(crate) fn in_small_letters(turns: &[String], game: GameId) -> Option<Rewritten> {
    let mark = match game.facts().turns.capitals {
        Capitals::None => None,
        Capitals::BeforePlace(mark) => Some(mark),
        // The headings of cards are capitals in the notation too: `17@+2-1/E`.
        Capitals::AfterSlash(_) => return None,
    };
    let has_capital = |turn: &String| turn.contains(|letter: char| letter.is_ascii_uppercase());
    let has_small = |turn: &String| turn.contains(|letter: char| letter.is_ascii_lowercase());
    if !turns.iter().any(has_capital) || turns.iter().any(has_small) {
        return None;
    }
    Some(Rewritten {
        explanation: "the turns are in capitals",
        turns: turns
            .iter()
            .map(|turn| turn_in_small_letters(turn, mark))
            .collect(),
    })
}

/// Returns a turn in small letters. The capital `mark` stays before another capital.
fn turn_in_small_letters(turn: &str, mark: Option<char>) -> String {
    let mut small = String::with_capacity(turn.len());
    let mut letters = turn.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_before_place = letters.peek().is_some_and(char::is_ascii_uppercase);
        if Some(letter) == mark && is_before_place {
            small.push(letter);
        } else {
            small.push(letter.to_ascii_lowercase());
        }
    }
    small
}
