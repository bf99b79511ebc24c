//! Keys of records: the symmetric key, and the keys of the first turns.
//!
//! A record's symmetric key is the key of the bare form of its least image, with the start written
//! out if it is not the default. Images are compared by their tags, then turn by turn. On tables it
//! is the key of the only image in which the first card lies on `+0+0/E`. A prefix's key covers the
//! tags of the bare form except `Result` and `Termination`, an empty line, and one line per turn in
//! canonical form.
//!
//! Both need the main line as typed turns ([`LineTurn`]). They come from a timeline, or from the
//! fast check, which then also computes the keys ([`RecordKeys`]): tables need no timeline of a
//! valid record.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::canonical::{BareTags, ReplayedRecord, bare_tags};
use super::game_position::LedBy;
use super::position_keys::keys_of_state;
use super::progress::{Move, turn_text};
use super::{Frame, KeyCache, PositionKeys, Report, Timeline};
use crate::games::{Context, Game, Symmetric, Symmetry, TurnedOption, with_game};
use crate::notation::{
    BareMovetext, RESIGNATION, Record, RecordWriter, parse_options, quoted, tag_lines,
    write_options,
};
use crate::text::{Key, KeyMaker};

/// The numbers of first turns whose keys tables have.
pub(crate) const PREFIX_LENGTHS: [usize; 4] = [4, 8, 16, 32];

/// The keys of a valid record that was checked while it was parsed.
#[derive(Clone, Debug)]
pub(crate) struct RecordKeys {
    /// As [`Timeline::symmetric_key`].
    pub(crate) symmetric: Option<Key>,
    /// The keys of the first turns, one for each of [`PREFIX_LENGTHS`] that the main line reaches.
    pub(crate) prefixes: Vec<Key>,
    /// The keys of the last position.
    pub(crate) end: Option<PositionKeys>,
    /// The number of seats.
    pub(crate) seats: u8,
}

/// A turn of the main line, in canonical form.
pub(super) struct LineTurn<'t, G: Symmetric> {
    /// The turn; `None` for `resign`.
    pub(super) turn: Option<&'t G::Turn>,
    /// True if the canonical form sorts its parts ([`crate::games::Suggest::sorts_parts`]).
    pub(super) has_sorted_parts: bool,
}

impl<'t, G: Symmetric> LineTurn<'t, G> {
    /// Returns the turn that led to a position; `None` for a start.
    pub(super) fn from_frame(frame: &'t Frame) -> Option<Self> {
        let LedBy { before, played } = frame.position.of_game::<G>()?.by.as_ref()?;
        Some(Self {
            turn: played.game_turn(),
            has_sorted_parts: G::sorts_parts(before),
        })
    }

    /// Returns the image of the turn; `None` if it is `resign`, or names a place that the board
    /// does not have.
    pub(super) fn turned(&self, setup: &G::Setup, by: Symmetry) -> Option<G::Turn> {
        let turned = G::turned_turn(setup, self.turn?, by)?;
        Some(if self.has_sorted_parts {
            G::with_sorted_parts(turned)
        } else {
            turned
        })
    }

    /// Returns the text of the image of the turn; `None` if it names a place that the board does
    /// not have.
    fn turned_text(&self, setup: &G::Setup, by: Symmetry) -> Option<String> {
        match self.turn {
            Some(_) => Some(turn_text::<G>(&self.turned(setup, by)?)),
            None => Some(RESIGNATION.to_owned()),
        }
    }
}

/// A turn of the main line that the fast check has played.
pub(super) struct CollectedTurn<G: Game> {
    pub(super) number: u32,
    /// The move, in canonical form.
    pub(super) played: Move<G>,
    /// As [`LineTurn::has_sorted_parts`].
    pub(super) has_sorted_parts: bool,
}

/// The main line of a valid record, as the fast check has played it.
pub(super) struct CollectedLine<'r, G: Symmetric> {
    pub(super) record: &'r Record,
    /// The length of the record in bytes.
    pub(super) bytes: usize,
    pub(super) context: &'r Context,
    pub(super) setup: Arc<G::Setup>,
    pub(super) start: G::PositionText,
    pub(super) turns: Vec<CollectedTurn<G>>,
    /// The last position.
    pub(super) end: Arc<G::State>,
}

impl<G: Symmetric> CollectedLine<'_, G> {
    /// Returns the bare form, as [`Timeline::bare`].
    pub(super) fn bare(&self, report: &Report) -> Option<String> {
        let (writer, decided) = self.writer(report)?;
        let tags = bare_tags::<G>(self.record, self.context, &writer, decided);
        Some(writer.write_bare_with(&tags, self.movetext(Symmetry::IDENTITY)?))
    }

    /// Computes the bare form and the keys. They equal those that the timeline of the record gives.
    pub(super) fn bare_and_keys(&self, report: &Report) -> (Option<String>, RecordKeys) {
        let mut keys = RecordKeys {
            symmetric: None,
            prefixes: Vec::new(),
            end: keys_of_state::<G>(&self.setup, &self.end, &mut KeyCache::default()),
            seats: G::seats(&self.setup),
        };
        let Some((mut writer, decided)) = self.writer(report) else {
            return (None, keys);
        };

        let tags = bare_tags::<G>(self.record, self.context, &writer, decided);
        let movetext = self.movetext(Symmetry::IDENTITY);
        let bare = movetext.map(|movetext| writer.write_bare_with(&tags, movetext));
        keys.prefixes = prefix_keys::<G>(&tags, self.turns(), &PREFIX_LENGTHS);
        keys.symmetric = self.symmetric_key(&mut writer, decided);
        (bare, keys)
    }

    /// Returns a writer of the record, and true if the rules or a resignation give the result;
    /// `None` if errors in syntax or tags leave the bare form unknown.
    fn writer(&self, report: &Report) -> Option<(RecordWriter<'_>, bool)> {
        let setup = Some(Arc::clone(&self.setup));
        let turns = FxHashMap::default();
        let replayed =
            ReplayedRecord::<G>::new(self.record, self.context, setup, turns, report, None).ok()?;
        let decided = replayed.decided;
        Some((replayed.writer()?, decided))
    }

    fn symmetric_key(&self, writer: &mut RecordWriter<'_>, decided: bool) -> Option<Key> {
        let turns: Vec<_> = self.turns().collect();
        let game = PlayedGame {
            record: self.record,
            context: self.context,
            setup: &*self.setup,
            start: &self.start,
            turns: &turns,
            decided,
        };
        let least = game.least_image(writer)?;
        let movetext = self.movetext(least.by)?;
        Some(Key::from_text(
            &writer.write_bare_with(&least.tags, movetext),
        ))
    }

    fn turns(&self) -> impl Iterator<Item = LineTurn<'_, G>> {
        self.turns.iter().map(|collected| LineTurn {
            turn: collected.played.game_turn(),
            has_sorted_parts: collected.has_sorted_parts,
        })
    }

    /// Returns the movetext of the bare form of an image; `None` if a turn has no image.
    fn movetext(&self, by: Symmetry) -> Option<BareMovetext> {
        let mut movetext = BareMovetext::with_room(self.bytes);
        for (collected, turn) in self.turns.iter().zip(self.turns()) {
            let turned = match turn.turn {
                Some(turn) if by == Symmetry::IDENTITY => Some(Cow::Borrowed(turn)),
                Some(_) => Some(Cow::Owned(turn.turned(&self.setup, by)?)),
                None => None,
            };
            movetext.turn(collected.number, |out| match &turned {
                Some(turn) => G::write_turn(turn, out),
                None => out.push_str(RESIGNATION),
            });
        }
        Some(movetext)
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
        with_game!(self.game(), G => prefix_keys_of::<G>(self, lengths)).unwrap_or_default()
    }
}

fn prefix_keys_of<G: Symmetric>(timeline: &Timeline, lengths: &[usize]) -> Option<Vec<Key>> {
    let played = ReplayedRecord::<G>::as_written(timeline).ok()?;
    let decided = played.decided;
    let writer = played.writer()?;
    let tags = bare_tags::<G>(timeline.record(), timeline.context(), &writer, decided);
    let turns = timeline.main_line().filter_map(LineTurn::<G>::from_frame);
    Some(prefix_keys::<G>(&tags, turns, lengths))
}

/// Returns the keys of the first turns for each number of turns in `lengths`, which ascend. `tags`
/// are those of the bare form.
fn prefix_keys<'t, G: Symmetric + 't>(
    tags: &[(&str, String)],
    mut turns: impl Iterator<Item = LineTurn<'t, G>>,
    lengths: &[usize],
) -> Vec<Key> {
    let mut maker = KeyMaker::default();
    for (name, value) in tags {
        if !["Result", "Termination"].contains(name) {
            maker.push(format!("[{name} {}]\n", quoted(value)));
        }
    }
    maker.push("\n");

    let mut hashed = 0;
    let mut keys = Vec::with_capacity(lengths.len());
    let mut line = String::new();
    for &length in lengths {
        while hashed < length {
            let Some(played) = turns.next() else {
                return keys;
            };
            line.clear();
            match played.turn {
                Some(turn) => G::write_turn(turn, &mut line),
                None => line.push_str(RESIGNATION),
            }
            line.push('\n');
            maker.push(&line);
            hashed += 1;
        }
        keys.push(maker.key());
    }
    keys
}

fn symmetric_key<G: Symmetric>(timeline: &Timeline) -> Option<Key> {
    if timeline.main_fault.is_some() {
        return None;
    }
    let position = timeline.start()?.position.of_game::<G>()?;
    let played = ReplayedRecord::<G>::as_written(timeline).ok()?;
    let decided = played.decided;
    let mut writer = played.writer()?;
    let frames: Vec<&Frame> = timeline
        .main_line()
        .filter(|frame| frame.turn.is_some())
        .collect();
    let turns: Vec<_> = frames
        .iter()
        .filter_map(|frame| LineTurn::<G>::from_frame(frame))
        .collect();
    let game = PlayedGame {
        record: timeline.record(),
        context: timeline.context(),
        setup: &*position.setup,
        start: &position.position_text(),
        turns: &turns,
        decided,
    };
    let least = game.least_image(&mut writer)?;

    writer.turns.reserve(turns.len());
    for (frame, turn) in frames.iter().zip(&turns) {
        let text = turn.turned_text(&position.setup, least.by)?;
        writer.turns.insert(frame.turn?, text);
    }
    Some(Key::from_text(&writer.write_bare(&least.tags, None)))
}

/// A record with the turns of its main line.
struct PlayedGame<'r, G: Symmetric> {
    record: &'r Record,
    context: &'r Context,
    setup: &'r G::Setup,
    start: &'r G::PositionText,
    turns: &'r [LineTurn<'r, G>],
    /// True if the rules or a resignation give the result.
    decided: bool,
}

impl<'r, G: Symmetric> PlayedGame<'r, G> {
    /// Returns the image whose bare form has the least tags and turns. Changes values of `writer`.
    fn least_image(&self, writer: &mut RecordWriter<'_>) -> Option<RecordImage<'r>> {
        let mut images = self.images(writer)?;
        keep_least(&mut images, |image| Some(Rc::clone(&image.lines)))?;

        // Most images differ in the first turns.
        for played in self.turns {
            if images.len() == 1 {
                break;
            }
            keep_least(&mut images, |image| {
                played.turned_text(self.setup, image.by)
            })?;
        }
        images.into_iter().next()
    }

    /// Returns all images, with their tags. Changes values of `writer`.
    fn images(&self, writer: &mut RecordWriter<'_>) -> Option<Vec<RecordImage<'r>>> {
        let played = self.turns.iter().filter_map(|played| played.turn);
        let all = match G::normalising_symmetry(self.start, played) {
            Some(by) => vec![by],
            None => G::symmetries(),
        };
        let options = writer.values.get("Options").cloned().unwrap_or_default();
        let start = self.start.to_string();
        // Without these tags, the record begins at its default start. An option that depends on the
        // symmetry does not change it.
        let is_default = ["Position", "Options"]
            .iter()
            .all(|name| self.record.tag(name).is_none());
        let default_start = is_default.then(|| start.clone());
        // A position is set in all images, so that the default start is known and options without
        // effect on a position are left out.
        writer.values.insert("Position".to_owned(), start);
        let mut tags = self.tags(writer, default_start.clone());

        let mut starts: Vec<ImageStart<'_, G>> = Vec::new();
        let mut images: Vec<RecordImage<'_>> = Vec::new();
        for by in all {
            let position = G::turned_position(self.setup, self.start, by)?;
            let option = G::turned_option(self.setup, by);
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
                let options = with_option::<G>(&options, turned);
                writer.values.insert("Options".to_owned(), options);
                tags = self.tags(writer, default_start.clone());
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
        Some(images)
    }

    /// Returns the tags of the bare form with the values of `writer`.
    fn tags(&self, writer: &RecordWriter<'_>, default_start: Option<String>) -> BareTags<'r> {
        BareTags::new::<G>(
            self.record,
            self.context,
            writer,
            self.decided,
            default_start,
        )
    }
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
