//! `pipscribe new`

use std::path::PathBuf;

use clap::Args;

use super::decks::DeckArguments;
use super::names::{Names, games};
use super::output::Output;
use super::paths::must_not_have_records;
use super::setup_arguments::{SetupArguments, not_playable};
use super::{Failure, Status};
use pipscribe::games::GameId;
use pipscribe::notation::{Record, tag_lines};
use pipscribe::replay::{RandomGame, Timeline};

/// Arguments of `pipscribe new`.
#[derive(Debug, Args)]
pub(crate) struct New {
    /// The game
    #[arg(value_name = "GAME", value_parser = games())]
    game: GameId,
    /// Set the variant [default: the first variant of the game]
    #[arg(long, value_name = "VARIANT", value_parser = Names::variants(), hide_possible_values = true)]
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

/// Optional tags of a game, each with its default and its other values.
fn comments(game: GameId) -> &'static [(&'static str, &'static str)] {
    match game {
        GameId::Pippinzip => &[("[Players \"2\"]", "or 3, but in `pipeline`")],
        GameId::Pippip => &[(
            "[Colors \"light,dark\"]",
            "or dark,light: the colour of seat 1 and of seat 2",
        )],
        GameId::Pipe => &[("[Players \"2\"]", "or 3, or 4, in `both`")],
        _ => &[],
    }
}

/// An option: its name, its default, and its other values.
type OptionLine = (&'static str, &'static str, &'static str);

/// Returns the options for a variant and a number of seats, in the order of the rules chapter.
fn options(game: GameId, variant: Option<&str>, seats: u8) -> Vec<OptionLine> {
    match game {
        GameId::Gipf => {
            let reserve = (
                "reserve",
                "12,12",
                "the pieces of White and of Black, 12 to 15",
            );
            let out = (
                "out",
                "push",
                "a player without a piece to push has lost; or empty: a player without a piece after a turn",
            );
            [
                Some(reserve).filter(|_| variant == Some("basic")),
                Some(out),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
        GameId::Pippip => vec![
            (
                "dice",
                "ccw",
                "which way 1, 2, 3 run round their corner; or cw",
            ),
            ("cap", "3", "how many dice a store holds, 0 to 8"),
            (
                "store",
                "turn",
                "what follows a die put aside, a roll or a pull; or roll: a roll",
            ),
        ],
        GameId::Pipe => {
            let recycle = if seats == 4 { "yes" } else { "no" };
            let mut lines = vec![(
                "recycle",
                recycle,
                "whether discards go under the stock: yes, no or shuffled",
            )];
            lines.push((
                "table",
                "",
                "12x8: the number of columns and rows that the cards must fit into",
            ));
            if seats == 4 {
                lines.push(("teams", "", "13-24: seats 1 and 3 against 2 and 4"));
            }
            lines
        }
        _ => Vec::new(),
    }
}

/// Returns the options as comment lines: the tag, and the values of each option.
fn option_lines(options: &[OptionLine]) -> String {
    let usual: Vec<_> = options
        .iter()
        .filter(|(_, usual, _)| !usual.is_empty())
        .collect();
    if usual.is_empty() {
        return String::new();
    }
    let usual: Vec<_> = usual
        .into_iter()
        .map(|(name, usual, _)| format!("{name}={usual}"))
        .collect();
    let mut text = format!("# [Options \"{}\"]\n", usual.join(" "));
    for (name, _, meaning) in options {
        text.push_str(&format!("#   {name}: {meaning}\n"));
    }
    text
}

/// Number of sample turns.
const TURNS_SHOWN: u32 = 4;

impl New {
    pub(crate) fn run(&self) -> Result<Status, Failure> {
        must_not_have_records(self.output.as_deref())?;
        let game = self.game;
        let variants = game.variants();
        let first = variants
            .first()
            .filter(|_| variants.len() > 1)
            .map(|variant| (*variant).to_owned());
        let setup = SetupArguments {
            game: Some(game),
            variant: self.variant.clone().or(first),
            options: self.options.clone(),
            tag: self.tag.clone(),
            decks: self.decks.clone(),
        };
        let tags = setup.tags(None)?;
        let context = self.decks.load()?.of_file(None)?;
        let random = RandomGame {
            tags: &tags,
            seed: 1,
            index: 0,
            most_turns: TURNS_SHOWN,
            context: &context,
        };
        let played = game
            .random(&random)
            .and_then(|text| Timeline::of(Record::parse_str(&text), &context));
        let Some(played) = played else {
            return Err(not_playable(&tags, &context));
        };
        let mut text = tag_lines(&tags);
        text.push('\n');
        if variants.len() > 1 {
            text.push_str(&format!("# Variants: {}.\n", variants.join(", ")));
        }
        let count = played.start().map_or(2, |start| start.position.seats());
        let seats = (1..=count).map(|seat| (format!("[Player{seat} \"\"]"), "a name"));
        let own = comments(game)
            .iter()
            .map(|(tag, meaning)| ((*tag).to_owned(), *meaning));
        let results = match count {
            2 => "1-0, 0-1, 1/2-1/2",
            3 => "1-0-0, 1/2-1/2-0 and the like",
            _ => "1-0-0-0, 1/2-1/2-0-0 and the like",
        };
        let common = [("[Date \"2026-11-20\"]".to_owned(), "or 2026-11, or 2026")];
        let is_said = |tag: &str| {
            tags.iter()
                .any(|(name, _)| tag.starts_with(&format!("[{name} ")))
        };
        for (tag, meaning) in own
            .chain(seats)
            .chain(common)
            .filter(|(tag, _)| !is_said(tag))
        {
            text.push_str(&format!("# {tag}  # {meaning}\n"));
        }
        if !is_said("[Options ") {
            text.push_str(&option_lines(&options(
                game,
                setup.variant.as_deref(),
                count,
            )));
        }
        let turns = played
            .main_line()
            .filter_map(|frame| Some(format!("{}. {}", frame.number, frame.canonical_turn()?)));
        if game == GameId::Pipe {
            text.push_str(
                "# Tags of cards, all or none of them: Hand1 and so on, nine numbers joined by commas, and Stock.\n",
            );
        }
        text.push_str(&format!(
            "# Turns, a number for each: {}\n",
            turns.collect::<Vec<_>>().join(" ")
        ));
        text.push_str(&format!(
            "# The result: * while the game is open, {results}\n*\n"
        ));
        Output::write_whole(self.output.as_deref(), &text)?;
        Ok(Status::Well)
    }
}
