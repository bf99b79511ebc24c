//! `pipscribe new`: writes a record to fill in. It has the required tags. Lines that begin with `#`
//! are comments: other tags, options and sample turns that the user may write.

use std::path::PathBuf;

use clap::Args;

use super::deck_lookup::DeckArguments;
use super::known_names::{NameParser, games};
use super::output::Output;
use super::overwrite_protection::must_not_have_records;
use super::setup_arguments::{SetupArguments, not_playable};
use super::{Failure, Status};
use pipscribe::games::GameId;
use pipscribe::notation::{Record, Values, quoted, tag_lines};
use pipscribe::replay::{RandomGame, Timeline};

/// Arguments of `pipscribe new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// Game of the record
    #[arg(value_name = "GAME", value_parser = games())]
    game: GameId,
    /// Set the variant [default: the first variant of the game]
    #[arg(long, value_name = "VARIANT", value_parser = NameParser::variants(), hide_possible_values = true)]
    variant: Option<String>,
    /// Set the tag `Options`, such as "out=empty"
    #[arg(long, value_name = "OPTIONS")]
    options: Option<String>,
    /// Set a tag, such as "Size=7"; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    tag: Vec<String>,
    /// Write the record to PATH [default: standard output]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    decks: DeckArguments,
}

/// Number of sample turns.
const SAMPLE_TURNS: u32 = 4;

impl New {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_have_records(self.output.as_deref())?;
        let game = self.game;
        // A game with a single variant needs no tag for it.
        let first_variant = match game.variants() {
            [first, _, ..] => Some((*first).to_owned()),
            _ => None,
        };
        let setup = SetupArguments {
            game: Some(game),
            variant: self.variant.clone().or(first_variant),
            options: self.options.clone(),
            tag: self.tag.clone(),
            decks: self.decks.clone(),
        };
        let tags = setup.tags(None)?;
        let context = self.decks.load()?.context_without_file()?;

        // The sample turns come from a random game.
        let random = RandomGame {
            tags: &tags,
            seed: 1,
            index: 0,
            most_turns: SAMPLE_TURNS,
            context: &context,
        };
        let sample = game
            .random(&random)
            .and_then(|text| Timeline::new(Record::parse_str(&text), &context).ok());
        let Some(sample) = sample else {
            return Err(not_playable(&tags, &context));
        };

        let text = new_record(game, &tags, setup.variant.as_deref(), &sample);
        Output::write_whole(self.output.as_deref(), &text)?;
        Ok(Status::Well)
    }
}

/// Returns the text of a new record: its tags, and comment lines with the tags and turns that the
/// user may write. `sample` is a game with the same tags.
fn new_record(
    game: GameId,
    tags: &[(String, String)],
    variant: Option<&str>,
    sample: &Timeline,
) -> String {
    let variants = game.variants();
    let mut text = tag_lines(tags);
    text.push('\n');
    if variants.len() > 1 {
        text.push_str(&format!("# Variants: {}.\n", variants.join(", ")));
    }
    let seats = sample.start().map_or(2, |start| start.position.seats());
    let is_given = |tag: &str| tags.iter().any(|(name, _)| name == tag);
    for line in optional_tags(game, seats) {
        if !is_given(&line.name) {
            text.push_str(&format!("# {}  # {}\n", line.tag, line.meaning));
        }
    }
    if !is_given("Options") {
        text.push_str(&option_lines(game, variant, seats));
    }
    text.push_str(&deal_lines(game));

    let turns: Vec<String> = sample
        .main_line()
        .filter_map(|frame| Some(format!("{}. {}", frame.number, frame.position.turn()?)))
        .collect();
    let results = match seats {
        2 => "1-0, 0-1, 1/2-1/2",
        3 => "1-0-0, 1/2-1/2-0 and the like",
        _ => "1-0-0-0, 1/2-1/2-0-0 and the like",
    };
    text.push_str(&format!(
        "# Turns, each with its number: {}\n",
        turns.join(" ")
    ));
    text.push_str(&format!(
        "# The result: * while the game is open, {results}\n*\n"
    ));
    text
}

/// A tag that the user may write.
struct OptionalTag {
    name: String,
    /// The tag with its default or a sample value: `[Date "2026-11-20"]`.
    tag: String,
    meaning: &'static str,
}

/// Returns the tags of a game that have a default, the tags of the players, and the date.
fn optional_tags(game: GameId, seats: u8) -> Vec<OptionalTag> {
    let mut tags = Vec::new();
    for spec in game.tags() {
        if let Some(default) = spec.default {
            tags.push(OptionalTag {
                name: spec.name.to_owned(),
                tag: format!("[{} {}]", spec.name, quoted(default)),
                meaning: spec.meaning,
            });
        }
    }
    for seat in 1..=seats {
        tags.push(OptionalTag {
            name: format!("Player{seat}"),
            tag: format!("[Player{seat} \"\"]"),
            meaning: "a name",
        });
    }
    tags.push(OptionalTag {
        name: "Date".to_owned(),
        tag: "[Date \"2026-11-20\"]".to_owned(),
        meaning: "or 2026-11, or 2026",
    });
    tags
}

/// Returns the options for a variant and a number of seats as comment lines: the tag with the
/// defaults, and the meaning of each option.
fn option_lines(game: GameId, variant: Option<&str>, seats: u8) -> String {
    let options = game
        .options()
        .iter()
        .filter(|spec| spec.is_of(variant, seats));
    let defaults: Vec<String> = options
        .clone()
        .filter_map(|spec| Some(format!("{}={}", spec.key, spec.default.value(seats)?)))
        .collect();
    if defaults.is_empty() {
        return String::new();
    }
    let mut text = format!("# [Options \"{}\"]\n", defaults.join(" "));
    for spec in options {
        text.push_str(&format!("#   {}: {}\n", spec.key, spec.meaning));
    }
    text
}

/// Returns the tags that record the deal, as comment lines; empty for a game without cards.
fn deal_lines(game: GameId) -> String {
    let lists = game
        .tags()
        .iter()
        .filter(|spec| spec.values == Values::Cards);
    let lines: String = lists
        .map(|spec| {
            let name = spec.names().next().unwrap_or_default();
            format!("#   {name}: {}\n", spec.meaning)
        })
        .collect();
    if lines.is_empty() {
        return lines;
    }
    format!("# Tags of cards, all or none of them:\n{lines}")
}
