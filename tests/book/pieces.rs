//! Pieces, dice and cards in the text of documents.

use pipscribe::draw::{Figure, Length, Paper, Theme, set_piece};
use pipscribe::games::{Context, named_piece};
use pipscribe::publish::book::typst_piece;
use serde_json::json;

use crate::support::{Folder, Run};

/// A name of each game, its text description, and its file name.
const NAMES: [(&str, &str, &str); 9] = [
    ("w", "white piece", "white"),
    ("W", "white GIPF piece", "white-gipf"),
    ("B", "black GIPF piece", "black-gipf"),
    ("pippinzip/b", "black stone", "black-stone"),
    ("L5", "light die 5", "light-5"),
    ("D53", "dark die 5, north 3", "dark-5-3"),
    ("33", "card 33", "card-33"),
    ("twin-works/33", "card 33", "card-twin-works-33"),
    ("pipe/twin-works/33", "card 33", "card-twin-works-33"),
];

fn svg(name: &str) -> String {
    let figure = Figure::plain(named_piece(name, &Context::default()).unwrap().scene);
    let ten = "10pt".parse::<Length>().unwrap();
    set_piece(&figure, ten, &Theme::default(), &Paper::default()).pictures[0]
        .text
        .clone()
}

/// The number of an attribute of the outermost element, without its unit.
fn measure(svg: &str, name: &str) -> f64 {
    let (_, rest) = svg.split_once(&format!(" {name}=\"")).unwrap();
    rest.split_once("pt\"").unwrap().0.parse().unwrap()
}

#[test]
fn every_game_has_pieces_for_the_text() {
    for (name, words, file) in NAMES {
        let piece = named_piece(name, &Context::default()).unwrap();
        assert_eq!(
            (piece.scene.title.as_str(), piece.file.as_str()),
            (words, file),
            "{name}"
        );
        let svg = svg(name);
        // 1.2 times as high as a capital letter, at ten points.
        assert!(
            (measure(&svg, "height") - 9.0).abs() < 0.05,
            "{name}: {svg}"
        );
        let wide = if name.ends_with("33") {
            17.0..20.0
        } else {
            9.0..10.0
        };
        assert!(wide.contains(&measure(&svg, "width")), "{name}: {svg}");
        assert!(
            !svg.contains("<text") && !svg.contains("class=\"ground\""),
            "{name}: {svg}"
        );
    }
}

#[test]
fn the_pips_of_a_die_show_how_it_lies() {
    assert_ne!(svg("L21"), svg("L23"));
    assert_eq!(svg("L2"), svg("pippip/L2"));
    assert_eq!(svg("L5").matches("<circle").count(), 5);
}

#[test]
fn names_without_a_piece_are_refused_with_those_that_there_are() {
    let refused = |name: &str| {
        named_piece(name, &Context::default())
            .unwrap_err()
            .to_string()
    };
    for name in [
        "Q",
        "",
        "L7",
        "L16",
        "D",
        "L",
        "gipf/L5",
        "pippinzip/W",
        "-3",
        "wé",
    ] {
        let message = refused(name);
        assert!(
            message.starts_with(&format!(
                "unknown piece `{name}`: `w`, `b`, `W` and `B` are"
            )),
            "{message}"
        );
        assert!(
            message.contains("`L1` to `L6`") && message.contains("`twin-works/33`"),
            "{message}"
        );
    }
    assert_eq!(
        refused("99"),
        "the deck `twin-works` has no card 99: its cards are 1 to 48"
    );
    assert_eq!(
        refused("mine/3"),
        "unknown deck `mine` (the known decks are twin-works)"
    );
}

#[test]
fn markdown_shows_them_as_images() {
    let folder = Folder::new("pieces-markdown");
    let page = "A ![](pip:W) takes ![a dark <die>](pip:D3).\n\n- ![](pip:W)\n\n`![](pip:w)`\n\n\
                ```\n![](pip:b)\n```\n\n![no piece](a.png)\n";
    let path = folder.file("page.md", page);
    let arguments = ["figures", "--dir", "my images", &path];
    Run::new(&arguments).done().expect_status(0);
    let drawn = std::fs::read_to_string(&path).unwrap();
    let tag = |name: &str, file: &str, alt: &str| {
        format!(
            "<img data-pip=\"{name}\" src=\"my%20images/page-pips-piece-{file}.svg\" alt=\"{alt}\" \
             style=\"height: 0.900em; vertical-align: -0.093em\">"
        )
    };
    let white = tag("W", "white-gipf", "white GIPF piece");
    let wanted = page.replace("![](pip:W)", &white).replace(
        "![a dark <die>](pip:D3)",
        &tag("D3", "dark-3", "a dark &lt;die&gt;"),
    );
    assert_eq!(drawn, wanted);
    for file in ["white-gipf", "dark-3"] {
        let svg = std::fs::read_to_string(
            folder
                .path()
                .join(format!("my images/page-pips-piece-{file}.svg")),
        )
        .unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.contains(" height=\"10.8pt\""),
            "{svg}"
        );
    }
    // A second run finds them again, and another name changes the image.
    Run::new(&[&arguments[..], &["--check"]].concat())
        .done()
        .expect_status(0);
    std::fs::write(&path, drawn.replace("data-pip=\"D3\"", "data-pip=\"D4\"")).unwrap();
    Run::new(&[&arguments[..], &["--prune"]].concat())
        .done()
        .expect_status(0);
    let again = std::fs::read_to_string(&path).unwrap();
    assert!(again.contains("page-pips-piece-dark-4.svg"), "{again}");
    assert!(
        !folder
            .path()
            .join("my images/page-pips-piece-dark-3.svg")
            .exists()
    );
}

#[test]
fn wrong_names_are_reported_where_they_are() {
    let folder = Folder::new("pieces-wrong");
    let (markdown, latex) = (
        "A\n\nb ![](pip:Q) ![](pip:99)\n",
        "A\n\nb \\pip{Q} \\pip{99}\n",
    );
    for (name, page, first, second) in [
        ("page.md", markdown, "3:11", "3:22"),
        ("page.tex", latex, "3:8", "3:16"),
    ] {
        let path = folder.file(name, page);
        let output = Run::new(&["figures", "--quiet", &path])
            .done()
            .expect_status(1);
        let stderr = output.stderr().replace(&path, name);
        let lines: Vec<&str> = stderr.lines().collect();
        assert!(
            lines[0].starts_with(&format!("pipscribe: {name}:{first}: unknown piece `Q`: ")),
            "{stderr}"
        );
        assert!(
            lines[1].starts_with(&format!(
                "pipscribe: {name}:{second}: the deck `twin-works` has no"
            )),
            "{stderr}"
        );
        assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
    }
}

#[test]
fn latex_gets_a_macro_for_them() {
    let folder = Folder::new("pieces-latex");
    let page = "\\input{book-pips-pieces}\nA \\pip{W} and \\pip{L53} % \\pip{x}\n";
    let path = folder.file("book.tex", page);
    for (format, shown) in [
        (
            "pdf",
            "\\includegraphics[height=0.900em,alt={white GIPF piece}]{book-pips-piece-white-gipf.pdf}",
        ),
        (
            "svg",
            "\\includesvg[height=0.900em]{book-pips-piece-white-gipf.svg}",
        ),
        (
            "tikz",
            "\\resizebox{!}{0.900em}{\\input{book-pips-piece-white-gipf.tikz}}",
        ),
    ] {
        let arguments = ["figures", "--format", format, "--prune", &path];
        Run::new(&arguments).done().expect_status(0);
        Run::new(&[&arguments[..], &["--check"]].concat())
            .done()
            .expect_status(0);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
        let definitions =
            std::fs::read_to_string(folder.path().join("book-pips-pieces.tex")).unwrap();
        let line = format!(
            "\\expandafter\\def\\csname pip:W\\endcsname{{\\raisebox{{-0.093em}}{{{shown}}}}}\n"
        );
        assert!(definitions.contains(&line), "{definitions}");
        assert!(
            definitions.contains("pip:L53") && !definitions.contains("pip:x"),
            "{definitions}"
        );
        for file in ["white-gipf", "light-5-3"] {
            assert!(
                folder
                    .path()
                    .join(format!("book-pips-piece-{file}.{format}"))
                    .exists(),
                "{file}.{format}"
            );
        }
    }
}

#[test]
fn an_mdbook_gets_them_as_images_in_the_page() {
    let chapter = json!({ "Chapter": {
        "name": "one", "content": "A ![](pip:B).\n", "number": [1], "sub_items": [],
        "path": "one.md", "source_path": "one.md", "parent_names": [],
    } });
    let context = |theme: &str| {
        json!({
            "root": "/book", "renderer": "html", "mdbook_version": "0.5.2",
            "config": { "book": { "src": "text" }, "preprocessor": { "pipscribe": { "theme": theme } } },
        })
    };
    let book = |theme: &str, content: &str| {
        let mut chapter = chapter.clone();
        chapter["Chapter"]["content"] = content.into();
        json!([context(theme), { "items": [chapter], "__non_exhaustive": null }]).to_string()
    };
    let drawn = |theme: &str| {
        let output = Run::new(&["mdbook"])
            .stdin(&book(theme, "A ![](pip:B).\n"))
            .done()
            .expect_status(0);
        let book: serde_json::Value = serde_json::from_str(&output.stdout()).unwrap();
        book["items"][0]["Chapter"]["content"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let print = drawn("print");
    assert!(
        print.starts_with("A <img data-pip=\"B\" src=\"data:image/svg+xml;base64,PHN2Zy"),
        "{print}"
    );
    assert!(print.ends_with(
        "\" alt=\"black GIPF piece\" style=\"height: 0.900em; vertical-align: -0.093em\">.\n"
    ));
    assert_ne!(print, drawn("dark"));
    let wrong = Run::new(&["mdbook"])
        .stdin(&book("print", "A ![](pip:Q).\n"))
        .done()
        .expect_status(1);
    assert!(
        wrong
            .stderr()
            .starts_with("pipscribe: text/one.md:1:11: unknown piece `Q`"),
        "{}",
        wrong.stderr()
    );
}

#[test]
fn typst_gets_the_picture_and_its_place() {
    let piece = typst_piece("D3", &Theme::default(), &Context::default()).unwrap();
    let piece = serde_json::to_value(&piece).unwrap();
    assert_eq!(
        (&piece["alt"], &piece["height"], &piece["depth"]),
        (&json!("dark die 3"), &json!("0.900em"), &json!("0.093em"))
    );
    assert!(piece["svg"].as_str().unwrap().starts_with("<svg "));
    assert!(typst_piece("Q", &Theme::default(), &Context::default()).is_err());
}
