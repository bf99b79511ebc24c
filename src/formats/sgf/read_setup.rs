//! Reads the stones of the root: the starting position of a game that is written as stones of Go.
//!
//! That game, Pippinzip, begins with an auction, in which a turn places several stones. Our writer
//! keeps these turns in `PIPAUCTION`, and shows their stones as set-up: `AB[aa][bb]`. If the two
//! agree, the stones are turns of the auction; otherwise they are the starting position.

use std::collections::HashSet;

use super::read::SgfReader;
use super::stones::{set_up_position, stones_after};
use super::tree::Property;
use super::value::simple;
use crate::findings::Finding;
use crate::formats::KeepFindings as _;
use crate::formats::{Draft, DraftTurn, codes};
use crate::text::Span;

/// Stones that a property lists.
pub(super) struct ListedStones {
    /// Their places without duplicates, each with the span of the value that lists it.
    pub(super) places: Vec<(String, Span)>,
    /// The first value that is not a point.
    pub(super) first_wrong: Option<Span>,
}

impl SgfReader<'_> {
    /// Reads the stones of the root: as turns of the auction, or else as the starting position.
    pub(super) fn read_position(&mut self, size: u8, draft: &mut Draft) {
        self.read_auction(size, draft);
        if !self.auction.is_empty() || draft.tag("Position").is_some() {
            return;
        }
        let root = self.root();
        let Some(first) = root.property("AB").or_else(|| root.property("AW")) else {
            return;
        };

        let [black, white] = ["AB", "AW"].map(|name| {
            let property = root.property(name);
            property.map(|property| self.read_stones(property).places)
        });
        let black: HashSet<String> = black
            .unwrap_or_default()
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let mut only_white = Vec::new();
        for (name, span) in white.unwrap_or_default() {
            if black.contains(&name) {
                self.refuse(
                    span,
                    format!("{name} is already occupied by a black stone; this one is left out."),
                );
            } else {
                only_white.push(name);
            }
        }

        let position = set_up_position(size, black.iter(), only_white.iter());
        draft.add_tag("Position", position, first.span);
    }

    /// Restores the turns of the auction that `PIPAUCTION` keeps, if the stones of the root are
    /// exactly theirs.
    fn read_auction(&mut self, size: u8, draft: &Draft) {
        let root = self.root();
        let Some(property) = root.property("PIPAUCTION") else {
            return;
        };

        let turns: Vec<(String, Span)> = property
            .values
            .iter()
            .map(|&span| (simple(self.text_of(span)), span))
            .collect();
        let shown = ["AB", "AW"].map(|name| {
            let values = root
                .property(name)
                .map_or(&[][..], |property| &property.values);
            let places = values
                .iter()
                .filter_map(|&span| self.places.read_list(self.text_of(span)));
            places.flatten().collect::<HashSet<String>>()
        });
        let kept = stones_after(size, draft, &turns);
        if kept.is_none_or(|kept| kept != shown) {
            let message = "The auction kept here contradicts the stones of this board, which are used instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, property.span, message));
            return;
        }

        for (text, span) in turns {
            self.auction.push(DraftTurn {
                text,
                span,
                ..DraftTurn::default()
            });
        }
    }

    /// Reports set-up properties that do not make a position.
    pub(super) fn report_unused_set_up(&mut self) {
        let root = self.root();
        for name in ["AB", "AW", "AE", "PL"] {
            if let Some(property) = root.property(name) {
                let message = "The starting position of this game goes into `PIPTAG[Position:…]`; this property is left out.";
                self.refuse(property.span, message);
            }
        }
    }

    /// Returns the stones of a property. Reports errors.
    pub(super) fn read_stones(&mut self, property: &Property) -> ListedStones {
        let mut places = Vec::new();
        let mut first_wrong = None;
        let mut known = HashSet::new();
        let mut repeated = 0;
        let mut first_repeated = None;
        for &span in &property.values {
            let Some(names) = self.places.read_list(self.text_of(span)) else {
                self.refuse(span, "This is not a point on the board.");
                first_wrong = first_wrong.or(Some(span));
                continue;
            };
            for name in names {
                if known.insert(name.clone()) {
                    places.push((name, span));
                } else {
                    repeated += 1;
                    first_repeated = first_repeated.or(Some(span));
                }
            }
        }

        if let Some(span) = first_repeated {
            let times = if repeated == 1 {
                String::new()
            } else {
                format!(", and so do {} others", repeated - 1)
            };
            let message = format!(
                "A stone of `{}` is listed twice here{times}; it counts once.",
                property.name
            );
            self.findings
                .keep(Finding::new(&codes::LEFT_OUT, span, message));
        }

        ListedStones {
            places,
            first_wrong,
        }
    }
}
