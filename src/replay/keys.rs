//! Keys of positions and records, exact and independent of symmetry.
//!
//! A position's key is the hash of a prefix and its text: the name of the game, a space, the text.
//! In Pip•Pip the option `dice` comes between them; in the Pipe Game the first 16 digits of the
//! deck's hash. The symmetric key is the key of the least image of the position, first by its
//! prefix and then by [`Symmetric::compare_images`]. A table is shifted and rotated until its
//! lowest-numbered card lies on `+0+0/E`.
//!
//! A record's symmetric key is the key of the bare form of its least image, with the start written
//! out if it is not the default. Images are compared by their tags, then turn by turn. On tables it
//! is the key of the only image in which the first card lies on `+0+0/E`. A prefix's key covers the
//! tags of the bare form except `Result` and `Termination`, an empty line, and one line per turn in
//! canonical form.

use std::sync::Arc;

use super::canonical::{BareTags, ReplayedRecord, bare_tags};
use super::position::LedBy;
use super::{Frame, Position, Timeline};
use crate::games::{Symmetric, Symmetry, TurnedOption, with_game};
use crate::notation::{Board, TurnId, parse_options, quoted, tag_lines, write_options};
use crate::text::{Key, KeyMaker};

/// Prefixes of the position keys of one record. Computed once and used for all its positions.
#[derive(Clone, Debug, Default)]
pub struct KeyPrefixes(Vec<String>);

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
    /// Returns the keys. `prefixes` caches the prefixes for the positions of one record; it is
    /// empty at first.
    pub fn keys(&self, prefixes: &mut KeyPrefixes) -> PositionKeys {
        with_game!(self.game(), G => keys_of::<G>(self, prefixes)).unwrap_or_else(|| {
            let exact = Key::from_text(&self.text());
            PositionKeys {
                exact,
                symmetric: exact,
            }
        })
    }

    /// Returns the exact key: a hash of the position that is the same in every version and on every
    /// system. It covers the game and the text of the position, not the variant.
    pub fn key(&self) -> Key {
        let own = with_game!(self.game(), G => self.of_game::<G>().map(|position| {
            Key::from_text(&format!("{} {}", G::key_prefix(&position.setup, Symmetry::IDENTITY), self.text()))
        }));
        own.unwrap_or_else(|| Key::from_text(&self.text()))
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

/// True if the board of a game has this symmetry.
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

fn keys_of<G: Symmetric>(position: &Position, prefixes: &mut KeyPrefixes) -> Option<PositionKeys> {
    let position = position.of_game::<G>()?;
    let setup = &position.setup;
    let text = position.position_text();
    let all = match G::normalising_symmetry(&text, &[]) {
        Some(by) => vec![by],
        None => G::symmetries(),
    };
    if prefixes.0.is_empty() {
        prefixes.0 = all.iter().map(|by| G::key_prefix(setup, *by)).collect();
    }
    let own_prefix = prefixes.0.first()?;
    let exact = Key::from_text(&format!("{own_prefix} {text}"));
    let images = all.iter().zip(&prefixes.0);
    let images = images.filter_map(|(by, prefix)| {
        let image = G::turned_position(setup, &text, *by)?;
        Some((prefix, image))
    });
    let least = images.min_by(|(one_prefix, one), (other_prefix, other)| {
        let by_prefix = one_prefix.cmp(other_prefix);
        by_prefix.then_with(|| G::compare_images(one, other))
    });
    // Writing and hashing an image costs more than comparing all of them.
    let symmetric = match least {
        Some((prefix, image)) if prefix != own_prefix || image != text => {
            Key::from_text(&format!("{prefix} {image}"))
        }
        _ => exact,
    };
    Some(PositionKeys { exact, symmetric })
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
        with_game!(self.game(), G => prefix_keys::<G>(self)).unwrap_or_default()
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
    let played = ReplayedRecord::<G>::of_timeline(timeline).ok()?;
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
    let start_text = start.to_string();
    writer
        .values
        .insert("Position".to_owned(), start_text.clone());
    let mut tags = BareTags::new::<G>(record, context, &writer, decided);
    let mut images: Vec<RecordImage<'_>> = Vec::new();
    for by in all {
        if let Some(turned) = G::turned_option(setup, by) {
            writer
                .values
                .insert("Options".to_owned(), with_option::<G>(&options, turned));
            tags = BareTags::new::<G>(record, context, &writer, decided);
        }
        let turned = G::turned_position(setup, &start, by)?;
        let position = if turned == start {
            start_text.clone()
        } else {
            turned.to_string()
        };
        images.push(RecordImage {
            by,
            tags: tags.with(Some(position)),
        });
    }
    let turned_turn = |by: Symmetry, played: &FrameTurn<'_, G>| match played.turn {
        Some(turn) => {
            let turned = G::turned_turn(setup, turn, by)?;
            Some(G::in_order(setup, played.before, &turned).to_string())
        }
        None => Some(String::new()),
    };
    // Most images differ in the first turns, so only one is written out.
    keep_least(&mut images, |image| Some(tag_lines(&image.tags)))?;
    for played in &turns {
        if images.len() == 1 {
            break;
        }
        keep_least(&mut images, |image| turned_turn(image.by, played))?;
    }
    let least = images.first()?;
    for played in turns.iter().filter(|played| played.turn.is_some()) {
        writer
            .turns
            .insert(played.id, turned_turn(least.by, played)?);
    }
    Some(Key::from_text(&writer.write_bare(&least.tags, None)))
}

/// An image of a record that may be the least one.
struct RecordImage<'r> {
    by: Symmetry,
    tags: Vec<(&'r str, String)>,
}

/// Keeps the images with the least text. Returns `None` if one of them has none.
fn keep_least<'r>(
    images: &mut Vec<RecordImage<'r>>,
    text: impl Fn(&RecordImage<'r>) -> Option<String>,
) -> Option<()> {
    let texts: Vec<String> = images.iter().map(text).collect::<Option<_>>()?;
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

fn prefix_keys<G: Symmetric>(timeline: &Timeline) -> Option<Vec<Key>> {
    let played = ReplayedRecord::<G>::of_timeline(timeline).ok()?;
    let decided = played.decided;
    let writer = played.writer()?;
    let mut maker = KeyMaker::default();
    for (name, value) in bare_tags::<G>(timeline.record(), timeline.context(), &writer, decided) {
        if !["Result", "Termination"].contains(&name) {
            maker.push(format!("[{name} {}]\n", quoted(&value)));
        }
    }
    maker.push("\n");
    let keys = timeline.main_line().filter_map(|frame| {
        maker.push(frame.canonical_turn()?);
        maker.push("\n");
        Some(maker.key())
    });
    Some(keys.collect())
}
