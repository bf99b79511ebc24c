//! An original game, split into parts, and the sheet on which it is written down.

use pipscribe::Checked;
use pipscribe::games::GameId;
use pipscribe::notation::Record;

use super::{Dice, Wrong};

/// The maximum number of characters in a line of movetext.
const MAX_LINE: usize = 79;

/// An original game.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) id: GameId,
    pub(crate) tags: Vec<(String, String)>,
    pub(crate) turns: Vec<String>,
    /// The result after the turns; empty if there is none.
    pub(crate) result: String,
}

/// The way in which a record of a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The end of the random game.
    Whole,
    /// Cut after some turn, with `*`.
    Open,
    /// Cut after some turn, without a result.
    Unended,
    /// `resign` after some turn.
    Resigned,
    /// A draw by agreement after some turn.
    Agreed,
    /// A resignation by the seat that is not to move, which only the tags report.
    ResignedOutOfTurn,
}

impl Ending {
    pub(crate) const ALL: [Self; 6] = [
        Self::Whole,
        Self::Open,
        Self::Unended,
        Self::Resigned,
        Self::Agreed,
        Self::ResignedOutOfTurn,
    ];
}

impl Game {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let record = Record::parse_str(text);
        Some(Self {
            id: record.game()?,
            tags: record
                .tags
                .iter()
                .map(|tag| (tag.name.to_string(), tag.value.to_string()))
                .collect(),
            turns: record
                .moves
                .turns
                .iter()
                .map(|node| record.text_of(node.text).to_owned())
                .collect(),
            result: record
                .result
                .as_ref()
                .map(|(outcome, _)| outcome.to_string())
                .unwrap_or_default(),
        })
    }

    pub(crate) fn text(&self) -> String {
        Sheet::of(self).text()
    }

    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn is_valid(&self) -> bool {
        Checked::from_text(&self.text()).report.is_valid()
    }

    /// Returns the game with another ending; `None` if it cannot end that way.
    pub(crate) fn ended(&self, ending: Ending, dice: &mut Dice) -> Option<Self> {
        if ending == Ending::Whole {
            return Some(self.clone());
        }
        let mut game = self.clone();
        // Openings and examples are short; records of whole games are not.
        let most = if dice.below(2) == 0 {
            8
        } else {
            self.turns.len()
        };
        game.turns.truncate(3 + dice.below(most.saturating_sub(3)));
        if game.turns.len() == self.turns.len() {
            return None;
        }
        game.tags.retain(|(name, _)| !is_end_tag(name));
        match ending {
            Ending::Whole | Ending::Open => game.set_result("*"),
            Ending::Unended => game.result = String::new(),
            Ending::Agreed => {
                game.set_result("1/2-1/2");
                game.set_tag("Termination", "agreement");
            }
            Ending::Resigned => {
                game.set_tag("Termination", "resignation");
                game.turns.push("resign".into());
                return ["0-1", "1-0"]
                    .iter()
                    .find_map(|result| game.with_result(result));
            }
            Ending::ResignedOutOfTurn => {
                let to_move = self.seat_after(game.turns.len())?;
                game.set_tag("Termination", "resignation");
                return game.with_result(if to_move == 1 { "1-0" } else { "0-1" });
            }
        }
        game.is_valid().then_some(game)
    }

    /// Returns the seat, in a game for two, that moves after a number of turns.
    fn seat_after(&self, turns: usize) -> Option<u8> {
        let mut game = self.clone();
        game.turns.truncate(turns);
        game.turns.push("resign".into());
        game.tags.retain(|(name, _)| !is_end_tag(name));
        // The seat that resigns has lost.
        if game.with_result("0-1").is_some() {
            return Some(1);
        }
        game.with_result("1-0").map(|_| 2)
    }

    /// Returns the game with another result, if it is then valid.
    fn with_result(&self, result: &str) -> Option<Self> {
        let mut game = self.clone();
        game.set_result(result);
        game.is_valid().then_some(game)
    }

    fn set_result(&mut self, result: &str) {
        self.result = result.to_owned();
        self.set_tag("Result", result);
    }

    pub(crate) fn set_tag(&mut self, name: &str, value: &str) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some(tag) => tag.1 = value.to_owned(),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }
}

/// Returns true for a tag about the end of a game.
fn is_end_tag(name: &str) -> bool {
    ["Result", "Score", "Termination"].contains(&name)
}

/// The text of a game, in which a mistake is made.
#[derive(Clone)]
pub(crate) struct Sheet {
    /// Lines of tags.
    pub(crate) tags: Vec<String>,
    /// The text of each turn, with its number.
    pub(crate) turns: Vec<String>,
    pub(crate) result: String,
}

impl Sheet {
    pub(crate) fn of(game: &Game) -> Self {
        let turns = game
            .turns
            .iter()
            .enumerate()
            .map(|(index, turn)| format!("{}. {turn}", index + 1));
        Self {
            tags: game
                .tags
                .iter()
                .map(|(name, value)| format!("[{name} \"{value}\"]"))
                .collect(),
            turns: turns.collect(),
            result: game.result.clone(),
        }
    }

    pub(crate) fn set_turn(&mut self, index: usize, turn: &str) {
        self.turns[index] = format!("{}. {turn}", index + 1);
    }

    pub(crate) fn text(&self) -> String {
        let mut text: String = self.tags.iter().map(|tag| format!("{tag}\n")).collect();
        let mut column = 0;
        let tokens = self
            .turns
            .iter()
            .chain(Some(&self.result))
            .filter(|token| !token.is_empty());
        for token in tokens {
            let width = token.chars().count();
            let begins_line = column == 0 || column + 1 + width > MAX_LINE;
            if begins_line {
                text.push('\n');
                column = width;
            } else {
                text.push(' ');
                column += 1 + width;
            }
            text.push_str(token);
        }
        text.push('\n');
        text
    }

    /// Returns the sheet as a record with a mistake that is not in a single turn.
    pub(crate) fn wrong(self, right: Option<&str>) -> Wrong {
        Wrong {
            text: self.text(),
            turn: None,
            right: right.map(str::to_owned),
        }
    }
}

/// Makes a mistake in one turn with `change`. Returns `None` if no turn has a place for it.
pub(crate) fn in_one_turn(
    game: &Game,
    dice: &mut Dice,
    change: impl Fn(&str, &mut Dice) -> Option<String>,
) -> Option<Wrong> {
    for _ in 0..30 {
        let index = dice.below(game.turns.len());
        let turn = game.turns.get(index)?;
        let Some(made) = change(turn, dice).filter(|made| made != turn) else {
            continue;
        };
        let mut sheet = Sheet::of(game);
        sheet.set_turn(index, &made);
        return Some(Wrong {
            text: sheet.text(),
            turn: Some(index),
            right: Some(turn.clone()),
        });
    }
    None
}

/// The byte positions of the characters in a text that meet a condition.
pub(crate) fn places(text: &str, fits: impl Fn(char) -> bool) -> Vec<usize> {
    text.char_indices()
        .filter(|&(_, character)| fits(character))
        .map(|(offset, _)| offset)
        .collect()
}
