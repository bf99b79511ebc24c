//! The facts of a game as data: its tags and options with their values and meanings, and the words,
//! signs and places of its notation.
//!
//! The types are here, so that the parser can read them; those for turns are in
//! `turn_notation_facts.rs`, those for tags and options in `tag_spec.rs` and `option_spec.rs`. The
//! values are in `games/NAME/facts.rs`, one file for each game, and nowhere else; `GameId::facts`
//! leads to them.

use super::{OptionSpec, TagSpec, TurnFacts, Values};

/// Looks up the value of a record's tag by its name.
pub type TagValue<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Everything about a game that is data rather than behaviour.
#[derive(Debug)]
pub struct GameFacts {
    /// The name for people where there is little room: `The Pipe Game`.
    pub short_title: &'static str,
    /// Other names for the game in records, in small letters: `pip-pip` for `pippip`.
    pub other_names: &'static [&'static str],
    /// The names of single pieces in running text.
    pub pieces: PieceHelp,
    /// The variants, such as `basic`. If there are several, the tag `Variant` is required.
    pub variants: &'static [&'static str],
    /// The difference between the variants in a few words, in the same order; empty if there is
    /// only one.
    pub variant_meanings: &'static [&'static str],
    /// The tags that only this game has, in the order of its rule sheet.
    pub tags: &'static [TagSpec],
    /// The options, in the order of the rule sheet.
    pub options: &'static [OptionSpec],
    /// The names of the seats.
    pub seats: SeatNames,
    /// True if the game is played for points.
    pub has_scores: bool,
    /// True if the pieces of a turn are rolled or pulled from a store.
    pub has_dice: bool,
    /// The words for the pieces beside the board, after their number (`in reserve` in "White: 2 in
    /// reserve"), if a seat has any.
    pub reserve: Option<&'static str>,
    /// The notation of turns.
    pub turns: TurnFacts,
    /// The words in turns, in the languages of its players.
    pub words: &'static [WordFact],
    /// The characters in position strings, such as `w` for a white piece of GIPF.
    pub position_letters: &'static [u8],
    /// The board.
    pub board: Board,
    /// Two neighbouring places, as examples in messages: `b3` and `c4`.
    pub places: [&'static str; 2],
    /// How SGF records the game.
    pub sgf: SgfFacts,
}

/// The names of a game's pieces, as help for a name that no game has: "`w` and `b` are stones of
/// the game".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceHelp {
    /// The names, in backticks.
    pub names: &'static str,
    /// The things that they name.
    pub meaning: &'static str,
}

/// Words that people write for a part of a turn, or for a whole turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordFact {
    /// The form in the notation, with the separator before it: `;draw:` for `draws`.
    pub meaning: &'static str,
    /// The words in lower case: English, German, French, Polish, Dutch, Spanish.
    pub written: &'static [&'static str],
    /// True if the words are a whole turn.
    pub is_turn: bool,
}

impl WordFact {
    /// Creates the words for a whole turn.
    pub(crate) const fn turn(meaning: &'static str, written: &'static [&'static str]) -> Self {
        Self {
            meaning,
            written,
            is_turn: true,
        }
    }

    /// Creates the words for a part of a turn.
    pub(crate) const fn part(meaning: &'static str, written: &'static [&'static str]) -> Self {
        Self {
            meaning,
            written,
            is_turn: false,
        }
    }
}

/// How SGF records a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SgfFacts {
    /// The number of the game, the value of `GM`.
    pub number: &'static str,
    /// The form of its turns.
    pub turns: SgfTurns,
}

/// The form of a game's turns in SGF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfTurns {
    /// Properties that only this project knows.
    Private,
    /// Moves of White and Black, in the notation of this project.
    OfColours,
    /// Stones on points, as in Go.
    Stones,
}

/// The names of a game's seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatNames {
    /// Colours, with the colour of seat 1 first.
    Colours {
        /// The names.
        names: [&'static str; 2],
        /// The tag that exchanges them, with the value that does so: `Colors` with `dark,light`.
        exchanged_by: Option<(&'static str, &'static str)>,
    },
    /// Numbers, because the colours of the seats are known only later.
    Numbers,
}

/// The board of a game, as far as its places are numbered in rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// A hexagon with this number of columns, the middle one of this length.
    Hexagon(u8),
    /// A square with this number of rows and columns.
    Square(u8),
    /// A square whose side is the value of a tag.
    SquareOfTag {
        /// The tag.
        tag: &'static str,
        /// The side to assume if the tag is missing.
        assumed: u8,
    },
    /// A table without borders.
    Table,
}

impl GameFacts {
    /// Returns the specification of the tag with this name.
    pub fn tag(&self, name: &str) -> Option<&'static TagSpec> {
        self.tags.iter().find(|spec| spec.covers(name))
    }

    /// Returns the specification of the option with this key.
    pub fn option(&self, key: &str) -> Option<&'static OptionSpec> {
        self.options.iter().find(|spec| spec.key == key)
    }

    /// Returns the tag that names a deck, if the game is played with one.
    pub(crate) fn deck_tag(&self) -> Option<&'static TagSpec> {
        self.tags.iter().find(|spec| spec.values == Values::Deck)
    }

    /// Returns true if the game is played with numbered cards of a deck.
    pub fn has_cards(&self) -> bool {
        self.deck_tag().is_some()
    }

    /// Returns the numbers of columns that a board can have.
    pub(crate) fn sides(&self) -> Vec<u8> {
        let Board::SquareOfTag { tag, .. } = self.board else {
            // The size of these boards depends on no tag.
            return vec![self.board.side(&|_| None)];
        };
        let values = self
            .tag(tag)
            .map_or_else(Vec::new, |spec| spec.values.list());
        values.iter().filter_map(|side| side.parse().ok()).collect()
    }

    /// Returns the number of columns that the value of a tag gives; `None` if it is invalid.
    pub(crate) fn side_named(&self, value: &str) -> Option<u8> {
        let side = value.parse().ok()?;
        (self.sides().contains(&side) && !value.starts_with(['0', '+'])).then_some(side)
    }

    /// Returns the number of seats that the value of the tag `Players` gives, or the default;
    /// `None` if the value is invalid.
    fn seats_of(&self, players: Option<&str>) -> Option<u8> {
        let Some(spec) = self.tag("Players") else {
            // Games without the tag are for two.
            return Some(2);
        };
        let text = players.or(spec.default)?;
        if !spec.values.list().iter().any(|value| value == text) {
            return None;
        }
        text.parse().ok()
    }

    /// Returns true if a record with this option, and these other tags, is played like a record
    /// without it.
    pub(crate) fn is_default_option(&self, tag: TagValue<'_>, key: &str, value: &str) -> bool {
        let Some(spec) = self.option(key) else {
            return false;
        };
        // The other tag gives the value instead, so the option has no effect.
        if spec.replaced_by.is_some_and(|name| tag(name).is_some()) {
            return true;
        }
        let seats = self.seats_of(tag("Players").as_deref());
        seats.is_some_and(|seats| spec.default.value(seats) == Some(value))
    }

    /// Returns the colour of the seat that takes a turn of a game from its start; `None` if seats
    /// do not alternate, or have no colours.
    pub(crate) fn seat_of_turn(&self, number: u32) -> Option<&'static str> {
        match self.seats {
            SeatNames::Colours { names, .. } if number.is_multiple_of(2) => Some(names[1]),
            SeatNames::Colours { names, .. } => Some(names[0]),
            SeatNames::Numbers => None,
        }
    }

    /// Returns the names of the seats in order: their colours, otherwise their numbers. The tags of
    /// a record may say which colour begins, and how many seats there are.
    pub(crate) fn seat_names(&self, tag: TagValue<'_>) -> Vec<String> {
        /// The maximum number of seats in any game.
        const MAX_SEATS: usize = 4;
        match self.seats {
            SeatNames::Colours {
                names,
                exchanged_by,
            } => {
                let mut names = names.map(str::to_owned).to_vec();
                if let Some((name, value)) = exchanged_by
                    && tag(name).is_some_and(|given| given == value)
                {
                    names.reverse();
                }
                names
            }
            SeatNames::Numbers => {
                let seats = tag("Players").and_then(|players| players.parse::<usize>().ok());
                (1..=seats.unwrap_or(2).clamp(2, MAX_SEATS))
                    .map(|seat| format!("Seat {seat}"))
                    .collect()
            }
        }
    }
}

impl SeatNames {
    /// Returns the colours, if the seats have any.
    pub(crate) fn colours(self) -> impl Iterator<Item = &'static str> {
        let names = match self {
            Self::Colours { names, .. } => Some(names),
            Self::Numbers => None,
        };
        names.into_iter().flatten()
    }
}

impl Board {
    /// Returns the number of columns, which may depend on a tag; 0 for a table.
    pub(crate) fn side(self, tag: TagValue<'_>) -> u8 {
        match self {
            Self::Hexagon(side) | Self::Square(side) => side,
            Self::SquareOfTag { tag: name, assumed } => tag(name)
                .and_then(|side| side.parse().ok())
                .unwrap_or(assumed),
            Self::Table => 0,
        }
    }
}
