//! Games in progress, and random games.

use pipscribe::LiveGame;
use pipscribe::games::GameId;
use pipscribe::notation::{Record, likely_tag};
use pipscribe::replay::{END_TAGS, NewGame, NewGameError};
use serde::Deserialize;
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::decks::{DeckTexts, context};
use crate::given::{Given, Page};
use crate::json::line;
use crate::options::read;
use crate::refused::Refused;
use crate::replay::listed;

/// Tags of a record, in order.
type Tags = Vec<(String, String)>;

/// The options of `randomGame`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct RandomOptions {
    tags: Tags,
    own_tags: Tags,
    seed: u64,
    index: u64,
    most_turns: Option<u32>,
    decks: Option<DeckTexts>,
}

/// Default maximum number of turns of a random game.
const MAX_TURNS: u32 = 1000;

/// Returns a random game as a canonical record.
#[wasm_bindgen(js_name = randomGame)]
pub fn random_game(options: &str) -> Result<String, JsValue> {
    read(options).and_then(random).map_err(Refused::into_js)
}

fn random(options: RandomOptions) -> Result<String, Refused> {
    let RandomOptions {
        tags,
        own_tags,
        seed,
        index,
        most_turns,
        decks,
    } = options;
    let context = context(&decks)?;
    new_game(&tags, &own_tags)?
        .random(&context, seed, index, most_turns.unwrap_or(MAX_TURNS))
        .map_err(not_started)
}

/// A game in progress. Turns can be played and taken back.
#[wasm_bindgen(js_name = LiveGame)]
#[derive(Debug)]
pub struct GameInProgress(LiveGame);

/// The options of `LiveGame.start`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct StartOptions {
    tags: Tags,
    own_tags: Tags,
    decks: Option<DeckTexts>,
}

/// The options of `LiveGame.of`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct OfOptions {
    page: Option<Page>,
    record: Option<u64>,
    turn: Option<u32>,
    decks: Option<DeckTexts>,
}

impl GameInProgress {
    fn started(options: StartOptions) -> Result<Self, Refused> {
        let context = context(&options.decks)?;
        let text = new_game(&options.tags, &options.own_tags)?
            .check(&context)
            .map_err(not_started)?;
        let game = LiveGame::start_of(Record::parse_str(&text), &context);

        game.map(Self).map_err(|finding| Refused::of_tags(&finding))
    }

    fn continued(given: Given<'_>, options: OfOptions) -> Result<Self, Refused> {
        let context = context(&options.decks)?;
        let timeline = given.timeline(options.page, options.record.unwrap_or(1), &context)?;
        let last = timeline
            .after(options.turn)
            .map_err(|error| Refused::hinted("turn", &error))?
            .number;
        let game = LiveGame::resume(&timeline, last, &context);

        game.map(Self)
            .map_err(|finding| Refused::of_finding(&finding))
    }
}

#[wasm_bindgen(js_class = LiveGame)]
impl GameInProgress {
    /// Starts a game from tags.
    pub fn start(options: &str) -> Result<GameInProgress, JsValue> {
        read(options)
            .and_then(Self::started)
            .map_err(Refused::into_js)
    }

    /// Starts a game with the turns of a record.
    pub fn of(text: &[u8], is_string: bool, options: &str) -> Result<GameInProgress, JsValue> {
        let given = Given { text, is_string };
        read(options)
            .and_then(|options| Self::continued(given, options))
            .map_err(Refused::into_js)
    }

    /// Returns the position and the facts about it, as JSON.
    pub fn state(&self) -> Result<String, JsValue> {
        let position = self.0.position();
        let turns = self.0.history().map(|turn| turn.to_string());
        let state = json!({
            "game": position.game().name(),
            "seats": position.seats(),
            "toMove": position.to_move(),
            "position": position.text(),
            "turns": turns.collect::<Vec<_>>(),
            "result": position.result().map(ToString::to_string),
            "score": position.score(),
        });
        line(&state).map_err(Refused::into_js)
    }

    /// Returns the legal turns, as a JSON array.
    pub fn moves(&self, limit: Option<usize>) -> Result<String, JsValue> {
        listed(self.0.position(), limit).map_err(Refused::into_js)
    }

    /// Returns true if a turn is legal.
    #[wasm_bindgen(js_name = isLegal)]
    pub fn is_legal(&self, turn: &str) -> bool {
        self.0.position().is_legal(turn)
    }

    /// Plays a turn. Returns it in canonical form.
    pub fn play(&mut self, turn: &str) -> Result<String, JsValue> {
        let played = self
            .0
            .play(turn)
            .map_err(|finding| Refused::of_turn(&finding, turn).into_js())?;
        Ok(played.to_string())
    }

    /// Takes back the last turn, and returns it; nothing at the start.
    pub fn undo(&mut self) -> Option<String> {
        self.0.undo().map(|turn| turn.to_string())
    }

    /// Explains a turn, as the JSON of `why --format json`.
    pub fn why(&self, turn: &str) -> Result<String, JsValue> {
        line(&self.0.position().why(turn).json("-", 1)).map_err(Refused::into_js)
    }

    /// Returns the game so far as a canonical record.
    pub fn record(&self) -> String {
        self.0.record()
    }
}

/// Returns the tags of a new game. `own` are tags that the notation does not define; a name in
/// `tags` that it does not define is a typo.
fn new_game(tags: &Tags, own: &Tags) -> Result<NewGame, Refused> {
    let game = game_of(tags)?;
    for (name, _) in tags {
        // Tags of another game and tags about the end of a game have their own errors.
        let is_known = END_TAGS.contains(&name.as_str())
            || GameId::ALL.into_iter().any(|game| game.knows_tag(name));
        if !is_known {
            return Err(unknown_tag(game, name));
        }
    }

    let mut new = NewGame::new(game);
    // The first tag is the game.
    for (name, value) in tags.iter().skip(1).chain(own) {
        new.add(name, value).map_err(not_started)?;
    }
    Ok(new)
}

/// Checks the name of the game in the first tag.
fn game_of(tags: &Tags) -> Result<GameId, Refused> {
    let name = tags.first().map_or("", |(_, value)| value);
    name.parse::<GameId>().map_err(|_| {
        Refused::options(format!(
            "there is no game `{name}`: the games are {}",
            GameId::ALL.map(GameId::name).join(", ")
        ))
    })
}

fn unknown_tag(game: GameId, name: &str) -> Refused {
    let hint = match likely_tag(name, game.tags()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "pass tags of your own as `ownTags`".to_owned(),
    };
    Refused::options(format!("`{name}` is not a tag of {game}; {hint}"))
}

/// Returns the error for tags with which no game can start.
fn not_started(error: NewGameError) -> Refused {
    match error {
        NewGameError::Tags { finding, .. } => Refused::of_tags(&finding),
        other => Refused::options(other),
    }
}
