//! `pipscribe new`: writes a record to fill in.

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

/// Number of sample turns.
const TURNS_SHOWN: u32 = 4;

impl New {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_have_records(self.output.as_deref())?;
        let game = self.game;
        let variants = game.variants();
        let first = match variants {
            [first, _, ..] => Some((*first).to_owned()),
            _ => None,
        };
        let setup = SetupArguments {
            game: Some(game),
            variant: self.variant.clone().or(first),
            options: self.options.clone(),
            tag: self.tag.clone(),
            decks: self.decks.clone(),
        };
        let tags = setup.tags(None)?;
        let context = self.decks.load()?.context_for(None)?;
        let random = RandomGame {
            tags: &tags,
            seed: 1,
            index: 0,
            most_turns: TURNS_SHOWN,
            context: &context,
        };
        let played = game
            .random(&random)
            .and_then(|text| Timeline::new(Record::parse_str(&text), &context).ok());
        let Some(played) = played else {
            return Err(not_playable(&tags, &context));
        };

        let text = new_record(game, &tags, setup.variant.as_deref(), &played);
        Output::write_whole(self.output.as_deref(), &text)?;
        Ok(Status::Well)
    }
}

/// Returns the text of a new record: its tags, and comment lines with the tags and turns that the
/// user may write. The sample turns come from a random game with the same tags.
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
    let count = sample.start().map_or(2, |start| start.position.seats());
    let seats = (1..=count).map(|seat| (format!("[Player{seat} \"\"]"), "a name"));
    let own_tags = game.tags().iter().filter_map(|spec| {
        let default = spec.default?;
        Some((format!("[{} {}]", spec.name, quoted(default)), spec.meaning))
    });
    let results = match count {
        2 => "1-0, 0-1, 1/2-1/2",
        3 => "1-0-0, 1/2-1/2-0 and the like",
        _ => "1-0-0-0, 1/2-1/2-0-0 and the like",
    };
    let common = [("[Date \"2026-11-20\"]".to_owned(), "or 2026-11, or 2026")];
    let is_given = |tag: &str| {
        tags.iter()
            .any(|(name, _)| tag.starts_with(&format!("[{name} ")))
    };
    for (tag, meaning) in own_tags
        .chain(seats)
        .chain(common)
        .filter(|(tag, _)| !is_given(tag))
    {
        text.push_str(&format!("# {tag}  # {meaning}\n"));
    }

    if !is_given("[Options ") {
        text.push_str(&option_lines(game, variant, count));
    }
    let turns = sample
        .main_line()
        .filter_map(|frame| Some(format!("{}. {}", frame.number, frame.canonical_turn()?)));
    text.push_str(&deal_lines(game));
    text.push_str(&format!(
        "# Turns, each with its number: {}\n",
        turns.collect::<Vec<_>>().join(" ")
    ));
    text.push_str(&format!(
        "# The result: * while the game is open, {results}\n*\n"
    ));
    text
}
