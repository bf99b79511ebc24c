//! The facts of GIPF as data: options, words in several languages, signs and places.
//!
//! [`GameFacts`] and [`TurnFacts`] describe the fields and say what they are for.

use super::codes;
use crate::notation::{
    Board, Capitals, GameFacts, OptionDefault, OptionSpec, PartMeaning, PieceHelp, SeatNames,
    SgfFacts, SgfTurns, ShortForm, TurnFacts, Values, WordFact,
};

/// The facts of GIPF.
pub(crate) const FACTS: &GameFacts = &GameFacts {
    short_title: "GIPF",
    other_names: &[],
    pieces: PieceHelp {
        names: "`w`, `b`, `W` and `B`",
        meaning: "pieces of GIPF",
    },
    variants: &["basic", "standard", "tournament"],
    variant_meanings: &[
        "15 pieces each, no GIPF pieces",
        "three GIPF pieces each on the board at the start",
        "an empty board; each player chooses how many GIPF pieces to bring",
    ],
    tags: &[],
    options: &[
        OptionSpec {
            key: "reserve",
            values: Values::TwoNumbers(12, 15),
            default: OptionDefault::Value("12,12"),
            variants: &["basic"],
            // The reserves are part of a position (G2.1).
            replaced_by: Some("Position"),
            meaning: "The number of pieces that White and Black begin with, 12 to 15. \
                Default: `12,12`.",
            form: "Two numbers from 12 to 15, White's first: `reserve=13,12` (G2.1).",
            ..OptionSpec::BASE
        },
        OptionSpec {
            key: "out",
            values: Values::Words(&["push", "empty"]),
            default: OptionDefault::Value("push"),
            meaning: "When a seat without pieces loses: when it has to `push` one (the default), \
                or as soon as its reserve is `empty`.",
            form: "`out=push` or `out=empty` (G6.3).",
            ..OptionSpec::BASE
        },
    ],
    seats: SeatNames::Colours {
        names: ["White", "Black"],
        exchanged_by: None,
    },
    has_scores: false,
    has_dice: false,
    reserve: Some("in reserve"),
    turns: TurnFacts {
        rule: "G7",
        form: "A turn is one push, with optional removals before and after it: `b3`, `a2-c4`, \
            `Gb3`, `xb4,c4;a2-c4;xd3,Ge3`.",
        letters: b"abcdefghi123456789-,;xG*",
        // A turn begins with a letter, `x` or `G`; a letter and a digit are a point; and so on.
        pairs: &[
            (" ", "?xG"),
            ("?", "#"),
            ("x", "?G; "),
            ("G", "?"),
            ("#", "#-,;* "),
            ("-", "?"),
            (",", "?G"),
            (";", "?xG"),
            ("*", ",; "),
        ],
        own_signs: b"",
        keywords: &["resign"],
        // A GIPF piece is marked before its place.
        capitals: Capitals::BeforePlace('G'),
        // A mail server and Boardspace write `nb1-b3` and `wGi3-h3`.
        seat_letters: &['n', 'w', 'b', 'k'],
        borders: &['-', ';', ','],
        meanings: &[
            PartMeaning {
                begin: "x",
                end: ",",
                words: "A removal: this piece leaves the board. The next piece of the list follows.",
                rule: "G4.3",
            },
            PartMeaning {
                begin: "x",
                end: ";",
                words: "A removal: these pieces leave the board. The push or another removal \
                    follows.",
                rule: "G4.3",
            },
            PartMeaning {
                begin: "G",
                end: "-",
                words: "A GIPF piece enters from this dot. The spot that the last moved piece \
                    reaches follows.",
                rule: "G3.1",
            },
            PartMeaning {
                begin: "",
                end: "-",
                words: "A piece enters from this dot. The spot that the last moved piece reaches \
                    follows.",
                rule: "G3.1",
            },
            PartMeaning {
                begin: "",
                end: ";",
                words: "The push. What it removes follows.",
                rule: "G4.3",
            },
        ],
        aside: None,
        lists_removals: true,
        actions_are_places: false,
        drawn: None,
        wrong_landing: Some(&codes::WRONG_LANDING),
        short_form: Some(ShortForm {
            offer: "Expand `x`",
            is_short: |written, _| written.split(';').any(|action| action == "x"),
        }),
    },
    words: &[
        WordFact::part(
            "G",
            &[
                "gipf", "gipfs", "g", "d", "double", "doppel", "dubbel", "doble",
            ],
        ),
        WordFact::part(
            "-",
            &[
                "to", "nach", "auf", "à", "vers", "na", "do", "naar", "hacia",
            ],
        ),
        WordFact::part(
            "x",
            &[
                "takes", "removes", "removed", "schlägt", "entfernt", "prend", "retire", "bije",
                "zdejmuje", "slaat", "neemt", "quita", "retira", "captures",
            ],
        ),
    ],
    position_letters: b"wbWB0123456789/, -",
    board: Board::Hexagon(9),
    places: ["b3", "c4"],
    sgf: SgfFacts {
        number: "39",
        turns: SgfTurns::OfColours,
    },
};
