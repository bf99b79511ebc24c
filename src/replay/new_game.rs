//! Tags of a game that starts, given by a program.

use super::RandomGame;
use super::live_game::LiveGame;
use crate::findings::Finding;
use crate::games::{Context, GameId};
use crate::notation::{Record, tag_lines};
use crate::text::shorten;

/// Tags that describe the end of a game.
pub const END_TAGS: [&str; 3] = ["Result", "Score", "Termination"];

/// Tags of a new game. They are checked more strictly than the tags of a record, because a program
/// passes a tag for a reason.
///
/// ```
/// use pipscribe::LiveGame;
/// use pipscribe::games::{Context, GameId};
/// use pipscribe::replay::NewGame;
///
/// let mut tags = NewGame::new(GameId::Pippinzip);
/// tags.add("Variant", "zipline")?;
/// tags.add("Size", "5")?;
/// assert!(tags.add("Result", "1-0").is_err());
/// assert_eq!(LiveGame::start(&tags.check(&Context::default())?)?.position().legal_turns().len(), 2_626);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NewGame {
    game: GameId,
    tags: Vec<(String, String)>,
}

/// Reason why a game cannot start with its tags.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NewGameError {
    /// The name of a tag is malformed.
    #[error("`{}` is not a valid tag name", shorten(.0))]
    Name(String),
    /// The tag describes the end of a game.
    #[error("`{}` describes how a game ended; a new game cannot have it", shorten(.0))]
    End(String),
    /// The tags are invalid, or the game does not use one of them.
    #[error("{finding}")]
    Tags {
        /// The finding. Its span counts in `text`.
        finding: Box<Finding>,
        /// The tags as written in a record.
        text: String,
    },
    /// No cards can be dealt.
    #[error("no game can be dealt that begins with these tags")]
    NoDeal,
}

impl NewGame {
    /// Creates the tags of a game, with its name only.
    pub fn new(game: GameId) -> Self {
        Self {
            game,
            tags: vec![("Game".to_owned(), game.name().to_owned())],
        }
    }

    /// Adds a tag.
    ///
    /// # Errors
    /// If the name is malformed, or the tag describes the end of a game.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        value: impl Into<String>,
    ) -> Result<(), NewGameError> {
        let name = name.into();
        if END_TAGS.contains(&name.as_str()) {
            return Err(NewGameError::End(name));
        }
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric());
        if !is_name {
            return Err(NewGameError::Name(name));
        }
        self.tags.push((name, value.into()));
        Ok(())
    }

    /// Returns the tags as text, if a game can start with them.
    ///
    /// # Errors
    /// If the tags are invalid, or the game does not use one of them; in a record, the latter is
    /// only a warning.
    pub fn check(&self, context: &Context) -> Result<String, NewGameError> {
        let text = tag_lines(&self.tags);
        let report = self
            .game
            .check(&Record::parse_str(&format!("{text}\n*\n")), context);
        let is_unused = |finding: &&Finding| finding.code.id == "tag/not-for-this-game";
        let mut refused = report
            .first_error_in_figures()
            .into_iter()
            .chain(report.findings.iter().filter(is_unused));
        // The movetext `*` after the tags is not the program's.
        let in_tags = refused.find(|finding| (finding.span.start as usize) < text.len());
        if let Some(finding) = in_tags {
            return Err(NewGameError::Tags {
                finding: Box::new(finding.clone()),
                text,
            });
        }

        match LiveGame::start_of(Record::parse_str(&text), context) {
            Ok(_) => Ok(text),
            Err(finding) => Err(NewGameError::Tags { finding, text }),
        }
    }

    /// Plays a random game with these tags, and returns it as a canonical record. A tag that the
    /// game needs and that is missing gets its usual value: 13 rows in Pippinzip, and in the Pipe
    /// Game the first deck that `context` was given, otherwise the built-in one.
    ///
    /// # Errors
    /// If [`NewGame::check`] fails, or no cards can be dealt.
    pub fn random(
        mut self,
        context: &Context,
        seed: u64,
        index: u64,
        most_turns: u32,
    ) -> Result<String, NewGameError> {
        self.add_suggested_tags(context);
        let text = self.check(context)?;
        let made = self.game.random(&RandomGame {
            tags: &self.tags,
            seed,
            index,
            most_turns,
            context,
        });
        // The finding on the dealt tags is the same as for a game with these tags.
        made.ok_or_else(
            || match LiveGame::start_of(Record::parse_str(&text), context) {
                Err(finding) => NewGameError::Tags { finding, text },
                Ok(_) => NewGameError::NoDeal,
            },
        )
    }

    /// Adds the tags that a game needs and the program left out, with the usual values. A position
    /// determines the other tags, so only the deck is added to it.
    fn add_suggested_tags(&mut self, context: &Context) {
        let has = |tag: &str| self.tags.iter().any(|(name, _)| name == tag);
        // The tags `Card1`, `Card2` and so on describe the cards in place of a deck.
        let has_cards = self.tags.iter().any(|(name, _)| name.starts_with("Card"));
        let has_position = has("Position");
        let deck_tag = self.game.facts().deck_tag().map(|spec| spec.name);

        let mut missing = self.game.suggested_tags(context);
        missing.retain(|(name, _)| {
            let is_deck = Some(name.as_str()) == deck_tag;
            let is_settled = if is_deck { has_cards } else { has_position };
            !is_settled && !has(name)
        });
        self.tags.extend(missing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tags of a random game without turns.
    fn begun(game: GameId, tags: &[(&str, &str)]) -> Result<String, NewGameError> {
        let mut new_game = NewGame::new(game);
        for (name, value) in tags {
            new_game.add(*name, *value)?;
        }
        new_game.random(&Context::default(), 1, 0, 0)
    }

    #[test]
    fn every_variant_can_be_begun_without_other_tags() {
        for game in GameId::ALL {
            let variants = match game.variants() {
                [] => vec![None],
                names => names.iter().copied().map(Some).collect(),
            };
            for variant in variants {
                let tags: Vec<_> = variant.map(|name| ("Variant", name)).into_iter().collect();
                let text = begun(game, &tags).unwrap_or_else(|error| panic!("{game}: {error}"));
                assert!(LiveGame::start(&text).is_ok(), "{text}");
            }
        }
    }

    #[test]
    fn a_given_size_or_position_is_kept() {
        let zipline = ("Variant", "zipline");
        let small = begun(GameId::Pippinzip, &[zipline, ("Size", "5")]).unwrap();
        assert!(small.contains("[Size \"5\"]"), "{small}");
        // A position without a size is invalid, as in a record.
        let position = ("Position", "5/5/2w2/5/5 1 taker=2 -");
        let error = begun(GameId::Pippinzip, &[zipline, position]).unwrap_err();
        assert!(error.to_string().contains("`Size`"), "{error}");
    }
}
