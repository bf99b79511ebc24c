//! Keys of positions and records, exact and independent of symmetry.
//!
//! A position's key is the hash of a prefix and its text: the name of the game, a space, the text. In Pip•Pip the
//! option `dice` comes between them; in the Pipe Game the first 16 digits of the deck's hash. The symmetric key is
//! the key of the least such text among the images of the position. A table is shifted and rotated until its
//! lowest-numbered card lies on `+0+0/E`.
//!
//! A record's symmetric key is the key of the least bare form among its images, with the start written out if it is
//! not the default. On tables it is the key of the only image in which the first card lies on `+0+0/E`. A prefix's
//! key covers the tags of the bare form except `Result` and `Termination`, an empty line, and one line per turn in
//! canonical form.

use std::fmt::Write;
use std::sync::Arc;

use super::canonical::{BareTags, Played, bare_tags};
use super::position::{GamePosition, LedBy};
use super::progress::Progress;
use super::{Frame, Position, Timeline};
use std::borrow::Cow;

use crate::games::{Language, Rules, Symmetric, Symmetry, with_game};
use crate::notation::{RecordWriter, TurnId, parse_options, quoted, write_options};
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
    /// Returns the keys. `grounds` caches the prefixes for the positions of one record; it is empty at first.
    pub fn keys(&self, grounds: &mut KeyPrefixes) -> PositionKeys {
        with_game!(self.game(), G => keys_of::<G>(self, grounds)).unwrap_or_else(|| {
            let exact = Key::of(&self.text());
            PositionKeys { exact, symmetric: exact }
        })
    }

    /// Returns the exact key: a hash of the position that is the same in every version and on every system. It
    /// covers the game and the text of the position, not the variant.
    pub fn key(&self) -> Key {
        let own = with_game!(self.game(), G => self.of_game::<G>().map(|GamePosition { setup, .. }| {
            Key::of(&format!("{} {}", G::ground(setup, Symmetry::IDENTITY), self.text()))
        }));
        own.unwrap_or_else(|| Key::of(&self.text()))
    }

    /// Returns the text of the position on the transformed board; `None` if the board has no such symmetry.
    pub fn turned_text(&self, by: Symmetry) -> Option<String> {
        with_game!(self.game(), G => {
            let GamePosition { setup, progress: Progress { state, .. }, .. } = self.of_game::<G>()?;
            is_of_board::<G>(by).then_some(())?;
            Some(G::turned_position(setup, &G::position_text(setup, state), by)?.to_string())
        })
    }
}

/// True if the board of a game has this symmetry.
pub(super) fn is_of_board<G: Symmetric>(by: Symmetry) -> bool {
    let is_shifted = by.shift != (0, 0);
    let can_be_shifted = G::ID == crate::games::GameId::Pipe;
    (can_be_shifted || !is_shifted) && G::symmetries().contains(&Symmetry { shift: (0, 0), ..by })
}

fn keys_of<G: Symmetric>(position: &Position, grounds: &mut KeyPrefixes) -> Option<PositionKeys> {
    let GamePosition { setup, progress: Progress { state, .. }, .. } = position.of_game::<G>()?;
    let text = G::position_text(setup, state);
    let all = match G::normalising_symmetry(&text, &[]) {
        Some(by) => vec![by],
        None => G::symmetries(),
    };
    if grounds.0.is_empty() {
        grounds.0 = all.iter().map(|by| G::ground(setup, *by)).collect();
    }
    let image = |(by, ground): (&Symmetry, &String)| {
        let image = G::turned_position(setup, &text, *by)?;
        Some(format!("{ground} {image}"))
    };
    let own = format!("{} {text}", grounds.0.first()?);
    let least = all.iter().zip(&grounds.0).filter_map(image).min();
    Some(PositionKeys { exact: Key::of(&own), symmetric: Key::of(least.as_ref().unwrap_or(&own)) })
}

fn exact_keys<G: Symmetric>(timeline: &Timeline) -> Option<Vec<Key>> {
    let start = timeline.start()?;
    let GamePosition { setup, .. } = start.position.of_game::<G>()?;
    let mut text = format!("{} ", G::ground(setup, Symmetry::IDENTITY));
    let ground = text.len();
    let frames = std::iter::once(start).chain(timeline.main_line());
    let key = |frame: &Frame| {
        let GamePosition { setup, progress: Progress { state, .. }, .. } = frame.position.of_game::<G>()?;
        text.truncate(ground);
        write!(text, "{}", G::position_text(setup, state)).ok()?;
        Some(Key::of(&text))
    };
    Some(frames.filter_map(key).collect())
}

impl Timeline {
    /// Returns the key that a record shares with all its images; `None` if it has no bare form or its main line has
    /// an illegal turn.
    pub fn symmetric_key(&self) -> Option<Key> {
        with_game!(self.game(), G => symmetric_key::<G>(self))
    }

    /// Returns the keys of the first turn of the main line, of the first two turns, and so on; empty if the record
    /// has no bare form. If one of them is among another record's keys, that record begins with the same turns.
    pub fn prefix_keys(&self) -> Vec<Key> {
        with_game!(self.game(), G => prefix_keys::<G>(self)).unwrap_or_default()
    }

    /// Returns the keys of a position, given as text, under the set-up of this record; `None` if the text is not a
    /// position of this game.
    pub fn keys_of_text(&self, text: &str) -> Option<PositionKeys> {
        with_game!(self.game(), G => {
            let GamePosition { setup, .. } = self.start()?.position.of_game::<G>()?;
            let position = Position::to_look_at::<G>(Arc::clone(setup), &G::parse_position(text).ok()?);
            Some(position.keys(&mut KeyPrefixes::default()))
        })
    }

    /// Returns the texts of all images of a position, given as text, that keep the set-up of this record; `None` if
    /// the text is not a position of this game, or if the board can also be shifted.
    pub fn images_of_text(&self, text: &str) -> Option<Vec<String>> {
        with_game!(self.game(), G => {
            let GamePosition { setup, .. } = self.start()?.position.of_game::<G>()?;
            let position = G::parse_position(text).ok()?;
            if G::normalising_symmetry(&position, &[]).is_some() {
                return None;
            }
            let own = G::ground(setup, Symmetry::IDENTITY);
            let alike = G::symmetries().into_iter().filter(|by| G::ground(setup, *by) == own);
            alike.map(|by| Some(G::turned_position(setup, &position, by)?.to_string())).collect()
        })
    }

    /// Returns the keys of the position before the first turn and after each turn of the main line.
    pub fn position_keys(&self) -> impl Iterator<Item = (&Frame, PositionKeys)> {
        let mut grounds = KeyPrefixes::default();
        let frames = self.start().into_iter().chain(self.main_line());
        frames.map(move |frame| (frame, frame.position.keys(&mut grounds)))
    }

    /// Returns only the exact keys, in the same order. Much cheaper than [`Timeline::position_keys`].
    pub fn exact_position_keys(&self) -> Vec<Key> {
        with_game!(self.game(), G => exact_keys::<G>(self)).unwrap_or_default()
    }
}

/// A played turn with the position before it. The turn is `None` for `resign`.
pub(super) type Led<'t, G> = (TurnId, &'t Arc<<G as Rules>::State>, Option<&'t <G as Language>::Turn>);

/// Returns the turns of the main line, each with the position before it.
pub(super) fn main_turns<G: Symmetric>(timeline: &Timeline) -> Vec<Led<'_, G>> {
    timeline.main_line().filter_map(led::<G>).collect()
}

/// Returns the turn that led to a position, and the position before it.
pub(super) fn led<G: Symmetric>(frame: &Frame) -> Option<Led<'_, G>> {
    let LedBy { before, played } = frame.position.of_game::<G>()?.by.as_ref()?;
    Some((frame.turn?, before, played.game_turn()))
}

fn symmetric_key<G: Symmetric>(timeline: &Timeline) -> Option<Key> {
    let GamePosition { setup, progress: Progress { state, .. }, .. } = timeline.start()?.position.of_game::<G>()?;
    let played = Played::<G>::of_timeline(timeline)?;
    let decided = played.decided;
    if timeline.main_fault.is_some() {
        return None;
    }
    let (record, context) = (timeline.record(), timeline.context());
    let mut writer = RecordWriter { keep_from: None, ..played.writer()? };
    let start = G::position_text(setup, state);
    let turns = main_turns::<G>(timeline);
    let typed: Vec<G::Turn> = match G::normalising_symmetry(&start, &[]) {
        Some(_) => turns.iter().filter_map(|(.., turn)| turn.cloned()).collect(),
        None => Vec::new(),
    };
    let all = match G::normalising_symmetry(&start, &typed) {
        Some(by) => vec![by],
        None => G::symmetries(),
    };
    let options = writer.values.get("Options").cloned().unwrap_or_default();
    // A position is set so that the default start is known and options without effect beside a position are left out,
    // in all images alike.
    writer.values.insert("Position".to_owned(), start.to_string());
    let mut tags = BareTags::of::<G>(record, context, &writer, decided);
    let mut least: Option<String> = None;
    for by in all {
        for (id, before, turn) in &turns {
            let Some(turn) = turn else { continue };
            let turned = G::turned_turn(setup, turn, by)?;
            writer.turns.insert(*id, G::in_order(setup, before, &turned).to_string());
        }
        if let Some(turned) = G::turned_option(setup, by) {
            writer.values.insert("Options".to_owned(), with_option::<G>(&options, turned));
            tags = BareTags::of::<G>(record, context, &writer, decided);
        }
        let position = G::turned_position(setup, &start, by)?.to_string();
        let image = writer.write_bare(&tags.with(Some(position)));
        if least.as_ref().is_none_or(|least| image < *least) {
            least = Some(image);
        }
    }
    least.map(|least| Key::of(&least))
}

/// Returns the options with one of them set, in the order of the rules. An option with its default value is left out.
pub(super) fn with_option<G: Symmetric>(options: &str, (key, value, is_usual): (&str, Cow<'_, str>, bool)) -> String {
    let mut pairs: Vec<(String, String)> = Vec::new();
    for pair in parse_options(options).unwrap_or_default() {
        pairs.push((pair.key, pair.value));
    }
    pairs.retain(|(known, _)| known != key);
    if !is_usual {
        pairs.push((key.to_owned(), value.into_owned()));
    }
    write_options(pairs, G::OPTIONS)
}

fn prefix_keys<G: Symmetric>(timeline: &Timeline) -> Option<Vec<Key>> {
    let played = Played::<G>::of_timeline(timeline)?;
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
