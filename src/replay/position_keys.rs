//! Keys of positions, exact and independent of symmetry. `record_keys.rs` has those of records.
//!
//! A position's key is the sum of a value for each piece on its place, of one for everything else
//! in the position, and of one for its prefix: the name of the game, in Pip•Pip with the option
//! `dice`, in the Pipe Game with the first 16 digits of the deck's hash. The symmetric key is the
//! least key of the position's images. A table is shifted and rotated until its lowest-numbered
//! card lies on `+0+0/E`; the key of that image is the symmetric key. From one position to the next
//! only the values of the pieces that changed are computed.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::Position;
use crate::games::{Placed, Symmetric, Symmetry, with_game};
use crate::notation::Board;
use crate::text::{FeatureSum, Key};

/// What the keys of the positions of one record have in common, and the sums for the last position.
/// It is empty at first, and belongs to one record.
#[derive(Clone, Debug, Default)]
pub struct KeyCache {
    /// The images whose keys are computed, the identity first.
    images: Vec<Image>,
    /// The pieces of the last position, in ascending order.
    placed: Vec<Placed>,
    /// Memory for the pieces of the next position.
    spare: Vec<Placed>,
}

/// An image of a position.
#[derive(Clone, Copy, Debug)]
struct Image {
    by: Symmetry,
    /// The sum of the prefix and of the pieces on the board.
    sum: FeatureSum,
}

/// Keys of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PositionKeys {
    /// The key of the position as it is.
    pub exact: Key,
    /// The key shared by all its images.
    pub symmetric: Key,
}

impl Position {
    /// Returns the keys. If `cache` has seen the position before this one, most of the work is
    /// already done.
    pub fn keys(&self, cache: &mut KeyCache) -> PositionKeys {
        let keys = with_game!(self.game(), G => {
            let position = self.of_game::<G>();
            position.and_then(|position| {
                keys_of_state::<G>(&position.setup, position.state(), cache)
            })
        });
        keys.unwrap_or_else(|| {
            let exact = Key::from_text(&self.text());
            PositionKeys {
                exact,
                symmetric: exact,
            }
        })
    }

    /// Returns the exact key: a hash of the position that is the same in every version from 0.1.0
    /// on and on every system. It covers the game and everything that the text of the position
    /// says, not the variant. Positions with equal keys can be constructed, but do not occur by
    /// chance.
    pub fn key(&self) -> Key {
        with_game!(self.game(), G => exact_key::<G>(self))
            .unwrap_or_else(|| Key::from_text(&self.text()))
    }

    /// Returns the text of the position on the transformed board; `None` if the board has no such
    /// symmetry.
    pub fn turned_text(&self, by: Symmetry) -> Option<String> {
        with_game!(self.game(), G => {
            let position = self.of_game::<G>()?;
            is_of_board::<G>(by).then_some(())?;
            Some(G::turned_position(&position.setup, &position.position_text(), by)?.to_string())
        })
    }
}

/// Returns true if the board of a game has this symmetry.
pub(super) fn is_of_board<G: Symmetric>(by: Symmetry) -> bool {
    let is_shifted = by.shift != (0, 0);
    let can_be_shifted = G::FACTS.board == Board::Table;
    (can_be_shifted || !is_shifted)
        && G::symmetries().contains(&Symmetry {
            shift: (0, 0),
            ..by
        })
}

/// Returns all images of a position that keep a set-up; `None` if the board can also be shifted.
pub(crate) fn images_with_setup<G: Symmetric>(
    setup: &G::Setup,
    position: &G::PositionText,
) -> Option<Vec<G::PositionText>> {
    if G::normalising_symmetry(position, &[]).is_some() {
        return None;
    }

    let prefix = G::key_prefix(setup, Symmetry::IDENTITY);
    let keep_setup = G::symmetries()
        .into_iter()
        .filter(|by| G::key_prefix(setup, *by) == prefix);
    keep_setup
        .map(|by| G::turned_position(setup, position, by))
        .collect()
}

/// Returns the value of a piece on its place.
fn placed_feature(Placed { place, piece }: Placed) -> FeatureSum {
    let coordinate = |number: i32| u64::from(number.cast_unsigned());
    FeatureSum::of_feature(&[coordinate(place.0) << 32 | coordinate(place.1), piece])
}

/// Returns the value of what a position has beside the pieces on the board, and what is the same in
/// all images.
fn beside_board<G: Symmetric>(text: &G::PositionText) -> FeatureSum {
    FeatureSum::of_feature(&G::beside_board(text))
}

/// Returns the value of what an image of a position has beside the pieces on the board.
fn turned_beside_board<G: Symmetric>(
    setup: &G::Setup,
    text: &G::PositionText,
    by: Symmetry,
) -> FeatureSum {
    G::turned_beside_board(setup, text, by)
        .map(|turned| FeatureSum::of_feature(&[turned]))
        .unwrap_or_default()
}

fn prefix_feature<G: Symmetric>(setup: &G::Setup, by: Symmetry) -> FeatureSum {
    FeatureSum::of_text(&G::key_prefix(setup, by))
}

fn exact_key<G: Symmetric>(position: &Position) -> Option<Key> {
    let position = position.of_game::<G>()?;
    let text = position.position_text();
    let identity = Symmetry::IDENTITY;
    let rest = beside_board::<G>(&text)
        .with(turned_beside_board::<G>(&position.setup, &text, identity))
        .with(prefix_feature::<G>(&position.setup, identity));
    let mut placed = Vec::new();
    G::push_placed(&text, &mut placed);
    let features = placed.into_iter().map(placed_feature);
    Some(features.fold(rest, FeatureSum::with).key())
}

/// Returns the keys of a position of a game, as [`Position::keys`].
pub(super) fn keys_of_state<G: Symmetric>(
    setup: &G::Setup,
    state: &G::State,
    cache: &mut KeyCache,
) -> Option<PositionKeys> {
    let text = G::position_text(setup, state);
    let normalising = G::normalising_symmetry(&text, &[]);
    cache.choose_images::<G>(setup, normalising);
    cache.move_to::<G>(setup, &text);

    let beside = beside_board::<G>(&text);
    let keys = cache.images.iter().map(|image| {
        let turned = turned_beside_board::<G>(setup, &text, image.by);
        image.sum.with(beside).with(turned).key()
    });
    let keys: SmallVec<[Key; USUAL_IMAGES]> = keys.collect();
    let exact = *keys.first()?;
    let symmetric = match normalising {
        // The last image is the normalised table.
        Some(_) => *keys.last()?,
        None => *keys.iter().min()?,
    };
    Some(PositionKeys { exact, symmetric })
}

/// The number of images for which keys are kept without allocation: those of GIPF.
const USUAL_IMAGES: usize = 12;

impl KeyCache {
    /// Chooses the images of a position: on a table, the identity and the normalised table. Starts
    /// anew if they are not the images of the last position.
    fn choose_images<G: Symmetric>(&mut self, setup: &G::Setup, normalising: Option<Symmetry>) {
        let is_chosen = match normalising {
            Some(by) => self.images.get(1).is_some_and(|image| image.by == by),
            None => !self.images.is_empty(),
        };
        if is_chosen {
            return;
        }
        let all = match normalising {
            Some(by) => vec![Symmetry::IDENTITY, by],
            None => G::symmetries(),
        };
        // Most images have the same prefix, so each prefix is hashed once.
        let mut hashed: SmallVec<[(String, FeatureSum); 2]> = SmallVec::new();
        self.images.clear();
        for by in all {
            let prefix = G::key_prefix(setup, by);
            let known = hashed.iter().find(|(known, _)| *known == prefix);
            let sum = match known {
                Some((_, sum)) => *sum,
                None => {
                    let sum = FeatureSum::of_text(&prefix);
                    hashed.push((prefix, sum));
                    sum
                }
            };
            self.images.push(Image { by, sum });
        }
        self.placed.clear();
    }

    /// Takes the pieces that have left from the sums of the images, and adds those that have come.
    fn move_to<G: Symmetric>(&mut self, setup: &G::Setup, position: &G::PositionText) {
        let mut placed = std::mem::take(&mut self.spare);
        placed.clear();
        G::push_placed(position, &mut placed);
        placed.sort_unstable();
        // A merge of two sorted lists: a piece that is in only one of them has left or come.
        let mut before = self.placed.iter().copied().peekable();
        let mut after = placed.iter().copied().peekable();
        loop {
            let order = match (before.peek(), after.peek()) {
                (Some(old), Some(new)) => old.cmp(new),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let left = if order.is_le() { before.next() } else { None };
            let came = if order.is_ge() { after.next() } else { None };
            if left == came {
                continue;
            }
            for image in &mut self.images {
                let value = |piece: Option<Placed>| {
                    G::turned_placed(setup, piece?, image.by).map(placed_feature)
                };
                if let Some(value) = value(left) {
                    image.sum = image.sum.without(value);
                }
                if let Some(value) = value(came) {
                    image.sum = image.sum.with(value);
                }
            }
        }
        self.spare = std::mem::replace(&mut self.placed, placed);
    }
}
