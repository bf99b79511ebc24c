//! The codes of decks, in the order of V9. Most are reported both for a record that holds its deck
//! itself and for a deck file. Two occur only in files, and their examples are files.

use super::codes;

codes! {
    /// The deck file is not valid YAML, or its content is not a deck.
    ///
    /// A deck file has the keys `name`, `edition`, `source` and `cards`; a card has `id`, `pipes`,
    /// `arcs`, and `fields` if needed. Each key may appear only once, and no other keys are
    /// allowed. Names consist of letters, digits and `-`; card numbers begin with 1. YAML anchors,
    /// aliases, tags and directives are not supported, nor are files larger than 128 KiB.
    YAML = "deck/yaml", Error, "V2.7";
    "a deck file that cannot be read",
    fails "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: one, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n",
    near "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n";

    /// An entry belongs to no pipe of its card, or to two.
    ///
    /// A card has six entries, numbered clockwise from the north of half A; each entry belongs to
    /// exactly one pipe. A pipe with a single entry is an end cap.
    ENTRY = "deck/entry", Error, "V2.2";
    "an entry in no pipe or in two",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 LLDDDD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n\n*\n";

    /// The number of arc colours is not six.
    ///
    /// Arc 1 runs along the rim from entry 1 to entry 2, and so on; arc 6 runs from entry 6 to
    /// entry 1.
    ARCS = "deck/arcs", Error, "V2.3";
    "a number of arcs other than six",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n\n*\n";

    /// Two arcs differ in colour although no pipe separates them.
    ///
    /// Every pipe with two or more entries cuts the card. Arcs on the same side of all these pipes
    /// are on one face, and a face has one colour. An end cap does not cut the card. A card whose
    /// art is different must list its fields.
    FACE_COLOURS = "deck/face-colours", Error, "V2.4";
    "a face with two colours",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDLD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B13 W26 B4 W5 LLDDLD L12 D346 L5\"]\n\n*\n";

    /// Fields that must be listed are missing, or the listed fields do not fit the arcs.
    ///
    /// If three pipes cross one another, if two splitters cross, or if a section has two entries of
    /// a splitter on either side, the art has faces that do not reach the rim, and the connections
    /// cannot be derived. Such a card must list its fields. Every arc is in one field of its own
    /// colour; a field without arcs lies wholly inside the card.
    FIELDS = "deck/fields", Error, "V2.6";
    "fields that are missing or do not fit the arcs",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B14 W25 B36 LDLDLD\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"mine\"]\n[Card1 \"B14 W25 B36 LDLDLD L1 D2 L3 D4 L5 D6 D\"]\n\
        \n*\n";

    /// Two cards in a deck file have the same number.
    DUPLICATE_ID = "deck/duplicate-id", Error, "V2.7";
    "a card number that is used twice",
    fails "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n  \
           - {id: 1, pipes: W13 B26 W4 B5, arcs: DDLLLL}\n",
    near "name: mine\nedition: 1\nsource: An example.\ncards:\n  - {id: 1, pipes: B13 W26 B4 W5, arcs: LLDDDD}\n  \
          - {id: 2, pipes: W13 B26 W4 B5, arcs: DDLLLL}\n";

    /// No deck with this name is available.
    ///
    /// A deck is bundled with `pipscribe`, given with `--deck FILE`, or the file `NAME.yaml` in the
    /// folder of the record. A record can also contain its own deck, in the tags `Card1` and so on.
    UNKNOWN = "deck/unknown", Error, "V2.8";
    "an unknown deck",
    fails "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"no-such-deck\"]\n\n*\n",
    near "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"no-such-deck\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n\n*\n";
}
