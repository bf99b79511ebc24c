//! The codes of the Pipe Game, in the order of V9: of several faults of a turn the first is named.
//!
//! Each entry has a record that `fails` with the code and a `near` miss that is legal. `can_stand`
//! means that `[%irregular]` can waive the code.

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
    /// A seat discards after its first turn, or plays a card in its first turn.
    ///
    /// In its first turn, each seat discards four cards and claims a colour. In all later turns, it
    /// plays a card.
    OUT_OF_ORDER = "pipe/out-of-order", Error, "V4.2";
    "a discard after the set-up, or a card played before it",
    fails deck!("pipes", "\n1. discard:hidden;claim:black 2. 1@+0+0/E\n"),
    near deck!("pipes", "\n1. discard:hidden;claim:black 2. discard:hidden 3. 1@+0+0/E\n");

    /// The deck has no card with this number.
    UNKNOWN_CARD = "pipe/unknown-card", Error, "V2.7";
    "a card that the deck does not have",
    fails deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 6@+0+0/E\n"),
    near deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 5@+0+0/E\n");

    /// The seat does not hold this card.
    ///
    /// If the tags do not give the hands, a card becomes known when it is seen: a card that was
    /// played, discarded for good, or drawn by another seat cannot be in this hand.
    CARD_NOT_IN_HAND = "pipe/card-not-in-hand", Error, "V5", can_stand;
    "a card that the seat does not hold",
    fails deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 1@+0+0/E 2. 1@+0+1/E\n"),
    near deck!("pipes", "[Position \"- 1 black,white 0,0\"]\n\n1. 1@+0+0/E 2. 2@+0+1/E\n");

    /// The card is placed on a square that another card covers.
    SQUARE_OCCUPIED = "pipe/square-occupied", Error, "V5.1";
    "a card placed on another one",
    fails deck!("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+1+0/E\n"),
    near deck!("pipes", "[Position \"1@+0+0/E 1 black,white 0,0\"]\n\n1. 2@+2+0/E\n");

    /// With this placement, the cards no longer fit on the table that the players agreed on.
    ///
    /// The table has no edge unless an option such as `table=12x8` gives its number of columns and
    /// rows. All squares covered by cards, including the new card, must fit into one rectangle of
    /// that size. The rectangle has no fixed place, and cards that were picked up do not count.
    OFF_TABLE = "pipe/off-table", Error, "V5.3";
    "a card placed off the table",
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

    /// The discard has more or fewer than four cards, lists a card twice, or is hidden although the
    /// tags give the hands.
    DISCARD_WRONG = "pipe/discard-wrong", Error, "V4.2", can_stand;
    "a discard that is not four cards",
    fails deck!("pipes", "\n1. discard:1,2,3;claim:black\n"),
    near deck!("pipes", "\n1. discard:1,2,3,4;claim:black\n");

    /// The turn claims a colour that the variant does not have or that another seat owns; or the
    /// claim is missing or in the wrong place.
    ///
    /// In the set-up, each seat claims a colour; with two seats, seat 2 may leave its claim out.
    /// Later, colours are claimed only in `both`, when a seat clears the table while cards are left
    /// to play. That seat first names a colour that is new to it, then one for each other seat,
    /// round the table.
    CLAIM_WRONG = "pipe/claim-wrong", Error, "V4.2";
    "a claim that is not allowed",
    fails deck!("pipes", "\n1. discard:hidden;claim:light\n"),
    near deck!("fields", "\n1. discard:hidden;claim:light\n");

    /// The turn has `swap` or `keep` although the table was not cleared or no card is left to play,
    /// or it has `swap` in a game with four colours.
    SWAP_NOT_ALLOWED = "pipe/swap-not-allowed", Error, "V5.4";
    "a colour swap that the rules do not allow",
    fails deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0-1/E;swap\n"),
    near deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0+1/E;swap\n");

    /// The lists after `x` must name exactly the cards that are picked up.
    ///
    /// A set of pipes is closed if each of its entries meets the entry of another card or a pillar.
    /// A set of fields is closed if each of its half sides lies against a card or a pillar. The
    /// seat that owns the colour picks up every card with a part of the set. If a card belongs to
    /// closed sets of two seats, the seat that has just played takes it. The lists are optional; if
    /// you write one, write a list for every seat that picks up cards.
    PICKUP_WRONG = "pipe/pickup-wrong", Error, "V6.4", can_stand;
    "wrong lists of the cards picked up",
    fails deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0+1/E;x3\n"),
    near deck!("pipes", "[Position \"3@+0+0/E 1 black,white 0,0\"]\n\n1. 4@+0+1/E;x3,4\n");

    /// The card drawn is not the next card of the stock or was seen before, or the stock is empty.
    DRAW_WRONG = "pipe/draw-wrong", Error, "V8.2", can_stand;
    "a drawn card that contradicts the stock",
    fails deck!("pipes", "[Hand1 \"1\"]\n[Hand2 \"2\"]\n[Stock \"3,4\"]\n[Position \"- 1 black,white 0,0\"]\n\n1. \
        1@+0+0/E;draw:4\n"),
    near deck!("pipes", "[Hand1 \"1\"]\n[Hand2 \"2\"]\n[Stock \"3,4\"]\n[Position \"- 1 black,white 0,0\"]\n\n1. \
        1@+0+0/E;draw:3\n");
}
