//! Interactive input of a turn (P3). Choose the rolled die or a die of the store; then put it
//! aside, or choose a square and an orientation.

use std::borrow::Cow;
use std::sync::Arc;

use super::Pippip;
use super::board::{SQUARES, Square};
use super::dice::{Die, norths};
use super::die_drawing::{die_alone, top_alone};
use super::moves::{Source, empty_squares, max_stored, may_put_aside, place_die};
use super::position::PositionText;
use super::setup::{Setup, StoreRule};
use super::store::Store;
use super::turn::{Turn, Values};
use crate::draw::Lang;
use crate::games::{Choice, ChoiceNumber, Choosing, NumberedChoices};

/// Key for putting a rolled die into the store.
const ASIDE: &str = "s";

/// The numbers of choices: first the squares, then the six north sides, the six values of pulled
/// dice, and putting aside.
const FIRST_NORTH: u32 = SQUARES as u32;
const FIRST_PULL: u32 = FIRST_NORTH + 6;
const NUMBER_ASIDE: u32 = FIRST_PULL + 6;
/// The limit of the numbers of choices.
pub(super) const CHOICE_COUNT: usize = NUMBER_ASIDE as usize + 1;

/// A partial turn.
#[derive(Clone, Debug)]
pub(super) struct TurnBuilder {
    setup: Arc<Setup>,
    /// The position with the dice put aside already in the store.
    position: PositionText,
    /// The values of the dice put aside.
    aside: Values,
    empty: Vec<Square>,
    next: NextChoice,
}

/// The next choice, with what has been chosen before it.
#[derive(Clone, Debug)]
enum NextChoice {
    /// A roll or a pull.
    Act,
    /// The use of a die: to put it aside, or a square for it.
    Use { source: Source, top: u8 },
    /// The orientation of a die on its square.
    Orientation {
        source: Source,
        top: u8,
        square: Square,
    },
    /// No choice: a die has been placed.
    Placed(Box<PlacedTurn>),
}

/// A finished turn, and the position after it.
#[derive(Clone, Debug)]
struct PlacedTurn {
    turn: Turn,
    after: PositionText,
}

impl TurnBuilder {
    pub(super) fn new(setup: &Arc<Setup>, position: &PositionText) -> Self {
        Self {
            setup: Arc::clone(setup),
            position: *position,
            aside: Values::new(),
            empty: empty_squares(position),
            next: NextChoice::Act,
        }
    }

    fn store(&self) -> &Store {
        &self.position.stores[self.position.to_move.index()]
    }

    fn may_roll(&self) -> bool {
        self.store().len() <= max_stored(self.empty.len())
    }

    fn may_pull(&self, value: u8) -> bool {
        self.store().count(value) > 0
            && (self.aside.is_empty() || self.setup.store == StoreRule::Turn)
    }

    fn may_put_aside(&self) -> bool {
        may_put_aside(&self.setup, self.store(), self.empty.len())
    }

    /// Returns the turn that places a die in this orientation.
    fn place(&self, source: Source, top: u8, square: Square, north: u8) -> Option<PlacedTurn> {
        let die = Die::new(self.position.to_move, top, north)?;
        let (turn, after) = place_die(&self.setup, &self.position, source, die, square);
        let turn = Turn {
            put_aside: self.aside.clone(),
            ..turn
        };
        Some(PlacedTurn { turn, after })
    }
}

impl Choosing<Pippip> for TurnBuilder {
    fn choose(&mut self, key: &str) -> bool {
        // Returns the value of a die, from its digit.
        let value = |text: &str| text.parse().ok().filter(|value| (1..=6_u8).contains(value));
        let next = match self.next {
            NextChoice::Act => {
                let (source, top) = match key.strip_prefix('*') {
                    Some(pulled) => {
                        let pulled = value(pulled).filter(|&value| self.may_pull(value));
                        (Source::Store, pulled)
                    }
                    None => (Source::Roll, value(key).filter(|_| self.may_roll())),
                };
                top.map(|top| NextChoice::Use { source, top })
            }
            NextChoice::Use {
                source: Source::Roll,
                top,
            } if key == ASIDE && self.may_put_aside() => {
                self.position.stores[self.position.to_move.index()].put(top);
                self.aside.push(top);
                Some(NextChoice::Act)
            }
            NextChoice::Use { source, top } => {
                let square = self.empty.iter().find(|square| square.name() == key);
                square.map(|&square| NextChoice::Orientation {
                    source,
                    top,
                    square,
                })
            }
            NextChoice::Orientation {
                source,
                top,
                square,
            } => {
                let placed = value(key).and_then(|north| self.place(source, top, square, north));
                placed.map(|placed| NextChoice::Placed(Box::new(placed)))
            }
            NextChoice::Placed(_) => None,
        };
        let Some(next) = next else { return false };
        self.next = next;
        true
    }

    fn prompt(&self, lang: Lang) -> String {
        let prompt = match &self.next {
            NextChoice::Act if !self.may_roll() => "Choose a die of the store",
            NextChoice::Act if (1..=6).any(|value| self.may_pull(value)) => {
                "Say what was rolled, or choose a die of the store"
            }
            NextChoice::Act => "Say what was rolled",
            NextChoice::Use { .. } => "Choose a square for the die",
            NextChoice::Orientation { .. } => "Turn the die",
            NextChoice::Placed(_) => "Nothing is left to choose",
        };
        lang.say(prompt).to_owned()
    }

    fn choices(&self, lang: Lang) -> Vec<Choice> {
        let colour = self.position.to_move;
        match self.next {
            NextChoice::Act => {
                let rolls = (1..=6).filter(|_| self.may_roll());
                let roll =
                    |value: u8| Choice::new(value.to_string(), lang.fill("rolled {0}", &[&value]));
                let pulls = (1..=6).filter(|&value| self.may_pull(value));
                let pull = |value: u8| {
                    Choice::new(
                        format!("*{value}"),
                        lang.fill("{0} of the store", &[&value]),
                    )
                };
                let shown = |value: u8, choice: Choice| {
                    choice.with_picture(top_alone(colour, value)).dragged()
                };
                rolls
                    .map(|value| shown(value, roll(value)))
                    .chain(pulls.map(|value| shown(value, pull(value))))
                    .collect()
            }
            NextChoice::Use { source, .. } => {
                let aside = (source == Source::Roll && self.may_put_aside())
                    .then(|| Choice::new(ASIDE, lang.say("put it aside")));
                let squares = self.empty.iter();
                let squares = squares.map(|square| Choice::of_place(square.name()));
                aside.into_iter().chain(squares).collect()
            }
            NextChoice::Orientation {
                source,
                top,
                square,
            } => norths(top)
                .filter_map(|north| {
                    let placed = self.place(source, top, square, north)?;
                    let die = Die::new(colour, top, north)?;
                    let label = orientation_label(north, &placed.turn, lang);
                    let picture = die_alone(&self.setup, die);
                    Some(Choice::new(north.to_string(), label).with_picture(picture))
                })
                .collect(),
            NextChoice::Placed(_) => Vec::new(),
        }
    }

    fn numbered(&self) -> NumberedChoices {
        let mut choices = NumberedChoices::default();
        match self.next {
            NextChoice::Act => {
                if self.may_roll() {
                    choices.chance = (0..6).collect();
                }
                let pulls = (1..=6).filter(|&value| self.may_pull(value));
                choices.own = pulls.map(|value| number_from(FIRST_PULL, value)).collect();
            }
            NextChoice::Use { source, .. } => {
                let may_put_aside = source == Source::Roll && self.may_put_aside();
                let aside = may_put_aside.then_some(NUMBER_ASIDE);
                let squares = self.empty.iter().map(|square| square.index() as u32);
                choices.own = squares.chain(aside).collect();
            }
            NextChoice::Orientation { top, .. } => {
                let numbers = norths(top).map(|north| number_from(FIRST_NORTH, north));
                choices.own = numbers.collect();
            }
            NextChoice::Placed(_) => {}
        }
        choices
    }

    fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        let number = match number {
            ChoiceNumber::Own(number) => number,
            // The rolled values are numbered from 0.
            ChoiceNumber::Chance(number) => return Some((number + 1).to_string()),
        };
        if number == NUMBER_ASIDE {
            return Some(ASIDE.to_owned());
        }
        if let Some(value) = number.checked_sub(FIRST_PULL) {
            return Some(format!("*{}", value + 1));
        }
        if let Some(north) = number.checked_sub(FIRST_NORTH) {
            return Some((north + 1).to_string());
        }
        let square = Square::all().nth(number as usize)?;
        Some(square.name().to_owned())
    }

    fn turn(&self) -> Option<Turn> {
        match &self.next {
            NextChoice::Placed(placed) => Some(placed.turn.clone()),
            NextChoice::Act | NextChoice::Use { .. } | NextChoice::Orientation { .. } => None,
        }
    }

    fn next_key_toward(&self, turn: &Turn) -> Option<String> {
        let placement = &turn.placement;
        match self.next {
            NextChoice::Act => match turn.put_aside.get(self.aside.len()) {
                Some(value) => Some(value.to_string()),
                None if placement.from_store => Some(format!("*{}", placement.top)),
                None => Some(placement.top.to_string()),
            },
            NextChoice::Use { .. } if turn.put_aside.len() > self.aside.len() => {
                Some(ASIDE.to_owned())
            }
            NextChoice::Use { .. } => Some(placement.square.to_string()),
            NextChoice::Orientation { .. } => Some(placement.north.to_string()),
            NextChoice::Placed(_) => None,
        }
    }

    fn shown_position(&self) -> Cow<'_, PositionText> {
        match &self.next {
            NextChoice::Placed(placed) => Cow::Borrowed(&placed.after),
            NextChoice::Act | NextChoice::Use { .. } | NextChoice::Orientation { .. } => {
                Cow::Borrowed(&self.position)
            }
        }
    }

    fn copy(&self) -> Box<dyn Choosing<Pippip>> {
        Box::new(self.clone())
    }
}

/// Returns the number of a value from 1 to 6 among those that start with `first`.
fn number_from(first: u32, value: u8) -> u32 {
    first + u32::from(value) - 1
}

/// Labels an orientation with its north side and the dice that it converts.
fn orientation_label(north: u8, turn: &Turn, lang: Lang) -> String {
    let orientation = lang.fill("{0} to the north", &[&north]);
    if turn.converted.is_empty() {
        return orientation;
    }
    let converted: Vec<String> = turn.converted.iter().map(ToString::to_string).collect();
    lang.fill("{0}, converts {1}", &[&orientation, &converted.join(", ")])
}
