//! A card in words.

use super::board::Heading;
use super::layout::{Layout, RIM};
use super::turn::Placement;
use crate::draw::Lang;

/// Its pipes and its fields: by the numbers of entries and arcs, or, where it lies on the table, by compass and square.
pub(super) fn words(layout: &Layout, lies: Option<&Placement>, lang: Lang) -> String {
    let card = layout.card();
    let entry = |number: u8| side(number, lies, lang);
    let listed = |numbers: &[u8]| numbers.iter().map(|&number| entry(number)).collect::<Vec<_>>().join(", ");
    let pipes = card.pipes.iter().map(|pipe| {
        let colour = lang.say(pipe.colour.name());
        match pipe.entries.as_slice() {
            [only] => lang.fill("{0} end cap at {1}", &[&colour, &entry(*only)]),
            [from, to] => lang.fill("{0} section from {1} to {2}", &[&colour, &entry(*from), &entry(*to)]),
            entries => lang.fill("{0} splitter at {1}", &[&colour, &listed(entries)]),
        }
    });
    let fields = layout.fields().iter().map(|field| {
        let colour = lang.say(field.colour.name());
        let numbers = || field.arcs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        match (field.arcs.as_slice(), lies) {
            ([], _) => lang.fill("{0} field inside", &[&colour]),
            (arcs, Some(_)) => lang.fill("{0} field along {1}", &[&colour, &stretches(arcs, &entry, lang)]),
            ([only], None) => lang.fill("{0} field at arc {1}", &[&colour, only]),
            (_, None) => lang.fill("{0} field at arcs {1}", &[&colour, &numbers()]),
        }
    });
    pipes.chain(fields).collect::<Vec<_>>().join("; ")
}

/// An entry: where it is on the table, else its number.
fn side(number: u8, lies: Option<&Placement>, lang: Lang) -> String {
    let Some((square, heading)) = lies.and_then(|placement| placement.side(number)) else { return number.to_string() };
    let said = match heading {
        Heading::North => "north of {0}",
        Heading::East => "east of {0}",
        Heading::South => "south of {0}",
        Heading::West => "west of {0}",
    };
    lang.fill(said, &[&square])
}

/// Stretches of the rim, neighbouring arcs as one: from entry to entry.
fn stretches(arcs: &[u8], entry: &dyn Fn(u8) -> String, lang: Lang) -> String {
    let after = |arc: u8| arc % RIM + 1;
    let before = |arc: u8| (arc + RIM - 2) % RIM + 1;
    if arcs.len() >= usize::from(RIM) {
        return lang.fill("{0} to {1}", &[&entry(1), &entry(1)]);
    }
    let begins = arcs.iter().filter(|&&arc| !arcs.contains(&before(arc)));
    let stretch = begins.map(|&first| {
        let mut last = first;
        while arcs.contains(&after(last)) {
            last = after(last);
        }
        lang.fill("{0} to {1}", &[&entry(first), &entry(after(last))])
    });
    stretch.collect::<Vec<_>>().join(", ")
}
