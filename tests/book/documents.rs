//! `pipscribe figures`: documents in their different forms and with unusual names.

use std::fs;

use crate::support::{Folder, Run, file_names};

const RECORD: &str = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c4 *\n";

fn block(attributes: &str) -> String {
    format!("```pips{attributes}\n{RECORD}```\n")
}

/// The document with its figures; drawing them again changes nothing.
fn drawn(folder: &Folder, name: &str, page: &str) -> String {
    let path = folder.file(name, page);
    Run::new(&["figures", "--quiet", &path])
        .done()
        .expect_status(0);
    let drawn = fs::read_to_string(&path).unwrap();
    let again = Run::new(&["figures", "--check", &path]).done();
    assert_eq!(
        (again.status(), again.stdout().as_str()),
        (Some(0), ""),
        "{drawn}"
    );
    drawn
}

fn reported(folder: &Folder, name: &str, page: &str) -> String {
    let path = folder.file(name, page);
    let output = Run::new(&["figures", "--quiet", &path])
        .done()
        .expect_status(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), page);
    output.stderr().replace(&path, name)
}

#[test]
fn the_last_line_needs_no_line_end() {
    let folder = Folder::new("documents-last-line");
    let region = "<!-- pipscribe: figures -->\n\n![x](x.svg)\n\n<!-- pipscribe: end -->";
    let quoted = block("")
        .lines()
        .map(|line| format!("> {line}\n"))
        .collect::<String>();
    let latex = format!("\\begin{{pips}}\n{RECORD}\\end{{pips}}");
    for (name, page) in [
        ("text.md", "just text".to_owned()),
        ("empty.md", String::new()),
        ("returns.md", "a\rb".to_owned()),
        ("block.md", block("").trim_end().to_owned()),
        (
            "windows.md",
            block(" hidden").trim_end().replace('\n', "\r\n"),
        ),
        ("quoted.md", quoted.trim_end().to_owned()),
        ("region.md", format!("{}\n{region}", block(""))),
        ("left-over.md", region.to_owned()),
        ("page.qmd", block(" hidden").trim_end().to_owned()),
        ("page.mdx", block(" hidden").trim_end().to_owned()),
        ("text.tex", "just text".to_owned()),
        ("block.tex", latex.clone()),
        ("hidden.tex", format!("% pips: hidden\n{latex}")),
        ("windows.tex", latex.replace('\n', "\r\n")),
    ] {
        let made = drawn(&folder, name, &page);
        assert_eq!(made.contains("pips-1."), page.contains("gipf"), "{made}");
        Run::new(&[
            "figures",
            "--prune",
            "--asked",
            "--check",
            &folder.file(name, &page),
        ])
        .done();
    }
}

#[test]
fn a_record_in_a_comment_vanishes_and_is_found_again() {
    let folder = Folder::new("documents-comment");
    for (name, hidden) in [
        (
            "page.md",
            ["<!-- pipscribe: hidden", "pipscribe: shown -->"],
        ),
        (
            "page.mdx",
            ["{/* pipscribe: hidden", "pipscribe: shown */}"],
        ),
    ] {
        let page = block(" hidden=comment");
        let made = drawn(&folder, name, &page);
        let [open, close] = hidden;
        assert!(
            made.starts_with(&format!("{open}\n{page}{close}\n")),
            "{made}"
        );
        // Without the attribute, the record is shown again.
        let shown = drawn(&folder, name, &made.replace(" hidden=comment", ""));
        assert!(shown.starts_with(&block("")), "{shown}");
        assert!(!shown.contains("pipscribe: hidden"), "{shown}");
    }
    let ended = block(" hidden=comment").replace("1. b3", "{-->} 1. b3");
    assert!(
        reported(&folder, "ended.md", &ended).contains("this record contains `-->`"),
        "a record must not end its comment"
    );
}

#[test]
fn a_block_of_solutions_leaves_no_empty_box() {
    let folder = Folder::new("documents-solutions");
    let record = RECORD.replace("1. b3 2. a2-c4", "{[%puzzle save]} 1. b3");
    let page = format!("```pips\n{record}```\n\n```pips,solutions\n```\n");
    let made = drawn(&folder, "page.md", &page);
    assert!(
        made.contains("<!-- pipscribe: hidden\n```pips,solutions\n```\npipscribe: shown -->\n"),
        "{made}"
    );
}

#[test]
fn pruning_works_in_the_current_folder() {
    let folder = Folder::new("documents-prune");
    folder.file("book.md", "# no more blocks\n");
    folder.file("book-pips-1.svg", "left over");
    let run = |arguments: &[&str]| Run::new(arguments).current_dir(folder.path()).done();
    assert_eq!(
        run(&["figures", "--prune", "--check", "book.md"])
            .expect_status(1)
            .stdout(),
        "./book-pips-1.svg\n"
    );
    run(&["figures", "--prune", "book.md"])
        .expect_status(0)
        .expect_stderr("1 file changed");
    assert_eq!(file_names(folder.path()), ["book.md"]);
    run(&["figures", "--prune", "--dir", "book.md", "book.md"])
        .expect_status(2)
        .expect_stderr("reading ");
    run(&["figures", "."])
        .expect_status(2)
        .expect_stderr("is a folder");
}

/// An image that is in use stays, whatever escapes its name has in the document.
#[test]
fn names_are_escaped_and_found_again() {
    let folder = Folder::new("documents-names");
    for name in [
        "a(b)", "a&b", "a b", "a%b", "[a]", "a`b", "a:b", "a\nb", "{a}", "a*b",
    ] {
        let path = folder.file(
            &format!("{name}.md"),
            &format!("{}\n{}", block(""), block(" width=5cm")),
        );
        for arguments in [
            &["figures", "--prune"][..],
            &["figures", "--prune", "--check"],
        ] {
            Run::new(&[arguments, &[&path]].concat())
                .done()
                .expect_status(0);
        }
        let page = fs::read_to_string(&path).unwrap();
        for number in 1..=2 {
            assert!(
                folder
                    .path()
                    .join(format!("{name}-pips-{number}.svg"))
                    .exists(),
                "{page}"
            );
            assert!(page.contains(&format!("-pips-{number}.svg")), "{page}");
        }
        assert_eq!(
            page.lines().filter(|line| line.contains("-pips-")).count(),
            2,
            "{page}"
        );
    }
    let latex = format!("\\begin{{pips}}\n{RECORD}\\end{{pips}}\n");
    for (name, written) in [
        ("a%b", "{a\\csname c_percent_str\\endcsname b-pips-1.pdf}"),
        ("a#b", "{a\\csname c_hash_str\\endcsname b-pips-1.pdf}"),
        (
            "a{b",
            "{a\\csname c_left_brace_str\\endcsname b-pips-1.pdf}",
        ),
        (
            "a\\b",
            "{a\\csname c_backslash_str\\endcsname b-pips-1.pdf}",
        ),
        ("a_b c", "{a_b c-pips-1.pdf}"),
        (
            "a% b",
            "{a\\csname c_percent_str\\endcsname \\csname c_space_tl\\endcsname b-pips-1.pdf}",
        ),
    ] {
        let path = folder.file(&format!("{name}.tex"), &latex);
        Run::new(&["figures", "--prune", &path])
            .done()
            .expect_status(0);
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains(written), "{page}");
        assert!(
            folder.path().join(format!("{name}-pips-1.pdf")).exists(),
            "{page}"
        );
    }
    assert!(reported(&folder, "a\"b.tex", &latex).contains("rename the document"));
}

#[test]
fn labels_of_latex_are_written_as_given() {
    let folder = Folder::new("documents-labels");
    let labelled = |label: &str| {
        format!("% pips: turn=1, label={label}\n\\begin{{pips}}\n{RECORD}\\end{{pips}}\n\n")
    };
    let made = drawn(
        &folder,
        "page.tex",
        &(labelled("row_1") + &labelled("row-1")),
    );
    assert!(
        made.contains("\\label{fig:row_1}") && made.contains("\\label{fig:row-1}"),
        "{made}"
    );
    // The second figure has no label of its own, so it gets a generated one, which the first one
    // has already.
    let unnamed = labelled("page-pips-2") + &labelled("x").replace(", label=x", "");
    assert!(
        reported(&folder, "page.tex", &unnamed).contains("both have the label `fig:page-pips-2`")
    );
    assert!(
        reported(&folder, "page.tex", &(labelled("a.b") + &labelled("a:b")))
            .contains("both be called `a-b`")
    );
}

/// `#fig:push` is the usual label of Pandoc.
#[test]
fn labels_may_contain_colons() {
    let folder = Folder::new("documents-label-colons");
    for (index, info) in [" #fig:a", " {#fig:a}", ",label=fig:a"].iter().enumerate() {
        let made = drawn(&folder, &format!("{index}.md"), &block(info));
        assert!(
            made.contains("<a id=\"fig:a\"></a>") && made.contains("-pips-fig-a.svg"),
            "{made}"
        );
    }
    for (name, info) in [
        ("first.md", "{.pips #fig:a}"),
        ("last.md", "{#fig:a .pips}"),
    ] {
        let made = drawn(&folder, name, &format!("```{info}\n{RECORD}```\n"));
        assert!(made.contains("<a id=\"fig:a\"></a>"), "{made}");
    }
    // knitr accepts both quotes.
    let made = drawn(
        &folder,
        "cell.qmd",
        &format!("```{{pips, fig.cap='a b'}}\n{RECORD}```\n"),
    );
    assert!(made.contains("![a b. "), "{made}");
}

/// Numbers give way to the labels of the document, also to those of later blocks.
#[test]
fn numbers_of_figures_leave_out_labels() {
    let folder = Folder::new("documents-numbers");
    let page = [" #2", "", " #3", "", ""].map(block).join("\n");
    let made = drawn(&folder, "page.md", &page);
    let images: Vec<&str> = made
        .split("](page-pips-")
        .skip(1)
        .filter_map(|rest| rest.split('.').next())
        .collect();
    assert_eq!(images, ["2", "4", "3", "5", "6"], "{made}");

    let twice = reported(
        &folder,
        "twice.md",
        &format!("{}\n{}", block(" #a.b"), block(" #a:b")),
    );
    assert!(
        twice.contains("both be called `a-b`: this one and the one of line 1"),
        "{twice}"
    );
    let one_file = reported(
        &folder,
        "case.md",
        &format!("{}\n{}", block(" #a"), block(" #A")),
    );
    assert!(
        one_file.contains("called `a` and `A`, which are one file on macOS and Windows: this one"),
        "{one_file}"
    );
}

#[test]
fn an_empty_caption_is_left_out() {
    let folder = Folder::new("documents-empty-caption");
    for info in [" caption=\"\"", " caption=\" \""] {
        let made = drawn(&folder, "page.md", &block(info));
        assert!(made.contains("![White single pieces"), "{made}");
    }
    let numbered = drawn(&folder, "page.md", &block(" number caption=\"\""));
    assert!(
        numbered.contains("![Figure 1. White single pieces"),
        "{numbered}"
    );
}

/// References name the label as its author wrote it.
#[test]
fn labels_of_latex_begin_with_fig_once() {
    let folder = Folder::new("documents-label-prefix");
    let labelled = |label: &str| {
        format!("% pips: turn=1, label={label}\n\\begin{{pips}}\n{RECORD}\\end{{pips}}\n\n")
    };
    let made = drawn(
        &folder,
        "page.tex",
        &(labelled("fig:x") + &labelled("figure") + &labelled("tab:y")),
    );
    for label in ["fig:x", "fig:figure", "fig:tab:y"] {
        assert!(made.contains(&format!("\\label{{{label}}}")), "{made}");
    }
    assert!(made.contains("{page-pips-fig-x.pdf}"), "{made}");
    // Both figures would have the label `fig:x`.
    let twice = labelled("fig:x") + &labelled("x");
    assert!(
        reported(&folder, "page.tex", &twice).contains("both have the label `fig:x`"),
        "{twice}"
    );
}

/// TeX counts conditionals even between `\iffalse` and `\fi`.
#[test]
fn conditionals_of_tex_in_a_record_are_not_hidden() {
    let folder = Folder::new("documents-conditionals");
    let hidden = |comment: &str| {
        let record = RECORD.replace(" 2.", &format!(" {{{comment}}} 2."));
        format!("% pips: hidden\n\\begin{{pips}}\n{record}\\end{{pips}}\n")
    };
    for (comment, conditional) in [
        ("the \\fi ends", "`\\fi`"),
        ("see \\iftrue here", "`\\iftrue`"),
        ("\\else", "`\\else`"),
        ("\\or", "`\\or`"),
        ("\\ifx", "`\\ifx`"),
    ] {
        let reported = reported(&folder, "page.tex", &hidden(comment));
        assert!(
            reported.starts_with("pipscribe: page.tex:2:1: this record contains ")
                && reported.contains(conditional),
            "{reported}"
        );
        // A record that is shown may contain them.
        drawn(
            &folder,
            "shown.tex",
            &hidden(comment).replace("hidden", "turn=1"),
        );
    }
    for comment in ["line\\\\fi", "\\final", "\\iff"] {
        drawn(&folder, "page.tex", &hidden(comment));
    }
}

/// In a box, LaTeX stops at a figure that floats.
#[test]
fn figures_in_boxes_do_not_float() {
    let folder = Folder::new("documents-boxes");
    let latex = |attributes: &str| {
        format!("% pips: {attributes}\n\\begin{{pips}}\n{RECORD}\\end{{pips}}\n")
    };
    for (open, close) in [
        ("\\begin{minipage}{5cm}", "\\end{minipage}"),
        ("\\begin{multicols}{2}", "\\end{multicols}"),
        ("\\parbox{5cm}{", "}"),
    ] {
        let page = format!(
            "{open}\n{}{close}\n",
            latex("turn=1, label=x, caption=\"A & B\"")
        );
        let made = drawn(&folder, "page.tex", &page);
        assert!(!made.contains("\\begin{figure}"), "{made}");
        assert!(
            made.contains(
                "\\begin{center}\n\\refstepcounter{figure}\\label{fig:x}%\n\\includegraphics"
            ),
            "{made}"
        );
        assert!(
            made.contains("\n\\par\\figurename~\\thefigure: A \\& B\n\\end{center}\n"),
            "{made}"
        );
    }

    let in_figure = |attributes: &str| {
        let block = latex(attributes);
        format!("\\begin{{figure}}\n{block}\\caption{{Mine}}\\label{{fig:mine}}\n\\end{{figure}}\n")
    };
    let made = drawn(&folder, "page.tex", &in_figure("turn=1, caption=\"A\""));
    assert_eq!(made.matches("\\begin{figure}").count(), 1, "{made}");
    assert!(
        made.contains("\n\\begin{center}\n\\includegraphics")
            && made.contains("\n\\par A\n\\end{center}\n"),
        "{made}"
    );
    for attribute in ["label=x", "number"] {
        let reported = reported(&folder, "page.tex", &in_figure(attribute));
        assert!(
            reported.contains("page.tex:3:1: the `figure` around this block has its own number"),
            "{reported}"
        );
    }
    // After the box, figures float again.
    let after = format!(
        "\\begin{{minipage}}{{5cm}}\na\n\\end{{minipage}}\n{}",
        latex("turn=1")
    );
    assert!(drawn(&folder, "page.tex", &after).contains("\\begin{figure}[htbp]"));
}

#[test]
fn solutions_in_latex_have_the_numbers_of_their_figures() {
    let folder = Folder::new("documents-solutions");
    let puzzle = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%puzzle win 3]} 2. c2 3. f7 *\n";
    let latex = |attributes: &str, record: &str| {
        format!("% pips: {attributes}\n\\begin{{pips}}\n{record}\\end{{pips}}\n\n")
    };
    let page = latex("turn=1", RECORD)
        + &latex("label=mine", puzzle)
        + &latex("figure=none", puzzle)
        + &latex("solutions", "");
    let made = drawn(&folder, "page.tex", &page);
    assert!(made.contains("\\\\\n\\hline\n\\ref{fig:mine} & "), "{made}");
    assert!(
        made.contains("\n2 & "),
        "a puzzle without a figure is counted: {made}"
    );
    assert!(
        made.contains("p{0.6\\dimexpr\\linewidth-4\\tabcolsep-4em\\relax}"),
        "{made}"
    );
}

/// A block may have several records. The row of a puzzle refers to the figure of its own record,
/// and that of a puzzle without a figure to none.
#[test]
fn puzzles_of_a_block_refer_to_their_own_figures() {
    let folder = Folder::new("documents-puzzles-of-a-block");
    let shown = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 {[%puzzle win 3] [%diagram]} 2. c2 3. f7 *\n";
    let not_shown = shown.replace(" [%diagram]", "");
    let page = format!(
        "% pips: label=pair figure=all\n\\begin{{pips}}\n{shown}\n{not_shown}\n{shown}\\end{{pips}}\n\n% pips: solutions\n\\begin{{pips}}\n\\end{{pips}}\n"
    );
    let made = drawn(&folder, "page.tex", &page);
    let first_cells: Vec<&str> = made
        .lines()
        .filter(|line| line.ends_with("\\tabularnewline"))
        .filter_map(|line| line.split(" & ").next())
        .collect();
    let puzzles = ["\\ref{fig:pair-1}", "2", "\\ref{fig:pair-2}"];
    assert_eq!(first_cells, puzzles, "{made}");
}

#[test]
fn cells_are_read_with_their_options() {
    let folder = Folder::new("documents-cells");
    let cell = |head: &str, options: &str| format!("```{{pips{head}\n{options}{RECORD}```\n");
    for page in [
        cell(
            "}",
            "#| label: fig-x\n#| fig-cap: \"A: cap\"\n#| echo: false\n#| turn: 1\n#| warning: false\n",
        ),
        cell(", turn=1, echo=FALSE, fig.cap=\"A: cap\", label=fig-x}", ""),
        cell("} turn=1", ":caption: A: cap\n:label: fig-x\n:hidden:\n\n"),
        cell(
            "}",
            "---\nlabel: fig-x\ncaption: 'A: cap'\nturn: 1\nhidden: true\n---\n",
        ),
        cell(
            "}",
            "#| fig-cap: >\n#|   A:\n#|   cap\n#| label: fig-x\n#| include: true\n#| echo: false\n#| turn: 1\n",
        ),
    ] {
        for page in [
            page.clone(),
            format!("> {}", page.trim_end().replace('\n', "\n> ")),
            page.replace('\n', "\r\n"),
        ] {
            let made = drawn(&folder, "page.qmd", &page);
            assert!(
                made.contains("<details>") && made.contains("![A: cap. White single pieces on b3"),
                "{made}"
            );
            assert!(made.contains("](page-pips-fig-x.svg)"), "{made}");
            let path = folder.path().join("page.qmd").display().to_string();
            Run::new(&["check", &path])
                .done()
                .expect_status(0)
                .expect_stderr("1 record checked");
            Run::new(&["fmt", "--check", &path]).done().expect_status(0);
        }
    }
    let wrong = reported(
        &folder,
        "wrong.qmd",
        &cell("}", "#| turn: 1\n#| fig-cap: x\n#| trun: 2\n"),
    );
    assert!(
        wrong.starts_with(
            "pipscribe: wrong.qmd:4:4: unknown attribute `trun`: did you mean `turn`?"
        ),
        "{wrong}"
    );
    let wrong = reported(&folder, "wrong.qmd", &cell("}", "#| turn: x\n"));
    assert!(
        wrong.starts_with("pipscribe: wrong.qmd:2:10: `turn` is a number"),
        "{wrong}"
    );
    // An option that announces an illegal record also applies to `check`.
    let illegal = cell("}", "#| illegal: true\n").replace("a2-c4", "a2-c5");
    Run::new(&["check", &folder.file("illegal.qmd", &illegal)])
        .done()
        .expect_status(0);
}

/// The block announces the illegal turn, and shows it with the marks after that turn.
#[test]
fn an_announced_illegal_turn_is_shown_with_its_marks() {
    let folder = Folder::new("documents-illegal");
    let record = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 2. a2-c5 {COMMAND [%circle c5] [%arrow a2>c5]} *\n";
    let image = |attributes: &str, command: &str| {
        drawn(
            &folder,
            "page.md",
            &format!(
                "```pips{attributes}\n{}```\n",
                record.replace("COMMAND ", command)
            ),
        );
        fs::read_to_string(folder.path().join("page-pips-1.svg")).unwrap()
    };
    let expected = image(" caption=x", "[%expect gipf/not-in-line] [%diagram] ");
    assert!(
        expected.contains("Marked with a circle: c5") && expected.contains("Arrows from a2 to c5"),
        "{expected}"
    );
    assert_eq!(image(" caption=x illegal=gipf/not-in-line", ""), expected);
    assert_eq!(image(" caption=x illegal", ""), expected);
    assert_eq!(image(" caption=x illegal", "[%diagram] "), expected);
    // The block may ask for another position.
    assert!(!image(" turn=1 illegal", "").contains("Arrows"));
}

#[test]
fn a_piece_that_begins_a_paragraph_stays_in_it() {
    let folder = Folder::new("documents-pieces");
    let record = block("");
    let listed = record.trim_end().replace('\n', "\n  ");
    for page in [
        "![](pip:W)\nis a *white* piece.\n".to_owned(),
        format!("- ![](pip:W)\n  {listed}\n"),
        format!(
            "> ![](pip:W)\n{}",
            record
                .lines()
                .map(|line| format!("> {line}\n"))
                .collect::<String>()
        ),
        format!("![](pip:W) \n{record}"),
        format!("![](pip:W)\n===\n\n1. ![a|b `c`](pip:b)\n   - x\n\n{record}"),
    ] {
        let count = |page: &str| {
            Run::new(&["check", &folder.file("page.md", page)])
                .done()
                .stderr()
        };
        let before = count(&page);
        let made = drawn(&folder, "page.md", &page);
        assert!(made.contains("><!-- -->"), "{made}");
        assert_eq!(count(&made), before, "{made}");
    }
    // Nothing needs to be added to a piece in a sentence, or to a piece that is a paragraph by
    // itself.
    assert!(
        !drawn(
            &folder,
            "page.md",
            "![](pip:W) is\n\n![](pip:W)\n\nx\n![](pip:b)\n"
        )
        .contains("<!--")
    );
}

/// Changes that could not be written are not counted.
#[test]
fn only_what_was_written_is_counted() {
    let folder = Folder::new("documents-unwritten");
    let path = folder.file("page.md", &block(""));
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let output = Run::new(&["figures", &path]).done().expect_status(2);
    assert!(
        output
            .stderr()
            .ends_with("0 figures in 1 document: 1 file changed\n"),
        "{}",
        output.stderr()
    );
}

/// Two documents never share an image: one of them would show the figures of the other.
#[test]
fn documents_that_would_share_an_image_are_refused() {
    let folder = Folder::new("documents-shared");
    let other = block("").replace("2. a2-c4", "2. h1-h3");
    let refused = |arguments: &[&str], pages: &[(&str, String)]| {
        let paths: Vec<String> = pages
            .iter()
            .map(|(name, page)| folder.file(name, page))
            .collect();
        let files = file_names(folder.path());
        let mut line = [&["figures"], arguments].concat();
        line.extend(paths.iter().map(String::as_str));
        let output = Run::new(&line).done().expect_status(2);
        assert_eq!(file_names(folder.path()), files, "nothing is written");
        for ((_, page), path) in pages.iter().zip(&paths) {
            assert_eq!(fs::read_to_string(path).unwrap(), *page);
            assert!(output.stderr().contains(path.as_str()), "{path}");
        }
        output.stderr()
    };
    let reported = refused(&[], &[("x.md", block("")), ("x.qmd", other.clone())]);
    assert!(
        reported.contains("would both write x-pips-1.svg: "),
        "{reported}"
    );
    refused(&[], &[("p.md", block("")), ("p.markdown", other.clone())]);
    refused(&[], &[("q.md", block(" #a")), ("Q.mdx", block(" #A"))]);
    refused(
        &["--dir", "../img"],
        &[("p/a/d.md", block("")), ("p/b/d.md", other.clone())],
    );
    refused(
        &["--check"],
        &[
            ("a.md", block(" #b-pips-1")),
            ("a-pips-b.md", other.clone()),
        ],
    );
    let pieces = "A ![](pip:W)\n".to_owned();
    refused(&[], &[("w.md", pieces.clone()), ("w.qmd", pieces)]);

    // Their images have different names, or they are one document.
    let latex = format!("\\begin{{pips}}\n{RECORD}\\end{{pips}}\n");
    for (first, second) in [
        (("y.md", block("")), ("y.tex", latex)),
        (("z.md", block(" #a")), ("z.qmd", block(" #b"))),
        (("n.md", block("")), ("n.qmd", "text".to_owned())),
        (("o.md", block("")), ("o.md", block(""))),
        (("r/d.md", block("")), ("s/d.md", other.clone())),
    ] {
        let [first, second] = [first, second].map(|(name, page)| folder.file(name, &page));
        Run::new(&["figures", "--quiet", &first, &second])
            .done()
            .expect_status(0);
    }
}

/// In two runs, the second document would take the images of the first.
#[test]
fn an_image_of_another_document_is_not_changed_silently() {
    let folder = Folder::new("documents-siblings");
    drawn(&folder, "x.md", &block(""));
    let copy = folder.file("x.qmd", &block(""));
    let stderr = |arguments: &[&str]| {
        let output = Run::new(&[&["figures", "--quiet"], arguments, &[&copy]].concat()).done();
        output.stderr()
    };
    assert_eq!(stderr(&[]), "", "both show the same figure");
    folder.file("x.qmd", &block("").replace("2. a2-c4", "2. h1-h3"));
    for arguments in [&["--check"][..], &[]] {
        let reported = stderr(arguments);
        assert!(
            reported.contains("x-pips-1.svg") && reported.contains("x.md refers to it too"),
            "{reported}"
        );
    }
    assert_eq!(stderr(&["--dir", "img"]), "");
}
