//! Tests that the output of `convert` agrees with the text: quoted emails, tags as in PGN, texts of
//! other games, names of outputs.

use pipscribe::formats::{Conversion, NotConverted, convert};

use crate::support::{Folder, Ran, Run};

const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n[Event \"a > b\"]\n\n1. b3 2. c2 *\n";
const PGN: &str = "[Event \"Club\"]\n[White \"Ann\"] [Black \"Bo \\\"B\\\" Lee\"]\n[Date \"2026.03.??\"]\n\
                   [Opening \"corner\"]\n[Result \"*\"]\n\n1. Gb3 Gg2 2. Ga2-c4 h2 *\n";

fn converted(text: &str) -> Ran {
    Run::new(&["convert", "-"]).stdin(&text).done()
}

#[test]
fn quoted_mail_is_read_without_its_marks() {
    for mark in ["> ", ">", ">> ", "> > ", ">\t> ", "| "] {
        let quoted: String = RECORD
            .lines()
            .map(|line| format!("{mark}{line}").trim_end().to_owned() + "\n")
            .collect();
        for text in [
            quoted.clone(),
            quoted.replace('\n', "\r\n"),
            format!("\n{quoted}\n\n"),
        ] {
            let read = converted(&text).expect_status(0);
            assert_eq!(read.stdout(), RECORD, "{text}");
            assert!(
                read.stderr().contains("the marks are removed"),
                "{}",
                read.stderr()
            );
        }
    }
    let turns = converted("> 1. Gb3 2. Gg2\n> 3. Ga2-c4 4. h2\n").expect_status(0);
    turns.expect_stdout("1. Gb3 2. Gg2 3. Ga2-c4 4. h2 *");
}

#[test]
fn findings_in_quoted_mail_have_their_place_there() {
    let quoted = "> [Game \"gipf\"]\n> [Variant \"basic\"]\n>\n> > 1. b3 2. zz *\n";
    converted(quoted).expect_status(1).expect_stderr("[-:4:14]");
}

#[test]
fn a_record_quoted_among_other_lines_keeps_them() {
    let text =
        "Ann wrote:\n> [Game \"gipf\"]\n> [Variant \"basic\"]\n>\n> 1. b3 2. c2 *\n\nNice!\n";
    let read = converted(text)
        .expect_status(0)
        .expect_stderr("read as: quoted mail");
    for kept in ["Ann wrote:", "1. b3 2. c2 *", "Nice!"] {
        assert!(read.stdout().contains(kept), "{}", read.stdout());
    }
}

#[test]
fn texts_of_other_games_are_refused() {
    for (text, game) in [
        ("1. e4 e5 2. Nf3 Nc6 *\n", "this is chess"),
        ("1. e4 e5 2. Nf3\n", "this is chess"),
        (
            "[Event \"x\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\n1. d4 {solid} d5 2. O-O 1/2-1/2\n",
            "this is chess",
        ),
        ("[ECO \"C20\"]\n\n1. e4 e5 *\n", "this is chess"),
        ("> 1. e4 e5 2. Nf3 Nc6 *\n", "this is chess"),
        (
            "[GameType \"20\"]\n\n1. 32-28 19-23 *\n",
            "this is draughts",
        ),
        ("1. e4 e5 2. d4 d5 *\n", "is unknown"),
        ("1. b4 e5 2. a3 *\n", "is unknown"),
        ("1. e2-e4 e7-e5 2. d2-d4 *\n", "is unknown"),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            "this is chess",
        ),
    ] {
        let refused = converted(text).expect_status(2).expect_stderr(game);
        assert_eq!(refused.stdout(), "", "{text}");
    }
    let Err(NotConverted::OtherGame(other)) = convert(b"1. e4 e5 2. Nf3", &Conversion::default())
    else {
        panic!("it is read")
    };
    assert_eq!(
        (other.game, other.evidence.as_str()),
        ("chess", "the move `Nf3`")
    );
}

#[test]
fn a_text_without_a_game_replaces_nothing() {
    let folder = Folder::new("convert-replaces-nothing");
    let go = folder.file("go.sgf", "(;GM[1]FF[4]SZ[19];B[aa];W[bb])");
    let kept = folder.file("kept.pips", RECORD);
    Run::new(&["convert", "--force", &go, "-o", &kept])
        .done()
        .expect_status(1)
        .expect_stderr("Go");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), RECORD);
}

#[test]
fn tags_as_in_pgn_are_kept() {
    let read = converted(PGN).expect_status(0);
    let tags = "[Game \"gipf\"]\n[Variant \"tournament\"]\n[Event \"Club\"]\n[Date \"2026-03\"]\n[Player1 \"Ann\"]\n\
                [Player2 \"Bo \\\"B\\\" Lee\"]\n[Result \"*\"]\n[Opening \"corner\"]\n\n";
    assert_eq!(
        read.stdout(),
        format!("{tags}1. Gb3 2. Gg2 3. Ga2-c4 4. h2 *\n")
    );
    assert!(
        read.stderr()
            .contains("read as gipf.com: it has turns of GIPF, and tags as in PGN"),
        "{}",
        read.stderr()
    );
    let infer = Run::new(&["infer", "-"])
        .stdin(&PGN)
        .done()
        .expect_status(0);
    infer.expect_stdout("[Game \"gipf\"] [Variant \"tournament\"]  all legal");
    let tags = "[Event \"x\"]\n[Date \"2026.01.02\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"Bo\"]\n\
                [Termination \"Normal\"]\n[Result \"*\"]\n\n";
    let infer = Run::new(&["infer", "-"])
        .stdin(&format!("{tags}1. Gb3 Gg2 2. Ga2-c4 h2 *\n"))
        .done();
    infer
        .expect_status(0)
        .expect_stdout("[Game \"gipf\"] [Variant \"tournament\"]  all legal");
}

#[test]
fn the_variant_of_a_tag_is_used() {
    let text = "[White \"Ann\"]\n[Variant \"tournament\"]\n\n1. Gb3 Gg2 *\n";
    converted(text)
        .expect_status(0)
        .expect_stdout("[Variant \"tournament\"]");
    let text = "[Variant \"standard\"]\n[Result \"*\"]\n\n1. b3 2. a2-c4 *\n";
    let read = converted(text);
    assert!(read.stdout().contains("[Variant \"standard\"]") && !read.stderr().contains("assumed"));
}

#[test]
fn what_is_assumed_is_true() {
    let read = |text: &str| {
        Run::new(&["convert", "--from", "gipf.com", "-"])
            .stdin(&text)
            .done()
            .stderr()
    };
    assert!(read("1. b3 2. c2 *").contains("`basic` is assumed, since no GIPF piece is named"));
    for text in ["1. b3 2. zz 3. Ge8", "1. b3 2. c2;xd4* 3. Gz9"] {
        assert!(!read(text).contains("no GIPF piece"), "{text}");
    }
}

#[test]
fn outputs_with_the_same_name_are_named_before_anything_is_written() {
    let folder = Folder::new("convert-collisions");
    let yaml = Run::new(&["convert", "-", "--to", "yaml"])
        .stdin(&RECORD)
        .done()
        .stdout();
    let files = [
        ("a.pips", RECORD),
        ("a.yaml", &yaml),
        ("b.yaml", &yaml),
        ("b.pips", RECORD),
        ("c.pips", RECORD),
    ];
    let inputs = files.map(|(name, text)| folder.file(name, text));
    let path = folder.path().join("out");
    let out = path.display().to_string();
    let run = |more: &[&str]| {
        let inputs = inputs.iter().map(String::as_str);
        let arguments: Vec<&str> = ["convert", "-o", &out]
            .into_iter()
            .chain(inputs)
            .chain(more.iter().copied())
            .collect();
        Run::new(&arguments).done()
    };
    let refused = run(&[]).expect_status(2).stderr();
    for name in ["a", "b"] {
        let line = refused
            .lines()
            .find(|line| line.contains(&format!("{name}.pips would be written from")))
            .unwrap();
        assert!(
            line.contains(&format!("{name}.yaml")) && line.contains(" and "),
            "{refused}"
        );
    }
    assert!(!path.exists());
    run(&["--suffix"]).expect_status(0);
    for name in ["a.pips", "a-yaml.pips", "b.pips", "b-yaml.pips", "c.pips"] {
        assert_eq!(
            std::fs::read_to_string(path.join(name)).unwrap(),
            RECORD,
            "{name}"
        );
    }
}
