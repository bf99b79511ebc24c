//! `pipscribe why`: its output.

use std::ops::Not;

use crate::support::{JsonSchema, Run};

const GIPF: &str = r#"[Game "gipf"]
[Variant "basic"]
[Position "wwww/5/6/7/6/5/4 w 5,5 0,0 - -"]

1. x;h2 2. h5 *
"#;
const PIPPINZIP: &str = r#"[Game "pippinzip"]
[Variant "zipline"]
[Size "5"]

1. c3 2. take 3. a1,a2 *
"#;
const PIPPIP: &str = r#"[Game "pippip"]

1. 5@b3/3 2. 4s;6@c3/2 *
"#;
const PIPE: &str = r#"[Game "pipe"]
[Variant "pipes"]
[Position "1@+0+0/E,2@+2+0/E 1 black,white 0,0"]
[Deck "example"]
[Card1 "W1 W2 B3 W4 W5 W6 LLLLLL"]
[Card2 "W1 W2 B36 W4 W5 LLLLLL"]
[Card3 "W1 W2 W3 W4 W5 B6 LLLLLL"]

1. 3@+4+0/E *
"#;

fn human(record: &str, arguments: &[&str]) -> String {
    let output = Run::new(&[&["why", "-"], arguments].concat())
        .stdin(&record)
        .done();
    output.stdout() + &output.stderr()
}

/// The number of boards in a text: each has one line with only these names.
fn boards(text: &str, names: &str) -> usize {
    text.lines()
        .filter(|line| line.split_whitespace().eq(names.split(' ')))
        .count()
}

// Next to each snapshot there are assertions for its essential parts.

#[test]
fn a_turn_of_gipf() {
    let text = human(GIPF, &["--turn", "1"]);
    // There are boards before the turn, after the removal and after the push. Changing the seat to
    // move does not change the board.
    assert_eq!(boards(&text, "e9"), 3, "{text}");
    assert!(
        text.contains("In canonical form: xb2,b3,b4,b5;h2\n"),
        "{text}"
    );
    insta::assert_snapshot!(text);
}

#[test]
fn a_turn_of_pippinzip_that_is_not_legal() {
    let text = human(PIPPINZIP, &[]);
    assert_eq!(
        boards(&text, "a b c d e"),
        2,
        "before it, and at the fault: {text}"
    );
    assert!(
        text.contains("Illegal, pippinzip/adjacent-pair:\n   a2 is next to a1"),
        "{text}"
    );
    insta::assert_snapshot!(text);
}

#[test]
fn a_turn_of_pippip() {
    let text = human(PIPPIP, &[]);
    assert!(
        text.contains("The conversions are not written: `xb3`."),
        "{text}"
    );
    assert!(text.contains("Its store now holds 4."), "{text}");
    insta::assert_snapshot!(text);
}

#[test]
fn a_turn_of_the_pipe_game() {
    let text = human(PIPE, &[]);
    assert!(
        text.contains("In canonical form: 3@+4+0/E;x1,2,3\n"),
        "{text}"
    );
    insta::assert_snapshot!(text);
}

#[test]
fn json_output_keeps_its_contract() {
    let schema = JsonSchema::shipped("why");
    for (record, legal) in [
        (GIPF, true),
        (PIPPINZIP, false),
        (PIPPIP, true),
        (PIPE, true),
    ] {
        let output = Run::new(&["why", "-", "--format", "json"])
            .stdin(&record)
            .done();
        assert_eq!(output.status(), Some(i32::from(legal.not())));
        let text = output.stdout();
        assert_eq!(text.lines().count(), 1);
        let mut value = serde_json::from_str::<serde_json::Value>(&text).unwrap();
        assert_eq!(schema.complaint(&value), None, "{text}");
        assert_eq!(
            (&value["legal"], value["fault"].is_null()),
            (&legal.into(), legal)
        );
        value["steps"] = "none".into();
        assert!(
            !schema.fits(&value),
            "a schema that allows anything holds nothing"
        );
    }
    let json = |turn| {
        let output = Run::new(&["why", "-", "--turn", turn, "--format", "json"])
            .stdin(PIPPINZIP)
            .done();
        serde_json::from_str::<serde_json::Value>(&output.stdout()).unwrap()
    };
    let take = json("2");
    assert_eq!(
        (&take["turn"], &take["seat"], &take["text"]),
        (&2.into(), &2.into(), &"take".into())
    );
    assert_eq!(take["before"], "5/5/2w2/5/5 2 auction -");
    assert_eq!(take["steps"][0]["rules"][1]["id"], "Z3.2");
    assert_eq!(
        take["steps"][0]["rules"][1]["words"],
        "You may say `take` in the very first turn too."
    );
    assert_eq!(take["steps"][1]["position"], "5/5/2w2/5/5 1 taker=2 -");
    let fault = &json("3")["fault"];
    assert_eq!(
        (&fault["code"], &fault["rule"]["id"]),
        (&"pippinzip/adjacent-pair".into(), &"Z4.3".into())
    );
    let kept: Vec<_> = fault["kept"]
        .as_array()
        .unwrap()
        .iter()
        .map(|rule| &rule["id"])
        .collect();
    assert_eq!(kept, ["Z1.1", "Z1.3", "Z4.1"]);
}

#[test]
fn which_turn_and_which_record() {
    let text = |record: &str, arguments: &[&str]| {
        human(record, arguments).lines().next().unwrap().to_owned()
    };
    assert_eq!(text(GIPF, &[]), "Turn 2, Black: h5", "the last one");
    assert_eq!(
        text(PIPPINZIP, &[]),
        "Turn 3, Seat 1: a1,a2",
        "the illegal one"
    );
    let two = format!("{GIPF}\n{PIPPINZIP}");
    assert_eq!(
        text(&two, &["--record", "2", "--turn", "1"]),
        "Turn 1, Seat 1: c3"
    );
    let refused = GIPF.replace("2. h5", "2. z9 {[%expect gipf/off-board]}");
    assert_eq!(
        text(&refused, &[]),
        "Turn 2, Black: z9",
        "one that is expected to be refused"
    );
}

#[test]
fn the_exit_status_is_that_of_the_turn() {
    Run::new(&["why", "-"]).stdin(GIPF).done().expect_status(0);
    Run::new(&["why", "-"])
        .stdin(PIPPINZIP)
        .done()
        .expect_status(1);
    Run::new(&["why", "-", "--turn", "2"])
        .stdin(PIPPINZIP)
        .done()
        .expect_status(0);
    let behind = PIPPINZIP.replace(" *", " 4. e5 *");
    let said = |record: &str, turn: &str| {
        let output = Run::new(&["why", "-", "--turn", turn])
            .stdin(&record)
            .done();
        assert_eq!((output.status(), output.stdout().as_str()), (Some(2), ""));
        output.stderr()
    };
    assert!(said(&behind, "4").contains("turn 4 comes after turn 3, which is illegal"));
    assert!(said(&behind, "5").contains("there is no turn 5: the last is 4"));
    assert!(said(GIPF, "3").contains("there is no turn 3: the last is 2"));
    assert!(
        said(GIPF, "0").contains("invalid value `0` for `--turn`: write a number of 1 or more")
    );
    Run::new(&["why", "-"])
        .stdin("[Game \"gipf\"]\n[Variant \"basic\"]\n\n*\n")
        .done()
        .expect_status(2);
    Run::new(&["why", "-"])
        .stdin("[Game \"gipf\"]\n\n1. b3 *\n")
        .done()
        .expect_status(2);
    Run::new(&["why", "-", "--record", "2"])
        .stdin(GIPF)
        .done()
        .expect_status(2);
    Run::new(&["why", "no/such/file.pips"])
        .done()
        .expect_status(2);
}

/// Text in a record never becomes a control sequence for a terminal.
#[test]
fn text_of_a_record_is_escaped_in_output() {
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b\u{1b}[31m3 *\n";
    let text = human(record, &[]);
    assert!(!text.contains('\u{1b}'), "{text:?}");
}
