//! Turns and boards as typed values that are the same for all games, for programs that use the
//! library: [`TurnView`] for a turn, [`Piece`] for a piece on the board.

use std::fmt;

use super::{Compass, GameId, Language, Rules, TurnSyntaxError, with_game};
use crate::notation::RESIGNATION;

/// A turn as a list of actions, in the order of its text. No rule has been applied to it.
///
/// ```
/// use pipscribe::games::{GameId, TurnAction, TurnView};
///
/// let turn = TurnView::parse(GameId::Gipf, "a2-d4;xb3,Gc4*")?;
/// assert_eq!((turn.from(), turn.to()), (Some("a2"), vec!["d4"]));
/// assert_eq!(turn.removed(), ["b3", "c4"]);
/// assert!(matches!(&turn.actions[1], TurnAction::Remove { pieces } if pieces[1].is_gipf));
/// # Ok::<(), pipscribe::games::TurnSyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TurnView {
    /// The game.
    pub game: GameId,
    /// The actions. A turn of a game has at least one.
    pub actions: Vec<TurnAction>,
    /// The turn in canonical form, as far as that needs no rules.
    text: String,
}

/// An action of a turn. Places have the names that records use: `c4`, and `+3-2` in the Pipe Game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TurnAction {
    /// GIPF: a piece is pushed onto the board.
    Push {
        /// True for a GIPF piece.
        is_gipf: bool,
        /// The dot. A push into an empty spot may omit it.
        from: Option<String>,
        /// The spot that the last pushed piece reaches.
        to: String,
    },
    /// GIPF: pieces leave the board.
    Remove {
        /// The pieces. Empty if the turn does not list them.
        pieces: Vec<RemovedPiece>,
    },
    /// Pippinzip: a stone is placed.
    Stone {
        /// The point.
        to: String,
    },
    /// Pippinzip: the end of the auction.
    Take,
    /// Pippinzip: a stone of a team is forfeited.
    Pass,
    /// Pip•Pip: a rolled die is put aside.
    PutAside {
        /// The number that the die shows.
        value: u8,
    },
    /// Pip•Pip: a die is placed.
    Die {
        /// The number on top.
        top: u8,
        /// The number on the north side.
        north: u8,
        /// The square.
        to: String,
        /// True if the die is pulled from the store, not rolled.
        from_store: bool,
    },
    /// Pip•Pip: dice change their colour.
    Convert {
        /// The squares.
        squares: Vec<String>,
    },
    /// The Pipe Game: cards are discarded.
    Discard {
        /// The cards; `None` if they are unknown.
        cards: Option<Vec<u32>>,
    },
    /// The Pipe Game: colours are claimed, in the order of the seats.
    Claim {
        /// The names of the colours.
        colours: Vec<String>,
    },
    /// The Pipe Game: a card is played.
    Card {
        /// The number of the card.
        card: u32,
        /// The square of half A.
        to: String,
        /// The direction from half A to half B.
        heading: Compass,
    },
    /// The Pipe Game: cards are picked up.
    PickUp {
        /// The seat that picks up, from 1; `None` for the seat to play.
        seat: Option<u8>,
        /// The cards.
        cards: Vec<u32>,
    },
    /// The Pipe Game: the seats exchange their colours.
    Swap,
    /// The Pipe Game: the seats keep their colours.
    Keep,
    /// The Pipe Game: a card is drawn.
    Draw {
        /// The number of the card.
        card: u32,
    },
    /// The seat to move resigns.
    Resign,
}

/// A piece of GIPF that leaves the board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RemovedPiece {
    /// The spot.
    pub from: String,
    /// True for a GIPF piece.
    pub is_gipf: bool,
    /// True for a piece of the other seat.
    pub is_captured: bool,
}

impl RemovedPiece {
    pub(super) fn new(from: String, is_gipf: bool, is_captured: bool) -> Self {
        Self {
            from,
            is_gipf,
            is_captured,
        }
    }
}

/// A piece on the board.
///
/// ```
/// use pipscribe::games::Piece;
/// use pipscribe::prelude::*;
///
/// let mut game = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n\n")?;
/// game.play("b3")?;
/// let piece = game.position().piece_at("b3");
/// assert!(matches!(piece, Some(Piece::Gipf { seat: 1, is_gipf: false, .. })));
/// # Ok::<(), Box<Finding>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piece {
    /// A piece of GIPF.
    Gipf {
        /// The seat that owns it, from 1.
        seat: u8,
        /// True for a GIPF piece.
        is_gipf: bool,
    },
    /// A stone of Pippinzip.
    Stone {
        /// True for a white stone, which is Zip's; false for a black one, which is Pip's.
        is_white: bool,
    },
    /// A die of Pip•Pip.
    Die {
        /// The seat that owns it, from 1.
        seat: u8,
        /// The number on top.
        top: u8,
        /// The number on the north side.
        north: u8,
    },
    /// A card of the Pipe Game.
    Card {
        /// The number of the card.
        card: u32,
        /// The square of half A.
        square: String,
        /// The direction from half A to half B.
        heading: Compass,
    },
}

/// Typed views of a game's turns and boards.
pub trait Inspect: Rules {
    /// Returns the actions of a turn.
    fn actions(turn: &Self::Turn) -> Vec<TurnAction>;

    /// Returns the places that may have pieces, each once. On a table, these are the squares of the
    /// cards' halves A.
    fn places(setup: &Self::Setup, state: &Self::State) -> Vec<String>;

    /// Returns the piece on a place; `None` if the place is empty or does not exist.
    fn piece_at(setup: &Self::Setup, state: &Self::State, place: &str) -> Option<Piece>;
}

impl TurnView {
    /// Parses a turn of a game.
    ///
    /// # Errors
    /// If the text is not a turn of this game.
    pub fn parse(game: GameId, text: &str) -> Result<Self, TurnSyntaxError> {
        if text == RESIGNATION {
            return Ok(Self::resignation(game));
        }
        with_game!(game, G => G::parse_turn(text).map(|turn| Self::from_turn::<G>(&turn)))
    }

    pub(crate) fn resignation(game: GameId) -> Self {
        Self {
            game,
            actions: vec![TurnAction::Resign],
            text: RESIGNATION.to_owned(),
        }
    }

    pub(crate) fn from_turn<G: Inspect>(turn: &G::Turn) -> Self {
        Self {
            game: <G as Language>::ID,
            actions: G::actions(turn),
            text: turn.to_string(),
        }
    }

    /// Returns the place that the pushed piece starts from, if the turn names it.
    pub fn from(&self) -> Option<&str> {
        self.actions.iter().find_map(|action| match action {
            TurnAction::Push { from, .. } => from.as_deref(),
            _ => None,
        })
    }

    /// Returns the places where the turn puts pieces, in the order of its text.
    pub fn to(&self) -> Vec<&str> {
        let places = self.actions.iter().filter_map(|action| match action {
            TurnAction::Push { to, .. }
            | TurnAction::Stone { to }
            | TurnAction::Die { to, .. }
            | TurnAction::Card { to, .. } => Some(to.as_str()),
            _ => None,
        });
        places.collect()
    }

    /// Returns the items that the turn removes from the board, as far as its text lists them: spots
    /// in GIPF, and the numbers of cards in the Pipe Game. Pieces stay on the boards of the other
    /// games.
    pub fn removed(&self) -> Vec<String> {
        let removed = self.actions.iter().flat_map(|action| match action {
            TurnAction::Remove { pieces } => {
                pieces.iter().map(|piece| piece.from.clone()).collect()
            }
            TurnAction::PickUp { cards, .. } => cards.iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        });
        removed.collect()
    }
}

/// Writes the turn in canonical form, as far as that needs no rules.
impl fmt::Display for TurnView {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(&self.text)
    }
}
