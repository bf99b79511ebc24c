//! Runs the programs of `examples/`.

#[path = "../../examples/check.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod check;
#[path = "../../examples/draw.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod draw;
#[path = "../../examples/play.rs"]
#[allow(dead_code, reason = "its `main` is for people who run it")]
mod play;

use pipscribe::Checked;

use crate::support::root;

#[test]
fn codes_are_printed_with_their_places() {
    let bytes = std::fs::read(root().join("corpus/gipf/real/game-b-with-errors.pips")).unwrap();
    assert_eq!(check::codes(&bytes), "19:8 gipf/not-in-line turn 49\n0 of 1 valid\n");
    assert_eq!(check::codes(b""), "0 of 0 valid\n");
}

#[test]
fn games_are_played_to_their_ends() {
    let games = [play::play("[Game \"gipf\"]\n[Variant \"basic\"]\n"), play::play("[Game \"pippip\"]\n")];
    for record in games {
        let checked = Checked::from_text(&record.unwrap());
        assert!(checked.report.is_valid(), "{:?}", checked.report.findings);
        assert!(checked.report.turns > 10);
    }
    let refused = play::play("[Game \"gipf\"]\n").unwrap_err();
    assert_eq!(refused.code.id, "tag/missing");
}

#[test]
fn a_figure_has_its_marks() {
    let svg = draw::figure(draw::RECORD, &draw::MARKS).unwrap();
    for part in ["<svg", "White threatens e5", ">A<"] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert!(draw::figure(draw::RECORD, &["circle nowhere at all <"]).is_err());
    assert!(draw::figure(draw::RECORD, &["sing c3"]).is_err());
}
