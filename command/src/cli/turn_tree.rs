//! The tree of the turns of a record, for `pipscribe replay --tree`.

use super::Failure;
use super::output::json;
use pipscribe::replay::{NodeJson, Timeline, TreeJson};

/// Returns a tree as one JSON object.
pub(super) fn as_json(tree: &TreeJson, _timeline: &Timeline) -> Result<String, Failure> {
    json(tree)
}

/// Returns a tree as text, below the place of its record.
pub(super) fn in_text(tree: &TreeJson, timeline: &Timeline) -> Result<String, Failure> {
    let indented = |node: &NodeJson| {
        format!(
            "{}{}",
            "  ".repeat(node.depth),
            node.address.as_deref().unwrap_or("-")
        )
    };
    let name = |node: &NodeJson| node.seat_name.clone().unwrap_or_default();
    let width = |text: fn(&NodeJson) -> usize| tree.turns.iter().map(text).max().unwrap_or(0);
    let addresses = width(|node| 2 * node.depth + node.address.as_ref().map_or(1, String::len));
    let names = width(|node| {
        node.seat_name
            .as_ref()
            .map_or(0, |name| name.chars().count())
    });
    let mut text = format!(
        "{}:{}: record {}\n",
        tree.file,
        timeline.record().source().first_line(),
        tree.record
    );
    for node in &tree.turns {
        let fate = match (node.refused, node.played) {
            (true, _) => "  (illegal, as expected)",
            (false, false) => "  (not replayed)",
            (false, true) => "",
        };
        text.push_str(&format!(
            "  {:addresses$}  {:names$}  {}{fate}\n",
            indented(node),
            name(node),
            node.text
        ));
    }

    Ok(text)
}
