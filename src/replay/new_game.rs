//! Tags of a game that starts, given by a program.

use super::RandomGame;
use super::live::LiveGame;
use crate::findings::Finding;
use crate::games::{Context, GameId};
use crate::notation::{Record, tag_lines};
use crate::text::shorten;

/// Tags that describe the end of a game.
pub const END_TAGS: [&str; 3] = ["Result", "Score", "Termination"];

/// Tags of a game that starts. They are checked more strictly than those of a record: a program
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
/// assert_eq!(LiveGame::start(&tags.check(&Context::default())?)?.legal_turns().len(), 2_626);
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
    #[error("`{}` describes how a game ended; a game that starts cannot have it", shorten(.0))]
    End(String),
    /// The tags are invalid, or the game does not use one of them.
    #[error("{finding}")]
    Tags {
        /// The finding. Its span counts in `text`.
        finding: Box<Finding>,
        /// The tags as a record has them.
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
        let refused = report
            .first_error_in_figures()
            .into_iter()
            .chain(report.findings.iter().filter(is_unused));
        match refused
            .into_iter()
            .find(|finding| (finding.span.start as usize) < text.len())
        {
            Some(finding) => Err(NewGameError::Tags {
                finding: Box::new(finding.clone()),
                text,
            }),
            None => match LiveGame::start_of(Record::parse_str(&text), context) {
                Ok(_) => Ok(text),
                Err(finding) => Err(NewGameError::Tags { finding, text }),
            },
        }
    }

    /// Plays a random game with these tags, and returns it as a canonical record. In the Pipe Game,
    /// a deck is added if no tag names one: the first of those that `context` was given, otherwise
    /// the built-in one.
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
        self.name_deck(context);
        let text = self.check(context)?;
        let made = self.game.random(&RandomGame {
            tags: &self.tags,
            seed,
            index,
            most_turns,
            context,
        });
        // The finding about the dealt tags is the one that a game with these tags would have.
        made.ok_or_else(
            || match LiveGame::start_of(Record::parse_str(&text), context) {
                Err(finding) => NewGameError::Tags { finding, text },
                Ok(_) => NewGameError::NoDeal,
            },
        )
    }

    fn name_deck(&mut self, context: &Context) {
        let names_deck = |(name, _): &(String, String)| name == "Deck" || name.starts_with("Card");
        let Some(spec) = self.game.facts().deck_tag() else {
            return;
        };
        if self.tags.iter().any(names_deck) {
            return;
        }
        let deck = context.decks().names().into_iter().next();
        self.tags
            .extend(deck.map(|name| (spec.name.to_owned(), name)));
    }
}
