//! SGF, in and out.

use std::io::Write;
use std::process::Command;

use pipscribe::findings::Finding;
use pipscribe::formats::sgf::Sgf;
use pipscribe::formats::{Assumptions, Cut, Format, Imported, Pieces, decode, pips};
use pipscribe::games::GameId;
use pipscribe::notation::Record;
use pipscribe::text::{SourceText, split_text};
use proptest::prelude::*;

use crate::notation::random_game_of;
use crate::support::{Folder, corpus_files, pipscribe, root, stderr, stdout};

fn written(record: &str) -> String {
    Sgf.write(&Record::parse_str(record)).unwrap().text
}

fn read_with(text: &str, assumptions: &Assumptions) -> Imported {
    let mut games = Sgf.read(&SourceText::new(text.to_owned(), 0, 1), assumptions);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn read(text: &str) -> Imported {
    read_with(text, &Assumptions::default())
}

fn codes(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id).collect()
}

/// The record is the same behind SGF, byte by byte.
fn assert_comes_back(record: &str, name: &str) {
    let foreign = written(record);
    let back = read(&foreign);
    assert_eq!(back.text, record, "{name}\n{foreign}");
    // What is wrong is wrong with the record, not with the way it took.
    let findings = codes(&back.findings);
    assert!(findings.iter().all(|code| !code.starts_with("import/")), "{name}: {findings:?}\n{foreign}");
    readable_by_others(&foreign, name);
}

fn readable_by_others(foreign: &str, name: &str) {
    let games = sgf_parse::parse(foreign).unwrap_or_else(|error| panic!("{name}: {error}\n{foreign}"));
    assert_eq!(games.len(), 1, "{name}");
    match &games[0] {
        sgf_parse::GameTree::GoGame(root) => {
            root.validate().unwrap_or_else(|error| panic!("{name}: {error:?}\n{foreign}"));
            for node in root.main_variation() {
                let mut all = node.properties();
                let invalid = all.find(|property| matches!(property, sgf_parse::go::Prop::Invalid(..)));
                assert!(invalid.is_none(), "{name}: {invalid:?}\n{foreign}");
            }
        }
        sgf_parse::GameTree::Unknown(root) => {
            root.validate().unwrap_or_else(|error| panic!("{name}: {error:?}\n{foreign}"));
        }
    }
}

#[test]
fn the_corpus_comes_back() {
    let mut count = 0;
    for path in corpus_files("") {
        let bytes = std::fs::read(&path).unwrap();
        for raw in split_text(&bytes).into_iter().filter(|raw| !raw.preamble && raw.dropped == 0) {
            let Ok(text) = String::from_utf8(raw.bytes.clone()) else { continue };
            let record = Record::parse_str(&text);
            let formatted = String::from_utf8(pips::format(text.as_bytes(), false).bytes).unwrap();
            let is_canonical = Record::parse_str(&formatted);
            if record.has_syntax_errors() || Sgf.write(&is_canonical).is_err() {
                continue;
            }
            // A record that cannot be made canonical is read back as far as it can.
            let game = GameId::named(&is_canonical.tag("Game").unwrap().value).unwrap();
            if game.rules().format(&is_canonical).as_deref() != Some(formatted.trim_start()) {
                continue;
            }
            if game.rules().check(&is_canonical).findings.iter().any(|finding| finding.code.id.starts_with("tag/")) {
                continue;
            }
            count += 1;
            let bare = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let foreign = written(&formatted);
            let back = read(&foreign);
            assert_eq!(bare(&back.text), bare(&formatted), "{}\n{foreign}", path.display());
            let findings = codes(&back.findings);
            assert!(findings.iter().all(|code| !code.starts_with("import/")), "{}: {findings:?}", path.display());
            readable_by_others(&foreign, &path.display().to_string());
        }
    }
    assert!(count > 200, "{count}");
}

/// A record with all that stands between turns.
const ANNOTATED: &str = r##"[Game "pippinzip"]
[Variant "pipeline"]
[Event "a ]b\\ \"c\": d"]
[Site "  spaced"]
[Date "2026-11-20"]
# before: a ]tag\ 
#	another
[Player1 "Ann: x"]
[Player2 "Bo"]
[Result "1-0"]
[Termination "resignation"]
[Size "5"]
[Annotator ""]
[SGF_KM "6.5"]
[SGF_XY "a\\]b][c"]

{first [%circle a1 b2] [%sgf KM "1"]} {\[%no command\]} 1. b3! $14
{good [%triangle c3] [%arrow a1>b3 b3>c4] [%line a1..b3] [%label c3 "A]"]}
(1. c2? {why not} (1. d4 2. take) 2. take $7 {[%clock 0:12:30]}) {and}
# hash
(1. e5 {[%view b2..d4] [%diagram "A \"caption\"" width=5]}) 2. c4,d4
{[%sgf HO "1"] [%shade a1 a2]} 3. take {[%view a3..c1]} 4. e5 {} 5. b4
{a }{ b
[Game} 6. e4 {[%sgf XX "1" "2"]} 7. resign 1-0 {a word} {[%expect legal]}
"##;

#[test]
fn everything_between_turns_comes_back() {
    let record = String::from_utf8(pips::format(ANNOTATED.as_bytes(), false).bytes).unwrap();
    assert_comes_back(&record, "annotated");
    insta::assert_snapshot!(written(&record));
}

/// The last board of each game, as sgfmill plays it; `None` where it is not to be had.
fn boards_of_sgfmill(collection: &str) -> Option<Vec<String>> {
    let Some(python) = std::env::var_os("PIPSCRIBE_SGFMILL") else {
        // Straight to the terminal: what tests print is not shown where they pass.
        let _ = writeln!(std::io::stderr(), "SKIPPED: PIPSCRIBE_SGFMILL names no Python that has sgfmill");
        return None;
    };
    let folder = Folder::new("sgfmill");
    let file = folder.file("all.sgf", collection);
    let script = root().join("tests/sgfmill/boards.py");
    let output = Command::new(python).arg(script).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

/// The board of a position as sgfmill's boards are printed.
fn board(position: &str) -> String {
    let (rows, _) = position.split_once(' ').unwrap();
    let empty = |run: &str| run.parse().map_or(run.to_owned(), |count| ".".repeat(count));
    let rows = rows.split('/').map(|row| {
        row.split_inclusive(['b', 'w'])
            .map(|run| {
                let (count, stone) = run.split_at(run.len() - usize::from(run.ends_with(['b', 'w'])));
                empty(count) + stone
            })
            .collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

#[test]
fn sgfmill_plays_what_is_written() {
    let mut records: Vec<String> = (0..66).map(|seed| random_game_of(seed, seed as u64, 200)).collect();
    // Long games on small boards take stones off; short ones do not, whatever is said beside their turns.
    records.extend((0..120).map(|seed| random_game_of(seed, seed as u64, 14)));
    records.extend((0..120).map(|seed| strewn(&random_game_of(seed, seed as u64, 14), seed as u64)));
    let collection: String = records.iter().map(|record| written(record)).collect();
    let Some(boards) = boards_of_sgfmill(&collection) else { return };
    assert_eq!(boards.len(), records.len());
    let mut count = [0, 0];
    for (record, line) in records.iter().map(|text| Record::parse_str(text)).zip(boards) {
        if record.tag("Game").unwrap().value != "pippinzip" {
            assert_eq!(line, "another game");
            continue;
        }
        let replayed = GameId::Pippinzip.rules().replay(&record);
        let (found, how) = line.split_once(' ').unwrap();
        assert_eq!(board(&replayed.turns.last().unwrap().position), found, "{}", record.text());
        count[usize::from(how == "moves")] += 1;
    }
    assert!(count[1] > 60, "{count:?}");
}

/// A record of the pipeline variant on five points, and what is written of its turns.
fn turns_written(moves: &str) -> String {
    let record = format!("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n{moves}\n");
    let record = String::from_utf8(pips::format(record.as_bytes(), false).bytes).unwrap();
    assert_comes_back(&record, moves);
    let text = written(&record);
    text[text.find("PIPTAG").unwrap()..].replace("PIPTAG[Game:pippinzip][Variant:zipline]", "").replace('\n', "")
}

#[test]
fn turns_of_several_stones_are_set_up_in_the_root_or_moves_in_a_row() {
    let cases = [
        (
            "1. a1,b2 2. c3 3. take 4. d4,a5 *",
            "PIPRES[*]AW[ae][bd][cc]PIPAUCTION[a1,b2][c3];PIPTURN[take]N[take];B[db];B[aa]PIPAND[])",
        ),
        // Single stones are moves.
        ("1. a1 2. c3 3. take *", "PIPRES[*];W[ae];W[cc];PIPTURN[take]N[take])"),
        // What is said of a turn stands where it is played.
        ("1. a1,b2 {a} 2. take *", "PIPRES[*];W[ae];W[bd]PIPAND[]C[a];PIPTURN[take]N[take])"),
        ("1. a1 2. a2,b3! *", "PIPRES[*];W[ae];W[ad];W[bc]PIPAND[]TE[1])"),
        (
            "1. a1,b2 2. take (2. c3,d4) *",
            "PIPRES[*]AW[ae][bd]PIPAUCTION[a1,b2](;PIPTURN[take]N[take])(;W[cc];W[db]PIPAND[]))",
        ),
        (
            "1. a1,b2 (1. c3 2. take) 2. take *",
            "PIPRES[*](;W[ae];W[bd]PIPAND[];PIPTURN[take]N[take])(;W[cc];PIPTURN[take]N[take]))",
        ),
        // A figure of the start has none of its stones.
        ("{[%circle a1]} 1. a1,b2 *", "PIPRES[*]CR[ae];W[ae];W[bd]PIPAND[])"),
        ("{hello} 1. a1,b2 *", "PIPRES[*]AW[ae][bd]C[hello]PIPAUCTION[a1,b2])"),
        // What a game of Go would take off is set up: c3 here.
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
    let from = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Result \"*\"]\n[Position \"w2/3/3 1 auction -\"]\n[Size \"3\"]\n\n1. b2,c1 *\n";
    assert_comes_back(from, "position");
    assert!(written(from).contains("AW[aa][bb][cc]PIPAUCTION[b2,c1]"), "{}", written(from));
}

#[test]
fn what_other_programs_change_of_turns_is_told() {
    let root = "GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:zipline]";
    let cases = [
        // A stone more, and the position counts.
        (
            format!("(;{root}AW[aa][bb]PIPAUCTION[a5];PIPTURN[take])"),
            "import/changed",
            "[Position \"w4/1w3/5/5/5 1 auction -\"]",
        ),
        (format!("(;{root}AW[aa]PIPAUCTION[take])"), "import/changed", "[Position \"w4/5/5/5/5 1 auction -\"]"),
        (
            format!("(;{root};PIPTURN[take];B[bb];B[cc]PIPAND[](;W[dd])(;W[ee]))"),
            "",
            "1. take 2. b4,c3 3. d2 (3. e1) *",
        ),
        (format!("(;{root};PIPTURN[take];B[bb](;B[cc]PIPAND[])(;B[dd]))"), "import/value", "1. take 2. b4,c3 *"),
        (format!("(;{root};PIPTURN[take];B[bb]C[x];B[cc]PIPAND[]C[y])"), "", "1. take 2. b4,c3 {x"),
        (format!("(;{root};W[aa]PIPAND[];W[bb])"), "import/value", "1. a5 2. b4 *"),
    ];
    for (text, code, line) in cases {
        let game = read(&text);
        let found: Vec<_> = codes(&game.findings).into_iter().filter(|code| code.starts_with("import/")).collect();
        assert_eq!(found.join(" "), code, "{text}");
        assert!(game.text.lines().any(|known| known == line), "{text}\n{}", game.text);
    }
}

#[test]
fn viewers_of_go_take_no_stones_off() {
    // White at a1 has no liberty behind turn 4.
    let record = "[Game \"pippinzip\"]\n[Variant \"freestyle\"]\n[Size \"5\"]\n\n\
                  1. a1 2. take 3. a2,c3 4. e5 5. b1,b3 6. e4 *\n";
    assert_comes_back(record, "captured");
    let text = written(record);
    assert!(text.contains(";W[ae]"), "{text}");
    assert!(text.contains(";AB[be][bc]"), "{text}");
}

#[test]
fn files_of_others_are_read() {
    let go = "(;FF[4]GM[1]SZ[5]PB[Ann]PW[Bo]RE[B+R]KM[6.5]DT[2026-11-20,21]C[hello \\] {you}]\r\n\
              ;B[ae]C[first\\\nline](;B[be]CR[aa:ba]BL[30];W[];B[cc];W[dd])(;B[ea]TE[1]\n;W[tt]))";
    let assumptions = Assumptions { variant: Some("pipeline".into()), ..Assumptions::default() };
    let game = read_with(go, &assumptions);
    assert_eq!(codes(&game.findings), [""; 0]);
    insta::assert_snapshot!(game.text);
    // Without a hint it is a game that the notation does not have.
    let found = codes(&read(go).findings);
    assert!(found.contains(&"tag/unknown-value"), "{found:?}");
}

#[test]
fn what_other_programs_change_counts() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {a} {b} *\n";
    let changed = written(record).replace("C[a\n\nb]", "C[c]");
    let game = read(&changed);
    assert_eq!(codes(&game.findings), ["import/changed"]);
    assert!(game.text.ends_with("1. b3 {c} *\n"), "{}", game.text);
}

#[test]
fn encodings_and_collections() {
    let bytes =
        b"junk (;GM[39]CA[ISO-8859-1]PIPTAG[Variant:basic]PW[J\xE1n];W[b3])\n(;GM[39]PIPTAG[Variant:basic];W[c2])";
    let pieces: Vec<_> = Pieces::new(&bytes[..], Cut::Trees).map(Result::unwrap).collect();
    assert_eq!(pieces.len(), 2);
    let decoded = decode(&pieces[0].bytes, Sgf.declared_encoding(&pieces[0].bytes).as_deref());
    assert!(decoded.assumed.is_some());
    assert!(read(&decoded.text).text.contains("[Player1 \"Ján\"]"));
}

/// Two games with a comment each, of an encoding whose characters may have `]` or `\` as a part.
fn two_games(declared: &str, comment: &str) -> String {
    let game = format!("(;FF[4]GM[39]{declared}PIPTAG[Variant:basic];W[b3]C[{comment}])\n");
    game.repeat(2)
}

#[test]
fn encodings_of_two_bytes_are_read_before_games_are_cut() {
    let comment = "これは表示の充実したポスターです。ソースと予定表。";
    let utf16 = |text: &str, is_big: bool| -> Vec<u8> {
        let units = text.encode_utf16();
        units.flat_map(|unit| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
    };
    let encoded = |label: &str, text: &str| -> Vec<u8> {
        let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
        encoding.encode(text).0.into_owned()
    };
    let chinese = "許功蓋，黑棋先手。";
    let big5 = pipscribe(&["convert", "-"], &encoded("big5", &two_games("CA[Big5]", chinese)));
    assert_eq!(stdout(&big5).matches(&format!("{{{chinese}}}")).count(), 2, "{}", stderr(&big5));
    let cases = [
        (utf16(&two_games("", comment), true), "looks like UTF-16BE"),
        (utf16(&two_games("CA[UTF-8]", comment), false), "UTF-16LE"),
        (utf16(&format!("\u{FEFF}{}", two_games("CA[UTF-16]", comment)), true), "UTF-16BE, as its byte order mark"),
        (encoded("shift_jis", &two_games("CA[cp932]", comment)), "Shift_JIS, which it declares as `cp932`"),
        (encoded("shift_jis", &two_games("", comment)), "Shift_JIS, which its bytes look like"),
        (encoded("iso-2022-jp", &two_games("CA[ISO-2022-JP]", comment)), "ISO-2022-JP, which it declares"),
        (encoded("iso-2022-jp", &two_games("", comment)), "ISO-2022-JP, which its bytes look like"),
        (encoded("gbk", &two_games("CA[EUC-CN]", comment)), "GBK, which it declares as `EUC-CN`"),
        (encoded("euc-jp", &two_games("CA[EUC-JP]", comment)), "EUC-JP, which it declares"),
        (encoded("euc-jp", &two_games("CA[EUC-TW]", comment)), "`EUC-TW`, which it declares, is not known here"),
        (two_games("CA[Shift_JIS]", comment).into_bytes(), "declares `Shift_JIS` and is UTF-8"),
    ];
    for (bytes, told) in cases {
        let output = pipscribe(&["convert", "-"], &bytes);
        assert_eq!(stdout(&output).matches(&format!("{{{comment}}}")).count(), 2, "{told}: {}", stderr(&output));
        assert!(stderr(&output).contains(told), "{told}: {}", stderr(&output));
        assert_eq!(
            (output.status.code(), stderr(&output).lines().count()),
            (Some(0), 1),
            "{told}: {}",
            stderr(&output)
        );
    }
    // Half a character at the end.
    let mut broken = utf16(&two_games("", comment), true);
    broken.push(0);
    let output = pipscribe(&["convert", "-"], &broken);
    assert_eq!(stdout(&output).matches("[Game ").count(), 2);
    assert!(stderr(&output).contains("not all of its bytes are text"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_notation_is_read_from_two_bytes_a_character() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"那\"]\n[Result \"*\"]\n\n1. b3 *\n";
    let bytes: Vec<u8> = format!("\u{FEFF}{record}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let output = pipscribe(&["convert", "-"], &bytes);
    assert_eq!(stdout(&output), record);
    assert!(stderr(&output).contains("the text is UTF-16LE"), "{}", stderr(&output));
}

#[test]
fn what_is_no_sgf_is_told() {
    let pippinzip = "GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:pipeline]";
    let cases = [
        (format!("(;{pippinzip};B[aa];())"), vec![("import/token", "()")], "1. a5 *"),
        (format!("(;{pippinzip};B[aa]( ))"), vec![("import/token", "( )")], "1. a5 *"),
        (format!("(;{pippinzip};B[aa]((;B[bb])(;B[cc])))"), vec![("import/token", "(")], "1. a5 2. b4 (2. c3) *"),
        (format!("(;{pippinzip};B[aa](;B[bb]);B[cc])"), vec![("import/token", ";")], "1. a5 2. b4 (2. c3) *"),
        (format!("From: me (you)\n(;{pippinzip};B[aa])"), vec![("import/left-out", "From: me (you)")], "1. a5 *"),
        (format!("(;{pippinzip};B[aa])) ;B[bb]"), vec![("import/left-out", ") ;B[bb]")], "1. a5 *"),
    ];
    for (text, faults, moves) in cases {
        let game = read(&text);
        let on: Vec<_> = game.findings.iter().map(|finding| (finding.code.id, finding.span.of(&text))).collect();
        assert_eq!(on, faults, "{text}");
        assert_eq!(game.text.lines().last(), Some(moves), "{text}");
    }
    // In a stream what stands behind a game is a piece of its own.
    let output = pipscribe(&["convert", "-"], format!("(;{pippinzip};B[aa])) ;B[bb]\n").as_bytes());
    assert!(stderr(&output).contains("This stands in no game"), "{}", stderr(&output));
    for (text, status) in [
        ("", 1),
        ("junk", 1),
        ("()", 1),
        ("(B[ag])", 1),
        ("[ag]", 1),
        ("<html>(c) 2026; all</html>", 1),
        ("[Game \"gipf\"]\n\n1. b3 (1. c2) *", 1),
    ] {
        let output = pipscribe(&["convert", "-", "--from", "sgf"], text.as_bytes());
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(status), ""), "{text}");
        assert!(stderr(&output).contains("there is no game of sgf in it"), "{text}: {}", stderr(&output));
    }
}

#[test]
fn a_point_that_stands_twice_is_told_and_its_stone_kept() {
    let root = "GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:pipeline]";
    let cases = [
        (
            format!("(;{root}AB[aa][bb][aa])"),
            vec![("import/left-out", "aa")],
            "[Position \"b4/1b3/5/5/5 1 auction -\"]",
        ),
        (
            format!("(;{root}AB[aa:bb][ab])"),
            vec![("import/left-out", "ab")],
            "[Position \"bb3/bb3/5/5/5 1 auction -\"]",
        ),
        (format!("(;{root};AB[aa][bb][aa])"), vec![("import/left-out", "aa")], "1. a5,b4 *"),
        (format!("(;{root}AB[aa]AW[aa])"), vec![("import/value", "aa")], "[Position \"b4/5/5/5/5 1 auction -\"]"),
    ];
    for (text, faults, line) in cases {
        let game = read(&text);
        let on: Vec<_> = game.findings.iter().map(|finding| (finding.code.id, finding.span.of(&text))).collect();
        assert_eq!(on, faults, "{text}");
        assert!(game.text.lines().any(|known| known == line), "{text}\n{}", game.text);
    }
}

/// A record with comments, glyphs and variations strewn over it.
fn strewn(text: &str, seed: u64) -> String {
    let mut random = seed;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) % below
    };
    let (tags, moves) = text.split_once("\n\n").unwrap();
    let mut out = format!("{tags}\n[Event \"a]:b\"]\n\n");
    let words: Vec<&str> = moves.split_whitespace().collect();
    for (at, word) in words.iter().enumerate() {
        out.push_str(word);
        let is_turn = at % 2 == 1;
        if is_turn && next(6) == 0 {
            out.push_str(["!", "?", "!!", "??", "!?", "?!"][next(6) as usize]);
        }
        if is_turn && next(9) == 0 {
            out.push_str(" $17");
        }
        if is_turn && next(4) == 0 {
            let notes = [
                "{a}",
                "{ b:]\\\\ }",
                "{}",
                "{[%circle b3] c}",
                "{c [%square c3 b3]}",
                "# h\n",
                "{é [%label b3 \"x\"]}",
            ];
            for _ in 0..=next(2) {
                out.push_str(&format!(" {}", notes[next(7) as usize]));
            }
        }
        if is_turn && next(7) == 0 {
            // The turn itself, as a variation.
            let inner = if next(2) == 0 { format!(" ({} {word} {{w}})", words[at - 1]) } else { String::new() };
            out.push_str(&format!(" ({{v}} {} {word}{inner} {{x}}) {{y}}", words[at - 1]));
        }
        out.push(' ');
    }
    String::from_utf8(pips::format(out.as_bytes(), false).bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_games_come_back(seed in any::<u64>()) {
        let text = random_game_of(seed as usize, seed, 60);
        assert_comes_back(&text, "plain");
        let record = strewn(&text, seed);
        prop_assert!(!Record::parse_str(&record).has_syntax_errors(), "{}", record);
        assert_comes_back(&record, "strewn");
    }
}

/// Each finding: its code, and what it is on.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let source = SourceText::new(text.to_owned(), 0, 1);
    let findings = read(text).findings;
    findings.iter().map(|finding| (finding.code.id, source.text_of(finding.span).to_owned())).collect()
}

#[test]
fn what_stands_beside_a_turn_is_told() {
    let zipline = "(;GM[1]SZ[5]PIPTAG[Game:pippinzip][Variant:zipline];";
    let gipf = "(;GM[39]PIPTAG[Variant:basic]";
    let cases = [
        (format!("{zipline}AW[aa][bb]W[cc];W[dd])"), vec!["AW[aa][bb]"]),
        (format!("{zipline}PIPTURN[a1]W[cc])"), vec!["W[cc]"]),
        (format!("{zipline}PIPTURN[a1][b1])"), vec!["b1"]),
        (format!("{zipline}AB[aa]AW[bb])"), vec!["AW[bb]"]),
        (format!("{gipf};W[b3];AW[d2];AE[b3];PL[B])"), vec!["AW[d2]"]),
        (format!("{gipf}AW[b3]AB[c3];W[b3])"), vec!["AW[b3]", "AB[c3]"]),
    ];
    for (text, lost) in cases {
        let found = found(&text).into_iter().filter(|(code, _)| *code == "import/value");
        assert_eq!(found.map(|(_, on)| on).collect::<Vec<_>>(), lost, "{text}");
    }
}

#[test]
fn a_move_of_the_other_seat_is_told() {
    let gipf = "(;GM[39]PIPTAG[Variant:basic];";
    let told = |moves: &str| -> Vec<String> {
        let text = format!("{gipf}{moves})");
        found(&text).into_iter().filter(|(code, _)| *code == "import/value").map(|(_, on)| on).collect()
    };
    assert_eq!(told("W[b3];B[c2](;W[f3];B[e3])(;W[e2];B[f3])"), [""; 0]);
    assert_eq!(told("B[b3];W[c2]"), ["B[b3]"]);
    assert_eq!(told("W[b3](;B[c2])(;W[e2])"), ["W[e2]"]);
    assert_eq!(told("W[b3];W[c2];B[e2]"), ["W[c2]"]);
}

#[test]
fn the_root_is_kept() {
    let root = "(;GM[1]SZ[5]ST[2]PB[Ann]PW[Bo]RE[Void]PIPTAG[Game:pippinzip][Variant:zipline])";
    assert_eq!(found(root), [("import/assumed", "Void".to_owned())]);
    let text = read(root).text;
    assert!(["[SGF_ST \"2\"]", "[SGF_PB \"Ann\"]", "[SGF_PW \"Bo\"]"].iter().all(|tag| text.contains(tag)), "{text}");
    let back = written(&text);
    assert!(["ST[2]", "PB[Ann]", "PW[Bo]"].iter().all(|kept| back.contains(kept)), "{back}");
    assert_comes_back(&text, "unseated");
}

#[test]
fn a_backslash_that_escapes_nothing_stands_for_itself() {
    let record =
        Record::parse_str("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"5\"]\n\n1. a1 {a \\x b \\} c} *\n");
    let text = Sgf.write(&record).unwrap().text;
    // SGF has a backslash of its own, which doubles it.
    assert!(text.contains("C[a \\\\x b } c]"), "{text}");
}
