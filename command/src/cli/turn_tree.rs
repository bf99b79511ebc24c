//! The tree of the turns of a record, for `pipscribe replay --tree`.

use super::Failure;
use super::output::json;
use pipscribe::replay::{NodeJson, Timeline, TreeJson};

/// Returns a tree as one JSON object.
pub(super) fn as_json(tree: &TreeJson, _timeline: &Timeline) -> Result<String, Failure> {
    json(tree)
}

/// Returns a tree as text, below the place of its record. Each turn has its address, indented by
/// the depth of its variation, the name of the seat, and the text of the turn.
pub(super) fn in_text(tree: &TreeJson, timeline: &Timeline) -> Result<String, Failure> {
    let addresses: Vec<String> = tree.turns.iter().map(indented_address).collect();
    let names: Vec<&str> = tree
        .turns
        .iter()
        .map(|node| node.seat_name.as_deref().unwrap_or_default())
        .collect();
    let address_width = width(addresses.iter().map(String::as_str));
    let name_width = width(names.iter().copied());

    let mut text = format!(
        "{}:{}: record {}\n",
        tree.file,
        timeline.record().source().first_line(),
        tree.record
    );
    for ((node, address), name) in tree.turns.iter().zip(addresses).zip(names) {
        let fate = match (node.refused, node.played) {
            (true, _) => "  (illegal, as expected)",
            (false, false) => "  (not replayed)",
            (false, true) => "",
        };
        text.push_str(&format!(
            "  {address:address_width$}  {name:name_width$}  {}{fate}\n",
            node.text
        ));
    }

    Ok(text)
}

fn indented_address(node: &NodeJson) -> String {
    let indent = "  ".repeat(node.depth);
    format!("{indent}{}", node.address.as_deref().unwrap_or("-"))
}

/// Returns the width of the longest text in characters.
fn width<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts.map(|text| text.chars().count()).max().unwrap_or(0)
}
