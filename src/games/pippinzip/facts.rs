//! The facts of Pippinzip: tags, words, signs and places.

use super::board::{MAX_SIZE, MIN_SIZE};
use crate::notation::{
    Board, Capitals, GameFacts, PieceHelp, SeatNames, SgfFacts, SgfTurns, TagSpec, TurnFacts,
    TurnPart, Values,
};

/// The facts of Pippinzip.
pub(crate) const FACTS: &GameFacts = &GameFacts {
    short_title: "Pippinzip",
    other_names: &["pippin zip"],
    pieces: PieceHelp {
        names: "`pippinzip/w` and `pippinzip/b`",
        meaning: "stones of Pippinzip",
    },
    variants: &["pipeline", "zipline", "freestyle"],
    tags: &[
        TagSpec {
            name: "Size",
            values: Values::Numbers(MIN_SIZE as u32, MAX_SIZE as u32),
            // One of the sizes of Go, small enough for a quick game.
            suggested: Some("13"),
            // The smallest size with room for chains.
            quick: Some("5"),
            meaning: "The number of points on a side of the board (Z1.1).",
            form: "The number of rows, 3 to 26: `13` (Z1.1).",
            ..TagSpec::BASE
        },
        TagSpec {
            name: "Surface",
            values: Values::Words(&["points", "cells"]),
            default: Some("points"),
            meaning: "How the board is drawn: stones on `points` or in `cells`.",
            form: "`points` or `cells` (Z1.2).",
            sets_up: false,
            ..TagSpec::BASE
        },
        TagSpec {
            name: "Players",
            values: Values::Numbers(2, 3),
            default: Some("2"),
            meaning: "The number of seats: `2`, or `3` except in `pipeline`.",
            form: "`2` or `3` (Z2.1).",
            ..TagSpec::BASE
        },
    ],
    options: &[],
    // The auction decides who has which colour.
    seats: SeatNames::Numbers,
    has_scores: false,
    has_dice: false,
    most_turns_are_legal: true,
    reserve: None,
    turns: TurnFacts {
        rule: "Z6",
        form: "A turn is one or more points, or one of two words: `c4`, `c4,d5`, `pass`, `take`.",
        letters: b"abcdefghijklmnopqrstuvwxyz0123456789,",
        pairs: &[
            (" ", "?"),
            ("?", "#"),
            ("#", "#, "),
            (",", "?"),
            // `take` and `pass`.
            ("tp", "a"),
            ("a", "ks"),
            ("k", "e"),
            ("e", " "),
            ("s", "s "),
        ],
        own_signs: b"",
        keywords: &["take", "pass", "resign"],
        capitals: Capitals::None,
        seat_letters: &[],
        borders: &[','],
        parts: &[TurnPart::Item(",", |_| true)],
        aside: None,
        // `x` is a column of the board, and nothing is captured.
        lists_removals: false,
        actions_are_places: true,
        drawn: None,
        wrong_landing: None,
        short_form: None,
    },
    position_letters: b"wb0123456789/ -=",
    board: Board::SquareOfTag {
        tag: "Size",
        assumed: 11,
    },
    places: ["b3", "c4"],
    sgf: SgfFacts {
        number: "1",
        turns: SgfTurns::Stones,
    },
};
