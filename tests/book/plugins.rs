//! The plugins for JavaScript Markdown parsers know all attributes that the library knows.

use std::collections::BTreeSet;

use pipscribe::publish::book::BlockAttributes;

use crate::support::root;

#[test]
fn attributes_of_blocks_are_the_same_in_javascript() {
    let script = std::fs::read_to_string(root().join("bindings/web/js/block.ts")).unwrap();
    // `const OWN = ['record', 'marks', …];`
    let lists = ["SWITCHES", "VALUES", "CHOICES", "OWN"].map(|list| {
        let start = format!("const {list} = [");
        script
            .split_once(&start)
            .unwrap()
            .1
            .split_once(']')
            .unwrap()
            .0
    });
    let names: BTreeSet<&str> = lists
        .iter()
        .flat_map(|list| list.split(',').map(|name| name.trim().trim_matches('\'')))
        .collect();
    assert_eq!(names, BlockAttributes::names().collect());
}
