//! Plays a game by Monte Carlo tree search (MCTS) with the formula UCT, for games without dice or
//! hidden cards.
//!
//! `cargo run --release --example mcts`

use pipscribe::notation::Standing;
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
    let mut root = Node::new(position.clone(), random)?;
    for _ in 1..playouts {
        root.visit(random)?;
    }
    let children = root.children.into_iter();
    let best = children.max_by(|(_, one), (_, other)| one.visits.total_cmp(&other.visits));
    Ok(best.map(|(turn, _)| turn))
}

/// Position in the search tree, with the points of each seat, summed over the visits.
struct Node {
    untried: Vec<Turn>,
    children: Vec<(Turn, Self)>,
    visits: f64,
    points: Vec<f64>,
    position: Position,
}

impl Node {
    /// Creates the node of a position, with one playout from there.
    fn new(position: Position, random: &mut RandomTurns) -> Result<Self, Box<Finding>> {
        Ok(Self {
            untried: position.turns().collect(),
            children: Vec::new(),
            visits: 1.0,
            points: playout(&position, random)?,
            position,
        })
    }

    /// Goes down the tree, adds a node to it, and returns the points of the playout from there.
    fn visit(&mut self, random: &mut RandomTurns) -> Result<Vec<f64>, Box<Finding>> {
        let points = if let Some(turn) = self.untried.pop() {
            let child = Self::new(self.position.play(&turn)?, random)?;
            let points = child.points.clone();
            self.children.push((turn, child));
            points
        } else if let Some(child) = self.most_promising() {
            child.visit(random)?
        } else {
            playout(&self.position, random)?
        };

        self.visits += 1.0;
        for (sum, point) in self.points.iter_mut().zip(&points) {
            *sum += point;
        }
        Ok(points)
    }

    /// Returns the child with the largest upper bound of the mean (UCT) for the seat to move.
    fn most_promising(&mut self) -> Option<&mut Self> {
        let seat = usize::from(self.position.to_move().max(1)) - 1;
        let log = self.visits.ln();
        let bound =
            |child: &Self| child.points[seat] / child.visits + (2.0 * log / child.visits).sqrt();
        let children = self.children.iter_mut().map(|(_, child)| child);
        children.max_by(|one, other| bound(one).total_cmp(&bound(other)))
    }
}

/// Plays random turns to the end of the game, and returns the points of each seat: 0, 0.5 or 1.
fn playout(start: &Position, random: &mut RandomTurns) -> Result<Vec<f64>, Box<Finding>> {
    let mut position = start.clone();
    while let Some(turn) = random.next(&position) {
        position = position.play(&turn)?;
    }
    let result = position.result().into_iter();
    let points = result.flat_map(Standing::points);
    Ok(points
        .map(|points| f64::from(*points as u8) / 2.0)
        .collect())
}
