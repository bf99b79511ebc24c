//! The facts of a game as data: its tags and options with their values and meanings, and the words,
//! signs and places of its notation.
//!
//! The types are here, so that the parser can read them. The values are in `games/NAME/facts.rs`,
//! one file for each game, and nowhere else; `GameId::facts` leads to them.

use crate::findings::Code;

/// Looks up the value of a record's tag by its name.
pub type TagValue<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Everything about a game that is data rather than behaviour.
#[derive(Debug)]
pub struct GameFacts {
    /// The name for people where there is little room.
    pub short_title: &'static str,
    /// Other names for the game in records, in small letters.
    pub other_names: &'static [&'static str],
    /// The names of single pieces in running text.
    pub pieces: PieceHelp,
    /// The variants. If there are several, the tag `Variant` is required.
    pub variants: &'static [&'static str],
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
    /// True if nearly every turn that can be written is legal, so that a turn that happens to be
    /// legal is weak evidence for it.
    pub most_turns_are_legal: bool,
    /// What the pieces beside the board are called after their numbers, if a seat has any.
    pub reserve: Option<&'static str>,
    /// The notation of turns.
    pub turns: TurnFacts,
    /// The words in turns, in the languages of its players.
    pub words: &'static [WordFact],
    /// The characters in positions.
    pub position_letters: &'static [u8],
    /// The board.
    pub board: Board,
    /// Two neighbouring places, as examples.
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
    /// Its form in the notation.
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

/// The notation of a game's turns.
#[derive(Debug)]
pub struct TurnFacts {
    /// The section of the rule sheet that defines the notation of turns.
    pub rule: &'static str,
    /// A sentence on how turns are written, with examples in backticks. It is the help for a text
    /// that is not a turn.
    pub form: &'static str,
    /// The characters in turns.
    pub letters: &'static [u8],
    /// The pairs of adjacent characters. A space is the border of a turn, `?` any lower-case
    /// letter, `#` any digit. The search for typos drops texts with other pairs before it parses
    /// them (`likeness/typos.rs`).
    pub pairs: &'static [(&'static str, &'static str)],
    /// The characters that look like others in other games but have a meaning in this one.
    pub own_signs: &'static [u8],
    /// The words in turns.
    pub keywords: &'static [&'static str],
    /// The capitals in turns.
    pub capitals: Capitals,
    /// The letters that other programs write before a turn for the seat that moves.
    pub seat_letters: &'static [char],
    /// The characters that end a part of a turn.
    pub borders: &'static [char],
    /// What the parts of a turn mean that other parts follow. The first one that fits counts.
    pub meanings: &'static [PartMeaning],
    /// The parts that players add, forget or confuse.
    pub parts: &'static [TurnPart],
    /// The end of an action that puts a die aside, after its number. Lists of legal turns leave
    /// these actions out.
    pub aside: Option<&'static str>,
    /// True if an action `x…` lists what the turn removes, converts or picks up.
    pub lists_removals: bool,
    /// True if an action can consist of a place alone.
    pub actions_are_places: bool,
    /// The action whose item only a tag gives, where a record does not repeat it: the beginning of
    /// the action, and the tag.
    pub drawn: Option<(&'static str, &'static str)>,
    /// The code of a push that does not end on the place that it names, if turns are pushes along
    /// lines.
    pub wrong_landing: Option<Code>,
    /// The short form of a turn that an editor offers to write out.
    pub short_form: Option<ShortForm>,
}

impl TurnFacts {
    /// Returns the meaning of the last part of a text that begins a turn and ends with a border.
    pub fn meaning(&self, begun: &str) -> Option<&'static PartMeaning> {
        let body = begun.strip_suffix(self.borders)?;
        let start = body.rfind(';').map_or(0, |end| end + 1);
        let action = begun.get(start..)?;
        self.meanings.iter().find(|meaning| meaning.fits(action))
    }
}

/// The meaning of a part of a turn that another part follows.
#[derive(Debug)]
pub struct PartMeaning {
    /// The beginning of the action that the part belongs to.
    pub begin: &'static str,
    /// The end of the part.
    pub end: &'static str,
    /// What the part does and what follows it, in sentences.
    pub words: &'static str,
    /// The rule.
    pub rule: &'static str,
}

impl PartMeaning {
    /// Returns true for an action that begins and ends like this part.
    fn fits(&self, action: &str) -> bool {
        action.starts_with(self.begin) && action.ends_with(self.end)
    }
}

/// The capitals in a game's turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capitals {
    /// No capitals.
    None,
    /// This one, before a place.
    BeforePlace(char),
    /// One of these, after a slash.
    AfterSlash(&'static str),
}

/// A part of a turn that players add, forget or confuse with another.
#[derive(Clone, Copy, Debug)]
pub enum TurnPart {
    /// A sign.
    Sign(&'static str),
    /// An item of a list, or an action, with the separator, if the function returns true for it.
    Item(&'static str, fn(&str) -> bool),
    /// The character after the first slash: one of these.
    AfterSlash(&'static str),
    /// A die that is put aside: one of these numbers, before the end of such an action.
    Aside(&'static str),
    /// Everything after the first action.
    AfterFirstAction,
}

/// A turn that does not write out all that it does.
#[derive(Clone, Copy, Debug)]
pub struct ShortForm {
    /// The title of the offer, in front of the canonical turn.
    pub offer: &'static str,
    /// Returns true if a turn as written is shorter than its canonical form in this way.
    pub is_short: fn(written: &str, canonical: &str) -> bool,
}

/// The names of a game's seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatNames {
    /// Colours, with the colour of seat 1 first. A tag with this value exchanges them.
    Colours {
        /// The names.
        names: [&'static str; 2],
        /// The tag that exchanges them, with its value.
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

/// A tag that belongs to a game, or a numbered family of them (`Hand1`, `Hand2`, …).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSpec {
    /// The name, or the part before the number.
    pub name: &'static str,
    /// The highest number of a family, which counts from 1; `None` for a single tag.
    pub numbered: Option<u32>,
    /// The values.
    pub values: Values,
    /// The value that a record without the tag has.
    pub default: Option<&'static str>,
    /// The value in a new record whose author chooses none, if the tag is required.
    pub suggested: Option<&'static str>,
    /// The value for a random game that should end soon, if the tag is required.
    pub quick: Option<&'static str>,
    /// Meaning of the tag, in one sentence.
    pub meaning: &'static str,
    /// The help for an invalid value.
    pub form: &'static str,
    /// True if the tag affects play, false if it only sets how the board is drawn.
    pub sets_up: bool,
}

/// An option of a game: a `key=value` pair of the tag `Options`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The key.
    pub key: &'static str,
    /// The values.
    pub values: Values,
    /// The value in a record without the option.
    pub default: OptionDefault,
    /// The variants that have the option; empty if all have it.
    pub variants: &'static [&'static str],
    /// The number of seats that the option requires.
    pub seats: Option<u8>,
    /// The tag that makes the option ineffective, because it gives the same value.
    pub replaced_by: Option<&'static str>,
    /// Meaning of the option, in one sentence.
    pub meaning: &'static str,
    /// The help for an invalid value.
    pub form: &'static str,
}

/// The value that an option has in a record without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionDefault {
    /// Without the option, nothing is decided.
    None,
    /// Always this value.
    Value(&'static str),
    /// A value that depends on the number of seats.
    BySeats {
        /// The number of seats.
        seats: u8,
        /// The value with that number of seats.
        value: &'static str,
        /// The value with any other number.
        otherwise: &'static str,
    },
}

/// The values of a tag or an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// Texts that cannot be listed.
    Any,
    /// Too many to list: one of them, as an example.
    Example(&'static str),
    /// These words.
    Words(&'static [&'static str]),
    /// The numbers from the first to the last.
    Numbers(u32, u32),
    /// Two numbers joined by a comma, each from the first to the last.
    TwoNumbers(u32, u32),
    /// The name of a deck.
    Deck,
    /// Numbers of cards, joined by commas.
    Cards,
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

impl TagSpec {
    /// A single tag that affects play, has no default and any value: the base of other
    /// specifications.
    pub(crate) const BASE: Self = Self {
        name: "",
        numbered: None,
        values: Values::Any,
        default: None,
        suggested: None,
        quick: None,
        meaning: "",
        form: "",
        sets_up: true,
    };

    /// Returns true if a tag with this name is covered.
    pub(crate) fn covers(&self, name: &str) -> bool {
        match self.numbered {
            None => name == self.name,
            Some(highest) => (1..=u64::from(highest)).contains(&self.number_in(name)),
        }
    }

    /// Returns the number of a tag of the family; 0 if the name has none.
    pub(crate) fn number_in(&self, name: &str) -> u64 {
        // Fast exit: most names differ in their first letter.
        if name.as_bytes().first() != self.name.as_bytes().first() {
            return 0;
        }
        let digits = name.strip_prefix(self.name).unwrap_or_default();
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return 0;
        }
        digits.parse().unwrap_or(0)
    }

    /// Returns the names of the tags that are covered, in order.
    pub fn names(&self) -> impl Iterator<Item = String> + use<> {
        let name = self.name;
        let single = self.numbered.is_none().then(|| name.to_owned());
        let family = (1..=self.numbered.unwrap_or(0)).map(move |number| format!("{name}{number}"));
        single.into_iter().chain(family)
    }
}

impl OptionSpec {
    /// An option of every variant and number of seats, without a default: the base of other
    /// specifications.
    pub(crate) const BASE: Self = Self {
        key: "",
        values: Values::Any,
        default: OptionDefault::None,
        variants: &[],
        seats: None,
        replaced_by: None,
        meaning: "",
        form: "",
    };

    /// Returns true if a game of this variant and number of seats has the option.
    pub fn is_of(&self, variant: Option<&str>, seats: u8) -> bool {
        let has_variant = self.variants.is_empty()
            || variant.is_some_and(|variant| self.variants.contains(&variant));
        has_variant && self.seats.is_none_or(|required| required == seats)
    }
}

impl OptionDefault {
    /// Returns the value for a number of seats.
    pub fn value(self, seats: u8) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Value(value) => Some(value),
            Self::BySeats {
                seats: special,
                value,
                ..
            } if special == seats => Some(value),
            Self::BySeats { otherwise, .. } => Some(otherwise),
        }
    }
}

impl Values {
    /// Returns the values if they can be listed, the likelier ones first; otherwise none.
    pub fn list(self) -> Vec<String> {
        match self {
            Self::Any | Self::Example(_) | Self::Deck | Self::Cards => Vec::new(),
            Self::Words(words) => words.iter().map(|&word| word.to_owned()).collect(),
            Self::Numbers(first, last) => (first..=last).map(|number| number.to_string()).collect(),
            Self::TwoNumbers(first, last) => {
                let pairs =
                    (first..=last).flat_map(|left| (first..=last).map(move |right| (left, right)));
                let (equal, unequal): (Vec<_>, Vec<_>) =
                    pairs.partition(|(left, right)| left == right);
                let all = equal.into_iter().chain(unequal);
                all.map(|(left, right)| format!("{left},{right}")).collect()
            }
        }
    }

    /// Returns the values to show: all of them, or an example.
    pub fn shown(self) -> Vec<String> {
        match self {
            Self::Example(example) => vec![example.to_owned()],
            _ => self.list(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed() {
        let list = |values: Values| values.list().join(" ");
        assert_eq!(list(Values::Words(&["cw", "ccw"])), "cw ccw");
        assert_eq!(list(Values::Numbers(2, 4)), "2 3 4");
        assert_eq!(list(Values::TwoNumbers(1, 2)), "1,1 2,2 1,2 2,1");
        assert_eq!(list(Values::Example("12x8")), "");
        assert_eq!(Values::Example("12x8").shown(), ["12x8"]);
    }

    #[test]
    fn families_have_numbered_names() {
        let hands = TagSpec {
            name: "Hand",
            numbered: Some(2),
            ..TagSpec::BASE
        };
        assert_eq!(hands.names().collect::<Vec<_>>(), ["Hand1", "Hand2"]);
        assert!(hands.covers("Hand2"));
        assert!(
            !["Hand", "Hand0", "Hand3", "Hand02"]
                .iter()
                .any(|name| hands.covers(name))
        );
    }
}
