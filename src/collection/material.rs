//! Material of a position: counts of what each side has, such as `white-reserve`, the pieces that
//! White has left in GIPF.

use crate::games::{GameId, Language as _, with_game};
use crate::replay::Position;

/// Returns the names of the counts that a game offers.
pub fn materials(game: GameId) -> impl Iterator<Item = &'static str> {
    let names: Vec<&str> = with_game!(game, G => {
        G::MATERIALS.iter().map(|material| material.name).collect()
    });
    names.into_iter()
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

/// Returns a count for a position, or `None` if the position does not have that count.
pub fn material(position: &Position, name: &str) -> Option<u64> {
    with_game!(position.game(), G => {
        let material = G::MATERIALS.iter().find(|material| material.name == name)?;
        (material.count)(&position.of_game::<G>()?.position_text())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::gipf::Gipf;
    use crate::games::pipe::Pipe;
    use crate::games::pippinzip::Pippinzip;
    use crate::games::pippip::Pippip;

    /// Returns the counts of a position, given as text, in the order of their names.
    fn counts<G: Language>(text: &str) -> Vec<Option<u64>> {
        let position = G::parse_position(text).unwrap();
        let count = |material: &crate::games::Material<_>| (material.count)(&position);
        G::MATERIALS.iter().map(count).collect()
    }

    #[test]
    fn every_material_of_every_game_is_counted() {
        let unknown = "B2W/5/6/W5b/6/5/B2w w ?,11 0,3 - -";
        assert_eq!(
            counts::<Gipf>("B2W/5/6/W5b/6/5/B2w w 12,11 0,3 - -"),
            [3, 3, 2, 2, 12, 11, 0, 3].map(Some)
        );
        assert_eq!(counts::<Gipf>(unknown)[4], None);
        assert_eq!(
            counts::<Pippinzip>("5/5/2w2/1b3/b4 1 taker=2 -"),
            [2, 1].map(Some)
        );
        assert_eq!(
            counts::<Pippip>("..../.L53../..../.... D 12 -"),
            [1, 0, 2, 0].map(Some)
        );
        assert_eq!(
            counts::<Pipe>("17@+3-2/E,20@+0+0/N 2 black,white,light,dark 3,12,0,1"),
            [2, 3, 12, 0, 1].map(Some)
        );
        assert_eq!(
            counts::<Pipe>("- 1 -,- 0,0"),
            [Some(0), Some(0), Some(0), None, None]
        );
    }

    #[test]
    fn each_name_is_listed_once() {
        let names = material_names();
        for name in &names {
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1);
        }
        assert!(names.contains(&"white") && names.contains(&"score4"));
    }
}
