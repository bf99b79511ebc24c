//! Tables of the Pipe Game whose cards are far apart: omitted lines between them, and the names of
//! lines.

use crate::support::Run;

/// Columns -9 to -6, -3 to -1 and +2 to +4 have cards or are next to one, and so are rows -7 to -5,
/// -3 to -1 and +1 to +4.
const APART: &str = r#"[Game "pipe"]
[Variant "pipes"]
[Deck "twin-works"]
[Position "2@-2-2/N,4@+3+2/N,5@-8-6/E 1 white,black 0,0"]

*
"#;

fn rendered(arguments: &[&str]) -> String {
    super::rendered(&[&["-"], arguments].concat(), APART)
}

fn names(svg: &str) -> Vec<String> {
    let texts = svg
        .split("<text ")
        .skip(1)
        .filter_map(|text| text.split_once('>')?.1.split("</text>").next());
    // Images have a minus sign, and zero without a sign.
    let is_name = |text: &&str| text.starts_with(['+', '\u{2212}', '.', '0']);
    let as_in_text = |text: &str| {
        if text == "0" {
            "+0".to_owned()
        } else {
            text.replace('\u{2212}', "-")
        }
    };
    texts.filter(is_name).map(as_in_text).collect()
}

/// A table of limited size may lie anywhere around its cards, so a side is drawn only once it is
/// determined.
#[test]
fn the_known_sides_of_a_table_are_drawn() {
    for (size, sides, said) in [
        ("", 0, None),
        ("[Options \"table=9x9\"]\n", 0, None),
        (
            "[Options \"table=6x9\"]\n",
            2,
            Some("The table ends: columns -2 to +3"),
        ),
        (
            "[Options \"table=9x5\"]\n",
            2,
            Some("The table ends: rows -2 to +2"),
        ),
        (
            "[Options \"table=6x5\"]\n",
            4,
            Some("The table ends: columns -2 to +3, rows -2 to +2"),
        ),
    ] {
        let record = format!(
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n{size}[Deck \"twin-works\"]\n\
             [Position \"2@-2-2/N,4@+3+2/S 1 white,black 0,0\"]\n\n*\n"
        );
        let rendered = |format: &str| {
            let output = Run::new(&["render", "-", "--format", format])
                .stdin(&record)
                .done()
                .expect_status(0);
            output.stdout()
        };
        let lines = |text: &str, mark: &str| text.matches(mark).count();
        let svg = rendered("svg");
        assert_eq!(
            svg.contains("class=\"table-edge\""),
            sides > 0,
            "{size}: {svg}"
        );
        assert_eq!(
            lines(&rendered("tikz"), "\\path[pips/table-edge]"),
            sides,
            "{size}"
        );
        assert_eq!(
            lines(&rendered("typst"), "lines(table-edge,"),
            sides,
            "{size}"
        );
        let text = rendered("text");
        assert_eq!(
            text.lines().find(|line| line.starts_with("The table ends")),
            said,
            "{text}"
        );
        assert_eq!(rendered("words").contains("The table ends"), said.is_some());
        let read = Run::new(&[
            "convert", "--from", "diagram", "--to", "pips", "--game", "pipe", "-",
        ])
        .stdin(&text)
        .done()
        .expect_stdout("2@-2-2/N,4@+3+2/S");
        assert_eq!(read.status(), Some(0), "{}", read.stderr());
    }
}

#[test]
fn every_line_of_a_table_has_its_name() {
    let svg = rendered(&["--format", "svg"]);
    // A single line without cards is drawn; two or more are replaced by one.
    let columns = [
        "-9", "-8", "-7", "-6", "...", "-3", "-2", "-1", "...", "+2", "+3", "+4",
    ];
    let rows = [
        "-7", "-6", "-5", "-4", "-3", "-2", "-1", "+0", "+1", "+2", "+3", "+4",
    ];
    // An image shows no empty lines around the cards.
    let inner = |names: [&'static str; 12]| names[1..11].to_vec();
    assert_eq!(names(&svg), [inner(columns), inner(rows)].concat());
    let text = rendered(&[]);
    let last = text.lines().find(|line| line.contains("-9")).unwrap();
    // The text form can be parsed again, and does not mention omitted lines.
    let named: Vec<_> = columns.into_iter().filter(|name| *name != "...").collect();
    let shown = |row: &str| row != "-4";
    assert_eq!(last.split_whitespace().collect::<Vec<_>>(), named, "{text}");
    let read = Run::new(&[
        "convert", "--from", "diagram", "--to", "pips", "--game", "pipe", "-",
    ])
    .stdin(&text)
    .done();
    let position = "[Position \"2@-2-2/N,4@+3+2/N,5@-8-6/E 1 white,black 0,0\"]";
    assert!(read.stdout().contains(position), "{}", read.stdout());
    for row in rows.into_iter().filter(|row| shown(row)) {
        assert!(
            text.lines().any(|line| line.starts_with(row)),
            "{row}\n{text}"
        );
    }
    // Names are drawn next to their lines.
    let turned = rendered(&["--format", "svg", "--rotate", "90"]);
    assert_eq!(names(&turned).len(), columns.len() + rows.len() - 4);
}

#[test]
fn a_crop_has_no_places_on_omitted_lines() {
    let whole = rendered(&["--format", "svg", "--view", "-3-3..-1-1"]);
    assert_eq!(names(&whole), ["-3", "-2", "-1", "-3", "-2", "-1"]);
    Run::new(&["render", "-", "--view", "-5-5..+2+1"])
        .stdin(APART)
        .done()
        .expect_status(2)
        .expect_stderr("`-5-5");
}
