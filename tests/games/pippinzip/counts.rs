//! The number of legal turns, and their order.

use std::ops::ControlFlow;

use pipscribe::games::Rules;
use pipscribe::games::pippinzip::{Pippinzip, Variant};
use pipscribe::notation::Record;

use super::{findings, ids, legal, play, setup, text};
use crate::support::{RecordText, Run, perft};

#[test]
pub(super) fn counts() {
    let count = |variant, seats, size, from: &str| {
        let setup = setup(variant, seats, size);
        let state = if from.is_empty() {
            Pippinzip::start(&setup)
        } else {
            Pippinzip::position(&setup, &text(from)).unwrap()
        };
        Pippinzip::count_turns(&setup, &state, &mut 100_000)
    };
    assert_eq!(count(Variant::Zipline, 2, 19, ""), Some(7_841_282));
    assert_eq!(
        count(Variant::Pipeline, 2, 26, ""),
        Some(1 + 676 + 676 * 675 / 2 + 676 * 675 * 674 / 6)
    );
    let empty = |side: &str, rest: &str| format!("{} {rest}", [side; 5].join("/"));
    assert_eq!(
        count(Variant::Freestyle, 2, 5, &empty("5", "2 taker=1 -")),
        Some(25 * 24)
    );
    // Of the ordered pairs, twice the 40 neighbours are not allowed.
    assert_eq!(
        count(Variant::Zipline, 2, 5, &empty("5", "2 taker=1 -")),
        Some(25 * 24 - 80)
    );
    assert_eq!(
        count(Variant::Zipline, 2, 5, &empty("5", "1 taker=1 -")),
        Some(25)
    );
    assert_eq!(
        count(Variant::Pipeline, 2, 5, &empty("5", "1 taker=2 -")),
        Some(25)
    );

    let command = [
        "moves",
        "--count",
        "--game",
        "pippinzip",
        "--variant",
        "zipline",
        "--tag",
        "Size=19",
    ];
    assert_eq!(Run::new(&command).done().stdout(), "7841282\n");
    let text = "{[%expect moves 7841282]} 1. take {[%expect moves 128592]} *";
    assert_eq!(ids(&findings("zipline", "[Size \"19\"]\n", text)), [""; 0]);
    let text = "{[%expect moves 7841281]} 1. take *";
    assert_eq!(
        ids(&findings("zipline", "[Size \"19\"]\n", text)),
        ["expect/unmet"]
    );
}

#[test]
fn turns_are_listed_in_order() {
    let zipline = setup(Variant::Zipline, 2, 3);
    let turns = legal(&zipline, &Pippinzip::start(&zipline));
    assert_eq!(turns.len(), 1 + 9 + 36 + 84);
    assert_eq!(turns[..3], ["take", "a1", "a2"]);
    assert_eq!(turns[10..12], ["a1,a2", "a1,a3"]);
    assert_eq!(turns[129], "c1,c2,c3");
    let state = Pippinzip::position(&zipline, &text("w1b/3/bbw 1 taker=2 -")).unwrap();
    // c2 and b2 have winning neighbours; a winning stone can be played alone or with a second.
    assert_eq!(
        legal(&zipline, &state),
        ["a2,b3", "a2,c2", "b2", "b3,a2", "b3,c2", "c2,a2", "c2,b3"]
    );
    let over = play(&zipline, "w1b/3/bbw 1 taker=2 -", "a2,c2")
        .unwrap()
        .state;
    assert_eq!(Pippinzip::verdict(&zipline, &over), None);
    let won = play(&zipline, "", "a1,b2,c3").unwrap().state;
    assert!(Pippinzip::verdict(&zipline, &won).is_some());
    assert_eq!(
        (
            legal(&zipline, &won).len(),
            Pippinzip::count_turns(&zipline, &won, &mut 100_000)
        ),
        (0, Some(0))
    );
}

#[test]
fn perft_counts_each_sequence() {
    let perft = |variant: &str| {
        let text = RecordText::new("pippinzip")
            .tag("Variant", variant)
            .tag("Size", 3)
            .tags();
        perft(&Record::parse_str(&text), 2)
    };
    for (variant, kind) in [
        ("pipeline", Variant::Pipeline),
        ("zipline", Variant::Zipline),
    ] {
        let setup = setup(kind, 2, 3);
        let mut second = 0;
        let _ = Pippinzip::legal_turns(&setup, &Pippinzip::start(&setup), &mut |_, after| {
            second += legal(&setup, after).len() as u64;
            ControlFlow::Continue(())
        });
        assert_eq!(perft(variant), [130, second], "{variant}");
    }
}
