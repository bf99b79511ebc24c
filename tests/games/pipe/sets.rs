//! Sets of pipes and of fields: what closes them, and who picks them up (V6).

use std::ops::ControlFlow;
use std::sync::Arc;

use pipscribe::decks::{Card, Deck, Layout};
use pipscribe::games::pipe::{Id, Pipe, RecycleRule, Setup, Variant};
use pipscribe::games::{Language, Rules, Suggest};

use super::{CARDS, codes_of, last, played};

/// Four cards around the pillar +0+0, their entries 6 toward it.
pub(super) fn around(cards: [Id; 4]) -> [String; 4] {
    let [north, east, south, west] = cards;
    [
        format!("{north}@+0+1/N"),
        format!("{east}@+1+0/E"),
        format!("{south}@+0-1/S"),
        format!("{west}@-1+0/W"),
    ]
}

/// A position in which seat 1 has black (or light), to move.
pub(super) fn table(mut cards: Vec<String>, colours: &str) -> String {
    cards.sort_by_key(|card| card.split('@').next().unwrap().parse::<Id>().unwrap());
    format!("{} 1 {colours} 0,0", cards.join(","))
}

#[test]
fn end_caps_without_a_section_are_not_a_set() {
    assert_eq!(
        last("pipes", "5@+0+0/E 1 black,white 0,0", "4@+2+0/E"),
        "4@+2+0/E"
    );
    // They do not count before a pillar either, whatever their colour.
    let [north, east, south, west] = around([4, 3, 18, 19]);
    let position = table(vec![east, south, west], "black,white");
    assert_eq!(last("pipes", &position, &north), north);
}

#[test]
fn a_section_between_two_pillars_is_a_set() {
    let [north, east, south, west] = around([1, 3, 18, 19]);
    let more = ["20@+0+4/N", "21@+1+3/E"].map(str::to_owned);
    let position = table(
        [north, east, south, west].into_iter().chain(more).collect(),
        "black,white",
    );
    // The owner picks up the set, whichever seat closes it.
    assert_eq!(last("pipes", &position, "5@-1+3/N"), "5@-1+3/N;x1");
    assert_eq!(
        last("pipes", &position.replace(" 1 ", " 2 "), "5@-1+3/N"),
        "5@-1+3/N;x1:1"
    );
    assert_eq!(
        codes_of(
            "pipes",
            &format!("[Position \"{position}\"]"),
            "5@-1+3/N;x1,5"
        ),
        ["pipe/pickup-wrong"]
    );
}

#[test]
fn a_loop_needs_no_caps() {
    let (turns, position) = played(
        "pipes",
        "[Position \"6@+0+0/E 1 black,white 3,4\"]",
        "7@+0+1/E;x7,6",
    );
    assert_eq!(
        (turns[0].as_str(), position.as_str()),
        ("7@+0+1/E;x6,7", "- 2 black,white 5,4")
    );
}

/// The suggestions for an illegal turn pick them up too, wherever the card is.
#[test]
fn an_existing_set_is_picked_up_with_the_next_play() {
    let position = "6@+0+0/E,7@+0+1/E 1 black,white 0,0";
    assert_eq!(last("pipes", position, "3@+5+5/E"), "3@+5+5/E;x6,7");
    let mut deck = Deck::named("example");
    for (id, card) in CARDS {
        deck.insert(id, Layout::from_card(&Card::parse(card).unwrap()).unwrap());
    }
    let deck = Arc::new(deck);
    let (variant, recycle) = (Variant::Pipes, RecycleRule::No);
    let setup = Setup {
        variant,
        seats: 2,
        recycle,
        table_size: None,
        teams: None,
        deck,
        deal: None,
    };
    let state = Pipe::position(&setup, &Pipe::parse_position(position).unwrap()).unwrap();
    let refused = Pipe::parse_turn("3@+5+5/E;x6").unwrap();
    let mut meant = Vec::new();
    let _ = Pipe::completions(&setup, &state, &refused, &mut |turn| {
        meant.push(turn.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(meant, ["3@+5+5/E;x6,7"]);
}

#[test]
fn a_pillar_opens_again() {
    // Card 1 is next to a pillar. Card 6, one of the four around it, is closed with card 7.
    let [north, east, south, _] = around([1, 3, 18, 19]);
    let position = table(vec![north, east, south, "6@-2+0/E".into()], "black,white");
    let (turns, after) = played(
        "pipes",
        &format!("[Position \"{position}\"]"),
        "7@-2+1/E 2. 4@+0+3/N",
    );
    assert_eq!(turns, ["7@-2+1/E;x6,7", "4@+0+3/N"]);
    assert_eq!(
        after,
        "1@+0+1/N,3@+1+0/E,4@+0+3/N,18@+0-1/S 1 black,white 2,0"
    );
    // If it had stayed, the set of card 1 would be closed.
    assert_eq!(last("pipes", &position, "4@+0+3/N"), "4@+0+3/N;x1,4");
}

#[test]
fn a_set_across_six_cards() {
    let table = "1@+2+0/E,5@+0+0/E,15@+4+0/E,16@+6+0/W,17@+8+0/E 1 black,white 0,0";
    // With heading W, card 16 at +6+0 would cover +5+0 and +6+0, where card 17 cannot meet it.
    let table = table.replace("16@+6+0/W", "16@+7+0/W");
    assert_eq!(
        last("pipes", &table, "4@+10+0/E"),
        "4@+10+0/E;x1,4,5,15,16,17"
    );
}

#[test]
fn two_colours_share_a_card() {
    // Card 8 is closed in black to the north, in white to the south.
    let position = "7@+0+1/E,9@+0-1/E 1 black,white 0,0";
    assert_eq!(last("pipes", position, "8@+0+0/E"), "8@+0+0/E;x7,8;x2:9");
    assert_eq!(
        last("pipes", &position.replace(" 1 ", " 2 "), "8@+0+0/E"),
        "8@+0+0/E;x8,9;x1:7"
    );
    // The cards can be read in any order, but the list must have all of them or none.
    assert_eq!(
        last("pipes", position, "8@+0+0/E;x2:9;x8,7"),
        "8@+0+0/E;x7,8;x2:9"
    );
    let position = format!("[Position \"{position}\"]");
    for wrong in [
        "x7,8",
        "x2:9",
        "x7;x2:8,9",
        "x7,8;x2:9,8",
        "x7,8;x2:9;x3:1",
        "x7,8,8;x2:9",
        "x7,8,10;x2:9",
    ] {
        assert_eq!(
            codes_of("pipes", &position, &format!("8@+0+0/E;{wrong}")),
            ["pipe/pickup-wrong"],
            "{wrong}"
        );
    }
}

#[test]
fn a_field_inside_a_card_is_closed_at_once() {
    let (turns, position) = played(
        "fields",
        "[Position \"- 1 dark,light 0,0\"]",
        "12@+0+0/E;swap",
    );
    assert_eq!(
        (turns[0].as_str(), position.as_str()),
        ("12@+0+0/E;x12;swap", "- 2 light,dark 1,0")
    );
    // The set is picked up only if its colour has an owner.
    assert_eq!(
        last("pipes", "- 1 black,white 0,0", "12@+0+0/E"),
        "12@+0+0/E"
    );
    assert_eq!(
        last("fields", "- 1 light,dark 0,0", "12@+0+0/E"),
        "12@+0+0/E;x2:12"
    );
}

#[test]
fn fields_are_closed_by_other_cards_and_joined_by_their_colour() {
    // The dark bend of card 10 is cut off under card 3, which is light there.
    assert_eq!(
        last("fields", "10@+0+0/E 1 light,dark 0,0", "3@+0+1/E"),
        "3@+0+1/E;x2:10"
    );
    // The field runs under the dark bend of card 11, which it joins.
    assert_eq!(
        last("fields", "10@+0+0/E 1 light,dark 0,0", "11@+0+1/E"),
        "11@+0+1/E;x2:10,11"
    );
}

#[test]
fn a_field_is_closed_by_a_pillar() {
    // The dark corner of card 13 reaches the pillar and the side where card 20 lies.
    let [north, east, south, west] = around([13, 3, 18, 19]);
    let position = table(
        vec![
            north.clone(),
            south.clone(),
            west.clone(),
            "20@-1+1/W".into(),
        ],
        "light,dark",
    );
    assert_eq!(last("fields", &position, &east), format!("{east};x2:13"));
    let position = table(vec![north, south, west], "light,dark");
    assert_eq!(last("fields", &position, &east), east);
}

#[test]
fn a_field_runs_on_behind_a_pipe() {
    // The light field of card 6 continues on the other side of its bend.
    assert_eq!(
        last("fields", "6@+0+0/E 1 light,dark 0,0", "7@+0+1/E"),
        "7@+0+1/E;x2:7"
    );
}

#[test]
fn fields_that_meet_at_a_crossing_are_not_connected() {
    // Card 14 has four fields: arcs 1 and 2, 3, 4 and 5, 6. Only its dark corner 6 is closed here.
    let corner = "3@+0+1/N,14@+0+0/E,18@-1+0/W 1 light,dark 0,0";
    let without = "14@+0+0/E,18@-1+0/W 1 light,dark 0,0";
    assert_eq!(last("fields", without, "3@+0+1/N"), "3@+0+1/N;x2:14");
    // It was closed in the position already, so it is picked up after the next card is played.
    assert_eq!(last("fields", corner, "19@+40+40/E"), "19@+40+40/E;x2:14");
}
