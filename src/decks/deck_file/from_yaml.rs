//! Conversion of a YAML tree to a deck: the keys, the types of their values, and the cards.
//!
//! A *node* is a value of the YAML with its place in the file. A card has the *sections* `pipes`,
//! `arcs` and, in some cards, `fields`. Their texts together are the notation of the card. A
//! [`Complaint`] is a mistake at a place in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::card::{Card, CardPart, Section};
use super::super::card_fault::CardFault;
use super::super::codes;
use super::super::deck::{Deck, Id, LAST_ID, is_deck_name};
use super::super::layout::Layout;
use super::{Complaint, MAX_DECK_FINDINGS};
use crate::findings::{Code, Finding, Related, sort_by_place};
use crate::text::tree::{KeyFault, Keys, MAX_TOKEN_LENGTH, Node, Value, not_a_map, token_end};
use crate::text::{Printable, Span};

const DECK_KEYS: [&str; 4] = ["name", "edition", "source", "cards"];
const CARD_KEYS: [&str; 4] = ["id", "pipes", "arcs", "fields"];
const REQUIRED_CARD_KEYS: [&str; 3] = ["id", "pipes", "arcs"];

/// Reads a tree and collects findings.
pub(super) struct DeckReader<'t> {
    text: &'t str,
    /// The name of the deck, once it has been read.
    pub(super) name: Option<String>,
    findings: Vec<Finding>,
    /// The number of findings that exceed the limit.
    unlisted: usize,
}

/// The number of a card, and its node.
struct CardId<'n> {
    number: Id,
    node: &'n Node,
}

/// A section of a card: its node, its text, and the ranges of its parts in that text.
struct ReadSection<'n> {
    node: &'n Node,
    text: &'n str,
    parts: Vec<(CardPart, Range<usize>)>,
}

impl<'t> DeckReader<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self {
            text,
            name: None,
            findings: Vec::new(),
            unlisted: 0,
        }
    }

    /// Returns the findings, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Finding> {
        sort_by_place(&mut self.findings);
        if self.unlisted > 0 {
            let end = self.text.trim_end().len();
            let message = format!(
                "This file has {} more findings, which are not listed.",
                self.unlisted
            );
            self.findings
                .push(Complaint::new(end..end, message).finding(&codes::YAML));
        }
        self.findings
    }

    /// Reads the deck. If there is a finding, returns `None` or an incomplete deck.
    pub(super) fn read_deck(&mut self, root: &Node) -> Option<Deck> {
        let keys = self.read_keys(root, &DECK_KEYS, &DECK_KEYS, "A deck")?;
        self.name = self.read_name(&keys);
        let edition = keys
            .value("edition")
            .and_then(|node| self.read_words(node, "the edition, such as `1`"));
        let source = keys
            .value("source")
            .and_then(|node| self.read_words(node, "a note of where the deck comes from"));

        let mut deck = Deck::named(self.name.clone().unwrap_or_default());
        deck.edition = edition.unwrap_or_default();
        deck.source = source.unwrap_or_default();

        let cards = keys.value("cards")?;
        match &cards.value {
            Value::List(list) if !list.is_empty() => self.read_cards(list, &mut deck),
            Value::List(_) => self.report_yaml(cards, "A deck must have at least one card.", None),
            other => self.report_yaml(
                cards,
                &format!("Cards are a list, not {}.", other.in_words()),
                None,
            ),
        }

        Some(deck)
    }

    /// Reads the name of the deck (V2.8).
    fn read_name(&mut self, keys: &Keys<'_>) -> Option<String> {
        let node = keys.value("name")?;
        let name = self.read_words(node, "a name of letters, digits and `-`")?;
        if is_deck_name(&name) {
            return Some(name);
        }
        self.report_yaml(
            node,
            "The name of a deck has only letters, digits and `-`.",
            None,
        );
        None
    }

    /// Reads the cards into a deck. Each number is used once.
    fn read_cards(&mut self, list: &[Node], deck: &mut Deck) {
        let mut seen: BTreeMap<Id, &Node> = BTreeMap::new();
        for node in list {
            let Some(keys) = self.read_keys(node, &CARD_KEYS, &REQUIRED_CARD_KEYS, "A card") else {
                continue;
            };
            let id = keys.value("id").and_then(|id| self.read_id(id));
            if let Some(id) = &id {
                match seen.get(&id.number) {
                    Some(first) => self.report(
                        &codes::DUPLICATE_ID,
                        id.node,
                        format!("Card {} is already defined.", id.number),
                        None,
                        Some((first, "the first one")),
                    ),
                    None => {
                        seen.insert(id.number, id.node);
                    }
                }
            }

            let anchor = id.as_ref().map_or(node, |id| id.node);
            let layout = self.read_card(&keys, anchor);
            if let (Some(id), Some(layout)) = (id, layout) {
                deck.insert(id.number, layout);
            }
        }
    }

    /// Reads the number of a card (V2.7).
    fn read_id<'n>(&mut self, node: &'n Node) -> Option<CardId<'n>> {
        let number = match &node.value {
            Value::Number(number) => number.parse().ok().filter(|id| (1..=LAST_ID).contains(id)),
            _ => None,
        };
        if number.is_none() {
            self.report_yaml(
                node,
                &format!("The number of a card is a whole number from 1 to {LAST_ID}."),
                None,
            );
        }
        Some(CardId {
            number: number?,
            node,
        })
    }

    /// Reads the sections of a card and checks its layout. A fault of the whole card is shown at
    /// `anchor`.
    fn read_card(&mut self, keys: &Keys<'_>, anchor: &Node) -> Option<Layout> {
        let mut card = Card::default();
        let sections = [
            ("pipes", Section::Pipes, "pipes such as `B13 W26 B4 W5`"),
            ("arcs", Section::Arcs, "arcs such as `LLDDDD`"),
            ("fields", Section::Fields, "fields such as `L16 D235 L4`"),
        ];
        let mut read_sections = Vec::new();
        let mut are_sections_valid = true;
        for (key, section, like) in sections {
            if let Some(node) = keys.value(key) {
                match self.read_section(node, &mut card, section, like) {
                    Some(section) => read_sections.push(section),
                    None => are_sections_valid = false,
                }
            }
        }

        let is_complete = keys.value("pipes").is_some() && keys.value("arcs").is_some();
        if !(are_sections_valid && is_complete) {
            return None;
        }

        match Layout::from_card(&card) {
            Ok(layout) => Some(layout),
            Err(faults) => {
                for fault in faults {
                    if self.reserve_place() {
                        let finding = self.card_finding(&fault, &card, &read_sections, anchor);
                        self.findings.push(finding);
                    }
                }
                None
            }
        }
    }

    /// Returns the finding for a fault of a card.
    fn card_finding(
        &self,
        fault: &CardFault,
        card: &Card,
        sections: &[ReadSection<'_>],
        anchor: &Node,
    ) -> Finding {
        let other = fault
            .other
            .map(|part| related_place("the other one", self.span_of(part, sections, anchor)));
        let span = self.span_of(fault.part, sections, anchor);
        let finding = Finding::new(fault.code(), span, fault.message(card)).with_related(other);
        Finding {
            help: fault.help().map(Printable::from),
            ..finding
        }
    }

    /// Reads a section of a card; `like` is an example for the message.
    fn read_section<'n>(
        &mut self,
        node: &'n Node,
        card: &mut Card,
        section: Section,
        like: &str,
    ) -> Option<ReadSection<'n>> {
        let Value::Text(text) = &node.value else {
            self.report_yaml(
                node,
                &format!("Expected {like}, found {}.", node.value.in_words()),
                None,
            );
            return None;
        };
        match card.read_section(section, text) {
            Ok(parts) => Some(ReadSection { node, text, parts }),
            Err(error) => {
                if self.reserve_place() {
                    let range = self.range_of_part(node, text, &(error.at..text.len()));
                    let complaint =
                        Complaint::new(range, format!("This cannot be read as {like}."))
                            .with_help("Write one space between them.");
                    self.findings.push(complaint.finding(&codes::YAML));
                }
                None
            }
        }
    }

    /// Returns the span of a part of a card. A missing part and the whole card are shown at the
    /// card's number.
    fn span_of(&self, part: CardPart, sections: &[ReadSection<'_>], anchor: &Node) -> Span {
        let found = if part == CardPart::Card {
            // Each section has a place of its own in the file, so that no range has all of them.
            None
        } else {
            sections
                .iter()
                .find_map(|section| Some((section, part.find(&section.parts)?)))
        };
        let range = match found {
            Some((section, range)) => self.range_of_part(section.node, section.text, &range),
            None => self.shown_range(anchor),
        };
        Span::new(range.start, range.end)
    }

    /// Returns the entries of a map, and reports faulty keys.
    fn read_keys<'n>(
        &mut self,
        node: &'n Node,
        known: &[&str],
        required: &[&str],
        what: &str,
    ) -> Option<Keys<'n>> {
        let listed: Vec<String> = known.iter().map(|key| format!("`{key}`")).collect();
        let has = format!("It has {}.", listed.join(", "));
        if let Some(fault) = not_a_map(node, what) {
            self.report_yaml(node, &fault.message, Some(&has));
            return None;
        }

        let keys = Keys::new(node, |name| known.contains(&name));
        for fault in &keys.faults {
            let message = fault.message(what);
            match fault {
                KeyFault::Unknown { key } => self.report_yaml(key, &message, Some(&has)),
                KeyFault::Repeated { key, first, .. } => {
                    let related = Some((*first, "the first one"));
                    self.report(&codes::YAML, key, message, None, related);
                }
            }
        }
        for key in required.iter().filter(|key| keys.value(key).is_none()) {
            let place = keys.value("id").unwrap_or(node);
            self.report_yaml(place, &format!("{what} needs the key `{key}`."), Some(&has));
        }
        Some(keys)
    }

    /// Reads free text: a scalar that is not blank; numbers are taken as written.
    fn read_words(&mut self, node: &Node, what: &str) -> Option<String> {
        match &node.value {
            Value::Text(text) if !text.trim().is_empty() => return Some(text.clone()),
            Value::Number(number) => return Some(number.clone()),
            Value::Text(_) => self.report_yaml(node, &format!("Expected {what} here."), None),
            other => {
                let message = format!("Expected {what}, found {}.", other.in_words());
                self.report_yaml(node, &message, Some("Put it in quotes to make it text."));
            }
        }
        None
    }

    /// Reports a mistake in the structure of the file.
    fn report_yaml(&mut self, node: &Node, message: &str, help: Option<&str>) {
        self.report(&codes::YAML, node, message.to_owned(), help, None);
    }

    /// Reports a finding at a node; `related` is another node with a message.
    fn report(
        &mut self,
        code: Code,
        node: &Node,
        message: String,
        help: Option<&str>,
        related: Option<(&Node, &str)>,
    ) {
        if !self.reserve_place() {
            return;
        }
        let complaint = Complaint {
            range: self.shown_range(node),
            message,
            help: help.map(str::to_owned),
        };
        let related = related.map(|(node, message)| {
            let range = self.shown_range(node);
            related_place(message, Span::new(range.start, range.end))
        });
        self.findings
            .push(complaint.finding(code).with_related(related));
    }

    /// Returns true if there is a place in the list for another finding. Otherwise counts the
    /// finding as unlisted.
    fn reserve_place(&mut self) -> bool {
        if self.findings.len() < MAX_DECK_FINDINGS {
            return true;
        }
        self.unlisted += 1;
        false
    }

    /// Returns the range to show for a node: all of a short scalar, but only the beginning of a
    /// long one, of a list or of a map.
    fn shown_range(&self, node: &Node) -> Range<usize> {
        let range = node.span.range();
        let text = node.span.slice(self.text);
        let token_from = |start: usize| start..token_end(self.text, start);

        let is_empty_text = matches!(node.value, Value::Text(_)) && text.is_empty();
        if is_empty_text {
            let before = self.text.get(..range.start).unwrap_or_default();
            let is_quoted = before.ends_with(['"', '\'']);
            // Empty text in quotes is shown with its quotes.
            return if is_quoted {
                token_from(range.start - 1)
            } else {
                range
            };
        }

        let is_scalar = !matches!(node.value, Value::List(_) | Value::Map(_));
        let is_short = text.len() < MAX_TOKEN_LENGTH && !text.contains('\n');
        if is_scalar && is_short {
            range
        } else {
            token_from(range.start)
        }
    }

    /// Returns the range of a part of a text node, or of the whole node if its source differs from
    /// its value.
    fn range_of_part(&self, node: &Node, text: &str, part: &Range<usize>) -> Range<usize> {
        let range = node.span.range();
        if node.span.slice(self.text) == text {
            return range.start + part.start..range.start + part.end;
        }
        self.shown_range(node)
    }
}

/// Returns a place that a finding refers to. A deck file has no turns, so its turn is 0.
fn related_place(message: &str, span: Span) -> Related {
    Related {
        message: message.into(),
        span,
        turn: 0,
    }
}
