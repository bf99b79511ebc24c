//! The codes of the Pipe Game, in the order of V9: of several faults of a turn the first is named.

use crate::findings::codes;

/// The tags of the examples: a small deck, and unknown hands.
///
/// Cards 1 and 2 are alike. Cards 3 and 4 can close a loop; card 5 has only end caps.
macro_rules! deck {
    ($variant:literal, $rest:literal) => {
        concat!(
            "[Game \"pipe\"]\n[Variant \"",
            $variant,
            "\"]\n[Deck \"example\"]\n[Card1 \"B36 W1 W2 W4 W5 LLDDDL\"]\n[Card2 \"B36 W1 W2 W4 W5 LLDDDL\"]\n",
            "[Card3 \"B12 W3 W4 W5 W6 DLLLLL\"]\n[Card4 \"B45 W1 W2 W3 W6 LLLDLL\"]\n",
            "[Card5 \"W1 W2 W3 W4 W5 W6 LLLLLL\"]\n",
            $rest
        )
    };
}

codes! {
    /// A discard of a seat that has had its first turn, or a card played before it.
    ///
    /// Each seat's first turn, seat by seat, discards four cards and claims a colour. All later
    /// turns play a card.
    OUT_OF_ORDER = "pipe/out-of-order", Error, "V4.2";
    "a discard after the set-up, or a card played before it",
    fails deck!("pipes", "\n1. discard:hidden;claim:black 2. 1@+0+0/E\n"),
    near deck!("pipes", "\n1. discard:hidden;claim:black 2. discard:hidden 3. 1@+0+0/E\n");

    /// The number of a card that the deck does not have.
    UNKNOWN_CARD = "pipe/unknown-card", Error, "V2.7";
    "a card that the deck does not have",
    fails deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 6@+0+0/E\n"),
    near deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 5@+0+0/E\n");

    /// A card that the seat does not hold.
    ///
    /// If the tags do not give the hands, a card is known once it is seen: one that was played,
    /// discarded for good, or drawn by another seat cannot be in this hand.
    CARD_NOT_IN_HAND = "pipe/card-not-in-hand", Error, "V5", can_stand;
    "a card that the seat does not hold",
    fails deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 1@+0+0/E 2. 1@+0+1/E\n"),
    near deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 1@+0+0/E 2. 2@+0+1/E\n");

    /// A card is placed on a square that another one covers.
    SQUARE_OCCUPIED = "pipe/square-occupied", Error, "V5.1";
    "a card is placed on another one",
    fails deck!("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+1+0/E\n"),
    near deck!("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+2+0/E\n");

    /// A card is placed where the cards no longer fit on the table that the players agreed on.
    ///
    /// The table has no edge unless the option `table=12x8` says how many columns and rows of
    /// squares it has. The squares that cards cover, those of the new card included, must fit into
    /// one rectangle of that size. The rectangle is not tied to a place, and cards that were picked
    /// up do not count.
    OFF_TABLE = "pipe/off-table", Error, "V5.3";
    "a card is placed off the table",
    fails deck!("pipes", "[Options \"table=4x3\"]\n[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+3+0/E\n"),
    near deck!("pipes", "[Options \"table=4x3\"]\n[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+2+0/E\n");

    /// Two entries meet, but their pipes differ in colour.
    ///
    /// Each outer side of a card's two squares has an entry in its middle. Fields never restrict a
    /// placement.
    COLOURS_CLASH = "pipe/colours-clash", Error, "V5.2", can_stand;
    "pipes of different colours meet",
    fails deck!("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+2+0/N\n"),
    near deck!("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+3+0/W {it meets card 1 with entry 3}\n");

    /// A discard of more or fewer than four cards, of one card twice, or a hidden one although the
    /// tags give the hands.
    DISCARD_WRONG = "pipe/discard-wrong", Error, "V4.2", can_stand;
    "a discard that is not four cards",
    fails deck!("pipes", "\n1. discard:1,2,3;claim:black\n"),
    near deck!("pipes", "\n1. discard:1,2,3,4;claim:black\n");

    /// A claim of a colour that the variant does not have or another seat has, a missing claim, or
    /// a claim in the wrong place.
    ///
    /// In the set-up each seat claims a colour; with two seats, seat 2 may leave its claim out.
    /// Later colours are claimed only in `both`, by a seat that has cleared the table while cards
    /// are left to play: first a colour that is new to it, then one for each of the others, round
    /// the table.
    CLAIM_WRONG = "pipe/claim-wrong", Error, "V4.2";
    "a claim that cannot be",
    fails deck!("pipes", "\n1. discard:hidden;claim:light\n"),
    near deck!("fields", "\n1. discard:hidden;claim:light\n");

    /// `swap` or `keep` although the table was not cleared or no card is left to play, or `swap`
    /// with four colours.
    SWAP_NOT_ALLOWED = "pipe/swap-not-allowed", Error, "V5.4";
    "colours are swapped where they cannot be",
    fails deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0-1/E;swap\n"),
    near deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0+1/E;swap\n");

    /// The lists after `x` must name exactly the cards that are picked up.
    ///
    /// A set is closed if none of it is open: each entry meets the entry of another card or a
    /// pillar, and each half side of a field lies against a card or a pillar. The seat that owns
    /// the colour picks up every card with a part of the set. If a card belongs to closed sets of
    /// two seats, the seat that has just played takes it. The lists are optional; if they are
    /// written, they name all cards that any seat picks up.
    PICKUP_WRONG = "pipe/pickup-wrong", Error, "V6.4", can_stand;
    "the lists of cards picked up are wrong",
    fails deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0+1/E;x3\n"),
    near deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0+1/E;x3,4\n");

    /// A drawn card that is not the next of the stock, that was seen before, or that is drawn from
    /// an empty stock.
    DRAW_WRONG = "pipe/draw-wrong", Error, "V8.2", can_stand;
    "a card that cannot be the one drawn",
    fails deck!("pipes", "[Hand1 \"1\"]\n[Hand2 \"2\"]\n[Stock \"3,4\"]\n[Position \"- 1 black,white 0,0\"]\n\n1. \
        1@+0+0/E;draw:4\n"),
    near deck!("pipes", "[Hand1 \"1\"]\n[Hand2 \"2\"]\n[Stock \"3,4\"]\n[Position \"- 1 black,white 0,0\"]\n\n1. \
        1@+0+0/E;draw:3\n");
}
