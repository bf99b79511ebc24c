//! Interactive input of a turn (Z3, Z4): points one by one, or a word, `take` or `pass`.

use std::borrow::Cow;

use super::Pippinzip;
use super::board::Point;
use super::flood::connects;
use super::moves::{STONES_OF_BID, Task, points_not_beside};
use super::position::Position;
use super::setup::Setup;
use super::stones::Colour;
use super::turn::{Name, Turn};
use crate::draw::Lang;
use crate::games::{Choice, NumberedChoices};

/// Keys of the turns that place no stones.
const TAKE: &str = "take";
const PASS: &str = "pass";

/// Returns the limit of the numbers of choices: the points column by column, then the two words.
pub(super) fn choice_count(setup: &Setup) -> usize {
    usize::from(setup.size) * usize::from(setup.size) + 2
}

/// A partial turn.
#[derive(Debug)]
pub(super) struct TurnBuilder<'a> {
    setup: &'a Setup,
    before: &'a Position,
    task: Task,
    colour: Colour,
    /// The empty points, without those of this turn's stones.
    points: Vec<Point>,
    /// The stones chosen so far.
    stones: Vec<Point>,
    /// `take` or `pass`, if chosen.
    word_turn: Option<Turn>,
}

impl<'a> TurnBuilder<'a> {
    pub(super) fn new(setup: &'a Setup, before: &'a Position) -> Self {
        let (task, colour) = Task::new(setup, before);
        let points = before.text.stones.empty_points().collect();
        Self {
            setup,
            before,
            task,
            colour,
            points,
            stones: Vec::new(),
            word_turn: None,
        }
    }

    /// Returns the points for the next stone.
    fn next_points(&self) -> Vec<Point> {
        if self.word_turn.is_some() {
            return Vec::new();
        }
        match (self.task, self.stones.as_slice()) {
            (Task::Bid, stones) if stones.len() < STONES_OF_BID => self.points.clone(),
            (Task::Stone(banned), []) => points_not_beside(banned, &self.points),
            (Task::TwoStones { .. }, []) => self.points.clone(),
            (Task::TwoStones { neighbours: true }, [_]) => self.points.clone(),
            (Task::TwoStones { neighbours: false }, [first]) => {
                points_not_beside(Some(*first), &self.points)
            }
            _ => Vec::new(),
        }
    }

    /// Returns the word that may be chosen instead.
    fn word(&self) -> Option<&'static str> {
        if !self.stones.is_empty() || self.word_turn.is_some() {
            return None;
        }
        match self.task {
            Task::Bid => Some(TAKE),
            Task::Stone(banned) => {
                let is_forfeited = points_not_beside(banned, &self.points).is_empty();
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

impl crate::games::Choosing<Pippinzip> for TurnBuilder<'_> {
    fn choose(&mut self, key: &str) -> bool {
        if self.word() == Some(key) {
            self.word_turn = Some(if key == TAKE { Turn::Take } else { Turn::Pass });
            return true;
        }
        let Some(point) = self
            .next_points()
            .into_iter()
            .find(|point| point.name() == key)
        else {
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
        let points = self.next_points().into_iter();
        let points = points.map(|point| Choice::of_place(point.name()));
        word.into_iter().chain(points).collect()
    }

    fn numbered(&self) -> NumberedChoices {
        let size = u32::from(self.setup.size);
        let numbered_word = |word: &str| {
            let index = u32::from(word == PASS);
            (size * size + index, word.to_owned())
        };
        let numbered_point = |point: Point| {
            let number = u32::from(point.column()) * size + u32::from(point.row());
            (number, point.name().to_owned())
        };
        let word = self.word().map(numbered_word).into_iter();
        let points = self.next_points().into_iter().map(numbered_point);
        NumberedChoices {
            own: word.chain(points).collect(),
            chance: Vec::new(),
        }
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
                self.next_points().is_empty() || connects(&stones, self.colour)
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
}
