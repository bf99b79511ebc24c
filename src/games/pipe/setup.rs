//! Setup of the Pipe Game: the options (V4.3, V4.5, V5.3) and the setup tags (V2.8, V3, V4.1).

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use pest::Parser;
use pest::iterators::Pair;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::Pipe;
use super::deck_tags::deck_of;
use super::facts::{FACTS, HANDS, STOCK};
use super::grammar::{Grammar, Rule};
use super::recycle_rule::RecycleRule;
use super::table_size::TableSize;
use super::turn::Id;
use super::turn_text::{fast_numbers, parse_id};
use crate::decks::{Colour, Deck};
use crate::findings::{Finding, Related, code};
use crate::games::{Context, SetupTags, likely_first, value_pair, variant_tag};
use crate::notation::Tag;
use crate::text::Span;

/// Maximum number of seats (V3).
pub const MAX_SEATS: u8 = 4;
/// The number of cards dealt to each seat (V4.1).
pub(super) const DEALT: u32 = 9;
/// The number of cards that each seat discards (V4.2).
pub(super) const DISCARDED: u32 = 4;

/// A variant (V3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Seats claim colours of pipes.
    Pipes,
    /// Seats claim colours of fields.
    Fields,
    /// Seats claim colours of pipes or fields.
    Both,
}

/// The option `teams` (V4.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teams {
    /// `13-24`: seats 1 and 3 against 2 and 4.
    OddAgainstEven,
}

/// Hands and stock as given by the tags (V4.1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Deal {
    /// The hand of each seat, seat 1 first.
    pub hands: Vec<Vec<Id>>,
    /// The stock in drawing order.
    pub stock: Vec<Id>,
}

/// Setup of a game: everything that is fixed before the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The variant.
    pub variant: Variant,
    /// The number of seats.
    pub seats: u8,
    /// Whether discards are put under the stock (V4.3).
    pub recycle: RecycleRule,
    /// The size of the table, or `None` if it is unlimited (V5.3).
    pub table_size: Option<TableSize>,
    /// The teams (V4.5).
    pub teams: Option<Teams>,
    /// The deck.
    pub deck: Arc<Deck>,
    /// Hands and stock, if they are known.
    pub deal: Option<Arc<Deal>>,
}

impl Setup {
    /// Returns the colours that can be claimed (V3).
    pub(crate) fn colours(&self) -> &'static [Colour] {
        self.variant.colours()
    }

    /// Returns the seat `steps` places after another around the table; 0 is that seat itself.
    pub(crate) fn round_from(&self, seat: u8, steps: u8) -> u8 {
        let seats = u16::from(self.seats.max(1));
        let steps_from_first =
            (u16::from(seat.clamp(1, self.seats.max(1))) - 1 + u16::from(steps)) % seats;
        steps_from_first as u8 + 1
    }

    /// Returns the next seat around the table.
    #[inline]
    pub(super) fn seat_after(&self, seat: u8) -> u8 {
        if seat < self.seats {
            seat.max(1) + 1
        } else {
            1
        }
    }

    /// Returns the number of places around the table from seat `from` to `seat`.
    pub(super) fn steps_to(&self, seat: u8, from: u8) -> u8 {
        if seat >= from {
            seat - from
        } else {
            seat.saturating_add(self.seats).saturating_sub(from)
        }
    }

    /// Returns all seats in the order in which they pick up, starting with the one that played
    /// (V6.5).
    pub(crate) fn round(&self, seat: u8) -> impl Iterator<Item = u8> {
        (0..self.seats).map(move |steps| self.round_from(seat, steps))
    }
}

/// Reads options and tags.
pub(super) fn read(tags: &mut SetupTags<'_>) -> Option<Setup> {
    let variant = tags
        .variant::<Pipe>()
        .and_then(|index| Variant::ALL.get(index).copied());
    let seats = read_players(tags, variant);
    let recycle = tags
        .option("recycle")
        .map(|pair| RecycleRule::parse(&pair.value));
    if recycle == Some(None) {
        tags.refuse_option("recycle");
    }
    let table_size = tags
        .option("table")
        .map(|pair| TableSize::parse(&pair.value));
    if table_size == Some(None) {
        tags.refuse_option("table");
    }
    let teams = read_teams(tags, seats);
    let deck = deck_of(tags);
    let deal = match (seats, &deck) {
        (Some(seats), Some(deck)) => read_deal(tags, seats, deck),
        _ => Err(Refused),
    };
    let variant = variant?;
    let seats = seats?;
    Some(Setup {
        variant,
        seats,
        recycle: recycle.unwrap_or(Some(RecycleRule::by_default(seats)))?,
        table_size: match table_size {
            Some(size) => Some(size?),
            None => None,
        },
        teams: teams.ok()?,
        deck: deck?,
        deal: deal.ok()?.map(Arc::new),
    })
}

/// Returns the tags of the set-ups in which a position could occur: every deck with every variant,
/// those with the colours of the position first.
pub(super) fn of_position(position: &str, context: &Context) -> Vec<Vec<(&'static str, String)>> {
    let scores = position.rsplit(' ').next().unwrap_or_default();
    let seats = scores.split(',').count().to_string();
    let colours = position.split(' ').nth(2).unwrap_or_default();
    let has = |names: [&str; 2]| colours.split(',').any(|colour| names.contains(&colour));
    let has_pipes = has(["black", "white"]);
    let has_fields = has(["light", "dark"]);
    let is_likely = |variant: &str| match variant {
        "fields" => has_fields && !has_pipes,
        "both" => has_fields && has_pipes,
        _ => false,
    };
    let variants = likely_first(FACTS.variants, is_likely);
    let mut setups = Vec::new();
    for deck in context.decks().names() {
        for variant in &variants {
            setups.push(vec![
                variant_tag(variant),
                ("Deck", deck.clone()),
                ("Players", seats.clone()),
            ]);
        }
    }
    setups
}

/// Reports tags that contradict each other or the rules.
fn inconsistent(tags: &mut SetupTags<'_>, span: Span, message: String) {
    tags.report(Finding::new(&code::INCONSISTENT, span, message));
}

/// Reads the number of seats (V3).
fn read_players(tags: &mut SetupTags<'_>, variant: Option<Variant>) -> Option<u8> {
    let Some(tag) = tags.tag("Players") else {
        return Some(2);
    };
    let Some(seats) = parse_players(&tag.value) else {
        tags.refuse_form(tag);
        return None;
    };
    if seats > 2 && variant.is_some_and(|variant| variant != Variant::Both) {
        let message = format!("Only the variant `both` has {seats} seats (V3).");
        inconsistent(tags, tag.value_span, message);
    }
    Some(seats)
}

/// Tags that are invalid; their findings have been reported.
struct Refused;

/// Reads the teams (V4.5).
fn read_teams(tags: &mut SetupTags<'_>, seats: Option<u8>) -> Result<Option<Teams>, Refused> {
    let Some(pair) = tags.option("teams") else {
        return Ok(None);
    };
    let teams = Teams::parse(&pair.value);
    let span = pair.span.clone();
    if teams.is_none() {
        tags.refuse_option("teams");
        return Err(Refused);
    }
    if let Some((seats, tag)) = seats
        .filter(|&seats| seats != MAX_SEATS)
        .zip(tags.tag("Options"))
    {
        inconsistent(
            tags,
            tag.value_part(&span),
            format!("Teams need four seats; this game has {seats} (V4.5)."),
        );
    }
    Ok(teams)
}

/// Reads hands and stock, if tags give them.
fn read_deal(tags: &mut SetupTags<'_>, seats: u8, deck: &Deck) -> Result<Option<Deal>, Refused> {
    let before = tags.findings.len();
    let mut hands: Vec<(u64, &Tag)> = tags.family(&HANDS);
    hands.retain(|&(seat, tag)| {
        let has_seat = seat <= u64::from(seats);
        if !has_seat {
            inconsistent(tags, tag.span, format!("This game has {seats} seats."));
        }
        has_seat
    });
    let stock = tags.tag(STOCK.name);
    if hands.is_empty() && stock.is_none() {
        return if tags.findings.len() == before {
            Ok(None)
        } else {
            Err(Refused)
        };
    }
    let help = "Give the hands of all seats and the stock, or none of these tags (V4.1).";
    for seat in
        (1..=seats).filter(|&seat| !hands.iter().any(|(other, _)| *other == u64::from(seat)))
    {
        tags.missing(&format!("{}{seat}", HANDS.name), help);
    }
    if stock.is_none() {
        tags.missing(STOCK.name, help);
    }
    let mut piles = Vec::with_capacity(hands.len() + 1);
    for tag in hands.into_iter().map(|(_, tag)| tag).chain(stock) {
        let cards = parse_cards(&tag.value);
        if cards.is_none() {
            tags.refuse_form(tag);
        }
        piles.push(Pile {
            tag,
            cards: cards.unwrap_or_default(),
            spans: OnceCell::new(),
        });
    }
    if tags.findings.len() == before {
        check_piles(tags, &piles, deck);
    }
    if tags.findings.len() != before {
        return Err(Refused);
    }
    let mut hands: Vec<Vec<Id>> = piles.into_iter().map(|pile| pile.cards).collect();
    let stock = hands.pop().unwrap_or_default();
    Ok(Some(Deal { hands, stock }))
}

/// A card and its range in the value of its tag.
type CardSpan = (Id, Range<usize>);

/// A hand or the stock, as given by a tag.
struct Pile<'r> {
    tag: &'r Tag,
    cards: Vec<Id>,
    /// The cards with their ranges. Lazily initialised, as only findings need them.
    spans: OnceCell<Vec<CardSpan>>,
}

impl Pile<'_> {
    /// Returns the span of a card.
    fn part(&self, index: usize) -> Span {
        let spans = self
            .spans
            .get_or_init(|| parse_card_spans(&self.tag.value).unwrap_or_default());
        spans
            .get(index)
            .map_or(self.tag.value_span, |(_, part)| self.tag.value_part(part))
    }
}

/// Reports cards that are not in the deck, cards in two places, hands without exactly nine cards,
/// and cards that are nowhere (V4.1). In a record that starts from a position, any number may be
/// left.
fn check_piles(tags: &mut SetupTags<'_>, piles: &[Pile<'_>], deck: &Deck) {
    // Fast exit: most records deal every card of the deck.
    if is_full_deal(piles, deck) {
        return;
    }
    let before = tags.findings.len();
    // The pile of each card, and its index in the pile.
    let mut seen: FxHashMap<Id, (&Pile<'_>, usize)> =
        FxHashMap::with_capacity_and_hasher(deck.len(), FxBuildHasher);
    let is_whole_game = tags.tag("Position").is_none();
    for pile @ Pile { tag, cards, .. } in piles {
        for (index, &card) in cards.iter().enumerate() {
            if deck.card(card).is_none() {
                let message = format!("The deck `{}` has no card {card}.", deck.name);
                inconsistent(tags, pile.part(index), message);
            } else if let Some((first, place)) = seen.get(&card) {
                let related = Related {
                    message: "the first place".into(),
                    span: first.part(*place),
                    turn: 0,
                };
                let message = format!("Card {card} is in two places.");
                let finding = Finding::new(&code::INCONSISTENT, pile.part(index), message);
                tags.report(finding.with_related([related]));
            } else {
                seen.insert(card, (pile, index));
            }
        }
        let is_hand = tag.name != STOCK.name;
        if is_hand && is_whole_game && cards.len() != DEALT as usize {
            inconsistent(
                tags,
                tag.value_span,
                format!(
                    "{DEALT} cards are dealt to a seat, not {} (V4.1).",
                    cards.len()
                ),
            );
        }
    }
    let stock = if tags.findings.len() == before && is_whole_game {
        piles.last()
    } else {
        None
    };
    if let Some(stock) = stock
        && let Some(card) = deck.ids().find(|card| !seen.contains_key(card))
    {
        inconsistent(
            tags,
            stock.tag.value_span,
            format!("Card {card} is in no hand and not in the stock (V4.1)."),
        );
    }
}

/// Returns true if all hands are full, and every card of the deck is in one place. May return
/// false for a deck that is not numbered from 1 without gaps.
fn is_full_deal(piles: &[Pile<'_>], deck: &Deck) -> bool {
    let is_full =
        |pile: &Pile<'_>| pile.tag.name == STOCK.name || pile.cards.len() == DEALT as usize;
    let number: usize = piles.iter().map(|pile| pile.cards.len()).sum();
    if number != deck.len() || !piles.iter().all(is_full) {
        return false;
    }

    let mut seen = vec![false; number];
    let mut cards = piles.iter().flat_map(|pile| &pile.cards);
    cards.all(|&card| {
        let index = (card as usize).wrapping_sub(1);
        let is_first = seen
            .get_mut(index)
            .is_some_and(|is_seen| !std::mem::replace(is_seen, true));
        is_first && deck.card(card).is_some()
    })
}

impl Variant {
    /// All three variants, in the order of the rule sheet.
    pub const ALL: [Self; 3] = [Self::Pipes, Self::Fields, Self::Both];

    /// Returns the name, as in the tag `Variant`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Pipes => "pipes",
            Self::Fields => "fields",
            Self::Both => "both",
        }
    }

    /// Returns the colours that can be claimed (V3).
    pub(crate) fn colours(self) -> &'static [Colour] {
        match self {
            Self::Pipes => &[Colour::Black, Colour::White],
            Self::Fields => &[Colour::Light, Colour::Dark],
            Self::Both => &Colour::ALL,
        }
    }
}

impl Teams {
    /// Parses the option.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        Grammar::parse(Rule::teams_only, text)
            .ok()
            .map(|_| Self::OddAgainstEven)
    }
}

/// Parses the tag `Players` (V3).
pub fn parse_players(text: &str) -> Option<u8> {
    value_pair::<Grammar, _>(Rule::players_only, text)?
        .as_str()
        .parse()
        .ok()
}

/// Parses the tags `Hand1` … and `Stock`: a list of card numbers, which may be empty (V4.1).
pub fn parse_cards(text: &str) -> Option<Vec<Id>> {
    // A stock is long, and the grammar takes many times as long for it.
    if let Some(cards) = fast_numbers(text.as_bytes()) {
        return Some(cards);
    }

    let spanned = parse_card_spans(text)?;
    Some(spanned.into_iter().map(|(card, _)| card).collect())
}

/// Parses a list of card numbers with the grammar.
fn parse_card_spans(text: &str) -> Option<Vec<CardSpan>> {
    let pairs = Grammar::parse(Rule::cards_only, text)
        .ok()?
        .flat_map(Pair::into_inner);
    let items = pairs.filter(|pair| pair.as_rule() == Rule::item);
    let spanned = items.map(|pair| {
        let span = pair.as_span().start()..pair.as_span().end();
        (parse_id(pair), span)
    });
    Some(spanned.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Language;
    use crate::games::pipe::Pipe;
    use proptest::prelude::*;

    #[test]
    fn seats_are_cyclic() {
        for seats in 1..=MAX_SEATS {
            let deck = Arc::new(Deck::default());
            let variant = Variant::Both;
            let recycle = RecycleRule::No;
            let setup = Setup {
                variant,
                seats,
                recycle,
                table_size: None,
                teams: None,
                deck,
                deal: None,
            };
            for (from, steps) in
                (1..=seats).flat_map(|from| (0..20).map(move |steps| (from, steps)))
            {
                let seat = setup.round_from(from, steps);
                assert_eq!(seat, (from - 1 + steps) % seats + 1);
                assert_eq!(setup.steps_to(seat, from), steps % seats);
                assert_eq!(setup.seat_after(from), setup.round_from(from, 1));
            }
        }
    }

    #[test]
    fn values_are_read() {
        assert_eq!(Pipe::FACTS.variants, Variant::ALL.map(Variant::name));
        assert_eq!(Teams::parse("13-24"), Some(Teams::OddAgainstEven));
        assert_eq!(["", "12-34", "13-24 "].map(Teams::parse), [None; 3]);
        assert_eq!(
            ["2", "3", "4"].map(parse_players),
            [Some(2), Some(3), Some(4)]
        );
        assert_eq!(["", "1", "5", "02"].map(parse_players), [None; 4]);
        assert_eq!(parse_cards("3,12,3"), Some(vec![3, 12, 3]));
        assert_eq!(parse_cards(""), Some(vec![]));
        assert_eq!(parse_cards("0,99999999999"), Some(vec![0, Id::MAX]));
        assert_eq!(
            ["01", "3,", "3, 4", "a"].map(parse_cards),
            [None, None, None, None]
        );
    }

    proptest! {
        #[test]
        fn cards_agree_with_the_grammar(text in "(([0-3]{1,2}|[1-9][0-9]{8,11}),?){0,4}|[0-3,+é ]{0,4}") {
            let spanned = parse_card_spans(&text);
            let by_grammar = spanned.map(|cards| cards.into_iter().map(|(card, _)| card).collect());
            prop_assert_eq!(parse_cards(&text), by_grammar);
        }
    }
}
