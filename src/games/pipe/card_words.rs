//! A card in words.

use std::fmt::{self, Display};

use super::board::Heading;
use super::card::Pipe;
use super::layout::{Layout, LayoutField, RIM};
use super::turn::Placement;
use crate::draw::Lang;

/// Its pipes and its fields: by the numbers of entries and arcs, or, where it lies on the table, by compass and square.
pub(super) fn words(layout: &Layout, lies: Option<&Placement>, lang: Lang) -> String {
    CardWords { layout, lies, lang }.to_string()
}

/// The same, to be written among other words.
#[derive(Clone, Copy)]
pub(super) struct CardWords<'a> {
    pub(super) layout: &'a Layout,
    pub(super) lies: Option<&'a Placement>,
    pub(super) lang: Lang,
}

impl Display for CardWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut between = "";
        for pipe in &self.layout.card().pipes {
            f.write_str(std::mem::replace(&mut between, "; "))?;
            self.put_pipe(pipe, f)?;
        }
        for field in self.layout.fields() {
            f.write_str(std::mem::replace(&mut between, "; "))?;
            self.put_field(field, f)?;
        }
        Ok(())
    }
}

impl CardWords<'_> {
    fn put_pipe(&self, pipe: &Pipe, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = self.lang.say(pipe.colour.name());
        match *pipe.entries.as_slice() {
            [only] => self.lang.filled("{0} end cap at {1}", &[&colour, &self.side(only)]).fmt(f),
            [from, to] => {
                self.lang.filled("{0} section from {1} to {2}", &[&colour, &self.side(from), &self.side(to)]).fmt(f)
            }
            ref entries => self.lang.filled("{0} splitter at {1}", &[&colour, &Sides { entries, card: self }]).fmt(f),
        }
    }

    fn put_field(&self, field: &LayoutField, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colour = self.lang.say(field.colour.name());
        let numbers = || field.arcs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match (field.arcs.as_slice(), self.lies) {
            ([], _) => self.lang.filled("{0} field inside", &[&colour]).fmt(f),
            (arcs, Some(_)) => {
                self.lang.filled("{0} field along {1}", &[&colour, &Stretches { arcs, card: self }]).fmt(f)
            }
            ([only], None) => self.lang.filled("{0} field at arc {1}", &[&colour, only]).fmt(f),
            (_, None) => self.lang.filled("{0} field at arcs {1}", &[&colour, &numbers()]).fmt(f),
        }
    }

    fn put_stretch(&self, from: u8, to: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lang.filled("{0} to {1}", &[&self.side(from), &self.side(to)]).fmt(f)
    }

    fn side(&self, entry: u8) -> Side<'_> {
        Side { entry, lies: self.lies, lang: self.lang }
    }
}

/// An entry: where it is on the table, else its number.
struct Side<'a> {
    entry: u8,
    lies: Option<&'a Placement>,
    lang: Lang,
}

impl Display for Side<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((square, heading)) = self.lies.and_then(|placement| placement.side(self.entry)) else {
            return self.entry.fmt(f);
        };
        let said = match heading {
            Heading::North => "north of {0}",
            Heading::East => "east of {0}",
            Heading::South => "south of {0}",
            Heading::West => "west of {0}",
        };
        self.lang.filled(said, &[&square]).fmt(f)
    }
}

/// Entries, one after the other.
struct Sides<'a> {
    entries: &'a [u8],
    card: &'a CardWords<'a>,
}

impl Display for Sides<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &entry) in self.entries.iter().enumerate() {
            f.write_str(if at > 0 { ", " } else { "" })?;
            self.card.side(entry).fmt(f)?;
        }
        Ok(())
    }
}

/// Stretches of the rim, neighbouring arcs as one: from entry to entry.
struct Stretches<'a> {
    arcs: &'a [u8],
    card: &'a CardWords<'a>,
}

impl Display for Stretches<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { arcs, card } = *self;
        let after = |arc: u8| arc % RIM + 1;
        let before = |arc: u8| (arc + RIM - 2) % RIM + 1;
        if arcs.len() >= usize::from(RIM) {
            return card.put_stretch(1, 1, f);
        }
        let begins = arcs.iter().copied().filter(|&arc| !arcs.contains(&before(arc)));
        for (at, first) in begins.enumerate() {
            f.write_str(if at > 0 { ", " } else { "" })?;
            let mut last = first;
            while arcs.contains(&after(last)) {
                last = after(last);
            }
            card.put_stretch(first, after(last), f)?;
        }
        Ok(())
    }
}
