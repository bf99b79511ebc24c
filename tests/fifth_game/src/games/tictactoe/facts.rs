//! The facts of Tic-tac-toe.

use crate::notation::{
    Board, Capitals, GameFacts, PieceHelp, SeatNames, SgfFacts, SgfTurns, TurnFacts,
};

/// The facts of Tic-tac-toe.
pub(crate) const FACTS: &GameFacts = &GameFacts {
    short_title: "Tic-tac-toe",
    other_names: &["tic-tac-toe", "noughts and crosses"],
    pieces: PieceHelp {
        names: "`x` and `o`",
        meaning: "marks of Tic-tac-toe",
    },
    variants: &["standard"],
    variant_meanings: &[],
    tags: &[],
    options: &[],
    seats: SeatNames::Colours {
        names: ["Cross", "Nought"],
        exchanged_by: None,
    },
    has_scores: false,
    has_dice: false,
    reserve: None,
    turns: TurnFacts {
        rule: "T3.1",
        form: "A turn is a square: `b2`.",
        letters: b"abc123",
        pairs: &[(" ", "?"), ("?", "#"), ("#", " ")],
        own_signs: b"",
        keywords: &["resign"],
        capitals: Capitals::None,
        seat_letters: &[],
        borders: &[],
        meanings: &[],
        aside: None,
        lists_removals: false,
        actions_are_places: true,
        drawn: None,
        wrong_landing: None,
        short_form: None,
    },
    words: &[],
    position_letters: b"xo123/ ",
    board: Board::Square(3),
    places: ["b2", "c2"],
    sgf: SgfFacts {
        number: "0",
        turns: SgfTurns::Private,
    },
};
