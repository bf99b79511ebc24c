//! Interactive input of a turn (G3), one choice at a time. To remove a row, the user chooses the
//! row, whose single pieces all go, and then decides on each of its GIPF pieces. To push, the user
//! chooses a dot, a direction and a piece.
//!
//! The row is shown as a [`Stretch`]: the row with all pieces that continue it.

use std::borrow::Cow;
use std::sync::Arc;

use super::Gipf;
use super::board::{BoardLine, POINTS, Point, PushLine, Spot};
use super::drawing::piece_alone;
use super::lines::LINES;
use super::pieces::{Colour, Piece, PieceKind};
use super::position::Position;
use super::setup::Setup;
use super::turn::{Action, Item, Push, Turn};
use super::turn_steps::{
    Stretch, decision_after_removal, landing_of_push, may_push, must_remove, push_notation,
    push_piece, remove_pieces, stretches,
};
use crate::draw::Lang;
use crate::games::{Choice, ChoiceNumber, Choosing, NumberedChoices};

/// Keys of the two kinds of pieces, and of the two choices for a GIPF piece in a row.
const SINGLE: &str = "single";
const GIPF: &str = "G";
const GOES: &str = "x";
const STAYS: &str = "stay";

/// The numbers of choices: the points, then the lines of rows, then the words.
const FIRST_ROW: u32 = POINTS as u32;
const FIRST_WORD: u32 = FIRST_ROW + LINES as u32;
const WORDS: [&str; 4] = [SINGLE, GIPF, GOES, STAYS];
/// The limit of the numbers of choices.
pub(super) const CHOICE_COUNT: usize = FIRST_WORD as usize + WORDS.len();

/// A partial turn.
#[derive(Clone, Debug)]
pub(super) struct TurnBuilder {
    setup: Arc<Setup>,
    me: Colour,
    /// The position after the actions so far.
    position: Position,
    /// The rows in that position.
    rows: Vec<Stretch>,
    /// The actions so far.
    turn: Turn,
    has_pushed: bool,
    next: NextChoice,
}

/// What the user has chosen of the next action, which determines the next choice.
#[derive(Clone, Debug)]
enum NextChoice {
    /// Nothing: a row or a dot is chosen next.
    Action,
    /// The dot of a push: the direction is chosen next.
    Direction(Point),
    /// The dot and the direction of a push: the piece is chosen next.
    Piece(PushLine),
    /// A row: whether the GIPF piece at `index` stays or is removed is chosen next.
    GipfPiece {
        row: Stretch,
        /// The pieces before `index` that are removed.
        taken: Stretch,
        index: usize,
    },
    /// The game has ended with a removal (G6.1): there is no choice.
    Over,
}

impl TurnBuilder {
    pub(super) fn new(setup: &Arc<Setup>, position: &Position) -> Self {
        let me = position.text.to_move;
        Self {
            setup: Arc::clone(setup),
            me,
            position: *position,
            rows: stretches(position, me),
            turn: Turn::default(),
            has_pushed: false,
            next: NextChoice::Action,
        }
    }

    /// Adds an action to the turn, which leads to a position.
    fn add(&mut self, action: Action, after: Position) {
        self.turn.actions.push(action);
        self.position = after;
        self.rows = stretches(&after, self.me);
    }

    /// Returns true if a push may come next.
    fn may_push_now(&self) -> bool {
        !self.has_pushed
            && self.position.text.reserve[self.me.index()] > 0
            && !must_remove(&self.rows)
    }

    /// Returns the lines from a dot that have room for a push.
    fn lines(&self, dot: Point) -> impl Iterator<Item = PushLine> {
        let occupied = self.position.text.pieces.all();
        PushLine::from_dot(dot).filter(move |line| line.first_gap(occupied).is_some())
    }

    /// Returns true if a push may come next, and the seat may introduce a piece of some kind.
    fn can_push(&self) -> bool {
        self.may_push_now()
            && PieceKind::BOTH
                .into_iter()
                .any(|kind| self.may_introduce(kind))
    }

    /// Returns the dots from which a piece can be pushed now.
    fn dots(&self) -> impl Iterator<Item = Point> {
        let can_push = self.can_push();
        let dots = Point::all().filter(|point| point.is_dot());
        dots.filter(move |&dot| can_push && self.lines(dot).next().is_some())
    }

    fn may_introduce(&self, kind: PieceKind) -> bool {
        may_push(&self.position, self.me, kind)
    }

    /// Plays a push. Returns false if the line is full.
    fn push(&mut self, line: PushLine, kind: PieceKind) -> bool {
        let Some(landing) = landing_of_push(&self.position, line) else {
            return false;
        };
        let push = push_notation(line, kind, landing);
        let after = push_piece(self.me, self.position, line, kind, landing);
        self.add(Action::Push(push), after);
        self.has_pushed = true;
        self.next = NextChoice::Action;
        true
    }

    /// Chooses a row or a dot.
    fn choose_action(&mut self, key: &str) -> bool {
        let row = self.rows.iter().find(|row| row_name(row) == key);
        if let Some(row) = row.cloned() {
            self.decide_from(row, Stretch::new(), 0);
            return true;
        }
        let has_room = |dot: Point| self.lines(dot).next().is_some();
        let Some(dot) = Point::named(key).filter(|&dot| self.can_push() && has_room(dot)) else {
            return false;
        };
        self.next = NextChoice::Direction(dot);
        true
    }

    /// Chooses the direction of a push. If only one kind of piece may enter, plays the push.
    fn choose_direction(&mut self, dot: Point, key: &str) -> bool {
        let is_chosen = |line: &PushLine| line.edge().point().name() == key;
        let Some(line) = self.lines(dot).find(is_chosen) else {
            return false;
        };
        let may_be_single = self.may_introduce(PieceKind::Single);
        let may_be_gipf = self.may_introduce(PieceKind::Gipf);
        if may_be_single && may_be_gipf {
            self.next = NextChoice::Piece(line);
            return true;
        }
        self.push(line, PieceKind::new(may_be_gipf))
    }

    /// Walks along a row to the next GIPF piece that needs a decision. At the end of the row,
    /// removes the chosen pieces.
    fn decide_from(&mut self, row: Stretch, mut taken: Stretch, mut index: usize) {
        while let Some(&(spot, piece)) = row.get(index) {
            // A removal must take at least one piece, so the last piece of a row from which none is
            // taken must go.
            let must_go = index + 1 == row.len() && taken.is_empty();
            if piece.kind.is_gipf() && !must_go {
                self.next = NextChoice::GipfPiece { row, taken, index };
                return;
            }
            taken.push((spot, piece));
            index += 1;
        }
        let (items, after) = remove_pieces(self.me, self.position, &taken);
        self.add(Action::Remove(items), after);
        self.next = if decision_after_removal(&self.setup, self.me, &after).is_some() {
            NextChoice::Over
        } else {
            NextChoice::Action
        };
    }

    /// Returns the row that a removal belongs to: the one that has all listed pieces, and whose
    /// single pieces are all listed.
    fn row_of(&self, items: &[Item]) -> Option<&Stretch> {
        let is_in =
            |item: &Item, row: &Stretch| row.iter().any(|&(spot, _)| item.spot == spot.into());
        let is_listed = |spot: Spot| items.iter().any(|item| item.spot == spot.into());
        self.rows.iter().find(|row| {
            let has_all_items = items.iter().all(|item| is_in(item, row));
            let mut pieces = row.iter();
            has_all_items && pieces.all(|&(spot, piece)| piece.kind.is_gipf() || is_listed(spot))
        })
    }
}

/// Returns the line of a push in canonical form.
fn line_of(push: &Push) -> Option<PushLine> {
    PushLine::named(push.from.as_ref(), push.to.spot()?)
}

impl Choosing<Gipf> for TurnBuilder {
    fn choose(&mut self, key: &str) -> bool {
        match self.next.clone() {
            NextChoice::Over => false,
            NextChoice::Action => self.choose_action(key),
            NextChoice::Direction(dot) => self.choose_direction(dot, key),
            NextChoice::Piece(line) => match key {
                SINGLE => self.push(line, PieceKind::Single),
                GIPF => self.push(line, PieceKind::Gipf),
                _ => false,
            },
            NextChoice::GipfPiece {
                row,
                mut taken,
                index,
            } => {
                if key == GOES {
                    taken.extend(row.get(index));
                } else if key != STAYS {
                    return false;
                }
                self.decide_from(row, taken, index + 1);
                true
            }
        }
    }

    fn prompt(&self, lang: Lang) -> String {
        let prompt = match &self.next {
            NextChoice::Action if self.may_push_now() && self.rows.is_empty() => {
                "Choose the dot where a piece enters"
            }
            NextChoice::Action if self.may_push_now() => {
                "Choose the dot where a piece enters, or a row to remove"
            }
            NextChoice::Action => "Choose a row to remove",
            NextChoice::Direction(_) => "Choose the direction of the push",
            NextChoice::Piece(_) => "Choose the piece that enters",
            NextChoice::GipfPiece { row, index, .. } => {
                let spot = spot_name(row, *index);
                return lang.fill("Does the GIPF piece on {0} go or stay?", &[&spot]);
            }
            NextChoice::Over => "Nothing is left to choose",
        };
        lang.say(prompt).to_owned()
    }

    fn choices(&self, lang: Lang) -> Vec<Choice> {
        match &self.next {
            NextChoice::Over => Vec::new(),
            NextChoice::Action => {
                let row = |row: &Stretch| {
                    let label = lang.fill("row {0}", &[&row_name(row).replace("..", "–")]);
                    Choice::new(row_name(row), label).at(row.iter().map(|(spot, _)| spot))
                };
                let dots = self.dots().map(|dot| Choice {
                    label: lang.fill("dot {0}", &[&dot]),
                    ..Choice::of_place(dot.to_string()).dragged()
                });
                self.rows.iter().map(row).chain(dots).collect()
            }
            NextChoice::Direction(dot) => self
                .lines(*dot)
                .map(|line| {
                    let label = lang.fill("from {0} over {1}", &[dot, &line.edge()]);
                    Choice {
                        label,
                        ..Choice::of_place(line.edge().to_string())
                    }
                })
                .collect(),
            NextChoice::Piece(_) => [
                (SINGLE, "single piece", PieceKind::Single),
                (GIPF, "GIPF piece", PieceKind::Gipf),
            ]
            .map(|(key, label, kind)| {
                Choice::new(key, lang.say(label)).with_picture(piece_alone(self.me, kind))
            })
            .to_vec(),
            NextChoice::GipfPiece { row, index, .. } => {
                let spot = spot_name(row, *index);
                [(GOES, "{0} goes"), (STAYS, "{0} stays")]
                    .map(|(key, label)| Choice::new(key, lang.fill(label, &[&spot])).at([&spot]))
                    .to_vec()
            }
        }
    }

    fn numbered(&self) -> NumberedChoices {
        let own = match &self.next {
            NextChoice::Over => Vec::new(),
            NextChoice::Action => {
                let rows = self.rows.iter().filter_map(|row| row_number(row));
                // Room for all dots and a few rows.
                let mut own = Vec::with_capacity(POINTS);
                own.extend(rows);
                own.extend(self.dots().map(point_number));
                own
            }
            NextChoice::Direction(dot) => self
                .lines(*dot)
                .map(|line| point_number(line.edge().point()))
                .collect(),
            NextChoice::Piece(_) => word_numbers([SINGLE, GIPF]),
            NextChoice::GipfPiece { .. } => word_numbers([GOES, STAYS]),
        };
        NumberedChoices {
            own,
            chance: Vec::new(),
        }
    }

    fn key_of(&self, number: ChoiceNumber) -> Option<String> {
        let ChoiceNumber::Own(number) = number else {
            return None;
        };
        if let Some(word) = number.checked_sub(FIRST_WORD) {
            return WORDS.get(word as usize).map(|&word| word.to_owned());
        }
        if number >= FIRST_ROW {
            let mut rows = self.rows.iter();
            let row = rows.find(|row| row_number(row) == Some(number))?;
            return Some(row_name(row));
        }
        let point = Point::all().nth(number as usize)?;
        Some(point.name().to_owned())
    }

    fn turn(&self) -> Option<Turn> {
        let may_end = match self.next {
            NextChoice::Over => true,
            NextChoice::Action => {
                // A turn without a push may end if the reserve is still empty after the rows are
                // removed (G6.2).
                let has_lost = self.position.text.reserve[self.me.index()] == 0
                    && !self.turn.actions.is_empty();
                (self.has_pushed || has_lost) && !must_remove(&self.rows)
            }
            NextChoice::Direction(_) | NextChoice::Piece(_) | NextChoice::GipfPiece { .. } => false,
        };
        may_end.then(|| self.turn.clone())
    }

    fn next_key_toward(&self, turn: &Turn) -> Option<String> {
        if !turn.actions.starts_with(&self.turn.actions) {
            return None;
        }
        match (&self.next, turn.actions.get(self.turn.actions.len())?) {
            (NextChoice::Action, Action::Remove(items)) => Some(row_name(self.row_of(items)?)),
            (NextChoice::Action, Action::Push(push)) => Some(line_of(push)?.dot.to_string()),
            (NextChoice::Direction(_), Action::Push(push)) => {
                Some(line_of(push)?.edge().to_string())
            }
            (NextChoice::Piece(_), Action::Push(push)) => {
                let key = match push.kind {
                    PieceKind::Single => SINGLE,
                    PieceKind::Gipf => GIPF,
                };
                Some(key.to_owned())
            }
            (NextChoice::GipfPiece { row, index, .. }, Action::Remove(items)) => {
                let (spot, _) = *row.get(*index)?;
                let goes = items.iter().any(|item| item.spot == spot.into());
                Some(if goes { GOES } else { STAYS }.to_owned())
            }
            _ => None,
        }
    }

    fn shown_position(&self) -> Cow<'_, Position> {
        Cow::Borrowed(&self.position)
    }

    fn copy(&self) -> Box<dyn Choosing<Gipf>> {
        Box::new(self.clone())
    }
}

/// Returns the name of a row: its two ends.
fn row_name(row: &[(Spot, Piece)]) -> String {
    let [first, last] = [row.first(), row.last()]
        .map(|end| end.map(|(spot, _)| spot.to_string()).unwrap_or_default());
    format!("{first}..{last}")
}

/// Returns the name of the spot at an index of a row.
fn spot_name(row: &[(Spot, Piece)], index: usize) -> String {
    row.get(index)
        .map(|(spot, _)| spot.to_string())
        .unwrap_or_default()
}

/// Returns the number of a row: the index of its line, after the points.
fn row_number(row: &[(Spot, Piece)]) -> Option<u32> {
    let [(first, _), .., (last, _)] = row else {
        return None;
    };
    let line = BoardLine::all()
        .iter()
        .position(|line| line.set().contains(*first) && line.set().contains(*last));
    line.map(|line| FIRST_ROW + line as u32)
}

/// Returns the number of the choice of a point.
fn point_number(point: Point) -> u32 {
    u32::from(point.0)
}

/// Returns the numbers of the choice between two words.
fn word_numbers(words: [&str; 2]) -> Vec<u32> {
    let all = (FIRST_WORD..).zip(WORDS);
    all.filter(|(_, word)| words.contains(word))
        .map(|(number, _)| number)
        .collect()
}
