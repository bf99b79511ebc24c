//! Material of a position: counts of what each side has.

use crate::games::GameId;

/// Returns the names of the counts that a game offers, each with its description.
pub fn materials(game: GameId) -> &'static [(&'static str, &'static str)] {
    match game {
        GameId::Gipf => &[
            ("white", "White's pieces on the board"),
            ("black", "Black's pieces on the board"),
            ("white-gipf", "White's GIPF pieces"),
            ("black-gipf", "Black's GIPF pieces"),
            ("white-reserve", "pieces in White's reserve"),
            ("black-reserve", "pieces in Black's reserve"),
            ("white-lost", "pieces that White has lost"),
            ("black-lost", "pieces that Black has lost"),
        ],
        GameId::Pippinzip => &[("black", "black stones"), ("white", "white stones")],
        GameId::Pippip => &[
            ("light", "light dice on the board"),
            ("dark", "dark dice on the board"),
            ("light-store", "dice in light's store"),
            ("dark-store", "dice in dark's store"),
        ],
        GameId::Pipe => &[
            ("cards", "cards on the table"),
            ("score1", "cards that seat 1 has picked up"),
            ("score2", "the same of seat 2"),
            ("score3", "the same of seat 3"),
            ("score4", "the same of seat 4"),
        ],
    }
}

/// Returns all names of [`materials`], each once.
pub fn material_names() -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in GameId::ALL.iter().flat_map(|game| materials(*game)) {
        if !names.contains(name) {
            names.push(name);
        }
    }
    names
}

/// Returns a count for a position, given as text, or `None` if the game does not have that count.
pub fn material(game: GameId, position: &str, name: &str) -> Option<u64> {
    let mut fields = position.split(' ');
    let board = fields.next().unwrap_or_default();
    let letters = |letters: &str| board.chars().filter(|&letter| letters.contains(letter)).count() as u64;
    let field = |at: usize| position.split(' ').nth(at).unwrap_or_default();
    let number = |at: usize, of: usize| field(at).split(',').nth(of).and_then(|number| number.parse().ok());
    let digits = |at: usize| Some(field(at).chars().filter(char::is_ascii_digit).count() as u64);
    match (game, name) {
        (GameId::Gipf, "white") => Some(letters("wW")),
        (GameId::Gipf, "black") => Some(letters("bB")),
        (GameId::Gipf, "white-gipf") => Some(letters("W")),
        (GameId::Gipf, "black-gipf") => Some(letters("B")),
        (GameId::Gipf, "white-reserve") => number(2, 0),
        (GameId::Gipf, "black-reserve") => number(2, 1),
        (GameId::Gipf, "white-lost") => number(3, 0),
        (GameId::Gipf, "black-lost") => number(3, 1),
        (GameId::Pippinzip, "black") => Some(letters("b")),
        (GameId::Pippinzip, "white") => Some(letters("w")),
        (GameId::Pippip, "light") => Some(letters("L")),
        (GameId::Pippip, "dark") => Some(letters("D")),
        (GameId::Pippip, "light-store") => digits(2),
        (GameId::Pippip, "dark-store") => digits(3),
        (GameId::Pipe, "cards") => Some(letters("@")),
        (GameId::Pipe, name) => {
            let seat: usize = name.strip_prefix("score")?.parse().ok()?;
            number(3, seat.checked_sub(1)?)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_material_of_every_game_is_counted() {
        let positions = [
            (GameId::Gipf, "B2W/5/6/W5b/6/5/B2w w 12,11 0,3 - -", vec![3, 3, 2, 2, 12, 11, 0, 3]),
            (GameId::Pippinzip, "5/5/2w2/1b3/b4 1 taker=2 -", vec![2, 1]),
            (GameId::Pippip, "..../.L53..../..../.... D 12 -", vec![1, 0, 2, 0]),
            (GameId::Pipe, "17@+3-2/E,20@+0+0/N 2 black,white,light,dark 3,12,0,1", vec![2, 3, 12, 0, 1]),
        ];
        for (game, position, expected) in positions {
            let found: Vec<u64> =
                materials(game).iter().map(|(name, _)| material(game, position, name).unwrap()).collect();
            assert_eq!(found, expected, "{game}");
            assert_eq!(material(game, position, "soldiers"), None);
        }
        assert_eq!(material(GameId::Pipe, "- 1 -,- 0,0", "score3"), None);
        assert_eq!(material(GameId::Pipe, "- 1 -,- 0,0", "cards"), Some(0));
    }
}
