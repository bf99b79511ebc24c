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
    // Pictures have a minus sign, and zero without a sign.
    let is_name = |text: &&str| text.starts_with(['+', '\u{2212}', '.', '0']);
    let as_in_text = |text: &str| if text == "0" { "+0".to_owned() } else { text.replace('\u{2212}', "-") };
    texts.filter(is_name).map(as_in_text).collect()
}

#[test]
fn every_line_of_a_table_has_its_name() {
    let svg = rendered(&["--format", "svg"]);
    // Where a single line is without cards it stands for itself; where two are, one stands for both.
    let columns = ["-9", "-8", "-7", "-6", "...", "-3", "-2", "-1", "...", "+2", "+3", "+4"];
    let rows = ["-7", "-6", "-5", "-4", "-3", "-2", "-1", "+0", "+1", "+2", "+3", "+4"];
    // A picture shows no empty lines around the cards.
    let inner = |names: [&'static str; 12]| names[1..11].to_vec();
    assert_eq!(names(&svg), [inner(columns), inner(rows)].concat());
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
    assert_eq!(names(&turned).len(), columns.len() + rows.len() - 4);
}

#[test]
fn a_window_has_no_place_among_lines_that_are_left_out() {
    let whole = rendered(&["--format", "svg", "--view", "-3-3..-1-1"]);
    assert_eq!(names(&whole), ["-3", "-2", "-1", "-3", "-2", "-1"]);
    let output = pipscribe(&["render", "-", "--view", "-5-5..+2+1"], APART.as_bytes());
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
    assert!(stderr(&output).contains("`-5-5"), "{}", stderr(&output));
}
