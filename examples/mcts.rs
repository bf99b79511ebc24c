//! Plays a game by Monte Carlo tree search (MCTS) with the formula UCT, for games without dice or
//! hidden cards. Each visit of the tree goes down to a leaf, plays random turns to the end from
//! there (a playout), and adds the result to the nodes on its way.
//!
//! `cargo run --release --example mcts`

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
    let mut root = Node::default();
    for _ in 0..playouts {
        root.visit(position, random)?;
    }
    let children = root.children.into_iter();
    let best = children.max_by(|(_, one), (_, other)| one.visits.total_cmp(&other.visits));
    Ok(best.map(|(turn, _)| turn))
}

/// Position in the search tree, with the points of the seat that has just moved, summed over the
/// visits.
#[derive(Default)]
struct Node {
    visits: f64,
    points: f64,
    children: Vec<(Turn, Self)>,
}

impl Node {
    /// Goes down the tree, and returns the last position of a random game that begins there.
    fn visit(
        &mut self,
        position: &Position,
        random: &mut RandomTurns,
    ) -> Result<Position, Box<Finding>> {
        self.visits += 1.0;
        // A leaf gets its children at its second visit, so that most leaves need none.
        if self.visits == 2.0 {
            let turns = position.turns();
            self.children = turns.map(|turn| (turn, Self::default())).collect();
        }
        let Some((turn, child)) = self.most_promising() else {
            return playout(position, random);
        };

        let last = child.visit(&position.play(&*turn)?, random)?;
        let seat = usize::from(position.to_move()) - 1;
        let result = last.result();
        child.points += result.map_or(0.0, |result| f64::from(result.points()[seat]));
        Ok(last)
    }

    /// Returns the child with the largest upper bound of the mean (UCT), or one without visits.
    fn most_promising(&mut self) -> Option<&mut (Turn, Self)> {
        let log = self.visits.ln();
        let bound = |child: &Self| match child.visits {
            0.0 => f64::INFINITY,
            visits => child.points / visits + (2.0 * log / visits).sqrt(),
        };
        let children = self.children.iter_mut();
        children.max_by(|(_, one), (_, other)| bound(one).total_cmp(&bound(other)))
    }
}

/// Plays random turns to the end of the game.
fn playout(start: &Position, random: &mut RandomTurns) -> Result<Position, Box<Finding>> {
    let mut position = start.clone();
    while let Some(turn) = random.next(&position) {
        position = position.play(&turn)?;
    }
    Ok(position)
}
