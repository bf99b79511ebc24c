//! Pieces, dice and cards by name, to be shown in running text.

use super::{Context, Drawing, GameId, with_game};
use crate::draw::Scene;

/// Piece, die or card, drawn by itself. The title of its scene is its text description.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedPiece {
    /// The drawing.
    pub scene: Scene,
    /// The name in file names: lower-case letters, digits and hyphens.
    pub file: String,
}

/// Error for a name that is not the name of a piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnknownPiece {
    /// No game has a piece of this name.
    #[error("unknown piece `{0}`: {pieces}", pieces = pieces_in_words())]
    Name(String),
    /// There is no such deck, or it cannot be used.
    #[error("unknown deck `{name}` (the known decks are {})", .known.join(", "))]
    Deck {
        /// The name.
        name: String,
        /// The names of the decks that are known in advance.
        known: Vec<String>,
    },
    /// A deck lacks the card.
    #[error("the deck `{deck}` has no card {card}: its cards are {first} to {last}")]
    Card {
        /// The deck.
        deck: String,
        /// The number asked for.
        card: u32,
        /// The lowest number of the deck.
        first: u32,
        /// The highest number of the deck.
        last: u32,
    },
}

/// Returns the piece with a name. The name of a game may precede it, `pippinzip/w`; otherwise the
/// first game that has such a piece is taken.
///
/// ```
/// use pipscribe::games::{Context, named_piece};
///
/// assert_eq!(named_piece("W", &Context::default()).unwrap().scene.title, "white GIPF piece");
/// assert_eq!(named_piece("D3", &Context::default()).unwrap().scene.title, "dark die 3");
/// assert!(named_piece("Q", &Context::default()).unwrap_err().to_string().starts_with("unknown piece `Q`"));
/// ```
///
/// # Errors
/// If no game has such a piece.
pub fn named_piece(name: &str, context: &Context) -> Result<NamedPiece, UnknownPiece> {
    let of_game = name
        .split_once('/')
        .and_then(|(game, rest)| Some((GameId::named(game)?, rest)));
    let found = match of_game {
        Some((game, rest)) => piece_of(game, rest, context),
        None => GameId::ALL
            .into_iter()
            .find_map(|game| piece_of(game, name, context)),
    };
    found.unwrap_or_else(|| Err(UnknownPiece::Name(name.to_owned())))
}

/// Lists the names of pieces, game by game, for the error about an unknown name.
fn pieces_in_words() -> String {
    let mut words = String::new();
    for game in GameId::ALL {
        let pieces = game.facts().pieces;
        // Only the first game has a verb: "`w` and `b` are pieces of GIPF, `pippinzip/w` stones of
        // Pippinzip".
        let (separator, verb) = if words.is_empty() {
            ("", " are ")
        } else {
            (", ", " ")
        };
        words.push_str(separator);
        words.push_str(pieces.names);
        words.push_str(verb);
        words.push_str(pieces.meaning);
    }
    words
}

/// Returns a piece of one game ([`Drawing::piece`]).
fn piece_of(
    game: GameId,
    name: &str,
    context: &Context,
) -> Option<Result<NamedPiece, UnknownPiece>> {
    with_game!(game, G => G::piece(name, context))
}
