//! Interactive input of a turn (Z3, Z4): points one by one, or a word, `take` or `pass`.

use std::borrow::Cow;
use std::sync::Arc;

use super::Pippinzip;
use super::board::Point;
use super::flood::connects;
use super::moves::{STONES_OF_BID, Task};
use super::position::Position;
use super::setup::Setup;
use super::stones::Colour;
use super::turn::{Name, Turn};
use crate::draw::Lang;
use crate::games::{Choice, ChoiceNumber, Choosing, NumberedChoices};

/// Keys of the turns that place no stones.
const TAKE: &str = "take";
const PASS: &str = "pass";
/// The words, in the order of their numbers.
const WORDS: [&str; 2] = [TAKE, PASS];

/// Returns the limit of the numbers of choices: the points column by column, then the two words.
pub(super) fn choice_count(setup: &Setup) -> usize {
    usize::from(setup.size) * usize::from(setup.size) + WORDS.len()
}

/// A partial turn.
#[derive(Clone, Debug)]
pub(super) struct TurnBuilder {
    setup: Arc<Setup>,
    before: Arc<Position>,
    task: Task,
    colour: Colour,
    /// The empty points, without those of this turn's stones.
    points: Vec<Point>,
    /// The stones chosen so far.
    stones: Vec<Point>,
    /// `take` or `pass`, if chosen.
    word_turn: Option<Turn>,
}

impl TurnBuilder {
    pub(super) fn new(setup: &Arc<Setup>, before: &Arc<Position>) -> Self {
        let (task, colour) = Task::new(setup, before);
        let points = before.text.stones.empty_points().collect();
        Self {
            setup: Arc::clone(setup),
            before: Arc::clone(before),
            task,
            colour,
            points,
            stones: Vec::new(),
            word_turn: None,
        }
    }

    /// Returns true if the turn has room for another stone.
    fn may_add_stone(&self) -> bool {
        let max_stones = match self.task {
            Task::Bid => STONES_OF_BID,
            Task::Stone(_) => 1,
            Task::TwoStones { .. } => 2,
        };
        self.word_turn.is_none() && self.stones.len() < max_stones
    }

    /// Returns the stone beside which the next one may not be placed.
    fn banned_neighbour(&self) -> Option<Point> {
        match self.task {
            Task::Stone(banned) => banned,
            Task::TwoStones { neighbours: false } => self.stones.first().copied(),
            Task::Bid | Task::TwoStones { neighbours: true } => None,
        }
    }

    /// Returns the points for the next stone.
    fn next_points(&self) -> impl Iterator<Item = Point> {
        let points: &[Point] = if self.may_add_stone() {
            &self.points
        } else {
            &[]
        };
        let banned = self.banned_neighbour();
        let is_banned = move |point: Point| banned.is_some_and(|banned| banned.is_beside(point));
        points
            .iter()
            .copied()
            .filter(move |&point| !is_banned(point))
    }

    /// Returns the word that may be chosen instead.
    fn word(&self) -> Option<&'static str> {
        if !self.stones.is_empty() || self.word_turn.is_some() {
            return None;
        }
        match self.task {
            Task::Bid => Some(TAKE),
            Task::Stone(_) => {
                let is_forfeited = self.next_points().next().is_none();
                is_forfeited.then_some(PASS)
            }
            Task::TwoStones { .. } => None,
        }
    }

    fn board(&self) -> Position {
        let mut board = *self.before;
        for &point in &self.stones {
            board.place(point, self.colour);
        }
        board
    }
}

impl Choosing<Pippinzip> for TurnBuilder {
    fn choose(&mut self, key: &str) -> bool {
        if self.word() == Some(key) {
            self.word_turn = Some(if key == TAKE { Turn::Take } else { Turn::Pass });
            return true;
        }
        let named = Name::read(key).point(self.setup.size);
        let is_next = |named: Point| self.next_points().any(|point| point == named);
        let Some(point) = named.filter(|&named| named.name() == key && is_next(named)) else {
            return false;
        };
        self.points.retain(|&other| other != point);
        self.stones.push(point);
        true
    }

    fn prompt(&self, lang: Lang) -> String {
        let prompt = match (self.task, self.stones.len()) {
            (Task::Bid, 0) => "Place one to three stones, or take",
            (Task::Bid, _) => "Place another stone, or end the turn",
            (Task::Stone(_), _) if self.word().is_some() => "There is no point left for the stone",
            (Task::Stone(_), _) => "Choose a point for the stone",
            (Task::TwoStones { .. }, 0) => "Choose a point for the first stone",
            (Task::TwoStones { .. }, _) => "Choose a point for the second stone",
        };
        lang.say(prompt).to_owned()
    }

    fn choices(&self, lang: Lang) -> Vec<Choice> {
        let word = self.word().map(|word| {
            let label = match word {
                TAKE => {
                    let role = self.setup.variant.auction_colour().role();
                    lang.fill("take: become {0}", &[&role])
                }
                _ => lang.say("pass").to_owned(),
            };
            Choice::new(word, label)
        });
        let points = self.next_points();
        let points = points.map(|point| Choice::of_place(point.name()));
        word.into_iter().chain(points).collect()
    }

    fn numbered(&self) -> NumberedChoices {
        let size = u32::from(self.setup.size);
        let word_number = |word: &str| size * size + u32::from(word == PASS);
        let point_number = |point: Point| u32::from(point.column()) * size + u32::from(point.row());
        // Room for all points and a word.
        let mut own = Vec::with_capacity(self.points.len() + 1);
        own.extend(self.next_points().map(point_number));
        own.extend(self.word().map(word_number));
        NumberedChoices {
            own,
            chance: Vec::new(),
        }
    }

    fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        let ChoiceNumber::Own(number) = number else {
            return None;
        };
        let size = u32::from(self.setup.size);
        if let Some(word) = number.checked_sub(size * size) {
            return WORDS.get(word as usize).map(|&word| word.to_owned());
        }
        let column = u8::try_from(number / size).ok()?;
        let row = u8::try_from(number % size).ok()?;
        Some(Point::new(column, row, self.setup.size)?.name().to_owned())
    }

    fn turn(&self) -> Option<Turn> {
        if self.word_turn.is_some() {
            return self.word_turn.clone();
        }
        let may_end = match (self.task, self.stones.as_slice()) {
            (_, []) => false,
            (Task::TwoStones { .. }, [first]) => {
                let mut stones = self.before.text.stones;
                stones.set(*first, Some(self.colour));
                self.next_points().next().is_none() || connects(&stones, self.colour)
            }
            _ => true,
        };
        let turn = Turn::Stones(self.stones.iter().copied().map(Name::from).collect());
        may_end.then(|| turn.in_order(self.before.text.phase))
    }

    fn next_key_toward(&self, turn: &Turn) -> Option<String> {
        match turn {
            Turn::Take => Some(TAKE.to_owned()),
            Turn::Pass => Some(PASS.to_owned()),
            Turn::Stones(names) => names.get(self.stones.len()).map(ToString::to_string),
        }
    }

    fn shown_position(&self) -> Cow<'_, Position> {
        Cow::Owned(self.board())
    }

    fn copy(&self) -> Box<dyn Choosing<Pippinzip>> {
        Box::new(self.clone())
    }
}
