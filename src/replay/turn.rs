//! Type-erased turns: a turn of any game, behind one type.

use std::any::Any;
use std::cmp::Ordering;
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::progress::Move;
use crate::games::{Game, GameId, TurnView, with_game};

/// A turn of any game, or a resignation. Owns its data; cloning is cheap.
///
/// [`Position::turns`](super::Position::turns) and [`Position::parse`](super::Position::parse)
/// return turns in canonical form, and `Display` writes that form. Turns are equal if they have the
/// same game and the same canonical text, and are ordered by game, then by that text. Whether a
/// turn is legal depends on the position that it is played in.
///
/// ```
/// use pipscribe::prelude::*;
///
/// let start = LiveGame::start("[Game \"gipf\"]\n[Variant \"basic\"]\n")?.position().clone();
/// let turn = start.parse("a2-b3")?;
/// assert_eq!((turn.game(), turn.to_string().as_str()), (GameId::Gipf, "b3"));
/// assert!(start.turns().any(|legal| legal == turn));
/// assert_eq!(start.play(&turn)?, start.play("b3")?);
/// # Ok::<(), Box<Finding>>(())
/// ```
#[derive(Clone)]
pub struct Turn(Arc<dyn AnyTurn>);

trait AnyTurn: Any + Send + Sync {
    fn game(&self) -> GameId;
    fn text(&self) -> &str;
    fn view(&self) -> TurnView;
    fn as_any(&self) -> &dyn Any;
}

/// [`Turn`] with the type of its game.
struct TypedTurn<G: Game> {
    played: Move<G>,
    /// The canonical text, written on first use: engines play most turns without reading them.
    text: OnceLock<Box<str>>,
}

impl<G: Game> AnyTurn for TypedTurn<G> {
    fn game(&self) -> GameId {
        G::ID
    }

    fn text(&self) -> &str {
        self.text.get_or_init(|| self.played.to_string().into())
    }

    fn view(&self) -> TurnView {
        match &self.played {
            Move::Turn(turn) => TurnView::from_turn::<G>(turn),
            Move::Resign => TurnView::resignation(G::ID),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Turn {
    pub(super) fn new<G: Game>(played: Move<G>) -> Self {
        Self(Arc::new(TypedTurn {
            played,
            text: OnceLock::new(),
        }))
    }

    /// Returns the move with the types of its game; `None` if it belongs to another game.
    pub(super) fn of_game<G: Game>(&self) -> Option<&Move<G>> {
        let turn = self.0.as_any().downcast_ref::<TypedTurn<G>>()?;
        Some(&turn.played)
    }

    /// Returns the game.
    pub fn game(&self) -> GameId {
        self.0.game()
    }

    /// Returns the turn in canonical form.
    pub fn as_str(&self) -> &str {
        self.0.text()
    }

    /// Returns the turn as typed actions.
    pub fn view(&self) -> TurnView {
        self.0.view()
    }
}

impl Display for Turn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.as_str())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Turn({} {})", self.game(), self.as_str())
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.game() == other.game() && self.as_str() == other.as_str()
    }
}

impl Eq for Turn {}

/// Compares the canonical text.
impl PartialEq<str> for Turn {
    fn eq(&self, text: &str) -> bool {
        self.as_str() == text
    }
}

/// Compares the canonical text.
impl PartialEq<&str> for Turn {
    fn eq(&self, text: &&str) -> bool {
        self.as_str() == *text
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.game(), self.as_str()).cmp(&(other.game(), other.as_str()))
    }
}

impl Hash for Turn {
    fn hash<H: Hasher>(&self, into: &mut H) {
        (self.game(), self.as_str()).hash(into);
    }
}

/// The serialized form of a turn.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TurnJson<T> {
    game: T,
    turn: T,
}

/// Writes the game and the canonical text: `{"game": "gipf", "turn": "b3"}`.
impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = TurnJson {
            game: self.game().name(),
            turn: self.as_str(),
        };
        json.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Turn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let TurnJson { game, turn } = TurnJson::<String>::deserialize(deserializer)?;
        let game: GameId = game.parse().map_err(D::Error::custom)?;
        let parsed = with_game!(game, G => Move::<G>::parse(&turn).map(Self::new));

        parsed.map_err(|_| D::Error::custom(format!("`{turn}` is not a turn of {game}")))
    }
}

/// A turn that is being visited. [`TurnRef::to_turn`] keeps it.
#[derive(Clone, Copy)]
pub struct TurnRef<'t>(&'t dyn AnyTurnRef);

trait AnyTurnRef: Display {
    fn to_turn(&self) -> Turn;
}

/// A turn with the type of its game, borrowed from the search that found it.
pub(super) struct TypedTurnRef<'t, G: Game>(pub(super) &'t G::Turn);

impl<G: Game> Display for TypedTurnRef<'_, G> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl<G: Game> AnyTurnRef for TypedTurnRef<'_, G> {
    fn to_turn(&self) -> Turn {
        Turn::new::<G>(Move::Turn(self.0.clone()))
    }
}

impl<'t> TurnRef<'t> {
    pub(super) fn new<G: Game>(turn: &'t TypedTurnRef<'_, G>) -> Self {
        Self(turn)
    }

    /// Returns the turn.
    pub fn to_turn(self) -> Turn {
        self.0.to_turn()
    }
}

impl Display for TurnRef<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Debug for TurnRef<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "TurnRef({self})")
    }
}

/// A turn to play: a [`Turn`], which is played without parsing, or the text of a turn or `resign`.
#[derive(Clone, Copy, Debug)]
pub enum TurnInput<'t> {
    /// A typed turn.
    Turn(&'t Turn),
    /// The text of a turn, in any form that the notation allows.
    Text(&'t str),
}

impl<'t> From<&'t Turn> for TurnInput<'t> {
    fn from(turn: &'t Turn) -> Self {
        Self::Turn(turn)
    }
}

impl<'t> From<&'t str> for TurnInput<'t> {
    fn from(text: &'t str) -> Self {
        Self::Text(text)
    }
}

impl<'t> From<&'t String> for TurnInput<'t> {
    fn from(text: &'t String) -> Self {
        Self::Text(text)
    }
}

impl<'t> TurnInput<'t> {
    /// Returns the text, in canonical form for a typed turn.
    pub(super) fn text(self) -> &'t str {
        match self {
            Self::Turn(turn) => turn.as_str(),
            Self::Text(text) => text,
        }
    }
}
