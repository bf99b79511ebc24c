//! Live games at all positions of a record, variations included.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{LiveGame, Step, waived_in};
use crate::replay::{Stop, Timeline};

/// The games of the lines so far, by the path of the line and the number of its last turn.
type Reached<'p> = BTreeMap<(&'p [u32], u32), LiveGame>;

impl LiveGame {
    /// Returns the game at each frame of a replayed record, in the order of [`Timeline::frames`]. A
    /// game has the turns of the frame's line, with the waivers of the record. Games share the
    /// turns that their lines share, so that together they take no more memory than the frames.
    ///
    /// A record with invalid tags has frames if its start is known, and so it has games here.
    /// [`LiveGame::resume`] refuses it.
    ///
    /// ```
    /// use pipscribe::prelude::*;
    ///
    /// let text = "[Game \"gipf\"]\n[Variant \"basic\"]\n\n1. b3 (1. c2 2. d2) 2. a2-c4 *\n";
    /// let timeline = Timeline::new(Record::parse_str(text), &Context::default())?;
    /// let games = LiveGame::at_frames(&timeline);
    /// let aside: Vec<Turn> = games[3].history().collect();
    /// assert_eq!((aside[0].as_str(), aside[1].as_str()), ("c2", "d2"));
    /// let main: Vec<Turn> = games[4].history().collect();
    /// assert_eq!((main[0].as_str(), main[1].as_str()), ("b3", "a2-c4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at_frames(timeline: &Timeline) -> Vec<Self> {
        let mut reached = Reached::new();
        let mut games = Vec::with_capacity(timeline.frames().len());
        for (stop, items) in timeline.stops() {
            let Stop::Position(frame) = stop else {
                continue;
            };
            let position = frame.position.clone();
            let game = match game_before(&reached, &frame.path, frame.number) {
                Some(before) if frame.turn.is_some() => {
                    let mut game = before.clone();
                    game.follow(position, &waived_in(items));
                    game
                }
                _ => Self {
                    start_record: Arc::clone(timeline.record()),
                    context: timeline.context().clone(),
                    last: Arc::new(Step {
                        position,
                        irregular: Vec::new(),
                        before: None,
                    }),
                    turn_count: 0,
                },
            };
            reached.insert((&frame.path, frame.number), game.clone());
            games.push(game);
        }
        games
    }
}

/// Returns the game before a turn: the last one of its line or, for the first turn of a variation,
/// of the line that it departs from.
fn game_before<'r, 'p>(
    reached: &'r Reached<'p>,
    path: &'p [u32],
    number: u32,
) -> Option<&'r LiveGame> {
    let mut line = path;
    let mut end = number;
    loop {
        if let Some((_, game)) = reached.range((line, 0)..(line, end)).next_back() {
            return Some(game);
        }
        let [outer @ .., replaced, _] = line else {
            return None;
        };
        (line, end) = (outer, *replaced);
    }
}
