//! TikZ pictures compile with pdfLaTeX, if it is installed.

use std::process::Command;

use super::drawn;
use crate::support::Folder;

/// A record of each game, with options that show negative places where the game has them.
const FIGURES: [&[&str]; 4] = [
    &[
        "corpus/gipf/real/game-a.pips",
        "--turn",
        "34",
        "--movement",
        "--legend",
    ],
    &["corpus/gallery/pippinzip.pips", "--legend"],
    &[
        "corpus/gallery/pippip.pips",
        "--turn",
        "11",
        "--movement",
        "--legend",
    ],
    &["corpus/gallery/pipe.pips", "--from", "5", "--turn", "16"],
];

/// pdfLaTeX stops at U+2212, which occurs in negative places and axes.
#[test]
fn pictures_have_no_character_that_latex_lacks() {
    for arguments in FIGURES {
        for lang in ["en", "de", "fr", "nl"] {
            let picture = drawn(
                &[arguments, &["--lang", lang, "--width", "60mm"]].concat(),
                "tikz",
            );
            assert!(!picture.contains('\u{2212}'), "{arguments:?}");
        }
    }
    let picture = drawn(FIGURES[3], "tikz");
    assert!(
        picture.contains("{\\ensuremath{-}1}"),
        "the axes have signs"
    );
}

#[test]
fn pictures_compile() {
    if Command::new("pdflatex").arg("--version").output().is_err() {
        println!("SKIPPED: pictures_compile, because pdflatex is missing");
        return;
    }
    let folder = Folder::new("figures-latex");
    for (number, arguments) in FIGURES.into_iter().enumerate() {
        for lang in ["en", "de", "fr", "nl"] {
            let arguments = [arguments, &["--lang", lang, "--width", "60mm"]].concat();
            let picture = drawn(&arguments, "tikz");
            let name = format!("figure-{number}-{lang}");
            let document = format!(
                "\\documentclass{{article}}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{lmodern,tikz}}\n\
                 \\begin{{document}}\n{picture}\\end{{document}}\n"
            );
            folder.file(&format!("{name}.tex"), &document);
            let output = Command::new("pdflatex")
                .args(["-interaction=nonstopmode", "-halt-on-error", &name])
                .current_dir(folder.path())
                .output()
                .unwrap();
            let log = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success(), "{arguments:?}: {log}");
        }
    }
}
