//! The facts of Pippinzip as data: tags, words in several languages, signs and places.
//!
//! [`GameFacts`] and [`TurnFacts`] describe the fields and say what they are for.

use super::board::{MAX_SIZE, MIN_SIZE};
use crate::notation::{
    Board, Capitals, GameFacts, PartMeaning, PieceHelp, SeatNames, SgfFacts, SgfTurns, TagSpec,
    TurnFacts, Values, WordFact,
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
    variant_meanings: &[
        "Pip places one stone a turn",
        "Pip places two stones a turn, not side by side",
        "Pip places two stones a turn, anywhere",
    ],
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
    reserve: None,
    turns: TurnFacts {
        rule: "Z6",
        form: "A turn is one or more points, or one of two words: `c4`, `c4,d5`, `pass`, `take`.",
        letters: b"abcdefghijklmnopqrstuvwxyz0123456789,",
        // A letter and a digit at each point; the rest are the letters of `take` and `pass`.
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
        meanings: &[PartMeaning {
            begin: "",
            end: ",",
            words: "A stone on this point. The point of the next stone follows.",
            rule: "Z6",
        }],
        aside: None,
        // `x` is a column of the board, and nothing is captured.
        lists_removals: false,
        actions_are_places: true,
        drawn: None,
        wrong_landing: None,
        short_form: None,
    },
    words: &[
        WordFact::turn(
            "take",
            &[
                // English.
                "takes",
                "took",
                "i take",
                "i take it",
                "take it",
                "takes it",
                // German.
                "nimmt",
                "nehme",
                "nehmen",
                "ich nehme",
                "nehme an",
                "nimm",
                "genommen",
                "übernehme",
                "übernimmt",
                "uebernehme",
                "übernehmen",
                "ich übernehme",
                // French.
                "prend",
                "prends",
                "je prends",
                "prendre",
                "il prend",
                "elle prend",
                "pris",
                // Polish.
                "biorę",
                "bierze",
                "biore",
                "brać",
                "wziąć",
                "wziął",
                "wzięła",
                "przejmuję",
                "przejmuje",
                // Dutch.
                "neem",
                "neemt",
                "ik neem",
                "nemen",
                "ik pak",
                "pak",
                "pakt",
                "overnemen",
                // Spanish.
                "tomo",
                "toma",
                "yo tomo",
                "tomar",
                "cojo",
                "coge",
                "acepto",
                // Italian.
                "prende",
                "prendo",
            ],
        ),
        WordFact::turn(
            "pass",
            &[
                // English.
                "passes",
                "passed",
                "i pass",
                "skip",
                "skips",
                // German and French.
                "passe",
                "passt",
                "passen",
                "ich passe",
                "gepasst",
                "aussetzen",
                "setzt aus",
                // French.
                "je passe",
                "passer",
                // Polish.
                "pasuję",
                "pasuje",
                "pas",
                "pasował",
                "pasowała",
                // Dutch.
                "ik pas",
                "past",
                // Spanish.
                "paso",
                "pasa",
                "pasar",
                "yo paso",
            ],
        ),
        WordFact::part(",", &["and", "und", "et", "i", "oraz", "en", "y"]),
    ],
    // Stones, numbers of empty points, borders of rows, and the fields after the board.
    position_letters: b"wb0123456789/ -=",
    board: Board::SquareOfTag {
        tag: "Size",
        // Only for a text without the tag, which a record needs.
        assumed: 11,
    },
    places: ["b3", "c4"],
    sgf: SgfFacts {
        // `GM[1]` is Go, whose boards SGF programs can show.
        number: "1",
        turns: SgfTurns::Stones,
    },
};
