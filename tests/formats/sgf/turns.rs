//! The form of turns of several stones in the tree.

use pipscribe::formats::pips;

use super::{assert_comes_back, codes, read, written};
use crate::support::RecordText;

/// A record of the pipeline variant on five points, and the output for its turns.
fn turns_written(moves: &str) -> String {
    let tags = RecordText::new("pippinzip").tag("Variant", "zipline");
    let record = tags.tag("Size", 5).with_moves(moves);
    let record = String::from_utf8(pips::format(record.as_bytes(), false).bytes).unwrap();
    assert_comes_back(&record, moves);
    let text = written(&record);
    text[text.find("PIPTAG").unwrap()..]
        .replace("PIPTAG[Game:pippinzip][Variant:zipline]", "")
        .replace('\n', "")
}

#[test]
fn turns_of_several_stones_are_set_up_in_the_root_or_moves_in_a_row() {
    let cases = [
        (
            "1. a1,b2 2. c3 3. take 4. d4,a5 *",
            "PIPRES[*]AW[ae][bd][cc]PIPAUCTION[a1,b2][c3];PIPTURN[take]N[take];B[db];B[aa]PIPAND[])",
        ),
        // Single stones are moves.
        (
            "1. a1 2. c3 3. take *",
            "PIPRES[*];W[ae];W[cc];PIPTURN[take]N[take])",
        ),
        // A comment on a turn is at the node where the turn is played.
        (
            "1. a1,b2 {a} 2. take *",
            "PIPRES[*];W[ae];W[bd]PIPAND[]C[a];PIPTURN[take]N[take])",
        ),
        (
            "1. a1 2. a2,b3! *",
            "PIPRES[*];W[ae];W[ad];W[bc]PIPAND[]TE[1])",
        ),
        (
            "1. a1,b2 2. take (2. c3,d4) *",
            "PIPRES[*]AW[ae][bd]PIPAUCTION[a1,b2](;PIPTURN[take]N[take])(;W[cc];W[db]PIPAND[]))",
        ),
        (
            "1. a1,b2 (1. c3 2. take) 2. take *",
            "PIPRES[*](;W[ae];W[bd]PIPAND[];PIPTURN[take]N[take])(;W[cc];PIPTURN[take]N[take]))",
        ),
        // A figure of the start has none of its stones.
        (
            "{[%circle a1]} 1. a1,b2 *",
            "PIPRES[*]CR[ae];W[ae];W[bd]PIPAND[])",
        ),
        (
            "{hello} 1. a1,b2 *",
            "PIPRES[*]AW[ae][bd]C[hello]PIPAUCTION[a1,b2])",
        ),
        // Stones that Go would capture are set up: c3 here.
        (
            "1. c3 2. take 3. b3,d3 4. a1 5. c2,c4 *",
            "PIPRES[*];W[cc];PIPTURN[take]N[take];B[bc];B[dc]PIPAND[];W[ae];AB[cd][cb])",
        ),
        ("1. a1,a1 *", "PIPRES[*];PIPTURN[a1,a1])"),
    ];
    for (moves, expected) in cases {
        let written = turns_written(moves);
        let sorted = written.replace("PIPAUCTION[a1,b2]C[hello]", "C[hello]PIPAUCTION[a1,b2]");
        assert_eq!(sorted, expected, "{moves}");
    }
    let from = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Result \"*\"]\n[Position \"w2/3/3 1 auction -\"]\n\
        [Size \"3\"]\n\n1. b2,c1 *\n";
    assert_comes_back(from, "position");
    assert!(
        written(from).contains("AW[aa][bb][cc]PIPAUCTION[b2,c1]"),
        "{}",
        written(from)
    );
}

#[test]
fn changes_of_turns_by_other_programs_are_reported() {
    let root = "GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:zipline]";
    let cases = [
        // With one more stone, the position counts.
        (
            format!("(;{root}AW[aa][bb]PIPAUCTION[a5];PIPTURN[take])"),
            "import/changed",
            "[Position \"w4/1w3/5/5/5 1 auction -\"]",
        ),
        (
            format!("(;{root}AW[aa]PIPAUCTION[take])"),
            "import/changed",
            "[Position \"w4/5/5/5/5 1 auction -\"]",
        ),
        (
            format!("(;{root};PIPTURN[take];B[bb];B[cc]PIPAND[](;W[dd])(;W[ee]))"),
            "",
            "1. take 2. b4,c3 3. d2 (3. e1) *",
        ),
        (
            format!("(;{root};PIPTURN[take];B[bb](;B[cc]PIPAND[])(;B[dd]))"),
            "import/value",
            "1. take 2. b4,c3 *",
        ),
        (
            format!("(;{root};PIPTURN[take];B[bb]C[x];B[cc]PIPAND[]C[y])"),
            "",
            "1. take 2. b4,c3 {x",
        ),
        (
            format!("(;{root};W[aa]PIPAND[];W[bb])"),
            "import/value",
            "1. a5 2. b4 *",
        ),
    ];
    for (text, code, line) in cases {
        let game = read(&text);
        let found: Vec<_> = codes(&game.findings)
            .into_iter()
            .filter(|code| code.starts_with("import/"))
            .collect();
        assert_eq!(found.join(" "), code, "{text}");
        assert!(
            game.text.lines().any(|known| known == line),
            "{text}\n{}",
            game.text
        );
    }
}

#[test]
fn viewers_of_go_take_no_stones_off() {
    // White at a1 has no liberty after turn 4.
    let record = "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n\n\
                  1. a1 2. take 3. a2,c3 4. e5 5. b1,b3 6. e4 *\n";
    assert_comes_back(record, "captured");
    let text = written(record);
    assert!(text.contains(";W[ae]"), "{text}");
    assert!(text.contains(";AB[be][bc]"), "{text}");
}
