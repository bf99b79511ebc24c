//! Text descriptions of cards.

use std::fmt::{self, Display};

use super::board::{Heading, Square};
use super::turn::Placement;
use crate::decks::card::Pipe;
use crate::decks::layout::{Layout, LayoutField, RIM};
use crate::draw::{Lang, SpokenSquare};

/// Describes the pipes and fields of a card: by the numbers of entries and arcs or, for a card on
/// the table, by compass directions and squares.
pub(super) fn words(layout: &Layout, placement: Option<&Placement>, lang: Lang) -> String {
    let words = CardWords {
        layout,
        placement,
        lang,
    };
    words.to_string()
}

/// Returns a square in words.
pub(super) fn spoken(square: Square, lang: Lang) -> SpokenSquare {
    SpokenSquare {
        column: square.x,
        row: square.y,
        lang,
    }
}

/// Text description of a card, for use inside other text.
#[derive(Clone, Copy)]
pub(super) struct CardWords<'a> {
    pub(super) layout: &'a Layout,
    /// Where the card lies, with its squares named after its halves, A and B; `None` to describe it
    /// by the numbers of its entries and arcs.
    pub(super) placement: Option<&'a Placement>,
    pub(super) lang: Lang,
}

impl Display for CardWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pipes = &self.layout.card().pipes;
        for (index, pipe) in pipes.iter().enumerate() {
            f.write_str(if index > 0 { "; " } else { "" })?;
            self.put_pipe(pipe, f)?;
        }
        for (index, field) in self.layout.fields().iter().enumerate() {
            let is_first = pipes.is_empty() && index == 0;
            f.write_str(if is_first { "" } else { "; " })?;
            self.put_field(field, f)?;
        }
        Ok(())
    }
}

impl CardWords<'_> {
    fn put_pipe(&self, pipe: &Pipe, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, others) = pipe.entries.split_at(pipe.entries.len().min(1));
        let (pattern, first) = match others {
            [] => ("{0} end cap at {1}", first),
            [_] => ("{0} section from {1} to {2}", first),
            _ => ("{0} splitter at {1}", pipe.entries.as_slice()),
        };
        let colour = self.lang.say(pipe.colour.name());
        self.lang
            .filled(pattern, &[&colour, &self.sides(first), &self.sides(others)])
            .fmt(f)
    }

    fn put_field(&self, field: &LayoutField, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let arcs = field.arcs.as_slice();
        // Without a placement, arcs are given by number, as entries are.
        let stretches = Stretches { arcs, card: self };
        let numbers = self.sides(arcs);
        let (pattern, along): (_, &dyn Display) = match (arcs, self.placement) {
            ([], _) => ("{0} field inside", &""),
            (_, Some(_)) => ("{0} field along {1}", &stretches),
            ([_], None) => ("{0} field at arc {1}", &numbers),
            (_, None) => ("{0} field at arcs {1}", &numbers),
        };
        let colour = self.lang.say(field.colour.name());
        self.lang.filled(pattern, &[&colour, along]).fmt(f)
    }

    fn sides<'a>(&'a self, entries: &'a [u8]) -> Sides<'a> {
        Sides {
            entries,
            card: self,
        }
    }
}

/// A list of entries, each with its place on the table, or its number.
struct Sides<'a> {
    entries: &'a [u8],
    card: &'a CardWords<'a>,
}

impl Display for Sides<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.entries.iter().enumerate() {
            f.write_str(if index > 0 { ", " } else { "" })?;
            let side = |placement: &Placement| Some((placement.square, placement.side(*entry)?));
            let Some((first_square, (square, heading))) = self.card.placement.and_then(side) else {
                entry.fmt(f)?;
                continue;
            };
            let half = if square == first_square { "A" } else { "B" };
            let pattern = side_pattern(heading);
            self.card.lang.filled(pattern, &[&half]).fmt(f)?;
        }
        Ok(())
    }
}

/// Returns the text for a side of something.
pub(super) fn side_pattern(heading: Heading) -> &'static str {
    match heading {
        Heading::North => "north of {0}",
        Heading::East => "east of {0}",
        Heading::South => "south of {0}",
        Heading::West => "west of {0}",
    }
}

/// Stretches of the rim from entry to entry, with neighbouring arcs joined.
struct Stretches<'a> {
    arcs: &'a [u8],
    card: &'a CardWords<'a>,
}

impl Display for Stretches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { arcs, card } = *self;
        let after = |arc: u8| arc % RIM + 1;
        let before = |arc: u8| (arc + RIM - 2) % RIM + 1;
        // A stretch all around the card is described from entry 1.
        let all_around = arcs.len() >= usize::from(RIM);
        let begins_stretch = |arc: u8| {
            if all_around {
                arc == 1
            } else {
                !arcs.contains(&before(arc))
            }
        };

        // Arc 1 runs from entry 1 to entry 2: a stretch begins at the entry with the number of its
        // first arc, and ends at the entry after its last.
        let firsts = arcs.iter().filter(|&&arc| begins_stretch(arc));
        for (index, &first) in firsts.enumerate() {
            let mut end = after(first);
            while arcs.contains(&end) && end != first {
                end = after(end);
            }
            f.write_str(if index > 0 { ", " } else { "" })?;
            card.lang
                .filled("{0} to {1}", &[&card.sides(&[first]), &card.sides(&[end])])
                .fmt(f)?;
        }
        Ok(())
    }
}
