//! Reads the root of a game tree: tags, players, result and starting position.
//!
//! One game, Pippinzip, is written as stones of Go ([`GAME_OF_STONES`]), so `GM[1]` may be that
//! game or Go. Its auction, the phase in which players place several stones per turn, is kept as
//! set-up stones of the root, with its turns in `PIPAUCTION`.

use std::collections::{HashMap, HashSet};

use super::read::SgfReader;
use super::result::{Seats, is_only_result, result_of};
use super::stones::{GAME_OF_STONES, set_up_position, stones_after};
use super::tree::Property;
use super::turns_of;
use super::value::{PlaceNames, simple, split_composed, unescape};
use super::write_root::{TAG_PREFIX, is_kept_in_root, tag_of};
use crate::findings::{Finding, Hint};
use crate::formats::KeepFindings as _;
use crate::formats::{Assumptions, Draft, DraftTurn, codes};
use crate::games::GameId;
use crate::notation::{SgfTurns, is_date};
use crate::text::Span;

/// Value of `GM` for Go, which is also the default.
const GO: &str = "1";
/// Well-known games in SGF, by their value of `GM`.
const GAMES: [(&str, &str); 12] = [
    (GO, "Go"),
    ("2", "Othello"),
    ("3", "chess"),
    ("4", "Gomoku"),
    ("6", "Backgammon"),
    ("8", "Shogi"),
    ("9", "Lines of Action"),
    ("11", "Hex"),
    ("18", "Amazons"),
    ("21", "TwixT"),
    ("24", "YINSH"),
    ("37", "DVONN"),
];

/// Properties of the root that take one value, in addition to those that become tags.
const SINGLE_VALUED: [&str; 5] = ["GM", "SZ", "PW", "PB", "RE"];

/// Returns the finding for a file of another game.
fn other_game(number: &str, is_given: bool, span: Span) -> Finding {
    let name = GAMES
        .iter()
        .find(|(known, _)| *known == number)
        .map(|(_, name)| *name);
    let message = match (name, is_given) {
        (Some(name), true) => {
            format!("This is SGF for {name} (`GM[{number}]`); it cannot be read.")
        }
        (Some(name), false) => {
            format!("This is SGF for {name} (there is no `GM`); it cannot be read.")
        }
        (None, _) => format!("This is SGF for another game (`GM[{number}]`); it cannot be read."),
    };
    let finding = Finding::new(&codes::VALUE, span, message);
    match number {
        GO => finding.with_hint(Hint::ChooseVariant {
            game: Some(GAME_OF_STONES.name()),
        }),
        _ => finding.with_help(
            "SGF is read for GIPF (`GM[39]`), and for the game that `PIPTAG[Game:…]` names.",
        ),
    }
}

/// Returns the game that a value of `GM` names. Stones of Go (`GM[1]`) are read as stones of
/// another game only if the caller sets the name of that game or one of its variants.
fn game_of_number(number: &str, assumptions: &Assumptions) -> Option<GameId> {
    let is_assumed = |game: GameId| {
        let is_variant = |variant: &str| {
            game.variants().contains(&variant) || game.canonical_value("Variant", variant).is_some()
        };
        assumptions.game == Some(game) || assumptions.variant.as_deref().is_some_and(is_variant)
    };
    GameId::ALL.into_iter().find(|&game| {
        let facts = game.facts().sgf;
        facts.number == number
            && match facts.turns {
                SgfTurns::Private => false,
                SgfTurns::OfColours => true,
                SgfTurns::Stones => is_assumed(game),
            }
    })
}

/// Stones that a property lists.
pub(super) struct ListedStones {
    /// Their places without duplicates, each with the span of the value that lists it.
    pub(super) places: Vec<(String, Span)>,
    /// The first value that is not a point.
    pub(super) first_wrong: Option<Span>,
}

impl<'a> SgfReader<'a> {
    /// Reads the tags, the game and the starting position.
    pub(super) fn read_tags(&mut self, draft: &mut Draft, assumptions: &Assumptions) {
        let root = self.root();
        for &span in root
            .property("PIPTAG")
            .map_or(&[][..], |property| &property.values)
        {
            match split_composed(self.text_of(span)) {
                Some((name, value)) if is_tag_name(name) => {
                    draft.add_tag(name, simple(value), span);
                }
                _ => self.refuse(
                    span,
                    "A tag is its name, a colon and its value: `Event:Club evening`.",
                ),
            }
        }

        self.find_game(draft, assumptions);
        if self.other_game.is_some() {
            return;
        }

        for property in &root.properties {
            self.read_property(property, draft);
        }
        if let Some(variant) = assumptions
            .variant
            .clone()
            .or_else(|| self.variant_of_rules())
        {
            draft.assume("Variant", variant);
        }

        if let Some(options) = &assumptions.options {
            draft.assume("Options", options.as_str());
        }
        if let Some(game) = self.game
            && turns_of(Some(game)) == SgfTurns::Stones
        {
            let size = draft
                .tag("Size")
                .and_then(|size| game.facts().side_named(size))
                .unwrap_or(19);
            self.places = PlaceNames::Grid(size);
            self.read_position(size, draft);
        }

        if draft.tag("Position").is_none() && self.auction.is_empty() {
            self.report_unused_set_up();
        }
    }

    /// Sets the game from the tag `Game` or from `GM`, and its board size from `SZ`. If the game is
    /// another one, sets the finding for it.
    fn find_game(&mut self, draft: &mut Draft, assumptions: &Assumptions) {
        let number = self.value(self.root(), "GM");
        let is_named = draft.tag("Game").is_some();
        let written = number.as_ref().map_or(GO, |(number, _)| number.trim());
        match game_of_number(written, assumptions) {
            _ if is_named => {}
            Some(game) => draft.assume("Game", game.name()),
            None => {
                let span = number.as_ref().map_or(self.root().span, |(_, span)| *span);
                self.other_game = Some(other_game(written, number.is_some(), span));
            }
        }
        self.game = draft.tag("Game").and_then(GameId::named);
        if turns_of(self.game) == SgfTurns::Stones && draft.tag("Size").is_none() {
            // The default size in Go is 19, but a record of this notation may lack the tag.
            let default = || (!is_named).then(|| ("19".to_owned(), Span::default()));
            if let Some((size, span)) = self.value(self.root(), "SZ").or_else(default) {
                draft.add_tag("Size", size.trim(), span);
            }
        }
    }

    /// Returns the variant named by `RU`, the property for the rules in SGF.
    fn variant_of_rules(&self) -> Option<String> {
        let (rules, _) = self.value(self.root(), "RU")?;
        let rules = rules.trim().to_ascii_lowercase();
        self.game?
            .variants()
            .contains(&rules.as_str())
            .then_some(rules)
    }

    /// Converts a property to a tag, if it is not read elsewhere.
    fn read_property(&mut self, property: &Property, draft: &mut Draft) {
        let name = property.name.as_str();
        let Some(&first) = property.values.first() else {
            return;
        };

        let value = simple(self.text_of(first));
        let is_size = name == "SZ" && turns_of(self.game) != SgfTurns::Stones;
        if is_size || is_kept_in_root(name) {
            let raw: Vec<_> = property
                .values
                .iter()
                .map(|&span| self.text_of(span))
                .collect();
            let tag_value = raw.join("][").replace(['\n', '\r', '\t'], " ");
            draft.add_tag(format!("{TAG_PREFIX}{name}"), tag_value, first);
            return;
        }

        let tag = tag_of(name, self.game);
        if tag.is_some() || SINGLE_VALUED.contains(&name) {
            for &surplus in &property.values[1..] {
                self.refuse(
                    surplus,
                    format!("`{name}` takes one value; this one is left out."),
                );
            }
        }

        if let Some(tag) = tag {
            if tag != "Date" || is_date(&value) {
                draft.add_tag(tag, value, first);
            } else {
                // In SGF, `2026-11-20,21` is a date.
                if let Some(day) = value.split(',').next().filter(|day| is_date(day)) {
                    draft.add_tag(tag, day, first);
                }
                draft.add_tag(format!("{TAG_PREFIX}{name}"), value, first);
            }
        }
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
            let read = values.iter().map(|&span| {
                self.places
                    .read_list(self.text_of(span))
                    .unwrap_or_default()
            });
            read.flatten().collect::<HashSet<String>>()
        });
        if stones_after(size, draft, &turns).is_some_and(|kept| kept == shown) {
            let turns = turns.into_iter();
            self.auction = turns
                .map(|(text, span)| DraftTurn {
                    text,
                    span,
                    ..DraftTurn::default()
                })
                .collect();
        } else {
            let message = "The auction kept here contradicts the stones of this board, which are used instead.";
            self.findings
                .keep(Finding::new(&codes::CHANGED, property.span, message));
        }
    }

    /// Reads the stones of the root: as turns of the auction, or else as the starting position.
    fn read_position(&mut self, size: u8, draft: &mut Draft) {
        self.read_auction(size, draft);
        let root = self.root();
        if !self.auction.is_empty() {
            return;
        }
        if draft.tag("Position").is_some()
            || (root.property("AB").is_none() && root.property("AW").is_none())
        {
            return;
        }

        let span = root
            .property("AB")
            .or_else(|| root.property("AW"))
            .map_or(root.span, |property| property.span);
        let [black, white] = ["AB", "AW"].map(|name| {
            root.property(name)
                .map(|property| self.read_stones(property).places)
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
        draft.add_tag("Position", position, span);
    }

    /// Reports set-up properties that do not make a position.
    fn report_unused_set_up(&mut self) {
        let root = self.root();
        for property in ["AB", "AW", "AE", "PL"]
            .iter()
            .filter_map(|name| root.property(name))
        {
            self.refuse(
                property.span,
                "The starting position of this game goes into `PIPTAG[Position:…]`; this property is left out.",
            );
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

    /// Restores the `#` comments before tags, once all tags are known.
    pub(super) fn read_hashes(&mut self, draft: &mut Draft) {
        let Some(property) = self.root().property("PIPHASH") else {
            return;
        };
        // If a tag occurs twice, the first one counts.
        let places: HashMap<String, usize> = draft
            .tags
            .iter()
            .enumerate()
            .rev()
            .map(|(index, tag)| (tag.name.clone(), index))
            .collect();
        for &span in &property.values {
            let parts = split_composed(self.text_of(span))
                .map(|(name, text)| (unescape(name), unescape(text)));
            let index = parts
                .as_ref()
                .and_then(|(name, _)| places.get(name).copied());
            match (index, parts) {
                (Some(index), Some((_, text))) if text.starts_with('#') && !text.contains('\n') => {
                    draft.tag_hashes.push((index, text));
                }
                _ => self.refuse(
                    span,
                    "A `#` comment is the name of its tag, a colon and its text: `Event:# noted`.",
                ),
            }
        }
    }

    /// Sets the result and the players, once the turns are known: in Pippinzip, the turns decide
    /// which seat has which colour.
    ///
    /// There are three kinds of files. Ours has `PIPRES`, and tags for the players if they need
    /// any. A file of another program has only `RE`, from which the result is read. If there are no
    /// player tags, the names in `PB` and `PW` become tags of the seats, or `SGF_PB` and `SGF_PW`
    /// if the seats are unknown.
    pub(super) fn read_result_and_players(&mut self, draft: &mut Draft) {
        let root = self.root();
        draft.result = self.value(root, "PIPRES");
        let colours = [("PB", false), ("PW", true)];
        let has_players = draft.tag("Player1").is_some() || draft.tag("Player2").is_some();
        let has_only_foreign_result = draft.result.is_none() && root.property("RE").is_some();
        let names_colours = colours
            .iter()
            .any(|(name, _)| root.property(name).is_some());
        if !(has_only_foreign_result || (names_colours && !has_players)) {
            return;
        }

        let variant = draft.tag("Variant").unwrap_or_default().to_owned();
        let timeline = if turns_of(self.game) == SgfTurns::Stones {
            draft.timeline()
        } else {
            None
        };
        let seat_count = if draft.tag("Players") == Some("3") {
            3
        } else {
            2
        };
        let seats = self
            .game
            .and_then(|game| Seats::new(game, &variant, timeline.as_ref(), seat_count));
        for (name, is_white) in colours {
            if has_players || tag_of(name, self.game).is_some() {
                continue;
            }
            let Some((player, span)) = self.value(root, name) else {
                continue;
            };
            let tag = match seats {
                Some(seats) => {
                    format!("Player{}", if is_white { seats.white } else { seats.black })
                }
                None => format!("{TAG_PREFIX}{name}"),
            };
            draft.add_tag(tag, player, span);
        }

        if has_only_foreign_result {
            self.read_foreign_result(seats, draft);
        }
    }

    /// Sets the result from `RE`. A value that gives no result, or that gives points as well, is
    /// kept as a tag.
    fn read_foreign_result(&mut self, seats: Option<Seats>, draft: &mut Draft) {
        let Some((value, span)) = self.value(self.root(), "RE") else {
            return;
        };
        if let Some((result, reason)) = seats.and_then(|seats| result_of(value.trim(), seats)) {
            draft.result = Some((result, span));
            if let Some(reason) = reason {
                draft.assume("Termination", reason);
            }
            if !is_only_result(value.trim()) {
                draft.add_tag(format!("{TAG_PREFIX}RE"), value, span);
            }
            return;
        }
        draft.result = Some(("*".to_owned(), span));
        if value.trim() == "Void" {
            let message =
                "The game is void; its result is read as open, and `Void` is kept as a tag.";
            self.findings
                .keep(Finding::new(&codes::ASSUMED, span, message));
        }
        if !matches!(value.trim(), "" | "?") {
            draft.add_tag(format!("{TAG_PREFIX}RE"), value, span);
        }
    }
}

/// Returns true if a tag can have this name.
fn is_tag_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
