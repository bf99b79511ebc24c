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
    let visits = |child: &&(Turn, Node)| child.1.visits as u64;
    Ok(root
        .children
        .iter()
        .max_by_key(visits)
        .map(|(turn, _)| turn.clone()))
}

/// Position in the search tree.
struct Node {
    position: Position,
    untried: Vec<Turn>,
    children: Vec<(Turn, Node)>,
    visits: f64,
    /// Points of each seat, summed over the visits.
    points: Vec<f64>,
}

impl Node {
    fn new(position: Position) -> Self {
        let untried = position.turns().collect();
        let points = vec![0.0; usize::from(position.seats())];
        Self {
            position,
            untried,
            children: Vec::new(),
            visits: 0.0,
            points,
        }
    }

    /// Adds a node to the tree below this one, and returns the points of a playout from the new
    /// node.
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
            points_of(&self.position)
        };
        self.add(&points);
        Ok(points)
    }

    fn add(&mut self, points: &[f64]) {
        self.visits += 1.0;
        self.points
            .iter_mut()
            .zip(points)
            .for_each(|(sum, point)| *sum += point);
    }

    /// Returns the child with the largest upper bound of the mean (UCT) for the seat to move.
    fn promising_child(&mut self) -> Option<&mut Self> {
        let seat = usize::from(self.position.to_move().max(1)) - 1;
        let log = self.visits.ln();
        let bound =
            |child: &Self| child.points[seat] / child.visits + (2.0 * log / child.visits).sqrt();
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
    Ok(points_of(&position))
}

fn points_of(position: &Position) -> Vec<f64> {
    let value = |points: &Points| match points {
        Points::Loss => 0.0,
        Points::Half => 0.5,
        Points::Win => 1.0,
    };
    let open = || vec![0.5; usize::from(position.seats())];
    position
        .result()
        .map_or_else(open, |result| result.points().iter().map(value).collect())
}
