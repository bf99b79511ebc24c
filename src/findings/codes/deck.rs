//! The codes of decks, in the order of V9. Most are reported both for a record that holds its deck
//! itself and for a deck file. Two occur only in files, and their examples are files.

use super::codes;

codes! {
    /// A deck file that is not valid YAML, or not the YAML of a deck.
    ///
    /// A deck file has the keys `name`, `edition`, `source` and `cards`; a card has `id`, `pipes`,
    /// `arcs`, and `fields` if needed. Each key may appear only once, and no other keys are
    /// allowed. Names have letters, digits and `-`; numbers of cards count from 1. Anchors,
    /// aliases, tags and directives of YAML are not supported, nor are files of more than 128 KiB.
    YAML = "deck/yaml", Error, "V2.7";
    "a deck file that cannot be read",
    fails "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: one, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n",
    near "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n";

    /// An entry that is in no pipe of its card, or in two.
    ///
    /// A card has six entries, numbered clockwise from the north of half A; every one of them
    /// belongs to one pipe. A pipe with a single entry is an end cap.
    ENTRY = "deck/entry", Error, "V2.2";
    "an entry in no pipe or in two",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 LLDDDD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n\n*\n";

    /// The number of arc colours is not six.
    ///
    /// Arc 1 runs along the rim from entry 1 to entry 2, and so on; arc 6 from entry 6 to entry 1.
    ARCS = "deck/arcs", Error, "V2.3";
    "arcs that are not six",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n\n*\n";

    /// Two arcs differ in colour although no pipe separates them.
    ///
    /// Every pipe with two entries or more cuts the card. Arcs on the same side of all these pipes
    /// are on one face, and a face has one colour. An end cap cuts nothing. A card with different
    /// art lists its fields.
    FACE_COLOURS = "deck/face-colours", Error, "V2.4";
    "a face of two colours",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDLD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDLD L12 D346 L5\"]\n\n*\n";

    /// Fields that must be listed are missing, or the listed fields do not fit the arcs.
    ///
    /// If three pipes cross one another, if two splitters cross, or if a section has two entries of
    /// a splitter on either side, the art has faces that do not reach the rim, and the connections
    /// cannot be derived. Such a card lists its fields: every arc is in one field of its colour; a
    /// field without arcs is wholly inside the card.
    FIELDS = "deck/fields", Error, "V2.6";
    "fields that are missing or do not fit the arcs",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B14 W25 B36 LDLDLD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D\"]\n\
        \n*\n";

    /// A number that two cards of a deck file share.
    DUPLICATE_ID = "deck/duplicate-id", Error, "V2.7";
    "a number that two cards have",
    fails "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n  \
           - {id: 1, pipes: W13 B26 W4 B5, arcs: DDLLLL}\n",
    near "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n  \
          - {id: 2, pipes: W13 B26 W4 B5, arcs: DDLLLL}\n";

    /// Unknown deck.
    ///
    /// A deck is bundled with the toolkit, given with `--deck FILE`, or next to the record as
    /// `NAME.yaml`. A record can also hold its deck itself, in the tags `Card1` and so on.
    UNKNOWN = "deck/unknown", Error, "V2.8";
    "a deck that is not known",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"no-such-deck\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"no-such-deck\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n\n*\n";
}
