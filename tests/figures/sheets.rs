//! Contact sheets: twelve figures of each game, in the widths of a book and the themes for print
//! and screen. After a change to the look of figures, draw the sheets with `just sheets`, and
//! review every one.

use pipscribe::draw::{Fonts, write_svg_as_png};

use crate::support::Run;

/// A game: the name of its sheets, its record, and the options of its figures.
type Game = (&'static str, &'static str, [&'static [&'static str]; 12]);

const GAMES: [Game; 4] = [
    (
        "gipf",
        "corpus/gipf/real/game-a.pips",
        [
            &["--turn", "0"],
            &["--turn", "6", "--movement"],
            &[
                "--turn",
                "12",
                "--mark",
                "circle d4 e4 b5",
                "--mark",
                "square d6 e5",
                "--mark",
                "label f5 \"A\"",
            ],
            &["--turn", "19", "--movement", "--legend"],
            &[
                "--turn",
                "26",
                "--mark",
                "circle d5 f5 c4",
                "--mark",
                "triangle e5 b3",
                "--mark",
                "cross g4 f6",
            ],
            &[
                "--turn",
                "26",
                "--mark",
                "shade c3 c4 d4 e5 f5",
                "--mark",
                "arrow b4>g5",
                "--mark",
                "arrow g5>b4",
            ],
            &["--turn", "34", "--movement", "--legend"],
            &["--turn", "34", "--from", "20", "--legend"],
            &["--turn", "16", "--from", "1"],
            &["--turn", "26", "--view", "c2..f6"],
            &[
                "--turn",
                "26",
                "--rotate",
                "60",
                "--caption",
                "After the row of Black",
            ],
            &["--turn", "37", "--lang", "de", "--movement"],
        ],
    ),
    (
        "pippinzip",
        "corpus/gallery/pippinzip.pips",
        [
            &["--turn", "0"],
            &["--turn", "3"],
            &[
                "--turn",
                "14",
                "--mark",
                "square e5",
                "--mark",
                "cross c3 g7",
                "--mark",
                "circle d4",
            ],
            &[
                "--turn",
                "20",
                "--mark",
                "shade c3 c4 d3 d4 e4",
                "--mark",
                "label d4 \"A\" e5 \"B\"",
            ],
            &[
                "--turn",
                "20",
                "--mark",
                "circle c3 d4 e5 f6",
                "--mark",
                "triangle c4 d5",
                "--legend",
            ],
            &[
                "--turn",
                "20",
                "--mark",
                "arrow c3>f6",
                "--mark",
                "arrow f6>c3",
                "--mark",
                "line a1..e1",
            ],
            &["--turn", "30", "--from", "1"],
            &["--turn", "36"],
            &["--legend"],
            &["--from", "1", "--legend"],
            &["--turn", "20", "--view", "c3..g7"],
            &[
                "--turn",
                "20",
                "--flip",
                "--lang",
                "fr",
                "--caption",
                "Après le coup 20",
            ],
        ],
    ),
    (
        "pippip",
        "corpus/gallery/pippip.pips",
        [
            &["--turn", "0"],
            &["--turn", "1"],
            &["--turn", "4", "--movement"],
            &[
                "--turn",
                "7",
                "--mark",
                "circle a1",
                "--mark",
                "square d1",
                "--legend",
            ],
            &["--turn", "9"],
            &[
                "--turn",
                "9",
                "--mark",
                "shade b1 c1 c3",
                "--mark",
                "cross b3",
                "--mark",
                "triangle a4",
            ],
            &["--turn", "11", "--movement", "--legend"],
            &["--turn", "11", "--from", "5", "--legend"],
            &[
                "--turn",
                "11",
                "--mark",
                "label d1 \"A\"",
                "--mark",
                "arrow a1>c3",
            ],
            &["--turn", "11", "--view", "b1..d3"],
            &[
                "--turn",
                "11",
                "--rotate",
                "90",
                "--caption",
                "Dark converts c3",
            ],
            &["--turn", "11", "--lang", "nl", "--no-last"],
        ],
    ),
    (
        "pipe",
        "corpus/gallery/pipe.pips",
        [
            &["--turn", "0"],
            &["--turn", "3"],
            &["--turn", "6"],
            &["--turn", "9", "--legend"],
            &["--turn", "12", "--movement", "--legend"],
            &["--turn", "16"],
            &[
                "--turn",
                "16",
                "--mark",
                "circle +1+3 +0-4",
                "--mark",
                "square -1+6",
                "--mark",
                "label -1+3 \"A\"",
            ],
            &["--turn", "16", "--from", "1"],
            &["--turn", "18", "--movement", "--no-notes"],
            &["--turn", "22", "--no-notes"],
            &["--turn", "22", "--view", "+0-4..+5-1", "--no-notes"],
            &[
                "--turn",
                "16",
                "--lang",
                "de",
                "--caption",
                "Nach dem Zug 16",
            ],
        ],
    ),
];

/// The widths of columns, in millimetres, each with the pixels per inch of its sheet.
const WIDTHS: [(u32, f32); 4] = [(40, 150.0), (60, 84.0), (90, 90.0), (130, 72.0)];
/// The width whose sheets are committed. Other sheets are large, so they are drawn to a separate
/// folder.
const COMMITTED: u32 = 60;
const THEMES: [&str; 2] = ["print", "screen"];
/// Figures side by side, and the gap between them in millimetres.
const COLUMNS: usize = 4;
const GAP: f32 = 6.0;

mod slow {
    use super::*;

    /// The number of an attribute of the outermost element, in millimetres.
    fn millimetres(svg: &str, name: &str) -> f32 {
        let (_, rest) = svg.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once("mm\"").unwrap().0.parse().unwrap()
    }

    /// Lays figures out on a sheet, in rows as high as their highest figure.
    fn sheet(figures: &[String], width: u32) -> String {
        let mut body = String::new();
        let mut down = GAP;
        for row in figures.chunks(COLUMNS) {
            for (index, svg) in row.iter().enumerate() {
                let across = GAP + index as f32 * (width as f32 + GAP);
                body.push_str(&svg.replacen(
                    "<svg ",
                    &format!("<svg x=\"{across}mm\" y=\"{down}mm\" "),
                    1,
                ));
            }
            down += row
                .iter()
                .map(|svg| millimetres(svg, "height"))
                .fold(0.0, f32::max)
                + GAP;
        }
        let across = GAP + COLUMNS as f32 * (width as f32 + GAP);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{across}mm\" height=\"{down}mm\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#bbb\"/>\n{body}</svg>\n"
        )
    }

    /// Every figure is exactly as wide as its column. With `PIPSCRIBE_SHEETS=all`, sheets of all
    /// widths and themes are drawn; with `PIPSCRIBE_SHEETS=60`, only those of this width.
    #[test]
    fn contact_sheets_are_drawn() {
        let committed = crate::support::root().join("corpus/gallery/sheets");
        let others = crate::support::root().join("target/contact-sheets");
        let asked = std::env::var("PIPSCRIBE_SHEETS").unwrap_or_default();
        for (game, record, figures) in GAMES {
            for ((width, dots), theme) in WIDTHS
                .into_iter()
                .flat_map(|width| THEMES.map(|theme| (width, theme)))
            {
                let name = format!("{game}-{width}mm-{theme}.png");
                let draws = asked == "all" || asked == width.to_string();
                assert!(
                    width != COMMITTED || draws || committed.join(&name).exists(),
                    "{name} is missing: `just sheets`"
                );
                // The narrowest figures are the most likely to be wrong.
                if !draws && (width, theme) != (WIDTHS[0].0, THEMES[0]) {
                    continue;
                }
                let column = format!("{width}mm");
                let drawn = figures.map(|options| {
                    let fixed = [
                        "render", record, "--format", "svg", "--width", &column, "--theme", theme,
                    ];
                    let svg = Run::new(&[&fixed, options].concat())
                        .done()
                        .expect_status(0)
                        .stdout();
                    assert!(
                        (millimetres(&svg, "width") - width as f32).abs() < 0.01,
                        "{game} {options:?} {width}"
                    );
                    svg
                });
                if draws {
                    let folder = if width == COMMITTED {
                        &committed
                    } else {
                        &others
                    };
                    std::fs::create_dir_all(folder).unwrap();
                    let svg = sheet(&drawn, width);
                    let png = write_svg_as_png(&svg, dots / 96.0, &Fonts::default()).unwrap();
                    std::fs::write(folder.join(name), png).unwrap();
                }
            }
        }
    }
}
