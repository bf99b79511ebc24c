//! The number on a card on the table, at a place where it covers no pipe.
//!
//! [`super::card_number_place`] searches for the place; this file gives it the obstacles.

use super::card_art::Layer;
use super::card_cache::CardCache;
use super::card_drawing::{FLANGE, KNOB};
use super::card_number_place::{Obstacle, find_place};
use super::card_on_table::CardOnTable;
use super::pipe_centre_lines::ENTRIES;
use super::polylines::on_grid;
use super::set_drawing::SetParts;
use crate::draw::{
    Anchor, CARD_NUMBER_ROOMS, Place, Rect, Role, Scene, Shape, UNIT, on_plate, text_width,
};

/// Half the width of a pipe with its outline.
const HALF_PIPE: i32 = UNIT * 9 / 100;
/// Half the width of a pipe with the contour of a closed set.
const HALF_CONTOUR: i32 = UNIT * 26 / 100;
/// Half the width of the outline of a knob.
const HALF_KNOB_OUTLINE: i32 = UNIT * 2 / 100;

impl CardOnTable<'_> {
    /// Draws the number of the card where no pipe runs, once for each font size that has room. A
    /// figure shows one of them.
    pub(super) fn draw_number(&self, sets: &SetParts, name: String, scene: &mut Scene) {
        let shown = shortened(&self.card.to_string());
        let mut has_place = false;
        for (level, room) in (0..).zip(CARD_NUMBER_ROOMS) {
            let Some(at) = self.number_place(&shown, level, room, sets) else {
                continue;
            };
            has_place = true;
            let role = Role::CardNumberAt(level);
            let half = Place {
                x: text_width(&shown, room, role) / 2 + UNIT * 3 / 100,
                y: room / 2,
            };
            let corners = Rect {
                from: at.minus(half),
                to: at.plus(half),
            }
            .corners()
            .map(on_grid)
            .to_vec();
            scene.push(
                Shape::Polygon { corners },
                Role::CardNumberGround,
                name.clone(),
                "",
            );
            scene.push(on_plate(at, shown.clone(), role), role, name.clone(), "");
        }
        if !has_place {
            // This label shows that the card has no place for its number. The figure then leaves
            // out the numbers of all cards.
            let nothing = Shape::label(self.drawing.centre, "", Anchor::Middle);
            scene.push(nothing, Role::CardNumberAt(u8::MAX), name, "");
        }
    }

    /// Returns the place of the number for a font size. It is cached unless the card has a part of
    /// a closed set, whose contour may be in the way.
    fn number_place(&self, shown: &str, level: u8, room: i32, sets: &SetParts) -> Option<Place> {
        let Self { drawing, card, .. } = self;
        let centre = drawing.centre;
        if (0..drawing.layout.parts().all().len()).any(|part| sets.contains(*card, part)) {
            return self.find_number_place(shown, room, sets);
        }
        let find = || {
            let place = self.find_number_place(shown, room, sets)?;
            Some(place.minus(centre))
        };
        let place = CardCache::from_layout(drawing.layout).number_place(
            shown,
            level,
            drawing.quarters,
            find,
        )?;
        Some(place.plus(centre))
    }

    /// Finds a place that is clear of pipes, flanges and contours.
    fn find_number_place(&self, shown: &str, room: i32, sets: &SetParts) -> Option<Place> {
        let rect = Rect::around(self.drawing.rim_corners())?;
        find_place(shown, room, rect, &self.obstacles(sets))
    }

    /// Returns what the number must not cover.
    fn obstacles(&self, sets: &SetParts) -> Vec<Obstacle> {
        let mut obstacles = Vec::new();
        for layer in &self.drawing.art.layers {
            self.add_pipe(layer, sets, &mut obstacles);
        }
        for (entry, inward) in ENTRIES {
            let aside = Place {
                x: inward.y * FLANGE.x / 2,
                y: inward.x * FLANGE.x / 2,
            };
            let flange = [entry.plus(aside), entry.minus(aside)];
            obstacles.push(Obstacle {
                line: flange.map(|place| self.drawing.turned(place)).to_vec(),
                reach: FLANGE.y,
            });
        }
        // A contour runs within the fields of sets.
        for outline in self.outlines_of_fields(sets) {
            let line = outline.corners.iter().map(|corner| corner.place).collect();
            obstacles.push(Obstacle {
                line,
                reach: HALF_CONTOUR,
            });
        }
        obstacles
    }

    /// Adds a pipe and its knob to the obstacles.
    fn add_pipe(&self, layer: &Layer, sets: &SetParts, obstacles: &mut Vec<Obstacle>) {
        let is_set = sets.contains(self.card, layer.pipe);
        let reach = if is_set { HALF_CONTOUR } else { HALF_PIPE };
        for strand in &layer.course.strands {
            let line = strand.flattened().into_iter();
            obstacles.push(Obstacle {
                line: line.map(|place| self.drawing.turned(place)).collect(),
                reach,
            });
        }
        if let Some(Shape::Disc { at, .. }) = self.drawing.knob_shape(layer, KNOB) {
            // A contour extends as far beyond the knob as beyond the pipe.
            let beyond_pipe = reach - HALF_PIPE;
            obstacles.push(Obstacle {
                line: vec![at, at],
                reach: KNOB + HALF_KNOB_OUTLINE + beyond_pipe,
            });
        }
    }
}

/// Shortens a number to fit its plate; keeps the end of a long number.
fn shortened(number: &str) -> String {
    match number.len().checked_sub(3) {
        Some(more @ 1..) => format!("…{}", &number[more + 1..]),
        _ => number.to_owned(),
    }
}
