//! The reserves of a position in words.

use super::Position;
use crate::games::GameId;
use crate::games::gipf::Gipf;
use crate::games::pippip::Pippip;

impl Position {
    /// Returns what each seat has left, separated by colons: GIPF's reserves, Pip•Pip's stores;
    /// `None` for a game without either.
    pub fn reserves(&self) -> Option<String> {
        match self.game() {
            GameId::Gipf => {
                let [white, black] = self.of_game::<Gipf>()?.state().text.reserve;
                Some(format!("{white}:{black}"))
            }
            GameId::Pippip => {
                let stores = &self.of_game::<Pippip>()?.state().stores;
                let values = stores.iter().map(ToString::to_string);
                Some(values.collect::<Vec<_>>().join(":"))
            }
            GameId::Pippinzip | GameId::Pipe => None,
        }
    }
}
