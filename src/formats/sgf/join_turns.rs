//! Joins consecutive moves that are one turn of several stones. SGF allows one stone per move, so
//! the writer (`write.rs`) splits such a turn into moves, `;B[aa];B[bb]PIPAND[]`, and marks all but
//! the first ([`CONTINUES`]). The joined node has the stones as set-up: `;AB[aa][bb]`.

use std::collections::HashMap;

use super::tree::{Property, SgfNode};
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::codes;

/// Property of a move that continues the turn of the previous node.
pub(super) const CONTINUES: &str = "PIPAND";

/// Moves the stones of each turn of several moves, and everything else in its nodes, into the first
/// of its nodes.
pub(super) fn join_turns(nodes: &mut [SgfNode], findings: &mut Vec<Finding>) {
    for first in 0..nodes.len() {
        let Some(name) = move_of(&nodes[first]).map(|property| property.name.clone()) else {
            continue;
        };
        if nodes[first].property(CONTINUES).is_some() {
            // This move belongs to an earlier turn: it is already joined, or a stray.
            continue;
        }

        let turn = nodes_of_turn(first, &name, nodes, findings);
        if let [_, .., last] = turn.as_slice() {
            let children = std::mem::take(&mut nodes[*last].children);
            let properties = merge_properties(&turn, &name, nodes);
            nodes[first].properties = properties;
            nodes[first].children = children;
        }
    }

    report_strays(nodes, findings);
}

/// Returns the nodes of a turn, which begins with the node `first`, a move called `name`. Reports
/// variations within the turn.
fn nodes_of_turn(
    first: usize,
    name: &str,
    nodes: &[SgfNode],
    findings: &mut Vec<Finding>,
) -> Vec<usize> {
    let continues_turn = |node: &SgfNode| {
        node.property(CONTINUES).is_some() && move_of(node).is_some_and(|own| own.name == name)
    };
    let mut turn = vec![first];
    let mut last = first;
    while let [next, variations @ ..] = nodes[last].children.as_slice()
        && continues_turn(&nodes[*next])
    {
        for &variation in variations {
            let message = "This variation begins within a turn, and is left out.";
            let span = nodes[variation].span;
            findings.keep(Finding::new(&codes::VALUE, span, message));
        }
        turn.push(*next);
        last = *next;
    }
    turn
}

/// Returns the only move of a node.
fn move_of(node: &SgfNode) -> Option<&Property> {
    let mut moves = node
        .properties
        .iter()
        .filter(|property| matches!(property.name.as_str(), "B" | "W"));
    moves
        .next()
        .filter(|property| property.values.len() == 1 && moves.next().is_none())
}

/// Takes the properties of the nodes of a turn, with one property for each name. The moves, named
/// `name`, become stones.
fn merge_properties(turn: &[usize], name: &str, nodes: &mut [SgfNode]) -> Vec<Property> {
    let mut properties: Vec<Property> = Vec::new();
    // The index of each property in `properties`.
    let mut places: HashMap<String, usize> = HashMap::new();
    for &index in turn {
        for mut property in std::mem::take(&mut nodes[index].properties) {
            if property.name == name {
                property.name = format!("A{name}");
            }
            match places
                .get(&property.name)
                .and_then(|&index| properties.get_mut(index))
            {
                Some(first) => {
                    first.span.end = property.span.end;
                    first.values.append(&mut property.values);
                }
                None => {
                    places.insert(property.name.clone(), properties.len());
                    properties.push(property);
                }
            }
        }
    }
    properties
}

/// Reports moves that do not belong to an earlier turn.
fn report_strays(nodes: &mut [SgfNode], findings: &mut Vec<Finding>) {
    for node in nodes.iter_mut().filter(|node| move_of(node).is_some()) {
        let Some(index) = node
            .properties
            .iter()
            .position(|property| property.name == CONTINUES)
        else {
            continue;
        };
        let property = node.properties.remove(index);
        let message = "No move of this colour comes before this one, so it is a separate turn.";
        findings.keep(Finding::new(&codes::VALUE, property.span, message));
    }
}
