//! Typing errors in valid records, made from a seed. They do not share any table with the search
//! for fixes.

use pipscribe::games::GameId;
use pipscribe::notation::{Record, TurnNode};

/// Numbers that look random and are the same everywhere.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        // xorshift64*
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        usize::try_from(high).unwrap_or(0) % limit.max(1)
    }

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

/// Returns a record with one typing error, and the turn of the error, from 0; `None` if the record
/// has no place for it.
pub(crate) fn mistyped(text: &str, typo: Typo, dice: &mut Dice) -> Option<(String, usize)> {
    let record = Record::parse_str(text);
    let turns = &record.moves.turns;
    if typo == Typo::Tag {
        return Some((other_tag(text, &record, dice)?, 0));
    }
    let at = dice.below(turns.len());
    let node = turns.get(at)?;
    let written = record.text_of(node.text);
    let with = |node: &TurnNode, now: &str| {
        format!(
            "{}{now}{}",
            &text[..node.text.start as usize],
            &text[node.text.end as usize..]
        )
    };
    let made = match typo {
        Typo::TurnLeftOut => numbered(&record, |turns| {
            turns.remove(at);
        }),
        Typo::TurnTwice => numbered(&record, |turns| turns.insert(at, turns[at].clone())),
        Typo::TurnsSwapped if at + 1 < turns.len() => {
            numbered(&record, |turns| turns.swap(at, at + 1))
        }
        Typo::TurnsSwapped => return None,
        Typo::Part => with(node, &other_part(written, record.game()?, dice)?),
        _ => with(node, &other_character(written, typo, dice)?),
    };
    (made != text).then_some((made, at))
}

/// Returns the record with its turns changed and renumbered.
fn numbered(record: &Record, change: impl FnOnce(&mut Vec<String>)) -> String {
    let nodes = &record.moves.turns;
    let mut turns: Vec<String> = nodes
        .iter()
        .map(|node| record.text_of(node.text).to_owned())
        .collect();
    change(&mut turns);
    let first = nodes.first().map_or(0, |node| node.start() as usize);
    let last = nodes.last().map_or(0, |node| node.text.end as usize);
    let written: Vec<String> = turns
        .iter()
        .enumerate()
        .map(|(at, turn)| format!("{}. {turn}", at + 1))
        .collect();
    format!(
        "{}{}{}",
        &record.text()[..first],
        written.join("\n"),
        &record.text()[last..]
    )
}

pub(super) fn other_character(written: &str, typo: Typo, dice: &mut Dice) -> Option<String> {
    let characters: Vec<char> = written.chars().collect();
    let at = dice.below(characters.len());
    let this = characters[at];
    let mut made = characters.clone();
    let of = |table: &[(char, &str)]| -> Vec<char> {
        table
            .iter()
            .filter(|(known, _)| *known == this)
            .flat_map(|(_, others)| others.chars())
            .collect()
    };
    match typo {
        Typo::Key => made[at] = dice.pick(&of(KEYS))?,
        Typo::LookAlike => made[at] = dice.pick(&of(ALIKE))?,
        Typo::Following if this.is_ascii_digit() || this.is_ascii_lowercase() => {
            let step = if dice.below(2) == 0 { 1 } else { u32::MAX };
            let other = char::from_u32(u32::from(this).wrapping_add(step))?;
            if !(other.is_ascii_digit() || other.is_ascii_lowercase()) {
                return None;
            }
            made[at] = other;
        }
        Typo::Following => return None,
        Typo::Swapped if at + 1 < made.len() => made.swap(at, at + 1),
        Typo::Swapped => return None,
        Typo::LeftOut => {
            made.remove(at);
        }
        _ => made.insert(at, this),
    }
    let made: String = made.into_iter().collect();
    (!made.is_empty() && made != written).then_some(made)
}

fn other_part(written: &str, game: GameId, dice: &mut Dice) -> Option<String> {
    let actions: Vec<&str> = written.split(';').collect();
    let lists: Vec<usize> = (0..actions.len())
        .filter(|&at| actions[at].starts_with('x'))
        .collect();
    let without = |gone: usize| {
        let left: Vec<&str> = actions
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != gone)
            .map(|(_, action)| *action)
            .collect();
        left.join(";")
    };
    let list = dice.pick(&lists);
    let shortened = |dice: &mut Dice| {
        let at = list?;
        let items: Vec<&str> = actions[at][1..].split(',').collect();
        let gone = dice.below(items.len());
        let left: Vec<&str> = items
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != gone)
            .map(|(_, item)| *item)
            .collect();
        let mut actions: Vec<String> = actions.iter().map(|action| (*action).to_owned()).collect();
        actions[at] = format!("x{}", left.join(","));
        (!left.is_empty()).then(|| actions.join(";"))
    };
    let signs: Vec<usize> = written
        .match_indices(['G', '*'])
        .map(|(at, _)| at)
        .collect();
    let sign = dice
        .pick(&signs)
        .map(|at| format!("{}{}", &written[..at], &written[at + 1..]));
    let turned = |others: &str, dice: &mut Dice| {
        let at = written.find('/')? + 1;
        let other = dice.pick(&others.chars().collect::<Vec<_>>())?;
        Some(format!("{}{other}{}", &written[..at], &written[at + 1..]))
    };
    match (game, dice.below(3)) {
        (GameId::Gipf, 0) => list.map(without),
        (GameId::Gipf, 1) => sign,
        (GameId::Gipf, _) => shortened(dice),
        (GameId::Pippip, 0) => turned("123456", dice),
        (GameId::Pippip, 1) => sign,
        (GameId::Pippip, _) if actions[0].ends_with('s') => Some(without(0)),
        (GameId::Pippip, _) => shortened(dice),
        (GameId::Pippinzip, _) => {
            let stones: Vec<&str> = written.split(',').collect();
            (stones.len() > 1).then(|| stones[1..].join(","))
        }
        (GameId::Pipe, 0) => turned("NESW", dice),
        _ => shortened(dice),
    }
}

fn other_tag(text: &str, record: &Record, dice: &mut Dice) -> Option<String> {
    let tags: Vec<_> = record
        .tags
        .iter()
        .filter(|tag| !["Game", "DeckHash", "Surface"].contains(&tag.name.as_str()))
        .collect();
    let tag = dice.pick(&tags)?;
    let with = |value: &str| {
        let span = tag.value_span;
        format!(
            "{}{value}{}",
            &text[..span.start as usize],
            &text[span.end as usize..]
        )
    };
    let game = record.game()?;
    let made = match tag.name.as_str() {
        "Variant" => with(dice.pick(game.variants())?),
        "Result" => {
            let other = dice.pick(&["1-0", "0-1", "1/2-1/2"])?;
            let made = with(other);
            let end = made.rfind(tag.value.as_str())?;
            if record.result.is_some() {
                format!("{}{other}{}", &made[..end], &made[end + tag.value.len()..])
            } else {
                made
            }
        }
        "Options" => format!(
            "{}{}",
            &text[..tag.span.start as usize],
            text[tag.span.end as usize..].trim_start()
        ),
        "Size" => with(
            &(tag.value.parse::<u8>().ok()? + 1 - 2 * u8::try_from(dice.below(2)).ok()?)
                .to_string(),
        ),
        "Score" | "Position" => {
            let digits: Vec<usize> = tag
                .value
                .match_indices(|letter: char| letter.is_ascii_digit())
                .map(|(at, _)| at)
                .collect();
            let at = dice.pick(&digits)?;
            with(&format!(
                "{}{}{}",
                &tag.value[..at],
                dice.below(10),
                &tag.value[at + 1..]
            ))
        }
        "Deck" => with(&tag.value[..tag.value.len() - 1]),
        _ => return None,
    };
    (made != text).then_some(made)
}
