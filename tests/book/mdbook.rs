//! `pipscribe mdbook`: the input and output of an mdBook preprocessor.

use serde_json::{Value, json};

use crate::support::{Run, book_pages, root};

const RECORD: &str = r#"[Game "gipf"]
[Variant "basic"]

1. b3 2. a2-c4 *
"#;

/// A book of one chapter with a subchapter.
fn book(parts: &str, settings: &Value, content: &str, inner: &str) -> String {
    let chapter = |name: &str, content: &str, inner: Vec<Value>| {
        json!({ "Chapter": {
            "name": name, "content": content, "number": [1], "sub_items": inner,
            "path": format!("{name}.md"), "source_path": format!("{name}.md"), "parent_names": [],
        } })
    };
    let context = json!({
        "root": "/book", "renderer": "html", "mdbook_version": "0.5.2",
        "config": { "book": { "src": "text" }, "preprocessor": { "pipscribe": settings } },
    });
    let items = json!(["Separator", { "PartTitle": "x" }, chapter("one", content, vec![chapter("two", inner, vec![])])]);
    json!([context, { parts: items, "__non_exhaustive": null }]).to_string()
}

/// The two chapters with their figures.
fn drawn(parts: &str, settings: &Value, content: &str, inner: &str) -> [String; 2] {
    let output = Run::new(&["mdbook"])
        .stdin(&book(parts, settings, content, inner))
        .done()
        .expect_status(0);
    let book: Value = serde_json::from_str(&output.stdout()).unwrap();
    assert_eq!(
        (&book[parts][0], &book[parts][1]["PartTitle"]),
        (&json!("Separator"), &json!("x"))
    );
    let one = &book[parts][2]["Chapter"];
    assert_eq!((&one["name"], &one["number"]), (&json!("one"), &json!([1])));
    let content = |chapter: &Value| chapter["content"].as_str().unwrap().to_owned();
    [content(one), content(&one["sub_items"][0]["Chapter"])]
}

#[test]
fn it_supports_html() {
    Run::new(&["mdbook", "supports", "html"])
        .done()
        .expect_status(0);
    Run::new(&["mdbook", "supports", "markdown"])
        .done()
        .expect_status(1);
}

#[test]
fn figures_are_inserted_into_chapters() {
    let page =
        format!("# One\n\n```pips,turn=1,caption=\"A < B\",number,width=50%\n{RECORD}```\nText\n");
    let inner = format!(
        "> - ```pips {{hidden #two}}\n{}>   ```\n",
        RECORD
            .lines()
            .map(|line| format!(">   {line}\n"))
            .collect::<String>()
    );
    for parts in ["items", "sections"] {
        let [one, two] = drawn(
            parts,
            &json!({ "command": "pipscribe mdbook" }),
            &page,
            &inner,
        );
        let (before, after) = one
            .split_once("<figure class=\"pipscribe\">\n<svg style=\"width: 50%; height: auto\" ")
            .unwrap();
        assert_eq!(before, format!("# One\n\n```pips\n{RECORD}```\n\n"));
        assert!(
            after.ends_with(
                "</svg>\n<figcaption>Figure 1: A &lt; B</figcaption>\n</figure>\n\nText\n"
            ),
            "{after}"
        );
        assert!(
            !after.split_once("</figure>").unwrap().0.contains("\n\n"),
            "an empty line ends HTML"
        );
        assert!(
            two.starts_with("> - <figure class=\"pipscribe\" id=\"two\">\n>   <svg style="),
            "{two}"
        );
        assert!(
            two.ends_with(">   </figure>\n>\n") && !two.contains("[Game"),
            "{two}"
        );
    }
}

#[test]
fn a_link_opens_the_player() {
    let page = format!(
        "```pips {{hidden player figure=none}}\n{RECORD}```\n\n```pips player=\"a.html?b&c\"\n{RECORD}```\n"
    );
    let [made, _] = drawn("items", &json!({ "figures": "asked" }), &page, "");
    let (before, after) = made.split_once("href=\"data:text/html;base64,").unwrap();
    assert!(
        before.starts_with("<p class=\"pipscribe-player\"><a download=\"record.html\" onclick=\""),
        "{before}"
    );
    let (data, after) = after.split_once("\">Play it through</a></p>\n").unwrap();
    assert!(
        data.len() > 10_000 && data.starts_with("PCFET0NUWVBFIGh0bWw+"),
        "<!DOCTYPE html>: {}",
        &data[..40]
    );
    assert!(
        after.contains("<a href=\"a.html?b&amp;c\">Play it through</a>"),
        "{after}"
    );
}

#[test]
fn plain_blocks_may_be_left_unchanged() {
    let page = format!("```pips\n{RECORD}```\n");
    let [one, two] = drawn(
        "items",
        &json!({ "figures": "asked" }),
        &page,
        "No record.\n",
    );
    assert_eq!((one, two.as_str()), (page.clone(), "No record.\n"));
    let [all, _] = drawn("items", &json!({ "theme": "dark" }), &page, "");
    assert!(all.contains("pips-dark"), "{all}");
    for settings in [
        json!({ "figures": "some" }),
        json!({ "theme": "pink" }),
        json!({ "bogus": 1 }),
    ] {
        Run::new(&["mdbook"])
            .stdin(&book("items", &settings, &page, ""))
            .done()
            .expect_status(2)
            .expect_stderr("[preprocessor.pipscribe]");
    }
}

#[test]
fn an_invalid_block_fails_the_build() {
    let wrong = RECORD.replace("c4", "c5");
    let page = format!("# One\n\n```pips\n{wrong}```\n\n```pips,trun=1\n{RECORD}```\n");
    let inner = format!(
        "```pips,illegal\n{wrong}```\n\n- ```pips\n{}  ```\n",
        wrong
            .lines()
            .map(|line| format!("  {line}\n"))
            .collect::<String>()
    );
    let output = Run::new(&["mdbook"])
        .stdin(&book("items", &json!({}), &page, &inner))
        .done();
    assert_eq!((output.status(), output.stdout().as_str()), (Some(1), ""));
    let reported = output.stderr();
    let lines: Vec<&str> = reported.lines().collect();
    assert_eq!(lines.len(), 3, "{reported}");
    assert!(
        lines[0].starts_with("pipscribe: text/one.md:7:13: gipf/not-in-line: "),
        "{reported}"
    );
    assert_eq!(
        lines[1],
        "pipscribe: text/one.md:10:9: unknown attribute `trun`: did you mean `turn`?"
    );
    assert!(
        lines[2].starts_with("pipscribe: text/two.md:12:15: gipf/not-in-line: "),
        "{reported}"
    );
    // A record that expects the finding may break a rule.
    let expected = page
        .replace("c5 *", "c5 {[%expect gipf/not-in-line]} *")
        .replace("trun", "turn");
    drawn("items", &json!({}), &expected, "");
}

/// The label of a figure becomes an address on its page.
#[test]
fn a_label_occurs_once_in_a_chapter() {
    let page = format!("```pips,#push\n{RECORD}```\n\n```pips {{#push}}\n{RECORD}```\n");
    let output = Run::new(&["mdbook"])
        .stdin(&book("items", &json!({}), &page, &page))
        .done()
        .expect_status(1);
    let message =
        "two figures in this document have the label `push`: this one and the one of line 1";
    let expected =
        ["one", "two"].map(|name| format!("pipscribe: text/{name}.md:8:10: {message}\n"));
    assert_eq!(output.stderr(), expected.concat());
    let once = format!("```pips,#push\n{RECORD}```\n");
    drawn("items", &json!({}), &once, &once);
}

#[test]
fn input_that_is_not_a_book_is_rejected() {
    for input in [
        "",
        "{}",
        "[]",
        "[{}]",
        "[{}, {}, {}]",
        "[{}, {}]",
        "[{}, {\"items\": 1}]",
        "[1, 2]",
    ] {
        let output = Run::new(&["mdbook"]).stdin(&input).done();
        assert_eq!(
            (output.status(), output.stdout().as_str()),
            (Some(2), ""),
            "{input}"
        );
        assert!(
            output.stderr().contains("not the input that mdBook sends"),
            "{}",
            output.stderr()
        );
    }
    let odd = "[{}, {\"items\": [1, {}, {\"Chapter\": 1}, {\"Chapter\": {\"content\": null, \"sub_items\": 2}}]}]";
    Run::new(&["mdbook"]).stdin(&odd).done().expect_status(0);
}

/// Tests that take seconds.
mod slow {
    use super::*;

    /// The book in `docs/` can be built: every block is legal or marked as illegal.
    #[test]
    fn this_book_has_its_figures() {
        let settings: String = std::fs::read_to_string(root().join("docs/book.toml")).unwrap();
        assert!(
            settings.contains("[preprocessor.pipscribe]")
                && settings.contains("figures = \"asked\"")
        );
        let chapters: Vec<Value> = book_pages()
            .into_iter()
            .map(|path| {
                let content = std::fs::read_to_string(&path).unwrap();
                json!({ "Chapter": { "content": content, "path": path, "sub_items": [] } })
            })
            .collect();
        assert!(chapters.len() > 20);
        let context =
            json!({ "config": { "preprocessor": { "pipscribe": { "figures": "asked" } } } });
        Run::new(&["mdbook"])
            .stdin(&json!([context, { "items": chapters }]).to_string())
            .done()
            .expect_status(0)
            .expect_stdout("figure class=\\\"pipscribe\\\"");
    }
}
