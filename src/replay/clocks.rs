//! Clocks in the comments of turns, as in `[%clock 0:12:30]`.

use super::{Frame, Timeline};
use crate::notation::{Record, TurnNode};

/// Returns the clock in the comment on a turn of the main line: the arguments of the command
/// `name`, which is `clock` or `time`.
pub(crate) fn clock<'t>(timeline: &'t Timeline, frame: &Frame, name: &str) -> Option<&'t str> {
    let record = timeline.record();
    let id = frame.turn?;
    let node = record
        .moves
        .turns
        .get(id.index as usize)
        // A turn of a variation has another id.
        .filter(|node| node.id == id)?;
    clock_of_turn(record, node, name)
}

/// Like [`clock`], for a turn of any line.
pub(crate) fn clock_of_turn<'r>(
    record: &'r Record,
    node: &TurnNode,
    name: &str,
) -> Option<&'r str> {
    let mut commands = node.comments().flat_map(|comment| &comment.commands);
    let command = commands.find(|command| record.text_of(command.name) == name)?;
    Some(record.text_of(command.arguments).trim())
}
