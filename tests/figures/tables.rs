//! Tables of the Pipe Game whose cards lie apart: what is left out between them, and the names of lines.

use crate::support::{pipscribe, stderr, stdout};

/// Columns -9 to -6, -3 to -1 and +2 to +4 have cards or are beside one, rows -7 to -5, -3 to -1 and +1 to +4.
const APART: &str = "[Game \"pipe\"]\n[Variant \"pipes\"]\n[Deck \"twin-works\"]\n\
                     [Position \"2@-2-2/N,4@+3+2/N,5@-8-6/E 1 white,black 0,0\"]\n\n*\n";

fn rendered(arguments: &[&str]) -> String {
    let output = pipscribe(&[&["render", "-"], arguments].concat(), APART.as_bytes());
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""), "{arguments:?}");
    stdout(&output)
}

fn names(svg: &str) -> Vec<String> {
    let texts = svg.split("<text ").skip(1).filter_map(|text| text.split_once('>')?.1.split("</text>").next());
    let is_name = |text: &&str| text.starts_with(['+', '-', '.']);
    texts.filter(is_name).map(str::to_owned).collect()
}

/// A table of limited size may lie anywhere around its cards, so a side is drawn once it is known.
#[test]
fn the_known_sides_of_a_table_are_drawn() {
    for (size, sides, said) in [
        ("", 0, None),
        ("[Options \"table=9x9\"]\n", 0, None),
        ("[Options \"table=6x9\"]\n", 2, Some("The table ends: columns -2 to +3")),
        ("[Options \"table=9x5\"]\n", 2, Some("The table ends: rows -2 to +2")),
        ("[Options \"table=6x5\"]\n", 4, Some("The table ends: columns -2 to +3, rows -2 to +2")),
    ] {
        let record = format!(
            "[Game \"pipe\"]\n[Variant \"pipes\"]\n{size}[Deck \"twin-works\"]\n\
             [Position \"2@-2-2/N,4@+3+2/S 1 white,black 0,0\"]\n\n*\n"
        );
        let rendered = |format: &str| {
            let output = pipscribe(&["render", "-", "--format", format], record.as_bytes());
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            stdout(&output)
        };
        let lines = |text: &str, mark: &str| text.matches(mark).count();
        let svg = rendered("svg");
        assert_eq!(svg.contains("class=\"table-edge\""), sides > 0, "{size}: {svg}");
        assert_eq!(lines(&rendered("tikz"), "\\path[pips/table-edge]"), sides, "{size}");
        assert_eq!(lines(&rendered("typst"), "lines(table-edge,"), sides, "{size}");
        let text = rendered("text");
        assert_eq!(text.lines().find(|line| line.starts_with("The table ends")), said, "{text}");
        assert_eq!(rendered("words").contains("The table ends"), said.is_some());
        let read = pipscribe(&["convert", "--from", "diagram", "--to", "pips", "--game", "pipe", "-"], text.as_bytes());
        assert!(stdout(&read).contains("2@-2-2/N,4@+3+2/S"), "{}{}", stdout(&read), stderr(&read));
        assert_eq!(read.status.code(), Some(0), "{}", stderr(&read));
    }
}

#[test]
fn every_line_of_a_table_has_its_name() {
    let svg = rendered(&["--format", "svg"]);
    // Where a single line is without cards it stands for itself; where two are, one stands for both.
    let columns = ["-9", "-8", "-7", "-6", "...", "-3", "-2", "-1", "...", "+2", "+3", "+4"];
    let rows = ["-7", "-6", "-5", "-4", "-3", "-2", "-1", "+0", "+1", "+2", "+3", "+4"];
    assert_eq!(names(&svg), [columns, rows].concat());
    let text = rendered(&[]);
    let last = text.lines().find(|line| line.contains("-9")).unwrap();
    // The text form is read again, and says nothing of lines that it leaves out.
    let named: Vec<_> = columns.into_iter().filter(|name| *name != "...").collect();
    let shown = |row: &str| row != "-4";
    assert_eq!(last.split_whitespace().collect::<Vec<_>>(), named, "{text}");
    let read = pipscribe(&["convert", "--from", "diagram", "--to", "pips", "--game", "pipe", "-"], text.as_bytes());
    let position = "[Position \"2@-2-2/N,4@+3+2/N,5@-8-6/E 1 white,black 0,0\"]";
    assert!(stdout(&read).contains(position), "{}", stdout(&read));
    for row in rows.into_iter().filter(|row| shown(row)) {
        assert!(text.lines().any(|line| line.starts_with(row)), "{row}\n{text}");
    }
    // Names go with their lines.
    let turned = rendered(&["--format", "svg", "--rotate", "90"]);
    assert_eq!(names(&turned).len(), columns.len() + rows.len());
}

#[test]
fn a_window_has_no_place_among_lines_that_are_left_out() {
    let whole = rendered(&["--format", "svg", "--view", "-3-3..-1-1"]);
    assert_eq!(names(&whole), ["-3", "-2", "-1", "-3", "-2", "-1"]);
    let output = pipscribe(&["render", "-", "--view", "-5-5..+2+1"], APART.as_bytes());
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("`-5-5"), "{}", stderr(&output));
}
