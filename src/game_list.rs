//! The list of the games. Apart from the `mod` lines of `games`, this is the only place that names
//! all of them: the identifiers, the dispatch to their types, their facts and their codes are
//! generated from it.
//!
//! It connects the layers and does not belong to any of them. `findings` and `notation` know the
//! games only through it, as data.

use crate::findings::{Code, CodePage};
use crate::notation::GameFacts;

/// Generates everything that has one entry for each game. A line of the list is the type of the
/// game, which is also the variant of [`GameId`]; its module, which is also its name in records;
/// and its name for people.
///
/// The dollar sign is an argument, because the generated macro `with_game!` needs it.
macro_rules! games {
    ($dollar:tt $($game:ident $module:ident $title:literal;)+) => {
        /// One of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum GameId {
            $(
                #[doc = concat!($title, ".")]
                $game,
            )+
        }

        /// The number of games.
        const COUNT: usize = [$($title),+].len();

        impl GameId {
            /// All games.
            pub const ALL: [Self; COUNT] = [$(Self::$game),+];

            /// Returns the name in records: `gipf`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$game => stringify!($module),)+
                }
            }

            /// Returns the name for people: `GIPF`.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$game => $title,)+
                }
            }

            /// Returns the facts about the game.
            #[doc(hidden)]
            pub const fn facts(self) -> &'static GameFacts {
                match self {
                    $(Self::$game => $crate::games::$module::facts::FACTS,)+
                }
            }

            /// Returns the codes that only this game has, in the order of its rule sheet.
            pub fn codes(self) -> &'static [Code] {
                match self {
                    $(Self::$game => $crate::games::$module::codes::ALL,)+
                }
            }
        }

        /// The pages of the codes of each game. A separate list: otherwise every program that
        /// lists the codes contains the pages.
        pub(crate) const CODE_PAGES: [&[CodePage]; COUNT] =
            [$($crate::games::$module::codes::PAGES),+];

        /// Evaluates `$body` with `$G` as the type of the game that `$game` names.
        ///
        /// This is the only place that dispatches from a [`GameId`] to a game's type.
        macro_rules! with_game {
            ($dollar game:expr, $dollar G:ident => $dollar body:expr) => {
                match $dollar game {
                    $(
                        $crate::notation::GameId::$game => {
                            type $dollar G = $crate::games::$module::$game;
                            $dollar body
                        }
                    )+
                }
            };
        }
        pub(crate) use with_game;
    };
}

games! { $
    Gipf gipf "GIPF";
    Pippinzip pippinzip "Pippinzip";
    Pippip pippip "Pip•Pip";
    Pipe pipe "The Very Clever Pipe Game";
}
