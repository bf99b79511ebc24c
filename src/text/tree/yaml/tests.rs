//! What the reader of YAML makes of texts.

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
fn every_scalar_knows_where_it_stands() {
    let source =
        "a: é\nb: [1.50, 'it''s', \"q\"]\nc: {d: ~, é: x} # c\ne:\n- f g\n- - true\n- h\n- |\n  two\n  lines\n";
    let documents = read(source);
    let [Ok(node)] = documents.as_slice() else { panic!("{documents:?}") };
    let mut found = Vec::new();
    texts(node, &mut found);
    let found: Vec<_> = found.into_iter().map(|(text, span)| (text, span.of(source))).collect();
    let expected = [
        ("a", "a"),
        ("é", "é"),
        ("b", "b"),
        ("1.50", "1.50"),
        ("it's", "'it'"),
        ("q", "q"),
        ("c", "c"),
        ("d", "d"),
        ("nothing", "~"),
        ("é", "é"),
        ("x", "x"),
        ("e", "e"),
        ("f g", "f g"),
        ("true", "true"),
        ("h", "h"),
        ("two\nlines\n", "|"),
    ];
    let expected = expected.map(|(text, at)| if text == "true" { ("a truth value", at) } else { (text, at) });
    assert_eq!(found, expected);
}

#[test]
fn several_documents_are_read_and_empty_ones_are_none() {
    let documents = read("---\na: 1\n---\n---\nb: 2\n--- 3\n");
    assert_eq!(documents.len(), 3);
    assert!(documents.iter().all(Result::is_ok));
}

#[test]
fn bombs_are_refused() {
    let aliases = format!("a: &a [{}]\nb: [{}]\n", "x,".repeat(1000), "*a,".repeat(1000));
    let deep = "- ".repeat(100_000);
    let brackets = "[".repeat(1_000_000);
    for source in [aliases, deep, brackets, "a: &a [*a]\n".to_owned(), "!x y".to_owned(), "a: \u{7}".to_owned()] {
        let documents = read(&source);
        assert!(matches!(documents.as_slice(), [Err(_)]), "{source:.20}");
    }
}
