//! The facts of Pip•Pip: the tag `Colors`, options, words, signs and places.

use crate::notation::{
    Board, Capitals, GameFacts, OptionDefault, OptionSpec, PartMeaning, PieceHelp, SeatNames,
    SgfFacts, SgfTurns, ShortForm, TagSpec, TurnFacts, TurnPart, Values, WordFact,
};

/// The facts of Pip•Pip.
pub(crate) const FACTS: &GameFacts = &GameFacts {
    short_title: "Pip•Pip",
    other_names: &["pip-pip", "pip•pip", "pip pip"],
    pieces: PieceHelp {
        names: "`L1` to `L6` and `D1` to `D6`",
        meaning: "dice of Pip•Pip (`L53` has the 3 on its north side)",
    },
    variants: &["standard"],
    tags: &[TagSpec {
        name: "Colors",
        values: Values::Words(&["light,dark", "dark,light"]),
        default: Some("light,dark"),
        meaning: "The colour of seat 1 and that of seat 2: `light,dark` or `dark,light`.",
        form: "The colours of seat 1 and seat 2: `light,dark` or `dark,light` (P1.2).",
        ..TagSpec::BASE
    }],
    options: &[
        OptionSpec {
            key: "dice",
            values: Values::Words(&["ccw", "cw"]),
            default: OptionDefault::Value("ccw"),
            meaning: "The direction of 1, 2 and 3 round their corner: `ccw` (the default) or `cw`.",
            form: "`dice=ccw` or `dice=cw` (P2.2).",
            ..OptionSpec::BASE
        },
        OptionSpec {
            key: "cap",
            values: Values::Numbers(0, 8),
            default: OptionDefault::Value("3"),
            meaning: "The number of dice that a store can hold, `0` to `8`. Default: `3`.",
            form: "A number from 0 to 8: `cap=3` (P3.2).",
            ..OptionSpec::BASE
        },
        OptionSpec {
            key: "store",
            values: Values::Words(&["turn", "roll"]),
            default: OptionDefault::Value("turn"),
            meaning: "What follows after a die is put aside: another `turn` (the default), or \
                only a `roll`.",
            form: "`store=turn` or `store=roll` (P3.3).",
            ..OptionSpec::BASE
        },
    ],
    seats: SeatNames::Colours {
        names: ["Light", "Dark"],
        exchanged_by: Some(("Colors", "dark,light")),
    },
    has_scores: true,
    has_dice: true,
    most_turns_are_legal: false,
    reserve: Some("in the stores"),
    turns: TurnFacts {
        rule: "P6",
        form: "A turn is a die with its square and the number to the north, after dice that are \
            put aside and before those converted: `6@b3/2`, `*5@c1/4`, `5s;2s;6@b3/2;xb2,c3`.",
        letters: b"123456abcds@/;*,x",
        pairs: &[
            (" ", "#*"),
            ("#", "s@/;, "),
            ("s", ";"),
            ("?", "#"),
            (";", "#*x"),
            ("*", "#"),
            ("@", "?"),
            ("/", "#"),
            ("x", "?"),
            (",", "?"),
        ],
        own_signs: b"",
        keywords: &["resign"],
        capitals: Capitals::None,
        seat_letters: &[],
        borders: &['@', '/', ';', ',', ':'],
        meanings: &[
            PartMeaning {
                begin: "",
                end: "s;",
                words: "The rolled die is put aside into the store. The next die follows.",
                rule: "P3.1",
            },
            PartMeaning {
                begin: "x",
                end: ",",
                words: "The dice on these squares change their colour. Another square follows.",
                rule: "P4.1",
            },
            PartMeaning {
                begin: "*",
                end: "@",
                words: "A die with this number on top is pulled from the store. Its square follows.",
                rule: "P3.1",
            },
            PartMeaning {
                begin: "",
                end: "@",
                words: "A die with this number on top is rolled and placed. Its square follows.",
                rule: "P3.1",
            },
            PartMeaning {
                begin: "",
                end: "/",
                words: "The square of the die. The number on its north side follows.",
                rule: "P2.3",
            },
            PartMeaning {
                begin: "",
                end: ";",
                words: "The die is placed. The squares of the dice that it converts follow.",
                rule: "P4.1",
            },
        ],
        parts: &[
            TurnPart::AfterSlash("123456"),
            TurnPart::Item(";", |action| action.ends_with('s')),
            TurnPart::Item(";", |action| action.starts_with('x')),
            TurnPart::Sign("*"),
            TurnPart::Aside("123456"),
        ],
        aside: Some("s;"),
        lists_removals: true,
        actions_are_places: false,
        drawn: None,
        wrong_landing: None,
        short_form: Some(ShortForm {
            offer: "Write out the conversions",
            is_short: |written, canonical| !written.contains(";x") && canonical.contains(";x"),
        }),
    },
    words: &[
        WordFact::part(
            ";x",
            &[
                "flips",
                "flip",
                "flipped",
                "turns",
                "converts",
                "captures",
                "takes",
                "dreht",
                "wendet",
                "schlägt",
                "retourne",
                "convertit",
                "prend",
                "odwraca",
                "bije",
                "draait",
                "keert",
                "voltea",
                "gira",
                "convierte",
            ],
        ),
        WordFact::part(
            "s;",
            &[
                "keep", "keeps", "kept", "aside", "store", "stores", "stored", "behält",
                "behalten", "lager", "garde", "réserve", "odkłada", "houdt", "bewaart", "guarda",
                "aparta",
            ],
        ),
        WordFact::part(
            "",
            &[
                "roll",
                "rolls",
                "rolled",
                "die",
                "dice",
                "würfelt",
                "wirft",
                "würfel",
                "lance",
                "dé",
                "rzuca",
                "kostka",
                "gooit",
                "dobbelsteen",
                "tira",
                "dado",
                "n",
                "north",
                "nord",
                "norden",
                "d",
            ],
        ),
        WordFact::part("@", &["at", "on", "auf", "sur", "na", "op", "en", "to"]),
        WordFact::part(
            "/",
            &[
                "facing", "up", "north", "richtung", "oben", "vers", "naar", "hacia",
            ],
        ),
    ],
    position_letters: b".LD123456/ -",
    board: Board::Square(4),
    places: ["b3", "c4"],
    sgf: SgfFacts {
        number: "0",
        turns: SgfTurns::Private,
    },
};
