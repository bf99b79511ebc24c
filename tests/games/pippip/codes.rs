//! Tags that set the game up, and every code with its message.

use pipscribe::games::pippip::{Colour, Handedness, Pippip, Setup, StoreRule, codes};
use pipscribe::games::{Context, PositionErrorKind, Rules, SetupTags};
use pipscribe::notation::Record;

use super::{findings, nearly_full, position};
use crate::support::{Run, checked};

fn setup_of(tags: &str) -> (Option<Setup>, Vec<&'static str>) {
    let record = Record::parse_str(&format!("[Game \"pippip\"]\n{tags}\n1. 5@b3/3 *\n"));
    let context = Context::default();
    let mut tags = SetupTags::new::<Pippip>(&record, &context);
    let setup = Pippip::setup(&mut tags);
    (
        setup,
        tags.findings
            .iter()
            .map(|finding| finding.code.id)
            .collect(),
    )
}

#[test]
fn tags_set_the_game_up() {
    assert_eq!(setup_of(""), (Some(Setup::default()), vec![]));
    assert_eq!(
        setup_of("[Variant \"standard\"]\n"),
        (Some(Setup::default()), vec![])
    );
    let other = Setup {
        handedness: Handedness::Clockwise,
        cap: 8,
        store: StoreRule::Roll,
        colours: [Colour::Dark, Colour::Light],
    };
    assert_eq!(
        setup_of("[Options \"store=roll cap=8 dice=cw\"]\n[Colors \"dark,light\"]\n"),
        (Some(other), vec![])
    );
    let unknown = "tag/unknown-value";
    for tags in [
        "[Variant \"basic\"]",
        "[Options \"dice=left\"]",
        "[Options \"cap=9\"]",
        "[Options \"store=\"]",
        "[Colors \"white,black\"]",
    ] {
        assert_eq!(
            setup_of(&format!("{tags}\n")),
            (None, vec![unknown]),
            "{tags}"
        );
    }
    assert_eq!(
        setup_of("[Options \"cap=9 dice=x\"]\n[Colors \"\"]\n"),
        (None, vec![unknown; 3])
    );
}

#[test]
fn positions_must_be_possible() {
    let setup = Setup {
        cap: 2,
        ..Setup::default()
    };
    let full = nearly_full(0, "-", "-");
    for text in [
        full,
        nearly_full(9, "111", "-"),
        nearly_full(9, "-", "111"),
        nearly_full(2, "11", "-"),
    ] {
        let refused = Pippip::position(&setup, &text).map_err(|error| error.kind);
        assert_eq!(refused, Err(PositionErrorKind::Inconsistent), "{text}");
    }
    for text in ["..../..../..../.... D - -", "..../.L12../..../.... L 12 34"] {
        assert!(Pippip::position(&setup, &position(text)).is_ok(), "{text}");
    }
}

#[test]
fn codes_have_their_examples() {
    let order: Vec<_> = codes::ALL
        .iter()
        .map(|code| code.id.strip_prefix("pippip/").unwrap())
        .collect();
    let sheet = [
        "off-board",
        "occupied",
        "impossible-face",
        "not-in-store",
        "store-full",
        "store-must-empty",
        "roll-required",
        "conversion-wrong",
    ];
    assert_eq!(order, sheet);
    for code in codes::ALL {
        assert_eq!(findings(code.failing()), [code.id]);
        assert_eq!(findings(code.near_miss()), [""; 0], "{}", code.id);
    }
}

/// The first finding that `check` reports for a record.
fn first_help(record: &str) -> String {
    let checked = checked(record.as_bytes());
    let finding = checked[0].report.findings.first().unwrap();
    format!(
        "{} {}",
        finding.code.id,
        finding.help.clone().unwrap_or_default()
    )
}

#[test]
fn a_record_of_the_other_dice_gets_a_hint() {
    let record = |options: &str, more: &str| {
        format!("[Game \"pippip\"]\n[Options \"{options}\"]\n\n1. 5s;*5@b3/3 {more}*")
    };
    let fits = "Under the option `store=turn` every turn of this record is legal.";
    let help = first_help(&record("store=roll", "2. 1@d1/2 "));
    assert!(
        help.starts_with("pippip/roll-required") && help.contains(fits),
        "{help}"
    );
    // A later error is an error under both readings.
    let help = first_help(&record("store=roll", "2. 1@b3/2 "));
    assert!(
        help.starts_with("pippip/roll-required") && !help.contains("Under the option"),
        "{help}"
    );
    // With 4 to the north, a 2 has its 6 to the east in one kind of dice, and its 1 in the other.
    let dice = "[Game \"pippip\"]\n[Position \"..../..../..L12./.... D - -\"]\n\n1. DICE *";
    let help = first_help(&dice.replace("DICE", "2@b2/4;xc2"));
    assert!(help.starts_with("pippip/conversion-wrong"), "{help}");
    assert!(
        help.contains("Under the option `dice=cw` every turn of this record is legal."),
        "{help}"
    );
}

#[test]
fn suggestions_put_the_same_dice_aside() {
    let help = first_help("[Game \"pippip\"]\n\n1. 5s;3@b3/3 *");
    assert!(
        help.contains("Nearest legal turns: `5s;3@b3/2`, `5s;2@b3/3`, `5s;3@b3/1`."),
        "{help}"
    );
    let help = first_help("[Game \"pippip\"]\n[Options \"cap=1\"]\n\n1. 5s;6s;3@b3/1 *");
    assert!(help.contains("`5s;3@b3/1`"), "{help}");
}

#[test]
fn moves_of_a_roll_and_of_a_pull() {
    let record = b"[Game \"pippip\"]\n[Position \"..../..../..../.... L 335 -\"]\n\n*";
    let count = |arguments: &[&str]| {
        let all: Vec<&str> = ["moves", "-"].iter().chain(arguments).copied().collect();
        Run::new(&all).stdin(&record).done().stdout()
    };
    // 16 squares, four north faces.
    assert_eq!(count(&["--roll", "5", "--count"]), "64\n");
    assert_eq!(count(&["--pull", "3", "--count"]), "64\n");
    assert_eq!(count(&["--pull", "4"]), "");
    assert_eq!(count(&["--count"]), format!("{}\n", 64 * 8));
    assert!(
        count(&["--roll", "5"])
            .lines()
            .all(|turn| turn.starts_with("5@"))
    );
    assert!(
        count(&["--pull", "5"])
            .lines()
            .all(|turn| turn.starts_with("*5@"))
    );
    Run::new(&[
        "moves",
        "--game",
        "gipf",
        "--variant",
        "basic",
        "--roll",
        "5",
    ])
    .done()
    .expect_status(2);
}
