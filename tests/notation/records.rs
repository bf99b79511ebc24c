//! Properties of parsing and writing whole records.

use pipscribe::Checked;
use pipscribe::formats::pips;
use pipscribe::notation::Record;
use proptest::prelude::*;

use crate::support::{
    Folder, RecordText, Run, cases, checked, corpus_files, random_game_of, replayed,
};

/// The canonical form of a file.
fn canonical(bytes: &[u8]) -> Vec<u8> {
    pips::format(bytes, false).bytes
}

/// A random legal game of any set-up, in canonical form.
fn random_game(seed: u64, most_turns: u32) -> String {
    random_game_of(seed as usize, seed, most_turns)
}

/// The game of a record, with its findings.
#[derive(Debug, PartialEq)]
struct Meaning {
    /// Number, turn, position.
    turns: Vec<(u32, String, String)>,
    result: Option<String>,
    score: Option<Vec<u32>>,
    findings: Vec<(&'static str, u32)>,
}

fn meaning(checked: &Checked) -> Meaning {
    let replayed = checked.game.map(|_| replayed(checked.record()));
    let turns = replayed.map(|replayed| replayed.turns).unwrap_or_default();
    let findings = checked
        .report
        .findings
        .iter()
        .map(|finding| (finding.code.id, finding.turn));
    Meaning {
        turns: turns
            .into_iter()
            .map(|turn| (turn.turn, turn.text, turn.position))
            .collect(),
        result: checked.report.result.as_ref().map(ToString::to_string),
        score: checked.report.score.clone(),
        findings: findings
            .filter(|(code, _)| !["turn/number", "syntax/unusual"].contains(code))
            .collect(),
    }
}

fn assert_formatting_is_sound(bytes: &[u8], name: &str) {
    let once = canonical(bytes);
    assert_eq!(
        String::from_utf8_lossy(&canonical(&once)),
        String::from_utf8_lossy(&once),
        "{name}: not idempotent"
    );
    let (before, after) = (checked(bytes), checked(&once));
    assert_eq!(before.len(), after.len(), "{name}");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(meaning(before), meaning(after), "{name}");
    }
}

#[test]
fn formatting_keeps_every_comment_tag_and_glyph() {
    let text = "# about the file\n\n[Game \"gipf\"]\n# about the variant\n[Variant \"basic\"]\n[Zeta \"z\"]\n\
        [Annotator \"a \\\"b\\\" \\\\ c\"]\n\
                [Event \"e\"]\n\n{first} 1. b3! $14 $1 {a\n   b [%unknown x]}# hash\n(1. c2 {v} 2. b3) c2 $2 2... ";
    let formatted = String::from_utf8(canonical(text.replace(" 2... ", " *").as_bytes())).unwrap();
    insta::assert_snapshot!(formatted, @r#"
    # about the file
    [Game "gipf"]
    # about the variant
    [Variant "basic"]
    [Event "e"]
    [Annotator "a \"b\" \\ c"]
    [Zeta "z"]

    {first} 1. b3! $14 $1 {a
       b [%unknown x]}
    # hash
    (1. c2 {v} 2. b3) 2. c2? *
    "#);
    assert_formatting_is_sound(text.as_bytes(), "text with a syntax error");
}

#[test]
fn invalid_text_keeps_its_bytes() {
    let syntax = "[Game \"gipf\"]\r\n[Variant \"basic\"]\r\n1.b3   $999 *\r\n";
    assert_eq!(canonical(syntax.as_bytes()), syntax.as_bytes());
    let returns = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {a\r\r\nb\r\r\r\nc\rd} *\n";
    assert_eq!(
        canonical(&canonical(returns.as_bytes())),
        canonical(returns.as_bytes())
    );
    let fault = "[Variant \"basic\"]\n";
    assert_eq!(canonical(fault.as_bytes()), fault.as_bytes());
    let turn = "[Game \"gipf\"]\n[Variant \"basic\"]\nb3 (c2   b3) a2-b3   {x}  c2 d2";
    assert_eq!(canonical(turn.as_bytes()), turn.as_bytes());
}

/// Skipped numbers are a trace of a missing turn. They stay in an invalid record, and are reported
/// when they are removed.
#[test]
fn skipped_numbers_are_not_lost_unnoticed() {
    let tags = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    for (turns, formatted) in [
        ("1.b3 2.c2 5.d2 h3 a9 *", "1.b3 2.c2 5.d2 h3 a9 *\n"),
        (
            "1.b3 1.c2 4294967295.d2 h3 a9 *",
            "1.b3 1.c2 4294967295.d2 h3 a9 *\n",
        ),
        ("1.b3 2.c2 5.d2 h3 *", "1. b3 2. c2 3. d2 4. h3 *\n"),
    ] {
        let once = String::from_utf8(canonical(format!("{tags}{turns}\n").as_bytes())).unwrap();
        assert_eq!(once, format!("{tags}{formatted}"));
        assert_eq!(String::from_utf8(canonical(once.as_bytes())).unwrap(), once);
    }
    let output = Run::new(&["fmt", "-"])
        .stdin(&format!("{tags}1. b3 2. c2 5. d2 *\n"))
        .done();
    assert_eq!(output.status(), Some(0));
    output.expect_stderr("-, record 1: renumbered; a turn may be missing before `5. d2`");
    let folder = Folder::new("fmt-gaps");
    let page = format!(
        "```pips\n{tags}b3 *\n```\n\n> ```pips\n> {}```\n",
        format!("{tags}1. b3 3. d2 *\n").replace('\n', "\n> ")
    );
    let page = folder.file("a.md", &page);
    let output = Run::new(&["fmt", &page]).done();
    output.expect_stderr("a.md, record 2: renumbered; a turn may be missing before `3. d2`");
    let output = Run::new(&["fmt", "-"])
        .stdin(&format!("{tags}b3 c2 3. d2 *\n"))
        .done();
    assert_eq!(output.stderr(), "");
}

/// A comment whose `}` is missing may swallow a turn. If the turn is misspelt too, its number is
/// the only trace, so the record keeps its bytes.
#[test]
fn a_skipped_number_that_is_in_a_comment_stays() {
    let gipf = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n";
    let pippinzip = "[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"7\"]\n\n";
    let pippip = "[Game \"pippip\"]\n\n";
    let pipe = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\n";
    for (tags, turns) in [
        (gipf, "1. b3   {my first 2. hh3 {oops} 3. c2 *"),
        (gipf, "{so 1.bb3 {hm} 2. h3 *"),
        (gipf, "1. b3 2. h3 (2. c2 {or 3. gg2 {no} 4. d2) 3. b4 *"),
        (gipf, "1. b3 {see 2.} {and 3. x} 4. h3 *"),
        (pippinzip, "1. d4 {my first 2. takee {oops} 3. a1,b2 *"),
        (pippinzip, "1. d4   {2.takee} 3. a1,b2 *"),
        (pippip, "1. 5@b3/3 {2.3@@a1/2 {oops} 3. 6@c2/4 *"),
        (
            pipe,
            "1. discard:1,2,3,4 {2. discard:5,6,7 {oops} 3. discard:9,10,11,12;claim:black *",
        ),
    ] {
        let record = format!("{tags}{turns}\n");
        assert_eq!(
            String::from_utf8(canonical(record.as_bytes())).unwrap(),
            record
        );
    }
    for (turns, formatted) in [
        (
            "1.b3 {the 5. of May} 3.c2 *",
            "1. b3 {the 5. of May} 2. c2 *\n",
        ),
        ("1.b3 {2.5 points} 3.c2 *", "1. b3 {2.5 points} 2. c2 *\n"),
        (
            "1.b3 {[%clock 2:10:00]} 3.c2 *",
            "1. b3 {[%clock 2:10:00]} 2. c2 *\n",
        ),
        ("1.b3 {2. h3} 2.c2 *", "1. b3 {2. h3} 2. c2 *\n"),
        ("1.b3 {3. h3} 2.c2 4.d2 *", "1. b3 {3. h3} 2. c2 3. d2 *\n"),
    ] {
        let once = String::from_utf8(canonical(format!("{gipf}{turns}\n").as_bytes())).unwrap();
        assert_eq!(once, format!("{gipf}{formatted}"));
    }
    let output = Run::new(&["fmt", "-"])
        .stdin(&format!(
            "{pippinzip}1. d4 {{my first 2. takee {{oops}} 3. a1,b2 *\n"
        ))
        .done();
    output.expect_stderr("left as it is: turn 2 is missing");
}

#[test]
fn records_of_the_same_game_share_a_bare_form() {
    let one = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"out=push reserve=13,12\"]\n[Rules \"1\"]\n[Result \
        \"1-0\"]\n\
               [Termination \"time\"]\n\n1. a2-b3! {good} (1. c2) 2. c2 1-0\n";
    let other = "[Game \"gipf\"]\n[Event \"e\"]\n[Variant \"basic\"]\n[Options \"reserve=13,12\"]\n[Termination \
        \"time\"]\n\
                 b3 a6 {[%expect gipf/off-board]} c2 1-0";
    let bare = |text: &str| String::from_utf8(pips::format(text.as_bytes(), true).bytes).unwrap();
    assert_eq!(
        bare(one),
        "[Game \"gipf\"]\n[Variant \"basic\"]\n[Options \"reserve=13,12\"]\n[Result \"1-0\"]\n\
         [Termination \"time\"]\n\n1. b3 2. c2 1-0\n"
    );
    assert_eq!(bare(one), bare(other));
    let start = "[Game \"gipf\"]\n[Variant \"standard\"]\n[Position \"B2W/5/6/W5B/6/5/B2W w 12,12 0,0 - -\"]\n\n1. b3 *\n";
    assert_eq!(
        bare(start),
        "[Game \"gipf\"]\n[Variant \"standard\"]\n\n1. b3 *\n"
    );
}

/// Text of fragments of the notation, mostly invalid.
fn near_records() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("[Game \"gipf\"]\n".to_owned()),
        Just("\n[Game \"gipf\"]\n[Variant \"basic\"]\n".to_owned()),
        "\\[[A-Z][a-z]{0,4} \"[ -~é]{0,6}\"?\\]?\n?".prop_map(String::from),
        "[0-9]{0,3}\\.{0,2} ?G?[a-i][0-9](-[a-i][0-9])?[!?]{0,3}".prop_map(String::from),
        "x?G?[a-i][1-9]\\*?(,[a-i][1-9])?;?".prop_map(String::from),
        "[ \n\t(){}\\[\\]#$%\\\\\"*;]{1,4}".prop_map(String::from),
        Just("[Game \"pippip\"]\n[Options \"store=roll cap=1\"]\n".to_owned()),
        Just("[Game \"pippinzip\"]\n[Variant \"zipline\"]\n[Size \"3\"]\n".to_owned()),
        Just("[Game \"pipe\"]\n[Variant \"both\"]\n[Card1 \"B13 W26 B4 W5 LLDDDD\"]\n".to_owned()),
        "([0-9]s;){0,3}\\*?[1-7]@[a-e][0-5]/[0-7](;x[a-d][1-4](,[a-d][1-4])?)? "
            .prop_map(String::from),
        "[0-9]{1,2}@[+-][0-9][+-][0-9]/[NESW](;x[0-9])?(;draw:[0-9])? ".prop_map(String::from),
        "(take|pass|discard:1,2,3,4|discard:hidden);?(claim:[a-z]{0,5})? ".prop_map(String::from),
        Just("{[%expect gipf/off-board]}".to_owned()),
        Just("{[%irregular gipf/no-row]}".to_owned()),
        Just("{[%expect moves 30]} {[%expect result *]}".to_owned()),
        Just(" 1-0\n".to_owned()),
        Just("# hash\n".to_owned()),
        Just("\u{FEFF}".to_owned()),
        "\\PC{0,6}".prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

fn survives(bytes: &[u8]) -> Result<(), TestCaseError> {
    let once = canonical(bytes);
    prop_assert_eq!(&canonical(&once), &once);
    for checked in checked(bytes) {
        let length = checked.record().text().len();
        let mut last = 0;
        for finding in &checked.report.findings {
            prop_assert!(finding.span.start >= last && finding.span.end as usize <= length);
            last = finding.span.start;
        }
        for finding in checked.report.findings.iter().take(5) {
            let look = pipscribe::reports::Look {
                colours: false,
                width: 80,
                links: None,
            };
            let writer =
                pipscribe::reports::HumanWriter::new("-", checked.record(), &checked.report, look);
            prop_assert!(writer.write(finding).contains(finding.code.id));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn almost_valid_records_are_survived(text in near_records()) {
        survives(text.as_bytes())?;
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        survives(&bytes)?;
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn random_games_are_valid_and_canonical(seed in any::<u64>()) {
        let text = random_game(seed, 300);
        let checked = Checked::from_text(&text);
        prop_assert_eq!(checked.report.findings.len(), 0, "{}", text);
        prop_assert_eq!(String::from_utf8(canonical(text.as_bytes())).unwrap(), text);
    }

    #[test]
    fn untidy_spacing_changes_nothing(seed in any::<u64>(), numbers in any::<bool>(), crlf in any::<bool>()) {
        let text = random_game(seed, 60);
        let (tags, moves) = text.split_once("\n\n").unwrap();
        // `17.b3` needs no space, and numbers may be left out.
        let moves = if numbers {
            moves.replace(". ", ".")
        } else {
            let turns: Vec<_> = moves.split_whitespace().filter(|token| !token.ends_with('.')).collect();
            turns.join("  {c}\t")
        };
        let mut untidy = format!("\u{FEFF}{tags}\n{moves}");
        if crlf {
            untidy = untidy.replace('\n', "\r\n");
        }
        let bare = |text: &str| pips::format(text.as_bytes(), true).bytes;
        prop_assert_eq!(bare(&untidy), bare(&text), "{}", untidy);
    }

    #[test]
    fn a_parsed_record_has_all_spans(seed in any::<u64>()) {
        let text = random_game(seed, 40);
        let record = Record::parse_str(&text);
        for tag in &record.tags {
            prop_assert_eq!(record.text_of(tag.name_span), &tag.name);
            prop_assert_eq!(record.text_of(tag.value_span), &tag.value);
        }
        for node in &record.moves.turns {
            let number = record.text_of(node.number_span.unwrap());
            prop_assert_eq!(number, format!("{}.", node.number));
        }
    }
}

/// A number before an illegal turn of several words may separate the words. In this case, the
/// record is left unchanged.
#[test]
fn an_expected_illegal_turn_of_several_words_stays_one_turn() {
    let expected = "{[%expect syntax/token]}";
    for movetext in [
        format!("1. b3\n2/ b3 {expected} 2. c2 *"),
        format!("1. b3\n2/ b3 {expected} *"),
        format!("1. b3 2/ b3 {expected} 2. c2 *"),
        format!("1. b3 (1. c2 2/ b3 {expected} 2. d2) 2. c2 *"),
        format!("1. b3 2. b3 - b4 {expected} 2. c2 *"),
        format!("1. b3 b3 , xx {expected} 2. c2 *"),
    ] {
        let text = RecordText::gipf().with_moves(movetext);
        let turns = |text: &str| Record::parse_str(text).turns().count();
        let written = String::from_utf8(canonical(text.as_bytes())).unwrap();
        assert_eq!(turns(&written), turns(&text), "{text}{written}");
        let of_main_line = |text: &str| Record::parse_str(text).moves.turns.len();
        let bare = String::from_utf8(pips::format(text.as_bytes(), true).bytes).unwrap();
        assert_eq!(of_main_line(&bare), of_main_line(&text), "{text}{bare}");
    }
}

/// Every record of the corpus, written twice.
mod slow {
    use super::*;

    #[test]
    fn formatting_the_corpus_is_idempotent_and_keeps_its_meaning() {
        for path in corpus_files("") {
            assert_formatting_is_sound(&std::fs::read(&path).unwrap(), &path.display().to_string());
        }
    }
}
