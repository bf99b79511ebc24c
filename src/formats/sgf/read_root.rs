//! Reads the root of a game tree: tags, players and result. `read_setup.rs` reads the starting
//! position.
//!
//! One game, Pippinzip, is written as stones of Go ([`GAME_OF_STONES`]), so `GM[1]` may be that
//! game or Go.

use std::collections::HashMap;

use super::read::SgfReader;
use super::result::{Seats, is_only_result, result_of};
use super::stones::GAME_OF_STONES;
use super::tree::Property;
use super::turns_of;
use super::value::{PlaceNames, simple, split_composed, unescape};
use super::write_root::{TAG_PREFIX, is_kept_in_root, tag_of};
use crate::findings::{Finding, Hint};
use crate::formats::KeepFindings as _;
use crate::formats::{Assumptions, Draft, codes};
use crate::games::GameId;
use crate::notation::{SgfTurns, is_date};
use crate::text::Span;

/// Value of `GM` for Go, which is also the default.
const GO: &str = "1";
/// Size of the board in Go if a file does not give one.
const USUAL_SIZE: u8 = 19;
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

impl<'a> SgfReader<'a> {
    /// Reads the tags, the game and the starting position.
    pub(super) fn read_tags(&mut self, draft: &mut Draft, assumptions: &Assumptions) {
        self.read_kept_tags(draft);
        self.find_game(draft, assumptions);
        if self.other_game.is_some() {
            return;
        }

        for property in &self.root().properties {
            self.read_property(property, draft);
        }
        let variant = assumptions
            .variant
            .clone()
            .or_else(|| self.variant_of_rules());
        if let Some(variant) = variant {
            draft.assume("Variant", variant);
        }
        draft.assume_options(assumptions);

        if let Some(game) = self.game
            && turns_of(Some(game)) == SgfTurns::Stones
        {
            // The check of the record reports an invalid size.
            let size = draft
                .tag("Size")
                .and_then(|size| game.facts().side_named(size))
                .unwrap_or(USUAL_SIZE);
            self.places = PlaceNames::Grid(size);
            self.read_position(size, draft);
        }

        if draft.tag("Position").is_none() && self.auction.is_empty() {
            self.report_unused_set_up();
        }
    }

    /// Reads the tags that `PIPTAG` keeps: `PIPTAG[Event:Club evening]`.
    fn read_kept_tags(&mut self, draft: &mut Draft) {
        let Some(property) = self.root().property("PIPTAG") else {
            return;
        };
        for &span in &property.values {
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
    }

    /// Sets the game from the tag `Game` or from `GM`, and its board size from `SZ`. If the game is
    /// another one, sets the finding for it.
    fn find_game(&mut self, draft: &mut Draft, assumptions: &Assumptions) {
        let root = self.root();
        let is_named = draft.tag("Game").is_some();
        if !is_named {
            let given = self.value(root, "GM");
            let number = given.as_ref().map_or(GO, |(number, _)| number.trim());
            if let Some(game) = game_of_number(number, assumptions) {
                draft.assume("Game", game.name());
            } else {
                let span = given.as_ref().map_or(root.span, |(_, span)| *span);
                self.other_game = Some(other_game(number, given.is_some(), span));
            }
        }
        self.game = draft.tag("Game").and_then(GameId::named);

        if turns_of(self.game) == SgfTurns::Stones && draft.tag("Size").is_none() {
            if let Some((size, span)) = self.value(root, "SZ") {
                draft.add_tag("Size", size.trim(), span);
            } else if !is_named {
                // A record of this notation, which names its game, may lack the tag.
                draft.add_tag("Size", USUAL_SIZE.to_string(), Span::default());
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
            // `XX[a][b]` becomes the tag value `a][b`.
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

        let Some(tag) = tag else { return };
        if tag != "Date" || is_date(&value) {
            draft.add_tag(tag, value, first);
            return;
        }
        // In SGF, `2026-11-20,21` is a date.
        if let Some(day) = value.split(',').next()
            && is_date(day)
        {
            draft.add_tag(tag, day, first);
        }
        draft.add_tag(format!("{TAG_PREFIX}{name}"), value, first);
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
            if let Some((name, text)) = split_composed(self.text_of(span))
                && let Some(&index) = places.get(&unescape(name))
            {
                let text = unescape(text);
                if text.starts_with('#') && !text.contains('\n') {
                    draft.tag_hashes.push((index, text));
                    continue;
                }
            }
            self.refuse(
                span,
                "A `#` comment is the name of its tag, a colon and its text: `Event:# noted`.",
            );
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
        let has_player_tags = draft.tag("Player1").is_some() || draft.tag("Player2").is_some();
        let names_players = root.property("PB").is_some() || root.property("PW").is_some();
        let reads_players = names_players && !has_player_tags;
        let reads_result = draft.result.is_none() && root.property("RE").is_some();
        if !reads_players && !reads_result {
            return;
        }

        let seats = self.seats(draft);
        if reads_players {
            self.read_player("PB", seats.map(|seats| seats.black), draft);
            self.read_player("PW", seats.map(|seats| seats.white), draft);
        }
        if reads_result {
            self.read_foreign_result(seats, draft);
        }
    }

    /// Returns the seats of Black and White, as far as they are known.
    fn seats(&self, draft: &Draft) -> Option<Seats> {
        let game = self.game?;
        let timeline = if turns_of(Some(game)) == SgfTurns::Stones {
            draft.timeline()
        } else {
            None
        };
        let seat_count = if draft.tag("Players") == Some("3") {
            3
        } else {
            2
        };
        let variant = draft.tag("Variant").unwrap_or_default();
        Seats::new(game, variant, timeline.as_ref(), seat_count)
    }

    /// Adds the tag for the name of a player (`PB` or `PW`), unless `read_property` has done so.
    fn read_player(&self, property: &str, seat: Option<u8>, draft: &mut Draft) {
        if tag_of(property, self.game).is_some() {
            return;
        }
        if let Some((player, span)) = self.value(self.root(), property) {
            let tag = match seat {
                Some(seat) => format!("Player{seat}"),
                None => format!("{TAG_PREFIX}{property}"),
            };
            draft.add_tag(tag, player, span);
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

/// Returns the finding for a file of another game. `is_given` is true if the file has `GM`, which
/// is at `span`.
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
    GameId::ALL.into_iter().find(|&game| {
        let facts = game.facts().sgf;
        let is_named_by_number = match facts.turns {
            SgfTurns::Private => false,
            SgfTurns::OfColours => true,
            SgfTurns::Stones => is_assumed(game, assumptions),
        };
        facts.number == number && is_named_by_number
    })
}

/// Returns true if the caller sets the game, or one of its variants.
fn is_assumed(game: GameId, assumptions: &Assumptions) -> bool {
    let is_variant = |variant: &str| {
        game.variants().contains(&variant) || game.canonical_value("Variant", variant).is_some()
    };
    assumptions.game == Some(game) || assumptions.variant.as_deref().is_some_and(is_variant)
}

/// Returns true if a tag can have this name.
fn is_tag_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
