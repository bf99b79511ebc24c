//! Material of a position: counts of what each side has.

use crate::games::GameId;
use crate::notation::Count;

use crate::notation::Count::{Digits, Letters, Listed};

/// Returns the counts of a game by their names.
fn counts(game: GameId) -> &'static [(&'static str, Count)] {
    game.facts().positions.material
}

/// Returns the names of the counts that a game offers.
pub fn materials(game: GameId) -> impl Iterator<Item = &'static str> {
    counts(game).iter().map(|(name, _)| *name)
}

/// Returns all names of [`materials`], each once.
pub fn material_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for name in GameId::ALL.into_iter().flat_map(materials) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns a count for a position, given as text, or `None` if the game does not have that count.
pub fn material(game: GameId, position: &str, name: &str) -> Option<u64> {
    let (_, count) = counts(game).iter().find(|(known, _)| *known == name)?;
    let field = |at: usize| position.split(' ').nth(at).unwrap_or_default();
    match *count {
        Letters(letters) => Some(
            field(0)
                .matches(|letter: char| letters.contains(letter))
                .count() as u64,
        ),
        Listed(at, place) => field(at).split(',').nth(place)?.parse().ok(),
        Digits(at) => Some(
            field(at)
                .matches(|letter: char| letter.is_ascii_digit())
                .count() as u64,
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_material_of_every_game_is_counted() {
        let positions = [
            (
                GameId::Gipf,
                "B2W/5/6/W5b/6/5/B2w w 12,11 0,3 - -",
                vec![3, 3, 2, 2, 12, 11, 0, 3],
            ),
            (GameId::Pippinzip, "5/5/2w2/1b3/b4 1 taker=2 -", vec![2, 1]),
            (
                GameId::Pippip,
                "..../.L53..../..../.... D 12 -",
                vec![1, 0, 2, 0],
            ),
            (
                GameId::Pipe,
                "17@+3-2/E,20@+0+0/N 2 black,white,light,dark 3,12,0,1",
                vec![2, 3, 12, 0, 1],
            ),
        ];
        for (game, position, expected) in positions {
            let found: Vec<u64> = materials(game)
                .map(|name| material(game, position, name).unwrap())
                .collect();
            assert_eq!(found, expected, "{game}");
            assert_eq!(material(game, position, "soldiers"), None);
        }
        assert_eq!(material(GameId::Pipe, "- 1 -,- 0,0", "score3"), None);
        assert_eq!(material(GameId::Pipe, "- 1 -,- 0,0", "cards"), Some(0));
    }
}
