//! `pipscribe figures`: documents in Markdown and LaTeX.

use crate::support::{Folder, Run, file_names};

const RECORD: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c4 *
"#;
const DIAGRAMS: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 {[%diagram "A [start]"]} 2. a2-c4 {[%diagram "More" last=no]} *
"#;
const ILLEGAL: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c5 *
"#;

fn block(attributes: &str, record: &str) -> String {
    format!("```pips{attributes}\n{record}```\n")
}

/// The document with its figures; drawing them again changes nothing.
fn drawn(folder: &Folder, name: &str, page: &str, arguments: &[&str]) -> String {
    let path = folder.file(name, page);
    let arguments = [&["figures"], arguments, &[&path]].concat();
    Run::new(&arguments).done().expect_status(0);
    let drawn = std::fs::read_to_string(&path).unwrap();
    let again = Run::new(&[&arguments[..], &["--check"]].concat()).done();
    assert_eq!(
        (again.status(), again.stdout().as_str()),
        (Some(0), ""),
        "{drawn}"
    );
    Run::new(&arguments).done().expect_status(0);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), drawn);
    drawn
}

/// The message about an invalid document, which is left unchanged.
fn reported(folder: &Folder, name: &str, page: &str) -> String {
    let path = folder.file(name, page);
    let output = Run::new(&["figures", "--quiet", &path]).done();
    assert_eq!(
        (output.status(), output.stdout().as_str()),
        (Some(1), ""),
        "{page}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
    output.stderr().replace(&path, name)
}

#[test]
fn an_image_is_written_beside_the_document_and_linked_after_the_block() {
    let folder = Folder::new("figures-markdown");
    let page = format!(
        "# Page\n\n{}\nMore.\n",
        block(",turn=1,caption=\"One *piece*\",number", RECORD)
    );
    let path = folder.file("page.md", &page);
    let check = Run::new(&["figures", "--check", &path])
        .done()
        .expect_status(1);
    assert_eq!(
        check.stdout(),
        format!("{}\n{path}\n", path.replace("page.md", "page-pips-1.svg"))
    );
    assert_eq!(file_names(folder.path()), ["page.md"]);
    let drawn = drawn(&folder, "page.md", &page, &[]);
    let (before, after) = drawn
        .split_once("\n<!-- pipscribe: figures -->\n\n![Figure 1: One \\*piece\\*. ")
        .unwrap();
    assert_eq!(before, page.split_once("\nMore").unwrap().0);
    let (words, after) = after
        .split_once("](page-pips-1.svg)\n\n<!-- pipscribe: end -->\n")
        .unwrap();
    assert!(words.contains("b3") && !words.contains('\n'), "{words}");
    assert_eq!(after, "\nMore.\n");
    let svg = std::fs::read_to_string(folder.path().join("page-pips-1.svg")).unwrap();
    assert!(
        svg.starts_with("<svg") && svg.contains("Figure 1: One *piece*"),
        "{svg}"
    );
}

#[test]
fn blocks_in_lists_and_quotes_keep_their_margins() {
    let folder = Folder::new("figures-margins");
    let quoted = |margin: &str, open: &str, end: &str| {
        let text = block(" {width=50%}", RECORD);
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| format!("{margin}{line}").trim_end().to_owned())
            .collect();
        lines[0] = format!("{open}```pips {{width=50%}}");
        lines.join(end) + end
    };
    for (margin, open, end) in [
        ("> ", "> ", "\n"),
        ("  ", "- ", "\n"),
        ("   > ", "1. > ", "\n"),
        ("> ", "> ", "\r\n"),
        ("\t", "-\t", "\n"),
    ] {
        let page = format!("{}{end}Text{end}", quoted(margin, open, end));
        let drawn = drawn(&folder, "page.md", &page, &["--dir", "./images/"]);
        let made = drawn.strip_prefix(&quoted(margin, open, end)).unwrap();
        let made = made.strip_suffix(&format!("{end}Text{end}")).unwrap();
        let lines: Vec<&str> = made.split(end).collect();
        let blank = margin.trim_end();
        assert_eq!(lines[0], blank, "{drawn:?}");
        assert_eq!(lines[1], format!("{margin}<!-- pipscribe: figures -->"));
        assert!(
            lines[3].starts_with(&format!("{margin}<img src=\"images/page-pips-1.svg\" alt=")),
            "{drawn}"
        );
        assert!(lines[3].ends_with("width=\"50%\">"), "{drawn}");
        assert_eq!(
            lines[5..],
            [&format!("{margin}<!-- pipscribe: end -->"), ""]
        );
        // Generated text is not a record of the document.
        let path = folder.path().join("page.md").display().to_string();
        Run::new(&["check", &path]).done().expect_status(0);
    }
}

#[test]
fn a_record_may_have_several_figures_or_none() {
    let folder = Folder::new("figures-several");
    let images = |attributes: &str| {
        let drawn = drawn(&folder, "page.md", &block(attributes, DIAGRAMS), &[]);
        drawn
            .lines()
            .filter(|line| line.starts_with("!["))
            .map(|line| line[..9].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        images(""),
        ["![A \\[star", "![More. W"].map(|start| start[..9].to_owned())
    );
    assert_eq!(images(" figure=2").len(), 1);
    assert_eq!(images(" figure=\"A [start]\"").len(), 1);
    assert_eq!(images(" figure=none"), [""; 0]);
    assert_eq!(images(" range=1..2").len(), 1);
    let drawn = drawn(
        &folder,
        "page.md",
        &format!("{}\n{}", block("", RECORD), block("", DIAGRAMS)),
        &["--asked"],
    );
    assert_eq!(
        drawn.matches("![").count(),
        2,
        "the first block asks for nothing"
    );
}

#[test]
fn a_block_may_become_text_a_table_a_finding() {
    let folder = Folder::new("figures-text");
    let page = [
        block(" {ascii turn=1 caption=\"Text\" #first}", RECORD),
        block(" table range=2..2", RECORD),
        block(
            " finding",
            &ILLEGAL.replace("c5 ", "c5 {[%expect gipf/not-in-line]} "),
        ),
    ]
    .join("\n");
    let drawn = drawn(&folder, "page.md", &page, &["--asked"]);
    assert!(
        drawn.contains("<a id=\"first\"></a>\n\n```text\n"),
        "{drawn}"
    );
    assert!(drawn.contains("\nText\n```\n"), "{drawn}");
    assert!(
        drawn.contains("\n| turn | by | played |\n|---:|---|---|\n| 2 | Black | `a2-c4` |\n\n"),
        "{drawn}"
    );
    assert!(
        drawn.contains("gipf/not-in-line (G3.1)") && drawn.contains("[record:4:13]"),
        "{drawn}"
    );
    assert_eq!(
        file_names(folder.path()).len(),
        2,
        "the table of a range is drawn too: {:?}",
        file_names(folder.path())
    );
}

#[test]
fn findings_point_into_the_document() {
    let folder = Folder::new("figures-faults");
    let quoted = |text: &str| {
        text.lines()
            .map(|line| format!("> {line}\n"))
            .collect::<String>()
    };
    for (page, expected) in [
        (
            block(",trun=1", RECORD),
            "page.md:1:9: unknown attribute `trun`: did you mean `turn`?",
        ),
        (
            format!("é\n\n{}", quoted(&block(" {turn=x}", RECORD))),
            "page.md:3:17: `turn` is a number, not `x`",
        ),
        (block(" turn=9", RECORD), "page.md:1:14: "),
        (
            block(" figure=3", DIAGRAMS),
            "page.md:1:16: there is no figure 3; there are 2",
        ),
        (
            block(" figure=\"Moer\"", DIAGRAMS),
            "page.md:1:16: there is no figure `Moer`: did you mean `More`?",
        ),
        (
            block(" figure=1", RECORD),
            "page.md:1:16: the record has no `[%diagram]`",
        ),
        (
            block(" marks=\"circle z9\"", RECORD),
            "page.md:1:15: turn 2: `z9` is not a place in this figure",
        ),
        (
            block(" record=2", RECORD),
            "page.md:1:16: this block has no record 2; it has 1",
        ),
        (block("", ""), "page.md:1:1: this block has no record"),
        (
            format!("> {}", block("", RECORD).replace("```\n", "")),
            "page.md:1:3: ",
        ),
        (
            "x\n\n```pips\n[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 *\n".to_owned(),
            "page.md:3:1: nothing closes this block",
        ),
        (
            format!("text\n\n{}", quoted(&block("", ILLEGAL))),
            "page.md:7:15: gipf/not-in-line: ",
        ),
        (
            block(" illegal", RECORD),
            "page.md:1:9: The block is marked `illegal`, but the record is legal",
        ),
        (
            block(" finding", RECORD),
            "page.md:1:9: the record has no finding to show",
        ),
        (
            format!("{}\n<!-- pipscribe: figures -->\n", block("", RECORD)),
            "page.md:8:1: this is not closed: `<!-- pipscribe: end -->` is missing",
        ),
        (
            format!(
                "<!-- pipscribe: figures -->\n\n{}<!-- pipscribe: end -->\n",
                block("", RECORD)
            ),
            "page.md:1:1: this is not closed",
        ),
        (
            format!(
                "{}\n<!-- pipscribe: figures -->\n{}<!-- pipscribe: end -->\n",
                block("", RECORD),
                block("", RECORD)
            ),
            "page.md:9:1: this block is between the marks",
        ),
    ] {
        let reported = reported(&folder, "page.md", &page);
        assert!(
            reported.starts_with(&format!("pipscribe: {expected}")),
            "{page}\n{reported}"
        );
        assert_eq!(reported.matches(expected).count(), 1, "{page}\n{reported}");
        assert_eq!(file_names(folder.path()), ["page.md"], "nothing is drawn");
    }
    // A record with the attribute `illegal` may break a rule.
    drawn(&folder, "page.md", &block(" illegal", ILLEGAL), &[]);
    drawn(
        &folder,
        "page.md",
        &block(
            "",
            &ILLEGAL.replace("c5 ", "c5 {[%expect gipf/not-in-line]} "),
        ),
        &[],
    );
    Run::new(&["figures", &folder.file("page.txt", "")])
        .done()
        .expect_status(2);
    Run::new(&["figures", "no/such.md"]).done().expect_status(2);
}

#[test]
fn unused_images_are_pruned() {
    let folder = Folder::new("figures-prune");
    let page = format!(
        "{}\n{}\nText\n",
        block("", RECORD),
        block(" {#named}", RECORD)
    );
    let drawn_twice = drawn(&folder, "page.md", &page, &[]);
    for other in [
        "page-pips.svg",
        "page-cover.svg",
        "page-pips-1.txt",
        "page-pips-x-pips-1.svg",
        "other-pips-1.svg",
    ] {
        folder.file(other, "mine");
    }
    folder.file("page.tex", "\\includegraphics{page-pips-9.pdf}");
    folder.file("page-pips-9.pdf", "of the other page");
    folder.file("page-pips-3.png", "left over");
    // Without the second block, its figure is removed, too.
    let end = drawn_twice.find("```pips {#named}").unwrap();
    let behind = &drawn_twice[end..];
    let made = &behind[behind.find("<!--").unwrap()..];
    let path = folder.file("page.md", &format!("{}Text\n\n{made}", &drawn_twice[..end]));
    Run::new(&["figures", &path])
        .done()
        .expect_stderr("1 reference without a block");
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("page-pips-named.svg")
    );
    let check = Run::new(&["figures", "--prune", "--check", &path])
        .done()
        .stdout();
    assert_eq!(check.lines().count(), 3, "{check}");
    Run::new(&["figures", "--prune", &path])
        .done()
        .expect_status(0);
    let pruned = std::fs::read_to_string(&path).unwrap();
    assert!(
        !pruned.contains("named") && pruned.ends_with("\nText\n"),
        "{pruned}"
    );
    assert_eq!(
        file_names(folder.path()),
        [
            "other-pips-1.svg",
            "page-cover.svg",
            "page-pips-1.svg",
            "page-pips-1.txt",
            "page-pips-9.pdf",
            "page-pips-x-pips-1.svg",
            "page-pips.svg",
            "page.md",
            "page.tex"
        ]
    );
    Run::new(&["figures", "--prune", "--check", &path])
        .done()
        .expect_status(0);
    // Markers inside code are ignored.
    let shown = "```markdown\n<!-- pipscribe: figures -->\n<!-- pipscribe: end -->\n```\n\n    <!-- pipscribe: figures -->\n";
    assert_eq!(drawn(&folder, "page.md", shown, &["--prune"]), shown);
    // A block that no longer has a figure loses its reference automatically.
    let none = pruned.replace("```pips\n", "```pips figure=none\n");
    assert!(!drawn(&folder, "page.md", &none, &[]).contains("<!--"));
}

#[test]
fn latex_has_environments_and_comments() {
    let folder = Folder::new("figures-latex");
    let commented: String = block(" turn=1 ascii", RECORD)
        .lines()
        .map(|line| format!("  %{line}\n"))
        .collect();
    let page = format!(
        "\\begin{{document}}\n% pips: turn=2, caption=\"50% of a_b\", width=60%, number=4, label=two\n\
         \\begin{{pips}}\n{RECORD}\\end{{pips}}\n\nText\n\n{commented}% pips: table\n\\begin{{pips}}\n\
         {RECORD}\\end{{pips}}\n\
         \\end{{document}}\n"
    );
    let drawn = drawn(&folder, "book.tex", &page, &[]);
    assert!(
        drawn.contains(
            "\\end{pips}\n\n% pipscribe: figures\n\\setcounter{figure}{3}\n\\begin{figure}[htbp]\n\\centering\n\
             \\includegraphics[width=0.600\\linewidth,alt={Figure 4: 50\\% of a\\_b. White single pieces on "
        ),
        "{drawn}"
    );
    assert!(
        drawn.contains(
            "Placed by the last turn: b3.}]{book-pips-two.pdf}\n\\caption{50\\% of a\\_b}\n\\label{fig:two}\n\
             \\end{figure}\n% pipscribe: end\n\nText\n"
        ),
        "{drawn}"
    );
    assert!(
        drawn.contains("  %```\n\n  % pipscribe: figures\n  \\begin{figure}[htbp]\n"),
        "{drawn}"
    );
    assert!(
        drawn.contains("\\begin{tabular}{rll}\nturn & by & played \\\\\n\\hline\n1 & White & \\texttt{b3} \\\\\n"),
        "{drawn}"
    );
    let pdf = std::fs::read(folder.path().join("book-pips-two.pdf")).unwrap();
    assert!(pdf.starts_with(b"%PDF"));
    Run::new(&["figures", "--format", "svg", &folder.file("svg.tex", &page)])
        .done()
        .expect_status(0);
    assert!(
        std::fs::read_to_string(folder.path().join("svg.tex"))
            .unwrap()
            .contains("\\includesvg[width=")
    );
    let wrong = page.replace("turn=2", "turn=x");
    assert!(
        reported(&folder, "wrong.tex", &wrong)
            .starts_with("pipscribe: wrong.tex:2:14: `turn` is a number")
    );
    let wrong = page.replace(
        "2. a2-c4 *\n\\end{pips}\n\nText",
        "2. a2-c5 *\n\\end{pips}\n\nText",
    );
    assert!(
        reported(&folder, "wrong.tex", &wrong)
            .starts_with("pipscribe: wrong.tex:7:13: gipf/not-in-line")
    );
    let wrong = commented.replace("a2-c4", "a2-c5");
    assert!(
        reported(&folder, "wrong.tex", &wrong)
            .starts_with("pipscribe: wrong.tex:5:16: gipf/not-in-line")
    );
}

#[test]
fn a_hidden_record_is_folded_away_and_still_found() {
    let folder = Folder::new("figures-hidden");
    let listed = |text: &str| format!("- {}", text.replace('\n', "\n  ")).replace("\n  \n", "\n\n");
    for page in [
        block(" {hidden}", RECORD),
        format!("Text\n{}Text\n", block(" hidden,figure=none", RECORD)),
        listed(&block(",hidden", RECORD)).trim_end().to_owned() + "\n",
        format!("{}\n{}", block(" hidden", RECORD), block(" hidden", RECORD)),
        block(" {hidden}", RECORD).replace('\n', "\r\n"),
    ] {
        let shown = drawn(&folder, "page.md", &page, &[]);
        let path = folder.path().join("page.md").display().to_string();
        let blocks = page.matches("```pips").count();
        assert_eq!(
            shown.matches("<details><summary>Record</summary>").count(),
            blocks,
            "{shown}"
        );
        assert_eq!(
            shown.matches("<!-- pipscribe: shown --></details>").count(),
            blocks,
            "{shown}"
        );
        // Other commands find the hidden record, too.
        let reported = Run::new(&["check", &path]).done().stderr();
        assert!(
            reported.starts_with(&format!("{blocks} record")),
            "{reported}"
        );
        Run::new(&["fmt", "--check", &path]).done().expect_status(0);
        // Showing the record again restores the document.
        let plain = |text: &str| {
            text.replace("hidden,figure=none", "figure=none")
                .replace("hidden", "illegal=no")
        };
        let again = drawn(
            &folder,
            "page.md",
            &plain(&shown).replace("pipscribe: illegal=no", "pipscribe: hidden"),
            &[],
        );
        assert_eq!(
            again,
            drawn(&folder, "page.md", &plain(&page), &[]),
            "{shown}"
        );
    }
    let page =
        format!("a\n  % pips: hidden, turn=1\n  \\begin{{pips}}\n{RECORD}  \\end{{pips}}\nb\n");
    let shown = drawn(&folder, "page.tex", &page, &[]);
    assert!(
        shown.starts_with(
            "a\n  \\iffalse % pipscribe: hidden\n  % pips: hidden, turn=1\n  \\begin{pips}\n"
        ),
        "{shown}"
    );
    assert!(
        shown.contains("  \\end{pips}\n  \\fi % pipscribe: shown\n\n  % pipscribe: figures\n"),
        "{shown}"
    );
    let back = drawn(
        &folder,
        "page.tex",
        &shown.replace("hidden, turn=1", "turn=1"),
        &[],
    );
    assert_eq!(
        back,
        drawn(
            &folder,
            "page.tex",
            &page.replace("hidden, turn=1", "turn=1"),
            &[]
        )
    );
    let comment = drawn(
        &folder,
        "page.tex",
        "%```pips hidden\n%[Game \"gipf\"]\n%[Variant \"basic\"]\n% *\n%```\n",
        &[],
    );
    assert!(
        !comment.contains("iffalse"),
        "comments are never shown: {comment}"
    );
}

#[test]
fn a_link_opens_the_player_of_a_record() {
    let folder = Folder::new("figures-player");
    let page = format!(
        "{}\n{}",
        block(" player turn=1", RECORD),
        block(" player=\"https://a.b/c\" figure=none", RECORD)
    );
    let shown = drawn(&folder, "page.md", &page, &["--dir", "play"]);
    assert!(
        shown.contains("\n[Play it through](play/page-pips-1.html)\n"),
        "{shown}"
    );
    assert!(
        shown.contains("\n[Play it through](https://a.b/c)\n"),
        "{shown}"
    );
    let html = std::fs::read_to_string(folder.path().join("play/page-pips-1.html")).unwrap();
    assert!(
        html.starts_with("<!DOCTYPE html>") && html.contains("a2-c4"),
        "{html}"
    );
    let path = folder.file("page.md", &shown.replace(" player turn=1", " turn=1"));
    Run::new(&["figures", "--dir", "play", "--prune", &path])
        .done()
        .expect_status(0);
    assert!(!folder.path().join("play/page-pips-1.html").exists());
    let latex = format!("% pips: player, figure=none\n\\begin{{pips}}\n{RECORD}\\end{{pips}}\n");
    let shown = drawn(&folder, "page.tex", &latex, &[]);
    assert!(
        shown.contains("\\href{page-pips-1.html}{Play it through}"),
        "{shown}"
    );
    Run::new(&["figures", &folder.file("page.typ", "= Page\n")])
        .done()
        .expect_status(2)
        .expect_stderr("Typst draws the figures itself");
}

#[test]
fn png_images_are_written() {
    let folder = Folder::new("figures-png");
    let page = drawn(
        &folder,
        "a b.md",
        &block("", RECORD),
        &["--format", "png", "--scale", "1"],
    );
    assert!(page.contains("](a%20b-pips-1.png)"), "{page}");
    assert!(
        std::fs::read(folder.path().join("a b-pips-1.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    Run::new(&[
        "figures",
        "--prune",
        "--check",
        "--format",
        "png",
        "--scale",
        "1",
        &folder.path().join("a b.md").display().to_string(),
    ])
    .done()
    .expect_status(0);
}

/// The texts of a block are in its language, and switches need no value.
#[test]
fn a_block_uses_its_language() {
    let folder = Folder::new("block-in-german");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 3. h1-h3 *\n";
    let page = folder.file(
        "page.md",
        &format!("```pips,from=2,renumber,lang=de,number,table,player\n{record}```\n"),
    );
    Run::new(&["figures", &page]).done().expect_status(0);
    let made = std::fs::read_to_string(&page).unwrap();
    for said in [
        "![Abbildung 1: Züge 2 bis 3; 1 ist Zug 2.",
        "| Zug | von | gespielt |",
        "| 2 | Schwarz | `a2-c4` |",
        "[Durchspielen](",
    ] {
        assert!(made.contains(said), "{said}: {made}");
    }
}

#[test]
fn a_block_shows_a_line_and_its_turns() {
    let folder = Folder::new("figures-line");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 (2. d2 3. f2) 3. f7 *\n";
    let drawn = drawn(
        &folder,
        "page.md",
        &block(",line=2.1/2,table,from=2", record),
        &[],
    );
    let rows: Vec<&str> = drawn
        .lines()
        .filter(|line| line.starts_with("| "))
        .collect();
    assert!(
        rows.len() >= 4 && rows.iter().any(|row| row.contains("d2")),
        "{drawn}"
    );
    assert!(
        !rows
            .iter()
            .any(|row| row.contains("f7") || row.contains("a2-c4")),
        "{drawn}"
    );
    assert!(drawn.contains("Turns 2 to 3"), "{drawn}");
    let error = reported(&folder, "wrong.md", &block(",line=2.2", record));
    assert!(
        error.contains("wrong.md:1:14: turn `2` has no variation 2: it has 1"),
        "{error}"
    );
}

/// The block becomes a table with the solutions of the puzzles before it, each with the number of
/// its figure.
#[test]
fn solutions_are_put_at_the_end_of_a_chapter() {
    let folder = Folder::new("figures-solutions");
    let puzzle = |goal: &str| {
        format!(
            "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {{[%puzzle {goal}]}} 2. c2 (2. {{[%solution]}} f2) 3. f7 *\n"
        )
    };
    let chapter = [
        block(",number", &puzzle("win 3")),
        block(",number", &puzzle("save")),
        block(" solutions", ""),
    ];
    let page = [
        &chapter[..],
        &[block("", &puzzle("only")), block(",solutions", "")],
    ]
    .concat()
    .join("\n");
    let drawn = drawn(&folder, "page.md", &page, &[]);
    let rows: Vec<&str> = drawn
        .lines()
        .filter(|line| line.starts_with('|') && !line.contains("--"))
        .collect();
    let expected = [
        "puzzle | task | solution",
        "1 | Black to move and win in 3 turns | 2. c2 3. f7",
        "1 | or | 2. f2",
        "2 | Black to move and not lose | 2. c2 3. f7",
        "2 | or | 2. f2",
        "puzzle | task | solution",
        "3 | Black to move: only one turn is good | 2. c2 3. f7",
        "3 | or | 2. f2",
    ];
    let plain = |row: &&str| row.trim_matches(['|', ' ']).replace(['`', '\\'], "");
    assert_eq!(rows.iter().map(plain).collect::<Vec<_>>(), expected);
    // The figures show the puzzles, and the solutions on request.
    let words: Vec<&str> = drawn
        .lines()
        .filter(|line| line.starts_with("!["))
        .collect();
    assert!(
        words
            .iter()
            .all(|words| words.contains("Placed by the last turn: b3.")),
        "{drawn}"
    );
    let shown = self::drawn(
        &folder,
        "shown.md",
        &block(",solution", &puzzle("win 3")),
        &[],
    );
    assert!(shown.contains("Placed by the last turn: f7."), "{shown}");
    let error = reported(&folder, "none.md", &block(" solutions", ""));
    assert!(
        error.contains("there is no puzzle before this block"),
        "{error}"
    );
}
