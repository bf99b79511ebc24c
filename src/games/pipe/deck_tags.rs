//! The deck that a record is played with (V2.8).
//!
//! Choice where the rule sheet is silent: Cards in tags take precedence over any deck of the same
//! name.

use std::sync::Arc;

use super::facts::CARDS;
use crate::decks::card::CardPart;
use crate::decks::{Card, Deck, Id, Layout, NoDeck, codes, is_deck_name};
use crate::findings::{Finding, Hint, Related, code};
use crate::games::SetupTags;
use crate::notation::Tag;
use crate::text::{MAX_DECK_CARDS, MAX_FINDINGS, Printable};

/// Reads the deck of a record: from its tags `Card1` … if there are any, or else by its tag `Deck`
/// (V2.8). Findings are added to `tags`.
pub(super) fn deck_of(tags: &mut SetupTags<'_>) -> Option<Arc<Deck>> {
    let Some(tag) = tags.tag("Deck") else {
        tags.missing(
            "Deck",
            "The name of the deck; a record that holds its cards itself can give any name (V2.8).",
        );
        return None;
    };
    if !is_deck_name(&tag.value) {
        tags.refuse_form(tag);
        return None;
    }
    let cards = tags.family(&CARDS);
    let deck = match cards.len() {
        0 => known_deck(tags, tag)?,
        1..=MAX_DECK_CARDS => Arc::new(deck_from_tags(tags, tag, &cards)?),
        size => return too_large(tags, tag, size),
    };
    if deck.len() > MAX_DECK_CARDS {
        return too_large(tags, tag, deck.len());
    }
    if let Some(tag) = tags.tag("DeckHash") {
        let hash = deck.hash();
        if tag.value != hash {
            let message = "This is not the hash of the deck.";
            let help = format!(
                "The deck `{}` that was found has the hash `{hash}` (V2.8).",
                deck.name
            );
            let finding = Finding::new(&code::INCONSISTENT, tag.value_span, message);
            tags.report(finding.with_help(help).with_tag("DeckHash", [hash]));
        }
    }
    Some(deck)
}

fn too_large(tags: &mut SetupTags<'_>, tag: &Tag, size: usize) -> Option<Arc<Deck>> {
    let message = format!("This deck has {size} cards; a record can use at most {MAX_DECK_CARDS}.");
    tags.report(Finding::new(&code::RECORD_SIZE, tag.value_span, message));
    None
}

/// Finds the deck that a record only names.
fn known_deck(tags: &mut SetupTags<'_>, tag: &Tag) -> Option<Arc<Deck>> {
    let finding = match tags.decks().deck(&tag.value) {
        Ok(deck) => return Some(deck),
        Err(NoDeck::Unknown) => {
            let message = format!("Unknown deck `{}`.", tag.value);
            Finding::new(&codes::UNKNOWN, tag.value_span, message)
                .with_hint(Hint::AddDeck {
                    name: tag.value.to_string().into(),
                })
                .with_hint(Hint::WriteCards {
                    tag: "Card1",
                    example: "B13 W26 B4 W5 LLDDDD",
                })
        }
        Err(NoDeck::Broken { code, message }) => {
            Finding::new(code, tag.value_span, message).with_hint(Hint::CheckDeck)
        }
        Err(NoDeck::Other { file, holds }) => {
            let message = format!("{file} holds the deck `{holds}`, not `{}`.", tag.value);
            let help = format!(
                "Rename the file to `{holds}.yaml`, or the deck to `{}`.",
                tag.value
            );
            Finding::new(&codes::UNKNOWN, tag.value_span, message).with_help(help)
        }
    };
    tags.report(finding);
    None
}

/// Reads the deck that a record contains.
fn deck_from_tags(tags: &mut SetupTags<'_>, name: &Tag, cards: &[(u64, &Tag)]) -> Option<Deck> {
    let mut deck = Deck::named(name.value.as_str());
    let before = tags.findings.len();
    for &(id, tag) in cards {
        // Further findings would not be reported.
        if tags.findings.len() > MAX_FINDINGS {
            break;
        }
        match card_from_tag(tag) {
            // The greatest number of the family fits.
            Ok(layout) => drop(Id::try_from(id).map(|id| deck.insert(id, layout))),
            Err(findings) => tags.findings.extend(findings),
        }
    }
    (tags.findings.len() == before).then_some(deck)
}

fn card_from_tag(tag: &Tag) -> Result<Layout, Vec<Finding>> {
    let card = Card::parse(&tag.value).map_err(|error| {
        let rest = error.at.min(tag.value.len())..tag.value.len();
        let message = "This is not a valid card: it cannot be parsed from here on.";
        let help = "Pipes, arcs and, if needed, fields, separated by single spaces: `B13 W26 B4 W5 LLDDDD` (V2.8).";
        vec![Finding::new(&code::UNKNOWN_VALUE, tag.value_part(&rest), message).with_help(help)]
    })?;
    Layout::from_card(&card).map_err(|faults| {
        let parts = Card::parts(&tag.value);
        let span = |part: CardPart| {
            part.find(&parts)
                .map_or(tag.value_span, |range| tag.value_part(&range))
        };
        let findings = faults.iter().map(|fault| {
            let finding = Finding::new(fault.code(), span(fault.part), fault.message(&card));
            let other = fault.other.map(|other| Related {
                message: "the other one".into(),
                span: span(other),
                turn: 0,
            });
            Finding {
                help: fault.help().map(Printable::from),
                ..finding.with_related(other)
            }
        });
        findings.collect()
    })
}
