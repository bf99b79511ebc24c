//! Explanations of every turn of a record: variations, and turns that comments expect to be
//! illegal, are included.

use super::Why;
use crate::notation::{Line, LineAddress, TurnNode};
use crate::replay::{Position, Timeline};

impl Timeline {
    /// Explains each turn of each line, in the order of the text. Stops in a line at an illegal
    /// turn, because the positions after it are unknown.
    pub fn tell_each(&self, mut visit: impl FnMut(&TurnNode, &Why)) {
        if let Some(start) = self.start() {
            self.explain_line(&self.record().moves, &start.position, &mut visit);
        }
    }

    fn explain_line(&self, line: &Line, start: &Position, visit: &mut dyn FnMut(&TurnNode, &Why)) {
        let mut before = Some(start.clone());
        for node in &line.turns {
            let Some(here) = before.clone() else { return };
            visit(
                node,
                &Why::of_node(
                    self.record(),
                    node,
                    LineAddress::of_turn(&line.path, node.number),
                    &here,
                ),
            );
            for variation in node.variations() {
                self.explain_line(&variation.line, &here, visit);
            }
            match self.frame(node.id) {
                Some(after) => before = Some(after.position.clone()),
                None if node.expects_refusal() => {}
                None => before = None,
            }
        }
    }
}
