//! GIPF: the counts of the rule sheet, and a comparison of its two derivations of the legal turns.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use pipscribe::Checked;
use pipscribe::games::gipf::board::{PushLine, Spot};
use pipscribe::games::gipf::{
    Colour, Gipf, LossRule, Piece, PieceKind, Pieces, Position, PositionText, Setup, Turn, Variant,
};
use pipscribe::games::{Language, Rules};
use pipscribe::notation::Record;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::{RecordText, Run, cases};

fn perft(variant: &str, depth: u32) -> Vec<u64> {
    let record = Record::parse_str(&RecordText::new("gipf").tag("Variant", variant).tags());
    crate::support::perft(&record, depth)
}

fn setup(variant: Variant, out: LossRule) -> Setup {
    let reserve = if variant == Variant::Tournament {
        [18; 2]
    } else {
        [12; 2]
    };
    Setup {
        variant,
        reserve,
        out,
        most_orders: 1_000,
    }
}

/// The number of pushes, counted dot by dot. Two pushes that land on the same empty spot count
/// separately.
fn pushes_by_dot(setup: &Setup, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    for line in PushLine::all() {
        for gipf in ["", "G"] {
            let landing = line
                .path()
                .find(|&spot| position.text.pieces.at(spot).is_none());
            let Some(landing) = landing else { continue };
            let turn = Gipf::parse_turn(&format!("{gipf}{}-{landing}", line.dot)).unwrap();
            if let Ok(played) = Gipf::judge(setup, position, &turn, &[]) {
                count += pushes_by_dot(setup, &played.state, depth - 1);
            }
        }
    }
    count
}

#[test]
fn counts_agree_with_the_rule_sheet() {
    let basic = setup(Variant::Basic, LossRule::WhenPushing);
    let start = Gipf::start(&basic);
    assert_eq!(
        [1, 2, 3].map(|depth| pushes_by_dot(&basic, &start, depth)),
        [42, 1764, 73800]
    );
    let tournament = setup(Variant::Tournament, LossRule::WhenPushing);
    assert_eq!(pushes_by_dot(&tournament, &Gipf::start(&tournament), 1), 42);
    assert_eq!(perft("basic", 3), [30, 924, 29016]);
    assert_eq!(perft("standard", 2), [30, 924]);
    assert_eq!(perft("tournament", 3), [18, 348, 14304]);

    let mut positions = BTreeSet::new();
    let _ = Gipf::legal_turns(&basic, &start, &mut |_, after| {
        positions.insert(after.text.to_string());
        ControlFlow::Continue(())
    });
    assert_eq!(positions.len(), 24);
}

#[test]
fn pushes_after_two_gipf_pieces() {
    let record = "[Game \"gipf\"]\n[Variant \"tournament\"]\n\n1. Gb2 2. Gf2 *\n";
    let turns = Run::new(&["moves", "-"]).stdin(&record).done().stdout();
    let singles: BTreeSet<_> = turns
        .lines()
        .filter(|turn| !turn.starts_with('G'))
        .collect();
    let doubles: BTreeSet<_> = turns
        .lines()
        .filter_map(|turn| turn.strip_prefix('G'))
        .collect();
    assert_eq!(singles.len(), 21);
    assert_eq!(singles, doubles);
}

/// A position with many pieces, so that rows, crossings and decided games are common.
fn positions() -> impl Strategy<Value = (Setup, PositionText)> {
    let variant = prop_oneof![
        Just(Variant::Basic),
        Just(Variant::Standard),
        Just(Variant::Tournament)
    ];
    let out = prop_oneof![3 => Just(LossRule::WhenPushing), 1 => Just(LossRule::AtTurnEnd)];
    // Empty, then singles and GIPF pieces of both colours; the first weights White's rows.
    let spot = prop_oneof![4 => Just(0u8), 5 => Just(1), 2 => Just(2), 1 => Just(3), 1 => Just(4)];
    let few = || prop_oneof![2 => 0u32..3, 1 => 3u32..15];
    (
        variant,
        out,
        prop::collection::vec(spot, 37),
        few(),
        few(),
        any::<[bool; 4]>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            |(variant, out, spots, white, black, flags, black_moves, many_white)| {
                let mut pieces = Pieces::default();
                for (spot, kind) in Spot::all().zip(spots) {
                    let own = if many_white {
                        Colour::White
                    } else {
                        Colour::Black
                    };
                    let piece = match kind {
                        0 => None,
                        1 | 3 => Some(Piece {
                            colour: own,
                            kind: PieceKind::new(kind == 3 && variant != Variant::Basic),
                        }),
                        _ => Some(Piece {
                            colour: own.other(),
                            kind: PieceKind::new(kind == 4 && variant != Variant::Basic),
                        }),
                    };
                    pieces.set(spot, piece);
                }
                let tournament = variant == Variant::Tournament;
                let text = PositionText {
                    pieces,
                    to_move: if black_moves {
                        Colour::Black
                    } else {
                        Colour::White
                    },
                    reserve: [white, black],
                    is_unknown: [false; 2],
                    lost: [0, 0],
                    may_introduce: [tournament && flags[0], tournament && flags[1]],
                    owes_first: [
                        tournament && flags[0] && flags[2],
                        tournament && flags[1] && flags[3],
                    ],
                };
                (setup(variant, out), text)
            },
        )
}

/// Turns that are nearly legal: with an item left out, doubled or moved, or with an action missing.
fn neighbours(turn: &Turn) -> Vec<String> {
    let text = turn.to_string();
    let mut near = vec![
        format!("{text};x"),
        format!("x;{text}"),
        text.replace('*', ""),
        text.replace('G', ""),
    ];
    for (offset, _) in text.match_indices([',', ';']) {
        near.push(text[offset + 1..].to_owned());
        near.push(text[..offset].to_owned());
    }
    near.push(text.replacen(";x", ",", 1));
    near.push(text.replace(',', ";x"));
    near
}

const MAX: usize = 400;

/// The first legal turns of a position, each with the position after it.
fn first_turns(setup: &Setup, position: &Position) -> Vec<(Turn, Position)> {
    let mut turns = Vec::new();
    let _ = Gipf::legal_turns(setup, position, &mut |turn, after| {
        turns.push((turn.clone(), *after));
        if turns.len() < MAX {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    turns
}

/// Valid positions, and turns that remove pieces, must be frequent enough, or the tests below prove
/// little.
#[test]
fn valid_positions_and_removals_are_covered() {
    let mut runner = TestRunner::deterministic();
    let (mut valid, mut complete, mut removals) = (0, 0, 0);
    for _ in 0..100 {
        let (setup, text) = positions().new_tree(&mut runner).unwrap().current();
        let Ok(position) = Gipf::position(&setup, &text) else {
            continue;
        };
        let turns = first_turns(&setup, &position);
        valid += 1;
        complete += usize::from(turns.len() < MAX);
        removals += usize::from(turns.iter().any(|(turn, _)| turn.to_string().contains('x')));
    }
    assert!(
        valid > 50 && complete > 40 && removals > 30,
        "{valid} {complete} {removals}"
    );
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn exactly_the_legal_turns_are_generated((setup, text) in positions()) {
        let Ok(position) = Gipf::position(&setup, &text) else { return Ok(()) };
        let turns = first_turns(&setup, &position);
        let all: BTreeSet<_> = turns.iter().map(|(turn, _)| turn.to_string()).collect();
        prop_assert_eq!(all.len(), turns.len(), "a turn is generated twice");
        for (turn, after) in &turns {
            let played = Gipf::judge(&setup, &position, turn, &[]);
            let played = played.map_err(|refusal| TestCaseError::fail(format!("{turn}: {}", refusal.fault.code.id)))?;
            prop_assert_eq!(played.turn.to_string(), turn.to_string());
            prop_assert_eq!(&played.state, after, "{}", turn);
            let parsed = Gipf::parse_turn(&turn.to_string());
            prop_assert_eq!(parsed.as_ref(), Ok(turn));
        }
        if turns.len() == MAX {
            return Ok(());
        }
        for near in turns.iter().flat_map(|(turn, _)| neighbours(turn)) {
            let Ok(turn) = Gipf::parse_turn(&near) else { continue };
            if let Ok(played) = Gipf::judge(&setup, &position, &turn, &[]) {
                prop_assert!(all.contains(&played.turn.to_string()), "{} is judged legal as {}", near, played.turn);
            }
        }
        for line in PushLine::all() {
            for spot in line.path() {
                let Ok(turn) = Gipf::parse_turn(&format!("{}-{spot}", line.dot)) else { continue };
                if let Ok(played) = Gipf::judge(&setup, &position, &turn, &[]) {
                    prop_assert!(all.contains(&played.turn.to_string()), "{turn}");
                }
            }
        }
    }

    #[test]
    fn positions_round_trip((setup, text) in positions()) {
        prop_assert_eq!(Gipf::parse_position(&text.to_string()), Ok(text));
        if let Ok(position) = Gipf::position(&setup, &text) {
            prop_assert_eq!(Gipf::position_text(&setup, &position), text);
        }
    }
}

/// The finding for a turn: code, rule, and the text of the invalid part.
#[test]
fn errors_name_their_rule_and_part() {
    let cases = [
        (
            "tournament",
            "W3/5/6/7/B5/5/4 w 1,10 0,0 wb -",
            "Gb4",
            ("gipf/reserve-empty", "G5.3", "G"),
        ),
        // The piece on b2 is pushed to b3, and nothing beyond it moves.
        (
            "basic",
            "w3/5/6/7/6/5/4 w 9,9 0,0 - -",
            "b1-b2",
            ("gipf/wrong-landing", "G3.2", "b2"),
        ),
        (
            "basic",
            "w3/5/6/7/6/5/4 w 9,9 0,0 - -",
            "b1-b4",
            ("gipf/wrong-landing", "G3.3", "b4"),
        ),
        (
            "basic",
            "wb2/5/6/7/6/5/4 w 9,9 0,0 - -",
            "b5;xb2",
            ("gipf/no-row", "G4.1", "xb2"),
        ),
        (
            "basic",
            "b3/1b3/wb4/3b3/6/5/4 w 10,8 0,0 - -",
            "d1-d4;xb2*,c3*,d4*,e5*",
            ("gipf/no-row", "G4.6", "xb2*,c3*,d4*,e5*"),
        ),
        // An item outside every row, and a row with one piece left out.
        (
            "basic",
            "4/www1b/1w4/6b/6/5/4 w 8,12 0,0 - -",
            "c1-c5;xc2,c3,c4,c5,c6*,d3",
            ("gipf/removal-wrong", "G4.3", "d3"),
        ),
        (
            "basic",
            "4/www2/6/6b/6/5/4 w 8,12 0,0 - -",
            "c1-c5;xc2,c3,c4",
            ("gipf/removal-wrong", "G4.3", "xc2,c3,c4"),
        ),
    ];
    for (variant, position, turn, expected) in cases {
        let text = RecordText::new("gipf")
            .tag("Variant", variant)
            .tag("Position", position)
            .with_moves(format!("1. {turn} *"));
        let checked = Checked::from_text(&text);
        let finding = &checked.report.findings[0];
        let found = (
            finding.code.id,
            finding.rule,
            checked.record().text_of(finding.span),
        );
        assert_eq!(found, expected, "{turn}: {}", finding.message);
    }
}

#[test]
fn a_list_beyond_the_search_limit_is_not_a_wrong_removal() {
    let code = pipscribe::findings::code_named("limit/search").unwrap();
    let checked = Checked::from_text(code.failing());
    assert_eq!(checked.report.findings[0].code.id, "limit/search");
    // Nor is there a further search for fixes.
    let help = "Write one removal per row, separated by `;`.";
    assert_eq!(checked.report.findings[0].help.as_deref(), Some(help));
    // It cannot be waived.
    let irregular = code
        .failing()
        .replace(" *", " {[%irregular limit/search gipf/removal-wrong]} *");
    assert!(!Checked::from_text(&irregular).report.is_valid());
}

#[test]
fn unused_irregular_commands_are_reported_by_their_place() {
    for (moves, message) in [
        ("1. b3 {[%irregular]}", "`[%irregular]` needs a code."),
        (
            "1. b3 ({[%irregular]} 1. c2)",
            "`[%irregular]` follows no turn.",
        ),
        (
            "1. b3 ({[%irregular gipf/no-row]} 1. c2)",
            "`[%irregular gipf/no-row]` follows no turn.",
        ),
        (
            "1. resign {[%irregular gipf/no-row]} 0-1",
            "`[%irregular gipf/no-row]` is not needed: the turn does not \
            break that rule.",
        ),
    ] {
        let checked = Checked::from_text(&RecordText::gipf().with_moves(moves));
        let [finding] = checked.report.findings.as_slice() else {
            panic!("{moves}: {:?}", checked.report.findings)
        };
        assert_eq!(
            (finding.code.id, finding.turn, finding.message.as_ref()),
            ("irregular/unneeded", 1, message)
        );
    }
}
