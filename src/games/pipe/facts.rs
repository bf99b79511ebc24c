//! The facts of the Very Clever Pipe Game: tags, options, words, signs and places.

use super::setup::MAX_SEATS;
use crate::decks::LAST_ID;
use crate::notation::{
    Board, Capitals, GameFacts, OptionDefault, OptionSpec, PartMeaning, PieceHelp, SeatNames,
    SgfFacts, SgfTurns, ShortForm, TagSpec, TurnFacts, TurnPart, Values, WordFact,
};

/// The tags of cards that are defined in the record (V2.8).
pub(super) const CARDS: TagSpec = TagSpec {
    name: "Card",
    numbered: Some(LAST_ID),
    meaning: "A card that is defined in the record (V2.8).",
    ..TagSpec::BASE
};

/// The tags of the hands (V4.1).
pub(super) const HANDS: TagSpec = TagSpec {
    name: "Hand",
    numbered: Some(MAX_SEATS as u32),
    values: Values::Cards,
    meaning: "The nine cards that this seat was dealt (V4.1).",
    form: CARDS_FORM,
    ..TagSpec::BASE
};

/// The tag of the stock (V4.1).
pub(super) const STOCK: TagSpec = TagSpec {
    name: "Stock",
    values: Values::Cards,
    meaning: "The cards of the stock, from the top (V4.1).",
    form: CARDS_FORM,
    ..TagSpec::BASE
};

/// The help for an invalid list of cards.
const CARDS_FORM: &str = "Numbers of cards with commas between, `3,12,40`, or nothing (V4.1).";

/// The facts of the Pipe Game.
pub(crate) const FACTS: &GameFacts = &GameFacts {
    short_title: "The Pipe Game",
    other_names: &[
        "the very clever pipe game",
        "very clever pipe game",
        "pipe game",
        "pipes",
    ],
    pieces: PieceHelp {
        names: "`33` and `twin-works/33`",
        meaning: "cards of the Very Clever Pipe Game",
    },
    variants: &["pipes", "fields", "both"],
    variant_meanings: &[
        "the players own black and white pipes",
        "the players own light and dark fields",
        "the players own pipes and fields; two to four players",
    ],
    tags: &[
        TagSpec {
            name: "Players",
            values: Values::Numbers(2, MAX_SEATS as u32),
            default: Some("2"),
            meaning: "The number of seats: `2`, in the variant `both` also `3` or `4`.",
            form: "The number of seats: `2`, in the variant `both` also `3` or `4` (V3).",
            ..TagSpec::BASE
        },
        TagSpec {
            name: "Deck",
            values: Values::Deck,
            meaning: "The deck in use: a bundled one, or a deck file next to the record (V2.8).",
            form: "The name of a deck: letters, digits and `-` (V2.8).",
            ..TagSpec::BASE
        },
        TagSpec {
            name: "DeckHash",
            meaning: "The hash of the deck's cards, to detect a changed deck (V2.8).",
            ..TagSpec::BASE
        },
        CARDS,
        HANDS,
        STOCK,
    ],
    options: &[
        OptionSpec {
            key: "recycle",
            values: Values::Words(&["yes", "no", "shuffled"]),
            default: OptionDefault::BySeats {
                seats: MAX_SEATS,
                value: "yes",
                otherwise: "no",
            },
            meaning: "Whether discards go under the stock: `yes`, `no`, or `shuffled`, in an unknown order.",
            form: "`recycle=yes`, `recycle=no` or `recycle=shuffled` (V4.3).",
            ..OptionSpec::BASE
        },
        OptionSpec {
            key: "table",
            values: Values::Example("12x8"),
            meaning: "The number of columns and rows of squares that the cards must fit into: \
                `table=12x8`.",
            form: "Columns and rows of squares, 2 to 99 each: `table=12x8` (V5.3).",
            ..OptionSpec::BASE
        },
        OptionSpec {
            key: "teams",
            values: Values::Words(&["13-24"]),
            seats: Some(MAX_SEATS),
            meaning: "With four seats: `13-24`, seats 1 and 3 against 2 and 4.",
            form: "`teams=13-24`: seats 1 and 3 against 2 and 4 (V4.5).",
            ..OptionSpec::BASE
        },
    ],
    // Seats claim their colours in their first turns.
    seats: SeatNames::Numbers,
    has_scores: true,
    has_dice: false,
    most_turns_are_legal: false,
    reserve: None,
    turns: TurnFacts {
        rule: "V8",
        form: "A turn is a card, the square of its half A and the heading of half B, then its effects: `4@+0-1/E`, `4@+0-1/E;x3,7;x2:8;draw:12`. A seat's first turn is \
            `discard:1,2,3,4;claim:black`.",
        letters: b"0123456789@+-/NESW;x:,",
        pairs: &[
            (" ", "#d"),
            ("#", "#@+-/;:, "),
            ("@", "+-"),
            ("+-", "#"),
            ("/", "NESW"),
            ("NESW", "; "),
            (";", "xskcd"),
            ("x", "#"),
            // Names: a claim may contain any word.
            ("?", "?,; "),
            ("dmw", ":"),
            (":", "#?"),
            (",", "#?"),
        ],
        // The headings of cards, and the sign before the items of an action.
        own_signs: b"NESW:",
        keywords: &[
            "discard", "hidden", "claim", "swap", "keep", "draw", "resign", "black", "white",
            "light", "dark",
        ],
        capitals: Capitals::AfterSlash("NESW"),
        seat_letters: &[],
        borders: &['@', '/', ';', ',', ':'],
        meanings: &[
            PartMeaning {
                begin: "discard:",
                end: ",",
                words: "These cards are discarded. Another card follows: a seat discards four.",
                rule: "V4.2",
            },
            PartMeaning {
                begin: "discard:",
                end: ";",
                words: "These cards are discarded. The claim of a colour follows.",
                rule: "V4.2",
            },
            PartMeaning {
                begin: "discard",
                end: ":",
                words: "The first turn of a seat discards four cards. The first of them follows.",
                rule: "V4.2",
            },
            PartMeaning {
                begin: "claim:",
                end: ",",
                words: "The colours of seats after the table was cleared. Another one follows.",
                rule: "V5.4",
            },
            PartMeaning {
                begin: "claim:",
                end: ";",
                words: "The colour of the seat. The card that it draws follows.",
                rule: "V5.4",
            },
            PartMeaning {
                begin: "claim",
                end: ":",
                words: "The seat claims a colour. Its name follows.",
                rule: "V4.2",
            },
            PartMeaning {
                begin: "draw",
                end: ":",
                words: "The seat draws a card from the stock. The number of the card follows.",
                rule: "V8.2",
            },
            PartMeaning {
                begin: "x",
                end: ":",
                words: "The seat with this number picks up cards. Their numbers follow.",
                rule: "V8.1",
            },
            PartMeaning {
                begin: "x",
                end: ",",
                words: "These cards are picked up. The number of another card follows.",
                rule: "V6.4",
            },
            PartMeaning {
                begin: "x",
                end: ";",
                words: "These cards are picked up. The next effect of the turn follows.",
                rule: "V6.4",
            },
            PartMeaning {
                begin: "",
                end: "@",
                words: "A card of the hand is played. The square of its half A follows.",
                rule: "V5.1",
            },
            PartMeaning {
                begin: "",
                end: "/",
                words: "The square of half A of the card. The heading of its half B follows.",
                rule: "V5.1",
            },
            PartMeaning {
                begin: "",
                end: ";",
                words: "The effects of the turn follow: cards picked up, colours, the card drawn.",
                rule: "V8.1",
            },
        ],
        parts: &[
            TurnPart::AfterSlash("NESW"),
            TurnPart::Item(";", may_be_missing),
            TurnPart::AfterFirstAction,
        ],
        aside: None,
        lists_removals: true,
        actions_are_places: false,
        // A drawn card is recorded only here (V8.2), unless the stock is known.
        drawn: Some((";draw", STOCK.name)),
        wrong_landing: None,
        short_form: Some(ShortForm {
            offer: "Write out what the turn does",
            is_short: |written, canonical| canonical.len() > written.len(),
        }),
    },
    words: &[
        WordFact::part(
            "discard:",
            &[
                "discards",
                "discarded",
                "throws",
                "legt ab",
                "ablegen",
                "abwurf",
                "wirft",
                "abgelegt",
                "défausse",
                "jette",
                "écarte",
                "odrzuca",
                "odrzucam",
                "legt",
                "gooit",
                "descarta",
                "descarto",
                "descarte",
                "scarta",
                "scarto",
                "legt weg",
                "abwerfen",
                "abgeworfen",
                "werfe ab",
                "wirft ab",
                "werfe",
                "lege ab",
                "jeter",
                "jeté",
                "défausser",
                "odrzucić",
                "odrzucono",
                "weggooien",
                "afleggen",
                "gooi",
                "descartar",
                "descartado",
                "scartare",
                "scartato",
            ],
        ),
        WordFact::part(
            ";claim:",
            &[
                "claims",
                "claimed",
                "chooses",
                "wählt",
                "beansprucht",
                "bierze",
                "nimmt",
                "farbe",
                "choisit",
                "réclame",
                "wybiera",
                "kiest",
                "claimt",
                "elige",
                "reclama",
                "sceglie",
                "scelgo",
                "wählen",
                "wähle",
                "gewählt",
                "beanspruchen",
                "choisir",
                "choisi",
                "réclamer",
                "wybieram",
                "wybrać",
                "kiezen",
                "kies",
                "elegir",
                "elijo",
                "reclamar",
                "scegliere",
            ],
        ),
        WordFact::part(
            ";draw:",
            &[
                "draws",
                "drew",
                "drawn",
                "zieht",
                "ziehe",
                "gezogen",
                "pioche",
                "tire",
                "dobiera",
                "ciągnie",
                "bierze",
                "trekt",
                "pakt",
                "roba",
                "robo",
                "pesca",
                "pesco",
                "ziehen",
                "zieh",
                "nachziehen",
                "gezogene",
                "piocher",
                "pioché",
                "tirer",
                "tiré",
                "dobieram",
                "dobiera kartę",
                "dobrać",
                "ciągnę",
                "trekken",
                "trek",
                "pakken",
                "robar",
                "robado",
                "pescare",
                "pescato",
                "coge",
            ],
        ),
        WordFact::part(
            ";x",
            &[
                "takes",
                "take",
                "took",
                "picks",
                "removes",
                "aufnimmt",
                "nimmt auf",
                "prend",
                "ramasse",
                "zabiera",
                "neemt",
                "raapt",
                "toma",
                "recoge",
                "quita",
                "aufnehmen",
                "nehme auf",
                "aufgenommen",
                "prendre",
                "pris",
                "ramasser",
                "ramassé",
                "zabieram",
                "zabrać",
                "oppakken",
                "pakt op",
                "raapt op",
                "tomar",
                "recoger",
                "raccoglie",
                "raccogliere",
            ],
        ),
        WordFact::part(
            "",
            &[
                "card", "cards", "karte", "karten", "carte", "cartes", "karta", "karty", "kaart",
                "kaarten", "carta", "cartas", "tile", "plays", "the",
            ],
        ),
        WordFact::part("@", &["at", "auf", "bei", "à", "na", "op", "en"]),
        WordFact::part(
            "/",
            &[
                "facing", "heading", "richtung", "nach", "vers", "naar", "hacia",
            ],
        ),
        WordFact::part(
            "N",
            &[
                "north", "nord", "norden", "północ", "pn", "noord", "noorden", "norte", "up",
                "oben", "haut", "góra", "boven", "arriba", "↑", "⬆",
            ],
        ),
        WordFact::part(
            "E",
            &[
                "east", "o", "ost", "osten", "est", "wschód", "wsch", "oost", "oosten", "este",
                "e", "right", "rechts", "droite", "prawo", "derecha", "→", "➡",
            ],
        ),
        WordFact::part(
            "S",
            &[
                "south",
                "süd",
                "süden",
                "sud",
                "południe",
                "pd",
                "z",
                "zuid",
                "zuiden",
                "sur",
                "down",
                "unten",
                "bas",
                "dół",
                "onder",
                "abajo",
                "↓",
                "⬇",
            ],
        ),
        WordFact::part(
            "W",
            &[
                "west",
                "westen",
                "o",
                "ouest",
                "ovest",
                "zachód",
                "zach",
                "z",
                "oeste",
                "w",
                "left",
                "links",
                "gauche",
                "lewo",
                "izquierda",
                "←",
                "⬅",
            ],
        ),
        WordFact::part(
            "white",
            &[
                "weiß", "weiss", "blanc", "blanche", "biały", "białe", "bialy", "wit", "blanco",
                "bianco",
            ],
        ),
        WordFact::part(
            "black",
            &[
                "schwarz", "noir", "noire", "czarny", "czarne", "zwart", "negro", "nero",
            ],
        ),
        WordFact::part(
            "light",
            &[
                "hell", "helle", "clair", "claire", "jasny", "jasne", "licht", "claro", "chiaro",
            ],
        ),
        WordFact::part(
            "dark",
            &[
                "dunkel", "dunkle", "foncé", "foncée", "sombre", "ciemny", "ciemne", "donker",
                "oscuro", "scuro",
            ],
        ),
    ],
    position_letters: b"0123456789@+-/NESW, ",
    board: Board::Table,
    places: ["+0+0", "+1+0"],
    sgf: SgfFacts {
        number: "0",
        turns: SgfTurns::Private,
    },
};

/// Returns true for an action that a turn may have or not.
fn may_be_missing(action: &str) -> bool {
    let is_list = action.starts_with('x') || action.starts_with("draw:");
    is_list || matches!(action, "swap" | "keep") || action.starts_with("claim:")
}
