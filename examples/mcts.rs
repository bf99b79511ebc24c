//! Plays a game by Monte Carlo tree search (MCTS) with the formula UCT, for games without dice or
//! hidden cards.
//!
//! `cargo run --release --example mcts`

use pipscribe::notation::Points;
use pipscribe::prelude::*;
use pipscribe::replay::RandomTurns;

fn main() -> Result<(), Box<Finding>> {
    let mut game = LiveGame::start("[Game \"pippinzip\"]\n[Variant \"pipeline\"]\n[Size \"5\"]\n")?;
    let mut random = RandomTurns::new(1);
    while let Some(turn) = best_turn(game.position(), 200, &mut random)? {
        game.play(&turn)?;
    }
    print!("{}", game.record());
    Ok(())
}

/// Returns the turn that most of the playouts chose; `None` after the end.
pub(crate) fn best_turn(
    position: &Position,
    playouts: u32,
    random: &mut RandomTurns,
) -> Result<Option<Turn>, Box<Finding>> {
    let mut root = Node::new(position.clone());
    for _ in 0..playouts {
        root.visit(random)?;
    }
    let best = root.children.into_iter().max_by_key(|child| child.1.visits);
    Ok(best.map(|(turn, _)| turn))
}

/// Position in the search tree, with the points of each seat, summed over the visits.
struct Node {
    untried: Vec<Turn>,
    children: Vec<(Turn, Node)>,
    visits: u32,
    points: Vec<f64>,
    position: Position,
}

impl Node {
    fn new(position: Position) -> Self {
        Self {
            untried: position.turns().collect(),
            children: Vec::new(),
            visits: 0,
            points: vec![0.0; position.seats().into()],
            position,
        }
    }

    /// Goes down the tree, adds a node to it, and returns the points of a playout from there.
    fn visit(&mut self, random: &mut RandomTurns) -> Result<Vec<f64>, Box<Finding>> {
        let points = if let Some(turn) = self.untried.pop() {
            let mut child = Self::new(self.position.play(&turn)?);
            let points = playout(&child.position, random)?;
            child.add(&points);
            self.children.push((turn, child));
            points
        } else if let Some(child) = self.promising_child() {
            child.visit(random)?
        } else {
            playout(&self.position, random)?
        };
        self.add(&points);
        Ok(points)
    }

    fn add(&mut self, points: &[f64]) {
        self.visits += 1;
        for (sum, point) in self.points.iter_mut().zip(points) {
            *sum += point;
        }
    }

    /// Returns the child with the largest upper bound of the mean (UCT) for the seat to move.
    fn promising_child(&mut self) -> Option<&mut Self> {
        let seat = usize::from(self.position.to_move().max(1)) - 1;
        let log = f64::from(self.visits).ln();
        let bound = |child: &Self| {
            let visits = f64::from(child.visits);
            child.points[seat] / visits + (2.0 * log / visits).sqrt()
        };
        let children = self.children.iter_mut().map(|(_, child)| child);
        children.max_by(|one, other| bound(one).total_cmp(&bound(other)))
    }
}

/// Plays random turns to the end of the game, and returns the points of each seat.
fn playout(start: &Position, random: &mut RandomTurns) -> Result<Vec<f64>, Box<Finding>> {
    let mut position = start.clone();
    while let Some(turn) = random.next(&position) {
        position = position.play(&turn)?;
    }
    // A loss, a half and a win are 0, 1 and 2 halves.
    let value = |points: &Points| f64::from(*points as u8) / 2.0;
    let result = position.result();
    Ok(result.map_or_else(Vec::new, |result| {
        result.points().iter().map(value).collect()
    }))
}
