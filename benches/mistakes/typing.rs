//! Typing errors in valid records, made from a seed. They do not share any table with the search
//! for fixes.
//!
//! A turn is a list of actions, divided by `;`: in `a1-b2;xa3,Gb4*`, the second action is a list
//! of removed pieces. There, `G` and `*` are signs: a GIPF piece, and a piece of the other seat. An
//! orientation comes after a slash: `/3` in Pippip, `/N` in Pipe.

use pipscribe::games::GameId;
use pipscribe::notation::{Record, Tag};
use pipscribe::text::Span;

/// Numbers that look random and are the same everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// Returns a number from 0 to `limit - 1`; 0 if the limit is 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or(0) % limit.max(1)
    }

    /// Picks one of the items; `None`, without a throw, if there are no items.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        (!items.is_empty()).then(|| items[self.below(items.len())])
    }
}

/// Kinds of typing errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Typo {
    /// A key next to the intended one.
    Key,
    /// A character that looks like the intended one.
    LookAlike,
    /// The letter or digit before or after the intended one.
    Following,
    /// Two characters swapped.
    Swapped,
    /// A missing character.
    LeftOut,
    /// A doubled character.
    Doubled,
    /// A mistake in a list, a sign or an orientation.
    Part,
    /// A missing turn, with continuous numbers.
    TurnLeftOut,
    /// A repeated turn.
    TurnTwice,
    /// Two turns swapped.
    TurnsSwapped,
    /// A mistake in a tag.
    Tag,
}

#[allow(dead_code, reason = "the tests use it")]
impl Typo {
    pub(crate) const ALL: [Self; 11] = [
        Self::Key,
        Self::LookAlike,
        Self::Following,
        Self::Swapped,
        Self::LeftOut,
        Self::Doubled,
        Self::Part,
        Self::TurnLeftOut,
        Self::TurnTwice,
        Self::TurnsSwapped,
        Self::Tag,
    ];
}

/// Returns a record with one typing error, and the turn of the error, from 0; `None` if the record
/// has no place for it.
pub(crate) fn mistyped(text: &str, typo: Typo, dice: &mut Dice) -> Option<(String, usize)> {
    let record = Record::parse_str(text);
    if typo == Typo::Tag {
        return Some((other_tag(text, &record, dice)?, 0));
    }

    let nodes = &record.moves.turns;
    let chosen = dice.below(nodes.len());
    let turn = nodes.get(chosen)?.text;
    let written = record.text_of(turn);

    let mistaken = match typo {
        Typo::TurnLeftOut => renumbered(&record, |turns| {
            turns.remove(chosen);
        }),
        Typo::TurnTwice => renumbered(&record, |turns| {
            turns.insert(chosen, turns[chosen]);
        }),
        Typo::TurnsSwapped if chosen + 1 < nodes.len() => {
            renumbered(&record, |turns| turns.swap(chosen, chosen + 1))
        }
        Typo::TurnsSwapped => return None,
        Typo::Part => replaced(text, turn, &other_part(written, record.game()?, dice)?),
        _ => replaced(text, turn, &other_character(written, typo, dice)?),
    };
    (mistaken != text).then_some((mistaken, chosen))
}

/// Returns the text with other characters in a span.
fn replaced(text: &str, span: Span, new: &str) -> String {
    let before = &text[..span.start as usize];
    let after = &text[span.end as usize..];
    format!("{before}{new}{after}")
}

/// Returns the record with its turns changed and numbered from 1.
fn renumbered<'record>(
    record: &'record Record,
    change: impl FnOnce(&mut Vec<&'record str>),
) -> String {
    let nodes = &record.moves.turns;
    let mut turns: Vec<&str> = nodes.iter().map(|node| record.text_of(node.text)).collect();
    change(&mut turns);

    let numbered: Vec<String> = turns
        .iter()
        .enumerate()
        .map(|(index, turn)| format!("{}. {turn}", index + 1))
        .collect();

    let start = nodes.first().map_or(0, |node| node.start() as usize);
    let end = nodes.last().map_or(0, |node| node.text.end as usize);
    replaced(record.text(), Span::new(start, end), &numbered.join("\n"))
}

/// Makes an error in one character of a turn; `None` if the chosen character has no such error.
pub(super) fn other_character(written: &str, typo: Typo, dice: &mut Dice) -> Option<String> {
    let mut characters: Vec<char> = written.chars().collect();
    let place = dice.below(characters.len());
    let intended = characters[place];

    match typo {
        Typo::Key => characters[place] = dice.pick(&similar_in(KEYS, intended))?,
        Typo::LookAlike => characters[place] = dice.pick(&similar_in(ALIKE, intended))?,
        Typo::Following => characters[place] = before_or_after(intended, dice)?,
        Typo::Swapped if place + 1 < characters.len() => characters.swap(place, place + 1),
        Typo::Swapped => return None,
        Typo::LeftOut => {
            characters.remove(place);
        }
        _ => characters.insert(place, intended),
    }

    let mistaken: String = characters.into_iter().collect();
    (!mistaken.is_empty() && mistaken != written).then_some(mistaken)
}

/// Characters, each with those on the keys around it.
const KEYS: &[(char, &str)] = &[
    ('a', "qwsz"),
    ('b', "vghn"),
    ('c', "xdfv"),
    ('d', "serfcx"),
    ('e', "wsdr"),
    ('f', "drtgvc"),
    ('g', "ftyhbv"),
    ('h', "gyujnb"),
    ('i', "ujko"),
    ('j', "huikmn"),
    ('k', "jiolm"),
    ('l', "kop"),
    ('m', "njk"),
    ('1', "2q"),
    ('2', "13q"),
    ('3', "24w"),
    ('4', "35e"),
    ('5', "46r"),
    ('6', "57t"),
    ('7', "68y"),
    ('8', "79u"),
    ('9', "80i"),
    ('0', "9o-"),
    ('-', "0="),
    (',', "m."),
    (';', "l'"),
    ('/', "."),
    ('W', "QES"),
    ('E', "WRD"),
    ('S', "AWEDX"),
    ('N', "BHM"),
];

/// Characters, each with those that look like it.
const ALIKE: &[(char, &str)] = &[
    ('1', "l7I"),
    ('0', "O6"),
    ('3', "8"),
    ('8', "3B"),
    ('5', "S6"),
    ('6', "b8"),
    ('b', "6h"),
    ('c', "e"),
    ('e', "c"),
    ('g', "9q"),
    ('9', "g4"),
    ('a', "o"),
    ('h', "b"),
    ('7', "1"),
    ('4', "9"),
    ('2', "z"),
    ('d', "cl"),
    ('i', "lj"),
];

/// Returns what a table has for a character.
fn similar_in(table: &[(char, &str)], character: char) -> Vec<char> {
    table
        .iter()
        .filter(|(known, _)| *known == character)
        .flat_map(|(_, similar)| similar.chars())
        .collect()
}

/// Returns the digit or small letter before or after a character; `None` after `9`, for example.
fn before_or_after(character: char, dice: &mut Dice) -> Option<char> {
    let can_follow = |character: char| character.is_ascii_digit() || character.is_ascii_lowercase();
    if !can_follow(character) {
        return None;
    }

    let code = u32::from(character);
    let other = if dice.below(2) == 0 {
        code + 1
    } else {
        code - 1
    };
    char::from_u32(other).filter(|&other| can_follow(other))
}

/// Makes an error in a list, a sign or an orientation of a turn; `None` if the turn has no such
/// part.
fn other_part(written: &str, game: GameId, dice: &mut Dice) -> Option<String> {
    let actions: Vec<&str> = written.split(';').collect();
    let lists: Vec<usize> = (0..actions.len())
        .filter(|&index| actions[index].starts_with('x'))
        .collect();
    let list = dice.pick(&lists);

    let signs: Vec<usize> = written
        .match_indices(['G', '*'])
        .map(|(place, _)| place)
        .collect();
    let sign = dice.pick(&signs);

    match (game, dice.below(3)) {
        (GameId::Gipf, 0) => list.map(|list| without(&actions, list).join(";")),
        (GameId::Gipf | GameId::Pippip, 1) => {
            sign.map(|sign| replaced(written, Span::new(sign, sign + 1), ""))
        }
        (GameId::Pippip, 0) => rotated(written, &["1", "2", "3", "4", "5", "6"], dice),
        (GameId::Pippip, _) if actions[0].ends_with('s') => Some(without(&actions, 0).join(";")),
        (GameId::Pippinzip, _) => {
            let stones: Vec<&str> = written.split(',').collect();
            (stones.len() > 1).then(|| stones[1..].join(","))
        }
        (GameId::Pipe, 0) => rotated(written, &["N", "E", "S", "W"], dice),
        _ => with_shorter_list(&actions, list?, dice),
    }
}

/// Returns the parts without one of them.
fn without<'text>(parts: &[&'text str], index: usize) -> Vec<&'text str> {
    let mut left = parts.to_vec();
    left.remove(index);
    left
}

/// Returns the turn with one piece less in a list; `None` if the list has only one.
fn with_shorter_list(actions: &[&str], list: usize, dice: &mut Dice) -> Option<String> {
    let pieces: Vec<&str> = actions[list][1..].split(',').collect();
    let left = without(&pieces, dice.below(pieces.len()));
    if left.is_empty() {
        return None;
    }

    let shorter = format!("x{}", left.join(","));
    let mut actions = actions.to_vec();
    actions[list] = &shorter;
    Some(actions.join(";"))
}

/// Returns the turn with another orientation after its slash.
fn rotated(written: &str, orientations: &[&str], dice: &mut Dice) -> Option<String> {
    let place = written.find('/')? + 1;
    let other = dice.pick(orientations)?;
    Some(replaced(written, Span::new(place, place + 1), other))
}

/// Makes an error in one of the tags; `None` if the chosen tag has no such error.
fn other_tag(text: &str, record: &Record, dice: &mut Dice) -> Option<String> {
    let tags: Vec<&Tag> = record
        .tags
        .iter()
        .filter(|tag| !["Game", "DeckHash", "Surface"].contains(&tag.name.as_str()))
        .collect();
    let tag = dice.pick(&tags)?;
    let game = record.game()?;

    let value = tag.value.as_str();
    let with_value = |other: &str| replaced(text, tag.value_span, other);
    let mistaken = match tag.name.as_str() {
        "Variant" => with_value(dice.pick(game.variants())?),
        "Result" => other_result(text, record, tag, dice)?,
        "Options" => without_tag(text, tag),
        "Size" => with_value(&other_size(value, dice)?),
        "Score" | "Position" => with_value(&other_digit(value, dice)?),
        "Deck" => with_value(&value[..value.len() - 1]),
        _ => return None,
    };
    (mistaken != text).then_some(mistaken)
}

/// Returns the record with another result, in the tag and, if it is there, after the moves.
fn other_result(text: &str, record: &Record, tag: &Tag, dice: &mut Dice) -> Option<String> {
    let other = dice.pick(&["1-0", "0-1", "1/2-1/2"])?;
    let with_tag = replaced(text, tag.value_span, other);

    let value = tag.value.as_str();
    let after_moves = with_tag.rfind(value)?;
    if record.result.is_none() {
        return Some(with_tag);
    }
    let span = Span::new(after_moves, after_moves + value.len());
    Some(replaced(&with_tag, span, other))
}

/// Returns the record without a tag and the line end after it.
fn without_tag(text: &str, tag: &Tag) -> String {
    let before = &text[..tag.span.start as usize];
    let after = text[tag.span.end as usize..].trim_start();
    format!("{before}{after}")
}

/// Returns the size one larger or smaller.
fn other_size(value: &str, dice: &mut Dice) -> Option<String> {
    let size: u8 = value.parse().ok()?;
    let other = if dice.below(2) == 0 {
        size + 1
    } else {
        size - 1
    };
    Some(other.to_string())
}

/// Returns the value with one digit replaced.
fn other_digit(value: &str, dice: &mut Dice) -> Option<String> {
    let digits: Vec<usize> = value
        .match_indices(|letter: char| letter.is_ascii_digit())
        .map(|(place, _)| place)
        .collect();
    let place = dice.pick(&digits)?;
    let other = dice.below(10).to_string();
    Some(replaced(value, Span::new(place, place + 1), &other))
}
