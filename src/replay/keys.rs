//! Keys of positions and records, exact and independent of symmetry.
//!
//! A position's key is the sum of a value for each piece on its place, of one for everything else
//! in the position, and of one for its prefix: the name of the game, in Pip•Pip with the option
//! `dice`, in the Pipe Game with the first 16 digits of the deck's hash. The symmetric key is the
//! least key of the position's images. A table is shifted and rotated until its lowest-numbered
//! card lies on `+0+0/E`; the key of that image is the symmetric key. From one position to the next
//! only the values of the pieces that changed are computed.
//!
//! A record's symmetric key is the key of the bare form of its least image, with the start written
//! out if it is not the default. Images are compared by their tags, then turn by turn. On tables it
//! is the key of the only image in which the first card lies on `+0+0/E`. A prefix's key covers the
//! tags of the bare form except `Result` and `Termination`, an empty line, and one line per turn in
//! canonical form.

use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use smallvec::SmallVec;

use super::canonical::{BareTags, ReplayedRecord, bare_tags};
use super::game_position::LedBy;
use super::progress::turn_text;
use super::{Frame, Position, Timeline};
use crate::games::{Placed, Symmetric, Symmetry, TurnedOption, with_game};
use crate::notation::{
    Board, RESIGNATION, TurnId, parse_options, quoted, tag_lines, write_options,
};
use crate::text::{FeatureSum, Key, KeyMaker};

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
        with_game!(self.game(), G => keys_of::<G>(self, cache)).unwrap_or_else(|| {
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

fn keys_of<G: Symmetric>(position: &Position, cache: &mut KeyCache) -> Option<PositionKeys> {
    let position = position.of_game::<G>()?;
    let setup = &position.setup;
    let text = position.position_text();
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

impl Timeline {
    /// Returns the key that a record shares with all its images; `None` if it has no bare form or
    /// its main line has an illegal turn.
    pub fn symmetric_key(&self) -> Option<Key> {
        with_game!(self.game(), G => symmetric_key::<G>(self))
    }

    /// Returns the keys of the first turn of the main line, of the first two turns, and so on;
    /// empty if the record has no bare form. If one of them is among another record's keys, that
    /// record begins with the same turns.
    pub fn prefix_keys(&self) -> Vec<Key> {
        let lengths: Vec<usize> = (1..=self.main_line().count()).collect();
        self.prefix_keys_after(&lengths)
    }

    /// Returns the keys of the first turns of the main line for each number of turns in `lengths`,
    /// which ascend. Numbers of turns that the main line does not have are left out.
    pub(crate) fn prefix_keys_after(&self, lengths: &[usize]) -> Vec<Key> {
        with_game!(self.game(), G => prefix_keys_after::<G>(self, lengths)).unwrap_or_default()
    }
}

/// A played turn of a record with the position before it.
pub(super) struct FrameTurn<'t, G: Symmetric> {
    id: TurnId,
    pub(super) before: &'t Arc<G::State>,
    /// The turn; `None` for `resign`.
    pub(super) turn: Option<&'t G::Turn>,
}

impl<'t, G: Symmetric> FrameTurn<'t, G> {
    /// Returns the turn that led to a position; `None` for a start.
    pub(super) fn from_frame(frame: &'t Frame) -> Option<Self> {
        let LedBy { before, played } = frame.position.of_game::<G>()?.by.as_ref()?;
        Some(Self {
            id: frame.turn?,
            before,
            turn: played.game_turn(),
        })
    }
}

fn symmetric_key<G: Symmetric>(timeline: &Timeline) -> Option<Key> {
    if timeline.main_fault.is_some() {
        return None;
    }
    let position = timeline.start()?.position.of_game::<G>()?;
    let setup = &position.setup;
    let start = position.position_text();
    let played = ReplayedRecord::<G>::as_written(timeline).ok()?;
    let decided = played.decided;
    let record = timeline.record();
    let context = timeline.context();
    let mut writer = played.writer()?;
    let turns: Vec<_> = timeline
        .main_line()
        .filter_map(FrameTurn::<G>::from_frame)
        .collect();
    let typed: Vec<G::Turn> = match G::normalising_symmetry(&start, &[]) {
        Some(_) => turns
            .iter()
            .filter_map(|played| played.turn.cloned())
            .collect(),
        None => Vec::new(),
    };
    let all = match G::normalising_symmetry(&start, &typed) {
        Some(by) => vec![by],
        None => G::symmetries(),
    };
    let options = writer.values.get("Options").cloned().unwrap_or_default();
    // A position is set in all images, so that the default start is known and options without
    // effect on a position are left out.
    writer
        .values
        .insert("Position".to_owned(), start.to_string());
    let mut tags = BareTags::new::<G>(record, context, &writer, decided);
    let mut starts: Vec<ImageStart<'_, G>> = Vec::new();
    let mut images: Vec<RecordImage<'_>> = Vec::new();
    for by in all {
        let position = G::turned_position(setup, &start, by)?;
        let option = G::turned_option(setup, by);
        // Many images begin alike, so each beginning is written out once.
        let known = starts
            .iter()
            .find(|known| known.position == position && known.option == option);
        if let Some(known) = known {
            images.push(RecordImage {
                by,
                ..known.image.clone()
            });
            continue;
        }
        if let Some(turned) = option.clone() {
            writer
                .values
                .insert("Options".to_owned(), with_option::<G>(&options, turned));
            tags = BareTags::new::<G>(record, context, &writer, decided);
        }
        let all_tags = tags.with(Some(position.to_string()));
        let image = RecordImage {
            by,
            lines: tag_lines(&all_tags).into(),
            tags: Rc::new(all_tags),
        };
        starts.push(ImageStart {
            position,
            option,
            image: image.clone(),
        });
        images.push(image);
    }
    let turned_turn = |by: Symmetry, played: &FrameTurn<'_, G>| match played.turn {
        Some(turn) => {
            let turned = G::turned_turn(setup, turn, by)?;
            Some(turn_text::<G>(&G::in_order(setup, played.before, &turned)))
        }
        None => Some(RESIGNATION.to_owned()),
    };
    // Most images differ in the first turns, so only one is written out.
    keep_least(&mut images, |image| Some(Rc::clone(&image.lines)))?;
    for played in &turns {
        if images.len() == 1 {
            break;
        }
        keep_least(&mut images, |image| turned_turn(image.by, played))?;
    }
    let least = images.first()?;
    writer.turns.reserve(turns.len());
    for played in &turns {
        writer
            .turns
            .insert(played.id, turned_turn(least.by, played)?);
    }
    Some(Key::from_text(&writer.write_bare(&least.tags, None)))
}

/// An image of a record that may be the least one.
#[derive(Clone)]
struct RecordImage<'r> {
    by: Symmetry,
    tags: Rc<Vec<(&'r str, String)>>,
    /// The text of the tags.
    lines: Rc<str>,
}

/// The beginning of an image of a record, up to the first turn.
struct ImageStart<'r, G: Symmetric> {
    position: G::PositionText,
    option: Option<TurnedOption>,
    image: RecordImage<'r>,
}

/// Keeps the images with the least text. Returns `None` if one of them has none.
fn keep_least<'r, T: Ord>(
    images: &mut Vec<RecordImage<'r>>,
    text: impl Fn(&RecordImage<'r>) -> Option<T>,
) -> Option<()> {
    let texts: Vec<T> = images.iter().map(text).collect::<Option<_>>()?;
    let least = texts.iter().min()?;
    let mut is_least = texts.iter().map(|text| text == least);
    images.retain(|_| is_least.next().unwrap_or(false));
    Some(())
}

/// Returns the options with one of them set, in the order of the rules. An option with its default
/// value is left out.
pub(super) fn with_option<G: Symmetric>(options: &str, turned: TurnedOption) -> String {
    let pairs = parse_options(options)
        .unwrap_or_default()
        .into_iter()
        .map(|pair| (pair.key, pair.value));
    let mut pairs: Vec<_> = pairs.filter(|(key, _)| key != turned.key).collect();
    pairs.extend(turned.value.map(|value| (turned.key.to_owned(), value)));
    write_options(pairs, G::FACTS.options)
}

fn prefix_keys_after<G: Symmetric>(timeline: &Timeline, lengths: &[usize]) -> Option<Vec<Key>> {
    let played = ReplayedRecord::<G>::as_written(timeline).ok()?;
    let decided = played.decided;
    let writer = played.writer()?;
    let mut maker = KeyMaker::default();
    for (name, value) in bare_tags::<G>(timeline.record(), timeline.context(), &writer, decided) {
        if !["Result", "Termination"].contains(&name) {
            maker.push(format!("[{name} {}]\n", quoted(&value)));
        }
    }
    maker.push("\n");
    let mut turns = timeline.main_line();
    let mut hashed = 0;
    let mut keys = Vec::with_capacity(lengths.len());
    for &length in lengths {
        while hashed < length {
            let Some(frame) = turns.next() else {
                return Some(keys);
            };
            maker.push(frame.canonical_turn()?);
            maker.push("\n");
            hashed += 1;
        }
        keys.push(maker.key());
    }
    Some(keys)
}
