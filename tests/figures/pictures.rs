//! Figures in Typst and TikZ: the same shapes at the same places as in SVG, in the same style.

use super::drawn;
use crate::support::{Folder, Run};

/// Figures without cropped parts, whose coordinates in SVG start again; every game, with marks,
/// hatching, chains and hands.
const FIGURES: [&[&str]; 7] = [
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "19",
        "--movement",
        "--legend",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--from",
        "1",
        "--turn",
        "16",
        "--theme",
        "screen",
        "--width",
        "60mm",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--mark",
        "shade d3",
        "--mark",
        "label e5 \"50 % {it}\"",
        "--rotate",
        "60",
    ],
    &[
        "corpus/gallery/pippinzip.pips",
        "--from",
        "1",
        "--lang",
        "de",
        "--legend",
    ],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "10",
        "--movement",
        "--mark",
        "shade b1",
        "--theme",
        "dark",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "12",
        "--movement",
        "--legend",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "11",
        "--columns",
        "2",
        "--text",
        "outlines",
    ],
];

/// Every part of the text between two delimiters.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Vec<&'a str> {
    text.split(from)
        .skip(1)
        .filter_map(|rest| rest.split(to).next())
        .collect()
}

/// The numbers in a text, in order.
fn numbers(text: &str) -> Vec<String> {
    let pieces = text.split(|letter: char| !(letter.is_ascii_digit() || "-.".contains(letter)));
    pieces
        .filter(|piece| piece.contains(|letter: char| letter.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// The shapes in SVG: the numbers of circles, of polygons, and of paths and lines, each kind in
/// order.
fn of_svg(svg: &str) -> [Vec<Vec<String>>; 3] {
    let body = svg.split_once("</style>").unwrap().1;
    let of = |element: &str| {
        between(body, element, "/>")
            .iter()
            .map(|text| numbers(text))
            .collect::<Vec<_>>()
    };
    let plain = body
        .replace(" fill=\"none\" d=", " d=")
        .replace("<line x1", "<path x1");
    // Digits in names such as `x1` are not numbers.
    let plain = plain
        .replace("x1=", "")
        .replace("y1=", "")
        .replace("x2=", "")
        .replace("y2=", "");
    let paths = between(&plain, "<path", "/>")
        .iter()
        .map(|text| numbers(text))
        .collect();
    [of("<circle"), of("<polygon"), paths]
}

#[test]
fn tikz_and_typst_output_is_as_reviewed() {
    let start = [
        "--game",
        "pippip",
        "--variant",
        "standard",
        "--no-notes",
        "--theme",
        "screen",
    ];
    insta::assert_snapshot!("pippip.tikz", drawn(&start, "tikz"));
    insta::assert_snapshot!("pippip.typ", drawn(&start, "typst"));
}

#[test]
fn a_latex_file_has_a_figure_environment() {
    let folder = Folder::new("pictures");
    let written = |name: &str, more: &[&str]| {
        let path = folder.path().join(name).display().to_string();
        let record = "corpus/gipf/real/game-a.pips";
        let output = Run::new(&[&["render", record, "-o", &path], more].concat()).done();
        assert!(output.status.success(), "{}", output.stderr());
        std::fs::read_to_string(path).unwrap()
    };
    let bare = written("row.tikz", &["--turn", "19", "--caption", "A row"]);
    assert!(
        bare.starts_with("% GIPF, Black to move") && bare.ends_with("\\end{tikzpicture}\n"),
        "{bare}"
    );
    assert!(bare.contains("needs \\usepackage{tikz}\n\\begin{tikzpicture}[x=0.75bp, y=-0.75bp,"));
    assert!(
        bare.contains("{A row}"),
        "the caption is drawn where nothing else has it"
    );
    let figure = written(
        "row.tex",
        &["--turn", "19", "--caption", "A row", "--format", "tikz"],
    );
    assert!(
        figure.starts_with("\\begin{figure}\n  \\centering\n")
            && figure.ends_with("\\end{figure}\n"),
        "{figure}"
    );
    assert!(
        figure.contains("\n\\end{tikzpicture}\n  \\caption{A row}\n  \\label{row}\n")
            && figure.matches("{A row}").count() == 1
    );
    assert!(!folder.path().join("row.pdf").exists());
    // A series is one image for each turn, or one image of all turns.
    let series = written("series.typ", &["--every", "20"]);
    assert_eq!(
        (
            series.matches("#figure(").count(),
            series.matches("<series-2>").count()
        ),
        (4, 1)
    );
    let together = written("together.typ", &["--every", "20", "--columns", "2"]);
    assert_eq!(together.matches("#figure(").count(), 1);
    assert!(together.contains("caption: \"4 figures\"") && together.contains("alt: \"Figure 1: "));
}

#[cfg(feature = "outlines")]
#[test]
fn inks_and_greys_are_written_for_print() {
    let folder = Folder::new("pictures-inks");
    let theme = folder.file(
        "inks.yaml",
        "name: inks\nextends: screen\ncmyk:\n  mark: [0, 90, 80, 0]\n  text: [0, 0, 0, 100]\n",
    );
    let arguments = [
        "corpus/gallery/pippip.pips",
        "--mark",
        "circle a1",
        "--theme",
        &theme,
    ];
    let (tikz, typst) = (drawn(&arguments, "tikz"), drawn(&arguments, "typst"));
    assert!(
        tikz.contains("\\providecolor{pips-mark}{cmyk}{0,0.9,0.8,0}\n") && !tikz.contains("{HTML}"),
        "{tikz}"
    );
    assert!(
        typst.contains("cmyk(0%, 90%, 80%, 0%)") && !typst.contains("rgb("),
        "{typst}"
    );
    let tikz = drawn(&["corpus/gallery/pippip.pips"], "tikz");
    assert!(tikz.contains("\\providecolor{pips-text}{gray}{0}\n") && !tikz.contains("{HTML}"));
}

mod slow {
    use super::*;

    #[test]
    fn tikz_and_typst_have_every_shape_of_the_svg() {
        for arguments in FIGURES {
            let svg = drawn(arguments, "svg");
            let wanted = of_svg(&svg);
            assert!(
                wanted[0].len() + wanted[1].len() + wanted[2].len() > 40,
                "{arguments:?}"
            );

            let tikz = drawn(arguments, "tikz");
            let mut found = [Vec::new(), Vec::new(), Vec::new()];
            for path in between(&tikz, "\\path[", ";\n") {
                let (_, path) = path.split_once(']').unwrap();
                // A polygon is closed and has no curves or other subpaths; all paths of this crate
                // have their own stroke.
                let kind = match path {
                    _ if path.contains("circle[") => 0,
                    _ if path.ends_with(" -- cycle") && !path.contains('\n') => 1,
                    _ => 2,
                };
                found[kind].push(numbers(&path.replace("--", " ")));
            }
            assert_eq!(found, wanted, "{arguments:?}");
            assert_eq!(
                tikz.matches("\\node[").count(),
                svg.matches("<text").count(),
                "{arguments:?}"
            );
            assert_eq!(
                tikz.matches('{').count(),
                tikz.matches('}').count(),
                "{arguments:?}"
            );

            let typst = drawn(arguments, "typst");
            let of = |tool: &str| {
                let calls = typst.lines().filter_map(|line| {
                    line.strip_prefix("  ")?
                        .strip_prefix(tool)?
                        .strip_prefix('(')
                });
                calls
                    .map(|call| numbers(call.split_once(", ").unwrap().1))
                    .collect::<Vec<_>>()
            };
            // The helper functions begin with `let`.
            assert_eq!(of("disc"), wanted[0], "{arguments:?}");
            // Typst sets the caption, so the background, which begins at 0, ends above it.
            let but_ground = |areas: Vec<Vec<String>>| {
                areas
                    .into_iter()
                    .filter(|area| !area.starts_with(&["0".to_owned(), "0".to_owned()]))
                    .collect::<Vec<_>>()
            };
            assert_eq!(
                but_ground(of("area")),
                but_ground(wanted[1].clone()),
                "{arguments:?}"
            );
            let mut paths: Vec<_> = of("path").into_iter().chain(of("lines")).collect();
            let mut wanted_paths = wanted[2].clone();
            paths.sort_unstable();
            wanted_paths.sort_unstable();
            assert_eq!(paths, wanted_paths, "{arguments:?}");
            let on_board = svg.split("<g class=\"caption\"").next().unwrap();
            assert_eq!(
                typst.matches("  words(").count(),
                on_board.matches("<text").count(),
                "{arguments:?}"
            );
            // Every class of the SVG is defined in both, each name once.
            for class in between(
                on_board.split_once("</style>").unwrap().1,
                "<g class=\"",
                "\"",
            ) {
                // Drawings in notes have their own styles, because their lines are finer.
                let names = [class.to_owned(), format!("{class}-in-note")];
                let in_tikz = names
                    .each_ref()
                    .map(|name| tikz.matches(&format!("\n  {name}/.style={{")).count());
                let in_typst = names
                    .each_ref()
                    .map(|name| typst.matches(&format!("\n  let {name} = (")).count());
                assert_eq!(in_tikz, in_typst, "{class}");
                assert!(
                    in_tikz.contains(&1) && in_tikz.iter().all(|count| *count < 2),
                    "{class}: {in_tikz:?}"
                );
            }
        }
    }
}
