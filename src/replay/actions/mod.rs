//! Games as programs that learn see them: numbered actions, and tensors of positions.
//!
//! A turn may have many parts, and a game more turns than can be numbered. So an action is one
//! choice of a turn, as in [`choices`](crate::replay::choices): a place, a direction, a card, a
//! word. A number means the same in all positions of a [set-up](Numbering), and a position has a
//! mask of the legal ones. The actions of a turn lead to exactly the turns that
//! [`Position::legal_turns`] lists and, in Pip•Pip, to those that put dice aside; some turns can be
//! reached in several orders. Two numbers are the same in all games: [`END`] ends a turn that could
//! go on, and [`ROLL`] rolls a die where one could be pulled too. Resigning has no number.
//!
//! ```
//! use pipscribe::replay::actions::{Actor, State};
//! use pipscribe::LiveGame;
//!
//! let game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?;
//! let mut state = State::new(game);
//! assert_eq!((state.numbering().actions(), state.actor()), (88, Actor::Seat(1)));
//! // The dot, then the direction.
//! for name in ["a2", "b3"] {
//!     let action = state.legal_actions().find(|&action| state.action_name(action).as_deref() == Some(name));
//!     state.apply(action.ok_or("an illegal action")?)?;
//! }
//! assert_eq!(state.game().position().turn().as_deref(), Some("b3"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod numbering;
mod saved;
mod tensors;

use std::borrow::Cow;
use std::sync::Arc;

use crate::findings::Finding;
use crate::games::{Encode as _, Game, NumberedChoices, TurnView, with_game};
use crate::replay::choices::path;
use crate::replay::{LiveGame, Position};

pub use crate::games::TensorPart;
pub use numbering::Numbering;
pub use saved::NotSaved;

/// Number of the action that ends a turn that could go on.
pub const END: u32 = 0;
/// Number of the action that rolls a die where one could be pulled instead.
pub const ROLL: u32 = 1;
/// The first number of the choices of a game.
const FIRST: u32 = 2;

/// The seat, or chance, that acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A seat, from 1.
    Seat(u8),
    /// Chance. All outcomes are equally likely.
    Chance,
    /// Nobody: the game is over.
    Nobody,
}

/// The action is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no action {0} here")]
pub struct NoAction(pub u32);

/// A choice of the current turn.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    key: String,
    /// Its place in the tensor of the turn: actions, then outcomes.
    tensor_index: usize,
}

/// The next step.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    /// The seat to move chooses.
    Seat(Vec<(u32, String)>),
    /// Chance decides. The numbers stand for outcomes.
    Chance(Vec<(u32, String)>),
    Over,
}

/// A game, and the choices of its current turn so far. Cloning is cheap.
///
/// ```
/// use pipscribe::LiveGame;
/// use pipscribe::replay::actions::{Actor, State};
///
/// let mut state = State::new(LiveGame::start("[Game \"pippip\"]\n")?);
/// assert_eq!((state.actor(), state.legal_actions().len()), (Actor::Chance, 6));
/// state.apply(4)?;
/// assert_eq!(state.actor(), Actor::Seat(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct State {
    game: Arc<LiveGame>,
    numbering: Numbering,
    chosen: Vec<Chosen>,
    next: Next,
    /// The results of chance, after [`ROLL`] could be chosen.
    rolls: Vec<(u32, String)>,
}

/// The choices after others, and the turn if it may end there.
struct Reached {
    turn: Option<String>,
    choices: NumberedChoices,
}

impl State {
    /// Creates the state of a game.
    pub fn new(game: impl Into<Arc<LiveGame>>) -> Self {
        let game: Arc<LiveGame> = game.into();
        let numbering = Numbering::from_position(game.position());
        let mut state = Self {
            game,
            numbering,
            chosen: Vec::new(),
            next: Next::Over,
            rolls: Vec::new(),
        };
        state.settle();
        state
    }

    /// Returns the game. Its position is the position before the current turn.
    pub fn game(&self) -> &LiveGame {
        &self.game
    }

    /// Returns the numbering of actions.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Returns who acts next. A seat may have no action: if no card fits on a table of limited
    /// size.
    pub fn actor(&self) -> Actor {
        match &self.next {
            Next::Seat(_) => Actor::Seat(self.game.position().to_move()),
            Next::Chance(_) => Actor::Chance,
            Next::Over => Actor::Nobody,
        }
    }

    fn options(&self) -> &[(u32, String)] {
        match &self.next {
            Next::Seat(options) | Next::Chance(options) => options,
            Next::Over => &[],
        }
    }

    /// Returns the numbers of the legal actions, or of the possible outcomes of chance, in
    /// ascending order.
    pub fn legal_actions(&self) -> impl ExactSizeIterator<Item = u32> {
        self.options().iter().map(|(number, _)| *number)
    }

    /// Sets the bytes of the legal actions to 1, and all others to 0. None is legal while chance
    /// decides.
    pub fn write_mask(&self, mask: &mut [u8]) {
        mask.fill(0);
        if let Next::Seat(options) = &self.next {
            for (number, _) in options {
                if let Some(byte) = mask.get_mut(*number as usize) {
                    *byte = 1;
                }
            }
        }
    }

    /// Returns the name of a legal action, or of an outcome of chance: `a2`, `G`, `*5`, `end`.
    pub fn action_name(&self, number: u32) -> Option<Cow<'_, str>> {
        let (_, key) = self.options().iter().find(|(other, _)| *other == number)?;
        Some(Cow::Borrowed(key))
    }

    /// Returns the choices of the current turn so far, by their names.
    pub fn chosen(&self) -> impl Iterator<Item = &str> {
        self.chosen.iter().map(|chosen| chosen.key.as_str())
    }

    /// Takes an action, or an outcome of chance, by its number.
    ///
    /// # Errors
    /// If it is not legal; in this case, nothing changes.
    pub fn apply(&mut self, number: u32) -> Result<(), NoAction> {
        let (_, key) = self
            .options()
            .iter()
            .find(|(other, _)| *other == number)
            .ok_or(NoAction(number))?
            .clone();
        match self.next {
            Next::Seat(_) if number == END => {
                let reached = self.reached();
                self.play(&reached.and_then(|reached| reached.turn).unwrap_or_default());
                return Ok(());
            }
            Next::Seat(_) if number == ROLL => {
                self.next = Next::Chance(std::mem::take(&mut self.rolls));
                return Ok(());
            }
            Next::Seat(_) => self.chosen.push(Chosen {
                key,
                tensor_index: number as usize,
            }),
            Next::Chance(_) => self.chosen.push(Chosen {
                key,
                tensor_index: self.numbering.actions() + number as usize,
            }),
            Next::Over => return Err(NoAction(number)),
        }
        self.settle();
        Ok(())
    }

    /// Plays a whole turn, or `resign`. The choices of the current turn so far are dropped.
    ///
    /// # Errors
    /// If the turn is illegal; in this case, nothing changes.
    pub fn apply_turn(&mut self, turn: &str) -> Result<(), Box<Finding>> {
        Arc::make_mut(&mut self.game).play(turn)?;
        self.chosen.clear();
        self.settle();
        Ok(())
    }

    /// Returns the actions and outcomes that make a turn from its start, in order; `None` if the
    /// turn is illegal, or no actions make it: `resign`, and turns that [`Position::legal_turns`]
    /// leaves out.
    pub fn actions_of(&self, turn: &str) -> Option<Vec<u32>> {
        let mut state = Self::new(Arc::clone(&self.game));
        let mut actions = Vec::new();
        for key in path(self.game.position(), turn)? {
            actions.extend(state.choose(&key)?);
        }
        // Choices could follow, if the turn is not played yet.
        if state.game.turn_count() == self.game.turn_count() {
            state.apply(END).ok()?;
            actions.push(END);
        }
        Some(actions)
    }

    /// Makes the choice with this key, with a roll before it if it is the result of one. Returns
    /// the actions.
    fn choose(&mut self, key: &str) -> Option<Vec<u32>> {
        let find = |options: &[(u32, String)]| {
            options
                .iter()
                .find(|(_, other)| other == key)
                .map(|(number, _)| *number)
        };
        let actions = match (find(self.options()), find(&self.rolls)) {
            (Some(action), _) => vec![action],
            (None, Some(outcome)) => vec![ROLL, outcome],
            (None, None) => return None,
        };
        actions
            .iter()
            .try_for_each(|&action| self.apply(action))
            .ok()?;
        Some(actions)
    }

    /// Returns the cards of a seat's hand, in ascending order; `None` in games without hands, and
    /// if the hands are unknown.
    pub fn hand(&self, seat: u8) -> Option<Vec<u32>> {
        let position = self.game.position();
        with_game!(position.game(), G => G::hand(position.of_game::<G>()?.state(), seat))
    }

    /// Returns the result of each seat, 1, 0.5 or 0; `None` while the game is open.
    pub fn returns(&self) -> Option<Vec<f64>> {
        let standing = self.game.position().result()?;
        Some(standing.points().iter().copied().map(f64::from).collect())
    }

    /// Plays the turn that the choices made.
    fn play(&mut self, turn: &str) {
        if Arc::make_mut(&mut self.game).play(turn).is_ok() {
            self.chosen.clear();
        }
        self.settle();
    }

    fn reached(&self) -> Option<Reached> {
        let position = self.game.position();
        with_game!(position.game(), G => reached::<G>(position, &self.chosen))
    }

    /// Finds the next step. A turn without further choices is played.
    fn settle(&mut self) {
        self.rolls.clear();
        let reached = if self.game.position().result().is_some() {
            None
        } else {
            self.reached()
        };
        let Some(Reached {
            turn,
            choices: NumberedChoices { own, mut chance },
        }) = reached
        else {
            self.next = Next::Over;
            return;
        };
        chance.sort_unstable_by_key(|(number, _)| *number);

        if let Some(turn) = turn.as_ref()
            && own.is_empty()
            && chance.is_empty()
        {
            return self.play(turn);
        }
        // Only the die can decide: there is nothing to choose, not even to end the turn.
        if own.is_empty() && turn.is_none() && !chance.is_empty() {
            self.next = Next::Chance(chance);
            return;
        }

        let mut options: Vec<_> = own
            .into_iter()
            .map(|(number, key)| (FIRST + number, key))
            .collect();
        options.extend(turn.map(|_| (END, "end".to_owned())));
        options.extend((!chance.is_empty()).then(|| (ROLL, "roll".to_owned())));
        options.sort_unstable_by_key(|(number, _)| *number);
        self.rolls = chance;
        self.next = Next::Seat(options);
    }
}

/// States are equal if the games, with their turns, and the choices are.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.chosen == other.chosen
            && self.next == other.next
            && self.game.positions().eq(other.game.positions())
    }
}

impl Eq for State {}

fn reached<G: Game>(position: &Position, chosen: &[Chosen]) -> Option<Reached> {
    let position = position.of_game::<G>()?;
    let mut choosing = G::choosing(&position.setup, position.state());
    let is_path = chosen.iter().all(|chosen| choosing.choose(&chosen.key));
    is_path.then(|| Reached {
        turn: choosing.turn().map(|turn| turn.to_string()),
        choices: choosing.numbered(),
    })
}

/// Returns the turns of a game, each with its seat.
fn turns(game: &LiveGame) -> Vec<(u8, TurnView)> {
    game.positions()
        .filter_map(|position| Some((position.mover()?, position.turn_view()?)))
        .collect()
}
