//! Games as programs that learn see them: numbered actions, and tensors of positions.
//!
//! A turn may have many parts, and a game more turns than can be numbered. So an action is one
//! choice of a turn, as in [`choices`](crate::replay::choices): a place, a direction, a card, a
//! word. A number means the same in all positions of a [set-up](Numbering), and a position has a
//! mask of the legal ones. The actions of a turn lead to exactly the turns that
//! [`Position::legal_turns`](crate::replay::Position::legal_turns) lists and, in Pip•Pip, to those
//! that put dice aside; some turns can be reached in several orders. Two numbers are the same in
//! all games: [`END`] ends a turn that could go on, and [`ROLL`] rolls a die where one could be
//! pulled too. Resigning has no number.
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
mod partial_turn;
mod saved;
mod tensors;

use std::borrow::Cow;
use std::sync::Arc;

use crate::findings::Finding;
use crate::games::{ChoiceNumber, Encode as _, NumberedChoices, TurnView, with_game};
use crate::replay::choices::path;
use crate::replay::{LiveGame, Turn};

pub use crate::games::TensorPart;
pub use numbering::Numbering;
use partial_turn::PartialTurn;
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

/// The next step, with the numbers of its options in ascending order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Next {
    /// The seat to move chooses an action.
    Seat(Vec<u32>),
    /// Chance decides. The numbers stand for outcomes.
    Chance(Vec<u32>),
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
    /// The current turn. `None` after the end of the game.
    partial_turn: Option<PartialTurn>,
    /// The choices of the current turn so far.
    chosen: Vec<Chosen>,
    next: Next,
    /// The results of chance, after [`ROLL`] could be chosen.
    rolls: Vec<u32>,
}

impl State {
    /// Creates the state of a game.
    pub fn new(game: impl Into<Arc<LiveGame>>) -> Self {
        let game: Arc<LiveGame> = game.into();
        let numbering = Numbering::from_position(game.position());
        let mut state = Self {
            game,
            numbering,
            partial_turn: None,
            chosen: Vec::new(),
            next: Next::Over,
            rolls: Vec::new(),
        };
        state.start_turn();
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

    fn options(&self) -> &[u32] {
        match &self.next {
            Next::Seat(options) | Next::Chance(options) => options,
            Next::Over => &[],
        }
    }

    /// Returns the numbers of the legal actions, or of the possible outcomes of chance, in
    /// ascending order.
    pub fn legal_actions(&self) -> impl ExactSizeIterator<Item = u32> {
        self.options().iter().copied()
    }

    /// Sets the bytes of the legal actions to 1, and all others to 0. None is legal while chance
    /// decides.
    pub fn write_mask(&self, mask: &mut [u8]) {
        mask.fill(0);
        if let Next::Seat(options) = &self.next {
            for number in options {
                if let Some(byte) = mask.get_mut(*number as usize) {
                    *byte = 1;
                }
            }
        }
    }

    /// Returns the name of a legal action, or of an outcome of chance: `a2`, `G`, `*5`, `end`.
    pub fn action_name(&self, number: u32) -> Option<Cow<'_, str>> {
        self.options().binary_search(&number).ok()?;
        match (&self.next, number) {
            (Next::Seat(_), END) => Some(Cow::Borrowed("end")),
            (Next::Seat(_), ROLL) => Some(Cow::Borrowed("roll")),
            (Next::Seat(_), _) => self.key_of(ChoiceNumber::Own(number - FIRST)),
            (Next::Chance(_), _) => self.key_of(ChoiceNumber::Chance(number)),
            (Next::Over, _) => None,
        }
    }

    fn key_of(&self, number: ChoiceNumber) -> Option<Cow<'_, str>> {
        let key = self.partial_turn.as_ref()?.key_of(number)?;
        Some(Cow::Owned(key))
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
        let is_option = self.options().binary_search(&number).is_ok();
        let applied = match self.next {
            _ if !is_option => None,
            Next::Seat(_) if number == END => self.end_turn(),
            Next::Seat(_) if number == ROLL => {
                self.next = Next::Chance(std::mem::take(&mut self.rolls));
                Some(())
            }
            Next::Seat(_) => {
                let choice = ChoiceNumber::Own(number - FIRST);
                self.make_choice(choice, number as usize)
            }
            Next::Chance(_) => {
                let tensor_index = self.numbering.actions() + number as usize;
                self.make_choice(ChoiceNumber::Chance(number), tensor_index)
            }
            Next::Over => None,
        };
        applied.ok_or(NoAction(number))
    }

    /// Makes a choice of the current turn.
    fn make_choice(&mut self, number: ChoiceNumber, tensor_index: usize) -> Option<()> {
        let partial_turn = self.partial_turn.as_mut()?;
        let key = partial_turn.key_of(number)?;
        partial_turn.choose(&key).then_some(())?;
        self.chosen.push(Chosen { key, tensor_index });
        self.settle();
        Some(())
    }

    /// Ends the current turn.
    fn end_turn(&mut self) -> Option<()> {
        let turn = self.partial_turn.as_ref()?.turn()?;
        self.play(&turn);
        Some(())
    }

    /// Plays a whole turn, or `resign`. The choices of the current turn so far are dropped.
    ///
    /// # Errors
    /// If the turn is illegal; in this case, nothing changes.
    pub fn apply_turn(&mut self, turn: &str) -> Result<(), Box<Finding>> {
        Arc::make_mut(&mut self.game).play(turn)?;
        self.start_turn();
        Ok(())
    }

    /// Returns the actions and outcomes that make a turn from its start, in order; `None` if the
    /// turn is illegal, or no actions make it: `resign`, and turns that
    /// [`Position::legal_turns`](crate::replay::Position::legal_turns) leaves out.
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
        let has_key = |action: &u32| self.action_name(*action).as_deref() == Some(key);
        let action = self.legal_actions().find(has_key);
        let is_result =
            |result: &&u32| self.key_of(ChoiceNumber::Chance(**result)).as_deref() == Some(key);
        let result = self.rolls.iter().find(is_result).copied();

        let actions = match (action, result) {
            (Some(action), _) => vec![action],
            (None, Some(result)) => vec![ROLL, result],
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

    /// Starts the next turn, unless the game is over.
    fn start_turn(&mut self) {
        self.chosen.clear();
        let position = self.game.position();
        self.partial_turn = match position.result() {
            None => PartialTurn::new(position),
            Some(_) => None,
        };
        self.settle();
    }

    /// Plays the turn that the choices made. It is legal, because choices lead only to legal turns.
    fn play(&mut self, turn: &Turn) {
        match Arc::make_mut(&mut self.game).play_input(turn.into(), &[]) {
            Ok(()) => self.start_turn(),
            Err(_) => self.next = Next::Over,
        }
    }

    /// Finds the next step. A turn without further choices is played.
    fn settle(&mut self) {
        self.rolls.clear();
        let Some(partial_turn) = &self.partial_turn else {
            self.next = Next::Over;
            return;
        };
        let turn = partial_turn.turn();
        let NumberedChoices { own, mut chance } = partial_turn.numbered();
        chance.sort_unstable();

        if let Some(turn) = &turn
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

        let mut options = Vec::with_capacity(own.len() + 2);
        options.extend(turn.map(|_| END));
        options.extend((!chance.is_empty()).then_some(ROLL));
        options.extend(own.into_iter().map(|number| FIRST + number));
        options.sort_unstable();
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

/// Returns the turns of a game, each with its seat.
fn turns(game: &LiveGame) -> Vec<(u8, TurnView)> {
    game.positions()
        .filter_map(|position| Some((position.mover()?, position.turn_view()?)))
        .collect()
}
