//! Output of `list --format json`: one object per record, the tree of its turns.

use serde::Serialize;

use super::{Frame, Timeline};
use crate::notation::{AddressedTurn, LineAddress};

/// The tree of the turns of a record, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "List"))]
#[non_exhaustive]
pub struct TreeJson {
    /// The name of the file; `-` for standard input.
    pub file: String,
    /// The number of the record in its file, from 1.
    pub record: u64,
    /// The turns in the order of the text: a turn, its variations, the next turn.
    pub turns: Vec<NodeJson>,
}

/// A turn in its tree, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NodeJson {
    /// The address of the turn, which options `--line` take; null if it is expected to be illegal
    /// and a turn with the same number comes after it.
    pub address: Option<String>,
    /// The address of the turn before it in its line; `0` for the start.
    pub after: Option<String>,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// The number of variations around it: 0 in the main line.
    pub depth: usize,
    /// The seat that played it, from 1; null if it was not played.
    pub seat: Option<u8>,
    /// The name of that seat.
    pub seat_name: Option<String>,
    /// The turn in canonical form; as written if it was not played.
    pub text: String,
    /// True if it was played: it is legal, and so are the turns before it in its line.
    pub played: bool,
    /// True if a comment expects it to be illegal.
    pub refused: bool,
}

impl TreeJson {
    /// Creates the tree of record `record` (from 1) of a file.
    pub fn new(file: &str, record: u64, timeline: &Timeline) -> Self {
        let source = timeline.record();
        let turns = source.addressed_turns().into_iter().map(|turn| {
            let AddressedTurn {
                line,
                node,
                address,
            } = turn;
            let frame = timeline.frame(node.id);
            NodeJson {
                after: address
                    .as_ref()
                    .and_then(LineAddress::before)
                    .map(|before| before.to_string()),
                address: address.map(|address| address.to_string()),
                turn: node.number,
                // A path has two numbers for each variation.
                depth: line.path.len() / 2,
                seat: frame.and_then(Frame::seat),
                seat_name: frame.and_then(Frame::seat_name),
                text: frame
                    .and_then(Frame::canonical_turn)
                    .unwrap_or_else(|| source.turn_text(node).to_owned()),
                played: frame.is_some(),
                refused: node.expects_refusal(),
            }
        });
        Self {
            file: file.to_owned(),
            record,
            turns: turns.collect(),
        }
    }
}
