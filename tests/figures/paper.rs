//! Figures on paper: exact widths, text and lines that do not shrink, images and documents for
//! print.

use crate::support::{Folder, Run};

const RECORDS: [(&str, &[&str]); 5] = [
    (
        "corpus/gipf/real/game-a.pips",
        &["--turn", "19", "--movement", "--legend"],
    ),
    (
        "corpus/gipf/real/game-a.pips",
        &["--from", "1", "--turn", "16"],
    ),
    ("corpus/gallery/pippinzip.pips", &["--from", "1"]),
    (
        "corpus/gallery/pippip.pips",
        &["--turn", "10", "--movement"],
    ),
    ("corpus/gallery/pipe.pips", &["--turn", "11"]),
];

fn svg(arguments: &[&str]) -> (String, String) {
    let output = Run::new(&[&["render", "--format", "svg"], arguments].concat())
        .done()
        .expect_status(0);
    (output.stdout(), output.stderr())
}

/// An attribute of an element as a number.
fn number(text: &str, name: &str) -> Option<f64> {
    let (_, rest) = text.split_once(&format!(" {name}=\""))?;
    rest.split('"')
        .next()?
        .trim_end_matches(|letter: char| letter.is_ascii_alphabetic())
        .parse()
        .ok()
}

/// Points per pixel of the page.
fn points(svg: &str, millimetres: f64) -> f64 {
    let view = svg.split_once("viewBox=\"0 0 ").unwrap().1;
    let width: f64 = view.split(' ').next().unwrap().parse().unwrap();
    millimetres * 72.0 / 25.4 / width
}

#[test]
fn parts_that_do_not_fit_are_left_out_and_reported() {
    let board = [
        "--game",
        "pippinzip",
        "--variant",
        "zipline",
        "--tag",
        "Size=19",
        "--coordinates",
        "all",
    ];
    let names = |width: &str| {
        let (svg, reported) = svg(&[&board[..], &["--width", width]].concat());
        (svg.matches("text-anchor=\"middle\"").count(), reported)
    };
    assert_eq!(names("70mm"), (76, String::new()));
    let (shown, reported) = names("40mm");
    assert_eq!(shown, 40, "{reported}");
    assert!(
        reported.contains(
            "at 40mm every second coordinate is left out, because there is no room for all"
        ),
        "{reported}"
    );
    let (shown, reported) = names("8mm");
    assert_eq!(shown, 0, "{reported}");
    assert!(
        reported.contains("there is no room for coordinates"),
        "{reported}"
    );
    let (svg, reported) = svg(&[
        "corpus/gallery/pipe.pips",
        "--turn",
        "11",
        "--width",
        "30mm",
        "--no-notes",
    ]);
    assert!(
        !svg.contains("class=\"card-number\"") && !svg.contains("class=\"placed-card-number\"")
    );
    assert!(
        reported
            .contains("at 30mm numbers of cards are left out: there is room for them from about"),
        "{reported}"
    );
    let (_, reported) = self::svg(&[
        "corpus/gallery/pipe.pips",
        "--turn",
        "11",
        "--width",
        "30mm",
        "--lang",
        "de",
    ]);
    assert!(
        reported.contains("bei 30mm entfallen Nummern von Karten: sie haben ab etwa"),
        "{reported}"
    );
}

#[test]
fn invalid_lengths_and_options_of_other_formats_are_rejected() {
    for (arguments, reported) in [
        (&["--width", "60"][..], "`60` is not a valid length"),
        (&["--width", "0mm"], "is not a valid length"),
        (
            &["--format", "svg", "--bleed", "3mm"],
            "`--bleed` is for PDF",
        ),
        (&["--format", "svg", "--dpi", "300"], "`--dpi` is for PNG"),
        (&["--format", "svg", "--scale", "3"], "`--scale` is for PNG"),
        (
            &["--format", "svg", "--font", "none.ttf"],
            "`--font` is for PNG, PDF and `--text outlines`",
        ),
        (
            &["--format", "svg", "--label", "x"],
            "`--label` is for Typst and LaTeX",
        ),
        (
            &["--format", "svg", "--renumber"],
            "`--renumber` needs `--from` or `--every`",
        ),
        (
            &["--format", "svg", "--mark", "label c3"],
            "`c3` is not valid for `label`",
        ),
        (
            &["--format", "svg", "--legend", "--wording", "circel=x"],
            "`--wording` is a sign of the legend",
        ),
        (
            &["--format", "svg", "--legend", "--wording", "circel=x"],
            "`arrow`, `possible`, `line`",
        ),
        (
            &["--format", "png", "--page", "a4"],
            "`--page` is for PDF and SVG",
        ),
        (&["--format", "latex"], "use `-o FILE.tex`"),
        (
            &["-o", "figure.eps"],
            "EPS is not supported: use `-o FILE.pdf`",
        ),
        (
            &["-o", "figure.tiff"],
            "unknown file extension `.tiff` (use .txt, .svg, .png, .apng, .gif, .pdf, .html, .typ, .tex or .tikz, or set \
                `--format`)",
        ),
    ] {
        Run::new(&[&["render", RECORDS[0].0], arguments].concat())
            .done()
            .expect_status(2)
            .expect_stderr(reported);
    }
    for (width, written) in [
        ("6cm", "6cm"),
        ("2.5in", "2.5in"),
        ("170pt", "170pt"),
        ("227px", "227px"),
        ("60.50mm", "60.5mm"),
    ] {
        assert!(
            svg(&[RECORDS[0].0, "--width", width])
                .0
                .contains(&format!(" width=\"{written}\"")),
            "{width}"
        );
    }
}

#[test]
fn sheets_of_svg_are_a_file_each() {
    let folder = Folder::new("paper-sheets");
    let rendered = |name: &str, more: &[&str]| {
        let path = folder.path().join(name).display().to_string();
        Run::new(
            &[
                &[
                    "render",
                    RECORDS[0].0,
                    "--format",
                    "svg",
                    "--page",
                    "a5",
                    "-o",
                    &path,
                ],
                more,
            ]
            .concat(),
        )
        .done()
    };
    let series = ["--every", "6", "--columns", "2"];
    rendered("series.svg", &series)
        .expect_status(2)
        .expect_stderr("there are 2 pages: use `-o FOLDER`");
    assert!(!folder.path().join("series.svg").exists());
    rendered("series", &series).expect_status(0);
    for (page, figures) in [("page-01", 4), ("page-02", 4)] {
        let svg = std::fs::read_to_string(folder.path().join("series").join(format!("{page}.svg")))
            .unwrap();
        assert!(
            svg.contains(&format!("<title>{figures} figures</title>"))
                && svg.contains(" height=\"210mm\""),
            "{page}"
        );
    }
    rendered("one.svg", &[]).expect_status(0);
    assert!(folder.path().join("one.svg").exists());
}

#[test]
fn a_width_that_does_not_fit_a_page_is_reported() {
    let folder = Folder::new("paper-wide");
    let path = folder.path().join("series").display().to_string();
    let reported_of = |record: &str, columns: &str, width: &str| {
        let series = [
            record,
            "--every",
            "5",
            "--columns",
            columns,
            "--page",
            "a4",
            "--format",
            "svg",
        ];
        let arguments = [&["render"], &series[..], &["--width", width, "-o", &path]].concat();
        Run::new(&arguments).done().expect_status(0).stderr()
    };
    let reported = |width: &str| reported_of(RECORDS[0].0, "3", width);
    let wide = reported("100mm");
    let (_, fitting) = wide
        .split_once("at 100mm the figures do not fit on the page, so each is at most ")
        .unwrap();
    let fitting = fitting.split(' ').next().unwrap();
    let again = reported(fitting);
    assert!(!again.contains("do not fit on the page"), "{again}");
    // Messages name the width of a figure, not that of the page.
    let dice = reported_of("corpus/gallery/pippip.pips", "4", "60mm");
    assert!(!dice.contains("at 180mm"), "{dice}");
    assert!(dice.contains("at 39mm the numbers at the sides of dice are left out"));
}

/// Figures that are higher than their page at their width.
const TALL: [&[&str]; 4] = [
    &["corpus/gallery/pipe.pips", "--turn", "22", "--page", "a5"],
    &[
        "corpus/gallery/pipe.pips",
        "--turn",
        "18",
        "--width",
        "130mm",
        "--page",
        "a4",
    ],
    &[
        "corpus/gipf/real/game-a.pips",
        "--from",
        "1",
        "--legend",
        "--width",
        "118mm",
        "--page",
        "a5",
    ],
    &[
        "corpus/gallery/pipe.pips",
        "--every",
        "4",
        "--width",
        "60mm",
        "--page",
        "a5",
    ],
];

#[test]
fn a_page_cuts_no_figure() {
    let folder = Folder::new("paper-tall");
    for (index, arguments) in TALL.iter().enumerate() {
        let path = folder.path().join(index.to_string());
        let output = path.display().to_string();
        Run::new(&[&["render", "--format", "svg", "-o", &output], *arguments].concat())
            .done()
            .expect_status(0);
        let files: Vec<_> = match std::fs::read_dir(&path) {
            Ok(files) => files.map(|file| file.unwrap().path()).collect(),
            Err(_) => vec![path],
        };
        for file in files {
            let svg = std::fs::read_to_string(file).unwrap();
            let view = svg
                .split_once("viewBox=\"0 0 ")
                .unwrap()
                .1
                .split('"')
                .next()
                .unwrap();
            let height: f64 = view.split(' ').nth(1).unwrap().parse().unwrap();
            let lines: Vec<f64> = svg
                .split("<text")
                .skip(1)
                .map(|text| number(text, "y").unwrap())
                .collect();
            assert!(
                !lines.is_empty() && lines.iter().all(|y| *y <= height),
                "{arguments:?}: {lines:?} of {height}"
            );
        }
    }
}

#[test]
fn a_height_limits_a_figure() {
    let size = |arguments: &[&str]| {
        let (svg, reported) =
            svg(&[&["corpus/gallery/pipe.pips", "--turn", "18"], arguments].concat());
        let [width, height] = ["width", "height"].map(|name| number(&svg, name).unwrap());
        (width, height, reported)
    };
    let (width, height, _) = size(&["--width", "130mm"]);
    assert!(width == 130.0 && height > 200.0, "{width} {height}");
    let (width, height, reported) = size(&["--width", "130mm", "--max-height", "150mm"]);
    assert!(
        width == 130.0 && height <= 150.01 && !reported.contains("higher than"),
        "{width} {height} {reported}"
    );
    let (width, height, _) = size(&["--height", "120mm", "--no-notes"]);
    assert!(
        width < 120.0 && (110.0..=120.01).contains(&height),
        "{width} {height}"
    );
    let (_, _, reported) = size(&["--width", "60mm", "--max-height", "20mm"]);
    let refused = "within a height of 20mm, the text of this figure leaves no room for its board";
    assert!(reported.contains(refused), "{reported}");
}

#[test]
fn a_height_alone_leaves_the_figure_readable() {
    let gipf = RECORDS[0].0;
    for (record, height) in [
        (gipf, 40.0),
        (gipf, 30.0),
        ("docs/src/records/whole-pippip.pips", 40.0),
        ("docs/src/records/whole-pipe.pips", 40.0),
        ("docs/src/records/whole-pippinzip.pips", 40.0),
    ] {
        let (svg, reported) = svg(&[record, "--max-height", &format!("{height}mm")]);
        let [width, high] = ["width", "height"].map(|name| number(&svg, name).unwrap());
        assert!(
            width > 20.0 && high <= height + 0.01 && high > 0.9 * height,
            "{record}: {width} by {high}"
        );
        assert!(
            !reported.contains("within a height"),
            "{record}: {reported}"
        );
    }
    let (usual, _) = svg(&[gipf]);
    // A height that the figure does not reach has no effect.
    assert_eq!(svg(&[gipf, "--max-height", "400mm"]).0, usual);
    let (unlimited, reported) = svg(&[gipf, "--max-height", "20mm"]);
    assert_eq!(unlimited, usual);
    assert!(
        reported.contains("within a height of 20mm, the text of this figure leaves no room"),
        "{reported}"
    );
    let (bare, _) = svg(&[gipf, "--max-height", "12mm", "--no-notes"]);
    assert_eq!(number(&bare, "height"), Some(12.0));
}

#[test]
fn a_crop_fills_its_width() {
    for (record, view) in [
        ("corpus/gipf/real/game-a.pips", "c3..f6"),
        ("corpus/gallery/pippip.pips", "b1..d3"),
        ("corpus/gallery/pippinzip.pips", "b2..e5"),
    ] {
        let arguments = [
            record,
            "--view",
            view,
            "--width",
            "60mm",
            "--no-notes",
            "--no-last",
            "--coordinates",
            "none",
        ];
        let (svg, _) = svg(&arguments);
        let clip = svg.split_once("<svg x=").unwrap().1;
        let board = number(clip, "width").unwrap() * points(&svg, 60.0) * 25.4 / 72.0;
        assert!(
            board > 57.0,
            "{record}: the board takes {board:.1} mm of 60"
        );
    }
}

#[test]
fn a_theme_sets_the_type() {
    let folder = Folder::new("paper-type");
    let theme = folder.file(
        "large.yaml",
        "name: large\ntype: {notes: 9, coordinates: 8}\n",
    );
    let (svg, _) = svg(&[RECORDS[0].0, "--width", "90mm", "--theme", &theme]);
    for (class, size) in [("note", 9.0), ("coordinate", 8.0)] {
        let group = svg.split_once(&format!("<g class=\"{class}\"")).unwrap().1;
        let found = number(group, "font-size").unwrap() * points(&svg, 90.0);
        assert!((found - size).abs() < 0.05, "{class}: {found}");
    }
}

#[test]
fn a_background_can_be_left_out() {
    let (with, _) = svg(&[RECORDS[0].0]);
    let (without, _) = svg(&[RECORDS[0].0, "--background", "none"]);
    assert!(with.contains("<g class=\"ground\"") && !without.contains("<g class=\"ground\""));
}

#[cfg(feature = "png")]
#[test]
fn png_images_have_whole_pixels_and_a_resolution() {
    let folder = Folder::new("paper-png");
    let path = folder.path().join("figure.png");
    let drawn = |arguments: &[&str]| {
        let path = path.display().to_string();
        let output = Run::new(&[&["render", RECORDS[0].0, "-o", &path], arguments].concat()).done();
        assert_eq!(
            (output.status(), output.stderr().as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
        std::fs::read(&path).unwrap()
    };
    let word = |bytes: &[u8], index: usize| {
        u32::from_be_bytes(bytes[index..index + 4].try_into().unwrap())
    };
    let dots = |bytes: &[u8]| {
        let index = bytes.windows(4).position(|chunk| chunk == b"pHYs").unwrap();
        (
            word(bytes, index + 4),
            word(bytes, index + 8),
            bytes[index + 12],
        )
    };
    // 60 mm at 600 dpi; grey, like the theme.
    let png = drawn(&["--width", "60mm", "--dpi", "600"]);
    assert_eq!((word(&png, 16), dots(&png)), (1417, (23_622, 23_622, 1)));
    assert_eq!((png[24], png[25]), (8, 0), "eight bits of grey");
    // Colours of a theme become a palette or stay colours; nothing is transparent at the edges.
    let png = drawn(&["--theme", "screen", "--scale", "1.37"]);
    assert!(matches!(png[25], 2 | 3), "{}", png[25]);
    assert!(!png.windows(4).any(|chunk| chunk == b"tRNS"));
    let png = drawn(&["--background", "none"]);
    assert_eq!(png[25], 4, "grey and transparent");
}

#[cfg(feature = "pdf")]
#[test]
fn pdf_documents_have_a_trim_box() {
    let folder = Folder::new("paper-pdf");
    let path = folder.path().join("figure.pdf");
    let drawn = |arguments: &[&str]| {
        let path = path.display().to_string();
        let output = Run::new(&[&["render", RECORDS[0].0, "-o", &path], arguments].concat()).done();
        assert_eq!(
            (output.status(), output.stderr().as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
        String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned()
    };
    let pdf = drawn(&["--width", "60mm", "--bleed", "3mm"]);
    // 60 mm and twice 3 mm are 187.087 points.
    assert!(
        pdf.contains("/TrimBox[8.50") && pdf.contains("/MediaBox[0 0 187.08"),
        "{pdf}"
    );
    assert!(pdf.contains("/BleedBox[0 0 187.08") && pdf.contains("/Title") && pdf.contains("/Alt"));
    let pdf = drawn(&[
        "--every",
        "5",
        "--columns",
        "2",
        "--page",
        "a5",
        "--width",
        "55mm",
    ]);
    let pages = pdf.matches("/MediaBox[0 0 419.52").count();
    assert!(
        pages > 1 && pages == pdf.matches("/TrimBox").count(),
        "{pages}"
    );
    // A theme that defines inks is printed in these inks.
    let theme = folder.path().join("theme.yaml");
    std::fs::write(
        &theme,
        "name: inks\nextends: screen\ncmyk:\n  mark: [0, 90, 80, 0]\n  dark: [0, 0, 0, 100]\n",
    )
    .unwrap();
    let theme = theme.display().to_string();
    let pdf = drawn(&["--theme", &theme]);
    assert!(
        !pdf.contains("/DeviceRGB") && !pdf.contains("/ICCBased"),
        "{pdf}"
    );
    assert!(pdf.contains("+NotoSans-Regular"), "text stays text: {pdf}");
    for (cmyk, reported) in [
        ("mark: [0, 101, 0, 0]", "more than 100 per cent"),
        ("ink: [0, 0, 0, 0]", "not a colour of a theme"),
    ] {
        std::fs::write(&theme, format!("name: inks\ncmyk:\n  {cmyk}\n")).unwrap();
        let arguments = ["render", RECORDS[0].0, "--format", "svg", "--theme", &theme];
        Run::new(&arguments)
            .done()
            .expect_status(2)
            .expect_stderr(reported);
    }
}

#[cfg(feature = "png")]
#[test]
fn letters_become_outlines_and_missing_ones_are_reported() {
    let (outlined, _) = svg(&[RECORDS[0].0, "--text", "outlines"]);
    assert!(
        !outlined.contains("<text")
            && outlined.contains("class=\"coordinate\"")
            && outlined.contains("<title>")
    );
    let folder = Folder::new("paper-letters");
    let path = folder.path().join("figure.png").display().to_string();
    let captioned = ["render", RECORDS[0].0, "--caption", "名人 Żółć"];
    for written in [
        &["-o", &path][..],
        &["--format", "svg", "--text", "outlines"],
    ] {
        let reported = Run::new(&[&captioned[..], written].concat())
            .done()
            .expect_status(0)
            .stderr();
        assert!(
            reported.contains(
                "no font has 人 (U+4EBA), 名 (U+540D); \u{FFFD} is shown instead: add a font"
            ),
            "{reported}"
        );
    }
}

#[cfg(feature = "pdf")]
#[test]
fn figures_for_typesetting() {
    let arguments = [
        "render",
        RECORDS[0].0,
        "--turn",
        "19",
        "--caption",
        "50 % of \"it\"",
        "--width",
        "60mm",
    ];
    let output =
        Run::new(&[&arguments[..], &["--format", "typst", "--label", "row"]].concat()).done();
    let typst = output.stdout();
    assert!(
        typst.starts_with("#figure(\n  box(width: 60mm, height: ") && typst.ends_with(") <row>\n"),
        "{typst}"
    );
    assert!(
        typst.contains("caption: \"50 % of \\\"it\\\"\"") && typst.contains("  alt: \"White "),
        "{typst}"
    );
    let folder = Folder::new("paper-wrapped");
    let path = folder.path().join("row.tex").display().to_string();
    let output = Run::new(&[&arguments[..], &["-o", &path]].concat()).done();
    assert_eq!((output.status(), output.stderr().as_str()), (Some(0), ""));
    let latex = std::fs::read_to_string(&path).unwrap();
    assert!(
        latex.contains("\\caption{50 \\% of \"it\"}") && latex.contains("\\label{row}"),
        "{latex}"
    );
    assert!(
        latex.contains("\\includegraphics[width=60mm,alt={White "),
        "{latex}"
    );
    assert!(
        std::fs::read(folder.path().join("row.pdf"))
            .unwrap()
            .starts_with(b"%PDF")
    );
}

/// Tests that take seconds.
mod slow {
    use super::*;

    /// The requirement of publishers: in every theme, at every width, no text is smaller than 6
    /// points and no line finer than a hairline; hatching keeps its width.
    #[test]
    fn type_and_lines_hold_in_every_theme_at_every_width() {
        for theme in ["print", "screen", "dark", "high-contrast"] {
            for width in [40.0, 60.0, 90.0] {
                for (record, arguments) in RECORDS {
                    let length = format!("{width}mm");
                    let (svg, _) =
                        svg(&[&[record, "--theme", theme, "--width", &length], arguments].concat());
                    assert!(
                        svg.contains(&format!(" width=\"{length}\"")),
                        "{record} {theme} {length}"
                    );
                    let point = points(&svg, width);
                    let mut letters = 0;
                    for group in svg.split("<g ").skip(1) {
                        let head = group.split('>').next().unwrap();
                        let what = format!("{record} {theme} {length}: {head}");
                        if let Some(size) =
                            number(head, "font-size").filter(|_| group.contains("<text"))
                        {
                            letters += 1;
                            let is_of = |class: &str| head.contains(&format!("class=\"{class}"));
                            // Single digits may be smaller than text.
                            let smallest = match () {
                                () if is_of("side-") => 4.49,
                                () if is_of("card-number") || is_of("placed-card-number") => 4.99,
                                () if is_of("entry-number") => 5.69,
                                () => 5.99,
                            };
                            assert!(size * point >= smallest, "{what}: {} pt", size * point);
                            assert!(size * point <= 20.0, "{what}: {} pt", size * point);
                        }
                        if let Some(line) = number(head, "stroke-width") {
                            assert!(line * point >= 0.37, "{what}: {} pt", line * point);
                        }
                        if theme == "print" && head.contains("class=\"field-dark\"") {
                            let line = number(head, "stroke-width").unwrap() * point;
                            assert!((0.44..=0.46).contains(&line), "{what}: {line} pt");
                        }
                    }
                    assert!(letters > 0, "{record}");
                }
            }
        }
    }
}
