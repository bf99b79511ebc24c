//! `pipscribe figures` for print: TikZ, widths, resolution, outlines.

use crate::support::{Folder, Run};

/// A document with three figures: one as wide as a column, one as wide as a part of the line, and
/// one without a width.
const PAGE: &str = "% pips: turn=2, width=60mm, label=column\n\\begin{pips}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
    1. b3 2. a2-c4 *\n\\end{pips}\n\n\
                    % pips: turn=1, width=50%, label=share\n\\begin{pips}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n\
                    1. b3 2. a2-c4 *\n\\end{pips}\n\n\
                    % pips: turn=0, label=plain\n\\begin{pips}\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. \
                    a2-c4 *\n\\end{pips}\n";

/// The document and its images after a run, each file after its name.
fn drawn(folder: &Folder, arguments: &[&str]) -> String {
    let path = folder.file("book.tex", PAGE);
    Run::new(&[&["figures", "--quiet"], arguments, &[&path]].concat())
        .done()
        .expect_status(0);
    std::fs::read_to_string(path).unwrap()
}

fn image(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn a_latex_document_may_have_tikz() {
    let folder = Folder::new("figures-tikz");
    let page = drawn(&folder, &["--format", "tikz"]);
    for reference in [
        "\\centering\n\\input{book-pips-column.tikz}\n",
        "\\resizebox{0.500\\linewidth}{!}{\\input{book-pips-share.tikz}}\n",
        "\\centering\n\\input{book-pips-plain.tikz}\n",
    ] {
        assert!(page.contains(reference), "{reference}\n{page}");
    }
    // The image is drawn at its width: 60 mm are 170.08 points, and text has at least 6.
    let column = image(&folder, "book-pips-column.tikz");
    assert!(
        column.contains("\\begin{tikzpicture}[")
            && column.contains("alt/.try={White single pieces on "),
        "{column}"
    );
    assert!(!column.contains("[x=0.75bp"), "{column}");
    assert!(image(&folder, "book-pips-plain.tikz").contains("[x=0.75bp"));
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n";
    let page = folder.file("page.md", &format!("```pips\n{record}```\n"));
    Run::new(&["figures", "--format", "tikz", &page])
        .done()
        .expect_status(2)
        .expect_stderr("TikZ needs a LaTeX document");
    // Unused images are removed, whatever their format.
    drawn(&folder, &["--format", "svg", "--prune"]);
    assert!(
        !folder.path().join("book-pips-plain.tikz").exists()
            && folder.path().join("book-pips-plain.svg").exists()
    );
}

#[test]
fn images_are_as_wide_as_they_are_shown() {
    let folder = Folder::new("figures-width");
    drawn(&folder, &["--format", "svg", "--width", "80mm"]);
    for (name, width) in [("column", "60mm"), ("share", "80mm"), ("plain", "80mm")] {
        let svg = image(&folder, &format!("book-pips-{name}.svg"));
        assert!(
            svg.contains(&format!(" width=\"{width}\"")),
            "{name}: {svg}"
        );
    }
    drawn(&folder, &["--format", "svg"]);
    assert!(!image(&folder, "book-pips-plain.svg").contains("mm\""));
}

#[cfg(feature = "outlines")]
#[test]
fn images_are_drawn_as_render_draws_them() {
    let folder = Folder::new("figures-outlines");
    drawn(
        &folder,
        &[
            "--format",
            "svg",
            "--text",
            "outlines",
            "--background",
            "none",
        ],
    );
    let svg = image(&folder, "book-pips-plain.svg");
    assert!(
        !svg.contains("<text") && !svg.contains("class=\"ground\""),
        "{svg}"
    );
}

#[test]
fn conflicting_options_are_rejected() {
    let folder = Folder::new("figures-refused");
    let page = folder.file("book.tex", PAGE);
    for wrong in [
        &["--dpi", "600"][..],
        &["--format", "svg", "--bleed", "3mm"],
        &["--width", "60"],
    ] {
        Run::new(&[&["figures"], wrong, &[&page]].concat())
            .done()
            .expect_status(2);
    }
    assert_eq!(std::fs::read_to_string(&page).unwrap(), PAGE);
}
