//! The places of a scene, by their names in records.

use std::borrow::Cow;
use std::sync::Arc;

use super::place::Place;
use super::scene::Site;

/// Places with their names. Scenes of one board share what they have in common: a scene has only the pieces on them to
/// itself.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    board: Arc<Named>,
    /// What stands on each, by its number; nothing behind the end.
    pieces: Vec<Option<u8>>,
}

/// Places in the order in which they were added, by which they are numbered.
#[derive(Clone, Debug, Default)]
struct Named {
    sites: Vec<(Cow<'static, str>, Site)>,
    /// Their numbers in the order of their names.
    sorted: Vec<usize>,
}

impl Named {
    /// The number of a place, or else where it belongs among the sorted ones.
    fn find(&self, name: &str) -> Result<usize, usize> {
        let at = self.sorted.binary_search_by(|&number| self.sites[number].0.as_ref().cmp(name))?;
        Ok(self.sorted[at])
    }
}

impl Sites {
    /// Adds a place; one of that name is replaced.
    pub fn insert(&mut self, name: impl Into<Cow<'static, str>>, site: Site) {
        let (name, board) = (name.into(), Arc::make_mut(&mut self.board));
        match board.find(&name) {
            Ok(number) => {
                board.sites[number].1 = site;
                self.pieces.get_mut(number).into_iter().for_each(|piece| *piece = None);
            }
            Err(at) => {
                board.sorted.insert(at, board.sites.len());
                board.sites.push((name, site));
            }
        }
    }

    /// Says that a piece stands on the place that was added as the one with this number, from 0.
    pub fn occupy(&mut self, number: usize, seat: u8) {
        if self.pieces.is_empty() {
            self.pieces.resize(self.board.sites.len(), None);
        }
        if let Some(piece) = self.pieces.get_mut(number) {
            *piece = Some(seat);
        }
    }

    /// The place of that name.
    pub fn get(&self, name: &str) -> Option<Site> {
        self.board.find(name).ok().map(|number| self.numbered(number))
    }

    /// They with their names, in the order of these.
    pub fn iter(&self) -> impl Iterator<Item = (&Cow<'static, str>, Site)> {
        self.board.sorted.iter().map(|&number| (&self.board.sites[number].0, self.numbered(number)))
    }

    /// They alone, in the same order.
    pub fn values(&self) -> impl Iterator<Item = Site> {
        self.iter().map(|(_, site)| site)
    }

    /// Where they are, in no order that matters.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.board.sites.iter().map(|(_, site)| site.at)
    }

    /// Moves all of them.
    pub(super) fn move_by(&mut self, go: impl Fn(Place) -> Place) {
        for (_, site) in &mut Arc::make_mut(&mut self.board).sites {
            site.at = go(site.at);
            site.badge = site.badge.map(&go);
            site.corners = site.corners.map(|corners| corners.map(&go));
        }
    }

    fn numbered(&self, number: usize) -> Site {
        let site = self.board.sites[number].1;
        Site { piece: self.pieces.get(number).copied().flatten().or(site.piece), ..site }
    }
}

/// How much of them is shared makes no difference.
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
        let seen: Vec<_> = scene.iter().map(|(name, site)| (name.as_ref(), site.at.x, site.piece)).collect();
        assert_eq!(seen, [("a10", 2, Some(2)), ("a2", 4, None), ("b1", 1, None)]);
        assert_eq!((scene.get("a10").unwrap().piece, board.get("a10").unwrap().piece), (Some(2), None));
        assert_eq!(scene.get("a1"), None);
        assert_ne!(scene, board);
    }
}
