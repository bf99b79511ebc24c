//! The gallery: committed figures that `render` draws, with a page that shows them. Every run draws
//! them again, so they cannot drift.

use std::fmt::Write;

use crate::support::{Run, assert_committed};

const GALLERY: &str = "corpus/gallery";

/// A game, its record, and its figures: a name, a description, the arguments.
type Figures = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str, &'static [&'static str])],
);

const FIGURES: [Figures; 4] = [
    (
        "GIPF",
        "corpus/gipf/real/game-a.pips",
        &[
            ("gipf-start", "The board at the start.", &["--turn", "0"]),
            (
                "gipf-position",
                "A position, with the last piece marked.",
                &["--turn", "26"],
            ),
            (
                "gipf-turn",
                "A turn: the pieces that were pushed, the row, and the pieces that left the board.",
                &["--turn", "19", "--movement"],
            ),
            (
                "gipf-marks",
                "Marks and a legend.",
                &[
                    "--turn",
                    "12",
                    "--no-last",
                    "--legend",
                    "--mark",
                    "circle d4 e4",
                    "--mark",
                    "triangle c4",
                    "--mark",
                    "arrow a1>b2",
                    "--mark",
                    "label f5 \"A\"",
                    "--mark",
                    "shade d3 e3",
                ],
            ),
            (
                "gipf-range",
                "Turns 1 to 16, shown by their numbers.",
                &["--from", "1", "--turn", "16"],
            ),
            (
                "gipf-one-point",
                "Marks, a letter and an arrow on the same points; they do not hide one another or a piece.",
                &[
                    "--turn",
                    "12",
                    "--no-last",
                    "--legend",
                    "--wording",
                    "circle=a good point",
                    "--mark",
                    "circle d4 b5",
                    "--mark",
                    "square d4",
                    "--mark",
                    "label d4 \"A\" e5 \"in turn\"",
                    "--mark",
                    "arrow c5>e7",
                ],
            ),
            (
                "gipf-60mm",
                "A figure for a text column of 60 mm.",
                &["--turn", "19", "--movement", "--width", "60mm"],
            ),
            (
                "gipf-de",
                "A figure with German text.",
                &["--turn", "19", "--movement", "--legend", "--lang", "de"],
            ),
            (
                "gipf-dark",
                "The theme `dark`.",
                &["--turn", "26", "--theme", "dark"],
            ),
            (
                "gipf-outlines",
                "Text drawn as outlines.",
                &["--turn", "26", "--text", "outlines"],
            ),
            (
                "gipf-part",
                "A part of the board, rotated.",
                &["--turn", "26", "--view", "c2..f6", "--rotate", "60"],
            ),
        ],
    ),
    (
        "Pippinzip",
        "corpus/gallery/pippinzip.pips",
        &[
            (
                "pippinzip-start",
                "The board at the start.",
                &["--turn", "0"],
            ),
            ("pippinzip-position", "A position.", &["--turn", "14"]),
            (
                "pippinzip-marks",
                "Marks.",
                &[
                    "--turn",
                    "14",
                    "--no-last",
                    "--mark",
                    "square e5",
                    "--mark",
                    "cross c3 g7",
                ],
            ),
            (
                "pippinzip-range",
                "Every turn, shown by its number, and the winning chain.",
                &["--from", "1"],
            ),
            (
                "pippinzip-legend",
                "The winning chain, with a legend.",
                &["--legend"],
            ),
            (
                "pippinzip-series",
                "A series of figures with ten turns each, numbered from 1.",
                &["--every", "10", "--renumber", "--columns", "2"],
            ),
        ],
    ),
    (
        "Pip•Pip",
        "corpus/gallery/pippip.pips",
        &[
            ("pippip-start", "The board at the start.", &["--turn", "0"]),
            ("pippip-position", "A position.", &["--turn", "9"]),
            (
                "pippip-marks",
                "A turn, the die that it converted, and a mark.",
                &[
                    "--turn",
                    "11",
                    "--movement",
                    "--legend",
                    "--mark",
                    "circle a1",
                ],
            ),
            (
                "pippip-range",
                "Turns from 5 on, shown by their numbers.",
                &["--from", "5"],
            ),
            (
                "pippip-shade",
                "Shaded squares keep their colour.",
                &["--turn", "9", "--no-last", "--mark", "shade b1 c1 c3"],
            ),
            (
                "pippip-screen",
                "The theme `screen`.",
                &["--turn", "9", "--theme", "screen"],
            ),
        ],
    ),
    (
        "The Very Clever Pipe Game",
        "corpus/gallery/pipe.pips",
        &[
            ("pipe-start", "The board at the start.", &["--turn", "0"]),
            (
                "pipe-position",
                "The table and the hands.",
                &["--turn", "11"],
            ),
            (
                "pipe-turn",
                "A turn that picks up cards, with a border around them, and a pillar.",
                &["--turn", "12", "--movement", "--legend"],
            ),
            (
                "pipe-window",
                "A part of the table, cropped along the edges of cards.",
                &["--turn", "11", "--no-notes", "--view", "-3+2..+2-2"],
            ),
            (
                "pipe-high-contrast",
                "The theme `high-contrast`.",
                &["--turn", "11", "--no-notes", "--theme", "high-contrast"],
            ),
            (
                "pipe-marks",
                "A mark, without the hands.",
                &["--turn", "11", "--no-notes", "--mark", "circle +0+0"],
            ),
            (
                "pipe-range",
                "Turns from 5 on, shown by their numbers.",
                &["--from", "5", "--turn", "11", "--no-notes"],
            ),
        ],
    ),
];

mod slow {
    use super::*;

    #[test]
    fn the_gallery_shows_the_output_of_render() {
        let mut page = String::from(
            "# Gallery\n\nFigures that `pipscribe render` draws, each with the command that draws it. A test makes \
                this page.\n",
        );
        let mut chapter = String::from(
            "# Gallery\n\nDiagrams that `pipscribe render` draws, each with its command. Here they have the colours \
                of this page; a file has the \
             colours of its `--theme`. [Drawing diagrams](render.md#options) explains the options.\n",
        );
        for (game, record, figures) in FIGURES {
            write!(page, "\n## {game}\n").unwrap();
            write!(chapter, "\n## {game}\n").unwrap();
            for (name, words, arguments) in figures {
                let arguments = [&["render", record, "--format", "svg"], *arguments].concat();
                let output = Run::new(&arguments).done().expect_status(0);
                let svg = output.stdout();
                assert_committed(&format!("{GALLERY}/{name}.svg"), &svg);
                let (_, title) = svg.split_once("<title>").unwrap();
                let title = title.split("</title>").next().unwrap();
                let shown: Vec<String> = arguments
                    .iter()
                    .map(|word| {
                        if word.contains([' ', '>', '"']) {
                            format!("'{word}'")
                        } else {
                            (*word).to_owned()
                        }
                    })
                    .collect();
                write!(
                    page,
                    "\n{words}\n\n![{title}]({name}.svg)\n\n```console\n$ pipscribe {}\n```\n",
                    shown.join(" ")
                )
                .unwrap();
                write!(
                    chapter,
                    "\n{words}\n\n<figure class=\"pipscribe\">\n{{{{#include ../../{GALLERY}/{name}.svg}}}}\n\
                        </figure>\n\n```sh\npipscribe {}\n```\n",
                    shown.join(" ")
                )
                .unwrap();
            }
        }
        assert_committed(&format!("{GALLERY}/README.md"), &page);
        assert_committed("docs/src/gallery.md", &chapter);
    }
}
