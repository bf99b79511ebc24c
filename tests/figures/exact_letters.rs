//! Tests that numbers in boxes have room even in other fonts.

use std::collections::BTreeSet;

use pipscribe::draw::Paint;

use super::pixels::{Raster, coded_theme};
use crate::support::{Folder, Run};

/// Size of the letters of another font, relative to the embedded one.
const LARGER: f64 = 1.12;
/// Pixels per pixel of the figure.
const SCALE: f32 = 3.0;
/// Classes of numbers whose box does not grow with their font.
const EXACT: [&str; 7] = [
    "side-1",
    "side-2",
    "label-1",
    "label-2",
    "card-number",
    "placed-card-number",
    "tiny-label",
];

/// Figures with numbers of these classes.
const FIGURES: &[&[&str]] = &[
    &["corpus/gallery/pippip.pips", "--turn", "11"],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--width",
        "60mm",
    ],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--movement",
        "--width",
        "90mm",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "34",
        "--from",
        "1",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "34",
        "--from",
        "1",
        "--width",
        "60mm",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--turn",
        "37",
        "--from",
        "1",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--turn",
        "37",
        "--from",
        "1",
        "--width",
        "60mm",
    ],
    &["corpus/gallery/pipe.pips", "--turn", "16"],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "16",
        "--width",
        "60mm",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "16",
        "--width",
        "130mm",
    ],
];

/// Splits an SVG into one without its exact numbers, and one with nothing else, each in a larger
/// font.
fn split(svg: &str) -> (String, String, usize) {
    let (mut rest, mut numbers, mut count) = (String::new(), String::new(), 0);
    let mut is_exact = false;
    for line in svg.lines() {
        let class = line
            .strip_prefix("<g class=\"")
            .and_then(|line| line.split_once('"'))
            .map(|(class, _)| class);
        is_exact = class.map_or(is_exact, |class| EXACT.contains(&class));
        let is_frame = ["<svg", "</svg", "<g", "</g"]
            .iter()
            .any(|start| line.starts_with(start));
        if is_exact && line.starts_with("<text") {
            numbers.push_str(line);
            count += 1;
        } else {
            rest.push_str(line);
            if is_frame {
                numbers.push_str(&larger(line));
            }
        }
        rest.push('\n');
        numbers.push('\n');
    }
    (rest, numbers, count)
}

/// Returns the opening of a group with its letters larger.
fn larger(line: &str) -> String {
    let Some((before, rest)) = line.split_once(" font-size=\"") else {
        return line.to_owned();
    };
    let (size, after) = rest.split_once('"').unwrap();
    format!(
        "{before} font-size=\"{}\"{after}",
        size.parse::<f64>().unwrap() * LARGER
    )
}

mod slow {
    use super::*;

    #[test]
    fn numbers_in_boxes_touch_nothing_in_a_larger_font() {
        let folder = Folder::new("exact-letters");
        let theme = folder.file("coded.yaml", &coded_theme(false));
        let mut numbers = 0;
        for arguments in FIGURES {
            let drawn = [
                &["render", "--format", "svg", "--theme", &theme],
                *arguments,
            ]
            .concat();
            let svg = Run::new(&drawn).done().expect_status(0).stdout();
            let (rest, letters, count) = split(&svg);
            numbers += count;
            let [rest, letters] = [rest, letters].map(|svg| Raster::of(&svg, SCALE).rows);
            // Each letter lies on one surface; a line or another shape below it would be a second
            // one.
            let mut seen = vec![vec![false; letters[0].len()]; letters.len()];
            let lies_on = |row: usize, column: usize| letters[row][column].and(rest[row][column]);
            for row in 0..letters.len() {
                for column in 0..letters[row].len() {
                    if seen[row][column] || letters[row][column].is_none() {
                        continue;
                    }
                    let mut found: BTreeSet<Paint> = BTreeSet::new();
                    let mut waiting = vec![(row, column)];
                    while let Some((row, column)) = waiting.pop() {
                        let is_new = letters
                            .get(row)
                            .is_some_and(|line| line.get(column).is_some_and(Option::is_some));
                        if !is_new || std::mem::replace(&mut seen[row][column], true) {
                            continue;
                        }
                        found.extend(lies_on(row, column));
                        waiting.extend([
                            (row + 1, column),
                            (row.wrapping_sub(1), column),
                            (row, column + 1),
                            (row, column.wrapping_sub(1)),
                        ]);
                    }
                    // A number of a card may lie on two fields.
                    let is_field = |paint: &Paint| {
                        matches!(paint, Paint::FieldLight | Paint::FieldDark | Paint::Ground)
                    };
                    let surfaces = found.iter().filter(|paint| !is_field(paint)).count()
                        + usize::from(found.iter().any(is_field));
                    assert!(
                        surfaces == 1,
                        "{arguments:?}: a number at {column}, {row} lies on {found:?}"
                    );
                }
            }
        }
        assert!(numbers > 150, "{numbers}");
    }
}
