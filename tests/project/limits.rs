//! The page of limits agrees with the code.

use std::collections::BTreeSet;

use crate::support::{root, sources};

/// Returns the name and the value of a line `const NAME: TYPE = VALUE;`.
fn constant(line: &str) -> Option<(&str, &str)> {
    let (_, rest) = line.split_once("const ")?;
    let (name, rest) = rest.split_once(": ")?;
    let (_, value) = rest.split_once(" = ")?;
    Some((name, value.strip_suffix(';')?))
}

/// Each `file`: `NAME = VALUE` of the page.
fn listed() -> BTreeSet<(String, String, String)> {
    let page = std::fs::read_to_string(root().join("docs/limits.md")).unwrap();
    let mut limits = BTreeSet::new();
    let mut file = String::new();
    for row in page.lines().filter(|line| line.starts_with('|')) {
        for code in row.split('`').skip(1).step_by(2) {
            match code.split_once(" = ") {
                Some((name, value)) => assert!(
                    limits.insert((file.clone(), name.into(), value.into())),
                    "{row}"
                ),
                None if code.ends_with(".rs") => file = code.to_owned(),
                None => {}
            }
        }
    }
    limits
}

#[test]
fn every_limit_is_on_the_page() {
    let mut known = listed();
    for path in sources() {
        let file = path
            .strip_prefix(root())
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        // The page names the files of the library without their folder.
        let file = file.strip_prefix("src/").unwrap_or(&file);
        let text = std::fs::read_to_string(&path).unwrap();
        for (name, value) in text.lines().filter_map(constant) {
            let is_on_the_page =
                known.remove(&(file.to_owned(), name.to_owned(), value.to_owned()));
            let is_limit = name == "MAX" || name.starts_with("MAX_");
            assert!(
                is_on_the_page || !is_limit,
                "docs/limits.md does not say `{file}`: `{name} = {value}`"
            );
        }
    }
    assert!(
        known.is_empty(),
        "docs/limits.md says what is not so: {known:?}"
    );
}
