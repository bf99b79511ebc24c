//! Interactive input of a turn (G3), one choice at a time. To remove a row, the user chooses the
//! row, whose single pieces all go, and then decides on each of its GIPF pieces. To push, the user
//! chooses a dot, a direction and a piece.
//!
//! The row is shown as a [`Stretch`]: the row with all pieces that continue it.

use std::borrow::Cow;

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
use crate::games::{Choice, NumberedChoices};

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
#[derive(Debug)]
pub(super) struct TurnBuilder<'a> {
    setup: &'a Setup,
    me: Colour,
    /// The position after the actions so far.
    position: Position,
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

impl<'a> TurnBuilder<'a> {
    pub(super) fn new(setup: &'a Setup, position: &Position) -> Self {
        let me = position.text.to_move;
        let turn = Turn::default();
        Self {
            setup,
            me,
            position: *position,
            turn,
            has_pushed: false,
            next: NextChoice::Action,
        }
    }

    fn rows(&self) -> Vec<Stretch> {
        stretches(&self.position, self.me)
    }

    /// Returns true if a push may come next.
    fn may_push_now(&self) -> bool {
        !self.has_pushed
            && self.position.text.reserve[self.me.index()] > 0
            && !must_remove(&self.rows())
    }

    /// Returns the lines from a dot that have room for a push.
    fn lines(&self, dot: Point) -> impl Iterator<Item = PushLine> {
        let occupied = self.position.text.pieces.all();
        PushLine::from_dot(dot).filter(move |line| line.first_gap(occupied).is_some())
    }

    /// Returns the dots from which a piece can be pushed now.
    fn dots(&self) -> impl Iterator<Item = Point> {
        let can_push = self.may_push_now()
            && PieceKind::BOTH
                .into_iter()
                .any(|kind| self.may_introduce(kind));
        Point::all().filter(move |&dot| can_push && self.lines(dot).next().is_some())
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
        self.turn.actions.push(Action::Push(push));
        self.position = push_piece(self.me, self.position, line, kind, landing);
        self.has_pushed = true;
        self.next = NextChoice::Action;
        true
    }

    /// Chooses a row or a dot.
    fn choose_action(&mut self, key: &str) -> bool {
        if let Some(row) = self.rows().into_iter().find(|row| row_name(row) == key) {
            self.decide_from(row, Stretch::new(), 0);
            return true;
        }
        let Some(dot) = Point::named(key).filter(|&dot| self.dots().any(|other| other == dot))
        else {
            return false;
        };
        self.next = NextChoice::Direction(dot);
        true
    }

    /// Chooses the direction of a push. If only one kind of piece may enter, plays the push.
    fn choose_direction(&mut self, dot: Point, key: &str) -> bool {
        let Some(line) = self.lines(dot).find(|line| line.edge().to_string() == key) else {
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
        self.turn.actions.push(Action::Remove(items));
        self.position = after;
        self.next = if decision_after_removal(self.setup, self.me, &after).is_some() {
            NextChoice::Over
        } else {
            NextChoice::Action
        };
    }

    /// Returns the row that a removal belongs to: the one that has all listed pieces, and whose
    /// single pieces are all listed.
    fn row_of(&self, items: &[Item]) -> Option<Stretch> {
        let is_in =
            |item: &Item, row: &Stretch| row.iter().any(|&(spot, _)| item.spot == spot.into());
        let is_listed = |spot: Spot| items.iter().any(|item| item.spot == spot.into());
        self.rows().into_iter().find(|row| {
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

impl crate::games::Choosing<Gipf> for TurnBuilder<'_> {
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
            NextChoice::Action if self.may_push_now() && self.rows().is_empty() => {
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
                let row = |row: Stretch| {
                    let label = lang.fill("row {0}", &[&row_name(&row).replace("..", "–")]);
                    Choice::new(row_name(&row), label).at(row.iter().map(|(spot, _)| spot))
                };
                let dots = self.dots().map(|dot| Choice {
                    label: lang.fill("dot {0}", &[&dot]),
                    ..Choice::of_place(dot.to_string()).dragged()
                });
                self.rows().into_iter().map(row).chain(dots).collect()
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
                let numbered_row = |row: Stretch| Some((row_number(&row)?, row_name(&row)));
                let rows = self.rows().into_iter().filter_map(numbered_row);
                rows.chain(self.dots().map(numbered_point)).collect()
            }
            NextChoice::Direction(dot) => self
                .lines(*dot)
                .map(|line| numbered_point(line.edge().point()))
                .collect(),
            NextChoice::Piece(_) => numbered_words([SINGLE, GIPF]),
            NextChoice::GipfPiece { .. } => numbered_words([GOES, STAYS]),
        };
        NumberedChoices {
            own,
            chance: Vec::new(),
        }
    }

    fn turn(&self) -> Option<Turn> {
        let may_end = match self.next {
            NextChoice::Over => true,
            NextChoice::Action => {
                // A turn without a push may end if the reserve is still empty after the rows are
                // removed (G6.2).
                let has_lost = self.position.text.reserve[self.me.index()] == 0
                    && !self.turn.actions.is_empty();
                (self.has_pushed || has_lost) && !must_remove(&self.rows())
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
            (NextChoice::Action, Action::Remove(items)) => Some(row_name(&self.row_of(items)?)),
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

/// Returns the number and the key of the choice of a point.
fn numbered_point(point: Point) -> (u32, String) {
    (u32::from(point.0), point.to_string())
}

/// Returns the numbers and the keys of the choice between two words.
fn numbered_words(words: [&str; 2]) -> Vec<(u32, String)> {
    let all = (FIRST_WORD..).zip(WORDS);
    all.filter(|(_, word)| words.contains(word))
        .map(|(number, word)| (number, word.to_owned()))
        .collect()
}
