//! Sites: the places of a scene that annotations can name, by their names in records.

use std::borrow::Cow;
use std::sync::Arc;

use super::geometry::Place;
use super::scene::Site;

/// Named places, copy on write: scenes of one board share the places, and only the pieces on them
/// belong to each scene.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// The places, which scenes of one board share.
    board: Arc<NamedSites>,
    /// Appearance of the piece on each place, by index; places beyond the end are empty.
    pieces: Vec<Option<u8>>,
}

/// Places in the order in which they were added, which defines their indices.
#[derive(Clone, Debug, Default)]
struct NamedSites {
    sites: Vec<(Cow<'static, str>, Site)>,
    /// Indices sorted by name.
    sorted: Vec<usize>,
}

impl NamedSites {
    /// Returns the index of a place, or the position at which to insert it in the sorted list.
    fn find(&self, name: &str) -> Result<usize, usize> {
        let index = self
            .sorted
            .binary_search_by(|&number| self.sites[number].0.as_ref().cmp(name))?;
        Ok(self.sorted[index])
    }
}

impl Sites {
    /// Adds a place, replacing one with the same name.
    pub(crate) fn insert(&mut self, name: impl Into<Cow<'static, str>>, site: Site) {
        let name = name.into();
        let board = Arc::make_mut(&mut self.board);
        match board.find(&name) {
            Ok(number) => {
                board.sites[number].1 = site;
                if let Some(piece) = self.pieces.get_mut(number) {
                    *piece = None;
                }
            }
            Err(index) => {
                board.sorted.insert(index, board.sites.len());
                board.sites.push((name, site));
            }
        }
    }

    /// Puts a piece on the place with this index, from 0 in the order of insertion.
    pub(crate) fn occupy(&mut self, number: usize, seat: u8) {
        if self.pieces.is_empty() {
            self.pieces.resize(self.board.sites.len(), None);
        }
        if let Some(piece) = self.pieces.get_mut(number) {
            *piece = Some(seat);
        }
    }

    /// Returns the place with this name.
    pub fn get(&self, name: &str) -> Option<Site> {
        self.board
            .find(name)
            .ok()
            .map(|number| self.numbered(number))
    }

    /// Iterates over names and places, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Cow<'static, str>, Site)> {
        self.board
            .sorted
            .iter()
            .map(|&number| (&self.board.sites[number].0, self.numbered(number)))
    }

    /// Iterates over the places, sorted by name.
    pub fn values(&self) -> impl Iterator<Item = Site> {
        self.iter().map(|(_, site)| site)
    }

    /// Iterates over the positions of the places, in no particular order.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.board.sites.iter().map(|(_, site)| site.at)
    }

    /// Replaces the position of each place by its image under `map`.
    pub(super) fn map_positions(&mut self, map: impl Fn(Place) -> Place) {
        for (_, site) in &mut Arc::make_mut(&mut self.board).sites {
            site.at = map(site.at);
        }
    }

    /// Returns the place with this index, and the piece on it.
    fn numbered(&self, number: usize) -> Site {
        let site = self.board.sites[number].1;
        Site {
            piece: self.pieces.get(number).copied().flatten().or(site.piece),
            ..site
        }
    }
}

/// Equality ignores how much is shared.
impl PartialEq for Sites {
    fn eq(&self, other: &Self) -> bool {
        self.board.sites.len() == other.board.sites.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Sites {}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(x: i32) -> Site {
        Site::empty(Place { x, y: 0 }, 1)
    }

    #[test]
    fn places_are_found_by_name_and_number() {
        let mut board = Sites::default();
        for (name, x) in [("b1", 1), ("a10", 2), ("a2", 3), ("a2", 4)] {
            board.insert(name, site(x));
        }
        let mut scene = board.clone();
        scene.occupy(1, 2);
        scene.occupy(3, 1);
        let seen: Vec<_> = scene
            .iter()
            .map(|(name, site)| (name.as_ref(), site.at.x, site.piece))
            .collect();
        assert_eq!(
            seen,
            [("a10", 2, Some(2)), ("a2", 4, None), ("b1", 1, None)]
        );
        assert_eq!(
            (
                scene.get("a10").unwrap().piece,
                board.get("a10").unwrap().piece
            ),
            (Some(2), None)
        );
        assert_eq!(scene.get("a1"), None);
        assert_ne!(scene, board);
    }
}
