//! Tests `grep`: which records a query finds, and what it writes.

use super::club::{ANN, BARE, NOTE, OPEN, WRONG, ZIP, all, found, run};
use crate::support::{Folder, Run};

#[test]
fn records_are_found_and_written_byte_for_byte() {
    let (ann, zip) = (format!("# The club.\n\n{ANN}\n"), format!("{NOTE}{ZIP}"));
    assert_eq!(found(&["--tag", "Player1=Ann"], &all()), ann);
    assert_eq!(
        found(&["--tag", "Player~ann"], &all()),
        format!("{ann}{zip}")
    );
    assert_eq!(found(&["--code", "gipf"], &all()), WRONG);
    assert_eq!(found(&["--invalid"], &all()), WRONG);
    assert_eq!(
        found(&["--result", "0-1", "--turn", "2:c2"], &all()),
        format!("{ann}{BARE}\n")
    );
    assert_eq!(found(&["--variant", "pipeline"], &all()), zip);
    assert_eq!(
        found(&["--max-turns", "2", "--game", "gipf", "--valid"], &all()),
        OPEN
    );
    assert_eq!(found(&["-v", "--game", "gipf"], &all()), zip);
    assert_eq!(found(&["--record", "4"], &all()), zip);
    assert_eq!(found(&["-m", "1"], &all()), ann);
    assert_eq!(
        (
            found(&["-m", "0"], &all()),
            found(&["-m", "0", "-c"], &all())
        ),
        (String::new(), "0\n".to_owned())
    );
    assert_eq!(found(&[], &all()), all());
    assert_eq!(found(&["-c", "--valid"], &all()), "4\n");
    assert_eq!(
        found(&["-n", "--code", "gipf/off-board"], &all()),
        "-:27: record 5\n"
    );
    Run::new(&["grep", "--game", "pipe", "-"])
        .stdin(&all())
        .done()
        .expect_status(1);
    Run::new(&["grep", "--game", "gipf", "-"])
        .stdin(&all())
        .done()
        .expect_status(0);
    Run::new(&["grep", "--game", "gipf", "no-such-file.pips"])
        .done()
        .expect_status(2);
}

#[test]
fn files_are_named_and_counted() {
    let folder = Folder::new("grep-files");
    let [one, none, other] = [
        ("a.pips", all()),
        ("b.pips", String::new()),
        ("c.pips", ZIP.to_owned()),
    ]
    .map(|(name, text)| folder.file(name, &text));
    let counted = run(&["grep", "-c", "--tag", "Player~ann", &folder.name()], "").stdout();
    assert_eq!(counted, format!("{one}:2\n{none}:0\n{other}:1\n"));
    assert_eq!(
        run(&["grep", "-l", "--code", "gipf", &folder.name()], "").stdout(),
        format!("{one}\n")
    );
    let page = folder.file(
        "page.md",
        &format!(
            "Text.\n\n```pips\n{ZIP}```\n\n> ```pips\n> {}> ```\n",
            ANN.replace('\n', "\n> ").trim_end_matches("> ").to_owned() + "\n"
        ),
    );
    assert_eq!(
        run(&["grep", "-q", "--game", "pippinzip", &page], "").stdout(),
        ZIP
    );
}

#[test]
fn positions_are_found_in_every_orientation() {
    let zip = format!("{NOTE}{ZIP}");
    let before = "5/5/5/5/w4 1 taker=1 -";
    let turned = "w4/5/5/5/5 1 taker=1 -";
    assert_eq!(found(&["--position", before], &all()), zip);
    assert_eq!(found(&["--position", turned], &all()), "");
    assert_eq!(found(&["--position", turned, "--symmetric"], &all()), zip);
    assert_eq!(
        found(&["--position", "4w/5/5/5/5", "--symmetric"], &all()),
        zip
    );
    assert_eq!(
        found(
            &["--material", "white=1", "--at-end", "--game", "pippinzip"],
            &all()
        ),
        zip
    );
}

#[test]
fn invalid_queries_are_reported_with_suggestions() {
    let reported = |arguments: &[&str]| {
        let output = run(&[arguments, &["-"]].concat(), &all());
        assert_eq!(output.status(), Some(2), "{arguments:?}");
        output.stderr()
    };
    assert!(reported(&["grep", "--game", "gpif"]).contains("did you mean `gipf`"));
    assert!(reported(&["grep", "--material", "whit=3"]).contains("did you mean `white`"));
    assert!(reported(&["grep", "--tag", "Player 1=Ann"]).contains("not a condition"));
    assert!(reported(&["grep", "--position", "nonsense"]).contains("invalid `--position`"));
    assert!(reported(&["grep", "--turn", "Q7x"]).contains("not a turn of any of the games"));
    assert!(reported(&["sort", "--by", "truns"]).contains("did you mean `turns`"));
    assert!(reported(&["split", "--by", "gmae", "-o", "nowhere"]).contains("did you mean `game`"));
    assert!(reported(&["stats", "--format", "jsno"]).contains("json"));
    assert!(reported(&["grep", "--variant", "basc"]).contains("did you mean `basic`"));
    assert!(reported(&["grep", "--result", "white"]).contains("`white` is not a result"));
    let sorted =
        run(&["sort", "--by", "Daet", "-"], &all()).expect_stderr("no record has the tag `Daet`");
    assert_eq!(sorted.status(), Some(0));
}

#[test]
fn a_tag_that_no_record_has_is_reported() {
    for condition in ["Plyer1=Ann", "Plyer1!=Ann", "Plyer1"] {
        let reported = run(&["grep", "--tag", condition, "-"], &all()).stderr();
        assert!(
            reported.contains("no record has the tag `Plyer1`: did you mean `Player1`"),
            "{condition}: {reported}"
        );
    }
    for arguments in [
        // Some record has each of these tags.
        &["--tag", "Player1=Nobody"][..],
        &["--tag", "Player~nobody"],
        // The records after the first were not read.
        &["--tag", "Plyer1!=Ann", "-m", "1"],
        &["--tag", "Plyer1=Ann", "--record", "1"],
    ] {
        let reported = run(&[&["grep"], arguments, &["-"]].concat(), &all()).stderr();
        assert!(
            !reported.contains("no record has"),
            "{arguments:?}: {reported}"
        );
    }
    assert_eq!(
        run(&["grep", "--tag", "Plyer1=Ann", "-q", "-"], "").stderr(),
        ""
    );
}
