//! Tests of the YAML parser.

use proptest::prelude::*;

use super::places::STRIDE;
use super::*;

fn texts<'n>(node: &'n Node, found: &mut Vec<(&'n str, Span)>) {
    match &node.value {
        Value::Text(text) | Value::Number(text) => found.push((text, node.span)),
        Value::Other(words) => found.push((words, node.span)),
        Value::List(items) => items.iter().for_each(|item| texts(item, found)),
        Value::Map(entries) => entries.iter().for_each(|(key, value)| {
            texts(key, found);
            texts(value, found);
        }),
    }
}

#[test]
fn every_scalar_has_its_span() {
    let source = "a: é\nb: [1.50, 'it''s', \"q\"]\nc: {d: ~, é: x} # c\ne:\n- f g\n- - true\n- h\n- |\n  two\n  lines\n";
    let documents = read(source);
    let [Ok(node)] = documents.as_slice() else {
        panic!("{documents:?}")
    };
    let mut found = Vec::new();
    texts(node, &mut found);
    let found: Vec<_> = found
        .into_iter()
        .map(|(text, span)| (text, span.slice(source)))
        .collect();
    let expected = [
        ("a", "a"),
        ("é", "é"),
        ("b", "b"),
        ("1.50", "1.50"),
        ("it's", "it''s"),
        ("q", "q"),
        ("c", "c"),
        ("d", "d"),
        ("nothing", "~"),
        ("é", "é"),
        ("x", "x"),
        ("e", "e"),
        ("f g", "f g"),
        ("a Boolean value", "true"),
        ("h", "h"),
        ("two\nlines\n", "two\n  lines"),
    ];
    assert_eq!(found, expected);
}

#[test]
fn several_documents_are_read_and_empty_ones_skipped() {
    let documents = read("---\na: 1\n---\n---\nb: 2\n--- 3\n");
    assert_eq!(documents.len(), 3);
    assert!(documents.iter().all(Result::is_ok));
}

/// Returns every node of the only document of a text, outer nodes before inner ones: its kind and
/// its text.
fn nodes(source: &str) -> Vec<(&'static str, &str)> {
    fn walk<'t>(node: &Node, source: &'t str, found: &mut Vec<(&'static str, &'t str)>) {
        found.push((node.value.in_words(), node.span.slice(source)));
        node.items()
            .iter()
            .for_each(|item| walk(item, source, found));
        for (key, value) in node.entries() {
            walk(key, source, found);
            walk(value, source, found);
        }
    }
    let documents = read(source);
    let [Ok(node)] = documents.as_slice() else {
        panic!("{documents:?}")
    };
    let mut found = Vec::new();
    walk(node, source, &mut found);
    found
}

/// Returns the place and the message of the fault that ends the documents of a text.
fn fault(source: &str) -> (String, String) {
    match read(source).pop() {
        Some(Err(fault)) => (fault.span.slice(source).to_owned(), fault.message),
        other => panic!("{source:?}: {other:?}"),
    }
}

const MAP: &str = "a map of keys and values";

#[test]
fn lists_and_maps_have_their_spans() {
    let expected = [
        (
            MAP,
            "é: [ \"x\" , {} ] # [\n'k':\n- - y\n-\n  z: >-\n    two\n     lines",
        ),
        ("text", "é"),
        ("a list", "[ \"x\" , {} ]"),
        ("text", "x"),
        (MAP, "{}"),
        ("text", "k"),
        ("a list", "- y\n-\n  z: >-\n    two\n     lines"),
        ("a list", "y"),
        ("text", "y"),
        (MAP, "z: >-\n    two\n     lines"),
        ("text", "z"),
        ("text", "two\n     lines"),
    ];
    assert_eq!(
        nodes("é: [ \"x\" , {} ] # [\n'k':\n- - y\n-\n  z: >-\n    two\n     lines\n\n# end\n"),
        expected
    );
    assert_eq!(nodes("[a: b, ? c]")[1..3], [(MAP, "a: b"), ("text", "a")]);
    assert_eq!(
        nodes("--- &a # x\n !!seq\n [ 1 ] # ]\n"),
        [("a list", "[ 1 ]"), ("a number", "1")]
    );
    assert_eq!(
        nodes("- &a !!str 'x''y' # it's\n- ! 1\n")[1..],
        [("text", "x''y"), ("text", "1")]
    );
    assert_eq!(nodes("- \"a\\\"\\\\\" # \"\n")[1], ("text", "a\\\"\\\\"));
}

#[test]
fn empty_values_have_a_place_after_their_key() {
    let source = "a:\nb: {c: , d}\n? e\n: - # x\n  - !!null\n";
    let places: Vec<_> = {
        let documents = read(source);
        let [Ok(node)] = documents.as_slice() else {
            panic!("{documents:?}")
        };
        let mut found = Vec::new();
        texts(node, &mut found);
        let nothing = found.into_iter().filter(|(text, _)| *text == NOTHING);
        nothing
            .map(|(_, span)| {
                (
                    span.len(),
                    source[..span.start as usize]
                        .rsplit('\n')
                        .next()
                        .unwrap()
                        .to_owned(),
                )
            })
            .collect()
    };
    let expected = ["a:", "b: {c:", "b: {c: , d", ": - # x", "  - !!null"];
    assert_eq!(places, expected.map(|before| (0, before.to_owned())));
    // The place is independent of the number of levels that end there and of the amount of white
    // space.
    assert_eq!(
        read(&format!(
            "{}{}",
            "? ".repeat(MAX_DEPTH),
            "\n".repeat(100_000)
        ))
        .len(),
        1
    );
}

#[test]
fn spans_count_bytes() {
    let source = format!(
        "{}: [{}€]\n",
        "é".repeat(STRIDE),
        "\u{1F600}, ".repeat(3 * STRIDE)
    );
    let found = nodes(&source);
    assert_eq!(found[1].1.chars().count(), STRIDE);
    assert!(
        found[3..found.len() - 1]
            .iter()
            .all(|(_, text)| *text == "\u{1F600}")
    );
    assert_eq!(found.last(), Some(&("text", "€")));
    assert_eq!(
        read(&format!("[{}]", "é, ".repeat(300_000))).len(),
        1,
        "on one line, each at once"
    );
    assert_eq!(fault("é: 'ü'x\n").0, "x");
    assert_eq!(fault("é: \"ü").0, "\"ü");
    assert_eq!(fault("é: \u{1}ü").0, "\u{1}");
}

#[test]
fn scalars_are_those_of_the_core_schema() {
    let kinds = [
        (
            "text",
            "no yes on off y 1:20 2026-01-02 007 -08 0b1 1_000 1e x0 . .5.5 0x 0o8 0xg + .INf .nAn +.nan inf nan",
        ),
        (
            "a number",
            "0 -0 17 +5 1.50 .5 5. 1e3 -1.5E-3 0o7 0x1F .inf -.Inf +.INF .nan .NaN 99999999999999999999999 1e999",
        ),
        ("a Boolean value", "true True FALSE"),
        ("nothing", "~ null Null NULL"),
    ];
    for (kind, scalars) in kinds {
        for scalar in scalars.split(' ') {
            assert_eq!(
                nodes(&format!("[{scalar} , 1]"))[1],
                (kind, scalar),
                "{scalar}"
            );
            assert_eq!(
                nodes(&format!("['{scalar}']"))[1],
                ("text", scalar),
                "{scalar}"
            );
            assert_eq!(
                nodes(&format!("[!!str {scalar} ]"))[1],
                ("text", scalar),
                "{scalar}"
            );
        }
    }
    assert_eq!(
        nodes("[!!int '17', !!bool \"true\", !!map {}]")
            .iter()
            .map(|(kind, _)| *kind)
            .collect::<Vec<_>>(),
        ["a list", "a number", "a Boolean value", MAP]
    );
    assert_eq!(
        fault("[1, !!int x]"),
        (
            "!!int x]".to_owned(),
            "This is not a value of its tag `!!int`.".to_owned()
        )
    );
    for foreign in [
        "- !x y",
        "- !x [y]",
        "- !<tag:x> {y: z}",
        "%TAG !e! tag:x:\n---\n- !e!x y",
    ] {
        assert_eq!(fault(foreign).1, FOREIGN_TAG, "{foreign}");
    }
}

#[test]
fn aliases_repeat_their_anchor() {
    assert_eq!(nodes("[&a x, *a]")[1..], [("text", "x"), ("text", "x")]);
    assert_eq!(
        nodes("a: &a {b: 1}\nc: *a\n*a : d\n")
            .iter()
            .filter(|node| node.1 == "{b: 1}")
            .count(),
        3
    );
    assert_eq!(
        nodes("- &a x\n- &a y\n- *a")[3],
        ("text", "y"),
        "the last one of that name"
    );
    let within = "This alias refers to a value that contains it, or to another document.";
    assert_eq!(fault("a: &a [*a]\n"), ("*a]".to_owned(), within.to_owned()));
    assert_eq!(
        fault("&a x\n--- \n*a\n"),
        ("*a".to_owned(), within.to_owned())
    );
    assert!(fault("[*a]").1.contains("unknown anchor"));
    let refused = read_without_anchors("[x, &a y, *a]")
        .pop()
        .unwrap()
        .unwrap_err();
    assert_eq!(
        (refused.span, refused.help.is_some()),
        (Span::new(4, 6), true)
    );
}

#[test]
fn alias_bombs_and_deep_nesting_are_rejected() {
    let aliases = format!(
        "a: &a [{}]\nb: [{}]\n",
        "x,".repeat(1000),
        "*a,".repeat(1000)
    );
    let texts = format!("- &a {}\n{}", "x".repeat(1000), "- *a\n".repeat(1000));
    let laughs: String = (1..40)
        .map(|level| format!("- &a{level} [*a{0}, *a{0}]\n", level - 1))
        .collect();
    let laughs = format!("- &a0 x\n{laughs}");
    // Each anchor keeps all items inside it, so several anchors keep more than the text has.
    let anchors = |depth: usize| {
        let open: String = (0..depth).map(|level| format!("&a{level} [")).collect();
        let repeated: String = (0..depth).map(|level| format!(", *a{level}")).collect();
        format!(
            "[{open}{}{}{repeated}]",
            "x,".repeat(10_000),
            "]".repeat(depth)
        )
    };
    for source in [aliases, texts, laughs, anchors(9)] {
        assert_eq!(fault(&source).1, TOO_MUCH, "{source:.40}");
    }
    // Each level is one deeper than the alias in it.
    let levels: String = (1..=MAX_DEPTH)
        .map(|level| format!("- &a{level} [*a{}]\n", level - 1))
        .collect();
    // The comment is longer than the content of all aliases, so only the depth is too large.
    let padding = format!("# {}\n", "x".repeat(MAX_DEPTH * MAX_DEPTH));
    let too_deep = format!("nest more than {MAX_DEPTH} deep");
    assert!(
        fault(&format!("- &a0 x\n{levels}{padding}"))
            .1
            .contains(&too_deep)
    );
    for (source, says) in [
        ("- ".repeat(100_000), too_deep.as_str()),
        ("[".repeat(1_000_000), "limit"),
        ("{a: ".repeat(1_000_000), "limit"),
        ("!x y".to_owned(), FOREIGN_TAG),
        ("a: \u{7}".to_owned(), "U+0007"),
        ("a: \u{FEFF}b".to_owned(), "U+FEFF"),
    ] {
        let documents = read(&source);
        assert!(
            matches!(documents.as_slice(), [Err(fault)] if fault.message.contains(says)),
            "{source:.20}"
        );
    }
    let nested = |depth: usize| format!("{}x", "- ".repeat(depth));
    assert!(matches!(read(&nested(MAX_DEPTH)).as_slice(), [Ok(_)]));
    assert!(matches!(read(&nested(MAX_DEPTH + 1)).as_slice(), [Err(_)]));
}

proptest! {
    #[test]
    fn spans_are_inside_the_text(
        source in "(- |\\? |: |\\[|\\]|\\{|\\}|, |&a |\\*a|!!str |!x |'|\"|\\\\|\\| ?\n|>-\n|#| \
            #|~|7|x|é|\u{1F600}|\u{85}|\u{2028}|\t| |\n|\r\n|\r|---\n|%é\n){0,30}"
    ) {
        fn walk(node: &Node, source: &str) {
            assert!(source.get(node.span.range()).is_some(), "{node:?}");
            node.items().iter().for_each(|item| walk(item, source));
            node.entries().iter().for_each(|(key, value)| [key, value].into_iter().for_each(|node| walk(node, source)));
        }
        for document in read(&source).into_iter().chain(read_without_anchors(&source)) {
            match document {
                Ok(node) => walk(&node, &source),
                Err(fault) => prop_assert!(source.get(fault.span.range()).is_some(), "{fault:?}"),
            }
        }
    }
}
