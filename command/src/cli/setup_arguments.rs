//! Arguments that give a game, its variant and its tags.

use clap::Args;

use super::Failure;
use super::deck_lookup::DeckArguments;
use super::hint_text::hint_text;
use super::known_names::{NameParser, check_variant, games, needs};
use pipscribe::findings::Finding;
use pipscribe::formats::Assumptions;
use pipscribe::formats::tags_of_position;
use pipscribe::games::{Context, GameId};
use pipscribe::notation::{Record, tag_lines};
use pipscribe::replay::LiveGame;

/// A game with its variant and options.
#[derive(Debug, Args)]
pub(crate) struct SetupArguments {
    /// Set the game
    #[arg(long, value_name = "GAME", value_parser = games())]
    pub(crate) game: Option<GameId>,
    /// Set the variant
    #[arg(long, value_name = "VARIANT", requires = "game")]
    #[arg(value_parser = NameParser::variants(), hide_possible_values = true)]
    pub(crate) variant: Option<String>,
    /// Set the tag `Options`, such as "out=empty"
    #[arg(long, value_name = "OPTIONS", requires = "game")]
    pub(crate) options: Option<String>,
    /// Set a tag, such as "Size=7"; may be repeated [default: Size=13 for Pippinzip; for the Pipe
    /// Game the deck of `--deck`, else the bundled deck]
    #[arg(long, value_name = "NAME=VALUE", requires = "game")]
    pub(crate) tag: Vec<String>,
    #[command(flatten)]
    pub(crate) decks: DeckArguments,
}

impl SetupArguments {
    /// Returns the tags for these arguments, `Game` first, with the tags that follow from the
    /// position or from defaults.
    pub(crate) fn tags(&self, position: Option<&str>) -> Result<Vec<(String, String)>, Failure> {
        let mut tags = self.given_tags()?;
        let Some(game) = self.game else {
            return Ok(tags);
        };

        check_variant(Some(game), self.variant.as_deref())?;
        if game.variants().len() > 1 && tags.iter().all(|(name, _)| name != "Variant") {
            return Err(needs(game.title(), "--variant", game.variants()));
        }

        let context = self.decks.load()?.context_without_file()?;
        let mut assumptions = Assumptions::default();
        assumptions.variant = self.variant.clone();
        assumptions.context = context;

        // An invalid position has no size and no seats; it is reported separately.
        let position = position.filter(|position| game.canonical_position_text(position).is_some());
        let mut suggested_tags = position
            .map(|position| tags_of_position(game, position, &assumptions))
            .unwrap_or_default();
        suggested_tags.extend(game.suggested_tags(&assumptions.context));
        // The tags `Card…` define the deck themselves.
        let has_cards = tags.iter().any(|(name, _)| name.starts_with("Card"));
        if has_cards {
            suggested_tags.retain(|(name, _)| name != "Deck");
        }
        for (name, value) in suggested_tags {
            if tags.iter().all(|(known, _)| *known != name) {
                tags.push((name, value));
            }
        }

        Ok(tags)
    }

    /// Returns the tags that the options set.
    fn given_tags(&self) -> Result<Vec<(String, String)>, Failure> {
        let mut tags = Vec::new();
        let game = self.game.map(|game| game.name().to_owned());
        for (name, value) in [
            ("Game", game),
            ("Variant", self.variant.clone()),
            ("Options", self.options.clone()),
        ] {
            if let Some(value) = value {
                tags.push((name.to_owned(), value));
            }
        }

        for tag in &self.tag {
            let (name, value) = tag.split_once('=').ok_or_else(|| {
                Failure::Usage(format!("invalid `--tag {tag}`: write NAME=VALUE"))
            })?;
            if let Some((_, first)) = tags.iter().find(|(known, _)| known == name) {
                let message =
                    format!("invalid `--tag {tag}`: the tag `{name}` is already set, to `{first}`");
                return Err(Failure::Usage(message));
            }
            tags.push((name.to_owned(), value.to_owned()));
        }
        Ok(tags)
    }
}

/// Reports why no turn can be played with these tags, in terms of the options that set them.
pub(super) fn not_playable(tags: &[(String, String)], context: &Context) -> Failure {
    let record = Record::parse_str(&tag_lines(tags));
    let mut findings = record
        .game()
        .map(|game| game.check(&record, context).findings)
        .unwrap_or_default();
    // A position that can only be drawn is valid in a record without turns. Starting a game from it
    // fails.
    if let Err(finding) = LiveGame::start_of(record, context) {
        findings.push(*finding);
    }
    let Some(finding) = findings.into_iter().find(Finding::is_error) else {
        return Failure::Usage("invalid setup: no turn is legal".to_owned());
    };

    let what = option_at(tags, finding.span.start as usize).unwrap_or_else(|| "setup".to_owned());
    let mut why = finding.message.to_string();
    if let Some(help) = finding.advice(hint_text) {
        why.push_str(&format!(" {help}"));
    }
    Failure::Usage(format!("invalid {what}: {}", why.trim_end_matches('.')))
}

/// Returns the option that set the tag at this place of [`tag_lines`]; `None` for places before and
/// after the value.
fn option_at(tags: &[(String, String)], place: usize) -> Option<String> {
    let mut start = 0;
    for tag in tags {
        let length = tag_lines(std::slice::from_ref(tag)).len();
        // A missing tag is reported at the beginning of a line.
        if (start + 1..start + length).contains(&place) {
            let (name, value) = tag;
            return Some(match name.as_str() {
                "Game" | "Variant" | "Options" | "Position" => {
                    format!("`--{}`", name.to_lowercase())
                }
                _ => format!("`--tag {name}={value}`"),
            });
        }
        start += length;
    }
    None
}
